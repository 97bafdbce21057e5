//! Reads both kinds of profiles.

use super::document::{Contents, Place};
use super::write::write;
use crate::json::Stream;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Profile {
    stream: Stream<Place>,
    contents: Contents,
    /// Number of calls, once the file has ended.
    calls: u64,
    bytes: u64,
}

impl Reader for Profile {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes += bytes.len() as u64;
        self.stream.feed(bytes, Place::Root, &mut self.contents, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.stream.finish(Place::Root, &mut self.contents, sink);
        let contents = std::mem::take(&mut self.contents);
        let is_whole = outcome.is_ok();
        self.calls = contents.calls(is_whole);
        if outcome.is_ok() && !contents.has_nodes {
            return Err(ReadError::new(
                ReadErrorKind::NotATrace,
                0,
                "It is JSON of V8’s profiler without any node",
            ));
        }
        write(contents, is_whole, self.bytes, sink)?;
        outcome
    }

    fn calls(&self) -> u64 {
        self.calls.max(self.contents.calls(false))
    }

    fn held_bytes(&self) -> u64 {
        self.stream.held_bytes() + self.contents.held_bytes()
    }

    fn lost_bytes(&self) -> u64 {
        self.stream.lost_bytes()
    }
}
