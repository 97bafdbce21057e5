//! Medians, and the distribution functions of Student's t and of the binomial distribution.

/// Median absolute deviations from the centre beyond which a value has no weight: 6 standard deviations.
const REACH: f64 = 9.0;

/// Returns the median, or 0 without values. Sorts the values.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    quantile(values, 0.5)
}

/// Returns a quantile by linear interpolation, or 0 without values. Sorts the values.
pub(crate) fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    let at = share * last as f64;
    let (low, rest) = (at.floor() as usize, at.fract());
    values[low] + rest * (values[(low + 1).min(last)] - values[low])
}

/// Returns a standard deviation that outliers do not move: the square root of Tukey's biweight midvariance (Lax, *Robust
/// estimators of scale*, 1985). Up to half of the values may be outliers, as for the median absolute deviation, but of a
/// normal sample it wastes a seventh and not two thirds.
pub(crate) fn deviation(values: &[f64], centre: f64) -> f64 {
    let reach = REACH * median(&mut values.iter().map(|value| (value - centre).abs()).collect::<Vec<f64>>());
    if reach == 0.0 {
        return 0.0;
    }
    let (mut squares, mut weights) = (0.0, 0.0);
    for distance in values.iter().map(|value| value - centre) {
        let place = (distance / reach).powi(2);
        if place < 1.0 {
            squares += distance.powi(2) * (1.0 - place).powi(4);
            weights += (1.0 - place) * (1.0 - 5.0 * place);
        }
    }
    (values.len() as f64 * squares).sqrt() / weights
}

/// Returns the probability that a value of Student's t distribution is at least as far from 0 as `t`.
pub(crate) fn two_sided_t(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() { 0.0 } else { beta(freedom / (freedom + t * t), freedom / 2.0, 0.5) }
}

/// Returns the value that a share of |t| lies below. Bisection, to about 12 digits.
pub(crate) fn t_quantile(share: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if 1.0 - two_sided_t(middle, freedom) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Returns the probability that a fair coin shows one side as unevenly as in `heads` of `count` throws: the sign test.
pub(crate) fn sign_test(heads: u64, count: u64) -> f64 {
    let most = heads.max(count - heads);
    // P(X ≥ k) = I½(k, n − k + 1); both tails are equally likely.
    let tail = if most == 0 { 1.0 } else { beta(0.5, most as f64, (count - most + 1) as f64) };
    (2.0 * tail).min(1.0)
}

/// Returns the regularised incomplete beta function by its continued fraction (Lentz's method).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast only below this point; the function is symmetric.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let safe = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / safe(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..500 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / safe(1.0 + term * d);
            c = safe(1.0 + term / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (front * fraction).clamp(0.0, 1.0)
}

/// Returns the logarithm of the gamma function for positive values: Stirling's series, after moving up to where it is exact
/// to 14 digits.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut below) = (x, 0.0);
    while x < 15.0 {
        below += x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series =
        (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Adds up the tails of t's density by Simpson's rule, with t = tan(angle).
    fn naive_t(t: f64, freedom: f64) -> f64 {
        // cos(angle)^(ν − 1) is the density up to a factor.
        let area = |from: f64, to: f64| {
            let step = (to - from) / 20_000.0;
            let at = |place: i32| (from + step * f64::from(place)).cos().max(0.0).powf(freedom - 1.0);
            let weight = |place: i32| if place % 2 == 1 { 4.0 } else { 2.0 };
            let inner: f64 = (1..20_000).map(|place| weight(place) * at(place)).sum();
            (at(0) + inner + at(20_000)) * step / 3.0
        };
        let right = std::f64::consts::FRAC_PI_2;
        area((t / freedom.sqrt()).atan(), right) / area(0.0, right)
    }

    proptest! {
        #[test]
        fn tails_of_t_equal_the_integral(t in 0.0..20.0_f64, freedom in 2.0..100.0_f64) {
            let (fast, slow) = (two_sided_t(t, freedom), naive_t(t, freedom));
            prop_assert!((fast - slow).abs() < 1e-7, "{} {}", fast, slow);
        }

        #[test]
        fn sign_test_equals_the_sum(heads in 0..60_u64, tails in 0..60_u64) {
            let count = heads + tails;
            // Pascal's triangle, as probabilities.
            let mut row = vec![1.0_f64];
            for _ in 0..count {
                let next = (0..=row.len()).map(|k| {
                    let left = if k == 0 { 0.0 } else { row[k - 1] };
                    f64::midpoint(left, row.get(k).copied().unwrap_or(0.0))
                });
                row = next.collect();
            }
            let tail: f64 = row[heads.max(tails) as usize..].iter().sum();
            let (fast, slow) = (sign_test(heads, count), (2.0 * tail).min(1.0));
            prop_assert!((fast - slow).abs() < 1e-9, "{} {}", fast, slow);
        }
    }

    #[test]
    fn quantiles_of_t_have_their_table_values() {
        for (share, freedom, value) in
            [(0.95, 4.0, 2.776_445), (0.5, 10.0, 0.699_812), (0.99, 30.0, 2.749_996)]
        {
            assert!((t_quantile(share, freedom) - value).abs() < 1e-5, "{share} {freedom}");
        }
        assert!((t_quantile(0.95, 1e6) - 1.959_966).abs() < 1e-4);
    }

    #[test]
    fn quantiles_of_values_interpolate() {
        let is =
            |values: &mut [f64], share: f64, wanted: f64| (quantile(values, share) - wanted).abs() < 1e-12;
        assert!(is(&mut [], 0.5, 0.0));
        assert!(is(&mut [4.0, 1.0, 2.0], 0.5, 2.0));
        assert!(is(&mut [1.0, 2.0], 0.25, 1.25));
    }

    #[test]
    fn deviation_is_that_of_the_bulk() {
        // Quantiles of a normal distribution with deviation 3.
        let half = (0..500).map(|place| 3.0 * t_quantile((f64::from(place) + 0.5) / 500.0, 1e6));
        let mut values: Vec<f64> = half.flat_map(|value| [5.0 + value, 5.0 - value]).collect();
        assert!((deviation(&values, 5.0) / 3.0 - 1.0).abs() < 0.01, "{}", deviation(&values, 5.0));
        values.extend([1e6; 50]);
        assert!((deviation(&values, 5.0) / 3.0 - 1.0).abs() < 0.08, "{}", deviation(&values, 5.0));
        assert!(deviation(&[], 0.0).abs() < 1e-12);
        assert!(deviation(&[2.0, 2.0, 9.0], 2.0).abs() < 1e-12);
    }
}
