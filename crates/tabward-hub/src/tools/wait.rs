//! Waiting: `browser_wait`, `browser_wait_for_selector`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Selector, Tool, schema};

/// Something that happens to a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum WaitEvent {
    Download,
    Dialog,
    Popup,
    Idle,
}

/// Wait until all that is named is true, at most 25 s; says what it saw last.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wait {
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub text: Option<String>,
    /// Text or selector
    #[serde(default)]
    pub gone: Option<String>,
    /// Visible
    #[serde(default)]
    pub selector: Option<Selector>,
    /// Part or glob
    #[serde(default)]
    pub url: Option<String>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub event: Option<WaitEvent>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 600))]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub seconds: Option<f64>,
    /// Expression or function body that becomes true; needs the script capability
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub function: Option<String>,
    /// No change of the page for so long
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub dom_stable_ms: Option<u64>,
    /// No request under way for so long
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub network_idle_ms: Option<u64>,
}

/// A state of a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum SelectorState {
    #[default]
    Visible,
    Hidden,
    Attached,
    Detached,
}

/// Wait until a selector is visible, hidden, attached or detached.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WaitForSelector {
    /// As in browser_click
    pub selector: Selector,
    /// Default visible
    #[serde(default)]
    pub state: Option<SelectorState>,
    /// Default 8000
    #[serde(default)]
    #[schemars(range(min = 1, max = 600_000))]
    pub timeout_ms: Option<u64>,
}

/// `browser_wait`
pub static WAIT: Tool = Tool {
    name: "browser_wait",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Wait>,
    answers: &[],
    run: run!(wait),
};

/// `browser_wait_for_selector`
pub static WAIT_FOR_SELECTOR: Tool = Tool {
    name: "browser_wait_for_selector",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<WaitForSelector>,
    answers: &[],
    run: run!(wait_for_selector),
};
