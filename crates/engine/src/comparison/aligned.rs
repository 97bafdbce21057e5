//! Identities, lanes, alignment and call trees of a pair: worked out by the compute role, taken in by the engine.

use super::Named;
use super::lanes::{edits_of, pair_by};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, Warp, align};
use diptych_compare::identity::{Identities, PrefixSuggestion};
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
    pub(crate) identities: Arc<Identities>,
    /// What one rule more would do.
    pub(crate) prefix: Option<PrefixSuggestion>,
    pub(crate) lanes: LanePairs,
    pub(crate) alignment: Alignment,
    pub(crate) warp: Warp,
    /// Counts matches between stretches of calls.
    pub(crate) index: MatchIndex,
    /// Call trees of the two runs, under these identities.
    pub(crate) trees: [Arc<CallTree>; 2],
}

/// Told what is being done, how much of it is done, and of how much; of nothing where a stage begins.
pub(crate) type Stages<'a> = &'a mut dyn FnMut(&'static str, u64, u64);

/// Pairs the lanes, aligns the calls, adds up the call trees: as stored bytes.
pub(crate) fn align_stored(
    traces: [&Trace; 2],
    named: &Named,
    matching: LaneMatching,
    chosen: &[u32],
    stages: Stages<'_>,
) -> Vec<u8> {
    let pair = named.pair(traces);
    let edits = edits_of(chosen);
    stages("Pairing lanes", 0, 0);
    let lanes =
        pair_lanes(pair, pair_by(matching), &edits, &mut |done, of| stages("Pairing lanes", done, of));
    let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    stages("Aligning calls", 0, 0);
    let alignment =
        align(pair, &pairs, Options::default(), &mut |done, of| stages("Aligning calls", done, of));
    let mut columns = Columns::default();
    let keys = parts::Named { keys: &named.identities.keys, of_function: pair.identities };
    parts::put_pair(&mut columns, &named.rules, keys, &lanes, &alignment);
    parts::put_prefix(&mut columns, named.prefix(traces, stages));
    for side in 0..2 {
        stages("Adding up call paths", 0, 0);
        let tree = CallTree::new(traces[side], pair.identities[side], &mut |done, of| {
            stages("Adding up call paths", done, of);
        });
        parts::put_tree(&mut columns, side, 0, &tree);
    }
    columns.to_bytes()
}

impl Aligned {
    /// From stored bytes of the same pair under rules that are spelt out.
    pub(crate) fn from_bytes(bytes: &[u8], rules: &str, traces: [&Trace; 2]) -> Result<Self, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let identities = parts::identities(&columns, rules, traces)?;
        let pair = identities.pair(traces);
        let lanes = parts::lanes(&columns, pair)?;
        let alignment = parts::alignment(&columns, pair)?;
        let tree = |side| parts::tree(&columns, side, 0, pair.identity_count).map(Arc::new);
        let trees = [tree(0)?, tree(1)?];
        let warp = Warp::new(pair, &alignment);
        let index = MatchIndex::new(&alignment);
        let prefix = parts::prefix(&columns)?;
        Ok(Self { identities: Arc::new(identities), prefix, lanes, alignment, warp, index, trees })
    }

    /// The pair under its identities.
    pub(crate) fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        self.identities.pair(traces)
    }
}
