//! Which call led to which: a launch and the kernel that it launched, a task and who posted it.

use crate::{CallId, Sorting};

/// Pairs of calls as columns of equal length, ascending by (from, to). Empty for most traces: nothing is held then.
#[derive(Debug, Clone, Default)]
pub struct Flows {
    pub(crate) from: Vec<CallId>,
    pub(crate) to: Vec<CallId>,
    /// The pairs by (to, from).
    by_target: Vec<u32>,
}

impl Flows {
    /// Of pairs in any order. O(pairs).
    pub(crate) fn new(mut pairs: Vec<[CallId; 2]>) -> Self {
        pairs.order_by_number(|&[from, to]| u64::from(from.0) << 32 | u64::from(to.0));
        let (from, to) = pairs.into_iter().map(|[from, to]| (from, to)).unzip();
        Self::of_columns(from, to)
    }

    /// Of columns in the right order and of equal length.
    pub(crate) fn of_columns(from: Vec<CallId>, to: Vec<CallId>) -> Self {
        let mut by_target: Vec<u32> = (0..to.len() as u32).collect();
        // Stable: pairs of one target stay ascending.
        by_target.order_by_number(|&pair| u64::from(to.get(pair as usize).map_or(0, |call| call.0)));
        Self { from, to, by_target }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.from.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// The calls that a call led to, ascending. O(log pairs).
    pub fn targets(&self, call: CallId) -> &[CallId] {
        let first = self.from.partition_point(|&from| from < call);
        let count = self.from[first..].partition_point(|&from| from == call);
        &self.to[first..first + count]
    }

    /// The calls that led to a call, ascending. O(log pairs).
    pub fn sources(&self, call: CallId) -> impl ExactSizeIterator<Item = CallId> + '_ {
        let target = |pair: &u32| self.to[*pair as usize];
        let first = self.by_target.partition_point(|pair| target(pair) < call);
        let count = self.by_target[first..].partition_point(|pair| target(pair) == call);
        self.by_target[first..first + count].iter().map(|&pair| self.from[pair as usize])
    }

    /// Bytes held.
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
            let call = CallId(call);
            let targets: Vec<CallId> = pairs.iter().filter(|pair| pair[0] == call).map(|pair| pair[1]).collect();
            let sources: Vec<CallId> = pairs.iter().filter(|pair| pair[1] == call).map(|pair| pair[0]).collect();
            prop_assert_eq!(flows.targets(call), targets);
            prop_assert_eq!(flows.sources(call).collect::<Vec<_>>(), sources);
        }
    }
}
