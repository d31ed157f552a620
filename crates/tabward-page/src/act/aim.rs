//! From a point in a frame to the same point of the tab's viewport, where input goes; and whether the frames above let it
//! through.

use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::{dom, page as cdp};
use tabward_model::capability::Read;
use tabward_model::{Delivered, FrameId, Permit};
use tokio::time::Instant;

use super::error::ActError;
use super::geometry::{Affine, Point};
use super::resolve::{Ready, owner};
use super::wire::{FrameHit, FrameIndex, Place};
use super::{Hands, token};
use crate::{FrameInfo, Page, PageError};

/// Where to send input, and which frames above hold it back if the target's frame moves away.
#[derive(Debug)]
pub(super) struct Aim {
    pub(super) point: Point,
    pub(super) armed: Vec<(FrameId, u64)>,
}

/// Translates the point of a ready element into the tab's viewport. Each frame above must let it through; with `arm` it
/// also cancels what it would get itself instead, until [`disarm`].
pub(super) async fn aim(
    page: &Page,
    hands: &Hands<'_>,
    ready: &Ready,
    arm: bool,
    deadline: Instant,
) -> Result<Aim, PageError> {
    let mut point = ready
        .reply
        .point
        .ok_or_else(|| PageError::Shape { method: "preflight".to_owned(), message: "no point".to_owned() })?;
    let mut armed = Vec::new();
    let mut at = frame_of(page, &ready.frame)?;
    while let Some(above) = at.parent.clone() {
        let parent = frame_of(page, &above)?;
        let index: FrameIndex = page.call(hands.read, &at.id, "frameIndex", &json!({}), deadline).await?;
        let element = owner(page, hands.read, &above, &index, deadline).await?;
        let to_root = content_map(page, hands.read, &at, &above, &index, deadline).await?;
        let in_root = to_root.apply(point);
        // Quads count in the viewport of the topmost frame of the parent's process.
        let in_parent = if parent.parent.is_none() || parent.oopif {
            in_root
        } else {
            let own: FrameIndex = page.call(hands.read, &parent.id, "frameIndex", &json!({}), deadline).await?;
            let grand = parent.parent.clone().unwrap_or_else(|| parent.id.clone());
            let map = content_map(page, hands.read, &parent, &grand, &own, deadline).await?;
            map.inverse().ok_or_else(|| ActError::OutOfView(Some(ready.element.clone())))?.apply(in_root)
        };
        let token = token();
        let arg = if arm {
            json!({ "id": element, "x": in_parent.x, "y": in_parent.y, "token": token })
        } else {
            json!({ "id": element, "x": in_parent.x, "y": in_parent.y })
        };
        let (hit, document) = page.call_telling::<FrameHit>(hands.act, &above, "frameHit", &arg, deadline).await?;
        if hit.why.is_some() {
            disarm(page, hands, &armed, deadline).await;
            let place = Place { frame: &above, document };
            let element = Some(ready.element.clone());
            return Err(match hit.cover {
                Some(cover) => {
                    ActError::Covered { element, cover: Some(Box::new(cover.cover(place))), delivered: Delivered::No }
                }
                None => ActError::OutOfView(element),
            }
            .into());
        }
        if arm {
            armed.push((above, token));
        }
        point = in_parent;
        at = parent;
    }
    Ok(Aim { point, armed })
}

/// Takes the guards of the frames above away.
pub(super) async fn disarm(page: &Page, hands: &Hands<'_>, armed: &[(FrameId, u64)], deadline: Instant) {
    for (frame, token) in armed {
        let arg = json!({ "token": token });
        // A frame that is gone holds nothing back any more.
        let _ = page.call::<serde_json::Value>(hands.clean_up, frame, "disarm", &arg, deadline).await;
    }
}

fn frame_of(page: &Page, id: &FrameId) -> Result<FrameInfo, PageError> {
    page.frame(id).ok_or_else(|| PageError::FrameGone(id.clone()))
}

/// The map from a frame's viewport to that of the topmost frame of its parent's process.
async fn content_map(
    page: &Page,
    read: &Permit<Read>,
    frame: &FrameInfo,
    parent: &FrameId,
    size: &FrameIndex,
    deadline: Instant,
) -> Result<Affine, PageError> {
    let channel = page.channel_of(parent)?.until(deadline);
    let id = cdp::FrameId(frame.id.as_str().to_owned());
    let owner = channel.send(read, dom::GetFrameOwner::new(id)).await?;
    // `getContentQuads` gives the border box, whatever its name says.
    let model = dom::GetBoxModel { backend_node_id: Some(owner.backend_node_id), ..Default::default() };
    let model = channel.send(read, model).await?.model;
    let map = Affine::onto(size.width, size.height, &model.content.0);
    // Without a box nothing of the frame can be hit.
    map.ok_or_else(|| ActError::OutOfView(None).into())
}
