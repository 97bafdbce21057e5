//! Traces whose calls are sums.

use crate::Trace;

/// A note that a trace's calls are sums, not the recorded calls. For each lane and each of many equal slices of time,
/// the calls say how long the lane was in which function, one stretch after the other.
///
/// Such a trace stands for a file that is too large to keep its calls. Sums over whole slices equal those of the
/// recording, to the tick. All other information in the calls is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceSums {
    /// Ticks of a slice; the first slice begins at the trace's first instant.
    pub slice: u64,
    /// Ticks from the start of the first recorded call to the end of the last.
    pub duration: i64,
    /// Number of recorded calls, by lane.
    pub calls: Vec<u64>,
}

impl SliceSums {
    /// Returns the number of recorded calls in all lanes.
    pub fn all_calls(&self) -> u64 {
        self.calls.iter().sum()
    }

    /// Returns the values as numbers, to store or send them.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        [self.slice, self.duration as u64].into_iter().chain(self.calls.iter().copied())
    }

    /// Restores the values from such numbers. Returns `None` if they do not fit the number of lanes, or if the sum of
    /// the counts overflows.
    pub(crate) fn of_words(words: &[u64], lanes: usize) -> Option<Self> {
        let (&[slice, duration], calls) = words.split_first_chunk()?;
        let duration = i64::try_from(duration).ok()?;
        calls.iter().try_fold(0u64, |sum, &calls| sum.checked_add(calls))?;
        (slice > 0 && calls.len() == lanes).then(|| Self { slice, duration, calls: calls.to_vec() })
    }
}

impl Trace {
    /// Marks the trace as one of sums. There must be one number of calls for each lane.
    #[must_use]
    pub fn with_sums(mut self, summed: SliceSums) -> Self {
        debug_assert_eq!(summed.calls.len(), self.lanes().len(), "each lane has its number of calls");
        self.parts.summed = Some(Box::new(summed));
        self
    }

    /// Returns the slices that calls are sums of, or `None` if the calls are the recorded ones.
    pub fn summed(&self) -> Option<&SliceSums> {
        self.parts.summed.as_deref()
    }
}
