//! The sides that call each function.

use diptych_profile::UnionTree;

/// Returns, for each function, which sides call it.
pub(super) fn sides_that_call(union: &UnionTree) -> Vec<[bool; 2]> {
    let mut sides = vec![[false; 2]; union.identity_count()];
    for run in union.runs() {
        for identity in run.tree.identity() {
            sides[identity.index()][run.side] = true;
        }
    }
    sides
}
