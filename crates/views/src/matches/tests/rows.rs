//! Row heights: rows shrink to fit, are tall if set so, and have labels only if these are legible.

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
fn call_names_need_tall_enough_rows() {
    let (tall, names) = rows(&stack(4), IcicleState::default());
    assert!(tall > 14.0 && names > 0, "{tall} px, {names} names");
    let (low, names) = rows(&stack(30), IcicleState::default());
    assert!((3.0..10.0).contains(&low) && names == 0, "{low} px, {names} names");
}

#[test]
fn rows_are_tall_if_set_or_scrolled() {
    let case = stack(30);
    for icicle in [
        IcicleState { tall: true, ..IcicleState::default() },
        IcicleState { scroll: Sides { a: 0, b: 7 }, ..IcicleState::default() },
    ] {
        let (px, names) = rows(&case, icicle);
        assert!(px > 14.0 && names > 0, "{px} px, {names} names");
    }
}
