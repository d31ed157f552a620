//! Which tab a call means, its turn in the tab's queue, and the gate.

use std::sync::Arc;

use serde_json::{Map, Value};
use tabward_model::caller::Caller;
use tabward_model::resolve::Step;
use tabward_model::{Capability, Code, Failure, Permit, Ref, Refusal, TabHandle};

use crate::dispatch::Ctx;
use crate::hub::Hub;
use crate::tab::{Lane, Tab, Turn};
use crate::tools::Common;

/// A tab that a call may work on, and its turn there.
#[derive(Debug)]
pub struct Held {
    /// The tab.
    pub tab: Arc<Tab>,
    /// Which step of the order of resolution decided.
    pub step: Step,
    ctx: Ctx,
    _turn: Option<Turn>,
}

impl Held {
    /// Asks the gate.
    pub fn permit<C: Capability>(&self) -> Result<Permit<C>, Failure> {
        self.ctx.permit(&self.tab)
    }
}

impl Ctx {
    /// Asks the gate for a capability on a tab.
    pub fn permit<C: Capability>(&self, tab: &Tab) -> Result<Permit<C>, Failure> {
        let grants = self.hub.settings.grants(&self.task.workspace);
        tab.permit(&self.task.id, &grants).map_err(|refusal| refused(refusal, tab))
    }

    /// The tab that the call means, after its turn has come and the gate has let the tool's capability through. Mutating
    /// calls are written down here.
    pub async fn tab(&self, own: &[&str]) -> Result<Held, Failure> {
        let held = self.tab_in(own, Lane::Ordered).await?;
        self.record_intent().await?;
        Ok(held)
    }

    /// As [`Self::tab`], in a lane; the intent is left to the caller.
    pub async fn tab_in(&self, own: &[&str], lane: Lane) -> Result<Held, Failure> {
        let (tab, step) = self.which(own)?;
        self.note_target(&tab, step);
        self.check_capability(&tab)?;
        let turn = match lane {
            Lane::Control => None,
            Lane::Ordered => Some(tab.turn(self.deadline).await?),
        };
        // What was allowed when the call came in may not be so any more when its turn comes.
        self.check_capability(&tab)?;
        if lane == Lane::Ordered {
            tab.check_answers()?;
        }
        self.note_target(&tab, step);
        Ok(Held { tab, step, ctx: self.clone(), _turn: turn })
    }

    /// A turn on a tab that is known already.
    pub async fn hold(&self, tab: Arc<Tab>, step: Step) -> Result<Held, Failure> {
        self.note_target(&tab, step);
        self.check_capability(&tab)?;
        let turn = tab.turn(self.deadline).await?;
        self.check_capability(&tab)?;
        tab.check_answers()?;
        self.note_target(&tab, step);
        self.record_intent().await?;
        Ok(Held { tab, step, ctx: self.clone(), _turn: Some(turn) })
    }

    fn check_capability(&self, tab: &Tab) -> Result<(), Failure> {
        let grants = self.hub.settings.grants(&self.task.workspace);
        tab.allows(self.tool.capability, &self.task.id, &grants).map_err(|refusal| refused(refusal, tab))
    }

    /// The tab that is named, or the task's only one.
    pub fn which(&self, selectors: &[&str]) -> Result<(Arc<Tab>, Step), Failure> {
        if let Some(tab) = named(&self.hub, &self.caller, &self.common, selectors)? {
            return Ok((tab, Step::Tab));
        }
        let wanted = self.wanted_instance()?;
        let tabs: Vec<_> = self
            .task
            .tabs()
            .into_iter()
            .filter(|tab| !tab.is_gone())
            .filter(|tab| wanted.as_ref().is_none_or(|instance| tab.target.instance == *instance))
            .collect();
        match tabs.as_slice() {
            [only] => Ok((Arc::clone(only), if wanted.is_some() { Step::Instance } else { Step::Task })),
            [] => Err(self.no_tab()),
            several => {
                let mut failure = Failure::new(Code::AmbiguousTarget, "the task has several tabs; name one");
                for tab in several {
                    failure = failure.detail(tab.line());
                }
                Err(failure.next(format!("repeat the call with \"tab\":\"{}\"", several[several.len() - 1].handle)))
            }
        }
    }

    fn no_tab(&self) -> Failure {
        if let Some(instance) = self.task.instance()
            && self.hub.instance(&instance).is_none()
        {
            return Failure::new(
                Code::BrowserGone,
                "the browser that this task worked in has ended; its tabs are gone",
            )
            .next("browser_task {\"action\":\"finish\"}, then browser_navigate to start anew");
        }
        Failure::new(Code::TabNotFound, "the task has no tab yet").next("browser_navigate {\"url\":\"…\"}")
    }

    /// The instance that the arguments name, if they name one.
    pub fn wanted_instance(&self) -> Result<Option<tabward_model::InstanceId>, Failure> {
        if let Some(name) = self.common.browser_instance_id.as_deref().or(self.common.browser.as_deref()) {
            return self.hub.named_instance(name).map(Some);
        }
        if let Some(spec) = &self.common.session {
            return Ok(self.hub.session_instance(spec, &self.who()));
        }
        Ok(None)
    }
}

/// A refusal as a failure; it tells nothing of the page.
pub(crate) fn refused(refusal: Refusal, tab: &Tab) -> Failure {
    let message = format!("{}: {refusal}. Not done.", tab.handle);
    let failure = Failure::new(refusal.code(), message);
    match refusal {
        Refusal::NotOwned => failure.next("browser_navigate with \"new_tab\":true to work in a tab of your own"),
        Refusal::OtherTask => failure.next("work in your own tabs: browser_tabs {\"action\":\"list\"}"),
        Refusal::TakenOver => {
            failure.next("leave this tab to the person; browser_navigate with \"new_tab\":true to go on")
        }
        Refusal::NotGranted(cap) => {
            let name = serde_json::to_value(cap).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
            failure.next(format!("ask the person to add \"{name}\" to [grants] in config.toml"))
        }
        Refusal::NotConfirmed => failure.next("ask the person"),
        Refusal::Scheme | Refusal::Origin => failure.next("browser_navigate to another page"),
        Refusal::Gone => failure.next("browser_tabs {\"action\":\"list\"}"),
    }
}

/// The tab that the arguments name: a handle, the pair of ids, or a ref that a selector begins with. Two that disagree are
/// refused.
pub(crate) fn named_tab(
    hub: &Arc<Hub>,
    caller: &Caller,
    common: &Common,
    own: &Map<String, Value>,
) -> Result<Option<Arc<Tab>>, Failure> {
    let mut selectors: Vec<&str> =
        ["selector", "root", "submit"].iter().filter_map(|name| own.get(*name).and_then(Value::as_str)).collect();
    for field in own.get("fields").and_then(Value::as_array).into_iter().flatten() {
        selectors.extend(field.get("selector").and_then(Value::as_str));
    }
    named(hub, caller, common, &selectors)
}

fn named(hub: &Arc<Hub>, caller: &Caller, common: &Common, selectors: &[&str]) -> Result<Option<Arc<Tab>>, Failure> {
    let mut found: Option<Arc<Tab>> = None;
    let mut take = |tab: Arc<Tab>, by: &str| match &found {
        Some(before) if before.handle != tab.handle => Err(Failure::new(
            Code::InvalidArgument,
            format!("{by} is in {}, but the call also names {}", tab.handle, before.handle),
        )),
        _ => {
            found = Some(tab);
            Ok(())
        }
    };
    if let Some(given) = &common.tab {
        take(hub.tab_named(given)?, given)?;
    }
    match (&common.browser_instance_id, &common.tab_id) {
        (Some(instance), Some(tab_id)) => take(hub.tab_of_pair(instance, tab_id)?, tab_id)?,
        (None, Some(_)) => {
            return Err(Failure::new(
                Code::InvalidArgument,
                "argument \"tab_id\" means nothing without \"browser_instance_id\"",
            ));
        }
        _ => {}
    }
    for selector in selectors {
        let Some(reference) = leading_ref(selector) else { continue };
        match hub.refs.tab_of(&caller.id, reference) {
            Some(handle) => match hub.tab(handle) {
                Some(tab) => take(tab, &reference.to_string())?,
                None => {
                    return Err(Failure::new(
                        Code::StaleRef,
                        format!("{reference} was in {handle}, which is closed. Not done."),
                    )
                    .next("browser_tabs {\"action\":\"list\"}"));
                }
            },
            None => {
                return Err(Failure::new(Code::StaleRef, format!("{reference} is not a ref of yours. Not done."))
                    .next("browser_snapshot {}"));
            }
        }
    }
    Ok(found)
}

/// The ref that a selector begins with: `e12`, or `e12 >> …`.
pub(crate) fn leading_ref(selector: &str) -> Option<Ref> {
    let first = selector.trim_start();
    let end = first.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(first.len());
    let rest = first[end..].trim_start();
    (rest.is_empty() || rest.starts_with(">>")).then(|| first[..end].parse::<Ref>().ok()).flatten()
}

impl Hub {
    /// The tab of a handle that a caller gave.
    pub fn tab_named(&self, given: &str) -> Result<Arc<Tab>, Failure> {
        let handle: TabHandle = given.trim().parse().map_err(|_| {
            Failure::new(
                Code::InvalidArgument,
                format!(
                    "argument \"tab\" must be a handle like t2, not {}",
                    tabward_model::text::quote_clipped(given, 60)
                ),
            )
        })?;
        match self.tab(handle) {
            Some(tab) => Ok(tab),
            None if self.is_users(handle) => Err(Failure::new(
                Code::TabNotOwned,
                format!("{handle} is the person's; only its title and origin may be listed. Not done."),
            )
            .next("browser_navigate with \"new_tab\":true to work in a tab of your own")),
            // LIFE-3: nothing else is used in its place.
            None if self.numbers.was_given("tabs", handle.0) => {
                Err(Failure::new(Code::TabGone, format!("{handle} is closed. Not done."))
                    .next("browser_tabs {\"action\":\"list\"}"))
            }
            None => Err(Failure::new(Code::TabNotFound, format!("there is no tab {handle}. Not done."))
                .next("browser_tabs {\"action\":\"list\"}")),
        }
    }
}
