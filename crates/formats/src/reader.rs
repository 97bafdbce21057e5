//! The trait that every format implements.

use crate::{Format, Naming, ReadError};
use diptych_trace::Sink;

/// Reader of one file of one format, in pieces.
///
/// A piece may end anywhere, even inside a token; the result is the same however the file is cut. A reader holds at
/// most its tables and the event cut by the end of a piece. A file with several traces gives them one after the other,
/// each begun by [`Sink::begin_trace`].
pub trait Reader {
    /// Sets the rules for names with arguments. Called before the first byte. Formats whose calls have no arguments
    /// ignore them.
    fn name_by(&mut self, _naming: &Naming) {}

    /// Takes the next bytes. After an error, only [`Reader::finish`] may be called.
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError>;

    /// Ends the file, or the reading of it after an error. Writes everything held back, such as late names of lanes, to
    /// the sink before it returns an error. Called once.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError>;

    /// Returns the number of calls so far: those given to the sink, begins included, and those that held data will
    /// become, as far as known. It never falls.
    fn calls(&self) -> u64;

    /// Returns the number of bytes in the reader's tables (names, lanes), estimated. It covers all memory, apart from
    /// the sink's, that grows with the file.
    fn held_bytes(&self) -> u64;

    /// Returns the number of bytes that were left out because they break the format's grammar, while reading went on
    /// after them. Readers of lines report each such line and return 0.
    fn lost_bytes(&self) -> u64 {
        0
    }

    /// Returns true if the reader has all it needs and more bytes follow, which may be missing or damaged.
    fn needs_no_more(&self) -> bool {
        false
    }

    /// Returns the format of each trace of an archive, in file order. Empty if all traces have the reader's own format.
    fn formats(&self) -> Vec<&'static Format> {
        Vec::new()
    }
}
