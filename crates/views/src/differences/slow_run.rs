//! A long call in one of several runs, in words.

use super::rows::{RowContext, shown_name};
use crate::{numbers, words};
use diptych_compare::ranking::{Floor, SlowRun};

/// Returns the run with a call that takes far longer than all calls of its function in other runs:
/// `One call of flush takes 61.0 ms in one of B’s 4 runs (b-3.json), and at most 1.05 ms in all other runs`. `None` if no run
/// or more than one has such a call.
pub(super) fn sentence(context: RowContext<'_>, floor: Floor) -> Option<String> {
    if context.counted().is_some() || !numbers::has_places(context.axis) {
        return None;
    }
    let SlowRun { side, run, identity, longest, longest_of_others } = SlowRun::find(context.union, floor)?;
    let name = shown_name(context.names, identity);
    let [longest, others] = [longest, longest_of_others].map(|ticks| numbers::extent(context.axis, ticks));
    let runs = numbers::count(context.union.side(side).count() as u64);
    let file = context.run_names[side]
        .get(run)
        .map_or_else(String::new, |name| format!(" ({})", words::shown(name)));
    let side = ["A", "B"][side.min(1)];
    Some(format!(
        "One call of {name} takes {longest} in one of {side}’s {runs} runs{file}, and at most {others} in all other runs"
    ))
}
