//! Exact tests of two counts: the binomial and the hypergeometric distribution, and control of false discoveries.

use diptych_trace::Sorting;

/// Variance from which on the normal distribution serves in place of exact sums. Its error is then far below any level.
const LARGE: f64 = 1e8;

/// Share of a sum below which a further term is left out.
const NEGLIGIBLE: f64 = 1e-17;

/// Returns the two-sided p of `b` among `a + b` events, each of which falls to B with the probability `share`: twice
/// the smaller tail, at most 1. O(√(a + b)).
pub(super) fn binomial_p(a: u64, b: u64, share: f64) -> f64 {
    let all = a + b;
    if !(share > 0.0 && share < 1.0) {
        return 1.0;
    }
    let (count, b) = (all as f64, b as f64);
    let (mean, variance) = (count * share, count * share * (1.0 - share));
    if variance > LARGE {
        return normal_p(mean, variance, b);
    }
    let at_b = ln_choose(count, b) + b * share.ln() + (count - b) * (-share).ln_1p();
    let odds = share / (1.0 - share);
    // Ratios of the probabilities of neighbouring values.
    let up = |value: f64| (count - value) / (value + 1.0) * odds;
    let down = |value: f64| value / (count - value + 1.0) / odds;
    two_sided(at_b, b, mean, up, down)
}

/// Returns the two-sided p of a row that has `row` samples of A and of B, among `totals` samples of A and of B, if it
/// has the same share of both (Fisher's exact test): twice the smaller tail, at most 1. O(√samples).
pub(super) fn share_p(row: [u64; 2], totals: [u64; 2]) -> f64 {
    let drawn = (row[0] + row[1]) as f64;
    let [total_a, total_b] = totals.map(|total| total as f64);
    let (all, b) = (total_a + total_b, row[1] as f64);
    if drawn == 0.0 || drawn >= all || total_a == 0.0 || total_b == 0.0 {
        return 1.0;
    }
    let share = total_b / all;
    let (mean, variance) = (drawn * share, drawn * share * (1.0 - share) * (all - drawn) / (all - 1.0));
    if variance > LARGE {
        return normal_p(mean, variance, b);
    }
    let at_b = ln_choose(total_b, b) + ln_choose(total_a, drawn - b) - ln_choose(all, drawn);
    let up =
        |value: f64| (total_b - value) * (drawn - value) / ((value + 1.0) * (total_a - drawn + value + 1.0));
    let down =
        |value: f64| value * (total_a - drawn + value) / ((total_b - value + 1.0) * (drawn - value + 1.0));
    two_sided(at_b, b, mean, up, down)
}

/// Returns the smallest p that [`share_p`] can give for a row with so many samples in both runs together.
pub(super) fn smallest_share_p(samples: u64, totals: [u64; 2]) -> f64 {
    let [most_a, most_b] = totals.map(|total| samples.min(total));
    share_p([samples - most_b, most_b], totals).min(share_p([most_a, samples - most_a], totals))
}

/// Sums the tail beyond a value, from the logarithm of its probability and the ratios of neighbours. Returns twice the
/// smaller tail, at most 1.
fn two_sided(ln_at: f64, value: f64, mean: f64, up: impl Fn(f64) -> f64, down: impl Fn(f64) -> f64) -> f64 {
    let (mut sum, mut term, mut at) = (1.0, 1.0, value);
    let is_above = value > mean;
    // The tail away from the mean has falling terms, so the first negligible one ends it.
    loop {
        let ratio = if is_above { up(at) } else { down(at) };
        at += if is_above { 1.0 } else { -1.0 };
        term *= ratio.max(0.0);
        sum += term;
        if term <= NEGLIGIBLE * sum {
            break;
        }
    }
    (2.0 * ln_at.exp() * sum).min(1.0)
}

/// Returns the two-sided p of a value by the normal distribution, with correction for continuity.
fn normal_p(mean: f64, variance: f64, value: f64) -> f64 {
    let z = ((value - mean).abs() - 0.5).max(0.0) / variance.sqrt();
    two_sided_normal(z)
}

/// Returns the probability that a standard normal deviation is at least z away from 0, with a relative error of 1.2e-7
/// (Chebyshev fit by Press et al., Numerical Recipes, 3rd edition, section 6.2.2).
pub(super) fn two_sided_normal(z: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let polynomial = FIT.iter().rev().fold(0.0, |sum, factor| sum * t + factor);
    (t * (-x * x + polynomial).exp()).min(1.0)
}

/// Returns the number of standard deviations that a normal deviation exceeds, in either direction, with a probability
/// of `p` (by bisection).
pub(super) fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided_normal(middle) > p {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// Returns ln of the number of ways to choose `picked` out of `all`.
fn ln_choose(all: f64, picked: f64) -> f64 {
    ln_factorial(all) - ln_factorial(picked) - ln_factorial(all - picked)
}

/// Returns ln x! by Stirling's series, with a relative error below 1e-12.
fn ln_factorial(x: f64) -> f64 {
    // The series is good from 16 on. Smaller numbers are raised by the recurrence.
    let (mut n, mut below) = (x, 0.0);
    while n < 16.0 {
        n += 1.0;
        below += n.ln();
    }
    let inverse = 1.0 / n;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    n * n.ln() - n + 0.5 * (2.0 * std::f64::consts::PI * n).ln() + series - below
}

/// Returns Benjamini and Hochberg's adjusted p of each p (1995). Those at most as large as a level are discoveries, of
/// which on average at most that share is false, even if tests are positively dependent. O(n log n).
pub(super) fn adjusted(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.order_by(|&left, &right| p[right].total_cmp(&p[left]));
    let (mut adjusted, mut so_far) = (vec![1.0; p.len()], 1.0f64);
    for (above, row) in order.into_iter().enumerate() {
        let rank = (p.len() - above) as f64;
        so_far = so_far.min(p[row] * p.len() as f64 / rank);
        adjusted[row] = so_far;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the number of ways to choose, exactly.
    fn choose(all: u64, picked: u64) -> f64 {
        let ways = (0..picked).fold(1u128, |ways, one| ways * u128::from(all - one) / u128::from(one + 1));
        ways as f64
    }

    /// Returns twice the smaller tail by adding up all probabilities.
    fn naive(at: u64, probabilities: &[f64]) -> f64 {
        let low: f64 = probabilities[..=at as usize].iter().sum();
        let high: f64 = probabilities[at as usize..].iter().sum();
        (2.0 * low.min(high)).min(1.0)
    }

    fn is_close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 1e-9 * right.abs() + 1e-300
    }

    proptest! {
        #[test]
        fn binomial_p_equals_naive_twin(a in 0u64..50, b in 0u64..50, share in 0.01..0.99f64) {
            let all = a + b;
            let at = |value: u64| {
                choose(all, value) * share.powi(value as i32) * (1.0 - share).powi((all - value) as i32)
            };
            let expected = naive(b, &(0..=all).map(at).collect::<Vec<f64>>());
            let found = binomial_p(a, b, share);
            prop_assert!(is_close(found, expected) || found >= 1.0 && expected > 0.5, "{found} {expected}");
        }

        #[test]
        fn share_p_equals_naive_twin(a in 0u64..20, b in 0u64..20, rest_a in 0u64..20, rest_b in 0u64..20) {
            let (drawn, totals) = (a + b, [a + rest_a, b + rest_b]);
            let all = totals[0] + totals[1];
            prop_assume!(drawn > 0 && drawn < all && totals[0] > 0 && totals[1] > 0);
            let at = |value: u64| {
                if value > totals[1] || drawn - value > totals[0] {
                    return 0.0;
                }
                choose(totals[1], value) * choose(totals[0], drawn - value) / choose(all, drawn)
            };
            let probabilities: Vec<f64> = (0..=drawn).map(at).collect();
            let found = share_p([a, b], totals);
            let expected = naive(b, &probabilities);
            prop_assert!(is_close(found, expected) || found >= 1.0 && expected > 0.5, "{found} {expected}");
            let extremes = (0..=drawn).filter(|&value| at(value) > 0.0).map(|value| naive(value, &probabilities));
            prop_assert!(is_close(smallest_share_p(drawn, totals), extremes.fold(1.0, f64::min)));
        }

        #[test]
        fn exchanging_sides_keeps_p(row in [0u64..500, 0u64..500], rest in [1u64..5000, 1u64..5000]) {
            let totals = [row[0] + rest[0], row[1] + rest[1]];
            let swapped = share_p([row[1], row[0]], [totals[1], totals[0]]);
            let p = share_p(row, totals);
            prop_assert!((swapped - p).abs() <= 1e-7 * p);
            let (here, there) = (binomial_p(row[0], row[1], 0.3), binomial_p(row[1], row[0], 0.7));
            prop_assert!((here - there).abs() <= 1e-7 * here);
        }

        #[test]
        fn discoveries_equal_naive_twin(p in prop::collection::vec(0.0..1.0f64, 1..40), level in 0.01..0.9f64) {
            // The step-up rule as published: reject the k smallest for the largest k with p(k) ≤ k ÷ m · level.
            let mut sorted = p.clone();
            sorted.sort_by(f64::total_cmp);
            let passes = |&rank: &usize| sorted[rank - 1] <= rank as f64 / p.len() as f64 * level;
            let count = (1..=p.len()).rev().find(passes).unwrap_or(0);
            prop_assert_eq!(adjusted(&p).iter().filter(|p| **p <= level).count(), count);
        }
    }

    #[test]
    fn normal_tails_equal_tables_and_exact_sums() {
        for (z, p) in [(0.0, 1.0), (1.96, 0.049_995_79), (3.0, 0.002_699_796), (5.0, 5.733_031e-7)] {
            assert!((two_sided_normal(z) - p).abs() < 1e-6 * p, "{z}: {}", two_sided_normal(z));
        }
        assert!((normal_quantile(0.05) - 1.959_964).abs() < 1e-5);
        assert!((normal_quantile(1e-6) - 4.891_638).abs() < 1e-5);
        let exact = binomial_p(1_002_000, 998_000, 0.5);
        let normal = normal_p(1_000_000.0, 500_000.0, 998_000.0);
        assert!((exact / normal - 1.0).abs() < 1e-3, "{exact} {normal}");
        assert!(binomial_p(1_000_000_000, 1_001_000_000, 0.5) < 1e-100);
    }
}
