//! The smallest and the largest value of any run of samples.

use std::ops::Range;

/// Number of entries that one entry of the next level stands for.
const FAN: usize = 16;

/// Extremes of blocks of samples: blocks of 16, of 256 and so on. They take an eighth of the samples' memory.
#[derive(Debug, Clone, Default)]
pub struct Extremes {
    levels: Vec<Vec<[f64; 2]>>,
}

impl Extremes {
    /// Builds the blocks of a list of values. O(values).
    pub fn new(values: &[f64]) -> Self {
        let mut levels: Vec<Vec<[f64; 2]>> = Vec::new();
        let mut level: Vec<[f64; 2]> = values.chunks(FAN).map(of_values).collect();
        while level.len() > 1 {
            let next = level.chunks(FAN).map(of_blocks).collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        levels.push(level);
        Self { levels }
    }

    /// Returns the smallest and the largest of `values[rows]`; `None` for no rows. The values must be those that the
    /// blocks were built from. O(log values).
    pub fn min_max(&self, values: &[f64], rows: Range<usize>) -> Option<[f64; 2]> {
        let (mut from, mut to) = (rows.start, rows.end.min(values.len()));
        if from >= to {
            return None;
        }
        let mut found = [f64::INFINITY, f64::NEG_INFINITY];
        let mut level = 0;
        while from < to {
            let is_top = level == self.levels.len();
            let entry = |row: usize| match level.checked_sub(1) {
                None => [values[row]; 2],
                Some(blocks) => self.levels[blocks][row],
            };
            // Ends that no block of the next level covers.
            while from < to && (is_top || !from.is_multiple_of(FAN)) {
                found = joined(found, entry(from));
                from += 1;
            }
            while from < to && !to.is_multiple_of(FAN) {
                to -= 1;
                found = joined(found, entry(to));
            }
            (from, to, level) = (from / FAN, to / FAN, level + 1);
        }
        Some(found)
    }
}

fn of_values(values: &[f64]) -> [f64; 2] {
    values.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |found, &value| joined(found, [value; 2]))
}

fn of_blocks(blocks: &[[f64; 2]]) -> [f64; 2] {
    blocks.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |found, &block| joined(found, block))
}

/// Returns the extremes of two lists, given those of each.
pub(super) fn joined(left: [f64; 2], right: [f64; 2]) -> [f64; 2] {
    [left[0].min(right[0]), left[1].max(right[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn extremes_equal_a_scan(values in prop::collection::vec(-9.0..9.0f64, 0..700), from in 0usize..700, length in 0usize..700) {
            let rows = from.min(values.len())..(from + length).min(values.len());
            let scanned = values[rows.clone()].iter().copied();
            let least = scanned.clone().reduce(f64::min);
            let expected = least.zip(scanned.reduce(f64::max)).map(|(least, most)| [least, most]);
            prop_assert_eq!(Extremes::new(&values).min_max(&values, rows), expected);
        }
    }
}
