//! The same connection against Chromium.

use std::time::Duration;

use tabward_cdp::{
    Cdp as _, Channel, Incoming, OurContext, OurContextId,
    protocol::{accessibility, browser, dom, input, page, runtime},
    testing::TestTab,
};
use tabward_model::capability::{Act, CleanUp, Hold, Read, Script};
use tokio::time::Instant;

use crate::chromium::Chromium;

const LARGE: usize = 64 << 20;

async fn evaluate(tab: &TestTab, channel: &Channel, expression: &str) -> String {
    let mut command = runtime::Evaluate::new(expression);
    command.return_by_value = Some(true);
    let patient = channel.until(Instant::now() + Duration::from_mins(2));
    let done = patient.send(&tab.permit::<Script>(), command).await.unwrap();
    assert!(done.exception_details.is_none(), "{:?}", done.exception_details);
    done.result.value.unwrap().get().to_owned()
}

/// What must work over every transport.
async fn round_trips(chromium: &Chromium) {
    let (tab, channel) = chromium.open("data:text/html,<title>t</title><button>go</button>").await.unwrap();
    let instance = tab.instance_permit();
    let version = tab.browser_channel(&chromium.connection).send(&instance, browser::GetVersion::default()).await;
    assert!(version.unwrap().product.contains('/'));

    // 64 MiB up, then down.
    let up = format!("'{}'.length", "x".repeat(LARGE));
    assert_eq!(evaluate(&tab, &channel, &up).await, LARGE.to_string());
    let down = evaluate(&tab, &channel, &format!("'y'.repeat({LARGE})")).await;
    assert_eq!(down.len(), LARGE + 2);
    assert!(down.bytes().skip(1).take(LARGE).all(|byte| byte == b'y'));

    let half = evaluate(&tab, &channel, "'a\\ud800b'").await;
    assert!(half.starts_with("\"a"), "{half}");
}

/// Our own world, the page's events and its tree.
async fn works_a_page(chromium: &Chromium) {
    let (tab, channel) = chromium.open("about:blank").await.unwrap();
    let (hold, read, act) = (tab.permit::<Hold>(), tab.permit::<Read>(), tab.permit::<Act>());
    let mut events = channel.events();
    channel.send(&hold, page::Enable::default()).await.unwrap();
    channel.send(&hold, runtime::Enable::default()).await.unwrap();
    channel.send(&hold, page::SetLifecycleEventsEnabled::new(true)).await.unwrap();
    channel.send(&hold, page::AddOurScript::new("globalThis.ours = 7", "ours")).await.unwrap();
    let go = page::Navigate::new("data:text/html,<title>t</title><button autofocus onclick='alert(1)'>go</button>");
    let gone = channel.send(&tab.permit(), go).await.unwrap();

    let mut world = None;
    let mut seen = Vec::new();
    while !seen.iter().any(|name| name == "load") || world.is_none() {
        let Some(Incoming::Event(event)) = events.next().await else { panic!("an event") };
        if let Some(created) = event.get::<runtime::ExecutionContextCreated>() {
            world = OurContext::of(&created.unwrap().context, "ours").or(world);
        }
        if let Some(Ok(life)) = event.get::<page::LifecycleEvent>()
            && Some(&life.loader_id) == gone.loader_id.as_ref()
        {
            seen.push(life.name);
        }
    }
    let world = world.unwrap();
    assert_eq!(world.frame, gone.frame_id);
    let mut call = runtime::CallOurs::new("() => [globalThis.ours, document.title]");
    call.unique_context_id = Some(world.unique);
    call.return_by_value = Some(true);
    let done = channel.send(&read, call).await.unwrap();
    assert_eq!(done.result.value.unwrap().get(), "[7,\"t\"]");
    // The page has its own.
    assert_eq!(evaluate(&tab, &channel, "typeof ours").await, "\"undefined\"");

    let made = channel.send(&hold, page::CreateIsolatedWorld::new(gone.frame_id, "other")).await.unwrap();
    let mut call = runtime::CallOurs::new("() => 1 + 1");
    call.execution_context_id = Some(OurContextId::of_world(&made));
    assert_eq!(channel.send(&read, call).await.unwrap().result.value.unwrap().get(), "2");

    let tree = channel.send(&read, accessibility::GetFullAXTree::default()).await.unwrap();
    assert!(tree.nodes.iter().any(|node| node.role.as_ref().is_some_and(|it| it.value.is_some())));
    channel.send(&read, dom::GetDocument::default()).await.unwrap();
    let picture = channel.send(&read, page::CaptureScreenshot::default()).await.unwrap();
    assert!(picture.data.starts_with("iVBOR"));

    // A key opens a dialog, which holds the page up until it is settled.
    let mut key = input::DispatchKeyEvent::new(input::DispatchKeyEventType::KeyDown);
    (key.key, key.code, key.text) = (Some("Enter".into()), Some("Enter".into()), Some("\r".into()));
    key.windows_virtual_key_code = Some(13);
    let settle = async {
        loop {
            let Some(Incoming::Event(event)) = events.next().await else { panic!("an event") };
            if let Some(opened) = event.get::<page::JavascriptDialogOpening>() {
                assert_eq!(opened.unwrap().message, "1");
                return channel.send(&hold, page::SettleDialog::new(true)).await.unwrap();
            }
        }
    };
    let (pressed, _) = tokio::join!(channel.send(&act, key), settle);
    pressed.unwrap();
    channel.detach(&tab.permit::<CleanUp>()).await.unwrap();
    channel.closed().await;
}

/// End of a browser that was asked to end.
async fn end(chromium: Chromium) {
    let tab = TestTab::new("I1", "none");
    let channel = tab.browser_channel(&chromium.connection);
    // It may end before it has answered.
    let _ = channel.send(&tab.instance_permit(), browser::Close::default()).await;
    chromium.connection.closed().await;
    chromium.ended().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_the_pipe() {
    let chromium = Chromium::over_pipe().unwrap();
    round_trips(&chromium).await;
    works_a_page(&chromium).await;
    end(chromium).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_the_websocket() {
    let chromium = Chromium::over_websocket().await.unwrap();
    round_trips(&chromium).await;
    end(chromium).await;
}
