//! Calls that come at another place than on the other side, in words.

use super::rows::{RowContext, shown_name};
use super::thread_move;
use crate::numbers;
use diptych_compare::ranking::Floor;
use std::cmp::Ordering;

/// Returns the function whose moved calls take most time, in one sentence without a final stop: `One call of flush comes
/// later: it starts at 31.5 ms instead of 0 ns, and takes 50.0 ms`. `None` if they take no more than the floor's share of all calls.
/// Work that moved to another lane has a sentence of its own. Several runs a side show no single order of calls.
pub(super) fn sentence(context: RowContext<'_>, floor: Floor) -> Option<String> {
    let RowContext { union, axis, moved, .. } = context;
    if union.runs().len() != 2 || context.counted().is_some() {
        return None;
    }
    let stays = |identity| thread_move::of_function(context, identity).is_empty();
    let ticks = |of: &[i64; 2]| of[0].max(of[1]);
    let of = moved.iter().filter(|of| stays(of.identity)).max_by_key(|of| ticks(&of.ticks))?;
    let all = union.runs().iter().map(|run| run.tree.total_ticks()).max()? as f64;
    let is_large = ticks(&of.ticks) > floor.ticks && ticks(&of.ticks) as f64 > floor.share * all;
    let starts = of.starts.filter(|_| is_large)?;
    let [a, b] = starts.map(|start| numbers::extent(axis, start));
    let (name, time) = (shown_name(context.names, of.identity), numbers::extent(axis, ticks(&of.ticks)));
    Some(match of.calls {
        1 => {
            let moved = match starts[1].cmp(&starts[0]) {
                Ordering::Less => "comes earlier",
                Ordering::Equal => "moved",
                Ordering::Greater => "comes later",
            };
            format!("One call of {name} {moved}: it starts at {b} instead of {a}, and takes {time}")
        }
        calls => format!(
            "{} of {name} ({time} together) run in another order; one of them starts at {b} instead of {a}",
            numbers::calls(calls)
        ),
    })
}
