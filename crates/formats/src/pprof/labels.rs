//! Stores the labels of samples, such as the thread, the request or the size of an allocation.

use super::message::Label;
use diptych_trace::Chunked;
use rustc_hash::{FxHashMap, FxHashSet};

/// Labels of all samples.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// Distinct labels in file order.
    distinct: Vec<Label>,
    number_of: FxHashMap<Label, u32>,
    /// Pairs of a sample and the index of one of its labels, samples ascending.
    rows: Chunked<(u32, u32)>,
    /// Number of samples with labels.
    samples: u64,
}

impl Labels {
    /// Adds the labels of a sample. Samples must come in ascending order.
    pub(super) fn take(&mut self, sample: u32, labels: &[Label]) {
        self.samples += u64::from(!labels.is_empty());
        for label in labels {
            let distinct = &mut self.distinct;
            let number = *self.number_of.entry(*label).or_insert_with(|| {
                distinct.push(*label);
                distinct.len() as u32 - 1
            });
            self.rows.push((sample, number));
        }
    }

    /// Returns the number of samples with labels.
    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// Returns the first sample with labels.
    pub(super) fn first(&self) -> Option<u32> {
        self.rows.get(0).map(|row| row.0)
    }

    /// Returns the keys, as indices of texts, in file order.
    pub(super) fn keys(&self) -> Vec<i64> {
        let mut known = FxHashSet::default();
        self.distinct.iter().map(|label| label.key).filter(|key| known.insert(*key)).collect()
    }

    /// Iterates over the samples with a label of this key, ascending, each with its first such label.
    pub(super) fn of_key(&self, key: i64) -> impl Iterator<Item = (u32, &Label)> {
        let mut last = None;
        let labels = self.rows.iter().map(|&(sample, number)| (sample, &self.distinct[number as usize]));
        labels.filter(move |(sample, label)| label.key == key && last.replace(*sample) != Some(*sample))
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.held_bytes() + self.distinct.len() as u64 * 128
    }
}
