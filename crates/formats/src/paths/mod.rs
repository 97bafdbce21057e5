//! A list of paths: what a program is made of, also what of it never runs.
//!
//! A path a line, as `git ls-files` and `find -type f` print them; with a size, as `path<TAB>bytes`; or what `git ls-tree -r`
//! prints, with `-l` or without, and `git ls-files -s`. [`line`] takes a line apart, [`tree`] makes elements of paths: files in
//! their folders. Such a file holds no call: it stands beside a trace.

mod line;
mod reader;
mod sniff;
mod tree;

use crate::registry::{ContentKind, Format};

/// The row of the registry.
pub(crate) const FORMAT: Format = Format {
    id: "paths",
    name: "List of paths",
    extensions: &["paths", "files", "lst"],
    description: "The files of a program, to go with its trace: one path per line, as `git ls-files` or `git ls-tree -r -l` print them.",
    content: ContentKind::Text,
    calls_are: "in a trace: a list of paths stands beside one",
    sniff: sniff::sniff,
    open: || Box::<reader::Paths>::default(),
    sums: false,
    recall: None,
};
