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

mod attributes;
mod context;
mod escape;
mod image;
mod paint;
mod shape;
mod text;
mod themed;
mod tube;

use std::fmt::Write as _;

use crate::{Batch, Blend, Layer, Rgba, Scene};
use attributes::{Fill, Num};
use context::Context;
use paint::Paints;

pub use escape::escape;
pub use themed::themed_svg;

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
