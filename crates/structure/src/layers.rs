//! Which layers of a program may call which, as its user declares it.

mod text;

pub use text::{DeclaredLayers, LayersError, read_layers};

use crate::relations::Tally;
use crate::{Hierarchy, NodeId};

/// Layers, from the uppermost down, and which may call which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// Of each element its layer, or [`NONE`].
    of: Vec<u32>,
    count: usize,
    /// `may[from · count + to]`.
    may: Vec<bool>,
}

const NONE: u32 = u32::MAX;

/// An element that is named in two layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedTwice {
    /// Which.
    pub element: NodeId,
    /// The layers, from 0.
    pub layers: [usize; 2],
}

/// Calls that no rule allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidden {
    /// The function that calls.
    pub caller: NodeId,
    /// The function that is called.
    pub callee: NodeId,
    /// The layers of both.
    pub layers: [usize; 2],
    /// Of the window.
    pub tally: Tally,
}

impl Layers {
    /// Layers of which each may call itself and those directly above and below it: calls between layers that are not
    /// contiguous are forbidden (section 6.1 of the paper). An element belongs to the layer that names it or, of those around
    /// it, the innermost that is named. `layers`: the elements that each names. O(elements + layers²).
    ///
    /// # Errors
    ///
    /// An element is named twice.
    pub fn contiguous(hierarchy: &Hierarchy, layers: &[Vec<NodeId>]) -> Result<Self, NamedTwice> {
        let mut named = vec![NONE; hierarchy.len()];
        for (layer, elements) in layers.iter().enumerate() {
            for &element in elements {
                let before = std::mem::replace(&mut named[element.index()], layer as u32);
                if before != NONE {
                    return Err(NamedTwice { element, layers: [before as usize, layer] });
                }
            }
        }
        let mut of = named;
        // A parent before its children.
        for id in hierarchy.ids().filter(|id| *id != NodeId::ROOT) {
            if of[id.index()] == NONE {
                of[id.index()] = hierarchy.parent(id).map_or(NONE, |parent| of[parent.index()]);
            }
        }
        let count = layers.len();
        let may = (0..count * count).map(|cell| (cell / count).abs_diff(cell % count) <= 1).collect();
        Ok(Self { of, count, may })
    }

    /// Allows or forbids calls from one layer to one.
    pub fn set(&mut self, from: usize, to: usize, may_call: bool) {
        self.may[from * self.count + to] = may_call;
    }

    /// Number of layers.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a layer may call one.
    pub fn may(&self, from: usize, to: usize) -> bool {
        self.may[from * self.count + to]
    }

    /// The layer of an element, if one names it or what it lies in.
    pub fn layer(&self, element: NodeId) -> Option<usize> {
        self.of.get(element.index()).filter(|&&layer| layer != NONE).map(|&layer| layer as usize)
    }

    /// Forbidden calls of a window, most calls first, then as `pairs` lie. `counts`: of each of `pairs`. Elements of no layer
    /// may call and be called. O(pairs).
    pub fn forbidden(&self, pairs: &[(NodeId, NodeId)], counts: &[Tally]) -> Vec<Forbidden> {
        let called = pairs.iter().zip(counts).filter(|(_, tally)| tally.calls > 0);
        let mut forbidden: Vec<Forbidden> = called
            .filter_map(|(&(caller, callee), &tally)| {
                let layers = [self.layer(caller)?, self.layer(callee)?];
                let may = self.may(layers[0], layers[1]);
                (!may).then_some(Forbidden { caller, callee, layers, tally })
            })
            .collect();
        forbidden.sort_by_key(|relation| std::cmp::Reverse(relation.tally.calls));
        forbidden
    }
}
