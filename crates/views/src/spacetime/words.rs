//! What an area does, in words.

use super::geometry::Shows;
use super::paint::{change, divergence};
use crate::space_time::{SliceTimes, points, share, span};
use crate::{numbers, words};
use diptych_aggregate::{DrawnPart, Part};
use diptych_protocol::{Fact, PartnerRow, SideName, SpaceTimeState, StateBy, Tooltip};
use diptych_trace::{Axis, Sorting};

/// States that are told of an area.
const TOLD: usize = 6;

/// The lanes of an area: `rennes/parapide`, `all lanes`.
pub(super) fn lanes(times: &SliceTimes, node: usize) -> String {
    match &times.tree.nodes()[node].path {
        path if path.is_empty() => "all lanes".to_owned(),
        path => words::shown(path),
    }
}

/// Said where lanes are in no state.
pub(super) fn nothing_runs(state: &SpaceTimeState) -> String {
    match state.states {
        StateBy::Depth if state.depth > 0 => {
            let around =
                if state.depth == 1 { "another".to_owned() } else { format!("{} others", state.depth) };
            format!("No lane has a call inside {around} in this time.")
        }
        _ => "Nothing runs in this time.".to_owned(),
    }
}

/// What is said of an area under the pointer.
pub(super) fn tooltip(
    times: &SliceTimes,
    axis: Axis,
    (shows, sides): (Shows, &[SideName]),
    area: &DrawnPart,
    rect: [f32; 4],
) -> Tooltip {
    let part = area.part;
    let node = &times.tree.nodes()[part.node as usize];
    let lanes_of = match node.leaves.len() {
        1 => "1 lane".to_owned(),
        count => format!("{} lanes", numbers::count(count as u64)),
    };
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
        // Of a pair what both do there, in whichever panel.
        (_, 2) => partner = of_pair(times, part),
        (Shows::Side(side), _) => facts = of_side(times, side, part),
        (Shows::Difference, _) => {}
    }
    if sides.len() == 2 {
        facts.push(Fact {
            label: "Divergence".to_owned(),
            value: format!("{:.3} bit", divergence(times, part)),
        });
    }
    if area.parts > 1 {
        let value = format!("{} areas too low to be drawn", numbers::count(area.parts as u64));
        facts.push(Fact { label: "Stands for".to_owned(), value });
    }
    let side = match shows {
        Shows::Side(open) => sides.get(open).copied().filter(|_| sides.len() > 1),
        Shows::Difference => None,
    };
    Tooltip {
        side,
        name: lanes(times, part.node as usize),
        place: String::new(),
        context: format!("{lanes_of} · {}", windows.join(" · ")),
        facts,
        kind: String::new(),
        partner,
        hint: "Click selects · double-click zooms to it".to_owned(),
        rect,
    }
}

fn of_side(times: &SliceTimes, side: usize, part: Part) -> Vec<Fact> {
    let shares = times.times[side].shares(part);
    let mut states: Vec<usize> = (0..shares.len()).filter(|&state| shares[state] > 0.0).collect();
    states.order_by(|&x, &y| shares[y].total_cmp(&shares[x]));
    let told =
        |&state: &usize| Fact { label: words::shown(&times.states[state]), value: share(shares[state]) };
    let mut facts: Vec<Fact> = states.iter().take(TOLD).map(told).collect();
    let rest: f64 = states.iter().skip(TOLD).map(|&state| shares[state]).sum();
    if states.len() > TOLD {
        let label = format!("{} more states", states.len() - TOLD);
        facts.push(Fact { label, value: share(rest) });
    }
    let none = 1.0 - shares.iter().sum::<f64>();
    if none > 0.0005 {
        facts.push(Fact { label: "no state".to_owned(), value: share(none) });
    }
    facts
}

/// Those that changed most first.
fn of_pair(times: &SliceTimes, part: Part) -> Vec<PartnerRow> {
    let [mut a, mut b] = [0, 1].map(|side: usize| times.times[side].shares(part));
    for shares in [&mut a, &mut b] {
        shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
    }
    let change = change(times, part);
    let mut states: Vec<usize> = (0..change.len()).filter(|&state| a[state].max(b[state]) > 0.0005).collect();
    states.order_by(|&x, &y| change[y].abs().total_cmp(&change[x].abs()).then(x.cmp(&y)));
    let row = |label: String, a: f64, b: f64| {
        let change = if (b - a).abs() < 0.0005 { String::new() } else { points(b - a) };
        PartnerRow { label, a: share(a), b: share(b), change }
    };
    let name = |state: usize| {
        times.states.get(state).map_or_else(|| "no state".to_owned(), |name| words::shown(name))
    };
    let mut rows: Vec<PartnerRow> =
        states.iter().take(TOLD).map(|&state| row(name(state), a[state], b[state])).collect();
    if states.len() > TOLD {
        let sum = |shares: &[f64]| states.iter().skip(TOLD).map(|&state| shares[state]).sum::<f64>();
        rows.push(row(format!("{} more states", states.len() - TOLD), sum(&a), sum(&b)));
    }
    rows
}
