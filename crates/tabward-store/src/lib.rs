//! The record: what tabward must still know after a crash, a restart or an upgrade.
//!
//! One SQLite file in WAL mode, written by one thread; artifact files beside it, named by their hash. Every method
//! returns only when its row is committed, so what was acknowledged survives `kill -9` of the hub. Times are
//! milliseconds since the Unix epoch and come in as arguments.

mod artifacts;
mod checkpoint;
mod counters;
mod error;
mod instances;
mod ledger;
mod open;
mod receipts;
mod reserve;
mod retention;
mod sessions;
mod settings;
mod tabs;
mod tasks;
mod writer;

pub use artifacts::ArtifactRecord;
pub use error::StoreError;
pub use instances::{InstanceKind, InstanceRecord, NewInstance};
pub use ledger::{Intent, LedgerKind, LedgerRow, OutcomeEntry};
pub use open::{SCHEMA, StoreOptions};
pub use receipts::{ChainFault, Head, Receipt, Verified};
pub use retention::{Pruned, Retention};
pub use sessions::{NewSession, SessionAlive, SessionMode, SessionRecord, SessionState};
pub use tabs::{TabKey, TabRecord};
pub use tasks::{TaskRecord, TaskState};
pub use writer::Store;

/// Milliseconds since the Unix epoch.
pub type Millis = i64;
