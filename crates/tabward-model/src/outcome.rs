//! The outcome: what every tool returns, the same for MCP, command line and local interface (RUN-1). In JSON it is flat;
//! as text it follows the published form.

mod render;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::code::{Code, Delivered, Stage};
use crate::ids::{DocumentId, InstanceHandle, InstanceId, TabHandle, TabId};
use crate::ownership::Cause;
use crate::resolve::Step;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Done, and seen to be done.
    Done,
    /// Part of it was done or could be verified.
    Partial,
    /// Not yet; call again as `next_step` says.
    Waiting,
    /// Not done.
    Failed,
}

/// The page that a call was about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageInfo {
    /// The browser.
    pub browser_instance_id: InstanceId,
    /// The tab in it.
    pub tab_id: TabId,
    /// Short name of the browser.
    pub browser: InstanceHandle,
    /// Short name of the tab.
    pub tab: TabHandle,
    /// The document, once one is loaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_id: Option<DocumentId>,
    /// The page's title.
    pub title: String,
    /// Its address; only under a `read` permit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// `user`, `managed` or `adopted`.
    pub ownership: &'static str,
    /// Which step of the order of resolution decided.
    pub resolved_by: Step,
    /// Whether the text shows the whole address; else its path.
    #[serde(skip)]
    pub whole_url: bool,
}

/// A navigation that an action caused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NavigationEffect {
    /// Where the tab is now.
    pub url: String,
    /// What caused it.
    pub cause: Cause,
    /// Whether the document stayed the same.
    pub same_document: bool,
}

/// A dialog that an action caused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DialogEffect {
    /// `alert`, `confirm`, `prompt`, `beforeunload`, `file_chooser`…
    pub kind: String,
    /// What it says.
    pub message: String,
    /// Whether it waits for an answer.
    pub open: bool,
    /// How it was answered by policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<&'static str>,
}

/// A request that an action caused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RequestEffect {
    /// `n4`.
    pub id: String,
    /// Its method.
    pub method: String,
    /// Path and query, or the whole address for another origin.
    pub path: String,
    /// Status code, when an answer came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why it failed, when none came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// How far something scrolled.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Moved {
    /// In CSS pixels.
    pub x: f64,
    /// In CSS pixels.
    pub y: f64,
}

/// What an action was seen to cause.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Effect {
    /// One line for the text form; built from our own words and quoted strings of the page.
    pub summary: String,
    /// A navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigation: Option<NavigationEffect>,
    /// Dialogs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dialogs: Vec<DialogEffect>,
    /// Tabs that opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tabs: Vec<TabHandle>,
    /// Names of downloads that started.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub downloads: Vec<String>,
    /// Requests: the failed ones, or all when nothing else changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<RequestEffect>,
    /// Errors that the page threw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub page_errors: Vec<String>,
    /// Whether anything that can be seen changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dom_changed: Option<bool>,
    /// The value that a field holds now; secrets masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_after: Option<String>,
    /// How far it scrolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
    /// Nothing was seen to follow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub none_observed: bool,
    /// What was still under way when the call returned.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<String>,
}

/// A failure: where, what, whether a retry can help, whether it may have run, and the next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The published code.
    pub code: Code,
    /// Where it arose.
    pub stage: Stage,
    /// Whether the same call can succeed later.
    pub retryable: bool,
    /// Whether the action may have run.
    pub delivered: Delivered,
    /// The concrete reason, in our words with quoted strings of the page; one line.
    pub message: String,
    /// A complete call, or words for the person.
    pub next_step: Option<String>,
    /// Lines that help to choose, e.g. candidates.
    pub details: Vec<String>,
    /// More fields for JSON, e.g. `reason`, `candidates`.
    pub fields: Map<String, Value>,
}

impl Failure {
    /// A failure with the code's own stage and retry advice, not delivered.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            stage: code.stage(),
            retryable: code.retryable(),
            delivered: Delivered::No,
            message: message.into(),
            next_step: None,
            details: Vec::new(),
            fields: Map::new(),
        }
    }

    /// With the next step.
    #[must_use]
    pub fn next(mut self, step: impl Into<String>) -> Self {
        self.next_step = Some(step.into());
        self
    }

    /// With what is known of delivery.
    #[must_use]
    pub fn delivered(mut self, delivered: Delivered) -> Self {
        self.delivered = delivered;
        self
    }

    /// With another stage.
    #[must_use]
    pub fn at(mut self, stage: Stage) -> Self {
        self.stage = stage;
        self
    }

    /// With a line that helps to choose.
    #[must_use]
    pub fn detail(mut self, line: impl Into<String>) -> Self {
        self.details.push(line.into());
        self
    }

    /// With one more field for JSON.
    #[must_use]
    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }
}

/// Where the page was when a call failed (ACT-16).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Debug {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The beginning of its text, at most 500 characters.
    pub body_excerpt: String,
}

/// A file that a call made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Artifact {
    /// Where it lies.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Media type.
    pub mime: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// About the call itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Meta {
    /// The call's id in the ledger.
    pub request_id: String,
    /// How long it took, in milliseconds.
    pub duration_ms: f64,
}

/// What every tool returns.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// What was done, after `ok`: our words, with strings of the page quoted; one line. Empty: just `ok`.
    pub headline: String,
    /// More of our own lines, after the effect (`next:`, `late:`, `needs a person:` …).
    pub notes: Vec<String>,
    /// The tool's own fields, at the top level of the JSON.
    pub fields: Map<String, Value>,
    /// The page.
    pub page: Option<PageInfo>,
    /// The text form leaves the page out: the answer is about something else, and its body is in our words.
    pub page_untold: bool,
    /// What a mutating tool caused.
    pub effect: Option<Effect>,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// Where the page was when it failed.
    pub debug: Option<Debug>,
    /// What stands below the `page` line: the page's.
    pub body: String,
    /// Warnings in our words.
    pub warnings: Vec<String>,
    /// Files.
    pub artifacts: Vec<Artifact>,
    /// A picture to hand over beside the text, when asked for: media type and bytes.
    pub inline: Option<(String, Vec<u8>)>,
    /// About the call.
    pub meta: Option<Meta>,
}

impl Outcome {
    /// Done, with what was done.
    pub fn done(headline: impl Into<String>) -> Self {
        Self {
            status: Status::Done,
            headline: headline.into(),
            notes: Vec::new(),
            fields: Map::new(),
            page: None,
            page_untold: false,
            effect: None,
            failure: None,
            debug: None,
            body: String::new(),
            warnings: Vec::new(),
            artifacts: Vec::new(),
            inline: None,
            meta: None,
        }
    }

    /// Not done yet, with the call that takes it up again.
    pub fn waiting(headline: impl Into<String>, next: impl Into<String>) -> Self {
        let mut outcome = Self::done(headline);
        outcome.status = Status::Waiting;
        let next = next.into();
        outcome.fields.insert("next_step".to_owned(), Value::String(next.clone()));
        outcome.notes.push(format!("next: {next}"));
        outcome
    }

    /// Failed.
    pub fn failed(failure: Failure) -> Self {
        let mut outcome = Self::done(String::new());
        outcome.status = Status::Failed;
        outcome.failure = Some(failure);
        outcome
    }

    /// With one of the tool's own fields.
    #[must_use]
    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// True only if done and seen.
    pub fn ok(&self) -> bool {
        matches!(self.status, Status::Done | Status::Partial)
    }

    /// The flat JSON form. `text` stands in it unless it would be empty.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut json = Map::new();
        json.insert("ok".to_owned(), Value::Bool(self.ok()));
        json.insert("status".to_owned(), to_value(&self.status));
        // Reserved fields win over the tool's own of the same name, so that `ok` can never be forged.
        for (name, value) in &self.fields {
            json.entry(name.clone()).or_insert_with(|| value.clone());
        }
        if let Some(page) = &self.page {
            json.insert("page".to_owned(), to_value(page));
        }
        if let Some(effect) = &self.effect {
            json.insert("effect".to_owned(), to_value(effect));
        }
        if let Some(failure) = &self.failure {
            json.insert("error".to_owned(), Value::String(failure.message.clone()));
            json.insert("error_code".to_owned(), to_value(&failure.code));
            json.insert("stage".to_owned(), to_value(&failure.stage));
            json.insert("retryable".to_owned(), Value::Bool(failure.retryable));
            json.insert("delivered".to_owned(), to_value(&failure.delivered));
            if let Some(next) = &failure.next_step {
                json.insert("next_step".to_owned(), Value::String(next.clone()));
            }
            for (name, value) in &failure.fields {
                json.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        if let Some(debug) = &self.debug {
            json.insert("debug".to_owned(), to_value(debug));
        }
        if !self.warnings.is_empty() {
            json.insert("warnings".to_owned(), to_value(&self.warnings));
        }
        if !self.artifacts.is_empty() {
            json.insert("artifacts".to_owned(), to_value(&self.artifacts));
        }
        json.insert("text".to_owned(), Value::String(self.to_text()));
        if let Some(meta) = &self.meta {
            json.insert("meta".to_owned(), to_value(meta));
        }
        json
    }
}

fn to_value<T: Serialize>(value: &T) -> Value {
    // The types above have string keys and finite numbers only, so this cannot fail.
    serde_json::to_value(value).unwrap_or(Value::Null)
}
