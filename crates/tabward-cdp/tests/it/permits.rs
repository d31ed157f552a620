//! What permits and parameter rules keep from the wire. // OWN-2, OWN-22

use serde_json::json;
use tabward_cdp::{
    Cdp, CdpError, Command, CommandRefused, OurContext,
    protocol::{input, page, runtime, target},
    testing::{Answer, TestTab},
};
use tabward_model::{
    Cause, Delivered, Permit,
    capability::{CleanUp, Close, Hold, Navigate, Read},
    origin::Verdict,
    ownership::Event,
};

use crate::{Setup, setup};

async fn refused<M: Command>(
    channel: &tabward_cdp::Channel,
    permit: &Permit<M::Capability>,
    command: M,
) -> CommandRefused {
    match channel.send(permit, command).await {
        Err(error @ CdpError::Refused(_)) => {
            assert_eq!(error.delivered(), Delivered::No);
            let CdpError::Refused(refusal) = error else { unreachable!() };
            refusal
        }
        Err(other) => panic!("{}: {other}", M::METHOD),
        Ok(_) => panic!("{} was sent", M::METHOD),
    }
}

fn nothing_was_sent(it: &Setup) {
    assert_eq!(it.browser.calls(), []);
}

#[tokio::test]
async fn own_02_a_permit_is_for_its_own_tab() {
    let it = setup();
    let (other, elsewhere) = (TestTab::new("I1", "T2"), TestTab::new("I2", "T1"));
    let go = || page::Navigate::new("https://a.example/");
    assert_eq!(refused(&it.channel, &other.permit::<Navigate>(), go()).await, CommandRefused::OtherTab);
    assert_eq!(refused(&it.channel, &elsewhere.permit::<Navigate>(), go()).await, CommandRefused::OtherInstance);
    assert_eq!(refused(&it.channel, &it.tab.open_permit(), go()).await, CommandRefused::OtherTab);
    let child = it.channel.child("S2");
    assert_eq!(refused(&child, &other.permit::<Navigate>(), go()).await, CommandRefused::OtherTab);
    // Also where the command itself names the tab.
    let browser = it.tab.browser_channel(&it.connection);
    let close = refused(&browser, &it.tab.permit::<Close>(), target::CloseTarget::new("T2".into())).await;
    assert!(matches!(close, CommandRefused::Parameter { name: "targetId", .. }));
    let attach = refused(&browser, &it.tab.permit::<Hold>(), target::AttachToTarget::new("T2".into())).await;
    assert!(matches!(attach, CommandRefused::Parameter { name: "targetId", .. }));
    // A tab's permit opens no other tab.
    let open = refused(&browser, &it.tab.permit::<Navigate>(), target::CreateTarget::new("https://a.example/")).await;
    assert_eq!(open, CommandRefused::OtherTab);
    assert!(it.channel.detach(&other.permit::<CleanUp>()).await.is_err());
    nothing_was_sent(&it);
}

#[tokio::test]
async fn a_command_belongs_on_its_level() {
    let it = setup();
    let browser = it.tab.browser_channel(&it.connection);
    let on_browser = refused(&browser, &it.tab.permit::<Hold>(), page::Enable::default()).await;
    assert_eq!(on_browser, CommandRefused::WrongLevel);
    let close = target::CloseTarget::new("T1".into());
    assert_eq!(refused(&it.channel, &it.tab.permit::<Close>(), close).await, CommandRefused::WrongLevel);
    let list = target::GetTargets::default();
    assert_eq!(refused(&it.channel, &it.tab.instance_permit(), list).await, CommandRefused::WrongLevel);
    nothing_was_sent(&it);
}

#[tokio::test]
async fn own_22_only_addresses_that_pages_may_have() {
    let it = setup();
    it.browser
        .reply("Page.navigate", json!({ "frameId": "F" }))
        .reply("Target.createTarget", json!({ "targetId": "T" }));
    let (navigate, open) = (it.tab.permit::<Navigate>(), it.tab.open_permit());
    let browser = it.tab.browser_channel(&it.connection);
    for url in [
        "",
        "a.example",
        "file:///etc/passwd",
        "javascript:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "chrome://settings",
        "chrome-extension://abc/page.html",
        "devtools://devtools/bundled/inspector.html",
        "view-source:https://a.example/",
        "about:version",
        "FILE:///etc/passwd",
        "blob:file:///x",
        "filesystem:https://a.example/x",
        "chrome-untrusted://x",
        "edge://settings",
        "ws://a.example/",
        "ftp://a.example/",
        "data",
        "about:blank/../version",
    ] {
        let got = refused(&it.channel, &navigate, page::Navigate::new(url)).await;
        assert!(matches!(got, CommandRefused::Parameter { name: "url", .. }), "{url}");
        let got = refused(&browser, &open, target::CreateTarget::new(url)).await;
        assert!(matches!(got, CommandRefused::Parameter { name: "url", .. }), "{url}");
    }
    nothing_was_sent(&it);
    for url in [
        "https://a.example/?q=1#x",
        "HTTP://a.example",
        "about:blank",
        "data:text/html,<p>",
        "blob:https://a.example/1",
    ] {
        it.channel.send(&navigate, page::Navigate::new(url)).await.unwrap();
        browser.send(&open, target::CreateTarget::new(url)).await.unwrap();
    }
}

#[tokio::test]
async fn a_revoked_permit_sends_nothing_but_clean_up() {
    let mut it = setup();
    it.browser.lenient();
    let (navigate, clean_up) = (it.tab.permit::<Navigate>(), it.tab.permit::<CleanUp>());
    it.tab.apply(&Event::Committed { cause: Cause::Person, verdict: Verdict::Allowed });
    let go = page::Navigate::new("https://a.example/");
    assert_eq!(refused(&it.channel, &navigate, go).await, CommandRefused::PermitEnded);
    nothing_was_sent(&it);
    let release = input::ReleaseMouse::new(input::DispatchMouseEventType::MouseReleased, 1.0, 1.0);
    it.channel.send(&clean_up, release).await.unwrap();
}

#[tokio::test]
async fn clean_up_releases_and_does_not_press() {
    let it = setup();
    let clean_up = it.tab.permit::<CleanUp>();
    let press = input::ReleaseMouse::new(input::DispatchMouseEventType::MousePressed, 1.0, 1.0);
    assert!(matches!(refused(&it.channel, &clean_up, press).await, CommandRefused::Parameter { name: "type", .. }));
    let down = input::ReleaseKey::new(input::DispatchKeyEventType::UnknownValue("keyDown".into()));
    assert!(matches!(refused(&it.channel, &clean_up, down).await, CommandRefused::Parameter { name: "type", .. }));
    nothing_was_sent(&it);
}

fn context(name: &str, is_default: bool, kind: &str) -> runtime::ExecutionContextDescription {
    serde_json::from_value(json!({
        "id": 3, "origin": "https://a.example", "name": name, "uniqueId": "1.2",
        "auxData": { "isDefault": is_default, "type": kind, "frameId": "F1" },
    }))
    .unwrap()
}

#[tokio::test]
async fn reading_runs_in_our_own_world_only() {
    assert_eq!(OurContext::of(&context("ours", true, "default"), "ours"), None);
    assert_eq!(OurContext::of(&context("theirs", false, "isolated"), "ours"), None);
    assert_eq!(OurContext::of(&context("", false, "isolated"), ""), None);
    let ours = OurContext::of(&context("ours", false, "isolated"), "ours").unwrap();
    assert_eq!(ours.frame.as_str(), "F1");

    let it = setup();
    let read = it.tab.permit::<Read>();
    let nowhere = refused(&it.channel, &read, runtime::CallOurs::new("() => 1")).await;
    assert!(matches!(nowhere, CommandRefused::Parameter { name: "executionContextId", .. }));
    assert!(matches!(
        refused(&it.channel, &it.tab.permit::<Hold>(), page::CreateIsolatedWorld::new("F1".into(), "")).await,
        CommandRefused::Parameter { name: "worldName", .. }
    ));
    nothing_was_sent(&it);

    it.browser.on("Runtime.callFunctionOn", |call| {
        Answer::Result(json!({ "result": { "type": "string", "value": call.params["uniqueContextId"] } }))
    });
    let mut call = runtime::CallOurs::new("() => 1");
    call.unique_context_id = Some(ours.unique);
    let done = it.channel.send(&read, call).await.unwrap();
    assert_eq!(done.result.value.unwrap().get(), "\"1.2\"");
}

#[tokio::test]
async fn a_channel_detaches_itself() {
    let it = setup();
    it.browser.lenient();
    it.channel.detach(&it.tab.permit::<CleanUp>()).await.unwrap();
    let call = &it.browser.calls()[0];
    assert_eq!((call.session_id.as_deref(), &call.params), (None, &json!({ "sessionId": "S1" })));
}
