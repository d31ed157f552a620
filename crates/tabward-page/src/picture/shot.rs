//! One capture of the browser, asked for again when no frame comes.

use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::RgbImage;
use tabward_cdp::protocol::page::{CaptureScreenshot, CaptureScreenshotFormat, Viewport};
use tabward_cdp::{Cdp as _, CdpError};
use tabward_model::capability::Read;
use tabward_model::{Delivered, Permit};
use tokio::time::{Duration, Instant};

use super::{Clip, pixels};
use crate::{Page, PageError};

/// After this long without an answer a capture is asked for once more: in a tab without frames the first request can hang
/// for ever and the second be answered.
const PATIENCE: Duration = Duration::from_millis(500);

/// As [`PATIENCE`], for a part outside of the viewport: two such at once put each other's view out of place, and it is
/// known by then that frames come.
const PATIENCE_BEYOND: Duration = Duration::from_secs(5);

/// How long the answer to a request that was repeated for nothing is waited for, so that it disturbs none that follows.
const DRAIN: Duration = Duration::from_secs(1);

/// Height of a tile in device pixels, where tiles of the viewport's height would be too many: below the textures' limit.
const TALL_TILE: f64 = 8192.0;

/// Tiles of the viewport's height that are taken before taller ones are.
const LOW_TILES: f64 = 16.0;

/// Pixels of one picture: what is below is left out.
const MAX_PIXELS: f64 = 40e6;

/// A capture as the browser made it.
pub(super) struct Shot {
    pub(super) pixels: RgbImage,
    /// The browser's own PNG, when it is the whole picture.
    pub(super) png: Option<Vec<u8>>,
    /// Height that was taken, when it is less than was asked for, in CSS pixels.
    pub(super) cut_at: Option<f64>,
}

/// The page's geometry that a capture needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    pub(super) viewport: Clip,
    /// Device pixels per CSS pixel.
    pub(super) dpr: f64,
    /// CSS pixels of the page to those in which the browser takes a clip (page zoom).
    pub(super) zoom: f64,
}

impl Geometry {
    /// Whether all of the area is in the viewport.
    pub(super) fn shows(&self, clip: Clip) -> bool {
        let v = self.viewport;
        clip.x >= v.x - 0.5
            && clip.y >= v.y - 0.5
            && clip.x + clip.width <= v.x + v.width + 0.5
            && clip.y + clip.height <= v.y + v.height + 0.5
    }

    /// Size of a picture of this area in pixels.
    pub(super) fn pixels(&self, clip: Clip) -> (u32, u32) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating, and never negative")]
        let side = |length: f64| (length * self.dpr).round().max(1.0) as u32;
        (side(clip.width), side(clip.height))
    }
}

/// Takes an area. What is in the viewport is taken as it is shown, unnoticed. What lies outside can be had only by letting
/// the browser lay its view over it, which a page can notice as a `resize` (to the size that it has, and at times through
/// a view of one pixel while the browser restores it). Tiles are no higher than the viewport, so that nothing is laid out
/// at another size, unless they would be too many.
pub(super) async fn take(
    page: &Page,
    permit: &Permit<Read>,
    clip: Clip,
    geometry: Geometry,
    deadline: Instant,
) -> Result<Shot, PageError> {
    if geometry.shows(clip) {
        let whole =
            (clip.width - geometry.viewport.width).abs() < 0.5 && (clip.height - geometry.viewport.height).abs() < 0.5;
        let png = capture(page, permit, (!whole).then_some((clip, geometry.zoom)), false, deadline).await?;
        let pixels = pixels::decode(&png)?;
        return Ok(Shot { pixels, png: Some(png), cut_at: None });
    }
    // First that frames come at all, with the smallest picture there is.
    let corner = Clip { width: 1.0, height: 1.0, ..geometry.viewport };
    capture(page, permit, Some((corner, geometry.zoom)), false, deadline).await?;
    let most = (MAX_PIXELS / (clip.width * geometry.dpr).max(1.0) / geometry.dpr).floor();
    let height = clip.height.min(most);
    // One less than the viewport: at its full height the view is laid out anew at times.
    let low = (geometry.viewport.height.floor() - 1.0).max(1.0);
    let tile = if height <= low * LOW_TILES { low } else { (TALL_TILE / geometry.dpr).floor().max(low) };
    // A tile ends at a whole device pixel.
    let tile = (tile * geometry.dpr).floor() / geometry.dpr;
    let (width, total) = geometry.pixels(Clip { height, ..clip });
    let mut whole = RgbImage::new(width, total);
    let mut from = 0.0;
    while from < height - 0.01 {
        let part = Clip { y: clip.y + from, height: tile.min(height - from), ..clip };
        let png = capture(page, permit, Some((part, geometry.zoom)), true, deadline).await?;
        let pixels = pixels::decode(&png)?;
        if from == 0.0 && part.height >= height - 0.01 {
            return Ok(Shot { pixels, png: Some(png), cut_at: (height < clip.height).then_some(height) });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the height of the picture")]
        let top = (from * geometry.dpr).round() as u32;
        pixels::place(&mut whole, &pixels, top);
        from += tile;
    }
    Ok(Shot { pixels: whole, png: None, cut_at: (height < clip.height).then_some(height) })
}

async fn capture(
    page: &Page,
    permit: &Permit<Read>,
    clip: Option<(Clip, f64)>,
    beyond: bool,
    deadline: Instant,
) -> Result<Vec<u8>, PageError> {
    let command = CaptureScreenshot {
        format: Some(CaptureScreenshotFormat::Png),
        clip: clip.map(|(c, zoom)| Viewport {
            x: c.x * zoom,
            y: c.y * zoom,
            width: c.width * zoom,
            height: c.height * zoom,
            scale: 1.0,
        }),
        from_surface: Some(true),
        capture_beyond_viewport: Some(beyond),
        optimize_for_speed: Some(true),
        ..Default::default()
    };
    let channel = page.channel().until(deadline);
    let first = channel.send(permit, command.clone());
    tokio::pin!(first);
    // A dialog keeps the page from painting, so no frame would come.
    let blocked = page.inner.until(|inner| inner.dialogs.lock().blocking().is_some());
    tokio::pin!(blocked);
    let asked_again = AtomicBool::new(false);
    let again = async {
        // tidy: sleep – how long a frame is waited for before it is asked for again.
        tokio::time::sleep(if beyond { PATIENCE_BEYOND } else { PATIENCE }).await;
        asked_again.store(true, Ordering::Relaxed);
        channel.send(permit, command).await
    };
    tokio::pin!(again);
    let mut second_failed = false;
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut first => {
                if asked_again.load(Ordering::Relaxed) && !second_failed {
                    let _ = tokio::time::timeout(DRAIN, &mut again).await;
                }
                break answer;
            }
            answer = &mut again, if !second_failed => match answer {
                // Two at once may be refused; the first may still come.
                Err(CdpError::Protocol { .. }) => second_failed = true,
                answer => break answer,
            },
            () = &mut blocked => {
                let dialog = page.inner.dialogs.lock().blocking();
                return Err(match dialog {
                    Some(dialog) => PageError::DialogOpen { dialog, delivered: Delivered::No },
                    None => PageError::Blocked,
                });
            }
        }
    };
    let data = match answer {
        Ok(returned) => returned.data,
        Err(CdpError::Deadline { .. }) => {
            return Err(PageError::Deadline { what: "the picture", delivered: Delivered::No });
        }
        Err(error) => return Err(error.into()),
    };
    STANDARD
        .decode(data)
        .map_err(|e| PageError::Shape { method: "Page.captureScreenshot".to_owned(), message: e.to_string() })
}
