//! A second client of a browser's debugging port: what a person, or another program, does there. Whatever fails fails the
//! test.

#![expect(clippy::unwrap_used, clippy::missing_panics_doc, reason = "it runs in tests, and fails them")]

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// More than any answer takes on a busy machine.
const LONG: Duration = Duration::from_secs(40);

/// A connection to the browser, or to one page of it.
#[derive(Debug)]
pub struct Remote {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Remote {
    async fn at(url: &str) -> Self {
        let (socket, _) = timeout(LONG, tokio_tungstenite::connect_async(url)).await.unwrap().unwrap();
        Self { socket, next: 0 }
    }

    /// The browser as a whole.
    pub async fn browser(port: u16) -> Self {
        let told = get(port, "/json/version").await;
        Self::at(told["webSocketDebuggerUrl"].as_str().unwrap()).await
    }

    /// One page of it.
    pub async fn page(port: u16, target: &str) -> Self {
        Self::at(&format!("ws://127.0.0.1:{port}/devtools/page/{target}")).await
    }

    /// Sends a command and gives its number.
    pub async fn send(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let message = json!({"id": self.next, "method": method, "params": params}).to_string();
        self.socket.send(Message::text(message)).await.unwrap();
        self.next
    }

    /// Sends a command and waits for its result.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        let answer = async {
            loop {
                let Some(Ok(Message::Text(text))) = self.socket.next().await else { continue };
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["id"] == id {
                    return message;
                }
            }
        };
        let message = timeout(LONG, answer).await.unwrap_or_else(|_| panic!("{method} has no answer"));
        assert!(message.get("error").is_none(), "{method}: {message}");
        message["result"].clone()
    }

    /// A script's value.
    pub async fn evaluate(&mut self, script: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({"expression": script, "returnByValue": true})).await;
        result["result"]["value"].clone()
    }

    /// Opens a tab, as the person does, and gives its id.
    pub async fn open(&mut self, url: &str) -> String {
        let made = self.call("Target.createTarget", json!({"url": url})).await;
        made["targetId"].as_str().unwrap().to_owned()
    }

    /// A press of the left button.
    pub async fn press(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event).await;
        }
    }

    /// A key that is pressed and released.
    pub async fn key(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "text": key})).await;
        }
    }
}

/// What the port tells.
pub async fn get(port: u16, path: &str) -> Value {
    let asked = async {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        // The browser leaves the connection open: its body ends where its length says.
        loop {
            let text = String::from_utf8_lossy(&bytes);
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head.lines().find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
                });
                if length.is_some_and(|length| body.len() >= length) {
                    return serde_json::from_str(body).unwrap();
                }
            }
            let read = stream.read(&mut chunk).await.unwrap();
            assert!(read > 0, "the port closed: {}", String::from_utf8_lossy(&bytes));
            bytes.extend_from_slice(&chunk[..read]);
        }
    };
    timeout(LONG, asked).await.unwrap()
}
