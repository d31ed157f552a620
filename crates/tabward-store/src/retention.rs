//! What is forgotten, by age and size. Receipts never are.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rusqlite::params;
use serde::Serialize;

use crate::artifacts::{ArtifactRecord, COLUMNS as ARTIFACTS, record as artifact};
use crate::instances::number;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// What may go.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// Artifacts, and ledger rows of finished tasks, made before this go.
    pub before: Millis,
    /// The oldest artifacts go until the rest has at most this many bytes.
    pub artifact_bytes: u64,
    /// The oldest ledger rows of finished tasks go until at most this many are left.
    pub ledger_rows: u64,
    /// Only say what would go.
    pub dry_run: bool,
}

/// What went, or would go.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Pruned {
    /// Artifact files.
    pub files: u64,
    /// Their size.
    pub bytes: u64,
    /// Ledger rows.
    pub ledger_rows: u64,
    /// Records of sessions that are gone.
    pub sessions: u64,
    /// True if nothing was removed.
    pub dry_run: bool,
}

impl Store {
    /// Forgets what `rules` let go. A task's ledger goes whole or stays whole, so that its receipt can be verified or
    /// is known to be pruned; tasks that are not finished keep everything.
    pub async fn prune(&self, rules: Retention) -> Result<Pruned, StoreError> {
        let root = self.artifacts_dir().to_owned();
        let (done, files) = self
            .run(Kind::Last, move |tx| {
                let (old, kept) = artifacts_to_drop(tx, &root, rules)?;
                let mut done = Pruned { dry_run: rules.dry_run, ..Pruned::default() };
                let files: BTreeSet<PathBuf> =
                    old.iter().filter(|a| !kept.contains(&a.path)).map(|a| a.path.clone()).collect();
                done.files = files.len() as u64;
                let mut counted = BTreeSet::new();
                done.bytes =
                    old.iter().filter(|a| files.contains(&a.path) && counted.insert(&a.path)).map(|a| a.bytes).sum();
                let tasks = ledgers_to_drop(tx, rules)?;
                done.ledger_rows = tasks.iter().map(|(_, rows)| rows).sum();
                done.sessions = tx
                    .query_row(
                        "SELECT count(*) FROM sessions WHERE state = 'gone' AND gone_ms < ?1",
                        [rules.before],
                        |r| r.get::<_, i64>(0),
                    )?
                    .unsigned_abs();
                if !rules.dry_run {
                    for a in &old {
                        tx.prepare_cached("DELETE FROM artifacts WHERE sha256 = ?1 AND task = ?2")?
                            .execute(params![a.sha256, a.task])?;
                    }
                    for (task, _) in &tasks {
                        tx.prepare_cached("DELETE FROM ledger WHERE task = ?1")?.execute([task])?;
                    }
                    tx.execute("DELETE FROM sessions WHERE state = 'gone' AND gone_ms < ?1", [rules.before])?;
                }
                Ok((done, files))
            })
            .await?;
        if !rules.dry_run {
            // After the commit: a crash in between leaves a file too many, never a row without its file.
            tokio::task::spawn_blocking(move || {
                for path in files {
                    if let Err(error) = fs::remove_file(&path) {
                        tracing::warn!(path = %path.display(), %error, "an artifact could not be removed");
                    }
                }
            })
            .await
            .map_err(|_| StoreError::Closed)?;
        }
        Ok(done)
    }
}

/// The artifacts that go, and the paths that those that stay still need.
fn artifacts_to_drop(
    tx: &rusqlite::Transaction<'_>,
    root: &std::path::Path,
    rules: Retention,
) -> rusqlite::Result<(Vec<ArtifactRecord>, BTreeSet<PathBuf>)> {
    let all: Vec<ArtifactRecord> = tx
        .prepare_cached(&format!("SELECT {ARTIFACTS} FROM artifacts ORDER BY created_ms DESC, sha256"))?
        .query_map([], |r| artifact(root, r))?
        .collect::<Result<_, _>>()?;
    let (mut drop, mut keep, mut size) = (Vec::new(), BTreeSet::new(), 0_u64);
    for a in all {
        let more = if keep.contains(&a.path) { 0 } else { a.bytes };
        if a.created < rules.before || size.saturating_add(more) > rules.artifact_bytes {
            drop.push(a);
        } else {
            size += more;
            keep.insert(a.path);
        }
    }
    Ok((drop, keep))
}

fn ledgers_to_drop(tx: &rusqlite::Transaction<'_>, rules: Retention) -> rusqlite::Result<Vec<(String, u64)>> {
    let mut statement = tx.prepare_cached(
        "SELECT l.task, count(*), max(l.at_ms) AS newest FROM ledger AS l
         JOIN tasks AS t ON t.id = l.task AND t.state = 'finished'
         GROUP BY l.task ORDER BY newest DESC",
    )?;
    let rows = statement
        .query_map([], |r| Ok((r.get::<_, String>(0)?, r.get::<_, i64>(1)?.unsigned_abs(), r.get::<_, Millis>(2)?)))?;
    let (mut drop, mut kept) = (Vec::new(), 0_u64);
    for row in rows {
        let (task, count, newest) = row?;
        if newest < rules.before || number(kept + count) > number(rules.ledger_rows) {
            drop.push((task, count));
        } else {
            kept += count;
        }
    }
    Ok(drop)
}
