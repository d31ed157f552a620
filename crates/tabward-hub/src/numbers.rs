//! Numbers that are never used twice, over restarts too: of handles and refs. Blocks are reserved in the record, and a
//! number is given out only from a reserved block.

use std::collections::HashMap;
use std::sync::Mutex;

use tabward_store::{Store, StoreError};

/// How many numbers of handles are reserved at a time.
const HANDLES: u32 = 16;
/// How many numbers of refs are reserved at a time.
const REFS: u32 = 512;

/// The hub's counters.
#[derive(Debug)]
pub struct Numbers {
    store: Store,
    blocks: Mutex<HashMap<String, std::ops::Range<u64>>>,
}

impl Numbers {
    /// Counters kept in this record.
    pub fn new(store: Store) -> Self {
        Self { store, blocks: Mutex::default() }
    }

    /// The next number of a counter for handles, from 1.
    pub async fn next(&self, counter: &str) -> Result<u64, StoreError> {
        loop {
            if let Some(number) = self.take(counter) {
                return Ok(number);
            }
            self.reserve(counter, HANDLES).await?;
        }
    }

    fn take(&self, counter: &str) -> Option<u64> {
        crate::lock(&self.blocks).get_mut(counter)?.next()
    }

    /// Whether a number was given out, as far as this hub knows: counters only go up.
    pub fn was_given(&self, counter: &str, number: u64) -> bool {
        crate::lock(&self.blocks).get(counter).is_some_and(|block| number < block.start)
    }

    async fn reserve(&self, counter: &str, count: u32) -> Result<(), StoreError> {
        let fresh = self.store.reserve_numbers(counter, count).await?;
        let mut blocks = crate::lock(&self.blocks);
        let block = blocks.entry(counter.to_owned()).or_insert(0..0);
        // Two callers may reserve at once: the block that is not used up stays, and the other is lost, never reused.
        if block.is_empty() {
            *block = fresh;
        }
        Ok(())
    }

    /// A block of numbers for refs of one caller.
    pub async fn refs(&self, caller: &str) -> Result<std::ops::Range<u64>, StoreError> {
        self.store.reserve_numbers(&format!("refs:{caller}"), REFS).await
    }
}
