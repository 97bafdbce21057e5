//! Turns samples with extents into calls.

use super::bound::{SharedFrames, check_calls, most_calls};
use super::{Sample, SampleSums, SampledCalls, Stacks};
use crate::ReadError;
use diptych_trace::{LaneId, Sink};

/// Writes the samples of each lane, which are in order of their starts. Frames of the stacks must be numbers of
/// functions. Returns the sums over the samples.
///
/// A file of `bytes` that would become too many calls is refused before they are made.
pub(crate) fn write_spans(
    stacks: &Stacks,
    lanes: &[(LaneId, Vec<Sample>)],
    bytes: u64,
    sink: &mut dyn Sink,
) -> Result<SampleSums, ReadError> {
    check(stacks, lanes, bytes)?;
    let mut sums = SampleSums::default();
    for (lane, samples) in lanes {
        let mut calls = SampledCalls::new(*lane);
        for &sample in samples {
            calls.sample(stacks, sample, sink);
        }
        sums.join(calls.finish(stacks, sink));
    }
    Ok(sums)
}

/// Counts the calls that the samples become, and refuses too many.
fn check(stacks: &Stacks, lanes: &[(LaneId, Vec<Sample>)], bytes: u64) -> Result<(), ReadError> {
    let samples = lanes.iter().flat_map(|(_, samples)| samples);
    let most: u64 = samples.map(|sample| u64::from(stacks.depth(sample.stack))).sum();
    if most <= most_calls(bytes) {
        return Ok(());
    }
    let shared = SharedFrames::new(stacks);
    let goes_on = |pair: &&[Sample]| pair[1].start <= pair[0].end;
    let pairs = lanes.iter().flat_map(|(_, samples)| samples.windows(2)).filter(goes_on);
    let shared: u64 = pairs.map(|pair| u64::from(shared.count(pair[0].stack, pair[1].stack))).sum();
    check_calls(most - shared, bytes)
}
