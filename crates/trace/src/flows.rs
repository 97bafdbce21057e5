//! Flows between calls: from a launch to the kernel it launched, or from the poster of a task to the task.

use crate::CallId;

/// Pairs of calls as columns of equal length, ascending by (from, to). Most traces have none; then nothing is
/// allocated.
#[derive(Debug, Clone, Default)]
pub struct Flows {
    pub(crate) from: Vec<CallId>,
    pub(crate) to: Vec<CallId>,
    /// Rows of the pairs, sorted by (to, from).
    by_target: Vec<u32>,
}

impl Flows {
    /// Builds the table from pairs in any order. O(pairs · log pairs).
    pub(crate) fn new(mut pairs: Vec<[CallId; 2]>) -> Self {
        pairs.sort_unstable();
        let (from, to) = pairs.into_iter().map(|[from, to]| (from, to)).unzip();
        Self::of_columns(from, to)
    }

    /// Builds the table from columns that are sorted and of equal length.
    pub(crate) fn of_columns(from: Vec<CallId>, to: Vec<CallId>) -> Self {
        let mut by_target: Vec<u32> = (0..to.len() as u32).collect();
        // The sort is stable: pairs of one target stay ascending.
        by_target.sort_by_key(|&pair| to[pair as usize]);
        Self { from, to, by_target }
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.from.len()
    }

    /// Returns true if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// Returns the pairs, ascending.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = [CallId; 2]> + '_ {
        self.from.iter().zip(&self.to).map(|(&from, &to)| [from, to])
    }

    /// Returns the calls that a call led to, ascending. O(log pairs).
    pub fn targets(&self, call: CallId) -> &[CallId] {
        let first = self.from.partition_point(|&from| from < call);
        let count = self.from[first..].partition_point(|&from| from == call);
        &self.to[first..first + count]
    }

    /// Returns the calls that led to a call, ascending. O(log pairs).
    pub fn sources(&self, call: CallId) -> impl ExactSizeIterator<Item = CallId> + '_ {
        let target = |pair: &u32| self.to[*pair as usize];
        let first = self.by_target.partition_point(|pair| target(pair) < call);
        let count = self.by_target[first..].partition_point(|pair| target(pair) == call);
        self.by_target[first..first + count].iter().map(|&pair| self.from[pair as usize])
    }

    /// Returns the bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * 12
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_are_found(pairs in prop::collection::vec((0u32..12, 0u32..12), 0..60), call in 0u32..13) {
            let mut pairs: Vec<[CallId; 2]> = pairs.into_iter().map(|(from, to)| [CallId(from), CallId(to)]).collect();
            let flows = Flows::new(pairs.clone());
            pairs.sort_unstable();
            prop_assert_eq!(flows.pairs().collect::<Vec<_>>(), pairs.clone());
            let call = CallId(call);
            let targets: Vec<CallId> = pairs.iter().filter(|pair| pair[0] == call).map(|pair| pair[1]).collect();
            let sources: Vec<CallId> = pairs.iter().filter(|pair| pair[1] == call).map(|pair| pair[0]).collect();
            prop_assert_eq!(flows.targets(call), targets);
            prop_assert_eq!(flows.sources(call).collect::<Vec<_>>(), sources);
        }
    }
}
