//! `crates/README.md` has one row a crate, and no row for a crate that is gone.

use std::collections::BTreeSet;

use super::sources::Sources;

const README: &str = "crates/README.md";

/// Crates without a row, and rows without a crate.
pub(crate) fn check(sources: &Sources) -> Vec<String> {
    let Some(readme) = sources.text(README) else {
        return vec![format!("{README}: missing")];
    };
    let crates: BTreeSet<&str> = sources.manifests().map(|(folder, _)| folder).collect();
    let rows: BTreeSet<&str> = readme.lines().filter_map(row_name).collect();
    let missing = crates.difference(&rows).map(|name| format!("{README}: no row for {name}"));
    let gone = rows.difference(&crates).map(|name| format!("{README}: a row for {name}, which is no crate"));
    missing.chain(gone).collect()
}

/// The crate that a table row starting with ``| `crates/NAME` `` is about; the name may be a link.
fn row_name(line: &str) -> Option<&str> {
    let cell = line.strip_prefix('|')?.split('|').next()?.trim();
    let (name, _) = cell.trim_start_matches('[').strip_prefix("`crates/")?.split_once('`')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(readme: &str) -> Vec<String> {
        check(&Sources::of(&[
            ("crates/README.md", readme),
            ("crates/scene/Cargo.toml", ""),
            ("crates/cli/Cargo.toml", ""),
        ]))
    }

    #[test]
    fn one_row_a_crate() {
        assert!(
            violations(
                "| crate | x |\n|---|---|\n| `crates/scene` | x |\n| [`crates/cli`](cli) | x |\n| `-p` | y |"
            )
            .is_empty()
        );
    }

    #[test]
    fn a_missing_and_a_stale_row_are_caught() {
        let found = violations("| `crates/scene` | x |\n| `crates/views` | x |");
        assert_eq!(
            found,
            ["crates/README.md: no row for cli", "crates/README.md: a row for views, which is no crate",]
        );
        assert_eq!(check(&Sources::of(&[])), ["crates/README.md: missing"]);
    }
}
