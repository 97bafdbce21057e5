//! Messages that take longer between two places.
//!
//! The **transit** of a message is the time from when both ends are ready until it is received: from the later of its
//! sending and the start of the receiving call. Waiting for a late sender is no transit. A receiver that comes late
//! does not lengthen it either.

use super::finding::{Finding, FindingKind};
use super::limits::{LEAST_Z, MOST, OVER_OPPOSITE};
use super::stretch::place_of;
use super::{PairTimes, SliceMap};
use crate::LaneTree;
use crate::shares::median;
use diptych_trace::{CallId, LaneId, Trace};
use std::collections::BTreeMap;

/// A message between two leaves, in its run's own ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageTime {
    /// Leaf that sends it.
    pub from: usize,
    /// Leaf that receives it.
    pub to: usize,
    /// Start of the sending call.
    pub sent: i64,
    /// Start of the receiving call.
    pub awaited: i64,
    /// End of the receiving call.
    pub received: i64,
    /// Slice in which the receiving call ends.
    pub slice: usize,
    /// True if no other message leads to the receiving call. Otherwise this is the one that is sent last.
    pub is_only: bool,
}

impl MessageTime {
    /// Returns the messages of a trace between some lanes, given by leaf. A call that several messages lead to, such
    /// as a collective operation, does not tell when each of them arrived. It waits for all, so only the message that is
    /// sent last counts. O(messages · log messages).
    pub fn of_trace(trace: &Trace, lanes: &[LaneId], map: &SliceMap) -> Vec<Self> {
        let leaf_of: BTreeMap<LaneId, usize> =
            lanes.iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect();
        let (calls, flows) = (trace.calls(), trace.flows());
        let start = |call: CallId| calls.start()[call.index()];
        let mut last: BTreeMap<CallId, CallId> = BTreeMap::new();
        for [from, to] in flows.pairs() {
            let sender = last.entry(to).or_insert(from);
            if start(from) > start(*sender) {
                *sender = from;
            }
        }
        let message = |[from, to]: [CallId; 2]| {
            let [sender, receiver] =
                [from, to].map(|call| leaf_of.get(&trace.lanes().of_call(call)).copied());
            if last.get(&to) != Some(&from) {
                return None;
            }
            let received = calls.end()[to.index()];
            Some(Self {
                from: sender?,
                to: receiver?,
                sent: start(from),
                awaited: start(to),
                received,
                slice: map.slice_of(received),
                is_only: flows.sources(to).len() == 1,
            })
        };
        flows.pairs().filter_map(message).collect()
    }

    fn transit(&self) -> f64 {
        (self.received - self.sent.max(self.awaited)).max(0) as f64
    }
}

/// Fewest pairs of places whose median is a usable measure.
const FEWEST_PAIRS: usize = 3;
/// Smallest part of the compared time that a receiver additionally spends.
const LEAST_OF_RECEIVER: f64 = 0.01;
/// Smallest additional time of a receiver, relative to its transits in A, that counts however short it is compared with
/// the run, and its smallest ratio to the noise. In a program whose ranks wait for each other in turn, all transits of a
/// receiver are a small part of the run.
const LARGE_OF_TRANSIT: f64 = 1.0;
const LARGE_Z: f64 = 20.0;
/// Largest part of the additional time that a single message may take.
const MOST_OF_ONE: f64 = 0.6;
/// Part of the additional time of a message between two hosts that messages between their groups must have, to name
/// the groups.
const SIMILAR: f64 = 0.5;

/// The messages between two nodes, in either direction.
#[derive(Debug, Clone, Default)]
struct Traffic {
    /// Change of the transit from A to B, by slice of the receipt.
    change: Vec<f64>,
    /// Messages of both runs.
    count: usize,
    /// Change of the transit by receiving leaf.
    by_receiver: BTreeMap<usize, f64>,
    /// Transit in A by receiving leaf.
    before: BTreeMap<usize, f64>,
    /// Longest transit of a single message, in A and in B.
    longest: [f64; 2],
}

impl Traffic {
    /// Returns the receiving leaf whose transits changed most in a direction, and the change.
    fn most(&self, sign: f64) -> (usize, f64) {
        let rows = self.by_receiver.iter().map(|(&leaf, &change)| (leaf, change));
        rows.max_by(|one, other| (sign * one.1).total_cmp(&(sign * other.1))).unwrap_or((0, 0.0))
    }

    /// Returns the change of the transit of the receiving leaf where it changed most in either direction.
    fn total(&self) -> f64 {
        let [up, down] = [1.0, -1.0].map(|sign| self.most(sign).1);
        if up.abs() >= down.abs() { up } else { down }
    }
}

/// Finds the pairs of places whose messages take longer in B, beyond the median pair; the largest first. Those whose
/// messages take longer in A follow.
///
/// Places are the groups that hold the lanes, such as hosts. If messages between the groups above take as much longer,
/// those are named instead. The change counts for the receiver with the largest one. It must be 1 % of the compared
/// time and 6 times the noise, or as long as its transits in A and 20 times the noise. In both cases it must be twice the
/// largest change in the other direction. O(messages · log places).
pub(super) fn messages(pair: &PairTimes<'_>, of: [&[MessageTime]; 2]) -> Vec<Finding> {
    let mut found = longer(pair, of);
    found.extend(longer(&pair.exchanged(), [of[1], of[0]]).into_iter().map(Finding::exchanged));
    found
}

/// Finds the pairs of places whose messages take longer in B.
fn longer(pair: &PairTimes<'_>, of: [&[MessageTime]; 2]) -> Vec<Finding> {
    let fine = traffic(pair, of, hosts);
    let coarse = traffic(pair, of, outermost);
    if fine.len() < FEWEST_PAIRS {
        return Vec::new();
    }
    let totals = |of: &BTreeMap<[usize; 2], Traffic>| -> Vec<([usize; 2], f64)> {
        of.iter().map(|(&ends, of)| (ends, of.total())).collect()
    };
    let mut rows = totals(&fine);
    let middle = median(&mut rows.iter().map(|row| row.1).collect::<Vec<f64>>());
    for row in &mut rows {
        row.1 -= middle;
    }
    let noise = (1.4826 * median(&mut rows.iter().map(|row| row.1.abs()).collect::<Vec<f64>>())).max(1.0);
    // Only messages that take longer in B are causes. While one link is slow, others may have less traffic.
    let opposite = rows.iter().map(|row| -row.1).fold(0.0, f64::max);
    let least = (LEAST_OF_RECEIVER * pair.compared()).max(LEAST_Z * noise);
    let is_large = |&&(ends, ticks): &&([usize; 2], f64)| {
        let of = &fine[&ends];
        let before = of.before.get(&of.most(1.0).0).copied().unwrap_or(0.0);
        ticks >= least || ticks >= (LARGE_OF_TRANSIT * before).max(LARGE_Z * noise)
    };
    let beyond_opposite = rows.iter().filter(|row| row.1 >= OVER_OPPOSITE * opposite && row.1 > 0.0);
    let mut large: Vec<&([usize; 2], f64)> = beyond_opposite.filter(is_large).collect();
    large.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut named: Vec<[usize; 2]> = Vec::new();
    let mut found = Vec::new();
    for &&(ends, ticks) in large.iter().take(MOST) {
        // One long message is no slow link. In a stall of all lanes, it may be the only one on its way.
        if fine[&ends].longest[1] > MOST_OF_ONE * ticks {
            continue;
        }
        let up = ends_above(pair.tree, ends);
        let each = |of: &Traffic| of.change.iter().sum::<f64>() / of.count.max(1) as f64;
        // If only these two hosts of both groups exchange messages, the groups say less about the place.
        let has_others = |of: &&Traffic| of.count > fine[&ends].count;
        let is_similar = |of: &Traffic| each(of) >= SIMILAR * each(&fine[&ends]);
        let is_all = up != ends && coarse.get(&up).filter(has_others).is_some_and(is_similar);
        let (ends, of) = if is_all { (up, &coarse[&up]) } else { (ends, &fine[&ends]) };
        if !named.contains(&ends) {
            named.push(ends);
            found.push(finding(pair, ends, of, [ticks, noise]));
        }
    }
    found
}

fn finding(pair: &PairTimes<'_>, ends: [usize; 2], of: &Traffic, [ticks, noise]: [f64; 2]) -> Finding {
    let slices = place_of(&of.change);
    let receiver = of.most(1.0).0;
    let is_second = pair.tree.nodes()[ends[1]].leaves.contains(&receiver);
    let (node, other) = if is_second { (ends[1], ends[0]) } else { (ends[0], ends[1]) };
    let leaves = pair.tree.nodes()[node].leaves.clone();
    let times = pair.times_of(&leaves, slices);
    let grew = |both: &[f64; 2]| both[1] - both[0];
    let waits = times.iter().enumerate().filter(|(state, _)| pair.waits.get(*state) == Some(&true));
    let state = waits.max_by(|one, other| grew(one.1).total_cmp(&grew(other.1))).map_or(0, |of| of.0);
    let z = ticks / noise;
    let (kind, lanes) = (FindingKind::Messages, leaves.len());
    let (other, in_run, usual) = (Some(other), [0.0; 2], 0.0);
    Finding { kind, node, other, more: 0, lanes, slices, ticks, state, times, in_run, usual, z }
}

/// Adds up the transits by pair of nodes. `ends_of` maps two leaves to the nodes that count, or to `None`.
fn traffic(
    pair: &PairTimes<'_>,
    of: [&[MessageTime]; 2],
    ends_of: fn(&LaneTree, &Ancestors, [usize; 2]) -> Option<[usize; 2]>,
) -> BTreeMap<[usize; 2], Traffic> {
    let above = Ancestors::new(pair.tree);
    let mut all: BTreeMap<[usize; 2], Traffic> = BTreeMap::new();
    for (messages, sign) in of.into_iter().zip([-1.0, 1.0]) {
        for message in messages.iter().filter(|message| message.is_only) {
            let Some(ends) = ends_of(pair.tree, &above, [message.from, message.to]) else { continue };
            let key = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            let entry = all
                .entry(key)
                .or_insert_with(|| Traffic { change: vec![0.0; pair.slices()], ..Traffic::default() });
            let transit = sign * message.transit();
            entry.change[message.slice.min(pair.slices() - 1)] += transit;
            *entry.by_receiver.entry(message.to).or_default() += transit;
            if sign < 0.0 {
                *entry.before.entry(message.to).or_default() += message.transit();
            }
            entry.count += 1;
            let longest = &mut entry.longest[usize::from(sign > 0.0)];
            *longest = longest.max(message.transit());
        }
    }
    all
}

/// The nodes around each leaf.
struct Ancestors {
    /// Node of each leaf.
    node_of: Vec<usize>,
}

impl Ancestors {
    fn new(tree: &LaneTree) -> Self {
        let mut node_of = vec![0; tree.leaves().len()];
        for (node, of) in tree.nodes().iter().enumerate() {
            for leaf in of.leaves.clone() {
                node_of[leaf] = node; // Inner nodes come later.
            }
        }
        Self { node_of }
    }
}

/// Returns the groups that directly hold two leaves, or the leaves themselves if only the root holds them. `None` for
/// leaves of one group.
fn hosts(tree: &LaneTree, above: &Ancestors, leaves: [usize; 2]) -> Option<[usize; 2]> {
    let host = |leaf: usize| {
        let node = above.node_of[leaf];
        tree.nodes()[node].parent.filter(|&parent| parent > 0).unwrap_or(node)
    };
    let ends = leaves.map(host);
    (ends[0] != ends[1]).then_some(ends)
}

/// Returns the outermost nodes that hold one of two leaves but not the other.
fn outermost(tree: &LaneTree, above: &Ancestors, leaves: [usize; 2]) -> Option<[usize; 2]> {
    let ends = hosts(tree, above, leaves)?;
    Some(ends_above(tree, ends))
}

/// Returns the outermost nodes around two nodes that do not hold both.
fn ends_above(tree: &LaneTree, ends: [usize; 2]) -> [usize; 2] {
    let nodes = tree.nodes();
    let up = |node: usize, other: usize| {
        let around = std::iter::successors(Some(node), |&node| nodes[node].parent);
        let apart = |node: &usize| {
            let leaves = &nodes[*node].leaves;
            !(leaves.start <= nodes[other].leaves.start && nodes[other].leaves.end <= leaves.end)
        };
        around.take_while(apart).last().unwrap_or(node)
    };
    let above = [up(ends[0], ends[1]), up(ends[1], ends[0])];
    [above[0].min(above[1]), above[0].max(above[1])]
}
