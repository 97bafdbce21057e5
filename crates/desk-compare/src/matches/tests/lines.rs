//! Counts of matches between boxes, against a naive count.

use super::case::{Case, PictureOptions, curves};
use crate::matches::item::Item;
use diptych_compare::align::Kind;
use diptych_protocol::MatchMode;
use diptych_scene::Size;
use diptych_testkit::{Rng, plant};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneKind, Sink};
use diptych_views::numbers;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Builds a tree in which every call has a few callees side by side, so that many calls are wide, and an edited copy.
pub(crate) fn edited(seed: u64, lanes: usize) -> Case {
    let mut rng = Rng::new(seed);
    let mut builder = Builder::default();
    let functions = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|number: usize| {
        let name = format!("f{number}");
        builder.function(FunctionSpec { name: &name, file: "", line: 0, category: "" })
    });
    for number in 0..lanes {
        let lane = builder.lane(None, LaneKind::Thread, &format!("lane {number}"));
        let mut open = vec![(0, EXTENT, 0)];
        while let Some((from, to, depth)) = open.pop() {
            let callees = if depth == 0 { 1 + rng.below(2) } else { rng.below(5) };
            let step = (to - from) / (callees as i64).max(1);
            for callee in (0..callees as i64).filter(|_| depth < 6 && step > 40) {
                let start = from + callee * step + rng.below(step as u64 / 4) as i64;
                let end = start + 1 + (step / 4 + rng.below(step as u64 / 2) as i64).min(to - start - 1);
                let function = functions[rng.below(9) as usize];
                builder.call(lane, CallSpec { start, end, function, source: 0 });
                open.push((start, end, depth + 1));
            }
        }
    }
    let before = builder.finish().remove(0).1;
    let edits = plant::random_edits(&mut rng, &before, 12);
    let planted = plant::plant(&before, &edits);
    Case::new(planted.before, planted.trace, 0.2)
}

/// A canvas so narrow that many calls are under a pixel.
const SMALL: Size = Size { width: 160.0, height: 500.0 };

/// Approximate extent of the traces in ticks.
const EXTENT: i64 = 100_000;

fn range(from: u32, len: u32, count: usize) -> Range<u32> {
    let from = from % (count as u32 + 1);
    from..(from + len).min(count as u32)
}

proptest! {
    #[test]
    fn counts_equal_a_scan(seed: u64, from in any::<[u32; 2]>(), len in any::<[u8; 2]>(), cuts in prop::collection::vec((0u32..9, 0u32..9), 0..12)) {
        let case = edited(seed, 2);
        let calls = [0, 1].map(|side: usize| case.traces[side].calls().len());
        let [a, b] = [0, 1].map(|side: usize| range(from[side], u32::from(len[side]), calls[side]));
        let partners: Vec<u32> = a.clone().filter_map(|call| case.partner(CallId(call))).map(|call| call.0).collect();
        let kinds = &case.alignment.sides[0].kind;
        prop_assert_eq!(case.index.count_paired(&a), partners.len() as u64);
        prop_assert_eq!(case.index.count_moved(&a), a.clone().filter(|&call| kinds[call as usize] == Kind::Moved).count() as u64);
        prop_assert_eq!(case.index.count(&a, &b), partners.iter().filter(|&partner| b.contains(partner)).count() as u64);
        // Disjoint ranges of B with gaps between them.
        let mut at = 0;
        let ranges: Vec<Range<u32>> = cuts.iter().map(|&(gap, len)| {
            let range = at + gap..at + gap + len + 1;
            at = range.end;
            range
        }).collect();
        let mut found = Vec::new();
        case.index.spread(&a, &ranges, &mut |place, count| found.push((place, count)));
        let expected: Vec<(usize, u64)> = ranges.iter().enumerate().map(|(place, range)| {
            (place, partners.iter().filter(|&partner| range.contains(partner)).count() as u64)
        }).filter(|&(_, count)| count > 0).collect();
        prop_assert_eq!(found, expected);
    }

    /// Every match between calls in sight is drawn as a tube, lies inside one, or counts in exactly one line.
    #[test]
    fn lines_count_matches_without_a_tube(seed: u64, from in 0i64..60_000, span in 2_000i64..100_000, shift in -3_000i64..3_000) {
        let case = edited(seed, 1);
        let mut time = super::case::windows(from, from + span);
        time.windows.b = Some(diptych_protocol::Window { start: from + shift, end: from + shift + span });
        let laid = case.laid(&PictureOptions { time, size: SMALL, ..PictureOptions::default() });
        let drawn = curves(&laid);
        let tubes: Vec<[CallId; 2]> = drawn.iter().filter_map(|drawn| match drawn.item {
            Item::Match { a, b, .. } => Some([a, b]),
            _ => None,
        }).collect();
        let lines: BTreeMap<(u32, u32), u64> = drawn.iter().filter_map(|drawn| match drawn.item {
            Item::MatchBundle { a, b, count, .. } => Some(((a[0].0, b[0].0), u64::from(count))),
            _ => None,
        }).collect();
        prop_assert_eq!(lines, super::tubes::lines_by_scan(&case, &laid, &tubes, MatchMode::OneToOne));
    }
}

proptest! {
    #[test]
    fn lines_of_similarity_count_main_matches(seed: u64, from in 0i64..60_000, span in 2_000i64..100_000) {
        let case = edited(seed, 1);
        let mut options = PictureOptions { size: SMALL, ..PictureOptions::default() };
        options.time = super::case::windows(from, from + span);
        options.matches.mode = MatchMode::Similarity;
        let laid = case.laid(&options);
        let drawn = curves(&laid);
        let tubes: Vec<[CallId; 2]> = drawn.iter().filter_map(|drawn| match drawn.item {
            Item::Match { a, b, .. } => Some([a, b]),
            _ => None,
        }).collect();
        let bundles: Vec<Item> =
            drawn.iter().map(|drawn| drawn.item).filter(|item| matches!(item, Item::MatchBundle { .. })).collect();
        let lines: BTreeMap<(u32, u32), u64> = bundles.iter().filter_map(|item| match *item {
            Item::MatchBundle { a, b, count } => Some(((a[0].0, b[0].0), u64::from(count))),
            _ => None,
        }).collect();
        prop_assert_eq!(&lines, &super::tubes::lines_by_scan(&case, &laid, &tubes, MatchMode::Similarity));
        let correspondence = case.correspondence();
        let model = case.model(&correspondence);
        for item in bundles {
            let Item::MatchBundle { a, b, .. } = item else { continue };
            let of_main = |call: u32| Some((CallId(call), case.main_match(CallId(call))?));
            let inside = (a[0].0..a[1].0).filter_map(of_main).filter(|(_, of)| (b[0]..b[1]).contains(of));
            let sum: f64 = inside.map(|(call, of)| case.similarity_of([call, of])).sum();
            let tip = item.explained(&model, item.tooltip(&model, [0.0; 4]).unwrap());
            let said = tip.facts.iter().find(|fact| fact.label == "Sum of similarities").unwrap();
            prop_assert_eq!(&said.value, &numbers::three_digits(sum));
        }
    }
}

/// If all matches are frames, the innermost has a tube, and no line repeats the matches inside it.
#[test]
fn frame_tube_implies_the_matches_inside() {
    let case = edited(6_713_331_040_908_113_435, 1);
    let laid = case.laid(&PictureOptions {
        time: super::case::windows(0, 36_545),
        size: SMALL,
        ..PictureOptions::default()
    });
    let items: Vec<Item> = curves(&laid).iter().map(|drawn| drawn.item).collect();
    assert!(matches!(items[..], [Item::Match { a: CallId(0), b: CallId(0), .. }]), "{items:?}");
}
