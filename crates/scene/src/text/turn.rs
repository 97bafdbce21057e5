//! Runs that are turned about the centres of their boxes.

use super::UPRIGHT;
use crate::Rect;

/// A rotation about a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    cosine: f32,
    sine: f32,
    center: [f32; 2],
}

impl Turn {
    /// Creates the turn about the centre of a box, or `None` if the direction is upright.
    pub fn about(bounds: Rect, direction: [f32; 2]) -> Option<Self> {
        let [cosine, sine] = direction;
        let center = [0.5 * (bounds.x0 + bounds.x1), 0.5 * (bounds.y0 + bounds.y1)];
        (direction != UPRIGHT).then_some(Self { cosine, sine, center })
    }

    /// Rotates a point.
    pub fn apply(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.matrix();
        [a * x + c * y + e, b * x + d * y + f]
    }

    /// Returns `matrix(a b c d e f)` of SVG and canvas: x′ = a·x + c·y + e, y′ = b·x + d·y + f.
    pub fn matrix(&self) -> [f32; 6] {
        let (cosine, sine, [x, y]) = (self.cosine, self.sine, self.center);
        [cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y]
    }

    /// Returns the bounding box of a turned box.
    pub fn hull(&self, Rect { x0, y0, x1, y1 }: Rect) -> Rect {
        let corners = [[x0, y0], [x1, y0], [x0, y1], [x1, y1]].map(|corner| self.apply(corner));
        let far = |axis: usize, pick: fn(f32, f32) -> f32| {
            corners.iter().map(|corner| corner[axis]).fold(corners[0][axis], pick)
        };
        Rect::new(far(0, f32::min), far(1, f32::min), far(0, f32::max), far(1, f32::max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_clockwise_about_the_centre() {
        let bounds = Rect::new(10.0, 20.0, 30.0, 24.0);
        assert_eq!(Turn::about(bounds, UPRIGHT), None);
        let turn = Turn::about(bounds, [0.0, 1.0]).unwrap();
        let place = |x: f32, y: f32| turn.apply([x, y]).map(|at| at.round() as i32);
        assert_eq!([place(20.0, 22.0), place(30.0, 22.0)], [[20, 22], [20, 32]]);
        assert_eq!(turn.hull(bounds), Rect::new(18.0, 12.0, 22.0, 32.0));
    }
}
