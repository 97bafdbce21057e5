//! Which outlier calls are findings.
//!
//! Pauses of the machine and of the runtime make outlier calls in every run. They are no difference between the sides
//! if the other side has as many as long ones. A call of a length that only one side has, or many more of them than on
//! the other side, is a finding.

use super::Floor;
use crate::call_times::OutlierCall;

/// Ratio to an outlier's excess from which on another outlier is as long.
const AS_LONG: f64 = 0.5;

/// Number of standard deviations that the difference of two counts must exceed.
const DEVIATIONS: f64 = 2.0;

/// Returns, for each outlier call, whether it is a finding. Its excess must exceed the floor. Let n be the number of
/// outlier calls of its side whose excess is at least half of its own, and m that of the other side. It is a finding if
/// m is 0, or if n − m exceeds two standard deviations, √(n + m), of the difference of two equal rates.
/// O(calls · log calls).
pub fn standing_outliers(calls: &[OutlierCall], floor: Floor) -> Vec<bool> {
    let ascending = [0, 1].map(|side| {
        let mut excess: Vec<i64> =
            calls.iter().filter(|call| call.side == side).map(OutlierCall::excess).collect();
        excess.sort_unstable();
        excess
    });
    let as_long = |side: usize, excess: f64| {
        let of_side = &ascending[side];
        (of_side.len() - of_side.partition_point(|&other| (other as f64) < excess * AS_LONG)) as f64
    };
    let is_finding = |call: &OutlierCall| {
        let excess = call.excess() as f64;
        let [own, other] = [call.side, 1 - call.side].map(|side| as_long(side, excess));
        floor.exceeded_by([call.ordinary as f64, call.self_ticks as f64])
            && (other == 0.0 || own - other > DEVIATIONS * (own + other).sqrt())
    };
    calls.iter().map(is_finding).collect()
}
