//! Reads a Firefox profile.

use super::document::{Contents, Place};
use super::write::write;
use crate::json::Stream;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Firefox {
    stream: Stream<Place>,
    contents: Contents,
    calls: u64,
    bytes: u64,
}

impl Reader for Firefox {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes += bytes.len() as u64;
        self.stream.feed(bytes, Place::Profile, &mut self.contents, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.stream.finish(Place::Profile, &mut self.contents, sink);
        let contents = std::mem::take(&mut self.contents);
        self.calls = contents.samples;
        if outcome.is_ok() && !contents.has_threads {
            let found = "It is JSON of Firefox’s profiler without the array `threads`";
            return Err(ReadError::new(ReadErrorKind::NotATrace, 0, found));
        }
        write(&contents, self.bytes, sink)?;
        outcome.map_err(|error| {
            if error.kind != ReadErrorKind::Truncated || self.calls > 0 {
                return error;
            }
            let found =
                "It is cut off before the end of its first thread, and the names of a thread come last";
            ReadError::new(ReadErrorKind::Truncated, error.offset, found)
        })
    }

    fn calls(&self) -> u64 {
        self.calls.max(self.contents.samples)
    }

    fn held_bytes(&self) -> u64 {
        self.stream.held_bytes() + self.contents.held_bytes()
    }
}
