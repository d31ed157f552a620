//! The allow-list: what is generated, under which name, and what it takes to send it.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, Result};
use serde::Deserialize;

/// `crates/tabward-cdp/protocol.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AllowList {
    /// Version of the npm package.
    pub(super) protocol: String,
    /// Rust types that stand for a type of the protocol, or for a member of one.
    #[serde(default)]
    pub(super) types: BTreeMap<String, String>,
    /// Members that are left out, by type, command or event.
    #[serde(default)]
    pub(super) skip: BTreeMap<String, Vec<String>>,
    /// By module, then by Rust name.
    pub(super) commands: BTreeMap<String, BTreeMap<String, Entry>>,
    /// By module, then by Rust name: the event's name.
    pub(super) events: BTreeMap<String, BTreeMap<String, String>>,
}

/// One way to send a command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) method: String,
    #[serde(default)]
    pub(super) level: Level,
    pub(super) capability: String,
    /// What is special about this way, for its doc comment.
    #[serde(default)]
    pub(super) note: Option<String>,
    /// Rules by parameter.
    #[serde(default)]
    pub(super) rules: BTreeMap<String, Rule>,
    /// At least one of these must be given.
    #[serde(default)]
    pub(super) any_of: Vec<String>,
    /// Parameters which this way has not.
    #[serde(default)]
    pub(super) omit: Vec<String>,
    /// Parameters that must be given here though the protocol has them optional.
    #[serde(default)]
    pub(super) require: Vec<String>,
    /// Parameters that are always sent with this value.
    #[serde(default)]
    pub(super) fixed: BTreeMap<String, bool>,
    /// To the whole browser, under a permit that belongs to no tab yet.
    #[serde(default)]
    pub(super) open: bool,
    /// Rust types of parameters.
    #[serde(default)]
    pub(super) types: BTreeMap<String, String>,
}

/// Where a command may be sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Level {
    Browser,
    #[default]
    Target,
}

/// What a parameter must satisfy.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Rule {
    Named(NamedRule),
    /// One of these values.
    OneOf(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NamedRule {
    /// The permit's own tab.
    OwnTab,
    /// A scheme that pages may have.
    PageUrl,
    /// The same for each.
    PageUrls,
    /// Not the empty text.
    NotEmpty,
}

impl AllowList {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("parse {}", path.display()))
    }

    /// Whether `member` of `owner` is left out.
    pub(super) fn skips(&self, owner: &str, member: &str) -> bool {
        self.skip.get(owner).is_some_and(|names| names.iter().any(|name| name == member))
    }
}
