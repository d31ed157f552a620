//! A backend that answers as it is told, and a host that speaks raw JSON lines.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Map, Value, json};
use tabward_mcp::{Ask, Backend, Form, Hints, Listed, Reply, Server};
use tabward_model::{Code, Failure};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines, ReadHalf, WriteHalf};
use tokio::sync::Notify;

/// What the backend was asked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) conversation: Option<String>,
    pub(crate) json: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Double {
    pub(crate) asked: Mutex<Vec<Asked>>,
    pub(crate) dropped: AtomicUsize,
    pub(crate) was_dropped: Notify,
    pub(crate) started: Notify,
    pub(crate) go_on: Notify,
}

struct Dropped<'a>(&'a Double, bool);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.fetch_add(1, Ordering::SeqCst);
            self.0.was_dropped.notify_one();
        }
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

impl Backend for Double {
    fn listing(&self) -> Vec<Listed> {
        ["browser_navigate", "browser_snapshot"]
            .into_iter()
            .map(|name| Listed {
                name,
                description: format!("Does {name}."),
                input_schema: object(
                    json!({"type": "object", "properties": {"url": {"type": "string"}}, "additionalProperties": false}),
                ),
                output_schema: object(json!({"type": "object", "properties": {"ok": {"type": "boolean"}}})),
                hints: Hints { read_only: (name == "browser_snapshot").then_some(true), ..Hints::default() },
            })
            .collect()
    }

    fn knows(&self, tool: &str) -> bool {
        matches!(tool, "browser_navigate" | "browser_snapshot" | "browser_hidden" | "slow" | "broken" | "picture")
    }

    async fn call(&self, ask: Ask) -> Result<Reply, Failure> {
        self.asked.lock().unwrap().push(Asked {
            tool: ask.tool.clone(),
            arguments: ask.arguments.clone(),
            conversation: ask.conversation.clone(),
            json: ask.json,
        });
        let mut guard = Dropped(self, false);
        if ask.tool == "slow" {
            if let Some(progress) = &ask.progress {
                progress.send("waiting for the page".to_owned()).await.unwrap();
            }
            self.started.notify_one();
            self.go_on.notified().await;
        }
        guard.1 = true;
        if ask.tool == "broken" {
            return Err(Failure::new(Code::HubUnavailable, "the hub did not start").next("run `tabward doctor`"));
        }
        let failed = ask.arguments.contains_key("fail");
        let text = if failed { "failed INVALID_ARGUMENT: no" } else { "ok done\npage t1 \"A\" /" };
        let outcome = object(json!({"ok": !failed, "status": if failed { "failed" } else { "done" }, "text": text}));
        Ok(Reply {
            failed,
            text: text.to_owned(),
            outcome: ask.json.then_some(outcome),
            picture: (ask.tool == "picture").then(|| ("image/jpeg".to_owned(), "AAAA".to_owned())),
        })
    }
}

/// A host over a duplex stream.
pub(crate) struct Host {
    lines: Lines<BufReader<ReadHalf<tokio::io::DuplexStream>>>,
    out: WriteHalf<tokio::io::DuplexStream>,
    served: tokio::task::JoinHandle<Result<(), tabward_mcp::StdioError>>,
    next: u64,
}

impl Host {
    pub(crate) fn new<B: Backend>(backend: B, form: Form) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(theirs);
        let served = tokio::spawn(tabward_mcp::serve(Server::new(backend, form), input, output));
        let (read, out) = tokio::io::split(ours);
        Self { lines: BufReader::new(read).lines(), out, served, next: 1 }
    }

    /// Closes our end; serving must end well.
    pub(crate) async fn close(self) {
        drop((self.lines, self.out));
        self.served.await.unwrap().unwrap();
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> Value {
        let line = tokio::time::timeout(std::time::Duration::from_secs(20), self.lines.next_line())
            .await
            .expect("an answer in time")
            .unwrap()
            .expect("a line");
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) async fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    /// The answer, and the notifications that came before it.
    pub(crate) async fn settled(&mut self, id: u64) -> (Value, Vec<Value>) {
        let mut before = Vec::new();
        loop {
            let message = self.hear().await;
            if message.get("id") == Some(&json!(id)) {
                return (message, before);
            }
            before.push(message);
        }
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        self.settled(id).await.0
    }

    pub(crate) async fn initialize(&mut self, version: &str) -> Value {
        let answer = self
            .ask(
                "initialize",
                json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}),
            )
            .await;
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        answer
    }
}

/// What every request of the revision without a handshake carries.
pub(crate) fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}
