//! The functions of a trace.

use super::{TraceTables, some};
use crate::{Column, Row, Values};

/// A function with its sums.
#[derive(Debug, Clone, Copy)]
pub struct FunctionRow<'a> {
    function: i64,
    name: &'a str,
    file: Option<&'a str>,
    line: Option<i64>,
    category: Option<&'a str>,
    calls: i64,
    self_time: i64,
    inclusive: i64,
}

impl Row for FunctionRow<'_> {
    const TABLE: &'static str = "functions";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each function of a trace. A row has the sums over \
                                 all lanes.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "function",
                "",
                "Number of the function in its trace, from 0",
                Values::Whole(|row| row.function),
            ),
            Column::new("name", "", "Name of the function", Values::Text(|row| row.name)),
            Column::new("file", "", "Source file, as in the trace", Values::SomeText(|row| row.file)),
            Column::new(
                "line",
                "lines",
                "Line in the source file, from 1",
                Values::SomeWhole(|row| row.line),
            ),
            Column::new(
                "category",
                "",
                "Category, module or package of the function, if the trace names one",
                Values::SomeText(|row| row.category),
            ),
            Column::new("calls", "calls", "Number of calls", Values::Whole(|row| row.calls)),
            Column::new(
                "self_time",
                measured,
                "Time of all calls of the function, without their callees",
                Values::Whole(|row| row.self_time),
            ),
            Column::new(
                "inclusive_time",
                measured,
                "Time of all calls of the function, with their callees; recursive calls count once",
                Values::Whole(|row| row.inclusive),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the functions.
    pub fn functions(&self) -> impl Iterator<Item = FunctionRow<'_>> {
        let trace = &self.run.trace;
        let totals = self.tree.totals(trace.functions().len());
        trace.functions().ids().map(move |id| {
            let (spec, at) = (trace.functions().get(trace.names(), id), id.index());
            FunctionRow {
                function: at as i64,
                name: spec.name,
                file: some(spec.file),
                line: (spec.line > 0).then_some(spec.line.into()),
                category: some(spec.category),
                calls: totals.calls[at] as i64,
                self_time: self.value(totals.self_ticks[at]),
                inclusive: self.value(totals.total_ticks[at]),
            }
        })
    }
}
