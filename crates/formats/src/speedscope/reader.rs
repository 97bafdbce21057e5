//! Reads a speedscope file.

use super::document::{Contents, Place};
use crate::json::Stream;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Speedscope {
    stream: Stream<Place>,
    contents: Contents,
}

impl Reader for Speedscope {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.stream.feed(bytes, Place::Root, &mut self.contents, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.stream.finish(Place::Root, &mut self.contents, sink);
        self.contents.finish(sink);
        if outcome.is_ok() && !self.contents.has_profiles {
            let found = "It is JSON of speedscope’s schema without the array `profiles`";
            return Err(ReadError::new(ReadErrorKind::NotATrace, 0, found));
        }
        outcome
    }

    fn calls(&self) -> u64 {
        self.contents.begins()
    }

    fn held_bytes(&self) -> u64 {
        self.stream.held_bytes() + self.contents.held_bytes()
    }

    fn lost_bytes(&self) -> u64 {
        self.stream.lost_bytes()
    }
}
