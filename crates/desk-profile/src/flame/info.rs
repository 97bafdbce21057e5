//! The words of a flame graph: how much is drawn, notes, legend and summary.

use super::panes::is_side_by_side;
use super::parts::FlameParts;
use super::picture::net_color;
use super::rows::Rows;
use super::settings::{ShownPaths, flame};
use super::shape::{SearchHits, Shape};
use crate::path_results::CallPaths;
use crate::paths::{
    ShownSides,
    draw::faint,
    functions::Traces,
    is_whole_weight,
    paint::{Colors, PathPaint},
    without_paths,
    words::{WHOLE_WEIGHT, grey, legend, no_paths, not_counted_after, of_sides},
};
use diptych_profile::NodeId;
use diptych_protocol::{Drawn, LegendEntry, LegendMark, ProfileParts, ProfileWidth, SiblingOrder, SideName};
use diptych_views::legend::{entry, mark};
use diptych_views::{LayoutInput, PartInfo, numbers, words};

/// Returns what the shell says of a picture: how much is drawn, its notes, legend and summary.
pub(super) fn info(input: &LayoutInput<'_>, parts: FlameParts<'_>, rows: &Rows) -> PartInfo {
    let FlameParts { zoomed, paint, shown, top, .. } = parts;
    let drawn = format!(
        "Flame graph: {} of {} paths drawn",
        numbers::count(zoomed.drawn()),
        numbers::count(zoomed.paths)
    );
    let is_empty = zoomed.whole() <= 0.0;
    PartInfo {
        row_panes: vec![rows.pane()],
        drawn: Some(Drawn { text: drawn, rule: "≥ 1\u{202f}px".to_owned() }),
        note: note(input, parts, rows),
        legend: if is_empty { Vec::new() } else { entries(input, paint, shown, top) },
        summary: summary(parts, is_empty, input.traces()),
        has_table: true,
        ..PartInfo::default()
    }
}

/// Returns notes on parts that are left out, or that differ from what the state asks for.
fn note(input: &LayoutInput<'_>, parts: FlameParts<'_>, rows: &Rows) -> String {
    let FlameParts { shape, marks, shown, is_lost, .. } = parts;
    let mut notes: Vec<String> = Vec::new();
    let hidden = rows.hidden();
    if hidden > 0 {
        notes.push(format!("{} out of view", plural(hidden.into(), "row")));
    }
    if rows.folded > 0 {
        notes.push(format!("{} folded, which fill the width", plural(rows.folded.into(), "frame")));
    }
    if rows.further > 0 {
        notes.push(format!("{} not drawn", plural(rows.further as u64, "outer caller")));
    }
    if is_lost {
        notes.push("the path you zoomed to is not shown here, so all paths are".to_owned());
    }
    if shape.cut > 0 {
        let text =
            "callers of functions under 0.001\u{202f}% of the whole, or over 1,000 frames away, are left out";
        notes.push(format!("{text}: of {}", plural(shape.cut, "path")));
    }
    if shape.key.calls_of().is_some() {
        notes.push(
            "each call is a frame of its own, in order of time; the lanes\u{2019} outermost calls are ordered by start"
                .to_owned(),
        );
    } else if flame(input).order == SiblingOrder::Time {
        notes.push("with both sides, paths are ordered by the start of their first call".to_owned());
    }
    notes.extend(without_paths(input.traces()).map(no_paths));
    if shape.key.calls_of().is_none() {
        notes.extend(not_counted_after(input));
    }
    if is_whole_weight(input, shown.sides) {
        notes.push(WHOLE_WEIGHT.to_owned());
    }
    let below: u64 = input.results.get::<CallPaths>().map_or(0, |profile| profile.below_zero.iter().sum());
    if below > 0 {
        notes.push(format!("{} with negative weight, counted as 0", plural(below, "call")));
    }
    if let Some(found) = marks.found {
        notes.push(found_text(shape, found, shown));
    }
    notes.join("; ")
}

/// Returns how many paths a search found, and their weight: `found on 12 paths: 4.2 ms (6 %) of A, 5.1 ms (5 %) of B`.
fn found_text(shape: &Shape, found: &SearchHits, shown: ShownPaths) -> String {
    let one = shown.sides.one().map(SideName::letter);
    let of_side = |column: usize| {
        let (sum, whole) = (found.sums[column], shape.tree.whole(column));
        let share = if whole > 0 { sum as f64 / whole as f64 } else { 0.0 };
        let letter = one.unwrap_or(["A", "B"][column]);
        format!("{} ({}) of {letter}", shown.weights.text(sum), numbers::percent(share))
    };
    let sums: Vec<String> = shown.sides.columns().map(of_side).collect();
    format!("found on {}: {}", plural(found.paths, "path"), sums.join(", "))
}

fn plural(count: u64, of: &str) -> String {
    if count == 1 { format!("1 {of}") } else { format!("{} {of}s", numbers::count(count)) }
}

fn entries(
    input: &LayoutInput<'_>,
    paint: &PathPaint<'_>,
    shown: ShownPaths,
    top: Option<NodeId>,
) -> Vec<LegendEntry> {
    let theme = input.colors();
    let of = if top.is_some() { "the zoomed path" } else { "the whole" };
    let mut entries =
        legend(paint, &grey(shown.options, shown.weights, is_whole_weight(input, shown.sides)), of);
    let is_by_side = is_side_by_side(&input.state.profile, shown.sides);
    if matches!(paint.colors, Colors::Change { .. })
        && flame(input).width == ProfileWidth::Changes
        && !is_by_side
    {
        entries.push(entry("net decrease", net_color(theme, -1.0)));
        entries.push(entry("net increase", net_color(theme, 1.0)));
    }
    // A desk has one legend, so this one includes the callers of the funky graph.
    if shown.sides != ShownSides::Both && input.state.profile.parts == ProfileParts::Both {
        let callers = PathPaint { callers: true, ..*paint };
        entries.extend(legend(&callers, "", &format!("{of}, callers")));
    }
    entries.push(mark("paths under 1\u{202f}px", theme.none_mark, LegendMark::Hairlines));
    if is_by_side {
        entries.push(mark("same path", theme.hover, LegendMark::Edged));
        entries.push(mark("same function", faint(theme, theme.hover), LegendMark::Edged));
    } else {
        entries.push(mark("same function", theme.hover, LegendMark::Edged));
    }
    entries
}

fn summary(parts: FlameParts<'_>, is_empty: bool, traces: Traces<'_>) -> String {
    let FlameParts { shape, zoomed, shown, .. } = parts;
    let sides = of_sides(shown.sides);
    if is_empty {
        return format!("No call of {sides} has any weight here");
    }
    let cells = zoomed.panes.iter().flat_map(|pane| pane.cells.list());
    let widest = cells.filter(|cell| cell.merged == 0).max_by(|x, y| {
        // Of equal widths the first counts, which is the outermost.
        (x.x1 - x.x0).total_cmp(&(y.x1 - y.x0)).then(std::cmp::Ordering::Greater)
    });
    let name =
        widest.map_or("", |cell| shape.functions.name(shape.tree.identity()[cell.node.index()], traces));
    format!(
        "Flame graph of {sides}: {} in {}; the widest is “{}”",
        plural(zoomed.paths, "path"),
        plural(zoomed.rows().into(), "row"),
        words::shown(name)
    )
}
