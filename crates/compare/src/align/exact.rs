//! The largest mapping of two small forests.
//!
//! A mapping pairs calls of one identity and keeps order and ancestry. So the calls of any two pairs have the same
//! relation on both sides: before, after, above or below. This is the mapping of the tree edit distance (Tai 1979)
//! without renaming. The dynamic program is that of Zhang and Shasha ("Simple fast algorithms for the editing distance
//! between trees and related problems", 1989). Among the largest mappings, one with the smallest sum of differences in
//! duration is taken.

use super::state::State;

/// Maximum number of cells of the dynamic program for one pair of forests.
const MOST_CELLS: u64 = 1 << 18;

/// Pairs the free calls `nodes` (of each side, in pre-order) anew if that gives more than `found` pairs. Any partners
/// that they have at the time must be among `nodes`. Does nothing if the dynamic program exceeds its budget.
pub(super) fn improve(state: &mut State, nodes: &[Vec<u32>; 2], found: u32) {
    let forests = [0, 1].map(|side| Forest::new(state, side, nodes));
    let cells = forests[0].cells() * forests[1].cells();
    if cells > MOST_CELLS.min(state.exact_cells) {
        return;
    }
    state.exact_cells -= cells;
    let program = Program::new(&forests);
    if program.count() <= found {
        return;
    }
    for &call in &nodes[0] {
        state.part(0, call);
    }
    for (i, j) in program.pairs() {
        state.join(forests[0].calls[i], forests[1].calls[j]);
    }
}

/// A forest in post-order, without calls whose identity the other side lacks, because these cannot be paired.
struct Forest {
    calls: Vec<u32>,
    identity: Vec<u32>,
    duration: Vec<i64>,
    /// Index of the first call, in post-order, of each call's subtree.
    first: Vec<usize>,
    /// Key roots, ascending: of all calls whose subtrees begin at the same call, the outermost one.
    keys: Vec<usize>,
}

impl Forest {
    fn new(state: &mut State, side: usize, nodes: &[Vec<u32>; 2]) -> Self {
        state.count_identities.clear();
        for &call in &nodes[1 - side] {
            state.count_identities.add(state.identity(1 - side, call));
        }
        let nodes = nodes[side].iter().copied();
        let kept = nodes.filter(|&call| state.count_identities.count(state.identity(side, call)) > 0);
        let mut forest = Self {
            calls: Vec::new(),
            identity: Vec::new(),
            duration: Vec::new(),
            first: Vec::new(),
            keys: Vec::new(),
        };
        let ends = state.calls[side].subtree_end();
        let mut open: Vec<(u32, usize)> = Vec::new();
        for call in kept {
            while let Some((done, first)) = open.pop_if(|&mut (up, _)| ends[up as usize] <= call) {
                forest.push(state, side, done, first);
            }
            open.push((call, forest.calls.len()));
        }
        while let Some((done, first)) = open.pop() {
            forest.push(state, side, done, first);
        }
        let mut begins = vec![false; forest.calls.len()];
        for (at, &first) in forest.first.iter().enumerate().rev() {
            if !std::mem::replace(&mut begins[first], true) {
                forest.keys.push(at);
            }
        }
        forest.keys.reverse();
        forest
    }

    fn push(&mut self, state: &State, side: usize, call: u32, first: usize) {
        self.calls.push(call);
        self.identity.push(state.identity(side, call));
        self.duration.push(state.duration(side, call));
        self.first.push(first);
    }

    /// Returns the number of rows (or columns) that all tables of the program have together.
    fn cells(&self) -> u64 {
        self.keys.iter().map(|&key| (key + 2 - self.first[key]) as u64).sum::<u64>() + 1
    }
}

/// The quality of a mapping: more pairs first, then smaller differences in duration. A pair adds [`PAIR`] and subtracts
/// the difference of its durations in ticks. [`MOST_APART`] and the limit of 2⁸ pairs keep both parts from overlapping.
type Score = i64;

const PAIR: Score = 1 << 54;

/// Maximum difference of durations in ticks that a score counts.
const MOST_APART: u64 = 1 << 45;

/// One stretch of each forest in post-order, as its first call and the call after its last.
type ForestRanges = [(usize, usize); 2];

/// Returns the score of one pair, or 0 if the identities differ.
fn score([a, b]: &[Forest; 2], i: usize, j: usize) -> Score {
    let difference = a.duration[i].abs_diff(b.duration[j]).min(MOST_APART) as Score;
    if a.identity[i] == b.identity[j] { PAIR - difference } else { 0 }
}

struct Program<'a> {
    forests: &'a [Forest; 2],
    /// Score of each pair of subtrees.
    trees: Vec<Score>,
    /// Score of each pair of prefixes of the last stretch that was filled, one row for each prefix in A.
    table: Vec<Score>,
}

impl<'a> Program<'a> {
    fn new(forests: &'a [Forest; 2]) -> Self {
        let [n, m] = [0, 1].map(|side| forests[side].calls.len());
        let mut program = Self { forests, trees: vec![0; n * m], table: Vec::new() };
        for &x in &forests[0].keys {
            for &y in &forests[1].keys {
                program.fill([(forests[0].first[x], x + 1), (forests[1].first[y], y + 1)], true);
            }
        }
        program.fill(program.whole(), false);
        program
    }

    fn whole(&self) -> ForestRanges {
        [0, 1].map(|side| (0, self.forests[side].calls.len()))
    }

    /// Returns the number of pairs of the whole forests. Only valid while the table is that of the whole forests.
    fn count(&self) -> u32 {
        // Rounded up, because differences in duration are subtracted from the pairs.
        let best = self.table.last().copied().unwrap_or_default();
        ((best + PAIR - 1) / PAIR) as u32
    }

    /// Fills the table for a stretch. If `keeps` is set, stores the scores of the subtrees that begin where the stretch
    /// begins.
    fn fill(&mut self, stretch: ForestRanges, keeps: bool) {
        let [a, b] = self.forests;
        let [(from_a, to_a), (from_b, to_b)] = stretch;
        let width = to_b - from_b + 1;
        let all = b.calls.len();
        self.table.clear();
        self.table.resize((to_a - from_a + 1) * width, 0);
        for i in from_a..to_a {
            let begins = a.first[i] == from_a;
            let (done, rest) = self.table.split_at_mut((i + 1 - from_a) * width);
            let above = &done[(i - from_a) * width..];
            let before = &done[(a.first[i] - from_a) * width..];
            let mut last = 0;
            for (j, &first) in (from_b..to_b).zip(&b.first[from_b..to_b]) {
                let at = j - from_b;
                let best = above[at + 1].max(last);
                last = if begins && first == from_b {
                    let score = score(self.forests, i, j);
                    let best = if score > 0 { best.max(above[at] + score) } else { best };
                    if keeps {
                        self.trees[i * all + j] = best;
                    }
                    best
                } else {
                    best.max(before[first - from_b] + self.trees[i * all + j])
                };
                rest[at + 1] = last;
            }
        }
    }

    /// Returns the pairs of the best mapping as indices into both forests.
    fn pairs(mut self) -> Vec<(usize, usize)> {
        let [a, b] = self.forests;
        let mut pairs = Vec::new();
        let mut open = vec![self.whole()];
        while let Some(stretch) = open.pop() {
            // Only the scores of subtrees were stored, so the table of each stretch on the way back is filled again.
            self.fill(stretch, false);
            let [(from_a, to_a), (from_b, to_b)] = stretch;
            let width = to_b - from_b + 1;
            let (mut i, mut j) = (to_a, to_b);
            while i > from_a && j > from_b {
                let at = (i - from_a) * width + j - from_b;
                if self.table[at] == self.table[at - width] {
                    i -= 1;
                } else if self.table[at] == self.table[at - 1] {
                    j -= 1;
                } else if a.first[i - 1] == from_a && b.first[j - 1] == from_b {
                    (i, j) = (i - 1, j - 1);
                    pairs.push((i, j));
                } else {
                    let firsts = (a.first[i - 1], b.first[j - 1]);
                    open.push([(firsts.0, i), (firsts.1, j)]);
                    (i, j) = firsts;
                }
            }
        }
        pairs
    }
}
