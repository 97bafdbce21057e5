//! Marks that Android's programs write to the kernel's trace marker: begins and ends of slices, instants and counters, as
//! one line of text each. Perfetto's traces hold them, and the text of ftrace.

use crate::chrome_json::ids::ByKey;
use crate::chrome_json::lanes::Lanes;
use crate::chrome_json::owners::Owners;
use crate::place;
use diptych_trace::{
    CounterId, CounterSample, CounterSpec, FunctionId, FunctionSpec, InstantSpec, Sink, StrandId, push_tight,
};
use rustc_hash::FxHashMap;
use std::str::FromStr;

/// A parsed mark. Texts are as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Mark<'a> {
    /// `B|PROCESS|NAME`: a call of the thread begins.
    Begin { process: i64, name: &'a [u8] },
    /// `E|PROCESS` or `E`: the innermost call of the thread ends.
    End { process: Option<i64> },
    /// `S|PROCESS|NAME|COOKIE`, or `G|PROCESS|TRACK|NAME|COOKIE`: an async call begins.
    BeginAsync { process: i64, track: &'a [u8], name: &'a [u8], cookie: i64 },
    /// `F|PROCESS|NAME|COOKIE`, or `H|PROCESS|TRACK|COOKIE`: it ends.
    EndAsync { process: i64, track: &'a [u8], cookie: i64 },
    /// `C|PROCESS|NAME|VALUE`: a counter of the process has a value from here on.
    Counter { process: i64, name: &'a [u8], value: f64 },
    /// `I|PROCESS|NAME`: an instant of the thread.
    Instant { process: i64, name: &'a [u8] },
    /// `N|PROCESS|TRACK|NAME`: an instant of the process.
    TrackInstant { process: i64, name: &'a [u8] },
}

impl<'a> Mark<'a> {
    /// Parses the text of a mark. `None` if it is none.
    pub(crate) fn parse(text: &'a [u8]) -> Option<Self> {
        let text = text.trim_ascii_end();
        let (&kind, rest) = text.split_first()?;
        if kind == b'E' && rest.is_empty() {
            return Some(Self::End { process: None });
        }
        let rest = rest.strip_prefix(b"|")?;
        let (process, rest) = cut(rest);
        let process = number(process);
        Some(match kind {
            b'B' => Self::Begin { process: process?, name: rest? },
            b'E' => Self::End { process },
            b'S' | b'F' => {
                let (name, cookie) = cut_last(rest?)?;
                match kind {
                    b'S' => Self::BeginAsync { process: process?, track: name, name, cookie },
                    _ => Self::EndAsync { process: process?, track: name, cookie },
                }
            }
            b'G' => {
                let (both, cookie) = cut_last(rest?)?;
                let (track, name) = cut(both);
                Self::BeginAsync { process: process?, track, name: name.unwrap_or(track), cookie }
            }
            b'H' => {
                let (both, cookie) = cut_last(rest?)?;
                Self::EndAsync { process: process?, track: cut(both).0, cookie }
            }
            b'C' => {
                let (name, value) = cut_last(rest?)?;
                Self::Counter { process: process?, name, value }
            }
            b'I' => Self::Instant { process: process?, name: rest? },
            b'N' => {
                let (track, name) = cut(rest?);
                Self::TrackInstant { process: process?, name: name.unwrap_or(track) }
            }
            _ => return None,
        })
    }
}

/// Splits at the first bar.
fn cut(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memchr(b'|', text) {
        Some(bar) => (&text[..bar], Some(&text[bar + 1..])),
        None => (text, None),
    }
}

/// Splits a number off behind the last bar.
fn cut_last<T: FromStr>(text: &[u8]) -> Option<(&[u8], T)> {
    let bar = memchr::memrchr(b'|', text)?;
    Some((&text[..bar], number(&text[bar + 1..])?))
}

fn number<T: FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

/// Marks of a file, held until all are known, 24 bytes each.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    rows: Vec<Row>,
    /// Processes and threads, by number.
    threads: Vec<(i64, i64)>,
    thread_numbers: FxHashMap<(i64, i64), u32>,
    /// Async slices by process, track and cookie, and the process of each by number.
    slices: FxHashMap<(i64, Box<[u8]>, i64), u32>,
    processes: Vec<i64>,
    /// Process that each thread named last.
    process_of: FxHashMap<i64, i64>,
    owners: Owners,
    /// Counters by process and name.
    counters: ByKey<CounterId>,
    calls: u64,
}

/// A begin, or an end if it has no function.
#[derive(Debug, Clone, Copy)]
struct Row {
    at: i64,
    source: u64,
    /// Number of a thread, or of an async slice with [`ASYNC`] added.
    target: u32,
    function: FunctionId,
}

/// Marks the numbers of async slices.
const ASYNC: u32 = 1 << 31;

impl Marks {
    /// Returns the number of calls that begin.
    pub(crate) fn calls(&self) -> u64 {
        self.calls
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        let rows = (self.rows.capacity() * size_of::<Row>()) as u64;
        let counters = self.owners.held_bytes() + self.counters.held_bytes();
        rows + counters + (self.slices.len() + self.threads.len()) as u64 * 96
    }

    /// Takes the process of a thread, for ends that name none.
    pub(crate) fn of_process(&mut self, thread: i64, process: i64) {
        self.process_of.entry(thread).or_insert(process);
    }

    /// Takes a mark that a thread wrote at an instant.
    pub(crate) fn push(&mut self, mark: Mark<'_>, thread: i64, at: i64, source: u64, sink: &mut dyn Sink) {
        let (target, function) = match mark {
            Mark::Begin { process, name } => {
                self.process_of.insert(thread, process);
                (self.thread(process, thread), function(name, sink))
            }
            Mark::End { process } => {
                let process = process.or_else(|| self.process_of.get(&thread).copied()).unwrap_or(thread);
                (self.thread(process, thread), FunctionId::NONE)
            }
            Mark::BeginAsync { process, track, name, cookie } => {
                (self.slice(process, track, cookie), function(name, sink))
            }
            Mark::EndAsync { process, track, cookie } => {
                (self.slice(process, track, cookie), FunctionId::NONE)
            }
            Mark::Instant { process, name } => {
                let owner = self.owners.thread(text_of(process).as_bytes(), text_of(thread).as_bytes(), sink);
                return sink.instant(owner, InstantSpec { at, name: &String::from_utf8_lossy(name) });
            }
            Mark::TrackInstant { process, name } => {
                let owner = self.owners.process(text_of(process).as_bytes(), sink);
                return sink.instant(owner, InstantSpec { at, name: &String::from_utf8_lossy(name) });
            }
            Mark::Counter { process, name, value } => {
                let counter = self.counter(process, name, sink);
                return sink.sample(counter, CounterSample { at, value, source });
            }
        };
        self.calls += u64::from(function != FunctionId::NONE);
        push_tight(&mut self.rows, Row { at, source, target, function });
    }

    fn counter(&mut self, process: i64, name: &[u8], sink: &mut dyn Sink) -> CounterId {
        let (owners, process) = (&mut self.owners, text_of(process));
        self.counters.get_or_insert_with(&[process.as_bytes(), name], || {
            let owner = owners.process(process.as_bytes(), sink);
            let name = String::from_utf8_lossy(name);
            sink.counter(owner, CounterSpec { name: &name, series: "", unit: "" })
        })
    }

    fn thread(&mut self, process: i64, thread: i64) -> u32 {
        let threads = &mut self.threads;
        *self.thread_numbers.entry((process, thread)).or_insert_with(|| {
            threads.push((process, thread));
            threads.len() as u32 - 1
        })
    }

    fn slice(&mut self, process: i64, track: &[u8], cookie: i64) -> u32 {
        let processes = &mut self.processes;
        ASYNC
            | *self.slices.entry((process, track.into(), cookie)).or_insert_with(|| {
                processes.push(process);
                processes.len() as u32 - 1
            })
    }

    /// Places instants and counters on their lanes. Every lane must exist.
    pub(crate) fn place(&self, lanes: &Lanes, sink: &mut dyn Sink) {
        self.owners.finish(lanes, sink);
    }

    /// Writes all slices in the order of time. Of marks at one instant, the first in the file comes first.
    pub(crate) fn write(&mut self, lanes: &mut Lanes, sink: &mut dyn Sink) {
        let mut rows = std::mem::take(&mut self.rows);
        // Sorting takes half as much memory again, and most files are in order.
        if !rows.is_sorted_by_key(|row| row.at) {
            rows.sort_by_key(|row| row.at);
        }
        let mut strands: Vec<Option<StrandId>> = vec![None; self.processes.len()];
        for Row { at, source, target, function } in rows {
            let is_begin = function != FunctionId::NONE;
            if target & ASYNC == 0 {
                let Some(&(process, thread)) = self.threads.get(target as usize) else { continue };
                let [process, thread] = [process, thread].map(|id| id.to_string());
                let lane = lanes.lane(process.as_bytes(), thread.as_bytes(), sink);
                if is_begin {
                    sink.enter(lane, function, at, source);
                } else {
                    sink.leave(lane, None, at, source);
                }
                continue;
            }
            let slice = (target & !ASYNC) as usize;
            let strand = *strands[slice].get_or_insert_with(|| {
                let process = self.processes[slice].to_string();
                let lane = lanes.process_lane(process.as_bytes(), sink);
                sink.strand(lane, "")
            });
            if is_begin {
                sink.enter_strand(strand, function, at, source);
            } else {
                sink.leave_strand(strand, None, at, source);
            }
        }
    }
}

/// Returns an id as the tables of lanes have it.
fn text_of(id: i64) -> String {
    id.to_string()
}

/// Returns the function of a slice. Its name is whole: bars in it are part of it.
fn function(name: &[u8], sink: &mut dyn Sink) -> FunctionId {
    let name = String::from_utf8_lossy(name);
    let placed = place::split(&name);
    sink.function(FunctionSpec { name: placed.name, file: placed.file, line: placed.line, category: "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_of_every_kind_are_parsed() {
        for (text, expected) in [
            ("B|100|doFrame\n", Some(Mark::Begin { process: 100, name: b"doFrame" })),
            ("B|100|a|b", Some(Mark::Begin { process: 100, name: b"a|b" })),
            ("E|100\n", Some(Mark::End { process: Some(100) })),
            ("E", Some(Mark::End { process: None })),
            ("S|1|load|7", Some(Mark::BeginAsync { process: 1, track: b"load", name: b"load", cookie: 7 })),
            ("F|1|load|7", Some(Mark::EndAsync { process: 1, track: b"load", cookie: 7 })),
            (
                "G|1|track|name|-7",
                Some(Mark::BeginAsync { process: 1, track: b"track", name: b"name", cookie: -7 }),
            ),
            ("H|1|track|-7", Some(Mark::EndAsync { process: 1, track: b"track", cookie: -7 })),
            ("C|1|bytes|12", Some(Mark::Counter { process: 1, name: b"bytes", value: 12.0 })),
            ("C|1|a|b|-0.5\n", Some(Mark::Counter { process: 1, name: b"a|b", value: -0.5 })),
            ("C|1|bytes|x", None),
            ("I|1|a|b", Some(Mark::Instant { process: 1, name: b"a|b" })),
            ("N|1|track|name", Some(Mark::TrackInstant { process: 1, name: b"name" })),
            ("B|x|name", None),
            ("trace_event_clock_sync: parent_ts=1.5", None),
            ("", None),
        ] {
            assert_eq!(Mark::parse(text.as_bytes()), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_parsed(text in "[BESFGHCINx|0-9 ]{0,20}") {
            let _ = Mark::parse(text.as_bytes());
        }
    }
}
