//! What an action sets off, and when that has come to rest. By events and never by a fixed time: the page says when a
//! frame has passed in which nothing changed, the browser says when a navigation or a request has ended. All is bounded,
//! and what is under way at the bound is named.

use std::sync::Arc;

use serde_json::json;
use tabward_model::{FrameId, RequestHandle};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Duration, Instant};

use super::Hands;
use super::deliver::Post;
use super::effect::{Consequences, DialogSeen, Navigated};
use super::wire::{Acked, After, Kind, Said, Settled};
use crate::page::notice::PageEvent;
use crate::{CommitKind, Dialog, FrameDoc, Page, PageError};

/// How long changes of the document may go on, in milliseconds.
const CHANGES_MS: u64 = 600;
/// How long requests that the action sent are awaited.
const REQUESTS: Duration = Duration::from_secs(3);
/// How long a navigation may take from its start to a new document.
const COMMIT: Duration = Duration::from_secs(15);
/// How long a new document may take until it is parsed, and from there until it is loaded.
const PARSED: Duration = Duration::from_secs(8);
const LOADED: Duration = Duration::from_secs(2);
/// Left of the deadline for the answer itself.
const RESERVE: Duration = Duration::from_millis(150);
/// Turns of waiting for requests that lead to requests.
const TURNS: usize = 6;

/// Events since the input, put together.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each told by an event of its own")]
#[derive(Debug, Default)]
pub(super) struct Seen {
    main: Option<FrameId>,
    pub(super) consequences: Consequences,
    /// A navigation of the main frame, from its request to its end.
    starting: Option<Arc<str>>,
    loader: Option<Arc<str>>,
    /// Whether the page only asked for it: it may come to nothing.
    requested: bool,
    pub(super) committed: Option<FrameDoc>,
    parsed: bool,
    loaded: bool,
    open: Vec<RequestHandle>,
    missed: u64,
    /// The last acknowledgement that came by itself.
    acked: Option<(u64, Box<Acked>)>,
    /// The plan of which the page took the first press.
    begun: Option<u64>,
    pub(super) crashed: bool,
    pub(super) closed: bool,
}

impl Seen {
    pub(super) fn new(main: FrameId) -> Self {
        Self { main: Some(main), ..Self::default() }
    }

    /// Whether a dialog waits for an answer that no policy gives.
    pub(super) fn dialog(&self) -> Option<&Arc<Dialog>> {
        let seen = self.consequences.dialogs.iter().find(|seen| seen.answered.is_none());
        seen.map(|seen| &seen.dialog).filter(|dialog| dialog.by_policy.is_none())
    }

    /// Whether there is nothing more to wait for on this page.
    pub(super) fn ended(&self) -> bool {
        self.crashed || self.closed || self.dialog().is_some()
    }

    fn navigating(&self) -> bool {
        self.starting.is_some()
    }

    pub(super) fn take(&mut self, event: PageEvent) {
        let effect = &mut self.consequences;
        let is_main = |frame: &FrameId| self.main.as_ref() == Some(frame);
        match event {
            PageEvent::NavigationRequested { frame, url, here, .. }
                if here && is_main(&frame) && self.starting.is_none() =>
            {
                self.starting = Some(url);
                self.requested = true;
            }
            PageEvent::NavigationStarted { frame, url, loader, same_document: false } if is_main(&frame) => {
                self.starting = Some(url);
                self.loader = Some(loader);
                self.requested = false;
            }
            PageEvent::Committed(commit) if commit.main => {
                effect.navigation = Some(Navigated {
                    url: commit.url.clone(),
                    cause: commit.cause(),
                    same_document: false,
                    unreachable: commit.unreachable,
                });
                self.committed = Some(commit.doc);
                // A document from the cache had been loaded before and says nothing of it again.
                self.parsed = commit.kind == CommitKind::Restored;
                self.loaded = self.parsed;
                if self.loader.as_ref().is_none_or(|loader| *loader == commit.loader) {
                    self.starting = None;
                    self.loader = None;
                }
                // What the old document had under way ended with it.
                self.open.clear();
            }
            PageEvent::MovedWithinDocument { frame, url } if is_main(&frame) => {
                self.consequences.navigation =
                    Some(Navigated { url, cause: tabward_model::Cause::Task, same_document: true, unreachable: false });
                if self.requested {
                    self.starting = None;
                }
            }
            PageEvent::Parsed { frame, doc } if is_main(&frame) => {
                self.parsed |= self.committed == Some(doc);
            }
            PageEvent::Loaded { frame, doc } if is_main(&frame) && self.committed == Some(doc) => {
                self.parsed = true;
                self.loaded = true;
            }
            // A download, a 204 answer, a navigation that was given up.
            PageEvent::LoadingStopped { frame } if is_main(&frame) => {
                self.starting = None;
                self.loader = None;
            }
            PageEvent::RequestStarted { id, .. } => {
                effect.requests.push(id);
                self.open.push(id);
            }
            PageEvent::RequestEnded { id, .. } => self.open.retain(|open| *open != id),
            PageEvent::Console { seq, uncaught: true } => effect.page_errors.push(seq),
            PageEvent::DialogOpened(dialog) => effect.dialogs.push(DialogSeen { dialog, answered: None }),
            PageEvent::DialogClosed { dialog, answered } => {
                for seen in effect.dialogs.iter_mut().filter(|seen| seen.dialog.number == dialog.number) {
                    seen.answered = Some(answered);
                }
            }
            PageEvent::FileChooser(chooser) => effect.chooser = Some(chooser),
            PageEvent::Popup(popup) => {
                match effect.popups.iter_mut().find(|known| known.url == popup.url && known.tab.is_none()) {
                    Some(known) => *known = popup,
                    None => effect.popups.push(popup),
                }
            }
            PageEvent::Download(download) => {
                match effect.downloads.iter_mut().find(|known| known.guid == download.guid) {
                    Some(known) => *known = download,
                    None => effect.downloads.push(download),
                }
                self.starting = None;
                self.loader = None;
            }
            PageEvent::InputAcknowledged { token, said } => {
                // Only the page scripts call it, and they say nothing else.
                match serde_json::from_str(&said) {
                    Ok(Said::Begun { .. }) => self.begun = Some(token),
                    Ok(Said::All(acked)) => self.acked = Some((token, acked)),
                    Err(_) => {}
                }
            }
            PageEvent::Crashed => self.crashed = true,
            PageEvent::Closed => self.closed = true,
            _ => {}
        }
    }
}

/// What is heard of an input beside the answers to it.
#[derive(Debug)]
pub(super) enum Heard {
    /// The interceptor's word.
    Told(Box<Acked>),
    /// The document is gone.
    Left,
    /// A dialog waits, or the tab crashed or closed.
    Ended,
}

/// Follows one action.
pub(super) struct Follow<'p> {
    page: &'p Page,
    events: Receiver<PageEvent>,
    pub(super) seen: Seen,
    /// What a quiet frame after the last input showed already.
    rest: Option<Settled>,
}

impl<'p> Follow<'p> {
    /// Begins before the input.
    pub(super) fn start(page: &'p Page) -> Result<Self, PageError> {
        let events = page.subscribe();
        Ok(Self { page, events, seen: Seen::new(page.main_frame()?.id), rest: None })
    }

    /// The page came to rest after the last input while that was checked: another frame shows nothing more.
    pub(super) fn rested(&mut self, settled: Settled) {
        self.rest = settled.pending.is_empty().then_some(settled);
    }

    /// Another input follows.
    pub(super) fn stirred(&mut self) {
        self.rest = None;
    }

    /// Takes in what has come, without waiting.
    pub(super) fn drain(&mut self) {
        loop {
            match self.events.try_recv() {
                Ok(event) => self.seen.take(event),
                Err(TryRecvError::Lagged(count)) => self.seen.missed += count,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    /// Waits for the next event. Nothing is lost when it is dropped.
    async fn next(&mut self) {
        match self.events.recv().await {
            Ok(event) => self.seen.take(event),
            Err(RecvError::Lagged(count)) => self.seen.missed += count,
            Err(RecvError::Closed) => self.seen.closed = true,
        }
    }

    /// Waits until `done` says so of what was seen, at most until `until`; tells whether it did.
    async fn wait(&mut self, until: Instant, done: impl Fn(&Seen) -> bool) -> bool {
        loop {
            self.drain();
            if done(&self.seen) || self.seen.ended() {
                return true;
            }
            if tokio::time::timeout_at(until, self.next()).await.is_err() {
                return false;
            }
        }
    }

    /// What the interceptor acknowledged by itself for this plan.
    pub(super) fn acked(&mut self, token: u64) -> Option<Box<Acked>> {
        self.drain();
        self.seen.acked.take_if(|(of, _)| *of == token).map(|(_, said)| said)
    }

    /// Whether the page took the first press of this plan.
    pub(super) fn begun(&self, token: u64) -> bool {
        self.seen.begun == Some(token)
    }

    /// Resolves when the interceptor told of this plan by itself, the page has ended, or its document was `left`, if that is
    /// not known yet.
    pub(super) async fn heard(&mut self, post: Post<'_>, left: bool) -> Heard {
        loop {
            if let Some(acked) = self.acked(post.token) {
                return Heard::Told(acked);
            }
            if self.seen.ended() {
                return Heard::Ended;
            }
            if !left && !self.page.shows(post.frame, post.document) {
                return Heard::Left;
            }
            self.next().await;
        }
    }

    /// Resolves when nothing more can be done in this document: it was left, a dialog waits, the tab crashed or closed.
    pub(super) async fn left(&mut self, frame: &FrameId, document: FrameDoc) {
        while !self.seen.ended() && self.page.shows(frame, document) {
            self.next().await;
        }
    }

    /// Resolves when the page cannot be worked with any more: a dialog waits, the tab crashed or closed.
    pub(super) async fn ended(&mut self) {
        while !self.seen.ended() {
            self.next().await;
        }
    }

    /// Waits until what the input set off has come to rest. Tells what the control is now, if its document is still there.
    pub(super) async fn settle(
        &mut self,
        hands: &Hands<'_>,
        (frame, document): (&FrameId, FrameDoc),
        (token, control): (u64, Option<u64>),
        deadline: Instant,
    ) -> Result<Option<Kind>, PageError> {
        let end = deadline - RESERVE.min(deadline.saturating_duration_since(Instant::now()) / 4);
        let mut kind = None;
        let mut here = Some((frame.clone(), document));
        let mut requests_until = None;
        let mut answered = false;
        for _ in 0..TURNS {
            if let Some(settled) = self.rest.take() {
                self.settled(settled);
            } else if let Some((frame, document)) = &here {
                let arg = json!({ "token": token, "bound": CHANGES_MS, "id": control, "answer": answered });
                let call = self.page.call_in::<After>(hands.act, frame, *document, "after", &arg, end);
                let answer = tokio::select! {
                    biased;
                    answer = call => answer,
                    () = async { while !self.seen.ended() { match self.events.recv().await {
                        Ok(event) => self.seen.take(event),
                        Err(RecvError::Lagged(count)) => self.seen.missed += count,
                        Err(RecvError::Closed) => self.seen.closed = true,
                    } } } => return Ok(kind),
                };
                match answer {
                    Ok(after) => {
                        self.settled(after.settle);
                        kind = after.kind.or(kind);
                    }
                    Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => {
                        here = None;
                        kind = None;
                    }
                    Err(PageError::DialogOpen { .. } | PageError::Crashed { .. } | PageError::Gone { .. }) => {
                        self.drain();
                        return Ok(None);
                    }
                    Err(PageError::Deadline { .. } | PageError::Unresponsive { .. }) => {
                        self.seen.consequences.pending.push("the page does not answer".to_owned());
                        return Ok(None);
                    }
                    Err(error) => return Err(error),
                }
            }
            self.drain();
            if self.seen.ended() {
                return Ok(kind);
            }
            if self.seen.navigating() || self.seen.committed.is_some() {
                self.navigation(end).await;
                if self.seen.committed.is_some() {
                    // The new page is read by who wants it; the old one is gone.
                    return Ok(None);
                }
                if self.seen.ended() {
                    return Ok(kind);
                }
            }
            let waited: Vec<RequestHandle> = self.awaited();
            if waited.is_empty() {
                // An answer that is there already has perhaps not yet come to the page's promise.
                let asked = !self.seen.consequences.requests.is_empty() && !self.seen.consequences.dom.any();
                if !asked || answered || here.is_none() {
                    break;
                }
                answered = true;
                continue;
            }
            let until = *requests_until.get_or_insert_with(|| end.min(Instant::now() + REQUESTS));
            let done = self
                .wait(until, |seen| {
                    seen.navigating() || waited.iter().all(|id| !seen.open.contains(id)) || seen.committed.is_some()
                })
                .await;
            if !done {
                for id in self.awaited() {
                    self.seen.consequences.pending.push(format!("request {id}"));
                }
                break;
            }
            if here.is_none() && !self.seen.navigating() {
                break;
            }
            answered = true;
        }
        Ok(kind)
    }

    fn settled(&mut self, settled: Settled) {
        let effect = &mut self.seen.consequences;
        effect.dom.add(&settled);
        effect.refocused |= settled.refocused;
        effect.pending = settled.pending;
    }

    /// Requests under way whose answers can change what the page shows.
    fn awaited(&self) -> Vec<RequestHandle> {
        const KINDS: [&str; 5] = ["xhr", "fetch", "script", "document", "stylesheet"];
        let open = self.seen.open.iter().copied();
        open.filter(|id| {
            let request = self.page.request(*id);
            request.is_some_and(|request| {
                request.is_pending() && KINDS.iter().any(|kind| request.kind.eq_ignore_ascii_case(kind))
            })
        })
        .collect()
    }

    /// Waits for a navigation of the main frame that has begun, and for its document.
    async fn navigation(&mut self, end: Instant) {
        let until = end.min(Instant::now() + COMMIT);
        // What the page asked for starts at once, or never.
        let soon = end.min(Instant::now() + Duration::from_millis(500));
        if self.seen.requested && !self.wait(soon, |seen| !seen.requested || !seen.navigating()).await {
            self.seen.starting = None;
            return;
        }
        if !self.wait(until, |seen| !seen.navigating()).await {
            self.seen.consequences.navigating = self.seen.starting.clone();
            return;
        }
        if self.seen.committed.is_none() || self.seen.ended() {
            return;
        }
        let parsed = end.min(Instant::now() + PARSED);
        if !self.wait(parsed, |seen| seen.parsed).await {
            self.seen.consequences.pending.push("the new page is not parsed yet".to_owned());
            return;
        }
        let loaded = end.min(Instant::now() + LOADED);
        if !self.wait(loaded, |seen| seen.loaded).await {
            self.seen.consequences.pending.push("the new page is still loading".to_owned());
        }
    }

    /// Hands over what was seen.
    pub(super) fn finish(mut self) -> Consequences {
        self.drain();
        // Icons are fetched by the browser for itself, whenever it likes.
        let page = self.page;
        self.seen.consequences.requests.retain(|id| {
            page.request(*id).is_none_or(|request| {
                !(request.kind.eq_ignore_ascii_case("other") && request.initiator.eq_ignore_ascii_case("other"))
            })
        });
        if self.seen.missed > 0 {
            let missed = format!("{} events were missed", self.seen.missed);
            self.seen.consequences.pending.push(missed);
        }
        self.seen.consequences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn main() -> FrameId {
        FrameId::new("main")
    }

    fn seen(events: Vec<PageEvent>) -> Seen {
        let mut seen = Seen::new(main());
        for event in events {
            seen.take(event);
        }
        seen
    }

    fn started(loader: &str) -> PageEvent {
        PageEvent::NavigationStarted {
            frame: main(),
            url: Arc::from("http://a/"),
            loader: Arc::from(loader),
            same_document: false,
        }
    }

    #[test]
    fn a_204_answer_ends_the_navigation_that_it_was_for() {
        let seen = seen(vec![started("l"), PageEvent::LoadingStopped { frame: main() }]);
        assert!(!seen.navigating());
        assert!(seen.consequences.none_observed());
    }

    #[test]
    fn a_navigation_of_another_frame_is_not_the_pages() {
        let frame = FrameId::new("child");
        let event = PageEvent::NavigationStarted {
            frame,
            url: Arc::from("http://a/"),
            loader: Arc::from("l"),
            same_document: false,
        };
        assert!(!seen(vec![event]).navigating());
    }

    #[test]
    fn a_move_within_the_document_is_told_as_one() {
        let event = PageEvent::MovedWithinDocument { frame: main(), url: Arc::from("http://a/b#c") };
        let seen = seen(vec![event]);
        assert_eq!(seen.consequences.summary(), "moved to /b in the same document");
    }
}
