//! What can go wrong, and whether the browser got the command.

use tabward_model::Delivered;

/// A command that failed, or a connection that could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CdpError {
    /// The connection or the channel ended before an answer came.
    #[error("the channel was closed")]
    Closed {
        /// Whether the browser got the command.
        delivered: Delivered,
    },
    /// No answer came in time.
    #[error("no answer to {method} in time")]
    Deadline {
        /// Whether the browser got the command.
        delivered: Delivered,
        /// The command.
        method: &'static str,
    },
    /// The browser answered with an error.
    #[error("{method}: {message} ({code})")]
    Protocol {
        /// JSON-RPC's code.
        code: i64,
        /// The browser's own words.
        message: String,
        /// The command.
        method: &'static str,
    },
    /// The command was not sent: its permit or its parameters do not allow it.
    #[error("refused: {0}")]
    Refused(#[from] CommandRefused),
    /// What was sent or received is not what the protocol says.
    #[error("{method}: not what the protocol says: {message}")]
    Malformed {
        /// The command or event.
        method: String,
        /// What is wrong with it.
        message: String,
        /// Whether the browser got the command.
        delivered: Delivered,
    },
    /// The connection could not be made.
    #[error("cannot connect to {url}: {message}")]
    Connect {
        /// Where to.
        url: String,
        /// Why not.
        message: String,
    },
}

impl CdpError {
    /// Whether the command that failed may have run.
    pub fn delivered(&self) -> Delivered {
        match self {
            Self::Closed { delivered } | Self::Deadline { delivered, .. } | Self::Malformed { delivered, .. } => {
                *delivered
            }
            Self::Protocol { code, message, .. } => judge(*code, message),
            Self::Refused(_) | Self::Connect { .. } => Delivered::No,
        }
    }
}

/// Answers that the browser gives before it has done anything.
const BEFORE: [&str; 12] = [
    "Cannot find context with specified id",
    "uniqueContextId not found",
    "Cannot navigate to invalid URL",
    "Could not find node with given id",
    "No node with given id found",
    "Could not find object with given id",
    "Node is detached from document",
    "No dialog is showing",
    "No target with given id found",
    "No frame with given id found",
    "No frame for given id found",
    "Session with given id not found",
];

fn judge(code: i64, message: &str) -> Delivered {
    let refused = (-32_700..=-32_600).contains(&code) && code != -32_603;
    if refused || BEFORE.iter().any(|known| message.starts_with(known)) {
        Delivered::No
    } else {
        // The handler ran, and how far it came is not told: "Inspected target navigated or closed" comes both before
        // and after the effect.
        Delivered::Unknown
    }
}

/// Why a command was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandRefused {
    /// The permit was revoked.
    #[error("the permit has ended")]
    PermitEnded,
    /// The permit is for another browser.
    #[error("the permit is for another browser")]
    OtherInstance,
    /// The permit is for another tab, or for none.
    #[error("the permit is not for this tab")]
    OtherTab,
    /// A command for a tab on the browser's own channel, or the reverse.
    #[error("the command does not belong on this channel")]
    WrongLevel,
    /// A parameter is outside of what the permit allows.
    #[error("parameter {name}: {reason}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// What is wrong with it.
        reason: &'static str,
    },
}
