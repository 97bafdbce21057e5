//! The calls that remain unpaired between pairs that keep order and ancestry.

use super::sequence;
use super::state::State;

/// Returns rows of free calls at corresponding places, for places with calls on both sides. Calls are at corresponding
/// places if the same brackets of `pairs` open and close before them. The calls of `pairs` are in or below `rows`,
/// ordered by the call of the first side. First, frames that enclose the same pairs on both sides become partners and
/// are added to `pairs`. O(calls in `rows`).
pub(super) fn rows(state: &mut State, rows: [&[u32]; 2], pairs: &mut Vec<(u32, u32)>) -> Vec<[Vec<u32>; 2]> {
    let mut places = [0, 1].map(|side| Places::new(state, side, rows[side], pairs));
    let around = frames(state, &mut places);
    if !around.is_empty() {
        for &(a, b) in &around {
            state.join(a, b);
        }
        pairs.extend(around);
        pairs.sort_unstable();
        // The additional pairs change the places.
        places = [0, 1].map(|side| Places::new(state, side, rows[side], pairs));
    }
    let [of_a, of_b] = places.map(|places| places.whole);
    let mut left = Vec::new();
    let mut rest = of_b.chunk_by(|x, y| x.0 == y.0).peekable();
    for group in of_a.chunk_by(|x, y| x.0 == y.0) {
        while rest.next_if(|other| other[0].0 < group[0].0).is_some() {}
        if let Some(other) = rest.next_if(|other| other[0].0 == group[0].0) {
            left.push([group, other].map(|row| row.iter().map(|&(_, call)| call).collect()));
        }
    }
    left
}

/// Returns pairs of free calls that enclose the same pairs.
fn frames(state: &mut State, places: &mut [Places; 2]) -> Vec<(u32, u32)> {
    let [of_a, of_b] = places.each_mut().map(|places| {
        places.around.sort_unstable();
        &places.around
    });
    let mut found = Vec::new();
    let mut rest = of_b.chunk_by(|x, y| x.0 == y.0).peekable();
    for group in of_a.chunk_by(|x, y| x.0 == y.0) {
        while rest.next_if(|other| other[0].0 < group[0].0).is_some() {}
        if let Some(other) = rest.next_if(|other| other[0].0 == group[0].0) {
            // Each call encloses the next one, so a group is a chain and can be aligned like a row.
            let items = |side: usize, row: &[(BracketPosition, u32)]| -> Vec<sequence::Item> {
                row.iter().map(|&(_, call)| sequence::Item::new(state, side, call, 0)).collect()
            };
            let [of_a, of_b] = [items(0, group), items(1, other)];
            let chains = sequence::align(&of_a, &of_b, &mut state.subsequences);
            found.extend(chains.into_iter().map(|(i, j)| (group[i as usize].1, other[j as usize].1)));
        }
    }
    found
}

/// Number of brackets of pairs before the opening and before the closing of a call.
type BracketPosition = (u32, u32);

/// The free calls of a side by their place among the brackets of pairs.
#[derive(Default)]
struct Places {
    /// Free calls that enclose pairs, with their places, in pre-order.
    around: Vec<(BracketPosition, u32)>,
    /// Outermost free calls that enclose no pairs, with the number of brackets before them, ascending.
    whole: Vec<(u32, u32)>,
}

impl Places {
    fn new(state: &mut State, side: usize, row: &[u32], pairs: &[(u32, u32)]) -> Self {
        // The mapping keeps order, so the pairs ascend on both sides.
        let mut kept = pairs.iter().map(|&(a, b)| if side == 0 { a } else { b }).peekable();
        let mut places = Self::default();
        let mut open: Vec<Open> = Vec::new();
        let mut brackets = 0;
        let ends = state.calls[side].subtree_end();
        for &root in row {
            let (mut call, end) = (root, ends[root as usize]);
            while call < end {
                places.close(&mut open, call, &mut brackets);
                let call_end = ends[call as usize];
                if kept.next_if_eq(&call).is_some() {
                    brackets += 1;
                    open.push(Open { end: call_end, around: None });
                    call += 1;
                } else if kept.peek().is_some_and(|&next| next < call_end) {
                    if state.is_free(side, call) {
                        open.push(Open { end: call_end, around: Some(places.around.len()) });
                        places.around.push(((brackets, 0), call));
                    }
                    call += 1;
                } else {
                    if state.is_free(side, call) {
                        places.whole.push((brackets, call));
                    }
                    call = call_end;
                }
            }
            state.work += u64::from(end - root);
        }
        places.close(&mut open, u32::MAX, &mut brackets);
        places
    }

    fn close(&mut self, open: &mut Vec<Open>, next: u32, brackets: &mut u32) {
        while let Some(done) = open.pop_if(|open| open.end <= next) {
            match done.around {
                Some(at) => self.around[at].0.1 = *brackets,
                None => *brackets += 1,
            }
        }
    }
}

struct Open {
    end: u32,
    /// Index in [`Places::around`], or none for a call of a pair.
    around: Option<usize>,
}
