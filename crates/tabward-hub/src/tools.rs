//! The tools. A family is one file: argument types with their docs, capability, handler. Listings, command line, help and
//! reference are generated from here.

pub mod act;
pub mod dialog;
pub mod navigate;
pub mod observe;
pub mod picture;
pub mod read;
pub mod schema;
pub mod script;
pub mod sessions;
pub mod tabs;
pub mod task;
pub mod wait;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tabward_model::{Cap, SessionSpec};

/// Which tools are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// What an agent needs every day, with the fewest words.
    #[default]
    Core,
    /// Everything, with all arguments.
    Full,
    /// The eleven tools of the browser-core contract, with all arguments.
    Contract,
}

/// What a host may assume of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: bool,
    /// Whether it may destroy something, where that is not the default.
    pub destructive: Option<bool>,
    /// Twice is as good as once.
    pub idempotent: bool,
    /// Whether it reaches beyond tabward, where that is not the default.
    pub open_world: Option<bool>,
}

/// One tool.
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// In the `core` profile.
    pub core: bool,
    /// In the `contract` profile.
    pub contract: bool,
    /// Whether it can change something: intents are recorded for such tools only.
    pub mutating: bool,
    /// The capability that it needs on its target.
    pub capability: Cap,
    /// For hosts.
    pub annotations: Annotations,
    /// The schema of its own arguments, from their type.
    pub schema: fn() -> Map<String, Value>,
    /// Fields of its answer in JSON beside the outcome's.
    pub answers: &'static [(&'static str, &'static str)],
    /// Runs it.
    pub run: crate::dispatch::Run,
}

impl Tool {
    /// Whether it works on a tab, so that one can be named.
    pub fn takes_tab(&self) -> bool {
        !matches!(self.name, "browser_task" | "browser_list_sessions" | "browser_close_session")
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All tools, in the order of listings.
pub static TOOLS: &[&Tool] = &[
    &navigate::NAVIGATE,
    &read::SNAPSHOT,
    &act::CLICK,
    &act::FILL_FORM,
    &act::TYPE,
    &act::PRESS,
    &act::SCROLL,
    &wait::WAIT,
    &wait::WAIT_FOR_SELECTOR,
    &read::EXTRACT_CONTENT,
    &picture::SCREENSHOT,
    &script::EVALUATE,
    &observe::INSPECT,
    &dialog::DIALOG,
    &tabs::TABS,
    &task::TASK,
    &picture::SCREENSHOT_ANNOTATED,
    &read::GET_PAGE_SOURCE,
    &read::GET_DEBUG_SNAPSHOT,
    &sessions::LIST_SESSIONS,
    &sessions::CLOSE_SESSION,
];

/// The tool of this name. `finalize_task` is another name of `browser_task`'s `finish`.
pub fn find(name: &str) -> Option<&'static Tool> {
    let name = if name == "finalize_task" { "browser_task" } else { name };
    TOOLS.iter().copied().find(|tool| tool.name == name)
}

/// A tool as a listing shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub description: String,
    /// Its arguments, as a closed JSON Schema.
    pub input_schema: Map<String, Value>,
    /// The schema of its answer in JSON.
    pub output_schema: Map<String, Value>,
    /// For hosts.
    pub annotations: Annotations,
}

/// The tools of a profile, always in the same order and the same words.
pub fn listing(profile: Profile) -> Vec<Listed> {
    TOOLS
        .iter()
        .filter(|tool| match profile {
            Profile::Core => tool.core,
            Profile::Full => true,
            Profile::Contract => tool.contract,
        })
        .map(|tool| listed(tool, profile))
        .collect()
}

/// One tool as the listing of a profile shows it.
pub fn listed(tool: &Tool, profile: Profile) -> Listed {
    let (description, input_schema) = schema::listed(tool, profile);
    Listed {
        name: tool.name,
        description,
        input_schema,
        output_schema: schema::output(tool),
        annotations: tool.annotations,
    }
}

/// Arguments that every tool accepts.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// Tab, e.g. "t2". Not needed with a ref.
    #[serde(default)]
    pub tab: Option<String>,
    /// Browser, e.g. "b1".
    #[serde(default)]
    pub browser: Option<String>,
    /// The browser's whole id.
    #[serde(default)]
    pub browser_instance_id: Option<String>,
    /// The tab's whole id, with browser_instance_id.
    #[serde(default)]
    pub tab_id: Option<String>,
    /// Which browser to launch or attach to. Default: the one in use, else auto.
    #[serde(default)]
    pub session: Option<SessionSpec>,
    /// Any name; agents that work in parallel each use their own.
    #[serde(default)]
    pub task: Option<String>,
    /// How long the call may take. Default 25000.
    #[serde(default)]
    #[schemars(range(min = 1, max = 600_000))]
    pub timeout_ms: Option<u64>,
    /// How long the answer may be. Default 2000.
    #[serde(default)]
    #[schemars(range(min = 50, max = 8000))]
    pub max_tokens: Option<usize>,
}

impl Common {
    /// Whether the arguments say on which tab.
    pub fn names_a_tab(&self) -> bool {
        self.tab.is_some() || self.tab_id.is_some()
    }
}

/// The tools' arguments: a type with docs.
pub trait Arguments: JsonSchema + serde::de::DeserializeOwned + Send + 'static {}
impl<T: JsonSchema + serde::de::DeserializeOwned + Send + 'static> Arguments for T {}

/// How an element is named, for the docs of every argument that names one.
pub type Selector = String;
