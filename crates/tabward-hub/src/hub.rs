//! The hub itself: what it knows, how it starts, hands over and ends.

use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabward_model::caller::Caller;
use tabward_model::origin::Doors;
use tabward_model::{CallerId, InstanceId, TabHandle, TaskId};
use tabward_store::{Store, StoreError, StoreOptions};
use tokio::net::UnixListener;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::instance::Instance;
use crate::numbers::Numbers;
use crate::paths::Paths;
use crate::refs::RefBooks;
use crate::session::Sessions;
use crate::session::browsers::Places;
use crate::settings::Settings;
use crate::tab::Tab;
use crate::task::Task;
use crate::wire::{Build, Hello};

/// How long calls may go on while the hub hands over.
const DRAIN: Duration = Duration::from_secs(5);
/// When browsers are to be ended, those on their way get so long to come up.
const OPENINGS: Duration = Duration::from_secs(20);

/// Why the hub does not run.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another hub of this user runs.
    #[error("a hub is already running")]
    Running,
    /// A folder, lock or socket could not be made.
    #[error("{what} {path}: {source}")]
    Io {
        /// What was to be made.
        what: &'static str,
        /// Where.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The record could not be opened. Nothing was changed in it.
    #[error("{0}; next: {next}", next = .0.next_step())]
    Store(#[from] StoreError),
}

/// How a hub is started.
#[derive(Debug, Clone)]
pub struct Start {
    /// The user's folders.
    pub paths: Paths,
    /// The person's settings.
    pub settings: Settings,
    /// Our own executable: keepers are started from it, and a newer build of it supersedes this hub.
    pub exe: PathBuf,
    /// Where to look for browsers, the one that the environment names first, and for their own profiles.
    pub places: Places,
    /// The persistent headed profile, where the environment names one.
    pub persistent_profile: Option<PathBuf>,
    /// Whether a display is there for headed browsers, with the variables that name it.
    pub display: Vec<(String, String)>,
    /// End after so long without connections, tasks and browsers; none: never.
    pub idle: Option<Duration>,
}

/// One user's hub.
#[derive(Debug)]
pub struct Hub {
    /// The user's folders.
    pub paths: Paths,
    /// The person's settings.
    pub settings: Settings,
    /// The record.
    pub store: Store,
    /// Browsers that were launched or attached to.
    pub sessions: Sessions,
    /// Handles and refs.
    pub numbers: Numbers,
    /// Which element each ref names.
    pub refs: RefBooks,
    /// Connections that were refused.
    pub refused: AtomicU64,
    /// Cancelled when the hub is to end.
    pub ended: CancellationToken,
    /// Told at every change that may move the next deadline of the housekeeping.
    pub changed: Notify,
    pub(crate) instances: RwLock<HashMap<InstanceId, Arc<Instance>>>,
    pub(crate) tabs: RwLock<HashMap<TabHandle, Arc<Tab>>>,
    pub(crate) tasks: Mutex<HashMap<TaskId, Arc<Task>>>,
    pub(crate) doors: RwLock<Doors>,
    pub(crate) present: Mutex<HashMap<CallerId, usize>>,
    pub(crate) left_ms: Mutex<HashMap<CallerId, u64>>,
    connections: AtomicUsize,
    pub(crate) calls: AtomicUsize,
    idle_since_ms: AtomicU64,
    idle: Option<Duration>,
    build: Build,
    draining: AtomicBool,
    /// Browsers that are being launched or attached to, whether or not their callers still wait.
    pub(crate) openings: TaskTracker,
    /// Held for the hub's life; a second hub finds it locked.
    _lock: File,
}

impl Hub {
    /// Takes the lock, opens the record and the socket. The listener is served by [`crate::server::serve`].
    pub async fn start(start: Start) -> Result<(Arc<Self>, UnixListener), StartError> {
        let paths = start.paths;
        let io = |what: &'static str, path: &std::path::Path| {
            let path = path.to_owned();
            move |source| StartError::Io { what, path, source }
        };
        paths.make().map_err(io("folder", &paths.state))?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(paths.hub_lock())
            .map_err(io("lock", &paths.hub_lock()))?;
        crate::platform::make_private_file(&paths.hub_lock()).map_err(io("lock", &paths.hub_lock()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(StartError::Running),
            Err(std::fs::TryLockError::Error(source)) => {
                return Err(StartError::Io { what: "lock", path: paths.hub_lock(), source });
            }
        }
        let state = paths.state.clone();
        let store = tokio::task::spawn_blocking(move || Store::open(&state, &StoreOptions::default())).await.map_err(
            |e| StartError::Io { what: "record", path: paths.state.clone(), source: std::io::Error::other(e) },
        )??;
        let socket = paths.socket();
        // We hold the lock, so whatever lies here was left by a hub that is gone.
        match std::fs::remove_file(&socket) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(io("socket", &socket)(e)),
            _ => {}
        }
        let listener = UnixListener::bind(&socket).map_err(io("socket", &socket))?;
        crate::platform::make_private_file(&socket).map_err(io("socket", &socket))?;
        let sessions = Sessions::new(
            store.clone(),
            crate::session::SessionConfig::of(
                &paths,
                &start.settings,
                &start.exe,
                start.places,
                start.persistent_profile,
                start.display,
            ),
        );
        let doors = Doors::default().deny(start.settings.origins.deny.clone());
        let hub = Arc::new(Self {
            build: crate::client::build_of(&start.exe),
            numbers: Numbers::new(store.clone()),
            refs: RefBooks::default(),
            sessions,
            store,
            paths,
            settings: start.settings,
            refused: AtomicU64::new(0),
            ended: CancellationToken::new(),
            changed: Notify::new(),
            instances: RwLock::default(),
            tabs: RwLock::default(),
            tasks: Mutex::default(),
            doors: RwLock::new(doors),
            present: Mutex::default(),
            left_ms: Mutex::default(),
            connections: AtomicUsize::new(0),
            calls: AtomicUsize::new(0),
            idle_since_ms: AtomicU64::new(now_ms()),
            idle: start.idle,
            draining: AtomicBool::new(false),
            openings: TaskTracker::new(),
            _lock: lock,
        });
        crate::recover::recover(&hub).await;
        tokio::spawn(crate::life::keep_house(Arc::clone(&hub)));
        Ok((hub, listener))
    }

    /// Ends the hub. Launched browsers live on with their keepers until a hub comes back or their time is over.
    pub fn end(&self) {
        self.draining.store(true, Ordering::Release);
        // The path is removed first, so that who comes now starts another hub.
        let _ = std::fs::remove_file(self.paths.socket());
        self.ended.cancel();
    }

    /// Takes no more calls, and waits for the browsers that are on their way. One that a person must consent to first may
    /// take longer; it is not launched by us, so nothing of it is left.
    pub(crate) async fn settle_openings(&self) {
        self.draining.store(true, Ordering::Release);
        self.openings.close();
        let _ = tokio::time::timeout(OPENINGS, self.openings.wait()).await;
    }

    /// Whether the hub takes no more calls.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Whether a client is of a newer build than this hub.
    pub fn is_superseded_by(&self, hello: &Hello) -> bool {
        let version = |text: &str| -> Option<(u64, u64, u64)> {
            let mut parts = text.split(['-', '+']).next()?.split('.').map(|part| part.parse().ok());
            Some((parts.next()??, parts.next()??, parts.next()??))
        };
        match (version(&hello.version), version(env!("CARGO_PKG_VERSION"))) {
            (Some(theirs), Some(ours)) if theirs != ours => theirs > ours,
            // The same version: a newer build only if it lies where ours was started from.
            (Some(_), Some(_)) => hello.build.exe == self.build.exe && hello.build.modified_ms > self.build.modified_ms,
            _ => false,
        }
    }

    /// Hands over to a newer build: new calls are refused with `HUB_RESTARTING`, running ones get a while, then it ends.
    pub fn hand_over(self: &Arc<Self>) {
        if self.draining.swap(true, Ordering::AcqRel) {
            return;
        }
        let _ = std::fs::remove_file(self.paths.socket());
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            let idle = async {
                while hub.calls.load(Ordering::Acquire) > 0 {
                    hub.changed.notified().await;
                }
            };
            let _ = tokio::time::timeout(DRAIN, idle).await;
            hub.end();
        });
    }

    /// A caller's connection is there until the guard is dropped.
    pub fn arrived(self: &Arc<Self>, caller: &Caller) -> Present {
        self.connections.fetch_add(1, Ordering::AcqRel);
        *crate::lock(&self.present).entry(caller.id.clone()).or_insert(0) += 1;
        crate::lock(&self.left_ms).remove(&caller.id);
        Present { hub: Arc::clone(self), caller: caller.id.clone() }
    }

    /// When the hub may end for want of work, in milliseconds since 1970; none while there is some.
    pub(crate) fn idle_end_ms(&self) -> Option<u64> {
        let idle = self.idle?;
        let busy = self.connections.load(Ordering::Acquire) > 0
            || !crate::lock(&self.tasks).is_empty()
            || !crate::read(&self.instances).is_empty();
        if busy {
            self.idle_since_ms.store(now_ms(), Ordering::Release);
            return None;
        }
        let since = self.idle_since_ms.load(Ordering::Acquire);
        Some(since.saturating_add(u64::try_from(idle.as_millis()).unwrap_or(u64::MAX)))
    }

    /// A loopback port of ours that no page may be opened from.
    pub fn add_door(&self, port: u16) {
        crate::write(&self.doors).add(port);
    }

    /// The connected instances.
    pub fn instances(&self) -> Vec<Arc<Instance>> {
        let mut all: Vec<_> = crate::read(&self.instances)
            .values()
            // One whose end was not heard of yet is gone all the same.
            .filter(|instance| !instance.connection.is_closed())
            .cloned()
            .collect();
        all.sort_by_key(|instance| instance.handle);
        all
    }

    /// A connected instance.
    pub fn instance(&self, id: &InstanceId) -> Option<Arc<Instance>> {
        crate::read(&self.instances).get(id).filter(|instance| !instance.connection.is_closed()).cloned()
    }

    /// The tab of this handle, if it is one of a task's.
    pub fn tab(&self, handle: TabHandle) -> Option<Arc<Tab>> {
        crate::read(&self.tabs).get(&handle).cloned()
    }

    /// The tasks that are not finished.
    pub fn tasks(&self) -> Vec<Arc<Task>> {
        let mut all: Vec<_> = crate::lock(&self.tasks).values().cloned().collect();
        all.sort_by_key(|task| task.created_ms);
        all
    }
}

/// Now, in milliseconds since 1970.
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// A caller's open connection.
#[derive(Debug)]
pub struct Present {
    hub: Arc<Hub>,
    caller: CallerId,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut present = crate::lock(&self.hub.present);
        if let Some(count) = present.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.caller);
                crate::lock(&self.hub.left_ms).insert(self.caller.clone(), now_ms());
            }
        }
        drop(present);
        self.hub.idle_since_ms.store(now_ms(), Ordering::Release);
        self.hub.connections.fetch_sub(1, Ordering::AcqRel);
        self.hub.changed.notify_waiters();
    }
}
