//! Folders, the database file, and the schema.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::StoreError;

/// The schema number that this build writes.
#[expect(clippy::cast_possible_wrap, reason = "a handful of files")]
pub const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// One file per step; a released step is never changed, a new one is added.
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/0001_start.sql")];

/// How the store is opened.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// How long another process's write lock is waited for. Default 2 s.
    pub busy: Duration,
    /// Bytes kept back in a file of their own and released on a full disk, so that outcomes and receipts can still
    /// be written. Default 1 MiB; 0 keeps none.
    pub reserve_bytes: u64,
    /// The most bytes that the database file may have, the last `reserve_bytes` of them for outcomes and receipts.
    /// Default: no bound.
    pub max_bytes: Option<u64>,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self { busy: Duration::from_secs(2), reserve_bytes: 1 << 20, max_bytes: None }
    }
}

/// Makes `dir` (and its parents) for this user alone; an existing one is tightened.
pub(crate) fn private_dir(dir: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).map_err(|e| StoreError::io(dir, e))?;
    tighten(dir, 0o700)
}

#[cfg(unix)]
fn tighten(path: &Path, mode: u32) -> Result<(), StoreError> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let meta = fs::metadata(path).map_err(|e| StoreError::io(path, e))?;
    if meta.uid() != rustix::process::geteuid().as_raw() {
        return Err(StoreError::Access { path: path.to_owned(), detail: format!("it belongs to user {}", meta.uid()) });
    }
    if meta.mode() & 0o077 != 0 {
        tracing::warn!(path = %path.display(), mode = format!("{:o}", meta.mode() & 0o777), "readable by others; tightened");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|e| StoreError::io(path, e))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn tighten(_: &Path, _: u32) -> Result<(), StoreError> {
    // The state folder lies in the user's own profile, which other users cannot read.
    Ok(())
}

/// Makes the file for this user alone if it is missing; an existing one is tightened.
pub(crate) fn private_file(path: &Path) -> Result<fs::File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|e| StoreError::io(path, e))?;
    tighten(path, 0o600)?;
    Ok(file)
}

pub(crate) fn database_path(dir: &Path) -> PathBuf {
    dir.join("tabward.db")
}

/// Opens the database in `dir`, brings its schema up to date, and says nothing of a newer one but that it is newer.
pub(crate) fn connect(dir: &Path, options: &StoreOptions) -> Result<Connection, StoreError> {
    private_dir(dir)?;
    let path = database_path(dir);
    drop(private_file(&path)?);
    let sql = |e| StoreError::sql(&path, e);
    let mut db =
        Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(sql)?;
    db.busy_timeout(options.busy).map_err(sql)?;
    db.set_prepared_statement_cache_capacity(64);

    let found: i64 = db.query_row("PRAGMA user_version", [], |r| r.get(0)).map_err(sql)?;
    if found > SCHEMA {
        return Err(StoreError::Newer { path, found, known: SCHEMA });
    }
    let mode: String = db.query_row("PRAGMA journal_mode = WAL", [], |r| r.get(0)).map_err(sql)?;
    if mode != "wal" {
        return Err(StoreError::Access { path, detail: format!("its folder cannot hold a write-ahead log ({mode})") });
    }
    db.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;")
        .map_err(sql)?;
    migrate(&mut db).map_err(sql)?;
    Ok(db)
}

fn migrate(db: &mut Connection) -> rusqlite::Result<()> {
    // Immediate: of two programs that start at once the second waits and then finds nothing to do.
    let tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: i64 = tx.query_row("PRAGMA user_version", [], |r| r.get(0))?;
    for (version, sql) in (1_i64..).zip(MIGRATIONS) {
        if version > found {
            tx.execute_batch(sql)?;
            tx.pragma_update(None, "user_version", version)?;
        }
    }
    tx.commit()
}
