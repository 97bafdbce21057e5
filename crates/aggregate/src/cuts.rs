//! Partitions, and the nested cuts that define them.

use crate::LaneTree;
use crate::areas::{Areas, Quality, interval, intervals};

/// An area of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Node of the lane tree.
    pub node: u32,
    /// First slice.
    pub from: u32,
    /// Last slice.
    pub to: u32,
}

/// A partition: areas that together cover each lane and slice exactly once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Areas, by node, then by time.
    pub parts: Vec<Part>,
}

impl Partition {
    pub(crate) fn new(mut parts: Vec<Part>) -> Self {
        parts.sort_unstable();
        Self { parts }
    }

    /// Returns the parts whose nodes are in `from..end`, such as a node and all nodes within it.
    pub(crate) fn inside(&self, from: u32, end: u32) -> &[Part] {
        let at = |node: u32| self.parts.partition_point(|part| part.node < node);
        &self.parts[at(from)..at(end)]
    }

    /// Returns the coarsest partition that has the cuts of both partitions of a tree. Each of its parts is the common area
    /// of a part of either. O(levels · parts + common areas).
    #[must_use]
    pub fn refined(&self, other: &Self, tree: &LaneTree) -> Self {
        let nodes = tree.nodes();
        let mut parts = Vec::new();
        let mut cross = |deep: &Part, around: &[Part]| {
            // Parts of one node are in order of time.
            let first = around.partition_point(|part| part.to < deep.from);
            for part in around[first..].iter().take_while(|part| part.from <= deep.to) {
                let (from, to) = (part.from.max(deep.from), part.to.min(deep.to));
                parts.push(Part { node: deep.node, from, to });
            }
        };
        for (deep, around, takes_equal) in [(self, other, true), (other, self, false)] {
            for part in &deep.parts {
                let own = Some(part.node as usize).filter(|_| takes_equal);
                let above = std::iter::successors(nodes[part.node as usize].parent, |&at| nodes[at].parent);
                for node in own.into_iter().chain(above) {
                    cross(part, around.inside(node as u32, node as u32 + 1));
                }
            }
        }
        Self::new(parts)
    }

    /// Converts a partition of a tree folded to `level` into a partition of the whole tree. Nodes at the fold are not
    /// divided.
    #[must_use]
    pub fn unfolded(&self, tree: &LaneTree, level: usize) -> Self {
        let nodes = tree.nodes();
        let kept: Vec<u32> =
            (0..nodes.len() as u32).filter(|&at| nodes[at as usize].level <= level).collect();
        Self {
            parts: self.parts.iter().map(|part| Part { node: kept[part.node as usize], ..*part }).collect(),
        }
    }

    /// Returns the sum of the gains and losses of all parts.
    pub fn quality(&self, areas: &Areas) -> Quality {
        self.parts.iter().fold(Quality::default(), |sum, part| {
            let of = areas.quality(part.node as usize, part.from as usize, part.to as usize);
            Quality { gain: sum.gain + of.gain, loss: sum.loss + of.loss }
        })
    }
}

/// The cut of an area: the slice after which it is cut in time, or one of the two constants below.
pub(crate) type Cut = u16;
/// The area is not cut: it is a part.
pub(crate) const WHOLE: Cut = u16::MAX;
/// The area is cut between the children of its node.
pub(crate) const SPATIAL: Cut = u16::MAX - 1;
/// Slices whose numbers fit into a [`Cut`]; larger numbers are constants.
pub(crate) const MOST_SLICES: usize = SPATIAL as usize;

/// Builds a partition by following the cuts down from the whole.
pub(crate) fn follow(cut: impl Fn(usize) -> Cut, tree: &LaneTree, slices: usize) -> Partition {
    let mut parts = Vec::new();
    let mut open = Vec::new();
    if !tree.nodes().is_empty() {
        open.push((0, 0, slices - 1));
    }
    while let Some((node, i, j)) = open.pop() {
        match cut(node * intervals(slices) + interval(slices, i, j)) {
            WHOLE => parts.push(Part { node: node as u32, from: i as u32, to: j as u32 }),
            SPATIAL => open.extend(tree.children(node).map(|child| (child, i, j))),
            at => open.extend([(node, i, at as usize), (node, at as usize + 1, j)]),
        }
    }
    Partition::new(parts)
}

/// Areas of one node that begin at one slice and are not themselves cut in time: the candidates for the first piece of
/// a longer area.
#[derive(Debug, Default)]
pub(crate) struct FirstPieces {
    /// Candidates, the shortest first.
    areas: Vec<FirstPiece>,
}

#[derive(Debug, Clone, Copy)]
struct FirstPiece {
    value: f64,
    /// Number of the interval that follows this area up to slice `j`, less `j`. Wraps around below zero.
    behind: usize,
    parts: u32,
    last: u32,
}

/// Returns the number of the interval that begins after slice `last` and ends with slice `j`, less `j`.
pub(crate) const fn behind(slices: usize, last: usize) -> usize {
    interval(slices, last + 1, last + 1) - (last + 1)
}

impl FirstPieces {
    pub(crate) fn clear(&mut self) {
        self.areas.clear();
    }

    /// Adds an area by its last slice. `behind` comes from [`behind`], less the offset of the caller's intervals.
    pub(crate) fn push(&mut self, last: usize, behind: usize, value: f64, parts: u32) {
        self.areas.push(FirstPiece { value, behind, parts, last: last as u32 });
    }

    /// Returns the greatest value of an area plus the interval that follows it up to slice `j`. `value_of` maps an
    /// interval to its value.
    #[inline]
    pub(crate) fn best(&self, j: usize, value_of: impl Fn(usize) -> f64) -> f64 {
        let of = |best, of: &FirstPiece| greater(best, of.value + value_of(of.behind.wrapping_add(j)));
        self.areas.iter().fold(f64::NEG_INFINITY, of)
    }

    /// Finds the area that reaches the value `least` together with the interval after it and has the fewest parts. The
    /// first of equal ones wins. Returns the number of parts and the last slice.
    #[inline]
    pub(crate) fn fewest(
        &self,
        j: usize,
        least: f64,
        value_of: impl Fn(usize) -> f64,
        parts_of: impl Fn(usize) -> u32,
    ) -> Option<(u32, usize)> {
        let mut found = None;
        for of in &self.areas {
            let at = of.behind.wrapping_add(j);
            if of.value + value_of(at) >= least {
                let parts = of.parts + parts_of(at);
                if found.is_none_or(|(fewest, _)| parts < fewest) {
                    found = Some((parts, of.last as usize));
                }
            }
        }
        found
    }
}

#[inline]
pub(crate) fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// The options for an area: its value as one part, the value and number of parts of its children together, and the
/// greatest value of a cut in time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) whole: f64,
    pub(crate) spatial: Option<(f64, u32)>,
    pub(crate) temporal: f64,
}

/// The decision for an area.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChosenCut {
    Whole,
    Spatial,
    /// Cut in time after this slice.
    Temporal(usize),
}

impl Choice {
    /// Chooses the option of greatest value. Values within `tolerance` of it are ties: the fewest parts win, then no
    /// cut, then a cut between children, then the earliest cut in time. `fewest` returns the cut in time that reaches a
    /// given value with the fewest parts.
    #[inline]
    pub(crate) fn choose(
        self,
        tolerance: f64,
        fewest: impl FnOnce(f64) -> Option<(u32, usize)>,
    ) -> (u32, ChosenCut) {
        let spatial = self.spatial.map_or(f64::NEG_INFINITY, |(value, _)| value);
        let least = greater(self.whole, greater(spatial, self.temporal)) - tolerance;
        if self.whole >= least {
            return (1, ChosenCut::Whole);
        }
        let by_space = self.spatial.filter(|_| spatial >= least);
        let by_time = if self.temporal >= least { fewest(least) } else { None };
        match (by_space, by_time) {
            (Some((_, parts)), Some((fewer, at))) if fewer < parts => (fewer, ChosenCut::Temporal(at)),
            (Some((_, parts)), _) => (parts, ChosenCut::Spatial),
            (None, Some((parts, at))) => (parts, ChosenCut::Temporal(at)),
            // Unreachable: one of the three values is the greatest.
            (None, None) => (1, ChosenCut::Whole),
        }
    }
}
