//! Order and bounds of calls, and the life of tabs, browsers and records.

use std::time::Duration;

use serde_json::json;
use tabward_hub::settings::{Launch, Settings};
use tokio::time::Instant;

use super::attach::Persons;
use super::{Bed, failed, free_port, text};
use tabward_testkit::remote::Remote;

// ID-11: calls on one tab run in order, in a bounded queue; those on another tab do not wait for them.
#[tokio::test(flavor = "multi_thread")]
async fn id_11_calls_on_one_tab_run_in_order_in_a_bounded_queue() {
    let bed = Bed::at("/t/small").await;
    bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})).await;
    let count = json!({"script": "window.n = (window.n || 0) + 1", "tab": "t1"});
    let counted = futures_util::future::join_all((0..20).map(|_| bed.call("browser_evaluate", count.clone()))).await;
    let order: Vec<i64> = counted.iter().map(|answer| answer["result"].as_i64().unwrap()).collect();
    assert_eq!(order, (1..=20).collect::<Vec<_>>());

    // One holds the tab until it is let go; of the others as many wait as the queue takes.
    let hold = json!({"script": "new Promise(done => { window.go = done })", "tab": "t1", "timeout_ms": 60000});
    let first = bed.call("browser_evaluate", hold);
    let rest = futures_util::future::join_all((0..70).map(|_| bed.call("browser_evaluate", count.clone())));
    let other = async {
        let answer = bed.call("browser_evaluate", json!({"script": "document.title", "tab": "t2"})).await;
        assert_eq!(answer["result"], "Small form two", "{answer:#}");
        // The control lane reaches the tab that is held.
        bed.call("browser_tabs", json!({"action": "close", "tab": "t1"})).await
    };
    let (held, rest, closed) = tokio::join!(first, rest, other);
    assert_eq!(held["ok"], false, "{held:#}");
    assert_eq!(closed["verified"], true, "{closed:#}");
    let full = rest.iter().filter(|answer| answer["error_code"] == "QUEUE_FULL").count();
    assert_eq!(full, 70 - 64, "of 70 calls behind one 64 wait");
    for answer in rest.iter().filter(|answer| answer["error_code"] == "QUEUE_FULL") {
        failed(answer, "QUEUE_FULL");
        assert_eq!(answer["delivered"], "no");
    }
    bed.stop().await;
}

// LIFE-3, ID-8: a tab that vanished is said to be gone, and nothing is sent to another one.
#[tokio::test(flavor = "multi_thread")]
async fn life_03_a_vanished_tab_is_gone() {
    let bed = Bed::start().await;
    let port = free_port();
    let session = json!({"mode": "launch_headless", "port": port});
    let url = bed.fixtures.url("/t/small");
    let first = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})).await;
    let mut browser = Remote::browser(port).await;
    browser.call("Target.closeTarget", json!({"targetId": first["page"]["tab_id"]})).await;
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let clicked = bed.call("browser_click", json!({"selector": "#b", "tab": "t1", "timeout_ms": 1000})).await;
        failed(&clicked, "TAB_GONE");
        assert_eq!(clicked["delivered"], "no", "{clicked:#}");
        let listed = bed.call("browser_tabs", json!({"action": "list"})).await;
        if listed["tabs"].as_array().unwrap().len() == 1 {
            break;
        }
        assert!(Instant::now() < until, "{listed:#}");
    }
    let clicked = bed.call("browser_click", json!({"selector": "#b", "tab": "t1"})).await;
    failed(&clicked, "TAB_GONE");
    let count = json!({"script": "document.getElementById('c').textContent", "tab": "t2"});
    assert_eq!(bed.call("browser_evaluate", count).await["result"], "0", "the other tab was left alone");
    bed.stop().await;
}

// LIFE-12, LIFE-13: a kept tab is listed until someone closes it, and keeps its browser; then the browser ends by itself
// with its temporary profile.
#[tokio::test(flavor = "multi_thread")]
async fn life_13_an_unused_browser_ends_and_a_kept_tab_keeps_it() {
    let launch = Launch { headless_idle_s: Some(1), ..Launch::default() };
    let bed = Bed::with(Settings { launch, ..Settings::default() }).await;
    let port = free_port();
    let session = json!({"mode": "launch_headless", "port": port});
    let opened = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small"), "session": session})).await;
    let target = opened["page"]["tab_id"].clone();
    let kept = bed.call("browser_tabs", json!({"action": "keep", "tab": "t1"})).await;
    assert_eq!(kept["ok"], true, "{kept:#}");
    let listed = bed.call("browser_list_sessions", json!({})).await;
    let pid = listed["sessions"][0]["pid"].as_u64().unwrap();
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(finished["receipt"]["kept"], 1, "{finished:#}");
    // Three times as long as an unused one may live.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    assert!(text(&tabs).contains("Small form"), "{tabs:#}");
    let mut browser = Remote::browser(port).await;
    browser.call("Target.closeTarget", json!({"targetId": target})).await;
    assert!(tabward_hub::session::process::ended(u32::try_from(pid).unwrap(), crate::session::soon()).await);
    let until = Instant::now() + Duration::from_secs(20);
    while std::fs::read_dir(bed.home().join("state/tmp")).is_ok_and(|mut left| left.next().is_some()) {
        assert!(Instant::now() < until, "the temporary profile was left");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // HUB-16: it is not launched again by itself.
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    assert_eq!(tabs["tabs"], json!([]), "{tabs:#}");
    bed.stop().await;
}

// ID-10, ID-5, ID-12: what is known of a browser that is gone is shown, can be forgotten, and is never acted on.
#[tokio::test(flavor = "multi_thread")]
async fn id_10_a_record_without_its_browser_is_never_acted_on() {
    let bed = Bed::start().await;
    let persons = Persons::start(&bed.fixtures.url("/t/plain"));
    let port = persons.port;
    let session = json!({"mode": "attach", "port": port});
    let url = bed.fixtures.url("/t/small");
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let (instance, tab) = (opened["page"]["browser_instance_id"].clone(), opened["page"]["tab_id"].clone());
    drop(persons);
    let until = Instant::now() + Duration::from_secs(20);
    while !bed.hub.instances().is_empty() {
        assert!(Instant::now() < until, "its end was never noticed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let named = json!({"selector": "#b", "browser_instance_id": instance, "tab_id": tab});
    failed(&bed.call("browser_click", named).await, "BROWSER_INSTANCE_UNAVAILABLE");
    let again = json!({"url": url, "browser_instance_id": instance, "new_tab": true});
    failed(&bed.call("browser_navigate", again).await, "BROWSER_INSTANCE_UNAVAILABLE");
    failed(&bed.call("browser_navigate", json!({"url": url, "new_tab": true})).await, "BROWSER_GONE");
    // Asked for until it is forgotten, the record is there and dead; afterwards it is not.
    let listed = bed.call("browser_list_sessions", json!({})).await;
    for row in listed["sessions"].as_array().unwrap() {
        assert_eq!(row["alive"], false, "{listed:#}");
    }
    bed.call("browser_close_session", json!({"port": port, "kill_process": false})).await;
    let listed = bed.call("browser_list_sessions", json!({})).await;
    assert_eq!(listed["sessions"], json!([]), "{listed:#}");
    bed.stop().await;
}
