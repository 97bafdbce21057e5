//! The areas of the last panel as a table.

use super::paint::{change, mode};
use super::view::SpaceTimeLayout;
use super::words::lanes;
use crate::space_time::{SliceTimes, StateShares, deviations, points, span, state_name};
use diptych_aggregate::Part;
use diptych_protocol::{DataTable, DataTableRow};
use diptych_views::csv;
use std::fmt::Write;

pub(super) fn table(laid: &SpaceTimeLayout, first: u32, count: u32) -> Option<DataTable> {
    let shown = laid.shown.as_ref()?;
    let (times, panel) = (&*shown.data.times, shown.data.partitions.panels.last()?);
    let is_pair = times.sides() == 2;
    let mut columns = vec!["Lanes", "From", "To"];
    if is_pair {
        columns.extend(["A mostly", "Share", "B mostly", "Share", "Gained most in B", "Change"]);
    } else {
        columns.extend(["Mostly", "Share"]);
    }
    let listed = panel.parts.iter().skip(first as usize).take(count as usize);
    let row = |part: &Part| {
        let node = &times.tree.nodes()[part.node as usize];
        let mut cells = vec![lanes(times, part.node as usize)];
        let text = span(shown.axis, times.edge(0, part.from), times.edge(0, part.to + 1));
        let (from, to) = text.split_once(" to ").unwrap_or((&text, ""));
        cells.extend([from.to_owned(), to.to_owned()]);
        let shares = StateShares::of(times, *part);
        for side in 0..times.sides() {
            let state = mode(times, &shares.shares[side][..times.states.len()]);
            cells.push(state.map_or_else(|| "–".to_owned(), |state| state_name(times, state)));
            cells.push(state.map_or_else(String::new, |state| shares.text(side, state)));
        }
        if is_pair {
            let change = change(times, *part);
            let gained = mode(times, &change);
            cells.push(gained.map_or_else(|| "–".to_owned(), |state| state_name(times, state)));
            cells.push(gained.map_or_else(String::new, |state| points(change[state])));
        }
        DataTableRow { call: None, level: node.level as u32, cells }
    };
    Some(DataTable {
        columns: columns.into_iter().map(str::to_owned).collect(),
        rows: listed.map(row).collect(),
        first,
        total: panel.parts.len() as u32,
        note: note(times),
    })
}

/// Says which areas these are, and which lanes they leave out.
fn note(times: &SliceTimes) -> String {
    let of = (times.sides() == 2).then(|| "Areas of the partition for both runs".to_owned());
    let rest = times.rest.as_ref().filter(|rest| !rest.times.is_empty());
    let left_out = rest.map(|rest| format!("without {}", rest.text()));
    of.into_iter().chain(left_out).collect::<Vec<String>>().join(", ")
}

/// Returns one line for each area with the share of every state, 0 to 1. With several runs these are means, and their
/// standard deviations follow.
pub(super) fn csv(laid: &SpaceTimeLayout) -> Option<String> {
    let shown = laid.shown.as_ref()?;
    let (times, panel) = (&*shown.data.times, shown.data.partitions.panels.last()?);
    let mut out = "lanes,from_ns,to_ns".to_owned();
    let letters: &[&str] = if times.sides() == 2 { &["a ", "b "] } else { &[""] };
    for letter in letters {
        for name in &times.states {
            let _ = write!(out, ",{}", csv::field(&format!("{letter}{name}")));
        }
    }
    let several = letters.iter().enumerate().filter(|(side, _)| times.runs_of(*side).len() > 1);
    for (_, letter) in several {
        let _ = write!(out, ",{letter}runs");
        for name in &times.states {
            let _ = write!(out, ",{}", csv::field(&format!("{letter}deviation {name}")));
        }
    }
    out.push('\n');
    for part in &panel.parts {
        let path = csv::field(&times.tree.path(part.node as usize));
        let _ = write!(out, "{path},{},{}", times.edge(0, part.from), times.edge(0, part.to + 1));
        for side in &times.times {
            for share in side.shares(*part) {
                let _ = write!(out, ",{share}");
            }
        }
        for side in 0..times.sides() {
            let Some(deviations) = deviations(times, side, *part) else { continue };
            let _ = write!(out, ",{}", times.runs_of(side).len());
            for deviation in deviations.iter().take(times.states.len()) {
                let _ = write!(out, ",{deviation}");
            }
        }
        out.push('\n');
    }
    Some(out)
}
