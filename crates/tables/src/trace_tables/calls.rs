//! The calls of a trace.

use super::TraceTables;
use crate::{Column, Row, Values};
use diptych_trace::CallId;

/// A call.
#[derive(Debug, Clone, Copy)]
pub struct CallRow<'a> {
    call: i64,
    lane: i64,
    function: i64,
    name: &'a str,
    parent: Option<i64>,
    depth: i64,
    start: i64,
    duration: i64,
    self_time: i64,
    offset: i64,
}

impl Row for CallRow<'_> {
    const TABLE: &'static str = "calls";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each call of a trace. Rows are sorted by lane. In \
                                 a lane, callers come before their callees.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new("call", "", "Number of the call in its trace, from 0", Values::Whole(|row| row.call)),
            Column::new(
                "lane",
                "",
                "Number of the lane in which the call runs, as in the table `lanes`",
                Values::Whole(|row| row.lane),
            ),
            Column::new(
                "function",
                "",
                "Number of the function, as in the table `functions`",
                Values::Whole(|row| row.function),
            ),
            Column::new("name", "", "Name of the function", Values::Text(|row| row.name)),
            Column::new(
                "parent",
                "",
                "Number of the call that makes this call, empty for an outermost call",
                Values::SomeWhole(|row| row.parent),
            ),
            Column::new(
                "depth",
                "calls",
                "Number of callers, 0 for an outermost call",
                Values::Whole(|row| row.depth),
            ),
            Column::new(
                "start",
                measured,
                "Start, from the first instant of the trace",
                Values::Whole(|row| row.start),
            ),
            Column::new("duration", measured, "End minus start", Values::Whole(|row| row.duration)),
            Column::new(
                "self_time",
                measured,
                "Duration without the durations of callees",
                Values::Whole(|row| row.self_time),
            ),
            Column::new(
                "offset",
                "bytes",
                "Position of the call's record in the uncompressed file",
                Values::Whole(|row| row.offset),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the calls.
    pub fn calls(&self) -> impl Iterator<Item = CallRow<'_>> {
        let trace = &self.run.trace;
        let of_lane = |lane| trace.lanes().calls(lane).map(move |call| (lane, CallId(call)));
        trace.lanes().ids().flat_map(of_lane).map(move |(lane, call)| {
            let (calls, at) = (trace.calls(), call.index());
            CallRow {
                call: at as i64,
                lane: lane.index() as i64,
                function: calls.function()[at].index() as i64,
                name: trace.call_name(call),
                parent: calls.parent()[at].some().map(|parent| parent.index() as i64),
                depth: calls.depth()[at].into(),
                start: self.value(calls.start()[at]),
                duration: self.value(calls.duration(call)),
                self_time: self.value(self.self_ticks[at]),
                offset: calls.source()[at] as i64,
            }
        })
    }
}
