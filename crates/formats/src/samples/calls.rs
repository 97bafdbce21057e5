//! Turns the samples of one lane into calls.

use super::{SampleSums, StackId, Stacks};
use diptych_trace::{CallSpec, FunctionId, LaneId, Sink};

/// A stack that was sampled, with its extent on the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Stack whose frames are numbers of a [`FunctionId`].
    pub(crate) stack: StackId,
    /// Start in ticks, absolute.
    pub(crate) start: i64,
    /// End in ticks, absolute.
    pub(crate) end: i64,
    /// Byte of the file at which the sample is recorded.
    pub(crate) source: u64,
    /// Number of samples of the profiler that it stands for.
    pub(crate) count: u64,
}

/// Writer of one lane's calls.
#[derive(Debug)]
pub(crate) struct SampledCalls {
    lane: LaneId,
    open: StackId,
    /// Start of each open call, and file offset of the sample that began it; the outermost first.
    begun: Vec<(i64, u64)>,
    /// End of the last sample.
    end: i64,
    /// Extents of the samples in which something ran.
    sums: SampleSums,
}

impl SampledCalls {
    /// Makes a writer for a lane.
    pub(crate) fn new(lane: LaneId) -> Self {
        Self { lane, open: StackId::EMPTY, begun: Vec::new(), end: i64::MIN, sums: SampleSums::default() }
    }

    /// Takes the next sample, in order of starts. Calls that it shares with the sample before go on, unless there is a
    /// gap between the two. A sample that starts before the last one has ended is moved to that end.
    pub(crate) fn sample(&mut self, stacks: &Stacks, sample: Sample, sink: &mut dyn Sink) {
        let start = sample.start.max(self.end);
        if start > self.end {
            self.close_to(stacks, StackId::EMPTY, self.end, sink);
        }
        let mut shared = sample.stack;
        let mut above = 0;
        // Walk down the deeper stack, then both, until they meet. That takes as many steps as calls begin and end.
        let mut own = self.open;
        while shared != own {
            if stacks.depth(shared) >= stacks.depth(own) {
                above += 1;
                shared = stacks.below(shared);
            } else {
                own = stacks.below(own);
            }
        }
        self.close_to(stacks, shared, start, sink);
        self.begun.resize(self.begun.len() + above, (start, sample.source));
        self.open = sample.stack;
        self.end = sample.end.max(start);
        if sample.stack != StackId::EMPTY {
            self.sums.add_many((self.end - start) as f64, sample.count as f64);
        }
    }

    /// Ends all calls after the last sample. Returns the sums over the samples.
    pub(crate) fn finish(&mut self, stacks: &Stacks, sink: &mut dyn Sink) -> SampleSums {
        self.close_to(stacks, StackId::EMPTY, self.end, sink);
        self.sums
    }

    /// Ends the open calls that are not in `stack`, which must be a prefix of the open stack. Each call is written
    /// whole when it ends, so that it is held once and not as a begin and an end.
    fn close_to(&mut self, stacks: &Stacks, stack: StackId, end: i64, sink: &mut dyn Sink) {
        while self.open != stack
            && let Some((start, source)) = self.begun.pop()
        {
            let call = CallSpec { start, end, function: FunctionId(stacks.frame(self.open)), source };
            sink.call_at_depth(self.lane, call, self.begun.len() as u32);
            self.open = stacks.below(self.open);
        }
    }
}
