//! The schema as a section of documentation.

use crate::{
    AreaRow, CallPathRow, CallRow, Column, DifferenceRow, ElementRow, FunctionRow, LaneRow, MatchRow,
    PairFunctionRow, Row, TraceRow, VerdictRow,
};
use std::fmt::Write;

/// Returns the names of all columns of all tables, which labels must not have.
pub fn column_names() -> Vec<&'static str> {
    let of_trace = [
        names::<TraceRow>(),
        names::<CallRow<'_>>(),
        names::<FunctionRow<'_>>(),
        names::<LaneRow<'_>>(),
        names::<CallPathRow<'_>>(),
        names::<ElementRow>(),
    ];
    let of_pair = [
        names::<VerdictRow>(),
        names::<DifferenceRow>(),
        names::<PairFunctionRow>(),
        names::<MatchRow<'_>>(),
        names::<AreaRow>(),
    ];
    of_trace.into_iter().chain(of_pair).flatten().collect()
}

fn names<R: Row>() -> Vec<&'static str> {
    std::iter::once(R::SUBJECT).chain(R::columns().into_iter().map(|column| column.name)).collect()
}

/// Returns Markdown with a section for each table.
pub fn documentation() -> String {
    let mut text = String::from("## Tables of a trace\n");
    table::<TraceRow>(&mut text);
    table::<CallRow<'_>>(&mut text);
    table::<FunctionRow<'_>>(&mut text);
    table::<LaneRow<'_>>(&mut text);
    table::<CallPathRow<'_>>(&mut text);
    table::<ElementRow>(&mut text);
    text += "\n## Tables of a pair\n";
    table::<VerdictRow>(&mut text);
    table::<DifferenceRow>(&mut text);
    table::<PairFunctionRow>(&mut text);
    table::<MatchRow<'_>>(&mut text);
    table::<AreaRow>(&mut text);
    text
}

fn table<R: Row>(text: &mut String) {
    let _ = write!(text, "\n### {}\n\n{}\n\n", R::TABLE, R::ABOUT);
    *text += "| column | type | unit | meaning |\n| --- | --- | --- | --- |\n";
    let _ = writeln!(text, "| `{}` | string | | Name of the {} |", R::SUBJECT, R::SUBJECT);
    for Column { name, unit, about, values } in R::columns() {
        let (kind, is_optional) = values.kind();
        let optional = if is_optional { ", optional" } else { "" };
        let unit = if unit.is_empty() { String::new() } else { format!("{unit} ") };
        let _ = writeln!(text, "| `{name}` | {kind}{optional} | {unit}| {about} |");
    }
}
