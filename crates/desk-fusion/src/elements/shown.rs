//! The level of the structure that is shown, and the calls of its elements.

use diptych_protocol::StructureLevel;
use diptych_structure::{
    ElementCalls, Hierarchy, Isolation, Kind, Level, NodeId, Placement, VisibleElements,
};
use diptych_views::places::{Places, kind_of_level};
use std::rc::Rc;

/// Largest number of elements that ran on the default level. Cells can only be read if they are larger than a few
/// pixels.
pub const MOST_ELEMENTS: usize = 2000;

/// The shown elements of a program, and the calls of each.
#[derive(Debug, Clone)]
pub struct Elements {
    /// The tree of elements, and the place of each function in it.
    pub places: Rc<Places>,
    /// The shown elements.
    pub shown: Rc<VisibleElements>,
    /// Kind of element that is shown.
    pub level: Kind,
    /// Element that fills the picture.
    pub root: NodeId,
    /// Calls of each open side, by an element's position among the shown ones.
    pub calls: [Option<Rc<ElementCalls>>; 2],
}

impl Elements {
    /// Returns the tree of elements.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.places.placement.hierarchy
    }

    /// Returns the shown element at a position.
    pub fn element(&self, place: u32) -> NodeId {
        self.shown.elements()[place as usize]
    }

    /// Returns the number of shown elements.
    pub fn len(&self) -> u32 {
        self.shown.elements().len() as u32
    }

    /// Returns true if no element is shown.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if two sides are open.
    pub fn is_pair(&self) -> bool {
        self.calls.iter().all(Option::is_some)
    }

    /// Returns the number of calls of an element on each side.
    pub fn counts(&self, place: u32) -> [u64; 2] {
        let [a, b] = &self.calls;
        let of =
            |calls: &Option<Rc<ElementCalls>>| calls.as_ref().map_or(0, |calls| calls.count(place).into());
        [of(a), of(b)]
    }

    /// Returns on which sides an element ran.
    pub fn ran(&self, place: u32) -> [bool; 2] {
        let [a, b] = self.counts(place);
        [a > 0, b > 0]
    }

    /// Returns the positions of the shown elements within an element. For an element inside a shown one, returns that
    /// one's position.
    pub fn places_of(&self, id: NodeId) -> std::ops::Range<u32> {
        if let Some(place) = self.shown.place(id) {
            return place as u32..place as u32 + 1;
        }
        let rows = self.hierarchy().subtree(id);
        let [from, to] =
            [rows.start, rows.end].map(|row| self.shown.elements().partition_point(|of| of.0 < row) as u32);
        from..to
    }

    /// Returns the sizes of shown elements in bytes, by position. The sizes come from a list of files; functions share
    /// the size of their file equally. All are 0 without a list.
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

/// Returns the kind of element shown at a level, and the shown elements, if `root` fills the picture. Without a chosen
/// level, the tree and [`MOST_ELEMENTS`] decide. O(elements).
pub fn shown_elements(placement: &Placement, level: StructureLevel, root: NodeId) -> (Kind, VisibleElements) {
    let hierarchy = &placement.hierarchy;
    let alone = if root == NodeId::ROOT { Isolation::default() } else { Isolation::new(hierarchy, root) };
    let kind = kind_of_level(level).unwrap_or_else(|| {
        let ran = placement.ran().filter(|id| hierarchy.subtree(root).contains(&id.0));
        match VisibleElements::default_level(hierarchy, &alone, ran, MOST_ELEMENTS) {
            Level::Kind(kind) => kind,
            Level::Depth(_) => Kind::Package,
        }
    });
    (kind, VisibleElements::new(hierarchy, Level::Kind(kind), &alone.closed, &alone.opened))
}
