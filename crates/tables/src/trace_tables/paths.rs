//! The call paths of a trace.

use super::TraceTables;
use crate::{Column, Row, Values};
use diptych_trace::FunctionId;

/// A call path: a stack of functions, with the sums of its calls in all lanes.
#[derive(Debug, Clone, Copy)]
pub struct CallPathRow<'a> {
    path: i64,
    parent: Option<i64>,
    depth: i64,
    function: i64,
    name: &'a str,
    calls: i64,
    self_time: i64,
    inclusive: i64,
}

impl Row for CallPathRow<'_> {
    const TABLE: &'static str = "call_paths";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each call path of a trace. A row has the sums over \
                                 all lanes.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "path",
                "",
                "Number of the path in its trace, from 0; callers come first",
                Values::Whole(|row| row.path),
            ),
            Column::new(
                "parent",
                "",
                "Number of the caller's path, empty for an outermost function",
                Values::SomeWhole(|row| row.parent),
            ),
            Column::new("depth", "calls", "Number of callers", Values::Whole(|row| row.depth)),
            Column::new(
                "function",
                "",
                "Number of the innermost function, as in the table `functions`",
                Values::Whole(|row| row.function),
            ),
            Column::new("name", "", "Name of the innermost function", Values::Text(|row| row.name)),
            Column::new("calls", "calls", "Number of calls", Values::Whole(|row| row.calls)),
            Column::new(
                "self_time",
                measured,
                "Time of all calls, without their callees",
                Values::Whole(|row| row.self_time),
            ),
            Column::new(
                "inclusive_time",
                measured,
                "Time of all calls, with their callees",
                Values::Whole(|row| row.inclusive),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the call paths.
    pub fn call_paths(&self) -> impl Iterator<Item = CallPathRow<'_>> {
        let (trace, tree) = (&self.run.trace, &self.tree);
        let mut depths: Vec<i64> = Vec::with_capacity(tree.len());
        for parent in tree.parent() {
            depths.push(parent.some().map_or(0, |parent| depths[parent.index()] + 1));
        }
        tree.nodes().map(move |node| {
            let (at, function) = (node.index(), tree.identity()[node.index()]);
            CallPathRow {
                path: at as i64,
                parent: tree.parent()[at].some().map(|parent| parent.index() as i64),
                depth: depths[at],
                function: function.index() as i64,
                name: trace.functions().get(trace.names(), FunctionId(function.0)).name,
                calls: tree.calls()[at] as i64,
                self_time: self.value(tree.self_ticks()[at]),
                inclusive: self.value(tree.inclusive_ticks()[at]),
            }
        })
    }
}
