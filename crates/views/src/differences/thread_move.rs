//! Work that continues on another thread, in words.

use super::rows::{RowContext, shown_name};
use crate::{numbers, words};
use diptych_compare::ranking::Floor;
use diptych_compare::thread_moves::{MovedLanes, ThreadMove};
use diptych_profile::NodeId;
use diptych_trace::IdentityId;

/// Smallest ratio between the time of moved work and the largest change, at which the cause names the move.
const SAID_SHARE: f64 = 0.5;

/// Returns the move with the most time in one sentence without a final stop:
/// `6 calls of summarise now run on Thread-1 instead of MainThread: they take 4.10 ms instead of 3.93 ms`. `None` if it takes
/// less time than the floor, or is small beside the largest change of `largest` ticks.
pub(super) fn cause(context: RowContext<'_>, floor: Floor, largest: f64) -> Option<String> {
    let of = context.thread_moves.first()?;
    let ticks = of.ticks[0].max(of.ticks[1]);
    if ticks <= floor.ticks || (ticks as f64) < SAID_SHARE * largest.abs() {
        return None;
    }
    let name = shown_name(context.names, of.identity);
    let [from, to] = of.lanes.each_ref().map(lanes);
    let [a, b] = of.ticks.map(|ticks| numbers::extent(context.axis, ticks));
    let calls = if context.is_sampled() {
        numbers::things(of.calls, "sample", "samples")
    } else {
        numbers::calls(of.calls)
    };
    let [runs, they_take] = if of.calls == 1 { ["runs", "it takes"] } else { ["run", "they take"] };
    Some(format!("{calls} of {name} now {runs} on {to} instead of {from}: {they_take} {b} instead of {a}"))
}

/// Returns where a function moved to, by itself or in a caller: `to Thread-1`. Blank if it did not move.
pub(super) fn of_function(context: RowContext<'_>, function: IdentityId) -> String {
    find(context, function).map_or_else(String::new, |of| to_or_from(of, 1))
}

/// Returns where a path of one side went: `moved to Thread-1` for a path of A, `moved from MainThread` for one of B.
/// `None` if neither its function nor one of its callers moved.
pub(super) fn of_path(context: RowContext<'_>, path: NodeId, side: usize) -> Option<String> {
    let moved = context.union.path(path).into_iter().rev().find_map(|function| find(context, function))?;
    Some(format!("moved {}", to_or_from(moved, 1 - side)))
}

fn find(context: RowContext<'_>, function: IdentityId) -> Option<&ThreadMove> {
    let is_in = |of: &&ThreadMove| of.identity == function || of.carried.binary_search(&function).is_ok();
    context.thread_moves.iter().find(is_in)
}

fn to_or_from(of: &ThreadMove, side: usize) -> String {
    format!("{} {}", ["from", "to"][side], lanes(&of.lanes[side]))
}

/// Returns the name of a lane, or of the first of several: `Thread-1`, `Thread-1 and 3 more lanes`.
fn lanes(of: &MovedLanes) -> String {
    let first = match (of.first.trim().is_empty(), of.count) {
        (true, 1) => "a lane without a name".to_owned(),
        (true, several) => return format!("{} lanes without a name", numbers::count(several.into())),
        (false, _) => words::shown(&of.first),
    };
    match of.count {
        1 => first,
        2 => format!("{first} and 1 more lane"),
        several => format!("{first} and {} more lanes", numbers::count(u64::from(several) - 1)),
    }
}
