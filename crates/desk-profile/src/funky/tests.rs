//! The funky graph against plain definitions.
#![allow(clippy::float_cmp, reason = "cells of one row have one edge")]

use super::View;
use crate::paths::{
    case::{Picture, Profiled},
    tests::goldens::{Look, looks_as_it_did},
};
use diptych_protocol::{FunctionRef, Normalise, ProfileParts, ProfileSides, Subject, ViewState};
use diptych_scene::theme::ThemeName;
use diptych_scene::{Batch, ItemId, RectInstance, Size};
use diptych_testkit::{Shape, generate, trace};
use proptest::prelude::*;

fn subject(name: &str) -> Subject {
    Subject::Function(FunctionRef { name: name.to_owned(), file: String::new() })
}

/// Returns the boxes of items, each with its function unless it stands for several, and the layout's information.
fn boxes(
    case: &Profiled,
    state: &ViewState,
) -> (Vec<(Option<String>, RectInstance)>, diptych_views::PartInfo) {
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
fn columns_are_sorted_by_total_and_sized_by_self() {
    let (case, state) = (one(), ViewState::default());
    let (found, info) = boxes(&case, &state);
    // Own weights: main 0, parse 200 of 600, scan 500 of 500, render 300 of 400. The tail takes 183 of 1,000 px: main has
    // the least width behind the label.
    let scale = 0.817;
    let band: Vec<_> = found.iter().filter(|(_, rect)| rect.y0 == found[0].1.y0).collect();
    let names: Vec<_> = band.iter().filter_map(|(name, _)| name.as_deref()).collect();
    assert_eq!(names, ["parse", "scan", "render", "main"]);
    for ((_, rect), own) in band.iter().zip([200.0 * scale, 500.0 * scale, 300.0 * scale, 3.0]) {
        assert!((rect.x1 - rect.x0 + 1.0 - own).abs() < 0.01, "{rect:?}");
    }
    assert_eq!(info.drawn.unwrap().text, "Funky graph: 4 of 4 functions drawn");
    assert!(info.note.contains("Funky graph: 4 of 4 functions drawn"));
    // Above parse is its callee. Below scan are its callers parse and render, and below both of them main.
    let is_main = |rect: &RectInstance| rect.x0 > 1000.0;
    let above: Vec<_> = found.iter().filter(|(_, rect)| rect.y0 < found[0].1.y0 && !is_main(rect)).collect();
    assert_eq!(above.iter().filter_map(|(name, _)| name.as_deref()).collect::<Vec<_>>(), ["scan", "scan"]);
    let width = above[0].1.x1 - above[0].1.x0 + 1.0;
    assert!((width - scale * 200.0 * 400.0 / 600.0).abs() < 0.01);
    let below =
        found.iter().filter(|(_, rect)| rect.y0 > found[0].1.y0).filter_map(|(name, _)| name.as_deref());
    assert_eq!(below.collect::<Vec<_>>(), ["main", "parse", "render", "main", "main", "main"]);
}

#[test]
fn functions_without_self_time_have_a_labelled_tail() {
    use std::fmt::Write;
    // Ten functions only call `work`, and `main` only calls them.
    let mut text = String::from("t\n  0..1000 main\n");
    for at in 0..10 {
        let (from, to) = (at * 100, at * 100 + 100);
        let _ = writeln!(text, "    {from}..{to} wrap{at}\n      {from}..{to} work");
    }
    let case = Profiled::new(vec![trace(&text)]);
    let texts = |least_px: u32| {
        let mut state = ViewState::default();
        state.profile.funky.least_px = least_px;
        let mut laid = case.lay_out(&View, &Picture::new(&state), None);
        let layers = laid.take_layers().layers;
        let runs = layers.iter().flat_map(|layer| &layer.batches).filter_map(|batch| match batch {
            Batch::Texts(texts) => Some(texts.runs.clone()),
            _ => None,
        });
        let drawn = laid.info().drawn.clone().unwrap().text;
        let unlisted = laid.table(0, 100, &case.model()).unwrap().note;
        (runs.flatten().map(|run| run.text).collect::<Vec<_>>(), drawn, unlisted)
    };
    let (all, drawn, unlisted) = texts(3);
    assert!(all.contains(&"11 without self time".to_owned()), "{all:?}");
    assert_eq!((&*drawn, &*unlisted), ("Funky graph: 12 of 12 functions drawn", ""));
    // At 30 px, five of them fit into the tail.
    let (all, drawn, unlisted) = texts(30);
    assert!(all.contains(&"5 of 11 without self time".to_owned()), "{all:?}");
    assert_eq!(drawn, "Funky graph: 6 of 12 functions drawn");
    assert!(unlisted.starts_with("6 functions of no width are not listed"), "{unlisted}");
    // If none fits, they share the bar.
    let (all, drawn, _) = texts(200);
    assert!(!all.iter().any(|text| text.contains("without self time")), "{all:?}");
    assert_eq!(drawn, "Funky graph: 1 of 12 functions drawn");
}

#[test]
fn zoomed_function_fills_the_width() {
    let case = one();
    let mut state = ViewState::default();
    state.profile.funky.zoom = Some(subject("scan"));
    let (found, info) = boxes(&case, &state);
    assert_eq!(found[0].0.as_deref(), Some("scan"));
    assert!((found[0].1.x1 - found[0].1.x0 - 999.0).abs() < 0.01);
    assert_eq!(info.drawn.unwrap().text, "Funky graph: 1 of 4 functions drawn");
    state.profile.funky.zoom = Some(subject("nothing"));
    assert!(boxes(&case, &state).1.note.contains("function you zoomed to is not shown here"));
}

#[test]
fn narrow_functions_share_one_bar() {
    let case = one();
    let mut state = ViewState::default();
    state.profile.funky.least_px = 250;
    let (found, info) = boxes(&case, &state);
    assert_eq!(info.drawn.unwrap().text, "Funky graph: 2 of 4 functions drawn");
    let (name, bar) = found.iter().find(|(_, rect)| rect.x0 > 800.0).unwrap();
    assert_eq!(*name, None);
    assert!((bar.x1 - bar.x0 - 200.0).abs() < 0.01);
}

#[test]
fn per_call_note_appears_once_on_the_desk() {
    let run = "t\n  0..1000 main\n    0..600 parse\n      0..400 scan\n";
    let case = Profiled::new(vec![trace(run), trace(&run.replace("400", "600"))]);
    let mut state = ViewState::default();
    state.comparison.normalise = Normalise::PerCall;
    for (parts, in_note) in [(ProfileParts::Funky, true), (ProfileParts::Both, false)] {
        state.profile.parts = parts;
        let (_, info) = boxes(&case, &state);
        assert_eq!(info.note.contains("total weight"), in_note, "{parts:?}: {}", info.note);
        assert!(info.legend.iter().any(|entry| entry.label.contains("not per call")), "{parts:?}");
    }
    state.comparison.normalise = Normalise::Absolute;
    state.profile.parts = ProfileParts::Funky;
    let (_, info) = boxes(&case, &state);
    assert!(
        !info.note.contains("total weight")
            && !info.legend.iter().any(|entry| entry.label.contains("per call"))
    );
}

#[test]
fn funky_pictures_match_their_goldens() {
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

/// Builds a chain of `levels` nested functions, followed by `beside` functions at the top level.
fn deep(levels: u64, beside: u64) -> Profiled {
    use std::fmt::Write;
    let mut text = String::from("t\n");
    for level in 0..levels {
        let indent = "  ".repeat(level as usize + 1);
        let _ = writeln!(text, "{indent}{}..{} f{level}", level, 100_000 - level);
    }
    for at in 0..beside {
        let start = 100_000 + at * 10;
        let _ = writeln!(text, "  {start}..{} g{at}", start + 1 + at % 9);
    }
    Profiled::new(vec![trace(&text)])
}

#[test]
fn hidden_rows_scroll_to_callers_and_to_callees() {
    let case = deep(40, 0);
    let mut state = ViewState::default();
    state.profile.funky.zoom = Some(subject("f20"));
    let size = Size { width: 1000.0, height: 170.0 };
    let lay = |state: &ViewState| case.lay_out(&View, &Picture { size, ..Picture::new(state) }, None);
    let names = |state: &ViewState| -> Vec<String> {
        let laid = lay(state);
        let subjects = (0..laid.items()).filter_map(|item| laid.subject(ItemId(item), &case.model()));
        let name = |subject| if let Subject::Function(of) = subject { of.name } else { String::new() };
        subjects.map(name).collect()
    };
    let pane = lay(&state).info().row_panes[0].clone();
    // There are 19 callees and 20 callers of 17 px each, and 76.5 px for either half.
    assert_eq!((pane.scroll, pane.scroll_min, pane.scroll_max), (0, -248, 265));
    assert!(names(&state).contains(&"f20".to_owned()));
    state.profile.funky.scroll = 100_000;
    assert_eq!(lay(&state).info().row_panes[0].scroll, 265);
    assert!(names(&state).contains(&"f0".to_owned()) && !names(&state).contains(&"f20".to_owned()));
    state.profile.funky.scroll = -100_000;
    assert!(names(&state).contains(&"f39".to_owned()));
    // A leaf has no callees, so its callers also get the room above.
    state.profile.funky.zoom = Some(subject("f39"));
    state.profile.funky.scroll = 0;
    let pane = lay(&state).info().row_panes[0].clone();
    assert_eq!((pane.scroll_min, pane.scroll_max), (0, 39 * 17 + 3 - 153));
}

/// Lays out until nothing is unfinished.
#[test]
fn large_pairs_are_built_layout_by_layout() {
    use std::fmt::Write;
    let mut text = String::from("t\n");
    for top in 0..8 {
        for level in 0..10 {
            let (start, end) = (top * 1_000 + level * 40, top * 1_000 + 1_000 - level * 40);
            let _ = writeln!(text, "{}{start}..{end} f{top}_{level}", "  ".repeat(level + 1));
        }
    }
    let (case, state) = (Profiled::new(vec![trace(&text)]), ViewState::default());
    let (mut before, mut layouts) = (None, 0);
    let last = loop {
        let laid = case.lay_out(&View, &Picture::new(&state), before.take());
        layouts += 1;
        if !laid.info().unfinished {
            break laid;
        }
        assert!(laid.info().note.contains("are being added up") && layouts < 100);
        before = Some(laid);
    };
    // The pairs take 8 · (10 + 9 + … + 1) nodes. Each layout may take a hundred.
    assert!((4..12).contains(&layouts), "{layouts}");
    assert!(!last.info().note.contains("added up"));
    // The values hold 80 functions, and twice 8 · 45 callees and callers.
    assert_eq!(last.csv(&case.model()).unwrap().lines().count(), 1 + 80 + 2 * 8 * 45);
}

/// Hovering visits only the columns and cells that are shown, however many others there are.
#[test]
fn hovering_visits_only_visible_cells() {
    let work = |case: &Profiled| {
        let mut state = ViewState::default();
        state.profile.funky.least_px = 100;
        let size = Size { width: 1000.0, height: 170.0 };
        let laid = case.lay_out(&View, &Picture { size, ..Picture::new(&state) }, None);
        let looked_at = |laid: &dyn diptych_views::Layout| {
            let laid = (laid as &dyn std::any::Any).downcast_ref::<super::view::FunkyLayout>().unwrap();
            laid.stacks.as_ref().unwrap().looked_at.get()
        };
        let before = looked_at(&*laid);
        let pointed = laid.highlight(ItemId(0), &case.model());
        assert!(pointed.is_some());
        let hovered = Picture { size, pointed: pointed.as_ref(), ..Picture::new(&state) };
        let laid = case.lay_out(&View, &hovered, Some(laid));
        assert!(laid.items() > 0);
        (before, looked_at(&*laid) - before)
    };
    let [(few, hovering), (many, still)] = [work(&deep(30, 30)), work(&deep(300, 3_000))];
    assert!(many > 10 * few, "{few} {many}");
    assert!(still <= hovering && hovering > 0, "{hovering} {still}");
}

/// Compares values with sums over the calls.
#[test]
fn funky_values_match_the_calls() {
    let (case, state) = (one(), ViewState::default());
    let laid = case.lay_out(&View, &Picture::new(&state), None);
    let text = laid.csv(&case.model()).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0],
        ["of", "is", "level", "function", "file", "paths", "total_a_ns", "self_a_ns", "calls_a"]
    );
    let of = |column: &str, kind: &str, level: &str, name: &str| {
        let found =
            rows.iter().find(|row| row[0] == column && row[1] == kind && row[2] == level && row[3] == name);
        found.map(|row| [row[6], row[7], row[8]])
    };
    assert_eq!(of("scan", "function", "0", "scan"), Some(["500", "500", "2"]));
    assert_eq!(of("scan", "caller", "1", "parse"), Some(["400", "", "1"]));
    assert_eq!(of("scan", "caller", "2", "main").map(|row| row[1]), Some(""));
    assert_eq!(of("parse", "callee", "1", "scan"), Some(["400", "400", "1"]));
    let table = laid.table(0, 100, &case.model()).unwrap();
    assert_eq!(table.total as usize, rows.len() - 1);
    assert!(table.rows.iter().any(|row| row.cells[..2] == ["scan", "function"]));
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
