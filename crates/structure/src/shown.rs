//! Which elements of a hierarchy are shown.

use crate::{Hierarchy, Kind, NodeId};

/// How deep a hierarchy is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// So many levels below the root, the root being 0.
    Depth(u32),
    /// Down to the first element on each way that is of this kind or lies deeper.
    Kind(Kind),
}

/// Elements that are shown: each function lies in exactly one of them. Those around them are *open*.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    elements: Vec<NodeId>,
    /// Of each row its place in `elements`, or [`OPEN`].
    of: Vec<u32>,
}

const OPEN: u32 = u32::MAX;

/// Elements of the default level, at most.
pub const DEFAULT_ELEMENTS: usize = 120;

/// Of fewer functions any level tells something.
const LEAST_TOLD: u32 = 10;

impl Shown {
    /// By a level, except that elements named in `collapsed` are not open and of the others those in `expanded` are. What
    /// holds nothing is never open. O(elements).
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

    /// The deepest level that shows at most so many elements with functions that ran in them, of the levels that [`levels`] lists; if
    /// each shows more, the one that shows fewest. `ran`: places of functions; if there is none, every element counts. A level on
    /// which nine tenths of the functions that ran lie in one element, as of a program without packages and classes, tells nothing:
    /// if that holds for all that have few enough, it is the outermost on which it does not. O(elements).
    pub fn default_level(
        hierarchy: &Hierarchy,
        alone: &Alone,
        ran: impl IntoIterator<Item = NodeId>,
        at_most: usize,
    ) -> Level {
        // Of each row how many that ran lie before it.
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

    /// The shown elements, in pre-order.
    pub fn elements(&self) -> &[NodeId] {
        &self.elements
    }

    /// The place among [`Shown::elements`] of what an element is shown by; none for open ones.
    pub fn place(&self, id: NodeId) -> Option<usize> {
        self.of.get(id.index()).filter(|&&place| place != OPEN).map(|&place| place as usize)
    }
}

/// What is opened and closed so that one element alone is open to a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alone {
    /// It and what lies around it.
    pub opened: Vec<NodeId>,
    /// What lies beside these.
    pub closed: Vec<NodeId>,
}

impl Alone {
    /// Of an element; of the root nothing is closed. O(its depth · elements beside).
    pub fn new(hierarchy: &Hierarchy, element: NodeId) -> Self {
        let opened: Vec<NodeId> = hierarchy.way_up(element).collect();
        let beside = |pair: &[NodeId]| {
            let [inner, outer] = [pair[0], pair[1]];
            hierarchy.children(outer).filter(move |&id| id != inner).collect::<Vec<NodeId>>()
        };
        Self { closed: opened.windows(2).flat_map(beside).collect(), opened }
    }
}

/// Levels by kind, from the outermost in, each with how many elements it shows; those alone that show others than the one
/// before. O(elements).
pub fn levels(hierarchy: &Hierarchy, alone: &Alone) -> Vec<(Level, usize)> {
    let mut levels: Vec<(Level, usize)> = Vec::new();
    for kind in Kind::ALL {
        let level = Level::Kind(kind);
        let count = Shown::new(hierarchy, level, &alone.closed, &alone.opened).elements.len();
        // Deeper levels show what they split, so an equal number is the same.
        if levels.last().is_none_or(|(_, before)| *before != count) {
            levels.push((level, count));
        }
    }
    levels
}
