//! Observing: `browser_inspect`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// What to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum What {
    Console,
    #[serde(alias = "request", alias = "network")]
    Requests,
    #[serde(alias = "download")]
    Downloads,
}

fn what_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"enum": ["console", "requests", "downloads"]})
}

/// Console messages, requests or downloads of a tab, newest first; one in full by id.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Inspect {
    #[expect(missing_docs, reason = "the listing stays short")]
    #[schemars(schema_with = "what_value")]
    pub what: What,
    /// e.g. "n3"
    #[serde(default)]
    pub id: Option<String>,
    /// Text or /regex/
    #[serde(default)]
    pub filter: Option<String>,
}

/// `browser_inspect`
pub static INSPECT: Tool = Tool {
    name: "browser_inspect",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Observe,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Inspect>,
    answers: &[("entries", "array"), ("entry", "object"), ("total", "integer")],
    run: run!(inspect),
};
