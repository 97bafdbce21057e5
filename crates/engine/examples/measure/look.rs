//! How long layouts take along a scripted path through a pair.

use crate::{Error, read};
use diptych_engine::{Answer, Engine};
use diptych_protocol::{Envelope, Request, SideName, ThemeChoice, ViewId, ViewState, Window};
use diptych_scene::{Batch, wire};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// The canvas that the page has in a window of 1280 × 800.
const SIZE: (f32, f32) = (944.0, 588.0);

/// Zooms in on the way to the middle, each to four fifths.
const ZOOMS: i32 = 40;
/// Pans at each of two depths, each by a tenth of the window.
const PANS: i32 = 40;
const PAN_DEPTHS: [i32; 2] = [10, 25];

/// Windows one after the other: the whole, forty steps into the middle and back, then along at two depths.
pub(crate) fn path(whole: i64) -> Vec<Window> {
    let middle = whole as f64 / 2.0;
    let span = |zoom: i32| whole as f64 * 0.8f64.powi(zoom);
    let window = |from: f64, span: f64| {
        let start = from.round() as i64;
        Window { start, end: start + (span.round() as i64).max(1) }
    };
    let centred = |zoom: i32| window(middle - span(zoom) / 2.0, span(zoom));
    let into = (0..=ZOOMS).map(centred);
    let back = (0..ZOOMS).rev().map(centred);
    let along = |zoom: i32| {
        let first = middle - span(zoom) * 2.0;
        (0..PANS).map(move |pan| window(first + span(zoom) * f64::from(pan) / 10.0, span(zoom)))
    };
    into.chain(back).chain(PAN_DEPTHS.into_iter().flat_map(along)).collect()
}

/// Milliseconds of every layout of the path, the largest scene, the most boxes, and the path.
pub(crate) fn measure(files: [&Path; 2]) -> Result<Value, Error> {
    let mut engine = Engine::default();
    let (mut whole, mut calls) = (1, 0);
    for (side, file) in SideName::BOTH.into_iter().zip(files) {
        let run = read::run(file)?;
        whole = whole.max(run.trace.extent());
        calls = calls.max(run.trace.calls().len());
        engine.load(side, run);
    }
    let path = path(whole);
    let (mut spent_ms, mut scene_bytes, mut boxes) = (Vec::new(), 0, 0);
    for &window in &path {
        let envelope = Envelope { epoch: 1, request: layout(window) };
        let begun = Instant::now();
        let answers = engine.handle(&envelope);
        spent_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        for words in answers.into_iter().filter_map(|Answer { words, .. }| words) {
            scene_bytes = scene_bytes.max(words.len() * 4);
            boxes = boxes.max(boxes_of(&words)?);
            engine.recycle(words);
        }
    }
    let windows: Vec<Value> = path.iter().map(|w| json!({ "start": w.start, "end": w.end })).collect();
    Ok(json!({ "calls": calls, "ms": spent_ms, "sceneBytes": scene_bytes, "boxes": boxes, "path": windows }))
}

fn boxes_of(words: &[u32]) -> Result<usize, Error> {
    let scene = wire::decode(words).map_err(|error| format!("a scene cannot be read: {error}"))?;
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    Ok(batches.map(|batch| if let Batch::Rects(rects) = batch { rects.instances.len() } else { 0 }).sum())
}

fn layout(window: Window) -> Request {
    let mut state = ViewState::default();
    (state.pair.a, state.pair.b) = (Some(window), Some(window));
    let (width, height) = SIZE;
    Request::Layout { view: ViewId::Pair, state, theme: ThemeChoice::Light, width, height, tubes: None }
}
