//! The table of Pajé traces.

use super::super::budgets::{self, at_least, verdict};
use super::super::figures::Figures;
use super::super::native::{PAJE, PAJE_PEER};
use super::{bytes, count, missing, seconds, table};

/// Beside the program that prints such traces, where it is installed.
pub(super) fn section(figures: &Figures) -> String {
    let of = |what| figures.median(PAJE, what);
    let rate = figures.median_of(PAJE, ["bytes", "seconds"], |[bytes, seconds]| bytes / seconds);
    let times = figures.median_of(PAJE, ["peer seconds", "seconds"], |[peer, seconds]| peer / seconds);
    let beyond = figures.median_of(PAJE, ["peakBytes", "modelBytes"], |[peak, model]| peak - model);
    let row = vec![
        format!("`{PAJE}`"),
        of("bytes").map_or_else(missing, bytes),
        of("calls").map_or_else(missing, count),
        of("seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        rate.map_or_else(missing, |rate| format!("{}/s", bytes(rate))),
        rate.map_or_else(missing, |rate| at_least((rate / 1e6).round(), budgets::PAJE_MB, " MB/s")),
        of("peer seconds").map_or_else(missing, |value| seconds(value * 1e3)),
        times.map_or_else(missing, |times| format!("{times:.1}")),
        times.map_or_else(missing, |times| at_least(times, budgets::PAJE_TIMES, " ×")),
        beyond.map_or_else(missing, bytes),
        beyond.map_or_else(missing, |value| verdict(value / 1e6, budgets::READING_BYTES / 1e6, " MB")),
    ];
    table(
        "Pajé, in the command",
        &format!(
            "A generated trace of 64 ranks with links, against `{PAJE_PEER}` of Debian’s `pajeng` on the same file, where it \
             is installed; what it prints goes nowhere. *Beyond* is the peak of the process without the calls and \
             their indexes."
        ),
        &[
            "file", "size", "states", "read", "rate", "budget", PAJE_PEER, "ratio", "budget", "beyond",
            "budget",
        ],
        std::iter::once(row),
    )
}
