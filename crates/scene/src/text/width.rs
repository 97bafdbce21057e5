//! Estimated widths of text, for readers whose faces are unknown.

use super::fit::is_zero_width;
use super::{Face, Weight};

/// Advances of U+0020 to U+007E in hundredths of the font size: `DejaVu` Sans Condensed, a face of medium width.
const ADVANCES: [u8; 95] = [
    29, 36, 41, 75, 57, 85, 70, 25, 35, 35, 45, 75, 29, 32, 29, 30, 57, 57, 57, 57, 57, 57, 57, 57, 57, 57,
    30, 30, 75, 75, 75, 48, 90, 62, 62, 63, 69, 57, 52, 70, 68, 27, 27, 59, 50, 78, 67, 71, 54, 71, 62, 57,
    55, 66, 62, 89, 62, 55, 62, 35, 30, 35, 75, 45, 45, 55, 57, 49, 57, 55, 32, 57, 57, 25, 25, 52, 25, 88,
    57, 55, 57, 57, 37, 47, 35, 57, 53, 74, 53, 53, 47, 57, 30, 57, 75,
];

/// Returns the estimated width of a line of text in CSS pixels, at a font size in CSS pixels.
pub fn estimated_px(text: &str, size: f32, face: Face, weight: Weight) -> f32 {
    text.chars().map(|character| size * advance(character, face, weight)).sum()
}

/// Returns the estimated width of a character, in font sizes.
pub(crate) fn advance(character: char, face: Face, weight: Weight) -> f32 {
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

/// Returns true for CJK, Hangul, full-width forms and emoji.
fn is_wide(character: char) -> bool {
    matches!(character, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}
