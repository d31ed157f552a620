//! Runs the binary in a home of its own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A machine's worth of folders for one test.
pub(crate) struct Home {
    pub(crate) folder: TempDir,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabward"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.path())
            .env("TABWARD_HOME", self.path().join("tabward"))
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        ran(self.command(args).output().unwrap())
    }
}

pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
