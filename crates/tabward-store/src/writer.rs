//! The one thread that writes the database, and the handle that talks to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, Transaction};
use tokio::sync::{mpsc, oneshot};

use crate::checkpoint::Checkpoints;
use crate::open::{connect, database_path, private_dir};
use crate::reserve::Reserve;
use crate::{StoreError, StoreOptions};

/// Jobs that may wait; past it a caller waits for a place.
const QUEUE: usize = 1024;

/// What a job is, to the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Reads only.
    Read,
    /// A row that may be refused when the disk is full: the work it announces is then not begun.
    First,
    /// The last words on something that was done: may use the reserve.
    Last,
    /// Likewise, and on the platter before it is acknowledged.
    LastDurable,
}

type Job = Box<dyn FnOnce(&mut Worker) + Send>;

/// A handle to the record; clones share one writer thread, which ends (with a checkpoint) when the last one is gone.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    jobs: mpsc::Sender<Job>,
    dir: PathBuf,
    artifacts: PathBuf,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("dir", &self.shared.dir).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens (or makes) the record in `dir`, with folders 0700 and files 0600. Blocks for the time of a migration.
    ///
    /// # Errors
    /// A newer schema, a damaged file, a lock held by another process, a folder of another user.
    pub fn open(dir: &Path, options: &StoreOptions) -> Result<Self, StoreError> {
        let db = connect(dir, options)?;
        let artifacts = dir.join("artifacts");
        private_dir(&artifacts)?;
        let path = database_path(dir);
        let mut worker = Worker {
            reserve: Reserve::take(dir, options.reserve_bytes),
            pages: Pages::new(&db, options).map_err(|e| StoreError::sql(&path, e))?,
            checkpoints: Checkpoints::start(&db, &path)?,
            db,
            path,
        };
        worker.bound(false);
        let (jobs, mut inbox) = mpsc::channel::<Job>(QUEUE);
        std::thread::Builder::new()
            .name("tabward-store".to_owned())
            .spawn(move || {
                while let Some(job) = inbox.blocking_recv() {
                    job(&mut worker);
                }
                worker.leave();
            })
            .map_err(|e| StoreError::io(dir, e))?;
        Ok(Self { shared: Arc::new(Shared { jobs, dir: dir.to_owned(), artifacts }) })
    }

    /// The state folder.
    pub fn dir(&self) -> &Path {
        &self.shared.dir
    }

    /// The folder of artifact files.
    pub fn artifacts_dir(&self) -> &Path {
        &self.shared.artifacts
    }

    /// Looks for damage in the whole file; slow on large ones, made for the doctor.
    pub async fn check(&self) -> Result<(), StoreError> {
        let path = database_path(self.dir());
        let found: String = self.run(Kind::Read, |tx| tx.query_row("PRAGMA quick_check(1)", [], |r| r.get(0))).await?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt { path, detail: found }) }
    }

    /// Runs `job` in a transaction of its own and returns when it is committed. It may be called twice: after a full
    /// disk the second time with the reserve released.
    pub(crate) async fn run<T, F>(&self, kind: Kind, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
    {
        let (answer, settled) = oneshot::channel();
        let job: Job = Box::new(move |worker| {
            // Nobody waits any more: the call was cancelled, but its row still counts.
            answer.send(worker.run(kind, &job)).ok();
        });
        self.shared.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        settled.await.map_err(|_| StoreError::Closed)?
    }
}

struct Worker {
    db: Connection,
    path: PathBuf,
    reserve: Reserve,
    pages: Option<Pages>,
    checkpoints: Checkpoints,
}

/// The bound on the database file, in pages.
#[derive(Debug, Clone, Copy)]
struct Pages {
    first: i64,
    last: i64,
}

impl Pages {
    fn new(db: &Connection, options: &StoreOptions) -> rusqlite::Result<Option<Self>> {
        let Some(max) = options.max_bytes else { return Ok(None) };
        let size: i64 = db.query_row("PRAGMA page_size", [], |r| r.get(0))?;
        let pages = |bytes: u64| (i64::try_from(bytes).unwrap_or(i64::MAX) / size.max(1)).max(1);
        Ok(Some(Self { first: pages(max.saturating_sub(options.reserve_bytes)), last: pages(max) }))
    }
}

impl Worker {
    fn run<T>(&mut self, kind: Kind, job: &impl Fn(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        if kind != Kind::Read {
            self.checkpoints.wrote();
        }
        match kind {
            Kind::Read => self.once(job),
            Kind::First => {
                if !self.reserve.refill() {
                    return Err(StoreError::Full { path: self.path.clone() });
                }
                self.once(job)
            }
            Kind::Last | Kind::LastDurable => {
                let durable = kind == Kind::LastDurable;
                if durable {
                    self.synchronous("FULL")?;
                }
                let mut done = self.once(job);
                if matches!(done, Err(StoreError::Full { .. })) {
                    let released = self.reserve.release();
                    self.bound(true);
                    if released || self.pages.is_some() {
                        done = self.once(job);
                    }
                    self.bound(false);
                }
                if durable {
                    self.synchronous("NORMAL")?;
                }
                done
            }
        }
    }

    fn once<T>(&mut self, job: &impl Fn(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let path = &self.path;
        let run = || {
            let tx = self.db.transaction()?;
            let value = job(&tx)?;
            tx.commit()?;
            Ok(value)
        };
        let mut run = run;
        run().map_err(|e| StoreError::sql(path, e))
    }

    fn synchronous(&self, level: &str) -> Result<(), StoreError> {
        self.db.pragma_update(None, "synchronous", level).map_err(|e| StoreError::sql(&self.path, e))
    }

    fn bound(&mut self, last: bool) {
        if let Some(pages) = self.pages {
            let bound = if last { pages.last } else { pages.first };
            let set = self.db.query_row(&format!("PRAGMA max_page_count = {bound}"), [], |r| r.get::<_, i64>(0));
            if let Err(error) = set {
                tracing::warn!(%error, "the bound on the record could not be set");
            }
        }
    }

    fn leave(self) {
        drop(self.checkpoints);
        if let Err((_, error)) = self.db.close() {
            tracing::warn!(%error, "the record was not closed cleanly");
        }
    }
}
