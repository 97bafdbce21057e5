//! Numbers whose unit may come behind them.

use crate::decimal::{Decimal, Unusable};
use diptych_trace::{Axis, AxisKind, Unit};

/// Numbers as they are written, to be read once their unit is known.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    texts: Vec<u8>,
    ends: Vec<usize>,
}

/// What numbers of a file measure: the axis, and by how many powers of ten its ticks are finer than they.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measure {
    pub(crate) axis: Axis,
    shift: u8,
}

impl Measure {
    /// A time, in a unit of 10 to the power of `shift` nanoseconds.
    pub(crate) const fn time(shift: u8) -> Self {
        Self { axis: Axis::TIME, shift }
    }

    /// Weights. Whole ones are ticks; where there are others a tick is a millionth, in every file, so that two of them
    /// can be compared.
    pub(crate) fn weight(unit: Unit, are_whole: bool) -> Self {
        let (shift, scale) = if are_whole { (0, 1.0) } else { (6, 1e-6) };
        Self { axis: Axis { kind: AxisKind::Weight, unit, scale }, shift }
    }

    /// Reads a number, exactly.
    pub(crate) fn read(self, text: &[u8]) -> Result<Decimal, Unusable> {
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

    /// As written; nothing where there are not so many.
    pub(crate) fn text(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(index)).map(|(start, &end)| start..end);
        range.map_or(&[], |range| &self.texts[range])
    }

    /// Whether all that are numbers are whole.
    pub(crate) fn are_whole(&self) -> bool {
        (0..self.len()).all(|index| is_whole(self.text(index)))
    }

    /// Bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        (self.texts.capacity() + self.ends.capacity() * size_of::<usize>()) as u64
    }
}

/// Whether text is a whole number, or none.
pub(crate) fn is_whole(text: &[u8]) -> bool {
    Decimal::scaled(text, 0).map_or(true, Decimal::is_whole)
}
