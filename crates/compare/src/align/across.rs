//! The alignment of two rows of calls with everything below them, regardless of the layer of a call.
//!
//! A forest is written as brackets: every call opens and closes. Take a common subsequence of the brackets of two
//! forests, and the calls for which both brackets correspond. These calls keep order and ancestry, whatever frames only
//! one side has around them. (These are the Euler strings of Akutsu, "A relation between edit distance for ordered
//! trees and edit distance for Euler strings", 2006.) So the longest common subsequence of brackets is taken
//! ([`subsequence`]). A call for which only one bracket corresponds stays free, for `leftover` to align.
//!
//! If the brackets do not fit into a window, equal subtrees that occur equally often on both sides are paired first, as
//! the heaviest choice in order.

use super::rising::heaviest_rising;
use super::state::State;
use super::subsequence::{self, Subsequences};

/// Makes partners of calls in two rows and below. Returns the pairs, ordered by the call of the first side. Of equal
/// subtrees that were paired as a whole it returns only the outermost calls. For the work see
/// [`Subsequences::longest`], with twice the calls.
pub(super) fn pairs(state: &mut State, rows: [&[u32]; 2]) -> Vec<(u32, u32)> {
    let calls =
        [0, 1].map(|side| rows[side].iter().map(|&call| state.size(side, call) as usize).sum::<usize>());
    let anchors = if 2 * calls[0].max(calls[1]) > subsequence::WINDOW {
        equal_subtrees(state, rows)
    } else {
        Vec::new()
    };
    let brackets = [0, 1].map(|side| {
        note_identities(state, 1 - side, rows[1 - side]);
        let anchors: Vec<u32> = anchors.iter().map(|&(a, b)| if side == 0 { a } else { b }).collect();
        Brackets::new(state, side, rows[side], &anchors)
    });
    for &(a, b) in &anchors {
        state.join_equal(a, b);
    }
    let mut found = anchors;
    let mut matched = subsequence_of(&brackets, &mut state.subsequences);
    let mut close = vec![u32::MAX; brackets[0].keys.len()];
    for &(i, j) in &matched {
        close[i as usize] = j;
    }
    matched.retain(|&(i, j)| {
        let mates = [brackets[0].mate[i as usize], brackets[1].mate[j as usize]];
        i < mates[0] && close[mates[0] as usize] == mates[1]
    });
    for (i, j) in matched {
        let [a, b] = [brackets[0].calls[i as usize], brackets[1].calls[j as usize]];
        state.join(a, b);
        found.push((a, b));
    }
    found.sort_unstable();
    found
}

/// Walks the free calls of a row and below in pre-order. Skips the contents of a call for which `enters` returns false.
pub(super) fn walk(
    state: &mut State,
    side: usize,
    row: &[u32],
    mut enters: impl FnMut(&mut State, u32) -> bool,
) {
    let ends = state.calls[side].subtree_end();
    for &root in row {
        let (mut call, end) = (root, ends[root as usize]);
        while call < end {
            let enters = state.is_free(side, call) && enters(state, call);
            call = if enters { call + 1 } else { ends[call as usize] };
        }
        state.work += u64::from(end - root);
    }
}

fn note_identities(state: &mut State, side: usize, row: &[u32]) {
    state.count_identities.clear();
    walk(state, side, row, |state, call| {
        let identity = state.identity(side, call);
        state.count_identities.add(identity);
        true
    });
}

/// Returns pairs of equal subtrees in order, none inside another. Of subtrees that occur equally often on both sides,
/// the first pairs with the first, and so on. Of these pairs the heaviest choice that ascends on both sides is
/// returned.
fn equal_subtrees(state: &mut State, rows: [&[u32]; 2]) -> Vec<(u32, u32)> {
    state.count_classes.clear();
    for side in [0, 1] {
        walk(state, side, rows[side], |state, call| {
            let class = state.class(side, call);
            if side == 0 {
                state.count_classes.add(class);
            } else {
                state.count_classes.remove(class);
            }
            true
        });
    }
    let [of_a, of_b] = [0, 1].map(|side| {
        let mut outermost: Vec<(u32, u32)> = Vec::new();
        walk(state, side, rows[side], |state, call| {
            let class = state.class(side, call);
            let is_anchor = state.size(side, call) > 1 && state.count_classes.is_even(class);
            if is_anchor {
                outermost.push((class, call));
            }
            !is_anchor
        });
        outermost.sort_unstable();
        outermost
    });
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut left = of_b.chunk_by(|x, y| x.0 == y.0).peekable();
    for group in of_a.chunk_by(|x, y| x.0 == y.0) {
        while left.next_if(|other| other[0].0 < group[0].0).is_some() {}
        if let Some(other) = left.next_if(|other| other[0].0 == group[0].0) {
            pairs.extend(group.iter().zip(other).map(|(x, y)| (x.1, y.1)));
        }
    }
    pairs.sort_unstable();
    let entries: Vec<(u32, u64)> = pairs.iter().map(|&(a, b)| (b, u64::from(state.size(0, a)))).collect();
    pairs
        .into_iter()
        .zip(heaviest_rising(&entries))
        .filter(|(_, keeps)| *keeps)
        .map(|(pair, _)| pair)
        .collect()
}

/// A forest as brackets, without calls whose identity the other side lacks and without anchored subtrees.
struct Brackets {
    /// Twice the identity for an opening bracket, one more for a closing bracket.
    keys: Vec<u32>,
    calls: Vec<u32>,
    /// Index of the other bracket of the same call.
    mate: Vec<u32>,
    /// Number of brackets before each anchor.
    anchors: Vec<u32>,
}

impl Brackets {
    /// Writes a row and everything below it as brackets. `count_identities` has to hold the identities of the other
    /// side.
    fn new(state: &mut State, side: usize, row: &[u32], anchors: &[u32]) -> Self {
        let mut brackets =
            Self { keys: Vec::new(), calls: Vec::new(), mate: Vec::new(), anchors: Vec::new() };
        let mut left = anchors.iter().peekable();
        let mut open: Vec<(u32, u32)> = Vec::new();
        let ends = state.calls[side].subtree_end();
        walk(state, side, row, |state, call| {
            brackets.close(&mut open, call);
            if left.next_if_eq(&&call).is_some() {
                brackets.anchors.push(brackets.keys.len() as u32);
                return false;
            }
            let identity = state.identity(side, call);
            if state.count_identities.count(identity) > 0 {
                open.push((ends[call as usize], brackets.keys.len() as u32));
                brackets.push(2 * identity, call, u32::MAX);
            }
            true
        });
        brackets.close(&mut open, u32::MAX);
        brackets
    }

    fn push(&mut self, key: u32, call: u32, mate: u32) {
        self.keys.push(key);
        self.calls.push(call);
        self.mate.push(mate);
    }

    /// Closes the calls that end before call `next`.
    fn close(&mut self, open: &mut Vec<(u32, u32)>, next: u32) {
        while let Some((_, opening)) = open.pop_if(|&mut (end, _)| end <= next) {
            self.mate[opening as usize] = self.keys.len() as u32;
            self.push(self.keys[opening as usize] + 1, self.calls[opening as usize], opening);
        }
    }
}

/// Returns pairs of corresponding brackets, found separately in each stretch between anchors.
fn subsequence_of(brackets: &[Brackets; 2], subsequences: &mut Subsequences) -> Vec<(u32, u32)> {
    let ends = [0, 1].map(|side| brackets[side].keys.len() as u32);
    let anchors = brackets[0].anchors.iter().zip(&brackets[1].anchors).map(|(&x, &y)| (x, y));
    let mut at = (0, 0);
    let mut pairs = Vec::new();
    for (x, y) in anchors.chain([(ends[0], ends[1])]) {
        let rows =
            [&brackets[0].keys[at.0 as usize..x as usize], &brackets[1].keys[at.1 as usize..y as usize]];
        let found = subsequences.longest(rows[0], rows[1]);
        pairs.extend(found.into_iter().map(|(i, j)| (i + at.0, j + at.1)));
        at = (x, y);
    }
    pairs
}
