//! Calls, self time and inclusive time, by group of functions.

use crate::Groups;
use diptych_trace::{CallId, Trace, for_each_block};

/// Sums as columns indexed by group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// Number of calls.
    pub calls: Vec<u64>,
    /// Self time, in ticks.
    pub self_ticks: Vec<i64>,
    /// Inclusive time of outermost calls, in ticks. A call inside a call of the same group adds nothing, so recursion
    /// never counts twice.
    pub total_ticks: Vec<i64>,
}

impl Totals {
    /// Returns zero sums for each group.
    pub fn zero(groups: usize) -> Self {
        Self { calls: vec![0; groups], self_ticks: vec![0; groups], total_ticks: vec![0; groups] }
    }
}

/// Sums a trace. O(calls). `progress` receives the number of calls done, about every 2¹⁶ calls.
pub fn totals(trace: &Trace, groups: &Groups, mut progress: impl FnMut(u32)) -> Totals {
    let mut sums = Totals::zero(groups.count());
    let calls = trace.calls();
    let counts = trace.call_counts();
    // For each group, the end of the subtree of its outermost open call; earlier calls are inside it.
    let mut outermost_end = vec![0u32; groups.count()];
    // Groups of the open calls, by depth. The last one loses self time to the next call.
    let mut open: Vec<usize> = Vec::new();
    for_each_block(0..calls.len(), &mut |rows| {
        if rows.start > 0 && rows.start.is_multiple_of(1 << 16) {
            progress(rows.start as u32);
        }
        for row in rows {
            let (group, duration) =
                (groups.of_call(trace, CallId(row as u32)), calls.duration(CallId(row as u32)));
            open.truncate(calls.depth()[row] as usize);
            sums.calls[group] += counts.map_or(1, |counts| counts[row].max(1) as u64);
            sums.self_ticks[group] += duration;
            if let Some(&caller) = open.last() {
                sums.self_ticks[caller] -= duration;
            }
            open.push(group);
            if row as u32 >= outermost_end[group] {
                outermost_end[group] = calls.subtree_end()[row];
                sums.total_ticks[group] += duration;
            }
        }
    });
    sums
}
