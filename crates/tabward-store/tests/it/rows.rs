//! Sessions, instances, tasks, tabs and counters.

use tabward_store::{
    InstanceKind, NewInstance, NewSession, SessionAlive, SessionMode, SessionState, Store, StoreError, TabKey,
    TabRecord, TaskRecord, TaskState,
};

use crate::{intent, ok, open};

fn session(port: Option<u16>) -> NewSession {
    NewSession {
        mode: SessionMode::LaunchHeadless,
        host: "127.0.0.1".into(),
        port,
        name_from: 9300,
        profile_dir: Some("/p".into()),
        temporary: true,
        headless: Some(true),
        keeper_socket: None,
        workspace: None,
        caller: Some("c".into()),
        task: Some("k".into()),
        at: 5,
    }
}

/// SES-5: a session is written down before it starts, is found by name and real port, and survives a restart.
#[tokio::test]
async fn ses_05_sessions_survive_a_restart_of_the_hub() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let first = store.session_starting(session(None)).await.unwrap();
    assert_eq!((first.state, first.port), (SessionState::Starting, 9300));
    let second = store.session_starting(session(None)).await.unwrap();
    assert_eq!(second.port, 9301);
    let alive = SessionAlive {
        instance: "i".into(),
        real_port: Some(40_000),
        pid: Some(7),
        pid_start: Some("99".into()),
        at: 6,
        ..SessionAlive::default()
    };
    store.session_alive(second.id, alive).await.unwrap();
    drop(store);

    let store = open(dir.path());
    let found = store.session_named("127.0.0.1", 40_000).await.unwrap().unwrap();
    assert_eq!((found.id, found.state, found.pid), (second.id, SessionState::Alive, Some(7)));
    assert!(found.spawned_by_us && found.temporary);
    assert_eq!(store.sessions().await.unwrap().len(), 2);
}

/// One name stands for one living session; the names of the gone are free again, and a second end keeps the reason.
#[tokio::test]
async fn ses_05_a_name_stands_for_one_living_session() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let first = store.session_starting(session(Some(9222))).await.unwrap();
    let again = store.session_starting(session(Some(9222))).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict(_)), "{again}");
    store.session_gone(first.id, "closed", 9).await.unwrap();
    store.session_gone(first.id, "lost", 10).await.unwrap();
    store.session_starting(session(Some(9222))).await.unwrap();
    let gone = store.session(first.id).await.unwrap().unwrap();
    assert_eq!((gone.state, gone.gone, gone.gone_reason.as_deref()), (SessionState::Gone, Some(9), Some("closed")));
    // An answer that comes after the end does not bring it back.
    let late = store.session_alive(first.id, SessionAlive::default()).await.unwrap();
    assert_eq!(late.state, SessionState::Gone);
}

/// ID-15: numbers are never used twice, whatever happened in between.
#[tokio::test]
async fn id_15_numbers_are_never_used_twice() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    assert_eq!(store.reserve_numbers("t", 3).await.unwrap(), 1..4);
    drop(store);
    let store = open(dir.path());
    assert_eq!(store.reserve_numbers("t", 2).await.unwrap(), 4..6);
    assert_eq!(store.reserve_numbers("b", 1).await.unwrap(), 1..2);
}

/// ID-1, ID-9: equal tab ids in two instances are two tabs, and so are those of two starts of one browser.
#[tokio::test]
async fn id_09_equal_tab_ids_never_meet() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    for (handle, instance, epoch) in [(1, "a", 1), (2, "b", 1), (3, "a", 2)] {
        let key = TabKey { instance: instance.into(), epoch, tab: "7".into() };
        let tab = TabRecord {
            key,
            handle,
            task: Some("k".into()),
            ownership: "managed_active".into(),
            keep: epoch == 2,
            opener: None,
            purpose: None,
            opened: 1,
            closed: None,
            verified: None,
        };
        store.tab_put(tab).await.unwrap();
    }
    let open = store.tabs_open("a", 1).await.unwrap();
    assert_eq!(open.iter().map(|t| t.handle).collect::<Vec<_>>(), [1]);
    assert_eq!(store.tabs_of_task("k").await.unwrap().len(), 3);
    assert_eq!(store.tabs_kept().await.unwrap().len(), 1);
    let mut closed = open[0].clone();
    closed.closed = Some(2);
    closed.verified = Some(true);
    store.tab_put(closed.clone()).await.unwrap();
    assert_eq!(store.tab(closed.key.clone()).await.unwrap(), Some(closed));
    assert!(store.tabs_open("a", 1).await.unwrap().is_empty());
}

/// ID-2, ID-15: an instance keeps its id over restarts of its browser; its handle does not.
#[tokio::test]
async fn id_02_instances_keep_their_id_and_change_their_handle() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let new =
        NewInstance { id: "i".into(), kind: InstanceKind::Launched, handle: 1, evidence: r#"{"dev":1}"#.into(), at: 1 };
    store.instance_new(new).await.unwrap();
    let seen = store.instance_seen("i", None, None, 2).await.unwrap();
    assert_eq!((seen.epoch, seen.handle), (1, 1));
    let restarted = store.instance_seen("i", Some(r#"{"dev":2}"#.into()), Some(2), 3).await.unwrap();
    assert_eq!((restarted.epoch, restarted.handle, restarted.evidence.as_str()), (2, 2, r#"{"dev":2}"#));
    assert!(store.instance_forget("i").await.unwrap());
    assert!(store.instance("i").await.unwrap().is_none());
}

/// A task is bound to the first instance it used, and its end is noted once.
#[tokio::test]
async fn life_01_a_task_stays_bound_to_its_first_instance() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let mut task = TaskRecord {
        id: "k1".into(),
        name: "shop".into(),
        workspace: "w".into(),
        caller: "c".into(),
        state: TaskState::Active,
        instance: Some("a".into()),
        created: 1,
        last_call: 1,
        finished: None,
        end_reason: None,
    };
    store.task_put(task.clone()).await.unwrap();
    let other = TaskRecord { id: "k2".into(), ..task.clone() };
    assert!(matches!(store.task_put(other).await, Err(StoreError::Conflict(_))), "one open task of a name");
    task.instance = Some("b".into());
    task.state = TaskState::Finished;
    task.finished = Some(4);
    store.task_put(task.clone()).await.unwrap();
    assert_eq!(store.task("k1").await.unwrap().unwrap().instance.as_deref(), Some("a"));
    assert!(store.tasks_open().await.unwrap().is_empty());
    assert_eq!(store.tasks_recent(5).await.unwrap().len(), 1);
}

/// RUN-2: an intent without outcome is found at the next start; the ledger cannot be rewritten.
#[tokio::test]
async fn run_02_an_intent_without_outcome_is_unsettled() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    for call in ["a", "b"] {
        store.intent(intent("k", call)).await.unwrap();
    }
    store.outcome(ok(intent("k", "a"))).await.unwrap();
    store.note("permit_renewed", intent("k", "b")).await.unwrap();
    drop(store);
    let store = open(dir.path());
    let open: Vec<String> = store.unsettled().await.unwrap().into_iter().map(|r| r.call).collect();
    assert_eq!(open, ["b"]);
    assert_eq!(store.ledger_of("k", 1, 10).await.unwrap().len(), 3);

    let raw = rusqlite::Connection::open(dir.path().join("tabward.db")).unwrap();
    let refused = raw.execute("UPDATE ledger SET code = 'X'", []).unwrap_err();
    assert!(refused.to_string().contains("append-only"), "{refused}");
}

/// Facts are kept until they are forgotten.
#[tokio::test]
async fn id_06_a_default_outlives_the_hub() {
    let dir = tempfile::tempdir().unwrap();
    open(dir.path()).set_setting("default_instance", Some("i".into())).await.unwrap();
    let store: Store = open(dir.path());
    assert_eq!(store.setting("default_instance").await.unwrap().as_deref(), Some("i"));
    store.set_setting("default_instance", None).await.unwrap();
    assert_eq!(store.setting("default_instance").await.unwrap(), None);
}
