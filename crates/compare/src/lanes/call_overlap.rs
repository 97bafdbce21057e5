//! The overlap of two lanes by their numbers of calls.

use crate::Pair;
use diptych_trace::{CallId, LaneId};
use rustc_hash::FxHashMap;

/// Returns Σ min / Σ max, from 0 to 1, of the shares that each function has of the own calls of two lanes. A function
/// that became much slower changes the lanes' times, but not this. O(calls of the lanes).
pub(super) fn call_overlap(pair: Pair<'_>, lanes: [LaneId; 2]) -> f64 {
    let mut counts: FxHashMap<u32, [u64; 2]> = FxHashMap::default();
    let mut all = [0u64; 2];
    for side in 0..2 {
        for row in pair.traces[side].lanes().calls(lanes[side]) {
            counts.entry(pair.of_call(side, CallId(row)).0).or_default()[side] += 1;
            all[side] += 1;
        }
    }
    if all.contains(&0) {
        return 0.0;
    }
    // Shares have the product of both numbers as common denominator, so the sums are exact.
    let (mut least, mut most) = (0u128, 0u128);
    for [a, b] in counts.into_values() {
        let [a, b] = [u128::from(a) * u128::from(all[1]), u128::from(b) * u128::from(all[0])];
        least += a.min(b);
        most += a.max(b);
    }
    least as f64 / most as f64
}
