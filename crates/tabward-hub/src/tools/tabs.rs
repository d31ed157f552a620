//! Tabs: `browser_tabs`.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tabward_model::capability::Close;
use tabward_model::ownership::Event;
use tabward_model::text::quote_clipped;
use tabward_model::{Cap, Failure, Outcome, Status, TabHandle, origin};

use crate::dispatch::{Ctx, run};
use crate::tools::{Annotations, Tool, schema};

/// What to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum TabsAction {
    List,
    Close,
    Keep,
}

/// list: browsers and tabs you may see. close, keep: your own tabs.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Tabs {
    #[expect(missing_docs, reason = "the listing stays short")]
    pub action: TabsAction,
}

/// `browser_tabs`
pub static TABS: Tool = Tool {
    name: "browser_tabs",
    core: true,
    contract: false,
    mutating: true,
    capability: Cap::List,
    annotations: Annotations { read_only: false, destructive: None, idempotent: false, open_world: Some(false) },
    schema: schema::of::<Tabs>,
    answers: &[
        ("tabs", "array"),
        ("instances", "array"),
        ("tab", "object"),
        ("closed", "boolean"),
        ("verified", "boolean"),
    ],
    run: run!(tabs),
};

async fn tabs(ctx: Ctx, arguments: Tabs) -> Result<Outcome, Failure> {
    match arguments.action {
        TabsAction::List => list(&ctx).await,
        TabsAction::Close => close(&ctx).await,
        TabsAction::Keep => keep(&ctx).await,
    }
}

/// The browsers and tabs: the task's own in full, other tasks' not at all, the person's by title and origin (OWN-2).
async fn list(ctx: &Ctx) -> Result<Outcome, Failure> {
    let mut body = String::new();
    let mut rows = Vec::new();
    let instances = ctx.hub.instances();
    for instance in &instances {
        let _ = writeln!(body, "{}", instance.line());
        let tasks_tabs = ctx.hub.tabs_of(&instance.id);
        for (id, seen) in instance.seen() {
            let owned = tasks_tabs.iter().find(|tab| tab.target.tab == id);
            if let Some(tab) = owned {
                if tab.task != ctx.task.id {
                    continue;
                }
                let state = match (tab.is_taken_over(), tab.is_kept()) {
                    (true, _) => "taken over by the person",
                    (false, true) => "yours, kept",
                    (false, false) => "yours",
                };
                let title = if seen.title.is_empty() { tab.title() } else { seen.title.clone() };
                let origin = origin::origin_of(&seen.url);
                let _ = writeln!(body, " {} {} {origin} ({state})", tab.handle, quote_clipped(&title, 80));
                rows.push(json!({
                    "browser_instance_id": instance.id, "tab_id": id, "handle": tab.handle, "title": title,
                    "origin": origin, "ownership": "managed",
                    "state": if tab.is_taken_over() { "taken_over" } else { "active" },
                    "task": ctx.task.name, "keep": tab.is_kept(),
                }));
            } else {
                let handle = match seen.handle {
                    Some(handle) => handle,
                    None => {
                        let number =
                            ctx.hub.numbers.next("tabs").await.map_err(|e| crate::dispatch::store_failure(&e))?;
                        instance.name_seen(&id, TabHandle(number));
                        TabHandle(number)
                    }
                };
                let origin = origin::origin_of(&seen.url);
                let _ = writeln!(body, " {handle} {} {origin} (the person's)", quote_clipped(&seen.title, 80));
                rows.push(json!({
                    "browser_instance_id": instance.id, "tab_id": id, "handle": handle, "title": seen.title,
                    "origin": origin, "ownership": "user",
                }));
            }
        }
    }
    let headline = match (instances.len(), rows.len()) {
        (0, _) => "no browser is connected; browser_navigate opens one".to_owned(),
        (browsers, tabs) => format!("{browsers} {}, {tabs} {}", plural(browsers, "browser"), plural(tabs, "tab")),
    };
    let mut outcome = Outcome::done(headline);
    outcome.body = body;
    let instances: Vec<Value> = instances.iter().map(|instance| instance.to_json()).collect();
    Ok(outcome.field("tabs", rows).field("instances", instances))
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

async fn close(ctx: &Ctx) -> Result<Outcome, Failure> {
    let (tab, step) = ctx.which(&[])?;
    ctx.note_target(&tab, step);
    let _: tabward_model::Permit<Close> = ctx.permit(&tab)?;
    ctx.record_intent().await?;
    let verified = ctx.hub.close_tab(&ctx.task, &tab).await?;
    let mut outcome = Outcome::done(format!("closed {}", tab.handle));
    if !verified {
        outcome.status = Status::Partial;
        outcome.warnings.push("the browser still lists it".to_owned());
    }
    Ok(outcome.field("closed", verified).field("verified", verified))
}

async fn keep(ctx: &Ctx) -> Result<Outcome, Failure> {
    let (tab, step) = ctx.which(&[])?;
    ctx.note_target(&tab, step);
    ctx.record_intent().await?;
    tab.apply(&Event::Keep { task: ctx.task.id.clone(), kept: true })
        .map_err(|refusal| crate::dispatch::refused(refusal, &tab))?;
    ctx.hub.write_tab(&tab, None, None).await.map_err(|e| crate::dispatch::store_failure(&e))?;
    let row = json!({
        "browser_instance_id": tab.target.instance, "tab_id": tab.target.tab, "handle": tab.handle, "keep": true,
    });
    Ok(Outcome::done(format!("{} outlives the task", tab.handle)).field("tab", row))
}
