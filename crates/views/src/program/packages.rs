//! Which elements around the shown ones have a colour of their own.

use super::short_name;
use diptych_scene::Rgba;
use diptych_scene::theme::{CATEGORIES, OTHER};
use diptych_structure::{Hierarchy, NodeId, Shown};
use std::cmp::Reverse;

/// A package is taken apart while more than this part of all weight lies in it.
const LARGE: u64 = 8;

/// Packages, told apart by colour.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packages {
    /// Of each shown element.
    pub(crate) colors: Vec<Rgba>,
    /// Those with a colour of their own, in the order of the tree.
    pub(crate) named: Vec<(String, Rgba)>,
    /// How many have none.
    pub(crate) others: usize,
}

/// An element with the shown ones in it.
#[derive(Debug, Clone, Copy)]
struct Package {
    element: NodeId,
    /// Places of the shown elements in it.
    places: [usize; 2],
    /// The weight of these.
    weight: u64,
}

impl Packages {
    /// By place what each shown element weighs. From the root the heaviest package is taken apart into what it holds, as long as that
    /// is more than an eighth of all; of what there is then the heaviest have colours. O(packages² + elements).
    pub(crate) fn new(hierarchy: &Hierarchy, shown: &Shown, weights: &[u64]) -> Self {
        let elements = shown.elements();
        // The weight before each place.
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
        by_size.sort_by_key(|&at| (Reverse(packages[at].weight), at));
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
