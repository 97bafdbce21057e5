//! Call paths with a weight, and the confidence of several runs that they changed.

use diptych_profile::{FunctionTable, NodeId, PathTree, WeightedTree};
use diptych_protocol::SideName;
use diptych_trace::{Axis, IdentityId};
use diptych_views::FrameNames;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The call paths of the open sides, with one weight. With one open side, the tree has only that side's column. Layouts
/// keep the parts that they need.
#[derive(Debug)]
pub struct CallPaths {
    /// Paths of recorded stacks. Functions are numbered in the order of their keys.
    pub tree: Arc<WeightedTree>,
    /// Sums by function.
    pub table: Arc<FunctionTable>,
    /// Names of functions, no two of them equal.
    pub names: Arc<FrameNames>,
    /// Number of each function of each trace.
    pub identities: [Vec<IdentityId>; 2],
    /// Axis of the weights.
    pub axis: Axis,
    /// Unit of the weights: `ns`, `bytes`, `samples`, `events` or `calls`.
    pub unit: &'static str,
    /// Number of calls on each side with a negative weight, such as freed bytes. They count as 0.
    pub below_zero: [u64; 2],
    /// Side of which only the calls before a moment count, because the other side ends early; with that moment, in ticks
    /// since the side's first instant.
    pub until: Option<(SideName, i64)>,
}

/// The confidence of several runs per side that functions and paths changed, by the weight of the shown paths.
#[derive(Debug, Clone, PartialEq)]
pub struct RunConfidence {
    /// Number of runs on each side.
    pub runs: [usize; 2],
    /// True if the runs were tested. Confidence is then 1 − p. With too few runs it is 1 if every run of one side lies
    /// beyond every run of the other, or else 0.
    pub is_tested: bool,
    /// Confidence from 0 to 1, by function as paths number it. Entries of paths that are no functions have none.
    pub by_function: Vec<f64>,
    /// Confidence by path, as the state reads paths.
    pub by_path: PathConfidence,
}

/// The confidence of several runs per side that paths changed, for paths that weigh enough in some run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathConfidence {
    /// Row of each path, by the row of its caller ([`NodeId::NONE`] for a root) and its function as paths number it.
    pub rows: FxHashMap<(NodeId, IdentityId), NodeId>,
    /// Confidence from 0 to 1, by row.
    pub sure: Vec<f64>,
}

impl PathConfidence {
    /// Returns the confidence of each path of a tree that is read in the same way; `None` for paths that weigh too
    /// little. Names of lanes around paths are numbered from `functions` on and are no part of paths. O(nodes).
    pub fn by_node(&self, tree: &PathTree, functions: usize) -> Vec<Option<f64>> {
        // The row of each node. A lane has the row that stands above all roots.
        let mut rows: Vec<Option<NodeId>> = Vec::with_capacity(tree.len());
        for (parent, &function) in tree.parent().iter().zip(tree.identity()) {
            let above = parent.some().map_or(Some(NodeId::NONE), |up| rows[up.index()]);
            rows.push(above.and_then(|above| {
                let is_lane = function.index() >= functions;
                if is_lane { Some(above) } else { self.rows.get(&(above, function)).copied() }
            }));
        }
        rows.into_iter().map(|row| self.sure.get(row?.index()).copied()).collect()
    }
}
