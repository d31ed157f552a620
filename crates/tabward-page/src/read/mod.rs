//! Reading: records by a hint, links, headings, tables, Markdown, source, and what only a person can pass.

mod answer;
pub mod challenge;
mod dates;
mod facts;
pub mod hint;
mod markdown;
mod pick;
mod records;
mod secret;
pub mod value;
mod words;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tabward_model::capability::Read;
use tabward_model::{FrameId, Permit, text};
use tokio::time::Instant;

use crate::{FrameDoc, Page, PageError};

pub use answer::{Container, Data, Heading, Link, Table};
pub use challenge::{Challenge, ChallengeKind};
pub use hint::{HintError, Shape};
pub use markdown::Markdown;
pub use pick::{Rejected, Source};

/// An element to read, instead of the whole document.
#[derive(Debug, Clone)]
pub struct Root {
    /// Its frame.
    pub frame: FrameId,
    /// The document that the number is of.
    pub doc: FrameDoc,
    /// Its number in that document (`tw.idOf`).
    pub id: u32,
}

/// What is extracted.
#[derive(Debug, Clone, Default)]
pub struct ExtractOptions {
    /// The part to read; else the main content of the main frame.
    pub root: Option<Root>,
    /// What is wanted: a JSON Schema subset or an example; null or `{}` for nothing in particular.
    pub schema_hint: Value,
    /// Characters of Markdown of the main content to add; 0 adds none.
    pub markdown: usize,
}

/// What was extracted.
#[derive(Debug, Clone, Serialize)]
pub struct Extracted {
    /// The `data` of the answer.
    pub data: Data,
    /// The main content as Markdown, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<Markdown>,
    /// The document that was read.
    #[serde(skip)]
    pub doc: FrameDoc,
}

/// Links shown in `results`.
const MAX_LINKS: usize = 200;
/// Rows of a table, and records.
const MAX_ROWS: usize = 300;

/// `gone` of a page script: the element with that number is not in the document any more.
fn gone() -> PageError {
    PageError::Invalid("the element is not in the document any more".to_owned())
}

/// Runs a script in the root's document, or in the main frame's.
async fn ask<T: serde::de::DeserializeOwned>(
    page: &Page,
    permit: &Permit<Read>,
    root: Option<&Root>,
    method: &str,
    arg: &Value,
    deadline: Instant,
) -> Result<(T, FrameId, FrameDoc), PageError> {
    if let Some(root) = root {
        let answer = page.call_in(permit, &root.frame, root.doc, method, arg, deadline).await?;
        return Ok((answer, root.frame.clone(), root.doc));
    }
    let main = page.main_frame()?;
    let (answer, doc) = page.call_telling(permit, &main.id, method, arg, deadline).await?;
    Ok((answer, main.id, doc))
}

/// Reads the page, or a part of it, by a hint.
///
/// # Errors
/// [`PageError::Invalid`] for a hint that cannot be read or an element that is gone, and whatever a page script's call can
/// come to.
pub async fn extract(
    page: &Page,
    permit: &Permit<Read>,
    options: &ExtractOptions,
    deadline: Instant,
) -> Result<Extracted, PageError> {
    let shape = hint::parse(&options.schema_hint).map_err(|e| PageError::Invalid(e.to_string()))?;
    let root = options.root.as_ref();
    let arg = json!({
        "root": root.map(|r| r.id), "hint": shape.is_some(), "max_links": MAX_LINKS, "max_rows": MAX_ROWS,
    });
    let (raw, frame, doc): (answer::Raw, _, _) = ask(page, permit, root, "extract", &arg, deadline).await?;
    if raw.gone {
        return Err(gone());
    }
    // Matching a long list takes a while: on a thread of its own, other tabs' calls go on.
    let answer = tokio::task::spawn_blocking(move || answer::assemble(raw, shape.as_ref()))
        .await
        .map_err(|e| PageError::Invalid(format!("the page cannot be read: {e}")))?;
    let data = if answer.elements.is_empty() {
        answer.data
    } else {
        let ids: Vec<u32> = answer.elements.iter().map(|(_, id)| *id).collect();
        // Without selectors the paths stay: a page that has gone on meanwhile takes nothing from what was read.
        let selectors: Vec<Option<String>> =
            page.call_in(permit, &frame, doc, "selectorsOf", &json!({"ids": ids}), deadline).await.unwrap_or_default();
        answer.placed(&selectors)
    };
    let markdown =
        if options.markdown > 0 { Some(markdown(page, permit, root, options.markdown, deadline).await?) } else { None };
    Ok(Extracted { data, markdown, doc })
}

#[derive(Deserialize)]
struct Readable {
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    html: String,
    #[serde(default)]
    truncated: bool,
    #[serde(default)]
    how: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
}

/// The main content, or a part of the page, as Markdown of at most `limit` characters.
///
/// # Errors
/// As [`extract`].
pub async fn markdown(
    page: &Page,
    permit: &Permit<Read>,
    root: Option<&Root>,
    limit: usize,
    deadline: Instant,
) -> Result<Markdown, PageError> {
    let arg = json!({"root": root.map(|r| r.id)});
    let (found, _, _): (Readable, _, _) = ask(page, permit, root, "readable", &arg, deadline).await?;
    if found.gone {
        return Err(gone());
    }
    tokio::task::spawn_blocking(move || {
        markdown::markdown(&found.html, &found.title, &found.url, &found.how, found.truncated, limit)
    })
    .await
    .map_err(|e| PageError::Invalid(format!("the page cannot be read: {e}")))
}

/// The markup of a page or of an element, as it stands now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageSource {
    /// The markup; values of secret fields are replaced by `[redacted …]`.
    pub html: String,
    /// Whether there is more than `html` holds.
    pub truncated: bool,
    /// Characters of all of it.
    pub full_length: usize,
}

#[derive(Deserialize)]
struct RawSource {
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    html: String,
    #[serde(default)]
    full_length: usize,
}

/// At most `max_length` characters of markup; no grapheme is cut.
///
/// # Errors
/// As [`extract`].
pub async fn source(
    page: &Page,
    permit: &Permit<Read>,
    root: Option<&Root>,
    max_length: usize,
    deadline: Instant,
) -> Result<PageSource, PageError> {
    let arg = json!({"root": root.map(|r| r.id), "max": max_length});
    let (raw, _, _): (RawSource, _, _) = ask(page, permit, root, "source", &arg, deadline).await?;
    if raw.gone {
        return Err(gone());
    }
    let html = secret::text(text::prefix(&raw.html, max_length));
    Ok(PageSource {
        truncated: raw.full_length > text::prefix(&raw.html, max_length).chars().count(),
        html,
        full_length: raw.full_length,
    })
}

/// What a page shows, in short: for failures and debug snapshots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugExcerpt {
    /// Address of the document, secrets masked.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The first 500 characters of its visible text.
    pub body_excerpt: String,
    /// The first 500 characters of its markup.
    pub html_excerpt: String,
}

/// Characters of an excerpt.
const EXCERPT: usize = 500;

/// What the main frame shows, in short.
///
/// # Errors
/// Whatever a page script's call can come to.
pub async fn debug_excerpt(page: &Page, permit: &Permit<Read>, deadline: Instant) -> Result<DebugExcerpt, PageError> {
    let (mut found, _, _): (DebugExcerpt, _, _) =
        ask(page, permit, None, "debugExcerpt", &json!({"chars": EXCERPT}), deadline).await?;
    found.url = tabward_model::redact::url(&found.url).into_owned();
    for excerpt in [&mut found.body_excerpt, &mut found.html_excerpt] {
        // Before the cut, so that no half of a secret is left.
        let safe = secret::text(excerpt);
        text::prefix(&safe, EXCERPT).clone_into(excerpt);
    }
    Ok(found)
}
