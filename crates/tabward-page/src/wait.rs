//! Waiting until a page shows, loads or does something (ACT-12). Driven by what happens in page and browser; each
//! condition that does not hold in time says what it saw last.

mod look;
mod quiet;

use std::sync::Arc;

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serde_json::json;
use tabward_model::capability::{CleanUp, Read, Script};
use tabward_model::text::quote_clipped;
use tabward_model::{Delivered, Permit, origin};
use tokio::time::{Duration, Instant};

use crate::act::{ActError, Target};
use crate::observe::downloads::{Download, DownloadState};
use crate::page::notice::PageEvent;
use crate::{Dialog, Page, PageError, Popup};

/// What an element must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Seen.
    #[default]
    Visible,
    /// Not seen: hidden, or not there.
    Hidden,
    /// In the document.
    Attached,
    /// Not in the document.
    Detached,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::Attached => "attached",
            Self::Detached => "detached",
        }
    }

    /// Whether one frame in which it holds is enough; else it must hold in all.
    fn anywhere(self) -> bool {
        matches!(self, Self::Visible | Self::Attached)
    }
}

/// Something that happens once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Happening {
    /// A download is complete.
    Download,
    /// A dialog is open.
    Dialog,
    /// A window or tab was opened.
    Popup,
    /// No request is under way and nothing changes, for half a second.
    Idle,
}

/// What is waited for.
#[derive(Debug, Clone)]
pub enum Condition {
    /// An element. `told`: the selector as it was written.
    Element {
        /// Which.
        target: Target,
        /// What it must be.
        state: State,
        /// For answers.
        told: String,
    },
    /// A text is shown, in any frame.
    Text(String),
    /// A text is shown in no frame.
    Gone(String),
    /// The address contains this, or with `*` matches it as a whole.
    Url(String),
    /// A script of the caller gives something true; needs a `script` permit.
    Function(String),
    /// The main document has not changed for so long.
    DomStable(Duration),
    /// No request has been under way for so long. Requests of workers and streams (event sources, sockets) are not counted.
    NetworkIdle(Duration),
    /// No script, style, picture or font has been loaded for so long.
    ResourceQuiet(Duration),
    /// Something happens, or has happened since `since`.
    Event(Happening),
    /// Time passes.
    Time(Duration),
}

impl Condition {
    /// The condition in our words.
    fn told(&self) -> String {
        match self {
            Self::Element { state, told, .. } => format!("{} {}", quote_clipped(told, 120), state.as_str()),
            Self::Text(text) => format!("text {}", quote_clipped(text, 120)),
            Self::Gone(text) => format!("text {} gone", quote_clipped(text, 120)),
            Self::Url(pattern) => format!("address {}", quote_clipped(pattern, 120)),
            Self::Function(_) => "the function true".to_owned(),
            Self::DomStable(quiet) => format!("no change for {} ms", quiet.as_millis()),
            Self::NetworkIdle(quiet) => format!("no request for {} ms", quiet.as_millis()),
            Self::ResourceQuiet(quiet) => format!("no resource for {} ms", quiet.as_millis()),
            Self::Event(Happening::Download) => "a download complete".to_owned(),
            Self::Event(Happening::Dialog) => "a dialog".to_owned(),
            Self::Event(Happening::Popup) => "a new tab".to_owned(),
            Self::Event(Happening::Idle) => "the page idle".to_owned(),
            Self::Time(time) => format!("{} ms passed", time.as_millis()),
        }
    }

    /// Whether it stays true once it was.
    fn lasts(&self) -> bool {
        matches!(self, Self::Event(_) | Self::Time(_))
    }
}

/// The permits of a wait.
#[derive(Debug, Clone, Copy)]
pub struct Eyes<'a> {
    /// To look.
    pub read: &'a Permit<Read>,
    /// For [`Condition::Function`]: to run it, and to stop it when it does not end.
    pub script: Option<(&'a Permit<Script>, &'a Permit<CleanUp>)>,
}

/// What was seen.
#[derive(Debug, Clone, Default)]
pub struct WaitReport {
    /// Of each condition, in our words, what was seen; none where there is nothing to tell.
    pub saw: Vec<Option<String>>,
    /// The dialog that was waited for.
    pub dialog: Option<Arc<Dialog>>,
    /// The download that was waited for.
    pub download: Option<Arc<Download>>,
    /// The popup that was waited for.
    pub popup: Option<Popup>,
}

/// What one condition came to.
#[derive(Debug, Clone, Default)]
struct Saw {
    told: Option<String>,
    dialog: Option<Arc<Dialog>>,
    download: Option<Arc<Download>>,
    popup: Option<Popup>,
}

impl Saw {
    fn told(told: impl Into<String>) -> Self {
        Self { told: Some(told.into()), ..Self::default() }
    }
}

/// A condition that did not hold in time, and what was seen last.
type Unmet = Option<String>;

/// How one condition ended.
type Ended = Result<Result<Saw, Unmet>, PageError>;

/// Left of the deadline for the answer itself.
const RESERVE: Duration = Duration::from_millis(150);

/// Waits until all conditions hold at once.
///
/// # Errors
/// [`ActError::NotSeen`] (`DEADLINE_EXCEEDED`) with what was seen last; `STALE_REF`; `DIALOG_OPEN` when a dialog stops the
/// page; `CAPABILITY_NOT_GRANTED` is the gate's, before: a function without a script permit is `INVALID_ARGUMENT` here.
pub async fn wait(
    page: &Page,
    eyes: Eyes<'_>,
    conditions: &[Condition],
    deadline: Instant,
) -> Result<WaitReport, PageError> {
    if conditions.is_empty() {
        return Err(ActError::Invalid("say what to wait for".to_owned()).into());
    }
    let end = deadline - RESERVE.min(deadline.saturating_duration_since(Instant::now()) / 4);
    let mut seen: Vec<Option<Saw>> = vec![None; conditions.len()];
    loop {
        let mut running: FuturesUnordered<_> = conditions
            .iter()
            .enumerate()
            .filter(|(at, condition)| !(condition.lasts() && seen[*at].is_some()))
            .map(|(at, condition)| async move { (at, one(page, eyes, condition, end).await) })
            .collect();
        let rounds = running.len();
        let mut unmet: Vec<(usize, Unmet)> = Vec::new();
        while let Some((at, ended)) = running.next().await {
            match ended? {
                Ok(saw) => seen[at] = Some(saw),
                Err(last) => unmet.push((at, last)),
            }
        }
        if !unmet.is_empty() {
            unmet.sort_by_key(|(at, _)| *at);
            return Err(ActError::NotSeen {
                unmet: unmet.iter().map(|(at, _)| conditions[*at].told()).collect(),
                saw: unmet.into_iter().filter_map(|(_, last)| last).collect(),
            }
            .into());
        }
        // Each held at its own moment; several must hold at one.
        let unstable = conditions.iter().filter(|condition| !condition.lasts()).count();
        if rounds <= 1 || unstable <= 1 || all_now(page, eyes, conditions, end).await? {
            break;
        }
    }
    let mut report = WaitReport::default();
    for saw in seen.into_iter().flatten() {
        report.dialog = report.dialog.or(saw.dialog);
        report.download = report.download.or(saw.download);
        report.popup = report.popup.or(saw.popup);
        report.saw.push(saw.told);
    }
    Ok(report)
}

/// Whether all conditions that can be looked at hold now. Quiet that was kept once need not be kept again.
async fn all_now(page: &Page, eyes: Eyes<'_>, conditions: &[Condition], end: Instant) -> Result<bool, PageError> {
    for condition in conditions {
        let held = match condition {
            Condition::Element { target, state, .. } => look::element_now(page, eyes.read, target, *state, end).await?,
            Condition::Text(text) => look::text_now(page, eyes.read, text, end).await?.is_some(),
            Condition::Gone(text) => look::text_now(page, eyes.read, text, end).await?.is_none(),
            Condition::Url(pattern) => fits(pattern, &page.main_frame()?.url),
            _ => true,
        };
        if !held {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn one(page: &Page, eyes: Eyes<'_>, condition: &Condition, end: Instant) -> Ended {
    match condition {
        Condition::Element { target, state, .. } => look::element(page, eyes.read, target, *state, end).await,
        Condition::Text(text) => look::text(page, eyes.read, text, true, end).await,
        Condition::Gone(text) => look::text(page, eyes.read, text, false, end).await,
        Condition::Url(pattern) => url(page, pattern, end).await,
        Condition::Function(source) => function(page, eyes, source, end).await,
        Condition::DomStable(quiet) => quiet::dom(page, eyes.read, *quiet, end).await,
        Condition::NetworkIdle(quiet) => quiet::network(page, *quiet, quiet::counts, end).await,
        Condition::ResourceQuiet(quiet) => quiet::network(page, *quiet, quiet::is_resource, end).await,
        Condition::Event(happening) => event(page, eyes, *happening, end).await,
        Condition::Time(time) => {
            let until = Instant::now() + *time;
            if until > end {
                tokio::time::sleep_until(end).await;
                return Ok(Err(None));
            }
            tokio::time::sleep_until(until).await;
            Ok(Ok(Saw::default()))
        }
    }
}

async fn url(page: &Page, pattern: &str, end: Instant) -> Ended {
    let here = |page: &Page| page.main_frame().ok().map(|frame| frame.url);
    // Within a site the path says it.
    let site = here(page).map(|url| origin::origin_of(&url));
    let short = |url: &str| {
        let shown = if Some(origin::origin_of(url)) == site { origin::path_of(url) } else { url.to_owned() };
        format!("address {}", quote_clipped(&shown, 200))
    };
    let came = page.until("the address", end, |page| here(page).filter(|url| fits(pattern, url))).await;
    match came {
        Ok(url) => Ok(Ok(Saw::told(short(&url)))),
        Err(PageError::Deadline { .. }) => Ok(Err(here(page).map(|url| short(&url)))),
        Err(error) => Err(error),
    }
}

/// Whether an address contains the pattern, or matches it as a whole where it has `*`.
fn fits(pattern: &str, url: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else { return true };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return url.contains(pattern) };
    // `/orders*` is meant from a path on, `*/orders` up to the end.
    let starts = first.is_empty() || first.contains("://");
    let rest = if starts { url.strip_prefix(first) } else { url.find(first).map(|at| &url[at + first.len()..]) };
    let Some(mut rest) = rest else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

async fn function(page: &Page, eyes: Eyes<'_>, source: &str, end: Instant) -> Ended {
    let Some(script) = eyes.script else {
        return Err(ActError::Invalid("a function needs the permission to run scripts".to_owned()).into());
    };
    let mut last = None;
    loop {
        match look::truthy(page, script, source, end).await {
            Ok((true, _)) => return Ok(Ok(Saw::told("the function gave true"))),
            Ok((false, value)) => last = Some(format!("the function gave {}", quote_clipped(&value, 120))),
            // The page went on; the function is asked of the next one.
            Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => {}
            // What it looks for may not be there yet. What is no script never will be one.
            Err(PageError::Script(error)) if !error.stopped && !error.unread => {
                last = Some(format!("the function threw {}", quote_clipped(&error.message, 120)));
            }
            Err(PageError::Deadline { .. }) => return Ok(Err(last)),
            Err(error) => return Err(error),
        }
        if Instant::now() >= end || !look::next_change(page, eyes.read, end).await? {
            return Ok(Err(last));
        }
    }
}

async fn event(page: &Page, eyes: Eyes<'_>, happening: Happening, end: Instant) -> Ended {
    let mut events = page.subscribe();
    match happening {
        Happening::Idle => {
            let quiet = Duration::from_millis(500);
            let network = quiet::network(page, quiet, quiet::counts, end).await?;
            return match network {
                Ok(_) => quiet::dom(page, eyes.read, quiet, end).await,
                unmet => Ok(unmet),
            };
        }
        Happening::Dialog => {
            if let Some(dialog) = page.dialog() {
                return Ok(Ok(dialog_saw(dialog)));
            }
        }
        Happening::Download => {
            let known = page.downloads();
            if let Some(last) = known.last().filter(|download| download.state != DownloadState::Running) {
                return Ok(Ok(download_saw(last.clone())));
            }
        }
        Happening::Popup => {}
    }
    let mut last = None;
    loop {
        let Ok(event) = tokio::time::timeout_at(end, events.recv()).await else { return Ok(Err(last)) };
        match (happening, event) {
            (Happening::Dialog, Ok(PageEvent::DialogOpened(dialog))) => return Ok(Ok(dialog_saw(dialog))),
            (Happening::Popup, Ok(PageEvent::Popup(popup))) => {
                let told = format!("a new tab at {}", quote_clipped(&popup.url, 200));
                return Ok(Ok(Saw { popup: Some(popup), ..Saw::told(told) }));
            }
            (Happening::Download, Ok(PageEvent::Download(download))) => {
                if download.state != DownloadState::Running {
                    return Ok(Ok(download_saw(download)));
                }
                last = Some(format!("download {} under way", quote_clipped(&download.suggested_name, 120)));
            }
            (_, Ok(PageEvent::Crashed)) => return Err(PageError::Crashed { delivered: Delivered::No }),
            (_, Ok(PageEvent::Closed) | Err(tokio::sync::broadcast::error::RecvError::Closed)) => {
                return Err(PageError::Gone { delivered: Delivered::No });
            }
            _ => {}
        }
    }
}

fn dialog_saw(dialog: Arc<Dialog>) -> Saw {
    let told = Saw::told(dialog.describe());
    Saw { dialog: Some(dialog), ..told }
}

fn download_saw(download: Arc<Download>) -> Saw {
    let state = if download.state == DownloadState::Done { "complete" } else { "cancelled" };
    let told = format!("download {state}: {}", quote_clipped(&download.suggested_name, 120));
    Saw { download: Some(download), ..Saw::told(told) }
}

/// The argument of `tw.waitFor`.
fn asked(token: u64, condition: &serde_json::Value, now: bool) -> serde_json::Value {
    json!({ "token": token, "condition": condition, "now": now })
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn act_12_an_address_is_matched_in_part_or_by_stars() {
        let url = "http://a.test/orders/7?x=1";
        for pattern in ["/orders", "orders/7", "*", "http://a.test/*", "*x=1", "/orders/*", "*/orders/*x=1", url] {
            assert!(fits(pattern, url), "{pattern}");
        }
        for pattern in ["/customers", "http://b.test/*", "*x=2", "/orders/*/edit*", "a.test/orders*y"] {
            assert!(!fits(pattern, url), "{pattern}");
        }
    }
}
