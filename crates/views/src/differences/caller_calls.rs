//! Callers that are themselves called more or less often, and so make a function's calls more or less.

use super::cause::because;
use super::rows::{RowContext, shown_name};
use crate::numbers;
use diptych_compare::ranking::Row;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::IdentityId;

/// Words before the function with which another one calls itself.
pub(super) const IN_RECURSION: &str = ", in a recursion with ";

/// Smallest share of the change of a function's number of calls that the calls of one caller must have.
const NEARLY_ALL: f64 = 0.9;

/// Returns `why`, if it is not blank. Otherwise returns the caller whose own number of calls explains that of a row's function:
/// `, because walk is called 2,047 instead of 511 times`. Nearly all additional or missing calls are its calls, and its number
/// of calls changed by at least the same factor. So each of its calls makes no more of them than before. In a recursion that
/// goes deeper, the recursive function explains the calls of its callees. Of two functions that call each other, neither
/// explains the other: `, in a recursion with walk`. Blank without such a caller. O(nodes · runs).
pub(super) fn or_growth(why: String, context: RowContext<'_>, row: &Row) -> String {
    if !why.is_empty() {
        return why;
    }
    explaining(context.union, row).map_or_else(String::new, |(caller, calls)| {
        let [a, b] = calls.map(|count| numbers::count(count.round() as u64));
        if is_called_below(context.union, row.identity, caller) {
            return format!("{IN_RECURSION}{}", shown_name(context.names, caller));
        }
        format!("{} {b} instead of {a} times", because(&shown_name(context.names, caller)))
    })
}

/// Returns the caller, and how often it is called on each side, as a mean over the side's runs.
fn explaining(union: &UnionTree, row: &Row) -> Option<(IdentityId, [f64; 2])> {
    if row.caller.is_some() || row.part_below.is_some() {
        return None;
    }
    let parent = |node: NodeId| union.parent()[node.index()].some().map(|up| union.identity()[up.index()]);
    let caller = parent(row.node.some()?).filter(|&caller| caller != row.identity)?;
    let [mut of_function, mut in_caller, mut of_caller] = [[0.0; 2]; 3];
    for node in union.nodes() {
        let function = union.identity()[node.index()];
        for side in 0..2 {
            let runs = union.side(side).count().max(1) as f64;
            let calls = union.side(side).map(|run| run.calls(node)).sum::<u64>() as f64 / runs;
            if function == caller {
                of_caller[side] += calls;
            }
            if function == row.identity {
                of_function[side] += calls;
                in_caller[side] += if parent(node) == Some(caller) { calls } else { 0.0 };
            }
        }
    }
    let change = |[a, b]: [f64; 2]| b - a;
    let growth = |[a, b]: [f64; 2]| (b / a).ln();
    let (own, of_its_caller) = (growth(of_function), growth(of_caller));
    let is_explained = own.is_finite()
        && own != 0.0
        && of_its_caller.is_finite()
        && of_its_caller / own >= 1.0
        && change(in_caller) / change(of_function) >= NEARLY_ALL;
    is_explained.then_some((caller, of_caller))
}

/// Returns true if some call of a function is beneath one of another. O(nodes).
pub(super) fn is_called_below(union: &UnionTree, outer: IdentityId, function: IdentityId) -> bool {
    let mut below_until = 0;
    for node in union.nodes() {
        let identity = union.identity()[node.index()];
        if identity == function && node.0 < below_until {
            return true;
        }
        if identity == outer {
            below_until = below_until.max(union.subtree_end()[node.index()]);
        }
    }
    false
}
