//! What call paths take: from calls to the tree of their paths, from there to a flame graph, and to the first funky graph.

use crate::synthetic::repeated;
use crate::{Error, generate, read};
use diptych_engine::trace::{IdentityId, Trace};
use diptych_profile::{
    Folding, FunctionTable, Funky, MeasuredTree, Order, Siblings, TreePart, Weight, WeightedTree, WidthBy,
    Widths, funky_columns,
};
use serde_json::{Value, json};
use std::time::Instant;

/// How often the example is repeated for ten million calls.
const TIMES: i64 = 1_014;
/// Columns of a funky graph have at least so many pixels of its width.
const LEAST_PX: f64 = 3.0;
const WIDTH_PX: f64 = 1_440.0;

/// Milliseconds of every step, by trace: ten million calls of few paths, a million paths, twenty thousand functions.
pub(crate) fn measure() -> Result<Value, Error> {
    let example = read::run(&generate::examples()[0])?;
    let many_calls = repeated(&example.trace, TIMES);
    Ok(json!({
        "calls": steps(&many_calls),
        "paths": steps(&generate::paths()),
        "functions": steps(&generate::functions()),
    }))
}

fn steps(trace: &Trace) -> Value {
    let identities: Vec<IdentityId> = (0..trace.functions().len() as u32).map(IdentityId).collect();
    let functions = identities.len();
    let (run, tree_ms) =
        timed(|| MeasuredTree::new(trace, &identities, (TreePart::whole(), Weight::Ticks), &mut |_, _| ()));
    let (tree, weighted_ms) = timed(|| WeightedTree::one(&run));
    let (nodes, flame_ms) = timed(|| flame(&tree, functions));
    let (columns, funky_ms) = timed(|| funky(&tree, functions));
    json!({
        "calls": trace.calls().len(),
        "functions": functions,
        "nodes": nodes,
        "columns": columns,
        "tree": tree_ms,
        "flame": weighted_ms + flame_ms,
        "funky": funky_ms,
    })
}

/// What is laid out: weights with recursion folded, widths, order; how many paths.
fn flame(tree: &WeightedTree, functions: usize) -> usize {
    let tree = tree.folded(Folding::Direct, functions);
    let widths = Widths::new(&tree, WidthBy::Larger, [1.0; 2]);
    Siblings::new(&tree, Order::Weight, &widths.width).walk().count()
}

/// The row of columns, and the pairs of those that are wide enough; how many.
fn funky(tree: &WeightedTree, functions: usize) -> usize {
    let table = FunctionTable::new(tree, functions);
    let columns = funky_columns(&table, WidthBy::Larger, [1.0; 2]);
    let whole: f64 = columns.iter().map(|column| column.own).sum();
    let mut funky = Funky::new(tree, functions);
    let wide = columns.iter().filter(|column| column.own / whole * WIDTH_PX >= LEAST_PX);
    wide.filter_map(|column| funky.pair(column.function)).count()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed().as_secs_f64() * 1e3)
}
