//! The details of a selected area: the number of its calls and the states of its lanes, on every open side.

use super::{AreaKind, SliceTimes, StateShares, span};
use diptych_aggregate::Part;
use diptych_profile::Sum;
use diptych_protocol::{AreaRef, CallsDetails, PartnerRow, SideName, Sides, Subject, Window};
use diptych_trace::Trace;
use diptych_views::words::partner;
use diptych_views::{Highlight, numbers, words};

/// An area: its first leaf and the one after the last, its first and its last slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Area {
    leaves: [u32; 2],
    slices: [u32; 2],
}

/// Returns the details of an area on one of the open sides. Returns `None` if its lanes or times are not those of the
/// slices. O(calls).
pub fn area_details(
    times: &SliceTimes,
    sides: &[SideName],
    wanted: &AreaRef,
    traces: [Option<&Trace>; 2],
) -> Option<CallsDetails> {
    let open = sides.iter().position(|side| *side == wanted.side)?;
    let [first, end, from, to] = times.found(open, wanted)?;
    let area = Area { leaves: [first, end], slices: [from, to.checked_sub(1)?] };
    let of_side = |open: usize| times.subject(sides[open], open, first as usize..end as usize, area.slices);
    if of_side(open) != *wanted {
        return None;
    }
    let axis = traces[wanted.side.index()]?.axis();
    let mut calls = [None; 2];
    let mut windows = [None; 2];
    let mut spans = Vec::new();
    for (open, &side) in sides.iter().enumerate() {
        let (own, trace) = (of_side(open), traces[side.index()]?);
        let highlight = Highlight::new(&Subject::Area(own), traces, None);
        calls[side.index()] = Some(Sum::new(trace, |call| highlight.holds(side, trace, call)).calls);
        windows[side.index()] = Some(own.window);
        let Window { start, end } = own.window;
        let text = span(axis, start, end);
        spans.push(if sides.len() > 1 { format!("{} {text}", side.letter()) } else { text });
    }
    let name = name(times, area);
    let counted = calls.map(|calls| calls.map(u64::cast_signed));
    let mut rows = vec![partner::row("Calls", counted, &|calls| numbers::count(calls.unsigned_abs()), false)];
    rows.extend(states(times, sides, area));
    let said = SideName::BOTH
        .into_iter()
        .zip(calls)
        .filter_map(|(side, calls)| Some(format!("{} in {}", numbers::calls(calls?), side.letter())));
    let [a, b] = windows;
    Some(CallsDetails {
        source: String::new(),
        kind: "area".to_owned(),
        sentence: format!("area {name}: {}", said.collect::<Vec<String>>().join(", ")),
        name,
        place: spans.join(" \u{b7} "),
        rows,
        ranges: Sides { a, b },
        windows: Sides { a, b },
        callees: Vec::new(),
        callees_of: 0,
        callers: Vec::new(),
        callers_of: 0,
        functions: Vec::new(),
        functions_of: 0,
    })
}

/// Returns the node with exactly these leaves, the outermost if there are several.
fn node_of(times: &SliceTimes, [first, end]: [u32; 2]) -> Option<usize> {
    let range = first as usize..end as usize;
    times.tree.nodes().iter().position(|node| node.leaves == range)
}

/// Returns the path of the lanes, or their number.
fn name(times: &SliceTimes, area: Area) -> String {
    let node = node_of(times, area.leaves).map(|node| times.tree.path(node));
    let listed = times.listed.iter().find(|of| of.leaves == area.leaves).map(|of| of.path.as_str());
    let [first, end] = area.leaves;
    match node.as_deref().or(listed) {
        Some("") => "all lanes".to_owned(),
        Some(path) => words::shown(path),
        None if end - first == 1 => "1 lane".to_owned(),
        None => format!("{} lanes", numbers::count((end - first).into())),
    }
}

/// Returns the shares of states in an area; `None` if its lanes are not shown separately and the area is not listed. A
/// finding has shares of each side's own time, and so has a listed area of two runs.
fn shares(times: &SliceTimes, area: Area) -> Option<StateShares> {
    let is_meant = |of: &&super::ListedArea| of.leaves == area.leaves && of.slices == area.slices;
    let listed = || times.listed.iter().filter(is_meant);
    let has_one_run = times.runs.iter().all(|runs| runs.len() < 2);
    let has_own_time =
        |of: &&super::ListedArea| of.finding.is_some() || (has_one_run && of.kind == AreaKind::Differs);
    if let Some(finding) = listed().find(has_own_time) {
        return StateShares::listed(finding);
    }
    if let Some(node) = node_of(times, area.leaves) {
        return Some(StateShares::of(
            times,
            Part { node: node as u32, from: area.slices[0], to: area.slices[1] },
        ));
    }
    listed().find_map(StateShares::listed)
}

/// Returns a row for each state: for a pair sorted by change, for one side by share.
fn states(times: &SliceTimes, sides: &[SideName], area: Area) -> Vec<PartnerRow> {
    let Some(shares) = shares(times, area) else { return Vec::new() };
    shares.order().into_iter().map(|state| shares.row(times, sides, state)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spacetime::paint::tests::pair;
    use diptych_testkit::trace;

    #[test]
    fn area_details_cover_both_sides() {
        let times = pair([[[10, 10], [0, 0]]; 2], [[[4, 10], [4, 0]]; 2]);
        let trace = trace("x\n  0..10 run\n  12..15 wait\ny\n  0..20 run\n");
        let sides = SideName::BOTH;
        let x = times.tree.leaf_nodes().next().unwrap();
        let leaves = times.tree.nodes()[x].leaves.clone();
        for (open, side) in sides.into_iter().enumerate() {
            let area = times.subject(side, open, leaves.clone(), [0, 0]);
            let details = area_details(&times, &sides, &area, [Some(&trace); 2]).unwrap();
            let rows: Vec<[&str; 4]> = details
                .rows
                .iter()
                .map(|row| [row.label.as_str(), row.a.as_str(), row.b.as_str(), row.change.as_str()])
                .collect();
            let thin = '\u{202f}';
            let of = |share: &str| format!("{share}{thin}%");
            assert_eq!(rows[0], ["Calls", "1", "1", ""]);
            assert_eq!(rows[1][..3], ["run", &of("100.0"), &of("40.0")]);
            assert_eq!(rows[2][..3], ["wait", &of("0.0"), &of("40.0")]);
            assert_eq!(rows[3][..3], ["no state", &of("0.0"), &of("20.0")]);
            assert_eq!((details.kind.as_str(), details.name.as_str()), ("area", "x"));
            assert_eq!(details.windows.b, Some(Window { start: 0, end: 10 }));
            // For other times there are no details.
            let other = AreaRef { window: Window { start: 0, end: 7 }, ..area };
            assert_eq!(area_details(&times, &sides, &other, [Some(&trace); 2]), None);
        }
    }
}
