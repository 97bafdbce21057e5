//! Labels of a plot: names of lanes left of it, its head above it, and times below it.

use super::geometry::{Panel, Rows, Shows};
use super::picture::Drawing;
use crate::space_time::{PanelPartition, SliceTimes};
use diptych_protocol::{DifferenceHue, PartitionOf, SideName, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, ItemId, Rect, RectBatch, RectInstance, TextBatch, Weight};
use diptych_trace::Axis;
use diptych_views::icicle::boxes::{CHAR_WIDTH, label_text, text_run};
use diptych_views::{axis, numbers};

const LABEL_PX: f32 = 10.5;
/// Least height of a row with a name.
const NAMED_PX: f32 = 9.0;
/// Share of the room that the outer of two columns of names takes.
const OUTER_SHARE: f32 = 0.47;
/// Least distance between ticks of time.
const TICK_PX: f64 = 90.0;

/// Draws the names of lanes: those of the deepest level that is high enough, and left of them the outermost lanes if
/// there are several levels. If no level is high enough, every n-th of the lowest lanes has its name.
pub(super) fn names(
    theme: &Theme,
    times: &SliceTimes,
    rows: &Rows,
    panel: &Panel,
    texts: &mut TextBatch,
    rects: &mut RectBatch,
) {
    let nodes = times.tree.nodes();
    let height = |node: usize| {
        let [y0, y1] = rows.y(panel.plot, node);
        y1 - y0
    };
    let deepest = nodes.iter().map(|node| node.level).max().unwrap_or(0);
    let outer = nodes.iter().map(|node| node.level).filter(|&level| level > 0).min().unwrap_or(0);
    let has_two = deepest > outer && deepest > 0;
    // The deepest level, other than the outermost, on which all nodes are high enough.
    let is_named = |level: usize| {
        (0..nodes.len()).filter(|&node| nodes[node].level == level).all(|node| height(node) >= NAMED_PX)
    };
    let inner = (outer + usize::from(has_two)..=deepest).rev().find(|&level| is_named(level));
    let middle = panel.labels.x0 + (panel.labels.width() * OUTER_SHARE).round();
    let mut free_from = panel.plot.y0;
    for node in 0..nodes.len() {
        let [y0, y1] = rows.y(panel.plot, node);
        let level = nodes[node].level;
        let is_deep =
            Some(level) == inner || (inner.is_some_and(|inner| level < inner) && times.tree.is_leaf(node));
        let is_outer = has_two && level == outer;
        // If rows are too low for names, those with room after the last name get theirs.
        let is_nth = inner.is_none() && times.tree.is_leaf(node) && y1 - y0 < NAMED_PX;
        let middle_y = f32::midpoint(y0, y1);
        if is_nth && middle_y - NAMED_PX / 2.0 < free_from {
            continue;
        }
        if !is_nth && (y1 - y0 < NAMED_PX || (!is_deep && !is_outer)) {
            continue;
        }
        let [y0, y1] = if is_nth { [middle_y - NAMED_PX / 2.0, middle_y + NAMED_PX / 2.0] } else { [y0, y1] };
        if is_nth {
            free_from = y1 + NAMED_PX;
        }
        let (x0, x1) = match (is_outer && !times.tree.is_leaf(node), has_two) {
            (true, _) => (panel.labels.x0, middle),
            (false, true) => (middle, panel.labels.x1),
            (false, false) => (panel.labels.x0, panel.labels.x1),
        };
        let name = if node == 0 && nodes[0].path_end.is_empty() { "all lanes" } else { times.name(node) };
        let room = ((x1 - x0 - 8.0) / (LABEL_PX * CHAR_WIDTH)).max(0.0) as usize;
        let text = label_text(name, room);
        let rect = Rect::new(x0 + 4.0, y0, x1 - 4.0, y1);
        let run = text_run(text, rect, LABEL_PX, theme.ink2, Align::Start);
        let weight = if is_outer && !times.tree.is_leaf(node) { Weight::Bold } else { Weight::Regular };
        texts.push(diptych_scene::TextRun { weight, ..run }, ItemId::NONE);
    }
    // Lines between the outermost lanes.
    for node in (0..nodes.len()).filter(|&node| has_two && nodes[node].level == outer) {
        let [y0, _] = rows.y(panel.plot, node);
        if y0 > panel.plot.y0 {
            let (x0, x1) = (panel.labels.x0, panel.labels.x1);
            let line =
                RectInstance { x0, y0: y0 - 1.0, x1, y1: y0, fill: theme.line, ..RectInstance::default() };
            rects.push(line, ItemId::NONE);
        }
    }
}

/// Draws the head of a panel: its name and a text about it.
pub(super) fn head(
    theme: &Theme,
    panel: &Panel,
    side: Option<SideName>,
    about: String,
    texts: &mut TextBatch,
) {
    let (name, color) = match (panel.shows, side) {
        (Shows::Difference, _) => ("Difference", theme.ink),
        (_, Some(SideName::A)) => ("A", theme.a),
        (_, Some(SideName::B)) => ("B", theme.b),
        (_, None) => ("", theme.ink),
    };
    let rect = Rect { x0: panel.head.x0 + 4.0, ..panel.head };
    let bold = text_run(name.to_owned(), rect, 12.0, color, Align::Start);
    let width = name.chars().count() as f32 * 12.0 * CHAR_WIDTH + 12.0;
    texts.push(diptych_scene::TextRun { weight: Weight::Bold, ..bold }, ItemId::NONE);
    let rest = Rect { x0: rect.x0 + width, ..rect };
    texts.push(text_run(about, rest, 11.0, theme.ink3, Align::Start), ItemId::NONE);
}

/// Describes a panel: its interval if each side has its own clock, what its colours say, and its partition. `has_pace` is
/// true if the strip below shows where the same takes longer, which has no colour.
pub(super) fn about(
    axis: Axis,
    times: &SliceTimes,
    panel: &Panel,
    kind: PartitionOf,
    partition: &PanelPartition,
    hue: Option<DifferenceHue>,
    has_pace: bool,
) -> String {
    let own = match panel.shows {
        Shows::Side(open) if times.own_clocks => {
            format!("own interval of {} · ", numbers::extent(axis, times.window(open).span()))
        }
        Shows::Difference if times.own_clocks => "same shares of both intervals · ".to_owned(),
        Shows::Side(_) | Shows::Difference => String::new(),
    };
    let what = match panel.shows {
        Shows::Side(side) => match times.runs_of(side).len() {
            1 => size(times),
            runs => format!("mean of {runs} runs · {}", size(times)),
        },
        Shows::Difference if has_pace => {
            format!("{}; bars: the same calls take longer or shorter", difference_colors(hue))
        }
        Shows::Difference => difference_colors(hue).to_owned(),
    };
    let kind = match kind {
        PartitionOf::Best => "",
        PartitionOf::Product => " · lanes and time divided separately",
        PartitionOf::Lanes => " · only lanes divided",
        PartitionOf::Time => " · only time divided",
        PartitionOf::Grid => " · best uniform grid",
    };
    let areas = match partition.parts.len() {
        1 => "1 area".to_owned(),
        count => format!("{} areas", numbers::count(count as u64)),
    };
    format!("{own}{what}{kind} · similar lanes and times merged into {areas}")
}

/// Describes the colours of the difference, by the way it is coloured.
pub(super) fn difference_colors(hue: Option<DifferenceHue>) -> &'static str {
    match hue {
        Some(DifferenceHue::State) => {
            "purple where B spends more time in the state, green where less, grey where as much"
        }
        Some(DifferenceHue::Divergence) => "dark where A and B do different things, grey where the same",
        Some(DifferenceHue::Gained) | None => {
            "coloured by the state in which B spends more time, grey without a change"
        }
    }
}

/// Formats the numbers of lanes and slices: `64 lanes × 96 time slices`.
fn size(times: &SliceTimes) -> String {
    let (lanes, told) = (times.tree.leaves().len() as u64, times.tree.leaf_nodes().count() as u64);
    let lanes = match (lanes, told) {
        (1, _) => "1 lane".to_owned(),
        (lanes, told) if lanes == told => format!("{} lanes", numbers::count(lanes)),
        (lanes, told) => format!("{} lanes in {} rows", numbers::count(lanes), numbers::count(told)),
    };
    match times.slices {
        1 => format!("{lanes} × 1 time slice"),
        count => format!("{lanes} × {} time slices", numbers::count(count.into())),
    }
}

/// Draws the times below a plot, on the side's own axis, counted from the beginning of the trace.
pub(super) fn time(theme: &Theme, axis_of: Axis, panel: &Panel, edges: &[i64], into: &mut Drawing) {
    let plot = panel.plot;
    let (&[start, ..], &[.., end]) = (edges, edges) else { return };
    let px = f64::from(plot.width()) / (end - start).max(1) as f64;
    // On a bent axis some marks are too close together.
    let mut free_from = plot.x0;
    for mark in axis::marks(axis_of, Window { start, end }, TICK_PX / px) {
        let x = plot.x0 + plot.width() * part_at(edges, mark.at);
        if x < free_from {
            continue;
        }
        free_from = x + TICK_PX as f32 / 2.0;
        axis_mark(theme, panel, x, mark.label, into);
    }
}

/// Draws shares of the interval below a plot, in place of times, if each side has its own clock.
pub(super) fn shares(theme: &Theme, panel: &Panel, into: &mut Drawing) {
    for quarter in 0..4 {
        let x = panel.plot.x0 + panel.plot.width() * quarter as f32 / 4.0;
        axis_mark(theme, panel, x, numbers::percent(f64::from(quarter) / 4.0), into);
    }
    let rect = Rect { y0: panel.axis.y0, y1: panel.axis.y1, x1: panel.labels.x1 - 4.0, ..panel.labels };
    let run = text_run("share of both".to_owned(), rect, 10.0, theme.ink3, Align::End);
    into.texts.push(run, ItemId::NONE);
}

/// Draws a mark of an axis with its label, unless the label would be cut off.
fn axis_mark(theme: &Theme, panel: &Panel, x: f32, label: String, into: &mut Drawing) {
    let line = RectInstance {
        x0: x,
        y0: panel.axis.y0,
        x1: x + 1.0,
        y1: panel.axis.y0 + 3.0,
        fill: theme.line_strong,
        ..RectInstance::default()
    };
    into.rects.push(line, ItemId::NONE);
    let rect = Rect::new(x + 3.0, panel.axis.y0, x + 80.0, panel.axis.y1);
    if rect.x0 + label.chars().count() as f32 * 10.0 * CHAR_WIDTH < panel.axis.x1 {
        into.texts.push(text_run(label, rect, 10.0, theme.ink3, Align::Start), ItemId::NONE);
    }
}

/// Says left of the times of a panel whose times they are. Those of the difference are A's.
pub(super) fn side_of_time(theme: &Theme, panel: &Panel, side: SideName, texts: &mut TextBatch) {
    let rect = Rect { y0: panel.axis.y0, y1: panel.axis.y1, x1: panel.labels.x1 - 4.0, ..panel.labels };
    let color = if side == SideName::A { theme.a } else { theme.b };
    let run = text_run(format!("time of {}", side.letter()), rect, 10.0, color, Align::End);
    texts.push(run, ItemId::NONE);
}

/// Returns the part of a plot left of a tick. All slices are equally wide, however many ticks of this side they take.
fn part_at(edges: &[i64], tick: i64) -> f32 {
    let slices = edges.len() - 1;
    let slice = edges.partition_point(|edge| *edge <= tick).clamp(1, slices) - 1;
    let (from, to) = (edges[slice], edges[slice + 1]);
    let within = (tick - from) as f64 / (to - from).max(1) as f64;
    ((slice as f64 + within.clamp(0.0, 1.0)) / slices as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bent_axis_ticks_lie_in_their_slices() {
        let straight: Vec<f32> = [0, 5, 20].map(|tick| part_at(&[0, 10, 20], tick)).to_vec();
        assert_eq!(straight, [0.0, 0.25, 1.0]);
        let bent: Vec<f32> = [0, 15, 30, 35, 40].map(|tick| part_at(&[0, 30, 40], tick)).to_vec();
        assert_eq!(bent, [0.0, 0.25, 0.5, 0.75, 1.0]);
        // A slice without any time of this side.
        assert!((part_at(&[0, 10, 10, 20], 10) - 2.0 / 3.0).abs() < 1e-6);
    }
}
