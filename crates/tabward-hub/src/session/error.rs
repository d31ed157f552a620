//! What can go wrong between asking for a browser and having one.

use std::path::PathBuf;

use tabward_model::{Code, Failure, Stage};
use tabward_store::StoreError;

use super::keeper::KeeperError;
use super::ports::Holder;

/// Why there is no session, or why it could not be ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// No browser is installed where one could be looked for.
    #[error("no browser was found; looked for {}", .looked.join(", "))]
    BrowserNotFound {
        /// Names and paths, in the order in which they were tried.
        looked: Vec<String>,
    },
    /// The browser that was named does not exist or cannot be run.
    #[error("{} is no browser that can be started: {detail}", .path.display())]
    BrowserUnusable {
        /// The path from the settings.
        path: PathBuf,
        /// Why.
        detail: String,
    },
    /// The browser was started and did not become usable.
    #[error("the browser did not start: {detail}")]
    BrowserFailed {
        /// Why, in one line.
        detail: String,
    },
    /// Another browser has the profile open.
    #[error("the profile {} is in use by {}", .profile.display(), lock_holder(*.pid, .host, *.here))]
    ProfileLocked {
        /// The folder.
        profile: PathBuf,
        /// The browser's process, on `host`.
        pid: Option<u32>,
        /// The host's name.
        host: String,
        /// True if that is this machine.
        here: bool,
    },
    /// The folder is not one that an agent may name.
    #[error("the profile {} is not allowed: {why}", .profile.display())]
    ProfileNotAllowed {
        /// The folder or name.
        profile: PathBuf,
        /// Why.
        why: String,
    },
    /// Nothing answers on the port.
    #[error("nothing that speaks the debugging protocol answers on {host}:{port}{}", detail_of(.detail.as_deref()))]
    PortDead {
        /// The host.
        host: String,
        /// The port.
        port: u16,
        /// More, if known.
        detail: Option<String>,
    },
    /// The port for a launch is taken by something else.
    #[error("port {port} is in use by {}", holder_of(.holder.as_ref()))]
    PortInUse {
        /// The port.
        port: u16,
        /// By what.
        holder: Option<Holder>,
    },
    /// The endpoint is another user's, or its host is not allowed.
    #[error("the endpoint {endpoint} is refused: {why}")]
    EndpointNotOurs {
        /// Host and port, or the URL.
        endpoint: String,
        /// Why.
        why: String,
    },
    /// The browser is reached already.
    #[error("this browser is reached already {how}")]
    AlreadyConnected {
        /// In which way.
        how: String,
    },
    /// An argument cannot be meant so.
    #[error("{argument}: {why}")]
    Invalid {
        /// The argument.
        argument: &'static str,
        /// Why.
        why: String,
    },
    /// The browser asks the person whether it may be debugged, and nobody answered in time.
    #[error("the browser on {endpoint} asks its person to allow debugging; nobody answered in time")]
    ConsentPending {
        /// Host and port.
        endpoint: String,
    },
    /// The person said no.
    #[error("the person declined debugging on {endpoint}")]
    ConsentDenied {
        /// Host and port.
        endpoint: String,
    },
    /// The session's browser has ended.
    #[error("the browser of session {0} has ended")]
    Gone(String),
    /// The deadline passed.
    #[error("the deadline passed while {0}")]
    Deadline(&'static str),
    /// This cannot be done on this platform yet.
    #[error("{0} is not supported on this platform yet")]
    Unsupported(&'static str),
    /// The keeper failed.
    #[error(transparent)]
    Keeper(KeeperError),
    /// The record could not be written: then nothing is started.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connection failed.
    #[error("the debugging connection failed: {0}")]
    Connection(#[from] tabward_cdp::CdpError),
    /// A file operation failed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The operating system's word.
        source: std::io::Error,
    },
}

fn detail_of(detail: Option<&str>) -> String {
    detail.map(|d| format!(" ({d})")).unwrap_or_default()
}

fn holder_of(holder: Option<&Holder>) -> String {
    holder.map_or_else(|| "another program".to_owned(), ToString::to_string)
}

fn lock_holder(pid: Option<u32>, host: &str, here: bool) -> String {
    let pid = pid.map_or_else(|| "another browser".to_owned(), |pid| format!("process {pid}"));
    if here { pid } else { format!("{pid} on {host}") }
}

impl From<KeeperError> for SessionError {
    fn from(error: KeeperError) -> Self {
        match error {
            KeeperError::Gone(socket) => Self::Gone(socket.display().to_string()),
            KeeperError::Browser(detail) => Self::BrowserFailed { detail },
            KeeperError::Exited { code, ref stderr } => {
                let last = stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
                let code = code.map_or_else(|| "a signal".to_owned(), |c| format!("exit code {c}"));
                let detail = if last.is_empty() {
                    format!("it ended at once ({code})")
                } else {
                    format!("it ended at once ({code}): {}", last.trim())
                };
                Self::BrowserFailed { detail }
            }
            KeeperError::Deadline => Self::Deadline("waiting for the keeper"),
            other => Self::Keeper(other),
        }
    }
}

impl SessionError {
    /// The published code.
    pub fn code(&self) -> Code {
        match self {
            Self::BrowserNotFound { .. } | Self::BrowserUnusable { .. } => Code::BrowserNotFound,
            Self::BrowserFailed { .. } | Self::Keeper(_) | Self::Io { .. } => Code::BrowserFailed,
            Self::ProfileLocked { .. } => Code::ProfileLocked,
            Self::ProfileNotAllowed { .. } => Code::ProfileNotAllowed,
            Self::PortDead { .. } => Code::PortDead,
            Self::PortInUse { .. } => Code::PortInUse,
            Self::EndpointNotOurs { .. } => Code::EndpointNotOurs,
            Self::AlreadyConnected { .. } => Code::InstanceAlreadyConnected,
            Self::Invalid { .. } => Code::InvalidArgument,
            Self::ConsentPending { .. } | Self::ConsentDenied { .. } => Code::HumanRequired,
            Self::Gone(_) | Self::Connection(_) => Code::BrowserGone,
            Self::Deadline(_) => Code::DeadlineExceeded,
            Self::Unsupported(_) => Code::UnsupportedTransport,
            Self::Store(error) => error.code(),
        }
    }

    /// Where it arose.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Store(error) => error.stage(),
            Self::ConsentPending { .. } | Self::ConsentDenied { .. } | Self::Deadline(_) => Stage::Browser,
            Self::Connection(_) => Stage::Transport,
            Self::Io { .. } => Stage::Host,
            other => other.code().stage(),
        }
    }

    /// What to do next, in words.
    pub fn next_step(&self) -> String {
        match self {
            Self::BrowserNotFound { .. } => super::browsers::how_to_install(),
            Self::BrowserUnusable { .. } => "set TABWARD_CHROME to the path of a Chromium-family browser".to_owned(),
            Self::BrowserFailed { .. } | Self::Keeper(_) | Self::Io { .. } | Self::Unsupported(_) => {
                "run: tabward doctor".to_owned()
            }
            Self::ProfileLocked { .. } => {
                "close that browser, or name another profile in session.user_data_dir".to_owned()
            }
            Self::ProfileNotAllowed { .. } => {
                "give a plain name: it becomes a profile of tabward's own; or add the folder's parent to [profiles] roots"
                    .to_owned()
            }
            Self::PortDead { port, .. } => format!(
                "start the browser with --remote-debugging-port={port} and a --user-data-dir of its own, or use another \
                 session.mode; tabward sessions list shows what runs"
            ),
            Self::PortInUse { .. } => {
                "use another session.port, leave it out, or use mode attach if it is a browser".to_owned()
            }
            Self::EndpointNotOurs { .. } => "if it is meant, add it to [endpoints] allow in config.toml".to_owned(),
            Self::AlreadyConnected { .. } => "use that one: browser_tabs {\"action\":\"list\"} shows it".to_owned(),
            Self::Invalid { .. } => "correct the argument".to_owned(),
            Self::ConsentPending { .. } => {
                "the person must click Allow in the browser; then repeat the call".to_owned()
            }
            Self::ConsentDenied { .. } => "ask the person, or use another session.mode".to_owned(),
            Self::Gone(_) | Self::Connection(_) => {
                "start another task, or name a session; nothing is launched in its place".to_owned()
            }
            Self::Deadline(_) => "repeat with a longer timeout_ms".to_owned(),
            Self::Store(error) => error.next_step(),
        }
    }

    /// The failure as tools answer it.
    pub fn failure(&self) -> Failure {
        let mut failure = Failure::new(self.code(), self.to_string());
        failure.stage = self.stage();
        failure.next(self.next_step())
    }
}
