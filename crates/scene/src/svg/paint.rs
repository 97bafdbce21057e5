//! Definitions that shapes refer to: clips, hatches, cushions and gradients. Each is written once.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::attributes::{Fill, Hex, Num, opacity};
use crate::shade::{CUSHION_FLOOR, DOT_PERIOD, HAIRLINE_PERIOD, LEAN_PERIOD, LEAN_WIDTH};
use crate::{Cushion, Hatch, Rect, Rgba};

/// Sample positions on a cushion's slopes, as shares of the way from edge to crest: dense where the slope is steep.
const SLOPE: [f32; 8] = [0.0, 0.02, 0.06, 0.12, 0.25, 0.45, 0.7, 1.0];

/// The definitions so far, by their content.
#[derive(Default)]
pub(super) struct Paints {
    definitions: String,
    ids: BTreeMap<String, String>,
}

impl Paints {
    pub(super) fn definitions(&self) -> &str {
        &self.definitions
    }

    /// Returns the id of a definition, writing it if it is new. `body` is the element without its id, after the
    /// element's name.
    fn id(&mut self, prefix: &str, element: &str, body: String) -> String {
        if let Some(id) = self.ids.get(&body) {
            return id.clone();
        }
        let id = format!("{prefix}{}", self.ids.len());
        let _ = writeln!(self.definitions, "<{element} id=\"{id}\"{body}</{element}>");
        self.ids.insert(body, id.clone());
        id
    }

    pub(super) fn clip(&mut self, clip: Rect) -> String {
        let (x0, y0, x1, y1) = (Num(clip.x0), Num(clip.y0), Num(clip.x1), Num(clip.y1));
        self.id("clip", "clipPath", format!("><path d=\"M{x0} {y0}H{x1}V{y1}H{x0}Z\"/>"))
    }

    /// Returns the id of a hatch over a ground, fixed to the canvas.
    pub(super) fn hatch(&mut self, kind: Hatch, ground: Rgba, mark: Rgba) -> String {
        let (period, angle, marks) = match kind {
            Hatch::LeanLeft | Hatch::LeanRight => {
                let (x0, x1) = (0.5 * (LEAN_PERIOD - LEAN_WIDTH), 0.5 * (LEAN_PERIOD + LEAN_WIDTH));
                let angle = if kind == Hatch::LeanLeft { -45 } else { 45 };
                (LEAN_PERIOD, angle, format!("M{} 0H{}V{LEAN_PERIOD}H{}Z", Num(x0), Num(x1), Num(x0)))
            }
            Hatch::Dots => (DOT_PERIOD, 0, "M0 0H1V1H0Z".to_owned()),
            Hatch::Hairlines => (HAIRLINE_PERIOD, 0, format!("M0 0H1V{HAIRLINE_PERIOD}H0Z")),
            Hatch::None => (1.0, 0, String::new()),
        };
        let turn = if angle == 0 { String::new() } else { format!(" patternTransform=\"rotate({angle})\"") };
        let side = Num(period);
        let body = format!(
            " patternUnits=\"userSpaceOnUse\" width=\"{side}\" height=\"{side}\"{turn}>\
             <path d=\"M0 0H{side}V{side}H0Z\"{}/><path d=\"{marks}\"{}/>",
            Fill(ground),
            Fill(mark)
        );
        self.id("hatch", "pattern", body)
    }

    /// Returns the id of a fill under its cushion. ψ is a product of a function of x and a function of y, and so are
    /// two layers of black on top of each other. Only its floor applies to each of the two. The shape adds the fill's
    /// alpha.
    pub(super) fn cushion(&mut self, fill: Rgba, shape: Cushion) -> String {
        let ridge = shape.ridge.clamp(0.0, 1.0);
        let across: Vec<(f32, f32)> = slopes(ridge)
            .map(|x| {
                let to_ridge = if x < ridge { x / ridge } else { (1.0 - x) / (1.0 - ridge).max(1e-6) };
                (x, 1.0 - (1.0 - to_ridge).powf(shape.degree))
            })
            .collect();
        // The crest is where 2·f_y·ŷ = 1, or on the upper edge.
        let crest = 1.0 - (0.5 / shape.height.max(1e-6)).min(1.0);
        let along: Vec<(f32, f32)> = slopes(crest)
            .map(|y| (y, 1.0 - (1.0 - 2.0 * shape.height * (1.0 - y)).abs().powf(shape.degree)))
            .collect();
        let across = self.shadow("x2", &across, shape.exponent);
        let along = self.shadow("y2", &along, shape.exponent);
        let square = "<path d=\"M0 0H1V1H0Z\" fill=";
        let body = format!(
            " patternContentUnits=\"objectBoundingBox\" width=\"1\" height=\"1\">\
             {square}\"{}\"/>{square}\"url(#{along})\"/>{square}\"url(#{across})\"/>",
            Hex(fill)
        );
        self.id("cushion", "pattern", body)
    }

    /// Returns the id of a black gradient along one axis that leaves `brightness`^`exponent` of the colour below.
    fn shadow(&mut self, axis: &str, brightness: &[(f32, f32)], exponent: f32) -> String {
        let other = if axis == "x2" { "y2" } else { "x2" };
        let mut body = format!(" x1=\"0\" y1=\"0\" {axis}=\"1\" {other}=\"0\">");
        for (offset, value) in brightness {
            let dark = 1.0 - value.max(CUSHION_FLOOR).powf(exponent);
            let _ = write!(body, "<stop offset=\"{}\" stop-opacity=\"{}\"/>", Num(*offset), Num(dark));
        }
        self.id("shadow", "linearGradient", body)
    }

    /// Returns the id of a linear gradient between two points of the canvas.
    pub(super) fn gradient(&mut self, ends: [[f32; 2]; 2], colors: [Rgba; 2]) -> String {
        let [[x1, y1], [x2, y2]] = ends.map(|point| point.map(Num));
        let mut body =
            format!(" gradientUnits=\"userSpaceOnUse\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\">");
        for (offset, color) in colors.into_iter().enumerate() {
            let _ = write!(body, "<stop offset=\"{offset}\" stop-color=\"{}\"", Hex(color));
            let _ = opacity(&mut body, "stop-opacity", color);
            body.push_str("/>");
        }
        self.id("gradient", "linearGradient", body)
    }
}

/// Returns positions from 0 to 1, dense near both edges, including the crest.
fn slopes(crest: f32) -> impl Iterator<Item = f32> {
    let rising = SLOPE.into_iter().filter(move |_| crest > 0.0).map(move |share| share * crest);
    let falling = SLOPE.into_iter().rev().map(move |share| 1.0 - share * (1.0 - crest));
    rising.chain(falling.skip(usize::from(crest > 0.0)).filter(move |_| crest < 1.0))
}
