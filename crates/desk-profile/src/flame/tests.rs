//! The flame graph against plain definitions.
#![allow(clippy::float_cmp, reason = "cells of one row have one edge")]

use super::View;
use crate::paths::{
    case::{Picture, Profiled},
    tests::goldens::{Look, example, looks_as_it_did},
};
use diptych_profile::{Folding, NodeId, WeightedTree};
use diptych_protocol::{
    FunctionRef, Normalise, ProfileSides, ProfileWidth, RecursionFolding, SiblingOrder, Subject, ViewState,
};
use diptych_scene::color::lab::contrast;
use diptych_scene::theme::{Theme, ThemeName, label_on};
use diptych_scene::{Batch, ItemId, RectInstance, Size};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::IdentityId;
use diptych_views::Layout;
use proptest::prelude::*;

pub(super) fn pair() -> Profiled {
    Profiled::new(vec![
        trace("t\n  0..1000 main\n    100..400 parse\n    500..900 render\n      600..700 draw\n"),
        trace("t\n  0..1200 main\n    100..400 parse\n    500..1100 render\n      600..900 paint\n"),
    ])
}

/// Returns the boxes of items, in the order of items.
pub(super) fn boxes(laid: &mut dyn Layout) -> Vec<RectInstance> {
    let layers = laid.take_layers().layers;
    let mut found = Vec::new();
    for batch in layers.iter().flat_map(|layer| &layer.batches) {
        if let Batch::Rects(rects) = batch {
            let items = rects.items.iter().zip(&rects.instances);
            found
                .extend(items.filter(|(item, _)| **item != ItemId::NONE).map(|(item, rect)| (item.0, *rect)));
        }
    }
    found.sort_by_key(|(item, _)| *item);
    found.into_iter().map(|(_, rect)| rect).collect()
}

pub(super) fn function(name: &str) -> FunctionRef {
    FunctionRef { name: name.to_owned(), file: String::new() }
}

pub(super) fn path(names: &[&str]) -> Subject {
    Subject::Path(names.iter().map(|name| function(name)).collect())
}

#[test]
fn flame_graph_of_a_pair_draws_and_lists_paths() {
    let (case, state) = (pair(), ViewState::default());
    let laid = case.lay_out(&View, &Picture::new(&state), None);
    let info = laid.info();
    assert_eq!(info.drawn.as_ref().unwrap().text, "Flame graph: 5 of 5 paths drawn");
    assert_eq!(laid.items(), 5);
    let expected = "\
level,function,file,paths,total_a_ns,self_a_ns,calls_a,total_b_ns,self_b_ns,calls_b
0,main,,1,1000,300,1,1200,300,1
1,render,,1,400,300,1,600,300,1
2,paint,,1,0,0,0,300,300,1
2,draw,,1,100,100,1,0,0,0
1,parse,,1,300,300,1,300,300,1
";
    assert_eq!(laid.csv(&case.model()).unwrap(), expected);
    let tooltip = laid.tooltip(ItemId(3), [0.0; 4], &case.model()).unwrap();
    assert_eq!((&*tooltip.name, &*tooltip.kind), ("paint", "new"));
    assert_eq!(tooltip.context, "only in B; 1 call on 1 path");
    let subject = laid.subject(ItemId(3), &case.model());
    assert_eq!(subject, Some(path(&["main", "render", "paint"])));
}

#[test]
fn reading_names_the_largest_change_of_own_time() {
    let (case, mut state) = (pair(), ViewState::default());
    let of = |state: &ViewState| case.lay_out(&View, &Picture::new(state), None).info().reading.clone();
    state.comparison.floor_us = 0;
    // `draw` lost 100 of 100, `paint` gained 300.
    assert_eq!(
        of(&state),
        [
            "Each box is a call path, wider with more time.",
            "Purple: more time in B, green: less.",
            "Largest change in self time: paint +300\u{202f}ns (new).",
        ]
    );
    state.profile.flame.inverted = true;
    assert_eq!(of(&state)[0], "Each box is a function or one of its callers, wider with more time.");
    state.comparison.floor_us = 1;
    assert_eq!(of(&state)[2], "No function changed by more than 1.00\u{202f}µs.");
    state.profile.sides = ProfileSides::A;
    assert!(of(&state)[0].starts_with("Most self time: "), "{:?}", of(&state));
    // With both graphs, the funky graph leaves the sentences to the flame graph.
    let funky = |state: &ViewState| {
        case.lay_out(&crate::funky::View, &Picture::new(state), None).info().reading.clone()
    };
    assert_eq!(funky(&state), Vec::<String>::new());
    state.profile.parts = diptych_protocol::ProfileParts::Funky;
    assert_eq!(funky(&state)[1], "Each column is a function, wider with more self time.");
}

#[test]
fn reading_says_over_how_many_lanes_it_sums() {
    let run = |work: u32| trace(&format!("t\n  0..{work} f\nu\n  0..{work} f\n"));
    let (case, mut state) = (Profiled::new(vec![run(1_000), run(3_000)]), ViewState::default());
    state.comparison.floor_us = 0;
    let of = |state: &ViewState| {
        let laid = case.lay_out(&View, &Picture::new(state), None);
        laid.info().reading.last().cloned().unwrap_or_default()
    };
    assert!(of(&state).ends_with(", summed over 2 threads."), "{}", of(&state));
    state.paths.lanes.a = vec![0];
    assert!(!of(&state).contains("summed"), "{}", of(&state));
}

proptest! {
    #[test]
    fn reading_is_of_the_function_with_the_largest_change(seed: u64) {
        let case = Profiled::new([seed, seed ^ 1].map(|seed| generate(seed, Shape::SMALL)).into());
        let mut state = ViewState::default();
        state.comparison.floor_us = 0;
        let laid = case.lay_out(&View, &Picture::new(&state), None);
        // The twin adds up own times call by call, by name.
        let mut changes: std::collections::BTreeMap<&str, i64> = std::collections::BTreeMap::new();
        for (trace, sign) in case.traces().into_iter().flatten().zip([-1, 1]) {
            let calls = trace.calls();
            for call in (0..calls.len() as u32).map(diptych_trace::CallId) {
                let own = (calls.end()[call.index()] - calls.start()[call.index()]) * sign;
                let named = |id: diptych_trace::CallId| {
                    trace.functions().get(trace.names(), calls.function()[id.index()]).name
                };
                *changes.entry(named(call)).or_default() += own;
                if let Some(caller) = calls.parent()[call.index()].some() {
                    *changes.entry(named(caller)).or_default() -= own;
                }
            }
        }
        let most = changes.values().map(|change| change.abs()).max().unwrap_or(0);
        let said = laid.info().reading.last().cloned().unwrap_or_default();
        let is_named = |(name, change): (&&str, &i64)| change.abs() == most && said.contains(&format!(": {name} "));
        prop_assert!(most == 0 || changes.iter().any(is_named), "{said} of {changes:?}");
    }
}

#[test]
fn zoomed_path_is_as_wide_as_its_callers() {
    let case = pair();
    let mut state = ViewState::default();
    state.profile.flame.zoom = Some(path(&["main", "render"]));
    let mut laid = case.lay_out(&View, &Picture::new(&state), None);
    assert_eq!(laid.subject(ItemId(0), &case.model()), Some(path(&["main"])));
    assert_eq!(laid.subject(ItemId(1), &case.model()), Some(path(&["main", "render"])));
    assert_eq!(laid.info().drawn.as_ref().unwrap().text, "Flame graph: 3 of 3 paths drawn");
    let wide = boxes(&mut *laid);
    assert!((wide[0].x1 - wide[1].x1).abs() < 0.01, "both as wide as the picture");
    // A function is zoomed to where it is widest.
    state.profile.flame.zoom = Some(Subject::Function(function("render")));
    let laid = case.lay_out(&View, &Picture::new(&state), Some(laid));
    assert_eq!(laid.subject(ItemId(1), &case.model()), Some(path(&["main", "render"])));
    // The whole graph is shown instead of a path that no longer exists, with a note.
    state.profile.flame.zoom = Some(path(&["main", "nothing"]));
    let laid = case.lay_out(&View, &Picture::new(&state), Some(laid));
    assert_eq!(laid.items(), 5);
    assert!(laid.info().note.contains("path you zoomed to is not shown here"), "{}", laid.info().note);
}

#[test]
fn frames_that_fill_the_width_are_folded() {
    let nested = |depth: usize| {
        let frame = |at: usize| format!("{}0..1000 f{at}\n", " ".repeat(2 + at));
        let frames = (0..depth).map(frame).collect::<Vec<String>>().concat();
        let last = " ".repeat(2 + depth);
        Profiled::new(vec![trace(&format!("t\n{frames}{last}0..400 parse\n{last}500..900 draw\n"))])
    };
    let mut state = ViewState::default();
    let shown = |case: &Profiled, state: &ViewState| {
        let laid = case.lay_out(&View, &Picture::new(state), None);
        (laid.info().row_panes[0].frames, laid.subject(ItemId(0), &case.model()), laid.items())
    };
    // The innermost frame stays. Its callers are folded if there are at least three.
    let deep = ["f0", "f1", "f2", "f3", "f4"];
    assert_eq!(shown(&nested(5), &state), (4, Some(path(&deep)), 3));
    assert_eq!(shown(&nested(3), &state), (0, Some(path(&["f0"])), 5));
    let laid = nested(5).lay_out(&View, &Picture::new(&state), None);
    assert!(laid.info().note.contains("4 frames folded"), "{}", laid.info().note);
    // The target of a zoom is no frame.
    state.profile.flame.zoom = Some(path(&deep[..2]));
    assert_eq!(shown(&nested(5), &state), (0, Some(path(&["f0"])), 7));
    (state.profile.flame.zoom, state.profile.flame.frames) = (None, true);
    assert_eq!(shown(&nested(5), &state), (4, Some(path(&["f0"])), 7));
}

#[test]
fn boxes_out_of_view_are_counted() {
    let frame = |at: usize| format!("{}0..{} f{}\n", " ".repeat(2 + at), 1000 - at * 20, at % 4);
    let frames = (0..40).map(frame).collect::<Vec<String>>().concat();
    let (case, state) = (Profiled::new(vec![trace(&format!("t\n{frames}"))]), ViewState::default());
    let laid = case.lay_out(&View, &Picture::new(&state), None);
    let fact = |item: u32| {
        let facts = laid.tooltip(ItemId(item), [0.0; 4], &case.model()).unwrap().facts;
        facts.into_iter().find(|fact| fact.label == "Same function").map(|fact| fact.value)
    };
    // 20 rows fit: five of the ten boxes of each function.
    assert_eq!(fact(0).unwrap(), "10 boxes, 5 out of view");
    assert_eq!(laid.info().row_panes[0].hidden_rows, 20);
    let laid = case.lay_out(
        &View,
        &Picture { size: Size { width: 1024.0, height: 800.0 }, ..Picture::new(&state) },
        None,
    );
    let facts = laid.tooltip(ItemId(0), [0.0; 4], &case.model()).unwrap().facts;
    assert!(facts.iter().all(|fact| fact.label != "Same function"));
}

#[test]
fn pointed_function_is_outlined_and_nothing_else() {
    let (case, state) = (pair(), ViewState::default());
    let mut laid = case.lay_out(&View, &Picture::new(&state), None);
    let highlight = laid.highlight(ItemId(1), &case.model()).unwrap();
    assert!(highlight.is_wide());
    let plain = laid.take_layers().layers;
    let mut laid =
        case.lay_out(&View, &Picture { pointed: Some(&highlight), ..Picture::new(&state) }, Some(laid));
    let pointed = laid.take_layers().layers;
    assert_eq!(plain[0], pointed[0]);
    assert!(pointed[1].marks && plain[1].batches.len() == pointed[1].batches.len());
    let Batch::Rects(rects) = &pointed[1].batches[0] else { panic!() };
    assert_eq!(rects.instances.len(), 1);
    assert_eq!(rects.instances[0].border, Theme::named(ThemeName::Light).hover);
    // The page draws texts above all boxes, so a second label would lie over the first one.
    assert!(!pointed[1].batches.iter().any(|batch| matches!(batch, Batch::Texts(_))));
}

#[test]
fn hidden_rows_are_scrolled_to_and_counted() {
    let case = pair();
    let mut state = ViewState::default();
    let size = Size { width: 500.0, height: 20.0 };
    let laid = case.lay_out(&View, &Picture { size, ..Picture::new(&state) }, None);
    let pane = laid.info().row_panes[0].clone();
    assert_eq!((pane.scroll, pane.scroll_max, pane.scroll_sign), (0, 31, -1));
    assert_eq!((laid.items(), &*laid.info().note), (3, "1 row out of view"));
    state.profile.flame.scroll = 1000;
    state.profile.flame.upward = true;
    let laid = case.lay_out(&View, &Picture { size, ..Picture::new(&state) }, Some(laid));
    let pane = laid.info().row_panes[0].clone();
    assert_eq!((pane.scroll, pane.scroll_sign), (31, 1));
    assert_eq!(laid.items(), 4);
}

#[test]
fn single_calls_lie_at_their_times() {
    let case = Profiled::new(vec![trace("t\n  0..1000 main\n    100..200 f\n    600..900 g\n")]);
    let mut state = ViewState::default();
    state.profile.flame.order = SiblingOrder::Time;
    let mut laid = case.lay_out(&View, &Picture::new(&state), None);
    let Some(Subject::Call(call)) = laid.subject(ItemId(2), &case.model()) else { panic!() };
    assert_eq!((call.start, call.duration), (600, 300));
    let found = boxes(&mut *laid);
    for (rect, [from, to]) in found.iter().zip([[0.0, 1000.0], [100.0, 200.0], [600.0, 900.0]]) {
        assert!((rect.x0 - (12.0 + from)).abs() < 0.01 && (rect.x1 - (11.0 + to)).abs() < 0.01, "{rect:?}");
    }
}

#[test]
fn per_call_paths_are_judged_by_whole_weight() {
    let case = pair();
    let mut state = ViewState::default();
    let said = |state: &ViewState| {
        let mut laid = case.lay_out(&View, &Picture::new(state), None);
        let fills: Vec<_> = boxes(&mut *laid).iter().map(|rect| rect.fill).collect();
        let info = laid.info();
        let legend: Vec<String> = info.legend.iter().map(|entry| entry.label.clone()).collect();
        (fills, info.note.contains("total weight"), legend.iter().any(|label| label.contains("not per call")))
    };
    let (whole, in_note, in_legend) = said(&state);
    assert!(!in_note && !in_legend);
    state.comparison.normalise = Normalise::PerCall;
    assert_eq!(said(&state), (whole, true, true));
    // With one side nothing is compared.
    state.profile.sides = ProfileSides::A;
    let (_, in_note, in_legend) = said(&state);
    assert!(!in_note && !in_legend);
}

#[test]
fn inverted_colours_are_equal_by_self_and_total() {
    let case = example();
    let fills = |weight: &str| {
        let mut state = ViewState::default();
        state.profile.flame.inverted = true;
        weight.clone_into(&mut state.paths.weight);
        let mut laid = case.lay_out(&View, &Picture::new(&state), None);
        boxes(&mut *laid).iter().map(|rect| rect.fill).collect::<Vec<_>>()
    };
    assert_eq!(fills("self"), fills(""));
}

#[test]
fn labels_contrast_with_every_fill() {
    let case = pair();
    for sides in [ProfileSides::Difference, ProfileSides::B] {
        for theme in ThemeName::ALL {
            let mut state = ViewState::default();
            state.profile.sides = sides;
            state.profile.flame.zoom = Some(path(&["main", "render"]));
            let mut laid = case.lay_out(&View, &Picture { theme, ..Picture::new(&state) }, None);
            for rect in boxes(&mut *laid) {
                let found = contrast(label_on(rect.fill), rect.fill);
                assert!(found >= 4.5, "{theme:?} {sides:?}: {found} on {:?}", rect.fill);
            }
        }
    }
}

/// Returns the width of a node by its definition.
pub(super) fn naive(tree: &WeightedTree, by: ProfileWidth, node: NodeId) -> f64 {
    tree.subtree(node)
        .map(|row| {
            let [a, b] = [0, 1].map(|side: usize| tree.sides()[side].own[row as usize] as f64);
            match by {
                ProfileWidth::Larger => a.max(b),
                ProfileWidth::A => a,
                ProfileWidth::B => b,
                ProfileWidth::Changes => (b - a).abs(),
            }
        })
        .sum()
}

const WIDTHS: [ProfileWidth; 4] =
    [ProfileWidth::Larger, ProfileWidth::A, ProfileWidth::B, ProfileWidth::Changes];
const FOLDINGS: [RecursionFolding; 3] =
    [RecursionFolding::Direct, RecursionFolding::Full, RecursionFolding::AsCalled];
const ORDERS: [SiblingOrder; 3] = [SiblingOrder::Weight, SiblingOrder::Name, SiblingOrder::FirstCall];

/// Returns the first node of a path of function names.
pub(super) fn named(case: &Profiled, tree: &WeightedTree, subject: &Subject) -> NodeId {
    let Subject::Path(names) = subject else { panic!() };
    let id = |name: &FunctionRef| {
        let count = case.names.len() as u32;
        (0..count).map(IdentityId).find(|&id| case.names.name(id) == name.name).unwrap()
    };
    tree.find(&names.iter().map(id).collect::<Vec<_>>()).unwrap()
}

#[test]
fn flame_pictures_match_their_goldens() {
    let looks: [Look; 11] = [
        ("flame-difference", |_| (), ThemeName::Light),
        ("flame-difference-dark", |_| (), ThemeName::Dark),
        ("flame-difference-contrast", |_| (), ThemeName::HighContrast),
        ("flame-gold", |profile| profile.sides = ProfileSides::A, ThemeName::Light),
        ("flame-gold-dark", |profile| profile.sides = ProfileSides::B, ThemeName::Dark),
        ("flame-inverted", |profile| profile.flame.inverted = true, ThemeName::Light),
        ("flame-upward", |profile| profile.flame.upward = true, ThemeName::Light),
        ("flame-changes", |profile| profile.flame.width = ProfileWidth::Changes, ThemeName::Light),
        ("flame-side-by-side", |profile| profile.sides = ProfileSides::SideBySide, ThemeName::Light),
        ("flame-side-by-side-dark", |profile| profile.sides = ProfileSides::SideBySide, ThemeName::Dark),
        ("flame-zoomed", |profile| profile.flame.zoom = Some(path(&["main", "render"])), ThemeName::Dark),
    ];
    for look in looks {
        looks_as_it_did(&View, look);
    }
}

proptest! {
    #[test]
    fn cells_have_their_widths_and_never_overlap(
        seed: u64, width in 0usize..4, folding in 0usize..3, order in 0usize..3, px in 30.0f32..700.0
    ) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let case = Profiled::new(vec![generate(seed, shape), generate(seed ^ 0xABCD, shape)]);
        let mut state = ViewState::default();
        let flame = &mut state.profile.flame;
        (flame.width, flame.folding, flame.order) = (WIDTHS[width], FOLDINGS[folding], ORDERS[order]);
        let size = Size { width: px + 24.0, height: 4000.0 };
        let mut laid = case.lay_out(&View, &Picture { size, ..Picture::new(&state) }, None);
        let folded = [Folding::Direct, Folding::Full, Folding::AsCalled][folding];
        let tree = case.tree.folded(folded, case.names.len());
        let whole: f64 = tree.roots().map(|root| naive(&tree, WIDTHS[width], root)).sum();
        let found = boxes(&mut *laid);
        let model = case.model();
        let mut drawn = Vec::new();
        for (item, rect) in found.iter().enumerate() {
            let Some(subject) = laid.subject(ItemId(item as u32), &model) else { continue };
            let node = named(&case, &tree, &subject);
            let expected = naive(&tree, WIDTHS[width], node) / whole * f64::from(px);
            let gap = (expected / 3.0).min(1.0);
            let drawn_px = f64::from(rect.x1 - rect.x0);
            prop_assert!((drawn_px - (expected - gap)).abs() < 0.01, "{drawn_px} for {expected}");
            drawn.push(node);
        }
        // Exactly the paths a pixel wide or more are drawn. So are all their callers, since widths never grow
        // downwards.
        let wide = tree.nodes().filter(|&node| naive(&tree, WIDTHS[width], node) / whole * f64::from(px) >= 1.0 - 1e-9);
        let wide: Vec<NodeId> = wide.collect();
        drawn.sort_unstable();
        if whole > 0.0 {
            prop_assert!(drawn.len() <= wide.len() && drawn.iter().all(|node| wide.contains(node)));
            prop_assert!(wide.len() - drawn.len() <= 1, "{wide:?} {drawn:?}");
            let text = format!("Flame graph: {} of {} paths drawn", drawn.len(), tree.len());
            prop_assert_eq!(&laid.info().drawn.as_ref().unwrap().text, &text);
        }
        for (at, one) in found.iter().enumerate() {
            for other in &found[at + 1..] {
                let apart = one.y0 != other.y0 || one.x1 <= other.x0 + 0.01 || other.x1 <= one.x0 + 0.01;
                prop_assert!(apart, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn exchanging_the_sides_mirrors_the_colours(seed: u64, dark: bool) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let theme = if dark { ThemeName::Dark } else { ThemeName::Light };
        let colors = Theme::named(theme);
        let of = |seeds: [u64; 2]| {
            let case = Profiled::new(seeds.map(|seed| generate(seed, shape)).into());
            let mut state = ViewState::default();
            state.comparison.floor_us = 0;
            let mut laid = case.lay_out(&View, &Picture { theme, ..Picture::new(&state) }, None);
            let fills: Vec<_> = boxes(&mut *laid).iter().map(|rect| rect.fill).collect();
            let mut named: Vec<(String, _)> = Vec::new();
            for (item, fill) in fills.into_iter().enumerate() {
                if let Some(subject) = laid.subject(ItemId(item as u32), &case.model()) {
                    named.push((format!("{subject:?}"), fill));
                }
            }
            named.sort_by(|x, y| x.0.cmp(&y.0));
            named
        };
        let (there, back) = (of([seed, seed ^ 0xABCD]), of([seed ^ 0xABCD, seed]));
        let mirrored = |fill| match colors.change.iter().position(|&color| color == fill) {
            Some(step) => colors.change[8 - step],
            None if fill == colors.a_tint => colors.b_tint,
            None if fill == colors.b_tint => colors.a_tint,
            None => fill,
        };
        let there: Vec<_> = there.into_iter().map(|(name, fill)| (name, mirrored(fill))).collect();
        prop_assert_eq!(there, back);
    }
}
