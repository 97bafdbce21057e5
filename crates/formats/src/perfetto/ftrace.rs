//! Reads events of the kernel: slices that programs write to its trace marker (Android's *atrace*), and names of
//! processes and threads, also those that the scheduler writes ([`super::thread_names`]).
//!
//! A bundle holds the events of one processor. A thread moves between processors, so its events come in the order of
//! time only once all bundles are known. They are held, 24 bytes each, and written at the end.

use super::clocks::{BOOT, Clocks};
use super::descriptors::{self, Description};
use super::numbers::{self, sched};
use super::outcome::Outcome;
use super::text::text;
use super::thread_names::ThreadNames;
use super::tracks::Tracks;
use crate::atrace::{Mark, Marks};
use crate::protobuf::{Content, fields};
use diptych_trace::{OddityKind, Sink};

/// Events of all bundles.
#[derive(Debug, Default)]
pub(super) struct Ftrace {
    marks: Marks,
    names: ThreadNames,
}

/// Clocks of a bundle that is not in the boot clock, and the same instant in that one.
#[derive(Debug, Clone, Copy, Default)]
struct OtherClock {
    is_other: bool,
    own: i64,
    boot: i64,
}

impl Ftrace {
    /// Returns the number of calls that the held events become.
    pub(super) fn calls(&self) -> u64 {
        self.marks.calls()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.marks.held_bytes() + self.names.held_bytes()
    }

    /// Takes a bundle of events. Reports it as skipped if no event of it is a slice.
    pub(super) fn bundle(
        &mut self,
        message: &[u8],
        sequence: u32,
        clocks: &mut Clocks,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let broken = (OddityKind::BadEvent, "bundle of ftrace events that is not a valid message");
        let mut clock = OtherClock::default();
        for field in fields(message) {
            match field.map_err(|_| broken)? {
                (5, Content::Number(number)) => clock.is_other = number > 0,
                (6, Content::Number(time)) => clock.own = time as i64,
                (7, Content::Number(time)) => clock.boot = time as i64,
                (4, Content::Bytes(columns)) => self.names.columns(columns).ok_or(broken)?,
                _ => {}
            }
        }
        let mut has_mark = false;
        for field in fields(message) {
            let (2, Content::Bytes(event)) = field.map_err(|_| broken)? else { continue };
            let broken = (OddityKind::BadEvent, "ftrace event that is not a valid message");
            let Written { time, thread, text: print, scheduled } = Written::of(event).ok_or(broken)?;
            if let Some((kind, message)) = scheduled {
                self.names.event(kind, message, time).ok_or(broken)?;
            }
            let Some(print) = print else { continue };
            has_mark = true;
            let Some(mark) = Mark::parse(print) else {
                let example = text(print, offset, sink);
                sink.odd(OddityKind::SkippedEvent, "text written to the trace marker", offset, &example);
                continue;
            };
            let time = if clock.is_other && clock.own > 0 {
                time.saturating_add_signed(clock.boot.saturating_sub(clock.own))
            } else {
                time
            };
            let at = clocks.time(sequence, BOOT, time)?;
            self.marks.push(mark, thread, at, offset, sink);
        }
        if has_mark {
            Ok(())
        } else {
            Err((OddityKind::SkippedEvent, numbers::describe(numbers::packet::FTRACE)))
        }
    }

    /// Takes the tree of processes and threads.
    pub(super) fn process_tree(
        message: &[u8],
        tracks: &mut Tracks,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let broken = (OddityKind::BadEvent, "tree of processes that is not a valid message");
        for field in fields(message) {
            match field.map_err(|_| broken)? {
                (1, Content::Bytes(process)) => {
                    let process = process_of(process, offset, sink).ok_or(broken)?;
                    descriptors::name_process(&process, tracks);
                }
                (2, Content::Bytes(thread)) => {
                    let thread = thread_of(thread, offset, sink).ok_or(broken)?;
                    descriptors::name_thread(&thread, tracks);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Places instants and counters on their lanes. Every lane must exist.
    pub(super) fn place(&self, tracks: &Tracks, sink: &mut dyn Sink) {
        self.marks.place(&tracks.lanes, sink);
    }

    /// Ends the file: names the threads that have no name, and writes the events in the order of time.
    pub(super) fn finish(&mut self, tracks: &mut Tracks, sink: &mut dyn Sink) {
        tracks.lanes.name_threads(self.names.texts());
        self.marks.write(&mut tracks.lanes, sink);
    }
}

/// An event, with the text that it wrote to the trace marker or with what the scheduler did. Other events have neither.
#[derive(Debug, Clone, Copy, Default)]
struct Written<'a> {
    time: u64,
    thread: i64,
    text: Option<&'a [u8]>,
    /// Kind and message of an event of the scheduler.
    scheduled: Option<(u32, &'a [u8])>,
}

impl<'a> Written<'a> {
    /// Parses an event. `None` if it is not a valid message.
    fn of(event: &'a [u8]) -> Option<Self> {
        let mut written = Self::default();
        for field in fields(event) {
            match field.ok()? {
                (1, Content::Number(number)) => written.time = number,
                (2, Content::Number(number)) => written.thread = i64::from(number as i32),
                (3, Content::Bytes(message)) => {
                    for field in fields(message) {
                        if let (2, Content::Bytes(text)) = field.ok()? {
                            written.text = Some(text);
                        }
                    }
                }
                (
                    kind @ (sched::SWITCH | sched::WAKEUP | sched::WAKING | sched::WAKEUP_NEW),
                    Content::Bytes(message),
                ) => written.scheduled = Some((kind, message)),
                _ => {}
            }
        }
        Some(written)
    }
}

fn process_of(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<Description> {
    let (mut process, mut command) = (0, String::new());
    for field in fields(message) {
        match field.ok()? {
            (1, Content::Number(number)) => process = i64::from(number as i32),
            (3, Content::Bytes(part)) if command.is_empty() => command = text(part, offset, sink),
            _ => {}
        }
    }
    Some(Description::of_program(process, &command))
}

fn thread_of(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<Description> {
    let (mut process, mut thread, mut name) = (0, 0, String::new());
    for field in fields(message) {
        match field.ok()? {
            (1, Content::Number(number)) => thread = i64::from(number as i32),
            (2, Content::Bytes(own)) => name = text(own, offset, sink),
            (3, Content::Number(number)) => process = i64::from(number as i32),
            _ => {}
        }
    }
    Some(Description::of_thread(process, thread, name))
}
