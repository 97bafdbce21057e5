//! Calls, self time and inclusive time of every function.

use diptych_trace::{CallId, Trace};

/// Totals by function: columns indexed by function id.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// Calls.
    pub calls: Vec<u64>,
    /// Ticks spent in the function itself.
    pub self_ticks: Vec<i64>,
    /// Ticks of its outermost calls: a call inside a call of the same function adds nothing, so recursion
    /// never counts twice.
    pub total_ticks: Vec<i64>,
}

/// Adds a trace up. O(calls). `progress` is told how many calls are done, about every 2¹⁶ of them.
pub fn totals(trace: &Trace, mut progress: impl FnMut(u32)) -> Totals {
    let functions = trace.functions().len();
    let mut sums =
        Totals { calls: vec![0; functions], self_ticks: vec![0; functions], total_ticks: vec![0; functions] };
    let calls = trace.calls();
    // For each function, where the subtree of its outermost open call ends; calls before that are inside it.
    let mut outermost_end = vec![0u32; functions];
    for row in 0..calls.len() {
        let id = CallId(row as u32);
        let function = calls.function()[row].index();
        let duration = calls.duration(id);
        sums.calls[function] += 1;
        sums.self_ticks[function] += duration;
        if let Some(parent) = calls.parent()[row].some() {
            sums.self_ticks[calls.function()[parent.index()].index()] -= duration;
        }
        if id.0 >= outermost_end[function] {
            outermost_end[function] = calls.subtree_end()[row];
            sums.total_ticks[function] += duration;
        }
        if row & 0xFFFF == 0xFFFF {
            progress(row as u32 + 1);
        }
    }
    sums
}
