//! Text runs.

use std::fmt::Write as _;

use super::{AS_LAID_OUT, Context, Fill, Num, Paints};
use crate::text::fit::{fit, is_zero_width};
use crate::{Align, Face, TextBatch, TextRun, Weight};

/// The interface face, on the root.
pub(super) const UI_FAMILY: &str = "system-ui, 'Segoe UI', 'Noto Sans', sans-serif";
/// The code face.
const CODE_FAMILY: &str = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

/// Advances of U+0020 to U+007E in hundredths of the font size: `DejaVu` Sans Condensed, a face of middling
/// width.
const ADVANCES: [u8; 95] = [
    29, 36, 41, 75, 57, 85, 70, 25, 35, 35, 45, 75, 29, 32, 29, 30, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57,
    30, 30, 75, 75, 75, 48, 90, 62, 62, 63, 69, 57, 52, 70, 68, 27, 27, 59, 50, 78, 67, 71, 54, 71, 62, 57,
    55, 66, 62, 89, 62, 55, 62, 35, 30, 35, 75, 45, 45, 55, 57, 49, 57, 55, 32, 57, 57, 25, 25, 52, 25, 88,
    57, 55, 57, 57, 37, 47, 35, 57, 53, 74, 53, 53, 47, 57, 30, 57, 75,
];

/// A run as wide as this share of its box might be wider in another face: it is clipped.
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
    let width: f32 = fitted.text.chars().map(advance).sum();
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
    // Anchored at its box, for its true width is not known.
    let (x, anchor) = match run.align {
        Align::Start | Align::Sticky => (fitted.bounds.x0, ""),
        Align::Center => (0.5 * (fitted.bounds.x0 + fitted.bounds.x1), " text-anchor=\"middle\""),
        Align::End => (fitted.bounds.x1, " text-anchor=\"end\""),
    };
    let (x, y, size) = (Num(x), Num(fitted.baseline), Num(run.size));
    let fill = Fill(context.blended(run.color));
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{family}{weight}{fill}{clip} direction=\"ltr\" \
         unicode-bidi=\"isolate\" xml:space=\"preserve\"{}>",
        context.style
    );
    escape(out, &fitted.text);
    out.push_str("</text>\n");
}

/// The estimated width of a character, in font sizes.
fn advance(character: char, face: Face, weight: Weight) -> f32 {
    let plain = match face {
        _ if is_zero_width(character) => 0.0,
        _ if is_wide(character) => 1.0,
        Face::Code => 0.602,
        Face::Ui => match character {
            ' '..='~' => ADVANCES[character as usize - 0x20] as f32 / 100.0,
            '…' => 0.9,
            _ => 0.62,
        },
    };
    match (weight, face) {
        (Weight::Regular, _) | (_, Face::Code) => plain,
        (Weight::Medium, Face::Ui) => plain * 1.04,
        (Weight::Bold, Face::Ui) => plain * 1.08,
    }
}

/// CJK, Hangul, full-width forms and emoji.
fn is_wide(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Text as XML content.
fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(character),
        }
    }
}
