//! Repetitions compared with a search that tries every block at every place.

use crate::twin::{Sides, Twin, jaccard, measures};
use diptych_compare::similarity::{CalleeSets, Measure, Repetition, repetitions};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, Trace};
use proptest::prelude::*;
use std::cmp::Reverse;

fn found(sides: &Sides, side: usize, measure: Measure) -> Vec<Repetition> {
    let sets = CalleeSets::new(sides.pair(), measure, &mut |_, _| ()).unwrap();
    repetitions(&sides.traces[side], &sets, side, &mut |_, _| ())
}

#[test]
fn the_longest_cover_comes_first() {
    let siblings = |names: &str| {
        let line = |(at, name): (usize, char)| format!("  {}..{} {name}\n", at * 10, at * 10 + 5);
        let picture = format!("t\n{}", names.chars().enumerate().map(line).collect::<String>());
        let sides = Sides::new([trace(&picture), trace("t\n  0..1 other\n")]);
        let of = |it: Repetition| (it.first.0, it.last.0, it.block, it.copies);
        found(&sides, 0, Measure::Plain).into_iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(siblings("aab"), []);
    assert_eq!(siblings("aaab"), [(0, 2, 1, 3)]);
    assert_eq!(siblings("xabababx"), [(1, 6, 2, 3)]);
    assert_eq!(siblings("abababa"), [(0, 5, 2, 3)]);
    assert_eq!(siblings("aaaaaaaa"), [(0, 7, 1, 8)]);
    // The longer block takes two of the three `a`.
    assert_eq!(siblings("aaabaabaabxxx"), [(1, 9, 3, 3), (10, 12, 1, 3)]);
}

/// Returns all rows of siblings: the roots of each lane, then the children of each of its calls.
fn sibling_lists(trace: &Trace) -> Vec<Vec<CallId>> {
    let calls = trace.calls();
    let mut lists = Vec::new();
    for lane in trace.lanes().ids() {
        let own = trace.lanes().calls(lane).map(CallId);
        lists.push(own.clone().filter(|call| calls.depth()[call.index()] == 0).collect());
        lists.extend(own.map(|call| calls.children(call).collect()));
    }
    lists
}

fn brute_force(siblings: &[CallId], alike: impl Fn(CallId, CallId) -> bool) -> Vec<Repetition> {
    let count = siblings.len();
    let mut taken = vec![false; count];
    let mut all = Vec::new();
    loop {
        let mut best = None;
        for block in 1..=8usize {
            for from in 0..count {
                for copies in 3..=(count - from) / block {
                    let to = from + copies * block;
                    let free = !taken[from..to].contains(&true);
                    let follows = |at: usize| alike(siblings[at], siblings[at + block]);
                    if free && (from..to - block).all(follows) {
                        best = best.max(Some((copies * block, Reverse(block), Reverse(from))));
                    }
                }
            }
        }
        let Some((covered, Reverse(block), Reverse(from))) = best else { break };
        taken[from..from + covered].fill(true);
        all.push(Repetition {
            first: siblings[from],
            last: siblings[from + covered - 1],
            block: block as u32,
            copies: (covered / block) as u32,
        });
    }
    all.sort_by_key(|repetition| repetition.first);
    all
}

proptest! {
    #[test]
    fn repetitions_equal_brute_force(
        seed in 0u64..10_000, functions in 1usize..4, max_depth in 1usize..4, measure in measures(),
    ) {
        let shape = Shape { calls: 60, lanes: 2, functions, max_depth, extent: 200 };
        let sides = Sides::new([seed, seed + 1].map(|seed| generate(seed, shape)));
        let twin = Twin::new(sides.pair(), measure);
        for side in 0..2 {
            let of = |call: CallId| &twin.weights[side][call.index()];
            let alike = |one, other| jaccard(of(one), of(other)) >= 0.9;
            let lists = sibling_lists(&sides.traces[side]);
            let expected: Vec<_> = lists.iter().flat_map(|list| brute_force(list, alike)).collect();
            prop_assert_eq!(found(&sides, side, measure), expected);
        }
    }
}
