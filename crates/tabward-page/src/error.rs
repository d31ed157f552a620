//! What can go wrong in a page.

use std::sync::Arc;

use tabward_cdp::{CdpError, CommandRefused};
use tabward_model::{Code, Delivered, Failure, FrameId, Stage};

use crate::page::dialog::Dialog;
use crate::page::navigate::NavigationFailure;

/// A failure of the page engine.
///
/// Messages are one line; strings of the page stand in them quoted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PageError {
    /// The browser or the channel to it failed.
    #[error("{0}")]
    Channel(CdpError),
    /// The deadline passed, and the page was alive.
    #[error("{what} did not end before the deadline")]
    Deadline {
        /// What was waited for, as a noun.
        what: &'static str,
        /// Whether the page was asked to do something.
        delivered: Delivered,
    },
    /// The page does not answer at all.
    #[error("the page does not answer; it may be in an endless loop")]
    Unresponsive {
        /// Whether the page was asked to do something.
        delivered: Delivered,
    },
    /// The page's process crashed.
    #[error("the page's process crashed; load the page again")]
    Crashed {
        /// Whether the page was asked to do something before.
        delivered: Delivered,
    },
    /// The tab was closed.
    #[error("the tab was closed")]
    Gone {
        /// Whether the page was asked to do something before.
        delivered: Delivered,
    },
    /// The permit ended meanwhile: the person took the tab over, or the page went where it may not.
    #[error("the permit for the page ended")]
    Revoked {
        /// Whether the page was asked to do something before.
        delivered: Delivered,
    },
    /// A frame's document was replaced while it was being worked on.
    #[error("the document was replaced meanwhile")]
    DocumentChanged {
        /// Whether the former document was asked to do something.
        delivered: Delivered,
    },
    /// The frame is not, or no longer, in the page.
    #[error("the frame is gone")]
    FrameGone(FrameId),
    /// A dialog of the page must be answered first.
    #[error("{} is open", .dialog.describe())]
    DialogOpen {
        /// The dialog.
        dialog: Arc<Dialog>,
        /// Whether the page was asked to do something before it opened.
        delivered: Delivered,
    },
    /// A dialog was to be answered and none is open.
    #[error("no dialog is open")]
    NoDialog,
    /// A dialog blocks the page that the channel knows nothing of, for it was open before.
    #[error("a dialog that no channel can answer blocks the page")]
    Blocked,
    /// A script that the caller gave threw, or was stopped.
    #[error("{}", .0.describe())]
    Script(Box<ScriptError>),
    /// A page script of ours threw: a defect, or a page that is stranger than expected.
    #[error("page script {method} failed: {message}")]
    OurScript {
        /// The method.
        method: String,
        /// What it threw.
        message: String,
    },
    /// A page script of ours answered in another shape than expected.
    #[error("page script {method} answered in an unexpected shape: {message}")]
    Shape {
        /// The method.
        method: String,
        /// What did not fit.
        message: String,
    },
    /// The page did not load.
    #[error("{0}")]
    Navigation(Box<NavigationFailure>),
    /// The frame's address is one that tabward never touches.
    #[error("pages of this scheme are never read or acted on")]
    SchemeForbidden,
    /// The frame's origin is one that tabward never touches.
    #[error("this origin is never read or acted on")]
    OriginForbidden,
    /// An action or a wait failed for a reason in the page.
    #[error("{0}")]
    Act(Box<crate::act::ActError>),
    /// What was asked for cannot be.
    #[error("{0}")]
    Invalid(String),
}

/// An exception in a script of the caller.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptError {
    /// What was thrown, on one line.
    pub message: String,
    /// Line in the caller's script, from 1, when known.
    pub line: Option<u32>,
    /// Column in that line, from 1, when known.
    pub column: Option<u32>,
    /// Whether the script was stopped because it did not end in time.
    pub stopped: bool,
    /// Whether it is no script at all, so that nothing ran.
    pub unread: bool,
}

impl ScriptError {
    fn describe(&self) -> String {
        let message = tabward_model::text::quote_clipped(&self.message, 400);
        match (self.stopped, self.line, self.column) {
            (true, ..) => "the script did not end before its deadline and was stopped".to_owned(),
            (false, Some(line), Some(column)) => format!("the script threw {message} at line {line}, column {column}"),
            (false, Some(line), None) => format!("the script threw {message} at line {line}"),
            _ => format!("the script threw {message}"),
        }
    }
}

impl From<crate::act::ActError> for PageError {
    fn from(error: crate::act::ActError) -> Self {
        Self::Act(Box::new(error))
    }
}

impl From<CdpError> for PageError {
    fn from(error: CdpError) -> Self {
        Self::Channel(error)
    }
}

impl PageError {
    /// The published code.
    pub fn code(&self) -> Code {
        match self {
            Self::Channel(error) => channel_code(error),
            Self::Deadline { .. } => Code::DeadlineExceeded,
            Self::Unresponsive { .. } => Code::PageUnresponsive,
            Self::Crashed { .. } => Code::PageCrashed,
            Self::Gone { .. } => Code::TabGone,
            Self::Revoked { .. } => Code::TabTakenOver,
            Self::DocumentChanged { .. } | Self::FrameGone(_) => Code::DocumentChanged,
            Self::DialogOpen { .. } => Code::DialogOpen,
            Self::NoDialog | Self::Invalid(_) => Code::InvalidArgument,
            Self::Blocked => Code::PageBlocked,
            Self::Script(_) => Code::ScriptFailed,
            Self::OurScript { .. } | Self::Shape { .. } => Code::Internal,
            Self::Navigation(_) => Code::NavigationFailed,
            Self::Act(error) => error.code(),
            Self::SchemeForbidden => Code::SchemeForbidden,
            Self::OriginForbidden => Code::OriginForbidden,
        }
    }

    /// Where it arose.
    pub fn stage(&self) -> Stage {
        match self {
            Self::OurScript { .. } | Self::Shape { .. } => Stage::Script,
            other => other.code().stage(),
        }
    }

    /// Whether what was asked for may have been done.
    pub fn delivered(&self) -> Delivered {
        match self {
            Self::Channel(error) => error.delivered(),
            Self::Deadline { delivered, .. }
            | Self::Unresponsive { delivered }
            | Self::Crashed { delivered }
            | Self::Gone { delivered }
            | Self::Revoked { delivered }
            | Self::DocumentChanged { delivered }
            | Self::DialogOpen { delivered, .. } => *delivered,
            Self::Script(_) | Self::OurScript { .. } | Self::Shape { .. } => Delivered::Yes,
            Self::Act(error) => error.delivered(),
            Self::Navigation(failure) => failure.delivered,
            Self::FrameGone(_)
            | Self::NoDialog
            | Self::Blocked
            | Self::SchemeForbidden
            | Self::OriginForbidden
            | Self::Invalid(_) => Delivered::No,
        }
    }

    /// Whether the same call can succeed later without anything else being done first.
    pub fn retryable(&self) -> bool {
        self.code().retryable() && self.delivered() == Delivered::No
    }

    /// The same failure with what is known of delivery, where that is left to the caller.
    #[must_use]
    pub fn with_delivered(mut self, known: Delivered) -> Self {
        match &mut self {
            Self::Deadline { delivered, .. }
            | Self::Unresponsive { delivered }
            | Self::Crashed { delivered }
            | Self::Gone { delivered }
            | Self::Revoked { delivered }
            | Self::DocumentChanged { delivered }
            | Self::DialogOpen { delivered, .. } => *delivered = known,
            // A frame that went after it was asked to do something took its document with it.
            Self::FrameGone(_) if known != Delivered::No => return Self::DocumentChanged { delivered: known },
            _ => {}
        }
        self
    }

    /// The failure for an outcome.
    pub fn failure(&self) -> Failure {
        if let Self::Act(error) = self {
            return error.failure();
        }
        let failure = Failure::new(self.code(), self.to_string()).at(self.stage()).delivered(self.delivered());
        match self {
            Self::Navigation(navigation) => navigation.add_to(failure),
            Self::Script(script) => {
                let failure = failure.field("message", script.message.clone());
                match script.line {
                    Some(line) => failure.field("line", line).field("column", script.column.unwrap_or(1)),
                    None => failure,
                }
            }
            Self::DialogOpen { dialog, .. } => failure.field("dialog", dialog.to_json()),
            _ => failure,
        }
    }
}

fn channel_code(error: &CdpError) -> Code {
    match error {
        CdpError::Deadline { .. } => Code::DeadlineExceeded,
        CdpError::Refused(CommandRefused::PermitEnded) => Code::TabTakenOver,
        CdpError::Refused(_) => Code::Internal,
        CdpError::Closed { .. } | CdpError::Connect { .. } => Code::BrowserGone,
        CdpError::Protocol { .. } | CdpError::Malformed { .. } => Code::BrowserFailed,
    }
}
