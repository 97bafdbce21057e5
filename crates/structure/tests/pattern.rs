//! Exact and near repeats, tested against the definition of edit distance.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_structure::pattern::{Repeat, Text, edits_for, exact, most_edits, near};
use proptest::prelude::*;
use std::ops::{ControlFlow, Range};

fn go_on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Relation of each pair: numbers in reverse, so that mixing up both shows.
const OF_PAIR: [u32; 6] = [5, 4, 3, 2, 1, 0];

fn text(pair: &[u32]) -> Text<'_> {
    Text { pair, of_pair: &OF_PAIR }
}

fn parts(length: usize, marked: Option<&Range<usize>>) -> [Range<usize>; 2] {
    marked.map_or([0..length, length..length], |marked| [0..marked.start, marked.end..length])
}

fn naive_exact(pattern: &[u32], text: &[u32], marked: Option<&Range<usize>>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for part in parts(text.len(), marked) {
        let mut at = part.start;
        while at + pattern.len() <= part.end {
            if text[at..at + pattern.len()] == *pattern {
                found.push(at..at + pattern.len());
                at += pattern.len();
            } else {
                at += 1;
            }
        }
    }
    found
}

/// Returns the edit distance of two whole sequences, with the complete table.
fn distance(left: &[u32], right: &[u32]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, one) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in right.iter().enumerate() {
            let next = (diagonal + usize::from(one != other)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[right.len()]
}

/// Computes the distance of every stretch.
fn naive_near(pattern: &[u32], text: &[u32], marked: Option<&Range<usize>>, limit: usize) -> Vec<Repeat> {
    let mut all = Vec::new();
    for part in parts(text.len(), marked) {
        let least =
            |end: usize| (part.start..=end).map(|start| distance(pattern, &text[start..end])).min().unwrap();
        let capped: Vec<usize> = part.clone().map(|line| least(line + 1).min(limit + 1)).collect();
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for (at, &edits) in capped.iter().enumerate() {
            let before = if at == 0 { limit + 1 } else { capped[at - 1] };
            let after = capped.get(at + 1).copied().unwrap_or(limit + 1);
            if edits <= limit && edits <= before && edits <= after {
                ends.push((edits, part.start + at + 1));
            }
        }
        ends.sort_unstable();
        let mut kept: Vec<Repeat> = Vec::new();
        for (edits, end) in ends {
            let starts = (part.start..=end).filter(|&start| distance(pattern, &text[start..end]) == edits);
            let start =
                starts.min_by_key(|&start| ((end - start).abs_diff(pattern.len()), end - start)).unwrap();
            if kept.iter().all(|other| end <= other.lines.start || other.lines.end <= start) {
                kept.push(Repeat { lines: start..end, edits: edits as u32 });
            }
        }
        kept.sort_by_key(|repeat| repeat.lines.start);
        all.extend(kept);
    }
    all
}

#[test]
fn edits_for_rounds_down() {
    assert_eq!([edits_for(0.9, 10), edits_for(0.9, 9), edits_for(1.0, 50), edits_for(0.0, 5)], [1, 0, 0, 4]);
    assert_eq!(edits_for(0.9, 166), 16);
}

#[test]
fn edits_are_limited_by_work_not_by_length() {
    // A mark of 6,395 calls in two runs of 540,000 calls together may differ by a tenth and by far more.
    assert!(most_edits(540_000, 6_395).unwrap() > 8_000);
    // In long runs fewer edits are allowed, until only exact repeats are left.
    let of = |lines: u64| most_edits(lines, 6_395);
    assert!(of(10_000_000).unwrap() < of(1_000_000).unwrap());
    assert_eq!(of(1_000_000_000), None);
    // All cells of the largest search stay within the budget.
    for (lines, length) in [(540_000, 6_395), (10_000_000, 4_096), (1_000_000, 100_000)] {
        let steps = lines * (length as u64 / 64 + 2 * most_edits(lines, length).unwrap() as u64);
        assert!((5_000_000_000..=10_000_000_000).contains(&steps), "{steps}");
    }
}

#[test]
fn long_mark_finds_its_noisy_repeat() {
    // Two phases of 6,400 calls, the second with every fiftieth call left out.
    let phase = |keep: &dyn Fn(usize) -> bool| -> Vec<u32> {
        (0..6_400usize).filter(|&at| keep(at)).map(|at| (at * at % 5) as u32).collect()
    };
    let (first, second) = (phase(&|_| true), phase(&|at| at % 50 != 7));
    let pair = [&first[..], &[5; 900], &second[..]].concat();
    let pattern = text(&pair).relations(0..6_400);
    let edits = edits_for(0.9, 6_400);
    assert!(edits <= most_edits(pair.len() as u64, 6_400).unwrap());
    let found = near(&pattern, text(&pair), Some(0..6_400), edits, &mut go_on).unwrap();
    let [repeat] = &found[..] else { panic!("{} repeats", found.len()) };
    assert_eq!(repeat.edits as usize, distance(&pattern, &text(&pair).relations(repeat.lines.clone())));
    assert!((1..=128).contains(&repeat.edits), "{}", repeat.edits);
    assert!(repeat.lines.start.abs_diff(7_300) <= 1 && repeat.lines.end == pair.len(), "{:?}", repeat.lines);
}

#[test]
fn near_search_can_be_cancelled() {
    let pair = [0; 100];
    let mut calls = 0;
    let mut give_up = |_, _| {
        calls += 1;
        ControlFlow::Break(())
    };
    assert_eq!(near(&[5, 5], text(&pair), None, 1, &mut give_up), None);
    assert_eq!(calls, 1);
    assert!(
        exact(&[], text(&pair), None).is_empty()
            && near(&[], text(&pair), None, 0, &mut go_on).unwrap().is_empty()
    );
}

/// Generates pieces that repeat, with noise between and within them.
fn calls(letters: u32, most: usize) -> impl Strategy<Value = Vec<u32>> {
    let piece = prop_oneof![
        prop::collection::vec(0..letters, 1..6),
        (prop::collection::vec(0..letters, 1..4), 1usize..6).prop_map(|(piece, times)| piece.repeat(times)),
    ];
    prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

#[test]
fn single_call_repeats_without_overlap() {
    let pair = [0; 1_000];
    let found = near(&[5; 10], text(&pair), Some(300..310), 1, &mut go_on).unwrap();
    assert_eq!((found.len(), found.iter().all(|repeat| repeat.edits == 0)), (99, true));
    assert_eq!(exact(&[5; 10], text(&pair), Some(300..310)).len(), 99);
}

proptest! {
    #[test]
    fn exact_repeats_agree_with_every_place(
        pair in calls(3, 14), ends in prop::array::uniform2(any::<prop::sample::Index>()), own: bool,
    ) {
        let relations = text(&pair).relations(0..pair.len());
        let mut marked = ends.map(|end| end.index(pair.len() + 1));
        marked.sort_unstable();
        let marked = marked[0]..marked[1].max(marked[0]).min(marked[0] + 5);
        prop_assume!(!marked.is_empty());
        let pattern = &relations[marked.clone()];
        let marked = own.then_some(marked);
        prop_assert_eq!(exact(pattern, text(&pair), marked.clone()), naive_exact(pattern, &relations, marked.as_ref()));
    }

    #[test]
    fn near_repeats_agree_with_every_stretch(
        pair in calls(4, 12), ends in prop::array::uniform2(any::<prop::sample::Index>()), own: bool, alike in 0.3f64..1.0,
    ) {
        let relations = text(&pair).relations(0..pair.len());
        let mut marked = ends.map(|end| end.index(pair.len() + 1));
        marked.sort_unstable();
        let marked = marked[0]..marked[1].min(marked[0] + 12);
        prop_assume!(!marked.is_empty());
        let pattern = &relations[marked.clone()];
        let (marked, edits) = (own.then_some(marked), edits_for(alike, pattern.len()));
        let found = near(pattern, text(&pair), marked.clone(), edits, &mut go_on).unwrap();
        prop_assert_eq!(found, naive_near(pattern, &relations, marked.as_ref(), edits));
    }

    // Patterns of several 64-bit words, with blocks that become inactive and active again.
    #[test]
    fn near_repeats_agree_for_long_patterns(
        piece in prop::collection::vec(0u32..6, 60..200), noise in prop::collection::vec((any::<prop::sample::Index>(), 0u32..7), 0..20),
        between in prop::collection::vec(0u32..6, 0..70), alike in 0.8f64..1.0,
    ) {
        let mut copy = piece.clone();
        for (at, what) in noise {
            let at = at.index(copy.len());
            if what == 6 { copy.remove(at); } else { copy[at] = what; }
        }
        let pair = [between.clone(), copy, between].concat();
        let pattern = text(&piece).relations(0..piece.len());
        let relations = text(&pair).relations(0..pair.len());
        let edits = edits_for(alike, pattern.len());
        let found = near(&pattern, text(&pair), None, edits, &mut go_on).unwrap();
        prop_assert_eq!(found, naive_by_columns(&pattern, &relations, edits));
    }
}

/// Works like [`naive_near`] without a mark, with the smallest distances from one table. The cubic algorithm would take
/// minutes here.
fn naive_by_columns(pattern: &[u32], text: &[u32], limit: usize) -> Vec<Repeat> {
    let mut column: Vec<usize> = (0..=pattern.len()).collect();
    let mut capped = Vec::new();
    for call in text {
        let mut diagonal = 0;
        for (i, one) in pattern.iter().enumerate() {
            let next = (diagonal + usize::from(one != call)).min(column[i] + 1).min(column[i + 1] + 1);
            diagonal = std::mem::replace(&mut column[i + 1], next);
        }
        capped.push(column[pattern.len()].min(limit + 1));
    }
    let mut ends: Vec<(usize, usize)> = (0..text.len())
        .filter(|&at| capped[at] <= limit && (at == 0 || capped[at] <= capped[at - 1]))
        .filter(|&at| capped.get(at + 1).is_none_or(|after| capped[at] <= *after))
        .map(|at| (capped[at], at + 1))
        .collect();
    ends.sort_unstable();
    let mut kept: Vec<Repeat> = Vec::new();
    for (edits, end) in ends {
        let shortest = end.saturating_sub(pattern.len() + edits);
        let starts = (shortest..=end).filter(|&start| distance(pattern, &text[start..end]) == edits);
        let start = starts.min_by_key(|&start| ((end - start).abs_diff(pattern.len()), end - start)).unwrap();
        if kept.iter().all(|other| end <= other.lines.start || other.lines.end <= start) {
            kept.push(Repeat { lines: start..end, edits: edits as u32 });
        }
    }
    kept.sort_by_key(|repeat| repeat.lines.start);
    kept
}
