//! Tests of the parts of a side that match a part of the other.

use crate::score::{align_plainly, with_pair};
use diptych_compare::align::{Alignment, Kind, matching_span, nearest_match};
use diptych_testkit::plant::{PlantedPair, plant, random_edits};
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::Trace;
use proptest::prelude::*;

/// Returns the starts of a side's calls and of their matches. Moved calls and calls inside of them are left out.
fn matched_starts(a: &Trace, b: &Trace, alignment: &Alignment, side: usize) -> Vec<[i64; 2]> {
    let [own, theirs] = if side == 0 { [a, b] } else { [b, a] };
    let of = &alignment.sides[side];
    let mut inside_moved = vec![false; own.calls().len()];
    let mut found = Vec::new();
    for row in 0..own.calls().len() {
        let parent = own.calls().parent()[row].some();
        inside_moved[row] =
            of.kind[row] == Kind::Moved || parent.is_some_and(|parent| inside_moved[parent.index()]);
        if let Some(partner) = of.partner[row].some().filter(|_| !inside_moved[row]) {
            found.push([own.calls().start()[row], theirs.calls().start()[partner.index()]]);
        }
    }
    found
}

/// Checks that a span's matches start in the matching span, and that in a single lane no other matches do.
fn check_matching_span(a: &Trace, b: &Trace, side: usize, span: [i64; 2]) {
    let alignment = align_plainly(a, b);
    let starts = matched_starts(a, b, &alignment, side);
    let found = with_pair(a, b, |pair, _| matching_span(pair, &alignment, side, span));
    let Some([from, to]) = found else {
        assert!(starts.is_empty(), "no span, though {} calls match", starts.len());
        return;
    };
    let inside = |[own, _]: &[i64; 2]| (span[0]..span[1]).contains(own);
    let (of_span, others): (Vec<[i64; 2]>, Vec<[i64; 2]>) = starts.into_iter().partition(inside);
    assert!(of_span.iter().all(|at| (from..to).contains(&at[1])), "{span:?} → {found:?}: {of_span:?}");
    let has_one_lane = [a, b].iter().all(|trace| trace.lanes().len() == 1);
    // Calls of one side that start together may match calls that do not.
    let is_in = |at: &[i64; 2]| (from..to).contains(&at[1]) && !of_span.iter().any(|of| of[1] == at[1]);
    assert!(!has_one_lane || !others.iter().any(is_in), "{span:?} → {found:?}: {others:?}");
}

#[test]
fn matching_span_follows_calls_that_come_later() {
    let a = trace("t\n  0..10 f\n  10..20 g\n  20..30 h\n");
    let b = trace("t\n  0..10 f\n  10..110 new\n  110..120 g\n  120..150 h\n");
    let alignment = align_plainly(&a, &b);
    let span = |side: usize, span: [i64; 2]| {
        with_pair(&a, &b, |pair, _| matching_span(pair, &alignment, side, span))
    };
    assert_eq!(span(0, [10, 20]), Some([110, 120]));
    // Halfway between the starts of g and h.
    assert_eq!(span(0, [15, 25]), Some([115, 135]));
    assert_eq!(span(1, [110, 120]), Some([10, 20]));
    // No matched call starts in the span.
    assert_eq!(span(1, [55, 110]), Some([5, 10]));
    assert_eq!(span(0, [0, 90]), Some([0, 151]));
}

proptest! {
    #[test]
    fn matching_span_holds_the_matches_of_a_span(seed: u64, edits in 0usize..20, lanes in 1usize..4, ends: [i16; 2]) {
        let made = generate(seed, Shape { lanes, ..Shape::SMALL });
        let edits = random_edits(&mut Rng::new(seed ^ 0x55), &made, edits);
        let PlantedPair { before, trace, .. } = plant(&made, &edits);
        let extent = before.extent().max(trace.extent()) + 2;
        let [x, y] = ends.map(|end| i64::from(end).rem_euclid(extent));
        for side in [0, 1] {
            check_matching_span(&before, &trace, side, [x.min(y), x.max(y) + 1]);
        }
    }

    #[test]
    fn nearest_match_is_the_closest_start_in_the_span(seed: u64, edits in 0usize..20, lanes in 1usize..4, ends: [i16; 3]) {
        let made = generate(seed, Shape { lanes, ..Shape::SMALL });
        let edits = random_edits(&mut Rng::new(seed ^ 0x66), &made, edits);
        let PlantedPair { before: a, trace: b, .. } = plant(&made, &edits);
        let alignment = align_plainly(&a, &b);
        let extent = a.extent().max(b.extent()) + 2;
        let [x, y, tick] = ends.map(|end| i64::from(end).rem_euclid(extent));
        let span = [x.min(y), x.max(y) + 1];
        let tick = tick.clamp(span[0], span[1] - 1);
        for side in [0, 1] {
            let inside = |[own, _]: &[i64; 2]| (span[0]..span[1]).contains(own);
            let starts: Vec<[i64; 2]> =
                matched_starts(&a, &b, &alignment, side).into_iter().filter(inside).collect();
            let found = with_pair(&a, &b, |pair, _| nearest_match(pair, &alignment, side, span, tick));
            let least = starts.iter().map(|[own, _]| (own - tick).abs()).min();
            prop_assert_eq!(found.map(|[own, _]| (own - tick).abs()), least);
            prop_assert!(found.is_none_or(|found| starts.contains(&found)));
        }
    }
}
