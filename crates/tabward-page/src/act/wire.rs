//! What the page scripts answer.

use serde::Deserialize;
use tabward_model::FrameId;

use super::geometry::Point;
use super::{Candidate, Cover, ElementAt, ElementInfo};
use crate::FrameDoc;

/// Where the numbers of an answer belong.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) frame: &'a FrameId,
    pub(super) document: FrameDoc,
}

impl Place<'_> {
    pub(super) fn at(&self, id: u64) -> ElementAt {
        ElementAt { frame: self.frame.clone(), document: self.document, id }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Described {
    pub(crate) id: u64,
    pub(crate) role: String,
    pub(crate) name: String,
}

impl Described {
    pub(super) fn info(&self, place: Place<'_>) -> ElementInfo {
        ElementInfo { at: place.at(self.id), role: self.role.clone(), name: self.name.clone() }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    pub(crate) element: Described,
    pub(crate) visible: bool,
    pub(crate) enabled: bool,
}

impl Listed {
    pub(super) fn candidate(&self, place: Place<'_>) -> Candidate {
        Candidate { element: self.element.info(place), visible: self.visible, enabled: self.enabled }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CoverSeen {
    #[serde(flatten)]
    element: Described,
    html: String,
    buttons: Vec<Described>,
}

impl CoverSeen {
    pub(super) fn cover(&self, place: Place<'_>) -> Cover {
        Cover {
            element: self.element.info(place),
            html: self.html.clone(),
            buttons: self.buttons.iter().map(|button| button.info(place)).collect(),
        }
    }
}

/// `true`, `false` or `"mixed"`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Checked {
    Is(bool),
    Mixed(String),
}

#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Kind {
    #[serde(default)]
    pub(crate) editable: bool,
    #[serde(default)]
    pub(crate) checked: Option<Checked>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Preflight {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) id: Option<u64>,
    #[serde(default)]
    pub(crate) role: String,
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) control: Option<u64>,
    #[serde(default)]
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) field: Option<String>,
    #[serde(default)]
    pub(crate) point: Option<Point>,
    #[serde(default)]
    pub(crate) count: Option<usize>,
    #[serde(default)]
    pub(crate) candidates: Option<Vec<Listed>>,
    #[serde(default)]
    pub(crate) how: Option<String>,
    #[serde(default)]
    pub(crate) frames: Option<Vec<u64>>,
    #[serde(default)]
    pub(crate) rest: Option<usize>,
    #[serde(default)]
    pub(crate) cover: Option<CoverSeen>,
    #[serde(default)]
    pub(crate) detail: Option<String>,
    #[serde(default)]
    pub(crate) failed: Option<String>,
}

impl Preflight {
    pub(super) fn info(&self, place: Place<'_>) -> Option<ElementInfo> {
        let id = self.id?;
        Some(ElementInfo { at: place.at(id), role: self.role.clone(), name: self.name.clone() })
    }
}

#[derive(Debug, Clone, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the reasons exclude each other only in part")]
pub(crate) struct Missed {
    #[serde(default)]
    pub(crate) gone: bool,
    /// The release came without its press.
    #[serde(default)]
    pub(crate) lost: bool,
    /// The element stood beside the point by then.
    #[serde(default)]
    pub(crate) moved: bool,
    #[serde(default)]
    pub(crate) disabled: bool,
    #[serde(default)]
    pub(crate) cover: Option<CoverSeen>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Acked {
    pub(crate) acks: Vec<String>,
    pub(crate) missed: Option<Missed>,
    #[serde(default)]
    pub(crate) hit: bool,
    /// What a field held as soon as it held what was asked for.
    #[serde(default)]
    pub(crate) value: Option<ValueChecked>,
}

impl Acked {
    /// Whether the page got any of it, and nothing was held back.
    pub(super) fn arrived(&self) -> bool {
        self.missed.is_none() && !self.acks.is_empty()
    }
}

/// What the interceptor tells by itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Said {
    /// All that was expected is in, or was held back.
    All(Box<Acked>),
    /// The page gets the first press now.
    Begun {
        #[expect(dead_code, reason = "its name is what it says")]
        begun: bool,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct Settled {
    #[serde(default)]
    pub(crate) added: u64,
    #[serde(default)]
    pub(crate) removed: u64,
    #[serde(default)]
    pub(crate) attributes: u64,
    #[serde(default)]
    pub(crate) text: u64,
    #[serde(default)]
    pub(crate) values: u64,
    #[serde(default)]
    pub(crate) scrolls: u64,
    #[serde(default)]
    pub(crate) refocused: bool,
    #[serde(default)]
    pub(crate) pending: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct After {
    pub(crate) settle: Settled,
    #[serde(default)]
    pub(crate) kind: Option<Kind>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Focused {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) empty: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FocusHere {
    #[serde(default)]
    pub(crate) focus: Option<Described>,
    #[serde(default)]
    pub(crate) frame: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Typed {
    pub(crate) acks: Vec<String>,
    pub(crate) texts: Vec<String>,
    pub(crate) missed: Option<Missed>,
    pub(crate) settle: Settled,
    pub(crate) value: ValueChecked,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ValueChecked {
    #[serde(default)]
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) equal: bool,
    #[serde(default)]
    pub(crate) reformatted: bool,
    #[serde(default)]
    pub(crate) value: String,
    #[serde(default)]
    pub(crate) secret: bool,
    #[serde(default)]
    pub(crate) max_length: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ValueSet {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) now: Option<ValueChecked>,
    #[serde(default)]
    pub(crate) form: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct OptionsSet {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) wanted: Option<String>,
    #[serde(default)]
    pub(crate) options: Vec<String>,
    #[serde(default)]
    pub(crate) count: usize,
    #[serde(default)]
    pub(crate) selected: Vec<String>,
    #[serde(default)]
    pub(crate) equal: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Files {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) files: Vec<FileHeld>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FileHeld {
    pub(crate) name: String,
    pub(crate) size: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Submitter {
    pub(crate) button: Option<u64>,
    pub(crate) form: bool,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct LocateReply {
    pub(crate) count: usize,
    pub(crate) shown: usize,
    pub(crate) candidates: Vec<Listed>,
    #[serde(default)]
    pub(crate) how: Option<String>,
    #[serde(default)]
    pub(crate) stale: bool,
    #[serde(default)]
    pub(crate) frames: Vec<u64>,
    #[serde(default)]
    pub(crate) rest: usize,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FrameIndex {
    pub(crate) index: i64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FrameElement {
    pub(crate) id: u64,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FrameHit {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) cover: Option<CoverSeen>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Scrolled {
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) scroller: u64,
    #[serde(default)]
    pub(crate) page: bool,
    #[serde(default)]
    pub(crate) container: Option<Described>,
    #[serde(default)]
    pub(crate) moved: Option<Point>,
    #[serde(default)]
    pub(crate) at: f64,
    #[serde(default)]
    pub(crate) room: f64,
    #[serde(default)]
    pub(crate) reached_bottom: bool,
}
