//! A trace as a whole.

use super::{TraceTables, unit};
use crate::{Column, Row, Values};

/// A trace.
#[derive(Debug, Clone)]
pub struct TraceRow {
    file: String,
    format: String,
    axis: &'static str,
    unit: String,
    origin: i64,
    extent: i64,
    lanes: i64,
    functions: i64,
    calls: i64,
    sampling: Option<i64>,
    bytes: i64,
}

impl Row for TraceRow {
    const TABLE: &'static str = "traces";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each trace.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "file",
                "",
                "Name of the file, with `#NAME` added if the file holds several traces",
                Values::Text(|row| &row.file),
            ),
            Column::new(
                "format",
                "",
                "Format of the file, as `diptych formats` names it",
                Values::Text(|row| &row.format),
            ),
            Column::new(
                "axis",
                "",
                "Quantity on the axis: `time`, `weight`, or `order` of events",
                Values::Text(|row| row.axis),
            ),
            Column::new(
                "unit",
                "",
                "Unit of all columns whose unit is *measured*",
                Values::Text(|row| &row.unit),
            ),
            Column::new(
                "origin",
                measured,
                "Time of the first instant, on the clock of the trace",
                Values::Whole(|row| row.origin),
            ),
            Column::new(
                "extent",
                measured,
                "Last instant minus first instant",
                Values::Whole(|row| row.extent),
            ),
            Column::new("lanes", "lanes", "Number of lanes", Values::Whole(|row| row.lanes)),
            Column::new("functions", "functions", "Number of functions", Values::Whole(|row| row.functions)),
            Column::new(
                "calls",
                "calls",
                "Number of calls; in a sampled trace, a call is a sequence of samples",
                Values::Whole(|row| row.calls),
            ),
            Column::new(
                "sampling",
                measured,
                "Time between two samples, if the trace was sampled",
                Values::SomeWhole(|row| row.sampling),
            ),
            Column::new(
                "bytes",
                "bytes",
                "Size of the file on disk, compressed or not",
                Values::Whole(|row| row.bytes),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the row of the trace itself.
    pub fn trace(&self) -> TraceRow {
        let (run, trace) = (self.run, &self.run.trace);
        TraceRow {
            file: run.name.clone(),
            format: run.format.clone(),
            axis: trace.axis().kind.as_str(),
            unit: unit(trace.axis()),
            origin: self.value(trace.origin()),
            extent: self.value(trace.extent()),
            lanes: trace.lanes().len() as i64,
            functions: trace.functions().len() as i64,
            calls: trace.calls().len() as i64,
            sampling: trace.sampling().map(|ticks| self.value(ticks)),
            bytes: run.bytes as i64,
        }
    }
}
