//! Reads the output of `perf script` line by line.

use super::frame::Frame;
use super::heading::Heading;
use super::write::{Events, SampleHeading};
use crate::lines::{Line, Lines};
use crate::quote::quote;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};
use rustc_hash::FxHashSet;

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
    /// Frames that ended a sample before.
    outermost: FxHashSet<u32>,
    /// Command of the line before, if it may be the heading of the frames that follow. Its byte, too.
    command: Option<(Vec<u8>, u64)>,
    /// Set below a heading whose frames are left out.
    is_passing: bool,
    is_cut: bool,
}

impl Reader for PerfScript {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let samples = &mut self.samples;
        self.lines.feed(bytes, &mut |line| samples.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let samples = &mut self.samples;
        self.lines.finish(&mut |line| samples.take(line, sink));
        samples.end_file(sink);
        samples.events.write(self.lines.offset(), sink)?;
        if !samples.is_cut {
            return Ok(());
        }
        let found = "It is cut off inside a sample: no other sample of the file ends with the last frame";
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
        if text.trim_ascii().is_empty() {
            // A last line without its end could still become one with frames.
            if !line.is_open {
                self.end(sink);
            }
            return;
        }
        if text.starts_with(b"#") {
            return;
        }
        let is_whole = !line.is_open || Frame::is_whole(text) || Heading::is_whole(text);
        if text[0].is_ascii_whitespace() && (self.is_below_heading(text) || Heading::of(text).is_none()) {
            return self.frame(text, is_whole, line.offset, sink);
        }
        if !is_whole {
            self.is_cut = true;
            return self.end(sink);
        }
        self.heading(text, line.offset, sink);
    }

    /// Returns whether an indented line is a frame of the open sample, even if it could be a heading: it begins with an
    /// address and has no time.
    fn is_below_heading(&self, text: &[u8]) -> bool {
        let has_time = Heading::of(text).is_some_and(|heading| heading.time.is_some());
        self.open.is_some() && !has_time && Frame::is_certain(text)
    }

    fn heading(&mut self, text: &[u8], offset: u64, sink: &mut dyn Sink) {
        self.end(sink);
        let Some(heading) = Heading::of(text) else {
            if Heading::of_command(text).is_some() {
                self.command = Some((text.to_vec(), offset));
                return;
            }
            return not_a_sample(text, offset, sink);
        };
        if heading.is_record {
            let example = quote(text);
            self.is_passing = true;
            return sink.odd(OddityKind::SkippedEvent, "record that is not a sample", offset, &example);
        }
        self.open = self.events.heading(&heading, offset, sink);
        self.is_passing = self.open.is_none();
        if let Some(Frame { symbol, module, .. }) = heading.frame {
            self.frames.push(self.events.frame(symbol, module, offset, sink));
            self.end(sink);
        }
    }

    fn frame(&mut self, text: &[u8], is_whole: bool, offset: u64, sink: &mut dyn Sink) {
        let frame = Frame::of(text);
        if self.open.is_none() && !self.is_passing && Frame::is_certain(text) {
            // Options may leave out all parts of the heading but the command, or even that.
            let command = self.command.take();
            let heading =
                command.as_ref().and_then(|(text, _)| Heading::of_command(text)).unwrap_or_default();
            let offset = command.as_ref().map_or(offset, |(_, offset)| *offset);
            self.open = self.events.heading(&heading, offset, sink);
        }
        self.give_up_command(sink);
        if self.open.is_none() || frame.is_detail() {
            return;
        }
        let number = self.events.frame(frame.symbol, frame.module, offset, sink);
        if is_whole || self.outermost.contains(&number) {
            self.frames.push(number);
        } else {
            self.is_cut = true;
        }
    }

    /// Ends the sample being read.
    fn end(&mut self, sink: &mut dyn Sink) {
        self.give_up_command(sink);
        if let Some(taken) = self.open.take() {
            self.outermost.extend(self.frames.last());
            self.events.sample(&taken, self.frames.iter().rev().copied(), sink);
        }
        self.frames.clear();
        self.is_passing = false;
    }

    /// Ends the file. Nothing says whether the last sample is whole, unless an empty line follows. It is if it ends as
    /// another one does, or if it is the first.
    fn end_file(&mut self, sink: &mut dyn Sink) {
        let is_first = self.events.samples() == 0 && !self.frames.is_empty();
        let is_known = self.frames.last().is_some_and(|last| self.outermost.contains(last));
        if self.open.is_some() && !is_first && !is_known {
            self.is_cut = true;
            self.open = None;
        }
        self.end(sink);
    }

    /// Reports a line that looked like a command but has no frames below it.
    fn give_up_command(&mut self, sink: &mut dyn Sink) {
        if let Some((text, offset)) = self.command.take() {
            not_a_sample(&text, offset, sink);
        }
    }
}

fn not_a_sample(text: &[u8], offset: u64, sink: &mut dyn Sink) {
    sink.odd(OddityKind::SkippedEvent, "line that is not a sample", offset, &quote(text));
}
