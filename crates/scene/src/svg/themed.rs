//! One small document for both themes: geometry once, colours by `prefers-color-scheme`.
//!
//! A picture in a report is seen in the theme of its reader, and a report must fit into a mail. A document for each
//! theme would take twice the bytes, and an element for each box four times as many again. So boxes of one colour are
//! one path, and a style sheet in the document has a colour of each theme for it. A style sheet is otherwise avoided,
//! because it would match elements of the page that a document is pasted into; this one is only shown as an image.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::paint::Paints;
use super::{Context, Fill, Num, layer_style, shape, text, write_batch};
use crate::{Batch, Layer, RectBatch, RectInstance, Scene};

/// Writes a scene that was laid out in a light and in a dark theme; `None` if the two scenes differ in more than colours.
pub fn themed_svg(light: &Scene, dark: &Scene) -> Option<String> {
    if light.size != dark.size || light.layers.len() != dark.layers.len() {
        return None;
    }
    let mut document = Document::default();
    let ground = [light.background, dark.background].map(|color| Fill(color).to_string());
    let ground = document.class(ground);
    let (width, height) = (Num(light.size.width), Num(light.size.height));
    let _ = writeln!(document.body, "<path class=\"{ground}\" d=\"M0 0H{width}V{height}H0Z\"/>");
    for pair in light.layers.iter().zip(&dark.layers) {
        document.layer(pair.0, pair.1, [light, dark])?;
    }
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\">\n<style>",
        text::UI_FAMILY
    );
    let [light_rules, dark_rules] = document.rules();
    let _ = write!(out, ".d{{display:none}}{light_rules}@media(prefers-color-scheme:dark){{");
    let _ = writeln!(out, ".l{{display:none}}.d{{display:inline}}{dark_rules}}}</style>");
    if !document.paints.definitions().is_empty() {
        let _ = writeln!(out, "<defs>\n{}</defs>", document.paints.definitions());
    }
    Some(out + &document.body + "</svg>\n")
}

/// The document so far.
#[derive(Default)]
struct Document {
    paints: Paints,
    body: String,
    /// Number of the class of each pair of paints, the light one first.
    classes: BTreeMap<[String; 2], usize>,
}

/// Boxes of one class, as one path; or a box with a border, as markup for both themes.
#[derive(Default)]
struct BoxPath {
    class: Option<String>,
    data: String,
    boxes: Vec<RectInstance>,
}

impl Document {
    fn layer(&mut self, light: &Layer, dark: &Layer, scenes: [&Scene; 2]) -> Option<()> {
        if light.clip != dark.clip || light.batches.len() != dark.batches.len() {
            return None;
        }
        if light.batches.is_empty() {
            return Some(());
        }
        let clip = self.paints.clip(light.clip);
        let _ = writeln!(self.body, "<g clip-path=\"url(#{clip})\">");
        let contexts = [(light, scenes[0]), (dark, scenes[1])].map(|(layer, scene)| {
            let (mode, style) = layer_style(layer.blend);
            Context { layer, background: scene.background, mode, style }
        });
        for (light, dark) in light.batches.iter().zip(&dark.batches) {
            match (light, dark) {
                (Batch::Rects(light), Batch::Rects(dark)) if are_alike(&contexts, light, dark) => {
                    self.boxes(&contexts, [light, dark]);
                }
                _ => {
                    for (batch, (context, class)) in
                        [light, dark].into_iter().zip(contexts.iter().zip(["l", "d"]))
                    {
                        let _ = writeln!(self.body, "<g class=\"{class}\">");
                        write_batch(&mut self.body, &mut self.paints, context, batch);
                        self.body.push_str("</g>\n");
                    }
                }
            }
        }
        self.body.push_str("</g>\n");
        Some(())
    }

    /// Writes the boxes of a batch, those of one colour as one path where their order allows it.
    fn boxes(&mut self, contexts: &[Context<'_>; 2], [light, dark]: [&RectBatch; 2]) {
        let mut paths: Vec<BoxPath> = Vec::new();
        let mut last_of: BTreeMap<String, usize> = BTreeMap::new();
        for (of, of_dark) in light.instances.iter().zip(&dark.instances) {
            if !is_plain(of) || !is_plain(of_dark) {
                let data = self.twice(contexts, [of, of_dark]);
                paths.push(BoxPath { class: None, data, boxes: vec![*of] });
                continue;
            }
            let paints = [(&contexts[0], of), (&contexts[1], of_dark)]
                .map(|(context, of)| shape::fill_of(&mut self.paints, context, of));
            if paints.iter().all(|paint| paint == " fill=\"none\"") {
                continue;
            }
            let class = self.class(paints);
            // A box may join an earlier path if it lies over nothing that is drawn after that path.
            let may_join = |at: &usize| {
                !paths[at + 1..].iter().any(|later| later.boxes.iter().any(|over| meet(of, over)))
            };
            let at = last_of.get(&class).copied().filter(may_join).unwrap_or_else(|| {
                paths.push(BoxPath { class: Some(class.clone()), ..BoxPath::default() });
                paths.len() - 1
            });
            last_of.insert(class, at);
            write_box(&mut paths[at].data, of);
            paths[at].boxes.push(*of);
        }
        self.body.push_str("<g shape-rendering=\"crispEdges\">\n");
        for BoxPath { class, data, .. } in paths {
            let _ = match class {
                Some(class) => writeln!(self.body, "<path class=\"{class}\" d=\"{data}\"/>"),
                None => write!(self.body, "{data}"),
            };
        }
        self.body.push_str("</g>\n");
    }

    /// Returns a box for each theme.
    fn twice(&mut self, contexts: &[Context<'_>; 2], boxes: [&RectInstance; 2]) -> String {
        let mut out = String::new();
        for ((context, of), class) in contexts.iter().zip(boxes).zip(["l", "d"]) {
            let _ = write!(out, "<g class=\"{class}\">");
            shape::write_rect(&mut out, &mut self.paints, context, of);
            out.push_str("</g>\n");
        }
        out
    }

    fn class(&mut self, paints: [String; 2]) -> String {
        let number = self.classes.len();
        format!("c{}", *self.classes.entry(paints).or_insert(number))
    }

    /// Returns the rules of the light and of the dark theme.
    fn rules(&self) -> [String; 2] {
        let rule = |paint: &str, number: usize| {
            let declarations = paint.trim().replace("=\"", ":").replace("\" ", ";").replace('"', "");
            format!(".c{number}{{{declarations}}}")
        };
        let of = |theme: usize| {
            self.classes.iter().map(|(paints, &number)| rule(&paints[theme], number)).collect()
        };
        [of(0), of(1)]
    }
}

/// Returns true for a box of one fill, without a border and a cushion.
fn is_plain(of: &RectInstance) -> bool {
    let has_border = of.style.border_width() > 0.0 && of.border.alpha() > 0;
    !has_border && (of.cushion.exponent <= 0.0 || of.fill.alpha() == 0)
}

/// Returns true if both batches have boxes at the same places, and layers that blend normally.
fn are_alike(contexts: &[Context<'_>; 2], light: &RectBatch, dark: &RectBatch) -> bool {
    let place = |of: &RectInstance| [of.x0, of.y0, of.x1, of.y1];
    contexts.iter().all(|context| context.style.is_empty())
        && light.instances.iter().map(place).eq(dark.instances.iter().map(place))
}

/// Tenths of a pixel are enough where edges are crisp.
fn tenths(value: f32) -> Num {
    Num((value * 10.0).round() / 10.0)
}

fn write_box(path: &mut String, of: &RectInstance) {
    // At least a pixel, as in every backend.
    let (width, height) = ((of.x1 - of.x0).max(1.0), (of.y1 - of.y0).max(1.0));
    let (x, y, width, height) = (tenths(of.x0), tenths(of.y0), tenths(width), tenths(height));
    let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
}

/// Returns true if one box lies over the other.
fn meet(one: &RectInstance, other: &RectInstance) -> bool {
    // At least a pixel, as they are drawn.
    let [x1, y1] = [one.x1.max(one.x0 + 1.0), one.y1.max(one.y0 + 1.0)];
    let [other_x1, other_y1] = [other.x1.max(other.x0 + 1.0), other.y1.max(other.y0 + 1.0)];
    let touch = shape::TOUCH;
    one.x0 + touch < other_x1 && other.x0 + touch < x1 && one.y0 + touch < other_y1 && other.y0 + touch < y1
}
