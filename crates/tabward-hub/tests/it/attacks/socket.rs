//! On the local socket: what is no greeting, too long, half, of another revision, too many, too slow. Nothing of it changes
//! anything, and others are answered meanwhile.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::time::timeout;

use crate::hub::Bed;

/// Longer than the door waits for a greeting, on a busy machine.
const LONG: Duration = Duration::from_secs(40);

pub(super) struct Door(UnixStream);

impl Door {
    pub(super) async fn knock(bed: &Bed) -> Self {
        Self(UnixStream::connect(bed.hub.paths.socket()).await.unwrap())
    }

    /// Greets as a client of this bridge, and is welcomed.
    pub(super) async fn client(bed: &Bed, bridge: &str) -> Self {
        let mut door = Self::knock(bed).await;
        door.say(&hello(bridge)).await.unwrap();
        let welcome = door.hear().await.unwrap();
        assert!(welcome.get("welcome").is_some(), "{welcome}");
        door
    }

    async fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).await
    }

    pub(super) async fn say(&mut self, message: &Value) -> io::Result<()> {
        let body = message.to_string();
        self.bytes(&u32::try_from(body.len()).unwrap().to_be_bytes()).await?;
        self.bytes(body.as_bytes()).await
    }

    /// The next message; none when the door closed.
    pub(super) async fn hear(&mut self) -> Option<Value> {
        let read = async {
            let mut head = [0; 4];
            self.0.read_exact(&mut head).await.ok()?;
            let mut body = vec![0; usize::try_from(u32::from_be_bytes(head)).unwrap()];
            self.0.read_exact(&mut body).await.ok()?;
            Some(serde_json::from_slice(&body).unwrap())
        };
        timeout(LONG, read).await.expect("the door says something or closes")
    }

    /// The refusal and the end of the connection.
    async fn refused(&mut self, code: &str) -> String {
        let said = self.hear().await.unwrap_or_else(|| panic!("closed without a word, not {code}"));
        assert_eq!(said["refused"]["code"], code, "{said}");
        assert!(self.hear().await.is_none(), "a refused connection closes");
        said["refused"]["message"].as_str().unwrap().to_owned()
    }
}

pub(super) fn hello(bridge: &str) -> Value {
    json!({"hello": {
        "revision": tabward_hub::wire::REVISION, "version": env!("CARGO_PKG_VERSION"),
        "build": {"exe": "/elsewhere", "modified_ms": 0}, "role": "client", "door": "stdio", "bridge": bridge,
        "workspace": "/project",
    }})
}

pub(super) fn call(id: u64, tool: &str, arguments: Value) -> Value {
    let mut call = json!({"call": {"id": id, "tool": tool, "json": true}});
    call["call"]["arguments"] = arguments;
    call
}

async fn answers(bed: &Bed) {
    let mut door = Door::client(bed, "honest").await;
    door.say(&call(1, "browser_tabs", json!({"action": "list"}))).await.unwrap();
    let said = door.hear().await.unwrap();
    assert_eq!(said["answer"]["ok"], true, "{said}");
}

// HUB-3, HUB-6: garbage, frames that are too long, half frames, and calls before the greeting.
#[tokio::test(flavor = "multi_thread")]
async fn hub_03_what_is_no_greeting_is_refused_and_counted() {
    let bed = Bed::start().await;
    let refused = || bed.hub.refused.load(std::sync::atomic::Ordering::Relaxed);
    let mut count = 0;
    for bytes in [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_vec(),
        vec![0xff; 64],
        vec![0, 0, 0, 0],
        b"\0\0\0\x02{]".to_vec(),
        b"\0\0\0\x04null".to_vec(),
        // One byte more than a request may have.
        u32::try_from(tabward_hub::wire::MAX_REQUEST + 1).unwrap().to_be_bytes().to_vec(),
    ] {
        let mut door = Door::knock(&bed).await;
        door.bytes(&bytes).await.unwrap();
        door.refused("INVALID_ARGUMENT").await;
        count += 1;
        assert_eq!(refused(), count, "{bytes:?}");
    }
    // Half a frame and then the end: nothing is waited for and nothing is told.
    let mut door = Door::knock(&bed).await;
    door.bytes(b"\0\0\0\x64{\"hello\"").await.unwrap();
    door.0.shutdown().await.unwrap();
    door.refused("INVALID_ARGUMENT").await;
    let mut early = Door::knock(&bed).await;
    early.say(&call(1, "browser_tabs", json!({"action": "list"}))).await.unwrap();
    early.refused("INVALID_ARGUMENT").await;
    answers(&bed).await;
    bed.stop().await;
}

// HUB-5: a connection declares one role, once. HUB-7 in the local door's words: another revision is told both, and the mend.
#[tokio::test(flavor = "multi_thread")]
async fn hub_05_one_role_once_and_one_revision() {
    let bed = Bed::start().await;
    for role in ["dashboard", "extension", "admin", ""] {
        let mut greeting = hello("x");
        greeting["hello"]["role"] = json!(role);
        let mut door = Door::knock(&bed).await;
        door.say(&greeting).await.unwrap();
        door.refused("INVALID_ARGUMENT").await;
    }
    let mut door = Door::client(&bed, "x").await;
    door.say(&hello("y")).await.unwrap();
    assert!(door.hear().await.is_none(), "a second greeting ends the connection");
    let mut greeting = hello("x");
    greeting["hello"]["revision"] = json!(99);
    let mut door = Door::knock(&bed).await;
    door.say(&greeting).await.unwrap();
    let why = door.refused("HUB_UNAVAILABLE").await;
    let ours = format!("revision {}", tabward_hub::wire::REVISION);
    assert!(why.contains(&ours) && why.contains("revision 99") && why.contains("tabward hub stop"), "{why}");
    assert!(!bed.hub.is_draining(), "a strange client does not end the hub");
    answers(&bed).await;
    bed.stop().await;
}

// HUB-6: more idle connections than there may be, lengths that promise what never comes, a writer that takes for ever.
#[tokio::test(flavor = "multi_thread")]
async fn hub_06_many_idle_and_slow_connections_are_bounded() {
    let bed = Bed::start().await;
    let before = resident();
    let mut idle = Vec::new();
    for n in 0_u32..3000 {
        let mut door = Door::knock(&bed).await;
        // Each promises sixteen megabytes; some are refused before they can.
        let _ = door.bytes(&(16_u32 << 20).to_be_bytes()).await;
        let _ = door.bytes(&[b'{'; 16]).await;
        // Descriptors are the machine's, not ours to use up.
        if n.is_multiple_of(4) {
            idle.push(door);
        }
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 256 << 20, "{} MB for promises", grown >> 20);
    // They are closed by themselves, and then others come in again.
    for door in &mut idle {
        while door.hear().await.is_some() {}
    }
    let mut slow = Door::knock(&bed).await;
    let greeting = hello("slow").to_string();
    let drip = async {
        let _ = slow.bytes(&u32::try_from(greeting.len()).unwrap().to_be_bytes()).await;
        for byte in greeting.as_bytes() {
            if slow.bytes(&[*byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let (_, ()) = tokio::join!(timeout(LONG, drip), answers(&bed));
    slow.refused("INVALID_ARGUMENT").await;
    answers(&bed).await;
    bed.stop().await;
}

/// Memory of this process, in which the hub is.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

// HUB-8: an answer settles the request that it answers, on the connection that it came from; nobody cancels another's.
#[tokio::test(flavor = "multi_thread")]
async fn hub_08_an_answer_goes_to_its_own_request_and_connection() {
    let bed = Bed::at("/t/small").await;
    let session = json!({"mode": "launch_headless"});
    let (mut one, mut two) = (Door::client(&bed, "one").await, Door::client(&bed, "two").await);
    for (door, path) in [(&mut one, "/t/small"), (&mut two, "/t/small2")] {
        let open = call(7, "browser_navigate", json!({"url": bed.fixtures.url(path), "session": session}));
        door.say(&open).await.unwrap();
        let said = door.hear().await.unwrap();
        assert_eq!((&said["answer"]["id"], &said["answer"]["ok"]), (&json!(7), &json!(true)), "{said}");
    }
    // The same number on both: each hears its own. The first one's is held until the second has tried to cancel it.
    let hold =
        json!({"script": "new Promise(done => { window.go = () => done(document.title) })", "timeout_ms": 60000});
    one.say(&call(8, "browser_evaluate", hold)).await.unwrap();
    two.say(&json!({"cancel": {"id": 8}})).await.unwrap();
    two.say(&call(8, "browser_evaluate", json!({"script": "document.title"}))).await.unwrap();
    let theirs = two.hear().await.unwrap();
    assert_eq!(theirs["answer"]["outcome"]["result"], "Small form two", "{theirs}");
    // Answers come as calls end, not as they began, each under its number.
    one.say(&call(9, "browser_tabs", json!({"action": "list"}))).await.unwrap();
    let quick = one.hear().await.unwrap();
    assert_eq!(quick["answer"]["id"], 9, "{quick}");
    one.say(&json!({"cancel": {"id": 8}})).await.unwrap();
    let cancelled = one.hear().await.unwrap();
    assert_eq!(
        (&cancelled["answer"]["id"], &cancelled["answer"]["code"]),
        (&json!(8), &json!("CANCELLED")),
        "{cancelled}"
    );
    bed.stop().await;
}
