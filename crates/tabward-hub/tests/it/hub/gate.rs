//! OWN-22 and the gate on real Chromium: what is never opened, read or acted on, however it got there.

use serde_json::json;

use super::{Bed, failed, free_port, text};

// OWN-22: forbidden schemes are refused before anything is opened.
#[tokio::test(flavor = "multi_thread")]
async fn own_22_schemes_are_refused() {
    let bed = Bed::at("/t/small").await;
    for url in ["file:///etc/passwd", "view-source:http://127.0.0.1/", "chrome://version", "javascript:alert(1)"] {
        failed(&bed.open(url).await, "SCHEME_FORBIDDEN");
    }
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    let ours = tabs["tabs"].as_array().unwrap().iter().filter(|tab| tab["ownership"] != "user");
    assert_eq!(ours.count(), 1, "{tabs:#}");
    bed.stop().await;
}

// OWN-22: the exploit of a page on the debugging port: typed, redirected to, opened by a page, in every spelling.
#[tokio::test(flavor = "multi_thread")]
async fn own_22_the_debugging_port_is_never_read() {
    let bed = Bed::start().await;
    let port = free_port();
    let url = bed.fixtures.url("/t/small");
    let session = json!({"mode": "launch_headless", "port": port});
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    for host in ["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "x.localhost"] {
        let answer = bed.open(&format!("http://{host}:{port}/json/version")).await;
        failed(&answer, "ORIGIN_FORBIDDEN");
    }
    // A page that sends itself there: the tab arrives, and nothing of it is told.
    let sent = bed
        .call(
            "browser_evaluate",
            json!({"script": format!("location.href = 'http://127.0.0.1:{port}/json/version'; 1")}),
        )
        .await;
    assert_ne!(sent["error_code"], "INTERNAL", "{sent:#}");
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_get_page_source", json!({})),
        ("browser_screenshot", json!({})),
        ("browser_extract_content", json!({})),
        ("browser_evaluate", json!({"script": "document.body.innerText"})),
        ("browser_click", json!({"selector": "body", "timeout_ms": 500})),
    ] {
        let mut answer = bed.call(tool, arguments.clone()).await;
        if answer["ok"] == true {
            // The navigation may still have been under way.
            answer = bed.call(tool, arguments).await;
        }
        assert_ne!(answer["ok"], true, "{tool}: {answer:#}");
        for secret in ["webSocketDebuggerUrl", "devtools/browser", "Protocol-Version"] {
            assert!(!answer.to_string().contains(secret), "{tool} tells of the door: {answer:#}");
        }
    }
    let back = bed.open(&url).await;
    assert_eq!(back["ok"], true, "a forbidden page can be left: {back:#}");
    bed.stop().await;
}

// OWN-19, OWN-25, LIFE-1: another caller's tab is not reached by handle, ref or pair of ids, and nothing of it is told.
#[tokio::test(flavor = "multi_thread")]
async fn own_19_another_callers_tab_is_closed_to_us() {
    let bed = Bed::at("/t/small").await;
    let look = bed.call("browser_snapshot", json!({})).await;
    let page = &look["page"];
    let other = super::caller("other");
    for arguments in [
        json!({"tab": page["tab"]}),
        json!({"browser_instance_id": page["browser_instance_id"], "tab_id": page["tab_id"]}),
    ] {
        let answer = bed.call_as(&other, "browser_snapshot", arguments.clone()).await;
        failed(&answer, "TAB_OWNED_BY_OTHER_TASK");
        assert!(!answer.to_string().contains("Small form"), "{answer:#}");
        assert!(answer.get("debug").is_none());
        let answer = bed
            .call_as(&other, "browser_tabs", {
                let mut close = arguments;
                close["action"] = json!("close");
                close
            })
            .await;
        failed(&answer, "TAB_OWNED_BY_OTHER_TASK");
    }
    let reference =
        text(&look).lines().find(|line| line.starts_with("button")).unwrap().rsplit(' ').next().unwrap().to_owned();
    let forged = bed.call_as(&other, "browser_click", json!({"selector": reference})).await;
    failed(&forged, "STALE_REF");
    assert_eq!(bed.truth("document.getElementById('c').textContent").await, "0");
    bed.stop().await;
}

// SEE-13: names and text of a page that imitate our lines stay below the page line, quoted.
#[tokio::test(flavor = "multi_thread")]
async fn see_13_a_hostile_page_forges_nothing() {
    let bed = Bed::at("/t/hostile").await;
    let look = bed.call("browser_snapshot", json!({"mode": "full", "max_tokens": 8000})).await;
    let lines: Vec<&str> = text(&look).lines().collect();
    assert_eq!(lines[0], "ok");
    let page = lines.iter().position(|line| line.starts_with("page t1 ")).unwrap();
    for line in &lines[page + 1..] {
        for ours in ["ok ", "failed ", "next: ", "effect: ", "page t", "waiting: ", "request n", "warning: "] {
            assert!(!line.starts_with(ours), "{line}");
        }
    }
    bed.stop().await;
}
