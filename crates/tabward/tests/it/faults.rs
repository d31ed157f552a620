//! Faults through the whole program: a hub that is killed under a call, and what the doctor says of one.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_store::{LedgerKind, Store, StoreOptions};
use tabward_testkit::McpClient;
use tabward_testkit::remote::Remote;

use crate::running::{LONG, end, home, run};

// HUB-9, HUB-10, RUN-2: the hub is killed while a call runs that may have changed something: the caller hears at once that
// it may have run, it is not sent again, and the next hub closes the intent in the ledger.
#[tokio::test(flavor = "multi_thread")]
async fn hub_09_a_hub_killed_under_a_call() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    let mut agent = McpClient::start(&home).await.unwrap();
    let session = json!({"mode": "launch_headless"});
    let opened =
        agent.call("browser_navigate", json!({"url": site.url("/t/small"), "session": session})).await.unwrap();
    assert!(opened.ok(), "{}", opened.text);
    let status: Value = serde_json::from_str(&run(&home, &["hub", "status", "--json"]).await.out).unwrap();
    let hub = rustix::process::Pid::from_raw(i32::try_from(status["pid"].as_i64().unwrap()).unwrap()).unwrap();
    let script = "fetch('/t/record', {method: 'POST', headers: {'content-type': 'application/json'}, \
                  body: JSON.stringify({page: 'kill', what: 'ran'})}).then(() => new Promise(() => {}))";
    let running = agent.call_json("browser_evaluate", json!({"script": script, "timeout_ms": 120_000}));
    let kill = async {
        let ran = site.until(Duration::from_secs(30), |state| !state.records.is_empty()).await;
        assert!(ran.is_some(), "the script never ran");
        rustix::process::kill_process(hub, rustix::process::Signal::KILL).unwrap();
    };
    let (ended, ()) = tokio::join!(running, kill);
    let ended = ended.unwrap();
    assert!(!ended.ok() && ended.took < LONG, "{}", ended.text);
    let outcome = ended.structured.as_ref().unwrap();
    assert_eq!(
        (&outcome["error_code"], &outcome["delivered"]),
        (&json!("HUB_UNAVAILABLE"), &json!("unknown")),
        "{outcome:#}"
    );
    assert!(outcome["next_step"].as_str().unwrap().contains("do not repeat"), "{outcome:#}");
    let look = agent.call("browser_snapshot", json!({})).await.unwrap();
    assert!(look.ok() && look.text.contains("Small form"), "{}", look.text);
    assert_eq!(site.state().records.len(), 1, "it was not sent again");
    agent.close().await.unwrap();
    end(&home).await;

    let store = Store::open(&home.path().join("state"), &StoreOptions::default()).unwrap();
    assert!(store.unsettled().await.unwrap().is_empty(), "each intent has its outcome");
    let task = store.tasks_recent(10).await.unwrap().remove(0);
    let rows = store.ledger_of(&task.id, 0, 100).await.unwrap();
    let killed = rows.iter().find(|row| row.kind == LedgerKind::Outcome && row.tool == "browser_evaluate").unwrap();
    assert_eq!((killed.code.as_deref(), killed.delivered.as_deref()), (Some("HUB_UNAVAILABLE"), Some("unknown")));
}

// HUB-11: the doctor names each layer of a running hub, each from its own probe.
#[tokio::test(flavor = "multi_thread")]
async fn hub_11_the_doctor_names_each_layer() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    let opened = run(&home, &["open", &site.url("/t/small"), "--session", "headless"]).await;
    assert_eq!(opened.code, 0, "{}{}", opened.out, opened.err);
    let found: Value = serde_json::from_str(&run(&home, &["doctor", "--json"]).await.out).unwrap();
    for layer in ["host", "hub", "store", "transport", "browser", "target"] {
        let checks = found["checks"].as_array().unwrap();
        assert!(checks.iter().any(|check| check["check"] == layer && check["status"] == "ok"), "{layer}: {found:#}");
    }
    end(&home).await;
}

// RUN-5, HUB-12: a record that a newer version wrote: said with what to do, by a call and by the doctor; nothing is changed
// in it.
#[tokio::test(flavor = "multi_thread")]
async fn run_05_a_record_of_a_newer_version_is_left_alone() {
    let home = home();
    assert_eq!(run(&home, &["hub", "start"]).await.code, 0);
    end(&home).await;
    let file = home.path().join("state/tabward.db");
    // Opened and closed alone, it has all of the record in one file.
    drop(Store::open(&home.path().join("state"), &StoreOptions::default()).unwrap());
    let (log, until) = (home.path().join("state/tabward.db-wal"), Instant::now() + LONG);
    while log.exists() {
        assert!(Instant::now() < until, "the record was not closed");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut bytes = std::fs::read(&file).unwrap();
    // Where SQLite keeps `user_version`.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    for arguments in [&["browser_tabs", "list"][..], &["open", "https://example.com/"], &["hub", "start"]] {
        let ran = run(&home, arguments).await;
        assert_eq!(ran.code, 4, "{arguments:?}: {}{}", ran.out, ran.err);
        for word in ["schema 99", "newer tabward", "TABWARD_HOME"] {
            assert!(ran.out.contains(word), "{arguments:?}: {}{}", ran.out, ran.err);
        }
    }
    let doctor = run(&home, &["doctor", "--json"]).await;
    assert_eq!(doctor.code, 1, "{}{}", doctor.out, doctor.err);
    let found: Value = serde_json::from_str(&doctor.out).unwrap();
    let record = found["checks"].as_array().unwrap().iter().find(|check| check["check"] == "record").unwrap();
    assert_eq!(record["status"], "problem", "{found:#}");
    assert!(record["mend"].as_str().unwrap().contains("newer tabward"), "{found:#}");
    assert!(std::fs::read(&file).unwrap() == bytes, "the record was changed");
    let left = home.leftovers(Duration::from_secs(20)).await;
    assert!(left.is_empty(), "{left}");
}

// OWN-21, HUB-15: what the person took over stays theirs when the hub is killed and the next one finds the browser.
#[tokio::test(flavor = "multi_thread")]
async fn own_21_a_tab_stays_the_persons_under_the_next_hub() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    let mut agent = McpClient::start(&home).await.unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let session = json!({"mode": "launch_headless", "port": port});
    let opened =
        agent.call_json("browser_navigate", json!({"url": site.url("/t/small"), "session": session})).await.unwrap();
    let page = opened.structured.unwrap()["page"].clone();
    let mut person = Remote::page(port, page["tab_id"].as_str().unwrap()).await;
    let waiting = agent.call_json("browser_wait", json!({"text": "never to be seen", "timeout_ms": 60_000}));
    let (waited, ()) = tokio::join!(waiting, person.press(5.0, 5.0));
    assert_eq!(waited.unwrap().structured.unwrap()["error_code"], "TAB_TAKEN_OVER");

    let status: Value = serde_json::from_str(&run(&home, &["hub", "status", "--json"]).await.out).unwrap();
    let hub = rustix::process::Pid::from_raw(i32::try_from(status["pid"].as_i64().unwrap()).unwrap()).unwrap();
    rustix::process::kill_process(hub, rustix::process::Signal::KILL).unwrap();
    for (tool, arguments) in [
        ("browser_click", json!({"selector": "#b", "tab": page["tab"]})),
        ("browser_snapshot", json!({"tab": page["tab"]})),
        ("browser_tabs", json!({"action": "close", "tab": page["tab"]})),
    ] {
        let mut refused = agent.call_json(tool, arguments.clone()).await.unwrap().structured.unwrap();
        if refused["error_code"] == "HUB_UNAVAILABLE" {
            // The bridge heard of the end with this call.
            refused = agent.call_json(tool, arguments).await.unwrap().structured.unwrap();
        }
        assert_eq!((&refused["error_code"], &refused["delivered"]), (&json!("TAB_TAKEN_OVER"), &json!("no")), "{tool}");
    }
    assert_eq!(person.evaluate("document.title").await, "Small form", "the person's tab is still there");
    assert_eq!(person.evaluate("document.getElementById('c').textContent").await, "0");
    agent.close().await.unwrap();
    end(&home).await;
}

// HUB-4: more connections than the hub has descriptors for: it waits for one to end, and does not spin until then.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn hub_04_out_of_descriptors_the_hub_waits() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    const FREE: u64 = 24;
    let home = home().with("TABWARD_DEBUG", "1");
    assert_eq!(run(&home, &["hub", "start"]).await.code, 0);
    let status: Value = serde_json::from_str(&run(&home, &["hub", "status", "--json"]).await.out).unwrap();
    let hub = i32::try_from(status["pid"].as_i64().unwrap()).unwrap();
    let held = std::fs::read_dir(format!("/proc/{hub}/fd")).unwrap().count() as u64;
    let most = Some(held + FREE);
    prlimit(Pid::from_raw(hub), Resource::Nofile, Rlimit { current: most, maximum: most }).unwrap();

    let socket = home.path().join("run/hub.sock");
    let mut silent = Vec::new();
    for _ in 0..FREE + 6 {
        silent.push(tokio::net::UnixStream::connect(&socket).await.unwrap());
    }
    // They stand before it. Those that say nothing are closed after a while.
    let served = run(&home, &["hub", "status", "--json"]).await;
    assert_eq!(served.code, 0, "{}", served.err);
    drop(silent);
    let log = std::fs::read_to_string(home.path().join("state/log/hub.jsonl")).unwrap();
    let refused = log.lines().filter(|line| line.contains("\"event\":\"accept\"")).count();
    assert!((1..200).contains(&refused), "{refused} times");
    end(&home).await;
}
