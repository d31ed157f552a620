//! From what is wanted to a picture that was looked at.

use serde::Deserialize;
use serde_json::json;
use tabward_cdp::Cdp as _;
use tabward_cdp::protocol::{dom, page as cdp};
use tabward_model::capability::Read;
use tabward_model::{Delivered, FrameId, Permit};
use tokio::time::{Duration, Instant};

use super::annotate::{self, Area};
use super::judge::{self, Content, GRID, Judgement, Mark};
use super::pixels::{self, Format};
use super::shot::{self, Geometry, Shot};
use super::{Clip, Element, Inline, Picture, PictureOptions, What};
use crate::{FrameDoc, Page, PageError};

/// Times that a picture is begun anew because the document was replaced while it was taken.
const FRESH_STARTS: usize = 2;
/// Controls that are numbered.
const MAX_ELEMENTS: usize = 400;
/// How long painting is waited for before a picture is taken again.
const PAINT_MS: u64 = 400;

#[derive(Debug, Clone, Deserialize)]
struct FrameSize {
    viewport_width: f64,
    viewport_height: f64,
    dpr: f64,
    pinch: f64,
    pinch_x: f64,
    pinch_y: f64,
    scroll_x: f64,
    scroll_y: f64,
    page_width: f64,
    page_height: f64,
}

#[derive(Debug, Deserialize)]
struct BoxOf {
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    whole: bool,
}

#[derive(Debug, Deserialize)]
struct Ticket {
    #[serde(default)]
    ticket: u32,
}

#[derive(Debug, Deserialize)]
struct Marks {
    marks: Vec<RawMark>,
    more: usize,
}

#[derive(Debug, Deserialize)]
struct RawMark {
    id: u32,
    selector: Option<String>,
    role: String,
    text: String,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Takes a picture, judges it, and takes it once more when it shows nothing of what the page has there.
///
/// # Errors
/// `STALE_REF` is the caller's to say when the element is gone ([`PageError::Invalid`] here); `DOCUMENT_CHANGED` when the
/// document is replaced again and again meanwhile; `DIALOG_OPEN`; `DEADLINE_EXCEEDED` when the browser gives no frame.
pub async fn take(
    page: &Page,
    permit: &Permit<Read>,
    options: &PictureOptions,
    deadline: Instant,
) -> Result<Picture, PageError> {
    let mut starts = 0;
    loop {
        starts += 1;
        // A dialog that opens in between stops the page, and with it whatever is asked of it next.
        let blocked = page.inner.until(|inner| inner.dialogs.lock().blocking().is_some());
        let taken = tokio::select! {
            biased;
            taken = once(page, permit, options, deadline) => taken,
            () = blocked => match page.dialog() {
                Some(dialog) => Err(PageError::DialogOpen { dialog, delivered: Delivered::No }),
                // It was answered in the same moment: the picture is begun again.
                None => continue,
            },
        };
        match taken {
            // The element's document is the caller's; another one has not got it.
            Err(PageError::DocumentChanged { .. })
                if starts <= FRESH_STARTS && !matches!(options.what, What::Element { .. }) => {}
            done => return done,
        }
    }
}

async fn once(
    page: &Page,
    permit: &Permit<Read>,
    options: &PictureOptions,
    deadline: Instant,
) -> Result<Picture, PageError> {
    let main = page.main_frame()?;
    let moved = if let What::Element { frame, doc, id } = &options.what {
        Some(bring(page, permit, frame, *doc, *id, deadline).await?)
    } else {
        None
    };
    let made = taken(page, permit, options, &main.id, main.document, deadline).await;
    if let (What::Element { frame, doc, .. }, Some(Some(ticket))) = (&options.what, moved) {
        // Where it was, even when the picture failed; a page that is gone has nothing to put back.
        let soon = deadline.max(Instant::now() + Duration::from_millis(500));
        let _: Result<serde_json::Value, PageError> =
            page.call_in(permit, frame, *doc, "putBack", &json!({"ticket": ticket}), soon).await;
    }
    made
}

/// Brings an element into view unless it is; the ticket undoes it.
async fn bring(
    page: &Page,
    permit: &Permit<Read>,
    frame: &FrameId,
    doc: FrameDoc,
    id: u32,
    deadline: Instant,
) -> Result<Option<u32>, PageError> {
    let place = element(page, permit, frame, doc, id, deadline).await?;
    let main = page.main_frame()?;
    let size: FrameSize = page.call(permit, &main.id, "frameSize", &json!({}), deadline).await?;
    let offset = offset(page, permit, frame, deadline).await?;
    let (left, top) = (place.x * offset.scale + offset.x, place.y * offset.scale + offset.y);
    let seen = place.whole
        && left >= -0.5
        && top >= -0.5
        && left + place.width <= size.viewport_width + 0.5
        && top + place.height <= size.viewport_height + 0.5;
    if seen {
        return Ok(None);
    }
    let ticket: Ticket = page.call_in(permit, frame, doc, "bringIntoView", &json!({"id": id}), deadline).await?;
    paint(page, permit, frame, deadline).await?;
    Ok(Some(ticket.ticket))
}

async fn element(
    page: &Page,
    permit: &Permit<Read>,
    frame: &FrameId,
    doc: FrameDoc,
    id: u32,
    deadline: Instant,
) -> Result<BoxOf, PageError> {
    let place: BoxOf = page.call_in(permit, frame, doc, "boxOf", &json!({"id": id}), deadline).await?;
    if place.gone {
        return Err(PageError::Invalid("the element is not in the document any more".to_owned()));
    }
    if place.width < 1.0 || place.height < 1.0 {
        return Err(PageError::Invalid("the element has no box: it is not shown".to_owned()));
    }
    Ok(place)
}

async fn paint(page: &Page, permit: &Permit<Read>, frame: &FrameId, deadline: Instant) -> Result<(), PageError> {
    let left = deadline.saturating_duration_since(Instant::now()).as_millis();
    let ms = u64::try_from(left / 4).unwrap_or(PAINT_MS).min(PAINT_MS);
    page.call::<serde_json::Value>(permit, frame, "painted", &json!({"ms": ms}), deadline).await.map(|_| ())
}

/// Everything about one try: what is to be seen, and what came.
struct Looked {
    shot: Shot,
    clip: Clip,
    geometry: Geometry,
    verdict: Judgement,
    mark: Mark,
}

async fn taken(
    page: &Page,
    permit: &Permit<Read>,
    options: &PictureOptions,
    main: &FrameId,
    doc: FrameDoc,
    deadline: Instant,
) -> Result<Picture, PageError> {
    let mut looked = look(page, permit, options, main, doc, deadline).await?;
    let mut retaken = false;
    let enough = deadline.saturating_duration_since(Instant::now()) > Duration::from_millis(300);
    if !looked.verdict.valid && enough {
        paint(page, permit, main, deadline).await?;
        let second = look(page, permit, options, main, doc, deadline).await?;
        retaken = true;
        if second.verdict.valid || second.verdict.blank_cells <= looked.verdict.blank_cells {
            looked = second;
        }
    }
    let Looked { shot, clip, geometry, verdict, mark } = looked;
    let clip = Clip { height: shot.cut_at.unwrap_or(clip.height), ..clip };
    let mut pixels = shot.pixels;
    let mut png = shot.png;
    let (mut elements, mut elements_more) = (Vec::new(), 0);
    if options.annotate {
        (elements, elements_more) = controls(page, permit, clip, &options.what, deadline).await?;
        // Boxes belong to the document that is in the picture.
        if !page.shows(main, doc) {
            return Err(PageError::DocumentChanged { delivered: Delivered::No });
        }
        let areas: Vec<(usize, Area)> = elements.iter().map(|e| (e.index, area(e.clip, clip, geometry.dpr))).collect();
        annotate::annotate(&mut pixels, &areas, geometry.dpr);
        png = None;
    }
    if let Some(smaller) = pixels::by_factor(&pixels, options.scale) {
        pixels = smaller;
        png = None;
    }
    let (width, height) = pixels.dimensions();
    let quality = options.quality;
    let format = options.format;
    let inline_side = options.inline;
    // Encoding is work for a thread of its own: other tabs' calls go on meanwhile.
    let encoded = tokio::task::spawn_blocking(move || {
        let inline = match inline_side {
            Some(side) => {
                let smaller = pixels::within(&pixels, side);
                let small = smaller.as_ref().unwrap_or(&pixels);
                let bytes = pixels::encode(small, Format::Jpeg, 80)?;
                Some(Inline { bytes, width: small.width(), height: small.height() })
            }
            None => None,
        };
        let bytes = match (format, png) {
            (Format::Png, Some(png)) => png,
            _ => pixels::encode(&pixels, format, quality)?,
        };
        Ok::<_, pixels::PixelError>((bytes, inline))
    })
    .await;
    let (bytes, inline) = encoded.map_err(|e| PageError::Invalid(format!("the picture cannot be encoded: {e}")))??;
    Ok(Picture {
        bytes,
        format,
        width,
        height,
        clip,
        dpr: geometry.dpr,
        verdict,
        retaken,
        doc,
        cut_at: shot.cut_at,
        elements,
        elements_more,
        inline,
        mark,
    })
}

async fn look(
    page: &Page,
    permit: &Permit<Read>,
    options: &PictureOptions,
    main: &FrameId,
    doc: FrameDoc,
    deadline: Instant,
) -> Result<Looked, PageError> {
    let nothing = json!({});
    let channel = page.channel().until(deadline);
    let (size, metrics) = tokio::join!(
        page.call_in::<FrameSize>(permit, main, doc, "frameSize", &nothing, deadline),
        channel.send(permit, cdp::GetLayoutMetrics {}),
    );
    let (size, metrics) = (size?, metrics?);
    let geometry = Geometry {
        viewport: Clip {
            x: size.scroll_x + size.pinch_x,
            y: size.scroll_y + size.pinch_y,
            width: size.viewport_width / size.pinch.max(0.01),
            height: size.viewport_height / size.pinch.max(0.01),
        },
        dpr: size.dpr * size.pinch,
        zoom: metrics.css_visual_viewport.zoom.filter(|z| *z > 0.0).unwrap_or(1.0),
    };
    let clip = area_of(page, permit, options, &size, geometry, deadline).await?;
    let in_viewport =
        json!({"x": clip.x - size.scroll_x, "y": clip.y - size.scroll_y, "width": clip.width, "height": clip.height});
    let grid = json!({"area": in_viewport, "cols": GRID, "rows": GRID});
    let asked = page.call_in::<Content>(permit, main, doc, "contentGrid", &grid, deadline);
    let (shot, content) = if geometry.shows(clip) {
        // First: asked side by side, the page misses the frame that the picture is made of, and the next takes 17 ms more.
        let content = asked.await;
        (shot::take(page, permit, clip, geometry, deadline).await?, content)
    } else {
        // The view is laid over other parts meanwhile.
        (shot::take(page, permit, clip, geometry, deadline).await?, asked.await)
    };
    if !page.shows(main, doc) {
        return Err(PageError::DocumentChanged { delivered: Delivered::No });
    }
    // A picture that came is given even if the page does not answer then.
    let content = match content {
        Ok(content) => Some(content),
        Err(error @ (PageError::DocumentChanged { .. } | PageError::Gone { .. } | PageError::Crashed { .. })) => {
            return Err(error);
        }
        Err(_) => None,
    };
    let taken = Clip { height: shot.cut_at.unwrap_or(clip.height), ..clip };
    let mark = Mark { pixels: pixels::mark(&shot.pixels), content: content.as_ref().map_or(0, |c| c.mark) };
    // The grid is over all of the area: of a picture that ends before, it tells nothing.
    let over = content.as_ref().filter(|_| shot.cut_at.is_none());
    let verdict = judge::judge(&shot.pixels, geometry.pixels(taken), over, options.previous, mark.pixels);
    Ok(Looked { shot, clip, geometry, verdict, mark })
}

async fn area_of(
    page: &Page,
    permit: &Permit<Read>,
    options: &PictureOptions,
    size: &FrameSize,
    geometry: Geometry,
    deadline: Instant,
) -> Result<Clip, PageError> {
    let whole = Clip { x: 0.0, y: 0.0, width: size.page_width, height: size.page_height };
    let clip = match &options.what {
        What::Viewport => return Ok(geometry.viewport),
        What::FullPage => whole,
        What::Clip(clip) => *clip,
        What::Element { frame, doc, id } => {
            let place = element(page, permit, frame, *doc, *id, deadline).await?;
            let offset = offset(page, permit, frame, deadline).await?;
            Clip {
                x: place.x * offset.scale + offset.x + size.scroll_x,
                y: place.y * offset.scale + offset.y + size.scroll_y,
                width: place.width * offset.scale,
                height: place.height * offset.scale,
            }
        }
    };
    outward(clip, whole)
}

/// Whole CSS pixels around the area, as far as the document goes.
fn outward(clip: Clip, whole: Clip) -> Result<Clip, PageError> {
    let (left, top) = (clip.x.floor().max(0.0), clip.y.floor().max(0.0));
    let right = (clip.x + clip.width).ceil().min(whole.width);
    let bottom = (clip.y + clip.height).ceil().min(whole.height);
    if !(right - left >= 1.0 && bottom - top >= 1.0) {
        return Err(PageError::Invalid("the area lies outside of the page".to_owned()));
    }
    Ok(Clip { x: left, y: top, width: right - left, height: bottom - top })
}

/// An element's box in pixels of the picture.
#[expect(clippy::cast_possible_truncation, reason = "saturating; what is far outside is not drawn")]
fn area(of: Clip, picture: Clip, dpr: f64) -> Area {
    Area {
        left: ((of.x - picture.x) * dpr).floor() as i64,
        top: ((of.y - picture.y) * dpr).floor() as i64,
        right: ((of.x + of.width - picture.x) * dpr).ceil() as i64,
        bottom: ((of.y + of.height - picture.y) * dpr).ceil() as i64,
    }
}

/// The controls in the picture, of all frames that can be read, in the order of frames and documents.
async fn controls(
    page: &Page,
    permit: &Permit<Read>,
    clip: Clip,
    what: &What,
    deadline: Instant,
) -> Result<(Vec<Element>, usize), PageError> {
    let main = page.main_frame()?;
    let size: FrameSize = page.call(permit, &main.id, "frameSize", &json!({}), deadline).await?;
    let mut elements = Vec::new();
    let mut more = 0;
    for frame in page.frames() {
        let is_main = frame.id == main.id;
        // A frame that cannot be read or is not shown has no numbers; the others have.
        let Ok(offset) = offset(page, permit, &frame.id, deadline).await else { continue };
        let seen = json!({
            "x": (clip.x - size.scroll_x - offset.x) / offset.scale,
            "y": (clip.y - size.scroll_y - offset.y) / offset.scale,
            "width": clip.width / offset.scale,
            "height": clip.height / offset.scale,
        });
        let asked = if is_main && matches!(what, What::FullPage) { serde_json::Value::Null } else { seen };
        let answer = page
            .call_telling::<Marks>(permit, &frame.id, "marks", &json!({"area": asked, "limit": MAX_ELEMENTS}), deadline)
            .await;
        let (marks, doc) = match answer {
            Ok(answer) => answer,
            Err(error) if is_main => return Err(error),
            Err(_) => continue,
        };
        more += marks.more;
        for mark in marks.marks {
            let place = Clip {
                x: mark.x * offset.scale + offset.x + size.scroll_x,
                y: mark.y * offset.scale + offset.y + size.scroll_y,
                width: mark.width * offset.scale,
                height: mark.height * offset.scale,
            };
            if !is_main && !offset.shows(place, &size) {
                continue;
            }
            if elements.len() >= MAX_ELEMENTS {
                more += 1;
                continue;
            }
            elements.push(Element {
                index: elements.len() + 1,
                selector: mark.selector.filter(|_| is_main),
                role: mark.role,
                text: mark.text,
                frame: frame.id.clone(),
                doc,
                id: mark.id,
                clip: place,
            });
        }
    }
    Ok((elements, more))
}

/// Where a frame's viewport stands in the main frame's viewport, in CSS pixels of that.
#[derive(Debug, Clone, Copy)]
struct Offset {
    x: f64,
    y: f64,
    scale: f64,
    width: f64,
    height: f64,
}

impl Offset {
    /// Whether the middle of a box of the frame is inside of what the frame shows.
    fn shows(&self, place: Clip, size: &FrameSize) -> bool {
        let x = place.x + place.width / 2.0 - size.scroll_x - self.x;
        let y = place.y + place.height / 2.0 - size.scroll_y - self.y;
        x >= 0.0 && y >= 0.0 && x <= self.width && y <= self.height
    }
}

/// Follows the frames up: each tells where its element stands in the process that shows it.
async fn offset(page: &Page, permit: &Permit<Read>, frame: &FrameId, deadline: Instant) -> Result<Offset, PageError> {
    let mut sum = Offset { x: 0.0, y: 0.0, scale: 1.0, width: f64::INFINITY, height: f64::INFINITY };
    let mut at = page.frame(frame).ok_or_else(|| PageError::FrameGone(frame.clone()))?;
    let mut first = true;
    while let Some(parent) = at.parent.clone() {
        let channel = page.channel_of(&parent)?.until(deadline);
        let owner = channel.send(permit, dom::GetFrameOwner::new(cdp::FrameId(at.id.as_str().to_owned()))).await?;
        let model = channel
            .send(permit, dom::GetBoxModel { backend_node_id: Some(owner.backend_node_id), ..Default::default() })
            .await?
            .model;
        let (content, border) = (model.content.0, model.border.0);
        let ([left, top, right, _, _, bottom, ..], [b_left, _, b_right, ..]) = (content.as_slice(), border.as_slice())
        else {
            return Err(PageError::FrameGone(at.id.clone()));
        };
        // A frame under a transform is shown larger or smaller than it is laid out.
        #[expect(clippy::cast_precision_loss, reason = "a size in CSS pixels")]
        let laid_out = model.width as f64;
        let shown = if laid_out >= 1.0 { ((b_right - b_left) / laid_out).clamp(0.01, 100.0) } else { 1.0 };
        sum.x = sum.x * shown + left;
        sum.y = sum.y * shown + top;
        sum.scale *= shown;
        if first {
            (sum.width, sum.height) = (right - left, bottom - top);
            first = false;
        } else {
            (sum.width, sum.height) = (sum.width * shown, sum.height * shown);
        }
        // The box is given in the viewport of the outermost frame of that process: on from there.
        let mut up = page.frame(&parent).ok_or(PageError::FrameGone(parent))?;
        while !up.oopif && up.parent.is_some() {
            let next = up.parent.clone().unwrap_or_else(|| up.id.clone());
            up = page.frame(&next).ok_or(PageError::FrameGone(next))?;
        }
        at = up;
    }
    Ok(sum)
}
