//! From a target to one element that is ready for an action: found in whichever frame it is, and waited for there.

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tabward_model::capability::Read;
use tabward_model::{Delivered, FrameId, Permit};
use tokio::time::{Duration, Instant};

use super::error::ActError;
use super::wire::{FrameElement, FrameIndex, LocateReply, Place, Preflight};
use super::{Candidate, ElementInfo, Hands, ScriptTarget, Target, token};
use crate::page::call::Runs;
use crate::selector::Step;
use crate::{FrameDoc, Page, PageError};

/// How long before the deadline a wait in the page is called off, so that its last word still comes.
const LAST_WORD: Duration = Duration::from_millis(250);
/// How long after the deadline that word may come from a busy page: it says more than that time ran out.
const GRACE: Duration = Duration::from_millis(750);
/// How long one frame may take to say what it holds, while others wait for it.
const PATIENCE: Duration = Duration::from_secs(2);
/// Candidates of an answer.
const LISTED: usize = 12;

/// What must hold before an action.
#[expect(clippy::struct_excessive_bools, reason = "independent checks, sent to the page as they are")]
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct Needs {
    pub(super) visible: bool,
    pub(super) enabled: bool,
    pub(super) editable: bool,
    /// Not read-only, if it is text at all.
    pub(super) writable: bool,
    pub(super) point: bool,
}

/// How an element is made ready.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ask {
    pub(super) needs: Needs,
    /// Go from a label to its control.
    pub(super) field: bool,
    /// Look at two frames even if nothing seems to move.
    pub(super) steady: bool,
    pub(super) clicks: u32,
    pub(super) drag: bool,
}

/// An element that is ready.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) frame: FrameId,
    pub(super) document: FrameDoc,
    pub(super) token: u64,
    pub(super) reply: Preflight,
    pub(super) element: ElementInfo,
    /// The control that takes the input: the element, or what it stands for.
    pub(super) control: u64,
    /// All matches, where the first was taken.
    pub(super) candidates: Vec<Candidate>,
}

impl Ready {
    pub(super) fn place(&self) -> Place<'_> {
        Place { frame: &self.frame, document: self.document }
    }
}

/// Where to look.
#[derive(Debug, Clone)]
struct Where {
    frame: FrameId,
    document: Option<FrameDoc>,
    target: ScriptTarget,
    /// Whether the target may still turn up in another frame.
    anywhere: bool,
}

/// Calls a method that waits in the page, and calls it off shortly before the deadline, or when `enough` resolves.
pub(super) async fn waiting<T: DeserializeOwned>(
    page: &Page,
    permit: &Permit<impl Runs>,
    (frame, document): (&FrameId, Option<FrameDoc>),
    (method, token): (&str, u64),
    arg: &(impl Serialize + ?Sized),
    deadline: Instant,
    enough: impl Future<Output = ()>,
) -> Result<(T, FrameDoc), PageError> {
    let last = deadline + GRACE;
    let call = async {
        match document {
            Some(doc) => page.call_in(permit, frame, doc, method, arg, last).await.map(|value| (value, doc)),
            None => page.call_telling(permit, frame, method, arg, last).await,
        }
    };
    tokio::pin!(call);
    let rest = deadline.saturating_duration_since(Instant::now());
    let cut_at = deadline - LAST_WORD.min(rest / 4);
    tokio::select! {
        biased;
        result = &mut call => return result,
        () = tokio::time::sleep_until(cut_at) => {}
        () = enough => {}
    }
    let arg = json!({ "token": token });
    let cut = page.call::<serde_json::Value>(permit, frame, "cut", &arg, last);
    tokio::pin!(cut);
    let mut sent = false;
    loop {
        tokio::select! {
            biased;
            result = &mut call => return result,
            _ = &mut cut, if !sent => sent = true,
        }
    }
}

/// What tells one set of frames and documents from another.
fn signature(page: &Page) -> Vec<(FrameId, FrameDoc)> {
    page.frames().into_iter().map(|frame| (frame.id, frame.document)).collect()
}

/// Resolves when frames or documents are no longer those of `before`.
async fn frames_changed(page: &Page, before: &[(FrameId, FrameDoc)], deadline: Instant) {
    let changed = page.until("a change of frames", deadline, |page| (signature(page) != before).then_some(()));
    if changed.await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Waits until the target is ready for what is asked.
pub(super) async fn ready(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    ask: Ask,
    deadline: Instant,
) -> Result<Ready, PageError> {
    let main = page.main_frame()?.id;
    let mut narrowed: Option<Where> = None;
    loop {
        let frames = signature(page);
        let place = match narrowed.clone() {
            Some(place) => place,
            None => match settle_on(page, hands.read, target, &frames, deadline).await? {
                Some(place) => place,
                None => continue,
            },
        };
        let token = token();
        let arg = json!({
            "token": token, "target": place.target, "needs": ask.needs, "field": ask.field, "steady": ask.steady,
            "in_frame": place.frame != main, "clicks": ask.clicks, "drag": ask.drag,
        });
        let enough = async {
            if place.anywhere {
                frames_changed(page, &frames, deadline).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        let answer = waiting::<Preflight>(
            page,
            hands.act,
            (&place.frame, place.document),
            ("preflight", token),
            &arg,
            deadline,
            enough,
        )
        .await;
        let (reply, document) = match answer {
            Ok(answer) => answer,
            Err(PageError::DocumentChanged { .. } | PageError::FrameGone(_)) => {
                if target.base.is_some() && narrowed.is_none() {
                    return Err(ActError::Stale { document: true }.into());
                }
                if Instant::now() >= deadline {
                    return Err(ActError::NotFound.into());
                }
                narrowed = None;
                continue;
            }
            // Nothing was sent to the page but a question.
            Err(error) => return Err(error.with_delivered(Delivered::No)),
        };
        let at = Place { frame: &place.frame, document };
        let why = reply.failed.is_some().then_some("failed").or(reply.why.as_deref());
        match why {
            None => {
                let element = reply.info(at).ok_or_else(|| shape("an element without number"))?;
                let control = reply.control.unwrap_or(element.at.id);
                let candidates = reply.candidates.iter().flatten().map(|candidate| candidate.candidate(at)).collect();
                let frame = place.frame.clone();
                return Ok(Ready { frame, document, token, reply, element, control, candidates });
            }
            Some("frames") => {
                let owners = reply.frames.clone().unwrap_or_default();
                let rest = reply.rest.unwrap_or(0);
                narrowed = Some(enter(page, hands.read, &place, &owners, rest, deadline).await?);
            }
            Some(_) if place.anywhere && signature(page) != frames && Instant::now() < deadline => {}
            Some(why) => return Err(refusal(why, &reply, at, target).into()),
        }
    }
}

fn shape(message: &str) -> PageError {
    PageError::Shape { method: "preflight".to_owned(), message: message.to_owned() }
}

fn refusal(why: &str, reply: &Preflight, at: Place<'_>, target: &Target) -> ActError {
    if let Some(failed) = &reply.failed {
        // A selector that the browser refuses: invalid CSS or XPath.
        return ActError::Invalid(tabward_model::text::quote_clipped(failed, 200));
    }
    let element = reply.info(at);
    match why {
        "stale" => ActError::Stale { document: false },
        "ambiguous" => ActError::Ambiguous {
            count: reply.count.unwrap_or_default(),
            candidates: reply.candidates.iter().flatten().map(|candidate| candidate.candidate(at)).collect(),
        },
        "index" => ActError::Index { index: target.index.unwrap_or_default(), count: reply.count.unwrap_or_default() },
        "not_visible" => ActError::NotVisible(element),
        "outside" => ActError::OutOfView(element),
        "disabled" | "readonly" => {
            ActError::Disabled { element, how: reply.detail.clone().unwrap_or_else(|| why.to_owned()) }
        }
        "not_editable" => ActError::WrongKind { element, wanted: "text" },
        "unstable" => ActError::Unstable(element),
        "covered" => ActError::Covered {
            element,
            cover: reply.cover.as_ref().map(|cover| Box::new(cover.cover(at))),
            delivered: Delivered::No,
        },
        _ => ActError::NotFound,
    }
}

/// Decides in which frame to wait. None: look again, something changed.
async fn settle_on(
    page: &Page,
    read: &Permit<Read>,
    target: &Target,
    frames: &[(FrameId, FrameDoc)],
    deadline: Instant,
) -> Result<Option<Where>, PageError> {
    if let Some(base) = &target.base {
        if !page.shows(&base.frame, base.document) {
            return Err(ActError::Stale { document: true }.into());
        }
        let script = if target.steps.is_empty() {
            ScriptTarget::Id { id: base.id }
        } else {
            let mut steps = vec![Step::Id { id: base.id }];
            steps.extend(target.steps.iter().cloned());
            ScriptTarget::Steps { steps, index: target.index, first: target.first }
        };
        let (frame, document) = (base.frame.clone(), Some(base.document));
        return Ok(Some(Where { frame, document, target: script, anywhere: false }));
    }
    let script = |steps: &[Step], index| ScriptTarget::Steps { steps: steps.to_vec(), index, first: target.first };
    if let [(frame, _)] = frames {
        return Ok(Some(Where {
            frame: frame.clone(),
            document: None,
            target: script(&target.steps, target.index),
            anywhere: true,
        }));
    }
    let found = in_frames(page, read, &target.steps, frames, deadline).await;
    let hits: Vec<&InFrame> = {
        let shown: Vec<&InFrame> = found.iter().filter(|one| one.reply.shown > 0).collect();
        if shown.is_empty() { found.iter().filter(|one| one.reply.count > 0).collect() } else { shown }
    };
    let chosen = match (hits.as_slice(), target.index) {
        ([], _) => {
            return wait_anywhere(page, read, &found, frames, deadline).await.map(|()| None);
        }
        ([one], index) => Some((*one, index)),
        (several, Some(index)) => {
            // The index counts over all frames, in their order.
            let counts: Vec<usize> = several.iter().map(|one| one.reply.count).collect();
            let (place, index) =
                counted(&counts, index).ok_or_else(|| ActError::Index { index, count: counts.iter().sum() })?;
            Some((several[place], Some(index)))
        }
        (several, None) if target.first => Some((several[0], None)),
        (several, None) => {
            return Err(ActError::Ambiguous {
                count: several.iter().map(|one| one.reply.count).sum(),
                candidates: several.iter().flat_map(|one| one.candidates()).take(LISTED).collect(),
            }
            .into());
        }
    };
    Ok(chosen.map(|(one, index)| Where {
        frame: one.frame.clone(),
        document: Some(one.document),
        target: script(&one.steps, index),
        anywhere: true,
    }))
}

/// The list and the index in it of an index over lists one after another; negative ones count from the end.
fn counted(counts: &[usize], index: i32) -> Option<(usize, i32)> {
    let total: usize = counts.iter().sum();
    let wanted =
        usize::try_from(index).ok().or_else(|| total.checked_sub(usize::try_from(index.unsigned_abs()).ok()?))?;
    let mut before = 0;
    for (place, count) in counts.iter().enumerate() {
        if wanted < before + count {
            return i32::try_from(wanted - before).ok().map(|index| (place, index));
        }
        before += count;
    }
    None
}

struct InFrame {
    frame: FrameId,
    document: FrameDoc,
    /// The steps that were taken in this frame: all, or what was left of them where a frame was entered.
    steps: Vec<Step>,
    reply: LocateReply,
}

impl InFrame {
    fn candidates(&self) -> Vec<Candidate> {
        let place = Place { frame: &self.frame, document: self.document };
        self.reply.candidates.iter().map(|listed| listed.candidate(place)).collect()
    }
}

/// What each frame holds now. Chains that lead into frames are followed; frames that do not answer are left out.
async fn in_frames(
    page: &Page,
    read: &Permit<Read>,
    steps: &[Step],
    frames: &[(FrameId, FrameDoc)],
    deadline: Instant,
) -> Vec<InFrame> {
    let until = deadline.min(Instant::now() + PATIENCE);
    let mut todo: Vec<(FrameId, Vec<Step>)> = frames.iter().map(|(frame, _)| (frame.clone(), steps.to_vec())).collect();
    let mut found = Vec::new();
    while !todo.is_empty() {
        let calls = todo.drain(..).map(|(frame, steps)| async move {
            let arg = json!({ "steps": steps });
            let answer = page.call_telling::<LocateReply>(read, &frame, "locate", &arg, until).await;
            answer.ok().map(|(reply, document)| InFrame { frame, document, steps, reply })
        });
        for one in futures_util::future::join_all(calls).await.into_iter().flatten() {
            if one.reply.frames.is_empty() {
                found.push(one);
                continue;
            }
            let rest = one.steps.get(one.reply.rest..).unwrap_or_default();
            for owner in &one.reply.frames {
                if let Ok(Some(child)) = child_of(page, read, &one.frame, *owner, until).await {
                    todo.push((child, rest.to_vec()));
                }
            }
        }
    }
    found
}

/// Waits until something matches in any frame, or the frames change.
async fn wait_anywhere(
    page: &Page,
    read: &Permit<Read>,
    spots: &[InFrame],
    frames: &[(FrameId, FrameDoc)],
    deadline: Instant,
) -> Result<(), PageError> {
    let token = token();
    let asked = |spot: &InFrame| json!({ "steps": spot.steps, "state": "attached" });
    let args: Vec<_> =
        spots.iter().map(|spot| json!({ "token": token, "stay": true, "condition": asked(spot) })).collect();
    let mut calls: FuturesUnordered<_> = spots
        .iter()
        .zip(&args)
        .map(|(spot, arg)| {
            page.call_in::<serde_json::Value>(read, &spot.frame, spot.document, "waitFor", arg, deadline + GRACE)
        })
        .collect();
    let rest = deadline.saturating_duration_since(Instant::now());
    let end = deadline - LAST_WORD.min(rest / 4);
    let result = loop {
        tokio::select! {
            Some(answer) = calls.next() => match answer {
                Ok(seen) if seen["failed"].is_string() => {
                    let failed = seen["failed"].as_str().unwrap_or_default();
                    let failed = tabward_model::text::quote_clipped(failed, 200);
                    break Err(ActError::Invalid(failed).into());
                }
                Ok(_) => break Ok(()),
                // One frame that fails stops nobody; the others go on, or the frames change.
                Err(error @ (PageError::DialogOpen { .. } | PageError::Crashed { .. } | PageError::Gone { .. })) => {
                    break Err(error);
                }
                Err(_) => {}
            },
            () = frames_changed(page, frames, deadline) => break Ok(()),
            () = tokio::time::sleep_until(end) => break Err(ActError::NotFound.into()),
        }
    };
    drop(calls);
    cut_all(page, read, frames, token, deadline).await;
    result
}

/// Ends the waits with this token in all frames.
pub(crate) async fn cut_all(
    page: &Page,
    read: &Permit<Read>,
    frames: &[(FrameId, FrameDoc)],
    token: u64,
    deadline: Instant,
) {
    let until = (deadline + GRACE).min(Instant::now() + GRACE);
    let arg = json!({ "token": token });
    let cuts =
        frames.iter().map(|(frame, doc)| page.call_in::<serde_json::Value>(read, frame, *doc, "cut", &arg, until));
    // A frame that is gone has nothing left to end.
    let _ = futures_util::future::join_all(cuts).await;
}

/// The child frame that an element of its parent shows.
pub(crate) async fn child_of(
    page: &Page,
    read: &Permit<Read>,
    parent: &FrameId,
    element: u64,
    deadline: Instant,
) -> Result<Option<FrameId>, PageError> {
    for frame in page.frames().into_iter().filter(|frame| frame.parent.as_ref() == Some(parent)) {
        let until = deadline.min(Instant::now() + PATIENCE);
        let Ok(index) = page.call::<FrameIndex>(read, &frame.id, "frameIndex", &json!({}), until).await else {
            continue;
        };
        if owner(page, read, parent, &index, deadline).await? == element {
            return Ok(Some(frame.id));
        }
    }
    Ok(None)
}

/// The element of `parent` that shows the frame with this place; 0 when there is none.
pub(super) async fn owner(
    page: &Page,
    read: &Permit<Read>,
    parent: &FrameId,
    index: &FrameIndex,
    deadline: Instant,
) -> Result<u64, PageError> {
    let arg = json!({ "index": index.index });
    page.call::<FrameElement>(read, parent, "frameElement", &arg, deadline).await.map(|found| found.id)
}

/// Goes on with the rest of a chain inside the frames that its first steps found.
async fn enter(
    page: &Page,
    read: &Permit<Read>,
    place: &Where,
    owners: &[u64],
    rest: usize,
    deadline: Instant,
) -> Result<Where, PageError> {
    let ScriptTarget::Steps { steps, index, first } = &place.target else {
        return Err(shape("frames inside an element"));
    };
    for owner in owners {
        if let Some(frame) = child_of(page, read, &place.frame, *owner, deadline).await? {
            let steps = steps.get(rest..).unwrap_or_default().to_vec();
            let target = ScriptTarget::Steps { steps, index: *index, first: *first };
            return Ok(Where { frame, document: None, target, anywhere: false });
        }
    }
    Err(ActError::NotFound.into())
}

/// What a target is right now, without waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Matches in all frames.
    pub count: usize,
    /// The first of them.
    pub candidates: Vec<Candidate>,
    /// `part` when a text matched in part only, `description` when a selector was read as one.
    pub how: Option<String>,
}

/// What matches a target now, over all frames.
///
/// # Errors
/// `STALE_REF` when the target starts from an element that is gone; what the page says otherwise.
pub async fn find(page: &Page, read: &Permit<Read>, target: &Target, deadline: Instant) -> Result<Found, PageError> {
    if let Some(base) = &target.base {
        if !page.shows(&base.frame, base.document) {
            return Err(ActError::Stale { document: true }.into());
        }
        let mut steps = vec![Step::Id { id: base.id }];
        steps.extend(target.steps.iter().cloned());
        let arg = json!({ "steps": steps });
        let reply: LocateReply = page.call_in(read, &base.frame, base.document, "locate", &arg, deadline).await?;
        if reply.stale {
            return Err(ActError::Stale { document: false }.into());
        }
        let one = InFrame { frame: base.frame.clone(), document: base.document, steps, reply };
        if one.reply.frames.is_empty() {
            return Ok(Found { count: one.reply.count, candidates: one.candidates(), how: one.reply.how });
        }
        let rest = one.steps.get(one.reply.rest..).unwrap_or_default();
        let mut inner = Vec::new();
        for owner in &one.reply.frames {
            if let Some(child) = child_of(page, read, &one.frame, *owner, deadline).await?
                && let Some(frame) = page.frame(&child)
            {
                inner.push((child, frame.document));
            }
        }
        return Ok(together(in_frames(page, read, rest, &inner, deadline).await));
    }
    let frames = signature(page);
    Ok(together(in_frames(page, read, &target.steps, &frames, deadline).await))
}

fn together(found: Vec<InFrame>) -> Found {
    let mut all = Found { count: 0, candidates: Vec::new(), how: None };
    for one in found {
        all.count += one.reply.count;
        all.candidates.extend(one.candidates());
        all.how = all.how.or(one.reply.how);
    }
    all.candidates.truncate(LISTED);
    all
}

/// The one element that a target names now, visible or not: for reading, pictures and the like. Waits until there is one.
///
/// # Errors
/// As an action's: `ELEMENT_NOT_FOUND`, `AMBIGUOUS_ELEMENT`, `STALE_REF`, `INVALID_ARGUMENT`.
pub async fn locate(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    deadline: Instant,
) -> Result<ElementInfo, PageError> {
    let ready = ready(page, hands, target, Ask::default(), deadline).await?;
    Ok(ready.element)
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn an_index_counts_over_all_frames() {
        assert_eq!(counted(&[2, 0, 3], 0), Some((0, 0)));
        assert_eq!(counted(&[2, 0, 3], 2), Some((2, 0)));
        assert_eq!(counted(&[2, 0, 3], -1), Some((2, 2)));
        assert_eq!(counted(&[2, 0, 3], -5), Some((0, 0)));
        assert_eq!(counted(&[2, 0, 3], 5), None);
        assert_eq!(counted(&[2, 0, 3], -6), None);
        assert_eq!(counted(&[], 0), None);
    }
}
