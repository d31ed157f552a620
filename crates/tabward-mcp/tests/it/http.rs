//! Over HTTP: HUB-2, HUB-3, HUB-4.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tabward_mcp::Form;
use tabward_mcp::http::{Door, Open, open};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use crate::double::{Double, modern_meta};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Headers, the status they get, and the reason that is counted.
type Case<'a> = (&'a [(&'a str, &'a str)], u16, &'a str);

struct Served {
    open: Open,
    refused: Arc<Mutex<Vec<&'static str>>>,
    double: Arc<Double>,
    cancel: CancellationToken,
}

async fn served() -> Served {
    let refused: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let double = Arc::new(Double::default());
    let cancel = CancellationToken::new();
    let door = Door {
        token: TOKEN.to_owned(),
        form: Form::Text,
        on_refused: {
            let refused = Arc::clone(&refused);
            Arc::new(move |why| refused.lock().unwrap().push(why))
        },
        cancel: cancel.clone(),
    };
    let open = open(Arc::clone(&double), 0, door).await.unwrap();
    Served { open, refused, double, cancel }
}

impl Served {
    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.open.address.port())
    }

    /// Status and body of one request with exactly these headers beside the usual ones.
    async fn post(&self, headers: &[(&str, &str)], body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(self.open.address).await.unwrap();
        let body = body.to_string();
        let own: String = headers.iter().map(|(name, value)| [name, ": ", value, "\r\n"].concat()).collect();
        let request = format!(
            "POST /mcp HTTP/1.1\r\n{own}Accept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let read = stream.read_to_string(&mut answer);
        tokio::time::timeout(std::time::Duration::from_secs(10), read).await.expect("in time").unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    async fn call(&self, headers: &[(&str, &str)]) -> (u16, String) {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "browser_snapshot", "arguments": {"task": "a"}, "_meta": modern_meta()},
        });
        let mut all = vec![
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "browser_snapshot"),
        ];
        all.extend(headers);
        self.post(&all, &body).await
    }
}

#[tokio::test]
async fn a_request_with_the_token_is_answered_in_both_lifecycles() {
    let served = served().await;
    let host = served.host();
    let bearer = format!("Bearer {TOKEN}");
    let (status, answer) = served.call(&[("Host", &host), ("Authorization", &bearer)]).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("ok done"), "{answer}");
    assert_eq!(served.double.asked.lock().unwrap().len(), 1);
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    });
    let (status, answer) = served.post(&[("Host", &host), ("Authorization", &bearer)], &initialize).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("\"protocolVersion\":\"2025-06-18\""), "{answer}");
    assert_eq!(served.refused.lock().unwrap().len(), 0);
}

// HUB-3, HUB-4: refused, counted, nothing changed.
#[tokio::test]
async fn hub_04_pages_strangers_and_rebound_names_are_refused() {
    let served = served().await;
    let host = served.host();
    let local = format!("LOCALHOST:{}", served.open.address.port());
    let bearer = format!("Bearer {TOKEN}");
    let long = format!("Bearer {TOKEN}x");
    let own_origin = format!("http://{host}");
    let cases: [Case<'_>; 16] = [
        (&[("Host", &host)], 401, "token"),
        (&[("Host", &host), ("Authorization", "Bearer ")], 401, "token"),
        (&[("Host", &host), ("Authorization", "Bearer 0")], 401, "token"),
        (&[("Host", &host), ("Authorization", &long)], 401, "token"),
        (&[("Host", &host), ("Authorization", TOKEN)], 401, "token"),
        (&[("Host", &host), ("Authorization", "Basic 0123")], 401, "token"),
        (&[("Host", &host), ("Authorization", &bearer), ("Authorization", &bearer)], 401, "token"),
        (&[("Host", "evil.example"), ("Authorization", &bearer)], 403, "host"),
        (&[("Host", "127.0.0.1"), ("Authorization", &bearer)], 403, "host"),
        (&[("Host", "127.0.0.1.evil.example"), ("Authorization", &bearer)], 403, "host"),
        (&[("Host", &host), ("Origin", "https://evil.example"), ("Authorization", &bearer)], 403, "origin"),
        (&[("Host", &host), ("Origin", "null"), ("Authorization", &bearer)], 403, "origin"),
        (&[("Host", &host), ("Origin", &own_origin), ("Origin", "null"), ("Authorization", &bearer)], 403, "origin"),
        (
            &[("Host", &host), ("Origin", &own_origin), ("Sec-Fetch-Site", "same-origin"), ("Authorization", &bearer)],
            403,
            "origin",
        ),
        (&[("Host", &host), ("Origin", &own_origin)], 401, "token"),
        (&[("Host", &host), ("Sec-Fetch-Site", "cross-site"), ("Authorization", &bearer)], 403, "origin"),
    ];
    for (headers, expected, why) in cases {
        let (status, answer) = served.call(headers).await;
        assert_eq!(status, expected, "{headers:?}: {answer}");
        assert_eq!(served.refused.lock().unwrap().pop(), Some(why), "{headers:?}");
    }
    assert_eq!(served.double.asked.lock().unwrap().len(), 0);
    for headers in [
        &[("Host", &*local), ("Authorization", &bearer)][..],
        &[("Host", &host), ("Origin", &own_origin), ("Authorization", &bearer)],
    ] {
        let (status, answer) = served.call(headers).await;
        assert_eq!(status, 200, "{headers:?}: {answer}");
    }
}

// HUB-2, HUB-6
#[tokio::test]
async fn hub_06_the_door_is_on_loopback_bounds_bodies_and_closes() {
    let served = served().await;
    assert!(served.open.address.ip().is_loopback());
    let host = served.host();
    let bearer = format!("Bearer {TOKEN}");
    let huge = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"pad": "x".repeat(5 << 20)}});
    let mut stream = TcpStream::connect(served.open.address).await.unwrap();
    let body = huge.to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\nAccept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The door may answer and close before all of it is sent.
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    served.cancel.cancel();
    served.open.served.await.unwrap().unwrap();
    assert!(TcpStream::connect(served.open.address).await.is_err());
}

#[tokio::test]
async fn a_client_that_goes_away_cancels_its_call() {
    let served = served().await;
    let dropped = AtomicUsize::new(0);
    let host = served.host();
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "slow", "arguments": {}, "_meta": modern_meta()},
    })
    .to_string();
    let mut stream = TcpStream::connect(served.open.address).await.unwrap();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {TOKEN}\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: slow\r\nAccept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    served.double.started.notified().await;
    drop(stream);
    tokio::time::timeout(std::time::Duration::from_secs(10), served.double.was_dropped.notified())
        .await
        .expect("in time");
    dropped.store(served.double.dropped.load(Ordering::SeqCst), Ordering::SeqCst);
    assert_eq!(dropped.into_inner(), 1);
}
