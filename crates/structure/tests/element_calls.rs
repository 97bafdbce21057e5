//! Sums over any calls, tested by counting each call.

use diptych_structure::{ElementCalls, FocusCalls, Measure};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, Trace};
use proptest::prelude::*;

/// Sums over every call in focus, and looks for every caller.
fn naive(trace: &Trace, places: &[u32], elements: u32, focus: &FocusCalls) -> Vec<Measure> {
    let calls = trace.calls();
    let place = |call: CallId| places[calls.function()[call.index()].index()];
    let is_in = |call: CallId| focus.ranges.iter().any(|range| range.contains(&call.0));
    let mut found = vec![Measure::default(); elements as usize];
    for call in (0..calls.len() as u32).map(CallId).filter(|&call| is_in(call)) {
        let mut callers = std::iter::successors(calls.parent()[call.index()].some(), |up| {
            calls.parent()[up.index()].some()
        });
        let is_outermost = !callers.any(|caller| is_in(caller) && place(caller) == place(call));
        let measure = &mut found[place(call) as usize];
        let start = calls.start()[call.index()];
        *measure = Measure {
            calls: measure.calls + 1,
            self_ticks: measure.self_ticks + calls.self_time(call),
            ticks: measure.ticks + if is_outermost { calls.duration(call) } else { 0 },
            first_start: Some(measure.first_start.map_or(start, |first| first.min(start))),
            deepest: measure.deepest.max(calls.depth()[call.index()]),
        };
    }
    found
}

/// Returns both kinds of focus: a call with its subtree, and two calls with their subtrees and all their callers.
fn focuses(trace: &Trace, picks: [usize; 2]) -> Vec<FocusCalls> {
    let calls = trace.calls();
    let [one, other] = picks.map(|pick| CallId((pick % calls.len()) as u32));
    let mut ids: Vec<u32> = [one, other]
        .into_iter()
        .flat_map(|call| {
            let up = std::iter::successors(Some(call), |up| calls.parent()[up.index()].some());
            up.map(|call| call.0).chain(calls.subtree(call)).collect::<Vec<u32>>()
        })
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let mut ranges: Vec<std::ops::Range<u32>> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some(last) if last.end == id && calls.parent()[id as usize].some().is_some() => last.end = id + 1,
            _ => ranges.push(id..id + 1),
        }
    }
    vec![
        FocusCalls { ranges: vec![calls.subtree(one)], within: Some(one) },
        FocusCalls { ranges, within: None },
    ]
}

proptest! {
    #[test]
    fn focus_sums_agree_with_counting(seed: u64, calls in 8usize..400, elements in 1u32..7, picks: [usize; 2]) {
        let trace = generate(seed, Shape { calls, ..Shape::SMALL });
        let places: Vec<u32> = (0..trace.functions().len() as u32).map(|id| id % elements).collect();
        let index = ElementCalls::new(&trace, &places, elements);
        for focus in focuses(&trace, picks).into_iter().chain([FocusCalls::of_lanes(&trace, trace.lanes().ids()), FocusCalls::default()]) {
            let expected = naive(&trace, &places, elements, &focus);
            prop_assert_eq!(&index.measure(&trace, &focus), &expected);
        }
    }
}

#[test]
fn recursive_time_counts_once_within_focus() {
    let trace = trace("t\n  0..100 f\n    10..90 g\n      20..60 f\n        30..40 f\n");
    let id = |name: &str| {
        trace.functions().ids().find(|&id| trace.functions().get(trace.names(), id).name == name).unwrap()
    };
    let mut places = [0, 0];
    places[id("g").index()] = 1;
    let index = ElementCalls::new(&trace, &places, 2);
    let ticks = |focus: &FocusCalls| {
        index.measure(&trace, focus).iter().map(|of| (of.calls, of.ticks)).collect::<Vec<_>>()
    };
    assert_eq!(ticks(&FocusCalls::of_lanes(&trace, trace.lanes().ids())), [(3, 100), (1, 80)]);
    // Within g, the outer of the two inner calls counts.
    let focus = FocusCalls { ranges: std::iter::once(1..4).collect(), within: Some(CallId(1)) };
    assert_eq!(ticks(&focus), [(2, 40), (1, 80)]);
}

proptest! {
    #[test]
    fn is_any_of_agrees_with_a_scan(seed: u64, calls in 8usize..400, elements in 1u32..60, from: usize, count in 0usize..200, first: u32, places in 0u32..8) {
        let trace = generate(seed, Shape { calls, ..Shape::SMALL });
        let of: Vec<u32> = (0..trace.functions().len() as u32).map(|id| id % elements).collect();
        let index = ElementCalls::new(&trace, &of, elements);
        let from = from % trace.calls().len();
        let range = from as u32..(from + count).min(trace.calls().len()) as u32;
        let first = first % elements;
        let places = first..(first + places).min(elements);
        let naive = range.clone().any(|call| places.contains(&index.place(CallId(call))));
        prop_assert_eq!(index.is_any_of(range, &places), naive);
    }
}
