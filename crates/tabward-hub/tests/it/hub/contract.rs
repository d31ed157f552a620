//! TOOLS.md A, field by field: the eleven tools of the contract.

use serde_json::{Value, json};

use super::{Bed, failed, text};

fn keys(value: &Value, names: &[&str]) {
    for name in names {
        assert!(value.get(name).is_some(), "{name} is missing in {value:#}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn contract_navigate_click_type_scroll_wait() {
    let bed = Bed::start().await;
    let url = bed.fixtures.url("/t/small");
    let opened = bed.open(&url).await;
    keys(&opened, &["ok", "final_url", "title"]);
    assert_eq!(opened["final_url"], url);
    assert_eq!(opened["title"], "Small form");
    assert_eq!(opened["page"]["ownership"], "managed");
    assert_eq!(opened["page"]["resolved_by"], "session");

    let clicked = bed.call("browser_click", json!({"selector": "button \"Click me\"", "index": 0})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    assert_eq!(bed.truth("document.getElementById('c').textContent").await, "1");

    let typed = bed.call("browser_type", json!({"selector": "#name", "text": "Ana"})).await;
    assert_eq!(typed["ok"], true, "{typed:#}");
    assert_eq!(bed.truth("document.getElementById('name').value").await, "Ana");

    bed.open(&bed.fixtures.url("/t/scroll")).await;
    let scrolled = bed.call("browser_scroll", json!({})).await;
    assert_eq!(scrolled["ok"], true, "{scrolled:#}");
    assert_eq!(scrolled["reached_bottom"], false);
    let end = bed.call("browser_scroll", json!({"direction": "end"})).await;
    assert_eq!(end["reached_bottom"], true, "{end:#}");

    bed.open(&bed.fixtures.url("/t/late")).await;
    let waited = bed.call("browser_wait_for_selector", json!({"selector": "button"})).await;
    assert_eq!(waited["ok"], true, "{waited:#}");
    let missed = bed.call("browser_wait_for_selector", json!({"selector": "#never", "timeout_ms": 1500})).await;
    failed(&missed, "DEADLINE_EXCEEDED");
    keys(&missed["debug"], &["url", "title", "body_excerpt"]);
    bed.stop().await;
}

// ACT-16: the first seven carry `debug` when they fail and the page answers.
#[tokio::test(flavor = "multi_thread")]
async fn act_16_failures_carry_debug() {
    let bed = Bed::at("/t/small").await;
    for (tool, arguments) in [
        ("browser_click", json!({"selector": "#nothing", "timeout_ms": 1500})),
        ("browser_type", json!({"selector": "#nothing", "text": "x", "timeout_ms": 1500})),
        ("browser_wait_for_selector", json!({"selector": "#nothing", "timeout_ms": 1500})),
    ] {
        let answer = bed.call(tool, arguments).await;
        assert_eq!(answer["ok"], false, "{answer:#}");
        assert_eq!(answer["debug"]["title"], "Small form", "{tool}: {answer:#}");
        assert_eq!(answer["debug"]["url"], bed.fixtures.url("/t/small"));
        assert!(answer["debug"]["body_excerpt"].as_str().unwrap().contains("Small form"));
    }
    bed.stop().await;
}

// SEE-6: the hint is honoured; what is not there is missing and never made up. (A former limit.)
#[tokio::test(flavor = "multi_thread")]
async fn contract_extract_honours_the_hint() {
    let bed = Bed::at("/store").await;
    let plain = bed.call("browser_extract_content", json!({})).await;
    keys(&plain["data"], &["results", "headings", "text_excerpt", "url", "title"]);
    assert!(!plain["data"]["results"].as_array().unwrap().is_empty());
    let hint = json!([{"name": "", "price": 0, "stock": "", "colour": ""}]);
    let hint = json!({"type": "array", "items": {"type": "object", "properties": {
        "name": {"type": "string"}, "price": {"type": "number"}, "warranty_years": {"type": "integer"}}}, "example": hint});
    let read = bed.call("browser_extract_content", json!({"schema_hint": hint})).await;
    let records = read["data"]["records"].as_array().unwrap();
    assert_eq!(records.len(), 12, "{read:#}");
    assert_eq!(records[0]["name"], "Alder reading lamp");
    assert_eq!(records[0]["price"], 89.0);
    let missing = read["data"]["missing"].to_string();
    assert!(missing.contains("warranty_years"), "{missing}");
    assert!(records.iter().all(|record| record["warranty_years"].is_null()));
    bed.stop().await;
}

// SEE-10: numbered outside of the page; each listed element has a selector that names it alone. (A former limit.)
#[tokio::test(flavor = "multi_thread")]
async fn contract_annotated_screenshot() {
    let bed = Bed::at("/t/small").await;
    let before = bed.truth("document.documentElement.outerHTML").await;
    for full_page in [false, true] {
        let taken = bed.call("browser_screenshot_annotated", json!({"full_page": full_page})).await;
        assert_eq!(taken["ok"], true, "{taken:#}");
        let path = taken["image_ref"].as_str().unwrap();
        assert!(std::fs::read(path).unwrap().starts_with(b"\x89PNG"));
        let elements = taken["elements"].as_array().unwrap();
        assert!(elements.len() >= 5, "{taken:#}");
        for (place, element) in elements.iter().enumerate() {
            assert_eq!(element["index"], place + 1);
            keys(element, &["selector", "role", "text"]);
            let selector = element["selector"].as_str().unwrap();
            let count = bed.truth(&format!("document.querySelectorAll({}).length", json!(selector))).await;
            assert_eq!(count, 1, "{selector}");
        }
        assert_eq!(taken["evidence"]["valid"], true, "{taken:#}");
    }
    assert_eq!(bed.truth("document.documentElement.outerHTML").await, before, "SEE-2");
    bed.stop().await;
}

// SEE-8: a part of the page, in the format and at the size that was asked for; what contradicts itself is refused.
#[tokio::test(flavor = "multi_thread")]
async fn see_08_screenshot_of_a_part_in_each_format() {
    let bed = Bed::at("/t/small").await;
    for (format, starts) in [("png", &b"\x89PNG"[..]), ("jpeg", b"\xff\xd8\xff"), ("webp", b"RIFF")] {
        let clip = json!({"x": 0, "y": 0, "width": 300, "height": 100});
        let taken = bed.call("browser_screenshot", json!({"clip": clip, "format": format, "scale": 0.5})).await;
        assert_eq!(taken["ok"], true, "{taken:#}");
        let artifact = &taken["artifact"];
        assert_eq!((&artifact["width"], &artifact["height"]), (&json!(150), &json!(50)), "{taken:#}");
        assert_eq!(artifact["mime"], format!("image/{format}"));
        assert_eq!(artifact["clip"]["width"], 300.0);
        let bytes = std::fs::read(artifact["path"].as_str().unwrap()).unwrap();
        assert!(bytes.starts_with(starts), "{format}: {:?}", &bytes[..8]);
        assert_eq!(artifact["bytes"], bytes.len());
    }
    for refused in [
        json!({"clip": {"x": 0, "y": 0, "width": 10, "height": 10}, "full_page": true}),
        json!({"clip": {"x": 0, "y": 0, "width": 10, "height": 10}, "selector": "#b"}),
        json!({"clip": {"x": 0, "y": 0, "width": 0, "height": 10}}),
        json!({"clip": {"x": 0, "y": 0, "wide": 10, "height": 10}}),
        json!({"clip": {"x": 90000, "y": 0, "width": 10, "height": 10}}),
        json!({"format": "gif"}),
        json!({"quality": 50}),
        json!({"scale": 2}),
    ] {
        failed(&bed.call("browser_screenshot", refused).await, "INVALID_ARGUMENT");
    }
    bed.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn contract_source_and_debug_snapshot() {
    let bed = Bed::at("/t/small").await;
    let whole = bed.call("browser_get_page_source", json!({})).await;
    assert_eq!(whole["truncated"], false, "{whole:#}");
    assert_eq!(
        whole["html"].as_str().unwrap().chars().count(),
        usize::try_from(whole["full_length"].as_u64().unwrap()).unwrap()
    );
    let cut = bed.call("browser_get_page_source", json!({"max_length": 50})).await;
    assert_eq!(cut["truncated"], true);
    assert!(cut["html"].as_str().unwrap().chars().count() <= 50);
    assert_eq!(cut["full_length"], whole["full_length"]);
    let part = bed.call("browser_get_page_source", json!({"selector": "#b"})).await;
    assert!(part["html"].as_str().unwrap().starts_with("<button"), "{part:#}");
    let seen = bed.call("browser_get_debug_snapshot", json!({})).await;
    keys(&seen, &["ok", "url", "title", "body_excerpt", "html_excerpt", "screenshot_path"]);
    assert!(std::path::Path::new(seen["screenshot_path"].as_str().unwrap()).is_file());
    bed.stop().await;
}

// SES-5, SES-6: listed and closed, with who started them.
#[tokio::test(flavor = "multi_thread")]
async fn contract_sessions() {
    let bed = Bed::launched_at("/t/small").await;
    let listed = bed.call("browser_list_sessions", json!({"probe": [{"port": 1}]})).await;
    let session = &listed["sessions"][0];
    keys(session, &["host", "port", "mode", "alive", "spawned_by_us", "pid", "headless", "headless_confidence"]);
    assert_eq!(session["mode"], bed.session()["mode"]);
    assert_eq!(session["alive"], true);
    assert_eq!(session["spawned_by_us"], true);
    assert_eq!(session["headless"], bed.session()["mode"] == "launch_headless");
    assert_eq!(session["headless_confidence"], "certain");
    let probed = listed["probed"].as_array().unwrap();
    assert!(probed.iter().any(|place| place["port"] == 1 && place["alive"] == false), "{listed:#}");
    assert!(probed.iter().any(|place| place["port"] == 9222), "9222 is looked at by itself: {listed:#}");
    let pid = session["pid"].as_u64().unwrap();
    let port = session["port"].clone();
    let closed = bed.call("browser_close_session", json!({"port": port})).await;
    keys(&closed, &["ok", "closed_our_session", "killed_process", "pid", "host", "port"]);
    assert_eq!(closed["closed_our_session"], true, "{closed:#}");
    assert_eq!(closed["killed_process"], true);
    assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
    let again = bed.call("browser_close_session", json!({"port": port})).await;
    assert_eq!(again["closed_our_session"], false, "{again:#}");
    keys(&again, &["note"]);
    // HUB-16: nothing is launched in its place.
    let next = bed.call("browser_snapshot", json!({})).await;
    failed(&next, "BROWSER_GONE");
    bed.stop().await;
}

// SES-6: a browser in which another caller works is not ended by a tool.
#[tokio::test(flavor = "multi_thread")]
async fn ses_06_others_tabs_keep_the_browser() {
    let bed = Bed::launched_at("/t/small").await;
    let other = super::caller("other");
    let url = bed.fixtures.url("/t/small2");
    let opened = bed.call_as(&other, "browser_navigate", json!({"url": url, "browser": "b1"})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    let closed = bed.call("browser_close_session", json!({"all": true})).await;
    assert_eq!(closed["status"], "partial", "{closed:#}");
    let still = bed.call_as(&other, "browser_snapshot", json!({})).await;
    assert!(text(&still).contains("Small form two"), "{still:#}");
    bed.stop().await;
}

// Names that other tools of this kind use are taken silently.
#[tokio::test(flavor = "multi_thread")]
async fn aliases_are_taken() {
    let bed = Bed::at("/t/small").await;
    let look = bed.call("browser_snapshot", json!({})).await;
    let line = text(&look).lines().find(|line| line.starts_with("button")).unwrap().to_owned();
    let reference = line.rsplit(' ').next().unwrap().to_owned();
    for arguments in
        [json!({"ref": reference, "element": "the button"}), json!({"target": reference}), json!({"uid": reference})]
    {
        let clicked = bed.call("browser_click", arguments).await;
        assert_eq!(clicked["ok"], true, "{clicked:#}");
    }
    assert_eq!(bed.truth("document.getElementById('c').textContent").await, "3");
    let called = bed.call("browser_evaluate", json!({"function": "() => 6 * 7"})).await;
    assert_eq!(called["result"], 42);
    bed.stop().await;
}
