//! The calls on a call path, with the outlier calls among them.

use super::cell::{Cell, Few};
use super::table::less;
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, Spread, UnionTree};
use rustc_hash::FxHashMap;
use std::ops::AddAssign;

/// Calls of one side, summed over its runs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Calls {
    /// All calls.
    pub(super) all: Spread,
    /// The calls that are no outliers.
    pub(super) others: Spread,
    /// The outlier calls.
    pub(super) few: Few,
}

impl AddAssign for Calls {
    fn add_assign(&mut self, other: Self) {
        self.all = self.all.plus(other.all);
        self.others = self.others.plus(other.others);
        self.few.add(other.few);
    }
}

impl Calls {
    /// Returns the time with outlier calls at ordinary length.
    pub(super) fn ticks(&self) -> f64 {
        (self.all.ticks - self.few.excess) as f64
    }

    /// Returns the cell of these calls in one run.
    pub(super) fn cell(&self) -> Cell {
        Cell::new(self.all, self.few, self.others)
    }

    /// Returns the cell of these calls in one run, without a share of `less`, which are some of them.
    pub(super) fn cell_without(&self, less: &Self, share: f64) -> Cell {
        let left = |all: Spread, less: Spread| Spread {
            calls: all.calls - (less.calls as f64 * share).round() as u64,
            ticks: all.ticks - (less.ticks as f64 * share).round() as i64,
            squares: (all.squares - less.squares * share).max(0.0),
            ..all
        };
        Cell::new(left(self.all, less.all), self.few.without(less.few, share), left(self.others, less.others))
    }
}

/// The calls on each path of a union tree.
pub(super) struct PathCalls<'a> {
    union: &'a UnionTree,
    /// Outlier calls by side and node of the side's own tree.
    outliers: FxHashMap<(usize, NodeId), Vec<&'a OutlierCall>>,
}

impl<'a> PathCalls<'a> {
    pub(super) fn new(union: &'a UnionTree, outliers: &'a [OutlierCall]) -> Self {
        let mut of: FxHashMap<(usize, NodeId), Vec<&OutlierCall>> = FxHashMap::default();
        for call in outliers {
            of.entry((call.side, call.node)).or_default().push(call);
        }
        Self { union, outliers: of }
    }

    /// Returns the calls of A and of B on a path. O(runs + outlier calls).
    pub(super) fn sides(&self, node: NodeId) -> [Calls; 2] {
        let mut sides = [Calls::default(); 2];
        for run in self.union.runs() {
            let all = run.self_spread(node);
            let mut calls = Calls { all, others: all, few: Few::default() };
            let outliers = run.own(node).and_then(|own| self.outliers.get(&(run.side, own)));
            for call in outliers.into_iter().flatten() {
                calls.others = less(calls.others, call);
                calls.few.add((*call).into());
            }
            sides[run.side] += calls;
        }
        sides
    }
}
