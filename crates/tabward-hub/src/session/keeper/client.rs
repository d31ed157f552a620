//! The hub's side of a keeper.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout_at};

use super::wire::{Ended, Greeting, Hello, KeeperSpec, LONGEST_LINE, REVISION, Said, Want};

/// Why a keeper could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeeperError {
    /// Nobody listens: the keeper and with it the browser are gone.
    #[error("the keeper at {} is gone", .0.display())]
    Gone(PathBuf),
    /// Another hub is connected.
    #[error("another hub is connected to the keeper at {}", .0.display())]
    Busy(PathBuf),
    /// The socket belongs to another user.
    #[error("the socket {} belongs to another user", .0.display())]
    Foreign(PathBuf),
    /// The path is longer than a socket's may be.
    #[error("the socket path {} is too long; set XDG_RUNTIME_DIR or TABWARD_HOME to a shorter one", .0.display())]
    PathTooLong(PathBuf),
    /// It speaks another revision, or is no keeper.
    #[error("what listens at {} is no keeper of this revision", .0.display())]
    Revision(PathBuf),
    /// It did not answer in time.
    #[error("the keeper did not answer in time")]
    Deadline,
    /// The keeper program could not be started.
    #[error("the keeper could not be started: {0}")]
    Start(io::Error),
    /// The keeper could not start the browser.
    #[error("the browser could not be started: {0}")]
    Browser(String),
    /// The browser ended before it could be used.
    #[error("the browser ended at once (exit code {})", .code.map_or_else(|| "none".to_owned(), |c| c.to_string()))]
    Exited {
        /// Its exit code.
        code: Option<i32>,
        /// Its last words.
        stderr: String,
    },
    /// The socket failed.
    #[error("the keeper's socket failed: {0}")]
    Io(#[from] io::Error),
}

/// A hub's place at a keeper: the browser's stream, and what was open when it was taken.
#[derive(Debug)]
pub struct Link {
    /// The browser's messages, NUL after each.
    pub reader: BufReader<OwnedReadHalf>,
    /// Commands, NUL after each.
    pub writer: OwnedWriteHalf,
    /// What was open.
    pub greeting: Greeting,
}

/// A keeper that ends while it is spoken to is as gone as one that is not there.
fn told(socket: &Path, error: io::Error) -> KeeperError {
    use io::ErrorKind::{BrokenPipe, ConnectionRefused, ConnectionReset, NotFound};
    match error.kind() {
        NotFound | ConnectionRefused | ConnectionReset | BrokenPipe => KeeperError::Gone(socket.to_owned()),
        _ => error.into(),
    }
}

async fn hello(socket: &Path, want: Want) -> Result<(BufReader<OwnedReadHalf>, OwnedWriteHalf), KeeperError> {
    let stream = UnixStream::connect(socket).await.map_err(|e| told(socket, e))?;
    if stream.peer_cred()?.uid() != rustix::process::geteuid().as_raw() {
        return Err(KeeperError::Foreign(socket.to_owned()));
    }
    let (read, mut write) = stream.into_split();
    let mut line = serde_json::to_vec(&Hello { tabward_keeper: REVISION, want }).map_err(io::Error::from)?;
    line.push(b'\n');
    write.write_all(&line).await.map_err(|e| told(socket, e))?;
    Ok((BufReader::with_capacity(256 << 10, read), write))
}

async fn line<T: DeserializeOwned>(reader: &mut BufReader<OwnedReadHalf>, socket: &Path) -> Result<T, KeeperError> {
    let mut text = String::new();
    if reader.take(LONGEST_LINE * 64).read_line(&mut text).await.map_err(|e| told(socket, e))? == 0 {
        return Err(KeeperError::Gone(socket.to_owned()));
    }
    serde_json::from_str(&text).map_err(|_| KeeperError::Revision(socket.to_owned()))
}

/// Takes the hub's place at the keeper that listens on `socket`.
pub async fn connect(socket: &Path, deadline: Instant) -> Result<Link, KeeperError> {
    timeout_at(deadline, async {
        let (mut reader, writer) = hello(socket, Want::Serve).await?;
        let greeting: Greeting = line(&mut reader, socket).await?;
        if greeting.busy {
            return Err(KeeperError::Busy(socket.to_owned()));
        }
        Ok(Link { reader, writer, greeting })
    })
    .await
    .map_err(|_| KeeperError::Deadline)?
}

/// What is open at the keeper, without taking the hub's place.
pub async fn status(socket: &Path, deadline: Instant) -> Result<Greeting, KeeperError> {
    timeout_at(deadline, async {
        let (mut reader, _writer) = hello(socket, Want::Status).await?;
        line(&mut reader, socket).await
    })
    .await
    .map_err(|_| KeeperError::Deadline)?
}

/// Has the keeper end its browser, and returns when every process of it is gone and a temporary profile removed.
pub async fn end(socket: &Path, deadline: Instant) -> Result<Ended, KeeperError> {
    timeout_at(deadline, async {
        let (mut reader, _writer) = hello(socket, Want::End).await?;
        line(&mut reader, socket).await
    })
    .await
    .map_err(|_| KeeperError::Deadline)?
}

/// A keeper that was just started, with its browser.
#[derive(Debug)]
pub struct Spawned {
    /// The browser's process.
    pub pid: u32,
    /// The keeper's.
    pub keeper_pid: u32,
    said: Lines<BufReader<ChildStdout>>,
    /// Reaped by the runtime when it ends; never killed with the hub.
    _child: Child,
}

impl Spawned {
    /// Waits for the browser's end and returns what it last said.
    pub async fn exited(&mut self) -> KeeperError {
        match self.next().await {
            Ok(Said::Exited { code, stderr }) => KeeperError::Exited { code, stderr },
            Ok(Said::Failed { detail }) => KeeperError::Browser(detail),
            Ok(Said::Ready { .. }) | Err(_) => KeeperError::Exited { code: None, stderr: String::new() },
        }
    }

    async fn next(&mut self) -> io::Result<Said> {
        while let Some(line) = self.said.next_line().await? {
            // Whatever else the program prints is not for us.
            if let Ok(said) = serde_json::from_str(&line) {
                return Ok(said);
            }
        }
        Err(io::Error::from(io::ErrorKind::UnexpectedEof))
    }
}

/// The longest path that a socket's address can hold everywhere.
const LONGEST_PATH: usize = 100;

/// Starts a keeper (`program arguments…`) and through it the browser of `spec`; returns when its socket listens.
pub async fn spawn(
    program: &Path,
    arguments: &[String],
    spec: &KeeperSpec,
    deadline: Instant,
) -> Result<Spawned, KeeperError> {
    if spec.socket.as_os_str().len() > LONGEST_PATH {
        return Err(KeeperError::PathTooLong(spec.socket.clone()));
    }
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(KeeperError::Start)?;
    let text = serde_json::to_vec(spec).map_err(io::Error::from)?;
    let mut stdin = child.stdin.take().ok_or(KeeperError::Deadline)?;
    let stdout = child.stdout.take().ok_or(KeeperError::Deadline)?;
    let mut spawned = Spawned { pid: 0, keeper_pid: 0, said: BufReader::new(stdout).lines(), _child: child };
    let ready = async {
        stdin.write_all(&text).await?;
        drop(stdin);
        spawned.next().await
    };
    match timeout_at(deadline, ready).await.map_err(|_| KeeperError::Deadline)? {
        Ok(Said::Ready { pid, keeper_pid }) => {
            spawned.pid = pid;
            spawned.keeper_pid = keeper_pid;
            Ok(spawned)
        }
        Ok(Said::Failed { detail }) => Err(KeeperError::Browser(detail)),
        Ok(Said::Exited { code, stderr }) => Err(KeeperError::Exited { code, stderr }),
        Err(error) => Err(KeeperError::Start(error)),
    }
}
