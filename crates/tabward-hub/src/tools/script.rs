//! Scripts: `browser_evaluate`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tabward_model::capability::{CleanUp, Read, Script};
use tabward_model::text::json_line;
use tabward_model::{Cap, Failure, Outcome, Permit};
use tabward_page::page::evaluate::{ScriptCall, ScriptWorld};

use crate::dispatch::{Ctx, run};
use crate::tools::{Annotations, Tool, schema};

/// Which globals a script sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum World {
    #[default]
    Page,
    Isolated,
}

/// Run JavaScript in the page.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Evaluate {
    /// Expression, or function body with return
    pub script: String,
    /// Arguments, if the script is a function
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub args: Option<Vec<Value>>,
    /// Default page
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub world: Option<World>,
    /// At most so many characters of the result. Default 8000
    #[serde(default)]
    #[schemars(extend("x-full" = true), range(min = 1, max = 200_000))]
    pub max_chars: Option<usize>,
}

/// `browser_evaluate`
pub static EVALUATE: Tool = Tool {
    name: "browser_evaluate",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Script,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Evaluate>,
    answers: &[("result", "any"), ("truncated", "boolean")],
    run: run!(evaluate),
};

async fn evaluate(ctx: Ctx, arguments: Evaluate) -> Result<Outcome, Failure> {
    let held = ctx.tab(&[]).await?;
    let script: Permit<Script> = held.permit()?;
    let read: Permit<Read> = held.permit()?;
    let before = ctx.before(&held.tab, &read).await?;
    let clean_up: Permit<CleanUp> = held.permit()?;
    let arguments_given = arguments.args.unwrap_or_default();
    let call = ScriptCall {
        script: &arguments.script,
        args: &arguments_given,
        world: match arguments.world.unwrap_or_default() {
            World::Page => ScriptWorld::Page,
            World::Isolated => ScriptWorld::Isolated,
        },
        max_chars: arguments.max_chars.unwrap_or(8000),
        keep_csp: false,
    };
    let page = held.tab.page()?;
    let main = page.main_frame().map_err(|error| ctx.failure_of(&held.tab, None, &error))?;
    let result = page
        .evaluate(&script, &clean_up, &main.id, &call, ctx.deadline)
        .await
        .map_err(|error| ctx.failure_of(&held.tab, None, &error))?;
    let mut outcome = Outcome::done("ran");
    if result.truncated {
        outcome.warnings.push(format!("the result is cut: {} characters in all", result.full_chars));
    }
    if page.dialog().is_none() {
        let mut after = Outcome::done(String::new());
        ctx.show_changes(&held, &before, &read, &mut after).await;
        outcome.body = format!("{}\n{}", json_line(&result.value), after.body);
    } else {
        outcome.body = json_line(&result.value);
    }
    Ok(outcome.field("result", result.value).field("truncated", result.truncated))
}
