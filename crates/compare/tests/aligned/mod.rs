//! Pairs of traces, aligned lane by lane.

use diptych_compare::align::{Options, align};
use diptych_compare::call_times::AlignedPair;
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, identify};
use diptych_profile::PartTree;
use diptych_trace::{LaneId, Trace};

/// Calls `of` with a pair under no rules, aligned lane by lane, and the call trees of its sides.
pub(crate) fn with_aligned<T>(
    a: &Trace,
    b: &Trace,
    of: impl FnOnce(AlignedPair<'_>, [PartTree; 2]) -> T,
) -> T {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let pair = identities.pair([a, b]);
    let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
    let aligned = AlignedPair { pair, alignment: &alignment, ends: &Ends::default() };
    of(aligned, [0, 1].map(|side| aligned.tree(side, &mut |_, _| ())))
}
