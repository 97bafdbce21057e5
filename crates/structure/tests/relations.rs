//! The call sequence, counts in windows and forbidden calls, each tested against its definition.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_formats::Input;
use diptych_structure::{
    CallSequence, DuplicateElement, Kind, Layers, Level, NodeId, Placement, SideInput, Source,
    StatedElements, Tally, VisibleElements, WindowCounts, place, rare, relations, relations_of_pair,
};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn placed(traces: [&Trace; 2]) -> Placement {
    let functions = traces.map(|trace| trace.functions().specs(trace.names()));
    let input = |side: usize| SideInput { functions: &functions[side], ..SideInput::default() };
    place(Source::FilesAndNames, [input(0), input(1)])
}

/// Returns lines and calls without a caller, by sorting all calls.
fn naive(trace: &Trace, lanes: &[LaneId]) -> (Vec<CallId>, Vec<(usize, CallId)>) {
    let calls = trace.calls();
    let mut all: Vec<(i64, LaneId, u32)> = lanes
        .iter()
        .flat_map(|&lane| {
            trace.lanes().calls(lane).map(move |call| (calls.start()[call as usize], lane, call))
        })
        .collect();
    all.sort_unstable();
    let (mut lines, mut without) = (Vec::new(), Vec::new());
    for (.., call) in all {
        match calls.parent()[call as usize].some() {
            Some(_) => lines.push(CallId(call)),
            None => without.push((lines.len(), CallId(call))),
        }
    }
    (lines, without)
}

proptest! {
    #[test]
    fn sequence_holds_calls_with_caller_by_start(seed in 0u64..1_000, one: bool) {
        let trace = generate(seed, Shape { lanes: 3, ..Shape::SMALL });
        let placement = placed([&trace, &trace]);
        let lanes: Vec<LaneId> = trace.lanes().ids().take(if one { 1 } else { 3 }).collect();
        let sequence = CallSequence::new(&trace, &placement.sides[0], &lanes);
        let (lines, without) = naive(&trace, &lanes);
        prop_assert_eq!(sequence.calls(), &lines[..]);
        for (&call, &pair) in sequence.calls().iter().zip(sequence.pair()) {
            let element = |call: CallId| placement.sides[0].of_function[trace.calls().function()[call.index()].index()];
            let caller = trace.calls().parent()[call.index()];
            prop_assert_eq!(sequence.pairs()[pair as usize], (element(caller), element(call)));
        }
        for (from, to) in [(0, lines.len()), (3, 9), (5, 5), (lines.len(), lines.len())] {
            let is_in = |&&(at, _): &&(usize, CallId)| from <= at && (at < to || to >= lines.len());
            let element = |&(_, call): &(usize, CallId)| {
                placement.sides[0].of_function[trace.calls().function()[call.index()].index()]
            };
            let expected: Vec<NodeId> = without.iter().filter(is_in).map(element).collect();
            prop_assert_eq!(sequence.without_caller(from..to), expected.len());
            prop_assert_eq!(sequence.uncalled(from..to), expected);
        }
        let starts: Vec<i64> = lines.iter().map(|call| trace.calls().start()[call.index()]).collect();
        let found = sequence.lines_between(trace.calls(), 100..600);
        let expected: Vec<usize> = (0..lines.len()).filter(|&line| (100..600).contains(&starts[line])).collect();
        prop_assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn window_counts_agree_at_any_level(
        seed in 0u64..1_000, ends in prop::array::uniform2(any::<prop::sample::Index>()), depth in 0u32..4,
    ) {
        // Enough lines for several checkpoints.
        let shape = Shape { calls: 20_000, lanes: 2, functions: 30, max_depth: 12, extent: 100_000_000 };
        let traces = [seed, seed + 1].map(|seed| generate(seed, shape));
        let placement = placed([&traces[0], &traces[1]]);
        let shown = VisibleElements::new(&placement.hierarchy, Level::Depth(depth), &[], &[]);
        let mut of_sides = Vec::new();
        let mut naive_of_sides = Vec::new();
        for (trace, side) in traces.iter().zip(&placement.sides) {
            let lanes: Vec<LaneId> = trace.lanes().ids().collect();
            let sequence = CallSequence::new(trace, side, &lanes);
            let mut window = ends.map(|end| end.index(sequence.len() + 1));
            window.sort_unstable();
            let window = window[0]..window[1];
            let counts = WindowCounts::new(&sequence, trace.calls()).window(&sequence, trace.calls(), window.clone());
            let mut expected: BTreeMap<(u32, u32), Tally> = BTreeMap::new();
            for line in window {
                let (caller, callee) = sequence.pairs()[sequence.pair()[line] as usize];
                let tally = expected.entry((shown.place(caller).unwrap() as u32, shown.place(callee).unwrap() as u32)).or_default();
                tally.calls += 1;
                tally.start_sum += i128::from(trace.calls().start()[sequence.calls()[line].index()]);
            }
            let found = relations(sequence.pairs(), &counts, &shown);
            let as_map: BTreeMap<_, _> = found.iter().map(|it| ((it.caller, it.callee), it.tally)).collect();
            prop_assert_eq!(&as_map, &expected);
            prop_assert_eq!(as_map.len(), found.len());
            prop_assert!(found.is_sorted_by_key(|it| (it.caller, it.callee)));
            let few = rare(&found, 3);
            prop_assert_eq!(few.len(), expected.values().filter(|tally| tally.calls <= 3).count());
            prop_assert!(few.is_sorted_by_key(|it| (it.tally.calls, it.caller, it.callee)));
            of_sides.push(found);
            naive_of_sides.push(expected);
        }
        let both = relations_of_pair(&of_sides[0], &of_sides[1]);
        let keys: std::collections::BTreeSet<_> = naive_of_sides.iter().flat_map(|side| side.keys().copied()).collect();
        prop_assert_eq!(both.iter().map(|it| (it.caller, it.callee)).collect::<Vec<_>>(), keys.into_iter().collect::<Vec<_>>());
        for it in both {
            for side in 0..2 {
                let expected = naive_of_sides[side].get(&(it.caller, it.callee)).copied().unwrap_or_default();
                prop_assert_eq!(it.tallies[side], expected);
            }
            prop_assert_eq!(it.change(), it.tallies[1].calls as i64 - it.tallies[0].calls as i64);
        }
    }
}

/// The structure of a program and five calls between its classes, written like exporters of RSF do.
const RSF: &str = r#""LevelSeparator" "."
"ElmType" "0" "Class"
"ElmType" "1" "Package"
"RelType" "0" "C" "int:Increment" "sig:Signature" "string:Method"
"Root" "0"
"H" "0" "app" "1"
"H" "1" "app.shop" "1"
"H" "2" "app.shop.Cart" "0"
"H" "3" "app.shop.Item" "0"
"H" "4" "app.Never" "0"
"PCR" "0" "1"
"PCR" "1" "2"
"PCR" "1" "3"
"PCR" "0" "4"
"S" "0" "void add(Item)"
"S" "1" "int price()"
"S" "2" "sum()" "/srv/cart.py" "12"
"R" "2" "2" "0" "0" "0" "add"
"R" "2" "3" "0" "1" "1" "price"
"R" "3" "3" "0" "2" "1" "price"
"R" "2" "2" "0" "5" "2" "sum"
"R" "2" "3" "0" "4" "1" "price"
"#;

#[test]
fn rsf_calls_link_classes_and_unused_stay() {
    let mut input = Input::new("of.rsf");
    input.feed(RSF.as_bytes()).unwrap();
    let trace = input.finish().unwrap().traces.swap_remove(0).1;
    let stated = StatedElements::of(&trace);
    let functions = trace.functions().specs(trace.names());
    let input = SideInput { functions: &functions, stated: Some(&stated), structure: None };
    let source = Source::of(trace.axis(), &input);
    let placement = place(source, [input, SideInput::default()]);
    let tree = &placement.hierarchy;
    let shown = VisibleElements::new(tree, Level::Kind(Kind::Class), &[], &[]);
    let paths: Vec<String> = shown.elements().iter().map(|&id| tree.path(id)).collect();
    assert_eq!(tree.name(NodeId::ROOT), "app");
    assert_eq!(paths, ["Never", "shop.Cart", "shop.Item"]);
    let lanes: Vec<LaneId> = trace.lanes().ids().collect();
    let sequence = CallSequence::new(&trace, &placement.sides[0], &lanes);
    assert_eq!((sequence.len(), sequence.without_caller(0..5)), (5, 0));
    let counts = WindowCounts::new(&sequence, trace.calls()).window(&sequence, trace.calls(), 0..5);
    let found = relations(sequence.pairs(), &counts, &shown);
    let found: Vec<_> = found.iter().map(|it| (it.caller, it.callee, it.tally.calls)).collect();
    assert_eq!(found, [(1, 1, 2), (1, 2, 2), (2, 2, 1)]);
}

#[test]
fn calls_past_a_layer_are_forbidden_unless_allowed() {
    let trace = trace(
        "
        main
          0..100 ui.Window.draw
            10..20 logic.Cart.add
              12..14 db.Row.read
            30..40 db.Row.read
            50..60 db.cache.Hit.get
            70..80 other.X.f
              72..74 ui.Window.draw
    ",
    );
    let functions = trace.functions().specs(trace.names());
    let input = SideInput { functions: &functions, ..SideInput::default() };
    let placement = place(Source::Names, [input, SideInput::default()]);
    let tree = &placement.hierarchy;
    let named = |path: &str| tree.ids().find(|&id| tree.path(id) == path).unwrap();
    let layers = [
        vec![named("ui.Window").min(named("ui"))],
        vec![named("logic"), named("db.cache")],
        vec![named("db")],
    ];
    let mut layers = Layers::contiguous(tree, &layers).unwrap();
    assert_eq!(layers.layer(named("db.cache.Hit.get")), Some(1), "the innermost that is named");
    assert_eq!(layers.layer(named("other.X.f")), None);
    let lanes: Vec<LaneId> = trace.lanes().ids().collect();
    let sequence = CallSequence::new(&trace, &placement.sides[0], &lanes);
    let counts =
        WindowCounts::new(&sequence, trace.calls()).window(&sequence, trace.calls(), 0..sequence.len());
    let forbidden = |layers: &Layers| -> Vec<(String, String)> {
        let found = layers.forbidden(sequence.pairs(), &counts);
        found.iter().map(|it| (tree.path(it.caller), tree.path(it.callee))).collect()
    };
    let past = ("ui.Window.draw".to_owned(), "db.Row.read".to_owned());
    assert_eq!(forbidden(&layers), [past]);
    layers.set(0, 2, true);
    layers.set(0, 1, false);
    assert_eq!(forbidden(&layers).len(), 2, "ui to logic, and to the cache of that layer");
    let twice = Layers::contiguous(tree, &[vec![named("db")], vec![named("db")]]);
    assert_eq!(twice, Err(DuplicateElement { element: named("db"), layers: [0, 1] }));
    assert_eq!(tree.kind(named("db")), Kind::Package);
    assert_eq!(tree.parent(NodeId::ROOT), None);
}
