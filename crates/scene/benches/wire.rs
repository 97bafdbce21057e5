//! Benchmarks of encoding and decoding scenes, which each layout pays on top of computing its boxes.

use diptych_scene::{
    Batch, ItemId, Layer, Rect, RectBatch, RectInstance, Rgba, Scene, Size, Space, TextBatch, TextRun, wire,
};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Builds a scene with so many boxes, a tenth of them with names.
fn scene(boxes: u32) -> Scene {
    let size = Size { width: 1000.0, height: 600.0 };
    let mut layer = Layer::new(Rect::new(0.0, 0.0, size.width, size.height), Space::ALL[1]);
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    for number in 0..boxes {
        let x0 = (number % 1000) as f32;
        let y0 = (number / 1000) as f32 * 12.0;
        rects.push(
            RectInstance { x0, y0, x1: x0 + 1.0, y1: y0 + 12.0, ..RectInstance::default() },
            ItemId(number),
        );
        if number % 10 == 0 {
            let rect = Rect::new(x0, y0, x0 + 60.0, y0 + 12.0);
            texts.push(TextRun { rect, text: format!("function_{number}"), ..text() }, ItemId(number));
        }
    }
    layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
    Scene { size, background: Rgba::TRANSPARENT, layers: vec![layer] }
}

fn text() -> TextRun {
    TextRun {
        rect: Rect::new(0.0, 0.0, 0.0, 0.0),
        text: String::new(),
        size: 11.0,
        color: Rgba::TRANSPARENT,
        face: diptych_scene::Face::Ui,
        weight: diptych_scene::Weight::Regular,
        align: diptych_scene::Align::Start,
        direction: diptych_scene::UPRIGHT,
    }
}

#[divan::bench(args = [1_000, 30_000])]
fn encode(bencher: Bencher, boxes: u32) {
    let scene = scene(boxes);
    let words = wire::encode(&scene);
    bencher
        .counter(BytesCount::of_slice(&words))
        .with_inputs(|| Vec::with_capacity(words.len()))
        .bench_values(|buffer| wire::encode_into(black_box(&scene), buffer));
}

#[divan::bench(args = [1_000, 30_000])]
fn decode(bencher: Bencher, boxes: u32) {
    let words = wire::encode(&scene(boxes));
    bencher.counter(BytesCount::of_slice(&words)).bench(|| wire::decode(black_box(&words)));
}
