//! The instants and the counters of a trace in numbers, for `inspect` and `compare`.

use crate::output::shown;
use diptych_engine::trace::Trace;
use diptych_views::{counters, numbers};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A counter in numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CounterFacts {
    pub(crate) title: String,
    /// Unit as the file states it; empty if it states none.
    pub(crate) unit: String,
    pub(crate) samples: usize,
    pub(crate) least: f64,
    /// The peak.
    pub(crate) most: f64,
    pub(crate) last: f64,
}

impl CounterFacts {
    /// Returns the facts of every counter of a trace, in the order of the file. O(samples).
    pub(crate) fn of(trace: &Trace) -> Vec<Self> {
        let table = trace.counters();
        let facts = |(id, title)| {
            let samples = table.samples(id);
            let [least, most] = samples.extremes();
            let unit = table.unit(trace.names(), id).to_owned();
            Self { title, unit, samples: samples.at.len(), least, most, last: samples.last() }
        };
        table.ids().zip(counters::titles(trace)).map(facts).collect()
    }

    /// Returns the counter without its title, for programs.
    pub(crate) fn json(&self) -> Value {
        let Self { unit, samples, least, most, last, .. } = self;
        json!({ "unit": unit, "samples": samples, "min": least, "max": most, "last": last })
    }

    /// Returns the counter in one line.
    pub(crate) fn line(&self) -> String {
        let text = |value: f64| shown(&counters::value_text(value, &self.unit));
        let samples = numbers::things(self.samples as u64, "sample", "samples");
        let (least, most, last) = (text(self.least), text(self.most), text(self.last));
        format!("{}: {samples}, min {least}, max {most}, last {last}", shown(&self.title))
    }
}

/// Returns the names of a trace's instants with their numbers, the most frequent first. O(instants).
pub(crate) fn instant_names(trace: &Trace) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<_, u64> = BTreeMap::new();
    for id in trace.instants().names() {
        *counts.entry(*id).or_default() += 1;
    }
    let named = |(id, count)| (trace.names().get(id).to_owned(), count);
    let mut names: Vec<(String, u64)> = counts.into_iter().map(named).collect();
    names.sort_by(|left, right| (Reverse(left.1), &left.0).cmp(&(Reverse(right.1), &right.0)));
    names
}
