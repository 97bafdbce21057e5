//! Row heights: rows with names are readable, and all rows are tall if set so.

use super::case::{Case, PictureOptions};
use diptych_protocol::{IcicleState, Sides};
use diptych_scene::{Batch, Rect, TextRun, UPRIGHT};
use diptych_testkit::trace;
use diptych_views::icicle::boxes::name_box;

/// Builds a stack of this depth on both sides. Each call is wide enough for its name.
fn stack(deep: i64) -> Case {
    let line = |depth: i64| format!("  {}..{} call{depth}\n", depth * 100, 10_000 - depth * 100);
    let picture = format!("t\n{}", (0..deep).map(line).collect::<String>());
    Case::new(trace(&picture), trace(&picture), 0.5)
}

/// Returns the height of a row in pixels and the number of call names drawn.
fn rows(case: &Case, icicle: IcicleState) -> (f32, usize) {
    let laid = case.laid(&PictureOptions { icicle, ..PictureOptions::default() });
    let heights: Vec<f32> = laid.rects[0].iter().map(|(_, rect)| rect.height()).collect();
    let texts = laid.scene.layers.iter().flat_map(|layer| &layer.batches).filter_map(|batch| match batch {
        Batch::Texts(texts) => Some(texts.runs.iter().filter(|run| run.text.starts_with("call")).count()),
        _ => None,
    });
    (heights.iter().copied().fold(0.0, f32::max), texts.sum())
}

#[test]
fn rows_with_names_are_readable_at_any_depth() {
    for deep in [4, 30, 45] {
        let (px, names) = rows(&stack(deep), IcicleState::default());
        assert!(px >= 11.0 && names >= 2, "{deep} rows: {px} px, {names} names");
    }
}

#[test]
fn rows_are_tall_if_set() {
    let (px, names) = rows(&stack(30), IcicleState { tall: true, ..IcicleState::default() });
    assert!(px > 14.0 && names > 0, "{px} px, {names} names");
}

#[test]
fn scrolling_keeps_row_heights() {
    let case = stack(30);
    let scrolled = IcicleState { scroll: Sides { a: 0, b: 7 }, ..IcicleState::default() };
    assert_eq!(rows(&case, IcicleState::default()).0.to_bits(), rows(&case, scrolled).0.to_bits());
}

#[test]
fn names_upwards_lie_in_boxes_and_beside_counts() {
    let calls: String = (0..30).map(|at| format!("  {}..{} compute\n", 100 * at, 100 * at + 90)).collect();
    let picture = format!("rank\n{calls}");
    let case = Case::new(trace(&picture), trace(&picture), 0.5);
    let mut options = PictureOptions::default();
    options.size.height = 400.0;
    let laid = case.laid(&options);
    let texts = laid.scene.layers.iter().flat_map(|layer| &layer.batches).filter_map(|batch| match batch {
        Batch::Texts(texts) => Some(&texts.runs),
        _ => None,
    });
    let (upward, upright): (Vec<&TextRun>, Vec<&TextRun>) =
        texts.flatten().partition(|run| run.direction != UPRIGHT);
    assert_eq!(upward.len(), 60, "each call has a name");
    let counts: Vec<Rect> = upright.iter().filter(|run| run.text == "×30").map(|run| run.rect).collect();
    assert_eq!(counts.len(), 2);
    let boxes: Vec<Rect> = laid.rects.iter().flatten().map(|&(_, rect)| rect).collect();
    for run in upward {
        let name = name_box(run);
        assert_eq!(run.text, "compute");
        assert!(
            boxes.iter().any(|of| of.outset(1.5).contains(name.x0, name.y0) && of.contains(name.x1, name.y1)),
            "{name:?}"
        );
        assert!(counts.iter().all(|count| !count.overlaps(name)), "{name:?} in {counts:?}");
    }
}
