//! JSON as traces contain it: tokens borrowed from a buffer that may end anywhere.
//!
//! This is own code instead of a JSON library, for four reasons met in real files. A token cut by the end of the buffer
//! is distinguished exactly from a wrong one ([`LexError`]); libraries report both as errors. Invalid strings (lone
//! surrogates, controls, invalid UTF-8) and invalid numbers (`-nan(ind)`) cost one field, not the file. Values that are
//! skipped may be nested to any depth, and may be longer than memory ([`Skipper`] continues from buffer to buffer). And
//! a number stays text until it is read as an exact decimal. The tests compare it with `serde_json`.
//!
//! [`Stream`] reads a document whose shape a format knows, value by value. Behind a record that breaks the syntax, it
//! goes on at the next record of the list, where the format allows it ([`Recovery`]). [`walk`] splits a single value of any shape
//! into tokens, and [`record`](record()) turns a record into readable fields. [`outline`] searches the beginning of a
//! document for what names its format.

mod broken;
mod lexer;
pub(crate) mod outline;
mod pretty;
mod record;
#[cfg(test)]
mod record_tests;
mod recovery;
mod skipper;
mod stream;
#[cfg(test)]
mod stream_tests;
#[cfg(test)]
mod tests;
mod text;
mod walk;

pub(crate) use broken::BrokenPart;
pub(crate) use lexer::{LexError, Lexer, Prefix, Value};
pub(crate) use record::record;
pub(crate) use recovery::{Next, Recovery};
pub(crate) use skipper::Skipper;
pub(crate) use stream::{Document, Members, Stream};
pub(crate) use text::{decode, text};
