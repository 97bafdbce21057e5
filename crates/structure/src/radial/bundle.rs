//! Draws relations as bundled curves.

use super::{Rings, control_points_at};
use crate::{Hierarchy, NodeId, VisibleElements};

/// A relation to draw as a curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Index of the caller in [`VisibleElements::elements`].
    pub caller: u32,
    /// Index of the callee; equal to `caller` for a loop.
    pub callee: u32,
    /// Number of calls in the window; of a pair, the larger of both sides.
    pub calls: u64,
}

/// The shape and the width of curves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bundling {
    /// β of Eq. 1, 0 (straight) to 1 (along the tree). The paper's example has 0.8.
    pub beta: f64,
    /// Leave out the common ancestor if at least four points remain. Otherwise the curves between distant elements all
    /// meet in one point.
    pub leave_out_common_ancestor: bool,
    /// Rule of widths.
    pub width: Width,
}

/// The rule of widths, from 1 to 8 pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 1 + 7·ln(1 + n) / ln(1 + most).
    Logarithmic,
    /// 1 + 7·√(n / most): twice the width is four times the calls.
    SquareRoot,
}

/// The curves of all edges, each a range of control points, in the order of the edges.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    /// Control points of all curves in pixels, from caller to callee.
    pub points: Vec<[f64; 2]>,
    /// End of each curve in `points`. A curve begins at the end of the one before.
    pub ends: Vec<u32>,
    /// Width of each curve in pixels.
    pub widths: Vec<f64>,
    /// Number of loops.
    pub loops: u32,
}

impl Width {
    /// Returns the width in pixels for `calls` calls, if the largest number is `most`.
    pub fn of(self, calls: u64, most: u64) -> f64 {
        let share = match self {
            _ if most == 0 => 0.0,
            Self::Logarithmic => (calls as f64).ln_1p() / (most as f64).ln_1p(),
            Self::SquareRoot => (calls as f64 / most as f64).sqrt(),
        };
        1.0 + 7.0 * share
    }
}

impl Path {
    /// Returns the control points of one curve.
    pub fn curve(&self, edge: usize) -> &[[f64; 2]] {
        let from = edge.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.points[from..self.ends[edge] as usize]
    }
}

/// Returns the curves of edges. A loop leaves the cell of its element into the circle and returns. O(control points).
pub fn bundle(
    hierarchy: &Hierarchy,
    shown: &VisibleElements,
    rings: &Rings,
    edges: &[Edge],
    bundling: Bundling,
) -> Path {
    let most = edges.iter().map(|edge| edge.calls).max().unwrap_or(0);
    let mut path = Path::default();
    for edge in edges {
        let begin = path.points.len();
        let [from, to] = [edge.caller, edge.callee].map(|place| shown.elements()[place as usize]);
        if from == to {
            path.loops += 1;
            path.points.extend(self_loop(rings, edge.caller));
        } else {
            let way = way(hierarchy, rings, [from, to], bundling.leave_out_common_ancestor);
            path.points.extend(way.into_iter().map(|id| rings.point(id)));
            control_points_at(&mut path.points[begin..], bundling.beta);
        }
        path.ends.push(path.points.len() as u32);
        path.widths.push(bundling.width.of(edge.calls, most));
    }
    path
}

/// Returns the drawn elements from one element up to the common ancestor and down to the other.
fn way(hierarchy: &Hierarchy, rings: &Rings, [from, to]: [NodeId; 2], leave_out: bool) -> Vec<NodeId> {
    let common = hierarchy.common_ancestor(from, to);
    let top = rings.drawn_as(common);
    let drawn_below = |id: NodeId| {
        let around = hierarchy.way_up(id).take_while(|&id| id != common).map(|id| rings.drawn_as(id));
        let mut way: Vec<NodeId> = around.filter(|&id| id != top).collect();
        way.dedup();
        way
    };
    let (mut way, down) = (drawn_below(from), drawn_below(to));
    if !leave_out || way.len() + down.len() < 4 {
        way.push(top);
    }
    way.extend(down.into_iter().rev());
    way
}

/// Returns a loop at the middle of an element's cell. It is at most a third of the cell's angle wide, and at most a
/// tenth of the radius deep.
fn self_loop(rings: &Rings, place: u32) -> [[f64; 2]; 4] {
    let disc = rings.disc();
    let [from, to] = rings.cell(place).angles;
    let reach = ((to - from) / 6.0).min(0.1);
    let (middle, radius) = (f64::midpoint(from, to), disc.inner_radius);
    let inside = radius * (1.0 - (3.0 * reach).clamp(0.02, 0.1));
    [(-reach, radius), (-reach, inside), (reach, inside), (reach, radius)]
        .map(|(turn, radius)| rings.at(middle + turn, radius))
}
