//! JSON as traces have it: tokens borrowed from a buffer that may end anywhere.
//!
//! Own code and not a JSON library, for four reasons met in real files. A token cut by the end of the buffer
//! is told apart from a wrong one exactly ([`Stop`]), where libraries report both as errors. Text that is no
//! valid JSON string (lone surrogates, controls, invalid UTF-8) and numbers that are none (`-nan(ind)`) cost
//! one field, not the file. Values that nobody wants may be nested to any depth, and may be longer than
//! memory ([`Skipper`] goes on from buffer to buffer). And a number stays text until it is read as an exact
//! decimal. The tests hold it against `serde_json`.
//!
//! [`Stream`] goes through a document whose shape a format knows, value by value. A value that is wanted after all is taken apart by [`walk`], and put in words by [`record`](record()).

mod lexer;
mod pretty;
mod record;
#[cfg(test)]
mod record_tests;
mod skipper;
mod stream;
#[cfg(test)]
mod stream_tests;
#[cfg(test)]
mod tests;
mod text;
mod walk;

pub(crate) use lexer::{Lexer, Prefix, Stop, Value, has_member};
pub(crate) use record::record;
pub(crate) use skipper::Skipper;
pub(crate) use stream::{Document, Stream};
pub(crate) use text::decode;
