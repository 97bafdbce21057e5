//! Writes the calls of a profile.

use super::document::{Contents, Entry, Frame};
use crate::decimal::Decimal;
use crate::samples::{Measure, Sample, SampleSums, SampledCalls, StackId, Stacks, WeightedStacks};
use diptych_trace::{FunctionId, FunctionSpec, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::FxHashMap;

/// Name of the frame below those of the garbage collector.
const COLLECTOR: &str = "(garbage collection)";

/// File of functions that are written in C.
const COMPILED: &str = "<cfunc>";

/// Writes all that was read. There are no more calls than numbers in `raw`, so none need be counted before.
pub(super) fn write(contents: &Contents, sink: &mut dyn Sink) {
    contents.odd.write(sink);
    if contents.mode == b"object" { write_objects(contents, sink) } else { write_times(contents, sink) }
}

/// Writes samples in time. A sample extends over the time before it, as stackprof's own reports have it.
fn write_times(contents: &Contents, sink: &mut dyn Sink) {
    let interval = micros(&contents.interval).unwrap_or(0);
    sink.sampled(interval);
    let lane = sink.lane(None, LaneKind::Thread, "Ruby");
    let mut functions = Functions::default();
    let (mut stacks, mut calls, mut sums) =
        (Stacks::default(), SampledCalls::new(lane), SampleSums::default());
    // A signal of processor time is sent each interval of it, but the times before samples are on the wall clock.
    let is_processor = contents.mode == b"cpu";
    let (mut at, mut seen, mut running) = (0_i64, 0_usize, StackId::EMPTY);
    for (entry, frames) in entries(contents) {
        let mut extent = 0_i64;
        if is_processor {
            extent = interval.saturating_mul(entry.count.into());
            sums.add_many(extent as f64, entry.count.into());
        } else {
            // A count beyond the times is not looped over: it could be any number.
            let timed = contents.deltas.len().saturating_sub(seen).min(entry.count as usize);
            for index in seen..seen + timed {
                let before = delta(contents, index, entry, sink).unwrap_or(interval);
                sums.add(before as f64);
                extent = extent.saturating_add(before);
            }
            seen += timed;
            let untimed = entry.count - timed as u32;
            let rest = interval.saturating_mul(untimed.into());
            sums.add_many(rest as f64, untimed.into());
            extent = extent.saturating_add(rest);
        }
        let Some(end) = at.checked_add(extent).filter(|&end| end <= LIMIT) else {
            sink.odd(OddityKind::TimeOutOfRange, "sample", entry.offset, "");
            continue;
        };
        let is_collector = is_collector(contents, frames);
        // The collector interrupts what ran before, which goes on afterwards.
        let below = if is_collector { running } else { StackId::EMPTY };
        let stack = functions.stack(contents, frames, below, &mut stacks, sink);
        if !is_collector {
            running = stack;
        }
        calls.sample(&stacks, Sample { stack, start: at, end, source: entry.offset, count: 1 }, sink);
        at = end;
    }
    calls.finish(&stacks, sink);
    sums.state(1.0, sink);
}

/// Greatest length of a trace in ticks.
const LIMIT: i64 = (1 << 53) - 1;

/// Returns the time before a sample in nanoseconds. Clocks that are set back give less than nothing.
fn delta(contents: &Contents, index: usize, entry: &Entry, sink: &mut dyn Sink) -> Option<i64> {
    let before = micros(contents.deltas.text(index));
    if before.is_none() {
        sink.odd(OddityKind::BadEvent, "time of a sample that is not a number", entry.offset, "");
    }
    before.map(|before| before.max(0))
}

/// Returns microseconds as nanoseconds.
fn micros(text: &[u8]) -> Option<i64> {
    Measure::time(3).read(text).ok().map(Decimal::round)
}

/// Writes samples of allocated objects. Each stands for as many objects as the interval says.
fn write_objects(contents: &Contents, sink: &mut dyn Sink) {
    let lane = sink.lane(None, LaneKind::Group, "all stacks");
    let interval = Decimal::scaled(&contents.interval, 0).ok().map_or(1, Decimal::round).max(1);
    let (mut functions, mut weighted) = (Functions::default(), WeightedStacks::default());
    let mut samples = SampleSums::default();
    for (entry, frames) in entries(contents) {
        let stack = functions.stack(contents, frames, StackId::EMPTY, &mut weighted.stacks, sink);
        let objects = interval.saturating_mul(entry.count.into());
        let weight = Decimal::scaled(objects.to_string().as_bytes(), 0);
        if weight.and_then(|weight| weighted.add(stack, weight, entry.offset)).is_err() {
            sink.odd(OddityKind::BadEvent, "weight too large", entry.offset, "");
            continue;
        }
        samples.add_many(objects as f64, entry.count.into());
    }
    weighted.close();
    sink.axis(weighted.axis(Unit::Objects));
    sink.sampled(0);
    samples.state(weighted.unit_ticks(), sink);
    let above = weighted.above();
    let mut function = |frame: u32, _: &mut dyn Sink| FunctionId(frame);
    weighted.write(StackId::EMPTY, &above, lane, &mut function, sink);
}

/// Iterates over the entries with their frames.
fn entries(contents: &Contents) -> impl Iterator<Item = (&Entry, &[u32])> {
    let mut rest = &contents.stacked[..];
    contents.entries.iter().map(move |entry| {
        let (frames, behind) = rest.split_at(entry.len as usize);
        rest = behind;
        (entry, frames)
    })
}

/// Returns whether the outermost frame of a stack is the collector's.
fn is_collector(contents: &Contents, frames: &[u32]) -> bool {
    frames.first().is_some_and(|&frame| contents.frames[frame as usize].name == COLLECTOR)
}

/// Functions by frame.
#[derive(Debug, Default)]
struct Functions(FxHashMap<u32, FunctionId>);

impl Functions {
    /// Returns the stack of some frames on top of another stack.
    fn stack(
        &mut self,
        contents: &Contents,
        frames: &[u32],
        below: StackId,
        stacks: &mut Stacks,
        sink: &mut dyn Sink,
    ) -> StackId {
        frames.iter().fold(below, |stack, &frame| {
            let named = &contents.frames[frame as usize];
            let function = *self.0.entry(frame).or_insert_with(|| function(named, sink));
            stacks.push(stack, function.0)
        })
    }
}

fn function(frame: &Frame, sink: &mut dyn Sink) -> FunctionId {
    let name = if frame.name.is_empty() { "(unknown)" } else { &frame.name };
    let file = if frame.file == COMPILED { "" } else { &frame.file };
    sink.function(FunctionSpec { name, file, line: frame.line, category: "" })
}
