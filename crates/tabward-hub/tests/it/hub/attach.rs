//! Attaching to a person's browser: their tabs are listed and nothing else (OWN-2, SES-3).

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tabward_hub::session::browsers::{Places, find};

use super::{Bed, failed, text};

/// A browser that a person started with a debugging port, with one page open.
pub(crate) struct Persons {
    child: Child,
    pub(crate) port: u16,
    _profile: tempfile::TempDir,
}

impl Persons {
    pub(crate) fn start(url: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The browser's own pages for trying things out, as chrome://chrome-urls switches them on.
        std::fs::write(profile.path().join("Local State"), "{\"internal_only_uis_enabled\":true}").unwrap();
        let places = Places { path: std::env::var_os("PATH"), ..Places::default() };
        let mut command = Command::new(find(&places).unwrap());
        command.args(["--headless=new", "--no-first-run", "--disable-background-networking", "--disable-sync"]);
        command.args(["--disable-component-update", "--disable-breakpad", "--remote-debugging-port=0"]);
        if tabward_hub::platform::uid() == 0 {
            command.arg("--no-sandbox");
        }
        command.arg(format!("--user-data-dir={}", profile.path().display())).arg(url);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let port = port_of(profile.path());
        Self { child, port, _profile: profile }
    }
}

fn port_of(profile: &Path) -> u16 {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        // Written at once when the port is open.
        let written = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some(port) = written.lines().next().and_then(|line| line.parse().ok()) {
            return port;
        }
        assert!(Instant::now() < until, "no debugging port");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Drop for Persons {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

// OWN-2, OWN-25, SES-3, ID-8: the person's tab is listed by title and origin; no tool does anything else with it, and what it
// holds never occurs in an answer.
#[tokio::test(flavor = "multi_thread")]
async fn own_02_the_persons_tab_is_only_listed() {
    let bed = Bed::start().await;
    let canary = bed.fixtures.url("/t/small?canary=7f3a");
    let persons = Persons::start(&canary);
    let session = json!({"mode": "attach", "port": persons.port});
    let url = bed.fixtures.url("/t/small2");
    let opened = bed.call("browser_navigate", json!({"url": url, "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    assert_eq!(opened["title"], "Small form two");
    let tabs = bed.call("browser_tabs", json!({"action": "list"})).await;
    let rows = tabs["tabs"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "{tabs:#}");
    let theirs = rows.iter().find(|row| row["ownership"] == "user").unwrap();
    // Until the page has a title the browser calls it by its address.
    assert!(["Small form", ""].contains(&theirs["title"].as_str().unwrap()), "{tabs:#}");
    assert_eq!(theirs["origin"], bed.fixtures.url("").trim_end_matches('/'));
    assert!(!tabs.to_string().contains("canary"), "the address is not told: {tabs:#}");
    for (tool, arguments) in [
        ("browser_snapshot", json!({})),
        ("browser_click", json!({"selector": "#b"})),
        ("browser_type", json!({"selector": "#name", "text": "x"})),
        ("browser_press", json!({"keys": "Enter"})),
        ("browser_scroll", json!({})),
        ("browser_fill_form", json!({"fields": [{"selector": "#name", "value": "x"}]})),
        ("browser_wait", json!({"text": "x"})),
        ("browser_extract_content", json!({})),
        ("browser_screenshot", json!({})),
        ("browser_evaluate", json!({"script": "1"})),
        ("browser_inspect", json!({"what": "console"})),
        ("browser_dialog", json!({"action": "accept"})),
        ("browser_get_page_source", json!({})),
        ("browser_navigate", json!({"url": url})),
        ("browser_tabs", json!({"action": "close"})),
        ("browser_tabs", json!({"action": "keep"})),
    ] {
        for named in [
            json!({"tab": theirs["handle"]}),
            json!({"browser_instance_id": theirs["browser_instance_id"], "tab_id": theirs["tab_id"]}),
        ] {
            let mut arguments = arguments.clone();
            arguments.as_object_mut().unwrap().extend(named.as_object().unwrap().clone());
            let answer = bed.call(tool, arguments).await;
            failed(&answer, "TAB_NOT_OWNED");
            assert_eq!(answer["delivered"], "no", "{tool}");
            assert!(!answer.to_string().contains("canary"), "{tool}: {answer:#}");
        }
    }
    // The browser is the person's: it is never ended, and our tab goes.
    let closed = bed.call("browser_close_session", json!({"port": persons.port})).await;
    assert_eq!(closed["killed_process"], false, "{closed:#}");
    assert!(Path::new(&format!("/proc/{}", persons.child.id())).exists());
    bed.hub.end();
}

// OWN-5: scripts and observation in a person's browser need the person's leave.
#[tokio::test(flavor = "multi_thread")]
async fn own_05_scripts_in_a_persons_browser_need_leave() {
    let bed = Bed::exactly(tabward_hub::settings::Settings::default()).await;
    let persons = Persons::start(&bed.fixtures.url("/t/plain"));
    let session = json!({"mode": "attach", "port": persons.port});
    let opened = bed.call("browser_navigate", json!({"url": bed.fixtures.url("/t/small"), "session": session})).await;
    assert_eq!(opened["ok"], true, "{opened:#}");
    failed(&bed.call("browser_evaluate", json!({"script": "1"})).await, "CAPABILITY_NOT_GRANTED");
    // A wait's function is a script, too.
    failed(&bed.call("browser_wait", json!({"function": "() => true"})).await, "CAPABILITY_NOT_GRANTED");
    let clicked = bed.call("browser_click", json!({"selector": "#b"})).await;
    assert_eq!(clicked["ok"], true, "{clicked:#}");
    assert!(text(&clicked).contains("Clicks: 1"), "{}", text(&clicked));
    let finished = bed.call("browser_task", json!({"action": "finish"})).await;
    assert_eq!(finished["receipt"]["verified"], 1, "{finished:#}");
    bed.hub.end();
}
