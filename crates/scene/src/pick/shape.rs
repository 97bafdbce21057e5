//! Hit tests for primitives.

use super::Question;
use crate::curve::eval::{CurveShape, MIN_SLANT, Station, space_of};
use crate::curve::spans::Spans;
use crate::shade::snap;
use crate::{CurveBatch, PolyKind, Rect, Space};

/// Distance beyond its border at which a curve is still hit, in CSS pixels, because thin lines are hard to point at.
pub const CURVE_SLACK: f32 = 2.0;

/// A primitive as far as hit tests need it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A box or an image.
    Box(Rect),
    /// A range of the index's vertices.
    Poly { first: u32, count: u32, kind: PolyKind },
    /// A piece of a curve batch.
    Piece { batch: u32, piece: u32 },
}

impl Shape {
    /// Returns the bounds in the layer's space as laid out, or `None` for curves, which may span two spaces.
    pub(super) fn bounds(&self, vertices: &[[f32; 2]]) -> Option<Rect> {
        match *self {
            Self::Box(rect) => Some(rect),
            Self::Poly { first, count, .. } => {
                Some(hull(vertices[first as usize..][..count as usize].iter().copied()))
            }
            Self::Piece { .. } => None,
        }
    }

    pub(super) fn contains(
        &self,
        question: Question,
        space: Space,
        vertices: &[[f32; 2]],
        curves: &[CurveBatch],
    ) -> bool {
        let transform = question.transforms.get(space);
        match *self {
            Self::Box(rect) => {
                let (x0, y0) = transform.apply(rect.x0, rect.y0);
                let (x1, y1) = transform.apply(rect.x1, rect.y1);
                let ([x0, x1], [y0, y1]) = (snap(x0, x1, 1.0), snap(y0, y1, 1.0));
                Rect::new(x0, y0, x1, y1).contains(question.x, question.y)
            }
            Self::Poly { first, count, kind } => {
                let outline: Vec<[f32; 2]> = vertices[first as usize..][..count as usize]
                    .iter()
                    .map(|[x, y]| transform.apply(*x, *y).into())
                    .collect();
                let point = [question.x, question.y];
                match kind {
                    PolyKind::STRIP => outline.windows(4).step_by(2).any(|quad| in_quad(quad, point)),
                    _ => is_inside(&outline, point),
                }
            }
            Self::Piece { batch, piece } => is_on_piece(&curves[batch as usize], piece as usize, question),
        }
    }
}

fn is_on_piece(batch: &CurveBatch, piece: usize, question: Question) -> bool {
    let piece = &batch.pieces[piece];
    let curve = &batch.curves[piece.curve as usize];
    let controls = &batch.points[curve.first as usize..][..curve.count as usize];
    let transform = |space: f32| question.transforms.get(space_of(space));
    let points: Vec<[f32; 2]> =
        controls.iter().map(|point| transform(point.space).apply(point.x, point.y).into()).collect();
    let scale = controls.iter().map(|point| transform(point.space).scale_x).fold(0.0, f32::max);
    let widest = (curve.width0.max(curve.width1) * scale).max(curve.min_width / MIN_SLANT);
    let reach = 0.5 * widest + CURVE_SLACK / MIN_SLANT + 1.0;
    // A spline stays inside the hull of its control points.
    let in_hull = hull(points.iter().copied()).outset(reach).contains(question.x, question.y);
    if !in_hull || !Spans::new(&points).may_reach([question.x, question.y], reach) {
        return false;
    }
    let shape = CurveShape::new(batch, piece.curve as usize, question.transforms);
    let sides = |at: Station| {
        let reach = at.half + CURVE_SLACK / at.slant;
        [at.at(-reach), at.at(reach)]
    };
    let strip: Vec<[f32; 2]> = shape.strip(piece).flat_map(sides).collect();
    strip.windows(4).step_by(2).any(|quad| in_quad(quad, [question.x, question.y]))
}

/// Returns the smallest box around some points.
fn hull(points: impl Iterator<Item = [f32; 2]>) -> Rect {
    let none = Rect::new(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    points.fold(none, |around, [x, y]| {
        Rect::new(around.x0.min(x), around.y0.min(y), around.x1.max(x), around.y1.max(y))
    })
}

/// Returns true if a point is in one of the two triangles of a strip's step. The quad is left, right, next left, next
/// right.
fn in_quad(quad: &[[f32; 2]], point: [f32; 2]) -> bool {
    is_inside(&[quad[0], quad[1], quad[2]], point) || is_inside(&[quad[2], quad[1], quad[3]], point)
}

/// Returns true if a point is inside a convex outline of either orientation. An outline without area contains nothing.
fn is_inside(outline: &[[f32; 2]], point: [f32; 2]) -> bool {
    let mut sides = (false, false);
    for (index, from) in outline.iter().enumerate() {
        let to = outline[(index + 1) % outline.len()];
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let side = dx * (point[1] - from[1]) - dy * (point[0] - from[0]);
        sides = (sides.0 || side > 0.0, sides.1 || side < 0.0);
    }
    sides.0 != sides.1
}
