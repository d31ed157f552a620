//! Click, double click, right and middle click, hover.

use tabward_model::Delivered;
use tokio::time::Instant;

use super::aim::{Aim, aim, disarm};
use super::deliver::{ACK_GRACE, Fate, Post, deliver};
use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::keys::Modifiers;
pub use super::pointer::Button;
use super::pointer::{Press, press};
use super::resolve::{Ask, Needs, Ready, ready};
use super::wire::{Acked, Kind, Missed};
use super::{Hands, Target};
use crate::{Page, PageError};

/// How to click.
#[derive(Debug, Clone, Copy)]
pub struct ClickOptions {
    /// Which button.
    pub button: Button,
    /// How often: 1, 2 or 3.
    pub count: u32,
    /// Held meanwhile.
    pub modifiers: Modifiers,
}

impl Default for ClickOptions {
    fn default() -> Self {
        Self { button: Button::Left, count: 1, modifiers: Modifiers::default() }
    }
}

/// Clicks once the element can receive it, and tells what followed.
///
/// # Errors
/// Which check failed at the deadline (`ELEMENT_…`), `STALE_REF`, `AMBIGUOUS_ELEMENT`; `DOCUMENT_CHANGED`, delivered
/// unknown, when the document went away before it acknowledged the press.
pub async fn click(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    options: &ClickOptions,
    deadline: Instant,
) -> Result<ActReport, PageError> {
    if !(1..=3).contains(&options.count) {
        return Err(ActError::Invalid("count is 1, 2 or 3".to_owned()).into());
    }
    let needs = Needs { visible: true, enabled: true, point: true, ..Needs::default() };
    let ask = Ask { needs, clicks: options.count, ..Ask::default() };
    let how = Press { button: options.button, modifiers: options.modifiers, count: options.count };
    pointed(page, hands, target, ask, how, deadline).await.map(|(report, ..)| report)
}

/// Moves the pointer over the element and tells what followed.
///
/// # Errors
/// As [`click`].
pub async fn hover(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    modifiers: Modifiers,
    deadline: Instant,
) -> Result<ActReport, PageError> {
    let needs = Needs { visible: true, point: true, ..Needs::default() };
    let how = Press { modifiers, count: 0, ..Press::default() };
    let ask = Ask { needs, ..Ask::default() };
    pointed(page, hands, target, ask, how, deadline).await.map(|(report, ..)| report)
}

/// The whole sequence of a pointer action; tells also what the control is afterwards.
pub(super) async fn pointed(
    page: &Page,
    hands: &Hands<'_>,
    target: &Target,
    mut ask: Ask,
    how: Press,
    deadline: Instant,
) -> Result<(ActReport, Ready, Option<Kind>), PageError> {
    let mut last = None;
    loop {
        let ready = match ready(page, hands, target, ask, deadline).await {
            Ok(ready) => ready,
            // What stood in the way at the last press says more than that time ran out.
            Err(error) => return Err(last.filter(|_| is_late(&error)).unwrap_or(error)),
        };
        let aim = match aim(page, hands, &ready, true, deadline).await {
            Ok(aim) => aim,
            Err(error) if retryable(&error) && Instant::now() + ACK_GRACE < deadline => {
                last = Some(error);
                ask.steady = true;
                continue;
            }
            Err(error) => return Err(error.with_delivered(Delivered::No)),
        };
        let mut follow = Follow::start(page)?;
        let outcome = give(page, hands, &ready, &aim, how, &mut follow, deadline).await;
        match outcome {
            Ok(Given::Done { clicked, rest }) => {
                let kind = if follow.seen.ended() {
                    None
                } else {
                    let at = (&ready.frame, ready.document);
                    let settled = follow.settle(hands, at, (ready.token, Some(ready.control)), deadline).await;
                    settled.map_err(|error| error.with_delivered(Delivered::Yes))?
                };
                if !aim.armed.is_empty() && !follow.seen.ended() {
                    disarm(page, hands, &aim.armed, deadline).await;
                }
                let mut report = report(&ready, Mode::Pointer, follow);
                report.notes.extend(rest);
                if !clicked && how.count > 0 && how.button == Button::Left && report.consequences.dialogs.is_empty() {
                    report.notes.push("the page took the press, and no click came of it".to_owned());
                }
                return Ok((report, ready, kind));
            }
            Ok(Given::Held(error)) => {
                disarm(page, hands, &aim.armed, deadline).await;
                if Instant::now() + ACK_GRACE >= deadline {
                    return Err(error.into());
                }
                last = Some(error.into());
                ask.steady = true;
            }
            Err(error) => {
                disarm(page, hands, &aim.armed, deadline.min(Instant::now() + ACK_GRACE)).await;
                return Err(error);
            }
        }
    }
}

pub(super) fn report(ready: &Ready, mode: Mode, follow: Follow<'_>) -> ActReport {
    ActReport {
        element: Some(ready.element.clone()),
        mode,
        candidates: ready.candidates.clone(),
        how_found: ready.reply.how.clone(),
        notes: Vec::new(),
        consequences: follow.finish(),
    }
}

/// Failures that only say that time ran out.
fn is_late(error: &PageError) -> bool {
    matches!(error, PageError::Deadline { .. })
        || matches!(error, PageError::Act(act) if matches!(**act, ActError::NotFound | ActError::Unstable(_)))
}

/// What another try can mend.
fn retryable(error: &PageError) -> bool {
    match error {
        PageError::Act(act) => matches!(**act, ActError::Covered { .. } | ActError::OutOfView(_)),
        PageError::DocumentChanged { .. } | PageError::FrameGone(_) => true,
        // The frame's element went between two questions.
        PageError::Channel(error) => matches!(error, tabward_cdp::CdpError::Protocol { .. }),
        _ => false,
    }
}

/// What became of the press.
enum Given {
    /// The document acknowledged it, or a dialog shows that it arrived.
    Done {
        /// Whether a click came of the press.
        clicked: bool,
        /// What was not done of it, in our words.
        rest: Option<String>,
    },
    /// The interceptor held it back; nothing happened.
    Held(ActError),
}

/// Sends the input and waits for the acknowledgement.
async fn give(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    aim: &Aim,
    how: Press,
    follow: &mut Follow<'_>,
    deadline: Instant,
) -> Result<Given, PageError> {
    let channel = page.channel().until(deadline);
    let sent = async {
        page.sending(usize::try_from(how.count).unwrap_or_default());
        press(&channel, hands, aim.point, how).await
    };
    let post = Post { frame: &ready.frame, document: ready.document, token: ready.token };
    let acked = match deliver(page, hands, post, follow, sent, deadline).await? {
        Fate::Told(acked) => *acked,
        Fate::Begun => return Ok(Given::Done { clicked: false, rest: None }),
        Fate::Dialog => return Ok(Given::Done { clicked: true, rest: None }),
    };
    let clicked = acked.acks.iter().any(|ack| ack == "click");
    let element = Some(ready.element.clone());
    match acked {
        Acked { missed: None, acks, .. } if given_in_full(&acks, how) => Ok(Given::Done { clicked, rest: None }),
        // The first click of several was taken; what it changed held the others back.
        Acked { missed: Some(missed), .. } if clicked && !missed.lost => {
            let rest = Some(format!("after the first click {}; the rest was held back", held(ready, &missed)));
            Ok(Given::Done { clicked, rest })
        }
        Acked { missed: Some(missed), .. } => Ok(Given::Held(held(ready, &missed))),
        // Not one press came, and the element is still what the point reaches: the browser drops input until a page has
        // painted. Nothing happened.
        Acked { hit: true, .. } => Ok(Given::Held(ActError::Unstable(element))),
        // Not one press came, and something else is there now: it may have received them.
        _ => Err(ActError::Covered { element, cover: None, delivered: Delivered::Unknown }.into()),
    }
}

/// Whether what was acknowledged is the input, and not only the move before it: the browser makes up moves itself when
/// something moves under a pointer at rest.
fn given_in_full(acks: &[String], how: Press) -> bool {
    if how.count == 0 { !acks.is_empty() } else { acks.iter().any(|ack| ack == "pointerdown" || ack == "mousedown") }
}

/// Why the interceptor held an input back; nothing happened.
pub(super) fn held(ready: &Ready, missed: &Missed) -> ActError {
    let element = Some(ready.element.clone());
    if missed.gone {
        return ActError::Stale { document: false };
    }
    if missed.lost || missed.moved {
        return ActError::Unstable(element);
    }
    if missed.disabled {
        return ActError::Disabled { element, how: "disabled".to_owned() };
    }
    ActError::Covered {
        element,
        cover: missed.cover.as_ref().map(|cover| Box::new(cover.cover(ready.place()))),
        delivered: Delivered::No,
    }
}
