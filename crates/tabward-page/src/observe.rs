//! What a tab did: console, requests and downloads, each in a bounded buffer (SEE-12).

pub mod console;
pub mod downloads;
pub mod network;

use std::collections::VecDeque;

/// The last `capacity` entries, numbered from 1 without gaps, so that a reader can tell what it missed.
#[derive(Debug)]
pub(crate) struct Ring<T> {
    entries: VecDeque<T>,
    capacity: usize,
    last: u64,
}

impl<T> Ring<T> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { entries: VecDeque::new(), capacity, last: 0 }
    }

    /// The number that the next entry gets.
    pub(crate) fn next(&self) -> u64 {
        self.last + 1
    }

    /// The number of the newest entry; 0 before the first.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    pub(crate) fn push(&mut self, entry: T) -> u64 {
        if self.entries.len() == self.capacity {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
        self.last += 1;
        self.last
    }

    fn first(&self) -> u64 {
        self.last + 1 - self.entries.len() as u64
    }

    pub(crate) fn get(&self, number: u64) -> Option<&T> {
        let index = usize::try_from(number.checked_sub(self.first())?).ok()?;
        self.entries.get(index)
    }

    pub(crate) fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        let index = usize::try_from(number.checked_sub(self.first())?).ok()?;
        self.entries.get_mut(index)
    }

    /// The entries after `number`, oldest first, and how many of them are no longer kept.
    pub(crate) fn after(&self, number: u64) -> (impl Iterator<Item = &T>, u64) {
        let first = self.first();
        let missed = first.saturating_sub(number + 1);
        let skip = usize::try_from((number + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        (self.entries.iter().skip(skip), missed)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.entries.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_over_the_edge_and_what_was_missed_is_told() {
        let mut ring = Ring::new(3);
        for n in 1..=5_u64 {
            assert_eq!(ring.push(n), n);
        }
        assert_eq!(ring.get(2), None);
        assert_eq!(ring.get(3), Some(&3));
        let (entries, missed) = ring.after(0);
        assert_eq!((entries.copied().collect::<Vec<_>>(), missed), (vec![3, 4, 5], 2));
        let (entries, missed) = ring.after(4);
        assert_eq!((entries.copied().collect::<Vec<_>>(), missed), (vec![5], 0));
        assert_eq!(ring.after(5).0.count(), 0);
    }
}
