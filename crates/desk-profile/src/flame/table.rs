//! A flame graph as a table: the drawn paths, callers before callees.

use super::view::FlameLayout;
use super::zoomed::Listed;
use crate::function_rows::counts_calls;
use crate::paths::words::{PathWords, heads};
use diptych_profile::{Change, NodeId, WeightedTree};
use diptych_protocol::{DataTable, DataTableRow};
use diptych_views::csv::{field, number};
use diptych_views::{Model, numbers};
use std::fmt::Write;

const UNLISTED: &str = "paths under 1\u{202f}px are not listed; zoom in to list them";

/// Returns the rows `first..first + count` of the cells that stand for a single path.
pub(super) fn table(laid: &FlameLayout, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
    let (words, zoomed) = (laid.words()?, laid.cache.zoomed.as_ref()?);
    let cells = zoomed.listed(laid.cache.ordered.as_ref()?);
    let paths: Vec<(NodeId, u32)> = cells
        .into_iter()
        .filter_map(|(row, level)| match row {
            Listed::Path(node) => Some((node, level)),
            Listed::Several(_) => None,
        })
        .collect();
    let listed = paths.iter().skip(first as usize).take(count as usize);
    let rows = listed.map(|&(node, level)| row(&words, node, level, model)).collect();
    let mut heads: &[&str] = match words.sides.one() {
        None => &["Function", "A", "B", "Δ", "% of A", "Self A", "Self B", "Calls A", "Calls B"],
        Some(_) => &["Function", "Total", "% of A", "Self", "Calls"],
    };
    if !counts_calls(model.traces) {
        heads = &heads[..heads.len() - words.sides.columns().len()];
    }
    let left_out = zoomed.paths - paths.len() as u64;
    Some(DataTable {
        columns: heads.iter().map(|&head| head.to_owned()).collect(),
        rows,
        first,
        total: paths.len() as u32,
        note: if left_out == 0 { String::new() } else { format!("{} {UNLISTED}", numbers::count(left_out)) },
    })
}

fn row(words: &PathWords<'_>, node: NodeId, level: u32, model: &Model<'_>) -> DataTableRow {
    let (tree, row) = (words.tree, node.index());
    let name = words.functions.name(tree.identity()[row], model.traces);
    let mut cells = vec![diptych_views::words::shown(name)];
    let columns = words.sides.columns();
    let texts = |of: &dyn Fn(usize) -> Option<String>| -> Vec<String> {
        columns.clone().map(|side| of(side).unwrap_or_else(|| "–".to_owned())).collect()
    };
    let sides = tree.sides();
    let there = |side: usize| sides[side].has(node);
    cells.extend(texts(&|side| there(side).then(|| words.weights.text(sides[side].total[row]))));
    if words.sides.one().is_none() {
        let change = change(words, node);
        cells.push(words.weights.change(change, [tree.whole(0), tree.whole(1)]));
    }
    cells.push(own_share(words, node));
    cells.extend(texts(&|side| there(side).then(|| words.weights.text(sides[side].own[row]))));
    if counts_calls(model.traces) {
        cells.extend(texts(&|side| Some(numbers::count(sides[side].calls[row]))));
    }
    DataTableRow { call: None, level, cells }
}

/// Returns the change in weight of a path, including its callees.
fn change(words: &PathWords<'_>, node: NodeId) -> Change {
    let sides = words.tree.sides();
    Change {
        values: [0, 1].map(|side: usize| sides[side].total[node.index()] as f64 * words.factors[side]),
        is_there: [0, 1].map(|side: usize| sides[side].has(node)),
    }
}

/// Returns the own share of a path's weight, of all shown sides together. Blank without weight.
fn own_share(words: &PathWords<'_>, node: NodeId) -> String {
    let sum = |column: &dyn Fn(usize) -> i64| -> f64 {
        words.sides.columns().map(|side| column(side) as f64).sum()
    };
    let sides = words.tree.sides();
    let (own, total) =
        (sum(&|side| sides[side].own[node.index()]), sum(&|side| sides[side].total[node.index()]));
    if total > 0.0 { numbers::percent(own / total) } else { String::new() }
}

/// Writes a row for every drawn path and for every cell of several paths, with bare numbers. The number of calls is
/// empty where calls were not recorded.
pub(super) fn csv(laid: &FlameLayout, model: &Model<'_>) -> Option<String> {
    let (words, zoomed) = (laid.words()?, laid.cache.zoomed.as_ref()?);
    let (axis, columns) = (words.weights.axis, words.sides.columns());
    let has_calls = counts_calls(model.traces);
    let mut out = heads("level,function,file,paths", words.sides, words.weights);
    for (row, level) in zoomed.listed(laid.cache.ordered.as_ref()?) {
        let node = match row {
            Listed::Path(node) => node,
            Listed::Several(paths) => {
                let blank = ",,,".repeat(columns.len());
                let _ = writeln!(out, "{level},,,{paths}{blank}");
                continue;
            }
        };
        let id = words.tree.identity()[node.index()];
        let [name, file] =
            [words.functions.name(id, model.traces), words.functions.file(id, model.traces)].map(field);
        let _ = write!(out, "{level},{name},{file},1");
        for side in columns.clone() {
            let [total, own] = numbers_of(words.tree, side, node).map(|ticks| number(axis, ticks));
            let calls = words.tree.sides()[side].calls[node.index()];
            let calls = if has_calls { calls.to_string() } else { String::new() };
            let _ = write!(out, ",{total},{own},{calls}");
        }
        out.push('\n');
    }
    Some(out)
}

fn numbers_of(tree: &WeightedTree, side: usize, node: NodeId) -> [i64; 2] {
    let side = &tree.sides()[side];
    [side.total[node.index()], side.own[node.index()]]
}
