//! What a tab consists of right now: sessions, frames, their documents and script worlds. No I/O: events come in, facts go
//! out, so that the order of events that Chromium really sends can be replayed in tests.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tabward_model::FrameId;
use tabward_model::ownership::Cause;

use tabward_cdp::protocol::runtime;
use tabward_cdp::{OurContext, OurUniqueContextId};

use super::PageOptions;
use super::cause::{Evidence, Watch};

/// One document of one frame, minted by the page engine. A new one is minted whenever a frame shows another document than
/// before, also one that comes back from the back/forward cache; it is never used again in this tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameDoc(pub u64);

/// How a document came to be the frame's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CommitKind {
    /// It was there when the tab was attached to.
    Found,
    /// A navigation to it was committed.
    Navigation,
    /// It came back from the back/forward cache.
    Restored,
    /// The page wrote another one in its place: a `javascript:` address or `document.open`.
    Replaced,
}

/// A frame's new document.
#[derive(Debug, Clone)]
pub struct Committed {
    /// The frame.
    pub frame: FrameId,
    /// Whether it is the tab's main frame: the tab has a new document and generation.
    pub main: bool,
    /// The document.
    pub doc: FrameDoc,
    /// How it came.
    pub kind: CommitKind,
    /// Its address; for a page that could not be loaded, the one that was wanted.
    pub url: Arc<str>,
    /// Whether the browser shows its own error page instead of it.
    pub unreachable: bool,
    /// The browser's id of the load, not unique over documents.
    pub loader: Arc<str>,
    /// What is known of who caused it (main frame only; others: [`Cause::Unknown`] evidence).
    pub evidence: Evidence,
}

impl Committed {
    /// Who caused it, as far as the evidence tells.
    pub fn cause(&self) -> Cause {
        self.evidence.cause()
    }
}

/// What is known of one frame.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub struct FrameInfo {
    /// The browser's id.
    pub id: FrameId,
    /// The frame that contains it; none for the main frame.
    pub parent: Option<FrameId>,
    /// The document it shows.
    pub document: FrameDoc,
    /// The document's address.
    pub url: Arc<str>,
    /// The origin of that address; `null` for opaque ones.
    pub origin: String,
    /// Whether it lives in another process than its parent.
    pub oopif: bool,
    /// Whether the document has been parsed (`DOMContentLoaded`).
    pub parsed: bool,
    /// Whether it has been loaded with what it needs (`load`).
    pub loaded: bool,
    /// Whether the browser shows an error page of its own.
    pub unreachable: bool,
}

/// Names a channel of the tab: 0 is the main one.
pub(crate) type SessionKey = u32;

/// A script world of a frame.
#[derive(Debug, Clone)]
pub(crate) enum World {
    /// The isolated one that is ours.
    Ours {
        /// Proof that it is.
        id: OurUniqueContextId,
    },
    /// The page's own.
    Page {
        /// The browser's unique id of it.
        id: Arc<str>,
    },
}

impl World {
    pub(crate) fn ours(context: OurContext) -> Self {
        Self::Ours { id: context.unique }
    }

    pub(crate) fn of_page(context: &runtime::ExecutionContextDescription) -> Self {
        Self::Page { id: Arc::from(context.unique_id.as_str()) }
    }

    fn id(&self) -> &str {
        match self {
            Self::Ours { id } => id.as_str(),
            Self::Page { id } => id,
        }
    }
}

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that are independent of each other")]
pub(crate) struct Frame {
    pub(crate) parent: Option<FrameId>,
    /// The channel that reaches it; none between two processes.
    pub(crate) session: Option<SessionKey>,
    pub(crate) oopif: bool,
    pub(crate) doc: FrameDoc,
    pub(crate) kind: CommitKind,
    pub(crate) loader: Option<Arc<str>>,
    pub(crate) url: Arc<str>,
    pub(crate) unreachable: bool,
    pub(crate) parsed: bool,
    pub(crate) loaded: bool,
    /// Our world, and whether our scripts are in it.
    pub(crate) ours: Option<OurUniqueContextId>,
    /// The page's own world.
    pub(crate) main: Option<Arc<str>>,
    /// Old worlds came back before the commit that explains it: nothing may run until that has come.
    restoring: bool,
    /// `document.open` announces itself twice; the second word is expected.
    reopened: bool,
}

/// A commit that the browser told of.
pub(crate) struct NewDocument<'a> {
    pub(crate) frame: &'a FrameId,
    pub(crate) parent: Option<&'a FrameId>,
    pub(crate) loader: &'a str,
    pub(crate) url: &'a str,
    pub(crate) unreachable: bool,
    pub(crate) restored: bool,
}

/// How many ids of former worlds are kept to recognise one that comes back.
const RETIRED: usize = 512;

#[derive(Debug, Default)]
pub(crate) struct State {
    frames: HashMap<FrameId, Frame>,
    /// In the order of their appearance, so that listings are stable.
    order: Vec<FrameId>,
    main: Option<FrameId>,
    last_doc: u64,
    retired: VecDeque<Arc<str>>,
    pub(crate) watch: Watch,
    pub(crate) crashed: bool,
    pub(crate) closed: bool,
}

impl State {
    pub(crate) fn main(&self) -> Option<&FrameId> {
        self.main.as_ref()
    }

    pub(crate) fn frame(&self, id: &FrameId) -> Option<&Frame> {
        self.frames.get(id)
    }

    /// The world to run our scripts in; none while there is none or while it must not be used.
    pub(crate) fn our_world(&self, id: &FrameId) -> Option<&OurUniqueContextId> {
        self.frames.get(id).filter(|frame| !frame.restoring).and_then(|frame| frame.ours.as_ref())
    }

    /// The page's own world; none while there is none or while it must not be used.
    pub(crate) fn page_world(&self, id: &FrameId) -> Option<&Arc<str>> {
        self.frames.get(id).filter(|frame| !frame.restoring).and_then(|frame| frame.main.as_ref())
    }

    pub(crate) fn list(&self) -> Vec<FrameInfo> {
        self.order.iter().filter_map(|id| self.info(id)).collect()
    }

    pub(crate) fn info(&self, id: &FrameId) -> Option<FrameInfo> {
        let frame = self.frames.get(id)?;
        Some(FrameInfo {
            id: id.clone(),
            parent: frame.parent.clone(),
            document: frame.doc,
            url: frame.url.clone(),
            origin: tabward_model::origin::origin_of(&frame.url),
            oopif: frame.oopif,
            parsed: frame.parsed,
            loaded: frame.loaded,
            unreachable: frame.unreachable,
        })
    }

    fn mint(&mut self) -> FrameDoc {
        self.last_doc += 1;
        FrameDoc(self.last_doc)
    }

    fn ensure(&mut self, id: &FrameId, parent: Option<&FrameId>, session: SessionKey) -> &mut Frame {
        if !self.frames.contains_key(id) {
            let doc = self.mint();
            if parent.is_none() && self.main.is_none() {
                self.main = Some(id.clone());
            }
            self.order.push(id.clone());
            self.frames.insert(
                id.clone(),
                Frame {
                    parent: parent.cloned(),
                    session: Some(session),
                    oopif: false,
                    doc,
                    kind: CommitKind::Found,
                    loader: None,
                    url: Arc::from("about:blank"),
                    unreachable: false,
                    parsed: false,
                    loaded: false,
                    ours: None,
                    main: None,
                    restoring: false,
                    reopened: false,
                },
            );
        }
        self.frames.get_mut(id).expect("inserted above")
    }

    /// A frame of a listing: fills in what events have not told yet.
    pub(crate) fn listed(&mut self, session: SessionKey, new: &NewDocument<'_>) {
        let frame = self.ensure(new.frame, new.parent, session);
        if frame.loader.is_none() {
            frame.loader = Some(Arc::from(new.loader));
            frame.url = Arc::from(new.url);
            frame.unreachable = new.unreachable;
        }
    }

    /// A listing after events were lost: frames that show another document than was known are told as committed.
    pub(crate) fn relisted(
        &mut self,
        session: SessionKey,
        tree: &[NewDocument<'_>],
        options: &PageOptions,
    ) -> Vec<Committed> {
        let lost: Vec<FrameId> = self
            .frames
            .iter()
            .filter(|(id, frame)| frame.session == Some(session) && tree.iter().all(|new| new.frame != *id))
            .map(|(id, _)| id.clone())
            .collect();
        for id in lost {
            self.remove(&id);
        }
        let mut commits = Vec::new();
        for new in tree {
            match self.frames.get(new.frame) {
                Some(frame) if frame.loader.as_deref() != Some(new.loader) => {
                    commits.push(self.navigated(session, new, options));
                }
                Some(_) => self.moved_within(new.frame, new.url),
                None => self.listed(session, new),
            }
        }
        commits
    }

    /// The frame appeared, or came back into its parent's process.
    pub(crate) fn attached(&mut self, session: SessionKey, id: &FrameId, parent: &FrameId) {
        let known = self.frames.contains_key(id);
        let frame = self.ensure(id, Some(parent), session);
        if known && frame.session.is_none() {
            frame.session = Some(session);
            frame.oopif = false;
        }
    }

    /// The frame got a process, and so a channel, of its own.
    pub(crate) fn adopted(&mut self, session: SessionKey, id: &FrameId, parent: Option<&FrameId>) {
        let frame = self.ensure(id, parent, session);
        frame.session = Some(session);
        frame.oopif = true;
        frame.ours = None;
        frame.main = None;
    }

    /// The channel of a frame's own process is gone. The frame itself stays until its parent says otherwise.
    pub(crate) fn session_gone(&mut self, session: SessionKey) {
        let lost: Vec<FrameId> =
            self.frames.iter().filter(|(_, frame)| frame.session == Some(session)).map(|(id, _)| id.clone()).collect();
        for id in lost {
            let inner =
                self.frames.get(&id).and_then(|frame| frame.parent.as_ref()).is_some_and(|parent| {
                    self.frames.get(parent).is_some_and(|parent| parent.session == Some(session))
                });
            if inner {
                self.remove(&id);
            } else if let Some(frame) = self.frames.get_mut(&id) {
                frame.session = None;
                frame.ours = None;
                frame.main = None;
            }
        }
    }

    /// The frame left the channel's process: for good, or into another one (`swapped`).
    pub(crate) fn detached(&mut self, session: SessionKey, id: &FrameId, swapped: bool) {
        if swapped {
            if let Some(frame) = self.frames.get_mut(id)
                && frame.session == Some(session)
            {
                frame.session = None;
                frame.ours = None;
                frame.main = None;
            }
            return;
        }
        self.remove(id);
    }

    fn remove(&mut self, id: &FrameId) {
        if self.main.as_ref() == Some(id) {
            return;
        }
        let mut going = vec![id.clone()];
        while let Some(id) = going.pop() {
            going.extend(
                self.frames
                    .iter()
                    .filter(|(_, frame)| frame.parent.as_ref() == Some(&id))
                    .map(|(child, _)| child.clone()),
            );
            self.frames.remove(&id);
            self.order.retain(|other| *other != id);
        }
    }

    /// A navigation was committed in the frame.
    ///
    /// The hub hears of it here, while nothing else can reach the state.
    pub(crate) fn navigated(&mut self, session: SessionKey, new: &NewDocument<'_>, options: &PageOptions) -> Committed {
        let doc = self.mint();
        let kind = if new.restored { CommitKind::Restored } else { CommitKind::Navigation };
        let loader: Arc<str> = Arc::from(new.loader);
        let url: Arc<str> = Arc::from(new.url);
        let frame = self.ensure(new.frame, new.parent, session);
        frame.session = Some(session);
        frame.doc = doc;
        frame.kind = kind;
        frame.loader = Some(loader.clone());
        frame.url = url.clone();
        frame.unreachable = new.unreachable;
        // What comes back from the cache had been loaded before, and says nothing of it again.
        frame.parsed = new.restored;
        frame.loaded = new.restored;
        frame.restoring = false;
        frame.reopened = false;
        let main = self.main.as_ref() == Some(new.frame);
        if main {
            self.crashed = false;
        }
        let evidence = if main { self.watch.committed(&loader, new.restored) } else { Evidence::default() };
        let commit = Committed {
            frame: new.frame.clone(),
            main,
            doc,
            kind,
            url,
            unreachable: new.unreachable,
            loader,
            evidence,
        };
        (options.on_commit)(&commit);
        commit
    }

    /// `document.open`: the same window, another content.
    pub(crate) fn reopened(&mut self, id: &FrameId, url: &str, options: &PageOptions) -> Option<Committed> {
        let frame = self.frames.get_mut(id)?;
        frame.url = Arc::from(url);
        frame.reopened = true;
        self.replaced(id, options)
    }

    /// A document began in the frame. After a `javascript:` address this is the only word of it, and its loader is that of
    /// the document before.
    pub(crate) fn began(&mut self, id: &FrameId, loader: &str, options: &PageOptions) -> Option<Committed> {
        let frame = self.frames.get_mut(id)?;
        if std::mem::take(&mut frame.reopened) {
            return None;
        }
        match &frame.loader {
            None => {
                frame.loader = Some(Arc::from(loader));
                None
            }
            Some(known) if **known == *loader => self.replaced(id, options),
            Some(_) => None,
        }
    }

    fn replaced(&mut self, id: &FrameId, options: &PageOptions) -> Option<Committed> {
        let doc = self.mint();
        let main = self.main.as_ref() == Some(id);
        let evidence = if main { self.watch.replaced() } else { Evidence::default() };
        let frame = self.frames.get_mut(id)?;
        frame.doc = doc;
        frame.kind = CommitKind::Replaced;
        frame.parsed = false;
        frame.loaded = false;
        let commit = Committed {
            frame: id.clone(),
            main,
            doc,
            kind: CommitKind::Replaced,
            url: frame.url.clone(),
            unreachable: frame.unreachable,
            loader: frame.loader.clone().unwrap_or_else(|| Arc::from("")),
            evidence,
        };
        (options.on_commit)(&commit);
        Some(commit)
    }

    /// The address changed and the document did not.
    pub(crate) fn moved_within(&mut self, id: &FrameId, url: &str) {
        if let Some(frame) = self.frames.get_mut(id) {
            frame.url = Arc::from(url);
        }
    }

    /// A step of loading; tells whether it is about the document that the frame shows.
    pub(crate) fn progressed(&mut self, id: &FrameId, loader: &str, name: &str) -> Option<FrameDoc> {
        let frame = self.frames.get_mut(id)?;
        if frame.loader.as_deref() != Some(loader) {
            return None;
        }
        match name {
            "DOMContentLoaded" => frame.parsed = true,
            "load" => {
                frame.parsed = true;
                frame.loaded = true;
            }
            _ => {}
        }
        Some(frame.doc)
    }

    pub(crate) fn world_created(&mut self, session: SessionKey, frame: &FrameId, world: World) {
        let back = self.retired.iter().any(|old| **old == *world.id());
        let Some(frame) = self.frames.get_mut(frame) else { return };
        if frame.session != Some(session) {
            return;
        }
        frame.restoring |= back;
        match world {
            World::Ours { id } => frame.ours = Some(id),
            World::Page { id } => frame.main = Some(id),
        }
    }

    pub(crate) fn world_destroyed(&mut self, unique: &str) {
        for frame in self.frames.values_mut() {
            if frame.ours.as_ref().is_some_and(|id| id.as_str() == unique) {
                frame.ours = None;
            }
            if frame.main.as_deref() == Some(unique) {
                frame.main = None;
            }
        }
        self.retire(Arc::from(unique));
    }

    pub(crate) fn worlds_cleared(&mut self, session: SessionKey) {
        let mut gone: Vec<Arc<str>> = Vec::new();
        for frame in self.frames.values_mut().filter(|frame| frame.session == Some(session)) {
            gone.extend(frame.ours.take().map(|id| Arc::from(id.as_str())));
            gone.extend(frame.main.take());
        }
        for unique in gone {
            self.retire(unique);
        }
    }

    fn retire(&mut self, unique: Arc<str>) {
        if self.retired.len() == RETIRED {
            self.retired.pop_front();
        }
        self.retired.push_back(unique);
    }
}
