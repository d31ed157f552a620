//! What stands behind the door: the tools and whoever runs them.

use std::future::Future;

use serde_json::{Map, Value};
use tabward_model::Failure;
use tokio::sync::mpsc;

/// A tool as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the agent.
    pub description: String,
    /// Its arguments, as a closed JSON Schema.
    pub input_schema: Map<String, Value>,
    /// The schema of its answer in JSON.
    pub output_schema: Map<String, Value>,
    /// What a host may assume of it.
    pub hints: Hints,
}

/// What a host may assume of a tool; what is not set is not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// Twice is as good as once.
    pub idempotent: Option<bool>,
    /// It reaches beyond tabward.
    pub open_world: Option<bool>,
}

/// A call.
#[derive(Debug)]
pub struct Ask {
    /// The tool.
    pub tool: String,
    /// Its arguments, unchecked.
    pub arguments: Map<String, Value>,
    /// The host's conversation: a default for the task, never an authority.
    pub conversation: Option<String>,
    /// Whether the whole outcome is wanted beside the text.
    pub json: bool,
    /// Where to say what the call is doing.
    pub progress: Option<mpsc::Sender<String>>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reply {
    /// The call failed. Waiting for something is no failure.
    pub failed: bool,
    /// The text form.
    pub text: String,
    /// The whole outcome, if it was wanted.
    pub outcome: Option<Map<String, Value>>,
    /// A picture: media type and base64.
    pub picture: Option<(String, String)>,
}

/// Who runs tools. Dropping the future of a call cancels the call.
pub trait Backend: Send + Sync + 'static {
    /// The tools of the chosen profile, always the same in the same order.
    fn listing(&self) -> Vec<Listed>;

    /// Whether a tool of this name can be called, listed or not.
    fn knows(&self, tool: &str) -> bool;

    /// Runs a tool. The failure is that of the way to it; a tool's own failure is a [`Reply`].
    fn call(&self, ask: Ask) -> impl Future<Output = Result<Reply, Failure>> + Send;
}

impl<B: Backend> Backend for std::sync::Arc<B> {
    fn listing(&self) -> Vec<Listed> {
        (**self).listing()
    }

    fn knows(&self, tool: &str) -> bool {
        (**self).knows(tool)
    }

    fn call(&self, ask: Ask) -> impl Future<Output = Result<Reply, Failure>> + Send {
        (**self).call(ask)
    }
}
