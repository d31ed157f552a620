//! Whether a picture shows what it should: judged from its pixels, beside what the document says is there.

use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

/// What the page draws in the area of a picture, over a grid of cells.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Content {
    /// Row by row, `1` where text, a picture or a control is drawn.
    pub cells: String,
    /// How many such things there are.
    pub things: usize,
    /// Pictures that are still loading.
    #[serde(default)]
    pub pending: usize,
    /// Differs when what is drawn does.
    #[serde(default)]
    pub mark: u32,
    /// Whether all of the document was looked at.
    #[serde(default)]
    pub complete: bool,
}

/// Cells of the grid in each direction.
pub(super) const GRID: u32 = 16;

/// What is found of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It shows the page.
    Valid,
    /// It shows one colour, and the page has something there.
    Blank,
    /// A part of it shows one colour, and the page has something there.
    PartlyBlank,
    /// It shows what was there before.
    Stale,
    /// It is not of the size that was asked for.
    WrongSize,
}

/// A verdict and the figures behind it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// Whether the picture can be relied on.
    pub valid: bool,
    /// What was found.
    pub verdict: Verdict,
    /// In words; empty when there is nothing to say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Share of the pixels that have the most common colour, from 0 to 1.
    pub dominant: f64,
    /// Cells (of 256) in which the page draws something; None when the page could not be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_cells: Option<usize>,
    /// Of these, the ones that show one colour only.
    pub blank_cells: usize,
    /// Width and height that were to be expected, in pixels.
    pub expected: (u32, u32),
    /// The page itself draws nothing here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub empty: bool,
    /// Pictures on the page that were still loading.
    #[serde(skip_serializing_if = "is_zero")]
    pub loading: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// What is kept of a picture to tell whether the next one is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Of its pixels.
    pub pixels: u64,
    /// Of what the page drew there.
    pub content: u32,
}

/// Colours nearer than this are one: encoders and scaling blur.
const SAME: i32 = 4;

fn near(a: Rgb<u8>, b: Rgb<u8>) -> bool {
    (0..3).all(|i| (i32::from(a[i]) - i32::from(b[i])).abs() <= SAME)
}

/// Whether a part of the picture is of one colour, and which.
fn flat(pixels: &RgbImage, left: u32, top: u32, right: u32, bottom: u32, step: u32) -> Option<Rgb<u8>> {
    let first = *pixels.get_pixel(left, top);
    let step = usize::try_from(step.max(1)).unwrap_or(1);
    for y in (top..bottom).step_by(step) {
        for x in (left..right).step_by(step) {
            if !near(*pixels.get_pixel(x, y), first) {
                return None;
            }
        }
    }
    Some(first)
}

/// Share of the pixels near the most common colour, from a sample.
fn dominant(pixels: &RgbImage) -> f64 {
    let total = u64::from(pixels.width()) * u64::from(pixels.height());
    let step = usize::try_from((total / 100_000).max(1)).unwrap_or(1) | 1;
    let mut counts: std::collections::HashMap<[u8; 3], u32> = std::collections::HashMap::new();
    let mut seen = 0_u32;
    for pixel in pixels.pixels().step_by(step) {
        *counts.entry([pixel[0] >> 3, pixel[1] >> 3, pixel[2] >> 3]).or_default() += 1;
        seen += 1;
    }
    let most = counts.values().max().copied().unwrap_or(0);
    f64::from(most) / f64::from(seen.max(1))
}

/// Judges a picture that should be of the size `expected`. `content` is what the page says; `previous` and `mark` of this
/// picture's pixels tell whether it is new.
pub(super) fn judge(
    pixels: &RgbImage,
    expected: (u32, u32),
    content: Option<&Content>,
    previous: Option<Mark>,
    mark: u64,
) -> Judgement {
    let mut found = Judgement {
        valid: true,
        verdict: Verdict::Valid,
        reason: String::new(),
        dominant: (dominant(pixels) * 1000.0).round() / 1000.0,
        content_cells: content.map(|c| c.cells.bytes().filter(|b| *b == b'1').count()),
        blank_cells: 0,
        expected,
        empty: false,
        loading: content.map_or(0, |c| c.pending),
    };
    let (width, height) = pixels.dimensions();
    let off = |got: u32, wanted: u32| got.abs_diff(wanted) > 2;
    if width == 0 || height == 0 || off(width, expected.0) || off(height, expected.1) {
        return set(
            found,
            Verdict::WrongSize,
            format!("it is {width}×{height}, and {}×{} was expected", expected.0, expected.1),
        );
    }
    let step = if u64::from(width) * u64::from(height) > 8_000_000 { 2 } else { 1 };
    let whole = flat(pixels, 0, 0, width, height, step).is_some();
    let Some(content) = content else {
        if whole {
            return set(found, Verdict::Blank, "it shows one colour, and the page could not be asked".to_owned());
        }
        return found;
    };
    if whole {
        found.blank_cells = found.content_cells.unwrap_or(0);
        if found.blank_cells == 0 {
            found.empty = true;
            found.reason.push_str(if content.pending > 0 {
                "the page has drawn nothing yet; pictures are loading"
            } else {
                "the page itself is empty here"
            });
            return found;
        }
        return set(
            found,
            Verdict::Blank,
            format!("it shows one colour, and the page draws {} things there", content.things),
        );
    }
    let cells: Vec<bool> = content.cells.bytes().map(|b| b == b'1').collect();
    if cells.len() == (GRID * GRID) as usize && width >= GRID && height >= GRID {
        let blank = blank_cells(pixels, &cells, step);
        found.blank_cells = blank.iter().filter(|b| b.is_some()).count();
        if let Some(reason) = gap(&cells, &blank) {
            return set(found, Verdict::PartlyBlank, reason);
        }
    }
    if let Some(before) = previous
        && before.pixels == mark
        && before.content != content.mark
        && content.things > 0
    {
        return set(
            found,
            Verdict::Stale,
            "it is the same as the one before, and the page has changed since".to_owned(),
        );
    }
    found
}

fn set(mut found: Judgement, verdict: Verdict, reason: String) -> Judgement {
    found.valid = false;
    found.verdict = verdict;
    found.reason = reason;
    found
}

/// For each cell with content the colour that it shows, when it shows but one.
fn blank_cells(pixels: &RgbImage, cells: &[bool], step: u32) -> Vec<Option<Rgb<u8>>> {
    let (width, height) = pixels.dimensions();
    let edge = |at: u32, length: u32| u32::try_from(u64::from(at) * u64::from(length) / u64::from(GRID)).unwrap_or(0);
    (0..GRID * GRID)
        .map(|i| {
            if !cells[i as usize] {
                return None;
            }
            let (x, y) = (i % GRID, i / GRID);
            flat(
                pixels,
                edge(x, width),
                edge(y, height),
                edge(x + 1, width).max(edge(x, width) + 1),
                edge(y + 1, height).max(edge(y, height) + 1),
                step,
            )
        })
        .collect()
}

/// A gap that no page has by itself: at least three rows of cells one after the other, or half of all, in which everything
/// that should be drawn shows one and the same colour.
fn gap(cells: &[bool], blank: &[Option<Rgb<u8>>]) -> Option<String> {
    let content = cells.iter().filter(|c| **c).count();
    let same = |list: &[&Rgb<u8>]| list.first().is_some_and(|f| list.iter().all(|c| near(**c, **f)));
    let all: Vec<&Rgb<u8>> = blank.iter().flatten().collect();
    if all.len() >= 8 && all.len() * 2 >= content && same(&all) {
        return Some(format!("{} of the {content} parts with content show one colour", all.len()));
    }
    let width = GRID as usize;
    let mut run: Vec<&Rgb<u8>> = Vec::new();
    let mut rows = 0;
    for row in 0..width {
        let range = row * width..(row + 1) * width;
        let wanted = cells[range.clone()].iter().filter(|c| **c).count();
        let empty: Vec<&Rgb<u8>> = blank[range].iter().flatten().collect();
        if wanted == 0 {
            continue;
        }
        if empty.len() == wanted {
            run.extend(empty);
            rows += 1;
            if rows >= 3 && run.len() >= 8 && same(&run) {
                return Some(format!("a band of {rows} rows (of {width}) with content shows one colour"));
            }
        } else {
            run.clear();
            rows = 0;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(ones: impl Fn(u32, u32) -> bool) -> Content {
        let cells: String = (0..GRID * GRID).map(|i| if ones(i % GRID, i / GRID) { '1' } else { '0' }).collect();
        let things = cells.bytes().filter(|b| *b == b'1').count();
        Content { cells, things, pending: 0, mark: 1, complete: true }
    }

    fn noise(blank: impl Fn(u32, u32) -> bool) -> RgbImage {
        RgbImage::from_fn(320, 320, |x, y| {
            if blank(x / 20, y / 20) || (x * 7 + y * 13) % 5 > 1 { Rgb([255, 255, 255]) } else { Rgb([20, 20, 20]) }
        })
    }

    // SEE-9
    #[test]
    fn see_09_verdicts_follow_pixels_and_document() {
        let full = content(|_, _| true);
        let none = content(|_, _| false);
        let white = RgbImage::from_pixel(320, 320, Rgb([255, 255, 255]));
        let verdict = |p: &RgbImage, c: Option<&Content>| judge(p, (320, 320), c, None, 0).verdict;
        assert_eq!(verdict(&white, Some(&full)), Verdict::Blank);
        assert_eq!(verdict(&white, None), Verdict::Blank);
        let empty = judge(&white, (320, 320), Some(&none), None, 0);
        assert!(empty.valid && empty.empty);
        assert_eq!(verdict(&noise(|_, _| false), Some(&full)), Verdict::Valid);
        assert_eq!(verdict(&noise(|_, y| y >= 11), Some(&full)), Verdict::PartlyBlank);
        assert_eq!(verdict(&noise(|_, y| y == 7), Some(&full)), Verdict::Valid);
        assert_eq!(verdict(&noise(|_, y| y >= 11), Some(&content(|_, y| y < 11))), Verdict::Valid);
        assert_eq!(judge(&white, (640, 320), Some(&full), None, 0).verdict, Verdict::WrongSize);
    }

    #[test]
    fn see_09_an_old_picture_is_stale_only_when_the_page_changed() {
        let pixels = noise(|_, _| false);
        let full = content(|_, _| true);
        let before = |content| Some(Mark { pixels: 7, content });
        assert_eq!(judge(&pixels, (320, 320), Some(&full), before(2), 7).verdict, Verdict::Stale);
        assert_eq!(judge(&pixels, (320, 320), Some(&full), before(1), 7).verdict, Verdict::Valid);
        assert_eq!(judge(&pixels, (320, 320), Some(&full), before(2), 8).verdict, Verdict::Valid);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
        // One colour is never called a valid picture of a page that has something.
        #[test]
        fn see_09_one_colour_is_never_valid_content(r in 0_u8.., width in 1_u32..200, height in 1_u32..200, cells in "[01]{256}") {
            let pixels = RgbImage::from_pixel(width, height, Rgb([r, r, 255 - r]));
            let things = cells.bytes().filter(|b| *b == b'1').count();
            let found = judge(&pixels, (width, height), Some(&Content { cells, things, pending: 0, mark: 0, complete: true }), None, 0);
            proptest::prop_assert_eq!(found.valid, things == 0);
            proptest::prop_assert_eq!(found.empty, things == 0);
        }
    }
}
