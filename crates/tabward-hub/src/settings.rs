//! Settings that the person writes into `config.toml`; no tool can change them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tabward_model::{Cap, Grants, Workspace};

/// All settings. What is left out has a default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Hosts that no task may open.
    pub origins: Origins,
    /// Where profiles may lie, beside the folder of our own.
    pub profiles: Roots,
    /// Where files for upload may lie.
    pub files: Roots,
    /// Debugging endpoints beyond loopback.
    pub endpoints: Endpoints,
    /// How browsers are started.
    pub launch: Launch,
    /// Bounds on tabs.
    pub tabs: Tabs,
    /// Bounds on tasks.
    pub task: Task,
    /// Privileged capabilities, by workspace; `*` is every workspace.
    pub grants: BTreeMap<String, Vec<Cap>>,
    /// The form of answers.
    pub output: Output,
    /// The debug log.
    pub debug: Debug,
}

/// Rules on origins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Origins {
    /// Hosts (`example.com`, `*.example.com`) that are never opened, read or acted on.
    pub deny: Vec<String>,
}

/// Folders below which paths may be named.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Roots {
    /// The folders.
    pub roots: Vec<PathBuf>,
}

/// Debugging endpoints that may be attached to beside loopback.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Endpoints {
    /// Hosts, or `host:port`.
    pub allow: Vec<String>,
}

/// How browsers are started.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Launch {
    /// The browser's executable; `TABWARD_CHROME` goes before it.
    pub executable: Option<PathBuf>,
    /// Open a real debugging port too. It opens the profile to every local program.
    pub tcp_port: bool,
    /// End a headless browser after so many seconds without use.
    pub headless_idle_s: Option<u64>,
    /// End a headed browser after so many seconds without use.
    pub headed_idle_s: Option<u64>,
}

/// Bounds on tabs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tabs {
    /// Open tabs of one task.
    pub limit: usize,
}

impl Default for Tabs {
    fn default() -> Self {
        Self { limit: 8 }
    }
}

/// Bounds on tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Task {
    /// A task without a call for so many seconds is finished.
    pub idle_s: u64,
    /// A task whose bridge is gone for so many seconds is finished.
    pub orphan_s: u64,
}

impl Default for Task {
    fn default() -> Self {
        Self { idle_s: 1800, orphan_s: 120 }
    }
}

/// The form of answers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Output {
    /// `text` or `json`.
    pub form: Form,
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One text block.
    #[default]
    Text,
    /// The whole outcome.
    Json,
}

/// The debug log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Debug {
    /// Whether it is written.
    pub enabled: bool,
}

impl Settings {
    /// What a workspace was granted.
    pub fn grants(&self, workspace: &Workspace) -> Grants {
        let of = |name: &str| self.grants.get(name).into_iter().flatten().copied();
        Grants::of(of("*").chain(of(&workspace.0)))
    }
}
