//! The elements of the program that a trace shows: packages, modules, classes and functions.

use super::TraceTables;
use crate::{Column, Row, Values};
use diptych_structure::{NodeId, SideInput, Source, StatedElements, place};

/// An element of the program, with the sums of the functions in it.
#[derive(Debug, Clone)]
pub struct ElementRow {
    element: i64,
    parent: Option<i64>,
    path: String,
    name: String,
    kind: &'static str,
    depth: i64,
    functions: i64,
    calls: i64,
    self_time: i64,
}

impl Row for ElementRow {
    const TABLE: &'static str = "elements";
    const SUBJECT: &'static str = "trace";
    const ABOUT: &'static str = "The table has one row for each package, module, class and function of the \
                                 program. Diptych finds packages, modules and classes from the names and \
                                 files in the trace. A row has the sums of all functions inside the element. \
                                 The first row is the whole program.";

    fn columns() -> Vec<Column<Self>> {
        let measured = Column::<Self>::MEASURED;
        vec![
            Column::new(
                "element",
                "",
                "Number of the element in its trace, from 0",
                Values::Whole(|row| row.element),
            ),
            Column::new(
                "parent",
                "",
                "Number of the element that contains this element",
                Values::SomeWhole(|row| row.parent),
            ),
            Column::new(
                "path",
                "",
                "Names of all elements from the outermost element to this element",
                Values::Text(|row| &row.path),
            ),
            Column::new("name", "", "Name of the element", Values::Text(|row| &row.name)),
            Column::new(
                "kind",
                "",
                "Kind of element: `package`, `module`, `class` or `function`",
                Values::Text(|row| row.kind),
            ),
            Column::new(
                "depth",
                "elements",
                "Number of elements that contain this element",
                Values::Whole(|row| row.depth),
            ),
            Column::new(
                "functions",
                "functions",
                "Number of functions inside the element",
                Values::Whole(|row| row.functions),
            ),
            Column::new(
                "calls",
                "calls",
                "Number of calls of all functions inside the element",
                Values::Whole(|row| row.calls),
            ),
            Column::new(
                "self_time",
                measured,
                "Self time of all functions inside the element",
                Values::Whole(|row| row.self_time),
            ),
        ]
    }
}

impl TraceTables<'_> {
    /// Returns the elements. O(functions + length of all paths).
    pub fn elements(&self) -> Vec<ElementRow> {
        let trace = &self.run.trace;
        let functions = trace.functions().specs(trace.names());
        let stated = StatedElements::of(trace);
        let side = SideInput { functions: &functions, stated: Some(&stated), structure: None };
        let placement = place(Source::of(trace.axis(), &side), [side, SideInput::default()]);
        let (hierarchy, totals) = (&placement.hierarchy, self.tree.totals(functions.len()));
        let mut sums = vec![[0_i64; 3]; hierarchy.len()];
        for (function, &element) in placement.sides[0].of_function.iter().enumerate() {
            let [count, calls, ticks] = &mut sums[element.index()];
            *count += 1;
            *calls += totals.calls[function] as i64;
            *ticks += totals.self_ticks[function];
        }
        // Children come after their parents.
        for id in hierarchy.ids().rev() {
            let own = sums[id.index()];
            if let Some(parent) = hierarchy.parent(id) {
                sums[parent.index()].iter_mut().zip(own).for_each(|(sum, value)| *sum += value);
            }
        }
        let row = |id: NodeId| {
            let [functions, calls, ticks] = sums[id.index()];
            ElementRow {
                element: id.index() as i64,
                parent: hierarchy.parent(id).map(|parent| parent.index() as i64),
                path: hierarchy.path(id),
                name: hierarchy.name(id).to_owned(),
                kind: hierarchy.kind(id).as_str(),
                depth: hierarchy.depth(id).into(),
                functions,
                calls,
                self_time: self.value(ticks),
            }
        };
        hierarchy.ids().map(row).collect()
    }
}
