//! Lays out text in columns and paragraphs that fit a width.
//!
//! Names are shortened to fit, numbers never are. Columns without room are left out and named.

use crate::style;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Spaces before each column.
const GAP: usize = 2;
/// Fewest characters of a shortened name.
const LEAST_NAME: usize = 20;
/// Spaces before text that is moved below its row.
const BELOW: usize = 6;

/// Alignment of text in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    Right,
}

/// The reaction of a column to a small width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Stays whole.
    Fixed,
    /// Loses its middle.
    Name,
    /// Loses its beginning.
    File,
    /// Moves to a line of its own below the row.
    Words,
}

impl Content {
    fn may_shrink(self) -> bool {
        matches!(self, Self::Name | Self::File)
    }
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    head: &'static str,
    align: Align,
    content: Content,
    /// Columns of the highest rank are left out first. Those of rank 0 always stay.
    rank: u8,
}

impl Column {
    /// Creates a column of numbers, which are never shortened.
    pub(crate) const fn number(head: &'static str) -> Self {
        Self { head, align: Align::Right, content: Content::Fixed, rank: 0 }
    }

    /// Creates a column of short texts, which are never shortened.
    pub(crate) const fn text(head: &'static str) -> Self {
        Self { head, align: Align::Left, content: Content::Fixed, rank: 0 }
    }

    /// Creates a column of names, which lose their middle.
    pub(crate) const fn name(head: &'static str) -> Self {
        Self { head, align: Align::Left, content: Content::Name, rank: 0 }
    }

    /// Creates a column of file names, which lose their folders.
    pub(crate) const fn file(head: &'static str) -> Self {
        Self { head, align: Align::Left, content: Content::File, rank: 0 }
    }

    /// Creates a column of sentences, which move below their row.
    pub(crate) const fn words(head: &'static str) -> Self {
        Self { head, align: Align::Left, content: Content::Words, rank: 0 }
    }

    /// Sets the rank: the column is left out before columns of lower ranks.
    pub(crate) const fn ranked(self, rank: u8) -> Self {
        Self { rank, ..self }
    }
}

/// A table that fits, and the columns that were left out.
#[derive(Debug)]
pub(crate) struct FittedTable {
    pub(crate) lines: Vec<String>,
    pub(crate) left_out: Vec<&'static str>,
}

/// The remaining columns with their widths.
struct VisibleColumns {
    columns: Vec<(usize, usize)>,
    /// Columns whose text is below the rows.
    below: Vec<usize>,
}

/// Returns rows in columns, each as wide as its widest text, within `width` characters if there is a limit. A column
/// without text in any row is left out. The first column is coloured as a change.
pub(crate) fn table(columns: &[Column], rows: &[Vec<String>], width: Option<usize>) -> FittedTable {
    let mut used: Vec<usize> =
        (0..columns.len()).filter(|&column| rows.iter().any(|row| !row[column].is_empty())).collect();
    let mut left_out = Vec::new();
    let shown = loop {
        match fitted(columns, rows, &used, width) {
            Some(shown) => break shown,
            None => match used.iter().map(|&column| columns[column].rank).max() {
                Some(rank) if rank > 0 => {
                    let out = used.iter().filter(|&&column| columns[column].rank == rank);
                    left_out.extend(out.map(|&column| columns[column].head));
                    used.retain(|&column| columns[column].rank < rank);
                }
                _ => break smallest(columns, rows, &used),
            },
        }
    };
    left_out.sort_by_key(|head| columns.iter().position(|column| column.head == *head));
    FittedTable { lines: lines(columns, rows, &shown, width), left_out }
}

/// Returns the width of the widest text of a column, including its head.
fn natural(columns: &[Column], rows: &[Vec<String>], column: usize) -> usize {
    let widest = rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    widest.max(columns[column].head.width())
}

/// Fits the columns into a width: whole, or else with shorter names, or else with sentences below the rows. Returns
/// `None` if they do not fit.
fn fitted(
    columns: &[Column],
    rows: &[Vec<String>],
    used: &[usize],
    width: Option<usize>,
) -> Option<VisibleColumns> {
    let whole: Vec<(usize, usize)> =
        used.iter().map(|&column| (column, natural(columns, rows, column))).collect();
    let Some(width) = width else { return Some(VisibleColumns { columns: whole, below: Vec::new() }) };
    let is_words = |column: usize| columns[column].content == Content::Words;
    if let Some(columns) = shrunk(columns, whole.clone(), width) {
        return Some(VisibleColumns { columns, below: Vec::new() });
    }
    let below: Vec<usize> = used.iter().copied().filter(|&column| is_words(column)).collect();
    let beside = whole.into_iter().filter(|&(column, _)| !is_words(column)).collect();
    shrunk(columns, beside, width).map(|columns| VisibleColumns { columns, below })
}

/// Returns the narrowest columns, for a width that even these exceed.
fn smallest(columns: &[Column], rows: &[Vec<String>], used: &[usize]) -> VisibleColumns {
    let is_words = |column: usize| columns[column].content == Content::Words;
    let (below, beside): (Vec<usize>, Vec<usize>) = used.iter().partition(|&&column| is_words(column));
    let narrow = |column: usize| {
        let whole = natural(columns, rows, column);
        if columns[column].content.may_shrink() { whole.min(LEAST_NAME) } else { whole }
    };
    VisibleColumns { columns: beside.into_iter().map(|column| (column, narrow(column))).collect(), below }
}

/// Takes characters from the widest name until the columns fit. Returns `None` if a name would get too short.
fn shrunk(columns: &[Column], mut widths: Vec<(usize, usize)>, width: usize) -> Option<Vec<(usize, usize)>> {
    loop {
        let all: usize = widths.iter().map(|(_, wide)| wide + GAP).sum();
        if all <= width {
            return Some(widths);
        }
        let names = widths.iter_mut().filter(|(column, _)| columns[*column].content.may_shrink());
        let widest = names.max_by_key(|(_, wide)| *wide).filter(|(_, wide)| *wide > LEAST_NAME)?;
        widest.1 -= (all - width).min(widest.1 - LEAST_NAME).min(4);
    }
}

fn lines(
    columns: &[Column],
    rows: &[Vec<String>],
    shown: &VisibleColumns,
    width: Option<usize>,
) -> Vec<String> {
    let mut table = plain_table();
    table.set_header(shown.columns.iter().map(|&(column, _)| columns[column].head));
    for row in rows {
        table.add_row(shown.columns.iter().map(|&(column, wide)| match columns[column].content {
            Content::File => without_folders(&row[column], wide),
            _ => shortened(&row[column], wide),
        }));
    }
    for (place, &(column, _)) in shown.columns.iter().enumerate() {
        if let Some(of_table) = table.column_mut(place) {
            of_table.set_padding((GAP as u16, 0));
            if columns[column].align == Align::Right {
                of_table.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    let text = table.trim_fmt();
    let mut lines = text.lines();
    let mut out: Vec<String> =
        lines.next().map(|head| style::painted(style::COLUMN_HEAD, head)).into_iter().collect();
    let first = shown.columns.first().map_or(0, |(_, wide)| wide + GAP);
    for (line, row) in lines.zip(rows) {
        out.push(coloured(line, first));
        // The rows of a tree are indented in their first column.
        let indent = shown
            .columns
            .first()
            .map_or(0, |&(column, _)| row[column].len() - row[column].trim_start_matches(' ').len());
        for text in shown.below.iter().map(|&column| &row[column]).filter(|text| !text.is_empty()) {
            out.extend(wrapped(text, width, BELOW + indent));
        }
    }
    out
}

/// Returns a table without lines that is as wide as its texts.
fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}

/// Returns a line whose first characters have the colour of a change.
fn coloured(line: &str, first: usize) -> String {
    let end = line.char_indices().nth(first).map_or(line.len(), |(at, _)| at);
    let (cell, rest) = line.split_at(end);
    style::change(cell) + rest
}

/// Wraps text into lines of at most `width` characters, each indented by `indent` spaces. Words stay whole if possible.
pub(crate) fn wrapped(text: &str, width: Option<usize>, indent: usize) -> Vec<String> {
    labelled(&[(String::new(), text.to_owned())], width, indent)
}

/// Wraps text like [`wrapped`], with all lines after the first indented by two more spaces.
pub(crate) fn hanging(text: &str, width: Option<usize>, indent: usize) -> Vec<String> {
    let mut lines = wrapped(text, width, indent + GAP);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..GAP, "");
    }
    lines
}

/// Lays out labels with texts next to them. The texts wrap in a column of their own.
pub(crate) fn labelled(rows: &[(String, String)], width: Option<usize>, indent: usize) -> Vec<String> {
    let mut table = plain_table();
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    let has_labels = rows.iter().any(|(label, _)| !label.is_empty());
    for (label, text) in rows {
        if has_labels {
            table.add_row([label, text]);
        } else {
            table.add_row([text]);
        }
    }
    let indents = if has_labels { [indent, GAP] } else { [indent, 0] };
    for (place, before) in indents.into_iter().enumerate() {
        if let Some(column) = table.column_mut(place) {
            column.set_padding((before as u16, 0));
        }
    }
    table.trim_fmt().lines().map(str::to_owned).collect()
}

/// Returns text of at most `most` characters. A longer one loses its middle, because names differ at their ends.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    // The end says more, since the name comes after its folders.
    let head = kept / 3;
    let start = taken(text.chars(), head);
    let end: Vec<char> = taken(text.chars().rev(), kept - head).chars().rev().collect();
    start + "…" + &end.into_iter().collect::<String>()
}

/// Returns a path of at most `most` characters. A longer one loses its beginning, because the file name says most.
pub(crate) fn without_folders(path: &str, most: usize) -> String {
    if path.width() <= most {
        return path.to_owned();
    }
    let end: Vec<char> = taken(path.chars().rev(), most.saturating_sub(1)).chars().rev().collect();
    format!("…{}", end.into_iter().collect::<String>())
}

/// Returns the first characters that fit a width.
fn taken(text: impl Iterator<Item = char>, most: usize) -> String {
    let mut room = most;
    let fits = |c: &char| {
        let wide = c.width().unwrap_or(0);
        let fits = wide <= room;
        room = room.saturating_sub(wide);
        fits
    };
    text.take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [Column; 5] = [
        Column::number("change"),
        Column::number("calls").ranked(1),
        Column::words("reason"),
        Column::name("function"),
        Column::file("file").ranked(2),
    ];

    fn rows() -> Vec<Vec<String>> {
        let row = |cells: [&str; 5]| cells.map(str::to_owned).to_vec();
        vec![
            row(["+1.00 ms", "1,000", "more calls", "load_everything_from_the_disk", "src/loader/disk.rs"]),
            row(["−1 µs", "1", "", "ä", "src/a.rs"]),
        ]
    }

    fn plain(width: Option<usize>) -> (Vec<String>, Vec<&'static str>) {
        let FittedTable { lines, left_out } = table(&COLUMNS, &rows(), width);
        (lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect(), left_out)
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let (lines, left_out) = plain(None);
        let expected = [
            "    change  calls  reason      function                       file",
            "  +1.00 ms  1,000  more calls  load_everything_from_the_disk  src/loader/disk.rs",
            "     −1 µs      1              ä                              src/a.rs",
        ];
        assert_eq!((lines, left_out), (expected.map(str::to_owned).to_vec(), vec![]));
    }

    #[test]
    fn names_shrink_then_words_move_then_columns_go() {
        let (lines, left_out) = plain(Some(74));
        assert_eq!(lines[1], "  +1.00 ms  1,000  more calls  load_ev…g_from_the_disk  src/loader/disk.rs");
        assert!(lines.iter().all(|line| line.width() <= 74) && left_out.is_empty());
        let (lines, left_out) = plain(Some(62));
        assert_eq!(lines[2], "      more calls");
        assert!(lines.iter().all(|line| line.width() <= 62) && left_out.is_empty(), "{lines:?}");
        let (lines, left_out) = plain(Some(40));
        assert_eq!(left_out, ["file"]);
        assert!(lines.iter().all(|line| line.width() <= 40), "{lines:?}");
        assert_eq!(plain(Some(34)).1, ["calls", "file"]);
    }

    #[test]
    fn numbers_stay_whole_where_nothing_fits() {
        assert!(plain(Some(10)).0[1].starts_with("  +1.00 ms  load_"));
    }

    #[test]
    fn changes_have_the_colour_of_their_direction() {
        let lines = table(&COLUMNS, &rows(), None).lines;
        assert!(lines[1].starts_with(&style::LONGER.to_string()), "{:?}", lines[1]);
        assert!(lines[2].starts_with(&style::SHORTER.to_string()), "{:?}", lines[2]);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened("abcdefghijk", 10), "abc…fghijk");
        assert_eq!(shortened("äöüßäöü", 4), "ä…öü");
        assert_eq!(shortened("abc", 1), "…");
        assert_eq!(shortened("漢字漢字", 5), "…字");
        assert_eq!(without_folders("src/a/load.rs", 8), "…load.rs");
        assert_eq!(without_folders("load.rs", 8), "load.rs");
    }

    #[test]
    fn paragraphs_wrap_between_words() {
        let text = "one two three four";
        assert_eq!(wrapped(text, None, 2), ["  one two three four"]);
        assert_eq!(wrapped(text, Some(12), 2), ["  one two", "  three four"]);
        assert_eq!(hanging(text, Some(14), 2), ["  one two", "    three four"]);
        let rows = [("Lanes".to_owned(), text.to_owned()), ("Noise".to_owned(), "none".to_owned())];
        assert_eq!(labelled(&rows, Some(18), 0), ["Lanes  one two", "       three four", "Noise  none"]);
    }
}
