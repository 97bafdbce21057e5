//! The table of functions of the Profile desk says which changes are not significant, as the comparison judges them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::{
    ComparisonState, DeskId, FunctionTableRequest, FunctionTableRow, FunctionTableState, LayoutRequest,
};
use support::{A, B, Page, layout, opened};

fn rows(page: &mut Page) -> Vec<FunctionTableRow> {
    let table = FunctionTableState::default();
    let ask = FunctionTableRequest { table, comparison: ComparisonState::default(), first: 0, count: 100 };
    page.ask(&ask).rows
}

#[test]
fn changes_are_judged_once_the_comparison_is_there() {
    let mut page = opened(A, B);
    let layout = LayoutRequest { desk: DeskId::Profile, ..layout() };
    page.ask(&layout);
    page.ask(&layout);
    page.compare(&layout.state);
    let rows = rows(&mut page);
    let judged = |name: &str| rows.iter().find(|row| row.name.ends_with(name)).unwrap().not_significant;
    // `parse` takes 40 ms longer. `run` takes as long by itself in both runs.
    assert!(!judged("parse") && judged("run"), "{rows:?}");
    // Functions of one side have marks of their own.
    assert!(!judged("draw") && !judged("render"), "{rows:?}");
}
