//! Antialiased outlines: shapes, and the glyphs of text.

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
        let mut path = PathBuilder::new();
        for (index, [x, y]) in outline.into_iter().enumerate() {
            let (x, y) = brush.transform.apply(x, y);
            let (x, y) = (x * brush.dpr, y * brush.dpr);
            if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        path.close();
        // Nothing comes of coordinates that are no numbers.
        if let Some(path) = path.finish() {
            fill(target, brush, brush.clip, &[path], poly.fill.channels());
        }
    }
}

/// Fills the union of some outlines (in device pixels) with one colour, inside an area.
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
