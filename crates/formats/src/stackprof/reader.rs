//! Reads a profile.

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
    /// Number of samples, once the file has ended.
    samples: u64,
}

impl Reader for Profile {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.stream.feed(bytes, Place::Root, &mut self.contents, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.stream.finish(Place::Root, &mut self.contents, sink);
        let contents = std::mem::take(&mut self.contents);
        self.samples = contents.samples();
        if outcome.is_ok() && !contents.has_raw {
            return Err(ReadError::new(
                ReadErrorKind::NotATrace,
                0,
                "It is a profile of stackprof that only has sums. Record it with `raw: true`, which keeps stacks",
            ));
        }
        write(&contents, sink);
        outcome
    }

    fn calls(&self) -> u64 {
        self.samples.max(self.contents.samples())
    }

    fn held_bytes(&self) -> u64 {
        self.stream.held_bytes() + self.contents.held_bytes()
    }
}
