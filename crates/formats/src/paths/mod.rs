//! A list of paths: the files that a program consists of, including those that never run.
//!
//! The list has one path per line, as `git ls-files` and `find -type f` print them, or `path<TAB>bytes`. It may also be
//! the output of `git ls-files -s` or of `git ls-tree -r`, with or without `-l`. [`line`] parses a line. [`tree`] turns
//! paths into elements, files within folders. Such a file holds no call; it accompanies a trace.

mod line;
mod reader;
mod sniff;
mod tree;

use crate::format::{ContentKind, Format};

/// Registry entry of the format.
pub(crate) const FORMAT: Format = Format {
    id: "paths",
    name: "List of paths",
    extensions: &["paths", "files", "lst"],
    description: "The files of a program, to go with its trace: one path per line, as `git ls-files` or `git ls-tree -r -l` print them.",
    content: ContentKind::Text,
    calls_are: "traces, which a list of paths accompanies",
    sniff: sniff::sniff,
    open: || Box::<reader::Paths>::default(),
    sums: false,
    recall: None,
};
