//! Text: alignments, elision, faces, weights, scripts, and hostile names.

use super::canvas::{layer, light, scene};
use crate::theme::{Theme, ThemeName};
use crate::{
    Align, Batch, Face, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Space,
    TextBatch, TextRun, UPRIGHT, Weight,
};

/// Returns a label of the body size at the left edge of a box.
pub(super) fn label(rect: Rect, text: &str, color: Rgba) -> TextRun {
    TextRun {
        rect,
        text: text.to_owned(),
        size: 12.0,
        color,
        face: Face::Ui,
        weight: Weight::Regular,
        align: Align::Start,
        direction: UPRIGHT,
    }
}

/// Function names that a trace may contain.
const NAMES: [&str; 14] = [
    "Node.walkabout",
    "κόσμος · мир · naïve Ærøskøbing ▲▼ → ≥ ×1.26",
    "עברית ואנגלית mixed",
    "العربية",
    "漢字とかな",
    "emoji 🎉👩‍🚀 family",
    "e\u{301}a\u{308} combining",
    "</script><script>alert(1)</script>",
    "&amp; \"quotes\" 'and' <tags>",
    "\u{202E}gnirts desrever\u{202C} after",
    "tab\tnewline\nnull\u{0}escape\u{1B}[31m",
    "\u{FEFF}\u{200B}zero\u{200D}width\u{2066}",
    "   spaces   inside   ",
    "",
];

fn with_box(boxes: &mut RectBatch, texts: &mut TextBatch, run: TextRun, line: Rgba) {
    let Rect { x0, y0, x1, y1 } = run.rect;
    let style = RectStyle::PLAIN.border(4);
    boxes.push(RectInstance { x0, y0, x1, y1, border: line, style, ..RectInstance::default() }, ItemId::NONE);
    let item = ItemId(texts.items.len() as u32);
    texts.push(run, item);
}

/// Returns all alignments, sizes, faces and weights, widths from ample to none, and various scripts.
pub(super) fn runs(name: ThemeName) -> Scene {
    let theme = Theme::named(name);
    let (mut boxes, mut texts) = (RectBatch::default(), TextBatch::default());
    let mut add = |run: TextRun| with_box(&mut boxes, &mut texts, run, theme.line);
    for (row, align) in [Align::Start, Align::Center, Align::End, Align::Sticky].into_iter().enumerate() {
        let y = 6.0 + row as f32 * 20.0;
        let mut x = 6.0;
        for width in [130.0, 84.0, 40.0, 22.0, 12.0, 8.0] {
            let run = label(Rect::new(x, y, x + width, y + 16.0), "Transformer.apply", theme.ink);
            add(TextRun { align, ..run });
            x += width + 4.0;
        }
    }
    let sizes = [8.0, 10.0, 11.0, 11.5, 12.0, 12.5, 15.0, 16.0, 26.0];
    let mut x = 6.0;
    for size in sizes {
        let width = size * 3.2;
        add(TextRun { size, ..label(Rect::new(x, 88.0, x + width, 122.0), "Agj 12", theme.ink2) });
        x += width + 4.0;
    }
    for (column, weight) in [Weight::Regular, Weight::Medium, Weight::Bold].into_iter().enumerate() {
        for (row, face) in [Face::Ui, Face::Code].into_iter().enumerate() {
            let (x, y) = (340.0 + column as f32 * 46.0, 6.0 + row as f32 * 20.0);
            add(TextRun { face, weight, ..label(Rect::new(x, y, x + 44.0, y + 16.0), "fn 01 il", theme.a) });
        }
    }
    for (index, name) in NAMES.into_iter().enumerate() {
        let (x, y) = (6.0 + (index % 2) as f32 * 236.0, 128.0 + (index / 2) as f32 * 21.0);
        add(label(Rect::new(x, y, x + 230.0, y + 18.0), name, theme.ink));
    }
    let faded = theme.slower.with_alpha(0.5);
    add(label(Rect::new(340.0, 50.0, 474.0, 82.0), "translucent, over the edge of its box", faded));
    add(TextRun { size: 40.0, ..label(Rect::new(430.0, 262.0, 520.0, 298.0), "Wide", theme.b) });
    scene(theme, vec![layer(Space::FIXED, vec![Batch::Rects(boxes), Batch::Texts(texts)])])
}

/// Returns labels that stay in view while their boxes move out of their clips.
pub(super) fn sticky() -> Scene {
    let layers = [(Space::ALL[1], 0.0), (Space::ALL[2], 150.0)].map(|(space, top)| {
        let (mut boxes, mut texts) = (RectBatch::default(), TextBatch::default());
        for row in 0..7 {
            for column in 0..3 {
                let (x, width) = (column as f32 * 160.0 - row as f32 * 12.0, 60.0 + row as f32 * 14.0);
                let y = top + 4.0 + row as f32 * 20.0;
                let run = label(Rect::new(x, y, x + width, y + 17.0), "Element.traverse", light().ink);
                with_box(
                    &mut boxes,
                    &mut texts,
                    TextRun { align: Align::Sticky, ..run },
                    light().line_strong,
                );
            }
        }
        let clip = Rect::new(60.0, top + 2.0, 400.0, top + 146.0);
        Layer { batches: vec![Batch::Rects(boxes), Batch::Texts(texts)], ..Layer::new(clip, space) }
    });
    scene(light(), layers.into())
}

/// Returns runs turned about the centres of their boxes, some elided, some cut by the edge of the layer.
pub(super) fn turned(name: ThemeName) -> Scene {
    let theme = Theme::named(name);
    let (mut boxes, mut texts) = (RectBatch::default(), TextBatch::default());
    // Cosines and sines of 0, 30, 90, −90, −30 and 150 degrees.
    let root = 0.866_025_4;
    let directions = [UPRIGHT, [root, 0.5], [0.0, 1.0], [0.0, -1.0], [root, -0.5], [-root, 0.5]];
    for (column, direction) in directions.into_iter().enumerate() {
        let x = 36.0 + 78.0 * column as f32;
        for (row, (width, weight, align)) in [
            (120.0, Weight::Regular, Align::Center),
            (72.0, Weight::Medium, Align::Start),
            (44.0, Weight::Bold, Align::End),
        ]
        .into_iter()
        .enumerate()
        {
            // Half of the last row is beyond the lower edge.
            let y = 60.0 + 118.0 * row as f32;
            let rect = Rect::new(x - width / 2.0, y - 9.0, x + width / 2.0, y + 9.0);
            let run = TextRun { weight, align, direction, ..label(rect, "NodeVisitor.visit", theme.ink) };
            with_box(&mut boxes, &mut texts, run, theme.line);
        }
    }
    let mut turned = layer(Space::FIXED, vec![Batch::Rects(boxes), Batch::Texts(texts)]);
    turned.clip = Rect::new(4.0, 4.0, 476.0, 296.0);
    scene(theme, vec![turned])
}
