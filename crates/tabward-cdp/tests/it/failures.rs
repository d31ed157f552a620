//! Commands that fail, and what is known of whether the browser got them.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tabward_cdp::{
    Cdp, CdpError, CommandRefused, ConnectOptions, Connection,
    protocol::{page, runtime},
    testing::{Answer, ScriptedBrowser, TestTab, Told},
};
use tabward_model::{
    Cause, Delivered,
    capability::{Hold, Script},
    origin::Verdict,
    ownership::Event,
};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::{setup, setup_with};

#[tokio::test(start_paused = true)]
async fn a_deadline_passes_and_the_late_answer_is_for_nobody() {
    let it = setup();
    it.browser.once("Page.enable", Answer::ok().after(Duration::from_mins(1)));
    it.browser.on("Page.enable", |_| Answer::ok());
    let start = Instant::now();
    let error = it.enable().await.unwrap_err();
    assert_eq!(error, CdpError::Deadline { delivered: Delivered::Unknown, method: "Page.enable" });
    assert_eq!(start.elapsed().as_secs(), 25);
    assert_eq!(it.connection.pending(), 0);
    tokio::time::sleep(Duration::from_mins(1)).await;
    it.enable().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_channel_can_have_its_own_deadline() {
    let it = setup();
    it.browser.silent("Page.enable");
    let soon = it.channel.until(Instant::now() + Duration::from_millis(300));
    let start = Instant::now();
    let hold = it.tab.permit::<Hold>();
    assert!(matches!(soon.send(&hold, page::Enable::default()).await, Err(CdpError::Deadline { .. })));
    assert_eq!(start.elapsed(), Duration::from_millis(300));
    // A second one does not start the time anew.
    assert!(matches!(soon.send(&hold, page::Enable::default()).await, Err(CdpError::Deadline { .. })));
    assert_eq!(start.elapsed(), Duration::from_millis(300));
}

#[tokio::test(start_paused = true)]
async fn what_was_not_written_in_time_is_not_delivered_and_never_will_be() {
    let (browser, stream) = ScriptedBrowser::over(16 * 1024);
    let (reader, writer) = tokio::io::split(stream);
    let options = ConnectOptions { outbound: 2, ..ConnectOptions::default() };
    let connection = Connection::from_stream(reader, writer, options);
    let tab = TestTab::new("I1", "T1");
    let channel = tab.channel(&connection, "S1");
    browser.lenient().pause();
    // Is being written, fills the stream and cannot be taken back.
    let big = runtime::Evaluate::new("x".repeat(1 << 20));
    let script = tab.permit::<Script>();
    let hold = tab.permit::<Hold>();
    let small = || channel.send(&hold, page::Enable::default());
    // Two of these wait in the queue, two for room in it.
    let (big, a, b, c, d) = tokio::join!(channel.send(&script, big), small(), small(), small(), small());
    let got = [big.map(|_| ()), a.map(|_| ()), b.map(|_| ()), c.map(|_| ()), d.map(|_| ())];
    let told: Vec<Delivered> = got.iter().map(|it| it.as_ref().unwrap_err().delivered()).collect();
    assert_eq!(told[0], Delivered::Unknown);
    assert_eq!(told[1..], [Delivered::No; 4]);
    assert!(got.iter().all(|it| matches!(it, Err(CdpError::Deadline { .. }))));
    browser.resume();
    small().await.unwrap();
    assert_eq!(browser.calls_of("Page.enable").len(), 1, "only the last one was sent");
    assert_eq!(connection.pending(), 0);
}

#[tokio::test]
async fn a_command_whose_future_is_dropped_is_forgotten() {
    let it = setup();
    it.browser.silent("Page.enable");
    let waits = async {
        it.browser.called("Page.enable").await;
        assert_eq!(it.connection.pending(), 1);
    };
    tokio::select! {
        biased;
        _ = it.enable() => panic!("nobody answers"),
        () = waits => {}
    }
    assert_eq!(it.connection.pending(), 0);
}

#[tokio::test]
async fn a_close_fails_all_that_wait_at_once() {
    let it = setup();
    it.browser.silent("Page.enable").on("Runtime.evaluate", |_| Answer::Close);
    let mut events = it.channel.events();
    let (a, b, c) = tokio::join!(it.enable(), it.enable(), it.evaluate("1"));
    for error in [a.unwrap_err(), b.unwrap_err(), c.unwrap_err()] {
        assert_eq!(error, CdpError::Closed { delivered: Delivered::Unknown });
    }
    assert!(events.next().await.is_none());
    it.connection.closed().await;
    it.channel.closed().await;
    assert_eq!(it.connection.close_reason().as_deref(), Some("closed by the browser"));
    assert_eq!(it.connection.pending(), 0);
    assert_eq!(it.enable().await, Err(CdpError::Closed { delivered: Delivered::No }));
}

#[tokio::test]
async fn our_own_close_does_the_same() {
    let it = setup();
    it.browser.silent("Page.enable");
    let (sent, ()) = tokio::join!(it.enable(), async {
        it.browser.called("Page.enable").await;
        it.connection.close();
    });
    assert_eq!(sent, Err(CdpError::Closed { delivered: Delivered::Unknown }));
    it.browser.gone().await;
}

#[tokio::test]
async fn a_detached_session_fails_its_own_commands_only() {
    let it = setup();
    it.browser.silent("Page.enable");
    let detached = Told::new(None, "Target.detachedFromTarget", json!({ "sessionId": "S1" }));
    it.browser.once("Runtime.evaluate", Answer::Silent.with_events(vec![detached]));
    let other = TestTab::new("I1", "T2");
    let (hold, channel) = (other.permit::<Hold>(), other.channel(&it.connection, "S9"));
    let elsewhere = channel.send(&hold, page::Enable::default());
    let both = async { tokio::join!(it.enable(), it.evaluate("1")) };
    tokio::select! {
        _ = elsewhere => panic!("nobody answers"),
        (a, b) = both => {
            assert_eq!(a, Err(CdpError::Closed { delivered: Delivered::Unknown }));
            assert_eq!(b, Err(CdpError::Closed { delivered: Delivered::Unknown }));
        }
    }
}

#[tokio::test]
async fn the_browsers_own_errors_tell_what_they_can() {
    let it = setup();
    let mut told = Vec::new();
    for (code, message) in [
        (-32_000, "Inspected target navigated or closed"),
        (-32_000, "Cannot find context with specified id"),
        (-32_601, "'Page.enable' wasn't found"),
        (-32_602, "Invalid parameters"),
        (-32_603, "Internal error"),
    ] {
        it.browser.fail("Page.enable", code, message);
        let error = it.enable().await.unwrap_err();
        assert!(matches!(&error, CdpError::Protocol { method: "Page.enable", .. }), "{error}");
        told.push(error.delivered());
    }
    assert_eq!(told, [Delivered::Unknown, Delivered::No, Delivered::No, Delivered::No, Delivered::Unknown]);
    it.browser.fail("Page.enable", -32_001, "Session with given id not found.");
    assert_eq!(it.enable().await, Err(CdpError::Closed { delivered: Delivered::No }));
}

#[tokio::test]
async fn a_result_of_another_shape_is_malformed_and_was_delivered() {
    let it = setup();
    it.browser.reply("Runtime.evaluate", json!({ "result": 7 }));
    let error = it.evaluate("1").await.unwrap_err();
    assert!(matches!(error, CdpError::Malformed { .. }));
    assert_eq!(error.delivered(), Delivered::Yes);
}

#[tokio::test]
async fn what_is_no_message_ends_the_connection() {
    for bytes in [&b"{nonsense\0"[..], b"[]\0", b"\0", b"{\"method\":\"a\xff\"}\0"] {
        let it = setup();
        it.browser.bytes(bytes.to_vec());
        it.connection.closed().await;
        assert!(it.connection.close_reason().is_some());
    }
}

#[tokio::test]
async fn a_message_beyond_the_limit_ends_the_connection() {
    let it = setup_with(ConnectOptions { message: 100_000, ..ConnectOptions::default() });
    it.browser.bytes(vec![b' '; 1_000_000]);
    it.connection.closed().await;
    assert!(it.connection.close_reason().unwrap().contains("too long"));
}

#[tokio::test]
async fn connecting_to_nothing_fails() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ws://{}/devtools/browser/x", listener.local_addr().unwrap());
    // Takes the connection, and says nothing.
    let options = ConnectOptions { connect: Duration::from_millis(100), ..ConnectOptions::default() };
    let error = Connection::websocket(&url, options).await.unwrap_err();
    assert!(matches!(error, CdpError::Connect { .. }) && error.to_string().contains("in time"));
    drop(listener);
    let error = Connection::websocket(&url, ConnectOptions::default()).await.unwrap_err();
    assert_eq!(error.delivered(), Delivered::No);
}

/// A WebSocket server that takes one command and then does `then` with the connection.
async fn server(then: impl AsyncFnOnce(tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>)) -> Vec<CdpError> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}/devtools/browser/x", listener.local_addr().unwrap());
    let serve = async {
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        socket.next().await.unwrap().unwrap();
        then(socket).await;
    };
    let client = async {
        let connection = Connection::websocket(&url, ConnectOptions::default()).await.unwrap();
        let tab = TestTab::new("I1", "T1");
        let (hold, channel) = (tab.permit::<Hold>(), tab.channel(&connection, "S1"));
        let first = channel.send(&hold, page::Enable::default()).await.unwrap_err();
        connection.closed().await;
        vec![first, channel.send(&hold, page::Enable::default()).await.unwrap_err()]
    };
    tokio::join!(serve, client).1
}

#[tokio::test]
async fn a_websocket_that_ends_in_any_way_fails_what_waits() {
    let expected = [Delivered::Unknown, Delivered::No].map(|delivered| CdpError::Closed { delivered }).to_vec();
    let closed = server(async |mut socket| socket.close(None).await.unwrap()).await;
    assert_eq!(closed, expected);
    let cut = server(async |socket| drop(socket)).await;
    assert_eq!(cut, expected);
    let binary = server(async |mut socket| {
        socket.send(Message::Binary(vec![1].into())).await.unwrap();
        // Until the other side has had enough.
        while socket.next().await.is_some_and(|it| it.is_ok()) {}
    });
    assert_eq!(binary.await, expected);
}

#[tokio::test(start_paused = true)]
async fn a_permit_that_ends_while_its_command_waits_for_room_sends_nothing() {
    let (browser, stream) = ScriptedBrowser::over(1024);
    let (reader, writer) = tokio::io::split(stream);
    let options = ConnectOptions { outbound: 1, ..ConnectOptions::default() };
    let connection = Connection::from_stream(reader, writer, options);
    let mut tab = TestTab::new("I1", "T1");
    let channel = tab.channel(&connection, "S1");
    browser.lenient().reply("Runtime.evaluate", json!({ "result": { "type": "undefined" } })).pause();
    let (script, hold) = (tab.permit::<Script>(), tab.permit::<Hold>());
    let fill = async {
        let big = channel.send(&hold, page::AddOurScript::new("x".repeat(10_000), "ours"));
        tokio::join!(big, channel.send(&hold, page::Enable::default()))
    };
    let waits = channel.send(&script, runtime::Evaluate::new("1"));
    let revoke = async {
        while connection.pending() < 3 {
            tokio::task::yield_now().await;
        }
        tab.apply(&Event::Committed { cause: Cause::Person, verdict: Verdict::Allowed });
        browser.resume();
    };
    let (_, refused, ()) = tokio::join!(fill, waits, revoke);
    assert_eq!(refused.unwrap_err(), CdpError::Refused(CommandRefused::PermitEnded));
    assert_eq!(browser.calls_of("Runtime.evaluate"), []);
}
