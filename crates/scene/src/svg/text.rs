//! Text runs.

use std::fmt::Write as _;

use super::attributes::{Fill, Num};
use super::context::{AS_LAID_OUT, Context};
use super::escape::escape;
use super::paint::Paints;
use crate::text::fit::fit;
use crate::text::width::advance;
use crate::{Align, Face, TextBatch, TextRun, Weight};

/// Font family of the interface face, set on the root.
pub(super) const UI_FAMILY: &str = "system-ui, 'Segoe UI', 'Noto Sans', sans-serif";
/// Font family of the code face.
const CODE_FAMILY: &str = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

/// Share of the box's width above which a run is clipped, because it might be wider in another face.
const SURE: f32 = 0.85;

pub(super) fn write_texts(out: &mut String, paints: &mut Paints, context: &Context, batch: &TextBatch) {
    for run in &batch.runs {
        write_text(out, paints, context, run);
    }
}

fn write_text(out: &mut String, paints: &mut Paints, context: &Context, run: &TextRun) {
    let transform = AS_LAID_OUT.get(context.layer.space);
    let advance = |character| run.size * advance(character, run.face, run.weight);
    let Some(fitted) = fit(run, context.layer.clip, transform, advance) else {
        return;
    };
    let width: f32 = fitted.text.chars().map(advance).sum::<f32>() * fitted.size / run.size;
    let clip = if width > SURE * fitted.bounds.width() {
        format!(" clip-path=\"url(#{})\"", paints.clip(fitted.bounds))
    } else {
        String::new()
    };
    let family = match run.face {
        Face::Ui => String::new(),
        Face::Code => format!(" font-family=\"{CODE_FAMILY}\""),
    };
    let weight = match run.weight {
        Weight::Regular => "",
        Weight::Medium => " font-weight=\"550\"",
        Weight::Bold => " font-weight=\"650\"",
    };
    // Anchored to its box, because its true width is unknown.
    let (x, anchor) = match run.align {
        Align::Start | Align::Sticky => (fitted.bounds.x0, ""),
        Align::Center | Align::Shrink => {
            (0.5 * (fitted.bounds.x0 + fitted.bounds.x1), " text-anchor=\"middle\"")
        }
        Align::End => (fitted.bounds.x1, " text-anchor=\"end\""),
    };
    let (x, y, size) = (Num(x), Num(fitted.baseline), Num(fitted.size));
    let fill = Fill(context.blended(run.color));
    let turn = fitted.turn.map_or_else(String::new, |turn| {
        let [a, b, c, d, e, f] = turn.matrix();
        let (a, b, c, d) = (Fine(a), Fine(b), Fine(c), Fine(d));
        format!(" transform=\"matrix({a} {b} {c} {d} {} {})\"", Num(e), Num(f))
    });
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{family}{weight}{fill}{clip}{turn} direction=\"ltr\" \
         unicode-bidi=\"isolate\" xml:space=\"preserve\"{}>",
        context.style
    );
    escape(out, &fitted.text);
    out.push_str("</text>\n");
}

/// A cosine or a sine, written with five decimals.
struct Fine(f32);

impl std::fmt::Display for Fine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = (f64::from(self.0) * 1e5).round() as i64;
        let sign = if parts < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:05}", parts.unsigned_abs() / 100_000, parts.unsigned_abs() % 100_000)
    }
}
