//! Browser instances: who they are and what proves it.

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::sessions::text_column;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

/// How an instance is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InstanceKind {
    /// Started by us.
    Launched,
    /// Started by someone else, reached over its debugging port.
    Attached,
    /// The person's profile, reached through our extension.
    Extension,
    /// On another machine.
    Remote,
}

text_column!(InstanceKind {
    Launched = "launched",
    Attached = "attached",
    Extension = "extension",
    Remote = "remote",
});

/// An instance to write down.
#[derive(Debug, Clone)]
pub struct NewInstance {
    /// Its opaque id.
    pub id: String,
    /// How it is reached.
    pub kind: InstanceKind,
    /// The number of its handle: 3 for `b3`.
    pub handle: u64,
    /// JSON: the profile's real path, device and inode, or the browser's GUID and context.
    pub evidence: String,
    /// Now.
    pub at: Millis,
}

/// An instance as recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceRecord {
    /// Its opaque id.
    pub id: String,
    /// How it is reached.
    pub kind: InstanceKind,
    /// The number of its handle.
    pub handle: u64,
    /// What proves that it is the same.
    pub evidence: String,
    /// Counts the browser's starts; part of every stored target.
    pub epoch: i64,
    /// First seen.
    pub created: Millis,
    /// Last seen.
    pub seen: Millis,
}

const COLUMNS: &str = "id, kind, handle, evidence, epoch, created_ms, seen_ms";

fn record(r: &Row<'_>) -> rusqlite::Result<InstanceRecord> {
    Ok(InstanceRecord {
        id: r.get(0)?,
        kind: r.get(1)?,
        handle: r.get::<_, i64>(2)?.unsigned_abs(),
        evidence: r.get(3)?,
        epoch: r.get(4)?,
        created: r.get(5)?,
        seen: r.get(6)?,
    })
}

impl Store {
    /// Writes an instance down that was never seen before.
    pub async fn instance_new(&self, new: NewInstance) -> Result<InstanceRecord, StoreError> {
        self.run(Kind::First, move |tx| {
            tx.prepare_cached(
                "INSERT INTO instances (id, kind, handle, evidence, created_ms, seen_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
            )?
            .execute(params![new.id, new.kind, number(new.handle), new.evidence, new.at])?;
            one(tx, &new.id)
        })
        .await
    }

    /// Notes that a known instance was seen. After a start of its browser (`restarted`) its epoch goes up and it gets
    /// the new handle: the old one is dead.
    pub async fn instance_seen(
        &self,
        id: &str,
        evidence: Option<String>,
        restarted: Option<u64>,
        at: Millis,
    ) -> Result<InstanceRecord, StoreError> {
        let id = id.to_owned();
        self.run(Kind::First, move |tx| {
            tx.prepare_cached(
                "UPDATE instances SET seen_ms = ?2, evidence = coalesce(?3, evidence),
                    epoch = epoch + (?4 IS NOT NULL), handle = coalesce(?4, handle) WHERE id = ?1",
            )?
            .execute(params![id, at, evidence, restarted.map(number)])?;
            one(tx, &id)
        })
        .await
    }

    /// The instance with this id.
    pub async fn instance(&self, id: &str) -> Result<Option<InstanceRecord>, StoreError> {
        let id = id.to_owned();
        self.run(Kind::Read, move |tx| one(tx, &id).optional()).await
    }

    /// All recorded instances, oldest first.
    pub async fn instances(&self) -> Result<Vec<InstanceRecord>, StoreError> {
        self.run(Kind::Read, |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM instances ORDER BY handle"))?
                .query_map([], record)?
                .collect()
        })
        .await
    }

    /// Forgets an instance that cannot be resolved any more, and its tabs.
    pub async fn instance_forget(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.run(Kind::First, move |tx| {
            tx.prepare_cached("DELETE FROM tabs WHERE instance_id = ?1")?.execute([&id])?;
            Ok(tx.prepare_cached("DELETE FROM instances WHERE id = ?1")?.execute([&id])? > 0)
        })
        .await
    }
}

fn one(tx: &rusqlite::Transaction<'_>, id: &str) -> rusqlite::Result<InstanceRecord> {
    tx.prepare_cached(&format!("SELECT {COLUMNS} FROM instances WHERE id = ?1"))?.query_row([id], record)
}

/// Handles come from [`Store::reserve_numbers`] and so fit.
pub(crate) fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
