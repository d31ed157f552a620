//! The `session` argument: a browser that tabward launches or attaches to.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How to come to a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Connect to a browser that runs already.
    Attach,
    /// Start one without a window.
    LaunchHeadless,
    /// Start one with a window.
    LaunchHeaded,
    /// Our running persistent browser, else the default port, else a headed launch.
    #[default]
    Auto,
}

/// Which browser to work in. What is left out has a default.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSpec {
    /// How to come to it.
    #[serde(default)]
    pub mode: Mode,
    /// Host of the debugging endpoint; only loopback unless the settings allow more. Default 127.0.0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Port of the debugging endpoint, which also names the session. Default 9222.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// A profile's name, or a folder below the allowed roots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_data_dir: Option<PathBuf>,
}

/// The port that names a session unless another is given.
pub const DEFAULT_PORT: u16 = 9222;
/// The host of a session unless another is given.
pub const DEFAULT_HOST: &str = "127.0.0.1";
