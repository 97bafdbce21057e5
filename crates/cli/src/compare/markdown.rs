//! A comparison for a comment: headings and tables.

use super::labels::Widths;
use super::report::{ListRow, Report};
use diptych_views::numbers;

/// Of a function or a path, and of a file.
pub(super) const WIDTHS: Widths = Widths { name: 80, file: 60 };

pub(super) fn write(report: &Report) -> String {
    let [a, b] = &report.sides;
    let mut lines = vec![format!("## {}", plain(&report.verdict)), String::new()];
    lines.extend([format!("* **A**: {}", plain(a)), format!("* **B**: {}", plain(b))]);
    lines.extend(report.facts.iter().map(|fact| format!("* {}: {}", fact.label, plain(&fact.text))));
    lines.extend(report.drift.iter().map(|drift| format!("* {}", plain(drift))));
    if let Some(warning) = &report.warning {
        lines.extend([String::new(), format!("> **Warning:** {}", plain(warning))]);
    }
    if !report.none.is_empty() {
        lines.extend([String::new(), plain(&report.none)]);
    }
    for list in report.lists.iter().filter(|list| list.count + list.count_below > 0) {
        lines.extend([
            String::new(),
            format!("### {}: {}", list.title, list.headline(report.by_path)),
            String::new(),
        ]);
        if !list.rows.is_empty() {
            lines.extend(table(&list.rows, report.tested));
        }
        if let Some(line) = list.line_below() {
            if !list.rows.is_empty() {
                lines.push(String::new());
            }
            lines.extend([format!("<details><summary>{line}</summary>"), String::new()]);
            if !list.rows_below.is_empty() {
                lines.extend(table(&list.rows_below, report.tested));
                lines.push(String::new());
            }
            lines.push("</details>".to_owned());
        }
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn table(rows: &[ListRow], tested: bool) -> Vec<String> {
    head(tested).into_iter().chain(rows.iter().map(|row| line(row, tested))).collect()
}

fn head(tested: bool) -> [String; 2] {
    let (head, rule) = if tested { (" confidence |", " --- |") } else { ("", "") };
    [
        format!(
            "| change | of own | A | B | calls A | calls B | overweight |{head} reason | function | file |"
        ),
        format!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |{rule} --- | --- | --- |"),
    ]
}

fn line(ListRow { cells: row, .. }: &ListRow, tested: bool) -> String {
    let confidence = if tested { format!(" {} |", row.confidence) } else { String::new() };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |{confidence} {} | {} | {} |",
        row.delta,
        row.own,
        row.a,
        row.b,
        numbers::count(u64::from(row.calls_a)),
        numbers::count(u64::from(row.calls_b)),
        row.overweight,
        row.reason,
        code(&row.name),
        code(&row.file),
    )
}

/// Text of the trace as it stands, in a cell of a table: nothing in it is a mark.
fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A space is taken away again on both sides, and keeps a backtick of the text from the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace('|', "\\|"))
}

/// Text outside tables, in which nothing is a mark.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_{}[]<>#|~@".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_cell() {
        assert_eq!(code("f"), "`f`");
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("`a``b"), "``` `a``b ```");
        assert_eq!(code(""), "");
        assert_eq!(plain("<b>*_x"), "\\<b\\>\\*\\_x");
    }
}
