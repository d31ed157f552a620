//! Tests of the connection: against a scripted browser, and against Chromium.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chromium;
mod events;
mod failures;
mod permits;
mod real;

use serde_json::json;
use tabward_cdp::{
    Cdp, CdpError, Channel, ConnectOptions, Connection, protocol::page, protocol::runtime, testing::ScriptedBrowser,
    testing::TestTab,
};
use tabward_model::capability::{Hold, Script};

/// A scripted browser, a connection, a tab with everything granted and its channel.
struct Setup {
    browser: ScriptedBrowser,
    connection: Connection,
    tab: TestTab,
    channel: Channel,
}

fn setup() -> Setup {
    setup_with(ConnectOptions::default())
}

fn setup_with(options: ConnectOptions) -> Setup {
    let (browser, connection) = ScriptedBrowser::start(options);
    let tab = TestTab::new("I1", "T1");
    let channel = tab.channel(&connection, "S1");
    Setup { browser, connection, tab, channel }
}

impl Setup {
    async fn enable(&self) -> Result<(), CdpError> {
        let permit = self.tab.permit::<Hold>();
        self.channel.send(&permit, page::Enable::default()).await.map(|_| ())
    }

    async fn evaluate(&self, expression: &str) -> Result<String, CdpError> {
        let permit = self.tab.permit::<Script>();
        let done = self.channel.send(&permit, runtime::Evaluate::new(expression)).await?;
        Ok(done.result.value.map(|value| value.get().to_owned()).unwrap_or_default())
    }
}

#[tokio::test]
async fn answers_find_their_callers_in_any_order() {
    let it = setup();
    it.browser.silent("Runtime.evaluate");
    let (a, b, ()) = tokio::join!(it.evaluate("a"), it.evaluate("b"), async {
        let first = it.browser.called("Runtime.evaluate").await;
        let second = it.browser.called("Runtime.evaluate").await;
        // Pipelined commands go out in the order in which they were sent.
        assert_eq!((&first.params["expression"], &second.params["expression"]), (&json!("a"), &json!("b")));
        assert_eq!(first.session_id.as_deref(), Some("S1"));
        it.browser.answer(second.id, &json!({ "result": { "type": "string", "value": "for b" } }));
        it.browser.answer(first.id, &json!({ "result": { "type": "string", "value": "for a" } }));
    });
    assert_eq!(a.unwrap(), "\"for a\"");
    assert_eq!(b.unwrap(), "\"for b\"");
    assert_eq!(it.connection.pending(), 0);
}

#[tokio::test]
async fn absent_parameters_are_not_sent_and_fixed_ones_always() {
    let it = setup();
    it.browser.lenient();
    let hold = it.tab.permit::<Hold>();
    let auto = tabward_cdp::protocol::target::SetAutoAttach::new(true, false);
    it.channel.send(&hold, auto).await.unwrap();
    it.enable().await.unwrap();
    let calls = it.browser.calls();
    assert_eq!(calls[0].params, json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true }));
    assert_eq!(calls[1].params, json!({}));
}

#[tokio::test]
async fn an_unknown_word_of_the_protocol_is_kept() {
    use tabward_cdp::protocol::page::FrameStartedNavigatingNavigationType as Kind;
    let known: Kind = serde_json::from_value(json!("reload")).unwrap();
    assert_eq!(known, Kind::Reload);
    let new: Kind = serde_json::from_value(json!("teleport")).unwrap();
    assert_eq!(new, Kind::UnknownValue("teleport".into()));
    assert_eq!(new.as_str(), "teleport");
}

#[tokio::test]
async fn the_connection_ends_with_its_last_user() {
    let it = setup();
    let mut events = it.channel.events();
    let (browser, connection) = (it.browser.clone(), it.connection.clone());
    drop(it);
    assert!(!connection.is_closed());
    drop(connection);
    browser.event(Some("S1"), "Page.loadEventFired", json!({ "timestamp": 1.0 }));
    assert!(events.next().await.is_some(), "whoever listens keeps it open");
    drop(events);
    // The browser's end is closed, as that of a debugging pipe.
    browser.gone().await;
}

// A browser behind a pipe that outlives its user still answers what the one before asked.
#[tokio::test]
async fn two_connections_do_not_count_alike() {
    let (one, other) = (setup(), setup());
    one.browser.lenient();
    other.browser.lenient();
    one.enable().await.unwrap();
    other.enable().await.unwrap();
    let ids = [&one, &other].map(|it| it.browser.calls()[0].id);
    assert_ne!(ids[0], ids[1]);
    assert!(ids.iter().all(|id| i32::try_from(*id).is_ok()), "browsers take 31 bits: {ids:?}");
}
