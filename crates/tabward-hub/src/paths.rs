//! The folders and files of one user's hub.

use std::path::{Path, PathBuf};

/// The longest path that a Unix socket can have, with some room: `sun_path` holds 108 bytes (unix(7)), 104 on macOS.
const SOCKET_PATH: usize = 100;

/// Where everything lies. Made by the configuration of the binary; the hub reads no environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Profiles of launched browsers.
    pub profiles: PathBuf,
    /// Database and artifacts.
    pub state: PathBuf,
    /// Sockets and locks.
    pub runtime: PathBuf,
    /// `config.toml`.
    pub config: PathBuf,
    /// The folder that holds all of these, when one does (`TABWARD_HOME`).
    pub home: Option<PathBuf>,
}

impl Paths {
    /// All folders below one.
    pub fn below(home: &Path) -> Self {
        Self {
            profiles: home.join("profiles"),
            state: home.join("state"),
            runtime: home.join("run"),
            config: home.join("config.toml"),
            home: Some(home.to_owned()),
        }
    }

    /// The hub's socket. Where the runtime folder's path is too long for one, a short name in the folder for temporary
    /// files that only this user can enter.
    pub fn socket(&self) -> PathBuf {
        let plain = self.runtime.join("hub.sock");
        if plain.as_os_str().len() <= SOCKET_PATH {
            return plain;
        }
        self.short_runtime().join("hub.sock")
    }

    /// A runtime folder whose path is short enough for sockets.
    pub fn short_runtime(&self) -> PathBuf {
        if self.runtime.join("k-0123456789abcdef.sock").as_os_str().len() <= SOCKET_PATH {
            return self.runtime.clone();
        }
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(self.runtime.as_os_str().as_encoded_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        PathBuf::from(format!("/tmp/tabward-{}-{name}", crate::platform::uid()))
    }

    /// Held by the running hub for its whole life.
    pub fn hub_lock(&self) -> PathBuf {
        self.runtime.join("hub.lock")
    }

    /// Held by a client while it starts the hub.
    pub fn start_lock(&self) -> PathBuf {
        self.runtime.join("start.lock")
    }

    /// Artifact files.
    pub fn artifacts(&self) -> PathBuf {
        self.state.join("artifacts")
    }

    /// The debug log's folder.
    pub fn logs(&self) -> PathBuf {
        self.state.join("log")
    }

    /// Makes the folders, each for this user alone.
    pub fn make(&self) -> std::io::Result<()> {
        for folder in [&self.profiles, &self.state, &self.runtime, &self.short_runtime()] {
            crate::platform::make_private_dir(folder)?;
        }
        Ok(())
    }
}
