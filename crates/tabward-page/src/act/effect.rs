//! What an action was seen to cause.

use std::sync::Arc;

use tabward_model::RequestHandle;
use tabward_model::outcome::{DialogEffect, Effect, Moved, NavigationEffect, RequestEffect};
use tabward_model::ownership::Cause;
use tabward_model::text::{clip, one_line, quote_clipped};

use super::geometry::Point;
use super::wire::Settled;
use super::{Candidate, ElementInfo};
use crate::observe::downloads::Download;
use crate::{Answer, Answered, AnsweredBy, Dialog, FileChooser, Page, Popup};

/// How input was given (ACT-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Trusted mouse events.
    Pointer,
    /// Trusted key events.
    Keys,
    /// Trusted key events, and compositions for what no key makes.
    KeysAndComposition,
    /// Text entered at once, as by a paste: trusted input events without keys.
    Text,
    /// The value set, with `input` and `change` events: dates, colours, options.
    Set,
    /// Files given to the input.
    Files,
    /// Scrolled by script.
    Script,
}

impl Mode {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pointer => "pointer",
            Self::Keys => "keys",
            Self::KeysAndComposition => "keys+composition",
            Self::Text => "text",
            Self::Set => "set",
            Self::Files => "files",
            Self::Script => "script",
        }
    }
}

/// A new main document, or a new address of the old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Navigated {
    /// The new address.
    pub url: Arc<str>,
    /// Who caused it.
    pub cause: Cause,
    /// Whether the document stayed.
    pub same_document: bool,
    /// Whether the browser shows an error page instead.
    pub unreachable: bool,
}

/// A dialog that opened.
#[derive(Debug, Clone)]
pub struct DialogSeen {
    /// The dialog.
    pub dialog: Arc<Dialog>,
    /// How it was answered meanwhile; none while it is open.
    pub answered: Option<Answered>,
}

/// Counts of what changed in the document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DomChange {
    /// Nodes that were added.
    pub added: u64,
    /// Nodes that were removed.
    pub removed: u64,
    /// Attributes that changed.
    pub attributes: u64,
    /// Texts that changed.
    pub text: u64,
    /// Fields that announced a new value.
    pub values: u64,
    /// Scroll events.
    pub scrolls: u64,
}

impl DomChange {
    /// Whether anything changed that a reader could see. Scrolling and focus are not counted.
    pub fn any(&self) -> bool {
        self.added + self.removed + self.attributes + self.text + self.values > 0
    }

    pub(super) fn add(&mut self, seen: &Settled) {
        // The page's counts go on from the watch's beginning, so the last word holds.
        *self = Self {
            added: self.added.max(seen.added),
            removed: self.removed.max(seen.removed),
            attributes: self.attributes.max(seen.attributes),
            text: self.text.max(seen.text),
            values: self.values.max(seen.values),
            scrolls: self.scrolls.max(seen.scrolls),
        };
    }
}

/// All that an action was seen to cause.
#[derive(Debug, Clone, Default)]
pub struct Consequences {
    /// The last navigation of the main frame.
    pub navigation: Option<Navigated>,
    /// Where a navigation was started to that is still under way.
    pub navigating: Option<Arc<str>>,
    /// Dialogs, in order.
    pub dialogs: Vec<DialogSeen>,
    /// A file chooser that the page asked for and that was not shown.
    pub chooser: Option<Arc<FileChooser>>,
    /// Windows and tabs that the page opened.
    pub popups: Vec<Popup>,
    /// Downloads that began.
    pub downloads: Vec<Arc<Download>>,
    /// Requests that were sent, in order.
    pub requests: Vec<RequestHandle>,
    /// Console entries of errors that nothing caught.
    pub page_errors: Vec<u64>,
    /// What changed in the document of the target's frame.
    pub dom: DomChange,
    /// Whether the focus went to another element.
    pub refocused: bool,
    /// What a field holds now; masked when secret.
    pub value_after: Option<String>,
    /// How far something scrolled.
    pub moved: Option<Point>,
    /// What was still under way at the end, in our words.
    pub pending: Vec<String>,
}

impl Consequences {
    /// Whether nothing was seen to follow.
    pub fn none_observed(&self) -> bool {
        self.navigation.is_none()
            && self.navigating.is_none()
            && self.dialogs.is_empty()
            && self.chooser.is_none()
            && self.popups.is_empty()
            && self.downloads.is_empty()
            && self.requests.is_empty()
            && self.page_errors.is_empty()
            && !self.dom.any()
            && self.value_after.is_none()
            && self.moved.is_none()
    }

    /// The effect for an outcome. Requests: the failed ones, or all when nothing else changed. Opened tabs are added by
    /// who knows their handles; the summary may be replaced by one that has seen the page.
    pub fn effect(&self, page: &Page) -> Effect {
        let nothing_else = self.navigation.is_none()
            && self.dialogs.is_empty()
            && self.popups.is_empty()
            && self.downloads.is_empty()
            && !self.dom.any();
        let requests = self
            .requests
            .iter()
            .filter_map(|id| page.request(*id))
            .filter(|request| nothing_else || request.is_bad())
            .map(|request| RequestEffect {
                id: request.id.to_string(),
                method: request.method.clone(),
                path: path(&request.url),
                status: request.status,
                failed: match &request.progress {
                    crate::observe::network::Progress::Failed(reason) => Some(reason.clone()),
                    _ => None,
                },
            })
            .collect();
        let page_errors = self.page_errors.iter().filter_map(|seq| {
            let entries = page.console_since(seq.saturating_sub(1)).entries;
            let entry = entries.into_iter().find(|entry| entry.seq == *seq)?;
            let place = entry.url.as_deref().map_or_else(String::new, |url| {
                let line = entry.line.map_or_else(String::new, |line| format!(":{line}"));
                format!(" at {}{line}", one_line(&clip(&path(url), 120)))
            });
            Some(format!("{}{place}", quote_clipped(&entry.text, 300)))
        });
        Effect {
            summary: self.summary(),
            navigation: self.navigation.as_ref().map(|navigated| NavigationEffect {
                url: navigated.url.to_string(),
                cause: navigated.cause,
                same_document: navigated.same_document,
            }),
            dialogs: self.dialogs.iter().map(dialog_effect).collect(),
            tabs: Vec::new(),
            downloads: self.downloads.iter().map(|download| download.suggested_name.clone()).collect(),
            requests,
            page_errors: page_errors.collect(),
            dom_changed: Some(self.dom.any()),
            value_after: self.value_after.clone(),
            moved: self.moved.map(|moved| Moved { x: moved.x, y: moved.y }),
            none_observed: self.none_observed(),
            pending: self.pending.clone(),
        }
    }

    /// One line in our words.
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        for seen in &self.dialogs {
            let answered = match seen.answered {
                Some(Answered { answer: Some(Answer::Accept), .. }) => ", accepted",
                Some(Answered { answer: Some(Answer::Dismiss), .. }) => ", dismissed",
                Some(_) => ", gone",
                None => ", open",
            };
            parts.push(format!("{}{answered}", seen.dialog.describe()));
        }
        match &self.navigation {
            Some(navigated) if navigated.unreachable => {
                parts.push(format!("navigation to {} failed", quote_clipped(&path(&navigated.url), 200)));
            }
            Some(navigated) if navigated.same_document => {
                parts.push(format!("moved to {} in the same document", shown(&navigated.url)));
            }
            Some(navigated) => parts.push(format!("navigated to {}", shown(&navigated.url))),
            None => {}
        }
        if let Some(url) = &self.navigating {
            parts.push(format!("still navigating to {}", shown(url)));
        }
        if self.chooser.is_some() {
            parts.push("file chooser asked for; use fill_form with the file's path".to_owned());
        }
        for popup in &self.popups {
            parts.push(format!("opened a tab at {}", shown(&popup.url)));
        }
        for download in &self.downloads {
            parts.push(format!("download {} started", quote_clipped(&download.suggested_name, 120)));
        }
        if parts.is_empty() {
            let requests = match self.requests.len() {
                0 => "no request".to_owned(),
                1 => "1 request".to_owned(),
                many => format!("{many} requests"),
            };
            parts.push(if self.dom.any() {
                format!("page changed; no navigation, {requests}")
            } else if self.requests.is_empty() {
                "nothing visible changed".to_owned()
            } else {
                format!("nothing visible changed; {requests}")
            });
        }
        if !self.pending.is_empty() {
            parts.push(format!("still pending: {}", self.pending.join(", ")));
        }
        parts.join("; ")
    }
}

fn dialog_effect(seen: &DialogSeen) -> DialogEffect {
    DialogEffect {
        kind: seen.dialog.kind.as_str().to_owned(),
        message: seen.dialog.message.clone(),
        open: seen.answered.is_none(),
        answered: seen.answered.and_then(|answered| match (answered.answer, answered.by) {
            (Some(Answer::Accept), AnsweredBy::Policy) => Some("accepted"),
            (Some(Answer::Dismiss), AnsweredBy::Policy) => Some("dismissed"),
            (Some(_) | None, _) => None,
        }),
    }
}

/// Path and query of an address, or the whole of it when it has none.
fn path(url: &str) -> String {
    url::Url::parse(url).ok().filter(url::Url::has_host).map_or_else(
        || url.to_owned(),
        |url| url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path())),
    )
}

/// An address in one of our lines: its path as it is when it is harmless, else quoted.
fn shown(url: &str) -> String {
    let path = path(url);
    let plain = path.len() <= 200 && path.chars().all(|c| c.is_ascii_graphic() && c != '"');
    if plain { path } else { quote_clipped(&path, 200) }
}

/// What an action did.
#[derive(Debug, Clone)]
pub struct ActReport {
    /// The element; none when keys went to the page as a whole.
    pub element: Option<ElementInfo>,
    /// How the input was given.
    pub mode: Mode,
    /// All matches, when the first of several was taken: to be warned about.
    pub candidates: Vec<Candidate>,
    /// `part` when a text matched in part only, `description` when a selector was read as one.
    pub how_found: Option<String>,
    /// Remarks in our words.
    pub notes: Vec<String>,
    /// What followed.
    pub consequences: Consequences,
}
