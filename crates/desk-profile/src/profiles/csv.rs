//! The table of functions as comma-separated values.

use diptych_profile::{FunctionSums, FunctionTable};
use diptych_trace::{Axis, IdentityId};
use diptych_views::FrameNames;
use diptych_views::csv::{field, number, unit};
use std::fmt::Write;

/// The contents of the table of functions.
#[derive(Debug, Clone, Copy)]
pub struct FunctionColumns<'a> {
    /// Sums of each side.
    pub table: &'a FunctionTable,
    /// Median and 99th percentile of the extent of a function's calls for each side, by identity. If empty, there are
    /// no such columns.
    pub percentiles: &'a [[Vec<i64>; 2]],
    /// Names of functions.
    pub names: &'a FrameNames,
    /// Axis of the weights.
    pub axis: Axis,
    /// Axis of the extents of calls.
    pub call_axis: Axis,
}

/// A column of the sums: its name and its value.
type Column = (&'static str, fn(&FunctionSums, IdentityId) -> i64);

const WEIGHTS: [Column; 2] =
    [("self", |sums, id| sums.own[id.index()]), ("total", |sums, id| sums.total[id.index()])];

/// Returns a line for each function that a side has, in the order of [`FunctionTable::functions`]. For two sides it
/// includes B − A.
pub fn csv(columns: FunctionColumns<'_>) -> String {
    let FunctionColumns { table, names, .. } = columns;
    let letters: &[&str] = if table.sides.len() == 2 { &["a_", "b_"] } else { &[""] };
    let mut heads: Vec<(&str, String)> = Vec::new();
    let unit_of = |axis| format!("_{}", unit(axis));
    heads.extend(WEIGHTS.map(|(what, _)| (what, unit_of(columns.axis))));
    heads.extend([("calls", String::new()), ("mean", unit_of(columns.axis))]);
    if !columns.percentiles.is_empty() {
        heads.extend(["p50", "p99"].map(|what| (what, unit_of(columns.call_axis))));
    }
    let mut out = String::from("function,file");
    for (what, unit) in &heads {
        for letter in letters {
            let _ = write!(out, ",{letter}{what}{unit}");
        }
        if letters.len() == 2 {
            let _ = write!(out, ",delta_{what}{unit}");
        }
    }
    out.push('\n');
    for id in table.functions() {
        let _ = write!(out, "{},{}", field(names.name(id)), field(names.file(id)));
        for (_, value) in WEIGHTS {
            put(&mut out, table.sides.iter().map(|side| value(side, id)), &|value| {
                number(columns.axis, value)
            });
        }
        put(&mut out, table.sides.iter().map(|side| side.calls[id.index()] as i64), &|value| {
            value.to_string()
        });
        put_means(&mut out, columns, id);
        for place in (0..2).filter(|_| !columns.percentiles.is_empty()) {
            let of = |side: &[Vec<i64>; 2]| side[place].get(id.index()).copied().unwrap_or(0);
            put(&mut out, columns.percentiles.iter().map(of), &|value| number(columns.call_axis, value));
        }
        out.push('\n');
    }
    out
}

/// Writes the values of the sides, and for two sides their difference.
fn put(out: &mut String, values: impl Iterator<Item = i64>, text: &dyn Fn(i64) -> String) {
    let values: Vec<i64> = values.collect();
    for &value in &values {
        let _ = write!(out, ",{}", text(value));
    }
    if let [a, b] = values[..] {
        let _ = write!(out, ",{}", text(b - a));
    }
}

/// Writes the means. They are empty on a side without calls, and so is their difference.
fn put_means(out: &mut String, columns: FunctionColumns<'_>, id: IdentityId) {
    let mean = |side: &FunctionSums| (side.calls[id.index()] > 0).then(|| side.mean(id) * columns.axis.scale);
    let means: Vec<Option<f64>> = columns.table.sides.iter().map(mean).collect();
    let mut write = |value: Option<f64>| {
        out.push(',');
        if let Some(value) = value {
            let _ = write!(out, "{value:.3}");
        }
    };
    for &mean in &means {
        write(mean);
    }
    if let [a, b] = means[..] {
        write(a.zip(b).map(|(a, b)| b - a));
    }
}
