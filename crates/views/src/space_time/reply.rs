//! The reply about areas for the panel next to the picture.

use super::{
    AreaKind, LeftOut, ListedArea, PartitionCurve, SliceTimes, SpaceTime, points, share, span, state_name,
};
use crate::{numbers, words};
use diptych_aggregate::Stretch;
use diptych_protocol::{
    AreaList, AreaRow, CurvePoint, LaneNodeRow, LeftOutRow, PanelNumbers, SideName, SpaceTimeReply,
};
use diptych_trace::{Axis, Sorting};

/// Builds the reply for slices with their partitions. `sides` are the open sides.
pub fn reply(
    data: &SpaceTime,
    curve: Option<&PartitionCurve>,
    sides: &[SideName],
    axis: Axis,
) -> SpaceTimeReply {
    let (times, partitions) = (&*data.times, &*data.partitions);
    let panels = partitions.panels.iter().enumerate().map(|(at, panel)| {
        let [saved, lost] = panel.scaled(panel.quality);
        PanelNumbers { side: sides.get(at).copied(), saved, lost, areas: panel.parts.len() as u32 }
    });
    let point = |of: &Stretch| {
        let [saved, lost] = partitions.panels.last().map_or([0.0; 2], |panel| panel.scaled(of.quality));
        CurvePoint { p: of.middle(), saved, lost, areas: of.parts as u32 }
    };
    let lanes = times.tree.nodes().iter().map(|node| {
        let rows = |open: usize| {
            let area = times.subject(sides[open], open, node.leaves.clone(), [0, 0]);
            [area.first, area.last]
        };
        LaneNodeRow { path: node.path.clone(), rows: (0..sides.len()).map(rows).collect() }
    });
    let level = times.tree.nodes().iter().map(|node| node.level).max().unwrap_or(0);
    let first = times.listed.first().filter(|area| area.kind == AreaKind::Differs);
    SpaceTimeReply {
        p: Some(partitions.p),
        widest: partitions.default,
        first: first.and_then(|area| area.stands_at),
        panels: panels.collect(),
        curve: curve.map_or_else(Vec::new, |curve| curve.stretches.iter().map(point).collect()),
        complete: curve.is_some_and(|curve| curve.is_complete),
        widest_open: curve.map_or(1.0, |curve| curve.widest),
        pending: curve.is_none(),
        per_level: times.per_level.clone(),
        level: level as u32,
        by: times.by,
        states: times.states.clone(),
        lanes: lanes.collect(),
        rows: times.listed.iter().map(|area| row(times, area, sides, axis)).collect(),
        left_out: left_out(times, sides),
        differ: times.differ,
    }
}

/// Describes what the lists leave out, and why.
fn left_out(times: &SliceTimes, sides: &[SideName]) -> Vec<LeftOutRow> {
    let LeftOut { overlapping, unjudged, next_z, odd_overlapping, within_spread } = times.left_out;
    let mut rows = Vec::new();
    let mut say = |list, text| rows.push(LeftOutRow { list, text });
    let overlap = |count: u32| match count {
        1 => "1 area that overlaps a stronger one".to_owned(),
        count => format!("{} areas that overlap a stronger one", numbers::count(count.into())),
    };
    if overlapping > 0 {
        say(AreaList::Areas, overlap(overlapping));
    }
    if within_spread > 0 {
        let areas = if within_spread == 1 { "area that differs" } else { "areas that differ" };
        let count = numbers::count(within_spread.into());
        let text = format!("{count} {areas} no more than the runs of one side do");
        say(AreaList::Areas, text);
    }
    if unjudged > 0 {
        let text = format!("the last {unjudged} slices, because one run has ended there");
        say(AreaList::Areas, text);
    }
    if sides.len() == 2 {
        say(AreaList::Areas, format!("the next area has z {next_z:.2}, below the limit"));
    }
    for (side, &count) in sides.iter().zip(&odd_overlapping).filter(|(_, count)| **count > 0) {
        let of = if sides.len() > 1 { format!("of {}: ", side.letter()) } else { String::new() };
        say(AreaList::OddLanes, of + &overlap(count));
    }
    rows
}

fn row(times: &SliceTimes, area: &ListedArea, sides: &[SideName], axis: Axis) -> AreaRow {
    let (list, open) = match area.kind {
        AreaKind::Differs => (AreaList::Areas, 0),
        AreaKind::OddLanes => (AreaList::OddLanes, area.side as usize),
        AreaKind::OddMoment => (AreaList::OddMoments, area.side as usize),
    };
    let open = open.min(sides.len() - 1);
    // The change from A to B, or from the usual share to the area's own share.
    let change = |state: &usize| {
        let [one, other] = area.shares[*state];
        if list == AreaList::Areas { other - one } else { one - other }
    };
    let mut states: Vec<usize> = (0..area.shares.len()).collect();
    states.order_by(|x, y| change(y).abs().total_cmp(&change(x).abs()).then(x.cmp(y)));
    let name = |state: usize| state_name(times, state);
    let most = states.first().copied();
    let instead = states.get(1).copied().filter(|state| change(state).abs() >= 0.005);
    let [from, to] = match (most, list) {
        (Some(state), AreaList::Areas) => area.shares[state],
        (Some(state), _) => [area.shares[state][1], area.shares[state][0]],
        (None, _) => [0.0; 2],
    };
    let [first, end] = area.leaves.map(|leaf| leaf as usize);
    let [begin, last] = area.slices;
    AreaRow {
        list,
        side: sides.get(open).copied().filter(|_| list != AreaList::Areas && sides.len() > 1),
        lanes: if area.path.is_empty() { "all lanes".to_owned() } else { words::shown(&area.path) },
        time: span(axis, times.edge(open, begin), times.edge(open, last + 1)),
        state: most.map_or_else(String::new, name),
        change: most.map_or_else(String::new, |state| points(change(&state))),
        shares: format!("{} → {}", share(from), share(to)),
        instead: instead
            .map_or_else(String::new, |state| format!("{} {}", name(state), points(change(&state)))),
        z: area.numbers[1],
        area: times.subject(sides[open], open, first..end, [begin, last]),
        // In parts of 10¹²; below zero if there is none.
        p: area.stands_at.map_or(-1, |p| (p * 1e12).round() as i64),
    }
}
