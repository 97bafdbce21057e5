//! Call paths of all runs of both sides, under one numbering of functions.

use super::{Aligned, Basis};
use crate::folded::FoldedRun;
use diptych_compare::identity::{Identities, identify_runs};
use diptych_profile::UnionTree;
use diptych_trace::{IdentityId, Trace};
use diptych_views::differences::Names;
use std::sync::Arc;

/// What is ranked. With one run a side functions are numbered as in [`Aligned`]; with several, functions that only
/// other runs call have numbers too, so those of the pair are others here.
#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) union: UnionTree,
    identities: Arc<Identities>,
    /// By identity of the pair, what it is here; `None` where it is the same.
    of_pair: Option<Vec<IdentityId>>,
}

impl Paths {
    /// Of the runs that are shown and those beside them. O(functions of all runs + nodes of all trees · log).
    pub(crate) fn new(
        basis: &Basis,
        aligned: &Aligned,
        shown: [&Trace; 2],
        beside: &[Vec<&FoldedRun>; 2],
    ) -> Self {
        if beside.iter().all(Vec::is_empty) {
            let [a, b] = aligned.trees.each_ref().map(Arc::clone);
            let union = UnionTree::new(&[(0, a), (1, b)]);
            return Self { union, identities: Arc::clone(&aligned.identities), of_pair: None };
        }
        let [a, b] = [0, 1].map(|side: usize| {
            let of_shown = shown[side].functions().specs(shown[side].names());
            let of_others = beside[side].iter().map(|run| run.functions());
            std::iter::once(of_shown).chain(of_others).collect::<Vec<_>>()
        });
        let identities = identify_runs(&basis.compiled, [&a, &b], &mut |_, _| ());
        let mut of_pair = vec![IdentityId::NONE; aligned.identities.keys.len()];
        for side in 0..2 {
            for (in_pair, here) in aligned.identities.of(side).iter().zip(identities.of(side)) {
                of_pair[in_pair.index()] = *here;
            }
        }
        let mut runs = Vec::new();
        for side in 0..2 {
            runs.push((side, Arc::new(aligned.trees[side].under(&of_pair))));
            let names = &identities.of_function[side][1..];
            runs.extend(
                beside[side].iter().zip(names).map(|(run, names)| (side, Arc::new(run.tree.under(names)))),
            );
        }
        Self { union: UnionTree::new(&runs), identities: Arc::new(identities), of_pair: Some(of_pair) }
    }

    /// What a function of the pair is called here.
    pub(crate) fn identity(&self, of_pair: IdentityId) -> IdentityId {
        self.of_pair.as_ref().map_or(of_pair, |here| here[of_pair.index()])
    }

    /// Number of functions of all runs.
    pub(crate) fn identity_count(&self) -> usize {
        self.identities.keys.len()
    }
}

impl Names for Paths {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.identities.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}
