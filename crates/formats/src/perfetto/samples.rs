//! Reads call stacks that were sampled: by `traced_perf` of Android and Linux, and by Chrome's own profiler.

use super::numbers::sample as number;
use super::outcome::Outcome;
use super::sequence::{Sequence, ThreadIds};
use super::tracks::Tracks;
use crate::ReadError;
use crate::protobuf::{Content, fields, numbers};
use crate::samples::{Stacks, Tick, write_lanes};
use diptych_trace::{LaneId, OddityKind, Sink};
use std::collections::BTreeMap;

/// Samples of a file, by thread.
#[derive(Debug, Default)]
pub(super) struct Samples {
    stacks: Stacks,
    /// Samples by ids of process and thread.
    threads: BTreeMap<ThreadIds, Vec<Tick>>,
    count: u64,
}

impl Samples {
    /// Returns the number of samples.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.stacks.held_bytes() + self.count * size_of::<Tick>() as u64 + self.threads.len() as u64 * 64
    }

    /// Takes a sample of perf.
    pub(super) fn of_perf(
        &mut self,
        message: &[u8],
        at: i64,
        sequence: &mut Sequence,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let (mut process, mut thread, mut stack, mut is_sample) = (0, 0, None, true);
        for field in fields(message) {
            let broken = (OddityKind::BadEvent, "sample of perf that is not a valid message");
            match field.map_err(|_| broken)? {
                (number::PROCESS, Content::Number(id)) => process = i64::from(id as i32),
                (number::THREAD, Content::Number(id)) => thread = i64::from(id as i32),
                (number::STACK, Content::Number(iid)) => stack = Some(iid),
                (number::RECORDS_LOST | number::SKIPPED | number::PRODUCER, _) => is_sample = false,
                _ => {}
            }
        }
        if !is_sample {
            return Err((OddityKind::SkippedEvent, "packet of perf about samples that were not taken"));
        }
        let stack = stack.ok_or((OddityKind::BadEvent, "sample of perf without a call stack"))?;
        self.sample(ThreadIds { process, thread }, at, stack, sequence, offset, sink);
        Ok(())
    }

    /// Takes samples of Chrome's profiler, whose thread and time a descriptor of the sequence gives. `ns_of` converts
    /// microseconds of that clock.
    pub(super) fn of_chrome(
        &mut self,
        message: &[u8],
        sequence: &mut Sequence,
        ns_of: &mut dyn FnMut(i64) -> Result<i64, (OddityKind, &'static str)>,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let broken = (OddityKind::BadEvent, "packet of a streaming profile that is not a valid message");
        let (mut stacks, mut steps) = (Vec::new(), Vec::new());
        for field in fields(message) {
            match field.map_err(|_| broken)? {
                (number::STREAMED_STACKS, value) => numbers(value, None, &mut |iid| stacks.push(iid)),
                (number::STREAMED_STEPS, value) => {
                    numbers(value, None, &mut |step| steps.push(step as i64));
                }
                _ => {}
            }
        }
        let without = (OddityKind::BadEvent, "packet of a streaming profile without a thread descriptor");
        let (thread, mut at) = sequence.thread.zip(sequence.micros).ok_or(without)?;
        for (index, stack) in stacks.into_iter().enumerate() {
            let step = steps.get(index).copied().unwrap_or(0);
            at = at.checked_add(step).ok_or((OddityKind::TimeOutOfRange, ""))?;
            sequence.micros = Some(at);
            let ns = ns_of(at)?;
            self.sample(thread, ns, stack, sequence, offset, sink);
        }
        Ok(())
    }

    fn sample(
        &mut self,
        thread: ThreadIds,
        at: i64,
        stack: u64,
        sequence: &mut Sequence,
        source: u64,
        sink: &mut dyn Sink,
    ) {
        let stack = sequence.frames.stack(stack, &mut self.stacks, source, sink);
        self.count += 1;
        self.threads.entry(thread).or_default().push(Tick { at, stack, source });
    }

    /// Writes the samples of each thread. In a file without other calls they are the calls of the thread; otherwise they
    /// lie in a lane beside it. A file of `bytes` that would become too many calls is refused.
    pub(super) fn write(
        &mut self,
        is_alone: bool,
        tracks: &mut Tracks,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if self.count == 0 {
            return Ok(());
        }
        self.stacks.close();
        let mut lanes: Vec<(LaneId, Vec<Tick>)> = Vec::new();
        for (ThreadIds { process, thread }, ticks) in std::mem::take(&mut self.threads) {
            let [process, thread] = [process, thread].map(|id| id.to_string());
            let (process, thread) = (process.as_bytes(), thread.as_bytes());
            let lane = if is_alone {
                tracks.lanes.lane(process, thread, sink)
            } else {
                tracks.lanes.beside(process, thread, "samples", sink)
            };
            lanes.push((lane, ticks));
        }
        let sampled = write_lanes(&self.stacks, &mut lanes, None, bytes, sink)?;
        if is_alone {
            sampled.state(sink);
        }
        Ok(())
    }
}
