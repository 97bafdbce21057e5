//! Simpler partitions to compare the optimal one with: of one dimension, the product of both, and a uniform grid (Fig.
//! 3.b and 3.c of the paper).

use crate::areas::{Areas, GainBy, Progress};
use crate::cuts::{Part, Partition};
use crate::{LaneTree, SliceTable, optimal};

/// Finds the optimal partition of lanes only, on the table summed over all slices. Returns `None` if `progress`
/// cancels.
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

/// Finds the optimal partition of time only, on the mean of all lanes. Returns `None` if `progress` cancels.
pub fn temporal(table: &SliceTable, gain: GainBy, p: f64, progress: Progress<'_>) -> Option<Partition> {
    let areas = Areas::new(&table.over_lanes(), &LaneTree::single(), gain, progress)?;
    optimal(&areas, p, progress)
}

/// Combines a partition of lanes with one of time: each of its parts is a node of the first in an interval of the
/// second.
pub fn product(spatial: &Partition, temporal: &Partition) -> Partition {
    let of_node = |node: u32| temporal.parts.iter().map(move |part| Part { node, ..*part });
    Partition::new(spatial.parts.iter().flat_map(|part| of_node(part.node)).collect())
}

/// Finds the uniform grid of greatest pIC at p, over all levels and numbers of pieces: the best choice if only grids
/// are available. The coarsest of equal ones wins. O(slices² · nodes · levels).
pub fn best_grid(areas: &Areas, p: f64) -> Partition {
    let (tree, slices) = (areas.tree(), areas.slices());
    let mut best: Option<(f64, usize, (usize, usize))> = None;
    for level in 0..=tree.deepest_level() {
        let nodes: Vec<usize> = grid_nodes(tree, level).collect();
        for pieces in 1..=slices {
            let of = |&node: &usize| {
                grid_pieces(slices, pieces).map(move |(from, to)| areas.quality(node, from, to).at(p))
            };
            let value: f64 = nodes.iter().flat_map(of).sum();
            let parts = nodes.len() * pieces;
            let is_better = |&(other, than, _): &(f64, usize, _)| {
                let tolerance = areas.tolerance();
                value > other + tolerance || (value > other - tolerance && parts < than)
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((value, parts, (level, pieces)));
            }
        }
    }
    best.map_or(Partition { parts: Vec::new() }, |(_, _, (level, pieces))| {
        uniform(tree, slices, level, pieces)
    })
}

/// Returns the grid of a level: its nodes and the leaves above it, each in `pieces` intervals of nearly equal length.
pub fn uniform(tree: &LaneTree, slices: usize, level: usize, pieces: usize) -> Partition {
    let pieces = pieces.clamp(1, slices);
    let part = |node: usize, (from, to): (usize, usize)| {
        let [node, from, to] = [node, from, to].map(|at| at as u32);
        Part { node, from, to }
    };
    let of_node = |node: usize| grid_pieces(slices, pieces).map(move |piece| part(node, piece));
    Partition::new(grid_nodes(tree, level).flat_map(of_node).collect())
}

/// Returns the nodes of a level, and the leaves above it.
fn grid_nodes(tree: &LaneTree, level: usize) -> impl Iterator<Item = usize> + '_ {
    (0..tree.nodes().len()).filter(move |&node| {
        let at = tree.nodes()[node].level;
        at == level || (at < level && tree.is_leaf(node))
    })
}

/// Returns the first and last slice of `pieces` intervals of nearly equal length.
fn grid_pieces(slices: usize, pieces: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..pieces).map(move |piece| (piece * slices / pieces, (piece + 1) * slices / pieces - 1))
}
