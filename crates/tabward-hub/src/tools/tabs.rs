//! Tabs: `browser_tabs`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum TabsAction {
    List,
    Close,
    Keep,
}

/// list: browsers and tabs you may see. close, keep: your own tabs.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Tabs {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub action: TabsAction,
}

/// `browser_tabs`
pub static TABS: Tool = Tool {
    name: "browser_tabs",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::List,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: Some(false) },
    schema: schema::of::<Tabs>,
    answers: &[("tabs", "array"), ("instances", "array"), ("tab", "object"), ("closed", "boolean"), ("verified", "boolean")],
    run: run!(tabs),
};
