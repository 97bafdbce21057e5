//! Small golden pictures of the Structure desk. They show a pair with a change of every kind, and the paper's example
//! of an outlier.

use diptych_desk_structure::{ANALYSES, StructureDesk};
use diptych_desk_testkit::{TestDesks, changed_pair, drawn, looks_as_it_did};
use diptych_engine::Desks;
use diptych_protocol::{
    RelationColor, SideName, StructureLevel, StructureParts, StructureState, Subject, ThemeChoice, ViewState,
    Window,
};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, Curve, Scene};
use diptych_testkit::trace;
use diptych_trace::Trace;
use std::fmt::Write;

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&StructureDesk]), analyses: &[ANALYSES] };

/// Returns a trace that repeats fifteen calls from B to D and one from A to C, as in Fig. 10 of the paper.
fn outliers() -> Trace {
    let of = |is_outlier: bool, name: &str| {
        let mut lines = String::new();
        for at in (0..1_024u32).filter(|at| (at % 16 == 8) == is_outlier) {
            let _ = writeln!(lines, "    {}..{} {name}", 100 * at, 100 * at + 50);
        }
        lines
    };
    let root = |name: &str| format!("  0..102400 {name}\n");
    trace(&format!("s\n{}{}t\n{}{}", root("a"), of(true, "c"), root("b"), of(false, "d")))
}

#[test]
fn structure_pair_matches_golden_pictures() {
    let mark = Some(Subject::Time { side: SideName::A, window: Window { start: 20, end: 80 }, other: None });
    let looks: [(&str, StructureState, ThemeChoice); 5] = [
        ("change", StructureState { mark, ..StructureState::default() }, ThemeChoice::Light),
        (
            "direction-functions",
            StructureState {
                color: RelationColor::Direction,
                level: StructureLevel::Function,
                ..StructureState::default()
            },
            ThemeChoice::Dark,
        ),
        (
            "time-straight",
            StructureState { color: RelationColor::Time, beta: 0, ..StructureState::default() },
            ThemeChoice::Contrast,
        ),
        (
            "packages",
            StructureState { color: RelationColor::Package, ..StructureState::default() },
            ThemeChoice::Light,
        ),
        (
            "open-alone",
            StructureState { root: "lib".to_owned(), ..StructureState::default() },
            ThemeChoice::Dark,
        ),
    ];
    for (name, structure, theme) in looks {
        let state = ViewState { structure, ..ViewState::default() };
        looks_as_it_did("structure", name, &drawn(DESKS, changed_pair(), &state, theme, [720.0, 300.0]));
    }
}

#[test]
fn outlier_among_fifteen_shows_when_rare_calls_count() {
    for (name, p) in [("outliers-linear", 0), ("outliers-rare", -10)] {
        let structure = StructureState {
            parts: StructureParts::Sequence,
            level: StructureLevel::Function,
            p,
            ..StructureState::default()
        };
        let state = ViewState { structure, ..ViewState::default() };
        looks_as_it_did(
            "structure",
            name,
            &drawn(DESKS, vec![outliers()], &state, ThemeChoice::Light, [300.0, 150.0]),
        );
    }
}

fn batches(scene: &Scene) -> impl Iterator<Item = &Batch> {
    scene.layers.iter().flat_map(|layer| &layer.batches)
}

#[test]
fn unchanged_relations_are_thin_and_changed_ones_wide() {
    let widths = |color: RelationColor| {
        let state = ViewState {
            structure: StructureState { color, level: StructureLevel::Function, ..StructureState::default() },
            ..ViewState::default()
        };
        let scene = drawn(DESKS, changed_pair(), &state, ThemeChoice::Light, [900.0, 500.0]);
        let grey = Theme::named(ThemeName::Light).none_mark.with_alpha(1.0);
        let curves = batches(&scene)
            .filter_map(|batch| if let Batch::Curves(of) = batch { Some(&of.curves) } else { None });
        let (unchanged, changed): (Vec<&Curve>, Vec<&Curve>) =
            curves.flatten().partition(|curve| curve.color0.with_alpha(1.0) == grey);
        [unchanged, changed].map(|curves| curves.into_iter().map(|curve| curve.width0).collect::<Vec<f32>>())
    };
    let [unchanged, changed] = widths(RelationColor::Change);
    assert!(!unchanged.is_empty() && unchanged.iter().all(|&px| px <= 1.25), "{unchanged:?}");
    assert!(changed.iter().all(|&px| px > 1.25) && changed.iter().any(|&px| px >= 2.5), "{changed:?}");
    // Other colours don't show changes, and widths only tell calls.
    let by_package = widths(RelationColor::Package).concat();
    assert!(by_package.iter().filter(|&&px| px > 1.25).count() > changed.len(), "{by_package:?}");
}

#[test]
fn strip_of_differences_has_a_key_and_relations_say_their_change() {
    let scene = drawn(DESKS, changed_pair(), &ViewState::default(), ThemeChoice::Light, [1_200.0, 700.0]);
    let texts =
        batches(&scene).filter_map(|batch| if let Batch::Texts(of) = batch { Some(&of.runs) } else { None });
    let texts: Vec<&str> = texts.flatten().map(|run| run.text.as_str()).collect();
    for words in ["Differences", "only in A", "moved", "only in B"] {
        assert!(texts.contains(&words), "{words}: {texts:?}");
    }
    assert!(
        texts.iter().any(|text| text.contains(" → ") && text.ends_with(')') && text.contains(", only in ")),
        "{texts:?}"
    );
}
