//! One tab of a task: its page, its ownership, its queue, and what the task was last shown of it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tabward_model::capability::{CleanUp, Read};
use tabward_model::outcome::Debug;
use tabward_model::ownership::{Event, InstanceKind, ManagedState, StepEffect};
use tabward_model::resolve::Step;
use tabward_model::{
    Cap, Capability, Code, DocumentId, Failure, Generation, Grants, InstanceHandle, Ownership, PageInfo, Permit,
    Refusal, TabHandle, Target, TaskId, origin, text,
};
use tabward_page::Page;
use tabward_page::snapshot::{Look, SnapshotStore};
use tokio::sync::{Notify, OwnedMutexGuard};
use tokio::time::Instant;

/// At most so many calls wait for a tab.
const QUEUE: usize = 64;
/// How long the page may take to say how it looks when a call failed.
const DEBUG: Duration = Duration::from_millis(500);

/// How a call comes to its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lane {
    /// After the calls before it.
    Ordered,
    /// At once: dialogs, closing, status.
    Control,
}

/// One tab that a task opened.
pub struct Tab {
    /// Short name.
    pub handle: TabHandle,
    /// The pair of ids.
    pub target: Target,
    /// The browser's short name.
    pub browser: InstanceHandle,
    /// In which kind of browser.
    pub kind: InstanceKind,
    /// Whose it is.
    pub task: TaskId,
    /// The browser's start that it belongs to.
    pub epoch: i64,
    /// Who opened it, if a page did.
    pub opener: Option<TabHandle>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: u64,
    ownership: Mutex<Ownership>,
    page: OnceLock<Arc<Page>>,
    shown: Mutex<Shown>,
    queue: Arc<tokio::sync::Mutex<()>>,
    waiting: AtomicUsize,
    revoked: Notify,
    /// What the task was shown.
    pub looks: Mutex<SnapshotStore>,
    /// What the task was last shown, and of which document.
    pub last_look: Mutex<Option<(DocumentId, Arc<Look>, crate::look::Overlays)>>,
    former: Mutex<Option<FormerDialog>>,
    /// Of the last picture, to tell an old one from a new one.
    pub last_picture: Mutex<Option<tabward_page::picture::Mark>>,
    /// Tabs and downloads that came up since the last answer.
    pub fresh: Mutex<Fresh>,
}

/// A dialog that was open when the former hub went. Only the channel that told of it can answer it.
#[derive(Debug, Clone)]
pub struct FormerDialog {
    /// That channel.
    pub channel: tabward_cdp::Channel,
    /// `alert`, `confirm`, `prompt`, `beforeunload`.
    pub kind: String,
    /// What it says.
    pub message: String,
}

impl FormerDialog {
    /// Our words for it, with its message quoted.
    pub fn describe(&self) -> String {
        format!("{} {}", self.kind, text::quote_clipped(&self.message, 200))
    }
}

/// What came up beside the page since the last answer.
#[derive(Debug, Default)]
pub struct Fresh {
    /// Tabs that the page opened.
    pub tabs: Vec<TabHandle>,
}

#[derive(Debug, Clone, Default)]
struct Shown {
    document: Option<DocumentId>,
    title: String,
    url: String,
}

impl std::fmt::Debug for Tab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tab").field("handle", &self.handle).field("target", &self.target).finish_non_exhaustive()
    }
}

/// What a new tab is made of.
#[derive(Debug)]
pub struct NewTab {
    /// Short name.
    pub handle: TabHandle,
    /// The pair of ids.
    pub target: Target,
    /// The browser's short name.
    pub browser: InstanceHandle,
    /// In which kind of browser.
    pub kind: InstanceKind,
    /// Whose.
    pub task: TaskId,
    /// The browser's start.
    pub epoch: i64,
    /// Who opened it.
    pub opener: Option<TabHandle>,
    /// When.
    pub opened_ms: u64,
    /// Its ownership.
    pub ownership: Ownership,
}

impl Tab {
    /// A tab before its page is attached to.
    pub fn new(new: NewTab) -> Arc<Self> {
        Arc::new(Self {
            handle: new.handle,
            target: new.target,
            browser: new.browser,
            kind: new.kind,
            task: new.task,
            epoch: new.epoch,
            opener: new.opener,
            opened_ms: new.opened_ms,
            ownership: Mutex::new(new.ownership),
            page: OnceLock::new(),
            shown: Mutex::default(),
            queue: Arc::default(),
            waiting: AtomicUsize::new(0),
            revoked: Notify::new(),
            looks: Mutex::new(SnapshotStore::default()),
            last_look: Mutex::new(None),
            last_picture: Mutex::new(None),
            former: Mutex::new(None),
            fresh: Mutex::default(),
        })
    }

    /// Sets the page, once.
    pub(crate) fn set_page(&self, page: Arc<Page>) {
        let _ = self.page.set(page);
    }

    /// A dialog of before the hub's restart is open.
    pub(crate) fn set_former(&self, dialog: FormerDialog) {
        *crate::lock(&self.former) = Some(dialog);
    }

    /// The dialog of before the hub's restart that is still open.
    pub fn former(&self) -> Option<FormerDialog> {
        crate::lock(&self.former).clone()
    }

    /// It was answered.
    pub(crate) fn clear_former(&self) {
        *crate::lock(&self.former) = None;
    }

    /// The page.
    pub fn page(&self) -> Result<&Arc<Page>, Failure> {
        self.page
            .get()
            .ok_or_else(|| Failure::new(Code::PageUnresponsive, format!("{} could not be attached to", self.handle)))
    }

    /// Asks the gate: proof that `task` may use `C` here now.
    pub fn permit<C: Capability>(&self, task: &TaskId, grants: &Grants) -> Result<Permit<C>, Refusal> {
        crate::lock(&self.ownership).permit(task, grants)
    }

    /// Whether `task` may use `cap` here now.
    pub fn allows(&self, cap: Cap, task: &TaskId, grants: &Grants) -> Result<(), Refusal> {
        crate::lock(&self.ownership).state().allows(cap, task, grants)
    }

    /// Whether `task` may read the page now.
    pub fn may_read(&self, task: &TaskId) -> bool {
        self.allows(Cap::Read, task, &Grants::default()).is_ok()
    }

    /// Takes an event in. What it ends is ended.
    pub fn apply(&self, event: &Event) -> Result<Vec<StepEffect>, Refusal> {
        let effects = crate::lock(&self.ownership).apply(event)?;
        if effects.contains(&StepEffect::RevokePermits) {
            self.revoked.notify_waiters();
        }
        Ok(effects)
    }

    /// Returns when the permits that are given now are revoked.
    pub async fn revoked(&self) {
        self.revoked.notified().await;
    }

    /// The state of the ownership.
    pub fn ownership(&self) -> tabward_model::ownership::State {
        crate::lock(&self.ownership).state().clone()
    }

    /// Whether the person has taken it over.
    pub fn is_taken_over(&self) -> bool {
        matches!(
            self.ownership().holder,
            tabward_model::ownership::Holder::Managed { state: ManagedState::TakenOver, .. }
        )
    }

    /// Whether it outlives its task.
    pub fn is_kept(&self) -> bool {
        self.ownership().kept
    }

    /// Whether it is gone from the browser.
    pub fn is_gone(&self) -> bool {
        self.ownership().gone || self.page.get().is_some_and(|page| page.is_closed())
    }

    /// Its generation.
    pub fn generation(&self) -> Generation {
        self.ownership().generation
    }

    /// A new document is shown.
    pub(crate) fn set_document(&self, document: DocumentId, url: &str) {
        let mut shown = crate::lock(&self.shown);
        shown.document = Some(document);
        url.clone_into(&mut shown.url);
        shown.title.clear();
    }

    /// The address changed.
    pub(crate) fn set_url(&self, url: &str) {
        url.clone_into(&mut crate::lock(&self.shown).url);
    }

    /// The title changed.
    pub(crate) fn set_title(&self, title: &str) {
        title.clone_into(&mut crate::lock(&self.shown).title);
    }

    /// The document that is shown.
    pub fn document(&self) -> Option<DocumentId> {
        crate::lock(&self.shown).document.clone()
    }

    /// The address that is shown. Only for those who may read.
    pub fn url(&self) -> String {
        crate::lock(&self.shown).url.clone()
    }

    /// The title that is shown.
    pub fn title(&self) -> String {
        crate::lock(&self.shown).title.clone()
    }

    /// The tab in one line, for choices: `t3 "Title" https://origin`.
    pub fn line(&self) -> String {
        let shown = crate::lock(&self.shown).clone();
        format!("{} {} {}", self.handle, text::quote_clipped(&shown.title, 80), origin::origin_of(&shown.url))
    }

    /// The page for an outcome.
    pub fn page_info(&self, step: Step, readable: bool) -> PageInfo {
        let shown = crate::lock(&self.shown).clone();
        PageInfo {
            browser_instance_id: self.target.instance.clone(),
            tab_id: self.target.tab.clone(),
            browser: self.browser,
            tab: self.handle,
            document_id: shown.document,
            title: shown.title,
            url: readable.then(|| tabward_model::redact::url(&shown.url).into_owned()),
            ownership: "managed",
            resolved_by: step,
            whole_url: false,
        }
    }

    /// Waits for a turn, in order.
    pub async fn turn(self: &Arc<Self>, deadline: Instant) -> Result<Turn, Failure> {
        if self.waiting.fetch_add(1, Ordering::AcqRel) >= QUEUE {
            self.waiting.fetch_sub(1, Ordering::AcqRel);
            return Err(Failure::new(
                Code::QueueFull,
                format!("{QUEUE} calls wait for {} already. Not done.", self.handle),
            ));
        }
        let waiting = Waiting(self);
        let guard = tokio::time::timeout_at(deadline, Arc::clone(&self.queue).lock_owned()).await.map_err(|_| {
            Failure::new(
                Code::DeadlineExceeded,
                format!("the calls before this one on {} did not end. Not done.", self.handle),
            )
        })?;
        drop(waiting);
        Ok(Turn { _guard: guard })
    }

    /// Whether a call that needs the page can run: no dialog is open, the page lives.
    pub fn check_answers(&self) -> Result<(), Failure> {
        if let Some(dialog) = self.former() {
            return Err(Failure::new(
                Code::DialogOpen,
                format!("{} must be answered first. Not done.", dialog.describe()),
            )
            .field("dialog", serde_json::json!({"kind": dialog.kind, "message": dialog.message}))
            .next("browser_dialog {\"action\":\"accept\"} or {\"action\":\"dismiss\"}"));
        }
        let page = self.page()?;
        if page.is_closed() {
            return Err(Failure::new(Code::TabGone, format!("{} was closed. Not done.", self.handle))
                .next("browser_tabs {\"action\":\"list\"}"));
        }
        if let Some(dialog) = page.dialog() {
            return Err(Failure::new(
                Code::DialogOpen,
                format!("{} must be answered first. Not done.", dialog.describe()),
            )
            .field("dialog", dialog.to_json())
            .next("browser_dialog {\"action\":\"accept\"} or {\"action\":\"dismiss\"}"));
        }
        Ok(())
    }

    /// How the page looks, for a failure; none when it does not say so soon.
    pub async fn debug(&self, task: &TaskId) -> Option<Debug> {
        let permit: Permit<Read> = self.permit(task, &Grants::default()).ok()?;
        let page = self.page().ok()?;
        if page.dialog().is_some() || page.is_crashed() {
            return None;
        }
        let seen = tabward_page::read::debug_excerpt(page, &permit, Instant::now() + DEBUG).await.ok()?;
        Some(Debug {
            url: tabward_model::redact::url(&origin::shown(&seen.url, 2000)).into_owned(),
            title: seen.title,
            body_excerpt: text::prefix(&seen.body_excerpt, 500).to_owned(),
        })
    }

    /// A permit to undo what was begun.
    pub fn clean_up(&self) -> Result<Permit<CleanUp>, Refusal> {
        self.permit(&self.task, &Grants::default())
    }
}

struct Waiting<'a>(&'a Tab);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A call's turn on a tab; the next one's comes when it is dropped.
#[derive(Debug)]
pub struct Turn {
    _guard: OwnedMutexGuard<()>,
}
