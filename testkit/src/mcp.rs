//! A minimal MCP client over stdio: real `initialize`, one call after the other.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::{Instant, timeout};

use crate::Home;

/// How a client starts its server.
#[derive(Clone, Debug)]
pub struct McpOptions {
    /// Arguments after `tabward`.
    pub arguments: Vec<String>,
    /// The protocol revision offered.
    pub protocol: String,
    /// How long one answer may take.
    pub within: Duration,
}

impl Default for McpOptions {
    fn default() -> Self {
        Self { arguments: vec!["mcp".to_owned()], protocol: "2025-06-18".to_owned(), within: Duration::from_mins(1) }
    }
}

/// One answer of a tool.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text blocks, joined by line breaks.
    pub text: String,
    /// `structuredContent`, when there is any.
    pub structured: Option<Value>,
    /// Whether the server marked it as an error.
    pub is_error: bool,
    /// From the request's first byte to the answer's last.
    pub took: Duration,
    /// The whole result as it came.
    pub result: Value,
}

impl Answer {
    /// Whether the first line says that it was done.
    pub fn ok(&self) -> bool {
        !self.is_error && self.text.split(['\n', ' ']).next() == Some("ok")
    }

    /// The ref that follows `what` (as in `button "Save"`) in the text.
    pub fn reference(&self, what: &str) -> Option<&str> {
        self.text.match_indices(what).find_map(|(at, _)| {
            let rest = self.text[at + what.len()..].trim_start();
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let word = &rest[..end];
            let digits = word.strip_prefix('e')?;
            (!digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())).then_some(word)
        })
    }
}

/// A connected client. The server ends when it is closed or dropped.
#[derive(Debug)]
pub struct McpClient {
    server: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    next: u64,
    options: McpOptions,
    /// The result of `initialize`.
    pub hello: Value,
}

impl McpClient {
    /// Starts `tabward mcp` in `home` and says hello.
    ///
    /// # Errors
    /// When the server does not start, ends, or answers nothing in time.
    pub async fn start(home: &Home) -> Result<Self> {
        Self::start_with(home, McpOptions::default()).await
    }

    /// Like [`McpClient::start`], with options.
    ///
    /// # Errors
    /// Those of [`McpClient::start`].
    pub async fn start_with(home: &Home, options: McpOptions) -> Result<Self> {
        let mut command = home.command();
        command.args(&options.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut server = command.spawn().context("start the MCP server")?;
        let input = server.stdin.take();
        let output = server.stdout.take().context("the server's output is a pipe")?;
        let lines = BufReader::new(output).lines();
        let mut client = Self { server, input, lines, next: 0, options, hello: Value::Null };
        let hello = json!({
            "protocolVersion": client.options.protocol,
            "capabilities": {},
            "clientInfo": { "name": "tabward-testkit", "version": env!("CARGO_PKG_VERSION") },
        });
        client.hello = client.request("initialize", hello).await.context("initialize")?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await?;
        Ok(client)
    }

    /// The server's process id; `None` after it ended.
    pub fn pid(&self) -> Option<u32> {
        self.server.id()
    }

    /// The listed tools.
    ///
    /// # Errors
    /// Those of [`McpClient::request`].
    pub async fn tools(&mut self) -> Result<Vec<Value>> {
        let listed = self.request("tools/list", json!({})).await?;
        Ok(listed["tools"].as_array().context("tools/list without tools")?.clone())
    }

    /// Calls one tool. A tool's own failure is an [`Answer`], not an error.
    ///
    /// # Errors
    /// Those of [`McpClient::request`].
    pub async fn call(&mut self, name: &str, arguments: Value) -> Result<Answer> {
        self.call_with(json!({ "name": name, "arguments": arguments })).await
    }

    /// Like [`McpClient::call`], with the outcome as JSON in [`Answer::structured`].
    ///
    /// # Errors
    /// Those of [`McpClient::request`].
    pub async fn call_json(&mut self, name: &str, arguments: Value) -> Result<Answer> {
        let meta = json!({ "io.tabward/output": "json" });
        self.call_with(json!({ "name": name, "arguments": arguments, "_meta": meta })).await
    }

    async fn call_with(&mut self, params: Value) -> Result<Answer> {
        let start = Instant::now();
        let result = self.request("tools/call", params).await?;
        let took = start.elapsed();
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        let texts: Vec<_> = blocks.iter().filter_map(|b| b["text"].as_str()).collect();
        Ok(Answer {
            text: texts.join("\n"),
            structured: result.get("structuredContent").cloned(),
            is_error: result["isError"].as_bool().unwrap_or(false),
            took,
            result,
        })
    }

    /// Sends one request and waits for its result.
    ///
    /// # Errors
    /// The server's JSON-RPC error, the end of its output, or the deadline.
    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await?;
        let within = self.options.within;
        timeout(within, self.answer_to(id)).await.with_context(|| format!("{method}: no answer in {within:?}"))?
    }

    async fn answer_to(&mut self, id: u64) -> Result<Value> {
        loop {
            let Some(line) = self.lines.next_line().await? else {
                bail!("the server closed its output: {:?}", self.server.try_wait());
            };
            let mut message: Value = serde_json::from_str(&line)
                .with_context(|| format!("not JSON-RPC: {}", line.chars().take(200).collect::<String>()))?;
            if message.get("method").is_some() {
                // Of requests to the client, only ping is answered; this client offers nothing else.
                if let Some(asked) = message.get("id") {
                    let answer = match message["method"].as_str() {
                        Some("ping") => json!({ "jsonrpc": "2.0", "id": asked, "result": {} }),
                        _ => {
                            json!({ "jsonrpc": "2.0", "id": asked, "error": { "code": -32601, "message": "not offered" } })
                        }
                    };
                    self.send(&answer).await?;
                }
                continue;
            }
            if message["id"] == json!(id) {
                if let Some(error) = message.get("error") {
                    bail!("JSON-RPC error {error}");
                }
                return Ok(message["result"].take());
            }
        }
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        let input = self.input.as_mut().context("the client is closed")?;
        input.write_all(format!("{message}\n").as_bytes()).await?;
        Ok(input.flush().await?)
    }

    /// Closes the server's input and waits for its end.
    ///
    /// # Errors
    /// When it does not end within ten seconds, or ends with an error.
    pub async fn close(mut self) -> Result<()> {
        self.input = None;
        let ended = timeout(Duration::from_secs(10), self.server.wait()).await;
        let status = ended.context("the server did not end after its input was closed")??;
        ensure!(status.success(), "the server ended with {status}");
        Ok(())
    }

    /// Ends the server at once, as `kill -9` does.
    ///
    /// # Errors
    /// When the process cannot be signalled.
    pub async fn kill(mut self) -> Result<()> {
        Ok(self.server.kill().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ref_is_found_behind_its_element_only() {
        let answer = Answer {
            text: "ok\nbutton \"Save\" extra\nbutton \"Save\" e12 [disabled]\n".to_owned(),
            structured: None,
            is_error: false,
            took: Duration::ZERO,
            result: Value::Null,
        };
        assert_eq!(answer.reference("button \"Save\""), Some("e12"));
        assert_eq!(answer.reference("button \"Cancel\""), None);
        assert!(answer.ok());
    }
}
