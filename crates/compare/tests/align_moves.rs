//! Tests that moved subtrees are found: changed ones, and ones dealt out to other callers.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "align/check.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod check;
#[path = "align/layers.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod layers;
#[path = "align/score.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod score;

use check::{check, mirrored};
use diptych_testkit::Rng;
use layers::{Node, leaf, node, traced};
use proptest::prelude::*;
use score::align_plainly;

/// Returns calls that fill a container, with names of its own.
fn filling(name: &str, count: usize) -> Vec<Node> {
    let one = |at: usize| {
        node(&format!("{name}{at}"), ["x", "y", "z"].map(|end| leaf(&format!("{name}{at}{end}"))).to_vec())
    };
    (0..count).map(one).collect()
}

/// Returns calls by kind: matched, moved, only on the side. Checks that exchanged sides give the same.
fn calls(a: &Node, b: &Node) -> [[u64; 3]; 2] {
    let [a, b] = [a, b].map(traced);
    let alignment = align_plainly(&a, &b);
    check(&a, &b, &alignment);
    assert_eq!(mirrored(&align_plainly(&b, &a)).sides, alignment.sides);
    alignment.sides.map(|side| side.calls)
}

/// Returns an import of a module with leaves, and some more.
fn import(leaves: usize, more: usize) -> Node {
    let names = (0..leaves).map(|at| format!("l{at}")).chain((0..more).map(|at| format!("extra{at}")));
    node("import", vec![node("module", names.map(|name| leaf(&name)).collect())])
}

#[test]
fn moved_subtree_with_more_leaves_keeps_its_calls() {
    for more in [0, 1, 3, 10] {
        let go = [filling("f", 30), filling("g", 30)];
        let a = node("main", vec![import(20, 0), node("go", go.concat())]);
        let lazy = node("lazy", vec![import(20, more)]);
        let b = node("main", vec![node("go", [go[0].clone(), vec![lazy], go[1].clone()].concat())]);
        // One call moved, and the calls inside it match.
        assert_eq!(calls(&a, &b), [[263, 1, 0], [263, 1, 1 + more as u64]], "{more} more");
    }
}

#[test]
fn subtree_with_other_contents_stays_alone() {
    let of = |names: &str| node("import", (0..20).map(|at| leaf(&format!("{names}{at}"))).collect());
    let go = [filling("f", 30), filling("g", 30)];
    let a = node("main", vec![of("l"), node("go", go.concat())]);
    let b = node("main", vec![node("go", [go[0].clone(), vec![of("m")], go[1].clone()].concat())]);
    assert_eq!(calls(&a, &b).map(|side| side[1..].to_vec()), [vec![0, 21], vec![0, 21]]);
}

#[test]
fn changed_subtree_moves_into_a_renamed_caller() {
    let part = |more: bool| {
        let inside = (0..8).map(|at| node(&format!("l{at}"), vec![leaf(&format!("m{at}"))]));
        node("s", inside.chain(more.then(|| leaf("new"))).collect())
    };
    let [f, g, h] = ["f", "g", "h"].map(|name| filling(name, 20));
    let a = node(
        "main",
        [f.clone(), vec![node("old", vec![part(false), leaf("w")])], g.clone(), h.clone()].concat(),
    );
    let b = node("main", [f, g, vec![node("renamed", vec![part(true), leaf("w")])], h].concat());
    assert_eq!(calls(&a, &b).map(|side| side[2]), [1, 2]);
}

#[test]
fn exchanged_subtrees_of_one_name_find_their_contents() {
    let part = |kind: &str, more: usize| {
        let names = (0..6).map(|at| format!("{kind}{at}")).chain((0..more).map(|at| format!("e{at}")));
        node("s", names.map(|name| leaf(&name)).collect())
    };
    let main = |first: Node, second: Node| {
        let of = |name: &str, part| {
            node(name, [filling(name, 20), vec![part], filling(&format!("{name}_"), 20)].concat())
        };
        node("main", vec![of("k", first), of("l", second)])
    };
    let a = main(part("x", 0), part("y", 0));
    let b = main(part("y", 1), part("x", 1));
    assert_eq!(calls(&a, &b).map(|side| side[2]), [0, 2]);
}

/// Deals subtrees out to containers, equally many to each.
fn dealt(parts: &[Node], containers: &[&str], fill: usize) -> Node {
    let each = parts.len() / containers.len();
    let container = |(at, name): (usize, &&str)| {
        let own = parts[at * each..(at + 1) * each].to_vec();
        node(name, [filling(&format!("{at}p"), fill), own, filling(&format!("{at}q"), fill)].concat())
    };
    node("main", containers.iter().enumerate().map(container).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn subtrees_dealt_to_other_containers_all_find_their_equals(
        seed: u64,
        each in 1usize..6,
        one_name: bool,
        one_container: bool,
        large: bool,
        fill in 15usize..40,
    ) {
        let mut rng = Rng::new(seed);
        let part = |at: usize| {
            let name = if one_name { "x".to_owned() } else { format!("x{at}") };
            let inside = if large { vec![leaf(&format!("a{at}")), node("b", vec![leaf(&format!("c{at}"))])] } else { vec![leaf(&format!("a{at}"))] };
            node(&name, inside)
        };
        let parts: Vec<Node> = (0..3 * each).map(part).collect();
        let mut other = parts.clone();
        for at in (1..other.len()).rev() {
            other.swap(at, rng.below(at as u64 + 1) as usize);
        }
        let containers = if one_container { ["c"; 3] } else { ["c0", "c1", "c2"] };
        let (a, b) = (dealt(&parts, &containers, fill), dealt(&other, &containers, fill));
        let found = calls(&a, &b);
        prop_assert_eq!(found.map(|side| side[2]), [0, 0], "{:?}", found);
    }

    #[test]
    fn moved_subtree_keeps_what_it_shares(seed: u64, size in 6usize..40, changes in 0usize..5, fill in 20usize..40) {
        let mut rng = Rng::new(seed);
        let mut part = layers::random(&mut rng, size, 12);
        part.name = "moved".to_owned();
        part.inside.push(leaf("telling"));
        let mut changed = part.clone();
        let changes = changes.min(size / 6);
        for at in 0..changes {
            changed.inside.push(leaf(&format!("new{at}")));
        }
        let [f, g] = ["F", "G"].map(|name| filling(name, fill));
        let a = node("main", vec![part.clone(), node("go", [f.clone(), g.clone()].concat())]);
        let b = node("main", vec![node("go", [f, vec![changed], g].concat())]);
        let found = calls(&a, &b);
        prop_assert_eq!(found.map(|side| side[2]), [0, changes as u64], "{:?}", found);
    }
}
