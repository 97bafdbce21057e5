//! Self time of single calls in constant time, with little memory.

use diptych_trace::{CallId, Calls, for_each_block};

/// Maximum number of children whose durations are added up on request. Calls with more have their self time stored.
const FEW: u32 = 8;

/// The self time of each call. At most 1.4 bytes per call.
#[derive(Debug, Clone, Default)]
pub(super) struct SelfTimes {
    /// Calls with many children, ascending. `ticks` has their self time.
    wide: Vec<u32>,
    ticks: Vec<i64>,
}

impl SelfTimes {
    /// Stores the self time of calls with many children. O(calls).
    pub(super) fn new(calls: &Calls) -> Self {
        let mut children = vec![0u32; calls.len()];
        for_each_block(0..calls.len(), &mut |rows| {
            for parent in calls.parent()[rows].iter().filter_map(|parent| parent.some()) {
                children[parent.index()] += 1;
            }
        });
        let ids = (0..calls.len() as u32).filter(|&id| children[id as usize] > FEW);
        let wide: Vec<u32> = ids.collect();
        let ticks = wide.iter().map(|&id| calls.self_time(CallId(id))).collect();
        Self { wide, ticks }
    }

    /// Returns the self time of a call in ticks. O(log calls).
    pub(super) fn get(&self, calls: &Calls, id: CallId) -> i64 {
        let mut ticks = calls.duration(id);
        for (number, child) in calls.children(id).enumerate() {
            if number as u32 == FEW {
                let place = self.wide.partition_point(|&wide| wide < id.0);
                return self.ticks[place];
            }
            ticks -= calls.duration(child);
        }
        ticks
    }
}
