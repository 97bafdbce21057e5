//! Turns samples of several threads, each with an instant, into calls.

use super::bound::{SharedFrames, check_calls, most_calls};
use super::{Sample, SampleSums, SampledCalls, StackId, Stacks, median};
use crate::ReadError;
use diptych_trace::{LaneId, OddityKind, Sink};

/// A stack sampled at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tick {
    /// Instant in ticks, absolute.
    pub(crate) at: i64,
    pub(crate) stack: StackId,
    /// Byte of the file at which the sample is recorded.
    pub(crate) source: u64,
}

/// Most intervals between two samples of one run. A longer distance counts as a gap, in which nothing ran.
const CLOSE: i64 = 2;

/// Writes the samples of each lane. A sample lasts until the next one of its lane. If that is more than two intervals
/// away, it lasts one interval. Frames of the stacks must be numbers of functions.
///
/// A file of `bytes` that would become too many calls is refused before they are made.
///
/// `interval` is given if the format knows it; otherwise it is the median distance between two samples of a lane. Sets
/// it as the trace's sampling interval.
pub(crate) fn write_ticks(
    stacks: &Stacks,
    lanes: &mut [(LaneId, Vec<Tick>)],
    interval: Option<i64>,
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    write_lanes(stacks, lanes, interval, bytes, sink)?.state(sink);
    Ok(())
}

/// The usual distance of samples in ticks, and the sums over their extents.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sampled {
    pub(crate) interval: i64,
    pub(crate) sums: SampleSums,
}

impl Sampled {
    /// Adds other samples of the same trace. The longer interval counts.
    pub(crate) fn join(&mut self, other: Self) {
        self.interval = self.interval.max(other.interval);
        self.sums.join(other.sums);
    }

    /// Marks the current trace as sampled.
    pub(crate) fn state(self, sink: &mut dyn Sink) {
        sink.sampled(self.interval);
        self.sums.state(1.0, sink);
    }
}

/// Writes the samples like [`write_ticks`], but does not mark the trace as sampled, because it has other calls, too.
pub(crate) fn write_lanes(
    stacks: &Stacks,
    lanes: &mut [(LaneId, Vec<Tick>)],
    interval: Option<i64>,
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<Sampled, ReadError> {
    for (_, ticks) in &mut *lanes {
        if !ticks.is_sorted_by_key(|tick| tick.at) {
            let first = ticks.windows(2).find(|pair| pair[1].at < pair[0].at);
            sink.odd(OddityKind::OutOfOrder, "samples", first.map_or(0, |pair| pair[1].source), "");
            ticks.sort_by_key(|tick| tick.at);
        }
    }
    let ways = lanes.iter().flat_map(|(_, ticks)| ticks.windows(2).map(|pair| pair[1].at - pair[0].at));
    let interval = interval.filter(|&interval| interval > 0).unwrap_or_else(|| median(ways));
    let close = interval.saturating_mul(CLOSE);
    let goes_on = |tick: &Tick, next: &Tick| next.at.saturating_sub(tick.at) <= close;
    check(stacks, lanes, goes_on, bytes)?;
    let mut sums = SampleSums::default();
    for (lane, ticks) in lanes {
        let mut calls = SampledCalls::new(*lane);
        for (index, tick) in ticks.iter().enumerate() {
            let next = ticks.get(index + 1).filter(|next| goes_on(tick, next)).map(|next| next.at);
            let end = next.unwrap_or_else(|| tick.at.saturating_add(interval));
            calls.sample(
                stacks,
                Sample { stack: tick.stack, start: tick.at, end, source: tick.source, count: 1 },
                sink,
            );
        }
        sums.join(calls.finish(stacks, sink));
    }
    Ok(Sampled { interval, sums })
}

/// Counts the calls that the samples become, and refuses too many. `goes_on` tells whether a sample lasts until the next
/// one.
fn check(
    stacks: &Stacks,
    lanes: &[(LaneId, Vec<Tick>)],
    goes_on: impl Fn(&Tick, &Tick) -> bool,
    bytes: u64,
) -> Result<(), ReadError> {
    let ticks = || lanes.iter().flat_map(|(_, ticks)| ticks);
    // The frames of all samples are an upper bound, and nearly always within it.
    let most: u64 = ticks().map(|tick| u64::from(stacks.depth(tick.stack))).sum();
    if most <= most_calls(bytes) {
        return Ok(());
    }
    let shared = SharedFrames::new(stacks);
    let count = |pair: &[Tick]| {
        if goes_on(&pair[0], &pair[1]) { shared.count(pair[0].stack, pair[1].stack) } else { 0 }
    };
    let pairs = lanes.iter().flat_map(|(_, ticks)| ticks.windows(2));
    check_calls(most - pairs.map(|pair| u64::from(count(pair))).sum::<u64>(), bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_trace::{Builder, CallId, FunctionSpec, LaneKind};
    use proptest::prelude::*;

    /// Returns the spans in which a function runs that is in every sample.
    fn stretches(ways: &[i64], interval: Option<i64>) -> Vec<(i64, i64)> {
        let mut builder = Builder::default();
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let mut stacks = Stacks::default();
        let stack = stacks.push(StackId::EMPTY, function.0);
        let mut at = 0;
        let ticks = ways.iter().map(|way| {
            at += way;
            Tick { at, stack, source: 0 }
        });
        write_ticks(&stacks, &mut [(lane, ticks.collect())], interval, 0, &mut builder).unwrap();
        let trace = builder.finish().remove(0).1;
        let (calls, origin) = (trace.calls(), trace.origin());
        let span = |call: u32| {
            let start = calls.start()[call as usize] + origin;
            (start, start + calls.duration(CallId(call)))
        };
        (0..calls.len() as u32).map(span).collect()
    }

    #[test]
    fn gap_between_samples_is_kept() {
        assert_eq!(stretches(&[10, 10, 10, 50, 10], None), [(10, 40), (80, 100)]);
        assert_eq!(stretches(&[10, 20, 21], Some(10)), [(10, 40), (51, 61)]);
        assert_eq!(stretches(&[10], None), [(10, 10)]);
    }

    proptest! {
        #[test]
        fn every_instant_of_a_sample_is_covered(ways in prop::collection::vec(1i64..50, 1..30), interval in 1i64..20) {
            let found = stretches(&ways, Some(interval));
            let (mut at, mut expected) = (0, 0);
            for (index, way) in ways.iter().enumerate() {
                at += way;
                prop_assert!(found.iter().any(|(start, end)| (*start..*end).contains(&at)), "{} in {:?}", at, found);
                let next = ways.get(index + 1).copied().filter(|&next| next <= 2 * interval);
                expected += next.unwrap_or(interval);
            }
            // The total equals that of all samples, because each covers its distance to the next, or one interval
            // before a gap.
            prop_assert_eq!(found.iter().map(|(start, end)| end - start).sum::<i64>(), expected);
        }
    }
}
