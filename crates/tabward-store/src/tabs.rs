//! Tabs that a task opened or was lent, keyed by instance, browser epoch and the browser's own id.

use rusqlite::{OptionalExtension, Row, params};

use crate::instances::number;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// What names a tab in the record; a tab id alone means nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TabKey {
    /// The browser instance.
    pub instance: String,
    /// Which of the browser's starts.
    pub epoch: i64,
    /// The browser's own id of the tab.
    pub tab: String,
}

/// A tab as recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TabRecord {
    /// Which tab.
    pub key: TabKey,
    /// The number of its handle: 3 for `t3`.
    pub handle: u64,
    /// The owning task's key.
    pub task: Option<String>,
    /// The ownership state, as `tabward-model` writes it.
    pub ownership: String,
    /// True if it outlives its task.
    pub keep: bool,
    /// The tab that opened it.
    pub opener: Option<String>,
    /// What the task opened it for.
    pub purpose: Option<String>,
    /// Opened or first lent.
    pub opened: Millis,
    /// Closed or given back.
    pub closed: Option<Millis>,
    /// Whether a fresh listing showed its absence.
    pub verified: Option<bool>,
}

const COLUMNS: &str =
    "instance_id, epoch, tab_id, handle, task, ownership, keep, opener, purpose, opened_ms, closed_ms, verified";

fn record(r: &Row<'_>) -> rusqlite::Result<TabRecord> {
    Ok(TabRecord {
        key: TabKey { instance: r.get(0)?, epoch: r.get(1)?, tab: r.get(2)? },
        handle: r.get::<_, i64>(3)?.unsigned_abs(),
        task: r.get(4)?,
        ownership: r.get(5)?,
        keep: r.get(6)?,
        opener: r.get(7)?,
        purpose: r.get(8)?,
        opened: r.get(9)?,
        closed: r.get(10)?,
        verified: r.get(11)?,
    })
}

impl Store {
    /// Writes the tab down as it is now.
    pub async fn tab_put(&self, tab: TabRecord) -> Result<(), StoreError> {
        self.run(Kind::Last, move |tx| {
            tx.prepare_cached(
                "INSERT INTO tabs (instance_id, epoch, tab_id, handle, task, ownership, keep, opener, purpose,
                    opened_ms, closed_ms, verified) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                 ON CONFLICT (instance_id, epoch, tab_id) DO UPDATE SET task = excluded.task,
                    ownership = excluded.ownership, keep = excluded.keep, purpose = excluded.purpose,
                    closed_ms = excluded.closed_ms, verified = excluded.verified",
            )?
            .execute(params![
                tab.key.instance,
                tab.key.epoch,
                tab.key.tab,
                number(tab.handle),
                tab.task,
                tab.ownership,
                tab.keep,
                tab.opener,
                tab.purpose,
                tab.opened,
                tab.closed,
                tab.verified,
            ])?;
            Ok(())
        })
        .await
    }

    /// The tab with this key.
    pub async fn tab(&self, key: TabKey) -> Result<Option<TabRecord>, StoreError> {
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM tabs WHERE instance_id = ?1 AND epoch = ?2 AND tab_id = ?3"
            ))?
            .query_row(params![key.instance, key.epoch, key.tab], record)
            .optional()
        })
        .await
    }

    /// All tabs of a task, closed ones too, in the order of their handles.
    pub async fn tabs_of_task(&self, task: &str) -> Result<Vec<TabRecord>, StoreError> {
        let task = task.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM tabs WHERE task = ?1 ORDER BY handle"))?
                .query_map([&task], record)?
                .collect()
        })
        .await
    }

    /// Tabs of an instance's epoch that are not known to be closed.
    pub async fn tabs_open(&self, instance: &str, epoch: i64) -> Result<Vec<TabRecord>, StoreError> {
        let instance = instance.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM tabs WHERE instance_id = ?1 AND epoch = ?2 AND closed_ms IS NULL ORDER BY handle"
            ))?
            .query_map(params![instance, epoch], record)?
            .collect()
        })
        .await
    }

    /// Open tabs that outlive their tasks, of all instances.
    pub async fn tabs_kept(&self) -> Result<Vec<TabRecord>, StoreError> {
        self.run(Kind::Read, |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM tabs WHERE keep <> 0 AND closed_ms IS NULL ORDER BY handle"
            ))?
            .query_map([], record)?
            .collect()
        })
        .await
    }
}
