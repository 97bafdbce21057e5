//! Checks that the tests in the tables of faults and promises exist. So a renamed test cannot leave a claim without proof.

use super::sources::Sources;
use crate::files;

/// Pages with the tables.
const PAGES: [&str; 2] = ["docs/robustness.md", "docs/promises.md"];

/// Head of the last column of these tables.
const COLUMN: &str = "test";

/// Text between the file of a test and its title.
const SEPARATOR: &str = " › ";

/// Returns every test that the tables name and that does not exist, and every row without a test.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    PAGES.into_iter().flat_map(|page| check_page(page, sources)).collect()
}

fn check_page(page: &str, sources: &Sources) -> Vec<String> {
    let Some(text) = sources.text(page) else { return vec![format!("{page}: missing")] };
    let rows = rows_of(text);
    if rows.is_empty() {
        return vec![format!("{page}: names no test")];
    }
    let violation = |row: &str| {
        let Some((file, title)) = test_of(row) else {
            return Some(format!("{page}: no test in the row {row}"));
        };
        let is_there = sources.text(file).is_some_and(|text| has_test(file, title, text));
        (!is_there).then(|| format!("{page}: {file} has no test \"{title}\""))
    };
    rows.into_iter().filter_map(violation).collect()
}

/// Returns the rows of all tables whose last column has the tests.
fn rows_of(page: &str) -> Vec<&str> {
    let mut rows = Vec::new();
    let mut is_of_tests = false;
    let mut is_in_table = false;
    for line in page.lines() {
        let is_row = line.starts_with('|');
        if is_row && !is_in_table {
            is_of_tests = last_cell(line) == Some(COLUMN);
        } else if is_row && is_of_tests && !line.starts_with("| ---") {
            rows.push(line);
        }
        is_in_table = is_row;
    }
    rows
}

/// Returns whether a file has a test. Titles with placeholders stand between backticks.
fn has_test(file: &str, title: &str, text: &str) -> bool {
    if files::extension(file) == "rs" {
        return text.contains(&format!("fn {title}("));
    }
    ['"', '`'].iter().any(|quote| text.contains(&format!("test({quote}{title}{quote}")))
}

/// Returns the file and the title in the last cell of a row.
fn test_of(row: &str) -> Option<(&str, &str)> {
    last_cell(row)?.strip_prefix('`')?.strip_suffix('`')?.split_once(SEPARATOR)
}

fn last_cell(row: &str) -> Option<&str> {
    Some(row.strip_prefix('|')?.strip_suffix('|')?.rsplit('|').next()?.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "| fault | outcome | test |\n| --- | --- | --- |\n";
    const KNOWN: &str = "| cut | shown up to there | `tests/cut.spec.ts › a file that is cut` |";

    /// Checks a first page with this row, and a second one without mistakes.
    fn violations(row: &str) -> Vec<String> {
        let test = "test(\"a file that is cut\", async () => {});\ntest(`a side ${what}`, async () => {});";
        let function = "#[test]\nfn cut_file_is_shown() {}";
        let [first, second] = [row, KNOWN].map(|row| format!("{HEAD}{row}\n"));
        check(&Sources::of(&[
            (PAGES[0], first.as_str()),
            (PAGES[1], second.as_str()),
            ("tests/cut.spec.ts", test),
            ("crates/cut/tests/cut.rs", function),
        ]))
    }

    #[test]
    fn named_tests_must_exist() {
        assert!(violations(KNOWN).is_empty());
        for (file, title) in [
            ("tests/cut.spec.ts", "a file"),
            ("tests/none.spec.ts", "a file that is cut"),
            ("tests/cut.spec.ts", "a side ${that}"),
        ] {
            let row = format!("| cut | shown up to there | `{file} › {title}` |");
            assert_eq!(violations(&row), [format!("{}: {file} has no test \"{title}\"", PAGES[0])]);
        }
    }

    #[test]
    fn titles_with_placeholders_are_named_as_they_are_written() {
        assert!(violations("| cut | shown | `tests/cut.spec.ts › a side ${what}` |").is_empty());
    }

    #[test]
    fn tests_in_rust_are_named_by_their_functions() {
        assert!(violations("| cut | shown | `crates/cut/tests/cut.rs › cut_file_is_shown` |").is_empty());
        let missing = violations("| cut | shown | `crates/cut/tests/cut.rs › cut_file` |");
        assert_eq!(missing, [format!("{}: crates/cut/tests/cut.rs has no test \"cut_file\"", PAGES[0])]);
    }

    #[test]
    fn every_row_has_a_test() {
        let row = "| cut | shown up to there | none |";
        assert_eq!(violations(row), [format!("{}: no test in the row {row}", PAGES[0])]);
    }

    #[test]
    fn every_page_is_checked() {
        let pages = [(PAGES[0], "| question | command |\n| --- | --- |\n| pass? | `npm test` |")];
        let [first, second] = PAGES;
        assert_eq!(
            check(&Sources::of(&pages)),
            [format!("{first}: names no test"), format!("{second}: missing")]
        );
    }
}
