//! A software rasteriser: the reference that the other backends are compared with, and the PNG of the command line.
//!
//! Colours come from the same functions as on the GPU ([`crate::shade`]), curves from the same strips
//! ([`crate::curve::eval`]), and every blend is rounded to 8 bits as in a GPU's target. The tests' tolerances cover the
//! remaining differences between backends: the antialiasing of shapes (here 4 × 4 samples per pixel) and text, which is
//! set in one embedded face without shaping. That face has Latin, Greek, Cyrillic and symbols; other characters show as
//! its box.
//!
//! Everything is deterministic: the same scene gives the same pixels. Primitives with coordinates beyond ±4 million
//! device pixels, or NaN, are left out.

mod boxes;
mod glyphs;
mod paths;
mod target;
mod tubes;

use crate::picture::Picture;
use crate::{Batch, Scene, SpaceTransforms};
use target::{Brush, Target};

/// Largest width and height of a picture, in device pixels.
const MAX_SIDE: u32 = 16_384;

/// Draws a well-formed scene under these transforms, at `dpr` device pixels per CSS pixel. The picture is opaque, and
/// at least one and at most 16,384 pixels wide and high.
pub fn draw(scene: &Scene, transforms: &SpaceTransforms, dpr: f32) -> Picture {
    // The cast saturates, and turns NaN into 0.
    let side = |length: f32| ((length * dpr).round() as u32).clamp(1, MAX_SIDE);
    let mut target = Target::new(side(scene.size.width), side(scene.size.height), scene.background);
    for layer in &scene.layers {
        let Some(clip) = target.clip(layer.clip, dpr) else {
            continue;
        };
        let brush = Brush { blend: layer.blend, clip, dpr, transform: transforms.get(layer.space) };
        for batch in &layer.batches {
            match batch {
                Batch::Rects(rects) => boxes::draw_rects(&mut target, &brush, rects),
                Batch::Polys(polys) => paths::draw_polys(&mut target, &brush, polys),
                Batch::Curves(curves) => tubes::draw_curves(&mut target, &brush, curves, transforms),
                Batch::Images(images) => boxes::draw_images(&mut target, &brush, images),
                Batch::Texts(texts) => glyphs::draw_texts(&mut target, &brush, texts, layer.clip),
            }
        }
    }
    target.into_picture()
}
