//! The slice table, tested against a computation that looks at every call in every slice.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{Grid, LaneTree, SliceTable, StackLevel, StateChoice, StateTimes};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;

/// Returns the ticks of a lane in a state in a slice: the part of every call within the slice, less the part of its
/// callees.
fn naive(trace: &Trace, lane: LaneId, of_function: &[u32], state: u32, from: i64, to: i64) -> u64 {
    let calls = trace.calls();
    let part = |call: CallId| {
        let row = call.index();
        (calls.end()[row].min(to) - calls.start()[row].max(from)).max(0)
    };
    let of = |row: u32| {
        let call = CallId(row);
        part(call) - calls.children(call).map(part).sum::<i64>()
    };
    let is_state = |row: &u32| of_function[calls.function()[*row as usize].index()] == state;
    trace.lanes().calls(lane).filter(is_state).map(of).sum::<i64>() as u64
}

proptest! {
    #[test]
    fn table_agrees_with_calls_slice_by_slice(
        seed in any::<u64>(), slices in 1usize..9, window in prop::option::of((0i64..500, 1i64..900)), most in 1usize..9,
    ) {
        let trace = generate(seed, Shape { lanes: 3, ..Shape::SMALL });
        let tree = LaneTree::new(&trace);
        let (from, to) = window.map_or((0, trace.extent()), |(from, length)| (from, from + length));
        let grid = Grid::covering(from, to, slices);
        // Two functions share a state.
        let of_function: Vec<u32> = (0..trace.functions().len() as u32).map(|function| function / 2).collect();
        let times = StateTimes::of_calls(&trace, grid, StackLevel::Innermost, &of_function, of_function.len());
        let choice = StateChoice::new(&times, most);
        let table = SliceTable::of_calls(&trace, &tree, grid, StackLevel::Innermost, &of_function, &choice);
        for (leaf, &lane) in tree.leaves().iter().enumerate() {
            for slice in 0..grid.count {
                let expected = |state: &u32| naive(&trace, lane, &of_function, *state, grid.edge(slice), grid.edge(slice + 1));
                for (row, state) in choice.kept.iter().enumerate() {
                    prop_assert_eq!(table.row(leaf, row)[slice], expected(state));
                }
                if !choice.lumped.is_empty() {
                    let lumped: u64 = choice.lumped.iter().map(expected).sum();
                    prop_assert_eq!(table.row(leaf, choice.kept.len())[slice], lumped);
                }
                let busy: u64 = (0..table.states()).map(|state| table.row(leaf, state)[slice]).sum();
                prop_assert_eq!(table.with_idle().row(leaf, table.states())[slice], grid.width - busy);
            }
        }
        let whole = table.sums(0..table.leaves(), 0..=grid.count - 1);
        prop_assert_eq!(&whole, &choice.ticks);
        prop_assert_eq!(
            choice.idle(grid, &tree) + whole.iter().sum::<u64>(),
            grid.width * (grid.count * tree.leaves().len()) as u64
        );
    }
}

/// Returns the state of a lane at a tick: the innermost of all calls that run then.
fn state_at(trace: &Trace, lane: LaneId, of_function: &[u32], tick: i64) -> Option<u32> {
    let calls = trace.calls();
    let runs = |row: &u32| (calls.start()[*row as usize]..calls.end()[*row as usize]).contains(&tick);
    let row = trace.lanes().calls(lane).rfind(runs);
    row.map(|row| of_function[calls.function()[row as usize].index()])
}

proptest! {
    /// Tick by tick: each tick is as long as the distance from its place to the place of the next one.
    #[test]
    fn table_in_mapped_time_agrees_tick_by_tick(
        seed in any::<u64>(), slices in 1usize..9, steps in prop::collection::vec((1i64..60, 0i64..90), 1..6),
    ) {
        let trace = generate(seed, Shape { lanes: 2, extent: 200, ..Shape::SMALL });
        let tree = LaneTree::new(&trace);
        let mut anchors = vec![[0i64, 0]];
        for (own, other) in steps {
            let last = anchors[anchors.len() - 1];
            anchors.push([last[0] + own, last[1] + other]);
        }
        let place = |tick: i64| {
            let after = anchors.partition_point(|at| at[0] <= tick).clamp(1, anchors.len() - 1);
            let [before, after] = [anchors[after - 1], anchors[after]];
            before[1] + (tick - before[0]).max(0) * (after[1] - before[1]) / (after[0] - before[0])
        };
        let grid = Grid::covering(place(0), place(trace.extent()), slices);
        let of_function: Vec<u32> = (0..trace.functions().len() as u32).collect();
        let level = StackLevel::Innermost;
        let times = StateTimes::of_calls_at(&trace, grid, level, &of_function, of_function.len(), place);
        let choice = StateChoice::new(&times, 99);
        let table = SliceTable::of_calls_at(&trace, &tree, grid, level, &of_function, &choice, place);
        let mut expected = SliceTable::zeros(grid, tree.leaves().len(), choice.rows());
        for (leaf, &lane) in tree.leaves().iter().enumerate() {
            for tick in 0..trace.extent() {
                let Some(state) = state_at(&trace, lane, &of_function, tick) else { continue };
                for at in place(tick)..place(tick + 1) {
                    let slice = ((at - grid.start) as u64 / grid.width) as usize;
                    let row = choice.kept.iter().position(|&kept| kept == state).unwrap();
                    expected.row_mut(leaf, row)[slice] += 1;
                }
            }
            for slice in 0..grid.count {
                prop_assert!((0..table.states()).map(|state| table.row(leaf, state)[slice]).sum::<u64>() <= grid.width);
            }
        }
        prop_assert_eq!(&table, &expected);
        prop_assert_eq!(table.sums(0..table.leaves(), 0..=grid.count - 1), choice.ticks);
    }
}

#[test]
fn depth_level_takes_the_call_at_that_depth() {
    let trace = trace(
        "
        lane
          0..100 main
            10..30 parse
              12..20 read
            40..90 render
    ",
    );
    let tree = LaneTree::new(&trace);
    let of_function: Vec<u32> = (0..trace.functions().len() as u32).collect();
    let table = |level| {
        let grid = Grid::covering(0, 100, 4);
        let times = StateTimes::of_calls(&trace, grid, level, &of_function, of_function.len());
        let choice = StateChoice::new(&times, 9);
        let table = SliceTable::of_calls(&trace, &tree, grid, level, &of_function, &choice);
        let name = |function: u32| trace.functions().specs(trace.names())[function as usize].name;
        let row = |(row, state): (usize, &u32)| (name(*state), table.row(0, row).to_vec());
        choice.kept.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    assert_eq!(table(StackLevel::Depth(0)), [("main", vec![25, 25, 25, 25])]);
    assert_eq!(table(StackLevel::Depth(1)), [("render", vec![0, 10, 25, 15]), ("parse", vec![15, 5, 0, 0])]);
    assert_eq!(
        table(StackLevel::Innermost),
        [
            ("render", vec![0, 10, 25, 15]),
            ("main", vec![10, 10, 0, 10]),
            ("parse", vec![7, 5, 0, 0]),
            ("read", vec![8, 0, 0, 0])
        ]
    );
}
