//! Rows of the lists.

use super::why;
use crate::{numbers, words};
use diptych_compare::call_times::{CallTimes, FewCall};
use diptych_compare::ranking::{Confidence, Kind, Noise, Ranking, Reason, Row, standing_out};
use diptych_profile::UnionTree;
use diptych_protocol::Fact;
use diptych_protocol::comparison::{DifferenceList, DifferenceRow};
use diptych_trace::{Axis, IdentityId, Sorting};

/// Names of identities.
pub trait Names {
    /// Name and file of an identity; the file is empty where it is unknown.
    fn name_and_file(&self, identity: IdentityId) -> (String, String);
}

/// What rows are of.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "names are whatever names them")]
pub struct RowContext<'a> {
    /// Names of the functions.
    pub names: &'a dyn Names,
    /// Their paths.
    pub union: &'a UnionTree,
    /// What is measured.
    pub axis: Axis,
    /// How long single calls take, where they were timed and rows are functions as recorded.
    pub times: Option<&'a CallTimes>,
}

/// A row in words. `rank` counts from 1; `longest` is the longest time of the list, ticks, for its bars.
pub fn row(
    context: RowContext<'_>,
    (list, rank, id): (DifferenceList, u32, u32),
    row: &Row,
    longest: f64,
) -> DifferenceRow {
    let RowContext { names, union, axis, .. } = context;
    let (name, file) = names.name_and_file(row.identity);
    let mut path = union.path(row.node);
    path.pop();
    let callers = path.into_iter().map(|identity| shown_name(names, identity));
    let [a, b] = row.listed_by();
    let bar = |ticks: f64| if longest > 0.0 { (ticks / longest).clamp(0.0, 1.0) as f32 } else { 0.0 };
    DifferenceRow {
        list,
        rank,
        id,
        name: words::name_or_unnamed(&name),
        file: words::shown(&file),
        callers: callers.collect(),
        delta: numbers::delta(axis, b - a),
        self_time: row
            .inclusive
            .map_or_else(String::new, |_| numbers::extent(axis, row.a.max(row.b).round() as i64)),
        own: match list {
            DifferenceList::New => "new".to_owned(),
            DifferenceList::Gone => "gone".to_owned(),
            _ => row.own_share.map_or_else(String::new, numbers::change),
        },
        overweight: why::overweight(row),
        few: why::few(axis, row),
        each_a: why::each(axis, row, 0),
        each_b: why::each(axis, row, 1),
        details: why::details(context, list, row),
        a: numbers::extent(axis, a.round() as i64),
        b: numbers::extent(axis, b.round() as i64),
        bar_a: bar(a),
        bar_b: bar(b),
        calls_a: row.calls[0] as u32,
        calls_b: row.calls[1] as u32,
        stands_out: row.stands_out(),
        reason: if matches!(list, DifferenceList::Moved | DifferenceList::Pauses) {
            String::new()
        } else {
            named_reason(context, row)
        },
        confidence: row.confidence.map_or_else(String::new, confidence),
    }
}

/// Why a row stands out, or why it does not.
pub fn reason(row: &Row) -> &'static str {
    match row.reason {
        Reason::OneSide if row.calls[0] == 0 => "only in B",
        Reason::OneSide => "only in A",
        Reason::Calls | Reason::Lengths => larger_part(row),
        Reason::Runs => "beyond what the runs vary by",
        Reason::AsTheRun => "as the whole run",
        Reason::WithinCalls => "within what calls differ by anyway",
        Reason::FewCalls => "a few calls",
        Reason::WithinRuns => "within what the runs vary by",
        Reason::UnderFloor => "under the floor",
        Reason::InOneCallee => "wholly in one callee",
        Reason::WithItsCaller => "with its caller",
        Reason::Beneath => "beneath another of this list",
    }
}

/// The reason of a row with what it is about: `only in B, with 5 more beneath it`, `beneath evolve`, `shorter calls, now calls
/// _future_new, 1.84 ms`.
fn named_reason(RowContext { names, axis, .. }: RowContext<'_>, row: &Row) -> String {
    match (row.beneath, row.code_move) {
        (Some(leader), _) => format!("beneath {}", shown_name(names, leader)),
        (_, Some(of)) => {
            let other = shown_name(names, of.other);
            let ticks = numbers::extent(axis, of.ticks.round() as i64);
            let what = match (of.is_caller, of.side) {
                (false, 0) => format!("no longer calls {other}, {ticks}"),
                (false, _) => format!("now calls {other}, {ticks}"),
                (true, 0) => format!("no longer called by {other}, which takes {ticks} more"),
                (true, _) => format!("now called by {other}, which takes {ticks} less"),
            };
            format!("{}; {what}", reason(row))
        }
        _ if row.holds > 0 => {
            format!("{}, with {} more beneath it", reason(row), numbers::count(u64::from(row.holds)))
        }
        _ => reason(row).to_owned(),
    }
}

/// Of the two parts of a change that point its way, the smaller is named too from this share of the larger on.
const BOTH_FROM: f64 = 0.5;

/// What explains most of a change, more calls or longer ones, or both: by the split that stands beside it.
fn larger_part(row: &Row) -> &'static str {
    let parts = row.parts();
    let direction = row.steady().signum();
    let [calls, lengths] = [parts.calls, parts.lengths].map(|part| part * direction);
    let larger = calls.max(lengths);
    match (direction > 0.0, calls >= BOTH_FROM * larger, lengths >= BOTH_FROM * larger) {
        (true, true, true) => "more calls and longer",
        (true, true, false) => "more calls",
        (true, false, _) => "longer calls",
        (false, true, true) => "fewer calls and shorter",
        (false, true, false) => "fewer calls",
        (false, false, _) => "shorter calls",
    }
}

/// What the rows below those that stand out have in common: `as the whole run, or within what calls differ by anyway`.
/// Blank where there are none.
pub fn reasons_below(list: &[Row]) -> String {
    let below = &list[standing_out(list).len()..];
    let mut reasons: Vec<&str> = Vec::new();
    for row in below {
        if !reasons.contains(&reason(row)) {
            reasons.push(reason(row));
        }
    }
    reasons.order_by_key(|reason| *reason);
    reasons.join(", or ")
}

pub(super) fn shown_name(names: &dyn Names, identity: IdentityId) -> String {
    words::name_or_unnamed(&names.name_and_file(identity).0)
}

/// `+8 to +13 %, p 0.008`
fn confidence(confidence: Confidence) -> String {
    let p = if confidence.p < 0.001 { "p < 0.001".to_owned() } else { format!("p {:.3}", confidence.p) };
    match confidence.interval {
        Some([low, high]) => {
            format!("{} to {}, {p}", numbers::change(low - 1.0), numbers::change(high - 1.0))
        }
        None => p,
    }
}

/// What several runs a side say of a function: `row` is its row in the lists, if it is listed. `None` with one run a
/// side.
pub fn over_runs(ranking: &Ranking, row: Option<&Row>) -> Option<Fact> {
    let value = match (&ranking.noise, row.filter(|row| row.stands_out())) {
        (Noise::OneRunASide(_), _) => return None,
        (Noise::TooFewRuns, Some(_)) => "wholly apart".to_owned(),
        (Noise::TooFewRuns, None) => "not wholly apart, or under the floor".to_owned(),
        (Noise::Tested(_), row) => row
            .and_then(|row| row.confidence)
            .map_or_else(|| "within what the runs vary by, or under the floor".to_owned(), confidence),
    };
    let [a, b] = ranking.runs;
    Some(Fact { label: format!("Function over {a} and {b} runs"), value })
}

/// The list that a kind of difference belongs to.
pub fn list_of(kind: Kind) -> DifferenceList {
    match kind {
        Kind::Slower => DifferenceList::Slower,
        Kind::Faster => DifferenceList::Faster,
        Kind::New => DifferenceList::New,
        Kind::Gone => DifferenceList::Gone,
    }
}

/// `in B, 812 × what 99 % of its calls take at most`: how long one of the few calls of a function takes beside the others.
pub fn beside_others(call: &FewCall) -> String {
    let times = call.self_ticks as f64 / call.usual.max(1) as f64;
    let side = ["A", "B"][call.side.min(1)];
    format!("in {side}, {}\u{202f}× what 99\u{202f}% of its calls take at most", numbers::three_digits(times))
}
