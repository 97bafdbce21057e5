//! The words for choices of the ranking and of structures. Options accept them; output and stored comparisons use them.
//! Other choices have the words of the protocol.

use diptych_compare::ranking::{Normalisation, RowUnit};
use diptych_structure::{Kind, Source};

/// The words and values of a choice.
pub(crate) type Table<T> = &'static [(&'static str, T)];

/// Kinds of rows.
pub(crate) const BY: Table<RowUnit> = &[("function", RowUnit::Function), ("path", RowUnit::Path)];
/// Normalisations.
pub(crate) const NORMALISATIONS: Table<Normalisation> = &[
    ("absolute", Normalisation::Absolute),
    ("per-total", Normalisation::PerTotal),
    ("per-call", Normalisation::PerCall),
];

/// Levels of a structure.
pub(crate) const STRUCTURE_LEVELS: Table<Kind> = &[
    ("package", Kind::Package),
    ("module", Kind::Module),
    ("class", Kind::Class),
    ("function", Kind::Function),
];
/// Sources of the elements of functions.
pub(crate) const STRUCTURE_SOURCES: Table<Source> = &[
    ("files", Source::FilesAndNames),
    ("names", Source::Names),
    ("categories", Source::Categories),
    ("list", Source::Listed),
];

/// Returns the word for a value.
pub(crate) fn word<T: PartialEq>(table: Table<T>, value: &T) -> &'static str {
    table.iter().find(|(_, entry)| entry == value).map_or("", |(word, _)| word)
}

/// Returns the value for a word.
pub(crate) fn value<T: Copy>(table: Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(entry, _)| *entry == word).map(|&(_, value)| value)
}
