//! Sums the costs of functions, by thread.

use diptych_trace::{Chunked, push_tight};
use rustc_hash::{FxHashMap, FxHashSet};

/// Key of a function: indices of its thread, its name, its file and its object; [`NONE`] where unknown.
pub(super) type Key = [u32; 4];

/// Index that stands for no name.
pub(super) const NONE: u32 = u32::MAX;

/// Sums of one file.
#[derive(Debug, Default)]
pub(super) struct Costs {
    pub(super) rows: Chunked<Row>,
    pub(super) further: OtherEventCosts,
    by_key: FxHashMap<Key, u32>,
    /// Pairs (caller row, callee row), in file order.
    pub(super) pairs: Vec<(u32, u32)>,
    is_pair: FxHashSet<(u32, u32)>,
    /// Sum of all functions' own costs, by event.
    totals: Vec<u64>,
    /// Number of further costs in all rows.
    held: u64,
}

/// Costs of events other than the first, by row. May be shorter than the table of rows.
pub(super) type OtherEventCosts = Vec<Vec<Cost>>;

/// Sums of one function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) key: Key,
    /// Byte of the file at which the function is first named.
    pub(super) source: u64,
    /// Number of calls of the function.
    pub(super) calls: u64,
    /// Costs of the first event. They are stored inline because most files have many functions and one event.
    first: Sums,
}

/// A function's costs in one event.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    event: u32,
    sums: Sums,
}

/// A function's own cost, and its cost including callees.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub(super) own: u64,
    pub(super) with_callees: u64,
}

/// Largest sum that is accepted: doubles represent integers exactly up to it.
const LARGEST: u64 = 1 << 53;

impl Costs {
    /// Returns the row of a function, and adds it if there is none.
    pub(super) fn row(&mut self, key: Key, source: u64) -> u32 {
        let rows = &mut self.rows;
        *self.by_key.entry(key).or_insert_with(|| {
            rows.push(Row { key, source, calls: 0, first: Sums::default() });
            rows.len() as u32 - 1
        })
    }

    /// Adds to a function's own cost in an event. Returns false if the sum would be too large.
    pub(super) fn add(&mut self, row: u32, event: u32, cost: u64) -> bool {
        if self.totals.len() <= event as usize {
            self.totals.resize(event as usize + 1, 0);
        }
        // A lane sets all functions end to end, so their total must stay in range, too.
        let total = &mut self.totals[event as usize];
        let Some(sum) = total.checked_add(cost).filter(|sum| *sum <= LARGEST) else { return false };
        *total = sum;
        let of_event = self.sums(row, event);
        of_event.own += cost;
        of_event.with_callees = of_event.with_callees.saturating_add(cost).min(LARGEST);
        true
    }

    /// Adds the cost of a call, including callees, to its caller. A recursive call's cost is in the function already.
    /// Returns false if the sum would be too large.
    pub(super) fn add_call(&mut self, from: u32, to: u32, event: u32, cost: u64) -> bool {
        if from == to {
            return true;
        }
        let of_event = self.sums(from, event);
        let sum = of_event.with_callees.saturating_add(cost);
        of_event.with_callees = sum.min(LARGEST);
        sum <= LARGEST
    }

    /// Records that the function `from` called `to`, `times` times.
    pub(super) fn called(&mut self, from: u32, to: u32, times: u64) {
        let row = &mut self.rows[to as usize];
        row.calls = row.calls.saturating_add(times).min(LARGEST);
        if from != to && self.is_pair.insert((from, to)) {
            push_tight(&mut self.pairs, (from, to));
        }
    }

    /// Frees the look-up tables once all costs are added.
    pub(super) fn close(&mut self) {
        (self.by_key, self.is_pair) = Default::default();
    }

    /// Returns the number of bytes held, estimated.
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
        // Rows have few costs, nearly always in the order of the events.
        let place = costs.iter().position(|cost| cost.event == event).unwrap_or_else(|| {
            costs.push(Cost { event, sums: Sums::default() });
            self.held += 1;
            costs.len() - 1
        });
        &mut costs[place].sums
    }
}

impl Row {
    /// Returns the costs of this row, whose number is given, in an event. Zeros if the event was not counted in it.
    pub(super) fn of(&self, number: u32, event: u32, further: &OtherEventCosts) -> Sums {
        if event == 0 {
            return self.first;
        }
        let costs = further.get(number as usize).map_or(&[][..], Vec::as_slice);
        costs.iter().find(|cost| cost.event == event).map_or_else(Sums::default, |cost| cost.sums)
    }
}
