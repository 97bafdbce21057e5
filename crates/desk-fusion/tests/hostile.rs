//! Hostile shapes on the Fusion desk. All are drawn, and the picture limits their texts, not the names.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_desk_fusion::FusionDesk;
use diptych_desk_testkit::{TestDesks, holding, settled};
use diptych_engine::{Desks, ReadOptions, StructureFile, read_any};
use diptych_protocol::{
    DeskId, ElementSize, ElementTiling, FunctionRef, FusionState, LayoutRequest, SideName, StructureLevel,
    Subject, ThemeChoice, ViewState,
};
use diptych_scene::{Batch, Scene};
use diptych_testkit::trace;
use std::fmt::Write;

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

/// Draws a recording with a list of paths, in each tiling and by each size.
fn drawn(calls: &str, list: Option<&str>, level: StructureLevel, selection: Option<&Subject>) -> Vec<Scene> {
    let tilings = [ElementTiling::Strip, ElementTiling::Squarified];
    let sizes = [ElementSize::Calls, ElementSize::SelfTime, ElementSize::Bytes, ElementSize::Equal];
    let mut session = holding(DESKS, vec![trace(calls)], &ViewState::default());
    if let Some(list) = list {
        let list = read_any("hostile.paths", ReadOptions::default(), list.as_bytes()).unwrap();
        session.engine.set_structure(SideName::A, Some(StructureFile::new(list.name, list.trace)));
    }
    let mut scenes = Vec::new();
    for (tiling, size) in tilings.into_iter().flat_map(|tiling| sizes.map(|size| (tiling, size))) {
        let fusion = FusionState { tiling, size, level, ..FusionState::default() };
        let state = ViewState { fusion, selection: selection.cloned(), ..ViewState::default() };
        let (desk, theme) = (DeskId::Fusion, ThemeChoice::Light);
        let ask = LayoutRequest { desk, state, theme, width: 480.0, height: 300.0, tubes: None, held: 0 };
        let scene = settled(&mut session, &ask);
        assert_eq!(scene.check(), Ok(()), "{tiling:?} {size:?}");
        scenes.push(scene);
    }
    scenes
}

/// Returns the number of bytes of all texts.
fn letters(scene: &Scene) -> usize {
    let texts = scene.layers.iter().flat_map(|layer| &layer.batches).map(|batch| match batch {
        Batch::Texts(texts) => texts.runs.iter().map(|run| run.text.len()).sum(),
        _ => 0,
    });
    texts.sum()
}

#[test]
fn folder_of_100_000_empty_files_is_drawn() {
    let mut list = String::new();
    for file in 0..100_000 {
        writeln!(list, "all/f{file}.py\t0").unwrap();
    }
    let calls = "t\n  0..100 f @all/f5.py:1\n    10..20 g @all/f99999.py:1\n";
    for scene in drawn(calls, Some(&list), StructureLevel::Module, None) {
        assert!(letters(&scene) < 10_000);
    }
}

#[test]
fn folders_a_hundred_deep() {
    let deep = "d/".repeat(100);
    let calls = format!("t\n  0..100 f @{deep}x.py:1\n    10..20 g @{deep}y.py:1\n");
    let scenes =
        drawn(&calls, Some(&format!("{deep}x.py\t1\n{deep}y.py\t2\n")), StructureLevel::Function, None);
    assert_eq!(scenes.len(), 8);
}

#[test]
fn names_of_a_megabyte() {
    let long = "n".repeat(1 << 20);
    let calls = format!("t\n  0..100 {long} @{long}/{long}.py:1\n    10..20 g.{long} @{long}.py:1\n");
    for scene in
        drawn(&calls, Some(&format!("src/a.py\t1\n{long}/{long}.py\t1\n")), StructureLevel::Function, None)
    {
        assert!(letters(&scene) < 10_000, "{}", letters(&scene));
    }
}

#[test]
fn fifty_thousand_calls_of_one_element_are_pinned() {
    let mut calls = "t\n  0..1000000 main @m.py:1\n".to_owned();
    for call in 0..50_000 {
        writeln!(calls, "    {}..{} f @m.py:2", call * 20, call * 20 + 10).unwrap();
    }
    let pinned = Subject::Function(FunctionRef { name: "f".to_owned(), file: "m.py".to_owned() });
    for scene in drawn(&calls, None, StructureLevel::Function, Some(&pinned)) {
        let lines = scene.layers.iter().flat_map(|layer| &layer.batches).map(|batch| match batch {
            Batch::Curves(curves) => curves.curves.len(),
            _ => 0,
        });
        let lines: usize = lines.sum();
        assert!((1..=200).contains(&lines), "{lines} lines");
    }
}
