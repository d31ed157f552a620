//! The hub's life: starts once, is killed, is superseded; browsers, tabs and dialogs live on (HUB-1, 10, 15).

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tabward_fixtures::Fixtures;
use tabward_testkit::{Home, McpClient};

use crate::running::{LONG, end, home};

async fn json_of(home: &Home, arguments: &[&str]) -> Value {
    let output = home.run(arguments, LONG).await.unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{arguments:?}: {error}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

async fn pid(home: &Home) -> i32 {
    i32::try_from(json_of(home, &["hub", "status", "--json"]).await["pid"].as_i64().unwrap()).unwrap()
}

fn kill(pid: i32) {
    rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), rustix::process::Signal::KILL).unwrap();
}

// HUB-1: twenty clients at once start one hub.
#[tokio::test(flavor = "multi_thread")]
async fn hub_01_twenty_clients_start_one_hub() {
    let home = home();
    let answers =
        futures_util::future::join_all((0..20).map(|_| json_of(&home, &["browser_tabs", "list", "--json"]))).await;
    for answer in &answers {
        assert_eq!(answer["ok"], true, "{answer:#}");
    }
    let hubs: BTreeSet<i32> =
        home.processes().iter().filter(|p| p.command.contains("hub run")).map(|p| p.pid).collect();
    assert_eq!(hubs.len(), 1, "{hubs:?}");
    assert_eq!(hubs.first().copied(), Some(pid(&home).await));
    end(&home).await;
}

// HUB-10, HUB-15: the hub is killed; browser, tab and what was typed live on, the same bridge goes on with the same handles.
#[tokio::test(flavor = "multi_thread")]
async fn hub_15_a_killed_hub_is_taken_up_where_it_was() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    let mut agent = McpClient::start(&home).await.unwrap();
    let session = json!({"mode": "launch_headless"});
    let opened =
        agent.call("browser_navigate", json!({"url": site.url("/t/small"), "session": session})).await.unwrap();
    assert!(opened.ok(), "{}", opened.text);
    agent.call("browser_type", json!({"selector": "#name", "text": "still here"})).await.unwrap();
    let before = pid(&home).await;
    kill(before);
    // The bridge learns of it with its next call, which may have run, so it says so and does not repeat it.
    let _ = agent.call("browser_tabs", json!({"action": "list"})).await.unwrap();
    let value =
        agent.call("browser_evaluate", json!({"script": "document.getElementById('name').value"})).await.unwrap();
    assert!(value.text.contains("still here"), "{}", value.text);
    assert!(value.text.contains("page t1 "), "{}", value.text);
    assert_ne!(pid(&home).await, before);
    let clicked = agent.call("browser_click", json!({"selector": "#b"})).await.unwrap();
    assert!(clicked.ok(), "{}", clicked.text);
    let receipt = agent.call_json("browser_task", json!({"action": "finish"})).await.unwrap();
    let receipt = &receipt.structured.as_ref().unwrap()["receipt"];
    assert_eq!(
        (&receipt["opened"], &receipt["closed"], &receipt["verified"]),
        (&json!(1), &json!(1), &json!(1)),
        "{receipt:#}"
    );
    agent.close().await.unwrap();
    end(&home).await;
}

// HUB-15: a dialog that is open when the hub is killed can be answered afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn hub_15_an_open_dialog_survives_the_hub() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    let mut agent = McpClient::start(&home).await.unwrap();
    let session = json!({"mode": "launch_headless"});
    agent.call("browser_navigate", json!({"url": site.url("/t/small"), "session": session})).await.unwrap();
    let asked = agent.call("browser_evaluate", json!({"script": "window.answer = confirm('Keep it?')"})).await.unwrap();
    assert!(asked.text.contains("DIALOG_OPEN"), "{}", asked.text);
    kill(pid(&home).await);
    let _ = agent.call("browser_tabs", json!({"action": "list"})).await.unwrap();
    let blocked = agent.call("browser_snapshot", json!({})).await.unwrap();
    assert!(blocked.text.contains("DIALOG_OPEN") && blocked.text.contains("Keep it?"), "{}", blocked.text);
    let answered = agent.call("browser_dialog", json!({"action": "accept"})).await.unwrap();
    assert!(answered.ok(), "{}", answered.text);
    let value = agent.call("browser_evaluate", json!({"script": "window.answer"})).await.unwrap();
    assert!(value.text.contains("true"), "{}", value.text);
    agent.close().await.unwrap();
    end(&home).await;
}

/// A copy of the program that can be replaced.
fn own_build() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::Builder::new().prefix("tb-").tempdir().unwrap();
    let binary = folder.path().join("tabward");
    std::fs::copy(env!("CARGO_BIN_EXE_tabward"), &binary).unwrap();
    (folder, binary)
}

/// Puts a newer build in its place.
fn rebuild(folder: &std::path::Path, binary: &std::path::Path) {
    let fresh = folder.join("fresh");
    std::fs::copy(env!("CARGO_BIN_EXE_tabward"), &fresh).unwrap();
    let later = std::time::SystemTime::now() + Duration::from_secs(5);
    std::fs::File::options().write(true).open(&fresh).unwrap().set_modified(later).unwrap();
    std::fs::rename(&fresh, binary).unwrap();
}

// HUB-15: what stops the hub may be a newer build than the hub: the hub stops all the same, and its browsers end.
#[tokio::test(flavor = "multi_thread")]
async fn hub_15_a_newer_build_stops_the_hub_and_its_browsers() {
    let (folder, binary) = own_build();
    let (home, site) = (Home::new(&binary).unwrap(), Fixtures::start().await.unwrap());
    let url = site.url("/t/small");
    let opened =
        json_of(&home, &["browser_navigate", &url, "--session", "{\"mode\":\"launch_headless\"}", "--json"]).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    rebuild(folder.path(), &binary);
    let stopped = home.stop_hub().await.unwrap();
    assert!(stopped.status.success(), "{stopped:?}");
    let left = home.leftovers(Duration::from_secs(15)).await;
    assert!(left.is_empty(), "left behind:\n{left}");
}

// A newer build of the binary takes over: tabs live on, and no client notices more than a pause.
#[tokio::test(flavor = "multi_thread")]
async fn a_newer_build_supersedes_the_hub() {
    let (folder, binary) = own_build();
    let (home, site) = (Home::new(&binary).unwrap(), Fixtures::start().await.unwrap());
    let url = site.url("/t/small");
    let opened =
        json_of(&home, &["browser_navigate", &url, "--session", "{\"mode\":\"launch_headless\"}", "--json"]).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let before = pid(&home).await;
    rebuild(folder.path(), &binary);
    let seen = json_of(&home, &["browser_snapshot", "--json"]).await;
    assert_eq!(seen["ok"], true, "{seen:#}");
    assert_eq!(seen["page"]["tab"], opened["page"]["tab"]);
    assert_ne!(pid(&home).await, before);
    end(&home).await;
}

// LIFE-11, HUB-15: the bridge is killed; the hub goes on, and its task is there until its time is over.
#[tokio::test(flavor = "multi_thread")]
async fn life_11_a_killed_bridge_leaves_its_task_to_the_hub() {
    let (home, site) = (home(), Fixtures::start().await.unwrap());
    std::fs::write(home.path().join("config.toml"), "[task]\norphan_s = 1\n").unwrap();
    let mut agent = McpClient::start(&home).await.unwrap();
    let session = json!({"mode": "launch_headless"});
    agent.call("browser_navigate", json!({"url": site.url("/t/small"), "session": session})).await.unwrap();
    agent.kill().await.unwrap();
    let until = tokio::time::Instant::now() + Duration::from_secs(20);
    loop {
        let status = json_of(&home, &["hub", "status", "--json"]).await;
        if status["tasks"].as_array().is_some_and(Vec::is_empty) {
            break;
        }
        assert!(tokio::time::Instant::now() < until, "{status:#}");
    }
    end(&home).await;
}
