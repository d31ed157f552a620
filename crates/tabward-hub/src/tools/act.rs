//! Acting: `browser_click`, `browser_fill_form`, `browser_type`, `browser_press`, `browser_scroll`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use tabward_model::Cap;

use crate::dispatch::run;
use crate::tools::{Annotations, Selector, Tool, schema};

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Button {
    #[default]
    Left,
    Right,
    Middle,
}

/// A key that is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Modifier {
    Control,
    Shift,
    Alt,
    Meta,
}

/// Click (or hover) and report what it caused, with new refs. Waits until the element can be clicked.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Click {
    /// Ref from a snapshot ("e12"), or button "Save", text=Save, label=Email, CSS, xpath=, or a description
    pub selector: Selector,
    /// Which match, from 0; without it the match must be unique
    #[serde(default)]
    pub index: Option<usize>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub button: Option<Button>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 3))]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub count: Option<u32>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub modifiers: Option<Vec<Modifier>>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub hover: bool,
}

/// A field and what it shall hold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// As in browser_click
    pub selector: Selector,
    #[expect(missing_docs, reason = "the listing stays short")]
    #[schemars(schema_with = "field_value")]
    pub value: Value,
}

fn field_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "boolean", "number", "array"], "items": {"type": "string"}})
}

fn submit_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "boolean"]})
}

fn amount_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": ["string", "number"]})
}

/// Set one or more fields: text, date, number, select, checkbox (true/false), radio, file (path), rich text. Replaces what was there, checks each, then submits if asked.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FillForm {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub fields: Vec<Field>,
    /// Button to click afterwards; true: the form's own
    #[serde(default)]
    #[schemars(schema_with = "submit_value")]
    pub submit: Option<Value>,
}

/// Type into a field with real key events. Replaces what was there unless append.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Type {
    /// As in browser_click
    pub selector: Selector,
    #[expect(missing_docs, reason = "the listing stays short")]
    pub text: String,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub append: bool,
    /// Press Enter afterwards
    #[serde(default)]
    pub submit: bool,
    /// Which match, from 0
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub index: Option<usize>,
}

/// Press keys.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Press {
    /// "Enter", "Control+A", "ArrowDown ArrowDown"
    pub keys: String,
    /// Focus this first
    #[serde(default)]
    pub selector: Option<Selector>,
}

/// Where to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum Direction {
    #[default]
    Down,
    Up,
    Left,
    Right,
    End,
    Start,
}

/// Scroll the page or a container.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Scroll {
    /// As in browser_click
    #[serde(default)]
    pub selector: Option<Selector>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub direction: Option<Direction>,
    /// "page" or pixels
    #[serde(default)]
    #[schemars(schema_with = "amount_value")]
    pub amount: Option<Value>,
}

/// `browser_click`
pub static CLICK: Tool = Tool {
    name: "browser_click",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Click>,
    answers: &[],
    run: run!(click),
};

/// `browser_fill_form`
pub static FILL_FORM: Tool = Tool {
    name: "browser_fill_form",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<FillForm>,
    answers: &[("filled", "integer"), ("fields", "array")],
    run: run!(fill_form),
};

/// `browser_type`
pub static TYPE: Tool = Tool {
    name: "browser_type",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Type>,
    answers: &[],
    run: run!(type_text),
};

/// `browser_press`
pub static PRESS: Tool = Tool {
    name: "browser_press",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Press>,
    answers: &[],
    run: run!(press),
};

/// `browser_scroll`
pub static SCROLL: Tool = Tool {
    name: "browser_scroll",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Act,
    annotations: Annotations { read_only: false, destructive: Some(false), idempotent: false, open_world: None },
    schema: schema::of::<Scroll>,
    answers: &[("reached_bottom", "boolean")],
    run: run!(scroll),
};
