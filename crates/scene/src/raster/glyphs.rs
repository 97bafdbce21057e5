//! Text in the embedded face, with one glyph for each character in the order of the string.

use std::sync::LazyLock;

use skrifa::{DrawMemory, Font, PathSink, ScalerFont};
use tiny_skia::{Path, PathBuilder, Stroke};

use super::paths::fill;
use super::target::{Brush, Target};
use crate::text::fit::{FittedRun, fit, is_zero_width};
use crate::text::turn::Turn;
use crate::{Rect, TextBatch, TextRun, Weight};

/// The embedded face, see `assets/README.md`.
static FACE: LazyLock<Option<Font>> = LazyLock::new(|| {
    let file: &'static [u8] = include_bytes!("../../assets/DejaVuSansCondensed-subset.ttf");
    Font::new(file, 0)
});

pub(super) fn draw_texts(target: &mut Target, brush: &Brush, batch: &TextBatch, clip: Rect) {
    let Some(face) = FACE.as_ref() else {
        return;
    };
    let scaler = ScalerFont::unhinted(face.clone(), None);
    for run in &batch.runs {
        let em = face.units_per_em() as f32;
        let advance = |character| advance(&scaler, character) * run.size / em;
        let Some(fitted) = fit(run, clip, brush.transform, advance) else {
            continue;
        };
        let bounds = fitted.turn.map_or(fitted.bounds, |turn| turn.hull(fitted.bounds));
        let edges = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|edge| edge * brush.dpr);
        if let (Some(area), Some(outline)) = (brush.clip.within(edges), outline(&scaler, &fitted, brush.dpr))
        {
            fill(target, brush, area, &weighted(outline, run, brush.dpr), run.color.channels());
        }
    }
}

/// Returns a character's advance in font units. A character that the face lacks has the advance of its box.
fn advance(scaler: &ScalerFont, character: char) -> f32 {
    if is_zero_width(character) {
        return 0.0;
    }
    let glyph = scaler.font().charmap().map_unicode(character).unwrap_or_default();
    scaler.linear_glyph_metrics().h_advance(glyph)
}

/// Returns the outlines of a fitted run in device pixels.
fn outline(scaler: &ScalerFont, fitted: &FittedRun, dpr: f32) -> Option<Path> {
    let scale = fitted.size * dpr / scaler.font().units_per_em() as f32;
    let mut pen = Pen {
        path: PathBuilder::new(),
        x: fitted.x * dpr,
        y: fitted.baseline * dpr,
        scale,
        turn: fitted.turn,
        dpr,
        at: [0.0, 0.0],
    };
    for character in fitted.text.chars().filter(|character| !is_zero_width(*character)) {
        let glyph = scaler.font().charmap().map_unicode(character).unwrap_or_default();
        if let Some(outline) = scaler.outline(glyph) {
            // The embedded face always draws. If a glyph did not, it would leave a gap.
            let _ = outline.draw(DrawMemory::Scratch, &mut pen);
        }
        pen.x += advance(scaler, character) * scale;
    }
    pen.path.finish()
}

/// Adds weight to an outline. The face has only one weight, so bolder runs get a stroke around the outline.
fn weighted(outline: Path, run: &TextRun, dpr: f32) -> Vec<Path> {
    let em = match run.weight {
        Weight::Regular => return vec![outline],
        Weight::Medium => 0.02,
        Weight::Bold => 0.045,
    };
    let stroke = Stroke { width: em * run.size * dpr, ..Stroke::default() };
    let around = outline.stroke(&stroke, 1.0);
    [Some(outline), around].into_iter().flatten().collect()
}

/// Collector of outlines in device pixels; takes font units and turns y down.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
    turn: Option<Turn>,
    dpr: f32,
    /// Current position in font units.
    at: [f32; 2],
}

/// Number of lines that replace each curve of a turned glyph. The path filler splits turned curves at extremes that
/// they do not have, and fails there.
const LINES: u8 = 6;

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
        match self.turn {
            None => (x, y),
            Some(turn) => {
                let [x, y] = turn.apply([x / self.dpr, y / self.dpr]);
                (x * self.dpr, y * self.dpr)
            }
        }
    }

    /// Adds lines along a curve; `place` returns its points for parameters from 0 to 1.
    fn lines(&mut self, place: impl Fn(f32) -> [f32; 2]) {
        for step in 1..=LINES {
            let [x, y] = place(f32::from(step) / f32::from(LINES));
            let (x, y) = self.place(x, y);
            self.path.line_to(x, y);
        }
    }
}

/// Interpolates between two points.
fn between(from: [f32; 2], to: [f32; 2], share: f32) -> [f32; 2] {
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = [x, y];
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = [x, y];
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let from = std::mem::replace(&mut self.at, [x, y]);
        if self.turn.is_some() {
            let quad = |t| between(between(from, [cx, cy], t), between([cx, cy], [x, y], t), t);
            return self.lines(quad);
        }
        let ((cx, cy), (x, y)) = (self.place(cx, cy), self.place(x, y));
        self.path.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let from = std::mem::replace(&mut self.at, [x, y]);
        if self.turn.is_some() {
            let [c0, c1, to] = [[cx0, cy0], [cx1, cy1], [x, y]];
            let cubic = |t| {
                let middle = between(c0, c1, t);
                between(between(between(from, c0, t), middle, t), between(middle, between(c1, to, t), t), t)
            };
            return self.lines(cubic);
        }
        let ((cx0, cy0), (cx1, cy1)) = (self.place(cx0, cy0), self.place(cx1, cy1));
        let (x, y) = self.place(x, y);
        self.path.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
