//! A streamed trace equals the loaded one, to the tick; a trace that cannot be streamed is refused.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_aggregate::{
    Grid, LaneTree, SliceTable, StackLevel, StateChoice, StateTimes, StreamSink, StreamedTrace,
};
use diptych_formats::FileReader;
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use proptest::prelude::*;
use support::random_calls::{RandomCalls, write};

/// Writes begins and ends, in lanes that take turns. Some ends name no function, some name a call further out, and some
/// name a function that is not open.
fn write_marks(sink: &mut dyn Sink, random: RandomCalls) {
    let mut rng = Rng::new(random.seed);
    let name = |number: usize| FunctionSpec { name: ["a", "b", "c", "d"][number], ..FunctionSpec::default() };
    let functions: Vec<FunctionId> = (0..4).map(|number| sink.function(name(number))).collect();
    let lanes = 1 + rng.below(random.lanes);
    let lanes: Vec<LaneId> =
        (0..lanes).map(|number| sink.lane(None, LaneKind::Thread, &format!("lane {number}"))).collect();
    let mut open: Vec<(i64, u32)> = vec![(1_000, 0); lanes.len()];
    for step in 0..rng.below(random.steps) {
        let number = rng.below(lanes.len() as u64) as usize;
        let (at, begun) = &mut open[number];
        *at += rng.below(random.pace) as i64;
        let function = functions[rng.below(4) as usize];
        if rng.below(2) == 0 {
            *begun += 1;
            sink.enter(lanes[number], function, *at, step);
        } else {
            sink.leave(lanes[number], (rng.below(3) > 0).then_some(function), *at, step);
        }
    }
    for (lane, (at, begun)) in lanes.into_iter().zip(open) {
        for _ in 0..begun {
            sink.leave(lane, None, at, 0);
        }
    }
}

fn same(trace: &Trace, streamed: &StreamedTrace, grid: Grid, level: StackLevel) {
    let tree = LaneTree::new(trace);
    let paths = |tree: &LaneTree| {
        tree.nodes().iter().map(|node| (node.path_end.clone(), node.end)).collect::<Vec<_>>()
    };
    assert_eq!(paths(&tree), paths(&streamed.tree));
    let specs = trace.functions().specs(trace.names());
    assert!(specs.iter().zip(&streamed.functions).all(|(one, other)| one.name == other.name));
    assert_eq!((specs.len(), trace.calls().len() as u64), (streamed.functions.len(), streamed.calls));
    let of_function: Vec<u32> = (0..specs.len() as u32).collect();
    let times = StateTimes::of_calls(trace, grid, level, &of_function, specs.len());
    assert_eq!(times, streamed.times(&of_function, specs.len()));
    let choice = StateChoice::new(&times, 2);
    let table = SliceTable::of_calls(trace, &tree, grid, level, &of_function, &choice);
    assert_eq!(Some(table), streamed.table(&of_function, &choice));
}

proptest! {
    #[test]
    fn streamed_table_equals_the_loaded_one(seed in any::<u64>(), slices in 1usize..12, depth in prop::option::of(0u32..3), from in 0i64..200) {
        let random = RandomCalls { seed, pace: 30, steps: 120, lanes: 4 };
        let mut builder = Builder::default();
        write(&mut builder, random);
        let trace = builder.finish().remove(0).1;
        let mut first = StreamSink::measuring();
        write(&mut first, random);
        let measured = first.finish().unwrap();
        prop_assert_eq!((measured.origin, measured.extent), (trace.origin(), trace.extent()));
        let level = depth.map_or(StackLevel::Innermost, StackLevel::Depth);
        for grid in [Grid::covering(0, measured.extent, slices), Grid::covering(from, from + 70, slices)] {
            let mut second = StreamSink::filling(grid, measured.origin, level);
            write(&mut second, random);
            same(&trace, &second.finish().unwrap(), grid, level);
        }
    }
}

proptest! {
    #[test]
    fn streamed_begins_and_ends_equal_the_loaded_ones(seed in any::<u64>(), slices in 1usize..12, depth in prop::option::of(0u32..3)) {
        let random = RandomCalls { seed, pace: 30, steps: 120, lanes: 4 };
        let mut builder = Builder::default();
        write_marks(&mut builder, random);
        let trace = builder.finish().remove(0).1;
        prop_assume!(!trace.calls().is_empty());
        let mut first = StreamSink::measuring();
        write_marks(&mut first, random);
        // The builder may put begins and ends of one instant into another order. Those are refused.
        let measured = first.finish();
        prop_assume!(measured.is_ok());
        let measured = measured.unwrap();
        prop_assert_eq!((measured.origin, measured.extent), (trace.origin(), trace.extent()));
        let level = depth.map_or(StackLevel::Innermost, StackLevel::Depth);
        let grid = Grid::covering(0, measured.extent.max(1), slices);
        let mut second = StreamSink::filling(grid, measured.origin, level);
        write_marks(&mut second, random);
        same(&trace, &second.finish().unwrap(), grid, level);
    }
}

/// Through a reader: states in containers, some nested, some without an end.
#[test]
fn paje_file_streams_like_it_loads() {
    let mut text = String::from(
        "%EventDef PajeDefineContainerType 0\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
         %EventDef PajeDefineStateType 1\n%\tAlias string\n%\tType string\n%\tName string\n%EndEventDef\n\
         %EventDef PajeCreateContainer 2\n%\tTime date\n%\tAlias string\n%\tType string\n%\tContainer string\n%\tName string\n%EndEventDef\n\
         %EventDef PajePushState 3\n%\tTime date\n%\tType string\n%\tContainer string\n%\tValue string\n%EndEventDef\n\
         %EventDef PajePopState 4\n%\tTime date\n%\tType string\n%\tContainer string\n%EndEventDef\n\
         0 HOST 0 HOST\n0 RANK HOST RANK\n1 STATE RANK STATE\n2 0 h HOST 0 host\n",
    );
    for rank in 0..3 {
        text += &format!("2 0 r{rank} RANK h rank-{rank}\n");
    }
    for step in 0..40 {
        let (rank, at) = (step % 3, f64::from(step) * 0.01);
        text += &format!(
            "3 {at} STATE r{rank} work\n3 {} STATE r{rank} wait\n4 {} STATE r{rank}\n",
            at + 0.001,
            at + 0.004
        );
        if step < 37 {
            text += &format!("4 {} STATE r{rank}\n", at + 0.012);
        }
    }
    let read = |sink: &mut dyn Sink| {
        let mut reader = FileReader::new("x.paje");
        reader.feed(text.as_bytes(), sink).unwrap();
        reader.finish(sink).unwrap();
    };
    let mut builder = Builder::default();
    read(&mut builder);
    let trace = builder.finish().remove(0).1;
    assert_eq!(trace.calls().len(), 80);
    let mut first = StreamSink::measuring();
    read(&mut first);
    let measured = first.finish().unwrap();
    let grid = Grid::covering(0, measured.extent, 30);
    let mut second = StreamSink::filling(grid, measured.origin, StackLevel::Innermost);
    read(&mut second);
    same(&trace, &second.finish().unwrap(), grid, StackLevel::Innermost);
}

#[test]
fn calls_that_do_not_nest_are_refused() {
    let call = |start, end| CallSpec { start, end, function: FunctionId(0), source: 0 };
    let refused = |tell: &dyn Fn(&mut StreamSink, LaneId)| {
        let mut sink = StreamSink::measuring();
        sink.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        let lane = sink.lane(None, LaneKind::Thread, "lane");
        tell(&mut sink, lane);
        sink.finish().map(|_| ()).unwrap_err()
    };
    assert!(refused(&|sink, lane| sink.call(lane, call(0, 1))).contains("depth"));
    assert!(refused(&|sink, lane| sink.enter(lane, FunctionId(0), 0, 0)).contains("no end"));
    assert!(
        refused(&|sink, lane| {
            sink.enter(lane, FunctionId(0), 5, 0);
            sink.leave(lane, None, 3, 0);
        })
        .contains("order of time")
    );
    assert!(
        refused(&|sink, lane| {
            sink.call_at_depth(lane, call(0, 1), 0);
            sink.enter(lane, FunctionId(0), 5, 0);
        })
        .contains("mixes")
    );
    assert!(
        refused(&|sink, lane| {
            sink.enter(lane, FunctionId(0), 0, 0);
            sink.call_at_depth(lane, call(0, 1), 0);
        })
        .contains("mixes")
    );
    assert!(refused(&|sink, lane| sink.call_at_depth(lane, call(5, 1), 0)).contains("order"));
    assert!(refused(&|sink, lane| sink.call_at_depth(lane, call(0, 1), 1)).contains("not told"));
    assert!(refused(&|sink, lane| sink.call_at_depth(lane, call(0, 1 << 60), 0)).contains("far apart"));
    let two = |sink: &mut StreamSink, lane, (first, at), (second, of)| {
        sink.call_at_depth(lane, first, at);
        sink.call_at_depth(lane, second, of);
    };
    for (one, other) in [
        ((call(0, 5), 0), (call(3, 9), 0)),
        ((call(0, 5), 1), (call(3, 9), 0)),
        ((call(0, 5), 2), (call(0, 9), 0)),
    ] {
        assert!(refused(&|sink, lane| two(sink, lane, one, other)).contains("overlap"));
    }
    assert!(refused(&|sink, lane| two(sink, lane, (call(3, 9), 0), (call(0, 5), 0))).contains("order"));
    assert!(
        refused(&|sink, _| {
            sink.begin_trace("one");
            sink.begin_trace("two");
        })
        .contains("several")
    );
}
