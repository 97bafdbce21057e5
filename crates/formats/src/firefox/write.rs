//! Writes lanes and calls of a Firefox profile.

use super::counters;
use super::document::Contents;
use super::lanes::Processes;
use super::stacks::{Merged, stack_of, stack_rows};
use super::tables::{Process, Thread, at};
use super::weights::{Weighted, extents};
use crate::ReadError;
use crate::decimal::Decimal;
use crate::samples::{Measure, Sampled, Stacks, Tick, write_spans, write_ticks};
use diptych_trace::{CallSpec, FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// All times are in milliseconds.
pub(super) const MILLIS: Measure = Measure::time(6);

/// Writes every thread that was read completely. `bytes` is the size of the file.
pub(super) fn write(contents: &Contents, bytes: u64, sink: &mut dyn Sink) -> Result<(), ReadError> {
    // Profiles of other processes may precede the threads of their parent in the file.
    let mut threads: Vec<&Thread> = contents.threads.iter().collect();
    threads.sort_by_key(|thread| thread.process);
    let allocating = || threads.iter().copied().filter(|thread| thread.has_bytes());
    let is_timed = |thread: &&Thread| !thread.has_bytes() || !thread.tables.marker_name.is_empty();
    let has_times = threads.iter().any(is_timed) || !contents.counters.is_empty();
    let has_bytes = allocating().next().is_some();
    if has_times || !has_bytes {
        if has_bytes {
            sink.begin_trace("time");
        }
        write_times(contents, &threads, bytes, sink)?;
    } else {
        for thread in &threads {
            thread.odd.write(sink);
        }
    }
    if has_bytes {
        if has_times {
            sink.begin_trace("bytes");
        }
        super::bytes::write(contents, allocating(), sink);
    }
    Ok(())
}

/// Writes all that has times.
fn write_times(
    contents: &Contents,
    threads: &[&Thread],
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    if let Some(thread) = contents.cut_thread() {
        sink.odd(OddityKind::BadEvent, "thread that is cut off", thread.offset, &thread.name);
    }
    let (mut lanes, mut processes) = (Vec::new(), Processes::default());
    let mut stacks = Stacks::default();
    for &thread in threads {
        thread.odd.write(sink);
        let origin = origin(contents, thread.process);
        let tables = Merged { own: &thread.tables, shared: &contents.shared };
        let samples = samples(thread, &tables, contents, origin, &mut stacks, sink);
        if samples.ticks.is_empty() && thread.tables.marker_name.is_empty() {
            continue;
        }
        let (parent, lane) = processes.lane(thread, sink);
        write_markers(thread, &tables, parent, lane, origin, sink);
        lanes.push((lane, samples));
    }
    counters::write(contents, &processes.lanes, sink);
    let interval = contents.processes.first().and_then(|process| MILLIS.read(&process.interval).ok());
    let interval = interval.map(Decimal::round);
    if lanes.iter().all(|(_, samples)| samples.is_plain()) {
        let mut lanes: Vec<_> = lanes.into_iter().map(|(lane, samples)| (lane, samples.ticks)).collect();
        return write_ticks(&stacks, &mut lanes, interval, bytes, sink);
    }
    let (lanes, interval) = extents(lanes, interval, sink);
    let sums = write_spans(&stacks, &lanes, bytes, sink)?;
    Sampled { interval, sums }.state(sink);
    Ok(())
}

/// Returns the start of a process against that of the first one.
pub(super) fn origin(contents: &Contents, process: usize) -> Origin {
    let own = contents.processes.get(process).map_or(Origin(0), start);
    own.minus(contents.processes.first().map_or(0, |first| start(first).0))
}

/// Nanoseconds by which a process started after the first one. Zero if either start is unknown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin(pub(super) i64);

impl Origin {
    fn minus(self, first: i64) -> Self {
        Self(if self.0 == 0 || first == 0 { 0 } else { self.0.saturating_sub(first) })
    }
}

/// Returns the start of a process in nanoseconds since 1970; 0 if unknown.
fn start(process: &Process) -> Origin {
    Origin(MILLIS.read(&process.start_time).map_or(0, Decimal::round))
}

/// Returns the samples of a thread that have times, and adds their stacks of functions to `stacks`.
fn samples(
    thread: &Thread,
    tables: &Merged<'_>,
    contents: &Contents,
    origin: Origin,
    stacks: &mut Stacks,
    sink: &mut dyn Sink,
) -> Weighted {
    let samples = &thread.tables;
    if thread.has_bytes() {
        return Weighted::default();
    }
    let mut found = Weighted::new(samples.weight_kind, samples.sample_stack.len());
    let of_rows = stack_rows(tables, contents, thread, stacks, sink);
    let mut before = Decimal::ZERO;
    for (index, (&row, &source)) in samples.sample_stack.iter().zip(&samples.sample_offset).enumerate() {
        let time = MILLIS.read(samples.sample_time.text(index));
        let time = time.and_then(|time| if samples.has_deltas { before.plus(time) } else { Ok(time) });
        let Ok(time) = time else {
            sink.odd(OddityKind::BadEvent, "sample without a time", source, "");
            continue;
        };
        before = time;
        let at = time.round().saturating_add(origin.0);
        let stack = stack_of(row, &of_rows, source, sink);
        found.push(Tick { at, stack, source }, samples.sample_weight.text(index), sink);
    }
    found
}

/// Phases of markers, as the format numbers them.
mod phase {
    pub(super) const INTERVAL: u32 = 1;
    pub(super) const START: u32 = 2;
    pub(super) const END: u32 = 3;
}

/// Writes markers with a duration as calls of a lane of their own, and the others as instants of the thread. An end matches the last open begin of its name.
fn write_markers(
    thread: &Thread,
    tables: &Merged<'_>,
    parent: LaneId,
    of_thread: LaneId,
    origin: Origin,
    sink: &mut dyn Sink,
) {
    let mut owner = None;
    let markers = &thread.tables;
    let mut lane = None;
    let mut open: FxHashMap<u32, Vec<(i64, u64)>> = FxHashMap::default();
    for (index, (&name, &source)) in markers.marker_name.iter().zip(&markers.marker_offset).enumerate() {
        let read = |text: &[u8]| MILLIS.read(text).ok().map(|time| time.round().saturating_add(origin.0));
        let start = read(markers.marker_start.text(index));
        let end = read(markers.marker_end.text(index));
        let span = match (at(&markers.marker_phase, index as u32), start, end) {
            (phase::INTERVAL, Some(start), Some(end)) => (start, end, source),
            (phase::START, Some(start), _) => {
                open.entry(name).or_default().push((start, source));
                continue;
            }
            (phase::END, _, Some(end)) => {
                let Some((start, source)) = open.get_mut(&name).and_then(Vec::pop) else {
                    sink.odd(OddityKind::UnmatchedEnd, "marker", source, tables.text(name));
                    continue;
                };
                (start, end, source)
            }
            (phase::INTERVAL | phase::START | phase::END, ..) => {
                sink.odd(OddityKind::BadEvent, "marker without a time", source, tables.text(name));
                continue;
            }
            (_, Some(at), _) => {
                let owner = *owner.get_or_insert_with(|| {
                    let owner = sink.owner();
                    sink.place_owner(owner, of_thread);
                    owner
                });
                sink.instant(owner, InstantSpec { at, name: tables.text(name) });
                continue;
            }
            _ => {
                sink.odd(OddityKind::SkippedEvent, "instant without a time", source, tables.text(name));
                continue;
            }
        };
        let (start, end, source) = span;
        let name_of_thread = if thread.name.is_empty() { "thread" } else { &thread.name };
        let lane = *lane.get_or_insert_with(|| {
            sink.lane(Some(parent), LaneKind::Async, &format!("{name_of_thread} {}: markers", thread.tid))
        });
        let name = tables.text(name);
        let function = sink.function(FunctionSpec { name, category: "marker", ..FunctionSpec::default() });
        sink.call(lane, CallSpec { start, end, function, source });
    }
    let mut left: Vec<(u64, u32)> =
        open.iter().flat_map(|(name, open)| open.iter().map(move |(_, source)| (*source, *name))).collect();
    left.sort_unstable();
    for (source, name) in left {
        sink.odd(OddityKind::SkippedEvent, "marker that begins and never ends", source, tables.text(name));
    }
}
