//! What samples say of themselves beside their stacks: the thread, the request, the size of what was allocated.

use super::message::Label;
use diptych_trace::Chunked;
use rustc_hash::{FxHashMap, FxHashSet};

/// The labels of samples.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// Distinct ones, in the order of the file.
    distinct: Vec<Label>,
    number_of: FxHashMap<Label, u32>,
    /// Sample and number of a label of it, samples ascending.
    rows: Chunked<(u32, u32)>,
    /// Samples that have any.
    samples: u64,
}

impl Labels {
    /// Takes the labels of a sample; samples come in their order.
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

    /// How many samples have any.
    pub(super) fn samples(&self) -> u64 {
        self.samples
    }

    /// The sample that has the first.
    pub(super) fn first(&self) -> Option<u32> {
        self.rows.get(0).map(|row| row.0)
    }

    /// Numbers of the texts that are keys, in the order of the file.
    pub(super) fn keys(&self) -> Vec<i64> {
        let mut known = FxHashSet::default();
        self.distinct.iter().map(|label| label.key).filter(|key| known.insert(*key)).collect()
    }

    /// Of each sample that has a label of a key, the first such: samples ascending.
    pub(super) fn of_key(&self, key: i64) -> impl Iterator<Item = (u32, &Label)> {
        let mut last = None;
        let labels = self.rows.iter().map(|&(sample, number)| (sample, &self.distinct[number as usize]));
        labels.filter(move |(sample, label)| label.key == key && last.replace(*sample) != Some(*sample))
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.held_bytes() + self.distinct.len() as u64 * 128
    }
}
