//! Palettes as the papers published them. They are not safe for colour-blind readers: options, never defaults.

use super::hex;
use super::scale::along;
use crate::Rgba;

/// Colour of `TraceDiff`'s boxes of calls under a pixel.
pub const PUBLISHED_AGGREGATE: Rgba = Rgba::hex(0xF7C6D9);
/// Colour of `TraceDiff`'s outline of repetitions.
pub const PUBLISHED_REPETITION: Rgba = Rgba::hex(0xD7191C);

/// Grey to red: the saturation of `TraceDiff`'s permutations.
const RED_GREY: [Rgba; 2] = hex([0xC8C8C8, 0xE00000]);
/// Blue to red through green and yellow: `TraceDiff`'s trace-centric colours.
const RAINBOW: [Rgba; 5] = hex([0x0000E0, 0x00B4E0, 0x00C800, 0xE6D200, 0xE00000]);

/// Green over yellow to red: the criticality scheme of `ViewFusion`, section 5.2.
const CRITICALITY: [Rgba; 3] = hex([0x2E9E3F, 0xF2E21B, 0xD7261E]);

/// Returns the colour of a start shift, 0..=1, as published: grey to red.
pub fn red_grey(share: f64) -> Rgba {
    along(&RED_GREY, share)
}

/// Returns the colour of a position in the other run, 0..=1, as published: blue to red.
pub fn rainbow(share: f64) -> Rgba {
    along(&RAINBOW, share)
}

/// Returns the colour of an amount, 0..=1, as `ViewFusion` published it: low is green, high is red.
pub fn criticality(share: f64) -> Rgba {
    along(&CRITICALITY, share)
}

/// Colours of a relation at its caller and at its callee, as the paper on massive sequences has them: green and red.
pub const PUBLISHED_DIRECTION: [Rgba; 2] = [Rgba::hex(0x00A000), Rgba::hex(0xE00000)];
