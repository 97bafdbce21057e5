//! The cause of the largest change, in one sentence that can be forwarded.

use super::findings::{Finding, LEAST_OF_WHOLE, LargestChange, Whole, findings, lead};
use super::main_caller::{ITSELF, has_one_caller, main_caller};
use super::rows::{RowContext, confidence, is_by_calls, lanes_over, other_calls, shown_name};
use super::typical::GeneralChange;
use super::{
    beside_whole, caller_calls, further, idle, lane_family, late_lane, moved, one_call, one_side,
    other_caller, single_calls, slow_run, successor, thread_move, typical, why,
};
use crate::numbers;
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{Floor, Row, RowUnit};
use diptych_profile::NodeId;
use diptych_trace::{Axis, IdentityId, SampleSize};

/// Returns the cause, in the sentences that have one, in this order: the change of a typical function if it explains most
/// of the run's, a time without any call, the number of lanes, the lane that works longer while others wait, the work that
/// moved to another lane, the largest change in the direction of the run's (or the largest, if none explains the
/// direction), other large changes, and a larger change in the other direction. Without any change, calls that come earlier
/// or later are named. Moved work is left out if it is small beside the largest change.
///
/// `largest` are all significant changes, the largest first; `whole` is `None` if they are not as recorded.
pub fn cause(
    context: RowContext<'_>,
    largest: &[LargestChange<'_>],
    whole: Option<Whole>,
    floor: Floor,
    general: Option<GeneralChange<'_>>,
) -> String {
    let findings = findings(context, largest, floor, whole);
    let first = findings.first();
    let family = whole.and_then(|whole| lane_family::that_explains(context, whole));
    let late = context.late_lane().filter(|_| whole.is_some() && family.is_none());
    // Waiting follows from the number of lanes, or from the lane that is waited for.
    let is_effect = |of: &&Finding<'_>| (family.is_some() || late.is_some()) && of.change.waits;
    let is_on_late_lane = |of: &&Finding<'_>| {
        let LargestChange { row, call, .. } = of.change;
        call.is_none() && late.is_some_and(|lane| lane.has_most_of(row.identity, row.delta))
    };
    let busy = whole.and_then(|whole| whole.busy_lanes);
    let busy = busy.filter(|_| numbers::has_places(context.axis) && late.is_none());
    let to_other_lane = thread_move::cause(context, floor, largest.first().map_or(0.0, |of| of.row.delta));
    let lanes = match family.zip(whole) {
        Some((family, whole)) => Some(lane_family::sentence(context, family, whole.lanes, busy)),
        None => busy.map(lane_family::busy_lanes),
    };
    let idle = whole.and_then(|whole| idle::sentence(context, whole));
    let late = late.map(|of| {
        let [function, wait] = [of.function, of.wait].map(|of| shown_name(context.names, of));
        late_lane::sentence(context.axis, of, &function, &wait)
    });
    let of_lanes = late.into_iter().chain(lanes);
    let beyond_functions: Vec<String> = of_lanes.chain(idle).chain(to_other_lane).collect();
    let is_explained = !beyond_functions.is_empty();
    // Beside a cause that is no function, a function is named only if it matters for the run.
    let is_said = |of: &&Finding<'_>| {
        let run = whole.map_or(0.0, |whole| whole.run);
        !is_explained || of.delta().abs() >= LEAST_BESIDE_CAUSE * run.abs()
    };
    let lead = whole
        .map_or(first, |whole| lead(&findings, whole))
        .filter(|of| !is_effect(of) && !is_on_late_lane(of) && is_said(of));
    let general = general.zip(whole).filter(|_| !is_explained);
    let general = general.and_then(|(of, whole)| typical::cause(context.axis, of, whole));
    let named = lead.map(|of| sentence(context, of, &findings, whole, is_explained || general.is_some()));
    let apart = lead.and_then(|lead| apart_from(context, lead, &findings));
    let against = lead.and_then(|lead| against(context, lead, &findings));
    let [before, after] =
        replacement_beside(context, &findings, lead).map(|text| text.filter(|_| apart.is_none()));
    // The order of calls says why only if nothing else does.
    let other_caller = other_caller::most_work(context, floor);
    let has_cause = !findings.is_empty() || family.is_some() || other_caller.is_some();
    let order = if has_cause { None } else { moved::sentence(context, floor) };
    let [moved_first, moved_last] = other_caller.map_or([None, None], |of| of.placed(lead, first));
    let alone = lead.filter(|_| !is_explained);
    let slow = further::slow_calls(context, alone, whole).filter(|_| apart.is_none());
    let slow = slow.or_else(|| slow_run::sentence(context, floor));
    let others = further::other_causes(context, alone, &findings, whole);
    let causes = general.into_iter().chain(beyond_functions).chain(moved_first).chain(order).chain(before);
    let causes = causes.chain(named).chain(others).chain(apart).chain(against).chain(after);
    causes.chain(slow).chain(moved_last).collect::<Vec<String>>().join(". ")
}

/// Smallest share of the run's change that a function must have to be named beside a cause that is no function.
const LEAST_BESIDE_CAUSE: f64 = 0.05;

/// Returns the sentence on the finding that is named first, as a part of the whole change. `is_explained` says that a cause
/// that is no function precedes it.
fn sentence(
    context: RowContext<'_>,
    lead: &Finding<'_>,
    findings: &[Finding<'_>],
    whole: Option<Whole>,
    is_explained: bool,
) -> String {
    let (text, delta) =
        slow_calls(context, lead, findings).unwrap_or_else(|| (finding(context, lead), lead.delta()));
    // A successor that takes as long explains new and gone names, and no change.
    let is_change = lead.succession.is_none_or(|of| of.delta() != 0.0);
    let Some(whole) = whole.filter(|_| is_change) else { return text };
    let of_whole = beside_whole::sentence(context, lead, delta, findings, whole, is_explained);
    format!("{text}{of_whole}")
}

/// Returns a sentence on the largest change besides outlier calls, if the lead is one. Pauses of the machine hit any call,
/// so a change of the program is worth more than the outlier call that hides it. Without such a change, returns the lead,
/// if the sentence on slow calls did not name it. If the lead is no outlier call but a larger one has its direction, that is
/// named.
fn apart_from(context: RowContext<'_>, lead: &Finding<'_>, findings: &[Finding<'_>]) -> Option<String> {
    let is_call = |of: &&Finding<'_>| of.change.call.is_some();
    let apart = |text: String| format!("Apart from that, {}", single_calls::uncapitalised(&text));
    if !is_call(&lead) {
        let is_larger =
            |of: &&Finding<'_>| of.delta() * lead.delta() > 0.0 && of.delta().abs() > lead.delta().abs();
        let call = findings.iter().filter(is_call).find(is_larger).filter(|_| !lead.change.waits)?;
        return Some(apart(
            slow_calls(context, call, findings).map_or_else(|| finding(context, call), |of| of.0),
        ));
    }
    let other = findings.iter().find(|of| !is_call(of) && !of.change.waits);
    let other = other.map(|of| apart(finding(context, of)));
    let slowest = || format!("Among them, {}", single_calls::uncapitalised(&finding(context, lead)));
    other.or_else(|| slow_calls(context, lead, findings).map(|_| slowest()))
}

/// Returns a sentence on the largest change of the program in the other direction than the lead, if it is at least half as
/// large, or nothing if the lead names it already.
fn against(context: RowContext<'_>, lead: &Finding<'_>, findings: &[Finding<'_>]) -> Option<String> {
    let is_against = |of: &&Finding<'_>| {
        of.delta() * lead.delta() < 0.0 && of.delta().abs() >= LEAST_OF_WHOLE * lead.delta().abs()
    };
    let is_named = |of: &Finding<'_>| {
        let moved = lead.change.row.code_move;
        moved.is_some_and(|moved| moved.other == of.change.row.identity)
    };
    let is_work = lead.change.call.is_none() && !lead.change.waits;
    let other = findings.iter().find(is_against).filter(|of| is_work && !is_named(of))?;
    let is_work = other.change.call.is_none() && !other.change.waits;
    is_work.then(|| format!("Against that, {}", single_calls::uncapitalised(&finding(context, other))))
}

/// Returns a sentence on the replacement with the most time that is not the lead, to be put before or after the sentence
/// on the lead. A replacement that changed the time little still explains why names are new and gone. A small one is said if
/// it has the lead's caller: it may lie between the two.
fn replacement_beside(
    context: RowContext<'_>,
    findings: &[Finding<'_>],
    lead: Option<&Finding<'_>>,
) -> [Option<String>; 2] {
    let Some(lead) = lead else { return [None, None] };
    let replacements = findings.iter().filter(|of| of.succession.is_some());
    let Some(of) = replacements.max_by(|x, y| x.size().total_cmp(&y.size())) else { return [None, None] };
    let is_against = of.delta() * lead.delta() < 0.0;
    let is_said = std::ptr::eq(of, lead) || (is_against && of.delta().abs() >= lead.delta().abs());
    if is_said || of.size() < lead.delta().abs() {
        let between = between(context, findings, lead).filter(|of| !std::ptr::eq(*of, lead));
        return [None, between.map(|of| finding(context, of))];
    }
    let text = Some(finding(context, of));
    if of.delta().abs() >= LEAST_OF_WHOLE * lead.delta().abs() { [text, None] } else { [None, text] }
}

/// Returns the replacement with the most time among those that the lead's caller calls. Calls below a function with another
/// name on each side count as calls of that function's caller.
fn between<'a, 'b>(
    context: RowContext<'_>,
    findings: &'b [Finding<'a>],
    lead: &Finding<'_>,
) -> Option<&'b Finding<'a>> {
    let caller = |of: &Finding<'_>| {
        let node = of.change.row.node.some()?;
        let parent = context.union.parent()[node.index()].some()?;
        Some(context.union.identity()[parent.index()])
    };
    let of_lead = caller(lead).filter(|_| lead.change.call.is_none())?;
    let all = findings.iter().filter(|of| of.succession.is_some() && caller(of) == Some(of_lead));
    all.max_by(|x, y| x.size().total_cmp(&y.size()))
}

/// Returns a finding as a part of a sentence.
pub(super) fn finding(context: RowContext<'_>, of: &Finding<'_>) -> String {
    of.succession.map_or_else(
        || change(context, of.change),
        |succession| {
            let new = of.change.row;
            successor::sentence(context, new, &succession, main_caller(context, new))
        },
    )
}

/// Returns the outlier calls of several functions, if they are the largest changes of their side one by one, and their
/// excess: `5 calls of 3 functions are unusually slow in B: +19.7 ms`. Pauses of the machine and of the runtime hit any function, so no
/// single one of them is the cause.
fn slow_calls(
    context: RowContext<'_>,
    lead: &Finding<'_>,
    findings: &[Finding<'_>],
) -> Option<(String, f64)> {
    let side = lead.change.call?.side;
    let changes = findings.iter().map(|of| of.change);
    let calls = changes.filter(|of| of.call.is_some_and(|call| call.side == side));
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
    Some((format!("{calls} calls of {functions} functions are unusually slow in {side}: {delta}"), sum))
}

/// Returns a change as a part of a sentence: `hash_key takes 3.00× as long in the same 500 calls, in Store.put: +18.3 ms`,
/// or `One call of spin in main takes 20.1 ms in B (it starts at 16.3 ms, the other calls take about 16.0 µs): +20.1 ms`.
fn change(context: RowContext<'_>, of: LargestChange<'_>) -> String {
    let LargestChange { row, call, .. } = of;
    let name = shown_name(context.names, row.identity);
    // Lanes are those of all calls of the function.
    let is_of_all = call.is_none() && row.caller.is_none();
    let lanes = if is_of_all { lanes_over(context, row) } else { String::new() };
    let lanes = if lanes.is_empty() { lanes } else { format!(" {lanes}") };
    let delta = numbers::delta(context.axis, row.delta);
    let sure = row.confidence.map(confidence);
    let subject = match call {
        Some(call) => one_call::sentence(context, call, &name),
        None if row.calls.contains(&0) => {
            one_side::sentence(context, row, &name, main_caller(context, row).as_ref())
        }
        None => of_both_sides(context, of, &name),
    };
    let is_said = subject.contains(&measure(context)) || row.holds > 0 || row.called_below > 0;
    let own = (has_callees(context, row) && !is_said).then(|| measure(context));
    let with_callees =
        one_side::is_with_callees(row).then(|| format!("including {} below it", other_calls(context, row)));
    let without = has_slow_calls(context, of).then(|| "slow calls not counted".to_owned());
    let details: Vec<String> = own.into_iter().chain(with_callees).chain(without).chain(sure).collect();
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    format!("{subject}: {delta}{lanes}{details}")
}

/// Returns the change of a function that both sides call, with its caller and the reason:
/// `hash_key takes 3.00× as long in the same 500 calls, in Store.put`.
fn of_both_sides(context: RowContext<'_>, of: LargestChange<'_>, name: &str) -> String {
    let subject = subject(context, of, name);
    let caller = main_caller(context, of.row).filter(|caller| !subject.contains(&because(&caller.name)));
    let place = caller.map_or_else(String::new, |caller| {
        let mostly = if caller.is_only { "" } else { "mostly " };
        let is_called = subject.contains(IS_CALLED);
        match (caller.name.as_str(), is_called) {
            _ if subject.contains(caller_calls::IN_RECURSION) => String::new(),
            (ITSELF, true) => format!(", {mostly}by itself (recursion)"),
            (ITSELF, false) => format!(", {mostly}called by itself (recursion)"),
            (name, true) => format!(", {mostly}by {name}"),
            (name, false) => format!(", {mostly}in {name}"),
        }
    });
    subject + &place + &code_move(context, of.row)
}

/// Words before the numbers of a function's calls.
const IS_CALLED: &str = " is called ";

/// Smallest share of a change that slow calls take besides it, if they are mentioned.
const LEAST_BESIDE: f64 = 0.1;

/// Returns true if a function that only one side calls has slow calls, or what it calls has, that are no small part beside its
/// change. Lists by path include them. O(nodes).
fn has_slow_calls(context: RowContext<'_>, LargestChange { row, call, .. }: LargestChange<'_>) -> bool {
    let times = context.times.filter(|_| call.is_none() && row.calls.contains(&0));
    let (Some(times), Some(node)) = (times, row.node.some()) else { return false };
    let union = context.union;
    let below = &union.identity()[node.index()..union.subtree_end()[node.index()] as usize];
    let side = usize::from(row.calls[0] == 0);
    let is_below = |of: &&OutlierCall| of.side == side && below.contains(&of.identity);
    let excess: i64 = times.few.iter().filter(is_below).map(OutlierCall::excess).sum();
    excess as f64 >= LEAST_BESIDE * row.delta.abs()
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

/// Returns what happened to the function: `hash_key takes 3.00× as long in the same 500 calls`.
fn subject(context: RowContext<'_>, of: LargestChange<'_>, name: &str) -> String {
    let LargestChange { row, waits, .. } = of;
    let axis = context.axis;
    match context.counted() {
        None if waits => return waiting(axis, row, name),
        Some(_) if waits => {
            return format!("{name} waits {}", if row.delta > 0.0 { "longer" } else { "less" });
        }
        Some(_) => return format!("{name} has {}", counts(context, row)),
        None => (),
    }
    if is_by_calls(row) {
        let [a, b] = row.calls.map(numbers::count);
        let why = caller_calls::or_growth(as_caller(context, row), context, row);
        return format!("{name}{IS_CALLED}{b} instead of {a} times{}{why}", without_below(context, row));
    }
    single_calls::sentence(context.times, axis, row, name).unwrap_or_else(|| {
        let own = if has_callees(context, row) { format!(" ({})", measure(context)) } else { String::new() };
        by_length(axis, row, name, &own) + &without_below(context, row)
    })
}

/// Returns how a function that both sides call waits: `sleep waits 40.0 ms instead of 5.00 ms per call`.
fn waiting(axis: Axis, row: &Row, name: &str) -> String {
    let [a, b] = row.calls.map(numbers::count);
    let longer = if row.delta > 0.0 { "longer" } else { "less" };
    let [each_a, each_b] = [0, 1].map(|side| why::each(axis, row, side));
    match is_by_calls(row) {
        true => format!("{name} waits {longer}, because it{IS_CALLED}{b} instead of {a} times"),
        false if row.calls == [1, 1] => format!("The only call of {name} waits {each_b} instead of {each_a}"),
        false => format!("{name} waits {each_b} instead of {each_a} per call"),
    }
}

/// Returns the function below which a row does not count calls, because it is new or gone: ` outside of export`. Blank
/// without one.
fn without_below(context: RowContext<'_>, row: &Row) -> String {
    let leader = row.part_below.map(|part| shown_name(context.names, part.leader));
    leader.map_or_else(String::new, |leader| format!(" outside of {leader}"))
}

/// Returns how the lengths of a function's calls changed. `own` follows lengths, if they are self times of a function that
/// calls others.
fn by_length(axis: Axis, row: &Row, name: &str, own: &str) -> String {
    let [a, b] = row.calls;
    let in_a = numbers::count(a);
    let ratio = (row.b / b.max(1) as f64) / (row.a / a.max(1) as f64);
    let [each_a, each_b] = [0, 1].map(|side| why::each(axis, row, side));
    match (a == b, a) {
        (true, 1) => format!("The only call of {name} takes {each_b} instead of {each_a}{own}"),
        (true, _) if (numbers::LEAST_FACTOR..=MOST_RATIO).contains(&ratio) => {
            let times = numbers::three_digits(ratio);
            format!("{name} takes {times}× as long{own} in the same {in_a} calls")
        }
        (true, _) => {
            format!("{name} takes {each_b} instead of {each_a} per call{own}, in the same {in_a} calls")
        }
        _ => format!("{name} takes {each_b} instead of {each_a} per call{own}"),
    }
}

/// Largest deviation of two ratios of numbers of calls that are the same.
const SAME_RATIO: f64 = 0.02;

/// Returns the outermost caller that is called more or less often by the same factor, if all callers between do, too:
/// `, because row is called 260 instead of 200 times`. Blank if the function's callers make more or fewer calls of it
/// each time. O(nodes · runs).
fn as_caller(context: RowContext<'_>, row: &Row) -> String {
    let union = context.union;
    if let Some(caller) = row.caller.and_then(IdentityId::some) {
        return as_one_caller(context, row, caller);
    }
    if !has_one_caller(context, row) || row.part_below.is_some() {
        return String::new();
    }
    // A caller on the path may be called on others, too, and so may the function.
    let mut of_function = vec![[0u64; 2]; union.identity_count()];
    for node in union.nodes() {
        let calls = &mut of_function[union.identity()[node.index()].index()];
        union.runs().iter().for_each(|run| calls[run.side] += run.calls(node));
    }
    let calls = |node: NodeId| of_function[union.identity()[node.index()].index()];
    let ratio = |[a, b]: [u64; 2]| if a > 0 { b as f64 / a as f64 } else { 0.0 };
    let own = ratio(calls(row.node));
    let parent = |node: &NodeId| union.parent()[node.index()].some();
    let has_ratio = |node: &NodeId| own > 0.0 && (ratio(calls(*node)) / own - 1.0).abs() <= SAME_RATIO;
    let callers = std::iter::successors(parent(&row.node), parent).take_while(has_ratio);
    let of_other = |node: &NodeId| union.identity()[node.index()] != row.identity;
    let Some(caller) = callers.filter(of_other).last() else { return String::new() };
    let function = union.identity()[caller.index()];
    let name = shown_name(context.names, function);
    if caller_calls::is_called_below(union, row.identity, function) {
        return format!("{}{name}", caller_calls::IN_RECURSION);
    }
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let [a, b] = calls(caller);
    let [a, b] = [a as f64 / runs[0], b as f64 / runs[1]].map(|count| numbers::count(count.round() as u64));
    format!("{} {b} instead of {a} times", because(&name))
}

/// Returns the caller whose calls alone a row is of, if it is called more or less often by the same factor. O(nodes).
fn as_one_caller(context: RowContext<'_>, row: &Row, caller: IdentityId) -> String {
    let union = context.union;
    let mut calls = [0; 2];
    for node in union.nodes().filter(|node| union.identity()[node.index()] == caller) {
        for run in union.runs() {
            calls[run.side] += run.inclusive_spread(node).calls;
        }
    }
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let of_run = [0, 1].map(|side: usize| calls[side] as f64 / runs[side]);
    let ratio = |[a, b]: [f64; 2]| b / a.max(1.0);
    let of_row = row.calls.map(|count| count as f64);
    if calls[0] == 0 || (ratio(of_run) / ratio(of_row) - 1.0).abs() > SAME_RATIO {
        return String::new();
    }
    let [a, b] = of_run.map(|count| numbers::count(count.round() as u64));
    format!("{} {b} instead of {a} times", because(&shown_name(context.names, caller)))
}

pub(super) fn because(caller: &str) -> String {
    format!(", because {caller} is called")
}

/// Largest ratio of two times that is easier to read than the times.
const MOST_RATIO: f64 = 10.0;

/// Largest deviation of two ln ratios, of samples and of the time that they stand for, that rounding explains.
const SAME_AMOUNT: f64 = 0.1;

/// Returns how an amount of a function of both sides changed: `3.00× as many samples`. If a sample stands for another time
/// in B, both numbers of samples and both times: `62 samples instead of 9, and 3.11× as much time (a sample stands for
/// 2.43 ms in A and 1.10 ms in B)`.
fn counts(context: RowContext<'_>, row: &Row) -> String {
    let ratio = times(context, row, &as_many(context));
    let [a, b] = row.calls.map(|count| count as f64);
    let is_same = row.a <= 0.0 || ((b / a).ln() - (row.b / row.a).ln()).abs() <= SAME_AMOUNT;
    if is_same || context.counted() != Some("samples") {
        return ratio;
    }
    let [count_a, count_b] = row.calls.map(numbers::count);
    let size = |side: usize| match context.union.side(side).next().map(|run| run.tree.sample_size()) {
        Some(SampleSize::Ticks(ticks)) => Some(numbers::extent(context.axis, ticks.round() as i64)),
        _ => None,
    };
    let sizes = match [size(0), size(1)] {
        [Some(a), Some(b)] if a != b => {
            let much = times(context, row, "as much time");
            format!(", and {much} (a sample stands for {a} in A and {b} in B)")
        }
        _ => String::new(),
    };
    format!("{count_b} samples instead of {count_a}{sizes}")
}

/// Returns `as many samples`, or `as much` of a weight.
fn as_many(context: RowContext<'_>) -> String {
    match context.counted() {
        Some("weight") | None => "as much".to_owned(),
        Some(what) => format!("as many {what}"),
    }
}

/// Returns the ratio of two amounts: `3.00× as many samples`, `1/5.00 as many samples as in A`. If A has none, `self samples in B only`.
fn times(context: RowContext<'_>, row: &Row, as_much: &str) -> String {
    let only = |side: &str| format!("{} in {side} only", measure(context));
    match [row.a, row.b] {
        [a, _] if a <= 0.0 => only("B"),
        [_, b] if b <= 0.0 => only("A"),
        [a, b] => numbers::ratio_in_words(b / a, as_much, &format!("{as_much} as in A")),
    }
}

/// Returns where the code of a function probably went to or came from, and the time of a callee or the change of a caller there:
/// `, probably because digit_sum now contains some of its code (4.10 ms in B)`,
/// `, probably because it now contains code of clamp (25.1 ms in A)`.
fn code_move(context: RowContext<'_>, row: &Row) -> String {
    let Some(of) = row.code_move else { return String::new() };
    let other = shown_name(context.names, of.other);
    let (ticks, sign) = (of.ticks.abs(), -row.delta.signum());
    let extent = || numbers::extent(context.axis, ticks.round() as i64);
    let there = match (of.is_caller, of.side) {
        (true, _) => numbers::delta(context.axis, sign * ticks),
        (false, 0) => format!("{} in A", extent()),
        (false, _) => format!("{} in B", extent()),
    };
    if row.delta < 0.0 {
        format!(", probably because {other} now contains some of its code ({there})")
    } else {
        format!(", probably because it now contains code of {other} ({there})")
    }
}
