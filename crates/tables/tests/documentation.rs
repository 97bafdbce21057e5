//! The page of tables must match the schema. `DIPTYCH_BLESS=1 cargo test` writes its tables again.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/parquet.md");
const START: &str = "<!-- tables: generated from the schema, do not edit -->\n";
const END: &str = "<!-- end of tables -->\n";

#[test]
fn page_lists_every_table_and_column() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(START).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{START}{}{END}{after}", diptych_tables::documentation());
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::write(PAGE, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(PAGE).unwrap();
    assert!(
        found == wanted,
        "docs/parquet.md is out of date: run DIPTYCH_BLESS=1 cargo test -p diptych-tables"
    );
}

#[test]
fn columns_are_plain_names_without_case() {
    let names: BTreeSet<&str> = diptych_tables::column_names().into_iter().collect();
    assert!(names.len() > 60);
    let is_plain = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    assert!(names.iter().all(is_plain), "{names:?}");
}
