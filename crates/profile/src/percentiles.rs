//! Percentiles of call durations, by group of functions.

use crate::Groups;
use diptych_trace::{CallId, Trace};

/// Returns nearest-rank percentiles of the durations of each group's calls: `result[p][group]`, in ticks, 0 for groups
/// without calls. `shares` are in 0..=1. O(calls · shares).
pub fn percentiles(trace: &Trace, groups: &Groups, shares: &[f64]) -> Vec<Vec<i64>> {
    // A counting sort brings the durations of each group together.
    let mut first = vec![0usize; groups.count() + 1];
    for group in groups.of_calls(trace) {
        first[group + 1] += 1;
    }
    for group in 0..groups.count() {
        first[group + 1] += first[group];
    }
    let mut durations = vec![0i64; trace.calls().len()];
    let mut next = first.clone();
    for (row, group) in groups.of_calls(trace).enumerate() {
        durations[next[group]] = trace.calls().duration(CallId(row as u32));
        next[group] += 1;
    }
    let mut of = |share: f64| -> Vec<i64> {
        let stretches = first.windows(2);
        stretches.map(|group| nearest_rank(&mut durations[group[0]..group[1]], share)).collect()
    };
    shares.iter().map(|&share| of(share)).collect()
}

/// Returns the smallest value that at least `share` of all values do not exceed; 0 without values.
pub(crate) fn nearest_rank(values: &mut [i64], share: f64) -> i64 {
    if values.is_empty() {
        return 0;
    }
    let rank = (share * values.len() as f64).ceil().max(1.0) as usize;
    let (_, value, _) = values.select_nth_unstable(rank.min(values.len()) - 1);
    *value
}
