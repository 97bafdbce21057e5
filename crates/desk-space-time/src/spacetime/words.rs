//! Texts about areas.

use super::geometry::Shows;
use super::paint::divergence;
use crate::space_time::{SliceTimes, StateShares, is_within_spread, points, share, span, state_name};
use diptych_aggregate::{DrawnPart, Part};
use diptych_protocol::{Fact, PartnerRow, SideName, SpaceTimeState, StateBy, Tooltip};
use diptych_trace::Axis;
use diptych_views::{numbers, words};

/// Largest number of states listed for an area.
const TOLD: usize = 6;

/// Returns the name of an area's lanes: `rennes/parapide`, `all lanes`.
pub(super) fn lanes(times: &SliceTimes, node: usize) -> String {
    match times.tree.path(node) {
        path if path.is_empty() => "all lanes".to_owned(),
        path => words::shown(&path),
    }
}

/// Returns the text for lanes without any state.
pub(super) fn nothing_runs(state: &SpaceTimeState) -> String {
    match state.states {
        StateBy::Depth if state.depth > 0 => {
            let levels =
                if state.depth == 1 { "1 level".to_owned() } else { format!("{} levels", state.depth) };
            format!("No lane has a call nested {levels} deep in this time.")
        }
        _ => "Nothing runs in this time.".to_owned(),
    }
}

/// Returns the tooltip of an area.
pub(super) fn tooltip(
    times: &SliceTimes,
    axis: Axis,
    shows: Shows,
    sides: &[SideName],
    area: &DrawnPart,
    rect: [f32; 4],
) -> Tooltip {
    let part = area.part;
    let node = &times.tree.nodes()[part.node as usize];
    let lanes_of = match node.leaves.len() {
        1 => "1 lane".to_owned(),
        count => format!("{} lanes", numbers::count(count as u64)),
    };
    let per_lane = if sides.len() == 2 && node.leaves.len() > 1 { ", time per lane" } else { "" };
    let windows: Vec<String> = sides
        .iter()
        .enumerate()
        .filter(|(open, _)| shows == Shows::Difference || shows == Shows::Side(*open))
        .map(|(open, side)| {
            let text = span(axis, times.edge(open, part.from), times.edge(open, part.to + 1));
            if sides.len() > 1 { format!("{} {text}", side.letter()) } else { text }
        })
        .collect();
    let mut facts = Vec::new();
    let mut partner = Vec::new();
    match (shows, sides.len()) {
        // In a pair every panel compares both sides.
        (_, 2) if times.runs.iter().all(|runs| runs.len() < 2) => partner = of_pair(times, axis, part),
        (_, 2) => partner = of_pair_of_runs(times, sides, part),
        (Shows::Side(side), _) => facts = of_side(times, side, part),
        (Shows::Difference, _) => {}
    }
    if sides.len() == 2 {
        facts.push(Fact {
            label: "Divergence".to_owned(),
            value: format!("{:.3} bit", divergence(times, part)),
        });
        if is_within_spread(times, part) {
            let value = "within run-to-run variation".to_owned();
            facts.push(Fact { label: "Difference".to_owned(), value });
        }
    }
    if area.parts > 1 {
        let value = format!("{} areas too low to draw", numbers::count(area.parts as u64));
        facts.push(Fact { label: "Merged".to_owned(), value });
    }
    let side = match shows {
        Shows::Side(open) => sides.get(open).copied().filter(|_| sides.len() > 1),
        Shows::Difference => None,
    };
    Tooltip {
        side,
        name: lanes(times, part.node as usize),
        context: format!("{lanes_of}{per_lane} · {}", windows.join(" · ")),
        facts,
        partner,
        hint: "Click: select · Double-click: zoom".to_owned(),
        rect,
        ..Tooltip::default()
    }
}

fn of_side(times: &SliceTimes, side: usize, part: Part) -> Vec<Fact> {
    let shares = StateShares::of(times, part);
    let order = shares.order();
    let told = |&state: &usize| Fact { label: state_name(times, state), value: shares.text(side, state) };
    let mut facts: Vec<Fact> = order.iter().take(TOLD).map(told).collect();
    if order.len() > TOLD {
        let rest: f64 = order.iter().skip(TOLD).map(|&state| shares.shares[side][state]).sum();
        facts.push(Fact { label: more(order.len() - TOLD), value: share(rest) });
    }
    facts
}

/// Returns the rows of a pair of runs in time per lane, the most changed states first.
fn of_pair(times: &SliceTimes, axis: Axis, part: Part) -> Vec<PartnerRow> {
    let shares = StateShares::of(times, part);
    let widths = [0, 1].map(|side| (times.edge(side, part.to + 1) - times.edge(side, part.from)) as f64);
    let order = shares.order_by_time(widths);
    let told = order.iter().take(TOLD).map(|&state| shares.row_in_time(times, axis, widths, state));
    let mut rows: Vec<PartnerRow> = told.collect();
    if order.len() > TOLD {
        let sum = |side: usize| {
            let of = order.iter().skip(TOLD).map(|&state| shares.shares[side][state]).sum::<f64>();
            numbers::extent(axis, (of * widths[side]).round() as i64)
        };
        rows.push(PartnerRow {
            label: more(order.len() - TOLD),
            a: sum(0),
            b: sum(1),
            change: String::new(),
        });
    }
    rows
}

/// Returns the rows of a pair with several runs a side as shares of time with their deviations, the most changed states
/// first.
fn of_pair_of_runs(times: &SliceTimes, sides: &[SideName], part: Part) -> Vec<PartnerRow> {
    let shares = StateShares::of(times, part);
    let order = shares.order();
    let told = order.iter().take(TOLD).map(|&state| shares.row(times, sides, state));
    let mut rows: Vec<PartnerRow> = told.collect();
    if order.len() > TOLD {
        let sum = |side: usize| order.iter().skip(TOLD).map(|&state| shares.shares[side][state]).sum::<f64>();
        let [a, b] = [sum(0), sum(1)];
        let change = if (b - a).abs() < LEAST { String::new() } else { points(b - a) };
        rows.push(PartnerRow { label: more(order.len() - TOLD), a: share(a), b: share(b), change });
    }
    rows
}

/// Least change that is printed.
const LEAST: f64 = 0.0005;

fn more(states: usize) -> String {
    if states == 1 { "1 more state".to_owned() } else { format!("{states} more states") }
}
