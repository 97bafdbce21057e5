//! An index of nested calls: it finds the listed calls around a call without climbing the stack.

use diptych_trace::{CallId, Calls};
use std::ops::Range;

/// Marks the absence of a ring.
const NONE: u32 = u32::MAX;

/// Listed calls by nesting, each with its range of the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Nest {
    rings: Vec<Ring>,
    /// Innermost ring from each call on, ascending by call.
    steps: Vec<(u32, u32)>,
}

/// A listed call.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ring {
    /// Listed call.
    pub(super) call: CallId,
    /// Range of the list that belongs to the call.
    pub(super) items: Range<usize>,
    /// End of the call's subtree, exclusive.
    end: u32,
    /// Next ring around this one.
    further: u32,
}

impl Nest {
    /// Builds the index from a list of calls in ascending order, in which a call may repeat. O(list).
    pub(super) fn new(calls: &Calls, list: impl Iterator<Item = CallId>) -> Self {
        let mut nest = Self::default();
        let mut open = Vec::new();
        for (place, call) in list.enumerate() {
            match nest.rings.last_mut() {
                Some(last) if last.call == call => last.items.end = place + 1,
                _ => {
                    nest.close(&mut open, call.0);
                    let (ring, further) = (nest.rings.len() as u32, open.last().copied().unwrap_or(NONE));
                    let end = calls.subtree_end()[call.index()];
                    nest.rings.push(Ring { call, items: place..place + 1, end, further });
                    nest.step(call.0, ring);
                    open.push(ring);
                }
            }
        }
        nest.close(&mut open, u32::MAX);
        nest
    }

    /// Leaves the rings that end at or before a call.
    fn close(&mut self, open: &mut Vec<u32>, call: u32) {
        while let Some(&last) = open.last() {
            let end = self.rings[last as usize].end;
            if end > call {
                return;
            }
            open.pop();
            self.step(end, open.last().copied().unwrap_or(NONE));
        }
    }

    fn step(&mut self, from: u32, ring: u32) {
        match self.steps.last_mut() {
            Some(last) if last.0 == from => last.1 = ring,
            _ => self.steps.push((from, ring)),
        }
    }

    /// Returns the rings around a call, from the inside out. They include the call itself. O(log rings), plus O(1) for
    /// each ring.
    pub(super) fn around(&self, call: CallId) -> impl Iterator<Item = &Ring> {
        let after = self.steps.partition_point(|&(from, _)| from <= call.0);
        let innermost = after.checked_sub(1).map_or(NONE, |step| self.steps[step].1);
        std::iter::successors(self.rings.get(innermost as usize), |ring| {
            self.rings.get(ring.further as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Rng, Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rings_around_a_call_equal_its_listed_callers(seed: u64, share in 1u64..6) {
            let trace = generate(seed, Shape { lanes: 2, ..Shape::SMALL });
            let (calls, mut rng) = (trace.calls(), Rng::new(seed));
            let ids = || (0..calls.len() as u32).map(CallId);
            let list: Vec<CallId> = ids().flat_map(|call| vec![call; rng.below(share) as usize / 2]).collect();
            let nest = Nest::new(calls, list.iter().copied());
            for call in ids() {
                let up = std::iter::successors(Some(call), |up| calls.parent()[up.index()].some());
                let climbed: Vec<CallId> = up.filter(|up| list.contains(up)).collect();
                let found: Vec<CallId> = nest.around(call).map(|ring| ring.call).collect();
                prop_assert_eq!(found, climbed);
                for ring in nest.around(call) {
                    let own = list.iter().filter(|&&of| of == ring.call).count();
                    prop_assert_eq!(list[ring.items.clone()].to_vec(), vec![ring.call; own]);
                }
            }
        }
    }
}
