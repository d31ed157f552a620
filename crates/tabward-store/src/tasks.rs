//! Tasks: the unit that owns tabs and is finished.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use crate::sessions::text_column;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// Where a task is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Takes calls.
    Active,
    /// Refuses new calls; its receipt is not written yet.
    Finishing,
    /// Has a receipt.
    Finished,
}

text_column!(TaskState { Active = "active", Finishing = "finishing", Finished = "finished" });

/// A task as recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRecord {
    /// Its key, never used twice: a name that is used again after its task was finished needs another key, since the
    /// receipt belongs to the key.
    pub id: String,
    /// The name that its caller gave it.
    pub name: String,
    /// The place that it belongs to.
    pub workspace: String,
    /// Who may touch it.
    pub caller: String,
    /// Where it is in its life.
    pub state: TaskState,
    /// The first instance that it used.
    pub instance: Option<String>,
    /// Made.
    pub created: Millis,
    /// The time of its last call.
    pub last_call: Millis,
    /// The time of its receipt.
    pub finished: Option<Millis>,
    /// Why it ended.
    pub end_reason: Option<String>,
}

const COLUMNS: &str =
    "id, name, workspace, caller, state, instance_id, created_ms, last_call_ms, finished_ms, end_reason";

fn record(r: &Row<'_>) -> rusqlite::Result<TaskRecord> {
    Ok(TaskRecord {
        id: r.get(0)?,
        name: r.get(1)?,
        workspace: r.get(2)?,
        caller: r.get(3)?,
        state: r.get(4)?,
        instance: r.get(5)?,
        created: r.get(6)?,
        last_call: r.get(7)?,
        finished: r.get(8)?,
        end_reason: r.get(9)?,
    })
}

impl Store {
    /// Writes the task down as it is now: a new row, or every changeable field of the old one. The bound instance is
    /// set once and stays.
    pub async fn task_put(&self, task: TaskRecord) -> Result<(), StoreError> {
        self.run(Kind::Last, move |tx| {
            tx.prepare_cached(
                "INSERT INTO tasks (id, name, workspace, caller, state, instance_id, created_ms, last_call_ms,
                    finished_ms, end_reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state,
                    instance_id = coalesce(instance_id, excluded.instance_id), last_call_ms = excluded.last_call_ms,
                    finished_ms = coalesce(finished_ms, excluded.finished_ms),
                    end_reason = coalesce(end_reason, excluded.end_reason)",
            )?
            .execute(params![
                task.id,
                task.name,
                task.workspace,
                task.caller,
                task.state,
                task.instance,
                task.created,
                task.last_call,
                task.finished,
                task.end_reason,
            ])?;
            Ok(())
        })
        .await
    }

    /// The task with this key.
    pub async fn task(&self, id: &str) -> Result<Option<TaskRecord>, StoreError> {
        let id = id.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM tasks WHERE id = ?1"))?
                .query_row([&id], record)
                .optional()
        })
        .await
    }

    /// Tasks that have no receipt yet, oldest first.
    pub async fn tasks_open(&self) -> Result<Vec<TaskRecord>, StoreError> {
        self.run(Kind::Read, |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM tasks WHERE state <> 'finished' ORDER BY created_ms, id"
            ))?
            .query_map([], record)?
            .collect()
        })
        .await
    }

    /// The newest `limit` tasks, newest first.
    pub async fn tasks_recent(&self, limit: u32) -> Result<Vec<TaskRecord>, StoreError> {
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM tasks ORDER BY created_ms DESC, id DESC LIMIT ?1"))?
                .query_map([limit], record)?
                .collect()
        })
        .await
    }
}
