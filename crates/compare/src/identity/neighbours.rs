//! Who calls whom.

use crate::Progress;
use diptych_trace::{IdentityId, Trace, in_blocks};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Which functions of a trace call which, and how often, from its calls; independent of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    /// (caller, callee), ascending, and calls; `u32::MAX` calls the calls at depth 0.
    pairs: Vec<((u32, u32), u64)>,
}

impl Edges {
    /// From a trace. O(calls + e log e) for e distinct edges.
    pub fn new(trace: &Trace, progress: Progress<'_>) -> Self {
        let calls = trace.calls();
        let functions = calls.function();
        let mut distinct: FxHashMap<(u32, u32), u64> = FxHashMap::default();
        // Most calls are made by who made the call before: that spares the table.
        let mut last = ((u32::MAX, u32::MAX), 0);
        in_blocks(0..calls.len(), &mut |rows| {
            if rows.start > 0 && rows.start.is_multiple_of(1 << 16) {
                progress(rows.start as u64, calls.len() as u64);
            }
            for row in rows {
                let caller =
                    calls.parent()[row].some().map_or(u32::MAX, |parent| functions[parent.index()].0);
                let edge = (caller, functions[row].0);
                if last.0 == edge {
                    last.1 += 1;
                } else {
                    *distinct.entry(last.0).or_default() += last.1;
                    last = (edge, 1);
                }
            }
        });
        *distinct.entry(last.0).or_default() += last.1;
        let mut pairs: Vec<((u32, u32), u64)> =
            distinct.into_iter().filter(|(_, calls)| *calls > 0).collect();
        pairs.sort_unstable();
        Self { pairs }
    }
}

/// Callers and callees of each identity, from the edges of a trace and the identities of its functions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Neighbours {
    callers: Lists,
    callees: Lists,
}

/// Ascending lists of identities, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Lists {
    first: Vec<u32>,
    items: Vec<IdentityId>,
    /// Of each item, calls.
    calls: Vec<u64>,
}

impl Neighbours {
    /// O(e log e) for e edges. An identity that calls itself is none of its neighbours.
    pub fn new(edges: &Edges, of_function: &[IdentityId], identity_count: u32) -> Self {
        let identity = |function: u32| match function {
            u32::MAX => IdentityId::NONE,
            function => of_function[function as usize],
        };
        let edges = edges.pairs.iter();
        let mut down: Vec<(IdentityId, IdentityId, u64)> =
            edges.map(|&((caller, callee), calls)| (identity(caller), identity(callee), calls)).collect();
        down.retain(|(caller, callee, _)| caller != callee);
        let mut up: Vec<(IdentityId, IdentityId, u64)> =
            down.iter().map(|&(caller, callee, calls)| (callee, caller, calls)).collect();
        Self { callers: Lists::new(&mut up, identity_count), callees: Lists::new(&mut down, identity_count) }
    }

    /// Who calls an identity, ascending; [`IdentityId::NONE`] where nobody does.
    pub fn callers(&self, id: IdentityId) -> &[IdentityId] {
        self.callers.get(id)
    }

    /// What an identity calls directly, ascending.
    pub fn callees(&self, id: IdentityId) -> &[IdentityId] {
        self.callees.get(id)
    }

    /// How often it calls each of these.
    pub fn callee_calls(&self, id: IdentityId) -> &[u64] {
        &self.callees.calls[self.callees.range(id)]
    }
}

impl Lists {
    fn new(pairs: &mut Vec<(IdentityId, IdentityId, u64)>, count: u32) -> Self {
        pairs.sort_unstable();
        pairs.dedup_by(|next, one| {
            let is_same = (next.0, next.1) == (one.0, one.1);
            one.2 += if is_same { next.2 } else { 0 };
            is_same
        });
        // What nobody calls comes last and has no list.
        pairs.truncate(pairs.partition_point(|(from, ..)| *from != IdentityId::NONE));
        let before = |id: u32| pairs.partition_point(|(from, ..)| from.0 < id) as u32;
        Self {
            first: (0..=count).map(before).collect(),
            items: pairs.iter().map(|&(_, to, _)| to).collect(),
            calls: pairs.iter().map(|&(.., calls)| calls).collect(),
        }
    }

    fn range(&self, id: IdentityId) -> Range<usize> {
        self.first[id.index()] as usize..self.first[id.index() + 1] as usize
    }

    fn get(&self, id: IdentityId) -> &[IdentityId] {
        &self.items[self.range(id)]
    }
}
