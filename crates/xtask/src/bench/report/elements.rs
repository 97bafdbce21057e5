//! Writes the table of the program's structure with its calls.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::{missing, seconds, table, three};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Structure with calls, in the tab",
        "Both sides of a pair, in the engine's worker, every function a cell: `elements-9k` are the 8,850 elements and 9,000 calls of \
         the paper, `elements-100k` a hundred thousand and a million. *Layout* is all cells and calls anew after another size \
         of cells; *another level* that, and which calls are whose; *pointing* is what is in focus at a point with the picture that shows it, 60 points of calls, and of elements, p50 / p95 / \
         max, ms; *redraw* from a move of the pointer to the picture on the canvas, drawn by software, p50 / p95.",
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
