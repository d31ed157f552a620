//! Pictures: taken, judged from their pixels, numbered outside of the page.

mod annotate;
mod judge;
mod pixels;
mod shot;
mod take;

use serde::Serialize;
use tabward_model::FrameId;

use crate::{FrameDoc, PageError};

pub use annotate::Area;
pub use judge::{Content, Judgement, Mark, Verdict};
pub use pixels::{Format, PixelError};
pub use take::take;

/// A rectangle in CSS pixels of the main frame's document.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Clip {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// What to take a picture of.
#[derive(Debug, Clone, Default)]
pub enum What {
    /// What the tab shows.
    #[default]
    Viewport,
    /// The whole document.
    FullPage,
    /// A part of the document.
    Clip(Clip),
    /// An element; it is brought into view when it is not, and what moved is put back.
    Element {
        /// The frame it is in.
        frame: FrameId,
        /// The document that the number is of.
        doc: FrameDoc,
        /// Its number in that document (`tw.idOf`).
        id: u32,
    },
}

/// How a picture is taken.
#[derive(Debug, Clone)]
pub struct PictureOptions {
    /// Of what.
    pub what: What,
    /// Whether controls are numbered and listed.
    pub annotate: bool,
    /// How it is encoded.
    pub format: Format,
    /// For JPEG, 1 to 100.
    pub quality: u8,
    /// Factor of at most 1 by which it is made smaller; 1 leaves one pixel per pixel of the screen.
    pub scale: f64,
    /// Also make a JPEG whose longer side is at most this many pixels.
    pub inline: Option<u32>,
    /// The mark of the tab's picture before, to tell an old picture from a new one.
    pub previous: Option<Mark>,
}

/// The longer side of an inline picture, in pixels.
pub const INLINE_SIDE: u32 = 1568;

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            what: What::Viewport,
            annotate: false,
            format: Format::Png,
            quality: 85,
            scale: 1.0,
            inline: None,
            previous: None,
        }
    }
}

/// An element that is numbered in a picture.
#[derive(Debug, Clone, Serialize)]
pub struct Element {
    /// Its number in the picture, from 1.
    pub index: usize,
    /// A CSS selector that matches it alone, in its frame; none when only its ref names it.
    pub selector: Option<String>,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub text: String,
    /// Its frame.
    #[serde(skip)]
    pub frame: FrameId,
    /// The document of that frame.
    #[serde(skip)]
    pub doc: FrameDoc,
    /// Its number in that document, for a ref.
    #[serde(skip)]
    pub id: u32,
    /// Its box, in CSS pixels of the main frame's document.
    #[serde(skip)]
    pub clip: Clip,
}

/// A picture and what is known of it.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Encoded, with boxes and numbers when asked for.
    pub bytes: Vec<u8>,
    /// How it is encoded.
    pub format: Format,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// What it shows, in CSS pixels of the document.
    pub clip: Clip,
    /// Device pixels per CSS pixel when it was taken.
    pub dpr: f64,
    /// Whether it can be relied on, and why.
    pub verdict: Judgement,
    /// Whether it was taken a second time because the first one could not be relied on.
    pub retaken: bool,
    /// The document it shows.
    pub doc: FrameDoc,
    /// Height of the document, when the picture ends before it, in CSS pixels.
    pub cut_at: Option<f64>,
    /// What is numbered, when asked for.
    pub elements: Vec<Element>,
    /// Controls that are in the picture and not numbered, for there are too many.
    pub elements_more: usize,
    /// The smaller JPEG, when asked for.
    pub inline: Option<Inline>,
    /// For the next picture's `previous`.
    pub mark: Mark,
}

/// A picture small enough to be shown to a model.
#[derive(Debug, Clone)]
pub struct Inline {
    /// A JPEG.
    pub bytes: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl From<PixelError> for PageError {
    fn from(error: PixelError) -> Self {
        Self::Invalid(error.to_string())
    }
}
