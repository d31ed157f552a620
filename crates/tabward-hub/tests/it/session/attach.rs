//! SES-1, 2, 3, 9, ID-14: attaching.

use std::time::Duration;

use tabward_hub::session::headless::Confidence;
use tabward_hub::session::{Decided, SessionError};
use tabward_model::{Code, Mode, SessionSpec};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::Instant;

use super::soon;
use super::world::{World, answers, free_port, headless, mode, tabs, who};

fn attach(port: u16) -> SessionSpec {
    SessionSpec { port: Some(port), ..mode(Mode::Attach) }
}

/// Attaching by port and by WebSocket URL; no tab of the browser is touched (SES-3).
#[tokio::test]
async fn ses_01_attach_by_port_and_by_url() {
    let (world, other) = (World::new(), World::new());
    let others = other.hub();
    let port = free_port();
    let theirs = others.ensure(&SessionSpec { port: Some(port), ..headless() }, &who("x"), soon()).await.unwrap();
    let hub = world.hub();
    let opened = hub.ensure(&attach(port), &who("a"), soon()).await.unwrap();
    assert_eq!((opened.decided, opened.fresh, opened.headless), (Decided::Attached, false, true));
    assert!(opened.context.is_some(), "the context that is ours to see is known");
    assert_eq!(tabs(&opened).await, tabs(&theirs).await);
    let listed = hub.list(&[("127.0.0.1".into(), port)]).await.unwrap();
    assert_eq!((listed.sessions[0].spawned_by_us, listed.sessions[0].hint.confidence), (false, Confidence::Certain));
    assert!(listed.probed.iter().any(|p| p.port == port && p.alive && p.product.is_some()));

    // The same browser under another name is the same browser (ID-14).
    let url = hub.record(opened.session).unwrap().endpoint.unwrap();
    let localhost = SessionSpec { host: Some("localhost".into()), ..attach(port) };
    assert_eq!(hub.ensure(&localhost, &who("b"), soon()).await.unwrap().session, opened.session);
    hub.close(opened.session).await.unwrap();

    let by_url = SessionSpec { host: Some(url), ..mode(Mode::Attach) };
    let opened = hub.ensure(&by_url, &who("a"), soon()).await.unwrap();
    assert!(answers(&opened).await.is_ok());
    assert_eq!(opened.port, port);
    hub.close(opened.session).await.unwrap();
    assert!(answers(&theirs).await.is_ok());
    others.close(theirs.session).await.unwrap();
}

/// SES-2: a dead port, and one where something else listens, are named.
#[tokio::test]
async fn ses_02_a_dead_port_is_named() {
    let world = World::new();
    let hub = world.hub();
    let port = free_port();
    let error = hub.ensure(&attach(port), &who("a"), soon()).await.unwrap_err();
    assert_eq!(error.code(), Code::PortDead);
    assert!(error.to_string().contains(&port.to_string()), "{error}");
    assert!(error.next_step().contains("--user-data-dir"), "{}", error.next_step());

    let answer: &[&'static [u8]] = &[
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
    ];
    for answer in answer {
        let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = socket.local_addr().unwrap().port();
        let serve = async {
            let (mut stream, _) = socket.accept().await.unwrap();
            assert!(stream.read(&mut [0; 512]).await.unwrap() > 0);
            stream.write_all(answer).await.unwrap();
        };
        let (spec, caller) = (attach(port), who("a"));
        let error = tokio::select! {
            done = hub.ensure(&spec, &caller, soon()) => done.unwrap_err(),
            () = async { serve.await; std::future::pending().await } => unreachable!(),
        };
        // It is our own process that listens: a door of tabward.
        assert_eq!(error.code(), Code::EndpointNotOurs, "{error}");
    }
}

/// `/json/*` answers 404 while the WebSocket works: the note in the profile gives the path.
#[tokio::test]
async fn ses_01_a_silent_port_is_found_through_the_profiles_note() {
    let (mut world, other) = (World::new(), World::new());
    let others = other.hub();
    let port = free_port();
    let theirs = others.ensure(&SessionSpec { port: Some(port), ..headless() }, &who("x"), soon()).await.unwrap();
    let guid = others.record(theirs.session).unwrap().browser_guid.unwrap();

    // A front that hides /json and passes the rest, run by another process: `socat` is not at hand, so a thread in a
    // child of this test binary stands for it.
    let mut front = Front::start(port);
    let own = world.path("home/.config/chromium");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("DevToolsActivePort"), format!("{}\n/devtools/browser/{guid}", front.port)).unwrap();
    let hub = world.hub();
    let opened = hub.ensure(&attach(front.port), &who("a"), soon()).await.unwrap();
    assert!(answers(&opened).await.is_ok());
    assert_eq!(hub.record(opened.session).unwrap().browser_guid.as_deref(), Some(guid.as_str()));
    hub.close(opened.session).await.unwrap();

    // Nothing named and the default port dead: the running browser is found by its note.
    world.config.default_port = free_port();
    let hub = {
        drop(hub);
        world.hub()
    };
    let found = hub.ensure(&mode(Mode::Attach), &who("a"), soon()).await.unwrap();
    assert_eq!(found.port, front.port);
    hub.close(found.session).await.unwrap();
    others.close(theirs.session).await.unwrap();
    front.stop();
}

/// The browser asks its person: the call waits within its deadline, the next call joins the same question.
#[tokio::test]
async fn ses_01_consent_is_asked_for_once_and_waited_for() {
    let world = World::new();
    let mut front = Front::silent();
    let own = world.path("home/.config/google-chrome");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("DevToolsActivePort"), format!("{}\n/devtools/browser/abc", front.port)).unwrap();
    let hub = world.hub();
    for _ in 0..2 {
        let error =
            hub.ensure(&attach(front.port), &who("a"), Instant::now() + Duration::from_millis(1500)).await.unwrap_err();
        assert!(matches!(error, SessionError::ConsentPending { .. }), "{error:?}");
        assert_eq!(error.code(), Code::HumanRequired);
        assert!(error.next_step().contains("Allow"));
    }
    assert_eq!(front.stop(), 1, "asked once");
}

use front::Front;

/// A process of its own that listens on a loopback port.
mod front {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};

    use super::super::harness;

    pub(super) struct Front {
        child: Child,
        pub(super) port: u16,
    }

    impl Front {
        /// Answers 404 to `/json/version` and passes every other connection on to `to`.
        pub(super) fn start(to: u16) -> Self {
            Self::run(&to.to_string())
        }

        /// Answers 404 to `/json/version` and nothing to all else.
        pub(super) fn silent() -> Self {
            Self::run("0")
        }

        fn run(to: &str) -> Self {
            let mut child = Command::new(harness())
                .args(["front", to])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut line = String::new();
            let mut out = BufReader::new(child.stdout.take().unwrap());
            out.read_line(&mut line).unwrap();
            child.stdout = Some(out.into_inner());
            Self { child, port: line.trim().parse().unwrap() }
        }

        /// Ends it; how many connections asked for a WebSocket.
        pub(super) fn stop(&mut self) -> u32 {
            drop(self.child.stdin.take());
            let mut text = String::new();
            self.child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
            self.child.wait().unwrap();
            text.trim().parse().unwrap()
        }
    }

    impl Drop for Front {
        fn drop(&mut self) {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}
