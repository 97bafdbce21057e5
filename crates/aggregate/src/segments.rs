//! The stretches of time in which a lane is in one state.

use diptych_trace::{FunctionId, LaneId, OddityKind, Trace};

/// The choice of the open call that is the state of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StackLevel {
    /// The innermost call: what the lane itself does. If states do not nest, the only one.
    #[default]
    Innermost,
    /// The call at this stack depth; 0 is the outermost. While fewer calls are open, there is no state.
    Depth(u32),
}

/// Calls `tell` with each stretch of time in which a lane is in one state, in order: function, start and end. Stretches
/// do not overlap, and none is empty. O(calls of the lane).
pub(crate) fn segments(
    trace: &Trace,
    lane: LaneId,
    level: StackLevel,
    mut tell: impl FnMut(FunctionId, i64, i64),
) {
    let calls = trace.calls();
    let mut tell = |row: u32, from: i64, to: i64| {
        if from < to {
            tell(calls.function()[row as usize], from, to);
        }
    };
    if let StackLevel::Depth(depth) = level {
        for &row in trace.depth_index().row(lane, depth) {
            tell(row, calls.start()[row as usize], calls.end()[row as usize]);
        }
        return;
    }
    let mut open: Vec<u32> = Vec::new();
    // End of the last reported stretch.
    let mut at = 0;
    for row in trace.lanes().calls(lane) {
        while let Some(done) = open.pop_if(|top| calls.subtree_end()[*top as usize] <= row) {
            let end = calls.end()[done as usize];
            tell(done, at, end);
            at = end;
        }
        let start = calls.start()[row as usize];
        if let Some(&caller) = open.last() {
            tell(caller, at, start);
        }
        at = start;
        open.push(row);
    }
    while let Some(done) = open.pop() {
        let end = calls.end()[done as usize];
        tell(done, at, end);
        at = end;
    }
}

/// Returns the tick from which the innermost calls of a lane have no end in the file; `None` if all calls end. A reader
/// lets them end at the last time of the trace, so the time after the lane's last event is not known. O(calls of the
/// lane).
pub(crate) fn end_is_unknown_from(trace: &Trace, lane: LaneId) -> Option<i64> {
    let is_unclosed = |kind| kind == OddityKind::UnclosedCall;
    if !trace.report().entries().iter().any(|entry| is_unclosed(entry.kind)) {
        return None;
    }
    let (calls, extent) = (trace.calls(), trace.extent());
    let rows = || trace.lanes().calls(lane).map(|row| row as usize);
    if !rows().any(|row| calls.end()[row] == extent) {
        return None;
    }
    let ends = rows().map(|row| calls.end()[row]).filter(|&end| end < extent);
    rows().map(|row| calls.start()[row]).chain(ends).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, LaneTree, SliceTable, StateChoice, StateTimes};
    use diptych_testkit::{Shape, generate};
    use diptych_trace::{Builder, CallId, FunctionSpec, LaneKind, Sink};
    use proptest::prelude::*;

    /// Returns the state at a tick, by looking at every call.
    fn state_at(trace: &Trace, lane: LaneId, level: StackLevel, tick: i64) -> Option<FunctionId> {
        let calls = trace.calls();
        let runs = |row: &u32| (calls.start()[*row as usize]..calls.end()[*row as usize]).contains(&tick);
        let mut running = trace.lanes().calls(lane).filter(runs);
        let row = match level {
            StackLevel::Innermost => running.next_back(),
            StackLevel::Depth(depth) => running.find(|&row| calls.depth()[row as usize] == depth),
        };
        row.map(|row| calls.function()[CallId(row).index()])
    }

    proptest! {
        #[test]
        fn segments_report_each_tick_once_with_its_state(seed in any::<u64>(), depth in prop::option::of(0u32..4)) {
            let trace = generate(seed, Shape { extent: 300, ..Shape::SMALL });
            let level = depth.map_or(StackLevel::Innermost, StackLevel::Depth);
            for lane in trace.lanes().ids() {
                let mut told = vec![None; trace.extent() as usize];
                let mut last = 0;
                segments(&trace, lane, level, |function, from, to| {
                    assert!(last <= from && from < to);
                    last = to;
                    told[from as usize..to as usize].fill(Some(function));
                });
                for (tick, told) in told.into_iter().enumerate() {
                    prop_assert_eq!(told, state_at(&trace, lane, level, tick as i64), "at {}", tick);
                }
            }
        }
    }

    #[test]
    fn end_of_a_lane_is_unknown_after_its_last_event() {
        let mut builder = Builder::default();
        let function = builder.function(FunctionSpec { name: "f", file: "", line: 0, category: "" });
        let [open, ended, last] =
            ["open", "ended", "last"].map(|name| builder.lane(None, LaneKind::Thread, name));
        // The outer call of the first lane never ends.
        for (lane, at) in [(open, 0), (open, 10), (ended, 0), (last, 95)] {
            builder.enter(lane, function, at, 0);
        }
        for (lane, at) in [(open, 20), (ended, 90), (last, 100)] {
            builder.leave(lane, Some(function), at, 0);
        }
        let trace = builder.finish().remove(0).1;
        assert_eq!(trace.extent(), 100);
        let unknown: Vec<Option<i64>> =
            trace.lanes().ids().map(|lane| end_is_unknown_from(&trace, lane)).collect();
        assert_eq!(unknown[..2], [Some(20), None]);
        // The lane that makes the end of the trace looks as if it did not end. Only its last call counts less.
        assert_eq!(unknown[2], Some(95));
        let tree = LaneTree::new(&trace);
        let grid = Grid::covering(0, 100, 10);
        let level = StackLevel::Innermost;
        let times = StateTimes::of_calls(&trace, grid, level, &[0], 1);
        let choice = StateChoice::new(&times, 1);
        let table = SliceTable::of_calls(&trace, &tree, grid, level, &[0], &choice);
        let unended = SliceTable::unended(&trace, &tree, grid, level, &[0], &choice, |tick| tick).unwrap();
        assert_eq!((table.row(0, 0), unended.busy_leaves()), (&[10; 10][..], 2));
        assert_eq!(table.less(&unended).row(0, 0), [10, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(table.less(&unended).row(1, 0), table.row(1, 0));
        // Another run spends four tenths of each slice in the state. Unknown time is spent likewise, but known time is kept.
        let mut other = SliceTable::zeros(grid, 3, 1);
        for lane in 0..3 {
            other.row_mut(lane, 0).fill(4);
        }
        let filled = table.less(&unended).filled(&unended, &other);
        assert_eq!(filled.row(0, 0), [10, 10, 4, 4, 4, 4, 4, 4, 4, 4]);
        assert_eq!(filled.row(1, 0), table.row(1, 0));
        // The last lane is unknown in half of the last slice.
        assert_eq!(filled.row(2, 0), [0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    }
}
