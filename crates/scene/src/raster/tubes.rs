//! Lines and tubes: the strips of the curve shader, filled as a GPU fills triangles.
//!
//! Positions are rounded to 1/256 pixel. Edges are exact integers with the top-left rule, so that a pixel belongs to
//! one triangle of a strip and to one piece of a curve.

use super::target::{Area, Brush, Target};
use crate::curve::eval::{CurveShape, Station};
use crate::{Curve, CurveBatch, SpaceTransforms, shade};

/// Fractions of a device pixel that positions are rounded to.
const SUBPIXELS: f32 = 256.0;
/// Largest coordinate in device pixels, so that products of two coordinates fit into 64 bits.
const MAX_POSITION: f32 = 4e6;

/// A corner of a strip: its position, and the values that fragments interpolate between corners.
#[derive(Clone, Copy)]
struct Corner {
    /// Position in device pixels.
    position: [f32; 2],
    /// Signed distance from the centre line across the curve and half the width, both in device pixels, and t.
    varying: [f32; 3],
}

pub(super) fn draw_curves(
    target: &mut Target,
    brush: &Brush,
    batch: &CurveBatch,
    transforms: &SpaceTransforms,
) {
    let shapes: Vec<_> =
        (0..batch.curves.len()).map(|index| CurveShape::new(batch, index, transforms)).collect();
    for piece in &batch.pieces {
        let curve = &batch.curves[piece.curve as usize];
        let corners: Vec<[Corner; 2]> =
            shapes[piece.curve as usize].strip(piece).map(|at| corners(&at, brush.dpr)).collect();
        for pair in corners.windows(2) {
            let [[left0, right0], [left1, right1]] = [pair[0], pair[1]];
            draw_triangle(target, brush, curve, [left0, right0, left1]);
            draw_triangle(target, brush, curve, [left1, right0, right1]);
        }
    }
}

/// Returns the two corners of a strip at a station.
fn corners(station: &Station, dpr: f32) -> [Corner; 2] {
    let half = station.half * station.slant * dpr;
    [-1.0, 1.0].map(|side| {
        let reach = side * station.reach();
        Corner {
            position: station.at(reach).map(|place| place * dpr),
            varying: [reach * station.slant * dpr, half, station.t],
        }
    })
}

/// A corner in parts of a pixel.
#[derive(Clone, Copy)]
struct PlacedCorner {
    at: [i64; 2],
    varying: [f32; 3],
}

fn draw_triangle(target: &mut Target, brush: &Brush, curve: &Curve, corners: [Corner; 3]) {
    let valid = |corner: &Corner| corner.position.iter().all(|place| place.abs() <= MAX_POSITION);
    if !corners.iter().all(valid) {
        return;
    }
    let [a, mut b, mut c] = corners.map(|Corner { position, varying }| PlacedCorner {
        at: position.map(|place| (place * SUBPIXELS).round() as i64),
        varying,
    });
    let mut doubled_area = edge(a.at, b.at, c.at);
    if doubled_area == 0 {
        return;
    }
    if doubled_area < 0 {
        (b, c, doubled_area) = (c, b, -doubled_area);
    }
    let span = |axis: usize, pick: fn(i64, i64) -> i64| {
        pick(pick(a.at[axis], b.at[axis]), c.at[axis]) as f32 / SUBPIXELS
    };
    let bounds = [span(0, i64::min), span(1, i64::min), span(0, i64::max), span(1, i64::max)];
    let Some(area) = brush.clip.within(bounds) else {
        return;
    };
    let ends = [curve.color0.channels(), curve.color1.channels()];
    let slopes = slopes([a, b, c], doubled_area);
    let edges = [(b.at, c.at), (c.at, a.at), (a.at, b.at)].map(|(from, to)| Edge::new(from, to));
    for y in area.y0..area.y1 {
        let row = edges.map(|edge| edge.at(area.x0, y));
        for x in inside(edges, row, area) {
            let [wa, wb, wc] = [0, 1, 2].map(|index| {
                let weight = row[index] + edges[index].step * i64::from(x - area.x0);
                weight as f32 / doubled_area as f32
            });
            let mixed = |i: usize| a.varying[i] * wa + b.varying[i] * wb + c.varying[i] * wc;
            let color = fragment(curve, ends, [mixed(0), mixed(1), mixed(2)], slopes);
            target.put(brush.blend, x, y, color);
        }
    }
}

/// An edge of a clockwise triangle, as a function that is positive on its inner side, in 1/256 pixel squared.
#[derive(Clone, Copy)]
struct Edge {
    from: [i64; 2],
    to: [i64; 2],
    /// Growth of the function for one pixel to the right.
    step: i64,
    /// Least value inside. A pixel whose centre is on an edge belongs to upper and left edges.
    least: i64,
}

impl Edge {
    fn new(from: [i64; 2], to: [i64; 2]) -> Self {
        let top_or_left = to[1] < from[1] || (to[1] == from[1] && to[0] > from[0]);
        let step = (from[1] - to[1]) * SUBPIXELS as i64;
        Self { from, to, step, least: i64::from(!top_or_left) }
    }

    /// Returns the value at the centre of a pixel.
    fn at(self, x: i32, y: i32) -> i64 {
        let middle = [x, y].map(|place| i64::from(place) * SUBPIXELS as i64 + SUBPIXELS as i64 / 2);
        edge(self.from, self.to, middle)
    }
}

/// Returns the columns of a row that are inside three edges; `row` has the values at the first column.
fn inside(edges: [Edge; 3], row: [i64; 3], area: Area) -> std::ops::Range<i32> {
    let (mut first, mut end) = (0, i64::from(area.x1 - area.x0));
    for (edge, value) in edges.into_iter().zip(row) {
        let missing = edge.least - value;
        match edge.step {
            0 if missing > 0 => end = 0,
            0 => {}
            // Rounds up: the first column where value + step·column reaches the least value.
            step if step > 0 => first = first.max((missing + step - 1).div_euclid(step)),
            step => end = end.min((-missing).div_euclid(-step) + 1),
        }
    }
    let column = |offset: i64| area.x0 + offset.clamp(0, i64::from(area.x1 - area.x0)) as i32;
    column(first)..column(end)
}

/// Returns the growth of the distances from the two borders on the screen: the lengths of the gradients of h + d and h
/// − d over a triangle.
fn slopes(corners: [PlacedCorner; 3], doubled_area: i64) -> [f32; 2] {
    [1.0, -1.0].map(|side| {
        let mut gradient = [0.0, 0.0];
        for (index, corner) in corners.iter().enumerate() {
            let [across, half, _] = corner.varying;
            let (from, to) = (corners[(index + 1) % 3].at, corners[(index + 2) % 3].at);
            // A corner's weight grows away from the opposite edge.
            let value = half + side * across;
            gradient[0] -= value * (to[1] - from[1]) as f32;
            gradient[1] += value * (to[0] - from[0]) as f32;
        }
        gradient[0].hypot(gradient[1]) * SUBPIXELS / doubled_area as f32
    })
}

/// Returns the colour of a fragment, as the shader does.
fn fragment(curve: &Curve, ends: [[f32; 4]; 2], [across, half, t]: [f32; 3], slopes: [f32; 2]) -> [f32; 4] {
    let v = (across / half.max(1e-6)).clamp(-1.0, 1.0);
    let color = shade::tube(ends, t, v, curve.shade, curve.highlight);
    let [left, right] = slopes.map(|slope| slope.max(1e-6));
    shade::faded(color, shade::between((half + across) / left, (half - across) / right))
}

/// Returns twice the area of a triangle; positive if its corners run clockwise on the screen.
fn edge(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
