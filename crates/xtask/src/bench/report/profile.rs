//! Writes the tables of call paths.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::super::native::PROFILES;
use super::cells::{count, missing, seconds, table, three};

/// Returns the tables of the command and of the tab.
pub(super) fn tables(pairs: &[Pair], figures: &Figures) -> [String; 2] {
    [native(figures), tab(pairs, figures)]
}

fn native(figures: &Figures) -> String {
    table(
        "Call paths, in the command",
        "All times are for one side.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | tree | time to sum the calls by call path (budget for ten million calls) |\n\
         | flame graph | time to compute the flame graph (budget for a million call paths) |\n\
         | funky graph | time to compute the funky graph, 1,440 px wide (budget for 20,000 functions) |",
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
        "In both pairs, every call takes 10 % longer in B than in A. The times of *zoom* and *hover* are p50 / p95 \
         / max in ms.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | summing | time from opening the Profile desk until all calls are summed by call path |\n\
         | zoom | time of one step of zooming in by two rows, or back out |\n\
         | hover | time to find and mark the box under the pointer |\n\
         | first funky graph | time from the end of *summing* to the first funky graph |",
        &["pair", "summing", "zoom", "budget (p95)", "hover", "budget (p95)", "first funky graph", "budget"],
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
