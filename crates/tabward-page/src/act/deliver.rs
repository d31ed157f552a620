//! Input on its way, and what is known of it afterwards: from the browser's answers, from the interceptor, or because the
//! page was left. No answer that the page's end took with it is waited for.

use serde_json::json;
use tabward_cdp::CdpError;
use tabward_model::{Delivered, FrameId};
use tokio::time::{Duration, Instant};

use super::Hands;
use super::follow::{Follow, Heard};
use super::wire::Acked;
use crate::{FrameDoc, Page, PageError};

/// How long the interceptor's word may stay out after the browser has answered all events, and any answer after the document
/// is gone.
pub(super) const ACK_GRACE: Duration = Duration::from_millis(100);

/// Where input is expected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Post<'a> {
    pub(super) frame: &'a FrameId,
    pub(super) document: FrameDoc,
    pub(super) token: u64,
}

/// What became of input.
#[derive(Debug)]
pub(super) enum Fate {
    /// What the interceptor says of it.
    Told(Box<Acked>),
    /// The page took the first of it and was left before the rest.
    Begun,
    /// A dialog opened: the page tells no more, and shows by it that the input arrived.
    Dialog,
}

/// Sends input and waits for what becomes of it.
///
/// # Errors
/// `DOCUMENT_CHANGED`, delivered unknown, when the document went before it acknowledged anything; `PAGE_UNRESPONSIVE`,
/// delivered, when it has been busy with the input ever since.
pub(super) async fn deliver(
    page: &Page,
    hands: &Hands<'_>,
    post: Post<'_>,
    follow: &mut Follow<'_>,
    sent: impl Future<Output = Result<(), CdpError>>,
    deadline: Instant,
) -> Result<Fate, PageError> {
    let Post { frame, document, token } = post;
    let arg = json!({ "token": token });
    let asked = page.call_in::<Box<Acked>>(hands.act, frame, document, "acked", &arg, deadline);
    tokio::pin!(asked, sent);
    let mut told: Option<Result<Box<Acked>, PageError>> = None;
    let mut answered: Option<Result<(), CdpError>> = None;
    let (mut asking, mut left, mut cut) = (true, false, false);
    let mut until = deadline;
    let soon = |until: Instant| until.min(Instant::now() + ACK_GRACE);
    while told.is_none() || answered.is_none() {
        tokio::select! {
            biased;
            result = &mut asked, if asking => {
                asking = false;
                if result.is_err() {
                    // The document went, or a dialog stopped it. The browser answers what it still answers.
                    until = soon(until);
                }
                if !matches!(told, Some(Ok(_))) {
                    told = Some(result);
                }
            }
            result = &mut sent, if answered.is_none() => {
                answered = Some(result);
                until = soon(until);
            }
            heard = follow.heard(post, left) => match heard {
                Heard::Told(acked) => told = Some(Ok(acked)),
                Heard::Left => {
                    left = true;
                    until = soon(until);
                }
                Heard::Ended => break,
            },
            () = tokio::time::sleep_until(until), if until < deadline => {
                if left || cut || !asking {
                    break;
                }
                // All events were answered and the interceptor is silent: it tells what it has.
                cut = true;
                until = deadline;
                let _ = page.call_in::<serde_json::Value>(hands.act, frame, document, "cut", &arg, deadline).await;
            }
        }
    }
    if !matches!(told, Some(Ok(_)))
        && let Some(acked) = follow.acked(token)
    {
        told = Some(Ok(acked));
    }
    follow.drain();
    verdict(page, post, follow, told, answered)
}

fn verdict(
    page: &Page,
    post: Post<'_>,
    follow: &Follow<'_>,
    told: Option<Result<Box<Acked>, PageError>>,
    answered: Option<Result<(), CdpError>>,
) -> Result<Fate, PageError> {
    let unknown = Delivered::Unknown;
    let here = page.shows(post.frame, post.document);
    let busy = here && !follow.seen.ended();
    match (told, answered) {
        // It acknowledged the input and has been busy with it ever since.
        (Some(Ok(acked)), Some(Err(CdpError::Deadline { .. }))) if acked.arrived() && busy => {
            Err(PageError::Unresponsive { delivered: Delivered::Yes })
        }
        (Some(Ok(acked)), Some(Err(error))) if !acked.arrived() && acked.missed.is_none() && busy => Err(error.into()),
        (Some(Ok(acked)), _) => Ok(Fate::Told(acked)),
        _ if follow.seen.dialog().is_some() => Ok(Fate::Dialog),
        _ if follow.seen.crashed => Err(PageError::Crashed { delivered: unknown }),
        _ if follow.seen.closed => Err(PageError::Gone { delivered: unknown }),
        (told, answered) if follow.begun(post.token) => {
            let late = matches!(told, Some(Err(PageError::Deadline { .. } | PageError::Unresponsive { .. })))
                || matches!(answered, Some(Err(CdpError::Deadline { .. })));
            // The browser may tell of the end of a document before it tells of the next one.
            if here && late { Err(PageError::Unresponsive { delivered: Delivered::Yes }) } else { Ok(Fate::Begun) }
        }
        _ if !here => Err(PageError::DocumentChanged { delivered: unknown }),
        (Some(Err(error)), _) => Err(error.with_delivered(unknown)),
        (None, Some(Err(error))) => Err(error.into()),
        (None, _) => Err(PageError::Deadline { what: "the input", delivered: unknown }),
    }
}
