//! Writes the table of lanes over time.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::{missing, seconds, table};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Lanes over time, in the tab",
        "The desk of one trace, all lanes told apart, in the compute role: `ranks-700` in 30 slices and 16 states, `ranks-576` in 100 \
         and 8. *Slices and lists* is from calls to the table, to what areas are weighed by, and to what departs; *set-up* of it what \
         areas are weighed by and the default p, with its partition; *first picture* both jobs whole; *another p* one partition more, \
         in the middle; *all partitions* all steps of the search.",
        &[
            "trace",
            "slices and lists",
            "set-up",
            "budget",
            "first picture",
            "another p",
            "budget",
            "all partitions",
            "budget",
        ],
        pairs.iter().filter(|pair| pair.kind == Kind::Ranks).map(|pair| row(&pair.name, figures)),
    )
}

fn row(pair: &str, figures: &Figures) -> Vec<String> {
    let of = |what: &str| figures.median(pair, what);
    let ms = |what: &str| of(what).map_or_else(missing, seconds);
    let judged = |what: &str, of_pair: &str, budget: f64| {
        of(what).filter(|_| of_pair == pair).map_or_else(missing, |ms| verdict(ms, budget, " ms"))
    };
    vec![
        format!("`{pair}`"),
        ms("ranks: slices"),
        ms("ranks: weighed"),
        judged("ranks: weighed", "ranks-700", budgets::FIRST_AREAS_MS),
        ms("ranks: first"),
        ms("ranks: p"),
        judged("ranks: p", "ranks-576", budgets::ONE_P_MS),
        ms("ranks: all"),
        judged("ranks: all", "ranks-700", budgets::ALL_PARTITIONS_MS),
    ]
}
