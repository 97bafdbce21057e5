//! Writes a comparison as Markdown for a comment: headings and tables.

use super::labels::Widths;
use super::report::{CHANGES, ComparisonReport, ListRow, PauseRow, remarks, why};
use diptych_protocol::comparison::PhaseRow;

/// Largest number of characters of a name or path, and of a file.
pub(super) const WIDTHS: Widths = Widths { name: 80, file: 60 };

/// Returns the report, with the lines on proposed renames at its end.
pub(super) fn write(report: &ComparisonReport, proposals: &[String]) -> String {
    let [a, b] = &report.sides;
    let mut lines = vec![format!("## {}", plain(&report.verdict)), String::new()];
    for text in [&report.cause, &report.none].into_iter().filter(|text| !text.is_empty()) {
        lines.extend([plain(text), String::new()]);
    }
    lines.extend([format!("* **A**: {}", plain(a)), format!("* **B**: {}", plain(b))]);
    lines.extend(report.facts.iter().map(|fact| format!("* {}: {}", fact.label, plain(&fact.text))));
    lines.extend(report.drift.iter().map(|drift| format!("* {}", plain(drift))));
    if let Some(warning) = &report.warning {
        lines.extend([String::new(), format!("> **Warning:** {}", plain(warning))]);
    }
    if !report.phases.is_empty() {
        lines.extend([String::new(), format!("### {}", report.phases_title), String::new()]);
        lines.extend(report.phases.iter().map(phase));
    }
    let lists = report.largest.iter().map(|list| (list, CHANGES));
    let lists = lists.chain(report.lists.iter().map(|list| (list, report.things())));
    for (list, things) in lists.filter(|(list, _)| list.count + list.count_below > 0) {
        lines.extend([
            String::new(),
            format!("### {}: {}", list.title, list.headline(things)),
            String::new(),
        ]);
        if !list.rows.is_empty() {
            lines.extend(table(&list.rows, report));
        }
        if let Some(line) = list.line_below() {
            if !list.rows.is_empty() {
                lines.push(String::new());
            }
            lines.extend([format!("<details><summary>{line}</summary>"), String::new()]);
            if !list.rows_below.is_empty() {
                lines.extend(table(&list.rows_below, report));
                lines.push(String::new());
            }
            lines.push("</details>".to_owned());
        }
    }
    if report.pauses.count > 0 && report.largest.is_none() {
        lines.extend([String::new(), format!("### {}", report.pauses.headline()), String::new()]);
        lines.push("| time | ratio | side | at | function | file |".to_owned());
        lines.push("| ---: | ---: | --- | ---: | --- | --- |".to_owned());
        lines.extend(report.pauses.rows.iter().map(pause));
    }
    if let Some((head, rest)) = proposals.split_first() {
        lines.extend([String::new(), plain(head)]);
        lines.extend(rest.iter().map(|line| format!("* {}", plain(line))));
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn phase(row: &PhaseRow) -> String {
    let indent = "  ".repeat(row.depth as usize);
    let remarks = Some(remarks(row)).filter(|remarks| !remarks.is_empty());
    let remarks = remarks.map_or_else(String::new, |remarks| format!(", {remarks}"));
    format!(
        "{indent}* **{}** {} {} ({} → {}){remarks}",
        row.delta,
        code(&row.name),
        code(&row.file),
        row.a,
        row.b
    )
}

fn pause(PauseRow { side, time, at, times, name, file }: &PauseRow) -> String {
    format!("| {time} | {times} | {side} | {at} | {} | {} |", code(name), code(file))
}

fn table(rows: &[ListRow], report: &ComparisonReport) -> Vec<String> {
    let any_few = rows.iter().any(|row| !row.cells.few.is_empty());
    let own_time = rows.iter().any(|row| !row.cells.self_time.is_empty());
    let (tested, is_sampled) = (report.tested, report.is_sampled);
    let columns = Columns { few: any_few, tested, own_time, is_sampled };
    columns.head().into_iter().chain(rows.iter().map(|row| columns.line(row))).collect()
}

/// The columns that only some tables have.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column that only some tables have")]
struct Columns {
    /// Time of outlier calls.
    few: bool,
    /// Confidence of each row.
    tested: bool,
    /// Self time, next to inclusive times.
    own_time: bool,
    /// Samples in place of calls, which have no time each.
    is_sampled: bool,
}

impl Columns {
    fn head(self) -> [String; 2] {
        let (few, few_rule) = if self.few { (" outliers |", " --- |") } else { ("", "") };
        let (head, rule) = if self.tested { (" confidence |", " --- |") } else { ("", "") };
        let (own, own_rule) = if self.own_time { (" self |", " ---: |") } else { ("", "") };
        let (counted, counted_rule) = if self.is_sampled {
            ("samples A | samples B |", "---: | ---: |")
        } else {
            ("calls A | calls B | per call A | per call B |", "---: | ---: | ---: | ---: |")
        };
        [
            format!("| change | relative |{own} A | B | {counted}{few}{head} reason | function | file |"),
            format!(
                "| ---: | ---: |{own_rule} ---: | ---: | {counted_rule}{few_rule}{rule} --- | --- | --- |"
            ),
        ]
    }

    fn line(self, ListRow { cells: row, calls: [calls_a, calls_b], .. }: &ListRow) -> String {
        let few = if self.few { format!(" {} |", row.few) } else { String::new() };
        let confidence = if self.tested { format!(" {} |", row.confidence) } else { String::new() };
        let own = if self.own_time { format!(" {} |", row.self_time) } else { String::new() };
        let each =
            if self.is_sampled { String::new() } else { format!(" {} | {} |", row.each_a, row.each_b) };
        format!(
            "| {} | {} |{own} {} | {} | {calls_a} | {calls_b} |{each}{few}{confidence} {} | {} | {} |",
            row.delta,
            row.own,
            row.a,
            row.b,
            plain(&why(row)),
            code(&row.name),
            code(&row.file),
        )
    }
}

/// Formats text of a trace as code in a table cell, so that nothing in it is markup.
pub(crate) fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // Markdown strips one space on both sides. It separates a backtick in the text from the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace('|', "\\|"))
}

/// Keeps characters from meaning something together. It has no width.
const WORD_JOINER: char = '\u{2060}';

/// Escapes text outside of code, so that nothing in it is markup, a mention, a link or a reference to an issue.
///
/// Hosts look for mentions, addresses and issues in the text that Markdown gives, so a backslash does not stop them.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // GitLab runs commands such as `/close` at the start of a line.
    if text.starts_with('/') {
        out.push(WORD_JOINER);
    }
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if "\\`*_{}[]<>#|~".contains(c) {
            out.push('\\');
        }
        out.push(c);
        let next = rest.peek().copied().unwrap_or(' ');
        let may_start_something = match c {
            '@' | '#' | '&' => next.is_alphanumeric() || next == '#',
            '!' => next == '[',
            ':' => next == '/',
            _ => (next == '.' && out.ends_with("www")) || (next == '-' && out.ends_with("GH")),
        };
        if may_start_something {
            out.push(WORD_JOINER);
        }
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

    #[test]
    fn names_cannot_mention_or_link() {
        assert_eq!(plain("@team #12 GH-3"), "@\u{2060}team \\#\u{2060}12 GH\u{2060}-3");
        assert_eq!(
            plain("https://x.example www.y.example"),
            "https:\u{2060}//x.example www\u{2060}.y.example"
        );
        assert_eq!(plain("![a](b)"), "!\u{2060}\\[a\\](b)");
        assert_eq!(plain("/close &commat;x"), "\u{2060}/close &\u{2060}commat;x");
        assert_eq!(plain("2 ns; a: b, slow.py & high-end!"), "2 ns; a: b, slow.py & high-end!");
    }
}
