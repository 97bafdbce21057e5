//! Holds one profile until frames and unit are known, then writes it as a trace.

use crate::decimal::{Decimal, DecimalError};
use crate::place;
use crate::samples::{Measure, Numbers, Oddities, Sample, SampledCalls, StackId, Stacks, WeightList, median};
use diptych_trace::{Axis, Chunked, FunctionId, LaneId, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

/// A row of the list of frames.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) name: String,
    pub(super) file: String,
    /// 1-based; 0 if not given.
    pub(super) line: u32,
}

/// One profile as read.
#[derive(Debug, Default)]
pub(super) struct Profile {
    /// Byte of the file at which the profile begins.
    offset: u64,
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) start_value: Vec<u8>,
    /// Stacks whose frames are indices in the list of frames.
    pub(super) stacks: Stacks,
    samples: Vec<(StackId, u64)>,
    /// Byte of the file at which the current sample begins.
    sample_offset: u64,
    pub(super) weights: Numbers,
    events: Chunked<Event>,
    ats: Numbers,
    begun_events: u64,
    pub(super) odd: Oddities,
}

#[derive(Debug)]
struct Event {
    begins: bool,
    frame: u32,
    offset: u64,
}

impl Profile {
    /// Makes a profile that begins at a byte of the file.
    pub(super) fn at(offset: u64) -> Self {
        Self { offset, ..Self::default() }
    }

    pub(super) fn begin_sample(&mut self, offset: u64) {
        self.sample_offset = offset;
    }

    /// Pushes a frame of the current sample on a stack. A frame that is not a number is left out.
    pub(super) fn push_frame(&mut self, below: StackId, frame: Option<u32>, offset: u64) -> StackId {
        let Some(frame) = frame else {
            self.odd.note(OddityKind::BadEvent, "frame of a sample that is not a number", offset);
            return below;
        };
        self.stacks.push(below, frame)
    }

    pub(super) fn end_sample(&mut self, stack: StackId) {
        self.samples.push((stack, self.sample_offset));
    }

    pub(super) fn event(&mut self, begins: bool, frame: u32, at: &[u8], offset: u64) {
        self.events.push(Event { begins, frame, offset });
        self.ats.push(at);
        self.begun_events += u64::from(begins);
    }

    /// Returns the number of samples with a weight, and of calls that begin.
    pub(super) fn begins(&self) -> u64 {
        self.samples.len().min(self.weights.len()) as u64 + self.begun_events
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let samples = self.samples.capacity() * size_of::<(StackId, u64)>();
        let numbers = self.weights.held_bytes() + self.ats.held_bytes() + self.events.held_bytes();
        self.stacks.held_bytes() + samples as u64 + numbers
    }

    /// Writes the profile as a trace.
    pub(super) fn write(self, frames: &[Frame], sink: &mut dyn Sink) {
        sink.begin_trace(&self.name);
        self.odd.write(sink);
        let measure = self.measure(sink);
        sink.axis(measure.axis);
        let lane =
            sink.lane(None, LaneKind::Thread, if self.name.is_empty() { "profile" } else { &self.name });
        let mut functions = Functions { frames, known: FxHashMap::default(), offset: self.offset };
        if !self.samples.is_empty() {
            self.write_samples(measure, lane, &mut functions, sink);
        }
        self.write_events(measure, lane, &mut functions, sink);
    }

    fn measure(&self, sink: &mut dyn Sink) -> Measure {
        let weight = |unit| {
            let are_whole = self.weights.are_whole() && self.ats.are_whole();
            Measure::weight(unit, are_whole)
        };
        match self.unit.as_str() {
            "nanoseconds" => Measure::time(0),
            "microseconds" => Measure::time(3),
            "milliseconds" => Measure::time(6),
            "seconds" => Measure::time(9),
            "bytes" => weight(Unit::Bytes),
            "none" | "" => weight(Unit::Count),
            other => {
                sink.odd(
                    OddityKind::SkippedPart,
                    "unit that is not known; taken as a count",
                    self.offset,
                    other,
                );
                weight(Unit::Count)
            }
        }
    }

    /// Writes samples end to end, each as long as its weight.
    fn write_samples(
        &self,
        measure: Measure,
        lane: LaneId,
        functions: &mut Functions<'_>,
        sink: &mut dyn Sink,
    ) {
        let (stacks, became) = self.stacks.renamed(|frame| functions.get(frame, sink).0);
        let mut calls = SampledCalls::new(lane);
        let mut end = measure.read(&self.start_value).unwrap_or(Decimal::ZERO);
        let mut lengths = Vec::with_capacity(self.samples.len());
        let mut list = WeightList::default();
        let mut weighed: FxHashSet<StackId> = FxHashSet::default();
        for (index, &(stack, source)) in self.samples.iter().enumerate() {
            let start = end;
            end = match weight(measure, self.weights.text(index)).and_then(|weight| start.plus(weight)) {
                Ok(end) => end,
                Err(why) => {
                    let missing = index >= self.weights.len();
                    let subject =
                        if missing { "sample without weight" } else { "weight that is not a number" };
                    let subject =
                        if why == DecimalError::OutOfRange { "weight out of range" } else { subject };
                    sink.odd(OddityKind::BadEvent, subject, source, "");
                    continue;
                }
            };
            let (start, end) = (start.round(), end.round());
            if stack != StackId::EMPTY {
                list.add((end - start) as f64 * measure.axis.scale);
                weighed.insert(stack);
            }
            lengths.push(end - start);
            calls.sample(
                &stacks,
                Sample { stack: became[stack.0 as usize], start, end, source, count: 1 },
                sink,
            );
        }
        calls.finish(&stacks, sink);
        if self.weights.len() > self.samples.len() {
            sink.odd(OddityKind::BadEvent, "weight without sample", self.offset, "");
        }
        // Samples on an axis of weight have no interval.
        let is_time = measure.axis == Axis::TIME;
        sink.sampled(if is_time { median(lengths.into_iter()) } else { 0 });
        let is_counted = measure.axis.unit == Unit::Count;
        let each = if is_counted { list.sample(weighed.len() as u64) } else { list.entries.each() };
        sink.sample_ticks(each / measure.axis.scale);
    }

    fn write_events(
        &self,
        measure: Measure,
        lane: LaneId,
        functions: &mut Functions<'_>,
        sink: &mut dyn Sink,
    ) {
        for (index, event) in self.events.iter().enumerate() {
            let at = match measure.read(self.ats.text(index)) {
                Ok(at) => at.round(),
                Err(DecimalError::NotANumber) => {
                    sink.odd(OddityKind::BadEvent, "event whose `at` is not a number", event.offset, "");
                    continue;
                }
                Err(DecimalError::OutOfRange) => {
                    sink.odd(OddityKind::TimeOutOfRange, "at", event.offset, "");
                    continue;
                }
            };
            let function = functions.get(event.frame, sink);
            if event.begins {
                sink.enter(lane, function, at, event.offset);
            } else {
                sink.leave(lane, Some(function), at, event.offset);
            }
        }
    }
}

/// Parses a weight, which must not be negative.
fn weight(measure: Measure, text: &[u8]) -> Result<Decimal, DecimalError> {
    measure
        .read(text)
        .and_then(|weight| if weight.is_negative() { Err(DecimalError::NotANumber) } else { Ok(weight) })
}

/// Functions of frames by index.
struct Functions<'a> {
    frames: &'a [Frame],
    known: FxHashMap<u32, FunctionId>,
    offset: u64,
}

impl Functions<'_> {
    fn get(&mut self, frame: u32, sink: &mut dyn Sink) -> FunctionId {
        if let Some(&function) = self.known.get(&frame) {
            return function;
        }
        let function = if let Some(Frame { name, file, line }) = self.frames.get(frame as usize) {
            place::function(name, file, *line, "", sink)
        } else {
            sink.odd(OddityKind::BadEvent, "frame that is not in the list", self.offset, "");
            place::function(&format!("(frame {frame})"), "", 0, "", sink)
        };
        self.known.insert(frame, function);
        function
    }
}
