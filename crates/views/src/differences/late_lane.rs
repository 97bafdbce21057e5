//! The lane that works longer while others wait, in words.

use crate::{numbers, words};
use diptych_compare::late_lanes::LateLane;
use diptych_compare::ranking::{Reason, Row};
use diptych_trace::Axis;

/// The part of a row's change that lies on single lanes, in words.
pub(super) struct OnLanes {
    pub(super) text: String,
    /// True if the lane has most of the row's change, so that the number of all lanes adds nothing.
    pub(super) is_alone: bool,
}

/// Returns where a row's change lies: `mostly on rank-37` for the function that takes longer there, `on rank-37 alone` if the
/// row has only its time there, and
/// `about +34.3 ms on 59 of 64 ranks` for the function in which the other lanes wait. `None` for all other rows.
pub(super) fn of_row(axis: Axis, late: &LateLane, row: &Row) -> Option<OnLanes> {
    if late.function == row.identity {
        let is_alone = late.has_most_of(row.identity, row.delta);
        let own = numbers::delta(axis, late.change() as f64);
        let lane = words::shown(&late.name);
        let similar = further(late).map_or_else(String::new, |of| format!(" and {of}"));
        let text = if row.reason == Reason::LateLanes {
            format!("on {lane}{similar} alone")
        } else if is_alone {
            format!("mostly on {lane}{similar}")
        } else {
            format!("{own} on {lane}")
        };
        return Some(OnLanes { text, is_alone });
    }
    (late.wait == row.identity).then(|| OnLanes { text: of_wait(axis, late), is_alone: false })
}

/// Returns the sentence on the lane without a final stop: `computing takes 96.0 ms instead of 60.0 ms on rank-37, while other
/// ranks wait longer: PMPI_Allreduce about +34.3 ms on 59 of 64 ranks`. `function` and `wait` are the names of these.
pub(super) fn sentence(axis: Axis, late: &LateLane, function: &str, wait: &str) -> String {
    let [a, b] = late.ticks.map(|ticks| numbers::extent(axis, ticks));
    let (lane, word) = (words::shown(&late.name), &late.word);
    let similar = further(late).map_or_else(String::new, |of| format!(" and similarly on {of}"));
    let longer = if late.change() > 0 { "longer" } else { "less" };
    let wait = format!("{wait} {}", of_wait(axis, late));
    format!(
        "{function} takes {b} instead of {a} on {lane}{similar}, while other {word}s wait {longer}: {wait}"
    )
}

fn of_wait(axis: Axis, late: &LateLane) -> String {
    let ticks = numbers::delta(axis, late.wait_ticks as f64);
    let [some, all] = [late.wait_lanes, late.lanes].map(|count| numbers::count(count.into()));
    format!("about {ticks} on {some} of {all} {}s", late.word)
}

/// Returns the number of further lanes with a similar change: `20 more ranks`. `None` without any.
fn further(late: &LateLane) -> Option<String> {
    let plural = if late.similar == 1 { "" } else { "s" };
    (late.similar > 0).then(|| format!("{} more {}{plural}", numbers::count(late.similar.into()), late.word))
}
