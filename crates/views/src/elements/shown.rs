//! What of the structure is shown, and which calls are of it.

use crate::program::{Places, kind_of_level};
use diptych_protocol::StructureLevel;
use diptych_structure::{Alone, ElementCalls, Hierarchy, Kind, Level, NodeId, Placement, Shown};
use std::rc::Rc;

/// Elements that ran of the level that is shown unless one is chosen, at most: cells are read where they are larger than a few pixels.
pub const MOST_ELEMENTS: usize = 2000;

/// The elements that are shown, and the calls of each.
#[derive(Debug, Clone)]
pub struct Elements {
    /// The tree, and where functions lie.
    pub places: Rc<Places>,
    /// Those that are shown.
    pub shown: Rc<Shown>,
    /// Their level.
    pub level: Kind,
    /// What fills the picture.
    pub root: NodeId,
    /// Calls by place among the shown ones, of each side that is open.
    pub calls: [Option<Rc<ElementCalls>>; 2],
}

impl Elements {
    /// The tree.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.places.placement.hierarchy
    }

    /// A shown element.
    pub fn element(&self, place: u32) -> NodeId {
        self.shown.elements()[place as usize]
    }

    /// How many are shown.
    pub fn len(&self) -> u32 {
        self.shown.elements().len() as u32
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether two sides are open.
    pub fn is_pair(&self) -> bool {
        self.calls.iter().all(Option::is_some)
    }

    /// How many calls of each side an element has.
    pub fn counts(&self, place: u32) -> [u64; 2] {
        let [a, b] = &self.calls;
        let of =
            |calls: &Option<Rc<ElementCalls>>| calls.as_ref().map_or(0, |calls| calls.count(place).into());
        [of(a), of(b)]
    }

    /// On which sides an element ran at all.
    pub fn ran(&self, place: u32) -> [bool; 2] {
        let [a, b] = self.counts(place);
        [a > 0, b > 0]
    }

    /// Places of the shown elements that an element is or holds; of one within a shown one the place of that.
    pub fn places_of(&self, id: NodeId) -> std::ops::Range<u32> {
        if let Some(place) = self.shown.place(id) {
            return place as u32..place as u32 + 1;
        }
        let rows = self.hierarchy().subtree(id);
        let [from, to] =
            [rows.start, rows.end].map(|row| self.shown.elements().partition_point(|of| of.0 < row) as u32);
        from..to
    }

    /// Sizes in bytes by place: those of a list, where functions share that of their file in equal parts. All 0 without a list.
    pub fn bytes(&self) -> Vec<u64> {
        let (hierarchy, mut found) = (self.hierarchy(), vec![0u64; self.shown.elements().len()]);
        for id in hierarchy.ids().filter(|&id| hierarchy.bytes(id) > 0) {
            let places = self.places_of(id);
            let each = hierarchy.bytes(id) / u64::from((places.end - places.start).max(1));
            for place in places {
                found[place as usize] += each.max(1);
            }
        }
        found
    }
}

/// What is shown under a level, where one element fills the picture: it, its level, and the elements. O(elements).
pub fn shown_elements(placement: &Placement, level: StructureLevel, root: NodeId) -> (Kind, Shown) {
    let hierarchy = &placement.hierarchy;
    let alone = if root == NodeId::ROOT { Alone::default() } else { Alone::new(hierarchy, root) };
    let kind = kind_of_level(level).unwrap_or_else(|| {
        let ran = placement.ran().filter(|id| hierarchy.subtree(root).contains(&id.0));
        match Shown::default_level(hierarchy, &alone, ran, MOST_ELEMENTS) {
            Level::Kind(kind) => kind,
            Level::Depth(_) => Kind::Package,
        }
    });
    (kind, Shown::new(hierarchy, Level::Kind(kind), &alone.closed, &alone.opened))
}
