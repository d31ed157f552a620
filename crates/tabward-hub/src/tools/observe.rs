//! Observing: `browser_inspect`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tabward_model::capability::Observe;
use tabward_model::text::{clip, one_line, prefix, quote_clipped};
use tabward_model::{Cap, Code, Failure, Outcome, Permit, RequestHandle, origin};
use tabward_page::observe::downloads::{Download, DownloadState};
use tabward_page::observe::network::{Body, Progress, Request};
use tabward_page::snapshot::Find;

use crate::dispatch::{Ctx, Held, run};
use crate::hub::Hub;
use crate::tab::{Lane, Tab};
use crate::tools::{Annotations, Tool, schema};

/// What to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum What {
    Console,
    #[serde(alias = "request", alias = "network")]
    Requests,
    #[serde(alias = "download")]
    Downloads,
}

fn what_value(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"enum": ["console", "requests", "downloads"]})
}

/// Console messages, requests or downloads of a tab, newest first; one in full by id.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Inspect {
    #[expect(missing_docs, reason = "the listing stays short")]
    #[schemars(schema_with = "what_value")]
    pub what: What,
    /// e.g. "n3"
    #[serde(default)]
    pub id: Option<String>,
    /// Text or /regex/
    #[serde(default)]
    pub filter: Option<String>,
}

/// `browser_inspect`
pub static INSPECT: Tool = Tool {
    name: "browser_inspect",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Observe,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Inspect>,
    answers: &[("entries", "array"), ("entry", "object"), ("total", "integer")],
    run: run!(inspect),
};

/// At most so many entries stand in an answer.
const SHOWN: usize = 20;
/// At most so many characters of a body stand in an answer.
const BODY: usize = 4000;

async fn inspect(mut ctx: Ctx, arguments: Inspect) -> Result<Outcome, Failure> {
    if let (What::Requests, Some(id), false) = (arguments.what, &arguments.id, ctx.common.names_a_tab()) {
        // A request's id is one of the whole task: it names its tab.
        ctx.common.tab = tab_of_request(&ctx, request_id(id)?).map(|tab| tab.handle.to_string());
    }
    // What was observed can be told while the page stands still.
    let held = ctx.tab_in(&[], Lane::Control).await?;
    let observe: Permit<Observe> = held.permit()?;
    let filter = match arguments.filter.as_deref() {
        Some(filter) => Some(crate::tools::read::find_of(filter)?),
        None => None,
    };
    let mut outcome = match (arguments.what, arguments.id) {
        (What::Requests, Some(id)) => one_request(&ctx, &held, &observe, &id).await,
        (What::Console | What::Downloads, Some(_)) => {
            Err(Failure::new(Code::InvalidArgument, "argument \"id\" is for requests"))
        }
        (What::Console, None) => console(&held, filter.as_ref()),
        (What::Requests, None) => requests(&held, filter.as_ref()),
        (What::Downloads, None) => downloads(&ctx, &held, filter.as_ref()).await,
    }?;
    outcome.page_untold = true;
    Ok(outcome)
}

fn listed(what: &str, lines: Vec<String>, rows: Vec<Value>, missed: u64) -> Outcome {
    let total = lines.len();
    let mut outcome = Outcome::done(match total {
        0 => format!("no {what}"),
        _ if total > SHOWN => format!("{what}: the newest {SHOWN} of {total}; filter narrows"),
        _ => format!("{total} {what}, newest first"),
    });
    if missed > 0 {
        outcome.warnings.push(format!("{missed} older ones are no longer kept"));
    }
    // Each line is built of our words and quoted strings.
    outcome.body = lines.into_iter().take(SHOWN).collect::<Vec<_>>().join("\n");
    outcome.field("entries", rows.into_iter().take(200).collect::<Vec<_>>()).field("total", total)
}

fn console(held: &Held, filter: Option<&Find>) -> Result<Outcome, Failure> {
    let page = held.tab.page()?;
    let found = page.console_since(0);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for entry in found.entries.iter().rev() {
        if filter.is_some_and(|filter| !filter.matches_text(&entry.text)) {
            continue;
        }
        let place = entry.url.as_deref().map_or_else(String::new, |url| {
            let line = entry.line.map_or_else(String::new, |line| format!(":{line}"));
            format!(" at {}{line}", one_line(&clip(&origin::path_of(url), 120)))
        });
        lines.push(format!("{} {}{place}", entry.level.as_str(), quote_clipped(&entry.text, 300)));
        rows.push(json!({
            "level": entry.level.as_str(), "text": entry.text, "url": entry.url, "line": entry.line,
            "column": entry.column, "at_ms": entry.at_ms,
        }));
    }
    Ok(listed("console messages", lines, rows, found.missed))
}

fn requests(held: &Held, filter: Option<&Find>) -> Result<Outcome, Failure> {
    let page = held.tab.page()?;
    let found = page.requests_since(0);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for request in found.entries.iter().rev() {
        let line = request_line(request, &held.tab.url());
        if filter.is_some_and(|filter| !filter.matches_text(&line)) {
            continue;
        }
        lines.push(line);
        rows.push(request_json(request));
    }
    Ok(listed("requests", lines, rows, found.missed))
}

fn request_line(request: &Request, page: &str) -> String {
    let same = origin::origin_of(&request.url) == origin::origin_of(page);
    let path = if same { origin::path_of(&request.url) } else { request.url.to_string() };
    let end = match (&request.progress, request.status) {
        (Progress::Failed(why), _) => one_line(why),
        (_, Some(status)) => status.to_string(),
        (Progress::Pending, None) => "pending".to_owned(),
        (_, None) => "no answer".to_owned(),
    };
    let took = request.duration_ms.map_or_else(String::new, |ms| format!(", {} ms", ms.round()));
    format!(
        "{} {} {} -> {end} ({}{took})",
        request.id,
        one_line(&request.method),
        one_line(&clip(&path, 200)),
        one_line(&request.kind)
    )
}

fn request_json(request: &Request) -> Value {
    json!({
        "id": request.id, "method": request.method, "url": request.url, "type": request.kind, "status": request.status,
        "mime": request.mime, "from_cache": request.from_cache, "at_ms": request.at_ms, "duration_ms": request.duration_ms,
        "failed": match &request.progress { Progress::Failed(why) => Some(why.clone()), _ => None },
        "initiator": request.initiator, "initiator_url": request.initiator_url, "initiator_line": request.initiator_line,
        "wire_bytes": request.wire_bytes,
    })
}

fn request_id(given: &str) -> Result<RequestHandle, Failure> {
    given.parse().map_err(|error| Failure::new(Code::InvalidArgument, format!("argument \"id\": {error}")))
}

/// The tab of the task whose page still keeps this request.
fn tab_of_request(ctx: &Ctx, id: RequestHandle) -> Option<Arc<Tab>> {
    ctx.task.tabs().into_iter().find(|tab| tab.page().is_ok_and(|page| page.request(id).is_some()))
}

async fn one_request(ctx: &Ctx, held: &Held, observe: &Permit<Observe>, id: &str) -> Result<Outcome, Failure> {
    let page = held.tab.page()?;
    let handle = request_id(id)?;
    let Some(request) = page.request(handle) else {
        return Err(Failure::new(Code::InvalidArgument, format!("no request {handle} is kept"))
            .next("browser_inspect {\"what\":\"requests\"}"));
    };
    let mut headline = request_line(&request, "");
    if let Some(by) = &request.initiator_url {
        let line = request.initiator_line.map_or_else(String::new, |line| format!(":{line}"));
        headline.push_str(&format!(", started at {}{line}", one_line(&clip(&origin::path_of(by), 120))));
    }
    let mut outcome = Outcome::done(headline);
    let mut entry = request_json(&request);
    entry["request_headers"] = json!(request.request_headers);
    entry["response_headers"] = json!(request.response_headers);
    let mut body = String::new();
    let deadline = ctx.within(std::time::Duration::from_secs(5));
    if request.has_body {
        match page.request_body(observe, handle, deadline).await {
            Ok(sent) => {
                let shown = shown_body(&Body::Text(sent));
                let _ = writeln!(body, "sent {shown}");
                entry["sent"] = json!(shown);
            }
            Err(error) => outcome.warnings.push(format!("what was sent is not to be had: {error}")),
        }
    }
    match page.response_body(observe, handle, deadline).await {
        Ok(got) => {
            let shown = shown_body(&got);
            let _ = writeln!(body, "got {shown} ({})", one_line(request.mime.as_deref().unwrap_or("no type")));
            entry["got"] = json!(shown);
        }
        Err(error) => outcome.warnings.push(format!("the answer's body is not to be had: {error}")),
    }
    outcome.body = body;
    Ok(outcome.field("entry", entry))
}

/// A body on one line, secrets masked; other than text: its size.
fn shown_body(body: &Body) -> String {
    match body {
        Body::Text(text) => {
            let masked = match serde_json::from_str::<Value>(text) {
                Ok(mut value) => {
                    tabward_model::redact::json(&mut value);
                    value.to_string()
                }
                Err(_) => tabward_model::redact::text(text).into_owned(),
            };
            one_line(&clip(&masked, BODY))
        }
        Body::Bytes(bytes) => {
            use sha2::Digest as _;
            let digest = sha2::Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            });
            format!("{} bytes, sha256 {digest}", bytes.len())
        }
    }
}

async fn downloads(ctx: &Ctx, held: &Held, filter: Option<&Find>) -> Result<Outcome, Failure> {
    let page = held.tab.page()?;
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for download in page.downloads().iter().rev() {
        if filter.is_some_and(|filter| !filter.matches_text(&download.suggested_name)) {
            continue;
        }
        let state = match download.state {
            DownloadState::Running => "running",
            DownloadState::Done => "complete",
            DownloadState::Cancelled => "cancelled",
        };
        let (_, row) = saved(&ctx.hub, &held.tab, download).await;
        lines.push(format!("{state} {} {} bytes", quote_clipped(&download.suggested_name, 120), download.received));
        rows.push(row);
    }
    Ok(listed("downloads", lines, rows, 0))
}

/// A complete download in our words.
pub(crate) fn complete(download: &Download) -> String {
    format!("download complete: {}, {} bytes", quote_clipped(&download.suggested_name, 120), download.received)
}

/// Where a download lies, as lines and as JSON.
pub(crate) async fn saved(hub: &Arc<Hub>, tab: &Arc<Tab>, download: &Download) -> (Vec<String>, Value) {
    let kept = keep(hub, tab, download).await;
    let mut row = json!({
        "name": download.suggested_name, "bytes": download.received, "source": download.url,
        "state": match download.state {
            DownloadState::Running => "running",
            DownloadState::Done => "complete",
            DownloadState::Cancelled => "cancelled",
        },
    });
    let mut lines = Vec::new();
    match kept {
        Ok(Some((path, sha256))) => {
            lines.push(format!("saved {}", one_line(&path.display().to_string())));
            row["path"] = json!(path);
            row["sha256"] = json!(sha256);
        }
        Ok(None) => {}
        Err(error) => lines.push(format!("the file could not be kept: {error}")),
    }
    (lines, row)
}

/// A download is complete: its file gets the name that the page gave it, in the task's own folder.
pub(crate) async fn downloaded(hub: &Arc<Hub>, tab: &Arc<Tab>, download: &Download) {
    if let Err(error) = keep(hub, tab, download).await {
        tracing::warn!(%error, "keeping a download");
    }
}

/// So much of a download's random id tells the downloads of one task apart.
const GUID: usize = 8;

async fn keep(hub: &Arc<Hub>, tab: &Arc<Tab>, download: &Download) -> std::io::Result<Option<(PathBuf, String)>> {
    if download.state != DownloadState::Done {
        return Ok(None);
    }
    let Some(instance) = hub.instance(&tab.target.instance) else { return Ok(None) };
    let Some(folder) = instance.downloads.clone() else {
        return Ok(download.path.clone().map(|path| (path, String::new())));
    };
    let from = folder.join(safe_name(&download.guid));
    let task = tab.task.as_str().rsplit_once('#').map_or(tab.task.as_str(), |(_, id)| id).to_owned();
    let to = hub.paths.state.join("t").join(safe_name(&task)).join(safe_name(prefix(&download.guid, GUID)));
    let name = safe_name(&download.suggested_name);
    tokio::task::spawn_blocking(move || {
        crate::platform::make_private_dir(&to)?;
        let to = to.join(name);
        if from.is_file() {
            std::fs::rename(&from, &to)
                .or_else(|_| std::fs::copy(&from, &to).and_then(|_| std::fs::remove_file(&from)))?;
        }
        use sha2::Digest as _;
        let mut hash = sha2::Sha256::new();
        let (mut file, mut chunk) = (std::fs::File::open(&to)?, vec![0; 64 << 10]);
        loop {
            match std::io::Read::read(&mut file, &mut chunk)? {
                0 => break,
                count => hash.update(&chunk[..count]),
            }
        }
        let digest = hash.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        Ok(Some((to, digest)))
    })
    .await
    .map_err(std::io::Error::other)?
}

/// A file name that stays in its folder, is not hidden, and is short enough.
fn safe_name(given: &str) -> String {
    let name: String =
        given
            .chars()
            .map(|c| {
                if c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|') {
                    '_'
                } else {
                    c
                }
            })
            .collect();
    let name = name.trim().trim_start_matches('.');
    let name = tabward_model::text::prefix(name, 120);
    if name.is_empty() { "download".to_owned() } else { name.to_owned() }
}
