//! The keeper's own side.

use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use command_fds::{CommandFdExt, FdMapping};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::pipe;
use tokio::net::{UnixListener, UnixStream};
use tokio::process::{Child, ChildStderr, Command};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::sniff::Sniffer;
use super::wire::{Ended, Greeting, Hello, KeeperSpec, LONGEST_LINE, REVISION, Said, Want};
use crate::session::process;

/// How long a client may take for its first line.
const HELLO: Duration = Duration::from_secs(5);
/// How long a newcomer waits for the hub before it to be gone.
const CHANGE: Duration = Duration::from_secs(2);
/// How long the browser may take to end by itself once its pipe is closed.
const LEAVE: Duration = Duration::from_secs(5);
/// How long the kill of what is left may take.
const KILL: Duration = Duration::from_secs(5);
/// The longest command that a hub may send.
const LONGEST_COMMAND: usize = 128 << 20;
/// What is kept of the browser's standard error.
const STDERR: usize = 8 << 10;
/// Pieces of the stream that may wait for a hub; then the browser waits.
const PIECES: usize = 8;
const PIECE: usize = 256 << 10;

/// Runs a keeper: reads its [`KeeperSpec`] from standard input, starts the browser, serves it, and returns when the
/// browser has ended and nothing of it is left.
///
/// # Errors
/// What went wrong before the browser ran; it is also said on standard output.
pub fn run() -> io::Result<()> {
    // Out of the hub's session, so that no signal of its terminal reaches the browser.
    rustix::process::setsid().ok();
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let mut text = String::new();
    io::stdin().take(LONGEST_LINE).read_to_string(&mut text)?;
    let spec: KeeperSpec = serde_json::from_str(&text)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(keep(spec));
    if let Err(error) = &done {
        say(&Said::Failed { detail: error.to_string() });
    }
    done
}

/// The hub that started us may be gone; then nobody listens.
fn say(said: &Said) {
    if let Ok(line) = serde_json::to_string(said) {
        let mut out = io::stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).ok();
    }
}

struct Keeper {
    spec: KeeperSpec,
    pid: u32,
    state: Mutex<State>,
    /// Rung when a hub comes or goes.
    changed: Notify,
    commands: mpsc::Sender<Vec<u8>>,
    /// Those who want the end.
    ends: mpsc::Sender<Asker>,
}

/// One who wants the end and waits for word of it.
struct Asker {
    tell: oneshot::Sender<Ended>,
    /// Closed once the word is written.
    written: oneshot::Receiver<()>,
}

#[derive(Default)]
struct State {
    sniffer: Sniffer,
    hub: Option<mpsc::Sender<Vec<u8>>>,
    hubs: u64,
    /// Whole messages when the last hub left.
    messages_at_leave: u64,
    /// The newcomer came in the middle of a message; its rest is not for it.
    skip: bool,
    left_at: Option<Instant>,
}

async fn keep(spec: KeeperSpec) -> io::Result<()> {
    std::fs::remove_file(&spec.socket).ok();
    let listener = UnixListener::bind(&spec.socket)?;
    std::fs::set_permissions(&spec.socket, std::fs::Permissions::from_mode(0o600))?;
    let started = start(&spec);
    let (mut child, from_browser, to_browser) = match started {
        Ok(started) => started,
        Err(error) => {
            std::fs::remove_file(&spec.socket).ok();
            remove_profile(&spec).await;
            return Err(error);
        }
    };
    let pid = child.id().unwrap_or_default();
    let stderr = tail(child.stderr.take());
    let (commands, inbox) = mpsc::channel(16);
    let (ends, mut requests) = mpsc::channel(4);
    let keeper = Arc::new(Keeper {
        spec,
        pid,
        state: Mutex::new(State { left_at: Some(Instant::now()), ..State::default() }),
        changed: Notify::new(),
        commands,
        ends,
    });
    say(&Said::Ready { pid, keeper_pid: std::process::id() });

    let writer = tokio::spawn(write_commands(to_browser, inbox));
    let reader = tokio::spawn(read_browser(Arc::clone(&keeper), from_browser));
    let door = tokio::spawn(accept(Arc::clone(&keeper), listener));

    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    let mut waiting: Vec<Asker> = Vec::new();
    let exit = tokio::select! {
        exit = child.wait() => Some(exit),
        Some(asker) = requests.recv() => { waiting.push(asker); None }
        _ = terminate.recv() => None,
        () = abandoned(&keeper) => None,
    };
    door.abort();
    // The last copies of the browser's ends of the pipe are in these two: closing them asks it to end.
    writer.abort();
    reader.abort();
    std::fs::remove_file(&keeper.spec.socket).ok();
    let exit = match exit {
        Some(exit) => exit.ok(),
        None => timeout(LEAVE, child.wait()).await.ok().and_then(Result::ok),
    };
    let ended = sweep(&keeper, &mut child, exit.is_some()).await;
    say(&Said::Exited {
        code: exit.as_ref().and_then(ExitStatus::code),
        stderr: stderr.lock().unwrap_or_else(PoisonError::into_inner).clone(),
    });
    while let Ok(asker) = requests.try_recv() {
        waiting.push(asker);
    }
    for asker in waiting {
        if asker.tell.send(ended.clone()).is_ok() {
            // Its connection ends with the runtime, so the word must be out before.
            timeout(Duration::from_secs(1), asker.written).await.ok();
        }
    }
    Ok(())
}

/// Ends what is left of the browser and removes a temporary profile.
async fn sweep(keeper: &Keeper, child: &mut Child, exited: bool) -> Ended {
    let deadline = Instant::now() + KILL;
    if !exited {
        child.start_kill().ok();
    }
    let reap = async {
        if !exited {
            child.wait().await.ok();
        }
    };
    // A persistent profile may by now be in use by a browser that is not ours.
    let profile = keeper.spec.temporary.then_some(keeper.spec.profile.as_path());
    let (left, ()) = tokio::join!(process::end_tree(keeper.pid, profile, deadline), reap);
    Ended { left, profile_removed: remove_profile(&keeper.spec).await }
}

async fn remove_profile(spec: &KeeperSpec) -> bool {
    if !spec.temporary {
        return true;
    }
    let profile = spec.profile.clone();
    tokio::task::spawn_blocking(move || remove_tree(&profile)).await.unwrap_or(false)
}

fn remove_tree(folder: &Path) -> bool {
    // A process that was just killed may still have been writing: a second try finds what it left.
    for _ in 0..3 {
        match std::fs::remove_dir_all(folder) {
            Ok(()) => return true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return true,
            Err(_) => {}
        }
    }
    false
}

type Started = (Child, pipe::Receiver, pipe::Sender);

fn start(spec: &KeeperSpec) -> io::Result<Started> {
    let (commands_read, commands_write) = io::pipe()?;
    let (answers_read, answers_write) = io::pipe()?;
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.arguments)
        .arg("--remote-debugging-pipe")
        .envs(spec.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    let mapping = |parent_fd: OwnedFd, child_fd| FdMapping { parent_fd, child_fd };
    command
        .fd_mappings(vec![mapping(commands_read.into(), 3), mapping(answers_write.into(), 4)])
        .map_err(io::Error::other)?;
    let child = command.spawn().map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", spec.program.display())))?;
    // The command owns our copies of the browser's ends; with it they close, and the end of the browser is seen.
    drop(command);
    Ok((
        child,
        pipe::Receiver::from_owned_fd(answers_read.into())?,
        pipe::Sender::from_owned_fd(commands_write.into())?,
    ))
}

/// Keeps the last bytes that the browser says on its standard error.
fn tail(stderr: Option<ChildStderr>) -> Arc<Mutex<String>> {
    let kept = Arc::new(Mutex::new(String::new()));
    if let Some(stderr) = stderr {
        let into = Arc::clone(&kept);
        tokio::spawn(async move {
            let mut lines = BufReader::new(stderr.take(u64::MAX));
            let mut line = Vec::new();
            while lines.read_until(b'\n', &mut line).await.is_ok_and(|n| n > 0) {
                let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_str(&String::from_utf8_lossy(&line[..line.len().min(STDERR)]));
                let over = kept.len().saturating_sub(STDERR);
                let cut = (over..=kept.len()).find(|at| kept.is_char_boundary(*at)).unwrap_or(0);
                kept.drain(..cut);
                line.clear();
            }
        });
    }
    kept
}

async fn write_commands(mut to: pipe::Sender, mut commands: mpsc::Receiver<Vec<u8>>) {
    while let Some(command) = commands.recv().await {
        if to.write_all(&command).await.is_err() {
            break;
        }
    }
    // Not dropped at a broken write alone: the reader tells the end.
    std::future::pending::<()>().await;
}

async fn read_browser(keeper: Arc<Keeper>, mut from: pipe::Receiver) {
    let mut buffer = vec![0_u8; PIECE];
    while let Ok(n) = from.read(&mut buffer).await {
        if n == 0 {
            break;
        }
        let piece = &buffer[..n];
        let hub = {
            let mut state = keeper.state();
            state.sniffer.feed(piece);
            let mut rest = piece;
            if state.hub.is_some() && state.skip {
                if let Some(end) = memchr::memchr(0, rest) {
                    rest = &rest[end + 1..];
                    state.skip = false;
                } else {
                    rest = &[];
                }
            }
            state.hub.clone().filter(|_| !rest.is_empty()).map(|hub| (hub, rest.to_vec()))
        };
        if let Some((hub, piece)) = hub {
            // A hub that went in the meantime is noticed by its own connection.
            hub.send(piece).await.ok();
        }
    }
    // Its process ends too, or is ended: the main task waits for that.
    keeper.state().hub = None;
    std::future::pending::<()>().await;
}

async fn accept(keeper: Arc<Keeper>, listener: UnixListener) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // tidy: sleep – out of descriptors, say; there is no event for their return.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let ours = stream.peer_cred().is_ok_and(|c| c.uid() == rustix::process::geteuid().as_raw());
        if ours {
            let keeper = Arc::clone(&keeper);
            tokio::spawn(async move { keeper.client(stream).await.ok() });
        }
    }
}

/// Returns once no hub has been there for the time of grace.
async fn abandoned(keeper: &Keeper) {
    let grace = Duration::from_millis(keeper.spec.grace_ms);
    loop {
        let changed = keeper.changed.notified();
        let deadline = {
            let state = keeper.state();
            if state.hub.is_some() { None } else { state.left_at.map(|at| at + grace) }
        };
        match deadline {
            None => changed.await,
            Some(deadline) => {
                if tokio::time::timeout_at(deadline, changed).await.is_err() {
                    return;
                }
            }
        }
    }
}

impl Keeper {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn greeting(&self, state: &State, busy: bool) -> Greeting {
        Greeting {
            tabward_keeper: REVISION,
            keeper_pid: std::process::id(),
            pid: self.pid,
            profile: self.spec.profile.clone(),
            temporary: self.spec.temporary,
            hubs_before: state.hubs,
            busy,
            next_id: state.sniffer.highest_id() + 1,
            channels: state.sniffer.channels(),
            dialogs: state.sniffer.dialogs(),
            missed: if state.hub.is_some() || state.hubs == 0 {
                0
            } else {
                state.sniffer.messages() - state.messages_at_leave
            },
        }
    }

    async fn client(self: Arc<Self>, stream: UnixStream) -> io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut read = BufReader::with_capacity(PIECE, read);
        let mut line = String::new();
        timeout(HELLO, (&mut read).take(LONGEST_LINE).read_line(&mut line)).await??;
        let hello: Hello = serde_json::from_str(&line)?;
        match hello.want {
            Want::Status => {
                let greeting = {
                    let state = self.state();
                    self.greeting(&state, state.hub.is_some())
                };
                send_line(&mut write, &greeting).await
            }
            Want::End => {
                let (tell, told) = oneshot::channel();
                let (ticket, written) = oneshot::channel();
                self.ends.send(Asker { tell, written }).await.map_err(io::Error::other)?;
                let ended = told.await.map_err(io::Error::other)?;
                let sent = send_line(&mut write, &ended).await;
                drop(ticket);
                sent
            }
            Want::Serve => self.serve(read, write).await,
        }
    }

    async fn serve(
        &self,
        read: BufReader<tokio::net::unix::OwnedReadHalf>,
        mut write: tokio::net::unix::OwnedWriteHalf,
    ) -> io::Result<()> {
        let (pieces, mut inbox) = mpsc::channel::<Vec<u8>>(PIECES);
        // The only sender is in the state: when the browser's stream ends, so does this connection.
        let greeting = self.take_place(pieces).await;
        send_line(&mut write, &greeting).await?;
        if greeting.busy {
            return Ok(());
        }
        let out = async {
            while let Some(piece) = inbox.recv().await {
                write.write_all(&piece).await?;
            }
            io::Result::Ok(())
        };
        let result = tokio::select! {
            done = out => done,
            done = self.take_commands(read) => done,
        };
        {
            let mut state = self.state();
            state.hub = None;
            state.left_at = Some(Instant::now());
            state.messages_at_leave = state.sniffer.messages();
        }
        self.changed.notify_waiters();
        result
    }

    /// Makes this connection the hub, once the one before it is gone.
    async fn take_place(&self, pieces: mpsc::Sender<Vec<u8>>) -> Greeting {
        let deadline = Instant::now() + CHANGE;
        loop {
            let changed = self.changed.notified();
            {
                let mut state = self.state();
                if state.hub.is_none() {
                    let greeting = self.greeting(&state, false);
                    state.hub = Some(pieces);
                    state.hubs += 1;
                    state.skip = state.sniffer.mid_message();
                    drop(state);
                    self.changed.notify_waiters();
                    return greeting;
                }
            }
            if tokio::time::timeout_at(deadline, changed).await.is_err() {
                let state = self.state();
                return self.greeting(&state, true);
            }
        }
    }

    /// Passes whole commands on: half of one, from a hub that died, never reaches the browser.
    async fn take_commands(&self, mut read: impl AsyncRead + AsyncBufReadExt + Unpin) -> io::Result<()> {
        loop {
            let mut command = Vec::new();
            let n = (&mut read).take(LONGEST_COMMAND as u64).read_until(0, &mut command).await?;
            if n == 0 {
                return Ok(());
            }
            if command.last() != Some(&0) {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            self.state().sniffer.command(&command[..command.len() - 1]);
            self.commands.send(command).await.map_err(io::Error::other)?;
        }
    }
}

async fn send_line(write: &mut tokio::net::unix::OwnedWriteHalf, line: &impl serde::Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    write.write_all(&bytes).await?;
    write.flush().await
}
