//! Writes lanes and calls of a Firefox profile.

use super::counters;
use super::document::Contents;
use super::place::split;
use super::tables::{NONE, Process, Tables, Thread, at};
use super::weights::{Weighted, extents};
use crate::ReadError;
use crate::decimal::Decimal;
use crate::samples::{Measure, Sampled, StackId, Stacks, Tick, write_spans, write_ticks};
use diptych_trace::{CallSpec, FunctionId, FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind, Sink};
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

/// Lanes of processes by their id.
#[derive(Default)]
pub(super) struct Processes<'a> {
    lanes: FxHashMap<&'a str, LaneId>,
}

impl<'a> Processes<'a> {
    /// Makes the lane of a thread. Returns that of its process, too, and makes it first if there is none.
    pub(super) fn lane(&mut self, thread: &'a Thread, sink: &mut dyn Sink) -> (LaneId, LaneId) {
        let parent = *self.lanes.entry(&thread.pid).or_insert_with(|| {
            let name = if thread.process_name.is_empty() { "process" } else { &thread.process_name };
            sink.lane(None, LaneKind::Process, &format!("{name} {}", thread.pid))
        });
        let name = if thread.name.is_empty() { "thread" } else { &thread.name };
        (parent, sink.lane(Some(parent), LaneKind::Thread, &format!("{name} {}", thread.tid)))
    }
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

/// Tables of a thread, or the shared ones where it has none.
pub(super) struct Merged<'a> {
    pub(super) own: &'a Tables,
    pub(super) shared: &'a Tables,
}

impl<'a> Merged<'a> {
    fn of(&self, has: impl Fn(&Tables) -> bool) -> &'a Tables {
        if has(self.own) { self.own } else { self.shared }
    }

    fn text(&self, number: u32) -> &'a str {
        self.of(|tables| !tables.texts.is_empty()).text(number)
    }
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

/// Returns the stack of a row, and reports a row that is not in the table.
pub(super) fn stack_of(row: u32, of_rows: &[StackId], source: u64, sink: &mut dyn Sink) -> StackId {
    let stack = of_rows.get(row as usize).copied();
    if stack.is_none() && row != NONE {
        sink.odd(OddityKind::BadEvent, "sample of a stack that is not in the table", source, "");
    }
    stack.unwrap_or(StackId::EMPTY)
}

/// Returns the stack of every row of the table of stacks.
pub(super) fn stack_rows(
    tables: &Merged<'_>,
    contents: &Contents,
    thread: &Thread,
    stacks: &mut Stacks,
    sink: &mut dyn Sink,
) -> Vec<StackId> {
    let nothing = Process::default();
    let process = contents.processes.get(thread.process).unwrap_or(&nothing);
    let table = tables.of(|tables| !tables.stack_frame.is_empty());
    let mut functions = Functions { tables, process, of_frames: FxHashMap::default() };
    let mut of_rows: Vec<StackId> = Vec::with_capacity(table.stack_frame.len());
    for (row, &frame) in table.stack_frame.iter().enumerate() {
        let prefix = at(&table.stack_prefix, row as u32);
        // A stack's parent comes before it in the table.
        let below = of_rows.get(prefix as usize).copied();
        if below.is_none() && prefix != NONE {
            sink.odd(OddityKind::BadEvent, "stack whose parent does not come before it", thread.offset, "");
        }
        let below = below.unwrap_or(StackId::EMPTY);
        of_rows.push(match functions.of(frame, sink) {
            Some(function) => stacks.push(below, function.0),
            None => below,
        });
    }
    of_rows
}

/// Functions of frames.
struct Functions<'a> {
    tables: &'a Merged<'a>,
    process: &'a Process,
    of_frames: FxHashMap<u32, Option<FunctionId>>,
}

impl Functions<'_> {
    /// Returns the function of a frame. `None` for the root of all stacks.
    fn of(&mut self, frame: u32, sink: &mut dyn Sink) -> Option<FunctionId> {
        if let Some(known) = self.of_frames.get(&frame) {
            return *known;
        }
        let frames = self.tables.of(|tables| !tables.frame_function.is_empty());
        let number = at(&frames.frame_function, frame);
        let category = at(&frames.frame_category, frame);
        let category = self.process.categories.get(category as usize).map_or("", String::as_str);
        let function = if frames.has_locations {
            let location = split(self.tables.text(number));
            let (name, file, line) = (location.name, location.file, location.line);
            (name != "(root)").then(|| sink.function(FunctionSpec { name, file, line, category }))
        } else {
            let table = self.tables.of(|tables| !tables.function_name.is_empty());
            let text = |column: &[u32]| self.tables.text(at(column, number));
            let resources = self.tables.of(|tables| !tables.resource_name.is_empty());
            let resource = at(&resources.resource_name, at(&table.function_resource, number));
            let file = text(&table.function_file);
            let file = if file.is_empty() { self.tables.text(resource) } else { file };
            let line = at(&table.function_line, number);
            let line = if line == NONE { 0 } else { line };
            Some(sink.function(FunctionSpec { name: text(&table.function_name), file, line, category }))
        };
        self.of_frames.insert(frame, function);
        function
    }
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
