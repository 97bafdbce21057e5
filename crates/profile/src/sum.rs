//! Sums over some calls of a trace.

use crate::lane_spread::LanesSeen;
use crate::percentiles::nearest_rank;
use diptych_trace::{CallId, Trace};

/// Sums over some calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sum {
    /// Number of calls.
    pub calls: u64,
    /// Number of lanes with such calls; a sub-lane counts as its lane.
    pub lanes: u32,
    /// Self time, in ticks.
    pub self_ticks: i64,
    /// Inclusive time of the outermost calls, in ticks: a call inside another of them adds nothing.
    pub total_ticks: i64,
    /// Median duration in ticks, by nearest rank; 0 without calls.
    pub p50_ticks: i64,
    /// Duration in ticks that 99 % of the calls do not exceed, by nearest rank; 0 without calls.
    pub p99_ticks: i64,
    /// First start and last end, in ticks from the start of the trace.
    pub extent: Option<(i64, i64)>,
}

impl Sum {
    /// Sums the calls that `is_member` selects. O(calls).
    pub fn new(trace: &Trace, mut is_member: impl FnMut(CallId) -> bool) -> Self {
        let calls = trace.calls();
        let mut sum = Self::default();
        let mut durations = Vec::new();
        let mut lanes = LanesSeen::default();
        let mut outermost_end = 0;
        for call in (0..calls.len() as u32).map(CallId).filter(|&call| is_member(call)) {
            let duration = calls.duration(call);
            durations.push(duration);
            lanes.see(trace, call);
            sum.self_ticks += calls.self_time(call);
            if call.0 >= outermost_end {
                outermost_end = calls.subtree(call).end;
                sum.total_ticks += duration;
            }
            let (start, end) = (calls.start()[call.index()], calls.end()[call.index()]);
            sum.extent =
                Some(sum.extent.map_or((start, end), |(first, last)| (first.min(start), last.max(end))));
        }
        sum.calls = durations.len() as u64;
        sum.lanes = lanes.count();
        sum.p50_ticks = nearest_rank(&mut durations, 0.5);
        sum.p99_ticks = nearest_rank(&mut durations, 0.99);
        sum
    }
}
