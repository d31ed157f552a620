//! Options: of a native select, and of widgets that open a list.

use serde::Deserialize;
use serde_json::json;
use tabward_model::Delivered;
use tokio::time::{Duration, Instant};

use super::click::{ClickOptions, click};
use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::resolve::{Ask, Needs, Ready, find, ready, waiting};
use super::wire::OptionsSet;
use super::{ElementInfo, Hands, Target};
use crate::selector::{Match, Selector, Step};
use crate::{Page, PageError};

/// What was selected.
#[derive(Debug, Clone)]
pub struct SelectReport {
    /// The action.
    pub report: ActReport,
    /// Labels of what is selected now.
    pub selected: Vec<String>,
}

/// Selects options by label or value, in a native select or a widget that opens a list.
///
/// # Errors
/// `VALUE_NOT_TAKEN` with the options when none fits; otherwise as [`super::click()`].
pub async fn select(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    values: &[String],
    deadline: Instant,
) -> Result<SelectReport, PageError> {
    let needs = Needs { visible: true, enabled: true, ..Needs::default() };
    let ready = ready(page, hands, target, Ask { needs, field: true, ..Ask::default() }, deadline).await?;
    let mut follow = Follow::start(page)?;
    let selected = match ready.reply.field.as_deref() {
        Some("select") => choose(page, hands, &ready, values, deadline).await?,
        Some("widget" | "text") => {
            let [value] = values else {
                let element = Some(ready.element.clone());
                return Err(ActError::WrongKind { element, wanted: "several values" }.into());
            };
            vec![choose_in_widget(page, hands, &ready, value, deadline).await?]
        }
        _ => {
            let element = Some(ready.element.clone());
            return Err(ActError::WrongKind { element, wanted: "options" }.into());
        }
    };
    follow.drain();
    if !follow.seen.ended() {
        let settled = follow.settle(hands, (&ready.frame, ready.document), (ready.token, None), deadline).await;
        settled.map_err(|error| error.with_delivered(Delivered::Yes))?;
    }
    let mut report = super::click::report(&ready, Mode::Set, follow);
    report.consequences.value_after = Some(selected.join(", "));
    Ok(SelectReport { report, selected })
}

/// Selects in a native select, and checks that it stayed so.
pub(super) async fn choose(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    values: &[String],
    deadline: Instant,
) -> Result<Vec<String>, PageError> {
    let at = (&ready.frame, ready.document);
    let arg = json!({ "token": ready.token, "id": ready.control, "values": values });
    let (set, _): (OptionsSet, _) = waiting(
        page,
        hands.act,
        (at.0, Some(at.1)),
        ("selectOptions", ready.token),
        &arg,
        deadline,
        std::future::pending(),
    )
    .await?;
    let element = Some(ready.element.clone());
    match set.why.as_deref() {
        None => {}
        Some("stale") => return Err(ActError::Stale { document: false }.into()),
        Some("single") => return Err(ActError::WrongKind { element, wanted: "several values" }.into()),
        Some(why) => {
            return Err(ActError::NoOption {
                element,
                wanted: set.wanted.unwrap_or_default(),
                options: set.options,
                count: set.count,
                disabled: why == "option_disabled",
            }
            .into());
        }
    }
    let arg = json!({ "id": ready.control, "values": values });
    let now: OptionsSet = match page.call_in(hands.read, at.0, at.1, "selectedIs", &arg, deadline).await {
        Ok(now) => now,
        // Choosing led to another page: it was taken.
        Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => return Ok(set.selected),
        Err(error) => return Err(error),
    };
    if now.why.is_none() && !now.equal {
        return Err(ActError::ValueNotTaken {
            element,
            wanted: values.join(", "),
            holds: now.selected.join(", "),
            why: Some("the page changed it back".to_owned()),
        }
        .into());
    }
    Ok(set.selected)
}

/// How long a widget's list may take to show the option.
const LIST: Duration = Duration::from_secs(3);

/// Opens a widget's list, clicks the option, and checks that the widget shows it.
pub(super) async fn choose_in_widget(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    value: &str,
    deadline: Instant,
) -> Result<String, PageError> {
    #[derive(Deserialize)]
    struct Shows {
        shows: bool,
        text: String,
    }
    let widget = Target::element(ready.place().at(ready.control));
    let options = |name: Option<Match>| {
        let role = |role: &str| Step::Role {
            role: role.to_owned(),
            name: name.clone(),
            states: std::collections::BTreeMap::default(),
        };
        Selector { steps: vec![role("option")] }
    };
    let wanted = Match::Text { value: value.to_owned() };
    let option = Target::selector(&options(Some(wanted)), None);
    let visible = |found: &super::Found| found.candidates.iter().any(|candidate| candidate.visible);
    if !visible(&find(page, hands.read, &option, deadline).await?) {
        click(page, hands, &widget, &ClickOptions::default(), deadline).await?;
    }
    let until = deadline.min(Instant::now() + LIST);
    match click(page, hands, &option, &ClickOptions::default(), until).await {
        Ok(_) => {}
        Err(PageError::Act(error)) if matches!(*error, ActError::NotFound | ActError::NotVisible(_)) => {
            let all = find(page, hands.read, &Target::selector(&options(None), None), deadline).await?;
            let labels: Vec<String> = all.candidates.iter().map(|option| option.element.name.clone()).collect();
            return Err(ActError::NoOption {
                element: Some(ready.element.clone()),
                wanted: value.to_owned(),
                options: labels,
                count: all.count,
                disabled: false,
            }
            .into());
        }
        Err(error) => return Err(error),
    }
    let arg = json!({ "id": ready.control, "value": value });
    let shows: Shows = match page.call_in(hands.read, &ready.frame, ready.document, "widgetShows", &arg, deadline).await
    {
        Ok(shows) => shows,
        Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => return Ok(value.to_owned()),
        Err(error) => return Err(error),
    };
    if shows.shows {
        return Ok(shows.text);
    }
    let element: Option<ElementInfo> = Some(ready.element.clone());
    Err(ActError::ValueNotTaken { element, wanted: value.to_owned(), holds: shows.text, why: None }.into())
}
