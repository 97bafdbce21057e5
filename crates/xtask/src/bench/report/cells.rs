//! Tables of the report, and numbers in their cells.

use super::super::budgets;
use super::super::figures::{Figures, Spread};

pub(super) fn table(
    title: &str,
    text: &str,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let names: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
    let rule: Vec<String> =
        columns.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "--:" }.to_owned()).collect();
    // A bar in a name would end its cell.
    let escaped = |cells: Vec<String>| cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>();
    let body: String = rows.map(|cells| line(&escaped(cells))).collect();
    let text = if text.is_empty() { String::new() } else { format!("{text}\n\n") };
    format!("## {title}\n\n{text}{}{}{body}", line(&names), line(&rule))
}

pub(super) fn missing() -> String {
    "–".to_owned()
}

/// Formats milliseconds as `1.23 s`, or as `42 ms` below 100.
pub(super) fn seconds(ms: f64) -> String {
    if ms < 100.0 { format!("{ms:.0} ms") } else { format!("{:.2} s", ms / 1e3) }
}

/// Formats a spread in milliseconds as `1.23 s (1.20–1.31)`.
pub(super) fn ends(Spread { least, median, most }: Spread) -> String {
    format!("{} ({:.2}–{:.2})", seconds(median), least / 1e3, most / 1e3)
}

pub(super) fn bytes(value: f64) -> String {
    match value {
        value if value >= 1e9 => format!("{:.1} GB", value / 1e9),
        value if value >= 1e7 => format!("{:.0} MB", value / 1e6),
        value if value >= 1e6 => format!("{:.1} MB", value / 1e6),
        value => format!("{:.0} kB", value / 1e3),
    }
}

/// Formats a number of bytes as `44.3 B`.
pub(super) fn bytes_a_call(value: f64) -> String {
    format!("{value:.1} B")
}

/// Formats a number as `973,075`.
pub(super) fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Returns p50, p95 and maximum of a value in ms.
pub(super) fn three(pair: &str, what: &str, figures: &Figures) -> String {
    let [p50, p95, max] = ["p50", "p95", "max"].map(|rank| figures.median(pair, &format!("{what}: {rank}")));
    let text = || Some(format!("{:.1} / {:.1} / {:.1}", p50?, p95?, max?));
    text().unwrap_or_else(missing)
}

/// Returns true if the budgets relative to `JSON.parse` apply: from about a million calls a side.
pub(super) fn is_large(pair: &str, figures: &Figures) -> bool {
    figures.median(pair, "calls").is_some_and(|calls| calls >= budgets::LARGE_CALLS)
}
