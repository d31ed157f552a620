//! Attacks on the HTTP door of the running program: what a web page, a rebound name or a stranger on this machine can send.
//! Each header by itself is tried in `tabward-mcp`.

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::running::{HttpHub, LONG, end, home};

impl HttpHub {
    /// Status line, headers and body of an answer to exactly this.
    /// Status 0 when it closes without a word.
    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut request = format!("{method} /mcp HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = tokio::net::TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
        // The door may answer and close before all of it is sent.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(LONG, stream.read_to_end(&mut answer)).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
        (status.unwrap_or(0), answer)
    }
}

// HUB-2, HUB-3, HUB-4, HUB-6: refused with a status of its own, and nothing that a page could read; who has the token and
// comes from no page is answered afterwards.
#[tokio::test]
async fn hub_04_the_http_door_of_the_program_is_closed_to_pages_and_strangers() {
    let home = home();
    let mut door = HttpHub::start(&home).await;
    let bearer = format!("Bearer {}", door.token);
    let port = door.address.rsplit(':').next().unwrap();
    let rebound = format!("rebound.example:{port}");
    let own = format!("http://{}", door.address);
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}})
    .to_string();
    let usual = [
        ("Accept", "application/json, text/event-stream"),
        ("Content-Type", "application/json"),
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/list"),
    ];
    let host = ("Host", door.address.as_str());
    let auth = ("Authorization", bearer.as_str());
    let simple = ("Content-Type", "text/plain");
    for (method, headers, expected) in [
        ("POST", vec![host], &[401][..]),
        ("POST", vec![("Host", &rebound), auth], &[403]),
        ("POST", vec![host, ("Origin", "null"), auth], &[403]),
        ("POST", vec![host, ("Origin", "https://evil.example"), simple], &[401, 403]),
        ("OPTIONS", vec![host, ("Origin", "https://evil.example")], &[401, 403, 405]),
        ("OPTIONS", vec![host, ("Origin", &own)], &[401, 403, 405]),
        ("GET", vec![host], &[401, 405]),
        ("GET", vec![host, ("Origin", "https://evil.example"), auth], &[403, 405]),
    ] {
        let all: Vec<_> = headers.iter().copied().chain(usual).collect();
        let (status, answer) = door.send(method, &all, &body).await;
        assert!(expected.contains(&status), "{method} {headers:?}: {answer}");
        let answer = answer.to_ascii_lowercase();
        assert!(!answer.contains("browser_navigate"), "{method} {headers:?}: {answer}");
        assert!(!answer.contains("access-control-allow-origin"), "a page could read it: {answer}");
    }
    let whole: Vec<_> = [host, auth].into_iter().chain(usual).collect();
    let (status, _) = door.send("POST", &whole, &"x".repeat(32 << 20)).await;
    assert!([0, 413].contains(&status), "{status}");
    let (status, answer) = door.send("POST", &whole, &body).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("browser_navigate"), "{answer}");
    end(&home).await;
    tokio::time::timeout(LONG, door.hub.wait()).await.unwrap().unwrap();
}
