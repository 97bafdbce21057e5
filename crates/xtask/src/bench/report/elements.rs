//! Writes the table of the program's structure with its calls.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::cells::{missing, seconds, table, three};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Structure with calls, in the tab",
        "For this table, the Structure desk shows every function of two traces as one cell. The traces of \
         `elements-9k` have 8,850 functions and 9,000 calls. The traces of `elements-100k` have 100,000 functions \
         and a million calls.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | layout | time to arrange all cells and calls again after a change of the cell size |\n\
         | another level | time to arrange all cells and calls again after a change of the level |\n\
         | pointing | time to find and mark the item under the pointer (p50 / p95 / max in ms, for 60 points) |\n\
         | redraw | time from a move of the pointer to the new picture, without a GPU (p50 / p95) |",
        &[
            "pair",
            "layout",
            "budget",
            "another level",
            "pointing at calls",
            "budget (p95)",
            "at elements",
            "budget (p95)",
            "redraw",
        ],
        pairs.iter().filter(|pair| pair.kind == Kind::Elements).map(|pair| row(&pair.name, figures)),
    )
}

fn row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    let ms = |what: &str| of(what).map_or_else(missing, seconds);
    let judged = |what: &str, budget: f64| of(what).map_or_else(missing, |ms| verdict(ms, budget, " ms"));
    vec![
        format!("`{pair}`"),
        ms("elements: layout"),
        judged("elements: layout", budgets::CELLS_MS),
        ms("elements: level"),
        three(pair, "elements: brush calls", figures),
        judged("elements: brush calls: p95", budgets::BRUSH_MS),
        three(pair, "elements: brush elements", figures),
        judged("elements: brush elements: p95", budgets::BRUSH_MS),
        format!("{} / {}", ms("elements: redraw p50"), ms("elements: redraw p95")),
    ]
}
