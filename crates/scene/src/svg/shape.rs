//! Boxes and filled shapes.

use std::fmt::Write as _;

use super::attributes::{Fill, Hex, Num, opacity};
use super::context::Context;
use super::paint::Paints;
use crate::{Hatch, PolyBatch, PolyKind, RectBatch, RectInstance, shade};

/// Overlap in pixels up to which boxes only touch.
pub(super) const TOUCH: f32 = 0.01;

pub(super) fn write_rects(out: &mut String, paints: &mut Paints, context: &Context, batch: &RectBatch) {
    for instance in &batch.instances {
        write_rect(out, paints, context, instance);
    }
}

pub(super) fn write_rect(out: &mut String, paints: &mut Paints, context: &Context, instance: &RectInstance) {
    let (mut x, mut y) = (instance.x0, instance.y0);
    // At least a pixel, as in every backend.
    let (mut width, mut height) = ((instance.x1 - x).max(1.0), (instance.y1 - y).max(1.0));
    let border = instance.style.border_width();
    let edge = context.blended(instance.border);
    let bordered = border > 0.0 && edge.alpha() > 0;
    let all_border = bordered && border * 2.0 >= width.min(height);
    let mut stroke = String::new();
    if bordered && !all_border {
        // A stroke straddles its line, so the rectangle is drawn half a border further in.
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

pub(super) fn fill_of(paints: &mut Paints, context: &Context, instance: &RectInstance) -> String {
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

pub(super) fn write_points<'a>(out: &mut String, points: impl IntoIterator<Item = &'a [f32; 2]>) {
    for (index, [x, y]) in points.into_iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let _ = write!(out, "{space}{} {}", Num(*x), Num(*y));
    }
}
