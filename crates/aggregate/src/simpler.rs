//! Partitions that users know from elsewhere, to compare with: of one dimension, the product of both, and a uniform grid
//! (Fig. 3.b and 3.c of the paper).

use crate::areas::{Areas, GainBy, Progress};
use crate::cuts::{Part, Partition};
use crate::{LaneTree, SliceTable, optimal};

/// The optimal partition of lanes alone: of the table summed over all slices. `None` if it was given up.
pub fn spatial(
    table: &SliceTable,
    tree: &LaneTree,
    gain: GainBy,
    p: f64,
    progress: Progress<'_>,
) -> Option<Partition> {
    let areas = Areas::new(&table.over_time(), tree, gain, progress)?;
    let last = table.grid().count as u32 - 1;
    let parts = optimal(&areas, p, progress)?.parts;
    Some(Partition::new(parts.into_iter().map(|part| Part { to: last, ..part }).collect()))
}

/// The optimal partition of time alone: of the mean of all lanes. `None` if it was given up.
pub fn temporal(table: &SliceTable, gain: GainBy, p: f64, progress: Progress<'_>) -> Option<Partition> {
    let areas = Areas::new(&table.over_lanes(), &LaneTree::single(), gain, progress)?;
    optimal(&areas, p, progress)
}

/// Every part of one of lanes alone in every part of one of time alone.
pub fn product(spatial: &Partition, temporal: &Partition) -> Partition {
    let of_node = |node: u32| temporal.parts.iter().map(move |part| Part { node, ..*part });
    Partition::new(spatial.parts.iter().flat_map(|part| of_node(part.node)).collect())
}

/// The nodes of a level, and the leaves above it, in `pieces` stretches of slices as equal as they can be.
pub fn uniform(tree: &LaneTree, slices: usize, level: usize, pieces: usize) -> Partition {
    let pieces = pieces.clamp(1, slices);
    let edge = |piece: usize| (piece * slices / pieces) as u32;
    let is_cell = |&node: &usize| {
        let at = tree.nodes()[node].level;
        at == level || (at < level && tree.is_leaf(node))
    };
    let of_node = |node: usize| {
        (0..pieces).map(move |piece| Part { node: node as u32, from: edge(piece), to: edge(piece + 1) - 1 })
    };
    Partition::new((0..tree.nodes().len()).filter(is_cell).flat_map(of_node).collect())
}
