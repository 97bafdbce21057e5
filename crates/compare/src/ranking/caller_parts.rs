//! The calls of each function, divided by caller.

use super::cell::{Cell, Few};
use super::median::median;
use super::path_calls::{Calls, PathCalls};
use super::{Normalisation, Options, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, Spread, UnionRun, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;

/// Smallest change of a caller's calls, as a share of the time of all calls. Smaller ones explain nothing of a run.
pub(super) const LEAST_SHARE: f64 = 0.005;

/// The calls that a function gets from one caller.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) function: IdentityId,
    pub(super) caller: IdentityId,
    /// Path of the function with the largest change of these calls.
    pub(super) node: NodeId,
    /// Change on that path, with outlier calls at ordinary length.
    change: f64,
    /// Calls of A and B, summed over their runs.
    pub(super) sides: [Calls; 2],
}

/// The parts of functions, and their calls in each run, for tests of several runs or of samples.
///
/// The choice of the parts depends neither on the sides of the runs nor on their order, so that a test of the runs keeps
/// its level.
#[derive(Debug, Default)]
pub(super) struct PartTable {
    /// Parts, by function and caller. Those of one function have several callers.
    pub(super) parts: Vec<Part>,
    /// Cells by run, then by part.
    pub(super) runs: Vec<Vec<Cell>>,
    /// Side of each run.
    side: Vec<usize>,
}

impl PartTable {
    /// Divides all functions. Parts that have less than [`LEAST_SHARE`] of the time of every run are left out. Only
    /// functions by times as recorded have parts. O(nodes · (depth + runs)).
    pub(super) fn new(union: &UnionTree, options: Options) -> Self {
        if (options.by, options.normalisation) != (RowUnit::Function, Normalisation::Absolute) {
            return Self::default();
        }
        let divided = divided(union, &[], &vec![false; union.identity_count()]);
        let is_large = {
            let mut is_large = vec![false; divided.parts.len()];
            for run in union.runs() {
                let least = LEAST_SHARE * run.tree.total_ticks() as f64;
                for (is_large, spread) in is_large.iter_mut().zip(divided.spreads(run)) {
                    *is_large |= spread.ticks as f64 >= least && spread.ticks > 0;
                }
            }
            is_large
        };
        let of_run = |run: &UnionRun| -> Vec<Cell> {
            let size = run.tree.sample_size();
            let large = divided.spreads(run).into_iter().zip(&is_large).filter(|(_, is_large)| **is_large);
            large.map(|(of, _)| Cell::new(of, Few::default(), of).counted(size)).collect()
        };
        let runs = union.runs().iter().map(of_run).collect();
        let parts = divided.parts.iter().zip(&is_large).filter(|(_, is_large)| **is_large);
        let side = union.runs().iter().map(|run| run.side).collect();
        Self { parts: parts.map(|(part, _)| *part).collect(), runs, side }
    }

    /// Returns the cells of a part in the runs of a side.
    pub(super) fn cells(&self, part: usize, side: usize) -> impl Iterator<Item = Cell> + '_ {
        let runs = self.runs.iter().zip(&self.side).filter(move |&(_, &own_side)| own_side == side);
        runs.map(move |(cells, _)| cells[part])
    }

    /// Returns a number of a part on a side: the median over its runs.
    pub(super) fn median(&self, part: usize, side: usize, of: impl Fn(&Cell) -> f64) -> f64 {
        let mut values: Vec<f64> = self.cells(part, side).map(|cell| of(&cell)).collect();
        if values.is_empty() { 0.0 } else { median(&mut values) }
    }

    /// Returns true if every run of one side is beyond every run of the other.
    pub(super) fn is_separated(&self, part: usize) -> bool {
        let extremes = |side: usize| {
            let ticks = || self.cells(part, side).map(|cell| cell.ticks);
            (ticks().fold(f64::INFINITY, f64::min), ticks().fold(f64::NEG_INFINITY, f64::max))
        };
        let [(low_a, high_a), (low_b, high_b)] = [extremes(0), extremes(1)];
        low_b > high_a || low_a > high_b
    }
}

/// The parts of functions, and the part that each path belongs to.
pub(super) struct Divided {
    /// Parts, by function and caller.
    pub(super) parts: Vec<Part>,
    /// Part of each path of the union tree, or [`NO_PART`].
    of_node: Vec<u32>,
}

/// Number in place of a part for paths of functions that are not divided.
const NO_PART: u32 = u32::MAX;

impl Divided {
    /// Returns the calls of each part in a run.
    fn spreads(&self, run: &UnionRun) -> Vec<Spread> {
        let mut spreads = vec![Spread::default(); self.parts.len()];
        for (node, part) in self.of_node.iter().enumerate().filter(|(_, part)| **part != NO_PART) {
            let sum = &mut spreads[*part as usize];
            *sum = sum.plus(run.self_spread(NodeId(node as u32)));
        }
        spreads
    }
}

/// Divides the functions that are not judged yet and have several callers. O(nodes · (depth + runs)).
pub(super) fn divided(union: &UnionTree, few: &[OutlierCall], is_judged: &[bool]) -> Divided {
    let function = |node: NodeId| union.identity()[node.index()];
    let mut nodes: Vec<NodeId> = union.nodes().filter(|node| !is_judged[function(*node).index()]).collect();
    nodes.order_by_key(|&node| (function(node), node));
    let calls_of = PathCalls::new(union, few);
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let mut parts: Vec<Part> = Vec::new();
    let mut of_node = vec![NO_PART; union.len()];
    // A function with one path has one caller.
    let several = nodes.chunk_by(|&x, &y| function(x) == function(y)).filter(|paths| paths.len() > 1);
    for of_function in several {
        let mut paths: Vec<(IdentityId, NodeId)> =
            callers(union, of_function).into_iter().zip(of_function.iter().copied()).collect();
        if paths.iter().all(|path| path.0 == paths[0].0) {
            continue;
        }
        paths.order_by_key(|&(caller, _)| caller);
        for of_caller in paths.chunk_by(|x, y| x.0 == y.0) {
            for (_, node) in of_caller {
                of_node[node.index()] = parts.len() as u32;
            }
            let paths = of_caller.iter().map(|&(caller, node)| {
                let sides = calls_of.sides(node);
                let change = sides[1].ticks() / runs[1] - sides[0].ticks() / runs[0];
                Part { function: function(node), caller, node, change, sides }
            });
            parts.extend(paths.reduce(Part::plus));
        }
    }
    Divided { parts, of_node }
}

impl Part {
    /// Returns the calls of two paths of one function and caller.
    fn plus(self, other: Self) -> Self {
        let mut sum = if other.change.abs() > self.change.abs() { other } else { self };
        sum.sides = self.sides;
        for side in [0, 1] {
            sum.sides[side] += other.sides[side];
        }
        sum
    }
}

/// Returns the caller of each path of a function, the nearest by which the paths differ. If they never differ, all
/// callers are [`IdentityId::NONE`].
fn callers(union: &UnionTree, nodes: &[NodeId]) -> Vec<IdentityId> {
    let mut above: Vec<Option<Frame>> = outer_callers(union, nodes);
    loop {
        let callers: Vec<IdentityId> =
            above.iter().map(|of| of.map_or(IdentityId::NONE, |of| of.function)).collect();
        if above.iter().all(Option::is_none) || callers.iter().any(|&caller| caller != callers[0]) {
            return callers;
        }
        above = above.into_iter().map(|of| of.and_then(|of| of.caller(union))).collect();
    }
}

/// Returns the caller of each path of a function. A path of the function within itself belongs to the outer one, and has
/// its caller. `nodes` are all paths of the function, ascending. O(nodes).
fn outer_callers(union: &UnionTree, nodes: &[NodeId]) -> Vec<Option<Frame>> {
    let mut known: FxHashMap<NodeId, Option<Frame>> = FxHashMap::default();
    for &node in nodes {
        let own = Frame::of(union, node);
        let mut caller = own.caller(union);
        while let Some(of) = caller.filter(|of| of.function == own.function) {
            let outer = of.node.filter(|_| !of.is_between).and_then(|outer| known.get(&outer));
            if let Some(&outer) = outer {
                caller = outer;
                break;
            }
            caller = of.caller(union);
        }
        known.insert(node, caller);
    }
    nodes.iter().map(|node| known[node]).collect()
}

/// A function on a stack: that of a path, or the frame between a path and its parent.
#[derive(Debug, Clone, Copy)]
struct Frame {
    function: IdentityId,
    /// The path, or the parent of the path that the frame calls.
    node: Option<NodeId>,
    is_between: bool,
}

impl Frame {
    fn of(union: &UnionTree, node: NodeId) -> Self {
        Self { function: union.identity()[node.index()], node: Some(node), is_between: false }
    }

    /// Returns the frame that calls this one.
    fn caller(&self, union: &UnionTree) -> Option<Self> {
        let node = self.node?;
        if self.is_between {
            return Some(Self::of(union, node));
        }
        let parent = union.parent()[node.index()].some();
        let function = union.caller(node)?;
        let is_between = parent.is_none_or(|up| union.identity()[up.index()] != function);
        Some(Self { function, node: parent, is_between })
    }
}
