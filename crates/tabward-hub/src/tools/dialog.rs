//! Dialogs: `browser_dialog`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Tool, schema};

/// What to do with the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum DialogAction {
    Accept,
    Dismiss,
}

/// Answer the open alert, confirm, prompt, file chooser or HTTP sign-in.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Dialog {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub action: DialogAction,
    /// For a prompt
    #[serde(default)]
    pub text: Option<String>,
    /// For a file chooser
    #[serde(default)]
    pub paths: Option<Vec<String>>,
}

/// `browser_dialog`
pub static DIALOG: Tool = Tool {
    name: "browser_dialog",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Dialog>,
    answers: &[("dialog", "object")],
    run: run!(dialog),
};
