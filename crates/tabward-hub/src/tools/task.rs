//! Tasks: `browser_task`.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tabward_model::text::quote_clipped;
use tabward_model::{Cap, Code, Failure, Outcome};
use tabward_store::TaskState;

use crate::dispatch::{Ctx, run};
use crate::finish::Why;
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
    answers: &[
        ("receipt", "object"),
        ("task", "string"),
        ("workspace", "string"),
        ("tabs", "array"),
        ("runs", "array"),
    ],
    run: run!(task),
};

async fn task(ctx: Ctx, arguments: TaskArguments) -> Result<Outcome, Failure> {
    if ctx.hub.task_of(&ctx.task.id).is_none() {
        return finished_before(&ctx, arguments.action).await;
    }
    match arguments.action {
        TaskAction::Status => Ok(status(&ctx)),
        TaskAction::Finish if arguments.dry_run => {
            let receipt = ctx.hub.predict_finish(&ctx.task);
            let count = |name: &str| receipt.get(name).and_then(Value::as_u64).unwrap_or(0);
            let headline = format!(
                "would finish task {}: closed {}, kept {}, left to the person {}; nothing was done",
                quote_clipped(&ctx.task.name, 80),
                count("closed"),
                count("kept"),
                count("left_to_person"),
            );
            Ok(Outcome::done(headline).field("receipt", receipt))
        }
        TaskAction::Finish => {
            let receipt = ctx.hub.finish(&ctx.task, Why::Asked).await?;
            Ok(crate::finish::receipt_outcome(&receipt))
        }
    }
}

/// A task of this name that has ended: its receipt, once more (LIFE-10).
async fn finished_before(ctx: &Ctx, action: TaskAction) -> Result<Outcome, Failure> {
    let recent = ctx.hub.store.tasks_recent(200).await.map_err(|e| crate::dispatch::store_failure(&e))?;
    let last = recent
        .into_iter()
        .filter(|task| {
            task.name == ctx.task.name
                && task.caller == ctx.task.caller.as_str()
                && task.workspace == ctx.task.workspace.0
                && task.state == TaskState::Finished
        })
        .max_by_key(|task| task.finished);
    let receipt = match last {
        Some(task) => ctx.hub.store.receipt_of(&task.id).await.map_err(|e| crate::dispatch::store_failure(&e))?,
        None => None,
    };
    let Some(receipt) = receipt else {
        // An agent that ends tidily need not know whether it ever used the browser.
        if action == TaskAction::Finish && ctx.common.task.is_none() {
            return Ok(Outcome::done("nothing was begun, so there is nothing to finish"));
        }
        return Err(Failure::new(
            Code::TaskNotFound,
            format!("task {} has not begun", quote_clipped(&ctx.task.name, 80)),
        )
        .next("browser_navigate {\"url\":\"…\"} begins one"));
    };
    let mut outcome = crate::finish::receipt_outcome(&receipt);
    outcome.notes.push(match action {
        TaskAction::Finish => "it was finished before; nothing was left to do".to_owned(),
        TaskAction::Status => "it is finished".to_owned(),
    });
    Ok(outcome)
}

fn status(ctx: &Ctx) -> Outcome {
    let tabs = ctx.task.tabs();
    let mut body = String::new();
    for tab in &tabs {
        let _ = writeln!(body, "{}", tab.line());
    }
    let rows: Vec<Value> = tabs
        .iter()
        .map(|tab| {
            json!({
                "browser_instance_id": tab.target.instance, "tab_id": tab.target.tab, "handle": tab.handle,
                "title": tab.title(), "keep": tab.is_kept(),
                "state": if tab.is_taken_over() { "taken_over" } else { "active" },
            })
        })
        .collect();
    let mut outcome = Outcome::done(format!("task {} has {} open tabs", quote_clipped(&ctx.task.name, 80), tabs.len()))
        .field("task", ctx.task.name.clone())
        .field("workspace", ctx.task.workspace.0.clone())
        .field("tabs", rows)
        .field("runs", Vec::<Value>::new());
    outcome.body = body;
    outcome
}
