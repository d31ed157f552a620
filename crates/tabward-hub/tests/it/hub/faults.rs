//! Each fault: a clear outcome with stage and code, nothing lost, no hang.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Bed, failed, text};

// ACT-14: unknown arguments are refused by name, with the nearest valid one; wrong types by what was expected.
#[tokio::test(flavor = "multi_thread")]
async fn act_14_arguments_are_checked_first() {
    let bed = Bed::start().await;
    let answer = bed.call("browser_click", json!({"selektor": "#b"})).await;
    failed(&answer, "INVALID_ARGUMENT");
    assert!(
        text(&answer).contains("\"selektor\"") && text(&answer).contains("did you mean \"selector\"?"),
        "{answer:#}"
    );
    let answer = bed.call("browser_click", json!({})).await;
    assert!(text(&answer).contains("\"selector\" is missing"), "{answer:#}");
    let answer = bed.call("browser_click", json!({"selector": 5})).await;
    assert!(text(&answer).contains("must be string, not number"), "{answer:#}");
    let answer = bed.call("browser_click", json!({"selector": "#b", "button": "upper"})).await;
    assert!(text(&answer).contains("must be one of \"left\", \"right\", \"middle\""), "{answer:#}");
    let answer = bed.call("browser_fill_form", json!({"fields": [{"selector": "#b", "valeu": "x"}]})).await;
    assert!(text(&answer).contains("fields[0].valeu") || text(&answer).contains("\"value\""), "{answer:#}");
    let answer = bed.call("browser_teleport", json!({})).await;
    failed(&answer, "INVALID_ARGUMENT");
    assert!(bed.hub.instances().is_empty(), "nothing was launched for it");
    bed.stop().await;
}

// ACT-1: `ok` is never said of a page that did not load.
#[tokio::test(flavor = "multi_thread")]
async fn act_01_navigation_tells_what_happened() {
    let bed = Bed::at("/t/small").await;
    let reason = |answer: &Value| answer["reason"].as_str().unwrap_or("").to_owned();
    let dns = bed.open(&bed.fixtures.unknown_host_url()).await;
    failed(&dns, "NAVIGATION_FAILED");
    assert_eq!(reason(&dns), "dns", "{dns:#}");
    let refused = bed.open(&bed.fixtures.refused_url().unwrap()).await;
    assert_eq!(reason(&refused), "refused", "{refused:#}");
    let tls = bed.open(&bed.fixtures.tls_error_url()).await;
    assert_eq!(reason(&tls), "tls", "{tls:#}");
    let looping = bed.open(&bed.fixtures.url("/t/redirect-loop")).await;
    assert_eq!(reason(&looping), "redirect_loop", "{looping:#}");
    let missing = bed.open(&bed.fixtures.url("/t/status/404")).await;
    assert_eq!(missing["http_status"], 404, "{missing:#}");
    let began = Instant::now();
    let slow = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/hang"), "timeout_ms": 1000})).await;
    failed(&slow, "NAVIGATION_FAILED");
    assert!(reason(&slow).contains("timed"), "{slow:#}");
    assert!(began.elapsed() < Duration::from_secs(5));
    // The tab lives.
    let next = bed.open(&bed.fixtures.url("/t/small2")).await;
    assert_eq!(next["title"], "Small form two", "{next:#}");
    bed.stop().await;
}

// ACT-4: which check failed, and what covers it.
#[tokio::test(flavor = "multi_thread")]
async fn act_04_the_check_that_failed_is_named() {
    let bed = Bed::at("/t/overlay").await;
    let covered = bed
        .call(
            "browser_click",
            json!({"selector": "#covered, #target, button.under, button", "index": 0, "timeout_ms": 2000}),
        )
        .await;
    failed(&covered, "ELEMENT_COVERED");
    assert!(text(&covered).contains("is under"), "{covered:#}");
    assert!(covered["next_step"].as_str().is_some(), "{covered:#}");
    bed.open(&bed.fixtures.url("/t/disabled")).await;
    let disabled = bed.call("browser_click", json!({"selector": "css=button[disabled]", "timeout_ms": 2000})).await;
    failed(&disabled, "ELEMENT_DISABLED");
    bed.open(&bed.fixtures.url("/t/small")).await;
    let missing = bed.call("browser_click", json!({"selector": "button \"Nowhere\"", "timeout_ms": 2000})).await;
    failed(&missing, "ELEMENT_NOT_FOUND");
    let past = bed.call("browser_click", json!({"selector": "#b", "index": 5, "timeout_ms": 2000})).await;
    assert_eq!(past["ok"], false, "{past:#}");
    assert!(text(&past).contains('1'), "the count is told: {past:#}");
    bed.open(&bed.fixtures.url("/t/ambiguous")).await;
    let several = bed.call("browser_click", json!({"selector": "text=Save", "timeout_ms": 2000})).await;
    failed(&several, "AMBIGUOUS_ELEMENT");
    assert!(several["candidates"].as_array().is_some_and(|all| all.len() > 1), "{several:#}");
    bed.stop().await;
}

// ACT-7: a ref from before a navigation is refused, nothing is done, and its like is named.
#[tokio::test(flavor = "multi_thread")]
async fn act_07_a_stale_ref_names_its_like() {
    let bed = Bed::at("/t/small").await;
    let look = bed.call("browser_snapshot", json!({})).await;
    let line = text(&look).lines().find(|line| line.starts_with("button")).unwrap().to_owned();
    let reference = line.rsplit(' ').next().unwrap().to_owned();
    bed.open(&bed.fixtures.url("/t/small2")).await;
    let stale = bed.call("browser_click", json!({"selector": reference})).await;
    failed(&stale, "STALE_REF");
    assert_eq!(stale["delivered"], "no");
    assert!(text(&stale).contains("here now: button \"Click me\""), "{}", text(&stale));
    assert_eq!(bed.truth("document.getElementById('c').textContent").await, "0");
    let replacement = stale["replacement"].as_str().unwrap().to_owned();
    assert_ne!(replacement, reference);
    let clicked = bed.call("browser_click", json!({"selector": replacement})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    bed.stop().await;
}

// ACT-10: a dialog never hangs a call or a queue.
#[tokio::test(flavor = "multi_thread")]
async fn act_10_dialogs_are_told_and_answered() {
    let bed = Bed::at("/t/dialogs").await;
    let began = Instant::now();
    let asked = bed.call("browser_evaluate", json!({"script": "confirm('Delete it?')"})).await;
    failed(&asked, "DIALOG_OPEN");
    assert!(began.elapsed() < Duration::from_secs(5), "at once");
    let blocked = bed.call("browser_snapshot", json!({})).await;
    failed(&blocked, "DIALOG_OPEN");
    let answered = bed.call("browser_dialog", json!({"action": "accept"})).await;
    assert_eq!(answered["ok"], true, "{answered:#}");
    assert!(text(&answered).contains("Delete it?"));
    let look = bed.call("browser_snapshot", json!({})).await;
    assert_eq!(look["ok"], true, "{look:#}");
    let none = bed.call("browser_dialog", json!({"action": "accept"})).await;
    failed(&none, "INVALID_ARGUMENT");
    bed.stop().await;
}

// HUB-13: a page in an endless loop is told as such; other tabs go on; the tab is not replaced.
#[tokio::test(flavor = "multi_thread")]
async fn hub_13_an_endless_loop_delays_nobody() {
    let bed = Bed::at("/t/small").await;
    let other = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small2"), "new_tab": true})).await;
    let (first, second) = ("t1".to_owned(), other["page"]["tab"].as_str().unwrap().to_owned());
    let spin = bed.call("browser_evaluate", json!({"script": "while(true){}", "tab": first, "timeout_ms": 1500}));
    let quick = async {
        let began = Instant::now();
        let title = bed.call("browser_evaluate", json!({"script": "document.title", "tab": second})).await;
        assert_eq!(title["result"], "Small form two", "{title:#}");
        began.elapsed()
    };
    let (spun, took) = tokio::join!(spin, quick);
    assert_eq!(spun["ok"], false, "{spun:#}");
    assert!(
        ["SCRIPT_FAILED", "PAGE_UNRESPONSIVE", "DEADLINE_EXCEEDED"].contains(&spun["error_code"].as_str().unwrap()),
        "{spun:#}"
    );
    assert!(took < Duration::from_millis(1200), "{took:?}");
    let look = bed.call("browser_snapshot", json!({"tab": "t1"})).await;
    assert!(text(&look).contains("Small form"), "{look:#}");
    bed.stop().await;
}

// HUB-9, HUB-16: a browser that is killed fails what runs at once, and is not launched again.
#[tokio::test(flavor = "multi_thread")]
async fn hub_09_a_killed_browser_ends_calls_at_once() {
    let bed = Bed::at("/t/small").await;
    let listed = bed.call("browser_list_sessions", json!({})).await;
    let pid = i32::try_from(listed["sessions"][0]["pid"].as_i64().unwrap()).unwrap();
    let began = Instant::now();
    let waiting = bed.call("browser_wait", json!({"text": "never", "timeout_ms": 20000}));
    let kill = async {
        rustix::process::kill_process(rustix::process::Pid::from_raw(pid).unwrap(), rustix::process::Signal::KILL)
            .unwrap();
    };
    let (waited, ()) = tokio::join!(waiting, kill);
    assert_eq!(waited["ok"], false, "{waited:#}");
    assert!(["BROWSER_GONE", "TAB_GONE"].contains(&waited["error_code"].as_str().unwrap()), "{waited:#}");
    assert!(began.elapsed() < Duration::from_secs(10));
    let next = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small")})).await;
    failed(&next, "BROWSER_GONE");
    let receipt = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(receipt["ok"], true, "{receipt:#}");
    bed.stop().await;
}

// HUB-14: a cancelled call ends, and the next one goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_call_ends() {
    let bed = Bed::at("/t/small").await;
    let cancel = tokio_util::sync::CancellationToken::new();
    let caller = super::caller("agent");
    let waiting = bed.cancellable(&caller, "browser_wait", json!({"text": "never"}), cancel.clone());
    let (waited, ()) = tokio::join!(waiting, async { cancel.cancel() });
    failed(&waited, "CANCELLED");
    let look = bed.call("browser_snapshot", json!({})).await;
    assert_eq!(look["ok"], true, "{look:#}");
    bed.stop().await;
}

// SES-2: a dead port and a port that something else holds are named.
#[tokio::test(flavor = "multi_thread")]
async fn ses_02_ports_are_named() {
    let bed = Bed::start().await;
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = holder.local_addr().unwrap().port();
    let url = bed.fixtures.url("/t/small");
    let taken =
        bed.call("browser_navigate", json!({"url": url, "session": {"mode": "launch_headless", "port": port}})).await;
    failed(&taken, "PORT_IN_USE");
    assert!(text(&taken).contains(&port.to_string()), "{taken:#}");
    drop(holder);
    let dead = bed.call("browser_navigate", json!({"url": url, "session": {"mode": "attach", "port": port}})).await;
    failed(&dead, "PORT_DEAD");
    assert!(text(&dead).contains(&port.to_string()), "{dead:#}");
    let far = bed
        .call("browser_navigate", json!({"url": url, "session": {"mode": "attach", "host": "192.0.2.1", "port": 9222}}))
        .await;
    failed(&far, "ENDPOINT_NOT_OURS");
    assert!(bed.hub.instances().is_empty());
    bed.stop().await;
}
