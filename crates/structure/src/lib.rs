//! The software's own structure, as a file states it: also of what never ran.
//!
//! [`Structure`] is a tree of elements (folders, files; packages, classes), each with a name, a kind and a size, in the
//! order of the file. [`Coverage`] says which of its files functions of a trace lie in: paths of the two are matched by
//! their ends, since a list is of a checkout and a trace of where that was installed. Of packages and classes without files
//! it says so by the names of functions, taken apart by [`name_parts`].
//!
//! What this crate does not do: parse anything, know the screen.

mod coverage;
mod ends;
mod qualified;
mod tree;

pub use coverage::{Coverage, coverage, coverage_of_files, coverage_of_names, parts_of_function};
pub use qualified::name_parts;
pub use tree::{Structure, is_kind_of_files};
