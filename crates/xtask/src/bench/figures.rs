//! Measured values by subject (a pair or a file) and by kind, one per run.

use std::collections::BTreeMap;

/// All measured values.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    values: BTreeMap<(String, String), Vec<f64>>,
}

/// Minimum, median and maximum of some values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) least: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
}

impl Figures {
    /// Adds the value of one run. `of` names a pair or a file, `what` the kind of value.
    pub(crate) fn add(&mut self, of: &str, what: &str, value: f64) {
        self.values.entry((of.to_owned(), what.to_owned())).or_default().push(value);
    }

    /// Returns the spread of all runs; `None` if there are none.
    pub(crate) fn spread(&self, of: &str, what: &str) -> Option<Spread> {
        Spread::of(self.values.get(&(of.to_owned(), what.to_owned()))?)
    }

    /// Returns the median of all runs.
    pub(crate) fn median(&self, of: &str, what: &str) -> Option<f64> {
        Some(self.spread(of, what)?.median)
    }

    /// Returns the median of a value computed from several kinds, run by run.
    pub(crate) fn median_of<const N: usize>(
        &self,
        of: &str,
        whats: [&str; N],
        compute: impl Fn([f64; N]) -> f64,
    ) -> Option<f64> {
        let columns: Vec<&Vec<f64>> = whats
            .iter()
            .map(|what| self.values.get(&(of.to_owned(), (*what).to_owned())))
            .collect::<Option<_>>()?;
        let runs = columns.iter().map(|column| column.len()).min()?;
        let row = |run: usize| compute(std::array::from_fn(|column| columns[column][run]));
        Some(Spread::of(&(0..runs).map(row).collect::<Vec<_>>())?.median)
    }
}

impl Spread {
    /// Computes the spread; `None` without values. For an even number of values the median is the mean of the two in
    /// the middle.
    fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
        Some(Self {
            least: sorted[0],
            median: f64::midpoint(sorted[low], sorted[high]),
            most: sorted[sorted.len() - 1],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_averages_the_middle_two() {
        let median = |values: &[f64]| Spread::of(values).map(|spread| spread.median);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(Spread::of(&[3.0, 1.0]), Some(Spread { least: 1.0, median: 2.0, most: 3.0 }));
    }

    #[test]
    fn ratios_use_values_of_one_run() {
        let mut figures = Figures::default();
        for (ours, theirs) in [(1.0, 1.0), (8.0, 2.0), (9.0, 3.0)] {
            figures.add("p", "ours", ours);
            figures.add("p", "theirs", theirs);
        }
        assert_eq!(figures.median_of("p", ["ours", "theirs"], |[ours, theirs]| ours / theirs), Some(3.0));
        assert_eq!(figures.median_of("p", ["ours", "absent"], |[ours, _]| ours), None);
    }
}
