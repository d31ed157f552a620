//! What a tab tells: [`Notice`] to the hub, which must act on it, and [`PageEvent`] to whoever waits for something.

use std::sync::Arc;

use tabward_model::{FrameId, RequestHandle, TabId};

use super::dialog::{Answered, Dialog, FileChooser};
use super::state::{Committed, FrameDoc};
use crate::observe::downloads::Download;

/// What the hub must know of a tab.
#[derive(Debug, Clone)]
pub enum Notice {
    /// A frame has a new document. For the main frame the hub has minted its id already, in
    /// [`super::PageOptions::on_commit`]; this is the place for what takes time.
    DocumentCommitted(Committed),
    /// The main frame's address changed and its document did not.
    MovedWithinDocument {
        /// The new address.
        url: Arc<str>,
    },
    /// A dialog is open, or was answered at once by policy.
    DialogOpened(Arc<Dialog>),
    /// The dialog was answered.
    DialogClosed {
        /// The dialog.
        dialog: Arc<Dialog>,
        /// How, and by whom.
        answered: Answered,
    },
    /// The page opened a window or tab, or asked for one.
    PopupOpened(Popup),
    /// A download began, went on or ended.
    Download(Arc<Download>),
    /// The person pressed, typed, dropped or pasted in the page (OWN-14, OWN-21).
    PersonInput,
    /// The page's process crashed.
    Crashed,
    /// The channel is gone: the tab was closed, or the browser.
    Detached,
}

/// A window or tab that the page opened. The browser's own event names the new target; this tells who asked.
#[derive(Debug, Clone)]
pub struct Popup {
    /// The frame that asked; none when the browser does not say.
    pub frame: Option<FrameId>,
    /// The address that was asked for.
    pub url: Arc<str>,
    /// Whether a gesture of the user (ours included) led to it, when the browser says so.
    pub gesture: Option<bool>,
    /// Whether our own trusted input reached the page since its document was committed.
    pub our_input: bool,
    /// The new tab, once known.
    pub tab: Option<TabId>,
}

/// What happens in a tab, for waits and for settling. Bounded: a slow reader is told that it missed some.
#[derive(Debug, Clone)]
pub enum PageEvent {
    /// The page asked for a navigation; it may yet come to nothing.
    NavigationRequested {
        /// The frame.
        frame: FrameId,
        /// Where to.
        url: Arc<str>,
        /// Why, in the browser's words.
        reason: Arc<str>,
        /// Whether in this tab.
        here: bool,
    },
    /// A navigation started.
    NavigationStarted {
        /// The frame.
        frame: FrameId,
        /// Where to.
        url: Arc<str>,
        /// The browser's id of the load.
        loader: Arc<str>,
        /// In the same document?
        same_document: bool,
    },
    /// A frame has a new document.
    Committed(Committed),
    /// The address changed and the document did not.
    MovedWithinDocument {
        /// The frame.
        frame: FrameId,
        /// The new address.
        url: Arc<str>,
    },
    /// A document was parsed (`DOMContentLoaded`).
    Parsed {
        /// The frame.
        frame: FrameId,
        /// Its document.
        doc: FrameDoc,
    },
    /// A document was loaded with what it needs (`load`).
    Loaded {
        /// The frame.
        frame: FrameId,
        /// Its document.
        doc: FrameDoc,
    },
    /// A navigation of the frame ended, with or without a new document.
    LoadingStopped {
        /// The frame.
        frame: FrameId,
    },
    /// A frame appeared.
    FrameAttached {
        /// The frame.
        frame: FrameId,
    },
    /// A frame went.
    FrameDetached {
        /// The frame.
        frame: FrameId,
    },
    /// A request was sent.
    RequestStarted {
        /// Its id in [`crate::observe::network`].
        id: RequestHandle,
        /// The frame; none for workers.
        frame: Option<FrameId>,
    },
    /// A request ended: with an answer, with a failure, or by a redirect.
    RequestEnded {
        /// Its id.
        id: RequestHandle,
        /// Whether it failed, or the server answered with an error status.
        failed: bool,
    },
    /// The page wrote to its console, or threw.
    Console {
        /// The entry's number in [`crate::observe::console`].
        seq: u64,
        /// Whether it is an error that nothing caught.
        uncaught: bool,
    },
    /// A dialog opened.
    DialogOpened(Arc<Dialog>),
    /// A dialog was answered.
    DialogClosed {
        /// The dialog.
        dialog: Arc<Dialog>,
        /// How, and by whom.
        answered: Answered,
    },
    /// The page asked for files.
    FileChooser(Arc<FileChooser>),
    /// The page opened a window or tab.
    Popup(Popup),
    /// A download began, went on or ended.
    Download(Arc<Download>),
    /// The interceptor acknowledged input of ours, before the page saw it.
    InputAcknowledged {
        /// The number of the plan that expected it.
        token: u64,
        /// What it says, as JSON.
        said: Arc<str>,
    },
    /// The page's process crashed.
    Crashed,
    /// The tab is gone.
    Closed,
}
