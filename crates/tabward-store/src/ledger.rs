//! The ledger: an intent before the first input of a mutating call, its outcome before the answer. Append-only.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::instances::number;
use crate::sessions::text_column;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// What a row of the ledger says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerKind {
    /// A mutating call is about to send its first input.
    Intent,
    /// How a call ended.
    Outcome,
    /// Something that happened beside calls: a permit renewed, a tab taken over.
    Note,
}

text_column!(LedgerKind { Intent = "intent", Outcome = "outcome", Note = "note" });

/// What a call is about to do. All strings are redacted by the caller.
#[derive(Debug, Clone, Default)]
pub struct Intent {
    /// The task's key.
    pub task: String,
    /// Who asked.
    pub caller: Option<String>,
    /// The call's id, one for the whole call.
    pub call: String,
    /// The tool, by its full name.
    pub tool: String,
    /// The browser instance.
    pub instance: Option<String>,
    /// The tab within it.
    pub tab: Option<String>,
    /// The document that it is meant for.
    pub document: Option<String>,
    /// Redacted arguments as JSON.
    pub args: Option<String>,
    /// Now.
    pub at: Millis,
}

/// How a call ended.
#[derive(Debug, Clone, Default)]
pub struct OutcomeEntry {
    /// The call that this settles, with the target that it ended on.
    pub of: Intent,
    /// `OK` or the error code.
    pub code: String,
    /// `no`, `yes` or `unknown`.
    pub delivered: Option<String>,
    /// The effect as JSON.
    pub effect: Option<String>,
    /// Hashes of artifacts, as a JSON list.
    pub artifacts: Option<String>,
}

/// One row as recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are those of Intent and OutcomeEntry")]
pub struct LedgerRow {
    pub seq: u64,
    pub kind: LedgerKind,
    pub at: Millis,
    pub task: String,
    pub caller: Option<String>,
    pub call: String,
    pub tool: String,
    pub instance: Option<String>,
    pub tab: Option<String>,
    pub document: Option<String>,
    pub code: Option<String>,
    pub delivered: Option<String>,
    pub args: Option<String>,
    pub effect: Option<String>,
    pub artifacts: Option<String>,
}

pub(crate) const COLUMNS: &str = "seq, kind, at_ms, task, caller, call, tool, instance_id, tab_id, document_id, code,
    delivered, args, effect, artifacts";

pub(crate) fn record(r: &Row<'_>) -> rusqlite::Result<LedgerRow> {
    Ok(LedgerRow {
        seq: r.get::<_, i64>(0)?.unsigned_abs(),
        kind: r.get(1)?,
        at: r.get(2)?,
        task: r.get(3)?,
        caller: r.get(4)?,
        call: r.get(5)?,
        tool: r.get(6)?,
        instance: r.get(7)?,
        tab: r.get(8)?,
        document: r.get(9)?,
        code: r.get(10)?,
        delivered: r.get(11)?,
        args: r.get(12)?,
        effect: r.get(13)?,
        artifacts: r.get(14)?,
    })
}

struct Entry {
    kind: LedgerKind,
    of: Intent,
    code: Option<String>,
    delivered: Option<String>,
    effect: Option<String>,
    artifacts: Option<String>,
}

fn insert(tx: &rusqlite::Transaction<'_>, e: &Entry) -> rusqlite::Result<u64> {
    tx.prepare_cached(
        "INSERT INTO ledger (kind, at_ms, task, caller, call, tool, instance_id, tab_id, document_id, code, delivered,
            args, effect, artifacts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?
    .execute(params![
        e.kind,
        e.of.at,
        e.of.task,
        e.of.caller,
        e.of.call,
        e.of.tool,
        e.of.instance,
        e.of.tab,
        e.of.document,
        e.code,
        e.delivered,
        e.of.args,
        e.effect,
        e.artifacts,
    ])?;
    Ok(tx.last_insert_rowid().unsigned_abs())
}

impl Store {
    /// Writes down what a call is about to do; send the first input only after this returns.
    ///
    /// # Errors
    /// [`StoreError::Full`] when there is no space: the call must then not begin.
    pub async fn intent(&self, intent: Intent) -> Result<u64, StoreError> {
        self.intend(Kind::First, intent).await
    }

    /// As [`Self::intent`], for what ends or undoes something: it may use the reserve, so that a full disk leaks no tab.
    ///
    /// # Errors
    /// Those of [`Self::intent`], when the reserve is used up, too.
    pub async fn closing_intent(&self, intent: Intent) -> Result<u64, StoreError> {
        self.intend(Kind::Last, intent).await
    }

    async fn intend(&self, kind: Kind, intent: Intent) -> Result<u64, StoreError> {
        let entry =
            Entry { kind: LedgerKind::Intent, of: intent, code: None, delivered: None, effect: None, artifacts: None };
        self.run(kind, move |tx| insert(tx, &entry)).await
    }

    /// Writes down how a call ended; answer only after this returns. May use the reserve.
    pub async fn outcome(&self, outcome: OutcomeEntry) -> Result<u64, StoreError> {
        let entry = Entry {
            kind: LedgerKind::Outcome,
            of: outcome.of,
            code: Some(outcome.code),
            delivered: outcome.delivered,
            effect: outcome.effect,
            artifacts: outcome.artifacts,
        };
        self.run(Kind::Last, move |tx| insert(tx, &entry)).await
    }

    /// Writes down something that happened beside calls; `what` says what, in one word, and `args` the rest.
    pub async fn note(&self, what: &str, of: Intent) -> Result<u64, StoreError> {
        let entry = Entry {
            kind: LedgerKind::Note,
            of,
            code: Some(what.to_owned()),
            delivered: None,
            effect: None,
            artifacts: None,
        };
        self.run(Kind::Last, move |tx| insert(tx, &entry)).await
    }

    /// Intents without an outcome: what they asked for may have been delivered or not. For the start of a hub.
    pub async fn unsettled(&self) -> Result<Vec<LedgerRow>, StoreError> {
        self.run(Kind::Read, |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM ledger AS i WHERE kind = 'intent'
                 AND NOT EXISTS (SELECT 1 FROM ledger AS o WHERE o.call = i.call AND o.kind = 'outcome')
                 ORDER BY seq"
            ))?
            .query_map([], record)?
            .collect()
        })
        .await
    }

    /// The rows of a task after `after`, at most `limit`, oldest first.
    pub async fn ledger_of(&self, task: &str, after: u64, limit: u32) -> Result<Vec<LedgerRow>, StoreError> {
        let task = task.to_owned();
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM ledger WHERE task = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3"
            ))?
            .query_map(params![task, number(after), limit], record)?
            .collect()
        })
        .await
    }
}
