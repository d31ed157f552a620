//! What was seen of each tab, to tell later what changed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tabward_model::Target;

use super::diff::Look;

/// Names a snapshot of a task: `s4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SnapshotId(pub u64);

impl std::fmt::Display for SnapshotId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl std::str::FromStr for SnapshotId {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        given
            .strip_prefix('s')
            .and_then(|number| number.parse().ok())
            .map(Self)
            .ok_or_else(|| format!("not a snapshot id: {given:?}"))
    }
}

/// The last looks at each tab of one caller; older ones are forgotten.
#[derive(Debug, Default)]
pub struct SnapshotStore {
    last: u64,
    tabs: HashMap<Target, VecDeque<(SnapshotId, Arc<Look>)>>,
}

/// Looks kept per tab.
const KEPT: usize = 8;

impl SnapshotStore {
    /// Keeps a look and names it.
    pub fn keep(&mut self, tab: &Target, look: Look) -> SnapshotId {
        self.last += 1;
        let id = SnapshotId(self.last);
        let looks = self.tabs.entry(tab.clone()).or_default();
        looks.push_back((id, Arc::new(look)));
        if looks.len() > KEPT {
            looks.pop_front();
        }
        id
    }

    /// The last look at a tab.
    pub fn last(&self, tab: &Target) -> Option<Arc<Look>> {
        self.tabs.get(tab)?.back().map(|(_, look)| Arc::clone(look))
    }

    /// An earlier look at a tab; none if it is of another tab, or forgotten.
    pub fn since(&self, tab: &Target, id: SnapshotId) -> Option<Arc<Look>> {
        self.tabs.get(tab)?.iter().find(|(kept, _)| *kept == id).map(|(_, look)| Arc::clone(look))
    }

    /// Forgets a tab that is closed or no longer the caller's.
    pub fn forget(&mut self, tab: &Target) {
        self.tabs.remove(tab);
    }
}
