//! Finds the columns of a call tree in its heading line.

use super::amount::{Scale, scale};

/// Positions of the columns that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    /// Weight of a path with all paths inside it.
    pub(super) total: Column,
    /// Weight of a path alone.
    pub(super) own: Option<Column>,
    pub(super) symbol: usize,
    /// Source file of the symbol.
    pub(super) path: Option<usize>,
    /// Number of columns, with those that are not read.
    pub(super) count: usize,
}

/// Column of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) index: usize,
    /// Unit of numbers without one, from a heading such as `Self (ms)`.
    pub(super) scale: Option<Scale>,
}

/// Names of the column of weights, in all versions of Instruments that were seen.
const TOTALS: [&str; 3] = ["Weight", "Running Time", "Bytes Used"];
const SYMBOLS: [&str; 2] = ["Symbol Name", "Symbol Names"];

impl Columns {
    /// Reads a heading line. `None` if it has no weights or no symbols.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?.trim_end_matches('\r');
        let names: Vec<&str> = line.split('\t').map(str::trim).collect();
        let position = |is: &dyn Fn(&str) -> bool| names.iter().position(|name| is(name));
        let column = |is: &dyn Fn(&str) -> bool| {
            let index = position(is)?;
            Some(Column { index, scale: unit_behind(names[index]).and_then(scale) })
        };
        Some(Self {
            total: column(&|name| TOTALS.contains(&without_unit(name)))?,
            own: column(&|name| matches!(without_unit(name), "Self" | "Self Weight")),
            symbol: position(&|name| SYMBOLS.contains(&name))?,
            path: position(&|name| name == "Source Path"),
            count: names.len(),
        })
    }

    /// Returns the index of the cell that holds a row's symbol. Tabs may precede it, because headings of some copies
    /// lack the column of icons, and editors turn spaces into tabs. `None` if the row has no symbol.
    pub(super) fn symbol_cell(&self, cells: &[&[u8]]) -> Option<usize> {
        // Behind the symbol, only what exceeds the heading is known to be moved by tabs.
        let is_last = self.symbol + 1 == self.count;
        let most = if is_last { cells.len() } else { cells.len().saturating_sub(self.count) };
        let from = cells.get(self.symbol..)?;
        let tabs = from.iter().take(most.saturating_add(1)).position(|cell| !cell.trim_ascii().is_empty())?;
        Some(self.symbol + tabs)
    }
}

/// Returns the name of a column without the unit in parentheses behind it.
fn without_unit(name: &str) -> &str {
    name.split_once(" (").map_or(name, |(before, _)| before)
}

/// Returns the unit in parentheses behind the name of a column.
fn unit_behind(name: &str) -> Option<&str> {
    name.split_once(" (")?.1.strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::super::amount::Quantity;
    use super::*;

    #[test]
    fn headings_of_all_versions_are_read() {
        let column = |index| Column { index, scale: None };
        let millis = Scale { quantity: Quantity::Time, units: 1_000_000 };
        for (line, total, own, symbol, path, count) in [
            (
                "Running Time\tSelf (ms)\t\tSymbol Name",
                0,
                Some(Column { index: 1, scale: Some(millis) }),
                3,
                None,
                4,
            ),
            ("Weight\tSelf Weight\t\tSymbol Name\r", 0, Some(column(1)), 3, None, 4),
            ("Weight\tSelf Weight\tSymbol Names", 0, Some(column(1)), 2, None, 3),
            ("Bytes Used\tCount\t\tSymbol Name", 0, None, 3, None, 4),
            ("Weight\tSymbol Name\tSource Path", 0, None, 1, Some(2), 3),
        ] {
            let found = Columns::of(line.as_bytes()).unwrap();
            assert_eq!(found, Columns { total: column(total), own, symbol, path, count }, "{line}");
        }
        for line in ["Weight\tName", "Symbol Name\tLibrary", "Weight,Symbol Name", ""] {
            assert_eq!(Columns::of(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn tabs_may_precede_a_symbol() {
        let cell = |heading: &str, row: &str| {
            let cells: Vec<&[u8]> = row.as_bytes().split(|&byte| byte == b'\t').collect();
            Columns::of(heading.as_bytes()).unwrap().symbol_cell(&cells)
        };
        let last = "Weight\tSelf Weight\tSymbol Name";
        for (row, expected) in [
            ("1 s\t1 s\tmain", Some(2)),
            ("1 s\t1 s\t \tmain", Some(3)),
            ("1 s\t1 s\t\t\t f", Some(4)),
            ("1 s\t1 s\t \t", None),
            ("1 s\t1 s", None),
            ("1 s", None),
        ] {
            assert_eq!(cell(last, row), expected, "{row:?}");
        }
        let with_path = "Weight\tSymbol Name\tSource Path";
        for (row, expected) in [
            ("1 s\tmain\ta.c", Some(1)),
            ("1 s\t\ta.c", None),
            ("1 s\t\tmain\ta.c", Some(2)),
            ("1 s\t\t\ta.c", None),
        ] {
            assert_eq!(cell(with_path, row), expected, "{row:?}");
        }
    }
}
