//! Loading another document.

use tabward_model::{Delivered, Failure};

/// Why a page did not load.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{detail}")]
pub struct NavigationFailure {
    /// What went wrong.
    pub detail: String,
    /// Whether the request was sent.
    pub delivered: Delivered,
}

impl NavigationFailure {
    pub(crate) fn add_to(&self, failure: Failure) -> Failure {
        failure
    }
}
