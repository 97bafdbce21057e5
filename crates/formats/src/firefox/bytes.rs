//! Writes samples whose weights are allocated bytes.

use super::document::Contents;
use super::lanes::Processes;
use super::stacks::{Merged, stack_of, stack_rows};
use super::tables::Thread;
use crate::decimal::Decimal;
use crate::samples::{SampleSums, StackId, WeightedStacks};
use diptych_trace::{Axis, FunctionId, OddityKind, Sink, Unit};

/// Writes the threads with such samples to a trace of their own, whose axis is bytes. Its functions are new ones.
pub(super) fn write<'a>(
    contents: &'a Contents,
    threads: impl Iterator<Item = &'a Thread>,
    sink: &mut dyn Sink,
) {
    let mut processes = Processes::default();
    let of_threads: Vec<_> = threads.map(|thread| (thread, weighted(contents, thread, sink))).collect();
    // Bytes are whole numbers, so the axes of all threads are equal.
    sink.axis(of_threads.first().map_or(Axis::TIME, |(_, weighted)| weighted.axis(Unit::Bytes)));
    sink.sampled(0);
    let mut sums = SampleSums::default();
    for (_, weighted) in &of_threads {
        sums.join(weighted.list().entries);
    }
    sums.state(1.0, sink);
    for (thread, weighted) in of_threads {
        let (_, lane) = processes.lane(thread, sink);
        let above = weighted.above();
        weighted.write(StackId::EMPTY, &above, lane, &mut |frame, _| FunctionId(frame), sink);
    }
}

/// Returns the stacks of a thread with their bytes. Stacks whose bytes were freed have negative ones.
fn weighted(contents: &Contents, thread: &Thread, sink: &mut dyn Sink) -> WeightedStacks {
    let tables = Merged { own: &thread.tables, shared: &contents.shared };
    let mut weighted = WeightedStacks::default();
    let of_rows = stack_rows(&tables, contents, thread, &mut weighted.stacks, sink);
    weighted.close();
    let samples = &thread.tables;
    for (index, (&row, &source)) in samples.sample_stack.iter().zip(&samples.sample_offset).enumerate() {
        let stack = stack_of(row, &of_rows, source, sink);
        let subject = match Decimal::scaled(samples.sample_weight.text(index), 0) {
            Ok(Decimal::ZERO) => (OddityKind::SkippedEvent, "sample of weight 0"),
            Ok(weight) if weight.is_negative() => (OddityKind::BadEvent, "sample with a negative weight"),
            Ok(_) if stack == StackId::EMPTY => (OddityKind::SkippedEvent, "sample without a stack"),
            Ok(weight) if weight.is_whole() && weighted.add(stack, weight, source).is_ok() => continue,
            _ => (OddityKind::BadEvent, "sample whose weight is no number of bytes"),
        };
        sink.odd(subject.0, subject.1, source, "");
    }
    weighted
}
