//! Rings, curves and labels of the radial view, tested against their definitions.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_structure::radial::{
    Bundling, Edge, Label, LabelSizes, RingCircle, Rings, Width, bundle, control_points_at, labels, spline,
};
use diptych_structure::{Hierarchy, Level, NodeId, SideInput, Source, VisibleElements, place};
use diptych_trace::FunctionSpec;
use proptest::prelude::*;
use std::f64::consts::TAU;

const DISC: RingCircle = RingCircle {
    center: [400.0, 300.0],
    inner_radius: 180.0,
    outer_radius: 280.0,
    leaf_share: 0.5,
    gap: 0.05,
    least_ring: 10.0,
};

fn tree(names: &[String]) -> Hierarchy {
    let functions: Vec<FunctionSpec> =
        names.iter().map(|name| FunctionSpec { name, ..FunctionSpec::default() }).collect();
    let input = SideInput { functions: &functions, ..SideInput::default() };
    place(Source::Names, [input, SideInput::default()]).hierarchy
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("([abcd]\\.){0,5}[fgh]", 1..25)
}

fn near(left: [f64; 2], right: [f64; 2]) -> bool {
    (left[0] - right[0]).hypot(left[1] - right[1]) < 1e-6
}

/// Returns the basis function of a knot vector, by the recursion of Cox and de Boor.
fn basis(knots: &[f64], i: usize, degree: usize, u: f64) -> f64 {
    if degree == 0 {
        // The last non-empty span includes its end.
        let is_last = u >= knots[knots.len() - 1] && knots[i] < u && (knots[i + 1] - u).abs() < 1e-12;
        return f64::from((knots[i] <= u && u < knots[i + 1]) || is_last);
    }
    let part = |from: f64, to: f64, value: f64| if to > from { value / (to - from) } else { 0.0 };
    part(knots[i], knots[i + degree], u - knots[i]) * basis(knots, i, degree - 1, u)
        + part(knots[i + 1], knots[i + degree + 1], knots[i + degree + 1] - u)
            * basis(knots, i + 1, degree - 1, u)
}

/// Returns the corners of a label's box.
fn corners(label: &Label, width: f64, height: f64) -> [[f64; 2]; 4] {
    let (sin, cos) = label.angle.sin_cos();
    [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map(|(x, y)| {
        let (x, y) = (x * width, y * height);
        [label.center[0] + x * cos - y * sin, label.center[1] + x * sin + y * cos]
    })
}

/// Returns true if two convex boxes overlap, by the separating axis theorem.
fn overlap(left: &[[f64; 2]; 4], right: &[[f64; 2]; 4]) -> bool {
    let axes = [left, right]
        .into_iter()
        .flat_map(|of| (0..2).map(|at| [of[at + 1][0] - of[at][0], of[at + 1][1] - of[at][1]]));
    axes.into_iter().all(|axis| {
        let range = |of: &[[f64; 2]; 4]| {
            let along = of.map(|point| point[0] * axis[0] + point[1] * axis[1]);
            (along.iter().copied().fold(f64::MAX, f64::min), along.iter().copied().fold(f64::MIN, f64::max))
        };
        let (left, right) = (range(left), range(right));
        let length = axis[0].hypot(axis[1]).max(1e-9);
        left.0 < right.1 - 1e-6 * length && right.0 < left.1 - 1e-6 * length
    })
}

#[test]
fn curve_widths_range_from_one_to_eight() {
    for width in [Width::Logarithmic, Width::SquareRoot] {
        assert!((width.of(1_000, 1_000) - 8.0).abs() < 1e-12);
        assert!((width.of(0, 1_000) - 1.0).abs() < 1e-12 && (width.of(0, 0) - 1.0).abs() < 1e-12);
    }
    assert!((Width::SquareRoot.of(250, 1_000) - 4.5).abs() < 1e-12);
    assert!((Width::Logarithmic.of(9, 99) - 4.5).abs() < 1e-12);
}

#[test]
fn deep_tree_counts_elements_without_ring() {
    let names: Vec<String> = (1..=201).map(|depth| format!("{}f", "p.".repeat(depth))).collect();
    let tree = tree(&names);
    let shown = VisibleElements::new(&tree, Level::Depth(1_000), &[], &[]);
    let rings = Rings::new(&tree, &shown, DISC);
    let drawn = rings.cells.iter().filter(|cell| cell.place.is_some()).count();
    assert_eq!(drawn, 201);
    let open =
        tree.ids().skip(1).filter(|&id| shown.place(id).is_none() && tree.children(id).count() > 1).count();
    assert_eq!(rings.cells.len() - drawn + rings.without_cell as usize, open);
    assert_eq!(rings.cells.len() - drawn, 5, "50 pixels of rings at least 10 high");
}

#[test]
fn ten_thousand_children_are_laid_out() {
    let names: Vec<String> = (0..10_000).map(|number| format!("f{number}")).collect();
    let tree = tree(&names);
    let shown = VisibleElements::new(&tree, Level::Depth(1), &[], &[]);
    let rings = Rings::new(&tree, &shown, DISC);
    assert_eq!(rings.cells.len(), 10_000);
    let edges: Vec<Edge> = (0..10_000).map(|callee| Edge { caller: 0, callee, calls: 1 }).collect();
    let bundling = Bundling { beta: 0.8, leave_out_common_ancestor: true, width: Width::Logarithmic };
    let path = bundle(&tree, &shown, &rings, &edges, bundling);
    assert_eq!((path.ends.len(), path.loops), (10_000, 1));
    assert!(path.points.iter().flatten().all(|value| value.is_finite()));
    let sizes = LabelSizes { least: 8.0, most: 12.0, line_height: 1.2, margin: 1.0 };
    assert!(labels(&rings, sizes, 1.0, |_| 3.0).is_empty(), "no cell is a line high");
}

proptest! {
    #[test]
    fn cells_fill_the_circle_without_overlap(names in names(), depth in 0u32..7) {
        let tree = tree(&names);
        let shown = VisibleElements::new(&tree, Level::Depth(depth), &[], &[]);
        let rings = Rings::new(&tree, &shown, DISC);
        let leaves: Vec<_> = rings.cells.iter().filter(|cell| cell.place.is_some()).collect();
        prop_assert_eq!(leaves.iter().map(|cell| cell.element).collect::<Vec<_>>(), shown.elements());
        let span = leaves[0].angles[1] - leaves[0].angles[0];
        for cell in &rings.cells {
            prop_assert!(cell.radii[0] < cell.radii[1] && cell.radii[0] >= DISC.inner_radius - 1e-9);
            prop_assert!(cell.radii[1] <= DISC.outer_radius + 1e-9);
            prop_assert!(cell.angles[0] >= -1e-9 && cell.angles[1] <= TAU + 1e-9);
            // A cell spans the elements it contains.
            let within: Vec<_> = leaves.iter().filter(|leaf| tree.subtree(cell.element).contains(&leaf.element.0)).collect();
            prop_assert!((cell.angles[0] - within[0].angles[0]).abs() < 1e-9);
            prop_assert!((cell.angles[1] - within[within.len() - 1].angles[1]).abs() < 1e-9);
        }
        for (at, left) in rings.cells.iter().enumerate() {
            for right in &rings.cells[at + 1..] {
                let apart = |left: [f64; 2], right: [f64; 2]| left[1] <= right[0] + 1e-9 || right[1] <= left[0] + 1e-9;
                prop_assert!(apart(left.angles, right.angles) || apart(left.radii, right.radii));
            }
        }
        for (place, leaf) in (0..).zip(&leaves) {
            prop_assert!((leaf.angles[1] - leaf.angles[0] - span).abs() < 1e-9);
            prop_assert!((leaf.radii[0] - DISC.inner_radius).abs() < 1e-9, "at the circle");
            prop_assert_eq!(rings.cell(place), *leaf);
            prop_assert!(near(rings.point(leaf.element), rings.at(f64::midpoint(leaf.angles[0], leaf.angles[1]), DISC.inner_radius)));
        }
        prop_assert!(near(rings.point(NodeId::ROOT), DISC.center) || shown.elements() == [NodeId::ROOT]);
    }

    #[test]
    fn curves_follow_the_tree_and_are_straightened(
        names in names(), depth in 1u32..7, beta in 0.0f64..1.0, leave_out: bool,
        ends in prop::collection::vec(prop::array::uniform2(any::<prop::sample::Index>()), 1..20),
    ) {
        let tree = tree(&names);
        let shown = VisibleElements::new(&tree, Level::Depth(depth), &[], &[]);
        let rings = Rings::new(&tree, &shown, DISC);
        let edges: Vec<Edge> = ends.iter().enumerate().map(|(at, ends)| {
            let [caller, callee] = ends.map(|end| end.index(shown.elements().len()) as u32);
            Edge { caller, callee, calls: at as u64 + 1 }
        }).collect();
        let bundling = Bundling { beta, leave_out_common_ancestor: leave_out, width: Width::SquareRoot };
        let path = bundle(&tree, &shown, &rings, &edges, bundling);
        prop_assert_eq!(path.loops as usize, edges.iter().filter(|edge| edge.caller == edge.callee).count());
        for (at, edge) in edges.iter().enumerate() {
            let [from, to] = [edge.caller, edge.callee].map(|place| shown.elements()[place as usize]);
            let found = path.curve(at);
            prop_assert!((path.widths[at] - Width::SquareRoot.of(edge.calls, edges.len() as u64)).abs() < 1e-12);
            if from == to {
                prop_assert_eq!(found.len(), 4);
                for end in [found[0], found[3]] {
                    let radius = (end[0] - DISC.center[0]).hypot(end[1] - DISC.center[1]);
                    prop_assert!((radius - DISC.inner_radius).abs() < 1e-6);
                }
                continue;
            }
            // Elements with one child have no point. All other elements around both, outermost first, do.
            let around = |id: NodeId| {
                let mut way: Vec<NodeId> = tree.way_up(id)
                    .filter(|&up| up == id || up == NodeId::ROOT || tree.children(up).count() > 1).collect();
                way.reverse();
                way
            };
            let (up, down) = (around(from), around(to));
            let common = up.iter().zip(&down).take_while(|(left, right)| left == right).count();
            let mut way: Vec<NodeId> = up[common..].iter().rev().copied().collect();
            if !leave_out || up.len() + down.len() - 2 * common < 4 {
                way.push(up[common - 1]);
            }
            way.extend(&down[common..]);
            let points: Vec<[f64; 2]> = way.iter().map(|&id| rings.point(id)).collect();
            prop_assert_eq!(found.len(), points.len());
            let (first, last, steps) = (points[0], points[points.len() - 1], points.len() as f64 - 1.0);
            for (i, (found, point)) in found.iter().zip(&points).enumerate() {
                let straight = [0, 1].map(|at| first[at] + i as f64 / steps * (last[at] - first[at]));
                let expected = [0, 1].map(|at| beta * point[at] + (1.0 - beta) * straight[at]);
                prop_assert!(near(*found, expected));
            }
        }
    }

    #[test]
    fn spline_agrees_with_basis_functions(
        points in prop::collection::vec(prop::array::uniform2(-100.0f64..100.0), 1..12), u in 0.0f64..=1.0,
    ) {
        let degree = (points.len() - 1).min(3);
        let spans = points.len() - degree;
        let knots: Vec<f64> = (0..=points.len() + degree).map(|i| (i as f64 - degree as f64).clamp(0.0, spans as f64)).collect();
        let at = u * spans as f64;
        let mut expected = [0.0; 2];
        for (i, point) in points.iter().enumerate() {
            let share = basis(&knots, i, degree, at);
            (0..2).for_each(|axis| expected[axis] += share * point[axis]);
        }
        prop_assert!(near(spline(&points, u), expected), "{:?} {expected:?}", spline(&points, u));
        prop_assert!(near(spline(&points, 0.0), points[0]) && near(spline(&points, 1.0), points[points.len() - 1]));
        let (mut whole, mut straight) = (points.clone(), points.clone());
        control_points_at(&mut whole, 1.0);
        control_points_at(&mut straight, 0.0);
        prop_assert!(whole.iter().zip(&points).all(|(left, right)| near(*left, *right)));
        let line = [0, 1].map(|axis| points[0][axis] + u * (points[points.len() - 1][axis] - points[0][axis]));
        prop_assert!(points.len() == 1 || points.len() > 4 || near(spline(&straight, u), line));
    }

    #[test]
    fn labels_fit_cells_and_are_maximal(
        names in names(), depth in 0u32..7, scale in 0.5f64..3.0, wide in 1.0f64..12.0,
    ) {
        let tree = tree(&names);
        let shown = VisibleElements::new(&tree, Level::Depth(depth), &[], &[]);
        let rings = Rings::new(&tree, &shown, DISC);
        let sizes = LabelSizes { least: 7.0, most: 14.0, line_height: 1.2, margin: 1.5 };
        let text = |id: NodeId| wide * f64::from(id.0 % 5 + 1) / 3.0;
        let found = labels(&rings, sizes, scale, text);
        let boxes: Vec<_> = found.iter().map(|label| {
            let width = if label.is_whole { text(label.element) * label.size } else { label.width };
            corners(label, width, label.size * sizes.line_height)
        }).collect();
        for (at, label) in found.iter().enumerate() {
            let cell = rings.cells.iter().find(|cell| cell.element == label.element).unwrap();
            prop_assert!(label.size >= sizes.least * scale - 1e-9 && label.size <= sizes.most * scale + 1e-9);
            prop_assert!(label.angle.abs() <= TAU / 4.0 + 1e-9);
            let inside = |corners: &[[f64; 2]; 4]| {
                let middle = f64::midpoint(cell.angles[0], cell.angles[1]);
                let half = (cell.angles[1] - cell.angles[0]) / 2.0;
                // Points along the edges too: the inner arc is closest in the middle of an edge.
                (0..80).all(|step| {
                    let (edge, t) = (step / 20, (step % 20) as f64 / 20.0);
                    let (from, to) = (corners[edge], corners[(edge + 1) % 4]);
                    let [x, y] = [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]) - DISC.center[axis]);
                    let angle = (x.atan2(-y) - middle + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
                    let radius = x.hypot(y);
                    angle.abs() <= half + 1e-6 && radius >= cell.radii[0] - 1e-6 && radius <= cell.radii[1] + 1e-6
                })
            };
            prop_assert!(inside(&boxes[at]));
            prop_assert!(boxes[at + 1..].iter().all(|other| !overlap(&boxes[at], other)));
            if label.is_whole && label.size < sizes.most * scale - 0.2 && cell.angles[1] - cell.angles[0] < 3.0 {
                // With a text a tenth larger and the margin removed, the box leaves the cell or its margin.
                let larger = label.size * 1.1 + 0.2;
                let grown = corners(label, text(label.element) * larger + 2.0 * sizes.margin, larger * sizes.line_height + 2.0 * sizes.margin);
                prop_assert!(!inside(&grown), "{label:?} {cell:?}");
            }
        }
    }
}
