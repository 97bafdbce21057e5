//! Compares the weight of each row with the weights that it consists of.
//!
//! A row weighs as much as its path alone and its callees together, and the rows without a caller have 100 % of the
//! recording. A copy that ends early, or lacks rows in its middle, breaks this. Numbers are rounded for printing, so a
//! difference only counts beyond the greatest error of all numbers together.

use super::amount::{Amount, Quantity};
use crate::quote::quote;
use diptych_trace::{OddityKind, Sink};

/// Sum of weights, with its greatest error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WeightSum {
    pub(super) value: i64,
    pub(super) error: i64,
}

impl WeightSum {
    /// Adds a weight and its error.
    pub(super) fn add(&mut self, value: i64, error: i64) {
        self.value = self.value.saturating_add(value);
        self.error = self.error.saturating_add(error);
    }
}

/// Row in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowPlace {
    pub(super) offset: u64,
    pub(super) symbol: u32,
}

/// Collector of rows whose weights do not add up.
#[derive(Debug, Default)]
pub(super) struct Balance {
    /// Rows that weigh more than their parts.
    lacking: Differences,
    /// Rows that weigh less than their parts.
    exceeding: Differences,
    /// Weight of all rows without a caller.
    whole: i64,
    shares: Shares,
}

/// Differences in one direction.
#[derive(Debug, Default)]
struct Differences {
    rows: u64,
    sum: i64,
    largest: Option<Difference>,
}

#[derive(Debug, Clone, Copy)]
struct Difference {
    size: i64,
    total: i64,
    place: RowPlace,
}

/// Shares of the rows without a caller, in millionths of one per cent.
#[derive(Debug, Default)]
struct Shares {
    sum: WeightSum,
    /// Byte of the file at which the first one is.
    first: Option<u64>,
    /// Set if a row has no share, or 0 % although it has a weight: some versions print that for most rows.
    are_unknown: bool,
}

/// Whole of the shares, in millionths of one per cent.
const ALL: i64 = 100_000_000;

impl Differences {
    fn add(&mut self, difference: Difference) {
        self.rows += 1;
        self.sum = self.sum.saturating_add(difference.size);
        if self.largest.is_none_or(|largest| largest.size < difference.size) {
            self.largest = Some(difference);
        }
    }
}

impl Balance {
    /// Takes a row with the sum of its parts. `are_all` if these include its self weight.
    pub(super) fn row(&mut self, total: Amount, parts: WeightSum, are_all: bool, place: RowPlace) {
        let rounding = parts.error.saturating_add(total.error);
        let rest = total.value.saturating_sub(parts.value);
        let difference = Difference { size: rest.saturating_abs(), total: total.value, place };
        if rest > rounding && are_all {
            self.lacking.add(difference);
        } else if rest < -rounding {
            self.exceeding.add(difference);
        }
    }

    /// Takes the weight of a row without a caller, and its share with the greatest error of that.
    pub(super) fn root(&mut self, weight: i64, share: Option<(i64, i64)>, offset: u64) {
        self.whole = self.whole.saturating_add(weight);
        self.shares.first.get_or_insert(offset);
        match share {
            Some((share, error)) if share > 0 || weight == 0 => self.shares.sum.add(share, error),
            _ => self.shares.are_unknown = true,
        }
    }

    /// Reports the differences. `name` returns the name of a symbol.
    pub(super) fn write<'a>(&self, quantity: Quantity, name: impl Fn(u32) -> &'a str, sink: &mut dyn Sink) {
        let text = |value| quantity.text(value);
        let quoted = |place: RowPlace| quote(name(place.symbol).as_bytes());
        if let Differences { rows, sum, largest: Some(Difference { size, total, place }) } = self.lacking {
            let is_much = i128::from(sum) * 100 > i128::from(self.whole);
            let kind = if is_much { OddityKind::MuchMissing } else { OddityKind::SumDiffers };
            let all = if rows > 1 { format!("; all rows lack {}", text(sum)) } else { String::new() };
            let example = format!("{} lacks {} of {}{all}", quoted(place), text(size), text(total));
            let subject = "row that weighs more than its self weight and callees";
            (0..rows).for_each(|_| sink.odd(kind, subject, place.offset, &example));
        }
        if let Differences { rows, largest: Some(Difference { size, total, place }), .. } = self.exceeding {
            let parts = text(total.saturating_add(size));
            let example =
                format!("{} has {}, its self weight and callees {parts}", quoted(place), text(total));
            let subject = "row that weighs less than its self weight and callees";
            (0..rows).for_each(|_| sink.odd(OddityKind::SumDiffers, subject, place.offset, &example));
        }
        let Shares { sum, first: Some(first), are_unknown: false } = self.shares else { return };
        if sum.value.saturating_add(sum.error) < ALL {
            let example = format!("{} % of its weight", sum.value as f64 / 1e6);
            sink.odd(OddityKind::SumDiffers, "copy without some rows of the recording", first, &example);
        }
    }
}
