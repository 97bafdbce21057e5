//! The largest changes of all kinds in one list.
//!
//! Each entry is a function, a path or an outlier call. Entries of functions are measured by self time, with outlier
//! calls at ordinary length, because these have entries of their own. So the entries add up to the change of the whole.
//! A new or gone function stands for the functions of its list that are beneath it, and for the functions of both sides
//! that changed only because it calls them ([`super::called_below`]).

use super::called_below::CalledBelow;
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
    let called_below = CalledBelow::new(union, ranking, calls);
    let rows = || {
        let lists = ranking.lists().into_iter().zip(Kind::ALL).enumerate();
        lists.flat_map(|(list, (rows, kind))| {
            let changed = move |place| Changed::Row { list, place };
            rows.iter().enumerate().map(move |(place, row)| (changed(place), kind, row))
        })
    };
    let mut below = Below::default();
    for (_, kind, row) in rows() {
        let called = called_below.leader(row, kind);
        below.ticks.extend(row.beneath.or(called).map(|leader| (leader, row.steady(), called.is_some())));
    }
    below.ticks.order_by_key(|&(leader, ..)| leader);
    let mut changes: Vec<Change> = Vec::new();
    changes.extend(rows().map(|(of, kind, row)| {
        if ranking.options.by == RowUnit::Path {
            return Change { of, row: *row };
        }
        let own = by_self_time(row, below.ticks(row.identity));
        let row = match called_below.leader(row, kind) {
            Some(leader) => Row { beneath: Some(leader), reason: Reason::CalledBelow, ..own },
            None => Row { called_below: below.called(row.identity), ..own },
        };
        Change { of, row }
    }));
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

/// The functions that count for a new or gone function.
#[derive(Default)]
struct Below {
    /// For each of them: the new or gone function, the change in ticks, and whether both sides call it. Sorted by the
    /// new or gone functions.
    ticks: Vec<(IdentityId, f64, bool)>,
}

impl Below {
    fn of(&self, leader: IdentityId) -> impl Iterator<Item = &(IdentityId, f64, bool)> {
        let first = self.ticks.partition_point(|&(other, ..)| other < leader);
        self.ticks[first..].iter().take_while(move |&&(other, ..)| other == leader)
    }

    /// Returns the change in ticks of all functions that count for `leader`.
    fn ticks(&self, leader: IdentityId) -> f64 {
        self.of(leader).map(|&(_, ticks, _)| ticks).sum()
    }

    /// Returns the number of functions of both sides that count for `leader`.
    fn called(&self, leader: IdentityId) -> u32 {
        self.of(leader).filter(|(.., is_called)| *is_called).count() as u32
    }
}

/// Returns a row of a function by self time, without its outlier calls and with the change `below` of the functions
/// that count for it.
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
