//! Refs: one counter per caller over all tabs, frames and documents; a number is never used for another element (ID-15).

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex};

use tabward_model::{CallerId, Ref, TabHandle};
use tabward_page::snapshot::{Likeness, NodeKey, RefMinter};

/// The refs of a caller that are remembered; older ones are told as unknown.
const REMEMBERED: usize = 50_000;

/// What a ref names.
#[derive(Debug, Clone)]
pub struct Named {
    /// The tab.
    pub tab: TabHandle,
    /// Frame, document and element.
    pub key: NodeKey,
    /// Its role, name and place when it was minted.
    pub likeness: Likeness,
    /// Path of the page that it was on.
    pub page: Arc<str>,
}

/// The refs of all callers.
#[derive(Debug, Default)]
pub struct RefBooks(Mutex<HashMap<CallerId, Arc<Mutex<Book>>>>);

#[derive(Debug, Default)]
struct Book {
    named: HashMap<Ref, Named>,
    by_node: HashMap<(TabHandle, NodeKey), Ref>,
    order: VecDeque<Ref>,
    block: Range<u64>,
    /// Numbers given out beyond the reserved block; they are reserved before the answer that shows them goes out.
    overdrawn: bool,
}

impl RefBooks {
    fn book(&self, caller: &CallerId) -> Arc<Mutex<Book>> {
        Arc::clone(crate::lock(&self.0).entry(caller.clone()).or_default())
    }

    /// The tab that a ref is in.
    pub fn tab_of(&self, caller: &CallerId, reference: Ref) -> Option<TabHandle> {
        crate::lock(&self.book(caller)).named.get(&reference).map(|named| named.tab)
    }

    /// What a ref names.
    pub fn named(&self, caller: &CallerId, reference: Ref) -> Option<Named> {
        crate::lock(&self.book(caller)).named.get(&reference).cloned()
    }

    /// Makes a minter for one look at a tab. Its numbers must be settled by [`RefBooks::settle`] before they are shown.
    pub fn minter(&self, caller: &CallerId, tab: TabHandle, page: &str) -> Minter {
        Minter { book: self.book(caller), tab, page: page.into() }
    }

    /// Reserves, in the record, what was given out beyond the last block.
    pub async fn settle(
        &self,
        caller: &CallerId,
        numbers: &crate::numbers::Numbers,
    ) -> Result<(), tabward_store::StoreError> {
        let book = self.book(caller);
        loop {
            {
                let book = crate::lock(&book);
                if !book.overdrawn && !book.block.is_empty() {
                    return Ok(());
                }
            }
            let fresh = numbers.refs(caller.as_str()).await?;
            let mut book = crate::lock(&book);
            if book.overdrawn && fresh.end <= book.block.start {
                continue;
            }
            let next = if book.overdrawn { book.block.start.max(fresh.start) } else { fresh.start };
            book.overdrawn = false;
            book.block = next..fresh.end;
            return Ok(());
        }
    }

    /// Forgets the callers' refs into a tab that is gone, except that they were there.
    pub fn forget_nodes(&self, tab: TabHandle) {
        for book in crate::lock(&self.0).values() {
            crate::lock(book).by_node.retain(|(known, _), _| *known != tab);
        }
    }

    /// Forgets a caller.
    pub fn forget(&self, caller: &CallerId) {
        crate::lock(&self.0).remove(caller);
    }
}

/// Numbers the elements of one look.
#[derive(Debug)]
pub struct Minter {
    book: Arc<Mutex<Book>>,
    tab: TabHandle,
    page: Arc<str>,
}

impl RefMinter for Minter {
    fn mint(&mut self, key: &NodeKey, likeness: &Likeness) -> Ref {
        let mut book = crate::lock(&self.book);
        let node = (self.tab, key.clone());
        if let Some(reference) = book.by_node.get(&node).copied() {
            if let Some(named) = book.named.get_mut(&reference) {
                // A button that is called otherwise now is told by its new name when it goes.
                named.likeness = likeness.clone();
            }
            return reference;
        }
        let number = match book.block.next() {
            Some(number) => number,
            None => {
                book.overdrawn = true;
                let number = book.block.start;
                book.block = number + 1..number + 1;
                number
            }
        };
        let reference = Ref(number);
        book.by_node.insert(node, reference);
        let named = Named { tab: self.tab, key: key.clone(), likeness: likeness.clone(), page: Arc::clone(&self.page) };
        book.named.insert(reference, named);
        book.order.push_back(reference);
        if book.order.len() > REMEMBERED
            && let Some(oldest) = book.order.pop_front()
            && let Some(named) = book.named.remove(&oldest)
        {
            book.by_node.remove(&(named.tab, named.key));
        }
        reference
    }
}
