//! A call tree as plain columns, to write it to a file and read it back.

use super::CallTree;
use crate::{NodeId, PathTree};
use diptych_trace::{CallId, IdentityId, SampleSize};

/// Columns of a [`CallTree`], one row for each node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TreeColumns {
    /// Row of the parent, which comes before the node; [`NodeId::NONE`]'s number for roots.
    pub parent: Vec<u32>,
    /// Identity of the function.
    pub identity: Vec<u32>,
    /// First call of the path.
    pub first_call: Vec<u32>,
    /// Identity of the function between each path and its parent, by [`CallTree::between`]; [`IdentityId::NONE`]'s number
    /// without one. May be empty if there is none at all.
    pub between: Vec<u32>,
    /// Number of calls.
    pub calls: Vec<u64>,
    /// Sum of the self times, in ticks.
    pub self_ticks: Vec<i64>,
    /// Sum of the squared self times, in ticks².
    pub self_squares: Vec<f64>,
    /// Longest self time, in ticks.
    pub self_longest: Vec<i64>,
    /// Sum of the durations, in ticks.
    pub inclusive_ticks: Vec<i64>,
    /// Sum of the squared durations, in ticks².
    pub inclusive_squares: Vec<f64>,
    /// Ticks from the first instant of the trace to the last.
    pub extent: i64,
    /// Number of ticks that one sample stands for, by [`SampleSize::to_number`].
    pub sample_size: f64,
}

impl CallTree {
    /// Copies the tree into columns.
    pub fn to_columns(&self) -> TreeColumns {
        TreeColumns {
            parent: self.parent.iter().map(|node| node.0).collect(),
            identity: self.identity.iter().map(|identity| identity.0).collect(),
            first_call: self.first_call.iter().map(|call| call.0).collect(),
            between: self.between.iter().map(|identity| identity.0).collect(),
            calls: self.calls.clone(),
            self_ticks: self.self_ticks.clone(),
            self_squares: self.self_squares.clone(),
            self_longest: self.self_longest.clone(),
            inclusive_ticks: self.inclusive_ticks.clone(),
            inclusive_squares: self.inclusive_squares.clone(),
            extent: self.extent,
            sample_size: self.sample_size.to_number(),
        }
    }

    /// Builds the tree from any columns. Returns `None` if they are no tree in pre-order over identities below
    /// `identity_count`.
    pub fn from_columns(mut columns: TreeColumns, identity_count: u32) -> Option<Self> {
        let rows = columns.parent.len();
        if columns.between.is_empty() {
            columns.between = vec![IdentityId::NONE.0; rows];
        }
        let lengths = [
            columns.identity.len(),
            columns.first_call.len(),
            columns.between.len(),
            columns.calls.len(),
            columns.self_ticks.len(),
            columns.self_squares.len(),
            columns.self_longest.len(),
            columns.inclusive_ticks.len(),
            columns.inclusive_squares.len(),
        ];
        let is_known = |&identity: &u32| identity < identity_count;
        let is_between = |of: &u32| *of == IdentityId::NONE.0 || is_known(of);
        let known = columns.identity.iter().all(is_known) && columns.between.iter().all(is_between);
        if lengths.iter().any(|&length| length != rows) || !known || !columns.can_be_added_up() {
            return None;
        }
        Some(Self {
            paths: PathTree {
                subtree_end: subtree_ends(&columns.parent)?,
                parent: columns.parent.into_iter().map(NodeId).collect(),
                identity: columns.identity.into_iter().map(IdentityId).collect(),
            },
            first_call: columns.first_call.into_iter().map(CallId).collect(),
            between: columns.between.into_iter().map(IdentityId).collect(),
            calls: columns.calls,
            self_ticks: columns.self_ticks,
            self_squares: columns.self_squares,
            self_longest: columns.self_longest,
            inclusive_ticks: columns.inclusive_ticks,
            inclusive_squares: columns.inclusive_squares,
            extent: columns.extent,
            sample_size: SampleSize::from_number(columns.sample_size),
        })
    }
}

/// Largest sum that a column may have. Sums over 64 runs then fit, with some room.
const MOST: i128 = (i64::MAX >> 8) as i128;

impl TreeColumns {
    /// Returns true if the columns can be summed safely. No number may be negative, infinite or NaN, sums over 64 runs
    /// must not overflow, a path without calls has no self time, and a path's first call must come after that of its
    /// parent. All columns must be equally long.
    fn can_be_added_up(&self) -> bool {
        let ticks = |column: &[i64]| {
            let sum: i128 = column.iter().map(|&ticks| i128::from(ticks)).sum();
            column.iter().all(|&ticks| ticks >= 0) && sum <= MOST
        };
        let squares = |column: &[f64]| column.iter().all(|square| square.is_finite() && *square >= 0.0);
        let calls: i128 = self.calls.iter().map(|&calls| i128::from(calls)).sum();
        let starts_after = |(&first, &parent): (&u32, &u32)| {
            self.first_call.get(parent as usize).is_none_or(|&before| before < first)
        };
        let is_called = |row: usize| {
            self.calls[row] > 0
                || (self.self_ticks[row] == 0 && self.self_squares[row] == 0.0 && self.self_longest[row] == 0)
        };
        calls <= MOST
            && (0..self.calls.len()).all(is_called)
            && (0..MOST).contains(&i128::from(self.extent))
            && [&self.self_ticks, &self.self_longest, &self.inclusive_ticks]
                .into_iter()
                .all(|column| ticks(column))
            && [&self.self_squares, &self.inclusive_squares].into_iter().all(|column| squares(column))
            && self.first_call.iter().zip(&self.parent).all(starts_after)
    }
}

/// Returns the end of each subtree, or `None` if the parents are not those of a pre-order.
pub(crate) fn subtree_ends(parent: &[u32]) -> Option<Vec<u32>> {
    let mut ends = vec![0u32; parent.len()];
    let mut open: Vec<u32> = Vec::new();
    for (row, &parent) in parent.iter().enumerate() {
        while let Some(top) = open.pop_if(|top| *top != parent) {
            ends[top as usize] = row as u32;
        }
        if open.is_empty() && parent != NodeId::NONE.0 {
            return None;
        }
        open.push(row as u32);
    }
    for top in open {
        ends[top as usize] = parent.len() as u32;
    }
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{IdentityTable, Shape, generate};

    #[test]
    fn tree_columns_round_trip() {
        for seed in 0..20 {
            let trace = generate(seed, Shape::SMALL);
            let mut table = IdentityTable::default();
            let identities = table.identify_all(&trace, IdentityTable::plain_key);
            let tree = CallTree::new(&trace, &identities, &mut |_, _| ());
            let columns = tree.to_columns();
            let back = CallTree::from_columns(columns.clone(), table.len() as u32).unwrap();
            assert_eq!(back.subtree_end(), tree.subtree_end());
            assert_eq!(back.to_columns(), columns);
            assert!(CallTree::from_columns(columns.clone(), table.len() as u32 - 1).is_none());
            // Time of a function without calls would have no row to be listed in.
            for row in (0..columns.calls.len()).filter(|&row| columns.self_ticks[row] > 0) {
                let mut damaged = columns.clone();
                damaged.calls[row] = 0;
                assert!(CallTree::from_columns(damaged, table.len() as u32).is_none(), "{seed}: path {row}");
            }
        }
    }

    #[test]
    fn parents_out_of_pre_order_are_refused() {
        let none = NodeId::NONE.0;
        assert_eq!(subtree_ends(&[none, 0, 1, 0, none]), Some(vec![4, 3, 3, 4, 5]));
        for parents in [&[0][..], &[1, none], &[none, 1], &[none, none, 0], &[none, 7]] {
            assert_eq!(subtree_ends(parents), None, "{parents:?}");
        }
    }
}
