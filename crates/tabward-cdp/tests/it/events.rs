//! Events: bounded queues, sessions that end, pages that misbehave.

use serde_json::json;
use tabward_cdp::{
    ConnectOptions, Event, EventStream, Incoming,
    protocol::{page, target},
};

use crate::{setup, setup_with};

/// `n` for an event with `timestamp: n`, `-n` for `n` missed ones.
async fn read(events: &mut EventStream, count: usize) -> Vec<f64> {
    let mut got = Vec::new();
    for _ in 0..count {
        got.push(match events.next().await.expect("the channel is open") {
            Incoming::Event(event) => event.parse::<page::LoadEventFired>().unwrap().timestamp.0,
            Incoming::Missed(count) => -f64::from(u32::try_from(count).unwrap()),
        });
    }
    got
}

#[tokio::test]
async fn a_slow_reader_is_told_how_many_it_missed_and_where() {
    let it = setup_with(ConnectOptions { events: 3, ..ConnectOptions::default() });
    it.browser.lenient();
    let mut slow = it.channel.events();
    let fire = |n: i32| it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": n }));
    (1..=5).for_each(fire);
    // An answer comes after all events before it, so they are in the queue now.
    it.enable().await.unwrap();
    assert_eq!(read(&mut slow, 3).await, [1.0, 2.0, 3.0]);
    fire(6);
    it.enable().await.unwrap();
    assert_eq!(read(&mut slow, 2).await, [-2.0, 6.0]);
    assert!(slow.try_next().is_none());
}

#[tokio::test]
async fn bytes_are_bounded_too() {
    let it = setup_with(ConnectOptions { event_bytes: 1000, ..ConnectOptions::default() });
    it.browser.lenient();
    let mut slow = it.channel.events();
    let long = "x".repeat(5000);
    it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 1, "more": long }));
    it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 2 }));
    it.enable().await.unwrap();
    assert_eq!(read(&mut slow, 2).await, [1.0, -1.0]);
}

#[tokio::test]
async fn a_flood_of_others_displaces_nothing_in_a_chosen_stream() {
    let it = setup_with(ConnectOptions { events: 2, ..ConnectOptions::default() });
    it.browser.lenient();
    let mut chosen = it.channel.events_of(&[page::LoadEventFired::METHOD]);
    for _ in 0..100 {
        it.browser.event(Some("S1"), "Runtime.consoleAPICalled", json!({}));
    }
    it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 7 }));
    it.enable().await.unwrap();
    assert_eq!(read(&mut chosen, 1).await, [7.0]);
}

#[tokio::test]
async fn each_session_has_its_own_events() {
    let it = setup();
    it.browser.lenient();
    let mut ours = it.channel.events();
    let mut child = it.channel.child("S2").events();
    it.browser.event(Some("S2"), "Page.loadEventFired", json!({ "timestamp": 2 }));
    it.browser.event(None, "Page.loadEventFired", json!({ "timestamp": 3 }));
    it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 1 }));
    it.enable().await.unwrap();
    assert_eq!(read(&mut ours, 1).await, [1.0]);
    assert_eq!(read(&mut child, 1).await, [2.0]);
    assert!(ours.try_next().is_none() && child.try_next().is_none());
}

#[tokio::test]
async fn a_detached_session_ends_with_those_below_it() {
    let it = setup();
    it.browser.lenient();
    let browser_channel = it.tab.browser_channel(&it.connection);
    let mut listing = browser_channel.events();
    let (mut ours, child) = (it.channel.events(), it.channel.child("S2"));
    let mut below = child.events();
    let info = json!({ "targetId": "F2", "type": "iframe", "title": "", "url": "", "attached": true, "canAccessOpener": false });
    it.browser.event(
        Some("S1"),
        "Target.attachedToTarget",
        json!({ "sessionId": "S2", "targetInfo": info, "waitingForDebugger": false }),
    );
    it.browser.event(None, "Target.detachedFromTarget", json!({ "sessionId": "S1" }));
    assert!(matches!(ours.next().await, Some(Incoming::Event(event)) if event.is::<target::AttachedToTarget>()));
    assert!(ours.next().await.is_none());
    assert!(below.next().await.is_none());
    child.closed().await;
    assert!(it.channel.is_closed() && child.is_closed());
    // Whoever comes late finds it closed, instead of waiting for ever.
    assert!(it.tab.channel(&it.connection, "S1").events().next().await.is_none());
    // The parent is told, and lives.
    assert!(matches!(listing.next().await, Some(Incoming::Event(event)) if event.is::<target::DetachedFromTarget>()));
    assert!(!browser_channel.is_closed() && !it.connection.is_closed());
}

#[tokio::test]
async fn half_a_surrogate_pair_makes_no_event_unreadable() {
    let it = setup();
    let mut events = it.channel.events();
    it.browser.message(
        r#"{"method":"Page.javascriptDialogOpening","sessionId":"S1","params":{"url":"https://a.example/","frameId":"F",
        "message":"a\ud800b \\ud800 \ud83d\ude00","type":"alert","hasBrowserHandler":false}}"#,
    );
    let Some(Incoming::Event(event)) = events.next().await else { panic!("an event") };
    let dialog: page::JavascriptDialogOpening = event.parse().unwrap();
    assert_eq!(dialog.message, "a\u{fffd}b \\ud800 \u{1f600}");
}

#[tokio::test]
async fn an_event_is_only_read_as_what_it_is() {
    let it = setup();
    let mut events = it.channel.events();
    it.browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": "soon" }));
    let Some(Incoming::Event(event)) = events.next().await else { panic!("an event") };
    assert!(event.parse::<page::LoadEventFired>().is_err());
    assert!(event.parse::<page::FrameNavigated>().is_err());
    assert!(event.get::<page::FrameNavigated>().is_none());
}
