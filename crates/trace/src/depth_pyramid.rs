//! Greatest depth in any range of calls, without a visit to each call.

use std::ops::Range;

/// Maxima of the depth column over blocks of 16, 16², 16³ … calls.
///
/// A view merges neighbouring calls narrower than a pixel into one box. Such calls are siblings, and siblings with
/// their subtrees are one range of call ids. So the height of the box is a range maximum.
#[derive(Debug, Clone, Default)]
pub struct DepthPyramid {
    /// `levels[k][i]` = maximum over calls `i·16^(k+1) ..`.
    levels: Vec<Vec<u32>>,
}

/// Number of entries that an entry of the next level covers.
const FAN: usize = 16;

impl DepthPyramid {
    /// Builds the maxima of a depth column, or of any other column. O(length).
    pub fn new(depths: &[u32]) -> Self {
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let mut below = depths;
        while below.len() > FAN {
            levels.push(below.chunks(FAN).map(max_of).collect());
            below = &levels[levels.len() - 1];
        }
        Self { levels }
    }

    /// Returns the greatest depth in a range of calls, given the depth column; 0 for an empty range. O(16 · log₁₆ n).
    pub fn max(&self, depths: &[u32], range: Range<u32>) -> u32 {
        let (mut from, mut to) = (range.start as usize, range.end as usize);
        let mut deepest = 0;
        let mut column = depths;
        for level in &self.levels {
            if to.saturating_sub(from) <= 2 * FAN {
                break;
            }
            let inner_from = from.next_multiple_of(FAN);
            let inner_to = to / FAN * FAN;
            deepest = deepest.max(max_of(&column[from..inner_from])).max(max_of(&column[inner_to..to]));
            (from, to) = (inner_from / FAN, inner_to / FAN);
            column = level;
        }
        if from < to { deepest.max(max_of(&column[from..to])) } else { deepest }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.len() * 4).sum()
    }
}

fn max_of(depths: &[u32]) -> u32 {
    // A fold, because `Iterator::max` has to pick one of several equal items and so compares one after the other.
    depths.iter().fold(0, |most, &depth| most.max(depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pyramid_maximum_equals_a_linear_scan(depths in prop::collection::vec(0u32..50, 0..3000), a in 0usize..3000, b in 0usize..3000) {
            let (from, to) = (a.min(b).min(depths.len()), a.max(b).min(depths.len()));
            let pyramid = DepthPyramid::new(&depths);
            let fast = pyramid.max(&depths, from as u32..to as u32);
            prop_assert_eq!(fast, max_of(&depths[from..to]));
        }
    }
}
