//! The hub's client: connects, starts the hub when none runs, and matches answers to calls.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value};
use tabward_model::Code;
use tabward_model::caller::Door;
use tokio::io::AsyncReadExt as _;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedReadHalf;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::paths::Paths;
use crate::wire::{self, Admin, Answer, Build, Call, Hello, Reply, Request, Role, Welcome};

/// How long the hub may take to start.
const START: Duration = Duration::from_secs(15);

/// Why the hub could not be used.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No hub runs, and none was to be started.
    #[error("no hub is running")]
    NotRunning,
    /// It did not start.
    #[error("the hub did not start: {0}")]
    NotStarted(String),
    /// It refused the connection.
    #[error("the hub refused the connection: {code}: {message}")]
    Refused {
        /// Published code.
        code: String,
        /// Why.
        message: String,
    },
    /// The connection was lost. A call that was sent may have run.
    #[error("the connection to the hub was lost")]
    Lost,
    /// The hub hands over; the call was not run.
    #[error("the hub is restarting")]
    Restarting,
    /// Reading or writing failed.
    #[error("talking to the hub: {0}")]
    Io(#[from] std::io::Error),
}

impl ClientError {
    /// The published code.
    pub fn code(&self) -> Code {
        match self {
            Self::Restarting => Code::HubRestarting,
            Self::NotRunning | Self::NotStarted(_) | Self::Refused { .. } | Self::Lost | Self::Io(_) => {
                Code::HubUnavailable
            }
        }
    }
}

/// Who connects, and how a hub is started.
#[derive(Debug, Clone)]
pub struct Client {
    /// The user's folders.
    pub paths: Paths,
    /// The executable that runs the hub as `hub run`.
    pub exe: PathBuf,
    /// Through which door calls come.
    pub door: Door,
    /// The bridge's random id.
    pub bridge: Option<String>,
    /// The folder that tasks belong to.
    pub workspace: String,
    /// The host program's name.
    pub client: Option<String>,
}

impl Client {
    /// Connects to the running hub.
    pub async fn connect(&self) -> Result<Connection, ClientError> {
        let stream = match UnixStream::connect(self.paths.socket()).await {
            Ok(stream) => stream,
            Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::ConnectionRefused) => {
                return Err(ClientError::NotRunning);
            }
            Err(e) => return Err(e.into()),
        };
        let hello = Hello {
            revision: wire::REVISION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: build_of(&self.exe),
            role: Role::Client,
            door: self.door,
            bridge: self.bridge.clone(),
            workspace: self.workspace.clone(),
            client: self.client.clone(),
        };
        Connection::open(stream, hello).await
    }

    /// Connects, and starts the hub first when none runs. Twenty clients at once start one.
    pub async fn connect_or_start(&self) -> Result<Connection, ClientError> {
        // A hub that hands over to this binary closes its socket when it is done; then there is none to connect to.
        for _ in 0..3 {
            match self.connect().await {
                Err(ClientError::NotRunning) => self.start().await?,
                Err(ClientError::Restarting) => self.wait_until_gone().await?,
                other => return other,
            }
        }
        self.connect().await
    }

    async fn start(&self) -> Result<(), ClientError> {
        self.paths.make()?;
        let lock = open_lock(&self.paths.start_lock())?;
        let lock = lock_within(lock, START).await?;
        // Another client may have started it while we waited for the lock.
        if UnixStream::connect(self.paths.socket()).await.is_ok() {
            return Ok(());
        }
        let mut child = tokio::process::Command::new(&self.exe)
            .args(["hub", "run", "--ready-on-stdout"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // A group of its own, so that an interrupt at the terminal does not end it.
            .process_group(0)
            .spawn()
            .map_err(|e| ClientError::NotStarted(format!("{}: {e}", self.exe.display())))?;
        let mut said = String::new();
        if let Some(mut stdout) = child.stdout.take() {
            let mut buffer = [0; 1024];
            let ready = async {
                while !said.ends_with('\n') {
                    match stdout.read(&mut buffer).await {
                        Ok(0) | Err(_) => break,
                        Ok(n) => said.push_str(&String::from_utf8_lossy(&buffer[..n])),
                    }
                }
            };
            if timeout(START, ready).await.is_err() {
                return Err(ClientError::NotStarted(format!("not ready after {} s", START.as_secs())));
            }
        }
        drop(lock);
        match said.trim() {
            "ready" => Ok(()),
            // It found another hub at work.
            "running" => Ok(()),
            "" => Err(ClientError::NotStarted("it ended at once; `tabward doctor` says more".to_owned())),
            why => Err(ClientError::NotStarted(why.to_owned())),
        }
    }

    /// Waits until the hub that hands over has let go of its lock.
    async fn wait_until_gone(&self) -> Result<(), ClientError> {
        let lock = open_lock(&self.paths.hub_lock())?;
        lock_within(lock, START).await.map(drop)
    }
}

fn open_lock(path: &Path) -> std::io::Result<std::fs::File> {
    let file = std::fs::File::options().create(true).truncate(false).write(true).open(path)?;
    crate::platform::make_private_file(path)?;
    Ok(file)
}

/// Takes a file lock, waiting at most `bound`.
async fn lock_within(file: std::fs::File, bound: Duration) -> Result<std::fs::File, ClientError> {
    let locked = tokio::task::spawn_blocking(move || file.lock().map(|()| file));
    match timeout(bound, locked).await {
        Ok(Ok(Ok(file))) => Ok(file),
        Ok(Ok(Err(e))) => Err(e.into()),
        Ok(Err(_)) | Err(_) => Err(ClientError::NotStarted("another client holds the start lock".to_owned())),
    }
}

/// The build that an executable is.
pub fn build_of(exe: &Path) -> Build {
    let modified = std::fs::metadata(exe).and_then(|m| m.modified()).ok();
    let since = modified.and_then(|m| m.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    Build { exe: exe.display().to_string(), modified_ms: u64::try_from(since.as_millis()).unwrap_or(u64::MAX) }
}

type Waiting = Arc<std::sync::Mutex<Option<HashMap<u64, oneshot::Sender<Settled>>>>>;

#[derive(Debug)]
enum Settled {
    Answer(Answer),
    Admin(Value),
}

/// A connection to the hub. Calls run side by side over it.
#[derive(Debug)]
pub struct Connection {
    out: Mutex<tokio::net::unix::OwnedWriteHalf>,
    waiting: Waiting,
    progress: Arc<std::sync::Mutex<HashMap<u64, mpsc::Sender<String>>>>,
    next: AtomicU64,
    closed: watch::Receiver<Option<bool>>,
    welcome: Welcome,
}

impl Connection {
    async fn open(stream: UnixStream, hello: Hello) -> Result<Self, ClientError> {
        let (mut input, mut out) = stream.into_split();
        wire::write(&mut out, &Request::Hello(hello)).await?;
        let welcome = match timeout(START, wire::read::<Reply>(&mut input, wire::MAX_REPLY)).await {
            Ok(Ok(Some(Reply::Welcome(welcome)))) => welcome,
            Ok(Ok(Some(Reply::Refused { code, message }))) => return Err(ClientError::Refused { code, message }),
            Ok(Ok(Some(Reply::Restarting))) => return Err(ClientError::Restarting),
            Ok(Err(e)) => return Err(e.into()),
            // A hub that ends just now closes without a word.
            Ok(Ok(None)) => return Err(ClientError::NotRunning),
            Ok(Ok(Some(_))) | Err(_) => return Err(ClientError::Lost),
        };
        let waiting: Waiting = Arc::new(std::sync::Mutex::new(Some(HashMap::new())));
        let progress = Arc::default();
        let (ended, closed) = watch::channel(None);
        tokio::spawn(read_answers(input, Arc::clone(&waiting), Arc::clone(&progress), ended));
        Ok(Self { out: Mutex::new(out), waiting, progress, next: AtomicU64::new(1), closed, welcome })
    }

    /// The hub's greeting.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        self.closed.borrow().is_some() || self.closed.has_changed().is_err()
    }

    /// Waits for the connection's end; true if the hub ended in good order.
    pub async fn ended(&self) -> bool {
        let mut closed = self.closed.clone();
        // The reader sends before it ends; a reader that is gone without a word is a lost connection.
        closed.wait_for(Option::is_some).await.is_ok_and(|ended| *ended == Some(true))
    }

    fn lost(&self) -> ClientError {
        if *self.closed.borrow() == Some(true) { ClientError::Restarting } else { ClientError::Lost }
    }

    /// Runs a tool. Dropping the future cancels the call.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        conversation: Option<String>,
        json: bool,
        progress: Option<mpsc::Sender<String>>,
    ) -> Result<Answer, ClientError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(progress) = progress {
            lock(&self.progress).insert(id, progress);
        }
        let call = Call { id, tool: tool.to_owned(), arguments, conversation, json };
        let guard = CancelOnDrop { connection: self, id, armed: true };
        let settled = self.settle(id, &Request::Call(call)).await;
        guard.disarm();
        match settled? {
            Settled::Answer(answer) => Ok(answer),
            Settled::Admin(_) => Err(ClientError::Lost),
        }
    }

    /// Cancels a call without waiting for its answer.
    pub async fn cancel(&self, id: u64) -> Result<(), ClientError> {
        Ok(wire::write(&mut *self.out.lock().await, &Request::Cancel { id }).await?)
    }

    /// Runs an admin command.
    pub async fn admin(&self, command: Admin) -> Result<Value, ClientError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        match self.settle(id, &Request::Admin { id, command }).await? {
            Settled::Admin(result) => Ok(result),
            Settled::Answer(_) => Err(ClientError::Lost),
        }
    }

    async fn settle(&self, id: u64, request: &Request) -> Result<Settled, ClientError> {
        let (send, receive) = oneshot::channel();
        match lock(&self.waiting).as_mut() {
            Some(waiting) => waiting.insert(id, send),
            None => return Err(self.lost()),
        };
        if wire::write(&mut *self.out.lock().await, request).await.is_err() {
            return Err(self.lost());
        }
        receive.await.map_err(|_| self.lost())
    }
}

struct CancelOnDrop<'a> {
    connection: &'a Connection,
    id: u64,
    armed: bool,
}

impl CancelOnDrop<'_> {
    fn disarm(mut self) {
        self.armed = false;
        lock(&self.connection.progress).remove(&self.id);
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.armed {
            return;
        }
        lock(&self.connection.progress).remove(&self.id);
        if let Some(waiting) = lock(&self.connection.waiting).as_mut() {
            waiting.remove(&self.id);
        }
        // The frame is small: where the socket's buffer is full, the hub learns of it when the connection ends.
        if let Ok(out) = self.connection.out.try_lock()
            && let Ok(body) = serde_json::to_vec(&Request::Cancel { id: self.id })
        {
            let mut frame = u32::try_from(body.len()).unwrap_or_default().to_be_bytes().to_vec();
            frame.extend(body);
            let _ = out.try_write(&frame);
        }
    }
}

async fn read_answers(
    mut input: OwnedReadHalf,
    waiting: Waiting,
    progress: Arc<std::sync::Mutex<HashMap<u64, mpsc::Sender<String>>>>,
    ended: watch::Sender<Option<bool>>,
) {
    let mut restarting = false;
    while let Ok(Some(reply)) = wire::read::<Reply>(&mut input, wire::MAX_REPLY).await {
        let (id, settled) = match reply {
            Reply::Answer(answer) => (answer.id, Settled::Answer(answer)),
            Reply::Admin { id, result } => (id, Settled::Admin(result)),
            Reply::Progress { id, message } => {
                let sender = lock(&progress).get(&id).cloned();
                if let Some(sender) = sender {
                    // A slow listener misses a line of progress, never an answer.
                    let _ = sender.try_send(message);
                }
                continue;
            }
            Reply::Restarting => {
                restarting = true;
                continue;
            }
            Reply::Welcome(_) | Reply::Refused { .. } => continue,
        };
        if let Some(sender) = lock(&waiting).as_mut().and_then(|waiting| waiting.remove(&id)) {
            let _ = sender.send(settled);
        }
    }
    ended.send_replace(Some(restarting));
    *lock(&waiting) = None;
}

fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
