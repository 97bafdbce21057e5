//! Layers of a program and the calls allowed between them, as the user declares them.

mod text;

pub use text::{DeclaredLayers, LayersError, read_layers};

use crate::relations::Tally;
use crate::{Hierarchy, NodeId};
use diptych_trace::Sorting;

/// Layers, from the top down, and the calls allowed between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// Layer of each element, or [`NONE`].
    of: Vec<u32>,
    count: usize,
    /// True if `from` may call `to`: `may[from · count + to]`.
    may: Vec<bool>,
}

const NONE: u32 = u32::MAX;

/// An error: an element is named in two layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuplicateElement {
    /// The element.
    pub element: NodeId,
    /// Numbers of the two layers, from 0.
    pub layers: [usize; 2],
}

/// Calls between two functions that no rule allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidden {
    /// Calling function.
    pub caller: NodeId,
    /// Called function.
    pub callee: NodeId,
    /// Layers of caller and callee.
    pub layers: [usize; 2],
    /// Their calls in the window.
    pub tally: Tally,
}

impl Layers {
    /// Creates layers each of which may call itself and the layers directly above and below it. Calls between other
    /// layers are forbidden (section 6.1 of the paper). An element belongs to the layer that names it, or else to that
    /// of the innermost named element around it. `layers` lists the elements of each layer. O(elements + layers²).
    ///
    /// # Errors
    ///
    /// Returns the element that is named twice.
    pub fn contiguous(hierarchy: &Hierarchy, layers: &[Vec<NodeId>]) -> Result<Self, DuplicateElement> {
        let mut named = vec![NONE; hierarchy.len()];
        for (layer, elements) in layers.iter().enumerate() {
            for &element in elements {
                let before = std::mem::replace(&mut named[element.index()], layer as u32);
                if before != NONE {
                    return Err(DuplicateElement { element, layers: [before as usize, layer] });
                }
            }
        }
        let mut of = named;
        // Parents come before their children.
        for id in hierarchy.ids().filter(|id| *id != NodeId::ROOT) {
            if of[id.index()] == NONE {
                of[id.index()] = hierarchy.parent(id).map_or(NONE, |parent| of[parent.index()]);
            }
        }
        let count = layers.len();
        let may = (0..count * count).map(|cell| (cell / count).abs_diff(cell % count) <= 1).collect();
        Ok(Self { of, count, may })
    }

    /// Allows or forbids calls from one layer to another.
    pub fn set(&mut self, from: usize, to: usize, may_call: bool) {
        self.may[from * self.count + to] = may_call;
    }

    /// Returns the number of layers.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no layers.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns true if one layer may call another.
    pub fn may(&self, from: usize, to: usize) -> bool {
        self.may[from * self.count + to]
    }

    /// Returns the layer of an element, if the element or one around it is named.
    pub fn layer(&self, element: NodeId) -> Option<usize> {
        self.of.get(element.index()).filter(|&&layer| layer != NONE).map(|&layer| layer as usize)
    }

    /// Returns the forbidden calls of a window, most calls first, then in the order of `pairs`. `counts` is by pair.
    /// Elements without a layer may call and be called. O(pairs).
    pub fn forbidden(&self, pairs: &[(NodeId, NodeId)], counts: &[Tally]) -> Vec<Forbidden> {
        let called = pairs.iter().zip(counts).filter(|(_, tally)| tally.calls > 0);
        let mut forbidden: Vec<Forbidden> = called
            .filter_map(|(&(caller, callee), &tally)| {
                let layers = [self.layer(caller)?, self.layer(callee)?];
                let may = self.may(layers[0], layers[1]);
                (!may).then_some(Forbidden { caller, callee, layers, tally })
            })
            .collect();
        forbidden.order_by_key(|relation| std::cmp::Reverse(relation.tally.calls));
        forbidden
    }
}
