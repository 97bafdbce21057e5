//! The alignment from the lanes down: rows of siblings, then the rows inside each pair found.
//!
//! A row may hold calls of several layers: where one side has a frame that the other has not, the frame's children
//! take its place. Work waits on explicit stacks, so no depth of calls matters.

use super::sequence::{self, Item};
use super::slide::{self, ALONE};
use super::state::State;
use super::wrappers;
use diptych_trace::{LaneId, Sorting};
use std::ops::Range;

/// Two rows of calls that stand at the same place.
struct Rows {
    /// Of A and of B.
    calls: [Vec<u32>; 2],
    /// What starts are counted from, on each side.
    base: [i64; 2],
    /// Layers that may still be looked through here.
    levels: u32,
    /// Whether the rows hold the same subtrees but for the order of siblings.
    same_unordered: bool,
}

/// Aligns the calls of paired lanes.
pub(super) fn lanes(state: &mut State, lanes: &[(LaneId, LaneId)]) {
    let mut descent = Descent::default();
    for &(a, b) in lanes {
        let of = |side: usize, lane| state.pair.traces[side].lanes().calls(lane);
        let ranges = [of(0, a), of(1, b)];
        let calls: [Vec<u32>; 2] =
            [0, 1].map(|side| state.siblings(side, ranges[side].start, ranges[side].end).collect());
        let same_unordered = unordered(state, 0, &calls[0]) == unordered(state, 1, &calls[1]);
        let levels = state.options.wrapper_levels;
        descent.align(state, Rows { calls, base: [0; 2], levels, same_unordered });
        descent.run(state);
    }
}

/// Aligns what is inside pairs found elsewhere, as far as it is alone.
pub(super) fn pairs(state: &mut State, pairs: Vec<(u32, u32)>) {
    let mut descent = Descent { pairs, gaps: Vec::new() };
    descent.run(state);
}

#[derive(Default)]
struct Descent {
    /// Pairs whose children are to be aligned.
    pairs: Vec<(u32, u32)>,
    /// Rows to be aligned.
    gaps: Vec<Rows>,
}

impl Descent {
    fn run(&mut self, state: &mut State) {
        loop {
            if let Some(rows) = self.gaps.pop() {
                self.align(state, rows);
            } else if let Some((a, b)) = self.pairs.pop() {
                let call = [a, b];
                let alone = |side: usize| -> Vec<u32> {
                    let children = state.children(side, call[side]);
                    children.filter(|&child| state.is_free(side, child)).collect()
                };
                let rows = [alone(0), alone(1)];
                let base = [0, 1].map(|side| state.calls[side].start()[call[side] as usize]);
                // In a pair found elsewhere some calls may be taken.
                let same_unordered =
                    state.unordered(0, a) == state.unordered(1, b) && rows[0].len() == rows[1].len();
                let levels = state.options.wrapper_levels;
                self.align(state, Rows { calls: rows, base, levels, same_unordered });
            } else {
                return;
            }
        }
    }

    fn align(&mut self, state: &mut State, Rows { calls: rows, base, levels, same_unordered }: Rows) {
        if rows.iter().any(Vec::is_empty) {
            return;
        }
        let [mut a, mut b] = [0, 1].map(|side| items(state, side, &rows[side], base[side]));
        if same_unordered {
            // Every call has its like in the other row, in order or not: nothing else may take it.
            let known = unordered(state, 0, &rows[0]);
            for (side, items) in [&mut a, &mut b].into_iter().enumerate() {
                for (item, &call) in items.iter_mut().zip(&rows[side]) {
                    item.identity =
                        known.partition_point(|&other| other < state.unordered(side, call)) as u32;
                }
            }
        }
        let (before, after) = sequence::common_ends(&a, &b);
        let middle = [before..a.len() - after, before..b.len() - after];
        let mut to_b: Vec<u32> = (0..a.len()).map(|i| if i < before { i as u32 } else { ALONE }).collect();
        for step in 1..=after {
            to_b[a.len() - step] = (b.len() - step) as u32;
        }
        if middle.iter().any(Range::is_empty) {
            settle(&a, &b, &mut to_b);
            self.join(state, &rows, [&a, &b], &to_b);
            return;
        }
        let between = [0, 1].map(|side| &rows[side][middle[side].clone()]);
        let levels = if same_unordered { 0 } else { levels };
        if let Some(opened) = wrappers::around_equals(state, between, levels) {
            self.gaps.push(Rows { calls: opened, base, levels: levels - 1, same_unordered: false });
            self.join(state, &rows, [&a, &b], &to_b);
            return;
        }
        for (i, j) in sequence::align(&a[middle[0].clone()], &b[middle[1].clone()]) {
            to_b[before + i as usize] = (before + j as usize) as u32;
        }
        settle(&a, &b, &mut to_b);
        if same_unordered {
            cross(&a, &b, &mut to_b);
        }
        self.join(state, &rows, [&a, &b], &to_b);
        self.look_through(state, &rows, &to_b, base, levels);
    }

    /// Makes partners of what was aligned.
    fn join(&mut self, state: &mut State, rows: &[Vec<u32>; 2], [a, b]: [&[Item]; 2], to_b: &[u32]) {
        for (i, &j) in to_b.iter().enumerate().filter(|(_, j)| **j != ALONE) {
            let pair = (rows[0][i], rows[1][j as usize]);
            if a[i].class == b[j as usize].class {
                state.join_equal(pair.0, pair.1);
            } else {
                state.join(pair.0, pair.1);
                self.pairs.push(pair);
            }
        }
    }

    /// Opens the wrappers in every gap that has calls on both sides.
    fn look_through(
        &mut self,
        state: &mut State,
        rows: &[Vec<u32>; 2],
        to_b: &[u32],
        base: [i64; 2],
        levels: u32,
    ) {
        if levels == 0 {
            return;
        }
        let mut at = [0, 0];
        let ends = std::iter::once((to_b.len(), rows[1].len() as u32));
        let anchors = to_b.iter().copied().enumerate().filter(|(_, j)| *j != ALONE).chain(ends);
        for (i, j) in anchors {
            let gap = [&rows[0][at[0]..i], &rows[1][at[1]..j as usize]];
            if gap.iter().all(|row| !row.is_empty())
                && let Some(rows) = wrappers::around_alike(state, gap, levels)
            {
                self.gaps.push(Rows { calls: rows, base, levels: levels - 1, same_unordered: false });
            }
            at = [i + 1, j as usize + 1];
        }
    }
}

/// What tells the subtrees of a row from others whatever the order of siblings, sorted.
fn unordered(state: &State, side: usize, row: &[u32]) -> Vec<u64> {
    let mut known: Vec<u64> = row.iter().map(|&call| state.unordered(side, call)).collect();
    known.sort_unstable();
    known
}

fn items(state: &State, side: usize, row: &[u32], base: i64) -> Vec<Item> {
    let item = |&call: &u32| Item {
        class: state.class(side, call),
        identity: state.identity(side, call),
        size: state.size(side, call),
        duration: state.duration(side, call),
        start: state.calls[side].start()[call as usize] - base,
    };
    row.iter().map(item).collect()
}

/// Lets time decide where structure does not, on both sides.
fn settle(a: &[Item], b: &[Item], to_b: &mut [u32]) {
    slide::gaps(a, b, to_b);
    let mut to_a = vec![ALONE; b.len()];
    for (i, &j) in to_b.iter().enumerate().filter(|(_, j)| **j != ALONE) {
        to_a[j as usize] = i as u32;
    }
    slide::gaps(b, a, &mut to_a);
    to_b.fill(ALONE);
    for (j, &i) in to_a.iter().enumerate().filter(|(_, i)| **i != ALONE) {
        to_b[i as usize] = j as u32;
    }
}

/// Gives the items that are alone partners of their identity whatever the order.
fn cross(a: &[Item], b: &[Item], to_b: &mut [u32]) {
    let mut is_alone = vec![true; b.len()];
    for &j in to_b.iter().filter(|j| **j != ALONE) {
        is_alone[j as usize] = false;
    }
    let by_identity = |items: &[Item], is_alone: &dyn Fn(usize) -> bool| {
        let mut alone: Vec<usize> = (0..items.len()).filter(|&at| is_alone(at)).collect();
        alone.order_by_key(|&at| (items[at].identity, items[at].class));
        alone
    };
    let alone_a = by_identity(a, &|i| to_b[i] == ALONE);
    let mut alone_b = by_identity(b, &|j| is_alone[j]).into_iter().peekable();
    for i in alone_a {
        while alone_b.next_if(|&j| b[j].identity < a[i].identity).is_some() {}
        if let Some(j) = alone_b.next_if(|&j| b[j].identity == a[i].identity) {
            to_b[i] = j as u32;
        }
    }
}
