//! A comparison for a terminal.

use super::labels::Widths;
use super::report::{ListRow, PauseRow, Report, remarks, why};
use super::table::{Align, table};
use diptych_protocol::comparison::PhaseRow;
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
    if !report.phases.is_empty() {
        lines.extend([String::new(), report.phases_title.clone()]);
        lines.extend(phases(&report.phases));
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
    if report.pauses.count > 0 {
        lines.extend([String::new(), report.pauses.headline()]);
        lines.extend(pauses(&report.pauses.rows));
    }
    lines.join("\n") + "\n"
}

fn phases(rows: &[PhaseRow]) -> Vec<String> {
    let heads = [
        ("change", Align::Left),
        ("A", Align::Right),
        ("B", Align::Right),
        ("function", Align::Left),
        ("", Align::Left),
        ("file", Align::Left),
    ];
    let cells = |row: &PhaseRow| {
        let indent = "  ".repeat(row.depth as usize);
        vec![
            format!("{indent}{}", row.delta),
            row.a.clone(),
            row.b.clone(),
            format!("{indent}{}", row.name),
            remarks(row),
            row.file.clone(),
        ]
    };
    table(&heads, &rows.iter().map(cells).collect::<Vec<_>>())
}

fn pauses(rows: &[PauseRow]) -> Vec<String> {
    let heads = [
        ("time", Align::Right),
        ("of the others", Align::Right),
        ("side", Align::Left),
        ("at", Align::Right),
        ("function", Align::Left),
        ("file", Align::Left),
    ];
    let cells = |row: &PauseRow| {
        let PauseRow { side, time, at, times, name, file } = row;
        vec![time.clone(), times.clone(), (*side).to_owned(), at.clone(), name.clone(), file.clone()]
    };
    table(&heads, &rows.iter().map(cells).collect::<Vec<_>>())
}

fn rows(rows: &[ListRow]) -> Vec<String> {
    let heads = [
        ("change", Align::Right),
        ("of own", Align::Right),
        ("self", Align::Right),
        ("A", Align::Right),
        ("B", Align::Right),
        ("calls A", Align::Right),
        ("calls B", Align::Right),
        ("a call A", Align::Right),
        ("a call B", Align::Right),
        ("a few calls", Align::Left),
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
        row.self_time.clone(),
        row.a.clone(),
        row.b.clone(),
        numbers::count(u64::from(row.calls_a)),
        numbers::count(u64::from(row.calls_b)),
        row.each_a.clone(),
        row.each_b.clone(),
        row.few.clone(),
        row.confidence.clone(),
        why(row),
        row.name.clone(),
        row.file.clone(),
    ]
}
