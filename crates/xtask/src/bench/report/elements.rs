//! Writes the table of the program's structure with its calls.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::cells::{missing, seconds, table, three};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Structure with calls, in the tab",
        "Each test opens both traces of a pair and draws every function as one cell. `elements-9k` has the size of the \
         example in the ViewFusion paper: 8,850 functions and 9,000 calls. `elements-100k` has 100,000 functions and a \
         million calls. *Layout* is the time to lay out all cells and calls again after a change of the cell size. \
         *Another level* is the time to do so after a change of the level of elements, when each call has to be \
         assigned to another element. *Pointing* is the time to find and draw the focus under the pointer (p50 / p95 / \
         max in ms, for 60 points over calls and 60 points over cells). *Redraw* is the time from a move of the \
         pointer to the picture on the canvas, drawn by software (p50 / p95).",
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
