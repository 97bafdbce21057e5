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

/// The best two intervals that an interval can be cut into: values and numbers of parts of the first, from the shortest up,
/// and of the second, from the longest down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Halves<'a> {
    pub(crate) first: &'a [f64],
    pub(crate) second: &'a [f64],
    pub(crate) parts: [&'a [u32]; 2],
}

impl Halves<'_> {
    /// The greatest sum.
    #[inline]
    pub(crate) fn best(&self) -> f64 {
        let (first, rest) = self.first.as_chunks::<AT_ONCE>();
        let (second, rest_of_second) = self.second.as_chunks::<AT_ONCE>();
        let rest = rest.iter().zip(rest_of_second).map(|(one, other)| one + other);
        let rest = rest.fold(f64::NEG_INFINITY, greater);
        let mut best = [f64::NEG_INFINITY; AT_ONCE];
        for (first, second) in first.iter().zip(second) {
            for at in 0..AT_ONCE {
                best[at] = greater(best[at], first[at] + second[at]);
            }
        }
        best.into_iter().fold(rest, greater)
    }

    /// Of the sums that reach `least` the one of fewest parts, the first of equal ones: parts and place.
    pub(crate) fn fewest(&self, least: f64) -> Option<(u32, usize)> {
        let mut found = None;
        let mut look = |at: usize| {
            if self.first[at] + self.second[at] >= least {
                let parts = self.parts[0][at] + self.parts[1][at];
                if found.is_none_or(|(fewest, _)| parts < fewest) {
                    found = Some((parts, at));
                }
            }
        };
        let (first, rest) = self.first.as_chunks::<AT_ONCE>();
        let (second, _) = self.second.as_chunks::<AT_ONCE>();
        for (chunk, (first, second)) in first.iter().zip(second).enumerate() {
            // Few reach it, and none of most of these.
            let mut reach = false;
            for at in 0..AT_ONCE {
                reach |= first[at] + second[at] >= least;
            }
            if reach {
                (chunk * AT_ONCE..(chunk + 1) * AT_ONCE).for_each(&mut look);
            }
        }
        (self.first.len() - rest.len()..self.first.len()).for_each(look);
        found
    }
}

/// As many sums at a time as processors add in a few steps.
const AT_ONCE: usize = 8;

#[inline]
fn greater(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// What an area may become: its value as one part, and what its children make of it: value and parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice<'a> {
    pub(crate) whole: f64,
    pub(crate) spatial: Option<(f64, u32)>,
    pub(crate) halves: Halves<'a>,
}

/// What an area becomes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) parts: u32,
    /// Where it is cut in time, the place in [`Halves`].
    pub(crate) cut: ChosenCut,
}

/// Likewise.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ChosenCut {
    Whole,
    Spatial,
    Temporal(usize),
}

impl Choice<'_> {
    /// The greatest value wins. Of values less than `tolerance` below it the one of fewest parts, and of those no cut before
    /// the spatial one before the earliest temporal one.
    #[inline]
    pub(crate) fn choose(&self, tolerance: f64) -> Chosen {
        let temporal = self.halves.best();
        let spatial = self.spatial.map_or(f64::NEG_INFINITY, |(value, _)| value);
        let least = greater(self.whole, greater(spatial, temporal)) - tolerance;
        if self.whole >= least {
            return Chosen { parts: 1, cut: ChosenCut::Whole };
        }
        let by_space = self.spatial.filter(|_| spatial >= least);
        let by_time = if temporal >= least { self.halves.fewest(least) } else { None };
        match (by_space, by_time) {
            (Some((_, parts)), Some((fewer, at))) if fewer < parts => {
                Chosen { parts: fewer, cut: ChosenCut::Temporal(at) }
            }
            (Some((_, parts)), _) => Chosen { parts, cut: ChosenCut::Spatial },
            (None, Some((parts, at))) => Chosen { parts, cut: ChosenCut::Temporal(at) },
            // Not reached: one of the three is the greatest.
            (None, None) => Chosen { parts: 1, cut: ChosenCut::Whole },
        }
    }
}
