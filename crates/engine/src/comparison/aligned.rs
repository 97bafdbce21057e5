//! Lanes, alignment and call trees of a pair: worked out by the compute role, taken in by the engine.

use super::Basis;
use super::lanes::{edits_of, pair_by};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, Warp, align};
use diptych_compare::identity::{Rules, identify};
use diptych_compare::lanes::{LanePairs, pair_lanes};
use diptych_profile::CallTree;
use diptych_protocol::LaneMatching;
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::Trace;
use diptych_views::matches::MatchIndex;
use std::sync::Arc;

/// What corresponds, call by call and path by path.
#[derive(Debug)]
pub(crate) struct Aligned {
    pub(crate) lanes: LanePairs,
    pub(crate) alignment: Alignment,
    pub(crate) warp: Warp,
    /// Counts matches between stretches of calls.
    pub(crate) index: MatchIndex,
    /// Call trees of the two runs, under the identities of the basis.
    pub(crate) trees: [Arc<CallTree>; 2],
}

/// Told what is being done, how much of it is done, and of how much.
pub(crate) type Stages<'a> = &'a mut dyn FnMut(&'static str, u64, u64);

/// Pairs the lanes, aligns the calls, adds up the call trees: as stored bytes. `rules` are all spelt out.
pub(crate) fn align_stored(
    traces: [&Trace; 2],
    rules: &str,
    matching: LaneMatching,
    chosen: &[u32],
    stages: Stages<'_>,
) -> Result<Vec<u8>, String> {
    let (rules, compiled) = super::basis::read(rules, &Rules::NONE).map_err(|problem| problem.message)?;
    let identities = identify(&compiled, traces);
    let pair =
        Pair { traces, identities: [identities.of(0), identities.of(1)], identity_count: identities.count() };
    let edits = edits_of(chosen);
    let lanes =
        pair_lanes(pair, pair_by(matching), &edits, &mut |done, of| stages("Pairing lanes", done, of));
    let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let alignment =
        align(pair, &pairs, Options::default(), &mut |done, of| stages("Aligning calls", done, of));
    let mut columns = Columns::default();
    parts::put_pair(&mut columns, &rules, &identities.keys, &lanes, &alignment);
    for side in 0..2 {
        let tree = CallTree::new(traces[side], pair.identities[side], &mut |done, of| {
            stages("Adding up call paths", done, of);
        });
        parts::put_tree(&mut columns, side, 0, &tree);
    }
    Ok(columns.to_bytes())
}

impl Aligned {
    /// From stored bytes of the same pair.
    pub(crate) fn from_bytes(bytes: &[u8], basis: &Basis, traces: [&Trace; 2]) -> Result<Self, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let pair = basis.pair(traces);
        if columns.texts("keys")? != basis.identities.keys {
            return Err(StoreError::Misfit { what: "it was made under other identity rules" });
        }
        let lanes = parts::lanes(&columns, pair)?;
        let alignment = parts::alignment(&columns, pair)?;
        let tree = |side| parts::tree(&columns, side, 0, pair.identity_count).map(Arc::new);
        let trees = [tree(0)?, tree(1)?];
        let warp = Warp::new(pair, &alignment);
        let index = MatchIndex::new(&alignment);
        Ok(Self { lanes, alignment, warp, index, trees })
    }
}
