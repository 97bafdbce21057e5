//! Finds how many ticks one sample of a trace stands for.

use diptych_trace::Sink;

/// Sums over the weights w of samples. [`diptych_trace::SampleSize`] says what they are for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct SampleSums {
    weight: f64,
    squares: f64,
}

impl SampleSums {
    /// Adds one sample.
    pub(crate) fn add(&mut self, weight: f64) {
        self.add_many(weight, 1.0);
    }

    /// Adds a number of samples that together have a weight. Weights and numbers that are not positive are left out.
    pub(crate) fn add_many(&mut self, weight: f64, count: f64) {
        if weight > 0.0 && count > 0.0 {
            self.weight += weight;
            self.squares += weight * weight / count;
        }
    }

    /// Adds the samples of another lane.
    pub(crate) fn join(&mut self, other: Self) {
        self.weight += other.weight;
        self.squares += other.squares;
    }

    /// Returns Σw² ÷ Σw, or 0 without samples.
    pub(crate) fn each(self) -> f64 {
        if self.weight > 0.0 { self.squares / self.weight } else { 0.0 }
    }

    /// States the size of a sample, in ticks of the current trace. `ticks` is the number of ticks in one unit of the
    /// weights.
    pub(crate) fn state(self, ticks: f64, sink: &mut dyn Sink) {
        sink.sample_ticks(self.each() * ticks);
    }
}

/// Smallest number of stacks whose weights show that they are multiples of a period. Fewer may be so by chance.
const TELLING: u64 = 30;

/// Smallest number of entries per stack at which each entry of a file counts as a sample.
const REPEATED: u64 = 2;

/// Finds the size of a sample in files of weights without a stated unit, which hold either one entry for each sample or
/// one entry for each stack.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WeightList {
    /// Each entry as one sample.
    pub(crate) entries: SampleSums,
    pub(crate) count: u64,
    /// Greatest common divisor of whole weights; 0 before the first one.
    divisor: u64,
    has_fractions: bool,
}

impl WeightList {
    /// Adds an entry.
    pub(crate) fn add(&mut self, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        self.entries.add(weight);
        self.count += 1;
        self.has_fractions |= weight.fract() != 0.0;
        self.divisor = greatest_common_divisor(self.divisor, weight as u64);
    }

    /// Returns the weight of one sample.
    ///
    /// * If the file lists stacks again and again, it has an entry for each sample.
    /// * Otherwise weights are numbers of samples. If all of many are multiples of a period, the period is a sample.
    /// * Fractions are no numbers of samples, so each entry counts as one.
    pub(crate) fn sample(&self, stacks: u64) -> f64 {
        if self.has_fractions || self.count >= REPEATED * stacks {
            return self.entries.each();
        }
        if stacks >= TELLING { self.divisor.max(1) as f64 } else { 1.0 }
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    fn sample(weights: &[f64], stacks: u64) -> f64 {
        let mut list = WeightList::default();
        for &weight in weights {
            list.add(weight);
        }
        list.sample(stacks)
    }

    #[test]
    fn equal_weights_are_the_weight_of_a_sample() {
        let mut sums = SampleSums::default();
        (0..7).for_each(|_| sums.add(3.0));
        sums.add_many(30.0, 10.0);
        sums.add(0.0);
        assert!((sums.each() - 3.0).abs() < 1e-12);
        assert_eq!(SampleSums::default().each(), 0.0);
    }

    #[test]
    fn listed_stacks_are_samples_and_counted_ones_are_not() {
        assert_eq!(sample(&[1.0, 4.0, 7.0], 3), 1.0);
        assert_eq!(sample(&[10.0, 20.0], 2), 1.0, "round numbers of a few stacks are no period");
        let periods: Vec<f64> = (1..=40).map(|count| f64::from(count) * 250.0).collect();
        assert_eq!(sample(&periods, 40), 250.0);
        assert_eq!(sample(&[100.0; 12], 3), 100.0);
        assert_eq!(sample(&[0.5, 0.5], 2), 0.5);
    }
}
