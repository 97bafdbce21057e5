//! Traces whose calls are sums.

use crate::Trace;

/// Says of a trace that its calls are not those that were recorded, but how long each lane was in which function within each of many
/// equal slices of time, one stretch after the other: what is left of a file that is too large for its calls to be kept. Sums over
/// whole slices are those of the recording, to the tick; what else calls tell is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summed {
    /// Ticks of a slice; the first one begins at the trace's first instant.
    pub slice: u64,
    /// Ticks from the first call that was recorded to the end of the last.
    pub duration: i64,
    /// Calls that were recorded, by lane.
    pub calls: Vec<u64>,
}

impl Summed {
    /// All calls that were recorded.
    pub fn all_calls(&self) -> u64 {
        self.calls.iter().sum()
    }

    /// As numbers, to be handed on.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        [self.slice, self.duration as u64].into_iter().chain(self.calls.iter().copied())
    }

    /// Of such numbers; `None` where they are not those of so many lanes, or too many to be added up.
    pub(crate) fn of_words(words: &[u64], lanes: usize) -> Option<Self> {
        let (&[slice, duration], calls) = words.split_first_chunk()?;
        let duration = i64::try_from(duration).ok()?;
        calls.iter().try_fold(0u64, |sum, &calls| sum.checked_add(calls))?;
        (slice > 0 && calls.len() == lanes).then(|| Self { slice, duration, calls: calls.to_vec() })
    }
}

impl Trace {
    /// The same trace, said to be one of sums. There are as many numbers of calls as lanes.
    #[must_use]
    pub fn with_sums(mut self, summed: Summed) -> Self {
        debug_assert_eq!(summed.calls.len(), self.lanes().len(), "each lane has its number of calls");
        self.parts.summed = Some(Box::new(summed));
        self
    }

    /// What calls are sums of, where they are.
    pub fn summed(&self) -> Option<&Summed> {
        self.parts.summed.as_deref()
    }
}
