//! Conditions that are looked at in the frames of a page.

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tabward_model::capability::{CleanUp, Read, Script};
use tabward_model::text::quote_clipped;
use tabward_model::{FrameId, Permit};
use tokio::time::{Duration, Instant};

use super::{Ended, Saw, State, asked};
use crate::act::{ActError, Target, child_of, token};
use crate::page::evaluate::{ScriptCall, ScriptWorld};
use crate::{FrameDoc, Page, PageError};

/// How long one frame may take to say what it shows, while others are asked too.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long the last look may take, in a busy page also after the end: it says what was seen.
const LAST_LOOK: Duration = Duration::from_millis(750);

/// A condition in one frame.
struct Spot {
    frame: FrameId,
    document: FrameDoc,
    condition: Value,
    held: bool,
    saw: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Look {
    #[serde(default)]
    held: bool,
    #[serde(default)]
    saw: Option<Shown>,
    #[serde(default)]
    frames: Vec<u64>,
    #[serde(default)]
    rest: usize,
    #[serde(default)]
    failed: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Shown {
    role: String,
    name: String,
    #[serde(default)]
    visible: Option<bool>,
    #[serde(default)]
    count: Option<usize>,
}

impl Shown {
    fn told(&self) -> String {
        let role: String = self.role.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
        let name = if self.name.is_empty() { String::new() } else { format!(" {}", quote_clipped(&self.name, 80)) };
        let visible = match self.visible {
            Some(true) => ", visible",
            Some(false) => ", hidden",
            None => "",
        };
        let count =
            self.count.filter(|count| *count > 1).map_or_else(String::new, |count| format!(", {count} matches"));
        format!("{role}{name}{visible}{count}")
    }
}

fn frames(page: &Page) -> Vec<(FrameId, FrameDoc)> {
    page.frames().into_iter().map(|frame| (frame.id, frame.document)).collect()
}

/// What each frame shows now. Frames that do not answer are left out; with `into`, chains go on inside frames.
async fn spots(
    page: &Page,
    read: &Permit<Read>,
    condition: &Value,
    frames: &[(FrameId, FrameDoc)],
    end: Instant,
) -> Result<Vec<Spot>, PageError> {
    let now = Instant::now();
    // The last look comes at the end itself.
    let until = end.min(now + PATIENCE).max(now + LAST_LOOK);
    let mut todo: Vec<(FrameId, Option<FrameDoc>, Value)> =
        frames.iter().map(|(frame, doc)| (frame.clone(), Some(*doc), condition.clone())).collect();
    let mut found = Vec::new();
    while !todo.is_empty() {
        let looks = todo.drain(..).map(|(frame, document, condition)| async move {
            let arg = asked(0, &condition, true);
            let answer = match document {
                Some(doc) => {
                    page.call_in::<Look>(read, &frame, doc, "waitFor", &arg, until).await.map(|look| (look, doc))
                }
                None => page.call_telling::<Look>(read, &frame, "waitFor", &arg, until).await,
            };
            (frame, condition, answer)
        });
        for (frame, condition, answer) in futures_util::future::join_all(looks).await {
            let (look, document) = match answer {
                Ok(answer) => answer,
                Err(error @ (PageError::DialogOpen { .. } | PageError::Crashed { .. } | PageError::Gone { .. })) => {
                    return Err(error);
                }
                Err(PageError::OurScript { message, .. }) => {
                    return Err(ActError::Invalid(quote_clipped(&message, 200)).into());
                }
                Err(_) => continue,
            };
            if let Some(failed) = look.failed {
                return Err(ActError::Invalid(quote_clipped(&failed, 200)).into());
            }
            for owner in &look.frames {
                let Some(child) = child_of(page, read, &frame, *owner, until).await? else { continue };
                let steps = condition["steps"].as_array().map(|steps| steps[look.rest.min(steps.len())..].to_vec());
                let mut inner = condition.clone();
                inner["steps"] = json!(steps.unwrap_or_default());
                todo.push((child, None, inner));
            }
            if look.frames.is_empty() {
                let saw = look.saw.as_ref().map(Shown::told);
                found.push(Spot { frame, document, condition, held: look.held, saw });
            }
        }
    }
    Ok(found)
}

/// Waits until a condition holds in any frame, or in all.
async fn hold(
    page: &Page,
    read: &Permit<Read>,
    condition: &Value,
    only: Option<(&FrameId, FrameDoc)>,
    anywhere: bool,
    end: Instant,
) -> Ended {
    loop {
        let frames = match only {
            Some((frame, document)) => vec![(frame.clone(), document)],
            None => frames(page),
        };
        if let Some((frame, document)) = only
            && !page.shows(frame, document)
        {
            // With its document the element is gone.
            return if anywhere { Err(ActError::Stale { document: true }.into()) } else { Ok(Ok(Saw::default())) };
        }
        let spots = spots(page, read, condition, &frames, end).await?;
        let holds = if anywhere { spots.iter().any(|spot| spot.held) } else { spots.iter().all(|spot| spot.held) };
        if holds && !(spots.is_empty() && anywhere) {
            let told = spots.into_iter().filter(|spot| spot.held).find_map(|spot| spot.saw);
            return Ok(Ok(Saw { told, ..Saw::default() }));
        }
        let last = spots.iter().find_map(|spot| spot.saw.clone());
        if Instant::now() >= end {
            return Ok(Err(last));
        }
        let token = token();
        let args: Vec<(usize, Value)> = spots
            .iter()
            .enumerate()
            .filter(|(_, spot)| !spot.held)
            .map(|(at, spot)| (at, asked(token, &spot.condition, false)))
            .collect();
        let mut calls: FuturesUnordered<_> = args
            .iter()
            .map(|(at, arg)| {
                let spot = &spots[*at];
                page.call_in::<Value>(read, &spot.frame, spot.document, "waitFor", arg, end + PATIENCE)
            })
            .collect();
        let known = frames_of(page);
        let moved = page.until("a change of frames", end, |page| (frames_of(page) != known).then_some(()));
        tokio::pin!(moved);
        let stopped = loop {
            tokio::select! {
                Some(answer) = calls.next() => match answer {
                    Err(error @ (PageError::DialogOpen { .. } | PageError::Crashed { .. } | PageError::Gone { .. })) => {
                        break Some(error);
                    }
                    Ok(_) => break None,
                    Err(_) => {}
                },
                changed = &mut moved => break changed.err().filter(|error| !matches!(error, PageError::Deadline { .. })),
            }
        };
        drop(calls);
        let waited: Vec<(FrameId, FrameDoc)> =
            args.iter().map(|(at, _)| (spots[*at].frame.clone(), spots[*at].document)).collect();
        if let Some(error) = stopped {
            return Err(error);
        }
        crate::act::cut_all(page, read, &waited, token, end + PATIENCE).await;
    }
}

fn frames_of(page: &Page) -> Vec<(FrameId, FrameDoc)> {
    frames(page)
}

fn condition_of(target: &Target, state: State) -> Value {
    json!({ "steps": target.chain(), "state": state.as_str(), "index": target.index() })
}

pub(super) async fn element(page: &Page, read: &Permit<Read>, target: &Target, state: State, end: Instant) -> Ended {
    let condition = condition_of(target, state);
    let only = target.base().map(|base| (&base.frame, base.document));
    hold(page, read, &condition, only, state.anywhere(), end).await
}

pub(super) async fn element_now(
    page: &Page,
    read: &Permit<Read>,
    target: &Target,
    state: State,
    end: Instant,
) -> Result<bool, PageError> {
    let frames = match target.base() {
        Some(base) => vec![(base.frame.clone(), base.document)],
        None => frames(page),
    };
    let spots = spots(page, read, &condition_of(target, state), &frames, end).await?;
    Ok(if state.anywhere() { spots.iter().any(|spot| spot.held) } else { spots.iter().all(|spot| spot.held) })
}

pub(super) async fn text(page: &Page, read: &Permit<Read>, text: &str, shown: bool, end: Instant) -> Ended {
    let condition = if shown { json!({ "text": text }) } else { json!({ "gone": text }) };
    hold(page, read, &condition, None, shown, end).await
}

/// What shows a text now.
pub(super) async fn text_now(
    page: &Page,
    read: &Permit<Read>,
    text: &str,
    end: Instant,
) -> Result<Option<String>, PageError> {
    let spots = spots(page, read, &json!({ "text": text }), &frames(page), end).await?;
    Ok(spots.into_iter().find(|spot| spot.held).map(|spot| spot.saw.unwrap_or_default()))
}

/// Whether a script of the caller gives something true now, and what it gave.
pub(super) async fn truthy(
    page: &Page,
    (script, clean_up): (&Permit<Script>, &Permit<CleanUp>),
    source: &str,
    end: Instant,
) -> Result<(bool, String), PageError> {
    let main = page.main_frame()?.id;
    let call = ScriptCall { script: source, args: &[], world: ScriptWorld::Page, max_chars: 1000, keep_csp: false };
    // One that begins shortly before the end must not pass for one that never ends.
    let end = end.max(Instant::now() + LAST_LOOK);
    let given = page.evaluate(script, clean_up, &main, &call, end).await?;
    Ok((given.truth, given.value.to_string()))
}

/// Waits until the main document changes; false at the end.
pub(super) async fn next_change(page: &Page, read: &Permit<Read>, end: Instant) -> Result<bool, PageError> {
    let main = page.main_frame()?;
    let token = token();
    let arg = json!({ "token": token });
    let call = page.call_in::<Value>(read, &main.id, main.document, "nextChange", &arg, end + PATIENCE);
    tokio::select! {
        biased;
        answer = call => match answer {
            Ok(_) | Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => Ok(true),
            Err(error) => Err(error),
        },
        () = tokio::time::sleep_until(end) => {
            crate::act::cut_all(page, read, &[(main.id, main.document)], token, end + PATIENCE).await;
            Ok(false)
        }
    }
}
