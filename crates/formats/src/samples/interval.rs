//! Computes the sampling interval.

/// Returns the median of the values above zero; 0 if there is none. Of an even number, it takes the upper one of the
/// middle two.
pub(crate) fn median(values: impl Iterator<Item = i64>) -> i64 {
    let mut values: Vec<i64> = values.filter(|&value| value > 0).collect();
    let middle = values.len() / 2;
    if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
}
