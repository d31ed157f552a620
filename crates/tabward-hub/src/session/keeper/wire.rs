//! What hub and keeper say to each other before the stream of the browser begins: one line of JSON each.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::sniff::{OpenChannel, OpenDialog};

/// The revision of this exchange. A keeper outlives upgrades of the hub, so a later hub must still speak it.
pub const REVISION: u32 = 1;

/// The longest line that either side takes.
pub(super) const LONGEST_LINE: u64 = 1 << 20;

/// What a keeper is told on its standard input.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KeeperSpec {
    /// The browser binary.
    pub program: PathBuf,
    /// Its arguments, the pipe's own excepted.
    pub arguments: Vec<String>,
    /// Variables that it gets beside the keeper's own.
    #[serde(default)]
    pub environment: Vec<(String, String)>,
    /// Where to listen.
    pub socket: PathBuf,
    /// The profile folder.
    pub profile: PathBuf,
    /// True if the folder is removed with the browser.
    pub temporary: bool,
    /// How long the browser outlives its last hub, in milliseconds.
    pub grace_ms: u64,
}

/// What a keeper says on its standard output, one line each, to the hub that started it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "tabward_keeper")]
pub enum Said {
    /// The browser runs and the socket listens.
    Ready {
        /// The browser's process.
        pid: u32,
        /// The keeper's own.
        keeper_pid: u32,
    },
    /// The browser could not be started.
    Failed {
        /// Why.
        detail: String,
    },
    /// The browser ended.
    Exited {
        /// Its exit code, if it had one.
        code: Option<i32>,
        /// The last lines that it wrote.
        stderr: String,
    },
}

/// The first line of a client.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Hello {
    /// [`REVISION`].
    pub tabward_keeper: u32,
    /// What it wants.
    pub want: Want,
}

/// What a client of the keeper wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Want {
    /// The greeting, then the browser's stream.
    Serve,
    /// The greeting alone.
    Status,
    /// The end of the browser, and word of it.
    End,
}

/// The keeper's first line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Greeting {
    /// [`REVISION`] of the keeper.
    pub tabward_keeper: u32,
    /// The keeper's process.
    pub keeper_pid: u32,
    /// The browser's process.
    pub pid: u32,
    /// The profile folder.
    pub profile: PathBuf,
    /// True if the folder goes with the browser.
    pub temporary: bool,
    /// How many hubs were served before this one.
    pub hubs_before: u64,
    /// True if a hub is being served; then this one is not.
    pub busy: bool,
    /// Command numbers below this one were used by an earlier hub; answers to them may still come.
    pub next_id: u64,
    /// Channels that are open in the browser.
    pub channels: Vec<OpenChannel>,
    /// Dialogs that are open.
    pub dialogs: Vec<OpenDialog>,
    /// Whole messages that came while no hub was there to read them; state must be read anew if there were any.
    pub missed: u64,
}

/// The keeper's last line to one that wanted the end.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ended {
    /// Processes that outlived the kill.
    pub left: Vec<u32>,
    /// Whether the temporary profile is gone; true if there was none.
    pub profile_removed: bool,
}
