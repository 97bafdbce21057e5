//! The findings of a pair as listed areas.

use super::model::Model;
use crate::space_time::{AreaKind, FindingFacts, ListedArea, NO_STATE, OTHERS};
use diptych_aggregate::{Difference, Finding, FindingKind, LaneNode};
use diptych_engine::{FindingsInput, is_same_share, side_of, waiting_side};

/// Largest difference between the time of a finding and that of its slices, as a share of the slices, at which both are the
/// same.
const MOST_OFF: f64 = 0.02;

/// The findings of a pair, with what areas need of them.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) areas: Vec<ListedArea>,
    pub(super) found: Vec<Finding>,
    /// Slices of the findings that have a place.
    pub(super) explained: Vec<[usize; 2]>,
    /// Slices of pauses that are no findings.
    pub(super) pauses: Vec<[usize; 2]>,
}

/// Finds everything.
pub(super) fn listed(model: &Model) -> Listed {
    let Some(input) = &model.findings else { return Listed::default() };
    let edges = [&model.edges[0][..], &model.edges[1][..]];
    let findings = input.findings(&model.tree);
    let [explained, pauses] = input.places(&findings, edges);
    let found = findings.found;
    let areas = found.iter().map(|of| area(model, input, of, input.slices_in(of, edges))).collect();
    Listed { areas, found, explained, pauses }
}

/// Returns the path of the lane that a differing area waits for, if a waiting state changed most in it; empty if there is
/// none.
pub(super) fn awaited(model: &Model, found: &[Finding], of: &Difference) -> String {
    let part = of.departure.part;
    let node = || {
        let side = waiting_side(&of.ticks, |state| model.states.get(state).map(String::as_str))?;
        let edges = &model.edges[side];
        let span = [edges[part.from as usize], edges[part.to as usize + 1]];
        let leaves = &model.tree.nodes()[part.node as usize].leaves;
        model.findings.as_ref()?.waits_for(&model.tree, found, leaves, side, span)
    };
    node().map_or_else(String::new, |node| model.tree.nodes()[node].path.clone())
}

fn area(model: &Model, input: &FindingsInput, of: &Finding, [from, to]: [usize; 2]) -> ListedArea {
    let node = &model.tree.nodes()[of.node];
    let shares = input.shares(of);
    let are_shares = of.kind == FindingKind::Whole && !is_same_share(shares);
    let (kind, values) = match of.kind {
        FindingKind::Works => (AreaKind::Works, of.in_run),
        FindingKind::Messages => (AreaKind::Messages, [0.0; 2]),
        FindingKind::Whole if are_shares => (AreaKind::Whole, shares),
        FindingKind::Whole => (AreaKind::Whole, of.times[of.state]),
        FindingKind::Tail => (AreaKind::Tail, of.times[of.state]),
        FindingKind::Waits => (AreaKind::Waits, of.times[of.state]),
        FindingKind::EachLane => (AreaKind::EachLane, of.times[of.state]),
    };
    let path =
        |node: Option<usize>| node.map_or_else(String::new, |node| model.tree.nodes()[node].path.clone());
    let is_awaited = of.kind != FindingKind::Messages;
    let other = path(of.other.filter(|_| !is_awaited));
    let state = input.state(of, NO_STATE).to_owned();
    ListedArea {
        kind,
        side: side_of(of) as u32,
        path: node.path.clone(),
        leaves: [node.leaves.start as u32, node.leaves.end as u32],
        slices: [from as u32, to as u32],
        numbers: [0.0, if of.z.is_finite() { of.z } else { 0.0 }, 0.0, 0.0],
        stands_at: None,
        shares: if is_whole_slices(model, input, of, [from, to]) {
            own_shares(model, input, of)
        } else {
            shares_of_slices(model, node, [from, to])
        },
        waits_for: path(of.other.filter(|_| is_awaited)),
        finding: Some(FindingFacts {
            ticks: of.ticks,
            state,
            values,
            are_shares,
            other,
            lanes: of.lanes as u32,
            usual: of.usual,
        }),
    }
}

/// Returns true if the time of a finding is that of these slices, by side. In coarse slices it may be a part of one.
fn is_whole_slices(model: &Model, input: &FindingsInput, of: &Finding, [from, to]: [usize; 2]) -> bool {
    (0..2).all(|side| {
        let [begin, end] = input.span(side, of);
        let slices = [model.edges[side][from], model.edges[side][to + 1]];
        let off = (begin - slices[0]).abs() + (end - slices[1]).abs();
        off as f64 <= MOST_OFF * (slices[1] - slices[0]) as f64
    })
}

/// Returns the share of each state in slices of a node, in A and in B; time without a state is last.
fn shares_of_slices(model: &Model, node: &LaneNode, [from, to]: [usize; 2]) -> Vec<[f64; 2]> {
    let of_side = |side: usize| -> Vec<f64> {
        let mut shares = model.tables[side].shares(node.leaves.clone(), from..=to);
        shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
        shares
    };
    let [a, b] = [of_side(0), of_side(1)];
    a.into_iter().zip(b).map(|(a, b)| [a, b]).collect()
}

/// Returns the share of each state in a finding's time, in A and in B; time without a state is last.
///
/// These are shares of each side's own time. If time is aligned by matched calls, a slice that is short in A can be long in
/// B, and the shares of slices say nothing about what B does there.
fn own_shares(model: &Model, input: &FindingsInput, of: &Finding) -> Vec<[f64; 2]> {
    let none = model.states.len();
    let row = |name: &str| model.states.iter().position(|state| state == name);
    let mut shares = vec![[0.0; 2]; none + 1];
    for side in 0..2 {
        let sum = of.times.iter().map(|ticks| ticks[side]).sum::<f64>().max(1.0);
        for (state, ticks) in of.times.iter().enumerate() {
            let name = input.states().get(state);
            // A state without a row of its own is in the row of other states.
            let row = name.map_or(Some(none), |name| row(name).or_else(|| row(OTHERS))).unwrap_or(none);
            shares[row][side] += ticks[side] / sum;
        }
    }
    shares
}
