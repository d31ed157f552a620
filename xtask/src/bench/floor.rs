//! The barest CDP client: one WebSocket to one page, no checks, no waiting beyond the load event.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long any one step may take.
const WITHIN: Duration = Duration::from_secs(30);
/// The browser writes its port to a file, for which there is no event.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// A browser and the connection to its page.
pub(super) struct Floor {
    browser: Child,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
    _profile: TempDir,
}

/// What is read of a message before it is known to be the one waited for.
#[derive(Deserialize)]
struct Envelope<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Option<&'a str>,
}

impl Floor {
    /// Launches the browser and connects to its first page.
    pub(super) async fn start(browser: &Path) -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let mut command = Command::new(browser);
        command.args(["--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking"]);
        command.args(["--disable-component-update", "--disable-sync", "--disable-breakpad", "--window-size=1280,720"]);
        command.arg(format!("--user-data-dir={}", profile.path().display())).arg("--remote-debugging-port=0");
        command.arg("about:blank").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut browser = command.spawn().context("start the browser")?;
        match Self::connect(profile.path()).await {
            Ok(socket) => {
                let mut floor = Self { browser, socket, next: 0, _profile: profile };
                floor.send("Page.enable", json!({})).await?;
                floor.send("Runtime.enable", json!({})).await?;
                Ok(floor)
            }
            Err(error) => {
                end(&mut browser);
                Err(error)
            }
        }
    }

    async fn connect(profile: &Path) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>> {
        let deadline = Instant::now() + WITHIN;
        loop {
            if let Some(url) = page_url(profile).await {
                let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
                return Ok(connect_async_with_config(&url, Some(config), true).await?.0);
            }
            if Instant::now() > deadline {
                bail!("the browser showed no page within {WITHIN:?}");
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Sends one command and waits for its answer.
    pub(super) async fn send(&mut self, method: &str, params: Value) -> Result<String> {
        self.send_until(method, params, None).await
    }

    async fn send_until(&mut self, method: &str, params: Value, event: Option<&str>) -> Result<String> {
        self.next += 1;
        let id = self.next;
        let text = json!({ "id": id, "method": method, "params": params }).to_string();
        self.socket.send(Message::text(text)).await?;
        let (mut answer, mut seen) = (None, event.is_none());
        loop {
            if let (Some(_), true) = (&answer, seen) {
                return answer.context("an answer");
            }
            let message = timeout(WITHIN, self.socket.next()).await.with_context(|| method.to_owned())?;
            let Message::Text(text) = message.context("the browser closed the connection")?? else { continue };
            let envelope: Envelope<'_> = serde_json::from_str(&text)?;
            seen |= envelope.method.is_some() && envelope.method == event;
            if envelope.id == Some(id) {
                answer = Some(text.to_string());
            }
        }
    }

    /// Opens a page and waits for its load event.
    pub(super) async fn navigate(&mut self, url: &str) -> Result<()> {
        self.send_until("Page.navigate", json!({ "url": url }), Some("Page.loadEventFired")).await.map(drop)
    }

    /// The middle of the first element that `selector` finds, brought into view.
    pub(super) async fn middle_of(&mut self, selector: &str) -> Result<(f64, f64)> {
        let script = format!(
            "(()=>{{const e=document.querySelector({selector:?});e.scrollIntoView({{block:'center'}});\
             const r=e.getBoundingClientRect();return [r.x+r.width/2,r.y+r.height/2]}})()"
        );
        let answer = self.evaluate(&script).await?;
        let answer: Value = serde_json::from_str(&answer)?;
        let point = &answer["result"]["result"]["value"];
        Ok((point[0].as_f64().context("no x")?, point[1].as_f64().context("no y")?))
    }

    /// The three events of a click.
    pub(super) async fn click(&mut self, (x, y): (f64, f64)) -> Result<()> {
        self.send("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y })).await?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.send("Input.dispatchMouseEvent", event).await?;
        }
        Ok(())
    }

    /// Waits for the next frame.
    pub(super) async fn frame(&mut self) -> Result<()> {
        let script = "new Promise(done => requestAnimationFrame(() => done(1)))";
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        self.send("Runtime.evaluate", params).await.map(drop)
    }

    /// A script's value as the browser's answer.
    pub(super) async fn evaluate(&mut self, script: &str) -> Result<String> {
        self.send("Runtime.evaluate", json!({ "expression": script, "returnByValue": true })).await
    }

    /// Selects what the first field holds and puts `text` in its place.
    pub(super) async fn fill(&mut self, text: &str) -> Result<()> {
        self.evaluate("var i=document.querySelector('input');i.focus();i.select();1").await?;
        self.send("Input.insertText", json!({ "text": text })).await.map(drop)
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        end(&mut self.browser);
    }
}

fn end(browser: &mut Child) {
    // Both fail only when it has ended already. Its helpers end with their parent.
    let _ = browser.kill();
    let _ = browser.wait();
}

/// The WebSocket address of the first page, once the browser tells its port.
async fn page_url(profile: &Path) -> Option<String> {
    let file = tokio::fs::read_to_string(profile.join("DevToolsActivePort")).await.ok()?;
    let port: u16 = file.lines().next()?.parse().ok()?;
    let mut socket = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let request = format!("GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    // The browser keeps the connection open; the list ends with its bracket.
    let mut chunk = [0; 4096];
    while !answer.trim_end().ends_with(']') {
        let n = timeout(WITHIN, socket.read(&mut chunk)).await.ok()?.ok()?;
        if n == 0 {
            break;
        }
        answer.push_str(&String::from_utf8_lossy(&chunk[..n]));
    }
    let list: Value = serde_json::from_str(&answer[answer.find('[')?..]).ok()?;
    let page = list.as_array()?.iter().find(|t| t["type"] == "page")?;
    page["webSocketDebuggerUrl"].as_str().map(str::to_owned)
}
