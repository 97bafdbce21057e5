//! The lane that works longer while others wait, in words.

use super::rows::{RowContext, shown_name};
use crate::{numbers, words};
use diptych_compare::late_lanes::LateLane;
use diptych_compare::ranking::{Row, RowUnit};

/// The part of a row's change that lies on single lanes, in words.
pub(super) struct OnLanes {
    pub(super) text: String,
    /// True if the lane has most of the row's change, so that the number of all lanes adds nothing.
    pub(super) is_alone: bool,
}

/// Returns where a row's change lies: `mostly on rank-37` for the function that takes longer there, and
/// `about +34.3 ms on 59 of 64 ranks` for the function in which the other lanes wait. `None` for all other rows.
pub(super) fn of_row(context: RowContext<'_>, row: &Row) -> Option<OnLanes> {
    let late = context.late_lane.filter(|_| context.by == RowUnit::Function && row.caller.is_none())?;
    if late.function == row.identity {
        let is_alone = late.has_most_of(row.identity, row.delta);
        let own = numbers::delta(context.axis, late.change() as f64);
        let lane = words::shown(&late.name);
        let similar = further(late).map_or_else(String::new, |of| format!(" and {of}"));
        let text = if is_alone { format!("mostly on {lane}{similar}") } else { format!("{own} on {lane}") };
        return Some(OnLanes { text, is_alone });
    }
    (late.wait == row.identity).then(|| OnLanes { text: of_wait(context, late), is_alone: false })
}

/// Returns the sentence on the lane without a final stop: `computing takes 96.0 ms instead of 60.0 ms on rank-37, while other
/// ranks wait longer: PMPI_Allreduce about +34.3 ms on 59 of 64 ranks`.
pub(super) fn sentence(context: RowContext<'_>) -> Option<String> {
    let late = context.late_lane.filter(|_| context.by == RowUnit::Function)?;
    let [function, wait] = [late.function, late.wait].map(|of| shown_name(context.names, of));
    let [a, b] = late.ticks.map(|ticks| numbers::extent(context.axis, ticks));
    let (lane, word) = (words::shown(&late.name), &late.word);
    let similar = further(late).map_or_else(String::new, |of| format!(" and similarly on {of}"));
    let longer = if late.change() > 0 { "longer" } else { "less" };
    let wait = format!("{wait} {}", of_wait(context, late));
    Some(format!(
        "{function} takes {b} instead of {a} on {lane}{similar}, while other {word}s wait {longer}: {wait}"
    ))
}

fn of_wait(context: RowContext<'_>, late: &LateLane) -> String {
    let ticks = numbers::delta(context.axis, late.wait_ticks as f64);
    let [some, all] = [late.wait_lanes, late.lanes].map(|count| numbers::count(count.into()));
    format!("about {ticks} on {some} of {all} {}s", late.word)
}

/// Returns the number of further lanes with a similar change: `20 more ranks`. `None` without any.
fn further(late: &LateLane) -> Option<String> {
    let plural = if late.similar == 1 { "" } else { "s" };
    (late.similar > 0).then(|| format!("{} more {}{plural}", numbers::count(late.similar.into()), late.word))
}
