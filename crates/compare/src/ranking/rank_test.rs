//! Comparison of two small samples without an assumption about their distribution.

use diptych_trace::Sorting;

/// The shift of one sample against another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// Hodges and Lehmann's estimate: the median of all differences, second minus first.
    pub estimate: f64,
    /// Confidence interval from the exact distribution of Mann and Whitney's U: the shifts that their test does not
    /// reject at the level. `None` if the samples are too small to reject anything.
    pub interval: Option<[f64; 2]>,
}

/// Estimates the shift of `second` against `first`, with an interval that covers the true shift with a probability of
/// at least 1 − `level`. Returns `None` if a sample is empty. O(n·m·log) for samples of n and m, plus O(n²m²) for the
/// distribution, so it is meant for a few dozen values.
pub fn shift_of(first: &[f64], second: &[f64], level: f64) -> Option<Shift> {
    let mut differences: Vec<f64> = first.iter().flat_map(|a| second.iter().map(move |b| b - a)).collect();
    differences.order_by(f64::total_cmp);
    let count = differences.len();
    let middle = [differences.get(count.checked_sub(1)? / 2)?, differences.get(count / 2)?];
    let estimate = f64::midpoint(*middle[0], *middle[1]);
    // Values of U below `cut` are rejected, and as many differences are cut off at either end.
    let cut = lower_tail(first.len(), second.len(), level / 2.0);
    let interval = (cut > 0).then(|| [differences[cut - 1], differences[count - cut]]);
    Some(Shift { estimate, interval })
}

/// Returns the two-sided p of Mann and Whitney's U, from its exact distribution. Ties count as half, and U is rounded
/// towards the middle. Returns 1 if a sample is empty. O(n²m²) for samples of n and m.
pub fn rank_p(first: &[f64], second: &[f64]) -> f64 {
    let twice_u: usize = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| 1 + usize::from(b > a) - usize::from(b < a)))
        .sum();
    let twice_all = 2 * first.len() * second.len();
    let u = twice_u.min(twice_all - twice_u).div_ceil(2);
    let ways = ways_of_u(first.len(), second.len());
    let tail: f64 = ways.iter().take(u + 1).sum();
    (2.0 * tail / ways.iter().sum::<f64>()).min(1.0)
}

/// Returns the number of smallest values of U whose total probability is at most `share`, if both samples have one
/// distribution.
fn lower_tail(first: usize, second: usize, share: f64) -> usize {
    let ways = ways_of_u(first, second);
    let all: f64 = ways.iter().sum();
    let mut sum = 0.0;
    ways.iter()
        .take_while(|&&ways| {
            sum += ways;
            sum <= share * all
        })
        .count()
}

/// Returns the number of orders of `first` and `second` values for each value of U, 0 to first · second. Uses Mann and
/// Whitney's recurrence on the sample of the largest value. f64 holds the counts exactly up to 2⁵³, which suffices for
/// 28 values per side.
fn ways_of_u(first: usize, second: usize) -> Vec<f64> {
    // By number of values of the first sample, for a growing number of values of the second.
    let mut ways: Vec<Vec<f64>> = (0..=first).map(|_| vec![1.0]).collect();
    for more in 1..=second {
        let mut next: Vec<Vec<f64>> = vec![vec![1.0]];
        for some in 1..=first {
            let mut counts = vec![0.0; some * more + 1];
            // The largest value is from the first sample, so it exceeds all `more` values of the second.
            for (u, ways) in next[some - 1].iter().enumerate() {
                counts[u + more] += ways;
            }
            // The largest value is from the second sample, so no value of the first exceeds it.
            for (u, ways) in ways[some].iter().enumerate() {
                counts[u] += ways;
            }
            next.push(counts);
        }
        ways = next;
    }
    ways.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    /// Returns the counts by trying every way to place the first sample among all values, as bit patterns.
    fn naive_ways(first: usize, second: usize) -> Vec<f64> {
        let mut ways = vec![0.0; first * second + 1];
        for picked in 0u32..1 << (first + second) {
            if picked.count_ones() as usize != first {
                continue;
            }
            let places = |is_first: bool| {
                (0..first + second).filter(move |&place| (picked >> place & 1 == 1) == is_first)
            };
            let exceeds = |place| places(false).filter(|&other| place > other).count();
            ways[places(true).map(exceeds).sum::<usize>()] += 1.0;
        }
        ways
    }

    #[test]
    fn distribution_of_u_equals_naive_twin() {
        for (first, second) in [(1, 1), (1, 4), (4, 1), (3, 3), (2, 5), (5, 5), (6, 4)] {
            assert_eq!(ways_of_u(first, second), naive_ways(first, second), "{first}, {second}");
        }
    }

    #[test]
    fn p_of_ranks_equals_tables_and_naive_twin() {
        let five = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert!((rank_p(&five, &five.map(|value| value + 10.0)) - 2.0 / 252.0).abs() < 1e-12);
        assert!((rank_p(&five, &[2.5, 3.5, 4.5, 5.5, 6.5]) - 56.0 / 252.0).abs() < 1e-12);
        assert!(rank_p(&five, &five) >= 1.0);
        assert!(rank_p(&five, &[]) >= 1.0);
    }

    #[test]
    fn intervals_of_five_and_five_cut_two_differences() {
        // Tables give 2 as the critical value of U for 5 and 5 at 5 % two-sided, so 3 values are rejected.
        assert_eq!(lower_tail(5, 5, 0.025), 3);
        assert_eq!(lower_tail(20, 20, 0.025), 128);
        let first = [1.0, 2.0, 3.0, 4.0, 5.0];
        let second = first.map(|value| value + 10.0);
        let shift = shift_of(&first, &second, 0.05).unwrap();
        assert_eq!(shift, Shift { estimate: 10.0, interval: Some([7.0, 13.0]) });
        assert_eq!(shift_of(&first[..3], &second[..3], 0.05).unwrap().interval, None);
        assert_eq!(shift_of(&[], &second, 0.05), None);
    }

    proptest! {
        #[test]
        fn exchanging_samples_negates_the_shift(
            first in prop::collection::vec(-9i32..9, 1..8), second in prop::collection::vec(-9i32..9, 1..8),
        ) {
            let [first, second] = [first, second].map(|values| values.into_iter().map(f64::from).collect::<Vec<_>>());
            let there = shift_of(&first, &second, 0.05).unwrap();
            let back = shift_of(&second, &first, 0.05).unwrap();
            prop_assert_eq!(there.estimate.total_cmp(&(0.0 - back.estimate)), Ordering::Equal);
            prop_assert_eq!(there.interval, back.interval.map(|[low, high]| [-high, -low]));
            if let Some([low, high]) = there.interval {
                prop_assert!(low <= there.estimate && there.estimate <= high);
            }
        }
    }
}
