//! Artifact files, named by their hash, and the index of which task made them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use rusqlite::{Row, params};
use sha2::{Digest, Sha256};

use crate::open::{private_dir, private_file};
use crate::receipts::hex;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// One artifact of one task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArtifactRecord {
    /// The hash of its bytes.
    pub sha256: String,
    /// The task that made it.
    pub task: String,
    /// The absolute path of the file.
    pub path: PathBuf,
    /// The file's size.
    pub bytes: u64,
    /// Its media type.
    pub mime: String,
    /// Made.
    pub created: Millis,
}

pub(crate) const COLUMNS: &str = "sha256, task, path, bytes, mime, created_ms";

/// Paths are stored relative to the artifact folder, so that the state folder may be moved.
pub(crate) fn record(root: &Path, r: &Row<'_>) -> rusqlite::Result<ArtifactRecord> {
    Ok(ArtifactRecord {
        sha256: r.get(0)?,
        task: r.get(1)?,
        path: root.join(r.get::<_, String>(2)?),
        bytes: r.get::<_, i64>(3)?.unsigned_abs(),
        mime: r.get(4)?,
        created: r.get(5)?,
    })
}

fn extension(mime: &str) -> &'static str {
    match mime.split(';').next().unwrap_or_default().trim() {
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/webp" => "webp",
        "application/pdf" => "pdf",
        "application/json" => "json",
        "text/html" => "html",
        "text/plain" => "txt",
        _ => "bin",
    }
}

/// Writes `bytes` below `root` under their hash, whole or not at all. Returns hash and relative path.
fn write(root: &Path, bytes: &[u8], mime: &str) -> Result<(String, String), StoreError> {
    let sha256 = hex(Sha256::digest(bytes));
    let relative = format!("{}/{sha256}.{}", &sha256[..2], extension(mime));
    let path = root.join(&relative);
    if fs::metadata(&path).is_ok_and(|m| m.len() == bytes.len() as u64) {
        return Ok((sha256, relative));
    }
    let folder = root.join(&sha256[..2]);
    private_dir(&folder)?;
    let fresh = folder.join(format!(".{sha256}.{}", std::process::id()));
    let mut file = private_file(&fresh)?;
    let done = file.set_len(0).and_then(|()| file.write_all(bytes)).and_then(|()| fs::rename(&fresh, &path));
    if let Err(error) = done {
        fs::remove_file(&fresh).ok();
        return Err(StoreError::io(&path, error));
    }
    Ok((sha256, relative))
}

impl Store {
    /// Keeps `bytes` as a file, named by hash, and notes that `task` made it. The same bytes are kept once.
    pub async fn artifact_put(
        &self,
        task: &str,
        bytes: Vec<u8>,
        mime: &str,
        at: Millis,
    ) -> Result<ArtifactRecord, StoreError> {
        let root = self.artifacts_dir().to_owned();
        let (task, mime) = (task.to_owned(), mime.to_owned());
        let length = bytes.len() as u64;
        let (sha256, relative) = {
            let (root, mime) = (root.clone(), mime.clone());
            tokio::task::spawn_blocking(move || write(&root, &bytes, &mime)).await.map_err(|_| StoreError::Closed)??
        };
        let path = root.join(&relative);
        let made = ArtifactRecord { sha256, task, path, bytes: length, mime, created: at };
        let row = made.clone();
        self.run(Kind::Last, move |tx| {
            tx.prepare_cached(&format!(
                "INSERT INTO artifacts ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (sha256, task) DO UPDATE SET created_ms = excluded.created_ms"
            ))?
            .execute(params![
                row.sha256,
                row.task,
                relative,
                crate::instances::number(row.bytes),
                row.mime,
                row.created,
            ])?;
            Ok(())
        })
        .await?;
        Ok(made)
    }

    /// The artifacts of a task, oldest first.
    pub async fn artifacts_of(&self, task: &str) -> Result<Vec<ArtifactRecord>, StoreError> {
        let (task, root) = (task.to_owned(), self.artifacts_dir().to_owned());
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM artifacts WHERE task = ?1 ORDER BY created_ms, sha256"))?
                .query_map([&task], |r| record(&root, r))?
                .collect()
        })
        .await
    }
}
