//! Text runs on a 2D canvas above the picture: system fonts, every script, crisp.

use std::cell::RefCell;
use std::collections::BTreeMap;

use diptych_scene::text::fit::{fit, is_zero_width};
use diptych_scene::{Batch, Rect};
use diptych_scene::{Face, Rgba, Scene, Space, SpaceTransforms, TextRun, Weight};
use wasm_bindgen::prelude::*;

/// Fonts of the interface face.
const UI_FONTS: &str = r#"system-ui, "Segoe UI", "Noto Sans", sans-serif"#;
/// Fonts of the code face.
const CODE_FONTS: &str = r#"ui-monospace, "SF Mono", Menlo, Consolas, monospace"#;

/// Length beyond any canvas side, in device pixels.
const MAX_SIDE: f32 = 65536.0;

#[wasm_bindgen]
extern "C" {
    /// A 2D context of either kind of canvas.
    #[wasm_bindgen(typescript_type = "CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D")]
    #[derive(Debug)]
    pub type TextContext;

    type TextMetrics;

    #[wasm_bindgen(method, setter, js_name = font)]
    fn set_font(this: &TextContext, font: &str);
    #[wasm_bindgen(method, setter, js_name = fillStyle)]
    fn set_fill_style(this: &TextContext, style: &str);
    #[wasm_bindgen(method, setter, js_name = direction)]
    fn set_direction(this: &TextContext, direction: &str);
    #[wasm_bindgen(method, setter, js_name = textRendering)]
    fn set_text_rendering(this: &TextContext, mode: &str);
    #[wasm_bindgen(method, js_name = setTransform)]
    fn set_transform(this: &TextContext, a: f32, b: f32, c: f32, d: f32, e: f32, f: f32);
    #[wasm_bindgen(method, js_name = clearRect)]
    fn clear_rect(this: &TextContext, x: f32, y: f32, width: f32, height: f32);
    #[wasm_bindgen(method)]
    fn save(this: &TextContext);
    #[wasm_bindgen(method)]
    fn restore(this: &TextContext);
    #[wasm_bindgen(method, js_name = beginPath)]
    fn begin_path(this: &TextContext);
    #[wasm_bindgen(method)]
    fn rect(this: &TextContext, x: f32, y: f32, width: f32, height: f32);
    #[wasm_bindgen(method)]
    fn clip(this: &TextContext);
    #[wasm_bindgen(method, js_name = fillText)]
    fn fill_text(this: &TextContext, text: &str, x: f32, y: f32);
    #[wasm_bindgen(method, js_name = measureText)]
    fn measure_text(this: &TextContext, text: &str) -> TextMetrics;
    #[wasm_bindgen(method, getter)]
    fn width(this: &TextMetrics) -> f64;
}

/// The text of a scene, and the widths of the characters seen so far.
#[derive(Debug, Default)]
pub(crate) struct TextLayers {
    layers: Vec<TextLayer>,
    fonts: Vec<Font>,
}

/// Runs that share a clip and a space.
#[derive(Debug, PartialEq)]
struct TextLayer {
    clip: Rect,
    space: Space,
    runs: Vec<TextRun>,
}

impl TextLayers {
    /// Takes the text of another scene and keeps the character widths. Returns true if the text changed.
    pub(crate) fn replace(&mut self, scene: Scene) -> bool {
        let before = std::mem::take(&mut self.layers);
        for layer in scene.layers {
            let runs: Vec<_> = layer.batches.into_iter().flat_map(into_runs).collect();
            if !runs.is_empty() {
                self.layers.push(TextLayer { clip: layer.clip, space: layer.space, runs });
            }
        }
        self.layers != before
    }

    /// Clears the canvas and draws all runs.
    pub(crate) fn draw(&mut self, context: &TextContext, transforms: &SpaceTransforms, dpr: f32) {
        context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0);
        context.clear_rect(0.0, 0.0, MAX_SIDE, MAX_SIDE);
        for layer in &self.layers {
            context.save();
            context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0);
            context.set_direction("ltr");
            // Without kerning and ligatures, a string is as wide as the sum of its characters.
            context.set_text_rendering("optimizeSpeed");
            // Snap the clip to the same device pixels as in the picture below.
            let snap = |edge: f32| (edge * dpr + 0.5).floor() / dpr;
            let (x, y) = (snap(layer.clip.x0), snap(layer.clip.y0));
            context.begin_path();
            context.rect(x, y, snap(layer.clip.x1) - x, snap(layer.clip.y1) - y);
            context.clip();
            draw_layer(context, layer, transforms, dpr, &mut self.fonts);
            context.restore();
        }
    }
}

fn into_runs(batch: Batch) -> Vec<TextRun> {
    match batch {
        Batch::Texts(texts) => texts.runs,
        _ => Vec::new(),
    }
}

/// Draws the runs of a layer; sets state only when it changes.
fn draw_layer(
    context: &TextContext,
    layer: &TextLayer,
    transforms: &SpaceTransforms,
    dpr: f32,
    fonts: &mut Vec<Font>,
) {
    let transform = transforms.get(layer.space);
    let mut current_font = None;
    let mut current_color = None;
    for run in &layer.runs {
        let key = FontKey { face: run.face, weight: run.weight, size_bits: run.size.to_bits() };
        // A font measures characters with the context's current one.
        let measured = font(fonts, key);
        if current_font.replace(key) != Some(key) {
            context.set_font(&key.css());
        }
        let Some(fitted) = fit(run, layer.clip, transform, |character| measured.advance(context, character))
        else {
            continue;
        };
        let drawn = FontKey { size_bits: fitted.size.to_bits(), ..key };
        if current_font.replace(drawn) != Some(drawn) {
            context.set_font(&drawn.css());
        }
        if current_color.replace(run.color) != Some(run.color) {
            context.set_fill_style(&css_color(run.color));
        }
        if let Some(turn) = fitted.turn {
            let [a, b, c, d, e, f] = turn.matrix().map(|number| number * dpr);
            context.set_transform(a, b, c, d, e, f);
        }
        context.fill_text(&fitted.text, fitted.x, fitted.baseline);
        if fitted.turn.is_some() {
            context.set_transform(dpr, 0.0, 0.0, dpr, 0.0, 0.0);
        }
    }
}

fn css_color(color: Rgba) -> String {
    let [r, g, b, a] = color.bytes();
    format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
}

/// A font; the size is compared by its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FontKey {
    face: Face,
    weight: Weight,
    size_bits: u32,
}

impl FontKey {
    /// Returns the value of the `font` property.
    fn css(self) -> String {
        let weight = match self.weight {
            Weight::Regular => 400,
            Weight::Medium => 550,
            Weight::Bold => 650,
        };
        let stack = match self.face {
            Face::Ui => UI_FONTS,
            Face::Code => CODE_FONTS,
        };
        format!("{weight} {:.2}px {stack}", f32::from_bits(self.size_bits))
    }
}

/// Widths of characters in one font, measured once.
#[derive(Debug)]
struct Font {
    key: FontKey,
    widths: RefCell<BTreeMap<char, f32>>,
}

impl Font {
    /// Returns the width of a character in CSS pixels; the font must be the context's current one.
    fn advance(&self, context: &TextContext, character: char) -> f32 {
        if is_zero_width(character) {
            return 0.0;
        }
        let mut widths = self.widths.borrow_mut();
        *widths.entry(character).or_insert_with(|| {
            let mut buffer = [0; 4];
            context.measure_text(character.encode_utf8(&mut buffer)).width() as f32
        })
    }
}

fn font(fonts: &mut Vec<Font>, key: FontKey) -> &Font {
    let index = fonts.iter().position(|font| font.key == key).unwrap_or_else(|| {
        fonts.push(Font { key, widths: RefCell::default() });
        fonts.len() - 1
    });
    &fonts[index]
}
