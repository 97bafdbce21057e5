//! The median, and the deviation that follows from it.

use diptych_trace::Sorting;

/// Ratio of the standard deviation of a normal distribution to its median absolute deviation.
pub(crate) const DEVIATION_BY_MEDIAN: f64 = 1.4826;

/// Returns the median of values, which it sorts, or 0 without values. For an even number it is the mean of the middle
/// two.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.order_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => f64::midpoint(values[count / 2 - 1], values[count / 2]),
    }
}
