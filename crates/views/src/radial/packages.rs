//! Which elements around the shown ones have a colour of their own.

use crate::program::{Program, short_name};
use diptych_scene::Rgba;
use diptych_scene::theme::{CATEGORIES, OTHER};
use diptych_structure::NodeId;
use diptych_trace::Sorting;
use std::cmp::Reverse;

/// A package is taken apart while more than this part of all relations begins in it.
const LARGE: u32 = 8;

/// Packages, told apart by colour.
#[derive(Debug, Clone, Default)]
pub(super) struct Packages {
    /// Of each shown element.
    pub(super) colors: Vec<Rgba>,
    /// Those with a colour of their own, in the order of the tree.
    pub(super) named: Vec<(String, Rgba)>,
    /// How many have none.
    pub(super) others: usize,
}

/// An element with the shown ones in it.
#[derive(Debug, Clone, Copy)]
struct Package {
    element: NodeId,
    /// Places of the shown elements in it.
    places: [usize; 2],
    /// Relations that begin in it.
    relations: u32,
}

impl Packages {
    /// From the root the package in which most relations begin is taken apart into what it holds, as long as that is more than an
    /// eighth of all; of what there is then, those in which most begin have colours. O(packages² + relations).
    pub(super) fn new(program: &Program) -> Self {
        let shown = program.shown.elements();
        // Relations that begin before each place.
        let mut before = vec![0u32; shown.len() + 1];
        for it in program.calls.relations.iter().filter(|it| it.is_edge()) {
            before[it.caller as usize + 1] += 1;
        }
        for place in 0..shown.len() {
            before[place + 1] += before[place];
        }
        let hierarchy = program.hierarchy();
        let package = |element: NodeId| {
            let rows = hierarchy.subtree(element);
            let places = [rows.start, rows.end].map(|row| shown.partition_point(|of| of.0 < row));
            Package { element, places, relations: before[places[1]] - before[places[0]] }
        };
        let all = before[shown.len()];
        let mut packages = vec![package(NodeId::ROOT)];
        let is_large = |of: &Package| {
            program.shown.place(of.element).is_none()
                && (of.relations * LARGE > all || of.element == NodeId::ROOT)
        };
        while let Some(at) = packages.iter().position(is_large) {
            let held = hierarchy.children(packages[at].element).map(package);
            packages.splice(at..=at, held.collect::<Vec<_>>());
        }
        Self::colored(program, &packages, shown.len())
    }

    fn colored(program: &Program, packages: &[Package], shown: usize) -> Self {
        let mut by_size: Vec<usize> = (0..packages.len()).collect();
        by_size.order_by_key(|&at| (Reverse(packages[at].relations), at));
        let mut chosen: Vec<usize> = by_size.into_iter().take(CATEGORIES.len()).collect();
        chosen.order_by_key(|&at| at);
        let mut found =
            Self { colors: vec![OTHER; shown], named: Vec::new(), others: packages.len() - chosen.len() };
        for (at, color) in chosen.into_iter().zip(CATEGORIES) {
            let Package { element, places: [from, to], .. } = packages[at];
            found.colors[from..to].fill(color);
            found.named.push((short_name(program, element), color));
        }
        found
    }
}
