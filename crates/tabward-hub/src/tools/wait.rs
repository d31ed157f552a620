//! Waiting: `browser_wait`, `browser_wait_for_selector`.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use tabward_model::capability::{CleanUp, Read, Script};
use tabward_model::{Cap, Code, Failure, Outcome, Permit};
use tabward_page::wait::{Condition, Eyes, Happening, State};
use tokio::time::Instant;

use crate::dispatch::{Ctx, Held, run};
use crate::tab::Lane;
use crate::tools::{Annotations, Selector, Tool, schema};

/// Something that happens to a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum WaitEvent {
    Download,
    Dialog,
    Popup,
    Idle,
}

/// Wait until all that is named is true, at most 25 s; says what it saw last.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wait {
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub text: Option<String>,
    /// Text or selector
    #[serde(default)]
    pub gone: Option<String>,
    /// Visible
    #[serde(default)]
    pub selector: Option<Selector>,
    /// Part or glob
    #[serde(default)]
    pub url: Option<String>,
    #[serde(default)]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub event: Option<WaitEvent>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 600))]
    #[expect(missing_docs, reason = "the listing stays short")]
    pub seconds: Option<f64>,
    /// Expression or function body that becomes true; needs the script capability
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub function: Option<String>,
    /// No change of the page for so long
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub dom_stable_ms: Option<u64>,
    /// No request under way for so long
    #[serde(default)]
    #[schemars(extend("x-full" = true))]
    pub network_idle_ms: Option<u64>,
}

/// A state of a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum SelectorState {
    #[default]
    Visible,
    Hidden,
    Attached,
    Detached,
}

/// Wait until a selector is visible, hidden, attached or detached.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WaitForSelector {
    /// As in browser_click
    pub selector: Selector,
    /// Default visible
    #[serde(default)]
    pub state: Option<SelectorState>,
    /// Default 8000
    #[serde(default)]
    #[schemars(range(min = 1, max = 600_000))]
    pub timeout_ms: Option<u64>,
}

/// `browser_wait`
pub static WAIT: Tool = Tool {
    name: "browser_wait",
    core: true,
    contract: false,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<Wait>,
    answers: &[],
    run: run!(wait),
};

/// `browser_wait_for_selector`
pub static WAIT_FOR_SELECTOR: Tool = Tool {
    name: "browser_wait_for_selector",
    core: false,
    contract: true,
    mutating: false,
    capability: Cap::Read,
    annotations: Annotations { read_only: true, destructive: None, idempotent: false, open_world: None },
    schema: schema::of::<WaitForSelector>,
    answers: &[],
    run: run!(wait_for_selector),
};

async fn wait(ctx: Ctx, arguments: Wait) -> Result<Outcome, Failure> {
    let selectors: Vec<&str> = arguments.selector.iter().map(String::as_str).collect();
    let dialog = arguments.event == Some(WaitEvent::Dialog);
    // An open dialog is what is waited for, not a hindrance.
    let held = ctx.tab_in(&selectors, if dialog { Lane::Control } else { Lane::Ordered }).await?;
    let read: Permit<Read> = held.permit()?;
    let mut conditions = Vec::new();
    if let Some(text) = arguments.text {
        conditions.push(Condition::Text(text));
    }
    if let Some(gone) = arguments.gone {
        conditions.push(gone_condition(&ctx, &held, gone)?);
    }
    let mut how = None;
    if let Some(selector) = &arguments.selector {
        let (target, how_read) = ctx.target(&held.tab, selector, None)?;
        how = how_read;
        conditions.push(Condition::Element { target, state: State::Visible, told: selector.clone() });
    }
    if let Some(url) = arguments.url {
        conditions.push(Condition::Url(url));
    }
    let script: Option<Permit<Script>> = match arguments.function {
        Some(function) => {
            conditions.push(Condition::Function(function));
            // The gate decides on scripts here as it does for browser_evaluate.
            Some(held.permit()?)
        }
        None => None,
    };
    conditions.extend(arguments.dom_stable_ms.map(|ms| Condition::DomStable(Duration::from_millis(ms))));
    conditions.extend(arguments.network_idle_ms.map(|ms| Condition::NetworkIdle(Duration::from_millis(ms))));
    conditions.extend(arguments.event.map(|event| {
        Condition::Event(match event {
            WaitEvent::Download => Happening::Download,
            WaitEvent::Dialog => Happening::Dialog,
            WaitEvent::Popup => Happening::Popup,
            WaitEvent::Idle => Happening::Idle,
        })
    }));
    if let Some(seconds) = arguments.seconds {
        let time = Duration::try_from_secs_f64(seconds)
            .map_err(|_| Failure::new(Code::InvalidArgument, "argument \"seconds\" must be 0 or more"))?;
        conditions.push(Condition::Time(time));
    }
    if conditions.is_empty() {
        return Err(Failure::new(
            Code::InvalidArgument,
            "say what to wait for: text, gone, selector, url, event or seconds",
        ));
    }
    let before = if dialog { None } else { Some(ctx.before(&held.tab, &read).await?) };
    let clean_up: Permit<CleanUp> = held.permit()?;
    let eyes = Eyes { read: &read, script: script.as_ref().map(|script| (script, &clean_up)) };
    let page = held.tab.page()?;
    let report = match tabward_page::wait::wait(page, eyes, &conditions, ctx.deadline).await {
        Ok(report) => report,
        Err(error) => {
            return Err(ctx.act_failure(&held.tab, arguments.selector.as_deref().unwrap_or_default(), &error).await);
        }
    };
    let mut outcome = Outcome::done(if let Some(download) = &report.download {
        crate::tools::observe::complete(download)
    } else {
        let saw: Vec<&str> = report.saw.iter().flatten().map(String::as_str).collect();
        if saw.is_empty() { "seen".to_owned() } else { format!("saw {}", saw.join(", ")) }
    });
    if let Some(download) = &report.download {
        let (lines, json) = crate::tools::observe::saved(&ctx.hub, &held.tab, download).await;
        outcome.notes.extend(lines);
        outcome.fields.insert("download".to_owned(), json);
        outcome.page_untold = true;
    }
    if let Some(dialog) = &report.dialog {
        outcome.fields.insert("dialog".to_owned(), dialog.to_json());
        outcome.notes.push("next: browser_dialog {\"action\":\"accept\"} or {\"action\":\"dismiss\"}".to_owned());
    }
    if report.popup.is_some() {
        let tabs = std::mem::take(&mut crate::lock(&held.tab.fresh).tabs);
        outcome.notes.extend(tabs.iter().map(|tab| format!("opened {tab}")));
        outcome.fields.insert("tabs".to_owned(), serde_json::json!(tabs));
    }
    outcome.warnings.extend(how);
    if let Some(before) = before
        && page.dialog().is_none()
        && report.download.is_none()
    {
        ctx.show_changes(&held, &before, &read, &mut outcome).await;
    }
    Ok(outcome)
}

/// `gone` names a selector if it has the form of one, else a text.
fn gone_condition(ctx: &Ctx, held: &Held, gone: String) -> Result<Condition, Failure> {
    let reading = tabward_page::selector::read(&gone);
    let selector = reading.is_ok_and(|reading| reading.selector.is_explicit());
    Ok(if selector {
        let (target, _) = ctx.target(&held.tab, &gone, None)?;
        Condition::Element { target, state: State::Hidden, told: gone }
    } else {
        Condition::Gone(gone)
    })
}

async fn wait_for_selector(ctx: Ctx, arguments: WaitForSelector) -> Result<Outcome, Failure> {
    let held = ctx.tab(&[&arguments.selector]).await?;
    let read: Permit<Read> = held.permit()?;
    let (target, how_read) = ctx.target(&held.tab, &arguments.selector, None)?;
    let state = match arguments.state.unwrap_or_default() {
        SelectorState::Visible => State::Visible,
        SelectorState::Hidden => State::Hidden,
        SelectorState::Attached => State::Attached,
        SelectorState::Detached => State::Detached,
    };
    let bound = Duration::from_millis(arguments.timeout_ms.unwrap_or(8000));
    let conditions = [Condition::Element { target, state, told: arguments.selector.clone() }];
    let page = held.tab.page()?;
    let eyes = Eyes { read: &read, script: None };
    match tabward_page::wait::wait(page, eyes, &conditions, Instant::now() + bound).await {
        Ok(report) => {
            let saw: Vec<&str> = report.saw.iter().flatten().map(String::as_str).collect();
            let mut outcome =
                Outcome::done(if saw.is_empty() { "seen".to_owned() } else { format!("saw {}", saw.join(", ")) });
            outcome.warnings.extend(how_read);
            Ok(outcome)
        }
        Err(error) => Err(ctx.act_failure(&held.tab, &arguments.selector, &error).await),
    }
}
