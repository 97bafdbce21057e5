//! Visual aggregation as in the paper: parts of a partition that are too low to see are drawn together with their
//! neighbours.
//!
//! A part that is lower than the least height is replaced by an area of the nearest enclosing node that is high enough,
//! or of the root if none is. The area spans the smallest interval of slices that is a union of whole parts in every
//! lane of that node, and replaces all those parts. So each cell is still drawn once.

use crate::LaneTree;
use crate::cuts::{Part, Partition};

/// The way the parts within a drawn area are cut in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CutMark {
    /// The area is a part itself.
    None,
    /// All lanes are cut at the same slices. Since the area is minimal, these are its ends. The paper's diagonal.
    Same,
    /// Lanes are cut at different slices. The paper's cross.
    Different,
}

/// An area to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPart {
    /// Node and slices of the area.
    pub part: Part,
    /// The way its parts are cut in time.
    pub mark: CutMark,
    /// Number of parts in the area; 1 if it is a part itself.
    pub parts: usize,
}

/// Returns the areas to draw for a partition of a tree. They cover each lane and slice once, ordered by node, then by
/// time.
///
/// `heights` is by node, in the unit of `least`; no node is lower than a node within it. O(levels · parts + slices ·
/// nodes that replace parts).
pub fn drawn_parts(partition: &Partition, tree: &LaneTree, heights: &[f64], least: f64) -> Vec<DrawnPart> {
    let parts = &partition.parts;
    let slices = parts.iter().map(|part| part.to as usize + 1).max().unwrap_or(0);
    let node_of: Vec<Option<u32>> =
        parts.iter().map(|part| high_enough(*part, tree, heights, least)).collect();
    let mut nodes: Vec<u32> = node_of.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    // True for parts that an area replaces. Nodes come before the nodes within them, so the coarsest areas come first.
    let mut replaced = vec![false; parts.len()];
    let mut drawn = Vec::new();
    for &node in &nodes {
        let inside = partition.inside(node, tree.nodes()[node as usize].end as u32);
        let begin = parts.partition_point(|part| part.node < node);
        let end = begin + inside.len();
        let mut areas = areas(node, inside, slices);
        for at in begin..end {
            let gives_way = node_of[at] == Some(node) && !replaced[at];
            areas.of_slice(parts[at].from).is_drawn |= gives_way;
        }
        for at in begin..end {
            replaced[at] |= areas.of_slice(parts[at].from).is_drawn;
        }
        drawn.extend(areas.areas.into_iter().filter(|area| area.is_drawn).map(|area| area.drawn));
    }
    let itself = |(part, _): (&Part, &bool)| DrawnPart { part: *part, mark: CutMark::None, parts: 1 };
    drawn.extend(parts.iter().zip(&replaced).filter(|(_, replaced)| !**replaced).map(itself));
    drawn.sort_unstable_by_key(|of| of.part);
    drawn
}

/// Returns the node that replaces a part; `None` if the part is high enough or belongs to the root.
fn high_enough(part: Part, tree: &LaneTree, heights: &[f64], least: f64) -> Option<u32> {
    let mut node = part.node as usize;
    while heights[node] < least {
        let Some(parent) = tree.nodes()[node].parent else { break };
        node = parent;
    }
    (node != part.node as usize).then_some(node as u32)
}

/// The smallest areas of a node that hold only whole parts.
struct NodeAreas {
    areas: Vec<NodeArea>,
    /// Index of the area, by slice at which a part of the node begins.
    at: Vec<usize>,
}

struct NodeArea {
    drawn: DrawnPart,
    /// True if a part in it is too low.
    is_drawn: bool,
}

impl NodeAreas {
    fn of_slice(&mut self, slice: u32) -> &mut NodeArea {
        &mut self.areas[self.at[slice as usize]]
    }
}

/// Returns the smallest areas that hold only whole parts, given the parts in a node. An area ends at a slice that no
/// part spans.
pub(crate) fn whole_areas(node: u32, parts: &[Part], slices: usize) -> Vec<DrawnPart> {
    areas(node, parts, slices).areas.into_iter().map(|area| area.drawn).collect()
}

fn areas(node: u32, parts: &[Part], slices: usize) -> NodeAreas {
    // By slice: the last slice of the parts that begin there.
    let mut reach: Vec<Option<u32>> = vec![None; slices];
    for part in parts {
        let reach = &mut reach[part.from as usize];
        *reach = (*reach).max(Some(part.to));
    }
    let mut of = NodeAreas { areas: Vec::new(), at: vec![0; slices] };
    for (slice, reach) in reach.into_iter().enumerate() {
        let Some(to) = reach else { continue };
        let slice = slice as u32;
        match of.areas.last_mut() {
            Some(area) if slice <= area.drawn.part.to => area.drawn.part.to = area.drawn.part.to.max(to),
            _ => {
                let drawn = DrawnPart { part: Part { node, from: slice, to }, mark: CutMark::Same, parts: 0 };
                of.areas.push(NodeArea { drawn, is_drawn: false });
            }
        }
        of.at[slice as usize] = of.areas.len() - 1;
    }
    for part in parts {
        let drawn = &mut of.of_slice(part.from).drawn;
        drawn.parts += 1;
        if (part.from, part.to) != (drawn.part.from, drawn.part.to) {
            drawn.mark = CutMark::Different;
        }
    }
    of
}
