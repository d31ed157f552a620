//! One caller tries to reach what is another's: tabs and refs (see also the gate's own tests), tasks, sessions.

use serde_json::json;

use super::socket::{Door, call};
use crate::hub::{Bed, failed, text};

// OWN-19, LIFE-1: names of tasks, handles, refs and pairs of ids of another caller lead nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn own_19_anothers_tasks_tabs_and_sessions_are_closed_to_us() {
    let bed = Bed::at("/t/small").await;
    let look = bed.call("browser_snapshot", json!({})).await;
    let reference =
        text(&look).lines().find(|line| line.starts_with("button")).unwrap().rsplit(' ').next().unwrap().to_owned();
    let mut thief = Door::client(&bed, "thief").await;
    let mut id = 0;
    let mut ask = async |tool: &str, arguments: serde_json::Value| {
        id += 1;
        thief.say(&call(id, tool, arguments)).await.unwrap();
        thief.hear().await.unwrap()["answer"]["outcome"].clone()
    };
    // The victim's own names for its task, the task's whole key as the ledger has it, and its tab with them.
    let key = bed.hub.tasks()[0].id.as_str().to_owned();
    for task in ["default", key.as_str(), key.split('#').next().unwrap()] {
        let status = ask("browser_task", json!({"action": "status", "task": task})).await;
        assert!(!status.to_string().contains("t1"), "{status:#}");
        let taken = ask("browser_click", json!({"selector": "#b", "tab": "t1", "task": task})).await;
        failed(&taken, "TAB_OWNED_BY_OTHER_TASK");
        let finished = ask("browser_task", json!({"action": "finish", "task": task})).await;
        assert_ne!(finished["receipt"]["closed"], 1, "{finished:#}");
    }
    failed(&ask("browser_click", json!({"selector": reference})).await, "STALE_REF");
    failed(&ask("browser_click", json!({"selector": format!("{reference} >> css=*")})).await, "STALE_REF");
    let listed = ask("browser_tabs", json!({"action": "list"})).await;
    assert!(!listed.to_string().contains("Small form"), "{listed:#}");
    // A session id of another's: its browser is not ended while someone else works in it.
    let port = bed.call("browser_list_sessions", json!({})).await["sessions"][0]["port"].clone();
    for arguments in [json!({"port": port}), json!({"port": port, "kill_process": true}), json!({"all": true})] {
        let closed = ask("browser_close_session", arguments).await;
        assert_ne!(closed["killed_process"], true, "{closed:#}");
    }
    assert_eq!(bed.truth("document.getElementById('c').textContent").await, "0", "nothing was clicked");
    bed.stop().await;
}

// HUB-3: what a greeting says of itself gives no more than the command line of this user has.
#[tokio::test(flavor = "multi_thread")]
async fn hub_03_a_greeting_claims_nothing_for_itself() {
    let bed = Bed::at("/t/small").await;
    for (door, bridge) in [("cli", Some("agent")), ("http", None), ("http", Some("x")), ("stdio", None)] {
        let mut greeting = super::socket::hello("x");
        greeting["hello"]["door"] = json!(door);
        greeting["hello"]["bridge"] = json!(bridge);
        let mut door = Door::knock(&bed).await;
        door.say(&greeting).await.unwrap();
        assert!(door.hear().await.unwrap().get("welcome").is_some());
        door.say(&call(1, "browser_snapshot", json!({"tab": "t1"}))).await.unwrap();
        let said = door.hear().await.unwrap();
        failed(&said["answer"]["outcome"], "TAB_OWNED_BY_OTHER_TASK");
    }
    bed.stop().await;
}
