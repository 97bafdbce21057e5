//! The choice of the outlier calls that are findings.
//!
//! Pauses of the machine and of the runtime make outlier calls in every run. They hit functions at random, so several
//! functions have some of about the same length. An outlier call that is far longer than all of these is a finding, and
//! so are many more outlier calls on one side than on the other.

use crate::call_times::OutlierCall;
use diptych_profile::{Floor, UnionTree};
use diptych_trace::IdentityId;

/// Ratio to an outlier's excess from which on another outlier is as long.
const AS_LONG: f64 = 0.5;

/// Number of standard deviations that the difference of two counts must exceed.
const DEVIATIONS: f64 = 2.0;

/// Smallest excess of a finding, as a share of the time of its side. Every run has some pauses that take less.
const LEAST_SHARE: f64 = 0.005;

/// Returns, for each outlier call, whether it is a finding. `totals` are the self times of all calls of A and of B in
/// ticks. Its excess must exceed the floor and half a per cent of its side's total. Let n be the number of outlier calls of
/// its side that are as long, with at least half of its excess, and m that number on the other side.
/// It is a finding in two cases:
///
/// * m is 0, and all n calls are of its function;
/// * n − m exceeds two standard deviations, √(n + m), of the difference of two equal rates.
///
/// O(calls · log calls).
pub fn standing_outliers(calls: &[OutlierCall], floor: Floor, totals: [f64; 2]) -> Vec<bool> {
    let sides = [0, 1].map(|side| Pauses::new(calls, side));
    let is_finding = |call: &OutlierCall| {
        let least = call.excess() as f64 * AS_LONG;
        let [own, other] = [call.side, 1 - call.side].map(|side| sides[side].from(least));
        let [n, m] = [own, other].map(|pauses| pauses.len() as f64);
        let is_alone = m == 0.0 && own.iter().all(|&(_, function)| function == call.identity);
        floor.exceeded_by([call.ordinary as f64, call.self_ticks as f64])
            && call.excess() as f64 >= LEAST_SHARE * totals[call.side]
            && (is_alone || n - m > DEVIATIONS * (n + m).sqrt())
    };
    calls.iter().map(is_finding).collect()
}

/// Returns the self times of all calls of A and of B in ticks. O(nodes).
pub(super) fn totals(union: &UnionTree) -> [f64; 2] {
    let mut totals = [0.0; 2];
    for run in union.runs() {
        let ticks = run.tree.nodes().map(|node| run.tree.self_spread(node).ticks as f64);
        totals[run.side] += ticks.sum::<f64>();
    }
    totals
}

/// The outlier calls of one side by excess, the shortest first.
struct Pauses(Vec<(i64, IdentityId)>);

impl Pauses {
    fn new(calls: &[OutlierCall], side: usize) -> Self {
        let of_side = calls.iter().filter(|call| call.side == side);
        let mut ascending: Vec<_> = of_side.map(|call| (call.excess(), call.identity)).collect();
        ascending.sort_unstable();
        Self(ascending)
    }

    /// Returns the calls with at least some excess.
    fn from(&self, least: f64) -> &[(i64, IdentityId)] {
        &self.0[self.0.partition_point(|&(excess, _)| (excess as f64) < least)..]
    }
}
