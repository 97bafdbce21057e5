//! Pixels of the massive sequence, tested against Equations 2 and 3 evaluated call by call.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_structure::raster::{
    AlignedAxis, Columns, Frequencies, Gradient, LineIndex, Lines, LoneLine, LoneLines, Row, RowContents,
    RowDifference, Weights, linear_from_srgb, paint, rows,
};
use diptych_structure::{Level, NodeId, SideInput, Source, VisibleElements, VisibleRelations, place};
use diptych_trace::FunctionSpec;
use proptest::prelude::*;

const COLORS: Gradient = Gradient {
    to_linear: |color| color,
    caller: [0.0, 0.2, 0.3],
    callee: [0.9, 0.5, 0.0],
    background: [1.0, 0.98, 0.95],
};

/// Returns relations between elements without a hierarchy, given as pairs of their numbers.
fn relations(elements: usize, pairs: &[(usize, usize)]) -> VisibleRelations {
    let names: Vec<String> = (0..elements).map(|element| format!("f{element:05}")).collect();
    let functions: Vec<FunctionSpec> =
        names.iter().map(|name| FunctionSpec { name, ..FunctionSpec::default() }).collect();
    let input = SideInput { functions: &functions, ..SideInput::default() };
    let found = place(Source::Names, [input, SideInput::default()]);
    let shown = VisibleElements::new(&found.hierarchy, Level::Depth(1), &[], &[]);
    let of = &found.sides[0].of_function;
    let pairs: Vec<(NodeId, NodeId)> =
        pairs.iter().map(|&(caller, callee)| (of[caller], of[callee])).collect();
    VisibleRelations::new(&shown, [&pairs, &[]])
}

fn encoded(value: f64) -> f64 {
    255.0 * if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

/// Returns the picture as bytes before rounding, from all calls of a row and all pixels of a call.
fn naive(calls: &[(usize, usize)], p: f64, rows: &[Row], columns: &Columns) -> Vec<[f64; 3]> {
    let weight = |line: usize| {
        let context = &calls[line.saturating_sub(12)..(line + 13).min(calls.len())];
        let same = context.iter().filter(|&&call| call == calls[line]).count();
        (same as f64 / context.len() as f64).powf(p)
    };
    let color = |(caller, callee): (usize, usize), pixel: usize| -> [f64; 3] {
        let (left, right) = (columns.edges[caller.min(callee)], columns.edges[caller.max(callee) + 1]);
        let (from, to) = (left.max(pixel as f64), right.min(pixel as f64 + 1.0));
        let cover = (to - from).max(0.0);
        let middle = (f64::midpoint(from, to) - left) / (right - left);
        let way = match caller.cmp(&callee) {
            std::cmp::Ordering::Less => middle,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - middle,
        };
        [0, 1, 2].map(|at| {
            let line = COLORS.caller[at] + way * (COLORS.callee[at] - COLORS.caller[at]);
            cover * line + (1.0 - cover) * COLORS.background[at]
        })
    };
    let mut picture = Vec::new();
    for row in rows {
        for pixel in 0..columns.width {
            let (mut sum, mut total) = ([0.0; 3], 0.0);
            for (line, &call) in calls.iter().enumerate() {
                let part = (row.to.min(line as f64 + 1.0) - row.from.max(line as f64)).max(0.0);
                if part > 0.0 {
                    let weight = part * weight(line);
                    let color = color(call, pixel);
                    (0..3).for_each(|at| sum[at] += weight * color[at]);
                    total += weight;
                }
            }
            picture.push([0, 1, 2].map(|at| {
                let filled = if total > 0.0 { row.filled } else { 0.0 };
                let line = if total > 0.0 { sum[at] / total } else { 0.0 };
                encoded(filled * line + (1.0 - filled) * COLORS.background[at])
            }));
        }
    }
    picture
}

struct Case {
    relations: VisibleRelations,
    pair: Vec<u32>,
    frequencies: Frequencies,
}

impl Case {
    fn new(elements: usize, calls: &[(usize, usize)]) -> Self {
        let mut pairs: Vec<(usize, usize)> = calls.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        let pair: Vec<u32> = calls.iter().map(|call| pairs.binary_search(call).unwrap() as u32).collect();
        let relations = relations(elements, &pairs);
        let frequencies = Frequencies::new(&pair, &relations.of_pair[0]);
        Self { relations, pair, frequencies }
    }

    fn lines(&self) -> Lines<'_> {
        Lines { pair: &self.pair, of_pair: &self.relations.of_pair[0], frequencies: &self.frequencies }
    }

    fn paint(&self, index: Option<&LineIndex>, p: f64, rows: &[Row], columns: &Columns) -> Vec<u8> {
        paint(&self.contents(index, p, rows), &self.relations, columns, &COLORS)
    }

    fn contents(&self, index: Option<&LineIndex>, p: f64, rows: &[Row]) -> RowContents {
        RowContents::new(self.lines(), self.relations.len(), index, &Weights::new(p), rows)
    }
}

/// Generates elements and calls between them: runs of one call, alternating calls, outliers and random ones.
fn calls(most: usize) -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
    (1usize..7).prop_flat_map(move |elements| {
        let call = (0..elements, 0..elements);
        let piece = prop_oneof![
            (call.clone(), 1usize..40).prop_map(|(call, count)| vec![call; count]),
            (call.clone(), call.clone(), 1usize..20).prop_map(|(x, y, count)| [x, y].repeat(count)),
            (call.clone(), call.clone(), 1usize..4)
                .prop_map(|(x, y, count)| [vec![x; 15], vec![y]].concat().repeat(count)),
            prop::collection::vec(call, 1..30),
        ];
        (Just(elements), prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat()))
    })
}

fn power() -> impl Strategy<Value = f64> {
    prop_oneof![Just(-5.0), Just(5.0), Just(0.0), Just(-1.0), -5.0f64..5.0]
}

#[test]
fn outlier_weight_follows_p() {
    // 15 calls from B to D and one from A to C on one row of pixels: Fig. 10.
    let [a, b, c, d] = [0, 1, 2, 3];
    for place in [0, 7, 15] {
        let mut calls = vec![(b, d); 15];
        calls.insert(place, (a, c));
        let case = Case::new(4, &calls);
        let black =
            Gradient { to_linear: |color| color, caller: [0.0; 3], callee: [0.0; 3], background: [1.0; 3] };
        // Only the outlier covers A's column.
        let share = |p: f64| {
            let rows = rows(0.0..16.0, 1);
            let contents = case.contents(None, p, &rows);
            let picture = paint(&contents, &case.relations, &Columns::equal(4, 4), &black);
            1.0 - linear_from_srgb(picture[0])
        };
        // Only in the middle does a context of 25 contain all 16 calls; at the ends it is cut.
        assert!((share(0.0) - 0.0625).abs() < 0.005, "{}", share(0.0));
        if place == 7 {
            assert!((share(-1.0) - 0.5).abs() < 0.02, "{}", share(-1.0));
        }
        assert!(share(-1.0) > 0.4);
    }
}

#[test]
fn outlier_weight_is_exact_with_whole_contexts() {
    // Every sixteenth call is an outlier, so each context of 25 calls contains one or two.
    let mut calls = vec![(1, 3); 200];
    for outlier in (8..200).step_by(16) {
        calls[outlier] = (0, 2);
    }
    let case = Case::new(4, &calls);
    let black =
        Gradient { to_linear: |color| color, caller: [0.0; 3], callee: [0.0; 3], background: [1.0; 3] };
    let picture = |p: f64| {
        let contents = case.contents(None, p, &rows(64.0..80.0, 1));
        paint(&contents, &case.relations, &Columns::equal(4, 4), &black)
    };
    assert!((1.0 - linear_from_srgb(picture(0.0)[0]) - 0.0625).abs() < 0.005);
    // Weights by hand: an outlier is alone in its 25 calls, another call is one of 23 or 24 equal ones.
    let outlier = 25.0;
    let others: f64 = (64..80)
        .filter(|line| line % 16 != 8)
        .map(|line| {
            let outliers = (line - 12..=line + 12).filter(|near| near % 16 == 8).count();
            25.0 / (25 - outliers) as f64
        })
        .sum();
    assert!((1.0 - linear_from_srgb(picture(-1.0)[0]) - outlier / (outlier + others)).abs() < 0.01);
}

#[test]
fn averages_are_taken_in_the_space_of_the_colors() {
    // A space with the cube roots of linear light, which is about even in lightness.
    let mut calls = vec![(1, 3); 16];
    calls[7] = (0, 2);
    let case = Case::new(4, &calls);
    let contents = case.contents(None, 0.0, &rows(0.0..16.0, 1));
    let gradient = Gradient {
        caller: [0.0; 3],
        callee: [0.0; 3],
        background: [1.0; 3],
        to_linear: |color| color.map(|root| root.powi(3)),
    };
    // One of 16 calls covers A's column: a sixteenth of the way to black.
    let picture = paint(&contents, &case.relations, &Columns::equal(4, 4), &gradient);
    assert!((linear_from_srgb(picture[0]).cbrt() - 15.0 / 16.0).abs() < 0.003);
}

#[test]
fn index_is_small_or_empty() {
    let few = Case::new(3, &[[(0, 1); 15].as_slice(), &[(1, 2)]].concat().repeat(1_000));
    let bytes = LineIndex::new(few.lines()).bytes();
    assert!(bytes > 0 && bytes <= 16_000, "{bytes}");
    // Each call differs from its neighbours.
    let many: Vec<(usize, usize)> = (0..16_000).map(|call| (call % 127, call % 113)).collect();
    let many = Case::new(127, &many);
    assert_eq!(LineIndex::new(many.lines()).bytes(), 0);
}

proptest! {
    #[test]
    fn pixels_agree_with_the_equations(
        (elements, calls) in calls(8), p in power(), ends in prop::array::uniform2(0.0f64..1.0),
        height in 1usize..9, width in 1usize..40,
    ) {
        let case = Case::new(elements, &calls);
        let at = |end: f64| end * calls.len() as f64;
        let rows = rows(at(ends[0].min(ends[1]))..at(ends[0].max(ends[1])), height);
        let columns = Columns::equal(elements, width);
        let picture = case.paint(None, p, &rows, &columns);
        let expected = naive(&calls, p, &rows, &columns);
        prop_assert_eq!(picture.len(), expected.len() * 4);
        for (pixel, expected) in picture.chunks(4).zip(expected) {
            for (byte, value) in pixel.iter().zip(expected) {
                prop_assert!((f64::from(*byte) - value).abs() <= 0.51, "{byte} for {value}");
            }
            prop_assert_eq!(pixel[3], 255);
        }
    }

    #[test]
    fn row_contents_agree_with_counts_by_hand(
        (elements, pieces) in calls(8), p in power(), ends in prop::array::uniform2(0.0f64..1.0),
        repeat in 1usize..60, height in 1usize..9,
    ) {
        let calls = pieces.repeat(repeat);
        let case = Case::new(elements, &calls);
        let index = LineIndex::new(case.lines());
        let at = |end: f64| end * calls.len() as f64;
        let rows = rows(at(ends[0].min(ends[1]))..at(ends[0].max(ends[1])), height);
        for index in [None, Some(&index)] {
            let contents = case.contents(index, p, &rows);
            prop_assert_eq!(contents.len(), rows.len());
            for (at, row) in rows.iter().enumerate() {
                let mut expected: std::collections::BTreeMap<(usize, usize), (u32, f64)> = std::collections::BTreeMap::new();
                let mut total = 0.0;
                for (line, &call) in calls.iter().enumerate() {
                    let part = (row.to.min(line as f64 + 1.0) - row.from.max(line as f64)).max(0.0);
                    if part > 0.0 {
                        let context = &calls[line.saturating_sub(12)..(line + 13).min(calls.len())];
                        let same = context.iter().filter(|&&other| other == call).count();
                        let weight = part * (same as f64 / context.len() as f64).powf(p);
                        let sum = expected.entry(call).or_default();
                        (sum.0, sum.1, total) = (sum.0 + 1, sum.1 + weight, total + weight);
                    }
                }
                let found = contents.row(at);
                prop_assert_eq!(found.len(), expected.len());
                prop_assert!(found.windows(2).all(|two| two[0].share >= two[1].share));
                for it in found {
                    let (caller, callee) = case.relations.get(it.relation);
                    let (count, weight) = expected[&(caller as usize, callee as usize)];
                    prop_assert_eq!(it.calls, count);
                    prop_assert!((it.share - weight / total).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn indexed_picture_is_within_one_byte(
        (elements, pieces) in calls(30), p in power(), ends in prop::array::uniform2(0.0f64..1.0),
        repeat in 20usize..60, height in 1usize..6,
    ) {
        let calls = pieces.repeat(repeat);
        let case = Case::new(elements, &calls);
        let index = LineIndex::new(case.lines());
        let at = |end: f64| end * calls.len() as f64;
        for rows in [rows(at(ends[0].min(ends[1]))..at(ends[0].max(ends[1])), height), rows(0.0..at(1.0), height)] {
            let columns = Columns::equal(elements, 16);
            let (direct, indexed) = (case.paint(None, p, &rows, &columns), case.paint(Some(&index), p, &rows, &columns));
            prop_assert!(direct.iter().zip(&indexed).all(|(left, right)| left.abs_diff(*right) <= 1));
        }
    }

    #[test]
    fn differences_on_rows_agree_with_counts_by_hand(
        lines in prop::array::uniform2(0u32..40), pairs in prop::collection::btree_map(0u32..40, 0u32..40, 0..30),
        ends in prop::array::uniform2(0.0f64..1.0), height in 1usize..30,
    ) {
        let mut seen = std::collections::BTreeSet::new();
        let matches: Vec<(u32, u32)> = pairs.into_iter().filter(|&(a, b)| a < lines[0] && b < lines[1] && seen.insert(b)).collect();
        let axis = AlignedAxis::new(&matches, lines);
        let has_partner = |side: usize, line: u32| matches.iter().any(|pair| [pair.0, pair.1][side] == line);
        // Every seventh line without a partner is not compared.
        let is_left_out = |side: usize, line: u32| !has_partner(side, line) && line % 7 == 3;
        let lone = LoneLines::new(&axis, lines, |side, line| match has_partner(side, line) {
            true => LoneLine::Moved,
            false if is_left_out(side, line) => LoneLine::NotCompared,
            false => LoneLine::Only,
        });
        let at = |end: f64| end * f64::from(axis.slots());
        let window = at(ends[0].min(ends[1]))..at(ends[0].max(ends[1]));
        let sides = [0, 1].map(|side| axis.rows(side, window.clone(), height));
        for row in 0..height {
            let [from, to] = [row, row + 1].map(|row| window.start + (window.end - window.start) * row as f64 / height as f64);
            let mut expected = RowDifference::default();
            for slot in 0..axis.slots() {
                let part = to.min(f64::from(slot) + 1.0) - from.max(f64::from(slot));
                if part <= 1e-9 {
                    continue;
                }
                let line = |side: usize, slot: u32| axis.line_at(side, f64::from(slot)) as u32;
                match [0, 1].map(|side| line(side, slot + 1) > line(side, slot)) {
                    [true, true] => expected.same += 1,
                    [is_a, _] => {
                        let side = usize::from(!is_a);
                        if is_left_out(side, line(side, slot)) {
                            continue;
                        }
                        let of = if has_partner(side, line(side, slot)) { &mut expected.moved } else { &mut expected.only };
                        of[side] += 1;
                    }
                }
            }
            // A row that ends within rounding of a slot's edge may touch it or not.
            let is_at_edge = [from, to].iter().any(|end| (end - end.round()).abs() < 1e-6 && end.fract() != 0.0);
            if !is_at_edge {
                prop_assert_eq!(lone.on_row([sides[0][row], sides[1][row]]), expected);
            }
        }
    }

    #[test]
    fn aligned_axis_holds_each_line_once(
        lines in prop::array::uniform2(0u32..30), pairs in prop::collection::btree_map(0u32..30, 0u32..30, 0..20),
    ) {
        let mut seen = std::collections::BTreeSet::new();
        let matches: Vec<(u32, u32)> = pairs.into_iter().filter(|&(a, b)| a < lines[0] && b < lines[1] && seen.insert(b)).collect();
        let axis = AlignedAxis::new(&matches, lines);
        // The largest number of matches that do not cross: by the longest chain that ends in each.
        let mut longest = vec![0usize; matches.len()];
        for at in 0..matches.len() {
            longest[at] = 1 + (0..at).filter(|&before| matches[before].1 < matches[at].1).map(|before| longest[before]).max().unwrap_or(0);
        }
        let kept = longest.into_iter().max().unwrap_or(0);
        prop_assert_eq!(axis.crossing, matches.len() - kept);
        prop_assert_eq!(axis.slots() as usize, lines[0] as usize + lines[1] as usize - kept);
        let mut beside = 0;
        for slot in 0..axis.slots() {
            let line = |side: usize, slot: u32| axis.line_at(side, f64::from(slot)) as u32;
            let held = [0, 1].map(|side| line(side, slot + 1) - line(side, slot));
            prop_assert!(held.iter().all(|&part| part <= 1) && held != [0, 0], "{held:?}");
            if held == [1, 1] {
                let pair = [0, 1].map(|side| line(side, slot));
                prop_assert!(matches.contains(&(pair[0], pair[1])));
                beside += 1;
            }
        }
        prop_assert_eq!(beside, kept);
        prop_assert_eq!([0, 1].map(|side| axis.line_at(side, f64::from(axis.slots())) as u32), lines);
        let rows = axis.rows(0, 0.0..f64::from(axis.slots()), 7);
        let filled: f64 = rows.iter().map(|row| row.to - row.from).sum();
        prop_assert!((filled - f64::from(lines[0])).abs() < 1e-9);
        prop_assert!(rows.iter().all(|row| (0.0..=1.0 + 1e-9).contains(&row.filled)));
    }
}
