//! Reads all three formats of spans.

use super::document::{Contents, SpanPlace};
use super::write::write;
use crate::json::Stream;
use crate::{ReadError, Reader};
use diptych_trace::Sink;

/// Reader of one file.
#[derive(Debug)]
pub(super) struct Spans {
    stream: Stream<SpanPlace>,
    contents: Contents,
    /// Number of calls, once the file has ended.
    calls: u64,
}

impl Default for Spans {
    fn default() -> Self {
        Self { stream: Stream::of_documents(), contents: Contents::default(), calls: 0 }
    }
}

impl Reader for Spans {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.stream.feed(bytes, SpanPlace::Item, &mut self.contents, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome = self.stream.finish(SpanPlace::Item, &mut self.contents, sink);
        let Contents { mut table, odd, .. } = std::mem::take(&mut self.contents);
        table.merge_traces();
        self.calls = table.spans.len() as u64;
        odd.write_of_file(sink);
        write(&table, sink);
        outcome
    }

    fn calls(&self) -> u64 {
        self.calls.max(self.contents.table.spans.len() as u64)
    }

    fn held_bytes(&self) -> u64 {
        self.stream.held_bytes() + self.contents.held_bytes()
    }

    fn lost_bytes(&self) -> u64 {
        self.stream.lost_bytes()
    }
}
