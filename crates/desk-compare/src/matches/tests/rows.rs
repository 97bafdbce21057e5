//! Row heights: rows with names are readable, and all rows are tall if set so.

use super::case::{Case, PictureOptions};
use diptych_protocol::{IcicleState, Sides};
use diptych_scene::Batch;
use diptych_testkit::trace;

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
