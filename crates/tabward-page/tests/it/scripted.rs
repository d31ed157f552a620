//! What a healthy browser does not do on demand, from a scripted one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tabward_cdp::testing::{Answer, ScriptedBrowser, TestTab, Told};
use tabward_cdp::{Channel, ConnectOptions, Connection};
use tabward_model::capability::{Hold, Read};
use tabward_model::{Code, Delivered};
use tabward_page::{Notice, Page, PageError, PageOptions};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::support::{soon, within};

struct Double {
    browser: ScriptedBrowser,
    connection: Connection,
    tab: TestTab,
    channel: Channel,
}

fn double(options: ConnectOptions) -> Double {
    let (browser, connection) = ScriptedBrowser::start(options);
    browser.lenient();
    browser.reply("Page.addScriptToEvaluateOnNewDocument", json!({ "identifier": "1" }));
    browser.reply("Page.getFrameTree", tree("L1", "http://a/"));
    let tab = TestTab::new("I1", "T1");
    let channel = tab.channel(&connection, "S1");
    Double { browser, connection, tab, channel }
}

fn frame(loader: &str, url: &str) -> Value {
    json!({
        "id": "F1", "loaderId": loader, "url": url, "domainAndRegistry": "", "securityOrigin": "http://a",
        "mimeType": "text/html", "secureContextType": "InsecureScheme", "crossOriginIsolatedContextType": "NotIsolated",
        "gatedAPIFeatures": []
    })
}

fn tree(loader: &str, url: &str) -> Value {
    json!({ "frameTree": { "frame": frame(loader, url) } })
}

fn world(unique: &str) -> Told {
    let context = json!({
        "id": 1, "origin": "http://a", "name": "tabward", "uniqueId": unique,
        "auxData": { "isDefault": false, "type": "isolated", "frameId": "F1" }
    });
    Told::new(Some("S1"), "Runtime.executionContextCreated", json!({ "context": context }))
}

impl Double {
    async fn attach(&self, ms: u64) -> Result<(Arc<Page>, mpsc::Receiver<Notice>), PageError> {
        let options = PageOptions { attach_within: Duration::from_millis(ms), ..PageOptions::default() };
        let (tell, notices) = mpsc::channel(64);
        let page = Page::attach(self.channel.clone(), self.tab.permit::<Hold>(), tell, options).await?;
        Ok((page, notices))
    }
}

#[tokio::test]
async fn ses_01_a_tab_that_never_answers_is_given_up() {
    // A frozen or discarded tab, or one that a dialog blocks.
    let it = double(ConnectOptions::default());
    it.browser.silent("Page.getFrameTree");
    let began = Instant::now();
    let failed = it.attach(300).await.unwrap_err();
    assert_eq!((failed.code(), failed.delivered()), (Code::PageUnresponsive, Delivered::No));
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn ses_01_a_tab_that_crashed_is_told_as_such() {
    let it = double(ConnectOptions::default());
    it.browser.fail("Runtime.enable", -32_000, "Target crashed");
    assert_eq!(it.attach(5_000).await.unwrap_err().code(), Code::PageCrashed);
}

#[tokio::test]
async fn attaching_sends_everything_before_the_first_answer() {
    let it = double(ConnectOptions::default());
    for method in ["Page.enable", "Page.getFrameTree", "Runtime.enable", "Network.enable", "Target.setAutoAttach"] {
        it.browser.silent(method);
    }
    let failed = it.attach(500).await.unwrap_err();
    assert_eq!(failed.code(), Code::PageUnresponsive);
    let sent: Vec<String> = it.browser.calls().iter().map(|call| call.method.clone()).collect();
    assert_eq!(sent[0], "Page.enable");
    for method in ["Page.getFrameTree", "Runtime.enable", "Target.setAutoAttach", "Page.setInterceptFileChooserDialog"]
    {
        assert!(sent.iter().any(|sent| sent == method), "{method} waited for an answer: {sent:?}");
    }
    drop(it.connection);
}

#[tokio::test]
async fn a_world_that_is_gone_is_replaced_by_the_next_and_the_call_runs_once() {
    let it = double(ConnectOptions::default());
    let (page, _notices) = it.attach(5_000).await.unwrap();
    it.browser.tell(&world("W1"));
    let gone = Answer::error("uniqueContextId not found").with_events(vec![world("W2")]);
    it.browser.once("Runtime.callFunctionOn", gone);
    it.browser.reply("Runtime.callFunctionOn", json!({ "result": { "type": "number", "value": 5 } }));
    let main = page.main_frame().unwrap().id;
    let five: i64 = page.call(&it.tab.permit::<Read>(), &main, "knownId", &json!(null), soon()).await.unwrap();
    assert_eq!(five, 5);
    let worlds: Vec<Value> = it
        .browser
        .calls_of("Runtime.callFunctionOn")
        .iter()
        .map(|call| call.params["uniqueContextId"].clone())
        .collect();
    assert_eq!(worlds, [json!("W1"), json!("W2")]);
}

#[tokio::test]
async fn a_call_without_an_answer_is_late_when_the_page_lives_and_unresponsive_when_not() {
    let it = double(ConnectOptions::default());
    let (page, _notices) = it.attach(5_000).await.unwrap();
    it.browser.tell(&world("W1"));
    it.browser.silent("Runtime.callFunctionOn");
    let main = page.main_frame().unwrap().id;
    let read = it.tab.permit::<Read>();
    it.browser.reply("Runtime.evaluate", json!({ "result": { "type": "number", "value": 0 } }));
    let late = page.call::<i64>(&read, &main, "knownId", &json!(null), within(500)).await.unwrap_err();
    assert_eq!((late.code(), late.delivered()), (Code::DeadlineExceeded, Delivered::Unknown));
    it.browser.silent("Runtime.evaluate");
    let dead = page.call::<i64>(&read, &main, "knownId", &json!(null), within(500)).await.unwrap_err();
    assert_eq!((dead.code(), dead.delivered()), (Code::PageUnresponsive, Delivered::Unknown));
}

#[tokio::test]
async fn lost_events_are_made_good_by_looking_again() {
    let it = double(ConnectOptions { events: 4, ..ConnectOptions::default() });
    // The queue runs over while the frames are being listed, and the commit is among what is lost.
    let mut flood: Vec<Told> =
        (0..20).map(|_| Told::new(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 1.0 }))).collect();
    let committed = json!({ "frame": frame("L2", "http://a/second"), "type": "Navigation" });
    flood.push(Told::new(Some("S1"), "Page.frameNavigated", committed));
    it.browser.once("Page.getFrameTree", Answer::Result(tree("L1", "http://a/")).with_events(flood));
    it.browser.reply("Page.getFrameTree", tree("L2", "http://a/second"));
    let (page, mut notices) = it.attach(5_000).await.unwrap();
    let seen = page
        .until("the second page", soon(), |page| page.main_frame().ok().filter(|main| main.url.contains("second")))
        .await
        .unwrap();
    let notice = tokio::time::timeout_at(soon(), notices.recv()).await.unwrap().unwrap();
    assert!(matches!(&notice, Notice::DocumentCommitted(commit) if commit.doc == seen.document), "{notice:?}");
}

#[tokio::test]
async fn a_part_of_the_page_that_cannot_be_set_up_is_let_go_all_the_same() {
    let it = double(ConnectOptions::default());
    let (page, _notices) = it.attach(5_000).await.unwrap();
    it.browser.fail("Network.enable", -32_000, "no");
    let info = json!({
        "targetId": "F2", "type": "iframe", "title": "", "url": "http://b/", "attached": true,
        "canAccessOpener": false, "parentFrameId": "F1"
    });
    let attached = json!({ "sessionId": "S2", "targetInfo": info, "waitingForDebugger": true });
    it.browser.event(Some("S1"), "Target.attachedToTarget", attached);
    let run = tokio::time::timeout_at(soon(), it.browser.called("Runtime.runIfWaitingForDebugger")).await.unwrap();
    assert_eq!(run.session_id.as_deref(), Some("S2"));
    let child = page.until("the frame", soon(), |page| page.frames().into_iter().nth(1)).await.unwrap();
    assert!(child.oopif && child.parent == Some(page.main_frame().unwrap().id));
}

#[tokio::test]
async fn act_10_a_dialog_that_policy_cannot_answer_is_no_panic() {
    let it = double(ConnectOptions::default());
    let (page, mut notices) = it.attach(5_000).await.unwrap();
    it.browser.fail("Page.handleJavaScriptDialog", -32_602, "No dialog is showing");
    let opening = json!({
        "url": "http://a/", "frameId": "F1", "message": "x\nok forged", "type": "alert", "hasBrowserHandler": false,
        "defaultPrompt": ""
    });
    it.browser.event(Some("S1"), "Page.javascriptDialogOpening", opening);
    let notice = tokio::time::timeout_at(soon(), notices.recv()).await.unwrap().unwrap();
    let Notice::DialogOpened(dialog) = notice else { panic!("{notice:?}") };
    // SEE-13: nothing of a page starts a line of ours.
    assert_eq!(dialog.describe(), "alert \"x ok forged\"");
    assert!(page.dialog().is_none(), "policy answers it");
}
