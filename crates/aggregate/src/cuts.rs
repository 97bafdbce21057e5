//! What becomes of an area, and the sequence of nested cuts that a partition is.

use crate::LaneTree;
use crate::areas::{Areas, Quality, interval, intervals};

/// An area of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// Its node of the lane tree.
    pub node: u32,
    /// Its first slice.
    pub from: u32,
    /// Its last slice.
    pub to: u32,
}

/// A partition: areas that cover all lanes and slices, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// By node, then time.
    pub parts: Vec<Part>,
}

impl Partition {
    pub(crate) fn new(mut parts: Vec<Part>) -> Self {
        parts.sort_unstable();
        Self { parts }
    }

    /// Parts whose nodes are from one on up to another, as of a node and all in it.
    pub(crate) fn inside(&self, from: u32, end: u32) -> &[Part] {
        let at = |node: u32| self.parts.partition_point(|part| part.node < node);
        &self.parts[at(from)..at(end)]
    }

    /// A partition of a tree that is folded to a level as one of the whole tree: what is folded is not divided.
    #[must_use]
    pub fn unfolded(&self, tree: &LaneTree, level: usize) -> Self {
        let nodes = tree.nodes();
        let kept: Vec<u32> =
            (0..nodes.len() as u32).filter(|&at| nodes[at as usize].level <= level).collect();
        Self {
            parts: self.parts.iter().map(|part| Part { node: kept[part.node as usize], ..*part }).collect(),
        }
    }

    /// Gain and loss of all parts.
    pub fn quality(&self, areas: &Areas) -> Quality {
        self.parts.iter().fold(Quality::default(), |sum, part| {
            let of = areas.quality(part.node as usize, part.from as usize, part.to as usize);
            Quality { gain: sum.gain + of.gain, loss: sum.loss + of.loss }
        })
    }
}

/// The cut of each area: a slice behind which it is cut in time, or one of these.
pub(crate) type Cut = u16;
/// None: it is a part.
pub(crate) const WHOLE: Cut = u16::MAX;
/// Between the children of the node.
pub(crate) const SPATIAL: Cut = u16::MAX - 1;
/// Most slices whose cuts can be told.
pub(crate) const MOST_SLICES: usize = SPATIAL as usize;

/// Follows cuts from the whole down.
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

/// The areas of a row, all that begin at one slice, that are not themselves cut in time: how longer ones can begin.
#[derive(Debug, Default)]
pub(crate) struct Beginnings {
    /// The shortest first.
    areas: Vec<Beginning>,
}

#[derive(Debug, Clone, Copy)]
struct Beginning {
    value: f64,
    /// What follows on it up to a slice is the interval of this number and the slice's; may be less than none.
    behind: usize,
    parts: u32,
    last: u32,
}

/// Number of the interval that begins behind a slice and ends with slice `j`, less `j`.
pub(crate) const fn behind(slices: usize, last: usize) -> usize {
    interval(slices, last + 1, last + 1) - (last + 1)
}

impl Beginnings {
    pub(crate) fn clear(&mut self) {
        self.areas.clear();
    }

    /// Adds one by its last slice; what follows on it is told by [`behind`], less where somebody's intervals begin.
    pub(crate) fn push(&mut self, last: usize, behind: usize, value: f64, parts: u32) {
        self.areas.push(Beginning { value, behind, parts, last: last as u32 });
    }

    /// The greatest value of any and what follows on it up to slice `j`, which `value_of` tells by its interval.
    #[inline]
    pub(crate) fn best(&self, j: usize, value_of: impl Fn(usize) -> f64) -> f64 {
        let of = |best, of: &Beginning| greater(best, of.value + value_of(of.behind.wrapping_add(j)));
        self.areas.iter().fold(f64::NEG_INFINITY, of)
    }

    /// Of those that reach `least` with what follows on them the one of fewest parts, the first of equal ones: parts and last
    /// slice.
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

/// What an area may become: its value as one part, what its children make of it, value and parts, and the greatest value of two
/// intervals of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) whole: f64,
    pub(crate) spatial: Option<(f64, u32)>,
    pub(crate) temporal: f64,
}

/// What an area becomes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChosenCut {
    Whole,
    Spatial,
    /// Behind a slice.
    Temporal(usize),
}

impl Choice {
    /// The greatest value wins. Of values less than `tolerance` below it the one of fewest parts, and of those no cut before
    /// the spatial one before the earliest temporal one. `fewest` tells of the temporal ones that reach a value the one of
    /// fewest parts.
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
            // Not reached: one of the three is the greatest.
            (None, None) => (1, ChosenCut::Whole),
        }
    }
}
