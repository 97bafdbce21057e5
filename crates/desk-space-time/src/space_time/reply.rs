//! The reply about areas for the panel next to the picture.

use super::{
    AreaKind, FindingFacts, LeftOut, ListedArea, NO_STATE, OTHERS, PartitionCurve, RestLanes, SliceTimes,
    SpaceTime, points, share, span, state_name,
};
use diptych_aggregate::{LaneNode, Stretch};
use diptych_protocol::{
    AreaList, AreaRow, CurvePoint, LaneNodeRow, LeftOutRow, PanelNumbers, SideName, SpaceTimeReply,
};
use diptych_trace::{Axis, Sorting};
use diptych_views::icicle::boxes::label_text;
use diptych_views::{numbers, words};

/// Builds the reply for slices with their partitions. `whole` are the slices of the whole runs, which the lists are made
/// from; `None` until they are known. `sides` are the open sides.
pub fn reply(
    data: &SpaceTime,
    whole: Option<&SliceTimes>,
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
    let zoomed = whole.filter(|whole| whole.key != times.key);
    let level = times.tree.nodes().iter().map(|node| node.level).max().unwrap_or(0);
    let first = times.listed.first().filter(|area| area.kind.is_difference());
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
        rest: times.rest.as_ref().map_or_else(String::new, RestLanes::text),
        by: times.by,
        states: times.states.clone(),
        lanes: zoomed.into_iter().chain([times]).flat_map(|of| lane_rows(of, sides)).collect(),
        rows: whole.map_or_else(Vec::new, |whole| {
            let in_view = zoomed.iter().flat_map(|_| rows_of_listed(times, sides, axis));
            let in_view = in_view.map(|row| AreaRow { list: AreaList::InView, ..row });
            rows(whole, sides, axis).into_iter().chain(in_view).collect()
        }),
        rows_pending: whole.is_none(),
        in_view: zoomed.map_or_else(Vec::new, |whole| {
            let of_view = times.listed.iter().map(|_| true);
            rows_in_view(whole, times, sides).into_iter().chain(of_view).collect()
        }),
        left_out: whole.map_or_else(Vec::new, |whole| left_out(whole, sides, axis)),
        matched: None,
        differ: times.differ,
        same: times.is_same,
    }
}

/// Returns the separate lanes of some slices, and the lanes that contain them.
fn lane_rows(times: &SliceTimes, sides: &[SideName]) -> Vec<LaneNodeRow> {
    let row = |(at, node): (usize, &LaneNode)| {
        let rows = |open: usize| {
            let area = times.subject(sides[open], open, node.leaves.clone(), [0, 0]);
            [area.first, area.last]
        };
        LaneNodeRow { path: times.tree.path(at), rows: (0..sides.len()).map(rows).collect() }
    };
    times.tree.nodes().iter().enumerate().map(row).collect()
}

/// Returns true for each row of the lists of the whole runs that lies, at least in part, in the displayed slices.
fn rows_in_view(whole: &SliceTimes, shown: &SliceTimes, sides: &[SideName]) -> Vec<bool> {
    let works = whole.listed.iter().filter(|area| area.kind == AreaKind::Works);
    let is_shown = |area: &ListedArea| shown.place_of(whole, sides, area).is_some();
    whole.listed.iter().chain(works).map(is_shown).collect()
}

/// Describes what the lists leave out, and why.
fn left_out(times: &SliceTimes, sides: &[SideName], axis: Axis) -> Vec<LeftOutRow> {
    let LeftOut {
        overlapping,
        unjudged,
        next_z,
        odd_overlapping,
        within_spread,
        unchanged,
        in_pauses,
        within_noise,
        unended,
    } = times.left_out;
    let mut rows = Vec::new();
    let mut say = |list, text| rows.push(LeftOutRow { list, text });
    let overlap = |count: u32| match count {
        1 => "1 area that lies partly inside a listed area and changed less".to_owned(),
        count => format!(
            "{} areas that lie partly inside a listed area and changed less",
            numbers::count(count.into())
        ),
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
    let areas = |count: u32, one: &str, several: &str| {
        let text = if count == 1 { one } else { several };
        format!("{} {text}", numbers::count(count.into()))
    };
    if unchanged > 0 {
        let one = "area that stays as it was while the other lanes change";
        let several = "areas that stay as they were while the other lanes change";
        say(AreaList::Areas, areas(unchanged, one, several));
    }
    if in_pauses > 0 {
        let (one, several) = ("area in a pause of one lane", "areas in pauses of single lanes");
        say(AreaList::Areas, areas(in_pauses, one, several));
    }
    if within_noise > 0 {
        let one = "area that differs no more than the calls of its functions vary";
        let several = "areas that differ no more than the calls of their functions vary";
        say(AreaList::Areas, areas(within_noise, one, several));
    }
    if unjudged > 0 {
        let from = numbers::extent(axis, times.edge(0, times.slices.saturating_sub(unjudged)));
        say(AreaList::Areas, format!("other areas after {from}, because one run ends about then"));
    }
    for (side, &lanes) in sides.iter().zip(&unended).filter(|(_, lanes)| **lanes > 0) {
        let one = "lane with a call that did not end, after its last event";
        let several = "lanes with calls that did not end, after their last events";
        let of = if sides.len() > 1 { format!("of {}: ", side.letter()) } else { String::new() };
        let list = if sides.len() > 1 { AreaList::Areas } else { AreaList::OddLanes };
        say(list, of + &areas(lanes, one, several));
    }
    if sides.len() == 2 {
        // z is 0 where no area reached the other limits.
        say(
            AreaList::Areas,
            if next_z > 0.0 {
                format!("areas whose change is hardly larger than usual (z {next_z:.2} or less)")
            } else {
                "areas that changed as much as usual".to_owned()
            },
        );
    }
    for (side, &count) in sides.iter().zip(&odd_overlapping).filter(|(_, count)| **count > 0) {
        let of = if sides.len() > 1 { format!("of {}: ", side.letter()) } else { String::new() };
        say(AreaList::OddLanes, of + &overlap(count));
    }
    rows
}

/// Returns the rows of all lists. Lanes that work while others wait are in the list of differences and in their own.
fn rows(times: &SliceTimes, sides: &[SideName], axis: Axis) -> Vec<AreaRow> {
    let all = rows_of_listed(times, sides, axis);
    let works = times.listed.iter().zip(&all).filter(|(area, _)| area.kind == AreaKind::Works);
    let works: Vec<AreaRow> =
        works.map(|(_, row)| AreaRow { list: AreaList::Works, ..row.clone() }).collect();
    all.into_iter().chain(works).collect()
}

/// Returns a row for each listed area.
fn rows_of_listed(times: &SliceTimes, sides: &[SideName], axis: Axis) -> Vec<AreaRow> {
    let of = |area: &ListedArea| match &area.finding {
        Some(facts) => finding(times, area, facts, sides, axis),
        None => row(times, area, sides, axis),
    };
    times.listed.iter().map(of).collect()
}

/// Returns the first difference of the list in words: `Browser start +277 ms`, or `paint +3.00 ms` with one lane. `None` if the list is empty.
pub(crate) fn largest(times: &SliceTimes, sides: &[SideName], axis: Axis) -> Option<String> {
    let first = times.listed.first().filter(|area| area.kind.is_difference())?;
    let of = row_of(times, first, sides, axis);
    let lanes = if is_single(times) { String::new() } else { format!("{} ", of.lanes) };
    Some(format!("{lanes}{} {}", of.state, of.change))
}

/// Returns true if there is only one lane: it needs no name, and no other lane to be compared with.
fn is_single(times: &SliceTimes) -> bool {
    times.tree.leaves().len() == 1
}

/// Longest name of a state in the label of an area, in characters.
const LONGEST_STATE: usize = 30;

/// Returns the lane, the state and the change of a listed area, for its label in the picture: `rank-37 computing +36.0 ms`.
/// A single lane needs no name.
pub(crate) fn label(times: &SliceTimes, area: &ListedArea, sides: &[SideName], axis: Axis) -> String {
    let of = row_of(times, area, sides, axis);
    let lane = of.lanes.rsplit('/').next().filter(|_| !is_single(times));
    let lane = lane.map_or_else(String::new, |lane| format!("{lane} "));
    format!("{lane}{} {}", label_text(&of.state, LONGEST_STATE), of.change)
}

fn row_of(times: &SliceTimes, area: &ListedArea, sides: &[SideName], axis: Axis) -> AreaRow {
    match &area.finding {
        Some(facts) => finding(times, area, facts, sides, axis),
        None => row(times, area, sides, axis),
    }
}

/// Returns the time of a listed area on its side: `0.39 s to 0.50 s`. A finding names its side, and so does an area with other
/// ticks on the other side: `B 0.39 s to 0.50 s`.
fn listed_span(times: &SliceTimes, sides: &[SideName], open: usize, area: &ListedArea, axis: Axis) -> String {
    let text = span(axis, area.span[0], area.span[1]);
    let [begin, last] = area.slices;
    let edges = |open: usize| [times.edge(open, begin), times.edge(open, last + 1)];
    let is_common = area.finding.is_none() && (0..sides.len()).all(|other| edges(other) == edges(open));
    if is_common || sides.len() < 2 { text } else { format!("{} {text}", sides[open].letter()) }
}

/// Part of a lane's change of work below which a typical lane works as long as before.
const LEAST_USUAL: f64 = 0.01;

/// Returns the lanes of a finding: a path, `all 64 lanes`, or `59 of 64 lanes`. `count` is the number of lanes of its area.
fn lanes_of(area: &ListedArea, facts: &FindingFacts, count: usize) -> String {
    let place = |path: &str| if path.is_empty() { "all lanes".to_owned() } else { words::shown(path) };
    match area.kind {
        AreaKind::Whole | AreaKind::Tail if count > 1 => {
            format!("all {} lanes", numbers::count(count as u64))
        }
        AreaKind::EachLane if facts.lanes as usize == count => {
            format!("all {} lanes", numbers::count(count as u64))
        }
        AreaKind::EachLane => {
            format!("{} of {} lanes", numbers::count(facts.lanes.into()), numbers::count(count as u64))
        }
        AreaKind::Messages => format!("{} \u{2194} {}", place(&facts.other), place(&area.path)),
        _ => place(&area.path),
    }
}

/// Returns the row of a finding.
fn finding(
    times: &SliceTimes,
    area: &ListedArea,
    facts: &FindingFacts,
    sides: &[SideName],
    axis: Axis,
) -> AreaRow {
    let open = (area.side as usize).min(sides.len() - 1);
    let [first, end] = area.leaves.map(|leaf| leaf as usize);
    let [begin, last] = area.slices;
    let count = end - first;
    let lanes = lanes_of(area, facts, count);
    let ticks = |ticks: f64| numbers::extent(axis, ticks.abs().round() as i64);
    let sign = if facts.ticks < 0.0 { "\u{2212}" } else { "+" };
    let [a, b] = facts.values;
    let (from, to) = if facts.are_shares { (share(a), share(b)) } else { (ticks(a), ticks(b)) };
    let [ended, longer] = if facts.ticks < 0.0 { ["B", "A"] } else { ["A", "B"] };
    let amount = format!("{sign}{}", ticks(facts.ticks));
    let (state, change, shares, text) = match area.kind {
        AreaKind::Messages => {
            let text = format!("between two hosts, for the lane that waits longest for them {amount}");
            let longer = if facts.ticks < 0.0 { "take less time" } else { "take longer" };
            ("messages".to_owned(), amount, longer.to_owned(), text)
        }
        AreaKind::Whole if facts.are_shares => {
            (facts.state.clone(), points(b - a), format!("{from} → {to}"), format!("time {amount}"))
        }
        AreaKind::Whole if is_single(times) => {
            (facts.state.clone(), amount, format!("{from} → {to}"), String::new())
        }
        AreaKind::Whole => {
            let longer = if facts.ticks < 0.0 { "A" } else { "B" };
            (
                facts.state.clone(),
                amount,
                format!("{from} → {to}"),
                format!("{longer} takes longer for the same"),
            )
        }
        AreaKind::Tail => {
            // The amount is that of all states.
            let in_state = if facts.ticks < 0.0 { from } else { to };
            let text = format!("{in_state} of it in {}", words::shown(&facts.state));
            (format!("{longer} goes on"), amount, format!("after {ended} has ended"), text)
        }
        AreaKind::Waits => {
            let least = ticks(facts.usual);
            let more = (facts.lanes as usize).saturating_sub(count);
            let lanes = numbers::count(more as u64);
            let text = match (more, facts.ticks < 0.0) {
                (0, _) => String::new(),
                (1, false) => format!("1 more lane waits at least {least} longer"),
                (1, true) => format!("1 more lane waited at least {least} longer in A"),
                (_, false) => format!("{lanes} more lanes each wait at least {least} longer"),
                (_, true) => format!("{lanes} more lanes each waited at least {least} longer in A"),
            };
            (facts.state.clone(), amount, format!("{from} → {to}"), text)
        }
        AreaKind::EachLane => {
            let text = "about as much on each of these lanes, in the whole run".to_owned();
            (facts.state.clone(), amount, format!("{from} → {to}"), text)
        }
        _ => {
            let (beyond, own) = (ticks(facts.ticks), facts.ticks + facts.usual);
            let signed = |of: f64| format!("{}{}", if of < 0.0 { "\u{2212}" } else { "+" }, ticks(of));
            let longer = if facts.usual < 0.0 { "shorter" } else { "longer" };
            let text = match (facts.state.as_str(), facts.ticks < 0.0) {
                (NO_STATE, true) => format!("starts {beyond} earlier than a typical lane"),
                (NO_STATE, false) => format!("starts {beyond} later than a typical lane"),
                _ if facts.usual.abs() < LEAST_USUAL * own.abs() => {
                    "in the whole run; the work of a typical lane did not change".to_owned()
                }
                _ => format!("in the whole run; a typical lane works {} {longer}", ticks(facts.usual)),
            };
            if facts.state == NO_STATE {
                // What the lane does after its start would be part of its time without a state in these slices.
                ("start".to_owned(), amount, String::new(), text)
            } else {
                (facts.state.clone(), signed(own), format!("{from} → {to}"), text)
            }
        }
    };
    AreaRow {
        list: AreaList::Areas,
        side: None,
        lanes,
        time: listed_span(times, sides, open, area, axis),
        state: words::shown(&state),
        change,
        shares,
        instead: String::new(),
        beyond: text,
        waits_for: words::shown(&area.waits_for),
        waits_in_a: area.waits_in_a,
        z: area.numbers[1],
        area: times.subject(sides[open], open, first..end, [begin, last]),
        p: area.stands_at.map_or(-1, |p| (p * 1e12).round() as i64),
    }
}

fn row(times: &SliceTimes, area: &ListedArea, sides: &[SideName], axis: Axis) -> AreaRow {
    let (list, open) = match area.kind {
        AreaKind::OddLanes => (AreaList::OddLanes, area.side as usize),
        AreaKind::OddMoment => (AreaList::OddMoments, area.side as usize),
        _ => (AreaList::Areas, 0),
    };
    let open = open.min(sides.len() - 1);
    let [first, end] = area.leaves.map(|leaf| leaf as usize);
    let [begin, last] = area.slices;
    // An area of a pair tells times per lane. Its slices may take longer in B, so shares could fall where times grow.
    let width = |side: usize| (times.edge(side, last + 1) - times.edge(side, begin)) as f64;
    let is_pair = list == AreaList::Areas && sides.len() > 1;
    // From A to B, or from the usual share to the area's own share.
    let values = |state: usize| {
        let [one, other] = area.shares[state];
        if is_pair { [one * width(0), other * width(1)] } else { [other, one] }
    };
    let change = |state: &usize| {
        let [from, to] = values(*state);
        to - from
    };
    let is_named = |state: &usize| times.states.get(*state).is_none_or(|name| name != OTHERS);
    let mut states: Vec<usize> = (0..area.shares.len()).filter(is_named).collect();
    states.order_by(|x, y| change(y).abs().total_cmp(&change(x).abs()).then(x.cmp(y)));
    let name = |state: usize| state_name(times, state);
    let most = states.first().copied();
    let least = if is_pair { 0.005 * width(0).max(width(1)) } else { 0.005 };
    let instead = states.get(1).copied().filter(|state| change(state).abs() >= least);
    let [from, to] = most.map_or([0.0; 2], values);
    let ticks = |ticks: f64| numbers::extent(axis, ticks.abs().round() as i64);
    let value = |of: f64| if is_pair { ticks(of) } else { share(of) };
    let change_text = |of: f64| match (is_pair, of < 0.0) {
        (false, _) => points(of),
        (true, true) => format!("\u{2212}{}", ticks(of)),
        (true, false) => format!("+{}", ticks(of)),
    };
    AreaRow {
        list,
        side: sides.get(open).copied().filter(|_| list != AreaList::Areas && sides.len() > 1),
        lanes: if area.path.is_empty() { "all lanes".to_owned() } else { words::shown(&area.path) },
        time: listed_span(times, sides, open, area, axis),
        state: most.map_or_else(String::new, name),
        change: most.map_or_else(String::new, |state| change_text(change(&state))),
        shares: if list == AreaList::Areas {
            format!("{} → {}", value(from), value(to))
        } else {
            format!("{}, usually {}", value(to), value(from))
        },
        instead: instead
            .map_or_else(String::new, |state| format!("{} {}", name(state), change_text(change(&state)))),
        beyond: match list {
            AreaList::Areas if !is_single(times) => {
                format!("changed {:.1}\u{202f}points more than the other lanes", area.numbers[0] * 100.0)
            }
            _ => String::new(),
        },
        waits_for: words::shown(&area.waits_for),
        waits_in_a: area.waits_in_a,
        z: area.numbers[1],
        area: times.subject(sides[open], open, first..end, [begin, last]),
        // In parts of 10¹²; below zero if there is none.
        p: area.stands_at.map_or(-1, |p| (p * 1e12).round() as i64),
    }
}
