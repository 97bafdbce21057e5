//! Costs of functions, by thread.

use diptych_trace::{Chunked, push_tight};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a function is known by: thread, and places of names of the function, its file and its object; [`NONE`] of what is not
/// said.
pub(super) type Key = [u32; 4];

/// The place of no name.
pub(super) const NONE: u32 = u32::MAX;

/// Sums of a file.
#[derive(Debug, Default)]
pub(super) struct Costs {
    pub(super) rows: Chunked<Row>,
    pub(super) further: Further,
    by_key: FxHashMap<Key, u32>,
    /// Pairs of rows of which the first called the second, in the order of the file.
    pub(super) pairs: Vec<(u32, u32)>,
    is_pair: FxHashSet<(u32, u32)>,
    /// What all functions cost themselves, by event.
    totals: Vec<u64>,
    /// Further costs held in all rows.
    held: u64,
}

/// Costs of other events than the first, by row; shorter where there are none.
pub(super) type Further = Vec<Vec<Cost>>;

/// A function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) key: Key,
    /// Byte of the file at which it is first named.
    pub(super) source: u64,
    /// How often it was called.
    pub(super) calls: u64,
    /// Of the first event: mostly there is only one, and many functions.
    first: Sums,
}

/// What a function cost, of an event.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    event: u32,
    sums: Sums,
}

/// What a function cost itself, and with what it called.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub(super) own: u64,
    pub(super) with_callees: u64,
}

/// Largest sum that is kept.
const LARGEST: u64 = 1 << 53;

impl Costs {
    /// The row of a function.
    pub(super) fn row(&mut self, key: Key, source: u64) -> u32 {
        let rows = &mut self.rows;
        *self.by_key.entry(key).or_insert_with(|| {
            rows.push(Row { key, source, calls: 0, first: Sums::default() });
            rows.len() as u32 - 1
        })
    }

    /// Adds what a function cost itself, of an event. Whether there is room for it.
    pub(super) fn add(&mut self, row: u32, event: u32, cost: u64) -> bool {
        if self.totals.len() <= event as usize {
            self.totals.resize(event as usize + 1, 0);
        }
        // All functions stand one behind the other.
        let total = &mut self.totals[event as usize];
        let Some(sum) = total.checked_add(cost).filter(|sum| *sum <= LARGEST) else { return false };
        *total = sum;
        let of_event = self.sums(row, event);
        of_event.own += cost;
        of_event.with_callees = of_event.with_callees.saturating_add(cost).min(LARGEST);
        true
    }

    /// Adds what a call cost with all below it. A function that calls itself holds that already. Whether there is room.
    pub(super) fn add_call(&mut self, (from, to): (u32, u32), event: u32, cost: u64) -> bool {
        if from == to {
            return true;
        }
        let of_event = self.sums(from, event);
        let sum = of_event.with_callees.saturating_add(cost);
        of_event.with_callees = sum.min(LARGEST);
        sum <= LARGEST
    }

    /// Notes that a function called another, so many times.
    pub(super) fn called(&mut self, (from, to): (u32, u32), times: u64) {
        let row = &mut self.rows[to as usize];
        row.calls = row.calls.saturating_add(times).min(LARGEST);
        if from != to && self.is_pair.insert((from, to)) {
            push_tight(&mut self.pairs, (from, to));
        }
    }

    /// Nothing more will be added: lets go of what that takes.
    pub(super) fn close(&mut self) {
        (self.by_key, self.is_pair) = Default::default();
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        let further = self.further.capacity() * size_of::<Vec<Cost>>();
        let costs = self.held * 2 * size_of::<Cost>() as u64;
        self.rows.len() as u64 * 128 + self.pairs.len() as u64 * 40 + further as u64 + costs
    }

    fn sums(&mut self, row: u32, event: u32) -> &mut Sums {
        if event == 0 {
            return &mut self.rows[row as usize].first;
        }
        if self.further.len() <= row as usize {
            self.further.resize_with(self.rows.len(), Vec::new);
        }
        let costs = &mut self.further[row as usize];
        // A few, nearly always in the order of the events.
        let place = costs.iter().position(|cost| cost.event == event).unwrap_or_else(|| {
            costs.push(Cost { event, sums: Sums::default() });
            self.held += 1;
            costs.len() - 1
        });
        &mut costs[place].sums
    }
}

impl Row {
    /// What the function of a number cost of an event; zeros where that was not counted of it.
    pub(super) fn of(&self, number: u32, event: u32, further: &Further) -> Sums {
        if event == 0 {
            return self.first;
        }
        let costs = further.get(number as usize).map_or(&[][..], Vec::as_slice);
        costs.iter().find(|cost| cost.event == event).map_or_else(Sums::default, |cost| cost.sums)
    }
}
