//! The choice among answers that are equal by structure, by the smallest difference in time.
//!
//! If a loop ran once more, the structure does not show which iteration is the new one, but the times do.

use super::sequence::{Item, TimeDistance};
use super::state::State;
use diptych_trace::for_each_block;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Marks an index without partner.
pub(super) const ALONE: u32 = u32::MAX;

/// Marks an item that must stay in place: the call has its partner outside of the row, or encloses calls with partners.
const STILL: u32 = u32::MAX - 1;

/// Slides every stretch of items without partner past equal neighbours to the place where the pairs around it differ
/// least in time. `partner` holds indices into `other`, [`ALONE`] or [`STILL`]. O(items).
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
pub(super) fn gaps(row: &[Item], other: &[Item], partner: &mut [u32]) {
    let mut last_end = 0;
    let mut at = 0;
    while at < row.len() {
        if partner[at] != ALONE {
            at += 1;
            continue;
        }
        let gap_end = (at..row.len()).find(|&i| partner[i] != ALONE).unwrap_or(row.len());
        let next_gap = (gap_end..row.len()).find(|&i| partner[i] == ALONE).unwrap_or(row.len());
        let slider = Slider { row, other, partner, gap: at..gap_end };
        let shift = slider.best(last_end, next_gap);
        slider.slide(shift);
        last_end = gap_end.saturating_add_signed(shift);
        at = last_end.max(next_gap);
    }
}

/// Slides the unpaired stretches of both rows. `to_b` holds the index in `b` of the partner of each item of `a`.
pub(super) fn both(a: &[Item], b: &[Item], to_b: &mut [u32]) {
    gaps(a, b, to_b);
    let mut to_a = turned(to_b, b.len());
    gaps(b, a, &mut to_a);
    to_b.copy_from_slice(&turned(&to_a, a.len()));
}

#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
fn turned(partner: &[u32], len: usize) -> Vec<u32> {
    let mut turned = vec![ALONE; len];
    for (at, &other) in partner.iter().enumerate().filter(|(_, other)| **other < STILL) {
        turned[other as usize] = at as u32;
    }
    turned
}

/// Slides the unpaired stretches of rows whose calls already have partners, in the rows or elsewhere. A subtree may
/// hand its partner over to an equal one in which no call has a partner. O(calls in the rows).
pub(super) fn rows(state: &mut State, rows: &[Vec<u32>; 2], [a, b]: [&[Item]; 2]) {
    let at_b: FxHashMap<u32, u32> = rows[1].iter().zip(0..).map(|(&call, at)| (call, at)).collect();
    let mut to_b = vec![ALONE; a.len()];
    for (at, &call) in rows[0].iter().enumerate() {
        if let Some(partner) = state.partner[0][call as usize].some()
            && let Some(&other) = at_b.get(&partner.0)
        {
            to_b[at] = other;
        }
    }
    let before = to_b.clone();
    note_still(state, 0, &rows[0], &mut to_b);
    gaps(a, b, &mut to_b);
    let mut to_a = turned(&to_b, b.len());
    note_still(state, 1, &rows[1], &mut to_a);
    gaps(b, a, &mut to_a);
    to_b = turned(&to_a, a.len());
    let changed = || (0..to_b.len()).filter(|&at| to_b[at] != before[at]);
    for at in changed().filter(|&at| before[at] != ALONE) {
        for call in rows[0][at]..state.calls[0].subtree_end()[rows[0][at] as usize] {
            state.part(0, call);
        }
    }
    for at in changed().filter(|&at| to_b[at] != ALONE) {
        state.join_equal(rows[0][at], rows[1][to_b[at] as usize]);
    }
}

/// Marks the calls of a row that have no partner in the other row but must stay in place.
fn note_still(state: &State, side: usize, row: &[u32], partner: &mut [u32]) {
    for (&call, partner) in row.iter().zip(partner).filter(|(_, partner)| **partner == ALONE) {
        let mut inside = call..state.calls[side].subtree_end()[call as usize];
        if inside.any(|call| !state.is_free(side, call)) {
            *partner = STILL;
        }
    }
}

struct Slider<'a> {
    row: &'a [Item],
    other: &'a [Item],
    partner: &'a mut [u32],
    gap: Range<usize>,
}

impl Slider<'_> {
    /// Returns the number of items to slide by, to the right if positive, or 0 if no other place is better.
    fn best(&self, from: usize, to: usize) -> isize {
        let (mut best, mut shift) = (TimeDistance::default(), 0isize);
        let mut sum = TimeDistance::default();
        for step in 1..=self.gap.start - from {
            let Some(change) = self.change(self.gap.start - step, self.gap.end - step) else { break };
            sum = sum + change;
            if sum < best {
                (best, shift) = (sum, -(step as isize));
            }
        }
        sum = TimeDistance::default();
        for step in 0..to - self.gap.end {
            let Some(change) = self.change(self.gap.end + step, self.gap.start + step) else { break };
            sum = sum + change;
            if sum < best {
                (best, shift) = (sum, step as isize + 1);
            }
        }
        shift
    }

    /// Returns the increase in distance if `new` takes the partner of `old`, or `None` if it must not.
    fn change(&self, old: usize, new: usize) -> Option<TimeDistance> {
        let partner = self.other.get(self.partner[old] as usize)?;
        let (old, new) = (&self.row[old], &self.row[new]);
        let equal = old.class == new.class && old.class == partner.class;
        equal.then(|| TimeDistance::between(new, partner) - TimeDistance::between(old, partner))
    }

    fn slide(self, shift: isize) {
        let Range { start, end } = self.gap;
        if shift < 0 {
            let steps = shift.unsigned_abs();
            self.partner[start - steps..end].rotate_right(end - start);
        } else {
            self.partner[start..end + shift.unsigned_abs()].rotate_left(end - start);
        }
    }
}

/// Slides unpaired calls along chains of only children of one identity (recursion), by duration. A parent may take over
/// the partner of its only child, or the child that of its parent. O(calls).
pub(super) fn chains(state: &mut State) {
    for side in [0, 1] {
        let ends = state.calls[side].subtree_end();
        let is_link = |&parent: &usize| {
            let identity = |call: usize| state.identity(side, call as u32);
            ends[parent] == ends[parent + 1] && identity(parent) == identity(parent + 1)
        };
        let mut parents: Vec<u32> = Vec::new();
        for_each_block(0..ends.len().saturating_sub(1), &mut |rows| {
            parents.extend(rows.filter(is_link).map(|parent| parent as u32));
        });
        for &parent in &parents {
            slide_link(state, side, [parent + 1, parent]);
        }
        for &parent in parents.iter().rev() {
            slide_link(state, side, [parent, parent + 1]);
        }
    }
}

/// Hands the partner of the first call over to the second, if the second has none and is closer in duration.
fn slide_link(state: &mut State, side: usize, [old, new]: [u32; 2]) {
    if !state.is_free(side, new) || state.is_free(side, old) {
        return;
    }
    let partner = state.partner[side][old as usize];
    let goal = state.duration(1 - side, partner.0);
    let off = |call| state.duration(side, call).abs_diff(goal);
    if off(new) < off(old) {
        state.part(side, old);
        let [a, b] = if side == 0 { [new, partner.0] } else { [partner.0, new] };
        state.join(a, b);
    }
}
