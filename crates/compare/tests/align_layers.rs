//! Alignments of programs with changed layers, compared with the largest mapping that keeps order and ancestry.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "shown on demand")]

#[path = "align/check.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod check;
#[path = "align/layers.rs"]
mod layers;
#[path = "align/oracle.rs"]
mod oracle;
#[path = "align/score.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod score;

use check::{check, mirrored, renamed};
use diptych_compare::align::Kind;
use diptych_testkit::Rng;
use diptych_trace::Trace;
use layers::{Node, insert_layer, leaf, node, random, remove_layer, traced};
use oracle::{Forest, in_order, largest, largest_of_all};
use proptest::prelude::*;
use score::align_plainly;

/// Returns two small programs. They are unrelated, or one is the other after some changes to its layers.
fn programs(seed: u64, most: u64, changes: Option<u64>) -> [Trace; 2] {
    let mut rng = Rng::new(seed);
    let functions = 1 + rng.below(12);
    let calls = 1 + rng.below(most) as usize;
    let a = random(&mut rng, calls, functions);
    let mut b = a.clone();
    if changes.is_none() {
        let calls = 1 + rng.below(most) as usize;
        b = random(&mut rng, calls, functions);
    }
    for _ in 0..changes.unwrap_or(0) {
        if rng.below(2) == 0 && b.calls() < most as usize {
            insert_layer(&mut rng, &mut b, functions);
        } else {
            remove_layer(&mut rng, &mut b);
        }
    }
    [traced(&a), traced(&b)]
}

#[test]
fn calls_of_corresponding_callers_are_preferred() {
    // Rounds of `core` and `util`. In A, each begins with `legacy`, which calls `util`, too.
    let rounds = |has_legacy: bool| {
        let round = |at: i64| {
            let legacy = format!("    {at}..{} legacy\n      {}..{} util\n", at + 30, at + 5, at + 25);
            let own = format!("    {}..{} core\n    {}..{} util\n", at + 40, at + 60, at + 70, at + 90);
            if has_legacy { legacy + &own } else { own }
        };
        let rounds: String = (0..30).map(|round_at| round(round_at * 100)).collect();
        diptych_testkit::trace(&format!("t\n  0..3000 main\n{rounds}"))
    };
    let (a, b) = (rounds(true), rounds(false));
    for [a, b] in [[&a, &b], [&b, &a]] {
        let alignment = align_plainly(a, b);
        let matched =
            alignment.sides[0].partner.iter().zip(0..).filter(|(partner, _)| partner.some().is_some());
        for (&partner, call) in matched {
            let depth = |trace: &Trace, call: u32| trace.calls().depth()[call as usize];
            assert_eq!(depth(a, call), depth(b, partner.0), "call {call}");
        }
        assert_eq!(alignment.sides[0].calls[Kind::Matched as usize], 61);
    }
}

/// Returns the number of pairs in order, and the largest possible number.
fn against_largest([a, b]: &[Trace; 2]) -> [usize; 2] {
    let alignment = align_plainly(a, b);
    [in_order(a, &alignment).len(), largest(&Forest::of(a), &Forest::of(b))]
}

/// Returns the least and the mean share of the largest mapping that is found, over cases with fixed seeds.
fn parts(cases: u64, case: impl Fn(u64) -> [Trace; 2]) -> [f64; 2] {
    let parts: Vec<f64> = (0..cases)
        .map(|seed| {
            let [found, most] = against_largest(&case(seed));
            assert!(found <= most, "seed {seed}: {found} of {most}");
            found as f64 / most as f64
        })
        .collect();
    [parts.iter().copied().fold(1.0, f64::min), parts.iter().sum::<f64>() / parts.len() as f64]
}

#[test]
fn rebuilt_layers_leave_nearly_the_largest_mapping() {
    for changes in [1, 3, 10, 25] {
        let [least, mean] = parts(300, |seed| programs(seed, 40, Some(changes)));
        println!("{changes} layers: mean {mean:.4}, least {least:.4}");
        assert!(mean >= 0.98 && least >= 0.8, "{changes} layers: mean {mean}, least {least}");
    }
}

#[test]
fn unlike_programs_have_nearly_the_largest_mapping() {
    let [least, mean] = parts(600, |seed| programs(seed, 40, None));
    println!("unlike: mean {mean:.4}, least {least:.4}");
    assert!(mean >= 0.98 && least >= 0.8, "mean {mean}, least {least}");
}

proptest! {
    #[test]
    fn largest_mapping_equals_exhaustive_search(seed: u64, changes in prop::option::of(0u64..4)) {
        let [a, b] = programs(seed, 7, changes).map(|trace| Forest::of(&trace));
        prop_assert_eq!(largest(&a, &b), largest_of_all(&a, &b));
    }

    #[test]
    fn promises_hold_whatever_layers_come_and_go(seed: u64, salt: u64, changes in prop::option::of(0u64..40)) {
        let [a, b] = programs(seed, 120, changes);
        let alignment = align_plainly(&a, &b);
        check(&a, &b, &alignment);
        prop_assert_eq!(&mirrored(&align_plainly(&b, &a)).sides, &alignment.sides);
        let [new_a, new_b] = [&a, &b].map(|trace| renamed(trace, salt));
        prop_assert_eq!(&align_plainly(&new_a, &new_b).sides, &alignment.sides);
    }

    #[test]
    fn a_mapping_in_order_keeps_order_and_ancestry(seed: u64, changes in prop::option::of(0u64..40)) {
        let [a, b] = programs(seed, 80, changes);
        let pairs = in_order(&a, &align_plainly(&a, &b));
        let holds = |trace: &Trace, up: diptych_trace::CallId, call: diptych_trace::CallId| {
            (up.0..trace.calls().subtree_end()[up.index()]).contains(&call.0)
        };
        for x in &pairs {
            for y in &pairs {
                prop_assert_eq!(x.0 < y.0, x.1 < y.1);
                prop_assert_eq!(holds(&a, x.0, y.0), holds(&b, x.1, y.1));
            }
        }
    }
}

/// Returns two hundred calls with four calls each.
fn many(name: &str) -> Vec<Node> {
    let part = |at: usize| {
        let inner = format!("{name}_{}", at % 7);
        node("item", vec![node(&inner, vec![leaf("get")]), leaf("put")])
    };
    (0..200).map(part).collect()
}

#[test]
fn new_frame_and_trailing_leaf_cost_no_pair() {
    let of = || {
        vec![
            leaf("w1"),
            leaf("m"),
            leaf("hint"),
            node("proj", many("p")),
            node("mods", many("q")),
            leaf("setop"),
        ]
    };
    let a = traced(&node("main", vec![node("sel", of())]));
    let b = traced(&node("main", vec![node("selq", vec![node("sel", of())]), leaf("m")]));
    let alignment = align_plainly(&a, &b);
    assert_eq!(a.calls().len(), 1_608);
    assert_eq!(alignment.sides[0].calls, [1_608, 0, 0]);
    assert_eq!(alignment.sides[1].calls, [1_608, 0, 2]);
    // Here `selq` replaces `sel`: it has no frame inside, so all calls take its place.
    let b = traced(&node("main", [vec![node("selq", of())], vec![leaf("m")]].concat()));
    let alignment = align_plainly(&a, &b);
    assert_eq!(alignment.sides[0].calls, [1_607, 0, 1]);
}

#[test]
fn changed_layers_cost_only_their_own_calls() {
    let expression = |layers: &[&str], held: Vec<Node>| {
        layers.iter().rev().fold(held, |held, layer| vec![leaf("match"), node(layer, held)])
    };
    let statements = |layers: &[&str]| {
        let of = |at: usize| {
            let inner = expression(layers, many(&format!("s{at}")));
            node("parse_statement", expression(layers, [inner, vec![leaf("match")]].concat()))
        };
        traced(&node("main", (0..5).map(of).collect()))
    };
    let a = statements(&["parse_expression", "parse_conjunction", "parse_unary", "parse_primary"]);
    let b = statements(&[
        "parse_expression",
        "parse_assignment",
        "parse_equality",
        "parse_unary",
        "parse_primary",
    ]);
    let alignment = align_plainly(&a, &b);
    // `parse_conjunction` occurs ten times.
    assert_eq!(alignment.sides[0].calls[Kind::Only as usize], 10);
    assert_eq!(alignment.sides[0].calls[Kind::Moved as usize], 0);
}
