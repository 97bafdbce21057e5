//! Words of the command line for choices of the ranking: what options take, and what is printed and stored. Other
//! choices have the words of the protocol.

use diptych_compare::ranking::{By, Normalisation};

/// Each value of a choice with its word.
pub(crate) type Table<T> = &'static [(&'static str, T)];

/// What a row is.
pub(crate) const BY: Table<By> = &[("function", By::Function), ("path", By::Path)];
/// What is compared.
pub(crate) const NORMALISATIONS: Table<Normalisation> = &[
    ("absolute", Normalisation::Absolute),
    ("per-total", Normalisation::PerTotal),
    ("per-call", Normalisation::PerCall),
];

/// The word for a value of a table.
pub(crate) fn word<T: PartialEq>(table: Table<T>, value: &T) -> &'static str {
    table.iter().find(|(_, entry)| entry == value).map_or("", |(word, _)| word)
}

/// The value that a word of a table stands for.
pub(crate) fn value<T: Copy>(table: Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(entry, _)| *entry == word).map(|&(_, value)| value)
}
