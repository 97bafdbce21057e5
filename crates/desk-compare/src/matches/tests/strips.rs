//! The rows of instants and the strips of a counter at the axes.

use super::case::{self, Case, CaseLayout, PictureOptions, SIZE};
use crate::matches::item::Item;
use diptych_protocol::{Fact, IcicleState, SideName, Tooltip};
use diptych_scene::{Batch, Rect, Size};
use diptych_trace::{
    Builder, CallSpec, CounterSample, CounterSpec, FunctionSpec, InstantSpec, LaneKind, Sink, Trace,
};

/// A run of 1,000 ticks with instants at these times, and with a heap of so many bytes from 0, 401 and 402 on.
fn run(instants: &[i64], heap: [f64; 3]) -> Trace {
    let mut builder = Builder::default();
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    let lane = builder.lane(None, LaneKind::Thread, "main");
    builder.call(lane, CallSpec { start: 0, end: 1_000, function, source: 0 });
    let owner = builder.owner();
    builder.place_owner(owner, lane);
    for at in instants {
        builder.instant(owner, InstantSpec { at: *at, name: "tick" });
    }
    let counter = builder.counter(owner, CounterSpec { name: "heap", series: "", unit: "bytes" });
    for (at, value) in [0, 401, 402].into_iter().zip(heap) {
        builder.sample(counter, CounterSample { at, value, source: 0 });
    }
    builder.finish().remove(0).1
}

fn case() -> Case {
    Case::new(run(&[100, 101, 500], [10.0, 90.0, 20.0]), run(&[900], [10.0, 30.0, 180.0]), 0.5)
}

fn options(instants: bool, counter: &str) -> PictureOptions {
    let icicle = IcicleState { instants, counter: counter.to_owned(), ..IcicleState::default() };
    PictureOptions { icicle, size: Size { width: 480.0, height: 800.0 }, ..PictureOptions::default() }
}

/// Returns the boxes of the items that `wanted` accepts, with the items.
fn boxes(laid: &CaseLayout, wanted: impl Fn(&Item) -> bool) -> Vec<(Item, Rect)> {
    case::boxes(&laid.scene, laid).into_iter().filter(|(item, _)| wanted(item)).collect()
}

fn tooltip(case: &Case, item: Item) -> Tooltip {
    item.tooltip(&case.model(&case.correspondence()), [0.0; 4]).unwrap()
}

fn facts(tip: &Tooltip) -> Vec<String> {
    let line = |fact: &Fact| format!("{} {}", fact.label, fact.value).replace('\u{202f}', " ");
    tip.facts.iter().map(line).collect()
}

#[test]
fn strips_take_room_from_both_sides_alike() {
    let case = case();
    let heights = |options: &PictureOptions| {
        let laid = case.laid(options);
        laid.info.panes.iter().map(|pane| pane.y1 - pane.y0).collect::<Vec<f32>>()
    };
    let before = heights(&options(false, ""));
    for (changed, px) in [
        (options(true, ""), 16.0),
        (options(false, "heap"), 36.0),
        (options(true, "heap"), 52.0),
        (options(false, "no such counter"), 0.0),
    ] {
        let expected: Vec<f32> = before.iter().map(|height| height - px).collect();
        assert_eq!(heights(&changed), expected);
    }
}

#[test]
fn strips_without_room_are_left_out_and_named() {
    let case = case();
    let note = |height: f32| {
        let size = Size { height, ..SIZE };
        case.laid(&PictureOptions { size, ..options(true, "heap") }).info.note
    };
    assert_eq!(note(800.0), "");
    assert_eq!(note(400.0), "The counter needs a taller window");
    assert_eq!(note(150.0), "Instants and counters need a taller window");
}

#[test]
fn close_instants_share_a_label_and_a_tooltip() {
    let case = case();
    let laid = case.laid(&options(true, ""));
    let instants = boxes(&laid, |item| matches!(item, Item::Instants { .. }));
    let rows: Vec<(SideName, u32, u32)> = instants
        .iter()
        .filter_map(|(item, _)| match item {
            Item::Instants { side, first, end } => Some((*side, *first, *end)),
            _ => None,
        })
        .collect();
    assert_eq!(rows, [(SideName::A, 0, 2), (SideName::A, 2, 3), (SideName::B, 0, 1)]);
    // Labels do not overlap.
    assert!(instants[0].1.x1 <= instants[1].1.x0);
    let tip = tooltip(&case, instants[0].0);
    assert_eq!(tip.name, "2 instants");
    assert_eq!(facts(&tip), ["100 ns tick · main", "101 ns tick · main"]);
    let tip = tooltip(&case, instants[1].0);
    assert_eq!((tip.name.as_str(), tip.context.as_str()), ("tick", "main"));
    assert_eq!(facts(&tip), ["Time 500 ns"]);
}

#[test]
fn a_pixel_of_a_counter_keeps_its_extremes_on_a_common_scale() {
    let case = case();
    let laid = case.laid(&options(false, "heap"));
    let steps = boxes(&laid, |item| matches!(item, Item::Counter { .. }));
    let values = |side: SideName| {
        let of_side =
            steps.iter().filter(|(item, _)| matches!(item, Item::Counter { side: of, .. } if *of == side));
        of_side.map(|(item, _)| facts(&tooltip(&case, *item))[0].clone()).collect::<Vec<String>>()
    };
    // Samples at 401 and 402 share a pixel, whose last value goes on.
    assert_eq!(values(SideName::A), ["Value 10 B", "Value 20 B", "Value 20 B"]);
    assert_eq!(values(SideName::B), ["Value 10 B", "Value 180 B", "Value 180 B"]);
    let both = facts(&tooltip(&case, steps[1].0));
    assert_eq!(&both[3..], ["Samples in this pixel 2", "Least 10 B", "Most 90 B"]);
    // Both sides say the ends of the common scale.
    let texts: Vec<&str> = laid
        .scene
        .layers
        .iter()
        .flat_map(|layer| &layer.batches)
        .filter_map(|batch| if let Batch::Texts(texts) = batch { Some(&texts.runs) } else { None })
        .flatten()
        .map(|run| run.text.as_str())
        .collect();
    assert_eq!(texts.iter().filter(|text| **text == "180\u{202f}B").count(), 2);
    assert_eq!(texts.iter().filter(|text| **text == "heap").count(), 2);
}
