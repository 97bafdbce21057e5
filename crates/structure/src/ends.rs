//! Matches paths by their ends.

use crate::Structure;
use diptych_trace::ElementId;
use rustc_hash::FxHashMap;

/// The elements that fit a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    None,
    One(ElementId),
    Several,
}

/// The elements that fit a path, and the quality of the fit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SuffixMatch {
    pub(crate) fit: Fit,
    /// Number of common names, and true if they are the whole path of the element.
    how_well: (usize, bool),
}

/// Paths of elements, read backwards, as a tree.
pub(crate) struct PathSuffixes<'a> {
    /// Child of a node, by the node and the preceding name.
    next: FxHashMap<(u32, &'a str), u32>,
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Elements whose paths end with the names up to this node.
    fit: Fit,
    /// Element whose whole path ends at this node.
    whole: Fit,
}

/// A node without elements yet.
const NODE: Node = Node { fit: Fit::None, whole: Fit::None };

impl Fit {
    fn and(self, id: ElementId) -> Self {
        if self == Self::None { Self::One(id) } else { Self::Several }
    }
}

impl SuffixMatch {
    pub(crate) const NONE: Self = Self { fit: Fit::None, how_well: (0, false) };

    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        self.how_well > other.how_well
    }
}

impl<'a> PathSuffixes<'a> {
    /// Builds the tree. `parts` splits an element's own name into names.
    pub(crate) fn of<I: DoubleEndedIterator<Item = &'a str>>(
        structure: &'a Structure,
        ids: impl Iterator<Item = ElementId>,
        parts: impl Fn(&'a str) -> I,
    ) -> Self {
        let mut ends = Self { next: FxHashMap::default(), nodes: vec![NODE] };
        for id in ids {
            let mut at = 0;
            for name in structure.way_up(id).flat_map(|id| parts(structure.get(id).name).rev()) {
                let new = ends.nodes.len() as u32;
                at = *ends.next.entry((at, name)).or_insert(new);
                if at == new {
                    ends.nodes.push(NODE);
                }
                let node = &mut ends.nodes[at as usize];
                node.fit = node.fit.and(id);
            }
            let node = &mut ends.nodes[at as usize];
            node.whole = node.whole.and(id);
        }
        ends
    }

    /// Finds the element that has most names in common with a path. The path is given from its last name back. At least
    /// two names must agree, or all of one of the two paths.
    pub(crate) fn best<'b>(&self, path: impl Iterator<Item = &'b str>) -> SuffixMatch {
        let (mut at, mut common) = (0, 0);
        let mut names = path;
        let is_whole_path = loop {
            let Some(name) = names.next() else { break true };
            let Some(&next) = self.next.get(&(at, name)) else { break false };
            (at, common) = (next, common + 1);
        };
        let node = self.nodes[at as usize];
        let fit = match node.whole {
            _ if common == 0 => Fit::None,
            Fit::None if common >= 2 || is_whole_path => node.fit,
            whole => whole,
        };
        if fit == Fit::None {
            return SuffixMatch::NONE;
        }
        SuffixMatch { fit, how_well: (common, node.whole != Fit::None) }
    }
}
