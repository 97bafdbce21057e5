//! Random well-formed scenes for property tests.
#![allow(dead_code, reason = "each test binary uses its part")]

use diptych_scene::{
    Align, Batch, Blend, Curve, CurveBatch, CurvePiece, CurvePoint, CurveProfile, Cushion, Face, Hatch,
    Image, ImageBatch, ItemId, Layer, PolyBatch, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Size,
    Space, TextBatch, TextRun, UPRIGHT, Weight,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Width and height of the canvases of random scenes.
pub(crate) const CANVAS: Size = Size { width: 120.0, height: 80.0 };

/// Returns any well-formed scene of a few dozen primitives.
pub(crate) fn scenes() -> impl Strategy<Value = Scene> {
    (any::<u32>(), vec(layers(), 0..4)).prop_map(|(background, layers)| Scene {
        size: CANVAS,
        background: Rgba(background),
        layers,
    })
}

fn layers() -> impl Strategy<Value = Layer> {
    let blend = prop::sample::select(vec![Blend::Normal, Blend::Min, Blend::Max, Blend::Multiply]);
    let space = prop::sample::select(Space::ALL.to_vec());
    let batch = prop_oneof![rects(), polys(), curves(), images(), texts()];
    (boxes(), blend, space, any::<bool>(), vec(batch, 0..4))
        .prop_map(|(clip, blend, space, marks, batches)| Layer { clip, blend, space, marks, batches })
}

fn boxes() -> impl Strategy<Value = Rect> {
    let edge = || -20.0f32..140.0;
    (edge(), edge(), edge(), edge())
        .prop_map(|(a, b, c, d)| Rect::new(a.min(b), c.min(d), a.max(b), c.max(d)))
}

fn items(count: usize) -> Vec<ItemId> {
    (0..count as u32).map(|index| if index % 5 == 4 { ItemId::NONE } else { ItemId(index) }).collect()
}

fn rects() -> impl Strategy<Value = Batch> {
    let hatch = prop::sample::select(vec![
        Hatch::None,
        Hatch::LeanLeft,
        Hatch::LeanRight,
        Hatch::Dots,
        Hatch::Hairlines,
    ]);
    let style = (hatch, 0u8..12, any::<bool>()).prop_map(|(hatch, border, dashed)| {
        let style = RectStyle::PLAIN.hatch(hatch).border(border);
        if dashed { style.dashed() } else { style }
    });
    let cushion = (-0.5f32..1.5, 1.0f32..4.0, 0.0f32..1.0, 0.0f32..1.0)
        .prop_map(|(ridge, degree, exponent, height)| Cushion { ridge, degree, exponent, height });
    let one = (boxes(), any::<[u32; 3]>(), style, cushion).prop_map(|(b, colours, style, cushion)| {
        let [fill, border, mark] = colours.map(Rgba);
        RectInstance { x0: b.x0, y0: b.y0, x1: b.x1, y1: b.y1, fill, border, mark, style, cushion }
    });
    vec(one, 0..8).prop_map(|instances| {
        let items = items(instances.len());
        Batch::Rects(RectBatch { instances, items })
    })
}

/// Builds shapes from ellipses, because their outlines are convex for any number of corners.
fn polys() -> impl Strategy<Value = Batch> {
    let one = (boxes(), 3u32..9, any::<u32>(), any::<bool>());
    vec(one, 0..5).prop_map(|shapes| {
        let mut batch = PolyBatch::default();
        for (index, (b, corners, fill, strip)) in shapes.into_iter().enumerate() {
            let on_ellipse = |step: u32, size: f32| {
                let angle = std::f32::consts::TAU * step as f32 / corners as f32;
                let (x, y) = (b.x0 + b.x1, b.y0 + b.y1);
                [0.5 * (x + size * b.width() * angle.cos()), 0.5 * (y + size * b.height() * angle.sin())]
            };
            let item = ItemId(index as u32);
            if strip {
                let pairs: Vec<_> =
                    (0..corners).flat_map(|s| [on_ellipse(s, 0.6), on_ellipse(s, 1.0)]).collect();
                batch.strip(&pairs, Rgba(fill), item);
            } else {
                let outline: Vec<_> = (0..corners).map(|s| on_ellipse(s, 1.0)).collect();
                batch.convex(&outline, Rgba(fill), item);
            }
        }
        Batch::Polys(batch)
    })
}

fn curves() -> impl Strategy<Value = Batch> {
    let point = (-20.0f32..140.0, -20.0f32..100.0, 0u8..9).prop_map(|(x, y, space)| CurvePoint {
        x,
        y,
        space: space as f32,
        reserved: 0.0,
    });
    let one = (vec(point, 2..7), any::<[u32; 2]>(), vec(0.0f32..1.0, 5), vec(0.0f32..20.0, 4), any::<bool>());
    vec(one, 0..4).prop_map(|list| {
        let mut batch = CurveBatch::default();
        for (points, colours, unit, px, normal) in list {
            let curve = Curve {
                first: batch.points.len() as u32,
                count: points.len() as u32,
                width0: px[0],
                width1: px[1],
                color0: Rgba(colours[0]),
                color1: Rgba(colours[1]),
                lambda: unit[0],
                shade: unit[1],
                highlight: unit[2],
                depth0: px[2] / 5.0,
                depth1: px[3] / 5.0,
                importance: unit[3],
                profile: if normal { CurveProfile::NORMAL } else { CurveProfile::HORIZONTAL },
                min_width: unit[4],
                reserved: [0.0; 2],
            };
            let index = batch.curves.len() as u32;
            batch.points.extend(points);
            batch.curves.push(curve);
            let split = unit[0].clamp(0.1, 0.9);
            batch.pieces.push(CurvePiece { curve: index, t0: 0.0, t1: split, level: 0.0 });
            batch.pieces.push(CurvePiece { curve: index, t0: split, t1: 1.0, level: 1.0 });
        }
        batch.items = items(batch.curves.len());
        Batch::Curves(batch)
    })
}

fn images() -> impl Strategy<Value = Batch> {
    let one = (boxes(), 0u32..5, 0u32..5, any::<bool>(), vec(any::<u8>(), 100));
    vec(one, 0..3).prop_map(|list| {
        let images: Vec<_> = list
            .into_iter()
            .map(|(rect, width, height, smooth, mut rgba)| {
                rgba.truncate((width * height * 4) as usize);
                Image { rect, width, height, rgba, smooth }
            })
            .collect();
        let items = items(images.len());
        Batch::Images(ImageBatch { images, items })
    })
}

fn texts() -> impl Strategy<Value = Batch> {
    let align = prop::sample::select(vec![Align::Start, Align::Center, Align::End, Align::Sticky]);
    let weight = prop::sample::select(vec![Weight::Regular, Weight::Medium, Weight::Bold]);
    let face = prop::sample::select(vec![Face::Ui, Face::Code]);
    let turned = (0.0f32..7.0).prop_map(|angle| [angle.cos(), angle.sin()]);
    let direction = prop_oneof![Just(UPRIGHT), turned];
    let one = (boxes(), any::<String>(), 4.0f32..20.0, any::<u32>(), face, weight, align, direction)
        .prop_map(|(rect, text, size, color, face, weight, align, direction)| TextRun {
            rect,
            text,
            size,
            color: Rgba(color),
            face,
            weight,
            align,
            direction,
        });
    vec(one, 0..5).prop_map(|runs| {
        let items = items(runs.len());
        Batch::Texts(TextBatch { runs, items })
    })
}
