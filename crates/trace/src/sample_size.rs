//! The weight of one sample: what decides how far sampling error can move a sum.

/// Number of ticks that one sample stands for.
///
/// Of samples that weigh w₁, w₂, …, the sum W has the variance Σw² if each was drawn by chance. So W counts as
/// W ÷ (Σw² ÷ Σw) samples of equal weight, and Σw² ÷ Σw is the weight of one sample (Kish's effective sample size).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum SampleSize {
    /// Calls were recorded one by one, and none was left to chance.
    #[default]
    Recorded,
    /// Calls are made from samples, each of which stands for this many ticks; positive.
    Ticks(f64),
    /// Calls are made from samples, but the file does not say from how many.
    Unknown,
    /// Calls were recorded one by one, but of short ones only sums are known. So nothing follows from single calls.
    Sums,
}

impl SampleSize {
    /// Returns true if the calls are made from samples.
    pub fn is_sampled(self) -> bool {
        !matches!(self, Self::Recorded | Self::Sums)
    }

    /// Returns the size in ticks of another axis, each of which is `factor` of the old ones' number.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        match self {
            Self::Ticks(ticks) => Self::of_ticks(ticks * factor),
            other => other,
        }
    }

    /// Returns the size for a number of ticks, which is unknown unless it is positive and finite.
    pub fn of_ticks(ticks: f64) -> Self {
        if ticks.is_finite() && ticks > 0.0 { Self::Ticks(ticks) } else { Self::Unknown }
    }

    /// Returns a number that stands for the size: positive ticks, 0 for recorded calls, −1 for unknown,
    /// −2 for sums.
    pub fn to_number(self) -> f64 {
        match self {
            Self::Recorded => 0.0,
            Self::Ticks(ticks) => ticks,
            Self::Unknown => -1.0,
            Self::Sums => -2.0,
        }
    }

    /// Returns the size that [`Self::to_number`] stands for. Any other number is unknown.
    pub fn from_number(number: f64) -> Self {
        match number {
            0.0 => Self::Recorded,
            -2.0 => Self::Sums,
            _ => Self::of_ticks(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_sizes_round_trip_as_numbers() {
        for size in [SampleSize::Recorded, SampleSize::Unknown, SampleSize::Sums, SampleSize::Ticks(0.25)] {
            assert_eq!(SampleSize::from_number(size.to_number()), size);
        }
        for odd in [f64::NAN, f64::INFINITY, -7.0] {
            assert_eq!(SampleSize::from_number(odd), SampleSize::Unknown);
        }
        assert_eq!(SampleSize::Ticks(3.0).scaled(2.0), SampleSize::Ticks(6.0));
        assert_eq!(SampleSize::Recorded.scaled(2.0), SampleSize::Recorded);
    }
}
