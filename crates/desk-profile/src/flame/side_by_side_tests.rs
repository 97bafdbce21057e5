//! The flame graph with a pane a side, against plain definitions.

use super::View;
use super::tests::{boxes, function, naive, named, pair, path};
use crate::paths::case::{Picture, Profiled};
use diptych_profile::{Folding, NodeId, WeightedTree};
use diptych_protocol::{ProfileSides, ProfileWidth, SiblingOrder, Subject, ViewState};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, ItemId, RectInstance, Size};
use diptych_testkit::{Shape, generate, trace};
use diptych_views::Layout;
use proptest::prelude::*;

/// Low enough for panes next to each other, where B's boxes lie to the right of all of A's.
const LOW: Size = Size { width: 1040.0, height: 340.0 };

fn side_by_side() -> ViewState {
    let mut state = ViewState::default();
    state.profile.sides = ProfileSides::SideBySide;
    state
}

fn lay_out(case: &Profiled, state: &ViewState) -> Box<dyn Layout> {
    case.lay_out(&View, &Picture { size: LOW, ..Picture::new(state) }, None)
}

fn texts(laid: &mut dyn Layout) -> Vec<String> {
    let layers = laid.take_layers().layers;
    let batches = layers.iter().flat_map(|layer| &layer.batches);
    let runs = batches.filter_map(|batch| match batch {
        Batch::Texts(texts) => Some(texts.runs.iter().map(|run| run.text.clone()).collect::<Vec<_>>()),
        _ => None,
    });
    runs.flatten().collect()
}

#[test]
fn both_sides_have_one_scale_and_the_shorter_run_ends_early() {
    let (case, state) = (pair(), side_by_side());
    let mut laid = lay_out(&case, &state);
    // A: main, render, parse, draw; B: main, render, parse, paint. Each pane is 500 px wide.
    let names: Vec<_> = (0..laid.items()).filter_map(|at| laid.subject(ItemId(at), &case.model())).collect();
    assert_eq!(names[0], path(&["main"]));
    assert_eq!(names[4], path(&["main"]));
    let all = texts(&mut *lay_out(&case, &state));
    for text in ["A", "B", "1.00\u{202f}µs", "1.20\u{202f}µs", "end of A"] {
        assert!(all.iter().any(|found| found == text), "{text} in {all:?}");
    }
    assert!(!all.iter().any(|text| text == "end of B"));
    let found = boxes(&mut *laid);
    let widths = [found[0], found[4]].map(|rect| rect.x1 - rect.x0 + 1.0);
    assert!((widths[0] - 500.0 * 1000.0 / 1200.0).abs() < 0.01 && (widths[1] - 500.0).abs() < 0.01);
    let info = laid.info();
    assert_eq!(info.drawn.as_ref().unwrap().text, "Flame graph: 5 of 5 paths drawn");
    assert_eq!(info.row_panes.len(), 1);
}

#[test]
fn side_by_side_table_lists_paths_of_both_panes() {
    let (case, mut state) = (pair(), side_by_side());
    let of = |state: &ViewState| lay_out(&case, state).csv(&case.model()).unwrap();
    let both = of(&state);
    state.profile.sides = ProfileSides::Difference;
    assert_eq!(both, of(&state));
}

#[test]
fn absent_side_of_a_zoom_says_so() {
    let (case, mut state) = (pair(), side_by_side());
    state.profile.flame.zoom = Some(path(&["main", "render", "draw"]));
    let mut laid = lay_out(&case, &state);
    let subjects: Vec<_> =
        (0..laid.items()).filter_map(|at| laid.subject(ItemId(at), &case.model())).collect();
    // A has its callers and itself, B only the callers.
    let callers = [path(&["main"]), path(&["main", "render"])];
    let expected = [&callers[..], &[path(&["main", "render", "draw"])], &callers].concat();
    assert_eq!(subjects, expected);
    let all = texts(&mut *laid);
    assert!(all.iter().filter(|text| *text == "not in B").count() == 2, "{all:?}");
    assert!(!all.iter().any(|text| text == "not in A"));
}

#[test]
fn pointed_path_stands_out_from_its_function_in_both_panes() {
    let text = "t\n  0..900 main\n    0..400 f\n      0..300 g\n    400..600 g\n";
    let (case, state) = (Profiled::new(vec![trace(text), trace(text)]), side_by_side());
    let laid = lay_out(&case, &state);
    let inner = path(&["main", "f", "g"]);
    let item =
        (0..laid.items()).map(ItemId).find(|&item| laid.subject(item, &case.model()) == Some(inner.clone()));
    let highlight = laid.highlight(item.unwrap(), &case.model()).unwrap();
    let picture = Picture { size: LOW, pointed: Some(&highlight), ..Picture::new(&state) };
    let mut laid = case.lay_out(&View, &picture, None);
    let layers = laid.take_layers().layers;
    let marks = layers.iter().filter(|layer| layer.marks);
    let rects = marks.flat_map(|layer| match &layer.batches[0] {
        Batch::Rects(rects) => rects.instances.clone(),
        _ => Vec::new(),
    });
    let hover = Theme::named(ThemeName::Light).hover;
    let (strong, faint): (Vec<RectInstance>, Vec<RectInstance>) =
        rects.partition(|rect| rect.border == hover);
    // One path of `g` under the pointer and one elsewhere, in each pane.
    assert_eq!((strong.len(), faint.len()), (2, 2));
    assert!(strong[1].x0 > strong[0].x1, "one in each pane");
}

#[test]
fn frames_fold_only_where_both_sides_have_them() {
    let nested = |names: [&str; 5]| {
        let frame = |at: usize| format!("{}0..1000 {}\n", " ".repeat(2 + at), names[at]);
        let frames = (0..5).map(frame).collect::<Vec<String>>().concat();
        trace(&format!("t\n{frames}       0..400 parse\n       500..900 draw\n"))
    };
    let frames = |b: [&str; 5]| {
        let case = Profiled::new(vec![nested(["a", "b", "c", "d", "e"]), nested(b)]);
        lay_out(&case, &side_by_side()).info().row_panes[0].frames
    };
    assert_eq!(frames(["a", "b", "c", "d", "e"]), 4);
    assert_eq!(frames(["a", "x", "c", "d", "e"]), 0);
}

#[test]
fn side_without_calls_is_empty() {
    let case = Profiled::new(vec![trace("t\n  0..900 main\n"), trace("t\n")]);
    let mut laid = lay_out(&case, &side_by_side());
    assert_eq!(laid.items(), 1);
    assert!(texts(&mut *laid).contains(&"no weight".to_owned()));
}

const ORDERS: [SiblingOrder; 3] = [SiblingOrder::Weight, SiblingOrder::Name, SiblingOrder::FirstCall];

/// Returns the order of siblings by its definition: the larger weight, the name, or the first call of either side.
fn rank(tree: &WeightedTree, order: SiblingOrder, node: NodeId) -> (f64, i64) {
    match order {
        SiblingOrder::Weight => (-naive(tree, ProfileWidth::Larger, node), 0),
        SiblingOrder::Name => (0.0, 0),
        _ => (0.0, tree.sides().iter().map(|side| side.first[node.index()]).min().unwrap()),
    }
}

proptest! {
    #[test]
    fn panes_have_true_widths_and_one_order(seed: u64, order in 0usize..3, px in 300.0f32..700.0) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let case = Profiled::new(vec![generate(seed, shape), generate(seed ^ 0xABCD, shape)]);
        let mut state = side_by_side();
        state.profile.flame.order = ORDERS[order];
        state.profile.flame.frames = true;
        // One pane above the other, so that both begin at one edge.
        let size = Size { width: px + 24.0, height: 8000.0 };
        let mut laid = case.lay_out(&View, &Picture { size, ..Picture::new(&state) }, None);
        let tree = case.tree.folded(Folding::Direct, case.names.len());
        let by = [ProfileWidth::A, ProfileWidth::B];
        let wholes = by.map(|by| tree.roots().map(|root| naive(&tree, by, root)).sum::<f64>());
        let whole = wholes[0].max(wholes[1]);
        let found = boxes(&mut *laid);
        let model = case.model();
        let mut drawn: [Vec<(NodeId, RectInstance)>; 2] = [Vec::new(), Vec::new()];
        for (item, rect) in found.iter().enumerate() {
            let Some(subject) = laid.subject(ItemId(item as u32), &model) else { continue };
            drawn[usize::from(rect.y0 > 4000.0)].push((named(&case, &tree, &subject), *rect));
        }
        for (side, drawn) in drawn.iter().enumerate() {
            for (node, rect) in drawn {
                let expected = naive(&tree, by[side], *node) / whole * f64::from(px);
                let gap = (expected / 3.0).min(1.0);
                let drawn_px = f64::from(rect.x1 - rect.x0);
                prop_assert!((drawn_px - (expected - gap)).abs() < 0.01, "{drawn_px} for {expected}");
                // A path lies in the same row of both panes, and siblings in one order.
                let depth = tree.path(*node).len() as f32 - 1.0;
                prop_assert!((rect.y0 - (drawn[0].1.y0 + depth * 17.0)).abs() < 0.01);
            }
            let wide = |node: &NodeId| naive(&tree, by[side], *node) / whole * f64::from(px) >= 1.0 + 1e-6;
            let missing = tree.nodes().filter(wide).find(|node| !drawn.iter().any(|(other, _)| other == node));
            prop_assert_eq!(missing, None);
            for (one, left) in drawn {
                for (other, right) in drawn {
                    if tree.parent()[one.index()] == tree.parent()[other.index()] && left.x0 < right.x0 {
                        let [first, second] = [*one, *other].map(|node| rank(&tree, ORDERS[order], node));
                        prop_assert!(first <= second, "{first:?} left of {second:?}");
                    }
                }
            }
        }
        // The table has each path that some pane draws once.
        let text = laid.csv(&model).unwrap();
        let rows = text.lines().skip(1).filter(|line| !line.contains(",,,")).count();
        let mut nodes: Vec<NodeId> = drawn.iter().flatten().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        prop_assert_eq!(rows, nodes.len());
    }
}

#[test]
fn zoom_to_a_function_follows_the_larger_side() {
    let (case, mut state) = (pair(), side_by_side());
    state.profile.flame.zoom = Some(Subject::Function(function("render")));
    let laid = lay_out(&case, &state);
    assert_eq!(laid.subject(ItemId(1), &case.model()), Some(path(&["main", "render"])));
    assert_eq!(laid.info().drawn.as_ref().unwrap().text, "Flame graph: 3 of 3 paths drawn");
}
