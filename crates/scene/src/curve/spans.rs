//! A spline as one cubic for each span: the curve of [`super::eval::spline`] in a form that is fast to measure and to
//! search. Stations come from the spline itself, whose tangent is exactly zero where control points coincide.

use super::eval::spline;

/// Polynomials of a clamped uniform B-spline, one for each span of its parameter.
#[derive(Debug, Clone)]
pub(crate) struct Spans {
    /// Coefficients of 1, x, x² and x³, where x is 0 at the start of the span and 1 at its end.
    cubics: Vec<[[f32; 2]; 4]>,
}

impl Spans {
    /// Computes the polynomials for control points, at least one.
    pub(crate) fn new(points: &[[f32; 2]]) -> Self {
        let count = points.len() - (points.len() - 1).min(3);
        let at = |place: f32| spline(points, place / count as f32).0;
        let cubic = |span: usize| {
            // Four points determine a cubic: Newton's interpolation, multiplied out.
            let start = span as f32;
            let f = [at(start), at(start + 1.0 / 3.0), at(start + 2.0 / 3.0), at(start + 1.0)];
            let sum = |a: f32, b: f32, c: f32, d: f32| {
                [0, 1].map(|axis| 0.5 * (a * f[0][axis] + b * f[1][axis] + c * f[2][axis] + d * f[3][axis]))
            };
            [f[0], sum(-11.0, 18.0, -9.0, 2.0), sum(18.0, -45.0, 36.0, -9.0), sum(-9.0, 27.0, -27.0, 9.0)]
        };
        Self { cubics: (0..count).map(cubic).collect() }
    }

    /// Returns the point at `u` in 0..=1.
    pub(crate) fn at(&self, u: f32) -> [f32; 2] {
        let s = u.clamp(0.0, 1.0) * self.cubics.len() as f32;
        let span = (s as usize).min(self.cubics.len() - 1);
        [0, 1].map(|axis| value(&self.cubics[span], axis, s - span as f32))
    }

    /// Returns true if the curve may come within `reach` of a point; false is certain.
    pub(crate) fn may_reach(&self, point: [f32; 2], reach: f32) -> bool {
        const PARTS: usize = 8;
        self.cubics.iter().any(|cubic| {
            // A curve deviates from its chord by at most the largest absolute second derivative · Δx² / 8.
            let bulge = [0, 1].map(|axis| {
                let (start, end) = (2.0 * cubic[2][axis], 2.0 * cubic[2][axis] + 6.0 * cubic[3][axis]);
                start.abs().max(end.abs()) / (8 * PARTS * PARTS) as f32
            });
            let at = |part: usize, axis: usize| value(cubic, axis, part as f32 / PARTS as f32);
            (0..PARTS).any(|part| {
                [0, 1].into_iter().all(|axis| {
                    let (from, to) = (at(part, axis), at(part + 1, axis));
                    let slack = bulge[axis] + reach;
                    from.min(to) - slack <= point[axis] && point[axis] <= from.max(to) + slack
                })
            })
        })
    }
}

/// Returns one coordinate of a cubic at x in 0..=1.
fn value(cubic: &[[f32; 2]; 4], axis: usize, x: f32) -> f32 {
    cubic[0][axis] + x * (cubic[1][axis] + x * (cubic[2][axis] + x * cubic[3][axis]))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn spans_equal_the_spline(points in vec([-900.0f32..900.0, -900.0f32..900.0], 1..10), u in 0.0f32..=1.0) {
            let found = Spans::new(&points).at(u);
            let (expected, _) = spline(&points, u);
            prop_assert!((found[0] - expected[0]).abs() < 0.01, "{found:?} {expected:?}");
            prop_assert!((found[1] - expected[1]).abs() < 0.01, "{found:?} {expected:?}");
        }

        #[test]
        fn curves_out_of_reach_are_far(points in vec([0.0f32..100.0, 0.0f32..100.0], 2..8), reach in 0.0f32..9.0) {
            let spans = Spans::new(&points);
            for step in 0..=100 {
                let [x, y] = spans.at(step as f32 / 100.0);
                prop_assert!(spans.may_reach([x + reach * 0.6, y - reach * 0.6], reach + 0.01));
            }
            prop_assert!(!spans.may_reach([111.0, 50.0], 9.0));
        }
    }
}
