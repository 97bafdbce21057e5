//! Samples of one lane become calls.

use super::{StackId, Stacks};
use diptych_trace::{CallSpec, FunctionId, LaneId, Sink};

/// A stack that was seen, and how far it reaches on the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Of frames that are functions: [`FunctionId`]'s numbers.
    pub(crate) stack: StackId,
    /// Ticks, absolute.
    pub(crate) start: i64,
    /// Ticks, absolute.
    pub(crate) end: i64,
    /// Byte of the file at which it stands.
    pub(crate) source: u64,
}

/// Writes the calls of one lane.
#[derive(Debug)]
pub(crate) struct SampledCalls {
    lane: LaneId,
    open: StackId,
    /// Since when each call of it runs, and where the sample stands with which it began; the outermost first.
    begun: Vec<(i64, u64)>,
    /// End of the last sample.
    end: i64,
}

impl SampledCalls {
    /// For a lane.
    pub(crate) fn new(lane: LaneId) -> Self {
        Self { lane, open: StackId::EMPTY, begun: Vec::new(), end: i64::MIN }
    }

    /// The next sample, in the order of starts. Calls go on that are common to it and the one before, if there is no gap
    /// between the two; a sample that begins before the one before it has ended begins where that ends.
    pub(crate) fn sample(&mut self, stacks: &Stacks, sample: Sample, sink: &mut dyn Sink) {
        let start = sample.start.max(self.end);
        if start > self.end {
            self.close_to(stacks, StackId::EMPTY, self.end, sink);
        }
        let mut shared = sample.stack;
        let mut above = 0;
        // As deep as the open one, then both down to where they meet: as many steps as calls begin and end.
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
    }

    /// There are no more samples.
    pub(crate) fn finish(&mut self, stacks: &Stacks, sink: &mut dyn Sink) {
        self.close_to(stacks, StackId::EMPTY, self.end, sink);
    }

    /// Ends the open calls that are not in `stack`, which lies below the open one. Calls are told whole, as they end: so they
    /// are held once, and not by a begin and an end.
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
