//! The canonical order of the sides, by content alone.

use super::classes::mix;
use crate::Pair;
use crate::parallel::both_sides;
use diptych_trace::{Trace, for_each_block};

/// Returns true if B goes first. Exchanging the sides exchanges the answer. If both sides are equal in everything
/// compared, their order makes no difference.
///
/// Compared are, in this order: the shape of the calls, the times, and the names. The shape numbers identities by first
/// appearance on their own side, so renaming does not affect it. O(calls).
pub(super) fn is_swapped(pair: Pair) -> bool {
    let shapes = both_sides(|side| shape(pair, side));
    let by = |measure: fn(&Trace) -> u64| pair.traces.map(measure);
    let differ = |[a, b]: [u64; 2]| (a != b).then_some(a > b);
    differ(shapes).or_else(|| differ(by(times))).or_else(|| differ(by(names))).unwrap_or(false)
}

fn shape(pair: Pair, side: usize) -> u64 {
    let trace = pair.traces[side];
    let mut number = vec![u32::MAX; pair.identity_count as usize];
    let mut known = 0;
    let mut hash = trace.calls().len() as u64;
    for lane in trace.lanes().ids() {
        hash = mix(hash, trace.lanes().calls(lane).len() as u64);
    }
    let (functions, depths) = (trace.calls().function(), trace.calls().depth());
    for_each_block(0..depths.len(), &mut |rows| {
        let (number, identities) = (&mut number[..], pair.identities[side]);
        let mut sum = hash;
        for (function, &depth) in functions[rows.clone()].iter().zip(&depths[rows]) {
            let slot = &mut number[identities[function.index()].index()];
            if *slot == u32::MAX {
                *slot = known;
                known += 1;
            }
            sum = mix(sum, u64::from(*slot) << 32 | u64::from(depth));
        }
        hash = sum;
    });
    hash
}

fn times(trace: &Trace) -> u64 {
    let spans = trace.calls().start().iter().zip(trace.calls().end());
    spans.fold(0, |hash, (&start, &end)| mix(mix(hash, start as u64), end as u64))
}

fn names(trace: &Trace) -> u64 {
    let mut hash = 0;
    for function in trace.functions().ids() {
        let spec = trace.functions().get(trace.names(), function);
        for byte in spec.name.bytes().chain([0]).chain(spec.file.bytes()).chain([0]) {
            hash = mix(hash, u64::from(byte));
        }
        hash = mix(hash, u64::from(spec.line));
    }
    trace.calls().function().iter().fold(hash, |hash, function| mix(hash, u64::from(function.0)))
}
