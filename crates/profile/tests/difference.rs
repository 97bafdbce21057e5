//! Tests of the arithmetic of differences, on cases that users of other tools complained about.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_profile::{
    Change, ColorBy, DifferenceOptions, Differences, Floor, Folding, FunctionSums, FunctionTable, Funky,
    FunkyPair, LeastShown, Measure, MeasuredTree, NodeId, Order, Scale, SortedSiblings, Tone, TreePart,
    Weight, WeightedTree, WidthBy, Widths,
};
use diptych_testkit::{IdentityTable, Shape, generate, trace};
use diptych_trace::Trace;
use proptest::prelude::*;

const NO_FLOOR: Floor = Floor { share: 0.0, ticks: 0 };
const COLORS: [ColorBy; 3] = [ColorBy::OwnBaseline, ColorBy::Absolute, ColorBy::ShareOfTotal];

fn trees(traces: [&Trace; 2]) -> [MeasuredTree; 2] {
    let mut table = IdentityTable::default();
    // One numbering, in the order of names.
    let name = |id: u32| format!("f{id}\u{1f}/m{}.py", id % 4);
    (0..16).for_each(|id| _ = table.identify(&name(id)));
    traces.map(|trace| {
        let identities = table.identify_all(trace, |function| {
            let id: u32 = function.name[1..].parse().unwrap();
            name(id)
        });
        MeasuredTree::new(trace, &identities, TreePart::whole(), Weight::Ticks, &mut |_, _| ())
    })
}

fn pair(a: &str, b: &str) -> WeightedTree {
    let [a, b] = trees([&trace(a), &trace(b)]);
    WeightedTree::pair([&a, &b])
}

fn options(color: ColorBy, scale: Scale) -> DifferenceOptions {
    DifferenceOptions { color, scale, floor: NO_FLOOR, measure: Measure::Total, expected: 1.0 }
}

/// Returns the change and the tone of a path.
fn of(tree: &WeightedTree, path: &[u32], options: DifferenceOptions) -> (Change, Tone) {
    let path: Vec<_> = path.iter().map(|&id| diptych_trace::IdentityId(id)).collect();
    let node = tree.find(&path).unwrap();
    let differences = Differences::new(tree, options);
    (differences.change(node), differences.tone(node))
}

const A: &str = "
    t
      0..100 f0
        0..1 f1
        10..50 f2
        60..60 f3
";

#[test]
fn gone_paths_are_minus_100_percent() {
    let tree = pair(A, "\nt\n  0..99 f0\n    10..50 f2\n    60..60 f3");
    for color in COLORS {
        let (change, tone) = of(&tree, &[0, 1], options(color, Scale::Absolute));
        assert_eq!((change.relative(), change.is_gone(), tone), (Some(-1.0), true, Tone::Gone));
    }
    // It keeps its room if widths show both sides, and has none if they show B.
    let node = tree.find(&[0, 1].map(diptych_trace::IdentityId)).unwrap();
    let width = |by| Widths::new(&tree, by, [1.0; 2]).width[node.index()];
    assert_eq!([WidthBy::Larger, WidthBy::A, WidthBy::B, WidthBy::Changes].map(width), [1.0, 1.0, 0.0, 1.0]);
}

#[test]
fn new_paths_have_no_percentage() {
    let tree = pair("\nt\n  0..99 f0\n    10..50 f2", A);
    for color in COLORS {
        let (change, tone) = of(&tree, &[0, 1], options(color, Scale::Absolute));
        assert_eq!((change.relative(), change.is_new(), tone), (None, true, Tone::New));
    }
}

#[test]
fn two_sampling_rates_show_no_change() {
    let b = "
    t
      0..1000 f0
        0..10 f1
        100..500 f2
        600..600 f3
    ";
    let tree = pair(A, b);
    let differences = Differences::new(&tree, options(ColorBy::OwnBaseline, Scale::PerTotal));
    for node in tree.nodes().filter(|node| tree.sides()[0].total[node.index()] > 0) {
        assert_eq!((differences.change(node).relative(), differences.tone(node)), (Some(0.0), Tone::Grey));
    }
    // As recorded, it is ten times as much.
    assert_eq!(of(&tree, &[0, 2], options(ColorBy::OwnBaseline, Scale::Absolute)).0.relative(), Some(9.0));
    // Shares of the whole do not depend on the rate either.
    assert_eq!(of(&tree, &[0, 2], options(ColorBy::ShareOfTotal, Scale::Absolute)).1, Tone::Grey);
}

#[test]
fn paths_of_weight_zero_have_no_colour() {
    let tree = pair(A, A);
    for color in COLORS {
        let (change, tone) = of(&tree, &[0, 3], options(color, Scale::PerTotal));
        assert_eq!((change.relative(), tone), (None, Tone::Nothing));
    }
    let empty = pair("\nt\n  5..5 f0", "\nt\n  5..5 f0");
    let (change, tone) = of(&empty, &[0], options(ColorBy::ShareOfTotal, Scale::PerTotal));
    assert_eq!((change.values, tone), ([0.0; 2], Tone::Nothing));
}

#[test]
fn callers_of_cancelling_changes_keep_their_width() {
    let b = "
    t
      0..100 f0
        0..21 f1
        30..50 f2
        60..60 f3
    ";
    let tree = pair(A, b);
    let widths = Widths::new(&tree, WidthBy::Changes, [1.0; 2]);
    // f1 gains 20 and f2 loses 20: the caller's net change is zero, and it is as wide as both.
    assert_eq!(
        (widths.width.as_slice(), widths.net.as_slice()),
        (&[40.0, 20.0, 20.0, 0.0][..], &[0.0, 20.0, -20.0, 0.0][..])
    );
    assert_eq!(of(&tree, &[0], options(ColorBy::OwnBaseline, Scale::Absolute)).1, Tone::Grey);
    assert_eq!(of(&tree, &[0, 1], options(ColorBy::OwnBaseline, Scale::Absolute)).1, Tone::Step([1.0, 21.0]));
    assert_eq!(of(&tree, &[0, 2], options(ColorBy::Absolute, Scale::Absolute)).1, Tone::Step([2.0, 1.0]));
}

#[test]
fn changes_below_the_floor_are_grey() {
    let tree = pair(A, "\nt\n  0..104 f0\n    0..1 f1\n    10..50 f2\n    60..60 f3");
    let tone = |floor| of(&tree, &[0], DifferenceOptions { floor, ..DifferenceOptions::default() }).1;
    assert_eq!(tone(Floor { share: 0.05, ticks: 0 }), Tone::Grey);
    assert_eq!(tone(Floor { share: 0.0, ticks: 4 }), Tone::Grey);
    assert_eq!(tone(Floor { share: 0.03, ticks: 3 }), Tone::Step([100.0, 104.0]));
}

#[test]
fn paths_that_changed_like_the_run_are_grey() {
    let tree = pair(A, "\nt\n  0..150 f0\n    0..2 f1\n    30..90 f2\n    60..60 f3");
    let tone = |path: &[u32], color| {
        of(
            &tree,
            path,
            DifferenceOptions { color, floor: NO_FLOOR, expected: 1.5, ..DifferenceOptions::default() },
        )
        .1
    };
    assert_eq!(tone(&[0], ColorBy::OwnBaseline), Tone::Grey);
    assert_eq!(tone(&[0, 2], ColorBy::OwnBaseline), Tone::Grey);
    // Twice as long is a third more than the run.
    assert_eq!(tone(&[0, 1], ColorBy::OwnBaseline), Tone::Step([1.5, 2.0]));
    // Colours by the largest change start from no change.
    assert_eq!(tone(&[0], ColorBy::Absolute), Tone::Step([1.0, 2.0]));
}

#[test]
fn own_weights_are_compared_if_chosen() {
    let tree = pair("\nt\n  0..10 f0\n    0..10 f1", "\nt\n  0..10 f0\n    0..4 f1");
    let by = |measure| {
        of(&tree, &[0], DifferenceOptions { measure, floor: NO_FLOOR, ..DifferenceOptions::default() })
    };
    assert_eq!(by(Measure::Total).1, Tone::Grey);
    // From nothing to something on a path of both sides: no percentage, and not new.
    let (change, tone) = by(Measure::Own);
    assert_eq!((change.relative(), change.is_new(), tone), (None, false, Tone::Step([0.0, 6.0])));
}

/// inferno #293 and `difffolded.pl`: a change is a share of the own baseline, and callers show growth below them.
#[test]
fn doubled_weight_is_100_percent_for_callers_too() {
    let tree = pair(
        "\nt\n  0..80 f0\n    0..50 f1\n      0..10 f2",
        "\nt\n  0..90 f0\n    0..60 f1\n      0..20 f2",
    );
    let relative = |path: &[u32]| of(&tree, path, options(ColorBy::OwnBaseline, Scale::Absolute));
    assert_eq!(relative(&[0, 1, 2]).0.relative(), Some(1.0));
    assert_eq!((relative(&[0, 1]).0.relative(), relative(&[0]).0.relative()), (Some(0.2), Some(0.125)));
    // None of them stays white, whatever colours are relative to. As a share of the whole, the root never changes.
    for color in COLORS {
        for path in [&[0][..], &[0, 1], &[0, 1, 2]] {
            if color == ColorBy::ShareOfTotal && path == [0] {
                continue;
            }
            let (change, tone) = of(&tree, path, options(color, Scale::Absolute));
            let Tone::Step([less, more]) = tone else { panic!("{color:?} {path:?}: {tone:?}") };
            assert!(change.delta() == 10.0 && less < more, "{color:?} {path:?}");
        }
    }
}

/// `CPython` #154062 and Grafana's profiles-drilldown #332: growth elsewhere in the run does not affect an unchanged
/// function.
#[test]
fn unchanged_code_in_a_longer_run_is_grey() {
    let tree = pair(
        "\nt\n  0..100 f0\n    0..40 f1\n    50..60 f2",
        "\nt\n  0..900 f0\n    0..40 f1\n    50..860 f2",
    );
    for color in [ColorBy::OwnBaseline, ColorBy::Absolute] {
        let (change, tone) = of(&tree, &[0, 1], options(color, Scale::Absolute));
        assert_eq!((change.relative(), tone), (Some(0.0), Tone::Grey), "{color:?}");
    }
    // Its share of the whole shrank, and comparing shares shows that.
    let (change, tone) = of(&tree, &[0, 1], options(ColorBy::OwnBaseline, Scale::PerTotal));
    assert!(change.relative().unwrap() < -0.88 && matches!(tone, Tone::Step([a, b]) if b < a));
    assert!(
        matches!(of(&tree, &[0, 1], options(ColorBy::ShareOfTotal, Scale::Absolute)).1, Tone::Step([a, b]) if b < a)
    );
}

/// `difffolded.pl -n` truncates to whole numbers, so small stacks fall to nothing.
#[test]
fn scaled_small_weights_keep_their_share() {
    let tree =
        pair("\nt\n  0..3000 f0\n    0..3 f1\n    5..6 f2", "\nt\n  0..1000 f0\n    0..1 f1\n    5..7 f2");
    let relative =
        |path: &[u32]| of(&tree, path, options(ColorBy::OwnBaseline, Scale::PerTotal)).0.relative().unwrap();
    assert_eq!(relative(&[0, 1]), 0.0);
    assert!((relative(&[0, 2]) - 5.0).abs() < 1e-9, "{}", relative(&[0, 2]));
}

fn mirrored(tone: Tone) -> Tone {
    match tone {
        Tone::New => Tone::Gone,
        Tone::Gone => Tone::New,
        Tone::Step([a, b]) => Tone::Step([b, a]),
        tone => tone,
    }
}

proptest! {
    /// inferno #293: forwards, inverted, and in both trees of its pair, a function has the same change.
    #[test]
    fn function_change_is_equal_in_every_graph(seed: u64, per_total: bool) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let runs = trees([&generate(seed, shape), &generate(!seed, shape)]);
        let tree = WeightedTree::pair([&runs[0], &runs[1]]);
        let wholes = [tree.whole(0), tree.whole(1)];
        let scale = if per_total { Scale::PerTotal } else { Scale::Absolute };
        let judged = options(ColorBy::OwnBaseline, scale);
        let factors = scale.factors(wholes);
        let table = FunctionTable::new(&tree, 16);
        let inverted = tree.inverted(LeastShown { share: 0.0, ..LeastShown::default() }).tree;
        let mut funky = Funky::new(&tree, 16);
        for function in table.functions() {
            let sums = |column: fn(&FunctionSums) -> &[i64]| {
                [0, 1].map(|side: usize| column(&table.sides[side])[function.index()] as f64 * factors[side])
            };
            let near = |x: [f64; 2], y: [f64; 2]| (0..2).all(|side| (x[side] - y[side]).abs() <= 1e-9 * y[side].max(1.0));
            let root = inverted.roots().find(|root| inverted.identity()[root.index()] == function);
            let own = root.map_or([0.0; 2], |root| Differences::within(&inverted, wholes, judged, 0.0).change(root).values);
            prop_assert!(near(own, sums(|side| &side.own)), "{:?} {:?}", own, sums(|side| &side.own));
            let FunkyPair { callees, callers } = funky.pair(function).unwrap();
            let [down, up] = [&callees, &callers].map(|tree| {
                let of = Differences::within(tree, wholes, judged, 0.0);
                (of.change(NodeId(0)), of.tone(NodeId(0)))
            });
            prop_assert!(near(down.0.values, sums(|side| &side.total)), "{:?}", down);
            prop_assert_eq!(down, up);
        }
    }

    #[test]
    fn exchanging_the_sides_mirrors_everything(seed: u64, share in 0.0f64..0.5) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let [a, b] = [generate(seed, shape), generate(!seed, shape)];
        let runs = trees([&a, &b]);
        for folding in [Folding::AsCalled, Folding::Direct, Folding::Full] {
            let there = WeightedTree::pair([&runs[0], &runs[1]]).folded(folding, 16).into_owned();
            let back = WeightedTree::pair([&runs[1], &runs[0]]).folded(folding, 16).into_owned();
            let paths = |tree: &WeightedTree| tree.nodes().map(|node| tree.path(node)).collect::<Vec<_>>();
            prop_assert_eq!(paths(&there), paths(&back));
            for (scale, color, measure) in [Scale::Absolute, Scale::PerTotal].into_iter()
                .flat_map(|scale| COLORS.map(|color| (scale, color)))
                .flat_map(|(scale, color)| [Measure::Total, Measure::Own].map(|measure| (scale, color, measure)))
            {
                let options = DifferenceOptions { measure, scale, color, floor: Floor { share, ticks: 3 }, expected: 1.0 };
                let [one, other] = [&there, &back].map(|tree| Differences::new(tree, options));
                prop_assert_eq!(one.largest(), other.largest());
                for node in there.nodes() {
                    let (x, y) = (one.change(node), other.change(node));
                    prop_assert_eq!((x.values[0], x.values[1], x.is_new()), (y.values[1], y.values[0], y.is_gone()));
                    prop_assert_eq!(x.delta(), -y.delta());
                    prop_assert_eq!(one.tone(node), mirrored(other.tone(node)));
                }
                let factors = one.factors();
                for (by, opposite) in [
                    (WidthBy::Larger, WidthBy::Larger),
                    (WidthBy::Changes, WidthBy::Changes),
                    (WidthBy::A, WidthBy::B),
                ] {
                    let x = Widths::new(&there, by, factors);
                    let y = Widths::new(&back, opposite, other.factors());
                    prop_assert_eq!((&x.width, &x.own), (&y.width, &y.own));
                    prop_assert!(x.net.iter().zip(&y.net).all(|(x, y)| *x == -y));
                    for order in [Order::Weight, Order::Name, Order::FirstCall] {
                        let walked = |tree, widths: &Widths| -> Vec<(NodeId, u32)> {
                            SortedSiblings::new(tree, order, &widths.width).walk().collect()
                        };
                        prop_assert_eq!(walked(&there, &x), walked(&back, &y));
                    }
                }
            }
        }
    }
}
