//! Texts in columns.

/// Which side of its column a text stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows of as many texts as there are columns, each column as wide as its widest text; two spaces between columns
/// and before the first. Columns without any text but their head are left out.
pub(super) fn table(heads: &[(&str, Align)], rows: &[Vec<String>]) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let columns: Vec<(usize, Align, usize)> = heads
        .iter()
        .enumerate()
        .filter(|&(column, _)| rows.iter().any(|row| !row[column].is_empty()))
        .map(|(column, &(head, align))| {
            let widest = rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
            (column, align, widest.max(width(head)))
        })
        .collect();
    let heads: Vec<String> = heads.iter().map(|(head, _)| (*head).to_owned()).collect();
    let line = |row: &Vec<String>| {
        let texts = columns.iter().map(|&(column, align, wide)| match align {
            Align::Left => format!("  {:<wide$}", row[column]),
            Align::Right => format!("  {:>wide$}", row[column]),
        });
        texts.collect::<String>().trim_end().to_owned()
    };
    std::iter::once(&heads).chain(rows).map(line).collect()
}

/// A text of at most so many characters: of a longer one its middle is left out, for names differ at their ends.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    // The end says more: the name behind its folders.
    let (head, tail) = (kept / 3, kept - kept / 3);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_text() {
        let rows = [
            vec!["1".to_owned(), String::new(), "äb".to_owned()],
            vec!["100".to_owned(), String::new(), "c".to_owned()],
        ];
        let heads = [("n", Align::Right), ("none", Align::Left), ("name", Align::Left)];
        assert_eq!(table(&heads, &rows), ["    n  name", "    1  äb", "  100  c"]);
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(shortened("abcdefghij", 10), "abcdefghij");
        assert_eq!(shortened("abcdefghijk", 10), "abc…fghijk");
        assert_eq!(shortened("äöüßäöü", 4), "ä…öü");
        assert_eq!(shortened("abc", 1), "…");
    }
}
