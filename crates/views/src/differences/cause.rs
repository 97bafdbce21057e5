//! The cause of the largest change, in one sentence that can be forwarded.

use super::rows::{RowContext, called_below, confidence, lanes_over, shown_name};
use super::{thread_move, why};
use crate::numbers;
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{Floor, Ranking, Row, RowUnit, Verdict};
use diptych_profile::NodeId;
use diptych_trace::{Axis, IdentityId};

/// A significant row of the list of largest changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LargestChange<'a> {
    /// The row.
    pub row: &'a Row,
    /// The outlier call of the row, if it is one.
    pub call: Option<&'a OutlierCall>,
    /// True if the row's function waits.
    pub waits: bool,
}

/// The change of everything, B minus A, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// Change of all calls together.
    pub calls: f64,
    /// Change of the run's length. It differs from that of all calls if lanes run side by side or are idle.
    pub run: f64,
    /// True if the run's length did not change by more than the floor.
    pub is_as_long: bool,
    /// Mean number of lanes that work at a time on each side, if that and not the time of all work explains the change of
    /// the run's length.
    pub busy_lanes: Option<[f64; 2]>,
}

/// Maximum relative change of all work, as a part of the relative change of the run's length, at which the number of
/// busy lanes explains the latter.
const MOST_BY_CALLS: f64 = 0.25;

impl Whole {
    /// Returns the change that a verdict says. Time in which functions wait is no work.
    pub fn of(verdict: &Verdict, ranking: &Ranking) -> Self {
        let change = |[a, b]: [f64; 2]| b - a;
        let growth = |[a, b]: [f64; 2]| (b / a).ln().abs();
        let Verdict { total, extent, .. } = *verdict;
        let waited = ranking.waiting.iter().fold([0.0; 2], |[a, b], row| [a + row.a, b + row.b]);
        let work = [0, 1].map(|side| total[side] - waited[side]);
        let is_by_lanes = !verdict.is_as_long
            && verdict.doubt.is_none()
            && [work, extent].iter().flatten().all(|&ticks| ticks > 0.0)
            && growth(work) <= MOST_BY_CALLS * growth(extent);
        let busy_lanes = is_by_lanes.then(|| [0, 1].map(|side| work[side] / extent[side]));
        Self { calls: change(total), run: change(extent), is_as_long: verdict.is_as_long, busy_lanes }
    }
}

/// Returns the cause: the number of busy lanes if that explains the change of the run's length, the work that moved to
/// another lane, and the largest change of the lists. Blank without any. Moved work is left out if it is small beside the
/// largest change. `largest` are all significant changes, the largest first;
/// `whole` is `None` if they are not as recorded.
pub fn cause(
    context: RowContext<'_>,
    largest: &[LargestChange<'_>],
    whole: Option<Whole>,
    floor: Floor,
) -> String {
    let first = largest.first();
    let moved = thread_move::cause(context, floor, first.map_or(0.0, |of| of.row.delta));
    let change = first.map(|&of| {
        let beside = |delta: f64| {
            whole.map_or_else(String::new, |whole| beside_whole(context, largest, (delta, whole)))
        };
        match slow_calls(context, largest) {
            Some((text, sum)) => format!("{text}{}. {}", beside(sum), change(context, of)),
            None => change(context, of) + &beside(of.row.delta),
        }
    });
    let busy = whole.and_then(|whole| whole.busy_lanes).filter(|_| numbers::has_places(context.axis));
    let causes: Vec<String> = busy.map(busy_lanes).into_iter().chain(moved).chain(change).collect();
    causes.join(". ")
}

/// Returns how many lanes worked at a time: `All calls together work about as long, but more of them run at the same time:
/// 2.00 → 4.00 busy lanes on average`.
fn busy_lanes([a, b]: [f64; 2]) -> String {
    let more = if b > a { "more" } else { "fewer" };
    format!(
        "All calls together work about as long, but {more} of them run at the same time: {} → {} busy lanes on average",
        numbers::three_digits(a),
        numbers::three_digits(b)
    )
}

/// Returns the outlier calls of several functions, if they are the largest changes of their side one by one, and their
/// excess: `5 slow calls of 3 functions in B: +19.7 ms`. Pauses of the machine and of the runtime hit any function, so no
/// single one of them is the cause.
fn slow_calls(context: RowContext<'_>, largest: &[LargestChange<'_>]) -> Option<(String, f64)> {
    let first = largest.first()?;
    let side = first.call?.side;
    let calls = largest.iter().filter(|of| of.call.is_some_and(|call| call.side == side));
    let mut functions: Vec<IdentityId> = calls.clone().map(|of| of.row.identity).collect();
    let count = functions.len();
    functions.sort_unstable();
    functions.dedup();
    if functions.len() < 2 {
        return None;
    }
    let sum: f64 = calls.map(|of| of.row.delta).sum();
    let [calls, functions] = [count, functions.len()].map(|count| numbers::count(count as u64));
    let (side, delta) = (["A", "B"][side.min(1)], numbers::delta(context.axis, sum));
    Some((format!("{calls} slow calls of {functions} functions in {side}: {delta}"), sum))
}

/// Returns a change as a part of a sentence: `hash_key takes 3.00× as long in the same 500 calls, in Store.put: +18.3 ms`,
/// or `One call of spin in B, at 16.3 ms: +20.1 ms`.
fn change(context: RowContext<'_>, of: LargestChange<'_>) -> String {
    let LargestChange { row, call, .. } = of;
    let name = shown_name(context.names, row.identity);
    let lanes = call.map_or_else(|| lanes_over(context, row), |_| String::new());
    let lanes = if lanes.is_empty() { lanes } else { format!(" {lanes}") };
    let delta = numbers::delta(context.axis, row.delta);
    let mostly = if has_one_caller(context, row) { "" } else { "mostly " };
    let sure = row.confidence.map_or_else(String::new, |of| format!(" ({})", confidence(of)));
    let subject = subject(context, of, &name);
    let caller = caller(context, row).filter(|caller| !subject.contains(&because(caller)));
    let place = caller.map_or_else(String::new, |caller| format!(", {mostly}in {caller}"));
    let is_said = subject.contains(&measure(context)) || row.holds > 0 || row.called_below > 0;
    let own = if has_callees(context, row) && !is_said {
        format!(" ({})", measure(context))
    } else {
        String::new()
    };
    format!("{subject}{place}: {delta}{own}{lanes}{sure}")
}

/// Returns the name of what rows are measured by: `self time`, `self samples`, or `inclusive time` of paths.
fn measure(context: RowContext<'_>) -> String {
    let kind = if context.by == RowUnit::Path { "inclusive" } else { "self" };
    format!("{kind} {}", context.counted().unwrap_or(numbers::quantity(context.axis)))
}

/// Returns true if the row's function calls others, so that its self time and its inclusive time differ. O(nodes).
fn has_callees(context: RowContext<'_>, row: &Row) -> bool {
    let union = context.union;
    let is_of_row = |node: &NodeId| union.identity()[node.index()] == row.identity;
    union.nodes().filter(is_of_row).any(|node| union.subtree_end()[node.index()] > node.0 + 1)
}

/// Returns what a change of `delta` ticks is a part of: ` of the run’s +20.1 ms`. A change that is no part of the whole is only
/// put beside it: `; the whole run changed by −4.79 ms`. If the whole changed in the other direction, this is followed
/// by what made it so.
fn beside_whole(
    context: RowContext<'_>,
    largest: &[LargestChange<'_>],
    (delta, whole): (f64, Whole),
) -> String {
    let axis = context.axis;
    let [calls, run] = [whole.calls, whole.run].map(|ticks| numbers::delta(axis, ticks));
    let is_part = delta * whole.calls > 0.0 && delta.abs() <= MOST_OF_WHOLE * whole.calls.abs();
    let what = context.counted().unwrap_or("calls");
    let against = against(context, largest, whole);
    let that = if against.is_empty() { "" } else { "against that, " };
    match (is_part, calls == run) {
        (false, _) if whole.is_as_long && whole.calls.abs() < LEAST_OF_LARGEST * delta.abs() => {
            "; the whole run takes as long".to_owned()
        }
        (true, true) => format!(" of the run’s {calls}"),
        // With lanes side by side, all calls together may take longer although the run is shorter, and the other way.
        (true, false) if whole.run * delta < 0.0 && whole.run.abs() >= LEAST_OF_LARGEST * delta.abs() => {
            format!(" of {calls} summed over all {what}; the run itself changed the other way, by {run}")
        }
        (true, false) => format!(" of {calls} summed over all {what}"),
        (false, true) => format!("; {that}the whole run changed by {calls}{against}"),
        (false, false) => format!("; {that}all {what} together changed by {calls}{against}"),
    }
}

/// Largest share of the whole change that a part may have. The mean length of calls is rounded.
const MOST_OF_WHOLE: f64 = 1.005;

/// Smallest share of the whole change for which changes in its direction account, if they are called its cause.
const LEAST_OF_WHOLE: f64 = 0.5;

/// Smallest whole change, as a share of the largest change, that needs a cause of its own.
const LEAST_OF_LARGEST: f64 = 0.1;

/// Returns what made the whole change in another direction than the largest change: the largest change in its direction,
/// `, most of all because index is new (3 calls), in load: +7.20 ms`. Blank if both have one direction, or if the whole
/// hardly changed.
fn against(context: RowContext<'_>, largest: &[LargestChange<'_>], whole: Whole) -> String {
    let has_direction = |of: &&LargestChange<'_>| of.row.delta * whole.calls > 0.0;
    let needs_cause = |of: &LargestChange<'_>| {
        !has_direction(&of) && whole.calls.abs() >= LEAST_OF_LARGEST * of.row.delta.abs()
    };
    if !largest.first().is_some_and(needs_cause) {
        return String::new();
    }
    let sum: f64 = largest.iter().filter(has_direction).map(|of| of.row.delta).sum();
    match largest.iter().find(has_direction) {
        Some(&of) if sum.abs() >= LEAST_OF_WHOLE * whole.calls.abs() => {
            format!(", most of all because {}", uncapitalised(&change(context, of)))
        }
        _ => ", mostly by changes that are not significant".to_owned(),
    }
}

/// Returns the beginning of a sentence for its middle: `The only call of f` becomes `the only call of f`. Names of
/// functions stay as they are.
fn uncapitalised(text: &str) -> String {
    for (begins, within) in [("The only call of ", "the only call of "), ("One call of ", "one call of ")] {
        if let Some(rest) = text.strip_prefix(begins) {
            return format!("{within}{rest}");
        }
    }
    text.to_owned()
}

/// Returns true if one function makes all calls of the row's function. O(nodes).
fn has_one_caller(context: RowContext<'_>, row: &Row) -> bool {
    let union = context.union;
    let caller = |node: NodeId| {
        let parent = union.parent()[node.index()].some();
        parent.map(|parent| union.identity()[parent.index()])
    };
    let nodes = union.nodes().filter(|node| union.identity()[node.index()] == row.identity);
    let mut callers = nodes.map(caller);
    let first = callers.next();
    callers.all(|other| Some(other) == first)
}

/// Returns the function that calls the row's path.
fn caller(context: RowContext<'_>, row: &Row) -> Option<String> {
    let mut path = if row.node.some().is_some() { context.union.path(row.node) } else { Vec::new() };
    path.pop();
    path.last().map(|&caller| shown_name(context.names, caller))
}

/// Returns what happened to the function: `hash_key takes 3.00× as long in the same 500 calls`.
fn subject(context: RowContext<'_>, of: LargestChange<'_>, name: &str) -> String {
    let LargestChange { row, call, waits } = of;
    let axis = context.axis;
    if let Some(call) = call {
        let side = ["A", "B"][call.side.min(1)];
        return format!("One call of {name} in {side}, at {}", numbers::extent(axis, call.start));
    }
    let [a, b] = row.calls;
    let holds = match row.holds {
        0 => None,
        1 => Some("1 function below it".to_owned()),
        several => Some(format!("{} functions below it", numbers::count(u64::from(several)))),
    };
    let below: Vec<String> = holds.into_iter().chain(called_below(row)).collect();
    let below = if below.is_empty() { String::new() } else { format!(", with {}", below.join(" and ")) };
    let counted = context.counted().is_some();
    let calls = |count: u64| if counted { String::new() } else { format!(" ({})", numbers::calls(count)) };
    match (a, b) {
        (0, count) => format!("{name} is new{}{below}", calls(count)),
        (count, 0) => format!("{name} is gone{}{below}", calls(count)),
        _ if waits => format!("{name} waits {}", if row.delta > 0.0 { "longer" } else { "less" }),
        _ if counted => format!("{name} has {}", times(row.a, row.b, &as_many(context))),
        (a, b) => {
            let own =
                if has_callees(context, row) { format!(" ({})", measure(context)) } else { String::new() };
            let why = if is_by_calls(row) { as_caller(context, row) } else { String::new() };
            let more = [why, without_below(context, row), code_move(context, row)];
            of_both(axis, row, (name, &own), [a, b]) + &more.concat()
        }
    }
}

/// Returns the calls that a row leaves to a new or gone function: `, apart from its calls below export`. Blank without any.
fn without_below(context: RowContext<'_>, row: &Row) -> String {
    let leader = row.part_below.map(|part| shown_name(context.names, part.leader));
    leader.map_or_else(String::new, |leader| format!(", apart from its calls below {leader}"))
}

/// Returns how a function that both sides call changed: by the number of its calls, or by their length. `own` follows
/// lengths, if they are self times of a function that calls others.
fn of_both(axis: Axis, row: &Row, (name, own): (&str, &str), [a, b]: [u64; 2]) -> String {
    let [in_a, in_b] = [a, b].map(numbers::count);
    if is_by_calls(row) {
        return format!("{name} is called {in_b} instead of {in_a} times");
    }
    let ratio = (row.b / b.max(1) as f64) / (row.a / a.max(1) as f64);
    let [each_a, each_b] = [0, 1].map(|side| why::each(axis, row, side));
    match (a == b, a) {
        (true, 1) => format!("The only call of {name} takes {each_b} instead of {each_a}{own}"),
        (true, _) if (LEAST_RATIO..=1.0 / LEAST_RATIO).contains(&ratio) => {
            let times = numbers::three_digits(ratio);
            format!("{name} takes {times}× as long{own} in the same {in_a} calls")
        }
        (true, _) => {
            format!("{name} takes {each_b} instead of {each_a} per call{own}, in the same {in_a} calls")
        }
        _ => format!("{name} takes {each_b} instead of {each_a} per call{own}"),
    }
}

/// Returns true if a function that both sides call changed mostly because of the number of its calls.
fn is_by_calls(row: &Row) -> bool {
    let (parts, [a, b]) = (row.parts(), row.calls);
    parts.calls.abs() > parts.lengths.abs() && a != b
}

/// Largest deviation of two ratios of numbers of calls that are the same.
const SAME_RATIO: f64 = 0.02;

/// Returns the outermost caller that is called more or less often by the same factor, if all callers between do, too:
/// `, because row is called 260 instead of 200 times`. Blank if the function's callers make more or fewer calls of it
/// each time.
fn as_caller(context: RowContext<'_>, row: &Row) -> String {
    let union = context.union;
    if !has_one_caller(context, row) || row.part_below.is_some() {
        return String::new();
    }
    let calls = |node: NodeId| {
        let of = |side: usize| union.side(side).map(|run| run.inclusive_spread(node).calls).sum::<u64>();
        [of(0), of(1)]
    };
    let ratio = |[a, b]: [u64; 2]| if a > 0 { b as f64 / a as f64 } else { 0.0 };
    let own = ratio(calls(row.node));
    let parent = |node: &NodeId| union.parent()[node.index()].some();
    let has_ratio = |node: &NodeId| own > 0.0 && (ratio(calls(*node)) / own - 1.0).abs() <= SAME_RATIO;
    let callers = std::iter::successors(parent(&row.node), parent).take_while(has_ratio);
    let of_other = |node: &NodeId| union.identity()[node.index()] != row.identity;
    let Some(caller) = callers.filter(of_other).last() else { return String::new() };
    let name = shown_name(context.names, union.identity()[caller.index()]);
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let [a, b] = calls(caller);
    let [a, b] = [a as f64 / runs[0], b as f64 / runs[1]].map(|count| numbers::count(count.round() as u64));
    format!("{} {b} instead of {a} times", because(&name))
}

fn because(caller: &str) -> String {
    format!(", because {caller} is called")
}

/// Smallest ratio of two times that is easier to read than the times.
const LEAST_RATIO: f64 = 0.1;

/// Returns `as many samples`, or `as much` of a weight.
fn as_many(context: RowContext<'_>) -> String {
    match context.counted() {
        Some("weight") | None => "as much".to_owned(),
        Some(what) => format!("as many {what}"),
    }
}

/// Returns the ratio of two amounts: `3.00× as many samples`. If A has none, `time in B only`.
fn times(a: f64, b: f64, like: &str) -> String {
    if a > 0.0 { format!("{}× {like}", numbers::three_digits(b / a)) } else { "time in B only".to_owned() }
}

/// Returns where the code of a function probably went to or came from, and the time there:
/// ` (its code probably moved into digit_sum: 4.10 ms there)`.
fn code_move(context: RowContext<'_>, row: &Row) -> String {
    let Some(of) = row.code_move else { return String::new() };
    let other = shown_name(context.names, of.other);
    let ticks = numbers::extent(context.axis, of.ticks.abs().round() as i64);
    let way = if row.delta < 0.0 { "moved into" } else { "came from" };
    format!(" (its code probably {way} {other}: {ticks} there)")
}
