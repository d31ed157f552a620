//! What can go wrong with the record, and what to do about it.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use tabward_model::{Code, Stage};

/// A failure of the store. To callers each of them is `STORE_UNAVAILABLE`, stage `store`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file was written by a newer tabward; nothing was changed in it.
    #[error("{} has schema {found}, this tabward knows {known}", .path.display())]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The schema number in the file.
        found: i64,
        /// The highest schema number known here.
        known: i64,
    },
    /// The file is damaged or is no database.
    #[error("{} is damaged: {detail}", .path.display())]
    Corrupt {
        /// The database file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// Another process holds the write lock for longer than the busy time-out.
    #[error("{} is locked by another process", .path.display())]
    Locked {
        /// The database file.
        path: PathBuf,
    },
    /// No space is left for a new record.
    #[error("no space left for {}", .path.display())]
    Full {
        /// The database or artifact file.
        path: PathBuf,
    },
    /// The folder or file belongs to another user, or cannot be written.
    #[error("{} cannot be used: {detail}", .path.display())]
    Access {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        detail: String,
    },
    /// A file operation failed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The operating system's word.
        source: std::io::Error,
    },
    /// A rule of the record was broken by the caller: a second intent for one call, say.
    #[error("{0}")]
    Conflict(String),
    /// Anything else that SQLite reports.
    #[error("{0}")]
    Sql(rusqlite::Error),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// The published code.
    pub fn code(&self) -> Code {
        Code::StoreUnavailable
    }

    /// The published stage.
    pub fn stage(&self) -> Stage {
        Stage::Store
    }

    /// Whether the same call can succeed later without a person's help.
    pub fn retryable(&self) -> bool {
        matches!(self, Self::Locked { .. })
    }

    /// What to do next, in words.
    pub fn next_step(&self) -> String {
        match self {
            Self::Newer { .. } => {
                "use the newer tabward that wrote it, or point TABWARD_HOME at another folder".to_owned()
            }
            Self::Corrupt { path, .. } => {
                format!("move {} aside; tabward starts with an empty record", path.display())
            }
            Self::Locked { .. } => "end the other program that has it open, then repeat".to_owned(),
            Self::Full { path } => format!(
                "free space on the disk of {}, or run: tabward sessions prune",
                path.parent().unwrap_or(path).display()
            ),
            Self::Access { path, .. } => {
                format!("make {} yours and writable (mode 0700)", path.display())
            }
            Self::Io { .. } | Self::Sql(_) => "run: tabward doctor".to_owned(),
            Self::Conflict(_) => "report this: the record was asked for something that cannot be".to_owned(),
            Self::Closed => "repeat: the hub is stopping".to_owned(),
        }
    }

    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::Full { path },
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                Self::Access { path, detail: source.to_string() }
            }
            _ => Self::Io { path, source },
        }
    }

    pub(crate) fn sql(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let rusqlite::Error::SqliteFailure(failure, ref detail) = error else {
            return Self::Sql(error);
        };
        let detail = || detail.clone().unwrap_or_else(|| failure.to_string());
        match failure.code {
            ErrorCode::DiskFull => Self::Full { path },
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Locked { path },
            ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt => Self::Corrupt { path, detail: detail() },
            ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
                Self::Access { path, detail: detail() }
            }
            ErrorCode::ConstraintViolation => Self::Conflict(detail()),
            // Growing the shared-memory index or the log can fail this way when the disk is full.
            ErrorCode::SystemIoFailure
                if matches!(
                    failure.extended_code,
                    rusqlite::ffi::SQLITE_IOERR_SHMSIZE | rusqlite::ffi::SQLITE_IOERR_WRITE
                ) =>
            {
                Self::Full { path }
            }
            _ => Self::Sql(error),
        }
    }
}
