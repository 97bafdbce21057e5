//! The funky graph against plain definitions.
#![allow(clippy::float_cmp, reason = "cells of one row have one edge")]

use super::View;
use crate::paths::case::{Picture, Profiled};
use crate::paths::tests::goldens::{Look, looks_as_it_did};
use diptych_protocol::{FunctionRef, Normalise, ProfileParts, ProfileSides, Subject, ViewState};
use diptych_scene::theme::ThemeName;
use diptych_scene::{Batch, ItemId, RectInstance};
use diptych_testkit::{Shape, generate, trace};
use proptest::prelude::*;

fn subject(name: &str) -> Subject {
    Subject::Function(FunctionRef { name: name.to_owned(), file: String::new() })
}

/// The boxes of items with the functions that they are of; none of several.
fn boxes(case: &Profiled, state: &ViewState) -> (Vec<(Option<String>, RectInstance)>, crate::view::PartInfo) {
    let mut laid = case.lay_out(&View, &Picture::new(state), None);
    let layers = laid.take_layers().layers;
    let mut found = Vec::new();
    for batch in layers.iter().flat_map(|layer| &layer.batches) {
        let Batch::Rects(rects) = batch else { continue };
        for (item, rect) in
            rects.items.iter().zip(&rects.instances).filter(|(item, _)| **item != ItemId::NONE)
        {
            let name = match laid.subject(*item, &case.model()) {
                Some(Subject::Function(function)) => Some(function.name),
                _ => None,
            };
            found.push((name, *rect));
        }
    }
    (found, laid.info().clone())
}

fn one() -> Profiled {
    Profiled::new(vec![trace(
        "t\n  0..1000 main\n    0..600 parse\n      0..400 scan\n    600..1000 render\n      600..700 scan\n",
    )])
}

#[test]
fn columns_stand_by_inclusive_weight_and_are_as_wide_as_self() {
    let (case, state) = (one(), ViewState::default());
    let (found, info) = boxes(&case, &state);
    // main takes nothing by itself; parse 200 of 600, scan 500 of 500, render 300 of 400.
    let band: Vec<_> = found.iter().filter(|(_, rect)| rect.y0 == found[0].1.y0).collect();
    let names: Vec<_> = band.iter().filter_map(|(name, _)| name.as_deref()).collect();
    assert_eq!(names, ["parse", "scan", "render"]);
    for ((_, rect), own) in band.iter().zip([200.0, 500.0, 300.0]) {
        assert!((rect.x1 - rect.x0 + 1.0 - own).abs() < 0.01, "{rect:?}");
    }
    assert_eq!(info.drawn.unwrap().text, "Funky graph: drawn 3 of 4 functions");
    assert!(info.note.contains("Funky graph: drawn 3 of 4 functions"));
    // Above parse what it calls, below scan who calls it: parse and render, and main below both.
    let above: Vec<_> = found.iter().filter(|(_, rect)| rect.y0 < found[0].1.y0).collect();
    assert_eq!(above.iter().filter_map(|(name, _)| name.as_deref()).collect::<Vec<_>>(), ["scan", "scan"]);
    let width = above[0].1.x1 - above[0].1.x0 + 1.0;
    assert!((width - 200.0 * 400.0 / 600.0).abs() < 0.01);
    let below =
        found.iter().filter(|(_, rect)| rect.y0 > found[0].1.y0).filter_map(|(name, _)| name.as_deref());
    assert_eq!(below.collect::<Vec<_>>(), ["main", "parse", "render", "main", "main", "main"]);
}

#[test]
fn one_function_is_as_wide_as_the_picture() {
    let case = one();
    let mut state = ViewState::default();
    state.profile.funky.zoom = Some(subject("scan"));
    let (found, info) = boxes(&case, &state);
    assert_eq!(found[0].0.as_deref(), Some("scan"));
    assert!((found[0].1.x1 - found[0].1.x0 - 999.0).abs() < 0.01);
    assert_eq!(info.drawn.unwrap().text, "Funky graph: drawn 1 of 4 functions");
    state.profile.funky.zoom = Some(subject("nothing"));
    assert!(boxes(&case, &state).1.note.contains("not among these"));
}

#[test]
fn what_is_too_narrow_is_one_bar() {
    let case = one();
    let mut state = ViewState::default();
    state.profile.funky.least_px = 250;
    let (found, info) = boxes(&case, &state);
    assert_eq!(info.drawn.unwrap().text, "Funky graph: drawn 2 of 4 functions");
    let (name, bar) = found.iter().find(|(_, rect)| rect.x0 > 800.0).unwrap();
    assert_eq!(*name, None);
    assert!((bar.x1 - bar.x0 - 200.0).abs() < 0.01);
}

#[test]
fn weights_a_call_are_judged_as_whole_weights_and_that_is_said_once() {
    let run = "t\n  0..1000 main\n    0..600 parse\n      0..400 scan\n";
    let case = Profiled::new(vec![trace(run), trace(&run.replace("400", "600"))]);
    let mut state = ViewState::default();
    state.comparison.normalise = Normalise::PerCall;
    for (parts, in_note) in [(ProfileParts::Funky, true), (ProfileParts::Both, false)] {
        state.profile.parts = parts;
        let (_, info) = boxes(&case, &state);
        assert_eq!(info.note.contains("whole weight"), in_note, "{parts:?}: {}", info.note);
        assert!(info.legend.iter().any(|entry| entry.label.contains("not a call")), "{parts:?}");
    }
    state.comparison.normalise = Normalise::Absolute;
    state.profile.parts = ProfileParts::Funky;
    let (_, info) = boxes(&case, &state);
    assert!(
        !info.note.contains("whole weight")
            && !info.legend.iter().any(|entry| entry.label.contains("a call"))
    );
}

#[test]
fn the_example_looks_as_it_did() {
    let looks: [Look; 7] = [
        ("funky-difference", |_| (), ThemeName::Light),
        ("funky-difference-dark", |_| (), ThemeName::Dark),
        ("funky-difference-contrast", |_| (), ThemeName::HighContrast),
        ("funky-gold", |profile| profile.sides = ProfileSides::A, ThemeName::Light),
        ("funky-gold-dark", |profile| profile.sides = ProfileSides::B, ThemeName::Dark),
        ("funky-one", |profile| profile.funky.zoom = Some(subject("encode")), ThemeName::Light),
        ("funky-rest", |profile| profile.funky.least_px = 60, ThemeName::Light),
    ];
    for look in looks {
        looks_as_it_did(&View, look);
    }
}

proptest! {
    #[test]
    fn columns_and_the_bar_fill_the_picture(seed: u64, sides in 0usize..3, least in 1u32..200) {
        let shape = Shape { functions: 6, ..Shape::SMALL };
        let case = Profiled::new(vec![generate(seed, shape), generate(seed ^ 0xABCD, shape)]);
        let mut state = ViewState::default();
        state.profile.sides = [ProfileSides::Difference, ProfileSides::A, ProfileSides::B][sides];
        state.profile.funky.least_px = least;
        let (found, _) = boxes(&case, &state);
        if let Some((_, first)) = found.first() {
            let band: Vec<_> = found.iter().filter(|(_, rect)| rect.y0 == first.y0).collect();
            let named = band.iter().filter(|(name, _)| name.is_some());
            let widths: f32 = named.map(|(_, rect)| rect.x1 - rect.x0 + ((rect.x1 - rect.x0) / 2.0).min(1.0)).sum();
            let bar: f32 = band.iter().filter(|(name, _)| name.is_none()).map(|(_, rect)| rect.x1 - rect.x0).sum();
            prop_assert!((widths + bar - 1000.0).abs() < 1.5, "{widths} {bar}");
        }
        for (at, (_, one)) in found.iter().enumerate() {
            for (_, other) in &found[at + 1..] {
                let apart = (one.y0 - other.y0).abs() > 1.0 || one.x1 <= other.x0 + 0.01 || other.x1 <= one.x0 + 0.01;
                prop_assert!(apart, "{one:?} {other:?}");
            }
        }
    }
}
