//! How high rows are: as what is in view fits, tall where that is asked for, and with labels only where these can be read.

use super::case::{Case, PictureOptions};
use diptych_protocol::{IcicleState, Sides};
use diptych_scene::Batch;
use diptych_testkit::trace;

/// A stack of so many calls on both sides, each wide enough for its name.
fn stack(deep: i64) -> Case {
    let line = |depth: i64| format!("  {}..{} call{depth}\n", depth * 100, 10_000 - depth * 100);
    let picture = format!("t\n{}", (0..deep).map(line).collect::<String>());
    Case::new(trace(&picture), trace(&picture), 0.5)
}

/// The height of a row, pixels, and how many names of calls are written.
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
fn names_are_written_where_rows_have_room_for_them() {
    let (tall, names) = rows(&stack(4), IcicleState::default());
    assert!(tall > 14.0 && names > 0, "{tall} px, {names} names");
    let (low, names) = rows(&stack(30), IcicleState::default());
    assert!((3.0..10.0).contains(&low) && names == 0, "{low} px, {names} names");
}

#[test]
fn rows_are_tall_where_that_is_asked_for_and_while_a_side_is_scrolled() {
    let case = stack(30);
    for icicle in [
        IcicleState { tall: true, ..IcicleState::default() },
        IcicleState { scroll: Sides { a: 0, b: 7 }, ..IcicleState::default() },
    ] {
        let (px, names) = rows(&case, icicle);
        assert!(px > 14.0 && names > 0, "{px} px, {names} names");
    }
}
