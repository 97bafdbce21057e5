//! Writes a comparison as a short comment on a change: the outcome first, at most ten rows.

use super::comparison::Comparison;
use super::labels::Widths;
use super::markdown::{code, plain};
use super::report::{ComparisonReport, ListRow, Selection, why};
use diptych_protocol::comparison::DifferenceOrder;
use diptych_views::numbers;

/// Most rows of the table, and most reasons.
const MOST_ROWS: usize = 10;
/// Most characters of a sentence. A comment must stay under the limits of its host whatever the names in the traces.
const MOST_CHARS: usize = 1000;
/// Largest number of characters of a name or path, and of a file.
const WIDTHS: Widths = Widths { name: 80, file: 60 };

/// Returns the comment. `reasons` say why conditions hold, and `doubts` why the comparison may mean nothing.
pub(super) fn write(
    comparison: &Comparison,
    sort: DifferenceOrder,
    reasons: &[String],
    doubts: &[String],
) -> String {
    let selection = Selection { top: MOST_ROWS, all: false, by_kind: false, with_similarity: false, sort };
    let report = ComparisonReport::new(comparison, selection, WIDTHS);
    let outcome = match (doubts, reasons) {
        ([], []) => "Passed",
        ([], _) => "Failed",
        _ => "Doubtful",
    };
    let mut lines = vec![format!("## {outcome}: {}", sentence(&report.verdict)), String::new()];
    let all: Vec<&String> = doubts.iter().chain(reasons).collect();
    lines.extend(all.iter().take(MOST_ROWS).map(|reason| format!("* {}", sentence(reason))));
    if all.len() > MOST_ROWS {
        lines.push(format!("* {} more reasons", all.len() - MOST_ROWS));
    }
    if !all.is_empty() {
        lines.push(String::new());
    }
    for text in [&report.cause, &report.none].into_iter().filter(|text| !text.is_empty()) {
        lines.extend([sentence(text), String::new()]);
    }
    if let Some(list) = report.largest.as_ref().filter(|list| !list.rows.is_empty()) {
        lines.push("| change | relative | A | B | reason | function | file |".to_owned());
        lines.push("| ---: | ---: | ---: | ---: | --- | --- | --- |".to_owned());
        lines.extend(list.rows.iter().map(row));
        lines.push(String::new());
        let more = list.count - list.rows.len();
        if more > 0 {
            lines.extend([
                format!("{} more significant changes are in the report.", numbers::count(more as u64)),
                String::new(),
            ]);
        }
    }
    let [a, b] = &report.sides;
    lines.extend([format!("A: {}", sentence(a)), String::new(), format!("B: {}", sentence(b))]);
    lines.join("\n") + "\n"
}

fn row(ListRow { cells: row, .. }: &ListRow) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        row.delta,
        row.own,
        row.a,
        row.b,
        sentence(&why(row)),
        code(&row.name),
        code(&row.file)
    )
}

/// Returns text outside of code, cut to its largest length.
fn sentence(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARS) {
        None => plain(text),
        Some((cut, _)) => plain(&text[..cut]) + "…",
    }
}
