//! Stores numbers whose unit may follow later in the file.

use crate::decimal::{Decimal, DecimalError};
use diptych_trace::{Axis, AxisKind, Unit};

/// Numbers as text, to be parsed once their unit is known.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    texts: Vec<u8>,
    ends: Vec<usize>,
}

/// Axis for the numbers of a file, and the power of ten by which its ticks are finer than they.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measure {
    pub(crate) axis: Axis,
    shift: u8,
}

impl Measure {
    /// Makes the measure of times in a unit of 10 to the power of `shift` nanoseconds.
    pub(crate) const fn time(shift: u8) -> Self {
        Self { axis: Axis::TIME, shift }
    }

    /// Makes the measure of weights. If all are whole, a tick is 1. Otherwise it is a millionth in every file, so that
    /// two files can be compared.
    pub(crate) fn weight(unit: Unit, are_whole: bool) -> Self {
        let (shift, scale) = if are_whole { (0, 1.0) } else { (6, 1e-6) };
        Self { axis: Axis { kind: AxisKind::Weight, unit, scale }, shift }
    }

    /// Parses a number exactly.
    pub(crate) fn read(self, text: &[u8]) -> Result<Decimal, DecimalError> {
        Decimal::scaled(text, self.shift)
    }
}

impl Numbers {
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.texts.extend_from_slice(text);
        self.ends.push(self.texts.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a number's text; empty if there are not so many.
    pub(crate) fn text(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(index)).map(|(start, &end)| start..end);
        range.map_or(&[], |range| &self.texts[range])
    }

    /// Returns whether all valid numbers are whole.
    pub(crate) fn are_whole(&self) -> bool {
        (0..self.len()).all(|index| is_whole(self.text(index)))
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        (self.texts.capacity() + self.ends.capacity() * size_of::<usize>()) as u64
    }
}

/// Returns whether text is a whole number, or no number.
pub(crate) fn is_whole(text: &[u8]) -> bool {
    Decimal::scaled(text, 0).map_or(true, Decimal::is_whole)
}
