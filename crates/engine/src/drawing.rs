//! Pictures as files, in the compute artifact: who draws on the screen carries no writer of files.

use diptych_scene::wire::{WireError, decode};

/// The scene of these words, which is the one on screen, as an SVG file.
pub fn svg(words: &[u32]) -> Result<String, WireError> {
    decode(words).map(|scene| diptych_scene::svg::svg(&scene))
}
