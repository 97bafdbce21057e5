//! Curves: the outline of each piece, with the shading of wide pieces in steps on top.

use std::fmt::Write as _;

use super::attributes::{Fill, Hex, Num};
use super::context::{AS_LAID_OUT, Context};
use super::paint::Paints;
use super::shape::write_points;
use crate::curve::eval::{CurveShape, Station};
use crate::theme::HIGHLIGHT;
use crate::{Blend, Curve, CurveBatch, CurvePiece, Rgba, shade};

/// Largest deviation of a tube's border from its samples, in CSS pixels.
const TOLERANCE: f32 = 0.1;
/// Least half width of tubes whose cushion is drawn in steps; narrower tubes get its average.
const STEPPED_HALF: f32 = 6.0;
/// Inner borders of the cushion's steps, as shares of the half width.
const SHADE_STEPS: [f32; 4] = [0.3, 0.55, 0.75, 0.9];
/// Half widths of the highlight's steps, as shares of its reach.
const LIGHT_STEPS: [f32; 3] = [0.75, 0.45, 0.2];
/// Overlap of the opaque pieces of one tube, in CSS pixels.
const UNDERLAP: f32 = 0.35;

pub(super) fn write_curves(out: &mut String, paints: &mut Paints, context: &Context, batch: &CurveBatch) {
    let shapes: Vec<_> =
        (0..batch.curves.len()).map(|index| CurveShape::new(batch, index, &AS_LAID_OUT)).collect();
    for piece in &batch.pieces {
        let curve = &batch.curves[piece.curve as usize];
        let strip: Vec<Station> = shapes[piece.curve as usize].strip(piece).collect();
        write_piece(out, paints, context, Piece { curve, stretch: piece, strip: &strip });
    }
}

/// A piece of a curve with the stations of its strip.
#[derive(Clone, Copy)]
struct Piece<'a> {
    curve: &'a Curve,
    stretch: &'a CurvePiece,
    strip: &'a [Station],
}

fn write_piece(out: &mut String, paints: &mut Paints, context: &Context, piece: Piece) {
    let curve = piece.curve;
    let widest = piece.strip.iter().map(|station| station.half).fold(0.0, f32::max);
    // In a blended layer, each step would blend with the layers below.
    let stepped = widest >= STEPPED_HALF && context.layer.blend == Blend::Normal;
    let within = if stepped { SHADE_STEPS[0] } else { 1.0 };
    let colors =
        [piece.stretch.t0, piece.stretch.t1].map(|t| context.blended(mean_color(curve, t, within, !stepped)));
    let fill = if colors[0] == colors[1] {
        Fill(colors[0]).to_string()
    } else {
        let ends = [piece.strip[0].middle, piece.strip[piece.strip.len() - 1].middle];
        format!(" fill=\"url(#{})\"", paints.gradient(ends, colors))
    };
    out.push_str("<path class=\"tube\" d=\"");
    write_band(out, piece, -1.0, 1.0);
    let _ = writeln!(out, "\"{fill}{}/>", context.style);
    if stepped {
        write_shading(out, piece);
    }
}

/// Writes the cushion and the highlight of a tube, in steps over its fill.
fn write_shading(out: &mut String, piece: Piece) {
    let (shade, highlight) = (piece.curve.shade, piece.curve.highlight);
    let there = f32::midpoint(piece.curve.color0.alpha() as f32, piece.curve.color1.alpha() as f32) / 255.0;
    let mut write = |bands: &[(f32, f32)], fill: &str, opacity: f32| {
        if Num(opacity).to_string() == "0" {
            return;
        }
        out.push_str("<path d=\"");
        for (from, to) in bands {
            write_band(out, piece, *from, *to);
        }
        let _ = writeln!(out, "\"{fill} fill-opacity=\"{}\"/>", Num(opacity));
    };
    // Each step also covers everything further out, so there are no seams. Without a `fill` it is black.
    let mut left = mean_dim(shade, 0.0, SHADE_STEPS[0]);
    for (index, from) in SHADE_STEPS.into_iter().enumerate() {
        let dim = mean_dim(shade, from, SHADE_STEPS.get(index + 1).copied().unwrap_or(1.0));
        write(&[(-1.0, -from), (from, 1.0)], "", (1.0 - dim / left.max(1e-6)) * there);
        left = dim;
    }
    let light = format!(" fill=\"{}\"", Hex(HIGHLIGHT));
    for share in LIGHT_STEPS {
        let reach = share * shade::HIGHLIGHT_REACH;
        write(&[(-reach, reach)], &light, highlight * 0.4 * there);
    }
}

/// Writes the outline between two shares of a piece's half width, −1..=1.
fn write_band(out: &mut String, piece: Piece, from: f32, to: f32) {
    let opaque = piece.curve.color0.alpha() == 255 && piece.curve.color1.alpha() == 255;
    let border = |side: f32| {
        let mut points: Vec<[f32; 2]> =
            piece.strip.iter().map(|station| station.at(side * station.half)).collect();
        // Consecutive opaque pieces overlap a little, because otherwise a line would show between them.
        let last = points.len() - 1;
        if opaque && piece.stretch.t0 > 0.0 {
            points[0] = beyond(points[0], points[1]);
        }
        if opaque && piece.stretch.t1 < 1.0 {
            points[last] = beyond(points[last], points[last - 1]);
        }
        simplified(&points)
    };
    out.push('M');
    write_points(out, &border(from));
    out.push('L');
    write_points(out, border(to).iter().rev());
    out.push('Z');
}

/// Extends an end by [`UNDERLAP`], away from the point before it.
fn beyond(end: [f32; 2], before: [f32; 2]) -> [f32; 2] {
    let (dx, dy) = (end[0] - before[0], end[1] - before[1]);
    let length = dx.hypot(dy);
    if length > 0.0 { [end[0] + dx / length * UNDERLAP, end[1] + dy / length * UNDERLAP] } else { end }
}

/// Returns the mean of 1 − shade·v² over a range of v.
fn mean_dim(shade: f32, from: f32, to: f32) -> f32 {
    1.0 - shade * (from * from + from * to + to * to) / 3.0
}

/// Returns the mean colour of the inner share of a tube, with or without its highlight.
fn mean_color(curve: &Curve, t: f32, within: f32, lit: bool) -> Rgba {
    const SAMPLES: usize = 32;
    let ends = [curve.color0.channels(), curve.color1.channels()];
    let highlight = if lit { curve.highlight } else { 0.0 };
    let mut sum = [0.0; 4];
    for sample in 0..SAMPLES {
        let v = (sample as f32 + 0.5) / SAMPLES as f32 * within;
        let color = shade::tube(ends, t, v, curve.shade, highlight);
        sum.iter_mut().zip(color).for_each(|(sum, channel)| *sum += channel);
    }
    let [r, g, b, a] = sum.map(|channel| (channel / SAMPLES as f32 * 255.0).round() as u8);
    Rgba::new(r, g, b, a)
}

/// Simplifies a line: drops points close to the line between their neighbours (Ramer, Douglas and Peucker).
fn simplified(points: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut kept = vec![points[0]];
    let mut ranges = vec![(0, points.len() - 1)];
    while let Some((first, last)) = ranges.pop() {
        let farthest = (first + 1..last)
            .map(|index| (index, distance(points[index], points[first], points[last])))
            .max_by(|one, other| one.1.total_cmp(&other.1));
        match farthest {
            Some((index, away)) if away > TOLERANCE => ranges.extend([(index, last), (first, index)]),
            _ => kept.push(points[last]),
        }
    }
    kept
}

/// Returns the distance from a point to the line through two others, or to the first of them if they coincide.
fn distance(point: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let (px, py) = (point[0] - from[0], point[1] - from[1]);
    let length = dx.hypot(dy);
    if length > 0.0 { (px * dy - py * dx).abs() / length } else { px.hypot(py) }
}
