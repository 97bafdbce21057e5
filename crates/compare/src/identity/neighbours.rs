//! Who calls whom.

use crate::Progress;
use diptych_trace::{IdentityId, Trace};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Which functions of a trace call which, from its calls; independent of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    /// (caller, callee), ascending; `u32::MAX` calls the calls at depth 0.
    pairs: Vec<(u32, u32)>,
}

impl Edges {
    /// From a trace. O(calls + e log e) for e distinct edges.
    pub fn new(trace: &Trace, progress: Progress<'_>) -> Self {
        let calls = trace.calls();
        let functions = calls.function();
        let mut distinct: FxHashSet<(u32, u32)> = FxHashSet::default();
        // Most calls are made by who made the call before: that spares the table.
        let mut last = None;
        for (row, (callee, parent)) in functions.iter().zip(calls.parent()).enumerate() {
            let caller = parent.some().map_or(u32::MAX, |parent| functions[parent.index()].0);
            let edge = (caller, callee.0);
            if last != Some(edge) {
                distinct.insert(edge);
                last = Some(edge);
            }
            if row & 0xFFFF == 0xFFFF {
                progress(row as u64 + 1, calls.len() as u64);
            }
        }
        let mut pairs: Vec<(u32, u32)> = distinct.into_iter().collect();
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
}

impl Neighbours {
    /// O(e log e) for e edges. An identity that calls itself is none of its neighbours.
    pub fn new(edges: &Edges, of_function: &[IdentityId], identity_count: u32) -> Self {
        let identity = |function: u32| match function {
            u32::MAX => IdentityId::NONE,
            function => of_function[function as usize],
        };
        let mut down: Vec<(IdentityId, IdentityId)> =
            edges.pairs.iter().map(|&(caller, callee)| (identity(caller), identity(callee))).collect();
        down.retain(|(caller, callee)| caller != callee);
        let mut up: Vec<(IdentityId, IdentityId)> =
            down.iter().map(|&(caller, callee)| (callee, caller)).collect();
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
}

impl Lists {
    fn new(pairs: &mut Vec<(IdentityId, IdentityId)>, count: u32) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        // What nobody calls comes last and has no list.
        pairs.truncate(pairs.partition_point(|(from, _)| *from != IdentityId::NONE));
        let before = |id: u32| pairs.partition_point(|(from, _)| from.0 < id) as u32;
        Self { first: (0..=count).map(before).collect(), items: pairs.iter().map(|&(_, to)| to).collect() }
    }

    fn get(&self, id: IdentityId) -> &[IdentityId] {
        let range: Range<usize> = self.first[id.index()] as usize..self.first[id.index() + 1] as usize;
        &self.items[range]
    }
}
