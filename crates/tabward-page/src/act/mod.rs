//! Acting on a page: resolve, wait until the element can receive the input, aim, hit test, trusted input that the
//! interceptor acknowledges, settle, effect (ACT-2 to 11, 17).
//!
//! Each action takes a deadline and ends by it. `Ok` means that the effect was seen; what was not delivered, or of which
//! that is not known, is an error that says so.

mod aim;
mod click;
mod deliver;
mod drag;
mod effect;
mod error;
mod field;
mod follow;
mod geometry;
pub mod keys;
mod pointer;
mod press;
mod resolve;
mod scroll;
mod select;
mod text;
mod upload;
mod wire;

use std::fmt;

use serde::Serialize;
use tabward_model::capability::{Act, CleanUp, Read};
use tabward_model::text::quote_clipped;
use tabward_model::{FrameId, Permit};

use crate::FrameDoc;
use crate::selector::{Selector, Step};

pub use click::{Button, ClickOptions, click, hover};
pub use drag::drag;
pub use effect::{ActReport, Consequences, DialogSeen, DomChange, Mode, Navigated};
pub use error::ActError;
pub use field::{Field, FieldReport, FormFailure, FormReport, Submit, Value, fill_form};
pub use geometry::Point;
pub use press::press;
pub use resolve::{Found, find, locate};
pub(crate) use resolve::{child_of, cut_all};
pub use scroll::{Amount, Direction, ScrollReport, scroll};
pub use select::{SelectReport, select};
pub use text::{TypeOptions, type_text};
pub use upload::{FileAccess, UploadReport, choose, upload};

/// The permits of one action.
#[derive(Debug, Clone, Copy)]
pub struct Hands<'a> {
    /// To look.
    pub read: &'a Permit<Read>,
    /// To send input.
    pub act: &'a Permit<Act>,
    /// To release what is pressed when the action ends early.
    pub clean_up: &'a Permit<CleanUp>,
}

/// One element of one document, as the page scripts number it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElementAt {
    /// The frame.
    pub frame: FrameId,
    /// The frame's document; in another one the number means nothing.
    pub document: FrameDoc,
    /// What `tw.idOf` gave.
    pub id: u64,
}

/// An element as answers name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementInfo {
    /// Which one.
    pub at: ElementAt,
    /// Its role, or its tag where it has none.
    pub role: String,
    /// Its accessible name, clipped; the page's words.
    pub name: String,
}

impl fmt::Display for ElementInfo {
    /// `button "Save"`; the name quoted and on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A role comes from a fixed list; a tag name is the page's choice, if within bounds.
        let role: String = self.role.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
        f.write_str(if role.is_empty() { "element" } else { &role })?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " {}", quote_clipped(&self.name, 80)) }
    }
}

/// One of several matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The element.
    pub element: ElementInfo,
    /// Whether it, or a label that stands for it, can be seen.
    pub visible: bool,
    /// Whether it takes input.
    pub enabled: bool,
}

/// What lies over an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The element that names it best.
    pub element: ElementInfo,
    /// Its tag and id, such as `div#overlay`.
    pub html: String,
    /// Buttons in it that could remove it, the likeliest first; at most three.
    pub buttons: Vec<ElementInfo>,
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.element.fmt(f)?;
        if self.element.name.is_empty() && self.html != self.element.role {
            write!(f, " {}", quote_clipped(&self.html, 60))?;
        }
        Ok(())
    }
}

/// What to act on: an element that is known, or one to be found while waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    base: Option<ElementAt>,
    steps: Vec<Step>,
    index: Option<i32>,
    first: bool,
}

impl Target {
    /// A known element (a ref).
    pub fn element(at: ElementAt) -> Self {
        Self { base: Some(at), steps: Vec::new(), index: None, first: false }
    }

    /// What a selector finds, in any frame. `index`: which match, from 0, or from -1 backwards; without it plain CSS takes
    /// the first that can be acted on, and everything else must be unique.
    pub fn selector(selector: &Selector, index: Option<i32>) -> Self {
        Self { base: None, steps: selector.steps.clone(), index, first: selector.takes_first() }
    }

    /// What the rest of a selector finds inside a known element; `selector`'s first step is the ref of that element.
    pub fn inside(at: ElementAt, selector: &Selector, index: Option<i32>) -> Self {
        let steps = selector.steps.get(1..).unwrap_or_default().to_vec();
        Self { base: Some(at), steps, index, first: selector.takes_first() }
    }

    /// The whole chain for the page script, the known element first.
    pub(crate) fn chain(&self) -> Vec<Step> {
        let base = self.base.as_ref().map(|base| Step::Id { id: base.id });
        base.into_iter().chain(self.steps.iter().cloned()).collect()
    }

    pub(crate) fn index(&self) -> Option<i32> {
        self.index
    }

    /// The known element that it starts from.
    pub fn base(&self) -> Option<&ElementAt> {
        self.base.as_ref()
    }
}

/// A target for the page script, in one frame.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum ScriptTarget {
    Id {
        id: u64,
    },
    Steps {
        steps: Vec<Step>,
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<i32>,
        first: bool,
    },
}

/// A number that tells one wait in a page from another; of 53 bits, as the page's numbers are.
pub(crate) fn token() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    // Freshly keyed at each call; it need not be secret, only not met twice at once.
    std::hash::RandomState::new().build_hasher().finish() >> 11
}
