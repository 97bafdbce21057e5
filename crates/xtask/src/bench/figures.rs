//! What was measured: values by pair and by what they are of, one a run.

use std::collections::BTreeMap;

/// All values.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    values: BTreeMap<(String, String), Vec<f64>>,
}

/// Values in the middle and at the ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) least: f64,
    pub(crate) median: f64,
    pub(crate) most: f64,
}

impl Figures {
    /// Adds the value of a run. `of` names a pair or a file.
    pub(crate) fn add(&mut self, of: &str, what: &str, value: f64) {
        self.values.entry((of.to_owned(), what.to_owned())).or_default().push(value);
    }

    /// The values of all runs, summed up; `None` if there are none.
    pub(crate) fn spread(&self, of: &str, what: &str) -> Option<Spread> {
        Spread::of(self.values.get(&(of.to_owned(), what.to_owned()))?)
    }

    /// The median of all runs.
    pub(crate) fn median(&self, of: &str, what: &str) -> Option<f64> {
        Some(self.spread(of, what)?.median)
    }

    /// The median of what is computed from the figures of each run, in order of the runs.
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
    /// Of some values; `None` of none. Of an even number the median is the mean of the two in the middle.
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
    fn the_median_is_in_the_middle() {
        let median = |values: &[f64]| Spread::of(values).map(|spread| spread.median);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(Spread::of(&[3.0, 1.0]), Some(Spread { least: 1.0, median: 2.0, most: 3.0 }));
    }

    #[test]
    fn ratios_are_of_the_same_run() {
        let mut figures = Figures::default();
        for (ours, theirs) in [(1.0, 1.0), (8.0, 2.0), (9.0, 3.0)] {
            figures.add("p", "ours", ours);
            figures.add("p", "theirs", theirs);
        }
        assert_eq!(figures.median_of("p", ["ours", "theirs"], |[ours, theirs]| ours / theirs), Some(3.0));
        assert_eq!(figures.median_of("p", ["ours", "absent"], |[ours, _]| ours), None);
    }
}
