//! The packages around the shown elements that have colours of their own.

use super::short_name;
use diptych_scene::Rgba;
use diptych_scene::theme::{CATEGORIES, OTHER};
use diptych_structure::{Hierarchy, NodeId, VisibleElements};
use diptych_trace::Sorting;
use std::cmp::Reverse;

/// A package is split if its weight exceeds the total weight divided by this.
const LARGE: u64 = 8;

/// The packages with their colours.
#[derive(Debug, Clone, Default)]
pub struct Packages {
    /// Colour of each shown element.
    pub colors: Vec<Rgba>,
    /// Name and colour of each package with a colour of its own, in the order of the tree.
    pub named: Vec<(String, Rgba)>,
    /// Number of packages without a colour of their own.
    pub others: usize,
}

/// An element with the shown elements in it.
#[derive(Debug, Clone, Copy)]
struct Package {
    element: NodeId,
    /// First of the shown elements in it, and the one after the last.
    places: [usize; 2],
    /// Weight of these elements.
    weight: u64,
}

impl Packages {
    /// Picks packages and colours. `weights` are those of the shown elements by place. Starting at the root, each
    /// package with more than an eighth of the total weight is split into its children. The heaviest packages that
    /// remain get colours. O(packages² + elements).
    pub fn new(hierarchy: &Hierarchy, shown: &VisibleElements, weights: &[u64]) -> Self {
        let elements = shown.elements();
        // Total weight before each place.
        let mut before = vec![0u64; elements.len() + 1];
        for (place, weight) in weights.iter().enumerate() {
            before[place + 1] = before[place].saturating_add(*weight);
        }
        let package = |element: NodeId| {
            let rows = hierarchy.subtree(element);
            let places = [rows.start, rows.end].map(|row| elements.partition_point(|of| of.0 < row));
            Package { element, places, weight: before[places[1]] - before[places[0]] }
        };
        let all = before[elements.len()];
        let mut packages = vec![package(NodeId::ROOT)];
        let is_large = |of: &Package| {
            shown.place(of.element).is_none()
                && (of.weight.saturating_mul(LARGE) > all || of.element == NodeId::ROOT)
        };
        while let Some(at) = packages.iter().position(is_large) {
            let held = hierarchy.children(packages[at].element).map(package);
            packages.splice(at..=at, held.collect::<Vec<_>>());
        }
        Self::colored(hierarchy, &packages, elements.len())
    }

    fn colored(hierarchy: &Hierarchy, packages: &[Package], shown: usize) -> Self {
        let mut by_size: Vec<usize> = (0..packages.len()).collect();
        by_size.order_by_key(|&at| (Reverse(packages[at].weight), at));
        let mut chosen: Vec<usize> = by_size.into_iter().take(CATEGORIES.len()).collect();
        chosen.sort_unstable();
        let mut found =
            Self { colors: vec![OTHER; shown], named: Vec::new(), others: packages.len() - chosen.len() };
        for (at, color) in chosen.into_iter().zip(CATEGORIES) {
            let Package { element, places: [from, to], .. } = packages[at];
            found.colors[from..to].fill(color);
            found.named.push((short_name(hierarchy, element), color));
        }
        found
    }
}
