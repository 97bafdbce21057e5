//! Writes the tables of call paths.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::super::native::PROFILES;
use super::{count, missing, seconds, table, three};

/// Returns the tables of the command and of the tab.
pub(super) fn tables(pairs: &[Pair], figures: &Figures) -> [String; 2] {
    [native(figures), tab(pairs, figures)]
}

fn native(figures: &Figures) -> String {
    table(
        "Call paths, in the command",
        "Of one side. *Tree* is from calls to the tree of their paths, which is made once for a weight, lanes and a window; \
         *flame graph* from there to what is laid out: recursion folded, widths, order; *funky graph* from there to the columns \
         and the trees of those of 3 px and more at 1,440 px. Budgets are for ten million calls, a million paths, twenty \
         thousand functions.",
        &[
            "trace",
            "calls",
            "paths",
            "functions",
            "tree",
            "budget",
            "flame graph",
            "budget",
            "funky graph",
            "budget",
        ],
        PROFILES.into_iter().map(|of| native_row(of, figures)),
    )
}

fn native_row(of: &str, figures: &Figures) -> Vec<String> {
    let value = |what: &str| figures.median(of, &format!("profile: {what}"));
    let ms = |what: &str| value(what).map_or_else(missing, seconds);
    let judged = |what: &str, of_trace: &str, budget: f64| {
        value(what).filter(|_| of == of_trace).map_or_else(missing, |ms| verdict(ms, budget, " ms"))
    };
    let number = |what: &str| value(what).map_or_else(missing, count);
    vec![
        format!("`{of}`"),
        number("calls"),
        number("nodes"),
        number("functions"),
        ms("tree"),
        judged("tree", "calls", budgets::TREE_MS),
        ms("flame"),
        judged("flame", "paths", budgets::FLAME_MS),
        ms("funky"),
        judged("funky", "functions", budgets::FUNKY_MS),
    ]
}

fn tab(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Call paths, in the tab",
        "Both sides of a pair, B all over a tenth slower, in the engine's worker. *Zoom* goes from the whole two rows down, \
         two more, and back; *hover* is what lies under the pointer with the picture that marks it; *first funky graph* is its \
         first picture once paths are added up, which takes the desk as long as *adding up* from its opening. p50 / p95 / max, \
         ms.",
        &[
            "pair",
            "adding up",
            "zoom",
            "budget (p95)",
            "hover",
            "budget (p95)",
            "first funky graph",
            "budget",
        ],
        pairs.iter().filter(|pair| pair.kind == Kind::Profile).map(|pair| tab_row(&pair.name, figures)),
    )
}

fn tab_row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    let judged = |what: &str, budget: f64| of(what).map_or_else(missing, |ms| verdict(ms, budget, " ms"));
    vec![
        format!("`{pair}`"),
        of("paths: added up").map_or_else(missing, seconds),
        three(pair, "paths: zoom", figures),
        judged("paths: zoom: p95", budgets::PATHS_MS),
        three(pair, "paths: hover", figures),
        judged("paths: hover: p95", budgets::PATHS_MS),
        of("paths: funky").map_or_else(missing, seconds),
        judged("paths: funky", budgets::FUNKY_MS),
    ]
}
