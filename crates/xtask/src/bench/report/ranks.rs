//! Writes the table of lanes over time.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::cells::{missing, seconds, table};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Lanes over time, in the tab",
        "For this table, the Space-time desk shows one trace with every lane in its own row. The page [Lanes and \
         time, aggregated](aggregate.md) explains the terms. The trace `ranks-700` has 30 slices and 16 states. The \
         trace `ranks-576` has 100 slices and 8 states.\n\n\
         | column | meaning |\n| --- | --- |\n\
         | slices and lists | time to divide the time into slices, and to list unusual lanes and times |\n\
         | set-up | time to prepare the areas, and to find the default detail p |\n\
         | first picture | time of *slices and lists*, plus the time to find the default partition |\n\
         | another p | median time to find the partition for another position of the slider for p |\n\
         | all partitions | time to find the partitions for all positions of the slider for p |",
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
