//! Reads events line by line.

use super::line::EventLine;
use crate::atrace::{Mark, Marks};
use crate::chrome_json::lanes::Lanes;
use crate::decimal::Decimal;
use crate::error::thousands;
use crate::lines::{Line, Lines};
use crate::markup::is_markup;
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
    /// Lines that are not empty and no comments.
    lines: u64,
    /// Number of events that the kernel's header states, and the byte of the file at which it does.
    stated: Option<StatedEvents>,
}

#[derive(Debug, Clone, Copy)]
struct StatedEvents {
    count: u64,
    offset: u64,
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
            self.is_page = is_markup(text);
        }
        if let Some(count) = stated_events(text) {
            let known = self.stated.get_or_insert(StatedEvents { count: 0, offset: line.offset });
            known.count = known.count.saturating_add(count);
        }
        if text.is_empty() || text.starts_with(b"#") {
            return;
        }
        if line.is_open && !self.is_page {
            // A line without its end may lack part of a name.
            self.is_cut = true;
            return;
        }
        self.lines += 1;
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
        self.report_missing(sink);
    }

    /// Reports that the file has fewer events than its header states. One event may take several lines, so the file may
    /// have more lines. A page has lines of other kinds, too, so its events cannot be counted this way.
    fn report_missing(&self, sink: &mut dyn Sink) {
        let Some(StatedEvents { count, offset }) = self.stated.filter(|_| !self.is_page) else { return };
        let missing = count.saturating_sub(self.lines);
        if missing == 0 {
            return;
        }
        let is_much = missing.saturating_mul(100) > count;
        let kind = if is_much { OddityKind::MuchMissing } else { OddityKind::SumDiffers };
        let example = format!("the file has {} of {}", thousands(self.lines), thousands(count));
        sink.odd(kind, "number of events (`entries-in-buffer`)", offset, &example);
    }
}

/// Reads the number of events from a line of the kernel's header: `# entries-in-buffer/entries-written: 25/40   #P:4`.
fn stated_events(line: &[u8]) -> Option<u64> {
    let numbers = line.strip_prefix(b"# entries-in-buffer/entries-written: ")?;
    let digits = numbers.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&numbers[..digits]).ok()?.parse().ok()
}
