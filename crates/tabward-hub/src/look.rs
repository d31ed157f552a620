//! Looking at a tab on behalf of a task: outlines with the caller's refs, elements by name, what changed since the last look,
//! and failures that name elements as the caller knows them.

use std::sync::Arc;
use std::time::Duration;

use tabward_model::capability::{Act, CleanUp, Read};
use tabward_model::{Code, Failure, Outcome, Permit, Ref, TabHandle, origin, text};
use tabward_page::act::{ActError, ActReport, Candidate, Consequences, ElementAt, ElementInfo, Target};
use tabward_page::selector;
use tabward_page::snapshot::{self, Likeness, Look, NodeKey, Outline, RefMinter as _, RenderOptions, SnapshotOptions};
use tabward_page::{FrameDoc, PageError};
use tokio::time::Instant;

use crate::dispatch::{Ctx, Held, store_failure};
use crate::tab::Tab;

/// Tokens of what changed after an action.
const CHANGES: usize = 400;
/// Tokens of what appeared between two calls.
const LATE: usize = 200;
/// Tokens of a page after a navigation.
pub const PAGE: usize = 2000;
/// How long a tab that the page opened may take to be attached to, before the answer goes without it.
const POPUP: Duration = Duration::from_secs(3);
/// At most so many candidates are listed.
const CANDIDATES: usize = 6;

/// The permits of an action.
#[derive(Debug)]
pub struct ActPermits {
    read: Permit<Read>,
    act: Permit<Act>,
    clean_up: Permit<CleanUp>,
}

impl ActPermits {
    /// Asks the gate for them.
    pub fn of(held: &Held) -> Result<Self, Failure> {
        Ok(Self { read: held.permit()?, act: held.permit()?, clean_up: held.permit()? })
    }

    /// As the page engine takes them.
    pub fn hands(&self) -> tabward_page::act::Hands<'_> {
        tabward_page::act::Hands { read: &self.read, act: &self.act, clean_up: &self.clean_up }
    }

    /// To look.
    pub fn read(&self) -> &Permit<Read> {
        &self.read
    }
}

/// What was known of a tab before an action.
#[derive(Debug)]
pub struct Before {
    look: Option<Arc<Look>>,
    overlays: Overlays,
    /// What appeared since the last answer, a line each.
    late: String,
}

/// Which overlays are open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Overlays {
    /// A dialog.
    pub dialog: bool,
    /// A menu or list of options.
    pub menu: bool,
}

impl Ctx {
    /// Looks at the tab: the outline, with refs of this caller.
    pub async fn outline(
        &self,
        tab: &Tab,
        read: &Permit<Read>,
        options: &SnapshotOptions,
        deadline: Instant,
    ) -> Result<Outline, Failure> {
        let page = tab.page()?;
        self.hub.refs.settle(&self.caller.id, &self.hub.numbers).await.map_err(|e| store_failure(&e))?;
        let mut minter = self.hub.refs.minter(&self.caller.id, tab.handle, &origin::path_of(&tab.url()));
        let outline = snapshot::take(page, read, options, &mut minter, deadline)
            .await
            .map_err(|error| self.failure_of(tab, None, &error))?;
        self.hub.refs.settle(&self.caller.id, &self.hub.numbers).await.map_err(|e| store_failure(&e))?;
        tab.set_title(&outline.title);
        Ok(outline)
    }

    /// The target that a selector names in a tab, and how it was read where that is not obvious.
    pub fn target(&self, tab: &Tab, given: &str, index: Option<i32>) -> Result<(Target, Option<String>), Failure> {
        let reading = selector::read(given)
            .map_err(|error| Failure::new(Code::InvalidArgument, format!("argument \"selector\": {error}")))?;
        let Some(number) = reading.selector.first_ref() else {
            return Ok((Target::selector(&reading.selector, index), reading.how_read));
        };
        let at = self.element_at(tab, Ref(number))?;
        let target = if reading.selector.steps.len() == 1 {
            Target::element(at)
        } else {
            Target::inside(at, &reading.selector, index)
        };
        Ok((target, reading.how_read))
    }

    fn element_at(&self, tab: &Tab, reference: Ref) -> Result<ElementAt, Failure> {
        match self.hub.refs.named(&self.caller.id, reference) {
            Some(named) if named.tab == tab.handle => {
                Ok(ElementAt { frame: named.key.frame, document: FrameDoc(named.key.document), id: named.key.node })
            }
            Some(named) => Err(Failure::new(
                Code::InvalidArgument,
                format!("{reference} is in {}, not in {}. Not done.", named.tab, tab.handle),
            )),
            None => Err(Failure::new(Code::StaleRef, format!("{reference} is not a ref of yours. Not done."))
                .next("browser_snapshot {}")),
        }
    }

    /// An element as answers name it: `button "Save" e23`.
    pub fn told(&self, tab: &Tab, element: &ElementInfo) -> String {
        format!("{element} {}", self.reference(tab.handle, tab, element))
    }

    /// An element that was acted on: without its role where the caller named it by ref, which it took from a line with it.
    pub fn acted_on(&self, tab: &Tab, element: &ElementInfo, selector: &str) -> String {
        if element.name.is_empty() || crate::dispatch::leading_ref(selector).is_none() {
            return self.told(tab, element);
        }
        format!("{} {}", self.reference(tab.handle, tab, element), text::quote_clipped(&element.name, 80))
    }

    /// The ref of an element at a place.
    pub fn reference_at(&self, tab: &Tab, at: &ElementAt, role: &str, name: &str) -> Ref {
        let element = ElementInfo { at: at.clone(), role: role.to_owned(), name: name.to_owned() };
        self.reference(tab.handle, tab, &element)
    }

    fn reference(&self, handle: TabHandle, tab: &Tab, element: &ElementInfo) -> Ref {
        let key = NodeKey { frame: element.at.frame.clone(), document: element.at.document.0, node: element.at.id };
        let likeness = Likeness { role: element.role.as_str().into(), name: element.name.as_str().into(), place: 0 };
        self.hub.refs.minter(&self.caller.id, handle, &origin::path_of(&tab.url())).mint(&key, &likeness)
    }

    /// What was seen of the tab before an action; a first look is taken where there was none of this document.
    pub async fn before(&self, tab: &Tab, read: &Permit<Read>) -> Result<Before, Failure> {
        let document = tab.document();
        let last = crate::lock(&tab.last_look).clone();
        if let Some((seen, look, overlays)) = last
            && Some(seen) == document
        {
            if !snapshot::changed(tab.page()?, read).await {
                return Ok(Before { look: Some(look), overlays, late: String::new() });
            }
            let outline =
                self.outline(tab, read, &SnapshotOptions::default(), self.within(Duration::from_secs(5))).await?;
            let changes = outline.changes_since(&look).render(LATE);
            let late = changes.lines().map(|line| format!("late {line}\n")).collect();
            return Ok(Before { overlays: self::overlays(&outline), look: Some(self.keep(tab, &outline)), late });
        }
        let outline = self.outline(tab, read, &SnapshotOptions::default(), self.within(Duration::from_secs(5))).await?;
        let overlays = overlays(&outline);
        let look = self.keep(tab, &outline);
        Ok(Before { look: Some(look), overlays, late: String::new() })
    }

    /// What was last seen of the tab, without looking.
    pub fn before_known(&self, tab: &Tab) -> Before {
        match crate::lock(&tab.last_look).clone() {
            Some((_, look, overlays)) => Before { look: Some(look), overlays, late: String::new() },
            None => Before { look: None, overlays: Overlays::default(), late: String::new() },
        }
    }

    /// Remembers what the caller is shown now.
    pub fn keep(&self, tab: &Tab, outline: &Outline) -> Arc<Look> {
        let look = Arc::new(outline.look());
        if let Some(document) = tab.document() {
            *crate::lock(&tab.last_look) = Some((document, Arc::clone(&look), overlays(outline)));
        }
        look
    }

    /// The answer of an action: effect, page, and what changed.
    pub async fn acted(
        &self,
        held: &Held,
        headline: String,
        consequences: &Consequences,
        before: &Before,
        read: &Permit<Read>,
    ) -> Outcome {
        let tab = &held.tab;
        let mut outcome = Outcome::done(headline);
        let Ok(page) = tab.page() else { return outcome };
        let mut effect = consequences.effect(page);
        effect.tabs = self.opened_tabs(tab, consequences.popups.len()).await;
        let dialog_open = page.dialog().is_some();
        let looks =
            (consequences.navigation.is_some() || consequences.dom.any() || consequences.refocused) && !dialog_open;
        if looks && tab.may_read(&self.task.id) {
            let new_page = consequences.navigation.as_ref().is_some_and(|navigated| !navigated.same_document);
            // The action is done: a page that cannot be read now does not undo it.
            let end = self.deadline.max(Instant::now() + Duration::from_secs(2));
            match self.outline(tab, read, &SnapshotOptions::default(), end).await {
                Ok(outline) if new_page => {
                    self.show_page(tab, &outline, &mut outcome, PAGE);
                }
                Ok(outline) => {
                    let now = overlays(&outline);
                    let changes = before.look.as_ref().map(|look| outline.changes_since(look)).unwrap_or_default();
                    if changes.new_document {
                        self.show_page(tab, &outline, &mut outcome, PAGE);
                    } else {
                        outcome.body = changes.render(CHANGES);
                        if let Some(what) = overlay_change(before.overlays, now)
                            && consequences.navigation.is_none()
                            && consequences.dialogs.is_empty()
                        {
                            effect.summary = what.to_owned();
                            if what == MENU_CLOSED && changes.collapsed_only {
                                // That says it all.
                                outcome.body.clear();
                            }
                        } else if changes.is_empty() && consequences.navigation.is_none() && consequences.dom.any() {
                            // Something changed that a reader cannot see.
                            effect.summary = effect.summary.replace("page changed", "nothing visible changed");
                            effect.dom_changed = Some(false);
                        }
                        self.keep(tab, &outline);
                    }
                }
                Err(failure) => {
                    outcome.warnings.push(format!("the page could not be read after it: {}", failure.message));
                }
            }
        }
        outcome.body.insert_str(0, &before.late);
        if tab.is_gone() {
            effect.summary = "the tab closed".to_owned();
        } else {
            outcome.page = Some(tab.page_info(held.step, tab.may_read(&self.task.id)));
        }
        // Where nothing on the page is told and it is where it was, its name adds nothing.
        outcome.page_untold = outcome.body.is_empty() && consequences.navigation.is_none();
        outcome.effect = Some(effect);
        outcome
    }

    /// Puts what changed since `before` into an answer.
    pub async fn show_changes(&self, held: &Held, before: &Before, read: &Permit<Read>, outcome: &mut Outcome) {
        let tab = &held.tab;
        let end = self.deadline.max(Instant::now() + Duration::from_secs(2));
        match self.outline(tab, read, &SnapshotOptions::default(), end).await {
            Ok(outline) => {
                let changes = before.look.as_ref().map(|look| outline.changes_since(look)).unwrap_or_default();
                if changes.new_document {
                    self.show_page(tab, &outline, outcome, PAGE);
                } else {
                    outcome.body = changes.render(CHANGES);
                    self.keep(tab, &outline);
                }
            }
            Err(failure) => outcome.warnings.push(format!("the page could not be read after it: {}", failure.message)),
        }
    }

    /// Puts the whole page into an answer.
    pub fn show_page(&self, tab: &Tab, outline: &Outline, outcome: &mut Outcome, max_tokens: usize) {
        let rendered = outline.render(&RenderOptions { max_tokens, ..RenderOptions::default() });
        outcome.notes.extend(rendered.notes);
        outcome.body = rendered.text;
        self.keep(tab, outline);
    }

    async fn opened_tabs(&self, tab: &Tab, expected: usize) -> Vec<TabHandle> {
        let until = Instant::now() + POPUP;
        loop {
            let changed = self.hub.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            {
                let mut fresh = crate::lock(&tab.fresh);
                if fresh.tabs.len() >= expected || Instant::now() >= until {
                    return std::mem::take(&mut fresh.tabs);
                }
            }
            let _ = tokio::time::timeout_at(until, changed).await;
        }
    }

    /// What an action's report says beside its effect.
    pub fn remarks(&self, tab: &Tab, given: &str, how_read: Option<String>, report: &ActReport, outcome: &mut Outcome) {
        if let Some(how) = how_read {
            outcome.warnings.push(how);
        }
        match report.how_found.as_deref() {
            Some("part") => outcome.warnings.push(format!(
                "no text is exactly {}; the only one that contains it was taken",
                text::quote_clipped(given, 60)
            )),
            Some("description") => {
                outcome.warnings.push("nothing matched as CSS; it was read as a description".to_owned());
            }
            _ => {}
        }
        if report.candidates.len() > 1 {
            let listed: Vec<String> =
                report.candidates.iter().take(CANDIDATES).map(|candidate| self.told(tab, &candidate.element)).collect();
            outcome.warnings.push(format!(
                "{} match; the first that can be acted on was taken: {}",
                report.candidates.len(),
                listed.join(", ")
            ));
        }
        outcome.warnings.extend(report.notes.iter().cloned());
    }

    /// A page's failure, with elements named as the caller knows them and the next call spelled out.
    pub fn failure_of(&self, tab: &Tab, call: Option<&Repeat<'_>>, error: &PageError) -> Failure {
        let mut failure = error.failure();
        // A permit that ended under the call: the reason is the gate's.
        if let Err(refusal) =
            tab.allows(self.tool.capability, &self.task.id, &self.hub.settings.grants(&self.task.workspace))
        {
            let delivered = failure.delivered;
            return crate::dispatch::refused(refusal, tab).delivered(delivered);
        }
        let name = call.map_or(self.tool.name, |call| call.tool);
        match error {
            PageError::Act(act) => self.name_elements(tab, name, act, &mut failure),
            PageError::DialogOpen { .. } => {
                failure.next_step =
                    Some("browser_dialog {\"action\":\"accept\"} or {\"action\":\"dismiss\"}".to_owned());
            }
            PageError::Crashed { .. } => {
                failure.next_step = Some(format!("browser_navigate {{\"url\":\"reload\",\"tab\":\"{}\"}}", tab.handle));
            }
            PageError::Blocked => {
                failure.next_step = Some(format!("browser_tabs {{\"action\":\"close\",\"tab\":\"{}\"}}", tab.handle));
            }
            PageError::Unresponsive { .. } | PageError::Deadline { .. } | PageError::DocumentChanged { .. } => {
                failure.next_step = Some(look_again(tab, failure.delivered));
            }
            PageError::Gone { .. } => failure.next_step = Some("browser_tabs {\"action\":\"list\"}".to_owned()),
            _ => {}
        }
        if matches!(failure.code, Code::BrowserGone) {
            failure.next_step =
                Some("browser_task {\"action\":\"finish\"}, then browser_navigate to start anew".to_owned());
        }
        failure
    }

    fn name_elements(&self, tab: &Tab, tool: &str, act: &ActError, failure: &mut Failure) {
        match act {
            ActError::Covered { element, cover, .. } => {
                if let (Some(element), Some(cover)) = (element, cover) {
                    failure.message =
                        format!("{} is under {}. Not done.", self.told(tab, element), self.told(tab, &cover.element));
                    if let Some(button) = cover.buttons.first() {
                        let reference = self.reference(tab.handle, tab, button);
                        failure.next_step =
                            Some(format!("browser_click {{\"selector\":\"{reference}\"}} ({button}), then repeat"));
                    } else {
                        failure.next_step = Some("browser_press {\"keys\":\"Escape\"}, then repeat".to_owned());
                    }
                }
            }
            ActError::Ambiguous { candidates, .. } => {
                self.list_candidates(tab, candidates, failure);
                if let Some(first) = candidates.first() {
                    let reference = self.reference(tab.handle, tab, &first.element);
                    failure.next_step = Some(format!("{tool} with \"selector\":\"{reference}\", or another of these"));
                }
            }
            ActError::NotFound | ActError::NotVisible(_) | ActError::NotSeen { .. } => {
                failure.next_step = Some(format!("browser_snapshot {{\"tab\":\"{}\"}}", tab.handle));
            }
            _ => {
                if let Some(element) = act.element() {
                    let plain = element.to_string();
                    failure.message = failure.message.replacen(&plain, &self.told(tab, element), 1);
                }
            }
        }
    }

    fn list_candidates(&self, tab: &Tab, candidates: &[Candidate], failure: &mut Failure) {
        let mut listed = Vec::new();
        for candidate in candidates.iter().take(CANDIDATES) {
            let told = self.told(tab, &candidate.element);
            let state = match (candidate.visible, candidate.enabled) {
                (false, _) => " [hidden]",
                (true, false) => " [disabled]",
                (true, true) => "",
            };
            listed.push(format!("{told}{state}"));
        }
        failure.details.extend(listed.iter().cloned());
        failure.fields.insert("candidates".to_owned(), serde_json::json!(listed));
    }

    /// A stale ref's failure: where it was, and what has its role, name and place now. Nothing is done to that.
    pub async fn explain_stale(&self, tab: &Tab, given: &str, mut failure: Failure) -> Failure {
        let Some(reference) = crate::dispatch::leading_ref(given) else { return failure };
        let Some(named) = self.hub.refs.named(&self.caller.id, reference) else { return failure };
        let here = origin::path_of(&tab.url());
        failure.message = if here == *named.page {
            format!("{reference} is no longer on the page. Not done.")
        } else {
            format!("{reference} was on {}, which was left. Not done.", text::one_line(&text::clip(&named.page, 120)))
        };
        failure.next_step = Some(format!("browser_snapshot {{\"tab\":\"{}\"}}", tab.handle));
        let Ok(read) = self.permit::<Read>(tab) else { return failure };
        let end = Instant::now() + Duration::from_secs(2);
        let peek = SnapshotOptions { peek: true, ..SnapshotOptions::default() };
        if let Ok(outline) = self.outline(tab, &read, &peek, end).await
            && let Some(now) = outline.find_like(&named.likeness)
            && let Some(line) = outline.line_of(now)
        {
            failure.details.push(format!("here now: {line}"));
            failure.next_step = Some(format!("{} with \"selector\":\"{now}\"", self.tool.name));
            failure.fields.insert("replacement".to_owned(), serde_json::json!(now.to_string()));
        }
        failure
    }

    /// The failure of an action on one selector.
    pub async fn act_failure(&self, tab: &Tab, given: &str, error: &PageError) -> Failure {
        let failure = self.failure_of(tab, None, error);
        if failure.code == Code::StaleRef { self.explain_stale(tab, given, failure).await } else { failure }
    }
}

/// The tool that is named in the next step, if it is not the one that was called.
#[derive(Debug, Clone, Copy)]
pub struct Repeat<'a> {
    /// Its name.
    pub tool: &'a str,
}

fn look_again(tab: &Tab, delivered: tabward_model::Delivered) -> String {
    let look = format!("browser_snapshot {{\"tab\":\"{}\"}}", tab.handle);
    match delivered {
        tabward_model::Delivered::No => look,
        tabward_model::Delivered::Yes | tabward_model::Delivered::Unknown => {
            format!("{look}; do not repeat before you have looked")
        }
    }
}

fn overlays(outline: &Outline) -> Overlays {
    Overlays {
        dialog: outline.shows_role("dialog") || outline.shows_role("alertdialog"),
        menu: outline.shows_role("menu") || outline.shows_role("listbox"),
    }
}

/// The effect of a menu that is no longer there.
const MENU_CLOSED: &str = "menu closed";

fn overlay_change(before: Overlays, now: Overlays) -> Option<&'static str> {
    match (before.dialog, now.dialog, before.menu, now.menu) {
        (false, true, ..) => Some("dialog opened"),
        (true, false, ..) => Some("dialog closed"),
        (_, _, false, true) => Some("menu opened"),
        (_, _, true, false) => Some(MENU_CLOSED),
        _ => None,
    }
}
