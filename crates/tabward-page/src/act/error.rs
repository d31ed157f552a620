//! Why an action or a wait failed, when page and channel are in order.

use std::fmt;

use serde_json::json;
use tabward_model::text::{one_line, quote_clipped};
use tabward_model::{Code, Delivered, Failure};

use super::{Candidate, Cover, ElementInfo};

/// A failure of an action or wait. Messages are one line; strings of the page stand in them quoted.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// The ref's document or element is gone.
    #[error("the element is gone{}", .document.then(|| " with its document").unwrap_or_default())]
    Stale {
        /// Whether its whole document was left.
        document: bool,
    },
    /// Nothing matched until the deadline.
    #[error("nothing matches")]
    NotFound,
    /// Several elements match and none was chosen.
    #[error("{count} elements match")]
    Ambiguous {
        /// How many.
        count: usize,
        /// The first of them.
        candidates: Vec<Candidate>,
    },
    /// An index that no match has.
    #[error("index {index} is past the end: {count} elements match")]
    Index {
        /// As it was given.
        index: i32,
        /// How many there are.
        count: usize,
    },
    /// It did not become visible.
    #[error("{} is not visible", Named(.0))]
    NotVisible(Option<ElementInfo>),
    /// It cannot be brought into the viewport.
    #[error("{} cannot be brought into view", Named(.0))]
    OutOfView(Option<ElementInfo>),
    /// It takes no input.
    #[error("{} is disabled ({how})", Named(.element))]
    Disabled {
        /// The element.
        element: Option<ElementInfo>,
        /// By what: `disabled`, `aria-disabled`, `inert`, `readonly`.
        how: String,
    },
    /// It did not stop moving.
    #[error("{} does not stop moving", Named(.0))]
    Unstable(Option<ElementInfo>),
    /// Another element would have received the event.
    #[error("{} is under {}", Named(.element), .cover.as_deref().map_or_else(|| "something else".to_owned(), ToString::to_string))]
    Covered {
        /// The element.
        element: Option<ElementInfo>,
        /// What covers it.
        cover: Option<Box<Cover>>,
        /// No when the event was held back; unknown when something else may have received it.
        delivered: Delivered,
    },
    /// It takes no value of this kind.
    #[error("{} takes no {wanted}", Named(.element))]
    WrongKind {
        /// The element.
        element: Option<ElementInfo>,
        /// What was to be put in.
        wanted: &'static str,
    },
    /// The field holds something else than was asked for.
    #[error("{} holds {} after it was set to {}{}", Named(.element), quote_clipped(.holds, 200), quote_clipped(.wanted, 200), Because(.why))]
    ValueNotTaken {
        /// The field.
        element: Option<ElementInfo>,
        /// What was asked for; masked when secret.
        wanted: String,
        /// What it holds; masked when secret.
        holds: String,
        /// Our words for the reason, if known.
        why: Option<String>,
    },
    /// No option fits.
    #[error("{} has no option {}{}", Named(.element), quote_clipped(.wanted, 120), .disabled.then_some(" that is enabled").unwrap_or_default())]
    NoOption {
        /// The field.
        element: Option<ElementInfo>,
        /// What was asked for.
        wanted: String,
        /// The options' labels.
        options: Vec<String>,
        /// How many there are.
        count: usize,
        /// Whether one fits and is disabled.
        disabled: bool,
    },
    /// The field did not take the focus.
    #[error("{} does not take the focus", Named(.0))]
    NoFocus(Option<ElementInfo>),
    /// Keys went, or would have gone, elsewhere.
    #[error("the focus left {} before all was typed", Named(.element))]
    FocusLost {
        /// The field.
        element: Option<ElementInfo>,
        /// Whether a part was typed.
        delivered: Delivered,
    },
    /// No such key.
    #[error("{} is no key; write keys as Enter, a, Control+A, ArrowDown, separated by spaces", quote_clipped(.written, 60))]
    Key {
        /// As it was written.
        written: String,
    },
    /// There is no form, or no button in it, to submit with.
    #[error("no button submits this form; name one")]
    NoSubmit,
    /// What was waited for did not come.
    #[error("not seen until the deadline: {}", .unmet.join(", "))]
    NotSeen {
        /// The conditions that did not hold, in our words.
        unmet: Vec<String>,
        /// What was seen last, in our words.
        saw: Vec<String>,
    },
    /// A file that may not be handed over.
    #[error("{0}")]
    PathNotAllowed(String),
    /// An argument cannot be.
    #[error("{0}")]
    Invalid(String),
}

struct Named<'a>(&'a Option<ElementInfo>);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(element) => element.fmt(f),
            None => f.write_str("the element"),
        }
    }
}

struct Because<'a>(&'a Option<String>);

impl fmt::Display for Because<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(why) => write!(f, "; {why}"),
            None => Ok(()),
        }
    }
}

impl ActError {
    /// The published code.
    pub fn code(&self) -> Code {
        match self {
            Self::Stale { .. } => Code::StaleRef,
            Self::NotFound => Code::ElementNotFound,
            Self::Ambiguous { .. } => Code::AmbiguousElement,
            Self::Index { .. } | Self::WrongKind { .. } | Self::Key { .. } | Self::NoSubmit | Self::Invalid(_) => {
                Code::InvalidArgument
            }
            Self::NotVisible(_) | Self::OutOfView(_) => Code::ElementNotVisible,
            Self::Disabled { .. } => Code::ElementDisabled,
            Self::Unstable(_) => Code::ElementUnstable,
            Self::Covered { .. } => Code::ElementCovered,
            Self::ValueNotTaken { .. } | Self::NoOption { .. } | Self::NoFocus(_) | Self::FocusLost { .. } => {
                Code::ValueNotTaken
            }
            Self::NotSeen { .. } => Code::DeadlineExceeded,
            Self::PathNotAllowed(_) => Code::PathNotAllowed,
        }
    }

    /// Whether what was asked for may have been done, in part at least.
    pub fn delivered(&self) -> Delivered {
        match self {
            Self::Covered { delivered, .. } | Self::FocusLost { delivered, .. } => *delivered,
            Self::ValueNotTaken { .. } => Delivered::Yes,
            _ => Delivered::No,
        }
    }

    /// The element that it is about, if one was found.
    pub fn element(&self) -> Option<&ElementInfo> {
        match self {
            Self::NotVisible(element) | Self::OutOfView(element) | Self::Unstable(element) | Self::NoFocus(element) => {
                element.as_ref()
            }
            Self::Disabled { element, .. }
            | Self::Covered { element, .. }
            | Self::WrongKind { element, .. }
            | Self::ValueNotTaken { element, .. }
            | Self::NoOption { element, .. }
            | Self::FocusLost { element, .. } => element.as_ref(),
            _ => None,
        }
    }

    /// The failure for an outcome; refs of candidates and covers are added by who knows them.
    pub fn failure(&self) -> Failure {
        let mut failure = Failure::new(self.code(), self.to_string()).delivered(self.delivered());
        match self {
            Self::Ambiguous { count, .. } | Self::Index { count, .. } => failure = failure.field("count", *count),
            Self::NoOption { options, count, .. } => {
                let shown: Vec<String> = options.iter().take(20).map(|label| quote_clipped(label, 60)).collect();
                let more = count.saturating_sub(shown.len());
                let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
                failure =
                    failure.detail(format!("options: {}{tail}", shown.join(", "))).field("options", json!(options));
            }
            Self::NotSeen { saw, .. } => {
                for line in saw {
                    failure = failure.detail(format!("saw {}", one_line(line)));
                }
            }
            Self::ValueNotTaken { holds, .. } => failure = failure.field("value_after", holds.clone()),
            _ => {}
        }
        failure
    }
}
