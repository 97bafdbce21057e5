//! The overview as comma-separated values, with bare numbers.

use super::intervals::Intervals;
use diptych_protocol::SideName;
use diptych_views::csv::{number, unit};
use std::fmt::Write;

/// Returns one row for each interval of each run. Times are in the unit of the axis, from the first instant of the
/// side's own run. Shifts are means over the matches of an interval, on the common axis.
pub fn csv(intervals: &Intervals) -> String {
    let (axis, unit) = (intervals.axis, unit(intervals.axis));
    let mut out = format!(
        "side,from_{unit},to_{unit},calls,matched,moved,matched_self_{unit},bar,partners_later_by_{unit},spread_{unit}\n"
    );
    for side in SideName::BOTH {
        for bin in 0..intervals.sides[side.index()].len() as u32 {
            let Some(interval) = intervals.get(side, bin) else { continue };
            let (letter, calls) = (side.letter(), interval.calls);
            let [from, to, own] =
                [interval.from, interval.to, calls.self_ticks].map(|ticks| number(axis, ticks));
            let [later, spread] =
                [interval.mean_shift, interval.spread].map(|ticks| number(axis, ticks.round() as i64));
            let _ = writeln!(
                out,
                "{letter},{from},{to},{},{},{},{own},{},{later},{spread}",
                calls.calls,
                calls.matched - calls.moved,
                calls.moved,
                interval.height,
            );
        }
    }
    out
}
