//! Dragging with the mouse.

use serde_json::json;
use tabward_cdp::{Cdp as _, CdpError, Channel};
use tabward_model::Delivered;
use tokio::time::Instant;

use super::aim::aim;
use super::effect::{ActReport, Mode};
use super::error::ActError;
use super::follow::Follow;
use super::geometry::{Point, path};
use super::keys::Modifiers;
use super::pointer::{Button, Press, moved, pressed, release, released};
use super::resolve::{Ask, Needs, ready};
use super::wire::Acked;
use super::{Hands, Target};
use crate::{Page, PageError};

/// Moves between the two ends.
const STEPS: u32 = 8;

/// Drags one element onto another with the mouse.
///
/// # Errors
/// As [`super::click()`]; what is pressed is released whatever happens.
pub async fn drag(
    page: &Page,
    hands: &Hands<'_>,
    from: &Target,
    to: &Target,
    deadline: Instant,
) -> Result<ActReport, PageError> {
    let needs = Needs { visible: true, point: true, ..Needs::default() };
    // The end first: bringing it into view may move the beginning.
    let end = ready(page, hands, to, Ask { needs, ..Ask::default() }, deadline).await?;
    let enabled = Needs { enabled: true, ..needs };
    let start =
        ready(page, hands, from, Ask { needs: enabled, clicks: 1, drag: true, ..Ask::default() }, deadline).await?;
    let start_aim = aim(page, hands, &start, false, deadline).await?;
    let arg = json!({ "id": end.control });
    let place: Option<Point> = page.call_in(hands.read, &end.frame, end.document, "middleOf", &arg, deadline).await?;
    let Some(place) = place else { return Err(ActError::OutOfView(Some(end.element)).into()) };
    let mut end = end;
    end.reply.point = Some(place);
    let end_aim = aim(page, hands, &end, false, deadline).await?;

    let mut follow = Follow::start(page)?;
    let channel = page.channel().until(deadline);
    // The press and the drop; neither is acknowledged as a whole.
    page.sending(2);
    let press = Press { button: Button::Left, modifiers: Modifiers::default(), count: 1 };
    let outcome = tokio::select! {
        biased;
        outcome = carry(page, &channel, hands, &start, (start_aim.point, end_aim.point), press, deadline) => outcome,
        () = follow.ended() => Ok(()),
    };
    if let Err(error) = outcome {
        release(&channel, hands, end_aim.point, Button::Left).await;
        return Err(error);
    }
    if !follow.seen.ended() {
        let at = (&start.frame, start.document);
        follow.settle(hands, at, (start.token, Some(start.control)), deadline).await?;
    }
    Ok(super::click::report(&start, Mode::Pointer, follow))
}

async fn carry(
    page: &Page,
    channel: &Channel,
    hands: &Hands<'_>,
    start: &super::resolve::Ready,
    (from, to): (Point, Point),
    press: Press,
    deadline: Instant,
) -> Result<(), PageError> {
    let sent = |error: CdpError| PageError::from(error).with_delivered(Delivered::Unknown);
    channel.send(hands.act, moved(from, press.modifiers, None)).await.map_err(sent)?;
    channel.send(hands.act, pressed(from, press, 1)).await.map_err(sent)?;
    let arg = json!({ "token": start.token });
    let acked = page.call_in::<Acked>(hands.act, &start.frame, start.document, "ackedNow", &arg, deadline).await;
    let acked = acked.map_err(|error| error.with_delivered(Delivered::Unknown))?;
    if let Some(missed) = &acked.missed {
        return Err(super::click::held(start, missed).into());
    }
    if acked.acks.is_empty() {
        let element = Some(start.element.clone());
        return Err(ActError::Covered { element, cover: None, delivered: Delivered::Unknown }.into());
    }
    for point in path(from, to, STEPS) {
        channel.send(hands.act, moved(point, press.modifiers, Some(press.button))).await.map_err(sent)?;
    }
    channel.send(hands.act, released(to, press, 1)).await.map_err(sent)?;
    Ok(())
}
