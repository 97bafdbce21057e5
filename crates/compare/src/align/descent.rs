//! The alignment from the lanes down: first rows of siblings, then the rows inside each pair found.
//!
//! A row may hold calls of several layers, because a frame that the other side never calls is replaced by its children.
//! If rows leave many calls unpaired on both sides, they are matched across layers ([`across`]). Small rows get the
//! largest possible mapping ([`exact`]). Pending work is on explicit stacks, so any depth of calls is fine.
//!
//! A row may have as many calls as the whole trace. Every loop over a whole row is therefore a function of its own,
//! here and in the functions called. A browser switches to the optimized code of a wasm function only when the function
//! is entered anew. Inside [`Descent::align`] such a loop would run to its end in slow code.

use super::parts::Part;
use super::sequence::{self, Item};
use super::slide::{self, ALONE};
use super::state::State;
use super::steps::{self, LanePair, Steps};
use super::stretches::{self, AlignableParts};
use super::{across, exact, leftover, parts};
use std::rc::Rc;

/// Maximum number of calls on each side of rows, nested calls included, that get the largest possible mapping.
const SMALL: u32 = 1 << 8;

/// Number of times that one call may take part in matching across layers.
const ROUNDS: u8 = 12;

/// Two rows of calls at corresponding places.
struct Rows {
    /// Calls of A and of B.
    calls: [Vec<u32>; 2],
    /// Starting points on both sides that starts are counted from.
    base: [i64; 2],
    /// Number of times that the rows may still be matched across layers.
    rounds: u8,
    /// True if both rows hold the same subtrees, apart from the order of siblings at any level.
    same_unordered: bool,
    /// True for a row that may have been cut short because its side stopped.
    is_stopped: [bool; 2],
    /// True if the rows must not be divided (again) into [`parts`].
    is_part: bool,
    /// Alignment of the rows as plain siblings, if there is one already.
    opened: Option<PlainAlignment>,
}

/// The alignment of two rows as plain siblings.
#[derive(Default)]
struct PlainAlignment {
    pairs: Vec<(u32, u32)>,
    /// Calls between consecutive pairs, for gaps with calls on both sides.
    gaps: Vec<[Vec<u32>; 2]>,
}

/// Two rows without the equal items at their beginnings and ends.
#[derive(Clone, Copy)]
struct Between<'a> {
    calls: [&'a [u32]; 2],
    base: [i64; 2],
    rounds: u8,
    is_stopped: [bool; 2],
}

/// Aligns the calls of paired lanes. In each process the lane that leads comes first, and the others keep step with it.
/// A process without numbered steps keeps step with the first process that has them.
pub(super) fn lanes(state: &mut State, lanes: &[LanePair]) {
    // Sub-lanes are aligned together with their lane.
    let is_whole = |&(a, _): &LanePair| state.whole_lane[0][a.index()] == a;
    let lanes: Vec<LanePair> = lanes.iter().copied().filter(is_whole).collect();
    // With a single pair of lanes there is no other lane to keep in step.
    if let &[lane] = &lanes[..] {
        return self::lane(state, lane, None);
    }
    let mut numbered: Option<Rc<Steps>> = None;
    for process in steps::processes(state, &lanes) {
        let mut lead = numbered.clone().filter(|_| !process.is_numbered());
        for (at, &lane) in process.lanes.iter().enumerate() {
            self::lane(state, lane, lead.as_ref());
            if at == 0 && lead.is_none() {
                let steps = process.repeated.and_then(|repeated| Steps::new(state, lane, &repeated));
                lead = steps.map(Rc::new);
                if process.is_numbered() && numbered.is_none() {
                    numbered.clone_from(&lead);
                }
            }
        }
    }
}

fn lane(state: &mut State, (a, b): LanePair, steps: Option<&Rc<Steps>>) {
    let calls = [state.whole_row(0, a), state.whole_row(1, b)];
    let is_stopped = [0, 1].map(|side| state.stopped.is(side));
    let mut descent = Descent { steps: steps.map(AsRef::as_ref), ..Descent::default() };
    if state.has_sublanes(0, a) || state.has_sublanes(1, b) {
        // Calls of a lane and its sub-lanes overlap, so the top row is not a forest. Matching across layers and the
        // exact mapping both need forests, and both are off for this row.
        descent.is_small = true;
        descent.gaps.push(Rows { is_stopped, ..Rows::new(state, calls, [0; 2], 0) });
        while let Some(rows) = descent.gaps.pop() {
            descent.align(state, rows);
        }
        descent.is_small = false;
        // The contents of each pair are forests again.
        descent.pairs.iter_mut().for_each(|pair| pair.1 = ROUNDS);
    } else {
        descent.gaps.push(Rows { is_stopped, ..Rows::new(state, calls, [0; 2], ROUNDS) });
    }
    descent.run(state);
    if descent.keeps_step {
        state.steps[a.index()] = steps.cloned();
    }
}

/// Makes partners' children partners, for pairs found elsewhere, as far as the children are free.
pub(super) fn pairs(state: &mut State, pairs: Vec<(u32, u32)>) {
    let pairs = pairs.into_iter().map(|pair| (pair, ROUNDS)).collect();
    let mut descent = Descent { pairs, ..Descent::default() };
    descent.run(state);
}

impl Rows {
    /// Builds rows that have not been aligned yet.
    fn new(state: &State, calls: [Vec<u32>; 2], base: [i64; 2], rounds: u8) -> Self {
        let same_unordered = unordered(state, 0, &calls[0]) == unordered(state, 1, &calls[1]);
        Self { calls, base, rounds, same_unordered, is_stopped: [false; 2], is_part: false, opened: None }
    }

    /// Builds rows that are part of larger ones and must not be divided.
    fn part(calls: [Vec<u32>; 2], base: [i64; 2], rounds: u8, opened: Option<PlainAlignment>) -> Self {
        let is_stopped = [false; 2];
        Self { calls, base, rounds, same_unordered: false, is_stopped, is_part: true, opened }
    }

    /// Returns true if one side stopped in its row, and the other row is longer. What it lacks is at its end then.
    fn are_cut_short(&self) -> bool {
        let [a, b] = self.calls.each_ref().map(Vec::len);
        (self.is_stopped[0] && a < b) || (self.is_stopped[1] && b < a)
    }
}

impl PlainAlignment {
    fn new(calls: &[Vec<u32>; 2], stretch: &AlignableParts) -> Self {
        let AlignableParts { items, pairs } = stretch;
        let mut at = [items[0].start, items[1].start];
        let mut gaps = Vec::new();
        for (i, j) in pairs.iter().copied().chain([(items[0].end, items[1].end)]) {
            if at[0] < i && at[1] < j {
                gaps.push([calls[0][at[0]..i].to_vec(), calls[1][at[1]..j].to_vec()]);
            }
            at = [i + 1, j + 1];
        }
        let pairs = pairs.iter().map(|&(i, j)| (calls[0][i], calls[1][j])).collect();
        Self { pairs, gaps }
    }
}

#[derive(Default)]
struct Descent<'s> {
    /// Steps that the rows have to keep in step with.
    steps: Option<&'s Steps>,
    /// Pairs whose children are still to be aligned, with the number of times these may be matched across layers.
    pairs: Vec<((u32, u32), u8)>,
    /// Rows that are still to be aligned.
    gaps: Vec<Rows>,
    /// True if the steps have divided any rows.
    keeps_step: bool,
    /// True to skip the largest possible mapping of small rows ([`exact`]).
    is_small: bool,
}

impl Descent<'_> {
    fn run(&mut self, state: &mut State) {
        loop {
            if let Some(rows) = self.gaps.pop() {
                self.align(state, rows);
            } else if let Some(((a, b), rounds)) = self.pairs.pop() {
                let call = [a, b];
                let calls = [0, 1].map(|side| {
                    state.row(side, call[side] + 1, state.calls[side].subtree_end()[call[side] as usize])
                });
                let base = [0, 1].map(|side| state.calls[side].start()[call[side] as usize]);
                // Pairs found elsewhere may have children that already have partners, so the rows may differ in length.
                let same_unordered =
                    state.unordered(0, a) == state.unordered(1, b) && calls[0].len() == calls[1].len();
                let is_stopped = [0, 1].map(|side| state.stopped.is_in(state.pair, side, call[side]));
                let rows =
                    Rows { calls, base, rounds, same_unordered, is_stopped, is_part: false, opened: None };
                self.align(state, rows);
            } else {
                return;
            }
        }
    }

    fn align(&mut self, state: &mut State, rows: Rows) {
        let are_cut_short = rows.are_cut_short();
        let Rows { calls, base, rounds, same_unordered, is_stopped, is_part, opened } = rows;
        if calls.iter().any(Vec::is_empty) {
            return;
        }
        let [mut a, mut b] = [0, 1].map(|side| items(state, side, &calls[side], base[side]));
        if are_cut_short {
            a.iter_mut().chain(&mut b).for_each(|item| item.duration = 0);
        }
        if !same_unordered
            && !is_part
            && let Some(parts) = parts::of_rows(state, self.steps, [&a, &b], base)
        {
            return self.divide(
                state,
                parts,
                Between { calls: [&calls[0], &calls[1]], base, rounds, is_stopped },
            );
        }
        if are_cut_short {
            // Without durations and starts, every choice between equal pairs falls on the earlier one.
            a.iter_mut().chain(&mut b).for_each(|item| item.start = 0);
        }
        if same_unordered {
            // Every call has a counterpart in the other row, in order or not, and must not pair with any other call. So
            // the identity of an item becomes the rank of its unordered subtree.
            let known = unordered(state, 0, &calls[0]);
            for (side, items) in [&mut a, &mut b].into_iter().enumerate() {
                for (item, &call) in items.iter_mut().zip(&calls[side]) {
                    item.identity =
                        known.partition_point(|&other| other < state.unordered(side, call)) as u32;
                }
            }
        }
        let (before, after) = match sequence::common_ends(&a, &b) {
            _ if opened.is_some() => (0, 0),
            (before, _) if are_cut_short => (before, 0),
            ends => ends,
        };
        let middle = [before..a.len() - after, before..b.len() - after];
        let mut to_b: Vec<u32> = (0..a.len()).map(|i| if i < before { i as u32 } else { ALONE }).collect();
        for step in 1..=after {
            to_b[a.len() - step] = (b.len() - step) as u32;
        }
        if !same_unordered && middle.iter().all(|range| !range.is_empty()) {
            let between = [0, 1].map(|side| &calls[side][middle[side].clone()]);
            let between = Between { calls: between, base, rounds, is_stopped };
            let is_done = self.small(state, &between)
                || opened.as_ref().is_some_and(|opened| self.across(state, &between, opened));
            if is_done {
                // `to_b` only has the equal ends here. Everything in between has been paired already.
                self.join(state, &calls, &to_b, rounds);
                return slide::rows(state, &calls, [&a, &b]);
            }
        }
        let [in_a, in_b] = [&a[middle[0].clone()], &b[middle[1].clone()]];
        for (i, j) in sequence::align(in_a, in_b, &mut state.subsequences) {
            to_b[before + i as usize] = (before + j as usize) as u32;
        }
        slide::both(&a, &b, &mut to_b);
        if same_unordered {
            cross(&a, &b, &mut to_b);
        } else if opened.is_none() && rounds > 0 {
            for stretch in stretches::open(&a, &b, &mut to_b) {
                let opened = Some(PlainAlignment::new(&calls, &stretch));
                let calls = [0, 1].map(|side| calls[side][stretch.items[side].clone()].to_vec());
                self.gaps.push(Rows::part(calls, base, rounds, opened));
            }
        }
        self.join(state, &calls, &to_b, rounds);
    }

    /// Puts the parts of rows on the stack.
    fn divide(&mut self, state: &State, parts: Vec<Part>, rows: Between<'_>) {
        let Between { calls, base, rounds, is_stopped } = rows;
        for part in parts {
            self.keeps_step |= part.is_step;
            let is_stopped = [0, 1].map(|side| is_stopped[side] && part.items[side].end == calls[side].len());
            let calls = [0, 1].map(|side| calls[side][part.items[side].clone()].to_vec());
            let rows = Rows::new(state, calls, part.base.unwrap_or(base), rounds);
            self.gaps.push(Rows { is_stopped, is_part: true, ..rows });
        }
    }

    /// Makes the calls partners that were aligned.
    #[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
    fn join(&mut self, state: &mut State, rows: &[Vec<u32>; 2], to_b: &[u32], rounds: u8) {
        for (i, &j) in to_b.iter().enumerate().filter(|(_, j)| **j != ALONE) {
            self.pair(state, [rows[0][i], rows[1][j as usize]], rounds);
        }
    }

    /// Makes two calls partners, and puts their children on the stack if the subtrees differ.
    fn pair(&mut self, state: &mut State, [a, b]: [u32; 2], rounds: u8) {
        if state.class(0, a) == state.class(1, b) {
            state.join_equal(a, b);
        } else {
            state.join(a, b);
            self.pairs.push(((a, b), rounds));
        }
    }

    /// Aligns rows across layers, and then aligns the remaining calls as rows. Keeps the plain alignment of the rows
    /// instead if it pairs at least as many calls. Returns true if anything was paired.
    fn across(&mut self, state: &mut State, rows: &Between, opened: &PlainAlignment) -> bool {
        let Between { calls, base, rounds, .. } = *rows;
        let size =
            |side: usize| calls[side].iter().map(|&call| u64::from(state.size(side, call))).sum::<u64>();
        let size = size(0) + size(1);
        if size > state.across_calls {
            return false;
        }
        state.across_calls -= size;
        state.work += size;
        // Align the rows as plain siblings to count the pairs, then undo that.
        let free = state.free_calls(0, calls[0]);
        let as_rows = if opened.pairs.is_empty() {
            0
        } else {
            let mut plain = Self { is_small: true, steps: self.steps, ..Self::default() };
            plain.as_rows(state, opened, base, 0);
            plain.run(state);
            let found = state.count_paired(&free);
            state.part_all(&free);
            found
        };
        let mut pairs = across::pairs(state, calls);
        if pairs.is_empty() && as_rows == 0 {
            return false;
        }
        let rounds = rounds.saturating_sub(1);
        if !pairs.is_empty() {
            let left = leftover::rows(state, calls, &mut pairs).into_iter();
            let gaps = left.map(|calls| Rows::part(calls, base, rounds, None));
            Self { gaps: gaps.collect(), pairs: Vec::new(), ..*self }.run(state);
        }
        if state.count_paired(&free) <= as_rows {
            state.part_all(&free);
            self.as_rows(state, opened, base, rounds);
        }
        true
    }

    /// Makes the pairs of a plain alignment partners, and puts their children and the gaps between them on the stack.
    fn as_rows(&mut self, state: &mut State, opened: &PlainAlignment, base: [i64; 2], rounds: u8) {
        for &(a, b) in &opened.pairs {
            self.pair(state, [a, b], rounds);
        }
        let gaps = opened
            .gaps
            .iter()
            .map(|calls| Rows::part(calls.clone(), base, rounds, Some(PlainAlignment::default())));
        self.gaps.extend(gaps);
    }

    /// Aligns rows of at most [`SMALL`] calls a side to the largest mapping, unless [`exact`] runs out of budget.
    /// Returns false for larger rows.
    fn small(&self, state: &mut State, rows: &Between) -> bool {
        let Between { calls: rows, base, rounds, is_stopped } = *rows;
        let calls = [0, 1].map(|side| rows[side].iter().map(|&call| state.size(side, call)).sum::<u32>());
        if self.is_small || calls.iter().any(|&calls| calls > SMALL) {
            return false;
        }
        let nodes = [0, 1].map(|side| {
            let mut nodes = Vec::new();
            across::walk(state, side, rows[side], |_, call| {
                nodes.push(call);
                true
            });
            nodes
        });
        let mut within = Self { is_small: true, steps: self.steps, ..Self::default() };
        let calls = rows.map(<[u32]>::to_vec);
        within.gaps.push(Rows { is_stopped, ..Rows::part(calls, base, rounds, None) });
        within.run(state);
        let found = nodes[0].iter().filter(|&&call| !state.is_free(0, call)).count() as u32;
        if may_pair_more(state, &nodes, found) {
            exact::improve(state, &nodes, found);
        }
        true
    }
}

/// Returns true if a mapping that keeps order and ancestry could have more than `found` pairs. Such a mapping is a
/// common subsequence of identities both in pre-order and in post-order, so the longer one bounds it from above.
fn may_pair_more(state: &mut State, nodes: &[Vec<u32>; 2], found: u32) -> bool {
    let is_surpassed = |state: &mut State, nodes: &[Vec<u32>; 2]| {
        let [a, b] = [0, 1]
            .map(|side| nodes[side].iter().map(|&call| state.identity(side, call)).collect::<Vec<u32>>());
        found < state.subsequences.longest(&a, &b).len() as u32
    };
    is_surpassed(state, nodes) && is_surpassed(state, &in_post_order(state, nodes))
}

/// Returns the calls, given in pre-order, in post-order.
fn in_post_order(state: &State, nodes: &[Vec<u32>; 2]) -> [Vec<u32>; 2] {
    [0, 1].map(|side| {
        let ends = state.calls[side].subtree_end();
        let (mut order, mut open) = (Vec::with_capacity(nodes[side].len()), Vec::new());
        for &call in &nodes[side] {
            while let Some(done) = open.pop_if(|up: &mut u32| ends[*up as usize] <= call) {
                order.push(done);
            }
            open.push(call);
        }
        order.extend(open.into_iter().rev());
        order
    })
}

/// Returns the hashes of the subtrees of a row without regard to the order of siblings, sorted.
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
fn unordered(state: &State, side: usize, row: &[u32]) -> Vec<u64> {
    let mut known: Vec<u64> = row.iter().map(|&call| state.unordered(side, call)).collect();
    known.sort_unstable();
    known
}

#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
fn items(state: &State, side: usize, row: &[u32], base: i64) -> Vec<Item> {
    row.iter().map(|&call| Item::new(state, side, call, base)).collect()
}

/// Pairs the remaining items of equal identity, whatever their order.
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
fn cross(a: &[Item], b: &[Item], to_b: &mut [u32]) {
    let mut is_alone = vec![true; b.len()];
    for &j in to_b.iter().filter(|j| **j != ALONE) {
        is_alone[j as usize] = false;
    }
    let by_identity = |items: &[Item], is_alone: &dyn Fn(usize) -> bool| {
        let mut alone: Vec<usize> = (0..items.len()).filter(|&at| is_alone(at)).collect();
        alone.sort_by_key(|&at| (items[at].identity, items[at].class));
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
