//! A comparison for a terminal.

use super::labels::Widths;
use super::report::{ListRow, Report};
use super::table::{Align, table};
use diptych_views::numbers;

/// Of a function or a path, and of a file.
pub(super) const WIDTHS: Widths = Widths { name: 48, file: 40 };

pub(super) fn write(report: &Report) -> String {
    let [a, b] = &report.sides;
    let mut lines = vec![format!("A  {a}"), format!("B  {b}"), String::new(), report.verdict.clone()];
    lines.extend(report.warning.iter().map(|warning| format!("Warning: {warning}")));
    lines.extend(report.drift.clone());
    lines.push(String::new());
    lines.extend(report.facts.iter().map(|fact| format!("{:12} {}", fact.label, fact.text)));
    if !report.none.is_empty() {
        lines.extend([String::new(), report.none.clone()]);
    }
    for list in report.lists.iter().filter(|list| report.none.is_empty() || list.count_below > 0) {
        lines.push(String::new());
        lines.push(format!("{}: {}", list.title, list.headline(report.by_path)));
        if !list.rows.is_empty() {
            lines.extend(rows(&list.rows));
        }
        if let Some(line) = list.line_below() {
            lines.push(format!("  {line}"));
            if report.all {
                lines.extend(rows(&list.rows_below));
            }
        }
    }
    lines.join("\n") + "\n"
}

fn rows(rows: &[ListRow]) -> Vec<String> {
    let heads = [
        ("change", Align::Right),
        ("of own", Align::Right),
        ("A", Align::Right),
        ("B", Align::Right),
        ("calls A", Align::Right),
        ("calls B", Align::Right),
        ("overweight", Align::Right),
        ("confidence", Align::Left),
        ("reason", Align::Left),
        ("function", Align::Left),
        ("file", Align::Left),
    ];
    table(&heads, &rows.iter().map(cells).collect::<Vec<_>>())
}

fn cells(ListRow { cells: row, .. }: &ListRow) -> Vec<String> {
    vec![
        row.delta.clone(),
        row.own.clone(),
        row.a.clone(),
        row.b.clone(),
        numbers::count(u64::from(row.calls_a)),
        numbers::count(u64::from(row.calls_b)),
        row.overweight.clone(),
        row.confidence.clone(),
        row.reason.clone(),
        row.name.clone(),
        row.file.clone(),
    ]
}
