//! Call paths of all runs of both sides, under one numbering of functions.

use super::{Aligned, IdentityBasis};
use crate::run_profile::RunProfile;
use diptych_compare::ends::EarlyEnd;
use diptych_compare::identity::{Identities, key_of};
use diptych_profile::UnionTree;
use diptych_trace::{FunctionSpec, IdentityId, Sorting, Trace};
use diptych_views::differences::Names;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is ranked. With one run a side functions are numbered as in [`Aligned`]; with several, functions that only
/// other runs call have numbers too, so those of the pair are others here.
#[derive(Debug)]
pub(crate) struct PathUnion {
    pub(crate) union: UnionTree,
    identities: Arc<Identities>,
    /// By identity of the pair, what it is here; `None` where it is the same.
    of_pair: Option<Vec<IdentityId>>,
    /// With one run a side: after which moment of which side nothing is ranked.
    pub(crate) left_out: Option<EarlyEnd>,
}

impl PathUnion {
    /// Of the runs that are shown and those that are not. O(functions of all runs + nodes of all trees · log). The rules
    /// are run only on names that the pair does not have: those of the pair were read by the compute role.
    pub(crate) fn new(
        basis: &IdentityBasis,
        aligned: &Aligned,
        shown: [&Trace; 2],
        others: &[Vec<&RunProfile>; 2],
    ) -> Self {
        if others.iter().all(Vec::is_empty) {
            let [a, b] = aligned.compared_trees.each_ref().map(Arc::clone);
            let (union, identities) = (UnionTree::new(&[(0, a), (1, b)]), Arc::clone(&aligned.identities));
            return Self { union, identities, of_pair: None, left_out: aligned.ends.early };
        }
        let mut keys = aligned.identities.keys.clone();
        let of_runs =
            [0, 1].map(|side| keys_of(basis, side, (aligned, shown[side]), &others[side], &mut keys));
        let (numbers, keys) = numbered(&keys);
        let of_pair = numbers[..aligned.identities.keys.len()].to_vec();
        let mut runs = Vec::new();
        for side in 0..2 {
            runs.push((side, Arc::new(aligned.trees[side].under(&of_pair))));
            for (run, places) in others[side].iter().zip(&of_runs[side]) {
                let names: Vec<IdentityId> = places.iter().map(|&place| numbers[place as usize]).collect();
                runs.push((side, Arc::new(run.tree.under(&names))));
            }
        }
        let identities = Arc::new(Identities { keys, ..Identities::default() });
        // Where the others end is not known, so all runs are taken whole.
        Self { union: UnionTree::new(&runs), identities, of_pair: Some(of_pair), left_out: None }
    }

    /// Calls and self time of the pair that is shown by side and by [`diptych_compare::align::Kind`], without what is
    /// left out.
    pub(crate) fn aligned_sums(&self, aligned: &Aligned) -> ([[u64; 3]; 2], [[i64; 3]; 2]) {
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

    /// What a function of the pair is called here.
    pub(crate) fn identity(&self, of_pair: IdentityId) -> IdentityId {
        self.of_pair.as_ref().map_or(of_pair, |here| here[of_pair.index()])
    }

    /// Keys of the functions of all runs, in their order.
    pub(crate) fn keys(&self) -> &[String] {
        &self.identities.keys
    }

    /// Number of functions of all runs.
    pub(crate) fn identity_count(&self) -> usize {
        self.identities.keys.len()
    }
}

/// Of each run that is not shown, the place of each function's key; new keys are put behind the others.
fn keys_of<'a>(
    basis: &IdentityBasis,
    side: usize,
    (aligned, shown): (&Aligned, &'a Trace),
    others: &[&'a RunProfile],
    keys: &mut Vec<String>,
) -> Vec<Vec<u32>> {
    let functions = shown.functions().specs(shown.names());
    let mut numbers: FxHashMap<_, u32> = functions
        .iter()
        .zip(aligned.identities.by_function(side))
        .map(|(spec, key)| (source_location(spec), key.0))
        .collect();
    let mut place = |spec: FunctionSpec<'a>| {
        *numbers.entry(source_location(&spec)).or_insert_with(|| {
            keys.push(key_of(&basis.compiled, side, spec));
            keys.len() as u32 - 1
        })
    };
    others.iter().map(|run| run.functions().into_iter().map(&mut place).collect()).collect()
}

/// What tells functions of a run apart.
fn source_location<'a>(spec: &FunctionSpec<'a>) -> (&'a str, &'a str, u32) {
    (spec.name, spec.file, spec.line)
}

/// The number that each key gets in ascending order, the same for the same, and the keys in that order.
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
