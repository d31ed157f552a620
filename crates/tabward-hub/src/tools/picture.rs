//! Pictures: `browser_screenshot`, `browser_screenshot_annotated`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Selector, Tool, schema};

/// Take a picture to a file and judge it (blank, partly blank, stale).
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Screenshot {
    /// Element; else the viewport
    #[serde(default)]
    pub selector: Option<Selector>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub full_page: bool,
    /// Number the controls and list them
    #[serde(default)]
    pub annotate: bool,
    /// Also return the image (about 1200 tokens)
    #[serde(default)]
    pub inline: bool,
}

/// Take a picture with the controls numbered, and list them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ScreenshotAnnotated {
    /// The whole page; else the viewport
    #[serde(default)]
    pub full_page: bool,
}

/// `browser_screenshot`
pub static SCREENSHOT: Tool = Tool {
    name: "browser_screenshot",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Screenshot>,
    answers: &[("artifact", "object"), ("evidence", "object"), ("elements", "array")],
    run: run!(screenshot),
};

/// `browser_screenshot_annotated`
pub static SCREENSHOT_ANNOTATED: Tool = Tool {
    name: "browser_screenshot_annotated",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<ScreenshotAnnotated>,
    answers: &[("image_ref", "string"), ("elements", "array"), ("evidence", "object")],
    run: run!(screenshot_annotated),
};
