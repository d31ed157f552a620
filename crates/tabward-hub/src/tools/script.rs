//! Scripts: `browser_evaluate`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tabward_model::Cap;

use crate::dispatch::run;
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
