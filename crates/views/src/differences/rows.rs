//! Rows of the lists of differences, in words.

use super::{late_lane, single_calls, thread_move, why};
use crate::{LaneSums, Successor, Successors, numbers, words};
use diptych_compare::call_times::{CallTimes, OutlierCall};
use diptych_compare::lane_families::LaneFamily;
use diptych_compare::late_lanes::LateLane;
use diptych_compare::moves::MovedFunction;
use diptych_compare::ranking::{
    Confidence, Kind, Noise, PartBelow, Ranking, Reason, Row, RowUnit, standing_out,
};
use diptych_compare::thread_moves::ThreadMove;
use diptych_profile::{NodeId, UnionTree};
use diptych_protocol::Fact;
use diptych_protocol::comparison::{DifferenceList, DifferenceRow};
use diptych_trace::{Axis, AxisKind, IdentityId, Sorting};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A source of function names.
pub trait Names {
    /// Returns the name and the file of an identity. The file is empty if it is unknown.
    fn name_and_file(&self, identity: IdentityId) -> (String, String);
}

/// The data that the words of rows are made from.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "names are whatever names them")]
pub struct RowContext<'a> {
    /// Names of the functions.
    pub names: &'a dyn Names,
    /// Paths of the functions, of all runs together.
    pub union: &'a UnionTree,
    /// Unit of the rows. Functions are measured by self time, paths by inclusive time.
    pub by: RowUnit,
    /// Axis of the times or weights.
    pub axis: Axis,
    /// Durations of single calls. Present only if calls were timed and rows are functions as recorded.
    pub times: Option<&'a CallTimes>,
    /// Numbers of lanes over which times are summed, if known.
    pub lanes: Option<&'a LaneSums>,
    /// Functions with moved calls.
    pub moved: &'a [MovedFunction],
    /// Functions that moved to other lanes, most time first.
    pub thread_moves: &'a [ThreadMove],
    /// Families of lanes of which one side has more.
    pub lane_families: &'a [LaneFamily],
    /// Lane that works longer while others wait.
    pub late_lane: Option<&'a LateLane>,
    /// Functions that probably succeed others, or are succeeded; `None` while they are looked for.
    pub successors: Option<&'a Successors>,
    /// Names of the runs of A and of B, as in the union tree.
    pub run_names: &'a [Vec<String>; 2],
    /// True for a side of whose recording parts are missing, at moments that are not known.
    pub gaps: [bool; 2],
}

impl RowContext<'_> {
    /// Returns what became of the function of a row that only one side calls, or where it came from.
    fn successor(&self, row: &Row) -> Option<&Successor> {
        let is_whole = row.caller.is_none() && !row.is_call() && row.calls.contains(&0);
        self.successors?.of(row.identity).filter(|_| is_whole)
    }

    /// Returns [`one_side_word`] of the pair.
    pub(super) fn one_side_word(&self, is_new: bool) -> &'static str {
        one_side_word(self.gaps, is_new)
    }

    /// Returns true if calls were put together from samples, so that their number and length mean little. Rows count
    /// samples then.
    pub(super) fn is_sampled(&self) -> bool {
        self.union.is_sampled()
    }

    /// Returns the lane that works longer while others wait, if rows are functions.
    pub(super) fn late_lane(&self) -> Option<&LateLane> {
        self.late_lane.filter(|_| self.by == RowUnit::Function)
    }

    /// Returns the name of the quantity that changed where calls were not recorded one by one: that of a weight, or
    /// `samples`. `None` where calls were recorded.
    pub(super) fn counted(&self) -> Option<&'static str> {
        let is_weight = self.axis.kind == AxisKind::Weight;
        if is_weight { Some(numbers::quantity(self.axis)) } else { self.is_sampled().then_some("samples") }
    }
}

/// Returns the word for a function that only B has (`is_new`), or only A: `new` or `gone`. If parts of the other side's
/// recording are missing (`gaps`), the function may have run there: `missing in B`.
pub fn one_side_word(gaps: [bool; 2], is_new: bool) -> &'static str {
    match (is_new, gaps) {
        (true, [true, _]) => "missing in A",
        (true, _) => "new",
        (false, [_, true]) => "missing in B",
        (false, _) => "gone",
    }
}

/// The place of a row that is put into words.
#[derive(Debug, Clone, Copy)]
pub struct RowPlace {
    /// List that shows the row.
    pub list: DifferenceList,
    /// Rank in the order of the list, from 1.
    pub rank: u32,
    /// Number by which the page names the row.
    pub id: u32,
}

/// Returns a row in words. `longest` is the longest time in the list, in ticks; it scales the
/// bars.
pub fn row(
    context: RowContext<'_>,
    RowPlace { list, rank, id }: RowPlace,
    row: &Row,
    longest: f64,
) -> DifferenceRow {
    let RowContext { names, axis, .. } = context;
    let (name, file) = names.name_and_file(row.identity);
    let [a, b] = row.listed_by();
    let bar = |ticks: f64| if longest > 0.0 { (ticks / longest).clamp(0.0, 1.0) as f32 } else { 0.0 };
    DifferenceRow {
        list,
        kind: list,
        rank,
        id,
        name: words::name_or_unnamed(&name),
        file: words::shown(&file),
        callers: callers(context, row.node),
        delta: numbers::delta(axis, b - a),
        over: over(context, list, row),
        self_time: row
            .inclusive
            .map_or_else(String::new, |_| numbers::extent(axis, row.a.max(row.b).round() as i64)),
        own: match row.calls {
            _ if row.is_call() => row.own_share.map_or_else(String::new, numbers::change),
            [0, _] | [_, 0] => {
                let word = context.one_side_word(row.calls[0] == 0);
                context.successor(row).map_or(word, |of| of.word).to_owned()
            }
            _ => row.own_share.map_or_else(String::new, numbers::change),
        },
        overweight: why::change_of_all(row),
        few: why::few(axis, row),
        each_a: if context.is_sampled() { String::new() } else { why::each(axis, row, 0) },
        each_b: if context.is_sampled() { String::new() } else { why::each(axis, row, 1) },
        details: why::details(context, list, row),
        a: numbers::extent(axis, a.round() as i64),
        b: numbers::extent(axis, b.round() as i64),
        bar_a: bar(a),
        bar_b: bar(b),
        calls_a: row.calls[0] as u32,
        calls_b: row.calls[1] as u32,
        stands_out: row.stands_out(),
        reason: match list {
            DifferenceList::Moved => thread_move::of_function(context, row.identity),
            DifferenceList::Pauses => String::new(),
            _ => named_reason(context, row),
        },
        confidence: row.confidence.map_or_else(String::new, confidence),
    }
}

/// Returns the names of the functions on the stack that call a path, the outermost first. A frame that only one side has
/// between two of them is among them.
pub(super) fn callers(context: RowContext<'_>, node: NodeId) -> Vec<String> {
    let union = context.union;
    let parent = |node: &NodeId| union.parent()[node.index()].some();
    let mut callers: Vec<String> = Vec::new();
    for node in std::iter::successors(node.some(), parent) {
        callers.extend(frame(context, node));
        callers.extend(parent(&node).map(|up| shown_name(context.names, union.identity()[up.index()])));
    }
    callers.reverse();
    callers
}

/// Returns the name of the frame between a path and its parent: `retry`, or `parse_header → read_header` if the callers of
/// A and of B differ. `None` if the parent makes the calls on both sides.
pub(super) fn frame(context: RowContext<'_>, node: NodeId) -> Option<String> {
    let union = context.union;
    let parent = union.parent()[node.index()].some().map(|up| union.identity()[up.index()]);
    let callers: Vec<Option<IdentityId>> =
        union.sides_with(node).map(|side| union.caller_on(side, node)).collect();
    if callers.iter().all(|caller| *caller == parent) {
        return None;
    }
    let mut names: Vec<String> =
        callers.into_iter().flatten().map(|caller| shown_name(context.names, caller)).collect();
    names.dedup();
    Some(names.join(" → "))
}

/// Returns true if a function that both sides call changed mostly because of the number of its calls.
pub(super) fn is_by_calls(row: &Row) -> bool {
    let (parts, [a, b]) = (row.parts(), row.calls);
    parts.calls.abs() > parts.lengths.abs() && a != b
}

/// Words for amounts of a new or gone function that count calls of other functions, too: not all that it calls, but what the
/// other side lacks of it.
pub const WITH_OTHERS: &str = "with others below it";

/// Returns what a row's times are summed over: `summed over 64 ranks, mean +31.7 ms`, `with others below it`, or `over calls in save`
/// for calls of one caller.
/// Blank for rows that are no such sums: moved calls and outlier calls.
fn over(context: RowContext<'_>, list: DifferenceList, row: &Row) -> String {
    if let Some(caller) = row.caller {
        let name = caller.some().map(|caller| shown_name(context.names, caller));
        return name.map_or_else(
            || "over calls without a caller".to_owned(),
            |name| format!("over calls in {name}"),
        );
    }
    let is_sum = !row.is_call() && !matches!(list, DifferenceList::Moved | DifferenceList::Pauses);
    if !is_sum {
        return String::new();
    }
    // Amounts of a new or gone function count what is listed with it.
    if row.holds > 0 || row.called_below > 0 {
        let lanes = lanes_over(context, row);
        let lanes = if lanes.is_empty() { lanes } else { format!(", {lanes}") };
        return format!("{WITH_OTHERS}{lanes}");
    }
    let lanes = lanes_over(context, row);
    let late = context.late_lane().filter(|_| row.caller.is_none());
    match late.and_then(|late| late_lane::of_row(context.axis, late, row)) {
        Some(on) if on.is_alone || lanes.is_empty() => on.text,
        Some(on) => format!("{lanes}, {}", on.text),
        None if lanes.is_empty() => lanes,
        None => format!("{lanes}, mean {}", mean_of_lanes(context, row)),
    }
}

/// Returns the change of a lane on average, to read it against the change of the run: `+31.7 ms`.
fn mean_of_lanes(context: RowContext<'_>, row: &Row) -> String {
    let [a, b] = row.listed_by();
    let lanes = context.lanes.map_or(1, |lanes| lanes.lanes_of_function(row.identity)).max(1);
    numbers::delta(context.axis, (b - a) / f64::from(lanes))
}

/// Returns over how many lanes the times of a function are summed; blank for one lane.
pub(super) fn lanes_over(context: RowContext<'_>, row: &Row) -> String {
    context.lanes.map_or_else(String::new, |lanes| lanes.over_function(row.identity))
}

/// Returns the reason why a row is significant, or why not.
pub fn reason(row: &Row) -> &'static str {
    match row.reason {
        Reason::OneSide if row.calls[0] == 0 => "new",
        Reason::OneSide => "gone",
        Reason::Calls | Reason::Lengths | Reason::LateLanes => larger_part(row),
        Reason::Runs => "outside run-to-run variation",
        Reason::Samples if row.delta > 0.0 => "more samples",
        Reason::Samples => "fewer samples",
        Reason::WithinSamples => "within sampling error",
        Reason::AsTheRun => "in line with the whole run",
        Reason::WithinCalls => "within call-to-call variation",
        Reason::WithinSums => "may be noise, which sums of calls don’t show",
        Reason::FewCalls => "no change apart from single slow calls",
        Reason::OneCall => "1 call",
        Reason::OneLane if row.delta > 0.0 => "longer on one lane",
        Reason::OneLane => "shorter on one lane",
        Reason::AlsoOutliers => "1 slow call among others like it",
        Reason::WithinRuns => "within run-to-run variation",
        Reason::UnderFloor => "below the floor",
        Reason::InOneCaller => "all its change is in the calls of one caller",
        Reason::InOneCallee => "all its change is in one callee",
        Reason::WithItsCaller if row.calls[0] == 0 => "its caller is only in B",
        Reason::WithItsCaller => "its caller is only in A",
        Reason::Beneath if row.calls[0] == 0 => "below another function only in B",
        Reason::Beneath => "below another function only in A",
        Reason::CalledBelow => "mostly calls below a function of one side",
    }
}

/// Returns a row's reason with its details: `new, with 5 new functions below it`, `below evolve`,
/// `only in save: shorter calls`, `shorter calls; now calls _future_new, 1.84 ms`.
fn named_reason(context: RowContext<'_>, row: &Row) -> String {
    let RowContext { names, axis, .. } = context;
    let reason = match (row.reason, context.counted()) {
        (Reason::Calls | Reason::Lengths | Reason::Samples, Some(what)) => {
            format!("{} {what}", if row.steady() > 0.0 { "more" } else { fewer(what) })
        }
        (Reason::Lengths, None) => format!("{}{}", reason(row), single_calls::mostly(context.times, row)),
        (Reason::OneSide, _) if context.successor(row).is_some() => {
            context.successor(row).map_or_else(String::new, |of| of.sentence.clone())
        }
        (Reason::OneSide, _) => {
            let under = if row.is_of_both { " under this caller" } else { "" };
            format!("{}{under}", context.one_side_word(row.calls[0] == 0))
        }
        _ => reason(row).to_owned(),
    };
    match (row.beneath, row.part_below, row.code_move) {
        (Some(leader), ..) => format!("below {}", shown_name(names, leader)),
        (_, Some(part), _) => format!("{reason}; {}", part_below(context, part)),
        (.., Some(of)) => {
            let other = shown_name(names, of.other);
            let ticks = numbers::extent(axis, of.ticks.round() as i64);
            let what = match (of.is_caller, of.side) {
                (false, 0) => format!("no longer calls {other}, {ticks}"),
                (false, _) => format!("now calls {other}, {ticks}"),
                (true, 0) => format!("no longer called by {other}, which takes {ticks} more"),
                (true, _) => format!("now called by {other}, which takes {ticks} less"),
            };
            format!("{reason}; {what}")
        }
        _ => {
            let reason = match below(context, row) {
                // The word before the amount already says *moved* or *replaces*; what the amount holds is news.
                Some(below) if context.successor(row).is_some() => format!("with {below}; {reason}"),
                Some(below) => format!("{reason}, with {below}"),
                None => reason,
            };
            match row.caller {
                Some(caller) => format!("{}: {reason}", only_from(context, caller)),
                None => reason,
            }
        }
    }
}

/// Returns which calls a row of one caller is of: `only in save`.
fn only_from(context: RowContext<'_>, caller: IdentityId) -> String {
    let name = caller.some().map(|caller| shown_name(context.names, caller));
    name.map_or_else(|| "only without a caller".to_owned(), |name| format!("only in {name}"))
}

/// Returns the calls that count for a new or gone function:
/// `2 new functions and additional calls of 1 other below it`. `None` without any.
fn below(context: RowContext<'_>, row: &Row) -> Option<String> {
    let word = context.one_side_word(row.calls[0] == 0);
    let functions = |count: u32| if count == 1 { "function" } else { "functions" };
    let others = |count: u32| if count == 1 { "other" } else { "others" };
    let count = |count: u32| numbers::count(u64::from(count));
    // `2 gone functions`, but `2 functions missing in B`.
    let of_one_side = |own: u32| match word {
        "new" | "gone" => format!("{} {word} {}", count(own), functions(own)),
        _ => format!("{} {} {word}", count(own), functions(own)),
    };
    let calls = other_calls(context, row);
    match (row.holds, row.called_below) {
        (0, 0) => None,
        (0, of_both) => Some(format!("{calls} of {} {} below it", count(of_both), functions(of_both))),
        (own, 0) => Some(format!("{} below it", of_one_side(own))),
        (own, of_both) => {
            let (own, of_both, others) = (of_one_side(own), count(of_both), others(of_both));
            Some(format!("{own} and {calls} of {of_both} {others} below it"))
        }
    }
}

/// Returns words for calls of other functions that count for a new or gone function: `additional calls`, `dropped calls`.
pub(super) fn other_calls(context: RowContext<'_>, row: &Row) -> String {
    let what = context.counted().unwrap_or("calls");
    match context.one_side_word(row.calls[0] == 0) {
        "new" => format!("additional {what}"),
        "gone" => format!("dropped {what}"),
        _ => format!("missing {what}"),
    }
}

/// Returns the part of a change that counts for a new or gone function: `another +1.20 ms below export`.
fn part_below(context: RowContext<'_>, part: PartBelow) -> String {
    let leader = shown_name(context.names, part.leader);
    format!("another {} below {leader}", numbers::delta(context.axis, part.ticks))
}

/// Returns `fewer` for things that are counted, and `less` for a weight.
pub(super) fn fewer(what: &str) -> &'static str {
    if matches!(what, "samples" | "bytes") { "fewer" } else { "less" }
}

/// Smallest ratio of the smaller part of a change to the larger part at which both are named.
const BOTH_FROM: f64 = 0.5;

/// Returns the part that explains most of a change: more calls, longer calls, or both. It follows the split that
/// [`Row::parts`] returns, which the row shows too.
fn larger_part(row: &Row) -> &'static str {
    let parts = row.parts();
    let direction = row.steady().signum();
    let [calls, lengths] = [parts.calls, parts.lengths].map(|part| part * direction);
    let larger = calls.max(lengths);
    match (direction > 0.0, calls >= BOTH_FROM * larger, lengths >= BOTH_FROM * larger) {
        (true, true, true) => "more and longer calls",
        (true, true, false) => "more calls",
        (true, false, _) => "longer calls",
        (false, true, true) => "fewer and shorter calls",
        (false, true, false) => "fewer calls",
        (false, false, _) => "shorter calls",
    }
}

/// Returns why the rows below the significant ones are not significant:
/// `24 functions (below the floor), 9 slow calls (others are as long)`, the most frequent reason first. A single reason has
/// no number. Blank if there are no such rows.
pub fn reasons_below(list: &[Row], unit: RowUnit) -> String {
    let below = &list[standing_out(list).len()..];
    let mut reasons: BTreeMap<(bool, &str), u64> = BTreeMap::new();
    for row in below {
        let reason = if row.reason == Reason::AlsoOutliers { "others are as long" } else { reason(row) };
        *reasons.entry((row.is_call(), reason)).or_default() += 1;
    }
    let mut reasons: Vec<((bool, &str), u64)> = reasons.into_iter().collect();
    if let [((false, only), _)] = reasons[..] {
        return only.to_owned();
    }
    reasons.order_by_key(|&(_, count)| Reverse(count));
    let things = |is_call: bool| match (is_call, unit) {
        (true, _) => ("slow call", "slow calls"),
        (_, RowUnit::Function) => ("function", "functions"),
        (_, RowUnit::Path) => ("path", "paths"),
    };
    let text = |((is_call, reason), count): ((bool, &str), u64)| {
        let (one, many) = things(is_call);
        format!("{} ({reason})", numbers::things(count, one, many))
    };
    reasons.into_iter().map(text).collect::<Vec<String>>().join(", ")
}

pub(super) fn shown_name(names: &dyn Names, identity: IdentityId) -> String {
    words::name_or_unnamed(&names.name_and_file(identity).0)
}

/// Formats a confidence interval of the relative change and its p-value: `+8.0 % to +13 %, p = 0.008`.
pub(super) fn confidence(confidence: Confidence) -> String {
    let p = if confidence.p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {:.3}", confidence.p) };
    match confidence.interval {
        Some([low, high]) => {
            format!("{} to {}, {p}", numbers::change(low - 1.0), numbers::change(high - 1.0))
        }
        None => p,
    }
}

/// Returns the result of several runs per side for a function. `row` is the function's row in the lists, if it has one.
/// `None` with one run per side.
pub fn several_runs_fact(ranking: &Ranking, row: Option<&Row>) -> Option<Fact> {
    let value = match (&ranking.noise, row.filter(|row| row.stands_out())) {
        (Noise::OneRunASide(_), _) => return None,
        (Noise::Samples(_), _) if ranking.runs == [1, 1] => return None,
        (Noise::Samples(_), Some(_)) => "runs don’t overlap, and beyond sampling error".to_owned(),
        (Noise::Samples(_), None) => "within run-to-run variation or sampling error".to_owned(),
        (Noise::TooFewRuns, Some(_)) => "runs don’t overlap".to_owned(),
        (Noise::TooFewRuns, None) => "runs overlap, or below the floor".to_owned(),
        (Noise::Tested(_), row) => row
            .and_then(|row| row.confidence)
            .map_or_else(|| "within run-to-run variation, or below the floor".to_owned(), confidence),
    };
    let [a, b] = ranking.runs;
    Some(Fact { label: format!("Function over {a} and {b} runs"), value })
}

/// Returns the list that a kind of difference belongs to.
pub fn list_of(kind: Kind) -> DifferenceList {
    match kind {
        Kind::Slower => DifferenceList::Slower,
        Kind::Faster => DifferenceList::Faster,
        Kind::New => DifferenceList::New,
        Kind::Gone => DifferenceList::Gone,
        Kind::Waiting => DifferenceList::Waiting,
    }
}

/// Returns the time of an outlier call as a multiple of the 99th percentile of its function's other calls:
/// `812 times as long as 99 % of the others`.
pub fn beside_others(call: &OutlierCall) -> String {
    format!("{} times as long as 99\u{202f}% of the others", times(call, call.usual))
}

/// Returns the time of an outlier call as a multiple of the mean of its function's other calls, for a list of other rows:
/// `1 call, 217× the others’ 2.28 µs`.
pub fn one_call(axis: Axis, call: &OutlierCall) -> String {
    let (times, mean) = (times(call, call.ordinary), numbers::extent(axis, call.ordinary));
    format!("1 call, {times}× the others’ {mean}")
}

/// Returns the time of an outlier call as a multiple of another time.
fn times(call: &OutlierCall, of: i64) -> String {
    let times = call.self_ticks as f64 / of.max(1) as f64;
    // A digit after the point of dozens says nothing more.
    if times < 9.95 { numbers::multiple(times) } else { numbers::count(times.round() as u64) }
}
