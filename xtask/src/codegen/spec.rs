//! The protocol description as published.

use std::{collections::BTreeMap, fs, path::PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct File {
    domains: Vec<Domain>,
}

#[derive(Debug, Deserialize)]
struct Domain {
    #[serde(rename = "domain")]
    name: String,
    #[serde(default)]
    types: Vec<Type>,
    #[serde(default)]
    commands: Vec<Call>,
    #[serde(default)]
    events: Vec<Call>,
}

/// A named type.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Type {
    pub(super) id: String,
    #[serde(default)]
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) properties: Vec<Field>,
    #[serde(flatten)]
    pub(super) shape: Shape,
}

/// A command or an event.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Call {
    pub(super) name: String,
    #[serde(default)]
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) experimental: bool,
    #[serde(default)]
    pub(super) parameters: Vec<Field>,
    #[serde(default)]
    pub(super) returns: Vec<Field>,
}

/// A parameter, a returned value or a member of an object.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Field {
    pub(super) name: String,
    #[serde(default)]
    pub(super) description: Option<String>,
    #[serde(default)]
    pub(super) optional: bool,
    #[serde(default)]
    pub(super) deprecated: bool,
    #[serde(flatten)]
    pub(super) shape: Shape,
}

/// What a value looks like.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Shape {
    #[serde(rename = "type", default)]
    pub(super) kind: Option<String>,
    #[serde(rename = "$ref", default)]
    pub(super) reference: Option<String>,
    #[serde(rename = "enum", default)]
    pub(super) values: Vec<String>,
    #[serde(default)]
    pub(super) items: Option<Box<Shape>>,
}

/// All domains, by full name (`Page.FrameId`, `Page.navigate`).
#[derive(Debug, Default)]
pub(super) struct Protocol {
    pub(super) types: BTreeMap<String, Type>,
    pub(super) commands: BTreeMap<String, Call>,
    pub(super) events: BTreeMap<String, Call>,
}

impl Protocol {
    /// Reads and joins the description's files.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self> {
        let mut all = Self::default();
        for path in paths {
            let text = fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
            let file: File = serde_json::from_str(&text).with_context(|| format!("parse {}", path.display()))?;
            for domain in file.domains {
                let full = |name: &str| format!("{}.{name}", domain.name);
                all.types.extend(domain.types.iter().map(|it| (full(&it.id), it.clone())));
                all.commands.extend(domain.commands.iter().map(|it| (full(&it.name), it.clone())));
                all.events.extend(domain.events.iter().map(|it| (full(&it.name), it.clone())));
            }
        }
        Ok(all)
    }
}
