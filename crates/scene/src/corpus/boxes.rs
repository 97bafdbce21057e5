//! Boxes with every style, cushions, images.

use super::canvas::{CANVAS, category, layer, light, scene};
use crate::{
    Batch, Cushion, Hatch, Image, ImageBatch, ItemId, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene,
    Space, theme,
};

pub(super) fn plain(rect: Rect, fill: Rgba) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
}

fn batch(instances: Vec<RectInstance>) -> Batch {
    let items = (0..instances.len() as u32).map(ItemId).collect();
    Batch::Rects(RectBatch { instances, items })
}

/// Returns boxes with fractional edges, under a pixel, with alpha, and beyond the canvas.
pub(super) fn fills() -> Scene {
    let mut list = Vec::new();
    let mut x = 10.0;
    for index in 0..40 {
        let next = x + 3.0 + (index * 7 % 11) as f32 * 0.83;
        list.push(plain(Rect::new(x, 20.3, next, 60.6), category(index)));
        x = next;
    }
    for index in 0..60 {
        let (x, width) = (10.0 + index as f32 * 7.37, index as f32 * 0.05);
        list.push(plain(Rect::new(x, 70.0, x + width, 90.0 + width), light().ink));
    }
    for index in 0..8 {
        let (x, y) = (10.0 + index as f32 * 22.0, 105.0 + index as f32 * 9.0);
        list.push(plain(Rect::new(x, y, x + 60.0, y + 50.0), category(index).with_alpha(0.35)));
    }
    let over = [
        Rect::new(-50.0, 210.0, 40.5, 250.0),
        Rect::new(440.5, 210.0, 900.0, 250.0),
        Rect::new(100.0, 270.5, 380.0, 1e6),
        Rect::new(200.0, -30.0, 280.0, 8.5),
    ];
    list.extend(over.into_iter().zip(0..).map(|(rect, index)| plain(rect, category(index + 4))));
    for index in 0..12 {
        let size = 20.0 - index as f32 * 1.9;
        let (x, y) = (340.0 + (index % 6) as f32 * 22.0, 120.0 + (index / 6) as f32 * 30.0);
        list.push(plain(Rect::new(x, y, x + size, y + size), category(index)));
    }
    scene(light(), vec![layer(Space::FIXED, vec![batch(list)])])
}

/// Returns every hatch, plain and bordered, over opaque, translucent and no fill.
pub(super) fn styles() -> Scene {
    let t = light();
    let hatches = [Hatch::None, Hatch::LeanLeft, Hatch::LeanRight, Hatch::Dots, Hatch::Hairlines];
    let marks = [t.ink, t.a_fill, t.b_fill, t.none_mark, t.none_mark];
    let grounds = [t.a_tint, t.b_tint.with_alpha(0.5), Rgba::TRANSPARENT, t.none];
    let mut list = Vec::new();
    for (column, (hatch, mark)) in hatches.into_iter().zip(marks).enumerate() {
        for (row, ground) in grounds.into_iter().enumerate() {
            let (x, y) = (10.0 + column as f32 * 94.0, 10.0 + row as f32 * 54.0);
            let box_ = RectInstance { mark, ..plain(Rect::new(x, y, x + 86.0, y + 46.0), ground) };
            let style = RectStyle::PLAIN.hatch(hatch);
            let (border, style) = match row {
                0 => (t.ink, style),
                1 => (t.a, style.border(4)),
                2 => (t.ink3, style.border(6).dashed()),
                _ => (t.moved.with_alpha(0.6), style.border(12)),
            };
            list.push(RectInstance { border, style, ..box_ });
        }
    }
    // Borders wider than their box, borders thinner than a pixel, borders on boxes of a pixel, and hatches that join.
    for index in 0..20 {
        let (x, size) = (10.0 + index as f32 * 12.0, 1.0 + index as f32 * 0.5);
        let style = RectStyle::PLAIN.border(1 + index as u8);
        let small = plain(Rect::new(x, 230.0, x + size, 230.0 + size), t.b_tint);
        list.push(RectInstance { border: t.b, style, ..small });
    }
    for index in 0..10 {
        let (x, y) = (270.0 + (index % 5) as f32 * 17.3, 230.0 + (index / 5) as f32 * 14.0);
        let part = plain(Rect::new(x, y, x + 17.3, y + 14.0), t.bg);
        list.push(RectInstance { mark: t.a_fill, style: RectStyle::PLAIN.hatch(Hatch::LeanLeft), ..part });
    }
    for index in 0..6 {
        let y = 262.0 + index as f32 * 6.0;
        let dashed = plain(Rect::new(10.0, y, 40.0 + index as f32 * 37.0, y + 4.0), t.bg);
        list.push(RectInstance { border: t.ink2, style: RectStyle::PLAIN.border(4).dashed(), ..dashed });
    }
    scene(t, vec![layer(Space::FIXED, vec![batch(list)])])
}

/// Returns cushions of various ridges, degrees, exponents and heights, on opaque and translucent fills.
pub(super) fn cushions() -> Scene {
    let mut list = Vec::new();
    let mut cell = |rect: Rect, index: usize, cushion: Cushion| {
        list.push(RectInstance { cushion, ..plain(rect, light().change[index % 9]) });
    };
    for column in 0..9 {
        let x = 10.0 + column as f32 * 51.0;
        let ridge = column as f32 / 8.0 * 1.4 - 0.2;
        cell(Rect::new(x, 10.0, x + 51.0, 40.0), column, Cushion { ridge, ..Cushion::CELL });
        cell(Rect::new(x, 40.0, x + 51.0, 54.0), column, Cushion::CELL);
        let degree = 1.0 + column as f32;
        cell(Rect::new(x, 64.0, x + 51.0, 94.0), column, Cushion { degree, ..Cushion::CELL });
        let exponent = column as f32 * 0.2;
        cell(Rect::new(x, 104.0, x + 51.0, 134.0), column, Cushion { exponent, ..Cushion::CELL });
        let height = column as f32 / 8.0;
        cell(Rect::new(x, 144.0, x + 51.0, 174.0), column, Cushion { height, ..Cushion::CELL });
    }
    for column in 0..120 {
        let x = 10.0 + column as f32 * 3.83;
        cell(Rect::new(x, 184.0, x + 3.83, 196.0), column, Cushion::CELL);
    }
    for column in 0..3 {
        let (x, alpha) = (10.0 + column as f32 * 155.0, 0.3 + column as f32 * 0.35);
        let fill = category(column).with_alpha(alpha);
        let tall = plain(Rect::new(x, 206.0, x + 150.0, 290.0), fill);
        let cushion = Cushion { ridge: 0.3, degree: 2.0, exponent: 0.4, height: 0.8 };
        let style = RectStyle::PLAIN.border(6);
        list.push(RectInstance { cushion, style, border: light().ink, ..tall });
    }
    scene(light(), vec![layer(Space::FIXED, vec![batch(list)])])
}

/// Returns images with nearest and smooth sampling, enlarged and reduced, with alpha, of one texel and of many.
pub(super) fn images() -> Scene {
    let ramp = |width: u32, height: u32, smooth: bool, rect: Rect, alpha: f32| {
        let mut rgba = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let share = f64::from(row * width + column) / f64::from((width * height).max(2) - 1);
                let there = if (row + column) % 3 == 2 { alpha } else { 1.0 };
                rgba.extend(theme::place(share).with_alpha(there).bytes());
            }
        }
        Image { rect, width, height, rgba, smooth }
    };
    let images = vec![
        ramp(8, 5, false, Rect::new(10.0, 10.0, 170.0, 110.0), 1.0),
        ramp(8, 5, true, Rect::new(180.0, 10.0, 340.0, 110.0), 1.0),
        ramp(3, 3, false, Rect::new(350.4, 10.3, 409.7, 110.8), 0.2),
        ramp(3, 3, true, Rect::new(414.2, 10.3, 470.0, 110.8), 0.2),
        ramp(1, 1, false, Rect::new(10.0, 120.0, 60.0, 150.0), 1.0),
        ramp(1, 1, true, Rect::new(70.0, 120.0, 120.0, 150.0), 1.0),
        ramp(200, 1, false, Rect::new(130.0, 120.0, 470.0, 150.0), 0.5),
        ramp(200, 150, false, Rect::new(10.0, 160.0, 170.0, 290.0), 1.0),
        ramp(40, 40, true, Rect::new(180.0, 160.0, 300.0, 290.0), 0.6),
        ramp(7, 300, false, Rect::new(310.0, 160.0, 312.0, 290.0), 1.0),
        ramp(12, 12, false, Rect::new(400.0, 220.0, 560.0, 380.0), 1.0),
    ];
    let items = (0..images.len() as u32).map(ItemId).collect();
    let stripes = RectInstance {
        mark: light().line_strong,
        style: RectStyle::PLAIN.hatch(Hatch::Hairlines),
        ..plain(CANVAS, light().bg)
    };
    let ground = batch(vec![stripes]);
    scene(light(), vec![layer(Space::FIXED, vec![ground, Batch::Images(ImageBatch { images, items })])])
}
