//! The record on a real disk: permissions, crashes, damage, space, the chain.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod chain;
mod crash;
mod files;
mod rows;
mod space;

use std::path::Path;

use tabward_store::{Intent, OutcomeEntry, Store, StoreOptions};

fn open(dir: &Path) -> Store {
    Store::open(dir, &StoreOptions::default()).unwrap()
}

fn intent(task: &str, call: &str) -> Intent {
    Intent { task: task.into(), call: call.into(), tool: "browser_click".into(), at: 1_000, ..Intent::default() }
}

fn ok(of: Intent) -> OutcomeEntry {
    OutcomeEntry { of, code: "OK".into(), delivered: Some("yes".into()), ..OutcomeEntry::default() }
}
