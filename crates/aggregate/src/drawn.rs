//! Visual aggregation, as the paper draws: parts of a partition that are too low to be seen are drawn as one with those
//! beside them.
//!
//! A part that is lower than the least height gives way to the nearest node around it that is high enough, over the smallest
//! interval of slices that is a union of whole parts in every lane of that node; all parts in there go with it. So each cell
//! is still drawn once. Where no node is high enough it is the one of all lanes.

use crate::LaneTree;
use crate::cuts::{Part, Partition};

/// How the parts that an area stands for are cut in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CutMark {
    /// It is a part itself.
    None,
    /// All lanes at the same slices: as the area is small, at its ends only. The paper's diagonal.
    Same,
    /// Lanes at different slices. The paper's cross.
    Different,
}

/// An area to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPart {
    /// Its node and slices.
    pub part: Part,
    /// How what it stands for is cut.
    pub mark: CutMark,
    /// Number of parts that it stands for; 1 of a part itself.
    pub parts: usize,
}

/// What to draw of a partition of a tree: areas that cover all lanes and slices, each once, by node, then time. `heights` is by
/// node, in the unit of `least`; a node is as high as each that lies in it, or higher. O(levels · parts + slices · nodes that
/// parts give way to).
pub fn drawn_parts(partition: &Partition, tree: &LaneTree, heights: &[f64], least: f64) -> Vec<DrawnPart> {
    let parts = &partition.parts;
    let slices = parts.iter().map(|part| part.to as usize + 1).max().unwrap_or(0);
    let node_of: Vec<Option<u32>> =
        parts.iter().map(|part| high_enough(*part, tree, heights, least)).collect();
    let mut nodes: Vec<u32> = node_of.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    // Of parts: whether an area stands for it. Nodes come before those in them, so what is drawn coarsest comes first.
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

/// The node that a part gives way to: `None` if it is high enough, or of all lanes.
fn high_enough(part: Part, tree: &LaneTree, heights: &[f64], least: f64) -> Option<u32> {
    let mut node = part.node as usize;
    while heights[node] < least {
        let Some(parent) = tree.nodes()[node].parent else { break };
        node = parent;
    }
    (node != part.node as usize).then_some(node as u32)
}

/// The smallest areas of a node that hold whole parts only.
struct NodeAreas {
    areas: Vec<NodeArea>,
    /// By slice, of those where parts lie in the node.
    at: Vec<usize>,
}

struct NodeArea {
    drawn: DrawnPart,
    /// Whether a part in it is too low.
    is_drawn: bool,
}

impl NodeAreas {
    fn of_slice(&mut self, slice: u32) -> &mut NodeArea {
        &mut self.areas[self.at[slice as usize]]
    }
}

/// Of the parts in a node. An area ends where no part goes on.
pub(crate) fn whole_areas(node: u32, parts: &[Part], slices: usize) -> Vec<DrawnPart> {
    areas(node, parts, slices).areas.into_iter().map(|area| area.drawn).collect()
}

fn areas(node: u32, parts: &[Part], slices: usize) -> NodeAreas {
    // By slice, how far parts reach that begin there.
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
