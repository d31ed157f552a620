//! Boxes and numbers drawn into a picture, beside what they name.

use image::{Rgb, RgbImage};

/// Rows of the digits 0 to 9, five bits each, the left column highest.
const DIGITS: [[u8; 7]; 10] = [
    [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00010, 0b00100, 0b01000, 0b11111],
    [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

/// Dark enough for white digits, and told apart from one another.
const COLOURS: [Rgb<u8>; 8] = [
    Rgb([200, 16, 46]),
    Rgb([0, 92, 185]),
    Rgb([0, 122, 51]),
    Rgb([126, 34, 206]),
    Rgb([180, 83, 9]),
    Rgb([14, 116, 144]),
    Rgb([190, 24, 93]),
    Rgb([67, 56, 202]),
];

/// A rectangle in pixels of the picture: left, top, right, bottom; right and bottom are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub left: i64,
    /// Upper edge.
    pub top: i64,
    /// Right edge, exclusive.
    pub right: i64,
    /// Lower edge, exclusive.
    pub bottom: i64,
}

impl Area {
    fn common(self, other: Self) -> i64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        if width > 0 && height > 0 { width * height } else { 0 }
    }
}

/// What is drawn for one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn {
    /// Its number.
    pub number: usize,
    /// The element.
    pub area: Area,
    /// Where the number stands.
    pub label: Area,
}

/// Draws a box around each area and its number beside it. `scale` is pixels per CSS pixel. The order of `areas` is that of
/// the numbers. Areas that lie outside of the picture are passed over.
pub(super) fn annotate(pixels: &mut RgbImage, areas: &[(usize, Area)], scale: f64) -> Vec<Drawn> {
    let drawn = layout((i64::from(pixels.width()), i64::from(pixels.height())), areas, scale);
    let line = thickness(scale);
    for mark in &drawn {
        outline(pixels, mark.area, line, COLOURS[mark.number % COLOURS.len()]);
    }
    for mark in &drawn {
        label(pixels, mark, scale);
    }
    drawn
}

#[expect(clippy::cast_possible_truncation, reason = "a scale is at most a few dozen")]
fn thickness(scale: f64) -> i64 {
    (scale * 1.5).round().clamp(1.0, 32.0) as i64
}

/// Pixels per dot of a digit.
#[expect(clippy::cast_possible_truncation, reason = "a scale is at most a few dozen")]
fn dot(scale: f64) -> i64 {
    (scale * 1.6).round().clamp(1.0, 32.0) as i64
}

fn label_size(number: usize, scale: f64) -> (i64, i64) {
    let digits = i64::try_from(number.to_string().len()).unwrap_or(1);
    let dot = dot(scale);
    ((digits * 6 + 1) * dot, 9 * dot)
}

/// Where each number goes: outside of its own element, inside the picture, where it covers least of other elements and
/// numbers. Only an element that leaves no room beside it is written upon, in its corner.
fn layout(size: (i64, i64), areas: &[(usize, Area)], scale: f64) -> Vec<Drawn> {
    let line = thickness(scale);
    let shown: Vec<(usize, Area)> = areas
        .iter()
        .filter(|(_, a)| {
            a.right > 0 && a.bottom > 0 && a.left < size.0 && a.top < size.1 && a.right > a.left && a.bottom > a.top
        })
        .copied()
        .collect();
    let mut placed: Vec<Drawn> = Vec::with_capacity(shown.len());
    for (number, area) in &shown {
        let (width, height) = label_size(*number, scale);
        let at = |left: i64, top: i64| Area { left, top, right: left + width, bottom: top + height };
        let seen_top = area.top.max(0);
        let candidates = [
            at(area.left - line, area.top - line - height),
            at(area.right + line - width, area.top - line - height),
            at(area.left - line - width, seen_top),
            at(area.right + line, seen_top),
            at(area.left - line, area.bottom + line),
            at(area.right + line - width, area.bottom + line),
            at(area.left - line - width, area.top - line - height),
            at(area.right + line, area.bottom + line),
        ];
        let fits =
            |a: &Area| a.left >= 0 && a.top >= 0 && a.right <= size.0 && a.bottom <= size.1 && a.common(*area) == 0;
        let cost = |a: &Area| {
            let others: i64 = shown.iter().filter(|(n, _)| n != number).map(|(_, o)| a.common(*o)).sum();
            let numbers: i64 = placed.iter().map(|d| a.common(d.label) * 4).sum();
            others + numbers
        };
        // The first of the cheapest.
        let mut best: Option<(i64, Area)> = None;
        for candidate in candidates.into_iter().filter(fits) {
            let cost = cost(&candidate);
            if best.is_none_or(|(b, _)| cost < b) {
                best = Some((cost, candidate));
            }
            if cost == 0 {
                break;
            }
        }
        let label = best.map_or_else(
            || at(area.left.clamp(0, (size.0 - width).max(0)), area.top.clamp(0, (size.1 - height).max(0))),
            |(_, label)| label,
        );
        placed.push(Drawn { number: *number, area: *area, label });
    }
    placed
}

fn fill(pixels: &mut RgbImage, area: Area, colour: Rgb<u8>) {
    let clamp = |v: i64, most: u32| u32::try_from(v.clamp(0, i64::from(most))).unwrap_or(0);
    let (width, height) = pixels.dimensions();
    for y in clamp(area.top, height)..clamp(area.bottom, height) {
        for x in clamp(area.left, width)..clamp(area.right, width) {
            pixels.put_pixel(x, y, colour);
        }
    }
}

/// A frame just outside of the area, so that nothing of the element is covered.
fn outline(pixels: &mut RgbImage, a: Area, line: i64, colour: Rgb<u8>) {
    // At the picture's edge there is no outside: the frame is drawn on the edge itself.
    let (width, height) = (i64::from(pixels.width()), i64::from(pixels.height()));
    let outer = Area {
        left: (a.left - line).max(0),
        top: (a.top - line).max(0),
        right: (a.right + line).min(width),
        bottom: (a.bottom + line).min(height),
    };
    fill(pixels, Area { bottom: (outer.top + line).min(outer.bottom), ..outer }, colour);
    fill(pixels, Area { top: (outer.bottom - line).max(outer.top), ..outer }, colour);
    fill(pixels, Area { right: (outer.left + line).min(outer.right), ..outer }, colour);
    fill(pixels, Area { left: (outer.right - line).max(outer.left), ..outer }, colour);
}

fn label(pixels: &mut RgbImage, mark: &Drawn, scale: f64) {
    let dot = dot(scale);
    fill(pixels, mark.label, COLOURS[mark.number % COLOURS.len()]);
    for (n, digit) in mark.number.to_string().bytes().enumerate() {
        let rows = DIGITS[usize::from(digit - b'0')];
        let left = mark.label.left + dot + i64::try_from(n).unwrap_or(0) * 6 * dot;
        for (y, row) in (0_i64..).zip(rows) {
            for x in 0..5_i64 {
                if row & (0b10000 >> x) != 0 {
                    let (l, t) = (left + x * dot, mark.label.top + dot + y * dot);
                    fill(pixels, Area { left: l, top: t, right: l + dot, bottom: t + dot }, Rgb([255, 255, 255]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(left: i64, top: i64, width: i64, height: i64) -> Area {
        Area { left, top, right: left + width, bottom: top + height }
    }

    // SEE-10
    #[test]
    fn see_10_numbers_stand_beside_what_they_name() {
        let mut pixels = RgbImage::from_pixel(400, 300, Rgb([255, 255, 255]));
        let areas = [(1, area(50, 60, 100, 30)), (2, area(0, 0, 80, 20)), (3, area(350, 280, 50, 20))];
        let before = pixels.clone();
        let drawn = annotate(&mut pixels, &areas, 1.0);
        for mark in &drawn {
            assert_eq!(mark.label.common(mark.area), 0);
        }
        // Inside the first nothing changed; around it something did.
        for y in 60..90 {
            for x in 50..150 {
                assert_eq!(pixels.get_pixel(x, y), before.get_pixel(x, y), "{x},{y}");
            }
        }
        assert_ne!(pixels.get_pixel(49, 70), before.get_pixel(49, 70));
        assert_ne!(pixels.get_pixel(100, 59), before.get_pixel(100, 59));
    }

    #[test]
    fn see_10_digits_differ() {
        let shapes: std::collections::HashSet<[u8; 7]> = DIGITS.into_iter().collect();
        assert_eq!(shapes.len(), 10);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(96))]
        #[test]
        fn see_10_a_number_covers_its_element_only_where_there_is_no_room(
            boxes in proptest::collection::vec((-20_i64..300, -20_i64..300, 1_i64..200, 1_i64..200), 0..12),
            scale in 0.5_f64..3.0,
        ) {
            let areas: Vec<(usize, Area)> = boxes.iter().enumerate().map(|(i, (x, y, w, h))| (i + 1, area(*x, *y, *w, *h))).collect();
            let mut pixels = RgbImage::new(280, 280);
            for mark in annotate(&mut pixels, &areas, scale) {
                let (w, h) = label_size(mark.number, scale);
                let room = mark.area.top - thickness(scale) - h >= 0 && mark.area.left - thickness(scale) >= 0 && mark.area.left - thickness(scale) + w <= 280
                    || mark.area.bottom + thickness(scale) + h <= 280 && mark.area.left - thickness(scale) >= 0 && mark.area.left - thickness(scale) + w <= 280;
                if room {
                    proptest::prop_assert_eq!(mark.label.common(mark.area), 0);
                }
                proptest::prop_assert!(mark.label.left >= 0 || w > 280);
            }
        }
    }
}
