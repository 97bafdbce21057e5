//! Reads events line by line.

use super::line::EventLine;
use crate::atrace::{Mark, Marks};
use crate::chrome_json::lanes::Lanes;
use crate::decimal::Decimal;
use crate::lines::{Line, Lines};
use crate::quote::quote;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Ftrace {
    lines: Lines,
    events: Events,
}

#[derive(Debug, Default)]
struct Events {
    marks: Marks,
    /// Name of each thread.
    threads: FxHashMap<i64, String>,
    /// Threads in the order of their first event, each with the processes that its marks name.
    named: Vec<(i64, i64)>,
    /// Set for a page, in which most lines are no events.
    is_page: bool,
    has_line: bool,
    is_cut: bool,
}

impl Reader for Ftrace {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let events = &mut self.events;
        self.lines.feed(bytes, &mut |line| events.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let events = &mut self.events;
        self.lines.finish(&mut |line| events.take(line, sink));
        events.write(sink);
        if !events.is_cut {
            return Ok(());
        }
        let end = self.lines.offset();
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a line"))
    }

    fn calls(&self) -> u64 {
        self.events.marks.calls()
    }

    fn held_bytes(&self) -> u64 {
        let threads = (self.events.threads.len() + self.events.named.len()) as u64 * 96;
        self.lines.held_bytes() + self.events.marks.held_bytes() + threads
    }
}

impl Events {
    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", line.offset, "");
        }
        let text = line.text.trim_ascii();
        if !std::mem::replace(&mut self.has_line, true) {
            self.is_page = text.starts_with(b"<");
        }
        if text.is_empty() || text.starts_with(b"#") {
            return;
        }
        if line.is_open && !self.is_page {
            // A line without its end may lack part of a name.
            self.is_cut = true;
            return;
        }
        let Some(event) = EventLine::of(text) else {
            if !self.is_page {
                sink.odd(OddityKind::SkippedEvent, "line that is no event", line.offset, &quote(text));
            }
            return;
        };
        self.event(&event, line.offset, sink);
    }

    fn event(&mut self, event: &EventLine<'_>, offset: u64, sink: &mut dyn Sink) {
        let known = self.threads.entry(event.thread).or_default();
        if known.as_bytes() != event.task && event.task != b"<...>" {
            *known = String::from_utf8_lossy(event.task).into_owned();
        }
        let Some(text) = event.mark() else {
            let name = String::from_utf8_lossy(event.name);
            return sink.odd(OddityKind::SkippedEvent, "event that is no slice", offset, &name);
        };
        let Some(mark) = Mark::parse(text) else {
            return sink.odd(
                OddityKind::SkippedEvent,
                "text written to the trace marker",
                offset,
                &quote(text),
            );
        };
        let Ok(at) = Decimal::scaled(event.time, 9) else {
            return sink.odd(OddityKind::TimeOutOfRange, "event", offset, "");
        };
        if let Mark::Begin { process, .. } = mark
            && self.named.last() != Some(&(process, event.thread))
        {
            self.named.push((process, event.thread));
        }
        if let Some(process) = event.process {
            self.marks.of_process(event.thread, process);
        }
        self.marks.push(mark, event.thread, at.round(), offset, sink);
    }

    /// Writes all calls, and names processes and threads.
    fn write(&mut self, sink: &mut dyn Sink) {
        let mut lanes = Lanes::default();
        self.named.sort_unstable();
        self.named.dedup();
        for (process, thread) in &self.named {
            let Some(name) = self.threads.get(thread).filter(|name| !name.is_empty()) else { continue };
            let [process_id, thread_id] = [process, thread].map(i64::to_string);
            lanes.thread(process_id.as_bytes(), thread_id.as_bytes()).name = Some(name.clone());
            if let Some(of_process) = self.threads.get(process).filter(|name| !name.is_empty()) {
                lanes.process(process_id.as_bytes()).name = Some(of_process.clone());
            }
        }
        self.marks.write(&mut lanes, sink);
        lanes.finish(sink);
        self.marks.place(&lanes, sink);
    }
}
