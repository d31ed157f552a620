//! Doubles for tests: a browser that answers from a script, and permits for a tab that a test owns.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use tabward_cdp::{Cdp, ConnectOptions, protocol::page, testing::{Answer, ScriptedBrowser, TestTab}};
//! use tabward_model::capability::Navigate;
//!
//! let (browser, connection) = ScriptedBrowser::start(ConnectOptions::default());
//! browser.reply("Page.navigate", serde_json::json!({ "frameId": "F1", "loaderId": "L1" }));
//! let tab = TestTab::new("I1", "T1");
//! let channel = tab.channel(&connection, "S1");
//! let done = channel.send(&tab.permit::<Navigate>(), page::Navigate::new("https://a.example/")).await.unwrap();
//! assert_eq!(done.frame_id.as_str(), "F1");
//! assert_eq!(browser.calls_of("Page.navigate")[0].params["url"], "https://a.example/");
//! # }
//! ```

mod permits;

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, ReadHalf, WriteHalf},
    sync::{mpsc, watch},
};

pub use self::permits::TestTab;
use crate::{
    connection::{ConnectOptions, Connection},
    pipe::Framer,
};

/// How long [`ScriptedBrowser::called`] waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// A command as the browser got it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// Its number.
    pub id: u64,
    /// Such as `Page.navigate`.
    pub method: String,
    /// The session that it came by; none for the browser as a whole.
    #[serde(default)]
    pub session_id: Option<String>,
    /// Its parameters.
    #[serde(default)]
    pub params: Value,
}

/// An event that the browser sends.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    session_id: Option<String>,
    method: String,
    params: Value,
}

impl Told {
    /// An event of the session.
    pub fn new(session_id: Option<&str>, method: &str, params: Value) -> Self {
        Self { session_id: session_id.map(str::to_owned), method: method.to_owned(), params }
    }

    fn text(&self) -> String {
        let mut message = json!({ "method": self.method, "params": self.params });
        if let Some(session_id) = &self.session_id {
            message["sessionId"] = json!(session_id);
        }
        message.to_string()
    }
}

/// What the browser does with a command.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Answers with this result.
    Result(Value),
    /// Answers with an error.
    Error {
        /// JSON-RPC's code; most of Chromium's own are -32000.
        code: i64,
        /// In the browser's words.
        message: String,
    },
    /// Never answers.
    Silent,
    /// Does it later; commands that come meanwhile are not held up.
    After(Duration, Box<Answer>),
    /// Sends events first.
    Events(Vec<Told>, Box<Answer>),
    /// Closes the connection.
    Close,
}

impl Answer {
    /// An empty result.
    pub fn ok() -> Self {
        Self::Result(json!({}))
    }

    /// One of Chromium's own errors (-32000).
    pub fn error(message: &str) -> Self {
        Self::Error { code: -32_000, message: message.to_owned() }
    }

    /// The same, after some time.
    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self::After(delay, Box::new(self))
    }

    /// The same, after these events.
    #[must_use]
    pub fn with_events(self, events: Vec<Told>) -> Self {
        Self::Events(events, Box::new(self))
    }
}

type Handler = Arc<dyn Fn(&Call) -> Answer + Send + Sync>;

#[derive(Default)]
struct Script {
    once: HashMap<String, VecDeque<Handler>>,
    always: HashMap<String, Handler>,
    /// Commands that nobody scripted succeed with an empty result.
    lenient: bool,
}

#[derive(Debug, Default)]
struct Record {
    calls: Vec<Call>,
    /// How many calls of each method [`ScriptedBrowser::called`] has given out.
    given: HashMap<String, usize>,
}

enum Out {
    Bytes(Vec<u8>),
    Close,
}

struct Inner {
    script: Mutex<Script>,
    record: Mutex<Record>,
    count: watch::Sender<usize>,
    out: mpsc::UnboundedSender<Out>,
    reading: watch::Sender<bool>,
    gone: watch::Sender<bool>,
}

/// An in-process browser that speaks the protocol over a duplex stream and does what a test scripts. Clones are the same
/// browser. It is gone when its last clone and the connection are.
#[derive(Clone)]
pub struct ScriptedBrowser(Arc<Inner>);

impl fmt::Debug for ScriptedBrowser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedBrowser").field("calls", &self.record().calls.len()).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ScriptedBrowser {
    /// Starts one, and a connection to it. Commands that are not scripted fail as unknown.
    pub fn start(options: ConnectOptions) -> (Self, Connection) {
        let (browser, ours) = Self::over(64 * 1024);
        let (reader, writer) = tokio::io::split(ours);
        (browser, Connection::from_stream(reader, writer, options))
    }

    /// Starts one at the far end of a stream that holds `size` bytes in each direction.
    pub fn over(size: usize) -> (Self, DuplexStream) {
        let (ours, theirs) = tokio::io::duplex(size);
        let (reader, writer) = tokio::io::split(theirs);
        let (out, queue) = mpsc::unbounded_channel();
        let browser = Self(Arc::new(Inner {
            script: Mutex::default(),
            record: Mutex::default(),
            count: watch::Sender::new(0),
            out,
            reading: watch::Sender::new(true),
            gone: watch::Sender::new(false),
        }));
        let inner = Arc::clone(&browser.0);
        tokio::spawn(async move {
            speak(writer, queue).await;
            inner.gone.send_replace(true);
        });
        tokio::spawn(browser.clone().listen(reader));
        (browser, ours)
    }

    /// Commands that are not scripted succeed with an empty result from now on.
    pub fn lenient(&self) -> &Self {
        lock(&self.0.script).lenient = true;
        self
    }

    /// Does what `handler` says with every command of that name.
    pub fn on(&self, method: &str, handler: impl Fn(&Call) -> Answer + Send + Sync + 'static) -> &Self {
        lock(&self.0.script).always.insert(method.to_owned(), Arc::new(handler));
        self
    }

    /// Does this with the next command of that name; several are used up in their order, before what
    /// [`ScriptedBrowser::on`] says.
    pub fn once(&self, method: &str, answer: Answer) -> &Self {
        let handler: Handler = Arc::new(move |_| answer.clone());
        lock(&self.0.script).once.entry(method.to_owned()).or_default().push_back(handler);
        self
    }

    /// Answers every command of that name with this result.
    pub fn reply(&self, method: &str, result: Value) -> &Self {
        self.on(method, move |_| Answer::Result(result.clone()))
    }

    /// Fails every command of that name.
    pub fn fail(&self, method: &str, code: i64, message: &str) -> &Self {
        let message = message.to_owned();
        self.on(method, move |_| Answer::Error { code, message: message.clone() })
    }

    /// Never answers commands of that name.
    pub fn silent(&self, method: &str) -> &Self {
        self.on(method, |_| Answer::Silent)
    }

    /// Sends an event.
    pub fn event(&self, session_id: Option<&str>, method: &str, params: Value) {
        self.tell(&Told::new(session_id, method, params));
    }

    /// Sends an event.
    pub fn tell(&self, event: &Told) {
        self.message(event.text());
    }

    /// Sends a message as it is.
    pub fn message(&self, text: impl Into<String>) {
        let mut bytes = text.into().into_bytes();
        bytes.push(0);
        self.bytes(bytes);
    }

    /// Sends bytes as they are.
    pub fn bytes(&self, bytes: Vec<u8>) {
        // A browser that is closed says nothing.
        let _ = self.0.out.send(Out::Bytes(bytes));
    }

    /// Answers a command that was left silent.
    pub fn answer(&self, id: u64, result: &Value) {
        self.message(json!({ "id": id, "result": result }).to_string());
    }

    /// Closes the connection after what was said before.
    pub fn close(&self) {
        let _ = self.0.out.send(Out::Close);
    }

    /// Reads no commands until [`ScriptedBrowser::resume`].
    pub fn pause(&self) {
        self.0.reading.send_replace(false);
    }

    /// Reads commands again.
    pub fn resume(&self) {
        self.0.reading.send_replace(true);
    }

    /// Waits until the connection to it is closed, by either side.
    pub async fn gone(&self) {
        // The sender is ours, so it lives as long as we wait.
        let _ = self.0.gone.subscribe().wait_for(|gone| *gone).await;
    }

    /// All commands that came.
    pub fn calls(&self) -> Vec<Call> {
        self.record().calls.clone()
    }

    /// The commands of that name that came.
    pub fn calls_of(&self, method: &str) -> Vec<Call> {
        self.record().calls.iter().filter(|call| call.method == method).cloned().collect()
    }

    /// The next command of that name that this has not given before; waits for it.
    ///
    /// # Panics
    /// When none has come after ten seconds.
    pub async fn called(&self, method: &str) -> Call {
        let mut count = self.0.count.subscribe();
        let next = async {
            loop {
                count.borrow_and_update();
                if let Some(call) = self.take(method) {
                    return call;
                }
                if count.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        let Ok(call) = tokio::time::timeout(PATIENCE, next).await else {
            panic!("no {method} came; what came: {:?}", self.calls())
        };
        call
    }

    fn take(&self, method: &str) -> Option<Call> {
        let mut record = self.record();
        let given = record.given.get(method).copied().unwrap_or_default();
        let call = record.calls.iter().filter(|call| call.method == method).nth(given).cloned()?;
        record.given.insert(method.to_owned(), given + 1);
        Some(call)
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        lock(&self.0.record)
    }

    fn handler(&self, call: &Call) -> Handler {
        let mut script = lock(&self.0.script);
        if let Some(next) = script.once.get_mut(&call.method).and_then(VecDeque::pop_front) {
            return next;
        }
        if let Some(handler) = script.always.get(&call.method) {
            return Arc::clone(handler);
        }
        if script.lenient {
            return Arc::new(|_| Answer::ok());
        }
        Arc::new(|call| Answer::Error { code: -32_601, message: format!("'{}' wasn't found", call.method) })
    }

    fn carry_out(&self, call: Call, answer: Answer) {
        let envelope = |key: &str, value: Value| {
            let mut message = json!({ "id": call.id, key: value });
            if let Some(session_id) = &call.session_id {
                message["sessionId"] = json!(session_id);
            }
            message.to_string()
        };
        match answer {
            Answer::Result(result) => self.message(envelope("result", result)),
            Answer::Error { code, message } => {
                self.message(envelope("error", json!({ "code": code, "message": message })));
            }
            Answer::Silent => {}
            Answer::Close => self.close(),
            Answer::Events(events, then) => {
                for event in &events {
                    self.tell(event);
                }
                self.carry_out(call, *then);
            }
            Answer::After(delay, then) => {
                let browser = self.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(delay).await;
                    browser.carry_out(call, *then);
                });
            }
        }
    }

    async fn listen(self, mut reader: ReadHalf<DuplexStream>) {
        let mut framer = Framer::default();
        let mut reading = self.0.reading.subscribe();
        loop {
            if reading.wait_for(|reading| *reading).await.is_err() {
                return;
            }
            if let Some(message) = framer.next() {
                let call: Call = serde_json::from_slice(&message).expect("a command of the protocol");
                self.record().calls.push(call.clone());
                self.0.count.send_modify(|count| *count += 1);
                let answer = self.handler(&call)(&call);
                self.carry_out(call, answer);
                continue;
            }
            match reader.read_buf(framer.buffer()).await {
                Ok(0) | Err(_) => {
                    // As a browser does whose debugging pipe was closed.
                    self.close();
                    return;
                }
                Ok(_) => {}
            }
        }
    }
}

async fn speak(mut writer: WriteHalf<DuplexStream>, mut queue: mpsc::UnboundedReceiver<Out>) {
    while let Some(Out::Bytes(bytes)) = queue.recv().await {
        if writer.write_all(&bytes).await.is_err() {
            return;
        }
    }
    // The far end may have gone first.
    let _ = writer.shutdown().await;
}
