//! Numbers that are never used twice, over any number of hubs and crashes.

use std::ops::Range;

use rusqlite::{OptionalExtension, params};

use crate::writer::Kind;
use crate::{Store, StoreError};

impl Store {
    /// Takes `count` (at least 1) numbers of the counter `name` for good, starting at 1. Take them in blocks: what a
    /// hub had taken and not used when it died is lost, not handed out again.
    pub async fn reserve_numbers(&self, name: &str, count: u32) -> Result<Range<u64>, StoreError> {
        let (name, count) = (name.to_owned(), i64::from(count.max(1)));
        self.run(Kind::First, move |tx| {
            let first: i64 = tx
                .prepare_cached("SELECT next FROM counters WHERE name = ?1")?
                .query_row([&name], |r| r.get(0))
                .optional()?
                .unwrap_or(1);
            tx.prepare_cached(
                "INSERT INTO counters (name, next) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET next = excluded.next",
            )?
            .execute(params![name, first + count])?;
            Ok(first.unsigned_abs()..(first + count).unsigned_abs())
        })
        .await
    }
}
