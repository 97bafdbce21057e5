//! Functions whose calls moved: their matches come at another place in the order of calls.

use crate::Pair;
use crate::align::{Alignment, Kind, Warp};
use diptych_trace::{CallId, IdentityId, Sorting, Trace};

/// A function with moved calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovedFunction {
    /// Function of the calls.
    pub identity: IdentityId,
    /// Inclusive time of the moved calls in A and in B, ticks.
    pub ticks: [i64; 2],
    /// Number of moved calls.
    pub calls: u64,
    /// Longest distance that one of the calls moved, ticks: between its start in B and the time that matches its start
    /// in A.
    pub farthest: i64,
    /// Start of that call in A and in B, ticks since each trace's first instant. `None` if a stored comparison does not
    /// have it.
    pub starts: Option<[i64; 2]>,
}

/// Returns the functions with moved calls, most calls first. O(calls).
pub fn moved_functions(pair: Pair<'_>, alignment: &Alignment, warp: &Warp) -> Vec<MovedFunction> {
    let mut functions: Vec<Option<MovedFunction>> = vec![None; pair.identity_count as usize];
    let [a, b] = pair.traces.map(Trace::calls);
    let of_a = &alignment.sides[0];
    for (row, _) in of_a.kind.iter().enumerate().filter(|(_, kind)| **kind == Kind::Moved) {
        let call = CallId(row as u32);
        let partner = of_a.partner[row];
        let identity = pair.of_call(0, call);
        let nothing = MovedFunction { identity, ticks: [0; 2], calls: 0, farthest: 0, starts: None };
        let of = functions[identity.index()].get_or_insert(nothing);
        of.ticks[0] += a.duration(call);
        of.ticks[1] += b.duration(partner);
        of.calls += 1;
        let starts = [a.start()[row], b.start()[partner.index()]];
        let distance = (starts[1] - warp.to_b(starts[0])).abs();
        if of.starts.is_none() || distance > of.farthest {
            (of.farthest, of.starts) = (distance, Some(starts));
        }
    }
    let mut functions: Vec<MovedFunction> = functions.into_iter().flatten().collect();
    functions.order_by(|x, y| {
        y.calls.cmp(&x.calls).then(y.farthest.cmp(&x.farthest)).then_with(|| x.identity.cmp(&y.identity))
    });
    functions
}
