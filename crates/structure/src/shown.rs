//! The choice of the elements of a hierarchy that are shown.

use crate::{Hierarchy, Kind, NodeId};

/// The depth to which a hierarchy is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The elements at this depth; the root is at 0.
    Depth(u32),
    /// The first element on each path that is of this kind or a more inner one.
    Kind(Kind),
}

/// The elements that are shown. Each function lies in exactly one of them. The elements around them are *open*.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleElements {
    elements: Vec<NodeId>,
    /// Index in `elements` for each row, or [`OPEN`].
    of: Vec<u32>,
}

const OPEN: u32 = u32::MAX;

/// Largest number of elements at the default level.
pub const DEFAULT_ELEMENTS: usize = 120;

/// Number of functions below which every level is informative.
const LEAST_TOLD: u32 = 10;

impl VisibleElements {
    /// Chooses elements by a level. Elements in `collapsed` are not open; otherwise those in `expanded` are. Leaves are
    /// never open. O(elements).
    pub fn new(hierarchy: &Hierarchy, level: Level, collapsed: &[NodeId], expanded: &[NodeId]) -> Self {
        let mut is_open: Vec<bool> = hierarchy
            .ids()
            .map(|id| match level {
                Level::Depth(depth) => hierarchy.depth(id) < depth,
                Level::Kind(kind) => id == NodeId::ROOT || hierarchy.kind(id) < kind,
            })
            .collect();
        for (ids, open) in [(expanded, true), (collapsed, false)] {
            for id in ids {
                is_open[id.index()] = open;
            }
        }
        let (mut elements, mut of) = (Vec::new(), vec![OPEN; hierarchy.len()]);
        let mut next = 0;
        while next < hierarchy.len() as u32 {
            let id = NodeId(next);
            if is_open[id.index()] && !hierarchy.is_leaf(id) {
                next += 1;
                continue;
            }
            let rows = hierarchy.subtree(id);
            of[rows.start as usize..rows.end as usize].fill(elements.len() as u32);
            elements.push(id);
            next = rows.end;
        }
        Self { elements, of }
    }

    /// Returns the default level: the deepest of [`levels`] that shows at most `at_most` elements with functions that
    /// ran. If every level shows more, it is the one that shows fewest.
    ///
    /// `ran` holds the places of functions that ran; if it is empty, every element counts. A level is uninformative if
    /// nine tenths of these functions lie in one element, as in a program without packages and classes. If all levels
    /// with few enough elements are uninformative, the outermost informative one is taken. O(elements).
    pub fn default_level(
        hierarchy: &Hierarchy,
        alone: &Isolation,
        ran: impl IntoIterator<Item = NodeId>,
        at_most: usize,
    ) -> Level {
        // Number of places that ran before each row.
        let mut before = vec![0u32; hierarchy.len() + 1];
        for id in ran.into_iter().filter(|&id| id != NodeId::ROOT) {
            before[id.index() + 1] = 1;
        }
        for row in 0..hierarchy.len() {
            before[row + 1] += before[row];
        }
        let all_count = before[hierarchy.len()] == 0;
        let counted = |(level, _): (Level, usize)| {
            let shown = Self::new(hierarchy, level, &alone.closed, &alone.opened);
            let ran_in = |id: NodeId| {
                let rows = hierarchy.subtree(id);
                before[rows.end as usize] - before[rows.start as usize]
            };
            let elements = || shown.elements.iter().copied();
            let inner = elements().filter(|&id| !hierarchy.is_leaf(id));
            let most = inner.map(ran_in).max().unwrap_or(0);
            let all = before[hierarchy.len()];
            let tells = all < LEAST_TOLD || 10 * most < 9 * all;
            (level, elements().filter(|&id| all_count || ran_in(id) > 0).count(), tells)
        };
        let counts: Vec<_> = levels(hierarchy, alone).into_iter().map(counted).collect();
        let few = || counts.iter().rev().filter(|(_, count, _)| *count <= at_most);
        let told = few().find(|(.., tells)| *tells).or_else(|| counts.iter().find(|(.., tells)| *tells));
        let fewest = counts.iter().min_by_key(|(_, count, _)| *count);
        told.or_else(|| few().next()).or(fewest).map_or(Level::Depth(1), |&(level, ..)| level)
    }

    /// Returns the shown elements in pre-order.
    pub fn elements(&self) -> &[NodeId] {
        &self.elements
    }

    /// Returns the index in [`VisibleElements::elements`] of the element that shows an element; `None` for open ones.
    pub fn place(&self, id: NodeId) -> Option<usize> {
        self.of.get(id.index()).filter(|&&place| place != OPEN).map(|&place| place as usize)
    }
}

/// The elements to open and to close so that only one element is open to a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Isolation {
    /// The element and all elements around it.
    pub opened: Vec<NodeId>,
    /// Siblings of these.
    pub closed: Vec<NodeId>,
}

impl Isolation {
    /// Isolates an element. For the root, nothing is closed. O(depth · siblings).
    pub fn new(hierarchy: &Hierarchy, element: NodeId) -> Self {
        let opened: Vec<NodeId> = hierarchy.way_up(element).collect();
        let beside = |pair: &[NodeId]| {
            let [inner, outer] = [pair[0], pair[1]];
            hierarchy.children(outer).filter(move |&id| id != inner).collect::<Vec<NodeId>>()
        };
        Self { closed: opened.windows(2).flat_map(beside).collect(), opened }
    }
}

/// Returns the levels by kind, from the outermost in, each with the number of elements it shows. Of levels that show the
/// same elements, it is the outermost one whose kind any of them has. O(elements).
pub fn levels(hierarchy: &Hierarchy, alone: &Isolation) -> Vec<(Level, usize)> {
    let mut levels: Vec<(Level, usize)> = Vec::new();
    // True if an element of the last level is of its kind.
    let mut is_of_kind = false;
    for kind in Kind::ALL {
        let shown = VisibleElements::new(hierarchy, Level::Kind(kind), &alone.closed, &alone.opened).elements;
        let level = (Level::Kind(kind), shown.len());
        let has_kind = shown.iter().any(|&id| hierarchy.kind(id) == kind);
        // A deeper level only splits elements, so an equal number means the same elements.
        match levels.last_mut().filter(|(_, before)| *before == shown.len()) {
            Some(last) if has_kind && !is_of_kind => *last = level,
            Some(_) => continue,
            None => levels.push(level),
        }
        is_of_kind = has_kind;
    }
    levels
}
