//! Writes the table of lanes over time.

use super::super::budgets::{self, verdict};
use super::super::figures::Figures;
use super::super::inputs::{Kind, Pair};
use super::cells::{missing, seconds, table};

/// Returns the table of the tab.
pub(super) fn table_of(pairs: &[Pair], figures: &Figures) -> String {
    table(
        "Lanes over time, in the tab",
        "The Space-time desk shows one trace with every lane in its own row. Times are measured in the compute worker. \
         [Areas, p and partitions](aggregate.md#in-short) explains the terms. `ranks-700` has 30 slices and 16 states, \
         `ranks-576` has 100 slices and 8 states. *Slices and lists* is the time to build the table of slices and the \
         lists of unusual lanes and times. *Set-up* is the time to prepare the areas (a part of *slices and lists*) \
         and to find the default detail p with its partition into areas. *First picture* is the time of *slices and \
         lists* plus the time to find this default partition. *Another p* is the median time to compute the partition \
         for another position of the detail slider. *All partitions* is the time to find every partition that is best \
         at some p. Each budget applies only to the trace in whose row it is.",
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
