//! The findings of a pair as listed areas.

use super::model::Model;
use crate::space_time::{AreaKind, FindingFacts, ListedArea, NO_STATE};
use diptych_aggregate::{Difference, Finding, FindingKind, LaneNode};
use diptych_engine::{FindingsInput, side_of, waiting_side};

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

/// Returns the path of the lane that a differing area waits for, and the side on which it waits longer, if a waiting state
/// changed most in it.
pub(super) fn awaited(model: &Model, found: &[Finding], of: &Difference) -> Option<(String, usize)> {
    let part = of.departure.part;
    let node_and_side = || {
        let side = waiting_side(&of.ticks, |state| model.states.get(state).map(String::as_str))?;
        let edges = &model.edges[side];
        let span = [edges[part.from as usize], edges[part.to as usize + 1]];
        let leaves = &model.tree.nodes()[part.node as usize].leaves;
        Some((model.findings.as_ref()?.waits_for(&model.tree, found, leaves, side, span)?, side))
    };
    node_and_side().map(|(node, side)| (model.tree.path(node), side))
}

fn area(model: &Model, input: &FindingsInput, of: &Finding, [from, to]: [usize; 2]) -> ListedArea {
    let node = &model.tree.nodes()[of.node];
    let shares = input.shares(of);
    let are_shares = input.are_shares(&model.tree, of);
    let (kind, values) = match of.kind {
        FindingKind::Works => (AreaKind::Works, of.in_run),
        FindingKind::Messages => (AreaKind::Messages, [0.0; 2]),
        FindingKind::Whole if are_shares => (AreaKind::Whole, shares),
        FindingKind::Whole => (AreaKind::Whole, of.times[of.state]),
        FindingKind::Tail => (AreaKind::Tail, of.times[of.state]),
        FindingKind::Waits => (AreaKind::Waits, of.times[of.state]),
        FindingKind::EachLane => (AreaKind::EachLane, of.times[of.state]),
    };
    let path = |node: Option<usize>| node.map_or_else(String::new, |node| model.tree.path(node));
    let is_awaited = of.kind != FindingKind::Messages;
    let other = path(of.other.filter(|_| !is_awaited));
    let state = input.state(of, NO_STATE).to_owned();
    ListedArea {
        kind,
        side: side_of(of) as u32,
        path: model.tree.path(of.node),
        leaves: [node.leaves.start as u32, node.leaves.end as u32],
        slices: [from as u32, to as u32],
        span: input.span(side_of(of), of),
        numbers: [0.0, if of.z.is_finite() { of.z } else { 0.0 }, 0.0, 0.0],
        stands_at: None,
        shares: shares_of_slices(model, node, [from, to]),
        waits_for: path(of.other.filter(|_| is_awaited)),
        waits_in_a: is_awaited && of.other.is_some() && side_of(of) == 0,
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

/// Returns the share of each state in slices of a node, in A and in B; time without a state is last.
///
/// These are shares of each side's own time. If time is aligned by matched calls, a slice that is short in A can be long in
/// B, and the shares of aligned slices say nothing about what B does there.
fn shares_of_slices(model: &Model, node: &LaneNode, [from, to]: [usize; 2]) -> Vec<[f64; 2]> {
    let of_side = |side: usize| -> Vec<f64> {
        if let Some(own) = &model.own {
            return own[side].shares(node.leaves.clone(), [from, to]);
        }
        let mut shares = model.tables[side].shares(node.leaves.clone(), from..=to);
        shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
        shares
    };
    let [a, b] = [of_side(0), of_side(1)];
    let fits = (0..=model.states.len()).map(|state| [&a, &b].map(|of| of.get(state).copied().unwrap_or(0.0)));
    fits.collect()
}
