//! Loading another document: to an address, again, or through the history (ACT-1).
//!
//! A page is ready when its document is parsed; `load` and the requests that its scripts began are waited for within a
//! bound, and what is missing is told.

mod failure;

use std::sync::Arc;
use std::time::Duration;

use tabward_cdp::protocol::page as cdp;
use tabward_cdp::{Cdp as _, CdpError};
use tabward_model::capability::{Navigate, Read};
use tabward_model::origin::Verdict;
use tabward_model::{Delivered, FrameId, Permit};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

pub use self::failure::{HowFar, NavigationFailure, Reason};
use super::cause::Asked;
use super::notice::PageEvent;
use super::state::FrameDoc;
use super::{Inner, Page};
use crate::PageError;
use crate::observe::network::Progress;

/// How long `load` is waited for once the document is parsed.
const LOAD: Duration = Duration::from_secs(3);
/// How long the requests that the page's scripts began are waited for after `load`.
const SETTLE: Duration = Duration::from_secs(1);
/// How long no request must be under way to call the page quiet.
const QUIET: Duration = Duration::from_millis(30);

/// What a navigation came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arrival {
    /// Another document.
    Document,
    /// Another place in the same document.
    SameDocument,
    /// A download; the page stayed.
    Download,
    /// The server had nothing to show (204, 205); the page stayed.
    NoContent,
}

/// How a navigation ended well.
#[derive(Debug, Clone)]
pub struct Navigated {
    /// What it came to.
    pub arrival: Arrival,
    /// Where the tab is now.
    pub url: Arc<str>,
    /// The document that it shows.
    pub doc: FrameDoc,
    /// The status that the server answered with, when it is known.
    pub status: Option<u16>,
    /// Whether everything that the document needs was loaded (`load`).
    pub loaded: bool,
    /// Requests that were still under way.
    pub pending: usize,
    /// Whether the document came back from the back/forward cache.
    pub restored: bool,
}

/// Takes back what was said of a navigation of ours, however it ends.
struct Asking<'a>(&'a Inner);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.state.lock().watch.ask_done();
    }
}

/// A navigation of ours while it is under way.
struct Journey<'a> {
    page: &'a Page,
    main: FrameId,
    before: FrameDoc,
    url: String,
    events: broadcast::Receiver<PageEvent>,
    /// The browser's id of the load, once known.
    loader: Option<Arc<str>>,
    deadline: Instant,
    _asking: Asking<'a>,
    _leaving: super::dialog::Leaving,
}

/// What shows that a journey has come to its end.
enum Seen {
    Commit,
    SameDocument,
    /// The load ended and no document came of it.
    Nothing,
}

impl Page {
    /// Loads an address and waits until the page is ready.
    ///
    /// # Errors
    /// `NAVIGATION_FAILED` with its reason; `SCHEME_FORBIDDEN` and `ORIGIN_FORBIDDEN` for addresses, also of redirects, that
    /// are never opened; `DIALOG_OPEN`.
    pub async fn navigate(
        &self,
        permit: &Permit<Navigate>,
        url: &str,
        deadline: Instant,
    ) -> Result<Navigated, PageError> {
        self.judge(url)?;
        let mut journey = self.set_out(Asked::Address(url.to_owned()), url.to_owned(), deadline)?;
        let sent = self.inner.main.until(deadline + Duration::from_secs(1));
        let reply = journey.while_waiting(sent.send(permit, cdp::Navigate::new(url))).await?;
        if reply.is_download == Some(true) {
            return journey.stayed(Arrival::Download);
        }
        journey.loader = reply.loader_id.map(|id| Arc::from(id.0));
        if let Some(error) = reply.error_text {
            return journey.failed(&error).await;
        }
        if journey.loader.is_none() {
            journey.moved().await;
            return journey.stayed(Arrival::SameDocument);
        }
        let seen = journey.look_out().await?;
        journey.arrive(&seen).await
    }

    /// Loads the page again, from the network alone if `ignore_cache`.
    ///
    /// # Errors
    /// As [`Page::navigate`].
    pub async fn reload(
        &self,
        permit: &Permit<Navigate>,
        ignore_cache: bool,
        deadline: Instant,
    ) -> Result<Navigated, PageError> {
        let url = self.main_frame()?.url.to_string();
        let mut journey = self.set_out(Asked::Reload, url, deadline)?;
        let sent = self.inner.main.until(deadline + Duration::from_secs(1));
        let command = cdp::Reload { ignore_cache: Some(ignore_cache), ..Default::default() };
        journey.while_waiting(sent.send(permit, command)).await?;
        let seen = journey.look_out().await?;
        journey.arrive(&seen).await
    }

    /// Goes through the history: `-1` is back, `1` forward.
    ///
    /// # Errors
    /// [`PageError::Invalid`] when there is no such entry; else as [`Page::navigate`].
    pub async fn history(
        &self,
        read: &Permit<Read>,
        permit: &Permit<Navigate>,
        steps: i64,
        deadline: Instant,
    ) -> Result<Navigated, PageError> {
        let sent = self.inner.main.until(deadline);
        let history = sent.send(read, cdp::GetNavigationHistory::default()).await?;
        let entry = usize::try_from(history.current_index + steps).ok().and_then(|index| history.entries.get(index));
        let Some(entry) = entry else {
            let way = if steps < 0 { "before" } else { "after" };
            return Err(PageError::Invalid(format!("the tab's history has no page {way} this one")));
        };
        self.judge(&entry.url)?;
        let mut journey = self.set_out(Asked::History(entry.url.clone()), entry.url.clone(), deadline)?;
        let sent = self.inner.main.until(deadline + Duration::from_secs(1));
        journey.while_waiting(sent.send(permit, cdp::NavigateToHistoryEntry::new(entry.id))).await?;
        let seen = journey.look_out().await?;
        journey.arrive(&seen).await
    }

    fn judge(&self, url: &str) -> Result<(), PageError> {
        match (self.inner.options.judge)(url) {
            Verdict::Allowed => Ok(()),
            Verdict::Scheme => Err(PageError::SchemeForbidden),
            Verdict::Origin => Err(PageError::OriginForbidden),
        }
    }

    fn set_out(&self, asked: Asked, url: String, deadline: Instant) -> Result<Journey<'_>, PageError> {
        if let Some(dialog) = self.dialog() {
            return Err(PageError::DialogOpen { dialog, delivered: Delivered::No });
        }
        let main = self.main_frame()?;
        let events = self.subscribe();
        self.inner.state.lock().watch.ask(asked);
        Ok(Journey {
            page: self,
            main: main.id,
            before: main.document,
            url,
            events,
            loader: None,
            deadline,
            _asking: Asking(&self.inner),
            _leaving: self.leaving(),
        })
    }

    /// Waits, within its bounds, until `load` has come and the requests that the page began have ended. Tells whether `load`
    /// has come.
    async fn settle_loading(&self, deadline: Instant) -> Result<bool, PageError> {
        let until = (Instant::now() + LOAD).min(deadline);
        let loaded = |page: &Self| page.main_frame().ok().filter(|main| main.loaded).map(drop);
        match self.until("load", until, loaded).await {
            Ok(()) => {}
            Err(PageError::Deadline { .. }) => return Ok(false),
            Err(error) => return Err(error),
        }
        let until = (Instant::now() + SETTLE).min(deadline);
        while self.requests_pending() > 0 {
            let quiet = |page: &Self| (page.requests_pending() == 0).then_some(());
            if self.until("requests", until, quiet).await.is_err() {
                break;
            }
            // What an answer's script asks for next follows at once, or not at all.
            let busy = |page: &Self| (page.requests_pending() > 0).then_some(());
            if self.until("requests", (Instant::now() + QUIET).min(until), busy).await.is_err() {
                break;
            }
        }
        Ok(true)
    }
}

impl Journey<'_> {
    /// A command of the journey, unless the tab ends or a dialog comes that nobody answers for us.
    async fn while_waiting<R>(&self, sent: impl Future<Output = Result<R, CdpError>>) -> Result<R, PageError> {
        tokio::pin!(sent);
        let inner = &self.page.inner;
        let mut changes = inner.changes();
        loop {
            changes.borrow_and_update();
            tokio::select! {
                biased;
                reply = &mut sent => return reply.map_err(|error| match error {
                    CdpError::Closed { delivered } => PageError::Gone { delivered },
                    CdpError::Deadline { .. } => self.timed_out(),
                    error => error.into(),
                }),
                _ = changes.changed() => {
                    if self.page.is_closed() {
                        return Err(PageError::Gone { delivered: Delivered::Unknown });
                    }
                    if let Some(dialog) = self.page.dialog() {
                        return Err(PageError::DialogOpen { dialog, delivered: Delivered::Unknown });
                    }
                }
                () = tokio::time::sleep_until(self.deadline) => return Err(self.timed_out()),
            }
        }
    }

    fn failure(&self, reason: Reason, net_error: Option<String>) -> NavigationFailure {
        let state = self.page.main_frame().ok();
        let committed = state.as_ref().is_some_and(|main| main.document != self.before && !main.unreachable);
        let (asked, status) = self.answer().map_or((false, None), |(_, status)| (true, status));
        let how_far = match (committed, asked) {
            (true, _) => HowFar::Committed,
            (false, true) => HowFar::Asked,
            (false, false) => HowFar::NotStarted,
        };
        NavigationFailure {
            reason,
            url: self.url.clone(),
            net_error,
            status,
            how_far,
            delivered: if asked { Delivered::Unknown } else { Delivered::No },
        }
    }

    fn timed_out(&self) -> PageError {
        PageError::Navigation(Box::new(self.failure(Reason::TimedOut, None)))
    }

    /// What came of the request for the document.
    fn answer(&self) -> Option<(Progress, Option<u16>)> {
        let started = || self.page.inner.state.lock().watch.our_start();
        let loader = self.loader.clone().or_else(started)?;
        let network = self.page.inner.network.lock();
        let request = network.document(&loader)?;
        Some((request.progress.clone(), request.status))
    }

    /// Whether the tab shows what the load that is known brought.
    fn shown(&self) -> bool {
        let state = self.page.inner.state.lock();
        let Some(frame) = state.frame(&self.main) else { return false };
        self.loader.is_some() && frame.loader == self.loader && frame.doc != self.before
    }

    /// The browser's answer to a move within the document can come before the word of it.
    async fn moved(&self) {
        let wanted = url::Url::parse(&self.url).map_or_else(|_| self.url.clone(), String::from);
        let soon = (Instant::now() + Duration::from_millis(500)).min(self.deadline);
        let there = |page: &Page| page.main_frame().ok().filter(|main| *main.url == *wanted).map(drop);
        let _ = self.page.until("the move", soon, there).await;
    }

    /// Waits for what the journey comes to.
    async fn look_out(&mut self) -> Result<Seen, PageError> {
        let mut stopped = false;
        loop {
            if self.shown() {
                return Ok(Seen::Commit);
            }
            // That loading stopped says little: it is told before a document comes from the cache, too.
            let ended = || match self.answer() {
                Some((_, Some(204 | 205))) => true,
                Some((progress, _)) => matches!(progress, Progress::Failed(_) | Progress::Cancelled),
                None => false,
            };
            if stopped && ended() {
                return Ok(Seen::Nothing);
            }
            let event = tokio::select! {
                event = self.events.recv() => event,
                () = tokio::time::sleep_until(self.deadline) => return Err(self.timed_out()),
            };
            match event {
                Ok(PageEvent::NavigationStarted { frame, loader, same_document: false, .. }) if frame == self.main => {
                    self.loader.get_or_insert(loader);
                }
                // A commit of an earlier navigation can still come first; one from the cache has its former load's id.
                Ok(PageEvent::Committed(commit))
                    if commit.main && (commit.evidence.ours || self.loader.as_ref() == Some(&commit.loader)) =>
                {
                    return Ok(Seen::Commit);
                }
                Ok(PageEvent::MovedWithinDocument { frame, url }) if frame == self.main && *url == *self.url => {
                    return Ok(Seen::SameDocument);
                }
                Ok(PageEvent::LoadingStopped { frame }) if frame == self.main && self.loader.is_some() => {
                    stopped = true;
                }
                Ok(PageEvent::DialogOpened(dialog)) if dialog.by_policy.is_none() => {
                    return Err(PageError::DialogOpen { dialog, delivered: Delivered::Unknown });
                }
                Ok(PageEvent::Crashed) => return Err(PageError::Crashed { delivered: Delivered::Unknown }),
                Ok(PageEvent::Closed) | Err(RecvError::Closed) => {
                    return Err(PageError::Gone { delivered: Delivered::Unknown });
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
            }
        }
    }

    async fn arrive(mut self, seen: &Seen) -> Result<Navigated, PageError> {
        match seen {
            Seen::SameDocument => return self.stayed(Arrival::SameDocument),
            Seen::Nothing => return self.came_to_nothing(),
            Seen::Commit => {}
        }
        let committed = self.page.main_frame()?;
        if committed.unreachable {
            let error = match self.answer() {
                Some((Progress::Failed(error), _)) => error,
                _ => String::new(),
            };
            return self.failed(&error).await;
        }
        // A page that sends itself on while it loads is followed.
        let parsed = self.page.until("the document", self.deadline, |page| {
            let dialog = page.dialog();
            let main = page.main_frame().ok()?;
            (main.parsed || dialog.is_some()).then_some((main.document, dialog))
        });
        match parsed.await {
            Ok((_, None)) => {}
            Ok((_, Some(dialog))) => return Err(PageError::DialogOpen { dialog, delivered: Delivered::Yes }),
            Err(PageError::Deadline { .. }) => return Err(self.timed_out()),
            Err(error) => return Err(error),
        }
        let loaded = self.page.settle_loading(self.deadline).await?;
        let now = self.page.main_frame()?;
        self.page.check_frame(&now.id)?;
        if now.unreachable {
            self.url = now.url.to_string();
            return self.failed("").await;
        }
        let (status, restored) = {
            let state = self.page.inner.state.lock();
            let frame = state.frame(&now.id);
            let load = frame.and_then(|frame| frame.loader.clone());
            let restored = frame.is_some_and(|frame| frame.kind == super::state::CommitKind::Restored);
            drop(state);
            let network = self.page.inner.network.lock();
            (load.and_then(|load| network.document(&load).and_then(|request| request.status)), restored)
        };
        Ok(Navigated {
            arrival: Arrival::Document,
            url: now.url,
            doc: now.document,
            status,
            loaded,
            pending: self.page.requests_pending(),
            restored,
        })
    }

    fn stayed(&self, arrival: Arrival) -> Result<Navigated, PageError> {
        let now = self.page.main_frame()?;
        Ok(Navigated {
            arrival,
            url: now.url,
            doc: now.document,
            status: self.answer().and_then(|(_, status)| status),
            loaded: now.loaded,
            pending: self.page.requests_pending(),
            restored: false,
        })
    }

    fn came_to_nothing(&self) -> Result<Navigated, PageError> {
        match self.answer() {
            Some((_, Some(204 | 205))) => self.stayed(Arrival::NoContent),
            Some((Progress::Failed(error), _)) => {
                let reason = Reason::of(&error);
                Err(PageError::Navigation(Box::new(self.failure(reason, Some(error)))))
            }
            _ => Err(PageError::Navigation(Box::new(self.failure(Reason::Aborted, None)))),
        }
    }

    /// The browser said that it failed. Its own error page follows, and is waited for, so that the next call finds the tab as
    /// it stays.
    async fn failed(&self, error: &str) -> Result<Navigated, PageError> {
        let reason = Reason::of(error);
        if reason == Reason::Aborted {
            return self.came_to_nothing();
        }
        let shown = (Instant::now() + Duration::from_secs(1)).min(self.deadline);
        let error_page = |page: &Page| {
            let main = page.main_frame().ok()?;
            (main.document != self.before && main.unreachable && main.parsed).then_some(())
        };
        // Not every failure has an error page.
        let _ = self.page.until("the error page", shown, error_page).await;
        let error = Some(error.to_owned()).filter(|error| !error.is_empty());
        Err(PageError::Navigation(Box::new(self.failure(reason, error))))
    }
}
