//! Receipts: one chain over all tasks. Each link hashes its number, the link before, the task's ledger and its body.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use rusqlite::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::instances::number;
use crate::ledger::{COLUMNS as LEDGER, record as ledger_row};
use crate::open::private_file;
use crate::writer::Kind;
use crate::{Millis, Store, StoreError};

/// The link before the first.
const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A receipt as recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// Its place in the chain, from 1.
    pub seq: u64,
    /// Its public id.
    pub receipt_id: String,
    /// The task's key.
    pub task: String,
    /// Written.
    pub at: Millis,
    /// How many ledger rows it covers.
    pub ledger_count: u64,
    /// The hash over those rows.
    pub ledger_hash: String,
    /// The hash of the receipt before.
    pub previous: String,
    /// The hash of this one.
    pub hash: String,
    /// What it says, as JSON.
    pub body: String,
}

/// The newest link that someone holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its place in the chain.
    pub seq: u64,
    /// Its hash.
    pub hash: String,
}

/// The chain as it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Receipts in the chain.
    pub receipts: u64,
    /// The newest one.
    pub head: Option<Head>,
    /// Receipts whose ledger rows retention has removed; their hash stands, the rows cannot be compared.
    pub ledger_pruned: u64,
    /// What does not fit; empty when all is well.
    pub faults: Vec<ChainFault>,
}

/// One place where the chain does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "fault", content = "seq")]
pub enum ChainFault {
    /// The receipt's content does not give its hash.
    Edited(u64),
    /// The receipt does not follow the one before it.
    Unlinked(u64),
    /// A number is missing.
    Missing(u64),
    /// The task's ledger is not what it was when the receipt was written.
    LedgerChanged(u64),
    /// A head that a witness holds is not in the chain.
    HeadUnknown(u64),
}

impl std::fmt::Display for ChainFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Edited(seq) => write!(f, "receipt {seq} was edited"),
            Self::Unlinked(seq) => write!(f, "receipt {seq} does not follow the one before it"),
            Self::Missing(seq) => write!(f, "receipt {seq} is missing"),
            Self::LedgerChanged(seq) => write!(f, "the ledger behind receipt {seq} was changed"),
            Self::HeadUnknown(seq) => write!(f, "the head {seq} that you hold is not in the chain"),
        }
    }
}

const COLUMNS: &str = "seq, receipt_id, task, at_ms, ledger_count, ledger_hash, previous, hash, body";

fn record(r: &Row<'_>) -> rusqlite::Result<Receipt> {
    Ok(Receipt {
        seq: r.get::<_, i64>(0)?.unsigned_abs(),
        receipt_id: r.get(1)?,
        task: r.get(2)?,
        at: r.get(3)?,
        ledger_count: r.get::<_, i64>(4)?.unsigned_abs(),
        ledger_hash: r.get(5)?,
        previous: r.get(6)?,
        hash: r.get(7)?,
        body: r.get(8)?,
    })
}

pub(crate) fn hex(digest: impl AsRef<[u8]>) -> String {
    digest.as_ref().iter().fold(String::with_capacity(64), |mut out, byte| {
        // Writing to a String cannot fail.
        write!(out, "{byte:02x}").ok();
        out
    })
}

/// Fields are length-prefixed, so that no two different contents give the same bytes.
fn field(hash: &mut Sha256, value: &str) {
    hash.update((value.len() as u64).to_be_bytes());
    hash.update(value.as_bytes());
}

impl Receipt {
    /// The hash that the content gives.
    pub fn computed_hash(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"tabward receipt 1\0");
        hash.update(self.seq.to_be_bytes());
        hash.update(self.at.to_be_bytes());
        hash.update(self.ledger_count.to_be_bytes());
        for value in [&self.previous, &self.receipt_id, &self.task, &self.ledger_hash, &self.body] {
            field(&mut hash, value);
        }
        hex(hash.finalize())
    }
}

/// Count and hash of a task's ledger up to its receipt's time of writing.
fn ledger_digest(tx: &rusqlite::Transaction<'_>, task: &str, limit: Option<u64>) -> rusqlite::Result<(u64, String)> {
    let mut hash = Sha256::new();
    hash.update(b"tabward ledger 1\0");
    let mut count = 0_u64;
    let mut statement =
        tx.prepare_cached(&format!("SELECT {LEDGER} FROM ledger WHERE task = ?1 ORDER BY seq LIMIT ?2"))?;
    let rows = statement.query_map(params![task, limit.map_or(-1, number)], ledger_row)?;
    for row in rows {
        let row = row?;
        hash.update(row.seq.to_be_bytes());
        hash.update(row.at.to_be_bytes());
        field(&mut hash, row.kind.as_str());
        field(&mut hash, &row.task);
        field(&mut hash, &row.call);
        field(&mut hash, &row.tool);
        for value in [
            &row.caller,
            &row.instance,
            &row.tab,
            &row.document,
            &row.code,
            &row.delivered,
            &row.args,
            &row.effect,
            &row.artifacts,
        ] {
            match value {
                None => hash.update([0]),
                Some(value) => {
                    hash.update([1]);
                    field(&mut hash, value);
                }
            }
        }
        count += 1;
    }
    Ok((count, hex(hash.finalize())))
}

impl Store {
    /// Adds the receipt of `task` to the chain, on the platter before this returns, and writes the new head to a file
    /// of its own. A task that has a receipt already gets that one again: finishing twice is safe.
    pub async fn receipt_append(
        &self,
        task: &str,
        receipt_id: &str,
        body: String,
        at: Millis,
    ) -> Result<Receipt, StoreError> {
        let (task, receipt_id) = (task.to_owned(), receipt_id.to_owned());
        let receipt = self
            .run(Kind::LastDurable, move |tx| {
                if let Some(already) = of_task(tx, &task)? {
                    return Ok(already);
                }
                let last = head(tx)?;
                let (ledger_count, ledger_hash) = ledger_digest(tx, &task, None)?;
                let mut receipt = Receipt {
                    seq: last.as_ref().map_or(1, |h| h.seq + 1),
                    receipt_id: receipt_id.clone(),
                    task: task.clone(),
                    at,
                    ledger_count,
                    ledger_hash,
                    previous: last.map_or_else(|| GENESIS.to_owned(), |h| h.hash),
                    hash: String::new(),
                    body: body.clone(),
                };
                receipt.hash = receipt.computed_hash();
                tx.prepare_cached(&format!(
                    "INSERT INTO receipts ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                ))?
                .execute(params![
                    number(receipt.seq),
                    receipt.receipt_id,
                    receipt.task,
                    receipt.at,
                    number(receipt.ledger_count),
                    receipt.ledger_hash,
                    receipt.previous,
                    receipt.hash,
                    receipt.body,
                ])?;
                Ok(receipt)
            })
            .await?;
        if let Err(error) = self.write_head(&Head { seq: receipt.seq, hash: receipt.hash.clone() }) {
            // The chain itself is safe; the file is only a second witness.
            tracing::warn!(%error, "the head of the receipts could not be written to its file");
        }
        Ok(receipt)
    }

    fn head_path(&self) -> std::path::PathBuf {
        self.dir().join("receipts.head")
    }

    fn write_head(&self, head: &Head) -> Result<(), StoreError> {
        let path = self.head_path();
        if self.read_head().is_some_and(|old| old.seq > head.seq) {
            return Ok(());
        }
        let fresh = path.with_extension("new");
        let mut file = private_file(&fresh)?;
        let line = format!("{} {}\n", head.seq, head.hash);
        file.set_len(0)
            .and_then(|()| file.write_all(line.as_bytes()))
            .and_then(|()| file.sync_data())
            .and_then(|()| fs::rename(&fresh, &path))
            .map_err(|e| StoreError::io(&path, e))
    }

    fn read_head(&self) -> Option<Head> {
        let text = fs::read_to_string(self.head_path()).ok()?;
        let (seq, hash) = text.trim().split_once(' ')?;
        Some(Head { seq: seq.parse().ok()?, hash: hash.to_owned() })
    }

    /// The receipt of a task, if it has one.
    pub async fn receipt_of(&self, task: &str) -> Result<Option<Receipt>, StoreError> {
        let task = task.to_owned();
        self.run(Kind::Read, move |tx| of_task(tx, &task)).await
    }

    /// The newest `limit` receipts, newest first.
    pub async fn receipts(&self, limit: u32) -> Result<Vec<Receipt>, StoreError> {
        self.run(Kind::Read, move |tx| {
            tx.prepare_cached(&format!("SELECT {COLUMNS} FROM receipts ORDER BY seq DESC LIMIT ?1"))?
                .query_map([limit], record)?
                .collect()
        })
        .await
    }

    /// Walks the whole chain, compares it with the ledger, with the head file, and with `held`, a head that someone
    /// kept.
    pub async fn receipts_verify(&self, held: Option<Head>) -> Result<Verified, StoreError> {
        let mut heads: Vec<Head> = self.read_head().into_iter().collect();
        heads.extend(held);
        self.run(Kind::Read, move |tx| {
            let mut found = Verified { receipts: 0, head: None, ledger_pruned: 0, faults: Vec::new() };
            let mut previous = GENESIS.to_owned();
            let mut expected = 1_u64;
            let mut unknown = heads.clone();
            let mut statement = tx.prepare_cached(&format!("SELECT {COLUMNS} FROM receipts ORDER BY seq"))?;
            for receipt in statement.query_map([], record)? {
                let receipt = receipt?;
                let seq = receipt.seq;
                found.faults.extend((expected..seq).map(ChainFault::Missing));
                if receipt.computed_hash() != receipt.hash {
                    found.faults.push(ChainFault::Edited(seq));
                }
                if receipt.previous != previous {
                    found.faults.push(ChainFault::Unlinked(seq));
                }
                let (count, hash) = ledger_digest(tx, &receipt.task, Some(receipt.ledger_count))?;
                if count == 0 && receipt.ledger_count > 0 {
                    found.ledger_pruned += 1;
                } else if count != receipt.ledger_count || hash != receipt.ledger_hash {
                    found.faults.push(ChainFault::LedgerChanged(seq));
                }
                unknown.retain(|h| h.seq != seq || h.hash != receipt.hash);
                found.receipts += 1;
                found.head = Some(Head { seq, hash: receipt.hash.clone() });
                previous = receipt.hash;
                expected = seq + 1;
            }
            found.faults.extend(unknown.iter().map(|h| ChainFault::HeadUnknown(h.seq)));
            found.faults.dedup();
            Ok(found)
        })
        .await
    }
}

fn of_task(tx: &rusqlite::Transaction<'_>, task: &str) -> rusqlite::Result<Option<Receipt>> {
    tx.prepare_cached(&format!("SELECT {COLUMNS} FROM receipts WHERE task = ?1"))?.query_row([task], record).optional()
}

fn head(tx: &rusqlite::Transaction<'_>) -> rusqlite::Result<Option<Head>> {
    tx.prepare_cached("SELECT seq, hash FROM receipts ORDER BY seq DESC LIMIT 1")?
        .query_row([], |r| Ok(Head { seq: r.get::<_, i64>(0)?.unsigned_abs(), hash: r.get(1)? }))
        .optional()
}
