//! Points between the coordinates of frames. A frame's content box appears in its root as a parallelogram (it may be
//! scaled, rotated or skewed); the map between both is affine.

use serde::{Deserialize, Serialize};

/// A point in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// An affine map: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
}

impl Affine {
    /// From a viewport of this size to the quad that shows it: the corners in order from the top left, clockwise.
    pub(crate) fn onto(width: f64, height: f64, quad: &[f64]) -> Option<Self> {
        let [x0, y0, x1, y1, _, _, x3, y3] = *<&[f64; 8]>::try_from(quad).ok()?;
        let sound = width > 0.0 && height > 0.0 && quad.iter().all(|edge| edge.is_finite());
        sound.then(|| Self {
            a: (x1 - x0) / width,
            b: (y1 - y0) / width,
            c: (x3 - x0) / height,
            d: (y3 - y0) / height,
            e: x0,
            f: y0,
        })
    }

    pub(crate) fn apply(&self, point: Point) -> Point {
        Point { x: self.a * point.x + self.c * point.y + self.e, y: self.b * point.x + self.d * point.y + self.f }
    }

    /// The map back; none when everything falls onto a line.
    pub(crate) fn inverse(&self) -> Option<Self> {
        let scale = self.a * self.d - self.b * self.c;
        (scale.abs() > 1e-9).then(|| Self {
            a: self.d / scale,
            b: -self.b / scale,
            c: -self.c / scale,
            d: self.a / scale,
            e: (self.c * self.f - self.d * self.e) / scale,
            f: (self.b * self.e - self.a * self.f) / scale,
        })
    }
}

/// Points on the way from one to another, the end included: enough that a page that follows the pointer sees it move.
pub(crate) fn path(from: Point, to: Point, steps: u32) -> Vec<Point> {
    let steps = steps.max(1);
    (1..=steps)
        .map(|step| {
            let share = f64::from(step) / f64::from(steps);
            Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shifted_frame_shifts_points() {
        let map = Affine::onto(100.0, 50.0, &[10.0, 20.0, 110.0, 20.0, 110.0, 70.0, 10.0, 70.0]).unwrap();
        assert_eq!(map.apply(Point { x: 5.0, y: 6.0 }), Point { x: 15.0, y: 26.0 });
    }

    #[test]
    fn a_frame_without_area_has_no_map() {
        assert!(Affine::onto(0.0, 50.0, &[0.0; 8]).is_none());
        assert!(Affine::onto(10.0, 10.0, &[0.0; 8]).unwrap().inverse().is_none());
        assert!(Affine::onto(10.0, 10.0, &[0.0; 7]).is_none());
    }

    #[test]
    fn a_path_ends_at_its_end() {
        let to = Point { x: 10.0, y: -4.0 };
        let points = path(Point { x: 0.0, y: 0.0 }, to, 4);
        assert_eq!(points.len(), 4);
        assert_eq!(points[3], to);
        assert_eq!(path(to, to, 0), vec![to]);
    }

    proptest! {
        #[test]
        fn there_and_back_is_the_same_point(
            x in -2000.0..2000.0f64, y in -2000.0..2000.0f64, width in 1.0..3000.0f64, height in 1.0..3000.0f64,
            left in -500.0..500.0f64, top in -500.0..500.0f64, scale in 0.2..3.0f64, turn in 0.0..6.0f64,
        ) {
            let corner = |w: f64, h: f64| {
                let (w, h) = (w * width * scale, h * height * scale);
                [left + w * turn.cos() - h * turn.sin(), top + w * turn.sin() + h * turn.cos()]
            };
            let quad = [corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)].concat();
            let map = Affine::onto(width, height, &quad).unwrap();
            let back = map.inverse().unwrap().apply(map.apply(Point { x, y }));
            prop_assert!((back.x - x).abs() < 1e-6 && (back.y - y).abs() < 1e-6);
        }
    }
}
