//! Opening pages: `browser_navigate`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// Open a URL, or go back, forward or reload. Returns the page as browser_snapshot does. Without tab it uses your only tab, or opens one.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Navigate {
    /// URL, or "back", "forward", "reload"
    pub url: String,
    /// Tab, e.g. "t2". Not needed with a ref.
    #[serde(default)]
    pub tab: Option<String>,
    /// In a new tab
    #[serde(default)]
    pub new_tab: bool,
    /// Return only lines of the page with this text
    #[serde(default)]
    pub find: Option<String>,
    /// Browser to open a new tab in, from browser_tabs
    #[serde(default)]
    pub browser: Option<String>,
    /// Any name; agents that work in parallel each use their own
    #[serde(default)]
    pub task: Option<String>,
}

/// `browser_navigate`
pub static NAVIGATE: Tool = Tool {
    name: "browser_navigate",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Navigate,
    annotations: Annotations { read_only: false, destructive: Some(false), idempotent: false, open_world: None },
    schema: schema::of::<Navigate>,
    answers: &[("final_url", "string"), ("title", "string")],
    run: run!(navigate),
};
