//! Blends, clips, spaces, and a small pair of icicles as on the page.

use std::f32::consts::TAU;

use super::boxes::plain;
use super::canvas::{CANVAS, SIZE, category, layer, light, scene};
use super::texts::label;
use crate::theme::{Theme, ThemeName, label_on};
use crate::{
    Align, Batch, Blend, Curve, CurveBatch, CurvePoint, Cushion, Hatch, Image, ImageBatch, ItemId, Layer,
    PolyBatch, Rect, RectBatch, RectInstance, RectStyle, Scene, Space, TextBatch, Weight, theme,
};

/// Returns overlapping radial bundles: minimum on a light ground, maximum on a dark one.
pub(super) fn bundles(name: ThemeName) -> Scene {
    let theme = Theme::named(name);
    let mut batch = CurveBatch::default();
    let on_ring = |index: usize, radius: f32| {
        let (sin, cos) = (TAU * index as f32 / 36.0).sin_cos();
        CurvePoint { x: 240.0 + radius * cos, y: 150.0 + radius * sin, space: 0.0, reserved: 0.0 }
    };
    for index in 0..36 {
        let callee = (index * 7 + 11) % 36;
        let points =
            [on_ring(index, 140.0), on_ring(index, 50.0), on_ring(callee, 50.0), on_ring(callee, 140.0)];
        let alpha = if index % 2 == 0 { 1.0 } else { 0.5 };
        let caller_end = theme::direction(theme, 0.0).with_alpha(alpha);
        let callee_end = theme::direction(theme, 1.0).with_alpha(alpha);
        let width = 1.0 + (index % 8) as f32;
        let curve = Curve { color1: callee_end, ..Curve::line(caller_end, width) };
        batch.push(&points, curve, ItemId(index as u32));
    }
    batch.cut();
    let blend = if name == ThemeName::Light { Blend::Min } else { Blend::Max };
    let mut boxes = RectBatch::default();
    boxes.push(plain(Rect::new(20.0, 20.0, 120.0, 80.0), theme.a_fill.with_alpha(0.5)), ItemId(100));
    boxes.push(plain(Rect::new(60.0, 50.0, 160.0, 110.0), theme.b_fill), ItemId(101));
    let mut shapes = PolyBatch::default();
    shapes.convex(&[[380.0, 20.0], [470.0, 60.0], [330.0, 120.0]], theme.moved.with_alpha(0.7), ItemId(102));
    let mut texts = TextBatch::default();
    texts.push(label(Rect::new(60.0, 55.0, 160.0, 75.0), "blended text", theme.ink), ItemId(103));
    let pixels = (0..16).flat_map(|index| category(index).bytes()).collect();
    let image = Image {
        rect: Rect::new(330.0, 200.0, 470.0, 290.0),
        width: 4,
        height: 4,
        rgba: pixels,
        smooth: false,
    };
    let images = ImageBatch { images: vec![image], items: vec![ItemId(104)] };
    let batches = vec![
        Batch::Rects(boxes),
        Batch::Polys(shapes),
        Batch::Images(images),
        Batch::Curves(batch),
        Batch::Texts(texts),
    ];
    scene(theme, vec![Layer { blend, ..layer(Space::FIXED, batches) }])
}

/// Returns translucent and opaque boxes and curves, multiplied onto a cushioned ground.
pub(super) fn multiply() -> Scene {
    let mut ground = RectBatch::default();
    for column in 0..6 {
        let x = column as f32 * 80.0;
        let cell = plain(Rect::new(x, 40.0, x + 80.0, 260.0), category(column));
        ground.push(RectInstance { cushion: Cushion::CELL, ..cell }, ItemId(column as u32));
    }
    let mut over = RectBatch::default();
    let mut lines = CurveBatch::default();
    for row in 0..5 {
        let y = 20.0 + row as f32 * 56.0;
        let band = plain(Rect::new(20.0, y, 460.0, y + 34.0), light().change[row * 2]);
        over.push(RectInstance { fill: band.fill.with_alpha(1.0 - row as f32 * 0.2), ..band }, ItemId::NONE);
        let points = [20.0, 240.0, 460.0].map(|x| CurvePoint { x, y: y + 45.0, space: 0.0, reserved: 0.0 });
        lines.push(&points, Curve::line(light().b_fill.with_alpha(0.5), 7.0), ItemId::NONE);
    }
    lines.cut();
    let batches = vec![Batch::Rects(over), Batch::Curves(lines)];
    let multiplied = Layer { blend: Blend::Multiply, ..layer(Space::FIXED, batches) };
    scene(light(), vec![layer(Space::FIXED, vec![Batch::Rects(ground)]), multiplied])
}

/// Returns layers with integer and fractional clips, an empty one, and one outside the canvas.
pub(super) fn clips() -> Scene {
    let clips = [
        Rect::new(10.0, 10.0, 230.0, 140.0),
        Rect::new(250.4, 10.6, 469.5, 140.4),
        Rect::new(10.0, 160.0, 120.0, 290.0),
        Rect::new(300.0, 200.0, 300.0, 290.0),
        Rect::new(900.0, 0.0, 990.0, 300.0),
        Rect::new(360.0, 160.0, 2000.0, 2000.0),
    ];
    let layers = clips.into_iter().enumerate().map(|(index, clip)| {
        let mut boxes = RectBatch::default();
        for row in 0..10 {
            let y = row as f32 * 30.0;
            boxes.push(
                plain(Rect::new(0.0, y, SIZE.width, y + 20.0), category(row + index)),
                ItemId(row as u32),
            );
        }
        let mut shapes = PolyBatch::default();
        let diamond = [[240.0, 0.0], [480.0, 150.0], [240.0, 300.0], [0.0, 150.0]];
        shapes.convex(&diamond, light().ink.with_alpha(0.4), ItemId(50));
        let mut lines = CurveBatch::default();
        let diagonal =
            [(0.0, 0.0), (480.0, 300.0)].map(|(x, y)| CurvePoint { x, y, space: 0.0, reserved: 0.0 });
        lines.push(&diagonal, Curve::line(light().danger, 9.0), ItemId(51));
        lines.cut();
        let mut texts = TextBatch::default();
        for row in 0..6 {
            let y = 5.0 + row as f32 * 50.0;
            texts.push(
                label(Rect::new(0.0, y, SIZE.width, y + 16.0), &"clipped text ".repeat(6), light().ink),
                ItemId(60 + row),
            );
        }
        let batches =
            vec![Batch::Rects(boxes), Batch::Polys(shapes), Batch::Curves(lines), Batch::Texts(texts)];
        Layer { batches, ..Layer::new(clip, Space::FIXED) }
    });
    scene(light(), layers.collect())
}

/// Returns equal boxes, shapes, images and labels in the space of A, in the space of B, and fixed.
pub(super) fn spaces() -> Scene {
    let spaces = [(Space::ALL[1], 10.0), (Space::FIXED, 110.0), (Space::ALL[2], 210.0)];
    let layers = spaces.map(|(space, top)| {
        let t = light();
        let mut boxes = RectBatch::default();
        let mut texts = TextBatch::default();
        for index in 0..30 {
            let x = index as f32 * 16.0;
            let rect = Rect::new(x, top, x + 16.0 - (index % 4) as f32 * 3.0, top + 30.0);
            let cell = plain(rect, category(index));
            let style = if index % 5 == 0 { RectStyle::PLAIN.border(6) } else { RectStyle::PLAIN };
            let cushion = if index % 3 == 0 { Cushion::CELL } else { Cushion::FLAT };
            boxes.push(RectInstance { style, cushion, border: t.ink, ..cell }, ItemId(index as u32));
        }
        for index in 0..4 {
            let x = index as f32 * 120.0;
            let wide = plain(Rect::new(x, top + 32.0, x + 118.0, top + 52.0), t.chrome);
            let style = RectStyle::PLAIN.hatch(Hatch::LeanRight).border(4).dashed();
            boxes.push(RectInstance { style, mark: t.b_tint, border: t.b, ..wide }, ItemId(40 + index));
            texts.push(
                label(Rect::new(x, top + 32.0, x + 118.0, top + 52.0), "a label, maybe long", t.ink),
                ItemId(50 + index),
            );
        }
        let mut shapes = PolyBatch::default();
        for index in 0..12 {
            let x = index as f32 * 40.0;
            let triangle = [[x, top + 75.0], [x + 36.0, top + 75.0], [x + 18.0, top + 56.0]];
            shapes.convex(&triangle, t.a_fill, ItemId(60 + index));
        }
        let rgba = (0..24).flat_map(|index| theme::place(f64::from(index) / 23.0).bytes()).collect();
        let rect = Rect::new(100.0, top + 78.0, 380.0, top + 88.0);
        let image = Image { rect, width: 24, height: 1, rgba, smooth: false };
        let images = ImageBatch { images: vec![image], items: vec![ItemId(80)] };
        let batches =
            vec![Batch::Rects(boxes), Batch::Polys(shapes), Batch::Images(images), Batch::Texts(texts)];
        layer(space, batches)
    });
    scene(light(), layers.into())
}

/// Returns the corner of a space's part in [`all_spaces`]: two rows of four.
pub(super) fn corner(space: Space) -> (f32, f32) {
    let place = space.index();
    ((place % 4) as f32 * 120.0, (place / 4) as f32 * 150.0)
}

/// Returns a part for every space, each in its own clip: boxes, shapes, images and labels. Tubes and lines run from one
/// space to the next.
pub(super) fn all_spaces() -> Scene {
    let t = light();
    let mut curves = CurveBatch::default();
    let mut layers: Vec<Layer> = Space::ALL
        .into_iter()
        .map(|space| {
            let ((x, y), index) = (corner(space), space.index());
            let at = |x0: f32, y0: f32, x1: f32, y1: f32| Rect::new(x + x0, y + y0, x + x1, y + y1);
            let (mut boxes, mut shapes, mut texts) =
                (RectBatch::default(), PolyBatch::default(), TextBatch::default());
            for row in 0..6 {
                let top = 8.0 + row as f32 * 14.0;
                let cell = plain(at(6.0 + row as f32 * 4.0, top, 100.0, top + 13.0), category(index + row));
                let style = if row % 2 == 0 {
                    RectStyle::PLAIN.hatch(Hatch::LeanLeft).border(4)
                } else {
                    RectStyle::PLAIN
                };
                let cushion = if row % 3 == 0 { Cushion::CELL } else { Cushion::FLAT };
                let item = ItemId((index * 20 + row) as u32);
                boxes.push(RectInstance { style, cushion, border: t.ink, mark: t.a_fill, ..cell }, item);
            }
            texts.push(label(at(10.0, 36.0, 98.0, 49.0), "a label", t.ink), ItemId(index as u32));
            let triangle = [[x + 8.0, y + 110.0], [x + 48.0, y + 118.0], [x + 20.0, y + 94.0]];
            shapes.convex(&triangle, t.b_fill, ItemId((index * 20 + 8) as u32));
            let rgba = (0..24).flat_map(|step| theme::place(f64::from(step) / 23.0).bytes()).collect();
            let image =
                Image { rect: at(54.0, 96.0, 110.0, 112.0), width: 6, height: 4, rgba, smooth: false };
            let images = ImageBatch { images: vec![image], items: vec![ItemId((index * 20 + 9) as u32)] };
            let next = Space::ALL[(index + 1) % Space::COUNT];
            let (to_x, to_y) = corner(next);
            let end = |(x, y): (f32, f32), space: Space| CurvePoint {
                x,
                y,
                space: space.number() as f32,
                reserved: 0.0,
            };
            let line =
                Curve { lambda: 0.7, ..Curve::line(category(index), if index % 2 == 0 { 6.0 } else { 1.5 }) };
            let ends = [end((x + 60.0, y + 122.0), space), end((to_x + 60.0, to_y + 4.0), next)];
            curves.push(&ends, line, ItemId((index * 20 + 10) as u32));
            let batches =
                vec![Batch::Rects(boxes), Batch::Polys(shapes), Batch::Images(images), Batch::Texts(texts)];
            Layer { batches, ..Layer::new(at(0.0, 0.0, 120.0, 150.0), space) }
        })
        .collect();
    curves.cut();
    layers.push(layer(Space::FIXED, vec![Batch::Curves(curves)]));
    scene(t, layers)
}

/// Returns two mirrored icicles with labels, hatches, marks and a selection.
pub(super) fn icicles(name: ThemeName) -> Scene {
    let theme = Theme::named(name);
    let half = 0.5 * SIZE.height;
    let sides =
        [(Space::ALL[1], Hatch::LeanLeft, theme.a_fill), (Space::ALL[2], Hatch::LeanRight, theme.b_fill)];
    let layers = sides.into_iter().enumerate().map(|(side, (space, hatch, mark))| {
        let mut boxes = RectBatch::default();
        let mut texts = TextBatch::default();
        let mut rows = vec![vec![(8.0, 472.0)]];
        for depth in 0..9 {
            let y =
                if side == 0 { 4.0 + depth as f32 * 14.0 } else { SIZE.height - 18.0 - depth as f32 * 14.0 };
            let calls = rows[depth].clone();
            rows.push(calls.iter().flat_map(|&(x0, x1)| children(x0, x1, depth)).collect());
            for (index, (x0, x1)) in calls.into_iter().enumerate() {
                let rect = Rect::new(x0, y, x1, y + 14.0);
                let fill = theme.change[(index * 5 + depth * 2 + side) % 9];
                let mut cell = RectInstance { cushion: Cushion::CELL, ..plain(rect, fill) };
                match (index + depth) % 7 {
                    4 => cell.style = RectStyle::PLAIN.hatch(hatch).border(4),
                    5 => cell.style = RectStyle::PLAIN.border(6).dashed(),
                    6 if x1 - x0 < 6.0 => cell.style = RectStyle::PLAIN.hatch(Hatch::Hairlines),
                    _ => {}
                }
                if cell.style.get_hatch() != Hatch::None {
                    (cell.fill, cell.mark, cell.cushion) = (theme.bg, mark, Cushion::FLAT);
                }
                cell.border = if cell.style.is_dashed() { theme.ink2 } else { mark };
                let item = ItemId(boxes.items.len() as u32);
                boxes.push(cell, item);
                if x1 - x0 > 24.0 {
                    let text = format!("module.function_{depth}_{index}");
                    let color =
                        if cell.style.get_hatch() == Hatch::None { label_on(fill) } else { theme.ink };
                    let weight = if depth == 0 { Weight::Bold } else { Weight::Regular };
                    let inside = Rect::new(rect.x0 + 3.0, rect.y0, rect.x1 - 3.0, rect.y1);
                    let run = label(inside, &text, color);
                    texts.push(crate::TextRun { size: 10.0, weight, align: Align::Sticky, ..run }, item);
                }
            }
        }
        let clip = if side == 0 {
            Rect::new(0.0, 0.0, SIZE.width, half)
        } else {
            Rect::new(0.0, half, SIZE.width, SIZE.height)
        };
        Layer { batches: vec![Batch::Rects(boxes), Batch::Texts(texts)], ..Layer::new(clip, space) }
    });
    let mut layers: Vec<Layer> = layers.collect();
    let mut selection = RectBatch::default();
    let outline = |rect: Rect, border, quarters| RectInstance {
        border,
        style: RectStyle::PLAIN.border(quarters),
        ..plain(rect, crate::Rgba::TRANSPARENT)
    };
    selection.push(outline(Rect::new(5.0, 15.0, 476.0, 35.0), theme.bg, 4), ItemId::NONE);
    selection.push(outline(Rect::new(6.0, 16.0, 475.0, 34.0), theme.ink, 8), ItemId::NONE);
    selection.push(outline(Rect::new(6.0, 266.0, 475.0, 284.0), theme.hover, 8), ItemId::NONE);
    layers.push(Layer { batches: vec![Batch::Rects(selection)], ..Layer::new(CANVAS, Space::FIXED) });
    scene(theme, layers)
}

/// Returns the calls inside a call: shares of its width, with some self time at the end.
fn children(x0: f32, x1: f32, depth: usize) -> Vec<(f32, f32)> {
    let width = x1 - x0;
    if width < 2.0 {
        return Vec::new();
    }
    let shares: &[f32] = match depth % 3 {
        0 => &[0.0, 0.52, 0.81, 0.97],
        1 => &[0.02, 0.55, 0.93],
        _ => &[0.0, 0.2, 0.31, 0.62, 0.98],
    };
    shares.windows(2).map(|pair| (x0 + width * pair[0], x0 + width * pair[1])).collect()
}
