//! The median, and the deviation that follows from it.

/// Ratio of the standard deviation of a normal distribution to its median absolute deviation.
pub(crate) const DEVIATION_BY_MEDIAN: f64 = 1.4826;

/// Returns the median of values, which it reorders, or 0 without values. For an even number it is the mean of the middle
/// two. O(n).
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let (count, middle) = (values.len(), values.len() / 2);
    if count == 0 {
        return 0.0;
    }
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if count % 2 == 0 => f64::midpoint(lower, upper),
        _ => upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_of_sorted_values() {
        for count in 1..40_u32 {
            let values: Vec<f64> = (0..count).map(|at| f64::from(at * 17 % 23)).collect();
            let mut sorted = values.clone();
            sorted.sort_by(f64::total_cmp);
            let middle = count as usize / 2;
            let lower = if count % 2 == 0 { sorted[middle - 1] } else { sorted[middle] };
            let expected = f64::midpoint(lower, sorted[middle]);
            assert_eq!(median(&mut values.clone()).to_bits(), expected.to_bits(), "{values:?}");
        }
        assert_eq!(median(&mut []).to_bits(), 0.0_f64.to_bits());
    }
}
