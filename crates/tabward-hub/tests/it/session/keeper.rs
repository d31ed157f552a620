//! HUB-15: what survives the death of a hub, and what does not survive that of a keeper.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant as Clock};

use serde_json::json;
use tabward_hub::session::keeper::{self, KeeperError, KeeperSpec, Spawned};
use tabward_hub::session::process::{self, ProcessId};

use super::raw::Raw;
use super::{harness, soon, spec};

const LONG: Duration = Duration::from_mins(2);

async fn start(spec: &KeeperSpec) -> Spawned {
    keeper::spawn(harness(), &["keeper".to_owned()], spec, soon()).await.unwrap()
}

async fn take(socket: &Path) -> Raw {
    Raw::new(keeper::connect(socket, soon()).await.unwrap())
}

/// Nothing of the browser is left: no process, no folder, no socket.
async fn assert_nothing_left(spec: &KeeperSpec, pid: u32) {
    assert!(process::ended(pid, soon()).await, "the browser lives");
    let left = process::using_profile(&spec.profile);
    assert!(left.is_empty(), "left: {left:?}");
    assert!(!spec.profile.exists(), "the temporary profile is left");
    assert!(!spec.socket.exists(), "the socket is left");
}

/// HUB-15: `kill -9` of the hub: the same channel answers, the page's state is the same, and a dialog that was open can
/// still be answered.
#[tokio::test]
async fn hub_15_channels_tabs_and_an_open_dialog_survive_the_hub() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    let spawned = start(&spec).await;

    // The first hub is a process of its own: it sets the page up through a second hub below, and is killed.
    let mut first = take(&spec.socket).await;
    assert_eq!(first.greeting().hubs_before, 0);
    assert_eq!(first.greeting().pid, spawned.pid);
    first.call(None, "Browser.getVersion", json!({})).await;
    let (target, channel) = first.open("about:blank").await;
    let on = Some(channel.as_str());
    first.call(on, "Page.enable", json!({})).await;
    first.call(on, "Runtime.evaluate", json!({"expression": "window.mark = 41"})).await;
    first.send(on, "Runtime.evaluate", json!({"expression": "window.said = confirm('Really?')"})).await;
    first.event("Page.javascriptDialogOpening").await;
    drop(first);

    let mut hub = Command::new(harness())
        .args(["hub", spec.socket.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(hub.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "connected");
    hub.kill().unwrap();
    hub.wait().unwrap();

    let mut later = take(&spec.socket).await;
    let greeting = later.greeting().clone();
    assert_eq!(greeting.hubs_before, 2);
    assert!(greeting.next_id > 6, "{}", greeting.next_id);
    let kept = greeting.channels.iter().find(|c| c.session_id == channel).expect("the channel is open");
    assert_eq!(kept.target_id, target);
    assert_eq!(greeting.dialogs.len(), 1);
    assert_eq!(greeting.dialogs[0].session_id.as_deref(), Some(channel.as_str()));
    assert!(greeting.dialogs[0].params.get().contains("Really?"));

    later.call(on, "Page.handleJavaScriptDialog", json!({"accept": true})).await;
    let state = later
        .call(on, "Runtime.evaluate", json!({"expression": "[window.mark, window.said]", "returnByValue": true}))
        .await;
    assert_eq!(state["result"]["value"], json!([41, true]));
    assert!(keeper::status(&spec.socket, soon()).await.unwrap().dialogs.is_empty());

    let ended = keeper::end(&spec.socket, soon()).await.unwrap();
    assert_eq!((ended.left.len(), ended.profile_removed), (0, true));
    assert_nothing_left(&spec, spawned.pid).await;
}

/// HUB-9: an answer to a command of the dead hub settles nothing of the new one: numbers are not used again.
#[tokio::test]
async fn hub_09_a_late_answer_belongs_to_the_hub_that_asked() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    start(&spec).await;
    let mut first = take(&spec.socket).await;
    let (_, channel) = first.open("about:blank").await;
    let slow = "new Promise(done => { window.finish = done })";
    let asked = first
        .send(
            Some(&channel),
            "Runtime.evaluate",
            json!({"expression": slow, "awaitPromise": true, "returnByValue": true}),
        )
        .await;
    first.call(Some(&channel), "Runtime.evaluate", json!({"expression": "1"})).await;
    drop(first);

    let mut second = take(&spec.socket).await;
    assert!(second.greeting().next_id > asked);
    let id = second.send(Some(&channel), "Runtime.evaluate", json!({"expression": "finish('late')"})).await;
    assert!(id > asked);
    second.answer(id).await;
    keeper::end(&spec.socket, soon()).await.unwrap();
}

/// HUB-15: `kill -9` of the keeper: the pipe closes, and the browser ends with all its children.
#[tokio::test]
async fn hub_15_the_browser_ends_with_its_keeper() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    let spawned = start(&spec).await;
    let mut hub = take(&spec.socket).await;
    hub.open("about:blank").await;
    let family: Vec<ProcessId> =
        process::all().into_iter().filter(|p| in_group(*p, spawned.pid)).map(ProcessId::of).collect();
    assert!(family.len() > 3, "{family:?}");

    process::kill(&ProcessId::of(spawned.keeper_pid));
    let begun = Clock::now();
    assert!(hub.next().await.is_none() || hub.next().await.is_none(), "the hub is told");
    for member in &family {
        assert!(process::ended(member.pid, soon()).await, "{member:?} lives");
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    assert!(process::using_profile(&spec.profile).is_empty());
    assert!(matches!(keeper::status(&spec.socket, soon()).await, Err(KeeperError::Gone(_))));
}

fn in_group(pid: u32, leader: u32) -> bool {
    let Ok(text) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let rest = &text[text.rfind(')').unwrap() + 1..];
    rest.split_whitespace().nth(2) == Some(&leader.to_string())
}

/// HUB-15: no hub comes back in time: the browser is ended and nothing is left.
#[tokio::test]
async fn hub_15_an_abandoned_browser_is_ended() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), Duration::from_millis(700));
    let spawned = start(&spec).await;
    let mut hub = take(&spec.socket).await;
    hub.call(None, "Browser.getVersion", json!({})).await;
    // Longer than the grace: while a hub is there the browser stays.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    hub.call(None, "Browser.getVersion", json!({})).await;
    drop(hub);
    assert!(process::ended(spawned.keeper_pid, soon()).await, "the keeper lives");
    assert_nothing_left(&spec, spawned.pid).await;
}

/// HUB-15: a browser that is killed takes its keeper, socket and profile with it, and the hub is told at once.
#[tokio::test]
async fn hub_15_a_killed_browser_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    let spawned = start(&spec).await;
    let mut hub = take(&spec.socket).await;
    hub.call(None, "Browser.getVersion", json!({})).await;
    process::kill(&ProcessId::of(spawned.pid));
    while hub.next().await.is_some() {}
    assert!(process::ended(spawned.keeper_pid, soon()).await, "the keeper lives");
    assert_nothing_left(&spec, spawned.pid).await;
}

/// One hub at a time; others may look.
#[tokio::test]
async fn hub_15_a_keeper_serves_one_hub() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    start(&spec).await;
    let mut hub = take(&spec.socket).await;
    let (_, channel) = hub.open("about:blank").await;
    let seen = keeper::status(&spec.socket, soon()).await.unwrap();
    assert!(seen.busy && seen.channels.iter().any(|c| c.session_id == channel));
    assert!(matches!(keeper::connect(&spec.socket, soon()).await, Err(KeeperError::Busy(_))));
    hub.call(Some(&channel), "Runtime.evaluate", json!({"expression": "1"})).await;

    assert_eq!(std::fs::metadata(&spec.socket).unwrap().permissions().mode() & 0o777, 0o600);
    keeper::end(&spec.socket, soon()).await.unwrap();
    assert!(hub.next().await.is_none() || hub.next().await.is_none());
}

/// Events that come while no hub is there are counted, so that the next one reads its state anew.
#[tokio::test]
async fn hub_10_what_was_missed_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    start(&spec).await;
    let mut first = take(&spec.socket).await;
    let (_, channel) = first.open("about:blank").await;
    first.call(Some(&channel), "Runtime.enable", json!({})).await;
    let script = "setInterval(() => console.log('tick'), 5); 1";
    first.call(Some(&channel), "Runtime.evaluate", json!({"expression": script})).await;
    drop(first);
    let deadline = soon();
    loop {
        let seen = keeper::status(&spec.socket, deadline).await.unwrap();
        if !seen.busy && seen.missed > 3 {
            break;
        }
    }
    let mut second = take(&spec.socket).await;
    assert!(second.greeting().missed > 3);
    // What comes now is whole.
    second.event("Runtime.consoleAPICalled").await;
    keeper::end(&spec.socket, soon()).await.unwrap();
}

/// A message of 32 MiB passes in both directions.
#[tokio::test]
async fn hub_06_large_messages_pass() {
    let dir = tempfile::tempdir().unwrap();
    let spec = spec(dir.path(), LONG);
    start(&spec).await;
    let mut hub = take(&spec.socket).await;
    let (_, channel) = hub.open("about:blank").await;
    let script = "'x'.repeat(32 << 20)";
    let up = hub.call(Some(&channel), "Runtime.evaluate", json!({"expression": script, "returnByValue": true})).await;
    assert_eq!(up["result"]["value"].as_str().unwrap().len(), 32 << 20);
    let script = format!("'{}'.length", "y".repeat(32 << 20));
    let down = hub.call(Some(&channel), "Runtime.evaluate", json!({"expression": script})).await;
    assert_eq!(down["result"]["value"], 32 << 20);
    keeper::end(&spec.socket, soon()).await.unwrap();
}

/// A browser that does not start is told with its own words, and leaves nothing.
#[tokio::test]
async fn ses_08_a_browser_that_cannot_start_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let mut missing = spec(dir.path(), LONG);
    missing.program = dir.path().join("no-such-browser");
    let error = keeper::spawn(harness(), &["keeper".to_owned()], &missing, soon()).await.unwrap_err();
    assert!(matches!(&error, KeeperError::Browser(detail) if detail.contains("no-such-browser")), "{error}");
    assert!(!missing.socket.exists());

    let mut failing = spec(dir.path(), LONG);
    failing.program = "/bin/sh".into();
    failing.arguments = vec!["-c".into(), "echo 'cannot open display' >&2; exit 3; ".into()];
    std::fs::create_dir(&failing.profile).unwrap();
    let mut spawned = start(&failing).await;
    let error = spawned.exited().await;
    assert!(
        matches!(&error, KeeperError::Exited { code: Some(3), stderr } if stderr.contains("cannot open display")),
        "{error:?}"
    );
    assert!(process::ended(spawned.keeper_pid, soon()).await);
    assert!(!failing.profile.exists() && !failing.socket.exists());
}
