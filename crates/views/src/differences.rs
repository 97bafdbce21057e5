//! A ranking in words: the verdict, the rows of the lists, and the meaning of noise and grey.

mod beside_whole;
mod caller_calls;
mod cause;
mod findings;
mod further;
mod idle;
mod lane_family;
mod late_lane;
mod main_caller;
mod moved;
mod one_call;
mod one_side;
mod order;
mod other_caller;
mod phases;
mod replaced;
mod rows;
mod samples;
mod single_calls;
mod slow_run;
mod successor;
mod symbols;
mod telling_names;
mod thread_move;
mod typical;
mod verdict;
mod why;

pub use cause::cause;
pub use findings::{LargestChange, Whole};
pub use order::{measured_by, ordered_by, sort_value};
pub use phases::{explains, phase};
pub use rows::{
    Names, RowContext, RowPlace, WITH_OTHERS, beside_others, list_of, one_call, one_side_word, reason,
    reasons_below, row, several_runs_fact,
};
pub use symbols::without_names;
pub use typical::{GeneralChange, general_change};
pub use verdict::{doubt, grey, hardly_match, missing, noise, none, remedy, verdict};

use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{Floor, Row};
use diptych_trace::Axis;

use crate::{Successors, numbers};

/// Returns the functions that probably succeed others, or are succeeded. `significant` are all significant changes. Samples
/// count no calls, so nothing succeeds anything there.
pub fn successors(context: RowContext<'_>, significant: &[Row], floor: Floor) -> Successors {
    replaced::all_successors(context, &significant.iter().collect::<Vec<&Row>>(), floor)
}

/// Formats a noise floor: `5 % and 10 µs`.
pub fn floor(axis: Axis, floor: Floor) -> String {
    format!("{} and {}", numbers::percent(floor.share), numbers::extent(axis, floor.ticks))
}

/// Formats the share of calls with a same-named function on the other side, and the number of proposed rules that would
/// raise it: `88 %`, `88 % · 3 renames proposed`.
pub fn identity(alike: f64, proposals: Option<u32>) -> String {
    let share = numbers::percent(alike);
    match proposals {
        None | Some(0) => share,
        Some(1) => format!("{share} · 1 rename proposed"),
        Some(count) => format!("{share} · {} renames proposed", numbers::count(u64::from(count))),
    }
}

/// Formats the numbers of paired and unpaired lanes: `1 pair`, `700 pairs · 3 unpaired`.
pub fn lanes(counts: LaneCounts) -> String {
    let pairs = counts.lanes[0].saturating_sub(counts.alone[0]);
    let alone: u64 = counts.alone.iter().sum();
    let pairs = if pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", numbers::count(pairs)) };
    let unpaired = if alone > 0 { format!(" · {} unpaired", numbers::count(alone)) } else { String::new() };
    format!("{pairs}{unpaired}")
}
