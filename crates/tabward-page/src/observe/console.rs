//! What the page said: console messages, errors that nothing caught, and the browser's own complaints about it.

use tabward_cdp::protocol::{log, runtime};
use tabward_cdp::{CdpError, Event as _, RawEvent};
use tabward_model::{redact, text};

use super::Ring;
use crate::Page;
use crate::page::Inner;
use crate::page::call::thrown_text;
use crate::page::notice::PageEvent;
use crate::page::state::SessionKey;

/// Entries that are kept.
pub const KEPT: usize = 200;
/// Characters that are kept of one.
const LONGEST: usize = 2000;

/// How bad an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// `console.debug`, `trace`.
    Debug,
    /// `console.log`, `info` and the like.
    Info,
    /// A warning.
    Warning,
    /// An error.
    Error,
}

impl Level {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Who said it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The page's script, by `console`.
    Console,
    /// The page's script, by an exception or rejection that nothing caught.
    Uncaught,
    /// The browser: a blocked resource, a violated policy.
    Browser,
}

/// Something that the page said.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Counts the tab's entries from 1.
    pub seq: u64,
    /// How bad it is.
    pub level: Level,
    /// Who said it.
    pub source: Source,
    /// The page's words, on one line, secrets masked.
    pub text: String,
    /// The script, or resource, that it is about.
    pub url: Option<String>,
    /// Line there, from 1.
    pub line: Option<u32>,
    /// Column there, from 1.
    pub column: Option<u32>,
    /// When, in milliseconds since 1970.
    pub at_ms: f64,
}

/// The last entries of a tab.
#[derive(Debug)]
pub(crate) struct ConsoleLog {
    ring: Ring<Entry>,
}

impl Default for ConsoleLog {
    fn default() -> Self {
        Self { ring: Ring::new(KEPT) }
    }
}

impl ConsoleLog {
    /// Adds an entry; none when the browser repeats an old one, as it does when a document comes back from the cache.
    fn add(&mut self, mut entry: Entry) -> Option<u64> {
        let known = |old: &Entry| old.at_ms.total_cmp(&entry.at_ms).is_eq() && old.text == entry.text;
        if self.ring.iter().rev().any(known) {
            return None;
        }
        entry.seq = self.ring.next();
        Some(self.ring.push(entry))
    }
}

/// Entries of a buffer, and how many of those asked for are no longer kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Entries<T> {
    /// Oldest first.
    pub entries: Vec<T>,
    /// How many are gone.
    pub missed: u64,
    /// The number of the newest; ask with it next time.
    pub last: u64,
}

impl Page {
    /// What the page said after entry `seq` (0: all that is kept).
    pub fn console_since(&self, seq: u64) -> Entries<Entry> {
        let log = self.inner.console.lock();
        let (entries, missed) = log.ring.after(seq);
        Entries { entries: entries.cloned().collect(), missed, last: log.ring.last() }
    }

    /// The number of the newest console entry.
    pub fn console_last(&self) -> u64 {
        self.inner.console.lock().ring.last()
    }
}

impl Inner {
    pub(crate) fn console_event(&self, key: SessionKey, event: &RawEvent) -> Result<(), CdpError> {
        let entry = match &*event.method {
            runtime::ConsoleAPICalled::METHOD => of_console(&event.parse()?),
            runtime::ExceptionThrown::METHOD => Some(of_exception(&event.parse()?)),
            log::EntryAdded::METHOD => {
                let added: log::EntryAdded = event.parse()?;
                // Failed requests stand in the network buffer, with more about them.
                (added.entry.source != log::LogEntrySource::Network).then(|| of_log(&added.entry))
            }
            _ => None,
        };
        let Some(entry) = entry else { return Ok(()) };
        tracing::trace!(session = key, level = entry.level.as_str(), "console entry");
        let uncaught = entry.source == Source::Uncaught;
        let seq = self.console.lock().add(entry);
        if let Some(seq) = seq {
            self.tell(PageEvent::Console { seq, uncaught });
        }
        Ok(())
    }
}

fn shown(said: &str) -> String {
    let line = text::one_line(text::prefix(said, LONGEST * 2));
    let line = text::clip(&line, LONGEST);
    redact::text(&line).into_owned()
}

fn one_based(number: i64) -> Option<u32> {
    u32::try_from(number).ok().map(|number| number.saturating_add(1))
}

fn of_console(event: &runtime::ConsoleAPICalled) -> Option<Entry> {
    let level = match event.r#type.as_str() {
        "error" | "assert" => Level::Error,
        "warning" => Level::Warning,
        "debug" | "trace" => Level::Debug,
        "clear" | "endGroup" | "profile" | "profileEnd" => return None,
        _ => Level::Info,
    };
    let said = event.args.iter().map(argument).collect::<Vec<_>>().join(" ");
    let frame = event.stack_trace.as_ref().and_then(|stack| stack.call_frames.first());
    Some(Entry {
        seq: 0,
        level,
        source: Source::Console,
        text: shown(&said),
        url: frame.map(|frame| redact::url(&frame.url).into_owned()).filter(|url| !url.is_empty()),
        line: frame.and_then(|frame| one_based(frame.line_number)),
        column: frame.and_then(|frame| one_based(frame.column_number)),
        at_ms: event.timestamp.0,
    })
}

fn argument(object: &runtime::RemoteObject) -> String {
    if let Some(value) = &object.value {
        return serde_json::from_str::<String>(value.get()).unwrap_or_else(|_| value.get().to_owned());
    }
    if let Some(value) = &object.unserializable_value {
        return value.0.clone();
    }
    object.description.clone().unwrap_or_else(|| object.r#type.as_str().to_owned())
}

fn of_exception(event: &runtime::ExceptionThrown) -> Entry {
    let thrown = &event.exception_details;
    let frame = thrown.stack_trace.as_ref().and_then(|stack| stack.call_frames.first());
    let url = thrown.url.as_ref().or(frame.map(|frame| &frame.url));
    Entry {
        seq: 0,
        level: Level::Error,
        source: Source::Uncaught,
        text: shown(&thrown_text(thrown)),
        url: url.map(|url| redact::url(url).into_owned()).filter(|url| !url.is_empty()),
        line: one_based(thrown.line_number),
        column: one_based(thrown.column_number),
        at_ms: event.timestamp.0,
    }
}

fn of_log(entry: &log::LogEntry) -> Entry {
    let level = match entry.level.as_str() {
        "error" => Level::Error,
        "warning" => Level::Warning,
        "verbose" => Level::Debug,
        _ => Level::Info,
    };
    Entry {
        seq: 0,
        level,
        source: Source::Browser,
        text: shown(&entry.text),
        url: entry.url.as_ref().map(|url| redact::url(url).into_owned()),
        line: entry.line_number.and_then(one_based),
        column: None,
        at_ms: entry.timestamp.0,
    }
}
