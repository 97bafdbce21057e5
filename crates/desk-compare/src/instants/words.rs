//! Instants in words.

use super::Cluster;
use diptych_protocol::{Fact, SideName, Tooltip};
use diptych_trace::Trace;
use diptych_views::words::{lane_path, name_or_unnamed};
use diptych_views::{axis, numbers};
use std::ops::Range;

/// Most instants that a tooltip lists, and most that are compared for a common name.
const LISTED: usize = 8;

/// Returns the label of a cluster: a name, a name with a count, or only the count if the names differ or there is no
/// room for a name.
pub(crate) fn label(trace: &Trace, cluster: &Cluster, px_of: impl Fn(&str) -> f32) -> String {
    let (instants, count) = (trace.instants(), cluster.rows.len());
    let name = name_or_unnamed(instants.name(trace.names(), cluster.rows.start));
    if count == 1 {
        return name;
    }
    let times = format!("×{}", numbers::count(count as u64));
    let names = &instants.names()[cluster.rows.clone()];
    let are_alike = count <= LISTED && names.iter().all(|other| *other == names[0]);
    let long = format!("{name} {times}");
    if are_alike && f64::from(px_of(&long)) <= cluster.room_px { long } else { times }
}

/// Returns the tooltip of the instants with these rows: name, time and lane of one, or the first few of several.
pub(crate) fn tooltip(side: SideName, trace: &Trace, rows: Range<usize>, rect: [f32; 4]) -> Option<Tooltip> {
    let instants = trace.instants();
    let (first, last) = (*instants.at().get(rows.start)?, *instants.at().get(rows.end.checked_sub(1)?)?);
    let fact = |label: String, value: String| Fact { label, value };
    let lane = |row: usize| match instants.lane(row) {
        Some(lane) => lane_path(trace, lane),
        None => "whole run".to_owned(),
    };
    let name = |row: usize| name_or_unnamed(instants.name(trace.names(), row));
    let (title, context, facts) = if rows.len() == 1 {
        let time = numbers::extent(trace.axis(), first);
        (name(rows.start), lane(rows.start), vec![fact("Time".to_owned(), time)])
    } else {
        let [from, to] = axis::ends(trace.axis(), first, last);
        let listed = rows.clone().take(LISTED);
        let mut facts: Vec<Fact> = listed
            .map(|row| {
                let time = numbers::extent(trace.axis(), instants.at()[row]);
                fact(time, format!("{} · {}", name(row), lane(row)))
            })
            .collect();
        if rows.len() > LISTED {
            let more = numbers::count((rows.len() - LISTED) as u64);
            facts.push(fact("More".to_owned(), format!("{more} (zoom in to see them)")));
        }
        (format!("{} instants", numbers::count(rows.len() as u64)), format!("{from} to {to}"), facts)
    };
    Some(Tooltip { side: Some(side), name: title, context, facts, rect, ..Tooltip::default() })
}
