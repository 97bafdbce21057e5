//! A trace of sums has the times of the full trace, to the tick, in slices that consist of whole slices of the sums.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_aggregate::{Grid, LaneTree, SliceTable, StackLevel, StateChoice, StateTimes, SummingSink};
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use proptest::prelude::*;
use support::random_calls::{RandomCalls, write};

fn loaded(random: RandomCalls) -> Trace {
    let mut builder = Builder::default();
    write(&mut builder, random);
    builder.finish().remove(0).1
}

/// Returns the ticks of a trace by lane, function and slice.
fn times(trace: &Trace, grid: Grid) -> Vec<Vec<u64>> {
    let own: Vec<u32> = (0..trace.functions().len() as u32).collect();
    // All states, in the order of functions, including those without time.
    let choice = StateChoice::new(&StateTimes { ticks: vec![1; own.len()] }, own.len());
    let table =
        SliceTable::of_calls(trace, &LaneTree::new(trace), grid, StackLevel::Innermost, &own, &choice);
    let rows = |leaf| (0..own.len()).map(move |state| (leaf, state));
    (0..table.leaves()).flat_map(rows).map(|(leaf, state)| table.row(leaf, state).to_vec()).collect()
}

proptest! {
    #[test]
    fn sums_agree_with_the_trace(seed in any::<u64>(), pace in 1u64..100_000, from in 0usize..9, slices in 1usize..40) {
        let random = RandomCalls { seed, pace, steps: 400, lanes: 5 };
        let trace = loaded(random);
        let mut sink = SummingSink::default();
        write(&mut sink, random);
        let sums = match sink.finish() {
            Ok(sums) => sums,
            Err(reason) => {
                prop_assert_eq!(reason, "no call takes any time");
                return Ok(());
            }
        };
        sums.check().unwrap();
        let said = sums.summed().unwrap();
        let lanes = |trace: &Trace| {
            let of = |lane: LaneId| (trace.lanes().name(trace.names(), lane).to_owned(), trace.lanes().parent(lane));
            trace.lanes().ids().map(of).collect::<Vec<_>>()
        };
        prop_assert_eq!(lanes(&trace), lanes(&sums));
        let calls: Vec<u64> = trace.lanes().ids().map(|lane| trace.lanes().calls(lane).len() as u64).collect();
        prop_assert_eq!((&said.calls, said.duration), (&calls, trace.extent()));
        prop_assert!(said.slice.is_power_of_two());
        // Start of the sums' slices, in ticks of the trace.
        let offset = sums.origin() - trace.origin();
        let first = from as i64 * said.slice as i64;
        let grid = Grid::covering_in_steps(first, sums.extent(), slices, said.slice);
        let of_trace = Grid { start: grid.start + offset, ..grid };
        prop_assert_eq!(times(&sums, grid), times(&trace, of_trace));
    }
}

/// Long files: slices double many times, in both directions, and become fewer as more states of lanes appear.
#[test]
fn sums_stay_exact_as_slices_grow() {
    for (lanes, functions, slices) in [(3, 4, 4_096), (300, 9, 2_048), (2_000, 12, 256)] {
        let tell = |sink: &mut dyn Sink| {
            let mut rng = Rng::new(lanes);
            let functions: Vec<_> = (0..functions)
                .map(|number| {
                    let name = format!("f{number}");
                    sink.function(FunctionSpec { name: &name, ..FunctionSpec::default() })
                })
                .collect();
            let lanes: Vec<_> =
                (0..lanes).map(|lane| sink.lane(None, LaneKind::Thread, &lane.to_string())).collect();
            // The first reported call begins late, so others extend the slices backwards.
            let late = CallSpec { start: 9_000_000, end: 9_000_010, function: functions[0], source: 0 };
            sink.call_at_depth(lanes[0], late, 0);
            for &lane in &lanes[1..] {
                let mut at = 1_000 + rng.below(50) as i64;
                for _ in 0..30 {
                    let end = at + rng.below(1 << 20) as i64;
                    let function = functions[rng.below(functions.len() as u64) as usize];
                    sink.call_at_depth(lane, CallSpec { start: at, end, function, source: 0 }, 0);
                    at = end + rng.below(1 << 16) as i64;
                }
            }
        };
        let mut builder = Builder::default();
        tell(&mut builder);
        let trace = builder.finish().remove(0).1;
        let mut sink = SummingSink::default();
        tell(&mut sink);
        let sums = sink.finish().unwrap();
        let slice = sums.summed().unwrap().slice;
        let count = (sums.extent() as u64).div_ceil(slice);
        assert!(count <= slices && 4 * count > slices, "{lanes} lanes: {count} slices");
        let grid = Grid::covering_in_steps(0, sums.extent(), 60, slice);
        let of_trace = Grid { start: sums.origin() - trace.origin(), ..grid };
        assert!(times(&sums, grid) == times(&trace, of_trace), "{lanes} lanes");
    }
}

#[test]
fn stretches_are_few() {
    let mut sink = SummingSink::default();
    let f = sink.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    let g = sink.function(FunctionSpec { name: "g", ..FunctionSpec::default() });
    let lane = sink.lane(None, LaneKind::Thread, "lane");
    // The file is so long that slices are 2048 ticks wide. Each change between two calls falls within one slice.
    for (function, start, end) in [(f, 0, 2_000_000), (g, 2_000_500, 4_000_001), (f, 5_000_003, 5_900_000)] {
        sink.call_at_depth(lane, CallSpec { start, end, function, source: 0 }, 0);
    }
    let sums = sink.finish().unwrap();
    let slice = sums.summed().unwrap().slice as i64;
    let calls = sums.calls();
    let spans: Vec<_> = calls.start().iter().zip(calls.end()).map(|(start, end)| (*start, *end)).collect();
    assert_eq!(spans.len(), 3, "{spans:?}");
    for ((start, end), (was_start, was_end)) in
        spans.into_iter().zip([(0, 2_000_000), (2_000_500, 4_000_001), (5_000_003, 5_900_000)])
    {
        assert!((start - was_start).abs() < slice && (end - was_end).abs() < slice);
        assert_eq!(end - start, was_end - was_start);
    }
}

#[test]
fn summing_refuses_with_a_reason() {
    let refused = |tell: &dyn Fn(&mut SummingSink, LaneId)| {
        let mut sink = SummingSink::default();
        sink.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        let lane = sink.lane(None, LaneKind::Thread, "lane");
        tell(&mut sink, lane);
        sink.finish().unwrap_err()
    };
    let call = |start, end| CallSpec { start, end, function: diptych_trace::FunctionId(0), source: 0 };
    assert!(refused(&|_, _| ()).contains("no call"));
    assert!(refused(&|sink, lane| sink.call_at_depth(lane, call(7, 7), 0)).contains("no call"));
    assert!(refused(&|sink, lane| sink.call(lane, call(0, 1))).contains("depth"));
    let far = |sink: &mut SummingSink, lane| {
        sink.call_at_depth(lane, call(0, 1), 0);
        sink.call_at_depth(lane, call(1 << 60, (1 << 60) + 1), 0);
    };
    assert!(refused(&far).contains("far apart"));
    assert!(
        refused(&|sink, lane| sink.call_at_depth(lane, call(i64::MIN, i64::MAX), 0)).contains("far apart")
    );
    let many = |sink: &mut SummingSink, _| {
        for number in 0..300_000 {
            let lane = sink.lane(None, LaneKind::Thread, &number.to_string());
            sink.call_at_depth(lane, call(0, 1), 0);
        }
    };
    assert!(refused(&many).contains("too many"));
}
