//! Proof that an execution context is ours: an isolated world, never the page's own.

use serde::{Deserialize, Serialize};

use crate::protocol::{page, runtime};

/// A context's number. It may mean another context after the document was replaced: prefer [`OurUniqueContextId`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct OurContextId(i64);

impl OurContextId {
    /// The world that `Page.createIsolatedWorld` has made.
    pub fn of_world(made: &page::CreateIsolatedWorldReturns) -> Self {
        Self(made.execution_context_id.0)
    }

    /// The number.
    pub fn get(self) -> i64 {
        self.0
    }
}

/// A context's own id, never used again.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct OurUniqueContextId(String);

impl OurUniqueContextId {
    /// The id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An isolated world with the name that we gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OurContext {
    /// Its number.
    pub id: OurContextId,
    /// Its own id.
    pub unique: OurUniqueContextId,
    /// The frame that it belongs to.
    pub frame: page::FrameId,
}

impl OurContext {
    /// The context, if it is an isolated world named `world`.
    pub fn of(described: &runtime::ExecutionContextDescription, world: &str) -> Option<Self> {
        let kind = ContextKind::of(described);
        (!kind.is_default && kind.kind == "isolated" && !world.is_empty() && described.name == world).then(|| Self {
            id: OurContextId(described.id.0),
            unique: OurUniqueContextId(described.unique_id.clone()),
            frame: kind.frame_id.into(),
        })
    }
}

/// What the browser adds to a context's description.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContextKind {
    /// The page's own world.
    pub is_default: bool,
    /// `default`, `isolated`, `worker`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The frame; empty for a worker.
    pub frame_id: String,
}

impl ContextKind {
    /// Reads it from a description; empty when the browser gave none.
    pub fn of(described: &runtime::ExecutionContextDescription) -> Self {
        described.aux_data.as_ref().and_then(|aux| serde_json::from_str(aux.get()).ok()).unwrap_or_default()
    }
}
