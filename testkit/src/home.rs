//! A folder of its own for one hub: nothing of the person's is touched, and nothing may be left.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout};

use crate::process::{self, Process};

/// How often a proof looks again; there is no event for "the last process of a group is gone".
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A scratch `TABWARD_HOME` for one hub. Whatever still runs there is ended when it is dropped.
#[derive(Debug)]
pub struct Home {
    folder: TempDir,
    binary: PathBuf,
    environment: Vec<(String, String)>,
    seen: std::sync::Mutex<BTreeSet<Process>>,
}

/// What a home should not show any more after its hub stopped.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// Processes that still run.
    pub processes: Vec<Process>,
    /// Sockets that something still listens on.
    pub sockets: Vec<String>,
    /// Lock files that something still holds.
    pub locks: Vec<PathBuf>,
    /// Temporary browser profiles.
    pub profiles: Vec<PathBuf>,
}

impl Leftovers {
    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.processes.is_empty() && self.sockets.is_empty() && self.locks.is_empty() && self.profiles.is_empty()
    }
}

impl fmt::Display for Leftovers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for p in &self.processes {
            writeln!(f, "process {}: {}", p.pid, p.command.chars().take(160).collect::<String>())?;
        }
        for s in &self.sockets {
            writeln!(f, "socket {s}")?;
        }
        for l in &self.locks {
            writeln!(f, "lock {}", l.display())?;
        }
        for p in &self.profiles {
            writeln!(f, "temporary profile {}", p.display())?;
        }
        Ok(())
    }
}

impl Home {
    /// A fresh folder for `binary`.
    ///
    /// # Errors
    /// When no temporary folder can be made.
    pub fn new(binary: impl Into<PathBuf>) -> Result<Self> {
        // Short, since the path of a local socket holds 107 bytes.
        let folder = tempfile::Builder::new().prefix("tw-").tempdir().context("make a temporary folder")?;
        Ok(Self { folder, binary: binary.into(), environment: Vec::new(), seen: std::sync::Mutex::default() })
    }

    /// Sets one more variable for everything that is started here.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The folder, which is `TABWARD_HOME` for all that is started here.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The program under test, with this home's environment.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.env("TABWARD_HOME", self.path());
        command.env_remove("TABWARD_OUTPUT").env_remove("TABWARD_DEBUG");
        command.envs(self.environment.iter().map(|(n, v)| (n, v)));
        command
    }

    /// Runs the program with `arguments` to its end.
    ///
    /// # Errors
    /// When it cannot be started or does not end in time.
    pub async fn run<I: AsRef<std::ffi::OsStr>>(&self, arguments: &[I], within: Duration) -> Result<Output> {
        let mut command = self.command();
        command.args(arguments).stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(within, command.output());
        output.await.context("the program did not end in time")?.context("start the program")
    }

    /// Ends the hub and with it everything that it has launched.
    ///
    /// # Errors
    /// Those of [`Home::run`].
    pub async fn stop_hub(&self) -> Result<Output> {
        self.processes();
        self.run(&["hub", "stop", "--browsers"], Duration::from_secs(30)).await
    }

    /// The processes that belong to this home now. All that were ever seen must be gone in the end.
    pub fn processes(&self) -> Vec<Process> {
        let now = process::of_folder(self.path());
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        seen.extend(now.iter().cloned());
        now.into_iter().collect()
    }

    /// What is left here, looked at until nothing is or the deadline has passed.
    pub async fn leftovers(&self, within: Duration) -> Leftovers {
        let deadline = Instant::now() + within;
        loop {
            let left = self.look();
            if left.is_empty() || Instant::now() >= deadline {
                return left;
            }
            sleep(LOOK_AGAIN).await;
        }
    }

    fn look(&self) -> Leftovers {
        self.processes();
        let seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let processes = seen.iter().filter(|p| p.alive()).cloned().collect();
        drop(seen);
        let mut left = Leftovers { processes, sockets: sockets(self.path()), ..Leftovers::default() };
        // The folder for temporary profiles may stay; what is in it may not.
        let temporary = fs::read_dir(self.path().join("tmp")).into_iter().flatten().flatten();
        left.profiles.extend(temporary.map(|e| e.path()));
        for folder in [self.path().to_owned(), self.path().join("run"), self.path().join("state")] {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let is_lock = path.extension().is_some_and(|e| e == "lock");
                if is_lock && File::open(&path).is_ok_and(|f| f.try_lock().is_err()) {
                    left.locks.push(path);
                }
            }
        }
        left
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.processes();
        let seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        seen.iter().for_each(Process::kill);
    }
}

/// The local sockets below `folder` that are listened on.
fn sockets(folder: &Path) -> Vec<String> {
    let table = fs::read_to_string("/proc/net/unix").unwrap_or_default();
    let prefix = folder.to_string_lossy();
    // `Flags` is the fourth column; 00010000 marks a listening socket.
    let listening = table.lines().filter(|l| l.split_whitespace().nth(3) == Some("00010000"));
    let paths = listening.filter_map(|l| l.split_whitespace().nth(7));
    paths.filter(|p| p.starts_with(prefix.as_ref())).map(str::to_owned).collect()
}
