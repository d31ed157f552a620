//! Tasks: `browser_task`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum TaskAction {
    #[default]
    #[serde(alias = "finalize")]
    Finish,
    Status,
}

fn action_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"enum": ["finish", "status"]})
}

/// finish: close your tabs, give back the person's, return a receipt. Do it when done. Idle tasks are finished after 30 min.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct TaskArguments {
    #[expect(missing_docs, reason = "the listing stays short")]
    #[schemars(schema_with = "action_value")]
    pub action: TaskAction,
    /// Default: yours
    #[serde(default)]
    pub task: Option<String>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub dry_run: bool,
}

/// `browser_task`
pub static TASK: Tool = Tool {
    name: "browser_task",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::List,
    annotations: Annotations { read_only: false, destructive: None, idempotent: true, open_world: Some(false) },
    schema: schema::of::<TaskArguments>,
    answers: &[("receipt", "object"), ("task", "string"), ("workspace", "string"), ("tabs", "array"), ("runs", "array")],
    run: run!(task),
};
