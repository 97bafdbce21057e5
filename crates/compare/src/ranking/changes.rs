//! The largest changes of all kinds in one list.
//!
//! Each entry is a function, a path or an outlier call. Entries of functions are measured by self time, with outlier
//! calls at ordinary length, because these have entries of their own. So the entries add up to the change of the whole.
//! A new or gone function stands for the functions of its list that are beneath it, and for its calls of functions of
//! both sides, as far as these are additional or missing ([`super::called_below`]). The rows of these functions have the
//! rest of their changes. If the calls of one caller have a row of their own ([`super::by_caller`]), so does the row of all
//! calls.

use super::outliers::{standing_outliers, totals};
use super::row::{Kind, LargestBelow, Reason, Row};
use super::{Floor, Ranking, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeSubject {
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
    pub of: ChangeSubject,
    /// Row of the entry. Its `delta` is the change in ticks, B minus A, as normalised. For a function it is the change
    /// of self time, with outlier calls at ordinary length: of a new or gone function with the changes that count for it,
    /// and of a function with calls beneath such a one without them.
    /// For an outlier call it is its excess, negative in A.
    pub row: Row,
}

/// Returns the changes of all lists of a ranking and the given outlier calls, the largest first. Outlier calls need
/// times as recorded and rows that are functions; otherwise pass none. Rows without a change in ticks are left out.
/// First comes the function that makes other lanes wait ([`crate::late_lanes`]), then the other significant changes of work,
/// then the significant changes of functions that wait, then all others.
/// O(nodes + rows · log rows).
pub fn largest_changes(union: &UnionTree, ranking: &Ranking, calls: &[OutlierCall]) -> Vec<Change> {
    let rows = || {
        ranking.lists().into_iter().enumerate().flat_map(|(list, rows)| {
            let changed = move |place| ChangeSubject::Row { list, place };
            rows.iter().enumerate().map(move |(place, row)| (changed(place), row))
        })
    };
    let below = Below::new(ranking, rows().map(|(_, row)| row));
    let mut by_caller: FxHashMap<IdentityId, Vec<&Row>> = FxHashMap::default();
    for (_, row) in rows().filter(|(_, row)| row.caller.is_some()) {
        by_caller.entry(row.identity).or_default().push(row);
    }
    let mut changes: Vec<Change> = Vec::new();
    changes.extend(rows().map(|(of, row)| {
        if ranking.options.by == RowUnit::Path {
            return Change { of, row: *row };
        }
        let rest = ranking.divided.get(&row.identity).map_or(row, |divided| &divided.rest);
        let own = by_self_time(rest, below.ticks(row.identity));
        let parts = by_caller.get(&row.identity).filter(|_| row.caller.is_none());
        let own = parts.map_or(own, |parts| without_parts(&own, parts));
        let own = above_floor(&own, ranking.options.floor);
        let (called_below, largest_below) = (below.called(row.identity), below.largest(row.identity));
        Change { of, row: Row { called_below, largest_below, ..own } }
    }));
    let nodes = if calls.is_empty() { Vec::new() } else { union.first_nodes(union.identity_count()) };
    let standing = standing_outliers(calls, ranking.options.floor, totals(union));
    let calls_of = calls_of(union, calls);
    changes.extend(calls.iter().zip(standing).enumerate().map(|(place, (call, stands_out))| {
        let reason = if stands_out { Reason::OneCall } else { Reason::AlsoOutliers };
        let node = nodes.get(call.identity.index()).copied().unwrap_or(NodeId::NONE);
        let of_function = calls_of.get(&call.identity).copied().unwrap_or([1; 2]);
        Change { of: ChangeSubject::Call { place }, row: Row::of_call(call, node, of_function, reason) }
    }));
    // A new function that only calls others takes no time of its own. Its list has it, by inclusive time.
    changes.retain(|change| change.row.delta.round() != 0.0);
    let part = |change: &Change| match change.of {
        _ if !change.row.stands_out() => 3,
        ChangeSubject::Row { list, .. } if list == Kind::Waiting as usize => 2,
        ChangeSubject::Row { .. } if ranking.cause == Some(change.row.identity) => 0,
        _ => 1,
    };
    changes.order_by(|x, y| {
        let by_size = y.row.delta.abs().total_cmp(&x.row.delta.abs());
        part(x).cmp(&part(y)).then(by_size).then(x.of.cmp(&y.of))
    });
    changes
}

/// Returns the numbers of calls on both sides of the functions of outlier calls. O(nodes).
fn calls_of(union: &UnionTree, outliers: &[OutlierCall]) -> FxHashMap<IdentityId, [u64; 2]> {
    let mut found: FxHashMap<IdentityId, [u64; 2]> =
        outliers.iter().map(|call| (call.identity, [0; 2])).collect();
    for run in union.runs().iter().filter(|_| !outliers.is_empty()) {
        for node in run.tree.nodes() {
            if let Some(calls) = found.get_mut(&run.tree.identity()[node.index()]) {
                calls[run.side] += run.tree.self_spread(node).calls;
            }
        }
    }
    found
}

/// A change that counts for a new or gone function, its leader.
#[derive(Debug, Clone, Copy)]
struct CountedBelow {
    leader: IdentityId,
    of: LargestBelow,
    is_of_both: bool,
}

/// The changes that count for new or gone functions, by leader.
struct Below(Vec<CountedBelow>);

impl Below {
    /// Collects the changes of new and gone functions beneath others, among `rows`, and of the calls of both sides.
    fn new<'a>(ranking: &Ranking, rows: impl Iterator<Item = &'a Row>) -> Self {
        let of_one_side = |row: &Row| {
            let of = LargestBelow {
                function: row.identity,
                ticks: row.steady(),
                calls: row.calls[0].max(row.calls[1]),
            };
            row.beneath.map(|leader| CountedBelow { leader, of, is_of_both: false })
        };
        let mut all: Vec<CountedBelow> = rows.filter_map(of_one_side).collect();
        for (&function, divided) in &ranking.divided {
            all.extend(divided.parts.iter().map(|part| CountedBelow {
                leader: part.leader,
                of: LargestBelow { function, ticks: part.ticks, calls: part.calls },
                is_of_both: true,
            }));
        }
        // The order of functions keeps sums the same from run to run.
        all.order_by_key(|below| (below.leader, below.of.function));
        Self(all)
    }

    fn of(&self, leader: IdentityId) -> &[CountedBelow] {
        let first = self.0.partition_point(|below| below.leader < leader);
        let end = self.0.partition_point(|below| below.leader <= leader);
        &self.0[first..end]
    }

    /// Returns the change in ticks of all functions that count for `leader`.
    fn ticks(&self, leader: IdentityId) -> f64 {
        self.of(leader).iter().map(|below| below.of.ticks).sum()
    }

    /// Returns the number of functions of both sides whose calls count for `leader`.
    fn called(&self, leader: IdentityId) -> u32 {
        self.of(leader).iter().filter(|below| below.is_of_both).count() as u32
    }

    /// Returns the largest change that counts for `leader`.
    fn largest(&self, leader: IdentityId) -> Option<LargestBelow> {
        let all = self.of(leader).iter().map(|below| below.of);
        all.max_by(|x, y| x.ticks.abs().total_cmp(&y.ticks.abs()).then(y.function.cmp(&x.function)))
    }
}

/// Returns a row that is not significant if only one side calls its function and its amount in this list is below the floor.
/// The ranking tests inclusive time, but calls of other functions may count in other rows.
fn above_floor(row: &Row, floor: Floor) -> Row {
    let is_below = row.reason == Reason::OneSide && !floor.exceeded_by([row.a, row.b]);
    Row { reason: if is_below { Reason::UnderFloor } else { row.reason }, ..*row }
}

/// Returns the row of a function without the calls of those callers that have rows of their own.
fn without_parts(row: &Row, parts: &[&Row]) -> Row {
    let mut rest = *row;
    for part in parts {
        rest.a -= part.a - part.few[0];
        rest.b -= part.b - part.few[1];
        rest.calls = [0, 1].map(|side| rest.calls[side].saturating_sub(part.calls[side]));
    }
    rest.delta = rest.b - rest.a;
    rest.own_share = (rest.a > 0.0).then(|| rest.delta / rest.a);
    rest
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
