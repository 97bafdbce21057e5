//! A funky graph as a table: each shown function, followed by its callers and callees, path by path.

use super::pairs::Half;
use super::view::FunkyLayout;
use crate::function_rows::counts_calls;
use crate::paths::words::heads;
use diptych_profile::NodeId;
use diptych_protocol::{DataTable, DataTableRow};
use diptych_trace::IdentityId;
use diptych_views::csv::{field, number};
use diptych_views::{Model, numbers};
use std::fmt::Write;

/// The relation of a row's function to the function of its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Caller,
    Callee,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Caller => "caller",
            Self::Callee => "callee",
        }
    }
}

/// A cell and the column that it belongs to.
struct Row<'a> {
    column: IdentityId,
    kind: Kind,
    /// Number of calls between the cell and the function.
    level: u32,
    half: &'a Half,
    node: NodeId,
    /// Number of siblings that share the cell; 0 for a single path.
    merged: u32,
}

/// Returns all cells, column by column. O(cells of the columns).
fn rows(laid: &FunkyLayout) -> Vec<Row<'_>> {
    let mut found = Vec::new();
    let Some(stacks) = &laid.stacks else { return found };
    for column in &laid.columns.shown {
        let Some(pair) = stacks.pair(column.function) else { continue };
        for (half, kind) in [(&pair.callers, Kind::Caller), (&pair.callees, Kind::Callee)] {
            let Some(cells) = half.cells() else { continue };
            for (at, level) in cells.in_order() {
                let cell = cells.list()[at];
                let kind = if level == 0 { Kind::Function } else { kind };
                // Both halves contain the function; it is listed once.
                if kind == Kind::Function && std::ptr::eq(half, &raw const pair.callees) {
                    continue;
                }
                let (column, node, merged) = (column.function, cell.node, cell.merged);
                found.push(Row { column, kind, level, half, node, merged });
            }
        }
    }
    found
}

/// Returns the rows `first..first + count` of the cells that stand for a single path.
pub(super) fn table(laid: &FunkyLayout, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
    let (stacks, shown) = (laid.stacks.as_ref()?, laid.shown?);
    let all = rows(laid);
    let one = |row: &&Row<'_>| row.merged == 0;
    let total = all.iter().filter(one).count() as u32;
    let has_calls = counts_calls(model.traces);
    let texts = |row: &Row<'_>| {
        let id = row.half.tree.identity()[row.node.index()];
        let name = diptych_views::words::shown(stacks.functions.name(id, model.traces));
        let mut cells = vec![name, row.kind.word().to_owned()];
        for side in shown.sides.columns() {
            let weights = &row.half.tree.sides()[side];
            let is_there = weights.has(row.node);
            let text = |value: String| if is_there { value } else { "–".to_owned() };
            cells.push(text(shown.weights.text(weights.total[row.node.index()])));
            if has_calls {
                cells.push(text(numbers::count(weights.calls[row.node.index()])));
            }
        }
        DataTableRow { call: None, level: row.level, cells }
    };
    let listed = all.iter().filter(one).skip(first as usize).take(count as usize);
    let heads: &[&str] = match (shown.sides.one(), has_calls) {
        (None, true) => &["Function", "Is", "A", "Calls A", "B", "Calls B"],
        (None, false) => &["Function", "Is", "A", "B"],
        (Some(_), true) => &["Function", "Is", "Total", "Calls"],
        (Some(_), false) => &["Function", "Is", "Total"],
    };
    let columns = &laid.columns;
    let (rest, tail) = (columns.rest, columns.tail.all - columns.tail.drawn);
    let mut unlisted: Vec<String> = Vec::new();
    if rest > 0 {
        unlisted.push(format!("{} functions under {}\u{202f}px", numbers::count(rest), columns.least_px));
    }
    if tail > 0 {
        unlisted.push(format!("{} functions of no width", numbers::count(tail)));
    }
    let note = if unlisted.is_empty() {
        String::new()
    } else {
        let what = unlisted.join(" and ");
        format!("{what} are not listed; double-click a function to list only its rows")
    };
    Some(DataTable {
        columns: heads.iter().map(|&head| head.to_owned()).collect(),
        rows: listed.map(texts).collect(),
        first,
        total,
        note,
    })
}

/// Writes a row for every drawn path and for every cell of several paths, with bare numbers. `of` is the function of
/// the column. `self` is a path's own weight; for the function of a column, it is the column's width. The number of calls is empty where calls were not recorded.
pub(super) fn csv(laid: &FunkyLayout, model: &Model<'_>) -> Option<String> {
    let (stacks, shown) = (laid.stacks.as_ref()?, laid.shown?);
    let (axis, columns) = (shown.weights.axis, shown.sides.columns());
    let has_calls = counts_calls(model.traces);
    let mut out = heads("of,is,level,function,file,paths", shown.sides, shown.weights);
    for row in rows(laid) {
        let name = |id: IdentityId| field(stacks.functions.name(id, model.traces));
        let _ = write!(out, "{},{},{}", name(row.column), row.kind.word(), row.level);
        if row.merged > 0 {
            let _ = writeln!(out, ",,,{}{}", row.merged, ",,,".repeat(columns.len()));
            continue;
        }
        let id = row.half.tree.identity()[row.node.index()];
        let _ = write!(out, ",{},{},1", name(id), field(stacks.functions.file(id, model.traces)));
        for side in columns.clone() {
            let weights = &row.half.tree.sides()[side];
            let at = row.node.index();
            let total = number(axis, weights.total[at]);
            // A path of callers has no weight of its own, only that of the function it leads to.
            let own = match row.kind {
                Kind::Function => number(axis, stacks.table.sides[side].own[id.index()]),
                Kind::Callee => number(axis, weights.own[at]),
                Kind::Caller => String::new(),
            };
            let calls = if has_calls { weights.calls[at].to_string() } else { String::new() };
            let _ = write!(out, ",{total},{own},{calls}");
        }
        out.push('\n');
    }
    Some(out)
}
