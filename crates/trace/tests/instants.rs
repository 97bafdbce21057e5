//! Tests of instants and counters: what the builder makes of them, against lists that are sorted here, and time ranges.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_trace::{
    Builder, CallSpec, CounterSample, CounterSpec, FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind,
    Sink, Trace,
};
use proptest::prelude::*;

/// Instants as they are written: time and name.
type Written = Vec<(i64, String)>;

/// A trace with a call from 100 to 200 in one thread, and with these instants and samples of two counters.
fn trace(instants: &Written, samples: &[(bool, i64, f64)]) -> Trace {
    let mut builder = Builder::default();
    let owner = builder.owner();
    for (at, name) in instants {
        builder.instant(owner, InstantSpec { at: *at, name });
    }
    let counters = ["used", "free"]
        .map(|series| builder.counter(owner, CounterSpec { name: "heap", series, unit: "bytes" }));
    for &(is_second, at, value) in samples {
        let counter = counters[usize::from(is_second)];
        builder.sample(counter, CounterSample { at, value, source: 7 });
    }
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    let lane = builder.lane(None, LaneKind::Thread, "main");
    builder.place_owner(owner, lane);
    builder.call(lane, CallSpec { start: 100, end: 200, function, source: 0 });
    builder.finish().remove(0).1
}

/// Returns the instants of a trace in its order: time since the first call, and name.
fn instants(trace: &Trace) -> Written {
    let instants = trace.instants();
    let name = |row| instants.name(trace.names(), row).to_owned();
    (0..instants.len()).map(|row| (instants.at()[row], name(row))).collect()
}

/// Returns the samples of each counter by series: time since the first call, and value.
fn counters(trace: &Trace) -> Vec<(String, Vec<(i64, f64)>)> {
    let counters = trace.counters();
    let row = |id| {
        let samples = counters.samples(id);
        let samples = samples.at.iter().copied().zip(samples.value.iter().copied()).collect();
        (counters.series(trace.names(), id).to_owned(), samples)
    };
    counters.ids().map(row).collect()
}

fn written() -> impl Strategy<Value = Written> {
    prop::collection::vec((0i64..300, "[a-c]{0,2}"), 0..40)
}

fn sampled() -> impl Strategy<Value = Vec<(bool, i64, f64)>> {
    prop::collection::vec((any::<bool>(), 0i64..300, -9.0..9.0f64), 0..40)
}

/// Sorts by time alone; equal times keep their order. A twin of what the builder does.
fn in_order<T>(mut list: Vec<T>, at: impl Fn(&T) -> i64) -> Vec<T> {
    for end in (1..list.len()).rev() {
        for place in 0..end {
            if at(&list[place]) > at(&list[place + 1]) {
                list.swap(place, place + 1);
            }
        }
    }
    list
}

proptest! {
    #[test]
    fn tables_equal_sorted_lists(given in written(), samples in sampled()) {
        let trace = trace(&given, &samples);
        prop_assert_eq!(trace.check(), Ok(()));
        let shifted = given.into_iter().map(|(at, name)| (at - 100, name)).collect();
        prop_assert_eq!(instants(&trace), in_order(shifted, |instant| instant.0));
        for (series, found) in counters(&trace) {
            let of = samples.iter().filter(|sample| sample.0 == (series == "free"));
            let all = of.map(|&(_, at, value)| (at - 100, value)).collect();
            let expected = in_order(all, |sample: &(i64, f64)| sample.0);
            prop_assert_eq!(&found, &expected);
        }
        let in_rows: usize = counters(&trace).iter().map(|(_, samples)| samples.len()).sum();
        prop_assert_eq!(in_rows, samples.len());
        prop_assert!((0..trace.instants().len()).all(|row| trace.instants().lane(row) == Some(LaneId(0))));
    }

    #[test]
    fn values_equal_a_scan(samples in sampled(), tick in -150i64..250) {
        let trace = trace(&Vec::new(), &samples);
        for id in trace.counters().ids() {
            let samples = trace.counters().samples(id);
            let mut before = samples.at.iter().zip(samples.value).filter(|(at, _)| **at <= tick);
            prop_assert_eq!(samples.value_at(tick), before.next_back().map(|(_, value)| *value));
        }
    }

    #[test]
    fn ranges_keep_what_lies_in_them(given in written(), samples in sampled(), from in -100i64..200, length in 1i64..150) {
        let whole = trace(&given, &samples);
        let part = whole.cut(&(from..from + length));
        prop_assert_eq!(part.check(), Ok(()));
        let is_inside = |at: i64| at >= from && at < from + length;
        let inside: Written =
            instants(&whole).into_iter().filter(|(at, _)| is_inside(*at)).map(|(at, name)| (at - from, name)).collect();
        prop_assert_eq!(instants(&part), inside);
        // At every tick of the range, a counter has the value that it has in the whole.
        let names = |trace: &Trace| counters(trace).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        for (id, series) in whole.counters().ids().zip(names(&whole)) {
            let of_part = part.counters().ids().zip(names(&part)).find(|(_, name)| *name == series);
            for tick in 0..length {
                let found = of_part.as_ref().and_then(|(id, _)| part.counters().samples(*id).value_at(tick));
                prop_assert_eq!(found, whole.counters().samples(id).value_at(tick + from));
            }
        }
    }
}

#[test]
fn far_and_infinite_values_are_counted() {
    let far = i64::MAX - 5;
    let samples = [(false, 150, f64::NAN), (false, far, 1.0), (true, 150, f64::INFINITY)];
    let trace = trace(&vec![(far, "far".to_owned()), (150, "near".to_owned())], &samples);
    assert_eq!(trace.check(), Ok(()));
    assert_eq!(instants(&trace), [(50, "near".to_owned())]);
    assert!(trace.counters().is_empty());
    let entries: Vec<_> = trace.report().entries().iter().map(|entry| (entry.kind, entry.count)).collect();
    let skipped = (OddityKind::SkippedEvent, 1);
    assert_eq!(entries, [(OddityKind::BadEvent, 2), skipped, skipped]);
}

#[test]
fn instants_make_no_lanes_and_move_no_calls() {
    let with = trace(&vec![(0, "before".to_owned()), (500, "after".to_owned())], &[(true, 0, 1.0)]);
    let without = trace(&Vec::new(), &[]);
    assert_eq!((with.origin(), with.extent()), (without.origin(), without.extent()));
    assert_eq!(with.lanes().len(), without.lanes().len());
    let mut builder = Builder::default();
    let owner = builder.owner();
    builder.instant(owner, InstantSpec { at: 5, name: "alone" });
    let alone = builder.finish().remove(0).1;
    assert_eq!((alone.lanes().len(), alone.instants().lane(0)), (0, None));
}
