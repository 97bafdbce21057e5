//! The lanes of a trace.

use super::TraceTables;
use crate::{Column, Row, Values};

/// A lane: a process, a thread, a rank, or a group of them.
#[derive(Debug, Clone, Copy)]
pub struct LaneRow<'a> {
    lane: i64,
    parent: Option<i64>,
    name: &'a str,
    kind: &'static str,
    calls: i64,
    busy: i64,
    start: Option<i64>,
    end: Option<i64>,
}

impl Row for LaneRow<'_> {
    const TABLE: &'static str = "lanes";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each lane of a trace: a process, thread, rank or \
                                 group. A row counts only the calls in the lane itself. For example, the row \
                                 of a process does not count the calls of its threads.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new("lane", "", "Number of the lane in its trace, from 0", Values::Whole(|row| row.lane)),
            Column::new(
                "parent",
                "",
                "Number of the lane that contains this lane; empty for an outermost lane",
                Values::SomeWhole(|row| row.parent),
            ),
            Column::new("name", "", "Name of the lane, as in the trace", Values::Text(|row| row.name)),
            Column::new(
                "kind",
                "",
                "Kind of lane: `process`, `thread`, `group`, `sub-lane` or `async`",
                Values::Text(|row| row.kind),
            ),
            Column::new("calls", "calls", "Number of calls in the lane", Values::Whole(|row| row.calls)),
            Column::new(
                "busy",
                measured,
                "Time during which any call of the lane runs",
                Values::Whole(|row| row.busy),
            ),
            Column::new(
                "start",
                measured,
                "Start of the first call, from the first instant of the trace",
                Values::SomeWhole(|row| row.start),
            ),
            Column::new(
                "end",
                measured,
                "End of the last call, from the first instant of the trace",
                Values::SomeWhole(|row| row.end),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the lanes.
    pub fn lanes(&self) -> impl Iterator<Item = LaneRow<'_>> {
        let trace = &self.run.trace;
        let (lanes, calls) = (trace.lanes(), trace.calls());
        lanes.ids().map(move |id| {
            let own = lanes.calls(id);
            let range = own.start as usize..own.end as usize;
            let outermost = range.clone().filter(|&call| calls.depth()[call] == 0);
            let busy: i64 = outermost.map(|call| calls.end()[call] - calls.start()[call]).sum();
            LaneRow {
                lane: id.index() as i64,
                parent: lanes.parent(id).map(|parent| parent.index() as i64),
                name: lanes.name(trace.names(), id),
                kind: lanes.kind(id).as_str(),
                calls: own.len() as i64,
                busy: self.value(busy),
                start: calls.start()[range.clone()].iter().min().map(|&start| self.value(start)),
                end: calls.end()[range].iter().max().map(|&end| self.value(end)),
            }
        })
    }
}
