//! Runs that are turned about the middle of their boxes.

use super::UPRIGHT;
use crate::Rect;

/// A turn about a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    cosine: f32,
    sine: f32,
    center: [f32; 2],
}

impl Turn {
    /// About the middle of a box; `None` for no turn.
    pub fn about(bounds: Rect, direction: [f32; 2]) -> Option<Self> {
        let [cosine, sine] = direction;
        let center = [0.5 * (bounds.x0 + bounds.x1), 0.5 * (bounds.y0 + bounds.y1)];
        (direction != UPRIGHT).then_some(Self { cosine, sine, center })
    }

    /// Where a point comes to lie.
    pub fn apply(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [a, b, c, d, e, f] = self.matrix();
        [a * x + c * y + e, b * x + d * y + f]
    }

    /// As `matrix(a b c d e f)` of SVG and canvas: x′ = a·x + c·y + e, y′ = b·x + d·y + f.
    pub fn matrix(&self) -> [f32; 6] {
        let (cosine, sine, [x, y]) = (self.cosine, self.sine, self.center);
        [cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y]
    }

    /// The box around a turned one.
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
    fn a_turn_keeps_the_middle_and_takes_the_right_end_down() {
        let bounds = Rect::new(10.0, 20.0, 30.0, 24.0);
        assert_eq!(Turn::about(bounds, UPRIGHT), None);
        let turn = Turn::about(bounds, [0.0, 1.0]).unwrap();
        let place = |x: f32, y: f32| turn.apply([x, y]).map(|at| at.round() as i32);
        assert_eq!([place(20.0, 22.0), place(30.0, 22.0)], [[20, 22], [20, 32]]);
        assert_eq!(turn.hull(bounds), Rect::new(18.0, 12.0, 22.0, 32.0));
    }
}
