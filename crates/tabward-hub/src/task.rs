//! Tasks: the unit that owns tabs and is finished.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use tabward_model::{CallerId, InstanceId, TaskId, Workspace};

use crate::tab::Tab;

/// One task that is not finished.
#[derive(Debug)]
pub struct Task {
    /// Unique over workspaces and over time: a name that is used again after its task ended is another task.
    pub id: TaskId,
    /// What the caller calls it.
    pub name: String,
    /// Where it belongs.
    pub workspace: Workspace,
    /// Whose it is.
    pub caller: CallerId,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
    /// The instance that it is bound to.
    instance: Mutex<Option<InstanceId>>,
    tabs: Mutex<Vec<Arc<Tab>>>,
    last_call_ms: AtomicU64,
    running: AtomicUsize,
    finishing: AtomicBool,
    tally: Mutex<Tally>,
    notices: Mutex<Vec<String>>,
    /// Counts requests of all its tabs, so that an id names one request of one tab.
    pub(crate) request_numbers: Arc<AtomicU64>,
    /// One tab is opened at a time, so that the limit holds and two first calls do not open two.
    pub(crate) opening: tokio::sync::Mutex<()>,
}

/// What a task did, for its receipt.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Tabs that it opened.
    pub opened: u32,
    /// Tabs that it closed before its end.
    pub closed: u32,
    /// Of these, seen to be gone.
    pub verified: u32,
    /// Tabs that vanished without its doing.
    pub pruned: u32,
}

impl Task {
    /// A task without tabs.
    pub fn new(id: TaskId, name: String, workspace: Workspace, caller: CallerId, now_ms: u64) -> Self {
        Self {
            id,
            name,
            workspace,
            caller,
            created_ms: now_ms,
            instance: Mutex::new(None),
            tabs: Mutex::default(),
            last_call_ms: AtomicU64::new(now_ms),
            running: AtomicUsize::new(0),
            finishing: AtomicBool::new(false),
            tally: Mutex::default(),
            notices: Mutex::default(),
            request_numbers: Arc::default(),
            opening: tokio::sync::Mutex::default(),
        }
    }

    /// The instance that it is bound to.
    pub fn instance(&self) -> Option<InstanceId> {
        crate::lock(&self.instance).clone()
    }

    /// Binds it to the first instance that it uses, or to another one that the caller named.
    pub fn bind(&self, instance: &InstanceId) {
        *crate::lock(&self.instance) = Some(instance.clone());
    }

    /// Its tabs that are open.
    pub fn tabs(&self) -> Vec<Arc<Tab>> {
        crate::lock(&self.tabs).clone()
    }

    /// Takes a tab in.
    pub fn add(&self, tab: Arc<Tab>) {
        crate::lock(&self.tabs).push(tab);
        crate::lock(&self.tally).opened += 1;
    }

    /// Takes back a tab that was found again after a restart of the hub: it was counted when it was opened.
    pub fn restore(&self, tab: Arc<Tab>) {
        crate::lock(&self.tabs).push(tab);
    }

    /// Lets a tab go.
    pub fn remove(&self, tab: &Tab) {
        crate::lock(&self.tabs).retain(|known| known.handle != tab.handle);
    }

    /// Counts for the receipt.
    pub fn tally(&self, count: impl FnOnce(&mut Tally)) {
        count(&mut crate::lock(&self.tally));
    }

    /// The counts so far.
    pub fn counted(&self) -> Tally {
        crate::lock(&self.tally).clone()
    }

    /// Marks a call as running, until the guard is dropped.
    pub fn begin(self: &Arc<Self>, now_ms: u64) -> Running {
        self.last_call_ms.store(now_ms, Ordering::Release);
        self.running.fetch_add(1, Ordering::AcqRel);
        Running(Arc::clone(self))
    }

    /// When the last call began or ended, in milliseconds since 1970; none while one runs.
    pub fn idle_since_ms(&self) -> Option<u64> {
        (self.running.load(Ordering::Acquire) == 0).then(|| self.last_call_ms.load(Ordering::Acquire))
    }

    /// Refuses new calls from now on. False if that was done before.
    pub fn begin_finish(&self) -> bool {
        !self.finishing.swap(true, Ordering::AcqRel)
    }

    /// Takes [`Self::begin_finish`] back, for an end that could not be carried through.
    pub fn abort_finish(&self) {
        self.finishing.store(false, Ordering::Release);
    }

    /// Whether it takes no more calls.
    pub fn is_finishing(&self) -> bool {
        self.finishing.load(Ordering::Acquire)
    }

    /// Leaves a line for the next answer, whatever tab it is about.
    pub fn tell(&self, notice: String) {
        let mut notices = crate::lock(&self.notices);
        // A task that never calls again must not grow.
        if notices.len() < 20 {
            notices.push(notice);
        }
    }

    /// The lines that were left.
    pub fn told(&self) -> Vec<String> {
        std::mem::take(&mut crate::lock(&self.notices))
    }
}

/// A call of a task that runs.
#[derive(Debug)]
pub struct Running(Arc<Task>);

impl Running {
    /// Marks the end of the call's work.
    pub fn end(self, now_ms: u64) {
        self.0.last_call_ms.store(now_ms, Ordering::Release);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::AcqRel);
    }
}
