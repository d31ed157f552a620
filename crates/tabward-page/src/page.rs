//! One tab: its frames, our script world in each, the identity of documents, dialogs, and what it did.

pub mod call;
pub mod cause;
pub mod dialog;
pub mod evaluate;
pub mod navigate;
pub mod notice;
pub mod state;

mod pump;
mod session;
mod sync;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tabward_cdp::Channel;
use tabward_model::capability::Hold;
use tabward_model::origin::Verdict;
use tabward_model::{Delivered, FrameId, Permit};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::time::Instant;

use self::dialog::Dialogs;
use self::notice::{Notice, PageEvent};
use self::state::{Committed, FrameDoc, FrameInfo, SessionKey, State};
use self::sync::Lock;
use crate::PageError;
use crate::observe::console::ConsoleLog;
use crate::observe::downloads::DownloadLog;
use crate::observe::network::NetworkLog;

/// Judges the address of a document before anything touches it.
pub type Judge = Arc<dyn Fn(&str) -> Verdict + Send + Sync>;

/// Called with each new document before anything can be done to it.
pub type OnCommit = Arc<dyn Fn(&Committed) + Send + Sync>;

/// How a tab is held.
#[derive(Clone)]
pub struct PageOptions {
    /// How long attaching may take; a tab that does not answer by then is given up.
    pub attach_within: Duration,
    /// Judges addresses of frames: what it does not allow is neither read nor acted on.
    pub judge: Judge,
    /// Called, in order and without delay, for each new document of any frame, before any call can reach it: the place to
    /// mint the document's id and to renew or revoke permits. Must not block and must not call into the page.
    pub on_commit: OnCommit,
    /// What is done with dialogs.
    pub dialogs: dialog::DialogPolicy,
    /// Whether file choosers are kept from opening, and told instead.
    pub intercept_file_chooser: bool,
    /// Counts requests: tabs that share it have no request id in common.
    pub request_numbers: Arc<AtomicU64>,
}

impl fmt::Debug for PageOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageOptions")
            .field("attach_within", &self.attach_within)
            .field("dialogs", &self.dialogs)
            .field("intercept_file_chooser", &self.intercept_file_chooser)
            .finish_non_exhaustive()
    }
}

impl Default for PageOptions {
    /// Allows every scheme that pages may have, and tells nobody of commits but by [`Notice`].
    fn default() -> Self {
        Self {
            attach_within: Duration::from_secs(5),
            judge: Arc::new(|address| tabward_model::origin::Doors::default().judge(address)),
            on_commit: Arc::new(|_| {}),
            dialogs: dialog::DialogPolicy::default(),
            intercept_file_chooser: true,
            request_numbers: Arc::default(),
        }
    }
}

/// One tab, attached to. Dropping it ends its background work; the channel stays as it is.
pub struct Page {
    pub(crate) inner: Arc<Inner>,
    stop: watch::Sender<bool>,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("tab", &self.inner.main.tab()).finish_non_exhaustive()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

pub(crate) struct Inner {
    pub(crate) main: Channel,
    pub(crate) hold: Permit<Hold>,
    pub(crate) options: PageOptions,
    pub(crate) state: Lock<State>,
    pub(crate) sessions: Lock<Sessions>,
    pub(crate) dialogs: Lock<Dialogs>,
    pub(crate) console: Lock<ConsoleLog>,
    pub(crate) network: Lock<NetworkLog>,
    pub(crate) downloads: Lock<DownloadLog>,
    changes: watch::Sender<u64>,
    events: broadcast::Sender<PageEvent>,
    notices: mpsc::UnboundedSender<Notice>,
    stop: watch::Receiver<bool>,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("tab", &self.main.tab()).finish_non_exhaustive()
    }
}

/// The channels of the tab.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_key: HashMap<SessionKey, Channel>,
    last: SessionKey,
}

impl Sessions {
    pub(crate) fn add(&mut self, channel: Channel) -> SessionKey {
        self.last += 1;
        self.by_key.insert(self.last, channel);
        self.last
    }

    pub(crate) fn get(&self, key: SessionKey) -> Option<Channel> {
        self.by_key.get(&key).cloned()
    }

    pub(crate) fn remove(&mut self, session_id: &str) -> Option<SessionKey> {
        let key = *self.by_key.iter().find(|(_, channel)| channel.session_id() == Some(session_id))?.0;
        self.by_key.remove(&key);
        Some(key)
    }
}

/// Events kept for a slow reader.
const EVENTS: usize = 1024;

impl Page {
    /// Takes a tab over its channel: learns its frames, puts our script world into each, and watches.
    ///
    /// `notices` must be drained by someone who does not wait for this page meanwhile.
    ///
    /// # Errors
    /// [`PageError::Unresponsive`] when the tab does not answer within `attach_within` (frozen, discarded, blocked by a
    /// dialog), [`PageError::Crashed`], or what the channel says.
    pub async fn attach(
        channel: Channel,
        hold: Permit<Hold>,
        notices: mpsc::Sender<Notice>,
        options: PageOptions,
    ) -> Result<Arc<Self>, PageError> {
        let deadline = Instant::now() + options.attach_within;
        let (stop, stopped) = watch::channel(false);
        let (told, outbox) = mpsc::unbounded_channel();
        let mut sessions = Sessions::default();
        let events = channel.events();
        let key = sessions.add(channel.clone());
        let inner = Arc::new(Inner {
            main: channel.clone(),
            hold,
            dialogs: Lock::new(Dialogs::new(options.dialogs.clone())),
            network: Lock::new(NetworkLog::new(Arc::clone(&options.request_numbers))),
            options,
            state: Lock::default(),
            sessions: Lock::new(sessions),
            console: Lock::default(),
            downloads: Lock::default(),
            changes: watch::channel(0).0,
            events: broadcast::channel(EVENTS).0,
            notices: told,
            stop: stopped.clone(),
        });
        tokio::spawn(pump::forward(outbox, notices));
        let (listed, known) = oneshot::channel();
        tokio::spawn(pump::run(inner.clone(), key, events, known, stopped));
        let page = Arc::new(Self { inner, stop });
        page.inner.set_up_main(key, &channel.until(deadline), listed, deadline).await?;
        Ok(page)
    }

    /// All frames, the main one first, parents before children.
    pub fn frames(&self) -> Vec<FrameInfo> {
        self.inner.state.lock().list()
    }

    /// One frame.
    pub fn frame(&self, id: &FrameId) -> Option<FrameInfo> {
        self.inner.state.lock().info(id)
    }

    /// The main frame.
    ///
    /// # Errors
    /// [`PageError::Gone`] when the tab was closed.
    pub fn main_frame(&self) -> Result<FrameInfo, PageError> {
        let state = self.inner.state.lock();
        state.main().and_then(|id| state.info(id)).ok_or(PageError::Gone { delivered: Delivered::No })
    }

    /// The channel that reaches a frame, for commands that need it (input goes to the main one).
    ///
    /// # Errors
    /// [`PageError::FrameGone`].
    pub fn channel_of(&self, frame: &FrameId) -> Result<Channel, PageError> {
        let key = self.inner.state.lock().frame(frame).and_then(|frame| frame.session);
        key.and_then(|key| self.inner.sessions.lock().get(key)).ok_or_else(|| PageError::FrameGone(frame.clone()))
    }

    /// The channel of the tab's main target.
    pub fn channel(&self) -> &Channel {
        &self.inner.main
    }

    /// Whether `doc` is still what `frame` shows.
    pub fn shows(&self, frame: &FrameId, doc: FrameDoc) -> bool {
        self.inner.state.lock().frame(frame).is_some_and(|frame| frame.doc == doc)
    }

    /// Events from now on. Bounded: a slow reader gets `Lagged` and must look at the page again.
    pub fn subscribe(&self) -> broadcast::Receiver<PageEvent> {
        self.inner.events.subscribe()
    }

    /// Whether the page's process crashed and nothing was loaded since.
    pub fn is_crashed(&self) -> bool {
        self.inner.state.lock().crashed
    }

    /// Whether the tab is gone.
    pub fn is_closed(&self) -> bool {
        self.inner.state.lock().closed
    }

    /// Says that trusted input reached the page: ours, or someone else's. It is evidence for the cause of what is committed
    /// next.
    pub fn note_input(&self, ours: bool) {
        self.inner.state.lock().watch.input(ours);
    }

    /// Says that trusted input of ours with so many presses is about to be sent.
    pub(crate) fn sending(&self, presses: usize) {
        self.inner.state.lock().watch.sending(u32::try_from(presses).unwrap_or(u32::MAX));
    }

    /// Says that input which is not ours is noticed from now on.
    pub fn note_watching(&self) {
        self.inner.state.lock().watch.watching();
    }

    /// Makes everyone who waits look again: whoever revoked permits calls it, so that running waits end at once.
    pub fn wake(&self) {
        self.inner.changed();
    }

    /// Waits until `ready` says so of the page; checked at once and after each change of frames, documents, dialogs or
    /// loading.
    ///
    /// # Errors
    /// [`PageError::Deadline`] with `what`, or that the tab crashed or closed.
    pub async fn until<T>(
        &self,
        what: &'static str,
        deadline: Instant,
        mut ready: impl FnMut(&Self) -> Option<T>,
    ) -> Result<T, PageError> {
        let mut changes = self.inner.changes.subscribe();
        loop {
            changes.borrow_and_update();
            if let Some(value) = ready(self) {
                return Ok(value);
            }
            self.inner.alive(Delivered::No)?;
            tokio::select! {
                _ = changes.changed() => {}
                () = tokio::time::sleep_until(deadline) => {
                    return Err(PageError::Deadline { what, delivered: Delivered::No });
                }
            }
        }
    }
}

impl Inner {
    /// Something of frames, worlds, dialogs or loading changed: those who wait look again.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn tell(&self, event: PageEvent) {
        // Nobody listening is no error.
        let _ = self.events.send(event);
    }

    pub(crate) fn notice(&self, notice: Notice) {
        // A hub that no longer listens is about to drop the page.
        let _ = self.notices.send(notice);
    }

    pub(crate) fn alive(&self, delivered: Delivered) -> Result<(), PageError> {
        let state = self.state.lock();
        if state.closed {
            return Err(PageError::Gone { delivered });
        }
        if state.crashed {
            return Err(PageError::Crashed { delivered });
        }
        Ok(())
    }

    /// Waits until `ready`; for ever when the page ends before.
    pub(crate) async fn until(&self, ready: impl Fn(&Self) -> bool) {
        let mut changes = self.changes();
        loop {
            changes.borrow_and_update();
            if ready(self) {
                return;
            }
            if changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
