//! The paths of a list of files, rewritten by the identity rules of a pair. Folders with a version in their name then
//! become one element on both sides.

use super::read_rules::read_rules;
use super::{Analysis, JobInput, ReadContext, Reads};
use diptych_compare::identity::{Rules, file_of};
use diptych_store::{Columns, StoreError};

/// The analysis that rewrites paths.
#[derive(Debug)]
pub(crate) enum ListPaths {}

/// Paths to rewrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Paths of each side, one a line; empty if the side has no list.
    pub(crate) paths: [String; 2],
}

impl Analysis for ListPaths {
    const NAME: &'static str = "list-paths";
    const TITLE: &'static str = "";
    const READS: Reads = Reads::Nothing;
    const STORED: bool = false;
    const INTERACTIVE: bool = false;
    type Query = ListQuery;
    /// Rewritten paths, in the form of the query.
    type Value = [String; 2];
    fn put_query(query: &ListQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        for (name, paths) in SIDES.into_iter().zip(&query.paths) {
            columns.put_text(name, paths.as_str());
        }
    }

    /// Rewrites the paths. O(paths · rules · length).
    fn compute(query: &Columns<'_>, _: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let (_, rules) = read_rules(query.text("rules")?, &Rules::NONE).map_err(|_| StoreError::Damaged)?;
        let mut columns = Columns::default();
        for name in SIDES {
            let paths = query.text(name)?.lines().map(|path| file_of(&rules, path));
            columns.put_text(name, paths.collect::<Vec<String>>().join("\n"));
        }
        Ok(columns.to_bytes())
    }

    fn read(_: &Columns<'_>, bytes: &[u8], _: ReadContext<'_>) -> Result<Option<[String; 2]>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let [a, b] = SIDES;
        Ok(Some([columns.text(a)?.to_owned(), columns.text(b)?.to_owned()]))
    }
}

const SIDES: [&str; 2] = ["paths.a", "paths.b"];
