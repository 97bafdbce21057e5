//! Counters: values that were sampled over time, such as the bytes of a heap.

use crate::{CounterId, LaneId, NameId, Names};
use std::ops::Range;

/// Counters and their samples as columns. A counter of several series has a row for each of them. Every row has at least
/// one sample. Most traces have no counters; then nothing is allocated.
#[derive(Debug, Clone, Default)]
pub struct Counters {
    pub(crate) name: Vec<NameId>,
    pub(crate) series: Vec<NameId>,
    pub(crate) unit: Vec<NameId>,
    pub(crate) lane: Vec<LaneId>,
    /// First sample of each row, and one entry more if there are rows: the samples of row `i` are
    /// `first[i]..first[i + 1]`.
    pub(crate) first_sample: Vec<u32>,
    pub(crate) at: Vec<i64>,
    pub(crate) value: Vec<f64>,
}

/// The samples of one counter, ascending by time. A value holds until the next sample.
#[derive(Debug, Clone, Copy)]
pub struct CounterSamples<'a> {
    /// Times in ticks since the trace's first call. Times before that call are negative.
    pub at: &'a [i64],
    /// Values in the counter's unit; finite.
    pub value: &'a [f64],
}

impl Counters {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Returns true if there are no counters.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns all ids, in the order of the file.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = CounterId> + use<> {
        (0..self.len() as u32).map(CounterId)
    }

    /// Returns the name as the format gives it.
    pub fn name<'a>(&self, names: &'a Names, id: CounterId) -> &'a str {
        names.get(self.name[id.index()])
    }

    /// Returns the name of the series; empty if the counter has only one without a name.
    pub fn series<'a>(&self, names: &'a Names, id: CounterId) -> &'a str {
        names.get(self.series[id.index()])
    }

    /// Returns the unit as the format gives it; empty if it gives none.
    pub fn unit<'a>(&self, names: &'a Names, id: CounterId) -> &'a str {
        names.get(self.unit[id.index()])
    }

    /// Returns the lane of a counter: a thread or a process. `None` for a counter of the whole run.
    pub fn lane(&self, id: CounterId) -> Option<LaneId> {
        self.lane[id.index()].some()
    }

    /// Returns the samples of a counter.
    pub fn samples(&self, id: CounterId) -> CounterSamples<'_> {
        let rows = self.first_sample[id.index()] as usize..self.first_sample[id.index() + 1] as usize;
        CounterSamples { at: &self.at[rows.clone()], value: &self.value[rows] }
    }

    /// Returns the number of samples of all counters.
    pub fn all_samples(&self) -> usize {
        self.at.len()
    }

    /// Returns the counters in a range of ticks; times count from its start. The value that holds at the start becomes a
    /// sample there. Counters without a value in the range are left out.
    pub(crate) fn cut(&self, range: &Range<i64>) -> Self {
        let mut cut = Self::default();
        for id in self.ids() {
            let CounterSamples { at, value } = self.samples(id);
            let first = at.partition_point(|&at| at <= range.start).saturating_sub(1);
            let end = at.partition_point(|&at| at < range.end);
            if first >= end {
                continue;
            }
            cut.begin(
                [&self.name, &self.series, &self.unit].map(|ids| ids[id.index()]),
                self.lane[id.index()],
            );
            cut.at.extend(at[first..end].iter().map(|&at| at.max(range.start) - range.start));
            cut.value.extend_from_slice(&value[first..end]);
        }
        cut.close();
        cut
    }

    /// Adds a row, whose samples follow.
    pub(crate) fn begin(&mut self, [name, series, unit]: [NameId; 3], lane: LaneId) {
        self.name.push(name);
        self.series.push(series);
        self.unit.push(unit);
        self.lane.push(lane);
        self.first_sample.push(self.at.len() as u32);
    }

    /// Ends the last row, if there is one.
    pub(crate) fn close(&mut self) {
        if !self.is_empty() {
            self.first_sample.push(self.at.len() as u32);
        }
    }

    /// Returns the bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * 20 + self.all_samples() * 16
    }
}

impl CounterSamples<'_> {
    /// Returns the value that holds at a tick; `None` before the first sample. Of samples of one time, the last counts.
    pub fn value_at(&self, tick: i64) -> Option<f64> {
        let after = self.at.partition_point(|&at| at <= tick);
        Some(self.value[after.checked_sub(1)?])
    }

    /// Returns the smallest and the largest value of all samples.
    pub fn extremes(&self) -> [f64; 2] {
        let first = [f64::INFINITY, f64::NEG_INFINITY];
        self.value.iter().fold(first, |[least, most], &value| [least.min(value), most.max(value)])
    }

    /// Returns the value of the last sample.
    pub fn last(&self) -> f64 {
        self.value[self.value.len() - 1]
    }
}
