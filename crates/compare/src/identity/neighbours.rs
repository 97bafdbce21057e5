//! Callers and callees.

use crate::Progress;
use diptych_trace::{IdentityId, Trace, for_each_block};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The call graph of a trace: its pairs of caller and callee function, with counts. It does not depend on the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    /// Pairs of caller and callee, ascending, with the number of calls. `u32::MAX` stands for the missing caller of
    /// outermost calls.
    pairs: Vec<((u32, u32), u64)>,
}

impl Edges {
    /// Collects the edges of a trace. O(calls + e log e) for e distinct edges.
    pub fn new(trace: &Trace, progress: Progress<'_>) -> Self {
        let calls = trace.calls();
        let functions = calls.function();
        let mut distinct: FxHashMap<(u32, u32), u64> = FxHashMap::default();
        // Most calls have the same caller and callee as the call before, which saves a lookup in the table.
        let mut last = ((u32::MAX, u32::MAX), 0);
        for_each_block(0..calls.len(), &mut |rows| {
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

/// The callers and callees of each identity.
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
    /// Number of calls of each item.
    calls: Vec<u64>,
}

impl Neighbours {
    /// Merges the edges of a trace by identity. An identity is never its own neighbour. O(e log e) for e edges.
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

    /// Returns the callers of an identity, ascending. [`IdentityId::NONE`] stands for the missing caller of outermost
    /// calls.
    pub fn callers(&self, id: IdentityId) -> &[IdentityId] {
        self.callers.get(id)
    }

    /// Returns the direct callees of an identity, ascending.
    pub fn callees(&self, id: IdentityId) -> &[IdentityId] {
        self.callees.get(id)
    }

    /// Returns the number of calls by each of the [`Self::callers`].
    pub fn caller_calls(&self, id: IdentityId) -> &[u64] {
        &self.callers.calls[self.callers.range(id)]
    }

    /// Returns the number of calls of each of the [`Self::callees`].
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
        // Outermost calls have no caller. They sort last and get no list.
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
