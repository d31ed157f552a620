//! Sessions: `browser_list_sessions`, `browser_close_session`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// A place where a browser may listen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// Default 127.0.0.1
    #[serde(default)]
    pub host: Option<String>,
    #[expect(missing_docs, reason = "the listing stays short")]
    pub port: u16,
}

/// The browsers that tabward launched or attached to, whether they live, and what listens on the ports that you name.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListSessions {
    /// Ports to look at; at most 16, on loopback
    #[serde(default)]
    pub probe: Option<Vec<Endpoint>>,
}

/// Close a session. Only browsers that tabward started are ended, and only when nobody else works in them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CloseSession {
    /// Default 127.0.0.1
    #[serde(default)]
    pub host: Option<String>,
    /// The session's port
    #[serde(default)]
    pub port: Option<u16>,
    /// All sessions of yours
    #[serde(default)]
    pub all: bool,
    /// End the browser; default true
    #[serde(default)]
    pub kill_process: Option<bool>,
}

/// `browser_list_sessions`
pub static LIST_SESSIONS: Tool = Tool {
    name: "browser_list_sessions",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::List,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<ListSessions>,
    answers: &[("sessions", "array"), ("probed", "array")],
    run: run!(list_sessions),
};

/// `browser_close_session`
pub static CLOSE_SESSION: Tool = Tool {
    name: "browser_close_session",
    core: false,
    contract: true,
    mutating: true,
    capability: Cap::List,
    annotations: Annotations { read_only: false, destructive: None, idempotent: true, open_world: None },
    schema: schema::of::<CloseSession>,
    answers: &[
        ("closed_our_session", "boolean"),
        ("killed_process", "boolean"),
        ("pid", "any"),
        ("host", "string"),
        ("port", "integer"),
        ("note", "string"),
        ("closed", "array"),
    ],
    run: run!(close_session),
};
