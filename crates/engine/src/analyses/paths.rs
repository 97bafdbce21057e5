//! The call paths of all runs of both sides, under one numbering of functions.

use super::{Lookup, PairAlignment, RunKeys, RunNames, Table};
use crate::run_profile::RunProfile;
use crate::session::Session;
use diptych_compare::call_times::{CallTimes, OutlierCall};
use diptych_compare::ends::EarlyEnd;
use diptych_compare::identity::Identities;
use diptych_compare::lane_families::{LaneFamily, lane_families};
use diptych_compare::late_lanes::{LateInput, LateLane, RunLanes, late_lane};
use diptych_compare::thread_moves::{ThreadMove, thread_moves};
use diptych_compare::waiting::waiting;
use diptych_profile::{CallTree, LaneSpread, TreePart, UnionTree};
use diptych_protocol::SideName;
use diptych_trace::{IdentityId, Sorting, Trace};
use diptych_views::differences::Names;
use diptych_views::{LaneSums, lane_word};
use std::rc::Rc;
use std::sync::Arc;

/// The call paths to rank. With one run a side, functions have the numbers of [`PairAlignment`]. With several runs, functions
/// that only other runs call have numbers too, so the functions of the pair are renumbered.
#[derive(Debug)]
pub struct PathUnion {
    /// Call trees of all runs in one tree.
    pub union: UnionTree,
    identities: Arc<Identities>,
    /// For each identity, whether its function waits.
    pub(crate) waits: Vec<bool>,
    /// New number of each identity of the pair; `None` if the numbers are those of [`PairAlignment`].
    of_pair: Option<Vec<IdentityId>>,
    /// Number of lanes behind each path and function of the displayed runs.
    pub(crate) lanes: Option<LaneSums>,
    /// Functions of the displayed runs that moved to other lanes.
    pub(crate) thread_moves: Vec<ThreadMove>,
    /// Families of lanes of which one side has more, if the displayed runs are ranked whole.
    pub(crate) lane_families: Vec<LaneFamily>,
    /// Lane that works longer while others wait, if the runs are ranked whole.
    pub(crate) late_lane: Option<LateLane>,
    /// Names of the runs of A and of B, as in the union tree. Hostile text.
    pub(crate) run_names: [Vec<String>; 2],
    /// With one run a side: the moment after which the longer side is not ranked.
    pub(crate) left_out: Option<EarlyEnd>,
}

impl PathUnion {
    /// Joins all runs of both sides, once the keys of their functions are computed.
    pub(crate) fn from_runs(
        aligned: &PairAlignment,
        shown: [&Trace; 2],
        session: &Session,
        table: &mut Table,
    ) -> Lookup<Self> {
        let others = SideName::BOTH.map(|side| session.slot(side).other_runs().collect());
        let names = RunNames::new(aligned, shown, &others);
        let query = names.query(&aligned.rules);
        let keys = match query.map(|query| table.need::<RunKeys>(&query, session.versions().map(Some))) {
            None => Rc::default(),
            Some(Lookup::Ready(keys)) => keys,
            Some(Lookup::Pending) => return Lookup::Pending,
            Some(Lookup::Failed) => return Lookup::Failed,
        };
        let mut paths = Self::new(aligned, shown, &names, &keys, &others);
        paths.run_names = SideName::BOTH.map(|side| {
            let slot = session.slot(side);
            let shown = slot.run().map(|run| run.name.clone());
            shown.into_iter().chain(slot.other_runs().map(|run| run.name.clone())).collect()
        });
        Lookup::Ready(Rc::new(paths))
    }

    /// Joins the displayed runs and the others. `keys` belong to functions that only other runs call. O(functions of
    /// all runs + nodes of all trees · log). With several runs also O(calls of the displayed runs).
    fn new(
        aligned: &PairAlignment,
        shown: [&Trace; 2],
        names: &RunNames<'_>,
        keys: &[String],
        others: &[Vec<&RunProfile>; 2],
    ) -> Self {
        let word = lane_word(shown.map(Some)).to_owned();
        if others.iter().all(Vec::is_empty) {
            let [a, b] = aligned.trees.each_ref().map(Arc::clone);
            let (union, identities) = (UnionTree::new(&[(0, a), (1, b)]), Arc::clone(&aligned.identities));
            let waits = waiting(&identities.keys);
            let thread_moves = thread_moves(aligned.pair(shown), &aligned.alignment, &aligned.lanes);
            let left_out = aligned.ends.early;
            let (lane_families, late_lane) = match left_out {
                None => {
                    let (pair, lanes) = (aligned.pair(shown), &aligned.lanes);
                    let (outliers, others, numbers) = (&aligned.times.few[..], [&[][..]; 2], None);
                    let input = LateInput { pair, lanes, outliers, others, numbers, waits: &waits };
                    let late = late_lane(input, &word);
                    (lane_families(pair, lanes, &identities.keys), late)
                }
                Some(_) => (Vec::new(), None),
            };
            let lanes = Some(LaneSums { sides: aligned.spreads.clone(), word });
            return Self {
                union,
                identities,
                waits,
                of_pair: None,
                lanes,
                thread_moves,
                lane_families,
                late_lane,
                run_names: <[Vec<String>; 2]>::default(),
                left_out,
            };
        }
        let keys = [aligned.identities.keys.as_slice(), keys].concat();
        let (numbers, keys) = numbered(&keys);
        let of_pair = numbers[..aligned.identities.keys.len()].to_vec();
        let mut runs = Vec::new();
        let mut sides = <[LaneSpread; 2]>::default();
        let mut of_others: [Vec<RunLanes>; 2] = Default::default();
        for side in 0..2 {
            let under = aligned.pair(shown).identities[side].iter().map(|identity| of_pair[identity.index()]);
            let identities: Vec<IdentityId> = under.collect();
            let part = CallTree::of_part(shown[side], &identities, TreePart::whole(), &mut |_, _| ());
            sides[side] = LaneSpread::new(shown[side], &part, keys.len());
            runs.push((side, Arc::new(part.tree)));
            for (run, places) in others[side].iter().zip(&names.places[side]) {
                let names: Vec<IdentityId> = places.iter().map(|&place| numbers[place as usize]).collect();
                runs.push((side, Arc::new(run.tree.under(&names))));
                of_others[side].push(run.lanes.renumbered(&names));
            }
        }
        let waits = waiting(&keys);
        let identities = Arc::new(Identities { keys, ..Identities::default() });
        // The end of a run that is not displayed is unknown, so all runs are ranked whole.
        let pair = aligned.pair(shown);
        let late_input = LateInput {
            pair,
            lanes: &aligned.lanes,
            outliers: &[],
            others: of_others.each_ref().map(Vec::as_slice),
            numbers: Some(&of_pair),
            waits: &waits,
        };
        let late_lane = late_lane(late_input, &word);
        let lanes = Some(LaneSums { sides, word });
        let moves = thread_moves(pair, &aligned.alignment, &aligned.lanes);
        let lane_families = lane_families(pair, &aligned.lanes, &aligned.identities.keys);
        Self {
            union: UnionTree::new(&runs),
            identities,
            waits,
            lanes,
            thread_moves: moves.into_iter().map(|of| of.renumbered(&of_pair)).collect(),
            of_pair: Some(of_pair),
            lane_families,
            late_lane,
            run_names: <[Vec<String>; 2]>::default(),
            left_out: None,
        }
    }

    /// Joins the trees of all runs from a stored comparison.
    pub fn of_trees(runs: &[(usize, Arc<CallTree>)], keys: Vec<String>, left_out: Option<EarlyEnd>) -> Self {
        let waits = waiting(&keys);
        let identities = Arc::new(Identities { keys, ..Identities::default() });
        let of_pair = (runs.len() > 2).then(Vec::new);
        Self {
            union: UnionTree::new(runs),
            identities,
            waits,
            of_pair,
            lanes: None,
            thread_moves: Vec::new(),
            lane_families: Vec::new(),
            late_lane: None,
            run_names: <[Vec<String>; 2]>::default(),
            left_out,
        }
    }

    /// Returns true if the paths are those of matched calls, as with one run a side. Otherwise they are those of the
    /// raw stacks.
    pub fn is_aligned(&self) -> bool {
        self.of_pair.is_none()
    }

    /// Returns the pauses: the few calls that take far longer than all others of their function. Empty with several
    /// runs a side.
    pub(crate) fn few<'a>(&self, aligned: &'a PairAlignment) -> &'a [OutlierCall] {
        // With several runs, `aligned` knows the displayed one only.
        if self.of_pair.is_none() { &aligned.times.few } else { &[] }
    }

    /// Returns the times of single calls, with one run a side.
    pub(crate) fn times<'a>(&self, aligned: &'a PairAlignment) -> Option<&'a CallTimes> {
        self.of_pair.is_none().then_some(&aligned.times)
    }

    /// Returns calls and self time of the displayed pair by side and [`diptych_compare::align::Kind`], without the part
    /// that is not ranked.
    pub(crate) fn aligned_sums(&self, aligned: &PairAlignment) -> ([[u64; 3]; 2], [[i64; 3]; 2]) {
        let sides = &aligned.alignment.sides;
        let (mut calls, mut ticks) =
            (sides.each_ref().map(|side| side.calls), sides.each_ref().map(|side| side.self_time));
        if let Some(early) = self.left_out {
            let long = 1 - early.side;
            for kind in 0..3 {
                calls[long][kind] = calls[long][kind].saturating_sub(early.rest_calls[kind]);
                ticks[long][kind] = ticks[long][kind].saturating_sub(early.rest_self[kind]);
            }
        }
        (calls, ticks)
    }

    /// Returns the number of a function of the pair among those of all runs.
    pub fn identity(&self, of_pair: IdentityId) -> IdentityId {
        self.of_pair.as_ref().map_or(of_pair, |here| here[of_pair.index()])
    }

    /// Returns the number of each function of the pair among those of all runs; `None` if they are the same.
    pub(crate) fn numbers_of_pair(&self) -> Option<&[IdentityId]> {
        self.of_pair.as_deref()
    }

    /// Returns the keys of the functions of all runs, in order of their numbers.
    pub(crate) fn keys(&self) -> &[String] {
        &self.identities.keys
    }

    /// Returns the number of functions of all runs.
    pub fn identity_count(&self) -> usize {
        self.identities.keys.len()
    }
}

/// Numbers the keys in ascending order; equal keys get one number. Returns the number of each key, and the keys in
/// that order.
fn numbered(keys: &[String]) -> (Vec<IdentityId>, Vec<String>) {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.order_by(|&x, &y| keys[x].cmp(&keys[y]));
    let mut numbers = vec![IdentityId::NONE; keys.len()];
    let mut ascending: Vec<String> = Vec::new();
    for place in order {
        if ascending.last() != Some(&keys[place]) {
            ascending.push(keys[place].clone());
        }
        numbers[place] = IdentityId(ascending.len() as u32 - 1);
    }
    (numbers, ascending)
}

impl Names for PathUnion {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.identities.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}
