//! The vertical scale of a counter, which both sides share.

use super::extremes::joined;

/// Values at the lower and the upper edge of a strip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Value at the lower edge.
    pub low: f64,
    /// Value at the upper edge; above `low`.
    pub high: f64,
}

impl Scale {
    /// Returns the scale of values with these extremes on each side; `None` if no side has a value.
    ///
    /// The scale begins at 0, so that heights compare, unless the values vary by less than half of the largest one:
    /// their changes would then be lost in a high bar.
    pub fn of(sides: [Option<[f64; 2]>; 2]) -> Option<Self> {
        let [least, most] = sides.into_iter().flatten().reduce(joined)?;
        let varies_little = most - least < 0.5 * most.abs().max(least.abs());
        let low = if varies_little && most > least { least } else { least.min(0.0) };
        let high = if varies_little && most > least { most } else { most.max(0.0) };
        Some(Self { low, high: if high > low { high } else { low + 1.0 } })
    }

    /// Returns the height of a value as a share of the strip, 0 to 1.
    pub fn share(self, value: f64) -> f64 {
        // Halves first: the difference of two large values may not be finite.
        let of = |value: f64| value / 2.0 - self.low / 2.0;
        (of(value) / of(self.high)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_begin_at_zero_unless_values_vary_little() {
        let scale = |least: f64, most: f64| Scale::of([Some([least, most]), None]).unwrap();
        assert_eq!(scale(2.0, 10.0), Scale { low: 0.0, high: 10.0 });
        assert_eq!(scale(-4.0, 10.0), Scale { low: -4.0, high: 10.0 });
        assert_eq!(scale(500.0, 510.0), Scale { low: 500.0, high: 510.0 });
        assert_eq!(scale(-510.0, -500.0), Scale { low: -510.0, high: -500.0 });
        assert_eq!(scale(7.0, 7.0), Scale { low: 0.0, high: 7.0 });
        assert_eq!(scale(0.0, 0.0), Scale { low: 0.0, high: 1.0 });
        assert_eq!(Scale::of([None, None]), None);
        let both = Scale::of([Some([1.0, 2.0]), Some([0.5, 9.0])]).unwrap();
        assert_eq!(both, Scale { low: 0.0, high: 9.0 });
        assert!((scale(f64::MIN, f64::MAX).share(0.0) - 0.5).abs() < 1e-9);
        for (value, expected) in [(-1.0, 0.0), (9.0, 1.0), (99.0, 1.0)] {
            assert!((both.share(value) - expected).abs() < 1e-6, "{value}");
        }
    }
}
