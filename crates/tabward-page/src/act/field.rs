//! Many fields in one call, each checked; then the form is submitted if asked (ACT-8, ACT-9).

use serde_json::json;
use tabward_model::Delivered;
use tokio::time::Instant;

use super::click::{ClickOptions, click, pointed};
use super::effect::{Consequences, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::pointer::Press;
use super::resolve::{Ask, Needs, Ready, ready};
use super::select::{choose, choose_in_widget};
use super::text::{check, fill, not_taken};
use super::upload::{FileAccess, Upload, give_files};
use super::wire::{Checked, Submitter, ValueChecked, ValueSet};
use super::{ElementInfo, Hands, Target};
use crate::{FrameInfo, Page, PageError};

/// What a field is to hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text, a date, a colour, an option, a path.
    Text(String),
    /// Checked or not.
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// Options, or paths.
    List(Vec<String>),
}

impl Value {
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::List(list) => match list.as_slice() {
                [one] => Some(one.clone()),
                _ => None,
            },
            Self::Bool(_) => None,
        }
    }

    fn list(&self) -> Option<Vec<String>> {
        match self {
            Self::List(list) => Some(list.clone()),
            other => other.text().map(|text| vec![text]),
        }
    }

    fn truth(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Text(text) => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "checked" => Some(true),
                "false" | "off" | "no" | "unchecked" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }
}

/// One field of a form.
#[derive(Debug, Clone)]
pub struct Field {
    /// Which.
    pub target: Target,
    /// What it is to hold.
    pub value: Value,
}

/// What is clicked when all fields are filled.
#[derive(Debug, Clone)]
pub enum Submit {
    /// The form's own button.
    Own,
    /// This element.
    Target(Target),
}

/// One field that was filled and checked.
#[derive(Debug, Clone)]
pub struct FieldReport {
    /// The field.
    pub element: ElementInfo,
    /// How.
    pub mode: Mode,
    /// What it holds; masked when secret.
    pub value: String,
    /// Whether it wrote the value in its own form.
    pub reformatted: bool,
}

/// A form that was filled.
#[derive(Debug, Clone)]
pub struct FormReport {
    /// The fields, in order.
    pub fields: Vec<FieldReport>,
    /// What was clicked to submit it.
    pub submitted: Option<ElementInfo>,
    /// Remarks in our words.
    pub notes: Vec<String>,
    /// What followed.
    pub consequences: Consequences,
}

/// A form that was filled in part.
#[derive(Debug, Clone)]
pub struct FormFailure {
    /// The fields that were filled.
    pub filled: Vec<FieldReport>,
    /// Which field failed, from 0; none: submitting did.
    pub at: Option<usize>,
    /// Why.
    pub error: PageError,
    /// What followed so far.
    pub consequences: Consequences,
}

/// A field that was filled, to be looked at once more at the end.
struct Filled {
    ready: Ready,
    wanted: Option<String>,
}

/// Fills fields in order, checks each, and submits if asked. `files` is needed for file inputs.
///
/// # Errors
/// At the first field that fails; what was filled before stays filled and is told.
pub async fn fill_form(
    page: &Page,
    hands: &Hands<'_>,
    files: Option<FileAccess<'_>>,
    fields: &[Field],
    submit: Option<&Submit>,
    deadline: Instant,
) -> Result<FormReport, Box<FormFailure>> {
    let mut reports = Vec::new();
    let mut done: Vec<Filled> = Vec::new();
    let fail = |filled: &[FieldReport], at, error: PageError, consequences| {
        let filled = filled.to_vec();
        Box::new(FormFailure { filled, at, error, consequences })
    };
    let mut following: Option<Following<'_>> = None;
    for (at, field) in fields.iter().enumerate() {
        let filled = match ready_to_fill(page, hands, field, &mut following, deadline).await {
            Ok((ready, follow)) => Box::pin(one(page, hands, files, field, ready, follow, deadline)).await,
            Err(error) => Err(error),
        };
        match filled {
            Ok((report, filled)) => {
                reports.push(report);
                done.push(filled);
            }
            Err(error) => {
                let consequences = following.map(|following| following.follow.finish()).unwrap_or_default();
                return Err(fail(&reports, Some(at), error, consequences));
            }
        }
    }
    let Following { mut follow, main } = match following.map_or_else(|| Following::start(page), Ok) {
        Ok(following) => following,
        Err(error) => return Err(fail(&reports, Some(0), error, Consequences::default())),
    };
    follow.drain();
    if submit.is_some()
        && let Some(error) = stopped(page, &follow, &main)
    {
        return Err(fail(&reports, None, error, follow.finish()));
    }
    if fields.len() > 1
        && let Err((at, error)) = once_more(page, hands, &done, &mut reports, deadline).await
    {
        return Err(fail(&reports[..at.min(reports.len())], Some(at), error, follow.finish()));
    }
    let mut notes = Vec::new();
    let mut submitted = None;
    if let Some(submit) = submit {
        let target = match submit {
            Submit::Target(target) => Ok(target.clone()),
            Submit::Own => own_button(page, hands, &done, deadline).await,
        };
        let clicked = match target {
            Ok(target) => click(page, hands, &target, &ClickOptions::default(), deadline).await,
            Err(error) => Err(error),
        };
        match clicked {
            Ok(report) => {
                submitted.clone_from(&report.element);
                notes.extend(report.notes);
                let mut consequences = follow.finish();
                merge(&mut consequences, report.consequences);
                return Ok(FormReport { fields: reports, submitted, notes, consequences });
            }
            Err(error) => return Err(fail(&reports, None, error, follow.finish())),
        }
    }
    if let Some(last) = done.last().filter(|_| !follow.seen.ended()) {
        let at = (&last.ready.frame, last.ready.document);
        if let Err(error) = follow.settle(hands, at, (last.ready.token, None), deadline).await {
            return Err(fail(&reports, None, error, follow.finish()));
        }
    }
    Ok(FormReport { fields: reports, submitted, notes, consequences: follow.finish() })
}

/// The click's own view of what followed, with what the fields set off before.
fn merge(all: &mut Consequences, click: Consequences) {
    all.dom = click.dom;
    all.navigation = click.navigation.or(all.navigation.take());
    all.navigating = click.navigating;
    all.refocused |= click.refocused;
    all.pending = click.pending;
    all.dialogs =
        if click.dialogs.len() >= all.dialogs.len() { click.dialogs } else { std::mem::take(&mut all.dialogs) };
}

/// What the fields set off, from the first on.
struct Following<'p> {
    follow: Follow<'p>,
    /// The main document that is being filled.
    main: FrameInfo,
}

impl<'p> Following<'p> {
    fn start(page: &'p Page) -> Result<Self, PageError> {
        Ok(Self { follow: Follow::start(page)?, main: page.main_frame()? })
    }
}

/// Waits until a field can be filled, or one before it has ended that.
async fn ready_to_fill<'f, 'p>(
    page: &'p Page,
    hands: &Hands<'_>,
    field: &Field,
    following: &'f mut Option<Following<'p>>,
    deadline: Instant,
) -> Result<(Ready, &'f mut Follow<'p>), PageError> {
    let needs = Needs { visible: true, enabled: true, writable: true, ..Needs::default() };
    let ready = ready(page, hands, &field.target, Ask { needs, field: true, ..Ask::default() }, deadline);
    let Some(Following { follow, main }) = following else {
        // What came before the first field was ready is no consequence of filling it.
        let ready = ready.await?;
        return Ok((ready, &mut following.insert(Following::start(page)?).follow));
    };
    let ready = tokio::select! {
        biased;
        () = follow.left(&main.id, main.document) => None,
        ready = ready => Some(ready),
    };
    follow.drain();
    match (stopped(page, follow, main), ready) {
        (Some(error), _) | (None, Some(Err(error))) => Err(error),
        (None, Some(Ok(ready))) => Ok((ready, follow)),
        (None, None) => Err(PageError::Gone { delivered: Delivered::Unknown }),
    }
}

/// Why nothing more can be filled: what the fields so far set off. In the next page the rest has no place.
fn stopped(page: &Page, follow: &Follow<'_>, main: &FrameInfo) -> Option<PageError> {
    if let Some(dialog) = follow.seen.dialog() {
        return Some(PageError::DialogOpen { dialog: dialog.clone(), delivered: Delivered::Yes });
    }
    if follow.seen.crashed {
        return Some(PageError::Crashed { delivered: Delivered::Unknown });
    }
    if follow.seen.closed {
        return Some(PageError::Gone { delivered: Delivered::Unknown });
    }
    (!page.shows(&main.id, main.document)).then_some(PageError::DocumentChanged { delivered: Delivered::Yes })
}

async fn own_button(page: &Page, hands: &Hands<'_>, done: &[Filled], deadline: Instant) -> Result<Target, PageError> {
    let last = done.last().ok_or(ActError::NoSubmit)?;
    let arg = json!({ "id": last.ready.control });
    let found: Submitter =
        page.call_in(hands.read, &last.ready.frame, last.ready.document, "submitterOf", &arg, deadline).await?;
    match found.button.filter(|_| found.form) {
        Some(id) => Ok(Target::element(last.ready.place().at(id))),
        None => Err(ActError::NoSubmit.into()),
    }
}

/// Looks at the text fields again: a page may have put one back when another changed.
async fn once_more(
    page: &Page,
    hands: &Hands<'_>,
    done: &[Filled],
    reports: &mut [FieldReport],
    deadline: Instant,
) -> Result<(), (usize, PageError)> {
    let checks = done.iter().enumerate().filter_map(|(at, filled)| {
        let wanted = filled.wanted.as_deref()?;
        Some(async move {
            // A field that was re-rendered meanwhile was right when it was left.
            let value = check(page, hands, &filled.ready, wanted, deadline).await.ok()?;
            Some((at, value))
        })
    });
    for (at, value) in futures_util::future::join_all(checks).await.into_iter().flatten() {
        if value.equal {
            reports[at].value = value.value;
            continue;
        }
        let wanted = done[at].wanted.as_deref().unwrap_or_default();
        let mut error = not_taken(&done[at].ready, wanted, &value);
        if let ActError::ValueNotTaken { why, .. } = &mut error {
            why.get_or_insert_with(|| "the page changed it when another field was filled".to_owned());
        }
        return Err((at, error.into()));
    }
    Ok(())
}

/// Fills one field.
async fn one(
    page: &Page,
    hands: &Hands<'_>,
    files: Option<FileAccess<'_>>,
    field: &Field,
    ready: Ready,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<(FieldReport, Filled), PageError> {
    let element = ready.element.clone();
    let wrong = |wanted| PageError::from(ActError::WrongKind { element: Some(element.clone()), wanted });
    let told = |mode, value: String, reformatted| FieldReport { element: element.clone(), mode, value, reformatted };
    let kind = ready.reply.field.clone().unwrap_or_default();
    follow.stirred();
    let (report, wanted) = match kind.as_str() {
        "text" | "rich" => {
            let text = field.value.text().ok_or_else(|| wrong("such value; give a text"))?;
            let (value, mode) = fill(page, hands, &ready, &text, follow, deadline).await?;
            (told(mode, value.value, value.reformatted), Some(text))
        }
        "set" => {
            let text = field.value.text().ok_or_else(|| wrong("such value; give a text"))?;
            let value = set(page, hands, &ready, &text, deadline).await?;
            (told(Mode::Set, value.value, value.reformatted), Some(text))
        }
        "select" => {
            let values = field.value.list().ok_or_else(|| wrong("true or false; give an option's label"))?;
            let selected = choose(page, hands, &ready, &values, deadline).await?;
            (told(Mode::Set, selected.join(", "), false), None)
        }
        "check" => {
            let truth = field.value.truth().ok_or_else(|| wrong("text; give true or false"))?;
            toggle(page, hands, &ready, truth, deadline).await?;
            (told(Mode::Pointer, truth.to_string(), false), None)
        }
        "radio" => (radio(page, hands, &ready, &field.value, deadline).await?, None),
        "file" => {
            let paths = field.value.list().ok_or_else(|| wrong("true or false; give a path"))?;
            let files = files.ok_or_else(|| wrong("files without the permission to upload"))?;
            let paths = files.real(&paths)?;
            let upload = Upload { ready: &ready, files: files.permit, paths: &paths };
            let held = give_files(page, hands, &upload, deadline).await?;
            let names: Vec<String> = held.into_iter().map(|file| file.name).collect();
            (told(Mode::Files, names.join(", "), false), None)
        }
        "widget" => {
            let text = field.value.text().ok_or_else(|| wrong("such value; give an option's label"))?;
            let shown = choose_in_widget(page, hands, &ready, &text, deadline).await?;
            (told(Mode::Pointer, shown, false), None)
        }
        _ => return Err(wrong("value")),
    };
    Ok((report, Filled { ready, wanted }))
}

/// Sets a date, a colour, a range.
async fn set(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    text: &str,
    deadline: Instant,
) -> Result<ValueChecked, PageError> {
    let arg = json!({ "id": ready.control, "value": text });
    let set: ValueSet = page.call_in(hands.act, &ready.frame, ready.document, "setValue", &arg, deadline).await?;
    if set.why.is_some() {
        return Err(ActError::Stale { document: false }.into());
    }
    let value = match check(page, hands, ready, text, deadline).await {
        // Setting it led to another page: it was taken if it held it then.
        Err(error @ (PageError::DocumentChanged { .. } | PageError::FrameGone(_))) => {
            set.now.filter(|now| now.equal).ok_or_else(|| error.with_delivered(Delivered::Unknown))?
        }
        checked => checked?,
    };
    if value.equal {
        return Ok(value);
    }
    let mut error = not_taken(ready, text, &value);
    if let (ActError::ValueNotTaken { why, .. }, Some(form)) = (&mut error, set.form) {
        *why = Some(format!("it takes {form}"));
    }
    Err(error.into())
}

/// Clicks a checkbox, switch or radio until it is as asked: at most once.
async fn toggle(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    wanted: bool,
    deadline: Instant,
) -> Result<(), PageError> {
    let is = |checked: &Option<Checked>| matches!(checked, Some(Checked::Is(value)) if *value == wanted);
    if is(&ready.reply.kind.checked) {
        return Ok(());
    }
    let target = Target::element(ready.place().at(ready.control));
    let needs = Needs { visible: true, enabled: true, point: true, ..Needs::default() };
    let ask = Ask { needs, clicks: 1, ..Ask::default() };
    let how = Press { count: 1, ..Press::default() };
    let (report, _, kind) = pointed(page, hands, &target, ask, how, deadline).await?;
    let Some(kind) = kind else {
        // A dialog or a navigation came of it; what the box is now cannot be seen.
        let seen = report.consequences.navigation.is_some() || !report.consequences.dialogs.is_empty();
        return if seen { Ok(()) } else { Err(unchecked(ready, wanted).into()) };
    };
    if is(&kind.checked) { Ok(()) } else { Err(unchecked(ready, wanted).into()) }
}

fn unchecked(ready: &Ready, wanted: bool) -> ActError {
    ActError::ValueNotTaken {
        element: Some(ready.element.clone()),
        wanted: wanted.to_string(),
        holds: (!wanted).to_string(),
        why: Some("it was clicked once".to_owned()),
    }
}

async fn radio(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    value: &Value,
    deadline: Instant,
) -> Result<FieldReport, PageError> {
    #[derive(serde::Deserialize)]
    struct Chosen {
        id: u64,
        labels: Vec<String>,
    }
    let told = |value: &str| FieldReport {
        element: ready.element.clone(),
        mode: Mode::Pointer,
        value: value.to_owned(),
        reformatted: false,
    };
    if value.truth() == Some(true) {
        toggle(page, hands, ready, true, deadline).await?;
        return Ok(told("true"));
    }
    let element = Some(ready.element.clone());
    let Some(label) = value.text().filter(|_| value.truth().is_none()) else {
        return Err(ActError::WrongKind { element, wanted: "false; choose another radio of its group" }.into());
    };
    let arg = json!({ "id": ready.control, "value": label });
    let chosen: Chosen = page.call_in(hands.read, &ready.frame, ready.document, "radioInGroup", &arg, deadline).await?;
    if chosen.id == 0 {
        let count = chosen.labels.len();
        return Err(
            ActError::NoOption { element, wanted: label, options: chosen.labels, count, disabled: false }.into()
        );
    }
    let target = Target::element(ready.place().at(chosen.id));
    let needs = Needs { enabled: true, ..Needs::default() };
    let other = super::resolve::ready(page, hands, &target, Ask { needs, ..Ask::default() }, deadline).await?;
    toggle(page, hands, &other, true, deadline).await?;
    Ok(FieldReport { element: other.element, ..told(&label) })
}
