//! Writes the calls of a profile.

use super::al;
use super::document::{Contents, Kind};
use super::nodes::{CallFrames, NodeStacks, set_parents, stacks};
use crate::ReadError;
use crate::decimal::{Decimal, DecimalError};
use crate::samples::{
    Measure, Sample, SampleSums, Sampled, SampledCalls, SharedFrames, StackId, Stacks, WeightedStacks,
    check_calls, median, most_calls,
};
use diptych_trace::{FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::FxHashMap;

/// Node that was running from an instant on.
#[derive(Debug, Clone, Copy)]
struct Tick {
    at: i64,
    stack: StackId,
    source: u64,
}

/// Samples with their instants, and the end of the last one.
struct TimedSamples {
    ticks: Vec<Tick>,
    end: i64,
}

/// Start and length of a profile in nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Period {
    start: i64,
    length: i64,
}

/// Writes all that was read. `is_whole` if the document is complete, `bytes` is its size.
pub(super) fn write(
    contents: Contents,
    is_whole: bool,
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    if contents.counts_nodes(is_whole) {
        let (contents, found, _) = settle(contents, sink);
        let unit = if contents.kind == Kind::Heap { Unit::Bytes } else { Unit::Count };
        write_weights(contents, found, unit, sink);
        return Ok(());
    }
    let lacks_times = is_whole && contents.lacks_times();
    let (mut contents, found, by_id) = settle(contents, sink);
    if al::weigh(&mut contents, &by_id, sink) {
        write_weights(contents, found, Unit::Nanoseconds, sink);
        return Ok(());
    }
    let timed = match (lacks_times, period(&contents)) {
        (false, _) => ticks(&contents, &found, &by_id, sink),
        (true, Some(period)) => spread(&contents, &found, &by_id, period, sink),
        (true, None) => {
            count_samples(&mut contents, &by_id, sink);
            write_weights(contents, found, Unit::Count, sink);
            return Ok(());
        }
    };
    let name = if contents.is_al { al::LANE } else { "JavaScript" };
    let lane = sink.lane(None, LaneKind::Thread, name);
    write_samples(&contents, &found, timed, lane, bytes, sink)?.state(sink);
    Ok(())
}

/// Writes the samples of a CPU profile to a lane of a trace that has other calls, too. Returns the interval and the sums
/// of its samples.
pub(crate) fn write_in(
    contents: Contents,
    lane: LaneId,
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<Sampled, ReadError> {
    let (contents, found, by_id) = settle(contents, sink);
    let timed = ticks(&contents, &found, &by_id, sink);
    write_samples(&contents, &found, timed, lane, bytes, sink)
}

/// Reports oddities and links nodes to their parents. Returns the stacks of nodes and the index of each node by id.
fn settle(mut contents: Contents, sink: &mut dyn Sink) -> (Contents, NodeStacks, FxHashMap<u32, u32>) {
    contents.settle_kind();
    contents.odd.write(sink);
    // Heap profiles nest their nodes, so no node is looked up by id. The order is reversed so that the first of several
    // nodes with one id counts.
    let numbered = contents.nodes.iter().enumerate().rev().filter(|_| contents.kind != Kind::Heap);
    let by_id: FxHashMap<u32, u32> = numbered.map(|(place, node)| (node.id, place as u32)).collect();
    if contents.kind != Kind::Heap {
        let mut wrong = set_parents(&mut contents.nodes, &contents.children, &by_id);
        for &(place, parent) in &contents.parents {
            let own = &mut contents.nodes[place as usize].parent;
            *own = own.or(by_id.get(&parent).copied());
            if own.is_none() {
                wrong.push(contents.nodes[place as usize].offset);
            }
        }
        note(&wrong, "child that is not in the list, or that has two parents", sink);
    }
    let found = stacks(&contents.nodes, &contents.frames);
    note(&found.circles, "nodes that contain each other", sink);
    (contents, found, by_id)
}

fn note(offsets: &[u64], what: &str, sink: &mut dyn Sink) {
    for &offset in offsets {
        sink.odd(OddityKind::BadEvent, what, offset, "");
    }
}

/// Returns the function of a frame.
fn function(frames: &CallFrames, frame: u32, sink: &mut dyn Sink) -> FunctionId {
    let Some(frame) = frames.get(frame) else { return sink.function(FunctionSpec::default()) };
    let name = if frame.name.is_empty() { "(anonymous)" } else { &frame.name };
    sink.function(FunctionSpec { name, file: &frame.url, line: frame.line, category: "" })
}

/// Writes samples to a lane, unless a file of this size would become too many calls.
/// Returns the sampling interval.
fn write_samples(
    contents: &Contents,
    found: &NodeStacks,
    samples: TimedSamples,
    lane: LaneId,
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<Sampled, ReadError> {
    let frames = &contents.frames;
    let TimedSamples { mut ticks, end } = samples;
    if !ticks.is_sorted_by_key(|tick| tick.at) {
        sink.odd(
            OddityKind::OutOfOrder,
            "samples",
            contents.samples.first().map_or(0, |sample| sample.1),
            "",
        );
        ticks.sort_by_key(|tick| tick.at);
    }
    let (mut stacks, became) = found.stacks.renamed(|frame| function(frames, frame, sink).0);
    let is_collector = |stack: StackId| {
        found.stacks.depth(stack) == 1
            && frames.get(found.stacks.frame(stack)).is_some_and(|frame| frame.is_meta("(garbage collector)"))
    };
    check(&found.stacks, &ticks, bytes)?;
    let mut calls = SampledCalls::new(lane);
    let mut running = StackId::EMPTY;
    for (index, tick) in ticks.iter().enumerate() {
        let own = became[tick.stack.0 as usize];
        let stack = if is_collector(tick.stack) {
            // The collector interrupts what ran before, which goes on afterwards.
            stacks.push(running, stacks.frame(own))
        } else {
            running = own;
            own
        };
        let until = ticks.get(index + 1).map_or(end, |next| next.at);
        calls.sample(
            &stacks,
            Sample { stack, start: tick.at, end: until.max(tick.at), source: tick.source, count: 1 },
            sink,
        );
    }
    let sums = calls.finish(&stacks, sink);
    Ok(Sampled { interval: median(ticks.windows(2).map(|pair| pair[1].at - pair[0].at)), sums })
}

/// Counts the calls that the samples become, and refuses too many.
fn check(stacks: &Stacks, ticks: &[Tick], bytes: u64) -> Result<(), ReadError> {
    let most: u64 = ticks.iter().map(|tick| u64::from(stacks.depth(tick.stack))).sum();
    if most <= most_calls(bytes) {
        return Ok(());
    }
    let shared = SharedFrames::new(stacks);
    let pairs = ticks.windows(2).map(|pair| u64::from(shared.count(pair[0].stack, pair[1].stack)));
    check_calls(most - pairs.sum::<u64>(), bytes)
}

/// Returns the unit of start and end. Before 2016, both were in seconds, but the samples' instants in microseconds.
fn unit_of_ends(contents: &Contents) -> Measure {
    Measure::time(if contents.kind == Kind::OldCpu { 9 } else { 3 })
}

/// Least number of seconds between a start and an end that are both whole seconds: the length is then 5 % wrong at most.
const WHOLE_SECONDS: i64 = 20;

/// Returns start and length of a profile, if it states them well enough to tell times of samples.
fn period(contents: &Contents) -> Option<Period> {
    let read = |text: &[u8]| unit_of_ends(contents).read(text).ok().map(Decimal::round);
    let (start, end) = (read(&contents.start_time)?, read(&contents.end_time)?);
    let is_whole = |text: &[u8]| Decimal::scaled(text, 0).is_ok_and(Decimal::is_whole);
    let is_rough =
        contents.kind == Kind::OldCpu && is_whole(&contents.start_time) && is_whole(&contents.end_time);
    let least = if is_rough { WHOLE_SECONDS * 1_000_000_000 } else { 1 };
    Some(Period { start, length: end.saturating_sub(start) }).filter(|period| period.length >= least)
}

/// Returns samples without times at equal distances from start to end, as far as the profile knows.
fn spread(
    contents: &Contents,
    found: &NodeStacks,
    by_id: &FxHashMap<u32, u32>,
    Period { start, length }: Period,
    sink: &mut dyn Sink,
) -> TimedSamples {
    let what = "times of samples, at equal distances from start to end";
    sink.odd(OddityKind::Assumed, what, contents.samples.first().map_or(0, |sample| sample.1), "");
    let many = contents.samples.len().max(1) as i128;
    let at = |index: usize| start + (i128::from(length) * index as i128 / many) as i64;
    let tick = |(index, &(id, source)): (usize, &(u32, u64))| Tick {
        at: at(index),
        stack: stack_of(id, source, found, by_id, sink),
        source,
    };
    TimedSamples { ticks: contents.samples.iter().enumerate().map(tick).collect(), end: start + length }
}

/// Replaces the weights of nodes by the numbers of their samples.
fn count_samples(contents: &mut Contents, by_id: &FxHashMap<u32, u32>, sink: &mut dyn Sink) {
    let Contents { nodes, samples, .. } = contents;
    for node in &mut *nodes {
        node.weight = Decimal::ZERO;
    }
    for &(id, source) in &*samples {
        match by_id.get(&id).map(|&place| &mut nodes[place as usize].weight) {
            Some(weight) => *weight = weight.plus(Decimal::ONE).unwrap_or(*weight),
            None => sink.odd(OddityKind::BadEvent, UNKNOWN_NODE, source, ""),
        }
    }
}

pub(super) const UNKNOWN_NODE: &str = "sample of a node that is not in the list";

/// Returns the stack of a node by its id, and reports a sample whose node is unknown.
fn stack_of(
    id: u32,
    source: u64,
    found: &NodeStacks,
    by_id: &FxHashMap<u32, u32>,
    sink: &mut dyn Sink,
) -> StackId {
    by_id.get(&id).map_or_else(
        || {
            sink.odd(OddityKind::BadEvent, UNKNOWN_NODE, source, "");
            StackId::EMPTY
        },
        |&place| found.of_node[place as usize],
    )
}

/// Returns the samples with their instants in nanoseconds, and the end of the last one.
fn ticks(
    contents: &Contents,
    found: &NodeStacks,
    by_id: &FxHashMap<u32, u32>,
    sink: &mut dyn Sink,
) -> TimedSamples {
    let (micros, ends_in) = (Measure::time(3), unit_of_ends(contents));
    let mut at = ends_in.read(&contents.start_time).unwrap_or(Decimal::ZERO);
    let mut ticks = Vec::with_capacity(contents.samples.len().min(contents.deltas.len()));
    for (index, &(id, source)) in contents.samples.iter().take(contents.deltas.len()).enumerate() {
        let since = if contents.kind == Kind::OldCpu { Decimal::ZERO } else { at };
        at = match micros.read(contents.deltas.text(index)).and_then(|delta| since.plus(delta)) {
            Ok(at) => at,
            Err(DecimalError::NotANumber) => {
                sink.odd(OddityKind::BadEvent, "time of a sample that is not a number", source, "");
                continue;
            }
            Err(DecimalError::OutOfRange) => {
                sink.odd(OddityKind::TimeOutOfRange, "sample", source, "");
                continue;
            }
        };
        ticks.push(Tick { at: at.round(), stack: stack_of(id, source, found, by_id, sink), source });
    }
    for &(_, source) in contents.samples.iter().skip(contents.deltas.len()) {
        sink.odd(OddityKind::BadEvent, "sample without time", source, "");
    }
    let is_whole = contents.samples.len() == contents.deltas.len();
    let last = ticks.iter().map(|tick| tick.at).max().unwrap_or(0);
    let usual = last.saturating_add(median(ticks.windows(2).map(|pair| pair[1].at - pair[0].at)));
    let end = ends_in.read(&contents.end_time).map(Decimal::round);
    // If samples are missing, the stated end is not that of the last one read.
    let end = end.ok().filter(|&end| is_whole && end >= last).unwrap_or(usual);
    TimedSamples { ticks, end }
}

/// Writes nodes by their bytes, by their own times, or by their hits if there are no samples.
fn write_weights(contents: Contents, found: NodeStacks, unit: Unit, sink: &mut dyn Sink) {
    let (kind, name) =
        if contents.is_al { (LaneKind::Thread, al::LANE) } else { (LaneKind::Group, "all stacks") };
    let lane = sink.lane(None, kind, name);
    let mut weighted = WeightedStacks::of(found.stacks);
    weighted.close();
    for (node, &stack) in contents.nodes.iter().zip(&found.of_node) {
        if node.weight != Decimal::ZERO && weighted.add(stack, node.weight, node.offset).is_err() {
            sink.odd(OddityKind::BadEvent, "weight too large", node.offset, "");
        }
    }
    sink.axis(weighted.axis(unit));
    sink.sampled(0);
    let ticks = weighted.unit_ticks();
    match contents.kind {
        // Bytes: each allocation that was sampled if the profile lists them, otherwise each node.
        Kind::Heap if contents.allocations != SampleSums::default() => {
            contents.allocations.state(ticks, sink);
        }
        Kind::Heap => weighted.list().entries.state(ticks, sink),
        // The times of an AL profile do not say how many samples they are.
        _ if unit == Unit::Nanoseconds => {}
        _ => sink.sample_ticks(ticks),
    }
    // The stacks hold all that is written, so the nodes are freed before they become calls.
    drop((contents.nodes, found.of_node));
    let above = weighted.above();
    let frames = &contents.frames;
    let mut function = |frame: u32, sink: &mut dyn Sink| function(frames, frame, sink);
    weighted.write(StackId::EMPTY, &above, lane, &mut function, sink);
}
