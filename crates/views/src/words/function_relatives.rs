//! Callees and callers of functions, with the time on both sides.

use super::{function_reference, name_or_unnamed};
use crate::{Correspondence, numbers};
use diptych_protocol::{FunctionRow, SideName};
use diptych_trace::{Axis, CallId, FunctionId, Sorting, Trace};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Largest number of callees, and of callers, listed. Their total number is always given.
const LISTED: usize = 50;

/// The sums over the calls of one relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sum {
    calls: u64,
    ticks: i64,
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.ticks += other.ticks;
    }
}

/// The sums of each side by the function at the other end, and over calls without a caller.
#[derive(Debug, Default)]
struct Relations {
    by_function: [Vec<Sum>; 2],
    outermost: [Sum; 2],
}

/// The key of a row: a function, or functions of both sides that the identity rules unite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Identity(u32),
    /// Name and file, while nothing is compared.
    Named(&'a str, &'a str),
    Outermost,
}

/// A row before it is formatted.
#[derive(Debug, Clone, Copy)]
struct Relative {
    /// Function that names the row.
    function: Option<(SideName, FunctionId)>,
    sums: [Sum; 2],
}

/// A list, and its total number of rows.
pub(super) type FunctionList = (Vec<FunctionRow>, u32);

/// A test whether a call of a side (0 or 1) is one whose callees and callers are wanted.
pub(super) type IsMember<'a> = &'a dyn Fn(usize, &Trace, CallId) -> bool;

/// Returns the callees and the callers of some calls. In a pair the most changed come first, otherwise those with most
/// time. The time is the inclusive time of the calls from one to the other. O(calls).
pub(super) fn relatives(
    is_member: IsMember<'_>,
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
) -> [FunctionList; 2] {
    let mut found = [Relations::default(), Relations::default()];
    for (side, trace) in (0..).zip(traces) {
        let Some(trace) = trace else { continue };
        for relations in &mut found {
            relations.by_function[side] = vec![Sum::default(); trace.functions().len()];
        }
        sum_side(is_member, side, trace, &mut found);
    }
    found.map(|relations| listed(&relations, traces, correspondence))
}

/// Adds the calls of a side to the callees (first) and to the callers (second).
fn sum_side(is_member: IsMember<'_>, side: usize, trace: &Trace, [callees, callers]: &mut [Relations; 2]) {
    let calls = trace.calls();
    for call in (0..calls.len() as u32).map(CallId) {
        let function = calls.function()[call.index()];
        let up = calls.parent()[call.index()].some();
        let caller = up.map(|caller| calls.function()[caller.index()]);
        let add = |sum: &mut Sum| {
            sum.calls += 1;
            sum.ticks += calls.duration(call);
        };
        if up.is_some_and(|up| is_member(side, trace, up)) {
            add(&mut callees.by_function[side][function.index()]);
        }
        if is_member(side, trace, call) {
            add(match caller {
                Some(caller) => &mut callers.by_function[side][caller.index()],
                None => &mut callers.outermost[side],
            });
        }
    }
}

fn listed(
    relations: &Relations,
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
) -> FunctionList {
    let mut rows: BTreeMap<Key<'_>, Relative> = BTreeMap::new();
    for (side, trace) in SideName::BOTH.into_iter().zip(traces) {
        let Some(trace) = trace else { continue };
        let at = side.index();
        for (id, &sum) in trace.functions().ids().zip(&relations.by_function[at]) {
            let key = if let Some(both) = correspondence {
                Key::Identity(both.pair.identities[at][id.index()].0)
            } else {
                let spec = trace.functions().get(trace.names(), id);
                Key::Named(spec.name, spec.file)
            };
            if sum.calls > 0 {
                let named = Relative { function: Some((side, id)), sums: [Sum::default(); 2] };
                rows.entry(key).or_insert(named).sums[at].add(sum);
            }
        }
        if relations.outermost[at].calls > 0 {
            let unnamed = Relative { function: None, sums: [Sum::default(); 2] };
            rows.entry(Key::Outermost).or_insert(unnamed).sums[at].add(relations.outermost[at]);
        }
    }
    let both = traces.iter().all(Option::is_some);
    let key = |row: &(Key<'_>, Relative)| {
        let [a, b] = row.1.sums.map(|sum| sum.ticks);
        (Reverse(if both { a.abs_diff(b) } else { 0 }), Reverse(a.max(b)))
    };
    let mut rows: Vec<(Key<'_>, Relative)> = rows.into_iter().collect();
    let all = rows.len() as u32;
    let order = |one: &(Key<'_>, Relative), other: &(Key<'_>, Relative)| {
        key(one).cmp(&key(other)).then_with(|| one.0.cmp(&other.0))
    };
    rows.order_by(order);
    rows.truncate(LISTED);
    let most = rows.iter().flat_map(|(_, row)| row.sums.map(|sum| sum.ticks)).max().unwrap_or(0).max(1);
    (rows.iter().map(|(_, row)| in_words(row, most, traces)).collect(), all)
}

fn in_words(row: &Relative, most: i64, traces: [Option<&Trace>; 2]) -> FunctionRow {
    let axis = traces.into_iter().flatten().next().map_or(Axis::TIME, Trace::axis);
    let text = |side: usize| {
        let Sum { calls, ticks } = row.sums[side];
        if calls == 0 { String::new() } else { numbers::extent(axis, ticks) }
    };
    let named = row.function.and_then(|(side, id)| Some((traces[side.index()]?, id)));
    let [a, b] = row.sums.map(|sum| sum.ticks);
    let compared = traces.iter().all(Option::is_some) && a != b;
    let said = |(side, sum): (SideName, Sum)| {
        let is_open = traces[side.index()].is_some();
        is_open.then(|| format!("{} in {}", numbers::calls(sum.calls), side.letter()))
    };
    let calls: Vec<String> = SideName::BOTH.into_iter().zip(row.sums).filter_map(said).collect();
    FunctionRow {
        function: named.and_then(|(trace, id)| function_reference(trace, id)),
        name: named.map_or_else(
            || "no caller".to_owned(),
            |(trace, id)| name_or_unnamed(trace.functions().get(trace.names(), id).name),
        ),
        a: text(0),
        b: text(1),
        change: if compared { numbers::delta(axis, (b - a) as f64) } else { String::new() },
        calls: calls.join(", "),
        share_a: a as f32 / most as f32,
        share_b: b as f32 / most as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Highlight;
    use diptych_protocol::{FunctionRef, Subject};
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    fn of_functions(highlight: &Highlight) -> impl Fn(usize, &Trace, CallId) -> bool {
        |side, trace, call| {
            let function = trace.calls().function()[call.index()];
            highlight.functions[side].get(function.index()).copied().unwrap_or(false)
        }
    }

    fn of(name: &str) -> Subject {
        Subject::Function(FunctionRef { name: name.to_owned(), file: String::new() })
    }

    fn lists(subject: &Subject, traces: [Option<&Trace>; 2]) -> [Vec<String>; 2] {
        let highlight = Highlight::new(subject, traces, None);
        relatives(&of_functions(&highlight), traces, None).map(|(rows, all)| {
            assert_eq!(rows.len() as u32, all);
            let text = |row: &FunctionRow| {
                format!("{} {}|{} {} ({})", row.name, row.a, row.b, row.change, row.calls)
            };
            rows.iter().map(text).collect()
        })
    }

    #[test]
    fn relatives_of_both_sides_sort_by_change() {
        let a = trace(
            "main\n  0..100 run\n    10..30 parse\n      12..20 lex\n    40..90 render\n      50..60 parse",
        );
        let b = trace(
            "main\n  0..100 run\n    10..70 parse\n      12..14 lex\n      20..60 emit\n  110..120 parse",
        );
        let [callees, callers] = lists(&of("parse"), [Some(&a), Some(&b)]);
        let thin = '\u{202f}';
        assert_eq!(
            callees,
            [
                format!("emit |40{thin}ns +40{thin}ns (0 calls in A, 1 call in B)"),
                format!("lex 8{thin}ns|2{thin}ns −6{thin}ns (1 call in A, 1 call in B)"),
            ]
        );
        assert_eq!(
            callers,
            [
                format!("run 20{thin}ns|60{thin}ns +40{thin}ns (1 call in A, 1 call in B)"),
                format!("render 10{thin}ns| −10{thin}ns (1 call in A, 0 calls in B)"),
                format!("no caller |10{thin}ns +10{thin}ns (0 calls in A, 1 call in B)"),
            ]
        );
    }

    proptest! {
        #[test]
        fn relatives_equal_a_scan(seed: u64) {
            let made = generate(seed, Shape::SMALL);
            let calls = made.calls();
            prop_assume!(!calls.is_empty());
            let first = function_reference(&made, calls.function()[0]).unwrap();
            let highlight = Highlight::new(&Subject::Function(first), [Some(&made), None], None);
            let [(callees, _), (callers, _)] = relatives(&of_functions(&highlight), [Some(&made), None], None);
            let bits = &highlight.functions[0];
            let is_of = |call: CallId| bits[calls.function()[call.index()].index()];
            prop_assert!(is_of(CallId(0)));
            let ids = || (0..calls.len() as u32).map(CallId);
            let up = |call: CallId| calls.parent()[call.index()].some();
            let functions = |calls_of: Vec<FunctionId>| {
                let mut found = calls_of;
                found.sort_unstable_by_key(|id| id.0);
                found.dedup();
                found.len()
            };
            let called = ids().filter(|&call| up(call).is_some_and(is_of));
            prop_assert_eq!(callees.len(), functions(called.map(|call| calls.function()[call.index()]).collect()));
            let calling: Vec<Option<CallId>> = ids().filter(|&call| is_of(call)).map(up).collect();
            let outermost = usize::from(calling.contains(&None));
            let named = calling.into_iter().flatten().map(|call| calls.function()[call.index()]).collect();
            prop_assert_eq!(callers.len(), functions(named) + outermost);
        }
    }
}
