//! Finds how many samples the values of a profile stand for.
//!
//! A pprof file has one record for each stack, with sums over its samples. The number of samples n of a record is, in
//! this order:
//!
//! 1. its value of the type `samples`,
//! 2. for a heap profile that states its period: bytes ÷ the larger of the period and the size of an object, since Go
//!    samples once in a period of bytes and scales the values up,
//! 3. its value of the first type that counts something (`contentions`),
//! 4. its value ÷ the period, for the type that the period is of,
//! 5. otherwise one, as the record is all that is known.

use super::reader::Profile;
use crate::samples::SampleSums;

/// Returns the sums over the samples of each type, in the units of the type.
pub(super) fn sample_sums(profile: &Profile) -> Vec<SampleSums> {
    (0..profile.values.len())
        .map(|column| {
            let source = Source::of(profile, column);
            let mut sums = SampleSums::default();
            for (row, &value) in profile.values[column].iter().enumerate() {
                sums.add_many(value as f64, source.samples(profile, row, value as f64));
            }
            sums
        })
        .collect()
}

/// Columns and numbers that give the number of samples of a record.
enum Source {
    Counts(usize),
    Heap { bytes: usize, objects: Option<usize>, period: f64 },
    Period(f64),
    Records,
}

impl Source {
    fn of(profile: &Profile, column: usize) -> Self {
        let kind = |column: usize| profile.types.get(column).map_or("", |kind| profile.text(kind.kind));
        let unit = |column: usize| profile.types.get(column).map_or("", |kind| profile.text(kind.unit));
        let find = |is: &dyn Fn(usize) -> bool| (0..profile.values.len()).find(|&column| is(column));
        if let Some(samples) = find(&|column| kind(column) == "samples") {
            return Self::Counts(samples);
        }
        let period = profile.period as f64;
        let period_kind = profile.period_type.as_ref().map_or("", |kind| profile.text(kind.kind));
        let period_unit = profile.period_type.as_ref().map_or("", |kind| profile.text(kind.unit));
        let own = kind(column);
        let prefix = own.strip_suffix("_space").or_else(|| own.strip_suffix("_objects"));
        if let Some(prefix) = prefix.filter(|_| period_unit == "bytes" && period > 1.0)
            && let Some(bytes) = find(&|column| kind(column) == format!("{prefix}_space"))
        {
            let objects = find(&|column| kind(column) == format!("{prefix}_objects"));
            return Self::Heap { bytes, objects, period };
        }
        if let Some(counts) = find(&|column| unit(column) == "count") {
            return Self::Counts(counts);
        }
        if period > 0.0 && (period_kind, period_unit) == (own, unit(column)) {
            return Self::Period(period);
        }
        Self::Records
    }

    /// Returns the number of samples of a record with a value.
    fn samples(&self, profile: &Profile, row: usize, value: f64) -> f64 {
        let at = |column: usize| profile.values[column].get(row).map_or(0.0, |&value| value as f64);
        match *self {
            Self::Counts(column) => at(column),
            Self::Heap { bytes, objects, period } => {
                let bytes = at(bytes);
                let objects = objects.map_or(f64::INFINITY, at);
                let each = if objects > 0.0 { bytes / objects } else { 0.0 };
                bytes / each.max(period)
            }
            Self::Period(period) => value / period,
            Self::Records => 1.0,
        }
    }
}
