//! The noise of a fleet, measured from the fleet.
//!
//! Times vary more than a normal distribution allows: a busy machine makes some runs much slower. A test that ignores this
//! finds changes everywhere. So the null distribution is fitted to the bulk of the values, as Efron proposes (*Large-scale
//! simultaneous hypothesis testing: the choice of a null hypothesis*, 2004): the changed minority does not move the
//! median and the 95th percentile. Student's t gives it tails as heavy as those of the fleet.

use crate::statistics::{quantile, t_quantile, two_sided_t};

/// The distribution of values that did not change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Null {
    /// Scale: the value that has the standing of 1 in Student's t.
    pub scale: f64,
    /// Degrees of freedom. Fewer mean heavier tails.
    pub freedom: f64,
}

/// Fewest values from which a null distribution is fitted. Two percentiles of fewer say too little.
pub const LEAST_VALUES: usize = 20;
/// Largest number of degrees of freedom. The distribution is normal then, to four digits.
const NORMAL: f64 = 200.0;
/// Smallest number of degrees of freedom. The tails are then so heavy that hardly anything is significant.
const HEAVIEST: f64 = 2.0;
/// Share of the values whose size decides how heavy the tails are.
const UPPER: f64 = 0.95;

impl Null {
    /// Fits the distribution to values around 0; `None` for fewer than [`LEAST_VALUES`]. O(n log n).
    pub fn fit(values: &[f64]) -> Option<Self> {
        if values.len() < LEAST_VALUES {
            return None;
        }
        let mut sizes: Vec<f64> = values.iter().map(|value| value.abs()).collect();
        let [middle, upper] = [0.5, UPPER].map(|share| quantile(&mut sizes, share));
        let freedom = if middle > 0.0 { freedom(upper / middle) } else { HEAVIEST };
        Some(Self { scale: middle / t_quantile(0.5, freedom), freedom })
    }

    /// Returns the probability of a value at least as far from 0.
    pub fn p(&self, value: f64) -> f64 {
        if value == 0.0 { 1.0 } else { two_sided_t(value / self.scale, self.freedom) }
    }
}

/// Returns the degrees of freedom at which the two percentiles have a ratio.
fn freedom(ratio: f64) -> f64 {
    let of = |freedom: f64| t_quantile(UPPER, freedom) / t_quantile(0.5, freedom);
    let (mut low, mut high) = (HEAVIEST, NORMAL);
    if ratio <= of(high) {
        return high;
    }
    // The ratio falls as the degrees of freedom rise.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if of(middle) > ratio {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns values that lie where the quantiles of t do.
    fn values(count: usize, scale: f64, freedom: f64) -> Vec<f64> {
        let half = (0..count / 2)
            .map(|place| scale * t_quantile((place as f64 + 0.5) / (count / 2) as f64, freedom));
        half.flat_map(|value| [value, -value]).collect()
    }

    #[test]
    fn fit_recovers_scale_and_tails() {
        for (scale, freedom) in [(1.0, 3.0), (0.02, 8.0), (5.0, 200.0)] {
            let null = Null::fit(&values(2000, scale, freedom)).unwrap();
            assert!((null.scale / scale - 1.0).abs() < 0.03, "{null:?}");
            assert!((null.freedom / freedom - 1.0).abs() < 0.15, "{null:?}");
        }
    }

    #[test]
    fn changed_minority_hardly_moves_the_fit() {
        let mut all = values(2000, 1.0, 6.0);
        all.extend([40.0; 40]);
        let null = Null::fit(&all).unwrap();
        assert!((0.97..1.06).contains(&null.scale), "{null:?}");
        assert!(null.p(40.0) < 1e-4 && null.p(1.0) > 0.3);
    }

    #[test]
    fn few_values_have_no_fit() {
        assert_eq!(Null::fit(&[1.0; LEAST_VALUES - 1]), None);
    }
}
