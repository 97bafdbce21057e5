//! Writes a comparison for a terminal.

use super::labels::Widths;
use super::report::{CHANGES, ComparisonReport, ListRow, PauseRow, remarks, why};
use crate::layout::{Column, labelled, table, wrapped};
use crate::style::{HEADING, WARNING, painted};
use diptych_protocol::comparison::PhaseRow;

/// Largest number of characters of a name or path, and of a file.
pub(super) const WIDTHS: Widths = Widths { name: 48, file: 40 };

/// Returns the report, within `width` characters if there is a limit.
pub(super) fn write(report: &ComparisonReport, width: Option<usize>) -> String {
    let mut page = Page { width, lines: Vec::new(), left_out: Vec::new() };
    page.head(report);
    if !report.phases.is_empty() {
        page.heading(&report.phases_title);
        page.table(&PHASES, report.phases.iter().map(phase));
    }
    let columns = if report.is_sampled { &SAMPLE_ROWS } else { &ROWS };
    let lists = report.largest.iter().map(|list| (list, CHANGES));
    let lists = lists.chain(report.lists.iter().map(|list| (list, report.things())));
    for (list, things) in lists.filter(|(list, _)| report.none.is_empty() || list.count_below > 0) {
        if list.is_optional && list.count + list.count_below == 0 {
            continue;
        }
        page.heading(&format!("{}: {}", list.title, list.headline(things)));
        page.table(columns, list.rows.iter().map(row));
        if let Some(line) = list.line_below() {
            page.lines.extend(wrapped(&line, width, 2));
            if report.all {
                page.table(columns, list.rows_below.iter().map(row));
            }
        }
    }
    if report.pauses.count > 0 && report.largest.is_none() {
        page.heading(&report.pauses.headline());
        page.table(&PAUSES, report.pauses.rows.iter().map(pause));
    }
    page.lines.extend(width.and_then(|width| left_out(&page.left_out, width)).unwrap_or_default());
    page.lines.join("\n") + "\n"
}

/// The lines written so far.
struct Page {
    width: Option<usize>,
    lines: Vec<String>,
    /// Columns that were left out of some table.
    left_out: Vec<&'static str>,
}

impl Page {
    fn head(&mut self, report: &ComparisonReport) {
        let sides = ["A", "B"].map(str::to_owned).into_iter().zip(report.sides.clone());
        self.lines.extend(labelled(&sides.collect::<Vec<_>>(), self.width, 0));
        self.lines.push(String::new());
        self.lines.extend(wrapped(&report.verdict, self.width, 0).iter().map(|line| painted(HEADING, line)));
        self.lines.extend(wrapped(&report.cause, self.width, 0));
        if let Some(warning) = &report.warning {
            let lines = wrapped(&format!("Warning: {warning}"), self.width, 0);
            self.lines.extend(lines.iter().map(|line| painted(WARNING, line)));
        }
        self.lines.extend(report.drift.iter().flat_map(|drift| wrapped(drift, self.width, 0)));
        self.lines.extend(wrapped(&report.none, self.width, 0));
        self.lines.push(String::new());
        let facts = report.facts.iter().map(|fact| (fact.label.to_owned(), fact.text.clone()));
        self.lines.extend(labelled(&facts.collect::<Vec<_>>(), self.width, 0));
    }

    /// Adds a blank line and a heading.
    fn heading(&mut self, text: &str) {
        self.lines.push(String::new());
        self.lines.extend(wrapped(text, self.width, 0).iter().map(|line| painted(HEADING, line)));
    }

    fn table(&mut self, columns: &[Column], rows: impl Iterator<Item = Vec<String>>) {
        let rows: Vec<Vec<String>> = rows.collect();
        if rows.is_empty() {
            return;
        }
        let fitted = table(columns, &rows, self.width);
        self.lines.extend(fitted.lines);
        self.left_out.extend(fitted.left_out);
    }
}

/// Names the left-out columns, in the order of the tables; `None` if there are none.
pub(super) fn left_out(columns: &[&'static str], width: usize) -> Option<Vec<String>> {
    let mut names: Vec<&str> = Vec::new();
    for column in columns {
        if !names.contains(column) {
            names.push(column);
        }
    }
    if names.is_empty() {
        return None;
    }
    let names = names.join(", ");
    let text =
        format!("Left out to fit {width} columns: {names}. Set COLUMNS=200 or use --json to see them.");
    Some(std::iter::once(String::new()).chain(wrapped(&text, Some(width), 0)).collect())
}

const PHASES: [Column; 6] = [
    Column::text("change"),
    Column::number("A"),
    Column::number("B"),
    Column::name("function"),
    Column::words(""),
    Column::file("file").ranked(1),
];

fn phase(row: &PhaseRow) -> Vec<String> {
    let indent = "  ".repeat(row.depth as usize);
    vec![
        format!("{indent}{}", row.delta),
        row.a.clone(),
        row.b.clone(),
        format!("{indent}{}", row.name),
        remarks(row),
        row.file.clone(),
    ]
}

const PAUSES: [Column; 6] = [
    Column::number("time"),
    Column::number("ratio"),
    Column::text("side"),
    Column::number("at"),
    Column::name("function"),
    Column::file("file").ranked(1),
];

fn pause(row: &PauseRow) -> Vec<String> {
    let PauseRow { side, time, at, times, name, file } = row;
    vec![time.clone(), times.clone(), (*side).to_owned(), at.clone(), name.clone(), file.clone()]
}

/// Columns of the highest rank are left out first.
const ROWS: [Column; 14] = columns(["calls A", "calls B"]);

/// Columns of rows that count samples.
const SAMPLE_ROWS: [Column; 14] = columns(["samples A", "samples B"]);

const fn columns([counted_a, counted_b]: [&'static str; 2]) -> [Column; 14] {
    [
        Column::number("change"),
        Column::number("relative"),
        Column::number("self").ranked(3),
        Column::number("A"),
        Column::number("B"),
        Column::number(counted_a).ranked(2),
        Column::number(counted_b).ranked(2),
        Column::number("per call A").ranked(4),
        Column::number("per call B").ranked(4),
        Column::text("outliers").ranked(5),
        Column::text("confidence"),
        Column::words("reason"),
        Column::name("function"),
        Column::file("file").ranked(1),
    ]
}

fn row(ListRow { cells: row, calls: [calls_a, calls_b], .. }: &ListRow) -> Vec<String> {
    vec![
        row.delta.clone(),
        row.own.clone(),
        row.self_time.clone(),
        row.a.clone(),
        row.b.clone(),
        calls_a.clone(),
        calls_b.clone(),
        row.each_a.clone(),
        row.each_b.clone(),
        row.few.clone(),
        row.confidence.clone(),
        why(row),
        row.name.clone(),
        row.file.clone(),
    ]
}
