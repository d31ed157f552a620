//! What breaks under a call, in a browser with a second client: a clear outcome with stage and code, nothing lost, no hang.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{Bed, failed, free_port, text};
use tabward_testkit::remote::Remote;

// HUB-12: the page's process crashes under a call; the tab comes back by a navigation.
#[tokio::test(flavor = "multi_thread")]
async fn hub_12_a_crashed_page_is_told_and_comes_back() {
    let bed = Bed::start().await;
    let port = free_port();
    let session = json!({"mode": "launch_headless", "port": port});
    let opened = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small"), "session": session})).await;
    let mut remote = Remote::page(port, opened["page"]["tab_id"].as_str().unwrap()).await;
    let began = Instant::now();
    let waiting = bed.call("browser_wait", json!({"text": "never", "timeout_ms": 60000}));
    let (waited, _) = tokio::join!(waiting, remote.send("Page.crash", json!({})));
    failed(&waited, "PAGE_CRASHED");
    assert!(began.elapsed() < Duration::from_secs(40), "at once, not at the deadline");
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    failed(&clicked, "PAGE_CRASHED");
    assert_eq!(clicked["delivered"], "no", "{clicked:#}");
    assert!(clicked["next_step"].as_str().unwrap().contains("reload"), "{clicked:#}");
    let back = bed.call("browser_navigate", json!({"url": "reload"})).await;
    assert_eq!(back["ok"], true, "{back:#}");
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    bed.stop().await;
}

// HUB-13: a click that the page answers with an endless loop may have run, and is never said to be done.
#[tokio::test(flavor = "multi_thread")]
async fn hub_13_a_click_into_an_endless_loop_may_have_run() {
    let bed = Bed::at("/t/loop").await;
    let looped = bed.call("browser_click", json!({"selector": "button \"Loop now\"", "timeout_ms": 2000})).await;
    assert_eq!(looped["ok"], false, "{looped:#}");
    assert!(["PAGE_UNRESPONSIVE", "DEADLINE_EXCEEDED"].contains(&looped["error_code"].as_str().unwrap()), "{looped:#}");
    assert_ne!(looped["delivered"], "no", "{looped:#}");
    assert!(text(&looped).contains("do not repeat"), "{}", text(&looped));
    let look = bed.call("browser_snapshot", json!({"timeout_ms": 1500})).await;
    assert_eq!(look["ok"], false, "{look:#}");
    let closed = bed.call("browser_tabs", json!({"action": "close", "tab": "t1"})).await;
    assert_eq!(closed["verified"], true, "{closed:#}");
    bed.stop().await;
}

// ACT-17: a page that replaces itself all the time: what is said to be done was done, what is said not to be done was not.
#[tokio::test(flavor = "multi_thread")]
async fn act_17_a_document_replaced_between_check_and_press() {
    let bed = Bed::at("/t/small").await;
    // It goes on replacing itself under the call that opens it.
    bed.open(&bed.fixtures.url("/t/replace?ms=60")).await;
    let (mut done, mut unknown) = (0, 0);
    for _ in 0..15 {
        let clicked = bed.call("browser_click", json!({"selector": "#b", "timeout_ms": 3000})).await;
        match (clicked["ok"].as_bool().unwrap(), clicked["delivered"].as_str()) {
            (true, _) => done += 1,
            (false, Some("no")) => {}
            (false, _) => unknown += 1,
        }
    }
    let pressed = |state: &tabward_fixtures::State| state.records.iter().filter(|r| r.page == "replace").count();
    let seen = bed.fixtures.until(Duration::from_secs(20), |state| pressed(state) >= done).await;
    let seen = seen.unwrap_or_else(|| panic!("{done} said to be done, {} were", pressed(&bed.fixtures.state())));
    assert!(pressed(&seen) <= done + unknown, "{done} done, {unknown} unknown, {} pressed", pressed(&seen));
    bed.stop().await;
}

// ACT-1, ACT-4: a load that never ends, and elements that stay hidden or never stand still.
#[tokio::test(flavor = "multi_thread")]
async fn act_01_what_never_comes_ends_at_the_deadline() {
    let bed = Bed::at("/t/hidden").await;
    let hidden = bed.call("browser_click", json!({"selector": "css=[hidden]", "timeout_ms": 1500})).await;
    failed(&hidden, "ELEMENT_NOT_VISIBLE");
    assert_eq!(hidden["delivered"], "no");
    bed.open(&bed.fixtures.url("/t/moving?speed=3&stop=600000")).await;
    let moving = bed.call("browser_click", json!({"selector": "button", "timeout_ms": 1500})).await;
    let hits = bed.truth("document.body.innerText.match(/Hits: (\\d+)/)[1]").await;
    // Whether it can be caught is luck; what is said of it is not.
    match (moving["ok"].as_bool().unwrap(), moving["delivered"].as_str()) {
        (true, _) => assert_eq!(hits, "1", "{moving:#}"),
        (false, Some("no")) => assert_eq!(hits, "0", "{moving:#}"),
        (false, delivered) => assert_eq!(delivered, Some("unknown"), "{moving:#}"),
    }
    let slow = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/hang"), "timeout_ms": 1500})).await;
    failed(&slow, "NAVIGATION_FAILED");
    // Its head came and its body never ends: what is there can be worked with, and it is said that it still loads.
    let half = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/slow"), "timeout_ms": 1500})).await;
    assert!(half["ok"] != true || text(&half).contains("loading"), "{half:#}");
    bed.open(&bed.fixtures.url("/t/status/500")).await;
    let status = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/status/503")})).await;
    assert_eq!(status["http_status"], 503, "{status:#}");
    bed.stop().await;
}

// HUB-9: the browser is killed under a click that a page keeps; whether it ran is not known, and it is not sent again.
#[tokio::test(flavor = "multi_thread")]
async fn hub_09_a_browser_killed_under_an_action() {
    let bed = Bed::at("/t/loop").await;
    let listed = bed.call("browser_list_sessions", json!({})).await;
    let pid = i32::try_from(listed["sessions"][0]["pid"].as_i64().unwrap()).unwrap();
    let script = "fetch('/t/record', {method: 'POST', headers: {'content-type': 'application/json'}, \
                  body: JSON.stringify({page: 'kill', what: 'ran'})}).then(() => new Promise(() => {}))";
    let running = bed.call("browser_evaluate", json!({"script": script, "timeout_ms": 60000}));
    let kill = async {
        let ran = bed.fixtures.until(Duration::from_secs(30), |state| !state.records.is_empty()).await;
        assert!(ran.is_some(), "the script never ran");
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    };
    let (ended, ()) = tokio::join!(running, kill);
    assert!(["BROWSER_GONE", "TAB_GONE"].contains(&ended["error_code"].as_str().unwrap()), "{ended:#}");
    assert_eq!(ended["delivered"], "unknown", "{ended:#}");
    assert_eq!(bed.fixtures.state().records.len(), 1, "it was not sent again");
    bed.stop().await;
}
