//! Pictures as files. This code is in the compute artifact, because drawing on screen needs no writer of files.

use diptych_protocol::Caption;
use diptych_scene::wire::{WireError, decode, encode};
use diptych_scene::{Scene, Size};
use diptych_views::caption;

/// Writes an encoded scene as an SVG file, with its caption if there is one.
pub fn svg(words: &[u32], caption: Option<&Caption>) -> Result<String, WireError> {
    captioned(words, caption).map(|scene| diptych_scene::svg::svg(&scene))
}

/// Adds a caption to an encoded scene. Returns the encoded result and its size.
pub fn with_caption(words: &[u32], caption: &Caption) -> Result<(Vec<u32>, Size), WireError> {
    captioned(words, Some(caption)).map(|scene| (encode(&scene), scene.size))
}

fn captioned(words: &[u32], caption: Option<&Caption>) -> Result<Scene, WireError> {
    let mut scene = decode(words)?;
    if let Some(caption) = caption {
        caption::add(&mut scene, caption);
    }
    Ok(scene)
}
