//! Antialiased outlines of shapes and glyphs.

use tiny_skia::{FillRule, Mask, Path, PathBuilder, Transform};

use super::target::{Area, Brush, Target};
use crate::{PolyBatch, PolyKind, shade};

pub(super) fn draw_polys(target: &mut Target, brush: &Brush, batch: &PolyBatch) {
    for poly in &batch.polys {
        let vertices = &batch.vertices[poly.first as usize..][..poly.count as usize];
        let outline: Vec<[f32; 2]> = if poly.kind == PolyKind::STRIP {
            vertices.iter().step_by(2).chain(vertices.iter().skip(1).step_by(2).rev()).copied().collect()
        } else {
            vertices.to_vec()
        };
        let to_pixels = |[x, y]: [f32; 2]| {
            let (x, y) = brush.transform.apply(x, y);
            [x * brush.dpr, y * brush.dpr]
        };
        let outline = within_reach(outline.into_iter().map(to_pixels).collect(), brush.clip);
        let mut path = PathBuilder::new();
        for (index, [x, y]) in outline.into_iter().enumerate() {
            if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.close();
        // Coordinates that are not numbers give no path.
        if let Some(path) = path.finish() {
            fill(target, brush, brush.clip, &[path], poly.fill.channels());
        }
    }
}

/// Distance in pixels that an outline may extend beyond the visible area. Far beyond it, the library's fixed-point
/// numbers (16 bits before the point) overflow: edges are misplaced, or it panics.
const REACH: i32 = 1 << 10;

/// Clips an outline that extends too far to a box around the visible area (Sutherland and Hodgman). Parts outside end
/// up on the edges of the box, or are dropped. Returns an empty outline for coordinates that are not finite.
fn within_reach(outline: Vec<[f32; 2]>, seen: Area) -> Vec<[f32; 2]> {
    let low = [seen.x0 - REACH, seen.y0 - REACH].map(f64::from);
    let high = [seen.x1 + REACH, seen.y1 + REACH].map(f64::from);
    let is_near =
        |point: &[f32; 2]| (0..2).all(|axis| (low[axis]..=high[axis]).contains(&point[axis].into()));
    if outline.iter().all(is_near) {
        return outline;
    }
    if !outline.iter().flatten().all(|coordinate| coordinate.is_finite()) {
        return Vec::new();
    }
    let exact = |[x, y]: [f32; 2]| [f64::from(x), f64::from(y)];
    let mut inside: Vec<[f64; 2]> = outline.into_iter().map(exact).collect();
    for (axis, edge, side) in [(0, low[0], -1.0), (0, high[0], 1.0), (1, low[1], -1.0), (1, high[1], 1.0)] {
        // Positive values are beyond this edge.
        let beyond = |point: &[f64; 2]| (point[axis] - edge) * side;
        let corners = std::mem::take(&mut inside);
        for (at, to) in corners.iter().enumerate() {
            let from = &corners[(at + corners.len() - 1) % corners.len()];
            let [before, after] = [from, to].map(beyond);
            if (before > 0.0) != (after > 0.0) {
                let part = before / (before - after);
                let mut crossing = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
                crossing[axis] = edge;
                inside.push(crossing);
            }
            if after <= 0.0 {
                inside.push(*to);
            }
        }
    }
    inside.into_iter().map(|point| point.map(|coordinate| coordinate as f32)).collect()
}

/// Fills the union of some outlines, in device pixels, with one colour inside an area.
pub(super) fn fill(target: &mut Target, brush: &Brush, clip: Area, paths: &[Path], color: [f32; 4]) {
    let extent = |side: fn(&Path) -> f32, pick: fn(f32, f32) -> f32, none: f32| {
        paths.iter().map(side).fold(none, pick)
    };
    let bounds = [
        extent(|path| path.bounds().left(), f32::min, f32::INFINITY),
        extent(|path| path.bounds().top(), f32::min, f32::INFINITY),
        extent(|path| path.bounds().right(), f32::max, f32::NEG_INFINITY),
        extent(|path| path.bounds().bottom(), f32::max, f32::NEG_INFINITY),
    ];
    let Some(area) = clip.within(bounds) else {
        return;
    };
    let (width, height) = ((area.x1 - area.x0) as u32, (area.y1 - area.y0) as u32);
    let Some(mut mask) = Mask::new(width, height) else {
        return;
    };
    let to_mask = Transform::from_translate(-area.x0 as f32, -area.y0 as f32);
    for path in paths {
        mask.fill_path(path, FillRule::Winding, true, to_mask);
    }
    for (row, coverages) in mask.data().chunks_exact(width as usize).enumerate() {
        for (column, coverage) in coverages.iter().enumerate() {
            let covered = shade::faded(color, *coverage as f32 / 255.0);
            target.put(brush.blend, area.x0 + column as i32, area.y0 + row as i32, covered);
        }
    }
}
