//! A flame graph as one SVG document that zooms and searches by itself, as users of flame graphs expect.
//!
//! What *Visualisations for Function Time Profiles* calls gold-plated, sections 4.2.1 to 4.2.3: siblings by weight, colour
//! by the function's weight on the b* axis of CIELAB at one lightness, all cells of the function under the pointer
//! outlined. Of a pair colours are those of differences. Names from a trace are text of elements and never part of the
//! script, which stands in the document as it is written here.

use super::Profile;
use crate::numbers;
use diptych_profile::{Change, Differences, FunctionSums, FunctionTable, Measure, NodeId, Tone, Widths};
use diptych_scene::Rgba;
use diptych_scene::svg::escape;
use diptych_scene::theme::{Theme, ThemeName, change_step, gold, label_on};
use std::fmt::Write;

/// Width of the document, CSS pixels.
const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 10.0;
const ROW: f64 = 17.0;
const HEAD: f64 = 44.0;
const FOOT: f64 = 58.0;
/// Cells narrower than this are left out.
const LEAST_PX: f64 = 0.1;
/// About what a character of a label takes.
const CHARACTER: f64 = 6.6;
/// Steps of the gold scale.
const GOLD_STEPS: usize = 64;

const SCRIPT: &str = include_str!("picture.js");

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct FlamePicture<'a> {
    /// The paths, their order and names.
    pub profile: Profile<'a>,
    /// What they are wide.
    pub widths: &'a Widths,
    /// Of two sides, how they differ.
    pub differences: Option<Differences<'a>>,
    /// All functions of the profile: what the colour of one side stands for.
    pub functions: &'a FunctionTable,
    /// Of these, which weight that is.
    pub measure: Measure,
    /// Whether roots stand at the bottom.
    pub upward: bool,
    /// What widths and colours say, beside the title.
    pub legend: &'a str,
}

/// A cell: its node, its left edge in pixels, and its row.
struct Cell {
    node: NodeId,
    x: f64,
    row: u32,
}

/// The document.
pub fn svg(picture: FlamePicture<'_>) -> String {
    let theme = Theme::named(ThemeName::Light);
    let whole = picture.widths.whole(picture.profile.tree);
    let scale = if whole > 0.0 { (WIDTH - 2.0 * MARGIN) / whole } else { 0.0 };
    let cells = cells(picture, scale);
    let rows = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let height = HEAD + f64::from(rows) * ROW + FOOT;
    let mut out = head(picture, theme, height);
    for cell in &cells {
        let row = if picture.upward { rows - 1 - cell.row } else { cell.row };
        write_cell(&mut out, picture, theme, cell, HEAD + f64::from(row) * ROW, scale);
    }
    let (drawn, all) = (cells.len() as u64, picture.profile.tree.len() as u64);
    let left_out = format!("{} of {} paths drawn", numbers::count(drawn), numbers::count(all));
    let rule = if drawn < all { " (those of 0.1 px and more)" } else { "" };
    let _ = writeln!(out, "</g>\n<text id=\"told\" x=\"{MARGIN}\" y=\"{}\"> </text>", height - 34.0);
    let _ =
        writeln!(out, "<text class=\"quiet\" x=\"{MARGIN}\" y=\"{}\">{left_out}{rule}</text>", height - 14.0);
    let _ = writeln!(out, "<script><![CDATA[\n{SCRIPT}]]></script>\n</svg>");
    out
}

fn cells(picture: FlamePicture<'_>, scale: f64) -> Vec<Cell> {
    let (siblings, widths) = (picture.profile.siblings, picture.widths);
    let mut cells = Vec::new();
    let mut open: Vec<Cell> = Vec::new();
    let place = |open: &mut Vec<Cell>, nodes: &[NodeId], mut x: f64, row: u32| {
        let first = open.len();
        for &node in nodes {
            let width = widths.width[node.index()] * scale;
            if width >= LEAST_PX {
                open.push(Cell { node, x, row });
            }
            x += width;
        }
        open[first..].reverse();
    };
    place(&mut open, siblings.roots(), MARGIN, 0);
    while let Some(cell) = open.pop() {
        let x = cell.x + widths.own[cell.node.index()] * scale;
        place(&mut open, siblings.of(cell.node), x, cell.row + 1);
        cells.push(cell);
    }
    cells
}

fn head(picture: FlamePicture<'_>, theme: &Theme, height: f64) -> String {
    let palette: Vec<String> =
        (0..=GOLD_STEPS).map(|step| hex(gold(step as f64 / GOLD_STEPS as f64, false))).collect();
    let kind = if picture.differences.is_some() { "pair" } else { "one" };
    let [bg, ink, quiet, hover, hit] = [theme.bg, theme.ink, theme.ink3, theme.hover, theme.hit].map(hex);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} \
         {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" data-kind=\"{kind}\" data-margin=\"{MARGIN}\" \
         data-character=\"{CHARACTER}\" data-palette=\"{}\">\n<style>\ntext {{ fill: {ink} }} .quiet {{ fill: {quiet} }} \
         .act {{ cursor: pointer; text-decoration: underline }}\n.n {{ cursor: pointer }} .n text {{ pointer-events: none }} .n \
         rect {{ stroke: {bg}; stroke-width: 1 }}\n.same rect {{ stroke: {hover}; stroke-width: 2 }} .same text {{ font-weight: 650 }}\n\
         .hit rect {{ stroke: {hit}; stroke-width: 2 }} .faded {{ opacity: 0.45 }}\n</style>\n<defs>\n",
        palette.join(" ")
    );
    for (id, angle, ground, mark) in
        [("gone", -45, theme.a_tint, theme.a_fill), ("new", 45, theme.b_tint, theme.b_fill)]
    {
        let (ground, mark) = (hex(ground), hex(mark));
        let _ = writeln!(
            out,
            "<pattern id=\"{id}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate({angle})\"><path d=\"M0 0H6V6H0Z\" fill=\"{ground}\"/><path d=\"M2.25 0H3.75V6H2.25Z\" \
             fill=\"{mark}\"/></pattern>"
        );
    }
    let _ = write!(
        out,
        "</defs>\n<path d=\"M0 0H{WIDTH}V{height}H0Z\" fill=\"{bg}\"/>\n<text x=\"{MARGIN}\" y=\"18\">"
    );
    escape(&mut out, &picture.profile.sides.join(" → "));
    let _ = write!(out, "</text>\n<text class=\"quiet\" x=\"{MARGIN}\" y=\"35\">");
    escape(&mut out, picture.legend);
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

fn write_cell(out: &mut String, picture: FlamePicture<'_>, theme: &Theme, cell: &Cell, y: f64, scale: f64) {
    let tree = picture.profile.tree;
    let identity = tree.identity()[cell.node.index()];
    let of_function = |sums: &FunctionSums| match picture.measure {
        Measure::Total => sums.total[identity.index()],
        Measure::Own => sums.own[identity.index()],
    };
    let function_weight: f64 = picture.functions.sides.iter().map(|sums| of_function(sums) as f64).sum();
    let width = picture.widths.width[cell.node.index()] * scale;
    let tone = picture.differences.map(|differences| differences.tone(cell.node));
    let fill = match tone {
        None => gold(function_weight * scale / (WIDTH - 2.0 * MARGIN), false),
        Some(Tone::Step([before, after])) => theme.change[change_step(before, after)],
        Some(Tone::Grey | Tone::Nothing) => theme.change[change_step(1.0, 1.0)],
        Some(Tone::New) => theme.b_tint,
        Some(Tone::Gone) => theme.a_tint,
    };
    let paint = match tone {
        Some(Tone::Nothing) => "none".to_owned(),
        Some(Tone::New) => "url(#new)".to_owned(),
        Some(Tone::Gone) => "url(#gone)".to_owned(),
        _ => hex(fill),
    };
    let _ = write!(
        out,
        "<g class=\"n\" data-f=\"{}\" data-s=\"{:.6}\" data-r=\"{}\"><title>",
        identity.0,
        function_weight * scale,
        cell.row
    );
    let name = picture.profile.names.name(identity);
    escape(out, name);
    escape(out, &details(picture, cell.node));
    let shown = shortened(name, width);
    let (x, text_x, text_y) = (cell.x, cell.x + 3.0, y + 12.5);
    let _ = write!(
        out,
        "</title><rect x=\"{x:.4}\" y=\"{y}\" width=\"{width:.4}\" height=\"{}\" fill=\"{paint}\"/><text x=\"{text_x:.2}\" \
         y=\"{text_y}\" style=\"fill:{}\">",
        ROW - 1.0,
        hex(label_on(fill))
    );
    escape(out, &shown);
    out.push_str("</text></g>\n");
}

/// What the tooltip says below the name.
fn details(picture: FlamePicture<'_>, node: NodeId) -> String {
    let (tree, axis) = (picture.profile.tree, picture.profile.axis);
    let mut text = String::new();
    let file = picture.profile.names.file(tree.identity()[node.index()]);
    if !file.is_empty() {
        let _ = write!(text, "\n{file}");
    }
    for (number, side) in tree.sides().iter().enumerate() {
        let (own, total, whole) = (side.own[node.index()], side.total[node.index()], tree.whole(number));
        let letter = if tree.sides().len() == 2 { ["A: ", "B: "][number] } else { "" };
        let share = if whole > 0 { total as f64 / whole as f64 } else { 0.0 };
        let (total, own) = (numbers::extent(axis, total), numbers::extent(axis, own));
        let calls = numbers::calls(side.calls[node.index()]);
        let _ = write!(text, "\n{letter}{total} ({}), self {own}, {calls}", numbers::percent(share));
        if side.folded[node.index()] > 0 {
            let _ = write!(text, ", {} of them folded", numbers::count(side.folded[node.index()]));
        }
    }
    if let Some(differences) = picture.differences {
        let change = differences.change(node);
        let _ = write!(text, "\n{} ({})", numbers::delta(axis, change.delta()), in_words(change));
    }
    if tree.recursion()[node.index()] > 1 {
        let frames = numbers::count(u64::from(tree.recursion()[node.index()]));
        let _ = write!(text, "\nrecursion up to {frames} deep");
    }
    text
}

/// `+28 %`, `gone, −100 %`, `new`; a change without a baseline is no percentage.
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

/// As much of a name as fits, or nothing.
fn shortened(name: &str, width: f64) -> String {
    let room = ((width - 6.0) / CHARACTER).max(0.0) as usize;
    let count = name.chars().count();
    match room {
        _ if count <= room => name.to_owned(),
        0..3 => String::new(),
        room => name.chars().take(room - 1).chain(['…']).collect(),
    }
}

fn hex(color: Rgba) -> String {
    let [r, g, b, _] = color.bytes();
    format!("#{r:02x}{g:02x}{b:02x}")
}
