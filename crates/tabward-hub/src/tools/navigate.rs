//! Opening pages: `browser_navigate`.

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::capability::Read;
use tabward_model::origin::Verdict;
use tabward_model::outcome::NavigationEffect;
use tabward_model::ownership::Cause;
use tabward_model::{Cap, Code, Effect, Failure, Outcome, Permit};
use tabward_page::page::navigate::Arrival;
use tabward_page::read::challenge::challenge;
use tabward_page::snapshot::{RenderOptions, SnapshotOptions};
use tokio::time::Instant;
use url::Url;

use crate::dispatch::{Ctx, Held, run};
use crate::tab::Tab;
use crate::tools::{Annotations, Tool, schema};

/// Open a URL, or go back, forward or reload. Returns the page as browser_snapshot does. Without tab it uses your only tab, or opens one.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Navigate {
    /// URL, or "back", "forward", "reload"
    pub url: String,
    /// Tab, e.g. "t2". Not needed with a ref.
    #[serde(default)]
    pub tab: Option<String>,
    /// In a new tab
    #[serde(default)]
    pub new_tab: bool,
    /// Return only lines of the page with this text
    #[serde(default)]
    pub find: Option<String>,
    /// Browser to open a new tab in, from browser_tabs
    #[serde(default)]
    pub browser: Option<String>,
    /// Any name; agents that work in parallel each use their own
    #[serde(default)]
    pub task: Option<String>,
}

/// `browser_navigate`
pub static NAVIGATE: Tool = Tool {
    name: "browser_navigate",
    core: true,
    contract: true,
    mutating: true,
    capability: Cap::Navigate,
    annotations: Annotations { read_only: false, destructive: Some(false), idempotent: false, open_world: None },
    schema: schema::of::<Navigate>,
    answers: &[("final_url", "string"), ("title", "string")],
    run: run!(navigate),
};

async fn navigate(ctx: Ctx, arguments: Navigate) -> Result<Outcome, Failure> {
    let to = destination(&arguments.url)?;
    if let Destination::Open(url) = &to {
        // Judged before anything is opened; every commit on the way is judged again.
        match crate::read(&ctx.hub.doors).judge(url) {
            Verdict::Allowed => {}
            Verdict::Scheme => {
                return Err(Failure::new(Code::SchemeForbidden, "pages of this scheme are never opened. Not done."));
            }
            Verdict::Origin => {
                return Err(Failure::new(
                    Code::OriginForbidden,
                    "this origin is a debugging endpoint, a door of tabward or denied by the settings. Not done.",
                ));
            }
        }
    }
    let mut warnings = Vec::new();
    let (held, opened) = held_tab(&ctx, &arguments, &to, &mut warnings).await?;
    let tab = &held.tab;
    let permit: Permit<tabward_model::capability::Navigate> = held.permit()?;
    let page = tab.page()?;
    let result = match &to {
        Destination::Open(url) => page.navigate(&permit, url, ctx.deadline).await,
        Destination::Back => page.history(&held.permit()?, &permit, -1, ctx.deadline).await,
        Destination::Forward => page.history(&held.permit()?, &permit, 1, ctx.deadline).await,
        Destination::Reload => page.reload(&permit, false, ctx.deadline).await,
    };
    let arrived = match result {
        Ok(arrived) => arrived,
        Err(error) => {
            let mut failure = ctx.failure_of(tab, None, &error);
            if opened {
                failure.details.push(format!("{} was opened for it", tab.handle));
            }
            return Err(failure);
        }
    };
    let mut outcome = Outcome::done(if opened && (arguments.new_tab || ctx.task.tabs().len() > 1) {
        format!("opened {}", tab.handle)
    } else {
        String::new()
    });
    outcome.warnings = warnings;
    tab.set_url(&arrived.url);
    match arrived.arrival {
        Arrival::Document => {}
        Arrival::SameDocument => outcome.notes.push("the same document, at another place in it".to_owned()),
        Arrival::Download => outcome
            .notes
            .push("it is a download; the page stayed. next: browser_wait {\"event\":\"download\"}".to_owned()),
        Arrival::NoContent => outcome.notes.push("the server had nothing to show; the page stayed".to_owned()),
    }
    if let Some(status) = arrived.status.filter(|status| *status >= 400) {
        outcome.warnings.push(format!("the server answered {status}"));
        outcome.fields.insert("http_status".to_owned(), status.into());
    }
    if !arrived.loaded && arrived.arrival == Arrival::Document {
        outcome.warnings.push("the page was still loading".to_owned());
    }
    outcome.effect = Some(Effect {
        navigation: Some(NavigationEffect {
            url: arrived.url.to_string(),
            cause: Cause::Task,
            same_document: arrived.arrival == Arrival::SameDocument,
        }),
        ..Effect::default()
    });
    let read: Permit<Read> = held.permit()?;
    if let Some(dialog) = page.dialog() {
        outcome
            .notes
            .push(format!("dialog {} is open; next: browser_dialog {{\"action\":\"accept\"}}", dialog.describe()));
    } else {
        let end = ctx.deadline.max(Instant::now() + std::time::Duration::from_secs(2));
        // A wall that only a person can pass is looked for side by side with reading the page.
        let main = page.main_frame().map_err(|error| ctx.failure_of(tab, None, &error))?;
        let options = SnapshotOptions::default();
        let (outline, wall) = tokio::join!(ctx.outline(tab, &read, &options, end), async {
            if arguments.find.is_some() { Ok(None) } else { challenge(page, &read, &main.id, end).await }
        });
        let outline = outline?;
        match &arguments.find {
            Some(find) => {
                let find = crate::tools::read::find_of(find)?;
                let max_tokens = ctx.common.max_tokens.unwrap_or(crate::look::PAGE);
                let rendered = outline.find(&find, &RenderOptions { max_tokens, ..RenderOptions::default() });
                outcome.notes.extend(rendered.notes);
                outcome.body = rendered.text;
                ctx.keep(tab, &outline);
            }
            None => {
                ctx.show_page(tab, &outline, &mut outcome, ctx.common.max_tokens.unwrap_or(crate::look::PAGE));
                // It is said before the page.
                if let Ok(Some(wall)) = wall {
                    outcome.notes.insert(0, format!("needs a person: {}", wall.what));
                    outcome.fields.insert("human_required".to_owned(), serde_json::to_value(&wall).unwrap_or_default());
                }
            }
        }
    }
    let mut info = tab.page_info(held.step, true);
    info.whole_url = true;
    outcome.page = Some(info);
    Ok(outcome.field("final_url", tabward_model::redact::url(&arrived.url).into_owned()).field("title", tab.title()))
}

/// Where to go.
#[derive(Debug)]
enum Destination {
    Open(String),
    Back,
    Forward,
    Reload,
}

fn destination(given: &str) -> Result<Destination, Failure> {
    let given = given.trim();
    match given {
        "back" => return Ok(Destination::Back),
        "forward" => return Ok(Destination::Forward),
        "reload" => return Ok(Destination::Reload),
        "" => return Err(Failure::new(Code::InvalidArgument, "argument \"url\" is empty")),
        _ => {}
    }
    if let Ok(url) = Url::parse(given)
        // `localhost:8080` parses as a scheme, which no address of ours has.
        && (url.has_host() || matches!(url.scheme(), "about" | "data" | "blob" | "file" | "javascript" | "view-source" | "chrome"))
    {
        return Ok(Destination::Open(url.into()));
    }
    let host = given.split(['/', '?', '#']).next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default();
    let local = name == "localhost" || name.parse::<std::net::Ipv4Addr>().is_ok() || host.starts_with('[');
    let scheme = if local { "http" } else { "https" };
    if (local || name.contains('.')) && !given.contains(char::is_whitespace) {
        return Url::parse(&format!("{scheme}://{given}"))
            .map(|url| Destination::Open(url.into()))
            .map_err(|error| Failure::new(Code::InvalidArgument, format!("argument \"url\": {error}")));
    }
    Err(Failure::new(
        Code::InvalidArgument,
        format!("argument \"url\" is no address: {}", tabward_model::text::quote_clipped(given, 100)),
    ))
}

/// The tab that is named, the task's only one, or a new one.
async fn held_tab(
    ctx: &Ctx,
    arguments: &Navigate,
    to: &Destination,
    warnings: &mut Vec<String>,
) -> Result<(Held, bool), Failure> {
    let named = arguments.tab.is_some() || ctx.common.tab_id.is_some();
    if named && arguments.new_tab {
        return Err(Failure::new(Code::InvalidArgument, "arguments \"tab\" and \"new_tab\" exclude each other"));
    }
    if !arguments.new_tab {
        match ctx.which(&[]) {
            Ok((tab, step)) if named || reusable(ctx, &tab)? => return Ok((ctx.hold(tab, step).await?, false)),
            Ok(_) => {}
            Err(failure) if failure.code == Code::TabNotFound && !named && matches!(to, Destination::Open(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    let Destination::Open(_) = to else {
        return Err(Failure::new(Code::TabNotFound, "the task has no tab to go back, forward or reload in")
            .next("browser_navigate {\"url\":\"…\"}"));
    };
    let (instance, step) = ctx.instance(warnings).await?;
    let _one = ctx.task.opening.lock().await;
    // Another first call of the task may have opened one meanwhile.
    if !arguments.new_tab
        && let Ok((tab, step)) = ctx.which(&[])
    {
        return Ok((ctx.hold(tab, step).await?, false));
    }
    let tab = ctx.open_tab(&instance, step).await?;
    Ok((ctx.hold(tab, step).await?, true))
}

/// Whether the task's only tab is in the browser that the call names, if it names one.
fn reusable(ctx: &Ctx, tab: &Tab) -> Result<bool, Failure> {
    if ctx.common.session.is_some() && ctx.wanted_instance()?.is_none() {
        // A session that must be made first: the tab is in another browser.
        return Ok(false);
    }
    Ok(ctx.wanted_instance()?.is_none_or(|instance| instance == tab.target.instance) && !tab.is_gone())
}
