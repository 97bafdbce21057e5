//! Test of the times of calls that both sides have on the same path, against a naive twin.

use diptych_compare::align::{Options, align};
use diptych_compare::call_times::{AlignedPair, CallTimes};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_profile::{NodeId, UnionTree};
use diptych_testkit::{Shape, generate};
use diptych_trace::{CallId, IdentityId, LaneId};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

proptest! {
    #[test]
    fn common_times_are_those_of_calls_with_partners_on_one_path(seeds: (u64, u64), lanes: [u64; 2]) {
        let side = |seed: u64, lanes: u64| {
            generate(seed, Shape { calls: 40, lanes: 1 + (lanes % 3) as usize, functions: 4, max_depth: 4, extent: 10_000 })
        };
        let traces = [side(seeds.0, lanes[0]), side(seeds.1, lanes[1])];
        let traces = traces.each_ref();
        let identities = identify(&Compiled::default(), traces, &mut |_, _| ());
        let pair = identities.pair(traces);
        let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
        let paired: Vec<(LaneId, LaneId)> = lanes.pairs.iter().map(|pair| pair.lanes.into()).collect();
        let alignment = align(pair, &paired, Options::default(), &mut |_, _| ());
        let ends = Ends::default();
        let aligned = AlignedPair { pair, alignment: &alignment, ends: &ends };
        let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
        let none = CallTimes::default();
        let times = CommonTimes::new(aligned, trees.each_ref(), &none);

        // A call without partner is a layer of both sides if the other side's calls of its callees have such a caller.
        let is_layer = |side: usize, call: CallId| {
            let [calls, others] = [side, 1 - side].map(|side| traces[side].calls());
            let callees = (0..calls.len() as u32).map(CallId);
            let mut callees = callees.filter(|callee| calls.parent()[callee.index()] == call);
            let partner = callees.find_map(|callee| alignment.sides[side].partner[callee.index()].some());
            let Some(caller) = partner.and_then(|partner| others.parent()[partner.index()].some()) else { return false };
            let back = alignment.sides[1 - side].partner[caller.index()].some();
            pair.of_call(1 - side, caller) == pair.of_call(side, call)
                && !back.is_some_and(|outer| outer != call && calls.subtree(outer).contains(&call.0))
        };
        // The path of a call with a partner: the functions of the calls around it that have partners or are such layers.
        let path = |side: usize, call: CallId| {
            let parents = traces[side].calls().parent();
            let around = std::iter::successors(Some(call), |call| parents[call.index()].some());
            let is_in = |call: &CallId| {
                alignment.sides[side].partner[call.index()] != CallId::NONE || is_layer(side, *call)
            };
            around.filter(is_in).map(|call| pair.of_call(side, call)).collect::<Vec<IdentityId>>()
        };
        let mut expected: BTreeMap<Vec<IdentityId>, [i64; 2]> = BTreeMap::new();
        for side in [0, 1] {
            for (row, partner) in alignment.sides[side].partner.iter().enumerate() {
                let call = CallId(row as u32);
                if *partner != CallId::NONE && path(side, call) == path(1 - side, *partner) {
                    for outer in 0..path(side, call).len() {
                        let of_path = path(side, call)[outer..].to_vec();
                        expected.entry(of_path).or_default()[side] += traces[side].calls().self_time(call);
                    }
                }
            }
        }
        expected.retain(|_, ticks| *ticks != [0, 0]);
        let union = UnionTree::new(&[0, 1].map(|side| (side, Arc::new(trees[side].tree.clone()))));
        let mut found: BTreeMap<Vec<IdentityId>, [i64; 2]> = BTreeMap::new();
        for (row, ticks) in times.by_path(&union).into_iter().enumerate().filter(|(_, ticks)| *ticks != [0, 0]) {
            let mut of_path = union.path(NodeId(row as u32));
            of_path.reverse();
            found.insert(of_path, ticks);
        }
        prop_assert_eq!(found, expected);
    }
}
