//! Tests that the wire format is lossless, and that no words make it panic.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

mod support;

use diptych_scene::check::SceneFlaw;
use diptych_scene::wire::{WireError, decode, encode, encode_into};
use diptych_scene::{
    Align, Batch, Image, ImageBatch, ItemId, Layer, PolyBatch, Rect, RectBatch, RectInstance, Rgba, Scene,
    Size, Space, TextBatch, TextRun,
};
use proptest::prelude::*;

fn text(content: &str) -> TextRun {
    TextRun {
        rect: Rect::new(0.0, 0.0, 50.0, 16.0),
        text: content.to_owned(),
        size: 12.0,
        color: Rgba::new(1, 2, 3, 4),
        face: diptych_scene::Face::Code,
        weight: diptych_scene::Weight::Bold,
        align: Align::Sticky,
        direction: diptych_scene::UPRIGHT,
    }
}

fn scene(batch: Batch) -> Scene {
    let mut layer = Layer::new(Rect::new(0.0, 0.0, 10.0, 10.0), Space::ALL[2]);
    layer.batches.push(batch);
    Scene { size: Size { width: 10.0, height: 10.0 }, background: Rgba(7), layers: vec![layer] }
}

/// Words of the header, the head of a layer and the head of a batch.
const HEAD: usize = 7 + 8 + 3;

#[test]
fn empty_scene_encodes_to_its_header() {
    let words = encode(&Scene::default());
    assert_eq!(words.len(), 7);
    assert_eq!(decode(&words), Ok(Scene::default()));
}

#[test]
fn strings_of_any_length_round_trip() {
    for content in ["", "a", "ab", "abc", "abcd", "é", "a\u{0}b", "\u{202E}evil", "\u{1F600}"] {
        let scene = scene(Batch::Texts(TextBatch { runs: vec![text(content)], items: vec![ItemId::NONE] }));
        assert_eq!(decode(&encode(&scene)), Ok(scene), "{content:?}");
    }
}

#[test]
fn encode_into_reuses_the_buffer() {
    let scene = scene(Batch::Rects(RectBatch::default()));
    let mut used = Vec::with_capacity(1000);
    used.extend([9; 500]);
    let words = encode_into(&scene, used);
    assert_eq!(words, encode(&scene));
    assert!(words.capacity() >= 1000);
}

#[test]
fn foreign_words_give_specific_errors() {
    let words = encode(&Scene::default());
    assert_eq!(decode(&[]), Err(WireError::NotAScene));
    assert_eq!(decode(&[1, 2, 3]), Err(WireError::NotAScene));
    assert_eq!(decode(&words[..1]), Err(WireError::Truncated { word: 0 }));
    assert_eq!(decode(&words[..6]), Err(WireError::Length { expected: 7, found: 6 }));
    let mut other = words.clone();
    other[1] = 99;
    let error = decode(&other).unwrap_err();
    assert_eq!(error, WireError::OtherVersion { found: 99 });
    assert_eq!(error.to_string(), "scene of version 99, this build reads version 3");
}

#[test]
fn counts_beyond_the_end_allocate_nothing() {
    let mut words = encode(&scene(Batch::Rects(RectBatch::default())));
    words[HEAD - 2] = u32::MAX;
    assert_eq!(decode(&words), Err(WireError::Truncated { word: HEAD }));
}

#[test]
fn unknown_numbers_are_refused_with_their_place() {
    let words = encode(&scene(Batch::Rects(RectBatch::default())));
    for (word, what) in [(11, "blend"), (12, "space"), (13, "mark"), (15, "batch")] {
        let mut wrong = words.clone();
        wrong[word] = 77;
        assert_eq!(decode(&wrong), Err(WireError::UnknownValue { what, found: 77, word }));
    }
}

#[test]
fn text_that_is_no_utf8_is_refused() {
    let scene = scene(Batch::Texts(TextBatch { runs: vec![text("abc")], items: vec![ItemId(1)] }));
    let mut words = encode(&scene);
    let last = words.len() - 1;
    words[last] = u32::from_le_bytes([0xFF, 0xFE, b'c', 0]);
    assert_eq!(decode(&words), Err(WireError::NotText { word: last - 1 }));
}

#[test]
fn words_after_the_scene_are_refused() {
    let mut words = encode(&Scene::default());
    words.push(0);
    words[2] += 1;
    assert_eq!(decode(&words), Err(WireError::Trailing { word: 7 }));
}

#[test]
fn malformed_scenes_are_refused() {
    let flaw = |batch: Batch| match decode(&encode(&scene(batch))) {
        Err(WireError::Flawed(flaw)) => flaw.kind,
        other => panic!("{other:?}"),
    };
    let no_item = RectBatch { instances: vec![RectInstance::default()], items: vec![] };
    assert_eq!(flaw(Batch::Rects(no_item)), SceneFlaw::ItemCount);

    let mut triangle = PolyBatch::default();
    triangle.convex(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], Rgba(1), ItemId(1));
    triangle.vertices.pop();
    assert_eq!(flaw(Batch::Polys(triangle)), SceneFlaw::PolyVertices);

    let mut odd = PolyBatch::default();
    odd.strip(&[[0.0; 2]; 5], Rgba(1), ItemId(1));
    assert_eq!(flaw(Batch::Polys(odd)), SceneFlaw::PolyVertices);

    let rect = Rect::default();
    let image = Image { rect, width: u32::MAX, height: u32::MAX, rgba: vec![0; 4], smooth: false };
    let batch = ImageBatch { images: vec![image], items: vec![ItemId(0)] };
    assert_eq!(flaw(Batch::Images(batch)), SceneFlaw::ImageBytes);
}

proptest! {
    #[test]
    fn every_scene_round_trips(scene in support::scenes()) {
        prop_assert_eq!(scene.check(), Ok(()));
        prop_assert_eq!(decode(&encode(&scene)), Ok(scene));
    }

    #[test]
    fn cut_scenes_are_refused(scene in support::scenes(), cut in 0.0f64..1.0) {
        let words = encode(&scene);
        let mut cut = words[..(words.len() as f64 * cut) as usize].to_vec();
        prop_assert!(decode(&cut).is_err());
        if cut.len() > 2 {
            cut[2] = cut.len() as u32;
            prop_assert!(decode(&cut).is_err());
        }
    }

    #[test]
    fn flipped_words_never_panic(
        scene in support::scenes(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>(), any::<bool>()), 1..6),
    ) {
        let mut words = encode(&scene);
        for (place, value, small) in flips {
            let place = place.index(words.len());
            words[place] = if small { value % 8 } else { value };
        }
        if let Ok(decoded) = decode(&words) {
            prop_assert_eq!(decoded.check(), Ok(()));
        }
    }
}
