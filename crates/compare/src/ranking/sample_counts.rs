//! Numbers of samples, from the ticks that a profile holds.

use diptych_trace::SampleSize;

/// Most samples of a run. A file that claims more does not say how many it has.
pub(super) const MOST_SAMPLES: f64 = (1u64 << 53) as f64;

/// Returns the number of samples that a row has in a run, as whole ones of equal weight, or `None` if the run was not
/// sampled or its samples are not known.
pub fn samples_of(size: SampleSize, ticks: f64) -> Option<u64> {
    match size {
        SampleSize::Ticks(each) => Some((ticks / each).round().min(MOST_SAMPLES) as u64),
        SampleSize::Recorded | SampleSize::Unknown | SampleSize::Sums => None,
    }
}
