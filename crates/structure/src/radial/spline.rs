//! Clamped uniform B-splines, and the straightening of their control points.

/// Returns a point of the clamped uniform B-spline of degree min(3, N − 1) at `u` from 0 to 1, by de Boor's algorithm.
/// `points` must not be empty. The renderers draw the same spline; this function serves computations and tests.
pub fn spline(points: &[[f64; 2]], u: f64) -> [f64; 2] {
    let degree = (points.len() - 1).min(3);
    let spans = points.len() - degree;
    let s = u.clamp(0.0, 1.0) * spans as f64;
    let span = (s as usize).min(spans - 1);
    let knot = |i: usize| (i as f64 - degree as f64).clamp(0.0, spans as f64);
    let mut d = [[0.0; 2]; 4];
    d[..=degree].copy_from_slice(&points[span..=span + degree]);
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let (left, right) = (knot(span + j), knot(span + j + degree + 1 - r));
            let share = (s - left) / (right - left);
            d[j] = [0, 1].map(|at| d[j - 1][at] + share * (d[j][at] - d[j - 1][at]));
        }
    }
    d[degree]
}

/// Straightens control points by the bundling strength β from 0 (a straight line) to 1 (the path itself), Eq. 1:
/// `P'_i = β·P_i + (1 − β)·(P_0 + i/(N − 1)·(P_{N−1} − P_0))`. Fewer than two points stay where they are, since the equation
/// divides by N − 1.
pub fn control_points_at(points: &mut [[f64; 2]], beta: f64) {
    let [Some(&first), Some(&last)] = [points.first(), points.last()] else { return };
    let steps = points.len() - 1;
    for (i, point) in points.iter_mut().enumerate().filter(|_| steps > 0) {
        let t = i as f64 / steps as f64;
        *point = [0, 1].map(|at| beta * point[at] + (1.0 - beta) * (first[at] + t * (last[at] - first[at])));
    }
}
