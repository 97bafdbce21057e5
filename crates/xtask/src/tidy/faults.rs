//! Checks that the tests in the tables of faults and promises exist. So a renamed test cannot leave a claim without proof.

use super::sources::Sources;

/// Page with the tables.
const PAGE: &str = "docs/robustness.md";

/// Text between the file of a test and its title.
const SEPARATOR: &str = " › ";

/// Returns every test that the table names and that does not exist.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let Some(page) = sources.text(PAGE) else { return vec![format!("{PAGE}: missing")] };
    let names: Vec<(&str, &str)> = page.lines().filter_map(test_of).collect();
    if names.is_empty() {
        return vec![format!("{PAGE}: names no test")];
    }
    let missing = names.into_iter().filter(|(file, title)| {
        let test = if file.ends_with(".rs") { format!("fn {title}(") } else { format!("test(\"{title}\"") };
        !sources.text(file).is_some_and(|text| text.contains(&test))
    });
    missing.map(|(file, title)| format!("{PAGE}: {file} has no test \"{title}\"")).collect()
}

/// Returns the file and the title in the last cell of a row.
fn test_of(line: &str) -> Option<(&str, &str)> {
    let cell = line.strip_prefix('|')?.strip_suffix('|')?.rsplit('|').next()?.trim();
    cell.strip_prefix('`')?.strip_suffix('`')?.split_once(SEPARATOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(row: &str) -> Vec<String> {
        let test = "test(\"a file that is cut\", async () => {});";
        check(&Sources::of(&[(PAGE, row), ("tests/cut.spec.ts", test)]))
    }

    #[test]
    fn named_tests_must_exist() {
        assert!(
            violations("| cut | shown up to there | `tests/cut.spec.ts › a file that is cut` |").is_empty()
        );
        for (file, title) in [("tests/cut.spec.ts", "a file"), ("tests/none.spec.ts", "a file that is cut")] {
            let row = format!("| cut | shown up to there | `{file} › {title}` |");
            assert_eq!(violations(&row), [format!("{PAGE}: {file} has no test \"{title}\"")]);
        }
    }

    #[test]
    fn tests_in_rust_are_named_by_their_functions() {
        let test = "#[test]\nfn cut_file_is_shown() {}";
        let of = |row: &str| check(&Sources::of(&[(PAGE, row), ("crates/cut/tests/cut.rs", test)]));
        assert!(of("| cut | shown | `crates/cut/tests/cut.rs › cut_file_is_shown` |").is_empty());
        let missing = of("| cut | shown | `crates/cut/tests/cut.rs › cut_file` |");
        assert_eq!(missing, [format!("{PAGE}: crates/cut/tests/cut.rs has no test \"cut_file\"")]);
    }

    #[test]
    fn table_without_tests_is_noticed() {
        assert_eq!(violations("| cut | shown up to there | none |"), [format!("{PAGE}: names no test")]);
    }
}
