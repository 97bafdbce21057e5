//! Filled shapes, lines and tubes.

use std::f32::consts::TAU;

use super::canvas::{category, layer, light, scene};
use crate::{Batch, Curve, CurveBatch, CurvePoint, CurveProfile, ItemId, PolyBatch, Scene, Space, theme};

/// Returns triangles, outlines of many corners, thick lines, ring sectors, and a whole ring.
pub(super) fn polys() -> Scene {
    let mut batch = PolyBatch::default();
    let item = |batch: &PolyBatch| ItemId(batch.polys.len() as u32);
    for corners in 3..10 {
        let (x, y) = (40.0 + (corners - 3) as f32 * 64.0, 45.3);
        let outline: Vec<[f32; 2]> = (0..corners)
            .map(|corner| {
                let (sin, cos) = (TAU * corner as f32 / corners as f32 + 0.2).sin_cos();
                [x + 28.0 * cos, y + 28.0 * sin]
            })
            .collect();
        let item = item(&batch);
        batch.convex(&outline, category(corners), item);
    }
    let ring = |batch: &mut PolyBatch, middle: [f32; 2], radii: [f32; 2], angles: [f32; 2], color| {
        let steps = 24;
        let pairs: Vec<[f32; 2]> = (0..=steps)
            .flat_map(|step| {
                let angle = angles[0] + (angles[1] - angles[0]) * step as f32 / steps as f32;
                let (sin, cos) = angle.sin_cos();
                radii.map(|radius| [middle[0] + radius * cos, middle[1] + radius * sin])
            })
            .collect();
        let item = item(batch);
        batch.strip(&pairs, color, item);
    };
    for sector in 0..9 {
        let start = TAU * sector as f32 / 9.0;
        let step = light().change[sector];
        ring(&mut batch, [110.0, 190.0], [55.0, 90.0], [start, start + TAU / 9.0], step);
        ring(&mut batch, [110.0, 190.0], [20.0, 50.0], [start, start + TAU / 9.4], category(sector));
    }
    ring(&mut batch, [290.0, 190.0], [60.0, 75.0], [0.0, TAU], light().b_fill.with_alpha(0.7));
    ring(&mut batch, [330.0, 190.0], [60.0, 75.0], [0.0, TAU], light().a_fill.with_alpha(0.7));
    for line in 0..8 {
        let (x, width) = (415.0 + line as f32 * 6.0, 0.25 + line as f32 * 0.4);
        let pairs = [[x, 100.0], [x + width, 100.0], [x - 20.0, 280.0], [x - 20.0 + width, 280.0]];
        let item = item(&batch);
        batch.strip(&pairs, light().ink, item);
    }
    let sliver = [[10.0, 292.0], [470.0, 290.0], [470.0, 293.0]];
    let last = item(&batch);
    batch.convex(&sliver, light().danger, last);
    scene(light(), vec![layer(Space::FIXED, vec![Batch::Polys(batch)])])
}

fn point(x: f32, y: f32) -> CurvePoint {
    CurvePoint { x, y, space: 0.0, reserved: 0.0 }
}

fn cut(mut batch: CurveBatch) -> Batch {
    batch.cut();
    Batch::Curves(batch)
}

/// Returns lines of every width and number of control points: faded, tapered, and thinned to λ → 0.
pub(super) fn lines() -> Scene {
    let mut batch = CurveBatch::default();
    let mut push = |points: &[CurvePoint], curve: Curve| {
        let item = ItemId(batch.curves.len() as u32);
        batch.push(points, curve, item);
    };
    for count in 2..9 {
        let x = 10.0 + (count - 2) as f32 * 66.0;
        let points: Vec<CurvePoint> = (0..count)
            .map(|index| {
                let along = index as f32 / (count - 1) as f32;
                point(x + along * 50.0, if index % 2 == 0 { 15.0 } else { 75.0 })
            })
            .collect();
        push(&points, Curve::line(category(count), 0.5 + count as f32 * 0.35));
    }
    for line in 0..12 {
        let angle = TAU * line as f32 / 12.0 + 0.05;
        let (sin, cos) = angle.sin_cos();
        let width = 0.3 + line as f32 * 0.3;
        push(
            &[point(70.0 + 12.0 * cos, 150.0 + 12.0 * sin), point(70.0 + 52.0 * cos, 150.0 + 52.0 * sin)],
            Curve { min_width: 0.0, ..Curve::line(light().ink, width) },
        );
    }
    for line in 0..16 {
        let (x0, x1) = (150.0 + line as f32 * 9.0, 320.0 - line as f32 * 3.0);
        let points = [point(x0, 95.0), point(x0, 130.0), point(x1, 160.0), point(x1, 205.0)];
        let ends = Curve { color1: theme::place(1.0), ..Curve::line(theme::place(0.0), 9.0) };
        let profile = if line % 2 == 0 { CurveProfile::HORIZONTAL } else { CurveProfile::NORMAL };
        push(&points, Curve { lambda: 0.0, profile, ..ends });
    }
    for line in 0..8 {
        let y = 100.0 + line as f32 * 14.0;
        let faded = light().a_fill.with_alpha(0.1 + line as f32 * 0.12);
        let tapered = Curve { width1: 10.0, color1: faded, ..Curve::line(light().a_fill, 1.0) };
        push(&[point(345.0, y), point(400.0, y + 20.0), point(470.0, y)], tapered);
    }
    // Flat stretches of horizontally measured lines, sharp bends, and coinciding points.
    let flat = Curve { profile: CurveProfile::HORIZONTAL, ..Curve::line(light().b, 4.0) };
    push(&[point(10.0, 225.0), point(10.0, 240.0), point(230.0, 240.0), point(230.0, 255.0)], flat);
    push(&[point(10.0, 270.0), point(230.0, 271.0)], flat);
    let sharp = [point(250.0, 220.0), point(460.0, 290.0), point(250.0, 292.0), point(460.0, 222.0)];
    push(&sharp, Curve::line(light().moved, 6.0));
    push(&[point(240.0, 285.0); 3], Curve::line(light().danger, 6.0));
    scene(light(), vec![layer(Space::FIXED, vec![cut(batch)])])
}

/// Returns a tube down the canvas, straight at both ends, as between two icicles.
fn tube(from: f32, to: f32, top: f32, bottom: f32) -> [CurvePoint; 4] {
    let bend = 0.4 * (bottom - top);
    [point(from, top), point(from, top + bend), point(to, bottom - bend), point(to, bottom)]
}

/// Returns cushioned tubes with all kinds of thinning, shade and highlight, opaque and translucent.
pub(super) fn tubes() -> Scene {
    let mut batch = CurveBatch::default();
    for index in 0..8 {
        let share = index as f32 / 7.0;
        let x = 34.0 + index as f32 * 58.0;
        let color = category(index);
        let base = Curve { profile: CurveProfile::HORIZONTAL, ..Curve::line(color, 46.0) };
        let rows = [
            Curve { lambda: share, shade: 0.5, ..base },
            Curve { lambda: 0.55, shade: share, highlight: 0.8, ..base },
            Curve { lambda: 0.55, shade: 0.6, highlight: share, color1: light().change[index], ..base },
            Curve {
                shade: 0.5,
                highlight: 0.5,
                color0: color.with_alpha(0.15 + 0.85 * share),
                color1: color.with_alpha(1.0 - 0.85 * share),
                width1: 6.0,
                profile: CurveProfile::NORMAL,
                ..base
            },
        ];
        for (row, curve) in rows.into_iter().enumerate() {
            let top = 6.0 + row as f32 * 74.0;
            let shift = if index % 2 == 0 { 14.0 } else { -14.0 };
            batch.push(&tube(x - shift, x + shift, top, top + 68.0), curve, ItemId(index as u32));
        }
    }
    scene(light(), vec![layer(Space::FIXED, vec![cut(batch)])])
}

/// Returns tubes that pass over and under each other: cut at integer depths, ordered by level and importance.
pub(super) fn depths() -> Scene {
    let mut batch = CurveBatch::default();
    for index in 0..9 {
        let from = 40.0 + index as f32 * 50.0;
        let to = 440.0 - (index * 4 % 9) as f32 * 50.0;
        let color = light().change[index];
        let curve = Curve {
            shade: 0.7,
            highlight: 0.4,
            lambda: 0.6,
            depth0: index as f32 * 0.5,
            depth1: 4.0 - (index * 4 % 9) as f32 * 0.5,
            importance: (index * 5 % 7) as f32,
            profile: CurveProfile::HORIZONTAL,
            ..Curve::line(if index % 3 == 1 { color.with_alpha(0.6) } else { color }, 36.0)
        };
        batch.push(&tube(from, to, 5.0, 295.0), curve, ItemId(index as u32));
    }
    scene(light(), vec![layer(Space::FIXED, vec![cut(batch)])])
}

/// Returns tubes and lines from the space of A to the space of B, and some that are fixed.
pub(super) fn spaces() -> Scene {
    let mut batch = CurveBatch::default();
    for index in 0..6 {
        let x = 100.0 + index as f32 * 45.0;
        let mut points = tube(x, x + 30.0, 20.0, 280.0);
        points[..2].iter_mut().for_each(|point| point.space = 1.0);
        points[2..].iter_mut().for_each(|point| point.space = 2.0);
        let wide = index % 2 == 0;
        let base = Curve::line(light().a_fill, if wide { 30.0 } else { 2.0 });
        let curve = Curve {
            color1: light().b_fill,
            shade: if wide { 0.5 } else { 0.0 },
            lambda: if wide { 0.5 } else { 1.0 },
            profile: CurveProfile::HORIZONTAL,
            ..base
        };
        batch.push(&points, curve, ItemId(index as u32));
    }
    batch.push(&tube(20.0, 460.0, 30.0, 270.0), Curve::line(light().ink, 1.0), ItemId::NONE);
    scene(light(), vec![layer(Space::FIXED, vec![cut(batch)])])
}
