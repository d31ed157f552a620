//! Chromium for tests: started over a pipe or with a port, ended with all its processes.

use std::{os::fd::OwnedFd, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, Result};
use command_fds::{CommandFdExt as _, FdMapping};
use tabward_cdp::{Cdp as _, Channel, ConnectOptions, Connection, protocol::target, testing::TestTab};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    net::unix::pipe,
    process::{Child, Command},
};

pub(crate) struct Chromium {
    process: Child,
    pub(crate) connection: Connection,
    profile: TempDir,
}

fn command(profile: &Path) -> Command {
    let mut command = std::process::Command::new("chromium");
    command
        .args([
            "--headless=new",
            "--no-sandbox",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-breakpad",
            "--disable-quic",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut command = Command::from(command);
    command.process_group(0).kill_on_drop(true);
    command
}

impl Chromium {
    /// Over `--remote-debugging-pipe`.
    pub(crate) fn over_pipe() -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let (from_us, to_browser) = std::io::pipe()?;
        let (from_browser, to_us) = std::io::pipe()?;
        let mut command = command(profile.path());
        command.arg("--remote-debugging-pipe").arg("about:blank");
        command.fd_mappings(vec![
            FdMapping { parent_fd: from_us.into(), child_fd: 3 },
            FdMapping { parent_fd: to_us.into(), child_fd: 4 },
        ])?;
        let process = command.spawn().context("start chromium")?;
        // With it go our copies of the browser's ends.
        drop(command);
        let reader = pipe::Receiver::from_owned_fd(OwnedFd::from(from_browser))?;
        let writer = pipe::Sender::from_owned_fd(OwnedFd::from(to_browser))?;
        let connection = Connection::from_stream(reader, writer, ConnectOptions::default());
        Ok(Self { process, connection, profile })
    }

    /// Over the WebSocket of `--remote-debugging-port`.
    pub(crate) async fn over_websocket() -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let mut command = command(profile.path());
        command.arg("--remote-debugging-port=0").arg("about:blank").stderr(Stdio::piped());
        let mut process = command.spawn().context("start chromium")?;
        let mut lines = BufReader::new(process.stderr.take().context("stderr")?).lines();
        let url = tokio::time::timeout(Duration::from_mins(1), async {
            while let Some(line) = lines.next_line().await? {
                if let Some(url) = line.strip_prefix("DevTools listening on ") {
                    return Ok(url.to_owned());
                }
            }
            anyhow::bail!("chromium ended without a port")
        })
        .await??;
        // Whatever it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let connection = Connection::websocket(&url, ConnectOptions::default()).await?;
        Ok(Self { process, connection, profile })
    }

    /// Opens a tab and attaches to it.
    pub(crate) async fn open(&self, url: &str) -> Result<(TestTab, Channel)> {
        let nobody = TestTab::new("I1", "none");
        let browser = nobody.browser_channel(&self.connection);
        let made = browser.send(&nobody.open_permit(), target::CreateTarget::new(url)).await?;
        let tab = TestTab::new("I1", made.target_id.as_str());
        let attach = target::AttachToTarget::new(made.target_id);
        let session = browser.send(&tab.permit(), attach).await?;
        let channel = tab.channel(&self.connection, session.session_id.as_str());
        Ok((tab, channel))
    }

    /// Waits until the process has ended by itself.
    pub(crate) async fn ended(mut self) -> Result<()> {
        tokio::time::timeout(Duration::from_secs(30), self.process.wait()).await??;
        Ok(())
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        if let Some(pid) = self.process.id().and_then(|pid| rustix::process::Pid::from_raw(pid.cast_signed())) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        // Its processes end in their own time; a folder that they still hold is removed as far as it can be.
        let _ = self.profile.path();
    }
}
