//! A scene as an SVG document: the same picture for papers, reports and issues.
//!
//! The document has one `<rect>` for each box (and no other `<rect>`), one `<path class="tube">` for each piece of a
//! curve, `<polygon>`s, `<image>`s and `<text>`s, in drawing order. It is deterministic, rounded to hundredths,
//! self-contained, and free of scripts and of anything that a reader's stylesheet could match. Text is escaped and each
//! run isolated.
//!
//! If SVG cannot express a scene, it is approximated:
//!
//! * a hatched box is flat, and a dashed border continues around the corners;
//! * a cushion's floor applies to each of its two directions;
//! * a tube is shaded in steps over its `<path class="tube">`, or on average if it is narrower than 12 px or blended,
//!   and its gradient runs straight from end to end of a piece;
//! * text is elided by the widths of a typical face, because the reader's face is unknown.
//!
//! [`Blend`]s other than normal need `mix-blend-mode`. Colours are mixed with the background beforehand, as on a GPU,
//! so that a reader which ignores the property still shows every shape.

mod image;
mod paint;
mod shape;
mod text;
mod themed;
mod tube;

use std::fmt::Write as _;

use crate::{Batch, Blend, Layer, Rgba, Scene, SpaceTransforms, shade};
use paint::Paints;

pub use themed::themed_svg;

/// Appends text as the content of an element; characters that XML forbids become U+FFFD.
pub fn escape(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() && c != '\n' || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                out.push('\u{FFFD}');
            }
            c => out.push(c),
        }
    }
}

/// Writes the document of a scene as laid out.
pub fn svg(scene: &Scene) -> String {
    let mut paints = Paints::default();
    let mut body = String::new();
    for layer in scene.layers.iter().filter(|layer| !layer.marks || !layer.batches.is_empty()) {
        write_layer(&mut body, &mut paints, layer, scene.background);
    }
    let (width, height) = (Num(scene.size.width), Num(scene.size.height));
    let mut document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\">\n",
        text::UI_FAMILY
    );
    if !paints.definitions().is_empty() {
        let _ = write!(document, "<defs>\n{}</defs>\n", paints.definitions());
    }
    let ground = Fill(scene.background);
    let _ = writeln!(document, "<path d=\"M0 0H{width}V{height}H0Z\"{ground}/>");
    document.push_str(&body);
    document.push_str("</svg>\n");
    document
}

/// The parts of a layer that drawing a batch needs.
struct Context<'a> {
    layer: &'a Layer,
    background: Rgba,
    /// CSS declaration of the layer's blend, or nothing.
    mode: &'static str,
    /// The declaration as a `style` attribute.
    style: String,
}

impl Context<'_> {
    /// Returns a colour as it enters the layer's blend.
    fn blended(&self, color: Rgba) -> Rgba {
        if self.layer.blend == Blend::Normal || color.alpha() == 0 {
            return color;
        }
        let mixed = shade::blend_source(self.layer.blend, color.channels(), self.background.channels());
        let [r, g, b] = [mixed[0], mixed[1], mixed[2]].map(|channel| (channel * 255.0).round() as u8);
        Rgba::new(r, g, b, 255)
    }
}

fn write_layer(out: &mut String, paints: &mut Paints, layer: &Layer, background: Rgba) {
    // The clip makes the group blend as one, so both the group and its parts need the mode.
    let (mode, style) = layer_style(layer.blend);
    let clip = paints.clip(layer.clip);
    let _ = writeln!(out, "<g clip-path=\"url(#{clip})\"{style}>");
    let context = Context { layer, background, mode, style };
    for batch in &layer.batches {
        write_batch(out, paints, &context, batch);
    }
    out.push_str("</g>\n");
}

/// Returns the CSS declaration of a blend, or nothing, and the declaration as a `style` attribute.
fn layer_style(blend: Blend) -> (&'static str, String) {
    let mode = match blend {
        Blend::Normal => "",
        Blend::Min => "mix-blend-mode:darken",
        Blend::Max => "mix-blend-mode:lighten",
        Blend::Multiply => "mix-blend-mode:multiply",
    };
    (mode, if mode.is_empty() { String::new() } else { format!(" style=\"{mode}\"") })
}

fn write_batch(out: &mut String, paints: &mut Paints, context: &Context<'_>, batch: &Batch) {
    let _ = match batch {
        Batch::Rects(_) => writeln!(out, "<g shape-rendering=\"crispEdges\"{}>", context.style),
        _ => writeln!(out, "<g{}>", context.style),
    };
    match batch {
        Batch::Rects(rects) => shape::write_rects(out, paints, context, rects),
        Batch::Polys(polys) => shape::write_polys(out, context, polys),
        Batch::Curves(curves) => tube::write_curves(out, paints, context, curves),
        Batch::Images(images) => image::write_images(out, context, images),
        Batch::Texts(texts) => text::write_texts(out, paints, context, texts),
    }
    out.push_str("</g>\n");
}

/// Transforms of a document, in which nothing moves.
const AS_LAID_OUT: SpaceTransforms = SpaceTransforms::IDENTITY;

/// A number rounded to hundredths, without trailing zeros; NaN becomes 0.
struct Num(f32);

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The cast saturates, and turns NaN into 0.
        let hundredths = (self.0 as f64 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        match part {
            0 => write!(f, "{sign}{whole}"),
            part if part.is_multiple_of(10) => write!(f, "{sign}{whole}.{}", part / 10),
            part => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// Attributes that fill a shape with a colour.
struct Fill(Rgba);

impl std::fmt::Display for Fill {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.alpha() == 0 {
            return f.write_str(" fill=\"none\"");
        }
        write!(f, " fill=\"{}\"", Hex(self.0))?;
        opacity(f, "fill-opacity", self.0)
    }
}

/// A colour without its alpha.
struct Hex(Rgba);

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b, _] = self.0.bytes();
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

fn opacity(f: &mut impl std::fmt::Write, name: &str, color: Rgba) -> std::fmt::Result {
    match color.alpha() {
        255 => Ok(()),
        alpha => write!(f, " {name}=\"{}\"", Num(alpha as f32 / 255.0)),
    }
}
