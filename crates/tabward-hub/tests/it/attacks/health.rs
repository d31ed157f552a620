//! One healthy layer never hides a sick one.

use serde_json::{Value, json};
use tabward_hub::health;

use crate::hub::{Bed, free_port};
use tabward_testkit::remote::Remote;

fn status<'a>(layers: &'a [Value], stage: &str, of: Option<&str>) -> &'a str {
    let found = layers.iter().find(|layer| layer["stage"] == stage && layer.get("of").and_then(Value::as_str) == of);
    found.unwrap_or_else(|| panic!("{stage} {of:?}: {layers:#?}"))["status"].as_str().unwrap()
}

// HUB-11, HUB-13: host, hub, store, transport, browser and target, each from its own probe; a status call waits for none.
#[tokio::test(flavor = "multi_thread")]
async fn hub_11_each_layer_has_a_probe_of_its_own() {
    let bed = Bed::start().await;
    let port = free_port();
    let session = json!({"mode": "launch_headless", "port": port});
    for path in ["/t/small", "/t/small2", "/t/plain"] {
        let url = bed.fixtures.url(path);
        let opened = bed.call("browser_navigate", json!({"url": url, "session": session, "new_tab": true})).await;
        assert_eq!(opened["ok"], true, "{opened:#}");
    }
    let well = health::layers(&bed.hub).await;
    for (stage, of) in [
        ("host", None),
        ("hub", None),
        ("store", None),
        ("transport", Some("b1")),
        ("browser", Some("b1")),
        ("target", Some("t1")),
        ("target", Some("t2")),
        ("target", Some("t3")),
    ] {
        assert_eq!(status(&well, stage, of), "ok", "{well:#?}");
    }
    let id_of = |handle: &str| bed.hub.tab(handle.parse().unwrap()).unwrap().target.tab.as_str().to_owned();
    let mut crash = Remote::page(port, &id_of("t1")).await;
    crash.send("Page.crash", json!({})).await;
    let asked = bed.call("browser_evaluate", json!({"script": "confirm('wait')", "tab": "t2"})).await;
    assert_eq!(asked["error_code"], "DIALOG_OPEN", "{asked:#}");
    let crashed = bed.call("browser_wait", json!({"text": "never", "tab": "t1"})).await;
    assert_eq!(crashed["error_code"], "PAGE_CRASHED", "{crashed:#}");
    let sick = health::layers(&bed.hub).await;
    assert_eq!(status(&sick, "target", Some("t1")), "down", "{sick:#?}");
    assert_eq!(status(&sick, "target", Some("t2")), "degraded", "{sick:#?}");
    assert_eq!(status(&sick, "target", Some("t3")), "ok", "{sick:#?}");
    assert_eq!(status(&sick, "transport", Some("b1")), "ok", "{sick:#?}");

    // The browser's process stands still: it is there, and does not answer; a status call waits for nothing.
    let listed = bed.call("browser_list_sessions", json!({})).await;
    let pid = i32::try_from(listed["sessions"][0]["pid"].as_i64().unwrap()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::STOP).unwrap();
    let still = health::layers(&bed.hub).await;
    assert_eq!(tabward_hub::admin::status(&bed.hub)["ok"], true);
    rustix::process::kill_process(pid, rustix::process::Signal::CONT).unwrap();
    assert_eq!(status(&still, "transport", Some("b1")), "down", "{still:#?}");
    assert_eq!(status(&still, "browser", Some("b1")), "ok", "{still:#?}");
    assert_eq!(status(&still, "hub", None), "ok", "{still:#?}");
    bed.stop().await;
}
