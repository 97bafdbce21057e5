//! The largest changes of all kinds in one list.
//!
//! Each entry is a function, a path or an outlier call. Entries of functions are measured by self time, with outlier
//! calls at ordinary length, because these have entries of their own. So the entries add up to the change of the whole.
//! A new or gone function stands for the functions of its list that are beneath it.

use super::outliers::standing_outliers;
use super::rows::{Kind, Reason, Row};
use super::{Ranking, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Changed {
    /// A row of a list of the ranking.
    Row {
        /// Index of the list in [`Ranking::lists`].
        list: usize,
        /// Index of the row in its list.
        place: usize,
    },
    /// An outlier call.
    Call {
        /// Index of the call.
        place: usize,
    },
}

/// An entry of the list of largest changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Subject of the entry.
    pub of: Changed,
    /// Row of the entry. Its `delta` is the change in ticks, B minus A, as normalised. For a function it is the change
    /// of self time, with outlier calls at ordinary length, together with the self times of the functions beneath it.
    /// For an outlier call it is its excess, negative in A.
    pub row: Row,
}

/// Returns the changes of all lists of a ranking and the given outlier calls, the largest first. Outlier calls need
/// times as recorded and rows that are functions; otherwise pass none. Rows without a change in ticks are left out.
/// First come the significant changes of work, then the significant changes of functions that wait, then all others.
/// O(nodes + rows · log rows).
pub fn largest_changes(union: &UnionTree, ranking: &Ranking, calls: &[OutlierCall]) -> Vec<Change> {
    let mut beneath: Vec<(IdentityId, f64)> = Vec::new();
    for row in ranking.lists().into_iter().flatten() {
        beneath.extend(row.beneath.map(|leader| (leader, row.steady())));
    }
    beneath.order_by_key(|&(leader, _)| leader);
    let below = |row: &Row| -> f64 {
        let first = beneath.partition_point(|&(leader, _)| leader < row.identity);
        let of_row = beneath[first..].iter().take_while(|&&(leader, _)| leader == row.identity);
        of_row.map(|&(_, ticks)| ticks).sum()
    };
    let mut changes: Vec<Change> = Vec::new();
    for (list, rows) in ranking.lists().into_iter().enumerate() {
        changes.extend(rows.iter().enumerate().map(|(place, row)| {
            let of = Changed::Row { list, place };
            if ranking.options.by == RowUnit::Path {
                return Change { of, row: *row };
            }
            Change { of, row: by_self_time(row, below(row)) }
        }));
    }
    let nodes = if calls.is_empty() { Vec::new() } else { union.first_nodes(union.identity_count()) };
    let standing = standing_outliers(calls, ranking.options.floor);
    changes.extend(calls.iter().zip(standing).enumerate().map(|(place, (call, stands_out))| {
        let reason = if stands_out { Reason::OneCall } else { Reason::AlsoOutliers };
        let node = nodes.get(call.identity.index()).copied().unwrap_or(NodeId::NONE);
        Change { of: Changed::Call { place }, row: Row::of_call(call, node, reason) }
    }));
    // A new function that only calls others takes no time of its own. Its list has it, by inclusive time.
    changes.retain(|change| change.row.delta.round() != 0.0);
    let part = |change: &Change| match change.of {
        _ if !change.row.stands_out() => 2,
        Changed::Row { list, .. } if list == Kind::Waiting as usize => 1,
        _ => 0,
    };
    changes.order_by(|x, y| {
        let by_size = y.row.delta.abs().total_cmp(&x.row.delta.abs());
        part(x).cmp(&part(y)).then(by_size).then(x.of.cmp(&y.of))
    });
    changes
}

/// Returns a row of a function by self time, without its outlier calls and with the time `below` of the functions
/// beneath it.
fn by_self_time(row: &Row, below: f64) -> Row {
    let mut own = Row { inclusive: None, few: [0.0; 2], few_calls: [0; 2], ..*row };
    own.a -= row.few[0];
    own.b -= row.few[1];
    if below > 0.0 {
        own.b += below;
    } else {
        own.a -= below;
    }
    own.delta = own.b - own.a;
    own.own_share = (own.a > 0.0).then(|| own.delta / own.a);
    own
}
