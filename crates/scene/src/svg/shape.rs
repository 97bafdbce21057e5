//! Boxes, filled shapes and curves.

use std::fmt::Write as _;

use super::{AS_LAID_OUT, Context, Fill, Hex, Num, Paints, opacity};
use crate::curve::eval::{CurveShape, Station};
use crate::{
    Curve, CurveBatch, CurvePiece, Hatch, PolyBatch, PolyKind, RectBatch, RectInstance, Rgba, shade,
};

/// A tube's border is drawn this close to its samples, in CSS pixels.
const TOLERANCE: f32 = 0.05;

pub(super) fn write_rects(out: &mut String, paints: &mut Paints, context: &Context, batch: &RectBatch) {
    for instance in &batch.instances {
        write_rect(out, paints, context, instance);
    }
}

fn write_rect(out: &mut String, paints: &mut Paints, context: &Context, instance: &RectInstance) {
    let (mut x, mut y) = (instance.x0, instance.y0);
    // At least a pixel, as everywhere.
    let (mut width, mut height) = ((instance.x1 - x).max(1.0), (instance.y1 - y).max(1.0));
    let border = instance.style.border_width();
    let edge = context.blended(instance.border);
    let bordered = border > 0.0 && edge.alpha() > 0;
    let all_border = bordered && border * 2.0 >= width.min(height);
    let mut stroke = String::new();
    if bordered && !all_border {
        // Strokes straddle their line: draw it half a border further in.
        (x, y, width, height) = (x + 0.5 * border, y + 0.5 * border, width - border, height - border);
        let _ = write!(stroke, " stroke=\"{}\" stroke-width=\"{}\"", Hex(edge), Num(border));
        let _ = opacity(&mut stroke, "stroke-opacity", edge);
        if instance.style.is_dashed() {
            let (on, off) = (shade::DASH_ON, shade::DASH_PERIOD - shade::DASH_ON);
            let _ = write!(stroke, " stroke-dasharray=\"{} {}\"", Num(on), Num(off));
        }
    }
    let fill = if all_border && !instance.style.is_dashed() {
        Fill(edge).to_string()
    } else {
        fill_of(paints, context, instance)
    };
    let (x, y, width, height) = (Num(x), Num(y), Num(width), Num(height));
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{fill}{stroke}{}/>",
        context.style
    );
}

fn fill_of(paints: &mut Paints, context: &Context, instance: &RectInstance) -> String {
    let fill = context.blended(instance.fill);
    let hatch = instance.style.get_hatch();
    if hatch != Hatch::None {
        let id = paints.hatch(hatch, fill, context.blended(instance.mark));
        return format!(" fill=\"url(#{id})\"");
    }
    if instance.cushion.exponent <= 0.0 || fill.alpha() == 0 {
        return Fill(fill).to_string();
    }
    let id = paints.cushion(fill, instance.cushion);
    let mut attributes = format!(" fill=\"url(#{id})\"");
    let _ = opacity(&mut attributes, "fill-opacity", fill);
    attributes
}

pub(super) fn write_polys(out: &mut String, context: &Context, batch: &PolyBatch) {
    for poly in &batch.polys {
        let vertices = &batch.vertices[poly.first as usize..][..poly.count as usize];
        out.push_str("<polygon points=\"");
        if poly.kind == PolyKind::STRIP {
            write_points(out, vertices.iter().step_by(2).chain(vertices.iter().skip(1).step_by(2).rev()));
        } else {
            write_points(out, vertices);
        }
        let _ = writeln!(out, "\"{}{}/>", Fill(context.blended(poly.fill)), context.style);
    }
}

fn write_points<'a>(out: &mut String, points: impl IntoIterator<Item = &'a [f32; 2]>) {
    for (index, [x, y]) in points.into_iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(out, "{space}{} {}", Num(*x), Num(*y));
    }
}

pub(super) fn write_curves(out: &mut String, paints: &mut Paints, context: &Context, batch: &CurveBatch) {
    let shapes: Vec<_> =
        (0..batch.curves.len()).map(|index| CurveShape::new(batch, index, &AS_LAID_OUT)).collect();
    for piece in &batch.pieces {
        let index = piece.curve as usize;
        let strip: Vec<Station> = shapes[index].strip(piece).collect();
        let fill = tube_fill(paints, context, &batch.curves[index], piece, &strip);
        out.push_str("<path class=\"tube\" d=\"M");
        let border = |side: f32| {
            let points: Vec<[f32; 2]> = strip.iter().map(|station| station.at(side * station.half)).collect();
            simplified(&points)
        };
        write_points(out, &border(-1.0));
        out.push('L');
        write_points(out, border(1.0).iter().rev());
        let _ = writeln!(out, "Z\"{fill}{}/>", context.style);
    }
}

/// The average colour across the tube, from end to end of the piece.
fn tube_fill(
    paints: &mut Paints,
    context: &Context,
    curve: &Curve,
    piece: &CurvePiece,
    strip: &[Station],
) -> String {
    let colors = [piece.t0, piece.t1].map(|t| context.blended(mean_color(curve, t)));
    if colors[0] == colors[1] {
        return Fill(colors[0]).to_string();
    }
    let ends = [strip[0].middle, strip[strip.len() - 1].middle];
    format!(" fill=\"url(#{})\"", paints.gradient(ends, colors))
}

fn mean_color(curve: &Curve, t: f32) -> Rgba {
    const SAMPLES: usize = 32;
    let ends = [curve.color0.channels(), curve.color1.channels()];
    let mut sum = [0.0; 4];
    for sample in 0..SAMPLES {
        let v = (sample as f32 + 0.5) / SAMPLES as f32;
        let color = shade::tube(ends, t, v, curve.shade, curve.highlight);
        sum.iter_mut().zip(color).for_each(|(sum, channel)| *sum += channel);
    }
    let [r, g, b, a] = sum.map(|channel| (channel / SAMPLES as f32 * 255.0).round() as u8);
    Rgba::new(r, g, b, a)
}

/// The points without those that lie on the line between their neighbours (Ramer, Douglas and Peucker).
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

/// From a point to the line through two others, or to the first of them where they coincide.
fn distance(point: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let (px, py) = (point[0] - from[0], point[1] - from[1]);
    let length = dx.hypot(dy);
    if length > 0.0 { (px * dy - py * dx).abs() / length } else { px.hypot(py) }
}
