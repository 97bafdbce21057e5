//! What a format implements.

use crate::{Format, ReadError};
use diptych_trace::Sink;

/// Reads one file of one format, fed in pieces.
///
/// A piece may end anywhere, inside a token too; the result is the same for every way of cutting the file.
/// A reader holds at most the event that a piece has cut and its tables. A file that holds several traces gives
/// them one after the other, each begun by [`Sink::begin_trace`].
pub trait Reader {
    /// Takes the next bytes. After an error only [`Reader::finish`] may be called.
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError>;

    /// The file is over, or is not read any further because of an error. Everything held back (names of
    /// lanes that come late) goes to the sink before an error is returned. Called once.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError>;

    /// Calls given to the sink so far, begins included, and those that are to be made of what is held, as far as that is
    /// known. It never falls.
    fn calls(&self) -> u64;

    /// Bytes that its tables hold (names looked up, lanes), about: what grows with the file, beside the sink.
    fn held_bytes(&self) -> u64;

    /// Of an archive, whose traces may be of several formats: that of each, in file order. Nothing where all are of the
    /// reader's own.
    fn formats(&self) -> Vec<&'static Format> {
        Vec::new()
    }
}
