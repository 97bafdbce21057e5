//! Measures layouts along a scripted path through a pair.

use crate::Error;
use crate::session::Session;
use diptych_protocol::{DeskId, LayoutRequest, Sides, ThemeChoice, ViewState, Window};
use diptych_scene::{Batch, wire};
use serde_json::{Value, json};
use std::path::Path;

/// Canvas of the page in a window of 1280 × 800.
const SIZE: (f32, f32) = (944.0, 588.0);

/// Number of zooms towards the middle, each to four fifths.
const ZOOMS: i32 = 40;
/// Number of pans at each of two depths, each by a tenth of the window.
const PANS: i32 = 40;
const PAN_DEPTHS: [i32; 2] = [10, 25];

/// Returns the windows of the path: the whole, forty steps into the middle and back, then pans at two depths.
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

/// Measures the milliseconds of every layout of the path, the largest scene, and the most boxes and curves. Returns
/// them with the path.
pub(crate) fn measure(files: [&Path; 2]) -> Result<Value, Error> {
    let mut session = Session::default();
    let (whole, calls) = session.open(files)?;
    session.compare(&ViewState::default())?;
    let path = path(whole);
    let mut most = Most::default();
    let ms = walk(&mut session, &path, &mut most)?;
    let windows: Vec<Value> = path.iter().map(|w| json!({ "start": w.start, "end": w.end })).collect();
    let Most { bytes, boxes, curves } = most;
    Ok(json!({
        "calls": calls,
        "ms": ms,
        "sceneBytes": bytes,
        "boxes": boxes,
        "curves": curves,
        "path": windows,
    }))
}

/// The largest scene in bytes, and the most boxes and curves in a scene.
#[derive(Default)]
struct Most {
    bytes: usize,
    boxes: usize,
    curves: usize,
}

impl Most {
    fn take(&mut self, words: &[u32]) -> Result<(), Error> {
        let scene = wire::decode(words).map_err(|error| format!("a scene cannot be read: {error}"))?;
        let (mut boxes, mut curves) = (0, 0);
        for batch in scene.layers.iter().flat_map(|layer| &layer.batches) {
            match batch {
                Batch::Rects(rects) => boxes += rects.instances.len(),
                Batch::Curves(batch) => curves += batch.curves.len(),
                _ => {}
            }
        }
        self.bytes = self.bytes.max(words.len() * 4);
        (self.boxes, self.curves) = (self.boxes.max(boxes), self.curves.max(curves));
        Ok(())
    }
}

fn walk(session: &mut Session, path: &[Window], most: &mut Most) -> Result<Vec<f64>, Error> {
    session.blocked.clear();
    for &window in path {
        session.ask("layout", &layout(window))?;
        if let Some(words) = session.engine.take_words() {
            most.take(&words)?;
            session.engine.recycle(words);
        }
    }
    Ok(session.blocked.iter().map(|&(_, ms)| ms).collect())
}

fn layout(window: Window) -> LayoutRequest {
    let mut state = ViewState::default();
    state.time.windows = Sides::both(Some(window));
    let (width, height) = SIZE;
    LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme: ThemeChoice::Light,
        width,
        height,
        tubes: None,
        held: 0,
    }
}
