//! Reads the output of `perf script` line by line.

use super::line::{Frame, Heading};
use super::write::{Events, SampleHeading};
use crate::describe::quote;
use crate::lines::{Line, Lines};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct PerfScript {
    lines: Lines,
    samples: Samples,
}

#[derive(Debug, Default)]
struct Samples {
    events: Events,
    /// The sample being read.
    open: Option<SampleHeading>,
    /// Its frames, the innermost first.
    frames: Vec<u32>,
}

impl Reader for PerfScript {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let samples = &mut self.samples;
        self.lines.feed(bytes, &mut |line| samples.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let samples = &mut self.samples;
        let mut is_cut = false;
        self.lines.finish(&mut |line| {
            is_cut = true;
            samples.take(line, sink);
        });
        is_cut |= samples.open.is_some();
        samples.events.write(sink);
        if !is_cut {
            return Ok(());
        }
        let found = "It is cut off inside a sample: the empty line after the sample is missing";
        Err(ReadError::new(ReadErrorKind::Truncated, self.lines.offset(), found))
    }

    fn calls(&self) -> u64 {
        self.samples.events.samples()
    }

    fn held_bytes(&self) -> u64 {
        self.lines.held_bytes() + self.samples.events.held_bytes()
    }
}

impl Samples {
    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", line.offset, "");
        }
        let text = line.text;
        if line.is_open {
            // A line without its end may say anything, and cannot be trusted even if it is blank.
            return;
        }
        if text.trim_ascii().is_empty() {
            return self.end(sink);
        }
        if text.starts_with(b"#") {
            return;
        }
        if text[0].is_ascii_whitespace() {
            let Frame { has_address, symbol, module } = Frame::of(text);
            // Without an address and a module, it is a source position such as `file.c:12`.
            if self.open.is_some() && (has_address || !module.is_empty() || !is_place(symbol)) {
                self.frames.push(self.events.frame(symbol, module, line.offset, sink));
            }
            return;
        }
        self.end(sink);
        let Some(heading) = Heading::of(text) else {
            return sink.odd(
                OddityKind::SkippedEvent,
                "line that is not a sample",
                line.offset,
                &quote(text),
            );
        };
        self.open = self.events.heading(&heading, line.offset, sink);
        if let Some(frame) = heading.frame {
            let Frame { symbol, module, .. } = Frame::of(frame);
            self.frames.push(self.events.frame(symbol, module, line.offset, sink));
            self.end(sink);
        }
    }

    /// Ends the sample being read.
    fn end(&mut self, sink: &mut dyn Sink) {
        if let Some(taken) = self.open.take() {
            self.events.sample(&taken, self.frames.iter().rev().copied(), sink);
        }
        self.frames.clear();
    }
}

/// Returns whether text has the form `file.c:12`, which `-F +srcline` prints after a frame.
fn is_place(text: &[u8]) -> bool {
    let line = memchr::memrchr(b':', text).map(|colon| &text[colon + 1..]);
    line.is_some_and(|line| !line.is_empty() && line.iter().all(u8::is_ascii_digit))
}
