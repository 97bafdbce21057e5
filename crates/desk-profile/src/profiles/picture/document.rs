//! The parts that both documents share: head, cells, foot.

use super::{Profile, styles};
use diptych_profile::{Change, Differences, FunctionTable, Measure, NodeId, Tone, WeightedTree};
use diptych_scene::Rgba;
use diptych_scene::svg::escape;
use diptych_scene::theme::{Theme, ThemeName, change_step, gold, label_on};
use diptych_trace::IdentityId;
use diptych_views::numbers;
use std::fmt::Write;

/// Width of the document, CSS pixels.
const WIDTH: f64 = 1200.0;
pub(super) const MARGIN: f64 = 10.0;
/// Width between the margins.
pub(super) const ROOM: f64 = WIDTH - 2.0 * MARGIN;
pub(super) const ROW: f64 = 17.0;
/// Height of the head above the cells, and of the foot below them.
pub(super) const HEAD: f64 = 44.0;
const FOOT: f64 = 58.0;
/// Height of the net change at the foot of a cell.
const NET: f64 = 3.0;
/// Least width of a cell. Narrower ones are left out.
pub(super) const LEAST_PX: f64 = 0.1;
/// Approximate width of a character of a label.
const CHARACTER: f64 = 7.0;
/// Number of steps of the gold scale.
const GOLD_STEPS: usize = 64;

const SCRIPT: &str = include_str!("../picture.js");

/// A document being written.
pub(super) struct Document<'a> {
    pub(super) profile: Profile<'a>,
    /// Explanation of widths and colours below the title.
    pub(super) legend: &'a str,
    /// True for a pair. Colours then show differences.
    pub(super) is_pair: bool,
    /// True for a funky graph, in which zooming leads to a function instead of a path.
    pub(super) is_funky: bool,
    /// Height of the document, CSS pixels.
    pub(super) height: f64,
    /// Self weight of the heaviest function in pixels of the whole, if gold shows self weights.
    pub(super) heaviest_px: Option<f64>,
}

/// A path or a function with its position.
pub(super) struct Cell<'a> {
    /// Tree of the node.
    pub(super) tree: &'a WeightedTree,
    /// Differences, if there are two sides.
    pub(super) differences: Option<Differences<'a>>,
    pub(super) node: NodeId,
    /// Left and upper edge, CSS pixels.
    pub(super) place: [f64; 2],
    pub(super) width: f64,
    /// Row from the first. Callers in a funky graph count downwards from 0.
    pub(super) row: i64,
    /// Weight of its function, in pixels of the whole.
    pub(super) function_px: f64,
    /// Total weight of the function, in pixels of the whole, if the cell is the function of a column.
    pub(super) column_px: Option<f64>,
    /// Net change as a share of the width, below 0 if B has less, if widths are increases + decreases.
    pub(super) net: Option<f64>,
}

/// Returns the height of a document with this number of rows.
pub(super) fn height(rows: f64) -> f64 {
    HEAD + rows * ROW + FOOT
}

/// Returns the weight of a function on all sides together.
pub(super) fn weight_of(functions: &FunctionTable, measure: Measure, function: IdentityId) -> f64 {
    let columns = functions.sides.iter().map(|sums| match measure {
        Measure::Total => sums.total[function.index()],
        Measure::Own => sums.own[function.index()],
    });
    columns.map(|weight| weight as f64).sum()
}

impl Document<'_> {
    /// Returns the beginning of the document, up to the first cell.
    pub(super) fn head(&self) -> String {
        let height = self.height;
        let palette = |callers| -> String {
            let steps = (0..=GOLD_STEPS).map(|step| hex(gold(step as f64 / GOLD_STEPS as f64, callers)));
            steps.collect::<Vec<_>>().join(" ")
        };
        let (kind, view) =
            (if self.is_pair { "pair" } else { "one" }, if self.is_funky { "funky" } else { "flame" });
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} \
             {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" data-kind=\"{kind}\" data-view=\"{view}\" \
             data-margin=\"{MARGIN}\" data-character=\"{CHARACTER}\" data-palette=\"{}\" data-callers=\"{}\" \
             data-heaviest=\"{}\">\n<style>\n{}@media (prefers-color-scheme: dark) {{\n{}}}\n</style>\n<defs>\n",
            palette(false),
            palette(true),
            self.heaviest_px.map_or_else(String::new, |px| format!("{px:.6}")),
            styles::shared() + &styles::colors(Theme::named(ThemeName::Light)),
            styles::colors(Theme::named(ThemeName::Dark)) + &styles::fills(Theme::named(ThemeName::Dark)),
        );
        for (id, angle) in [("gone", -45), ("new", 45)] {
            let _ = writeln!(
                out,
                "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate({angle})\"><path class=\"{id}-ground\" d=\"M0 0H6V6H0Z\"/><path \
                 class=\"{id}-line\" d=\"M2.25 0H3.75V6H2.25Z\"/></pattern>"
            );
        }
        let _ = write!(
            out,
            "</defs>\n<path class=\"ground\" d=\"M0 0H{WIDTH}V{height}H0Z\"/>\n<text x=\"{MARGIN}\" y=\"18\">"
        );
        escape(&mut out, &self.profile.sides.join(" → "));
        let _ = write!(out, "</text>\n<text class=\"quiet\" x=\"{MARGIN}\" y=\"35\">");
        escape(&mut out, self.legend);
        let right = WIDTH - MARGIN;
        let _ = write!(
            out,
            "</text>\n<text id=\"whole\" class=\"act\" visibility=\"hidden\" x=\"{}\" y=\"18\" text-anchor=\"end\">whole</text>\n\
             <text id=\"search\" class=\"act\" x=\"{right}\" y=\"18\" text-anchor=\"end\">search</text>\n\
             <text id=\"found\" class=\"quiet\" x=\"{right}\" y=\"35\" text-anchor=\"end\"> </text>\n<g id=\"cells\">\n",
            right - 60.0
        );
        out
    }

    /// Writes a cell. Its title gives its weights.
    pub(super) fn cell(&self, out: &mut String, cell: &Cell<'_>, wholes: &[i64]) {
        let identity = cell.tree.identity()[cell.node.index()];
        let tone = cell.differences.map(|differences| differences.tone(cell.node));
        let whole = self.heaviest_px.map_or(ROOM, |px| px.min(ROOM));
        let fill = fill(theme(), tone, cell.function_px / whole, self.is_funky && cell.row < 0);
        let paint = match tone {
            Some(Tone::Nothing) => "none".to_owned(),
            Some(Tone::New) => "url(#new)".to_owned(),
            Some(Tone::Gone) => "url(#gone)".to_owned(),
            _ => hex(fill),
        };
        let _ = write!(
            out,
            "<g class=\"n{}\" data-f=\"{}\" data-s=\"{:.6}\" data-r=\"{}\"",
            tone.map_or_else(String::new, styles::class),
            identity.0,
            cell.function_px,
            cell.row
        );
        if let Some(px) = cell.column_px {
            let _ = write!(out, " data-whole=\"{px:.6}\"");
        }
        out.push_str("><title>");
        let name = self.profile.names.name(identity);
        escape(out, name);
        escape(out, &self.details(cell, wholes));
        let shown = shortened(name, cell.width);
        let ([x, y], width) = (cell.place, cell.width);
        // The label lies above the net change.
        let (text_x, text_y) = (x + 3.0, y + if cell.net.is_some() { 10.0 } else { 12.5 });
        let _ = write!(
            out,
            "</title><rect x=\"{x:.4}\" y=\"{y}\" width=\"{width:.4}\" height=\"{}\" fill=\"{paint}\"/>",
            ROW - 1.0
        );
        if let Some(net) = cell.net.filter(|net| *net != 0.0) {
            let (less, fill) = if net < 0.0 { (" less", theme().faster) } else { ("", theme().slower) };
            let (share, fill) = (net.abs().min(1.0), hex(fill));
            let _ = write!(
                out,
                "<rect class=\"net{less}\" data-share=\"{share:.6}\" x=\"{x:.4}\" y=\"{}\" width=\"{:.4}\" height=\"{NET}\" \
                 fill=\"{fill}\"/>",
                y + ROW - 1.0 - NET,
                width * share
            );
        }
        let label = hex(label_on(fill));
        let _ = write!(out, "<text x=\"{text_x:.2}\" y=\"{text_y}\" style=\"fill:{label}\">");
        escape(out, &shown);
        out.push_str("</text></g>\n");
    }

    /// Returns the part of the tooltip below the name.
    fn details(&self, cell: &Cell<'_>, wholes: &[i64]) -> String {
        let (tree, row, axis) = (cell.tree, cell.node.index(), self.profile.axis);
        let mut text = String::new();
        let file = self.profile.names.file(tree.identity()[row]);
        if !file.is_empty() {
            let _ = write!(text, "\n{file}");
        }
        for (number, (side, &whole)) in tree.sides().iter().zip(wholes).enumerate() {
            let (own, total) = (side.own[row], side.total[row]);
            let letter = if tree.sides().len() == 2 { ["A: ", "B: "][number] } else { "" };
            let share = if whole > 0 { total as f64 / whole as f64 } else { 0.0 };
            let (total, own) = (numbers::extent(axis, total), numbers::extent(axis, own));
            let calls = numbers::calls(side.calls[row]);
            // In a caller tree the self weight belongs to stacks that begin there. It is no self weight of the caller.
            let own = if self.is_funky && cell.row < 0 { String::new() } else { format!(", self {own}") };
            let _ = write!(text, "\n{letter}{total} ({}){own}, {calls}", numbers::percent(share));
            if side.folded[row] > 0 {
                let _ = write!(text, ", {} of them folded", numbers::count(side.folded[row]));
            }
        }
        if let Some(differences) = cell.differences {
            let change = differences.change(cell.node);
            let _ = write!(text, "\n{} ({})", numbers::delta(axis, change.delta()), in_words(change));
        }
        if tree.recursion()[row] > 1 {
            let frames = numbers::count(u64::from(tree.recursion()[row]));
            let _ = write!(text, "\nrecursion up to {frames} deep");
        }
        text
    }

    /// Writes the end of the document. `left_out` says which cells are not drawn.
    pub(super) fn foot(&self, out: &mut String, left_out: &str) {
        let _ = writeln!(out, "</g>\n<text id=\"told\" x=\"{MARGIN}\" y=\"{}\"> </text>", self.height - 34.0);
        let _ = writeln!(
            out,
            "<text class=\"quiet\" x=\"{MARGIN}\" y=\"{}\">{left_out}</text>",
            self.height - 14.0
        );
        let _ = writeln!(out, "<script><![CDATA[\n{SCRIPT}]]></script>\n</svg>");
    }
}

/// Returns the theme of the fill attributes, for readers without style sheets. In dark mode the style sheet overrides
/// them.
pub(super) fn theme() -> &'static Theme {
    Theme::named(ThemeName::Light)
}

/// Returns the self weight of the heaviest function, if gold shows self weights.
pub(super) fn heaviest(functions: &FunctionTable, measure: Measure) -> Option<f64> {
    let of = |at: usize| weight_of(functions, measure, IdentityId(at as u32));
    let count = functions.sides.first().map_or(0, |sums| sums.own.len());
    (measure == Measure::Own).then(|| (0..count).map(of).fold(0.0, f64::max))
}

/// Returns the colour of a cell, or the background of a hatched one: by the tone of a difference, otherwise by the
/// share of its function, which may be a caller.
pub(super) fn fill(theme: &Theme, tone: Option<Tone>, share: f64, callers: bool) -> Rgba {
    match tone {
        None => gold(share, callers),
        Some(Tone::Step([before, after])) => theme.change[change_step(before, after)],
        Some(Tone::Grey) => theme.change[change_step(1.0, 1.0)],
        Some(Tone::Nothing) => theme.bg,
        Some(Tone::New) => theme.b_tint,
        Some(Tone::Gone) => theme.a_tint,
    }
}

/// Formats a relative change: `+28 %`, `gone, −100 %`, `new`. A change without a baseline has no percentage.
fn in_words(change: Change) -> String {
    match change.relative() {
        _ if change.is_new() => "new".to_owned(),
        Some(_) if change.is_gone() => format!("gone, {}", numbers::change(-1.0)),
        _ if change.is_gone() => "gone".to_owned(),
        Some(share) => numbers::change(share),
        None if change.values[1] > 0.0 => "nothing in A".to_owned(),
        None => "–".to_owned(),
    }
}

/// Returns as much of a name as fits, or an empty text.
pub(super) fn shortened(name: &str, width: f64) -> String {
    let room = ((width - 6.0) / CHARACTER).max(0.0) as usize;
    let count = name.chars().count();
    match room {
        _ if count <= room => name.to_owned(),
        0..3 => String::new(),
        room => name.chars().take(room - 1).chain(['…']).collect(),
    }
}

pub(super) fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.bytes();
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::picture::styles::FADED;
    use diptych_scene::color::lab::contrast;

    /// Blends a fill with the background as the reader's browser does.
    fn faded(theme: &Theme, fill: Rgba) -> Rgba {
        let ([r, g, b, _], ground) = (fill.bytes(), theme.bg.bytes());
        let blend =
            |byte: u8, below: u8| (f64::from(byte) * FADED + f64::from(below) * (1.0 - FADED)).round() as u8;
        Rgba::new(blend(r, ground[0]), blend(g, ground[1]), blend(b, ground[2]), 255)
    }

    #[test]
    fn labels_are_legible_on_hatched_and_faded_fills() {
        for theme in [ThemeName::Light, ThemeName::Dark].map(Theme::named) {
            readable(theme);
        }
    }

    fn readable(theme: &Theme) {
        let shares = (0..=400).map(|share| (None, (f64::from(share % 201) / 200.0, share > 200)));
        let steps = (0..=40).map(|step| 1.0 + f64::from(step) / 40.0);
        let steps = steps.flat_map(|ratio| [Tone::Step([1.0, ratio]), Tone::Step([ratio, 1.0])]);
        let tones = [Tone::Grey, Tone::Nothing, Tone::New, Tone::Gone].into_iter().chain(steps);
        for (tone, (share, callers)) in shares.chain(tones.map(|tone| (Some(tone), (0.0, false)))) {
            let fill = fill(theme, tone, share, callers);
            assert!(contrast(label_on(fill), fill) >= 4.5, "{tone:?} {share:?}: {fill:?}");
            assert!(contrast(theme.ink, faded(theme, fill)) >= 4.5, "{tone:?} {share:?}: {fill:?}, faded");
        }
        // In faded cells, labels lie directly on the lines of a hatch. Otherwise they have a background of their own.
        for line in [theme.a_fill, theme.b_fill] {
            assert!(contrast(theme.ink, faded(theme, line)) >= 4.5, "{line:?}, faded");
        }
    }
}
