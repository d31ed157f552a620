//! An X server for headed runs.

use std::io::Read as _;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// An `Xvfb` on a display that it found free itself. It ends when this is dropped.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts the server and waits until it takes clients.
    ///
    /// # Errors
    /// When `Xvfb` is missing or does not come up.
    pub fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("start Xvfb (Debian: apt-get install xvfb)")?;
        // It writes the number once it is ready, and nothing when it fails.
        let mut number = String::new();
        let mut out = server.stdout.take().context("Xvfb's output is a pipe")?;
        let mut byte = [0];
        while out.read(&mut byte)? == 1 && byte[0] != b'\n' {
            number.push(char::from(byte[0]));
        }
        ensure!(!number.is_empty(), "Xvfb ended without a display: {:?}", server.wait()?);
        Ok(Self { server, name: format!(":{number}") })
    }

    /// The value for `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // Both fail only when it has ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
