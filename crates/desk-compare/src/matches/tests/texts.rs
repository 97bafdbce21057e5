//! Tooltips and other texts about tubes and lines.

use super::case::{Case, PictureOptions, windows};
use super::figures::permutation;
use crate::matches::item::Item;
use diptych_protocol::{MatchesState, PickAction, SideName, Sides, Subject, TimeState, Window};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, Hatch, RectInstance, SpaceTransforms};
use diptych_testkit::trace;
use diptych_trace::CallId;

fn case() -> (Case, [CallId; 2]) {
    let case = permutation();
    let calls = SideName::BOTH.map(|side| case.calls(side, "first")[0]);
    (case, calls)
}

#[test]
fn tube_tooltip_compares_both_calls() {
    let (case, [a, b]) = case();
    let item = Item::Match { a, b, similarity: Some(0.5) };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4]).unwrap();
    assert_eq!(tip.name, "first");
    let start = tip.partner.iter().find(|row| row.label == "Start").unwrap();
    assert_eq!(
        [&start.a[..], &start.b[..], &start.change[..]],
        ["0\u{202f}ns", "800\u{202f}ns", "+800\u{202f}ns"]
    );
    assert!(tip.facts.iter().any(|fact| fact.label == "Similarity" && fact.value == "0.50"));
    let other = case.calls(SideName::B, "stays")[0];
    let item = Item::Match { a, b: other, similarity: None };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4]).unwrap();
    assert_eq!(tip.context, "matches stays of B");
}

#[test]
fn line_tooltip_counts_matches_and_calls() {
    let (case, [a, b]) = case();
    let item = Item::MatchBundle { a: [a, CallId(a.0 + 3)], b: [b, CallId(b.0 + 2)], count: 2 };
    let tip = item.tooltip(&case.model(&case.correspondence()), [0.0; 4]).unwrap();
    assert_eq!(tip.name, "2 matches of calls under 2\u{202f}px");
    let facts: Vec<(&str, &str)> = tip.facts.iter().map(|fact| (&fact.label[..], &fact.value[..])).collect();
    let expected =
        [("Calls of A", "3"), ("Calls of B", "2"), ("First of A", "first"), ("First of B", "first")];
    assert_eq!(facts, expected);
}

#[test]
fn caption_counts_drawn_matches() {
    let (case, _) = case();
    let laid = case.laid(&PictureOptions::default());
    let matched: u64 = case.alignment.sides[0].calls[..2].iter().sum();
    assert!(
        laid.info.drawn.as_ref().unwrap().text.contains(&format!("of {matched} matches drawn")),
        "{}",
        laid.info.drawn.as_ref().unwrap().text
    );
    assert!(
        laid.info
            .drawn
            .as_ref()
            .unwrap()
            .rule
            .contains("inside another tube only if the call’s length changed")
    );
}

/// Returns the note about partners elsewhere for two windows. One side calls `work` late, the other one early.
fn elsewhere(is_a_late: bool, windows: [(i64, i64); 2], change: impl Fn(&mut MatchesState)) -> Vec<String> {
    let late = trace("main\n 0..1000 idle\n 6000..8000 work\n  6200..7000 part\n 9900..10000 last\n");
    let early = trace("main\n 0..2000 work\n  200..1000 part\n 9900..10000 last\n");
    let [a, b] = if is_a_late { [late, early] } else { [early, late] };
    let case = Case::new(a, b, 0.2);
    let mut options = PictureOptions::default();
    let [a, b] = windows.map(|(start, end)| Some(Window { start, end }));
    options.time.windows = Sides { a, b };
    change(&mut options.matches);
    let laid = case.laid(&options);
    let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
    let texts = batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(texts) } else { None });
    let runs = texts.flat_map(|texts| &texts.runs).map(|run| run.text.clone());
    runs.filter(|text| text.starts_with("No match is in view") || text.starts_with("Bring")).collect()
}

#[test]
fn an_empty_band_says_where_the_partners_are() {
    let (late, early) = ((6_200, 7_000), (200, 1_000));
    let earlier = "No match is in view. The calls of A match calls that are earlier in B.";
    assert_eq!(elsewhere(true, [late, late], |_| ()), [earlier, "Bring the matches here"]);
    assert!(elsewhere(false, [early, early], |_| ())[0].contains("are later in B"));
    assert!(elsewhere(true, [late, early], |_| ()).is_empty(), "they are in sight");
    // A calls only `idle` there, which has no match; B calls `work`.
    let of_b = "No match is in view. The calls of B match calls that are later in A.";
    assert_eq!(elsewhere(true, [early, early], |_| ()), [of_b, "Bring the matches here"]);
    assert_eq!(
        elsewhere(true, [early, (5_000, 6_000)], |_| ()),
        ["No match is in view. None of these calls has a match."]
    );
    assert!(elsewhere(true, [late, late], |state| state.hide_matched = true).is_empty());
}

#[test]
fn the_button_of_an_empty_band_lines_up_the_longest_call_that_begins_in_view() {
    let a = trace("main\n 0..1000 idle\n 6000..8000 work\n  6200..7000 part\n  7100..7200 rest\n");
    let b = trace("main\n 0..2000 work\n  200..1000 part\n  1100..1200 rest\n 9000..9001 end\n");
    let case = Case::new(a, b, 0.2);
    let mut options = PictureOptions::default();
    let window = Some(Window { start: 6_100, end: 7_300 });
    options.time.windows = Sides { a: window, b: window };
    let laid = case.laid(&options);
    let item = laid.items.iter().find(|item| matches!(item, Item::LineUp { .. }));
    let part = case.calls(SideName::A, "part")[0];
    assert_eq!(item, Some(Item::LineUp { side: SideName::A, call: part }));
    assert_eq!(item.and_then(Item::action), Some(PickAction::LineUp));
    let subject = item.unwrap().subject(&case.model(&case.correspondence()));
    assert!(matches!(subject, Some(Subject::Call(call)) if call.start == 6_200 && call.side == SideName::A));
    // The command for the button presses the middle between both panes.
    let [a, b] = &laid.info.panes[..] else { panic!("{:?}", laid.info.panes) };
    let middle = [f32::midpoint(a.x0, a.x1), f32::midpoint(a.y1, b.y0)];
    let pressed = PickIndex::new(&laid.scene).pick(middle[0], middle[1], &SpaceTransforms::IDENTITY);
    assert_eq!(pressed.and_then(|id| laid.items.get(id)), item);
}

#[test]
fn ground_behind_the_end_of_a_side_says_where_it_ends() {
    let case = Case::new(trace("t\n  0..300000 run\n"), trace("t\n  0..900000 run\n"), 0.2);
    let said = |time: TimeState| -> Vec<String> {
        let laid = case.laid(&PictureOptions { time, ..PictureOptions::default() });
        let batches = laid.scene.layers.iter().flat_map(|layer| &layer.batches);
        let texts =
            batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(texts) } else { None });
        let runs = texts.flat_map(|texts| &texts.runs).map(|run| run.text.replace('\u{202f}', " "));
        runs.filter(|text| text.contains("ends at")).collect()
    };
    assert_eq!(said(TimeState::default()), ["A ends at 300 µs"]);
    // The end is out of view, or so near to the edge that the text finds no room.
    assert!(said(windows(0, 250_000)).is_empty());
    assert!(said(windows(0, 310_000)).is_empty());
}

#[test]
fn axis_numbers_are_never_cut_at_the_pane() {
    let (case, _) = case();
    let mut labels = 0;
    for end in (500..3_000).step_by(7) {
        let start = end % 5 * 31;
        let laid =
            case.laid(&PictureOptions { time: windows(start, start + end), ..PictureOptions::default() });
        for layer in &laid.scene.layers {
            let texts = layer.batches.iter().filter_map(|batch| match batch {
                Batch::Texts(texts) => Some(&texts.runs),
                _ => None,
            });
            // Labels of the axis end in nanoseconds. Text beyond the pane is there for panning.
            for run in
                texts.flatten().filter(|run| run.text.ends_with("\u{202f}ns") && run.rect.x0 < layer.clip.x1)
            {
                // Six tenths of the font size, because no sans serif has wider digits.
                let width = 0.6 * run.size * run.text.chars().count() as f32;
                let [from, to] = [run.rect.x0, run.rect.x0 + width];
                assert!(to <= layer.clip.x1, "{} at {from}", run.text);
                assert!(from >= layer.clip.x0 || to <= layer.clip.x0, "{} at {from}", run.text);
                labels += 1;
            }
        }
    }
    assert!(labels > 100, "{labels}");
}

#[test]
fn hatches_and_high_contrast_keep_labels_legible() {
    let a = trace("main\n 0..500 run\n  100..300 steady\n 550..850 gone_function\n 900..1000 last\n");
    let b = trace("main\n 0..850 run\n  100..300 steady\n 900..1000 last\n");
    let case = Case::new(a, b, 0.2);
    for name in [ThemeName::Light, ThemeName::HighContrast] {
        let theme = Theme::named(name);
        let laid = case.laid(&PictureOptions { theme: name, ..PictureOptions::default() });
        let batches = || laid.scene.layers.iter().flat_map(|layer| &layer.batches);
        let texts =
            batches().filter_map(|batch| if let Batch::Texts(texts) = batch { Some(texts) } else { None });
        let runs: Vec<_> = texts.flat_map(|texts| &texts.runs).collect();
        let rects =
            batches().filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
        let rects: Vec<&RectInstance> = rects.flat_map(|rects| &rects.instances).collect();
        let gone = runs.iter().find(|run| run.text == "gone_function").unwrap();
        let holds = |rect: &RectInstance| {
            (rect.x0..=rect.x1).contains(&gone.rect.x0) && (rect.y0..=rect.y1).contains(&gone.rect.y1)
        };
        let hatched = rects.iter().position(|rect| rect.style.get_hatch() == Hatch::LeanLeft && holds(rect));
        let is_ground = |rect: &RectInstance| {
            rect.fill == theme.a_tint
                && rect.style.get_hatch() == Hatch::None
                && rect.x0 < gone.rect.x0
                && rect.y1 > gone.rect.y0
        };
        let ground = rects.iter().rposition(|rect| is_ground(rect));
        assert!(hatched.is_some() && ground > hatched, "{hatched:?} {ground:?}");
        // Space stays free below the text, so that underscores keep clear of the row's edge.
        let row = rects[hatched.unwrap()];
        assert!(gone.rect.y1 < row.y1);
        let is_contrast = name == ThemeName::HighContrast;
        assert_eq!(runs.iter().any(|run| run.text == "▲ run"), is_contrast);
        let has_edge = |rect: &&&RectInstance| rect.border == theme.line && rect.style.border_width() > 0.0;
        assert_eq!(rects.iter().filter(has_edge).count() >= 3, is_contrast);
    }
}
