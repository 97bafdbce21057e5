//! Compares the own costs of each part of a file with the totals that the part states.
//!
//! Callgrind writes the totals twice: as `summary:` before the costs, and as `totals:` behind them. So a part that is cut
//! off still has its summary. Cachegrind writes `summary:` behind all costs.

use crate::error::thousands;
use diptych_trace::{OddityKind, Sink};

/// Costs that a line states.
#[derive(Debug)]
pub(super) struct StatedCosts {
    /// Key of the line.
    pub(super) key: &'static str,
    pub(super) offset: u64,
    /// Cost of each event that the costs of the part have.
    pub(super) costs: Vec<(u32, u64)>,
}

/// Collector of totals that differ from the costs.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Sums of own costs since the beginning of the part, by event.
    part: Vec<u64>,
    /// Line `summary:` of the part.
    summary: Option<StatedCosts>,
    events: Vec<EventTotals>,
}

/// Totals of one event in all parts.
#[derive(Debug, Default)]
struct EventTotals {
    stated: u64,
    missing: u64,
    /// Number of totals that differ.
    differing: u64,
    first: Option<Difference>,
}

#[derive(Debug, Clone, Copy)]
struct Difference {
    key: &'static str,
    offset: u64,
    stated: u64,
    found: u64,
}

impl Totals {
    /// Adds an own cost to the part.
    pub(super) fn add(&mut self, event: u32, cost: u64) {
        let sum = at(&mut self.part, event);
        *sum = sum.saturating_add(cost);
    }

    /// Takes the line `summary:` of the part, which is compared at its end.
    pub(super) fn summary(&mut self, stated: StatedCosts) {
        self.summary = Some(stated);
    }

    /// Returns whether the part has a line `summary:` that is still to be compared.
    pub(super) fn has_summary(&self) -> bool {
        self.summary.is_some()
    }

    /// Takes the line `totals:`, which ends a part.
    pub(super) fn totals(&mut self, stated: &StatedCosts) {
        self.summary = None;
        self.compare(stated);
        self.part.fill(0);
    }

    /// Ends a part. `is_summary_exact` if the program that wrote the file sums up own costs in its `summary:`.
    pub(super) fn end_part(&mut self, is_summary_exact: bool) {
        if let Some(summary) = self.summary.take().filter(|_| is_summary_exact) {
            self.compare(&summary);
        }
        self.part.fill(0);
    }

    fn compare(&mut self, stated: &StatedCosts) {
        let StatedCosts { key, offset, ref costs } = *stated;
        for &(event, stated) in costs {
            let found = self.part.get(event as usize).copied().unwrap_or_default();
            let totals = at(&mut self.events, event);
            totals.stated = totals.stated.saturating_add(stated);
            totals.missing = totals.missing.saturating_add(stated.saturating_sub(found));
            if found != stated {
                totals.differing += 1;
                totals.first.get_or_insert(Difference { key, offset, stated, found });
            }
        }
    }

    /// Reports the differences in an event.
    pub(super) fn write(&self, event: u32, sink: &mut dyn Sink) {
        let Some(EventTotals { stated: all, missing, differing, first: Some(first) }) =
            self.events.get(event as usize)
        else {
            return;
        };
        let Difference { key, offset, stated, found } = *first;
        let is_much = u128::from(*missing) * 100 > u128::from(*all);
        let kind = if is_much { OddityKind::MuchMissing } else { OddityKind::SumDiffers };
        let subject = format!("total cost (`{key}`)");
        let example = format!("functions have {} of {}", thousands(found), thousands(stated));
        (0..*differing).for_each(|_| sink.odd(kind, &subject, offset, &example));
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        (self.part.capacity() * size_of::<u64>() + self.events.capacity() * size_of::<EventTotals>()) as u64
    }
}

/// Returns the item of an event, and adds it if there is none.
fn at<T: Default>(items: &mut Vec<T>, event: u32) -> &mut T {
    let index = event as usize;
    if items.len() <= index {
        items.resize_with(index + 1, T::default);
    }
    &mut items[index]
}
