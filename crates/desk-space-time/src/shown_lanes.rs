//! The lanes that have rows in the picture, at the level of the lane tree that the rows show.

use diptych_aggregate::{Areas, LaneTree, SliceTable};
use std::borrow::Cow;

/// Memory for the tables of all areas of one panel, bytes. A tree of lanes that needs more is folded to fewer levels.
const MOST_BYTES: usize = 96 << 20;
/// Most lanes that a panel shows, if the query leaves the number of levels open.
pub(super) const ROOM: usize = 24;
/// Fewest lanes that it then shows, if the tree has as many. This takes precedence over [`ROOM`].
const FEW: usize = 4;

/// The lanes that have rows.
#[derive(Debug)]
pub(super) struct ShownLanes {
    /// Tree of these lanes with all levels.
    pub(super) tree: LaneTree,
    /// Tree of the lanes in rows: the tree above, folded to the levels that have rows.
    pub(super) folded: LaneTree,
    /// Leaves of the tree of all lanes that are shown, ascending.
    pub(super) leaves: Vec<usize>,
    /// The other leaves, which share one row below.
    pub(super) rest: Vec<usize>,
    /// Quiet lanes, if there are any. They are the rest, or are shown because the query asks for them.
    pub(super) quiet: Option<QuietLanes>,
}

/// The lanes with little busy time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct QuietLanes {
    pub(super) lanes: usize,
    /// Their part of the busy time of all lanes.
    pub(super) busy: f64,
}

impl ShownLanes {
    /// Shows all lanes at the levels of a query; 0 for as many levels as fit.
    pub(super) fn all(tree: &LaneTree, levels: usize, slices: usize) -> Self {
        let leaves = (0..tree.leaves().len()).collect();
        Self::new(tree.clone(), leaves, levels, slices)
    }

    /// Shows some leaves of the tree of all lanes; `tree` has only these.
    pub(super) fn new(tree: LaneTree, leaves: Vec<usize>, levels: usize, slices: usize) -> Self {
        let folded = folded(&tree, levels, slices);
        Self { tree, folded, leaves, rest: Vec::new(), quiet: None }
    }

    /// Returns the range of shown leaves within a range of all leaves. At least one is shown, because every listed area
    /// has a lane that is.
    pub(super) fn leaves_of(&self, leaves: [u32; 2]) -> [u32; 2] {
        leaves.map(|leaf| self.leaves.partition_point(|&shown| shown < leaf as usize) as u32)
    }

    /// Returns a table of the shown leaves.
    pub(super) fn picked<'a>(&self, table: &'a SliceTable) -> Cow<'a, SliceTable> {
        if self.rest.is_empty() { Cow::Borrowed(table) } else { Cow::Owned(table.picked(&self.leaves)) }
    }
}

/// Folds a tree to the levels to show: those of the query, or as many as fit.
fn folded(tree: &LaneTree, levels: usize, slices: usize) -> LaneTree {
    let deepest = tree.deepest_level();
    let lanes = tree.leaves_of_levels();
    let wanted = if levels > 0 {
        levels.min(deepest)
    } else {
        let fits = (0..=deepest).rev().find(|&level| lanes[level] <= ROOM).unwrap_or(0);
        if lanes[fits] < FEW { (fits + 1).min(deepest) } else { fits }
    };
    tree.folded(wanted.min(Areas::level_within(tree, slices, MOST_BYTES)))
}
