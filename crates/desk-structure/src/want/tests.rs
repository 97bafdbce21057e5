//! Tests of the Structure desk on small traces: the tree, the calls between its elements, and the actions on them.

use super::*;
use crate::elements::first_call_of;
use crate::elements::toggle_element;
use crate::moves::move_sequence;
use crate::{ANALYSES, StructureDesk};
use diptych_desk_testkit::{TestDesks, of_texts};
use diptych_engine::{Desk, Desks, InProcess, StructureFile};
use diptych_protocol::{
    DeskId, FirstCallRequest, HoverRequest, LayoutRequest, PickRequest, RelationList, SequenceMoveReply,
    SequenceMoveRequest, SequenceRows, StructureLevel, StructureParts, Subject, ThemeChoice,
    ToggleElementRequest,
};
use diptych_structure::NodeId;
use diptych_trace::CallId;
use diptych_views::places::ElementOrRelation;
use std::collections::BTreeMap;

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&StructureDesk]), analyses: &[ANALYSES] };

const A: &str = "t\n  0..100 main @app/main.py:1\n    10..20 f @app/x.py:1\n      12..14 g @lib/y.py:2\n    30..40 f @app/x.py:1\n    50..60 g @lib/y.py:2\n    70..71 old @lib/y.py:9\n";
const B: &str = "t\n  0..100 main @app/main.py:1\n    10..20 f @app/x.py:1\n      12..14 g @lib/y.py:2\n      15..16 g @lib/y.py:2\n    50..60 h @lib/z.py:2\n      52..54 g @lib/y.py:2\n";

fn layout_of(state: &ViewState, [width, height]: [f32; 2]) -> LayoutRequest {
    let (desk, state, theme) = (DeskId::Structure, state.clone(), ThemeChoice::Light);
    LayoutRequest { desk, state, theme, width, height, tubes: None, held: 0 }
}

fn page(sides: &[&str]) -> InProcess {
    let mut page = of_texts(DESKS, sides);
    // The first layout says how large the picture is.
    page.ask(&layout_of(&ViewState::default(), [900.0, 400.0])).unwrap();
    page
}

fn shown(page: &mut InProcess, state: &ViewState) -> Rc<Program> {
    // The check of the rules and the rewriting of lists take rounds of their own.
    for _ in 0..8 {
        StructureDesk.want(&mut page.engine, state);
        page.work();
    }
    page.engine.view_results().shared::<Program>().unwrap()
}

/// Counts calls by caller and callee element, call by call. The element of a function is the displayed one around it.
fn counted(page: &InProcess, program: &Program, window: Option<Window>) -> BTreeMap<(u32, u32), [u64; 2]> {
    let mut counts: BTreeMap<(u32, u32), [u64; 2]> = BTreeMap::new();
    for side in SideName::BOTH {
        let Some(trace) = page.engine.session().trace(side) else { continue };
        let calls = trace.calls();
        for call in (0..calls.len() as u32).map(CallId) {
            let Some(caller) = calls.parent()[call.index()].some() else { continue };
            let start = calls.start()[call.index()];
            if window.is_some_and(|window| start < window.start || start >= window.end) {
                continue;
            }
            let place = |call: CallId| {
                let id = program.places.of_call(side.index(), trace, call).unwrap();
                let hierarchy = program.hierarchy();
                let holds = |element: &NodeId| hierarchy.way_up(id).any(|around| around == *element);
                program.shown.elements().iter().position(holds).unwrap() as u32
            };
            counts.entry((place(caller), place(call))).or_default()[side.index()] += 1;
        }
    }
    counts
}

#[test]
fn relations_match_naive_counts() {
    for sides in [&[A][..], &[A, B]] {
        let mut page = page(sides);
        for level in [StructureLevel::Package, StructureLevel::Module, StructureLevel::Function] {
            for window in [None, Some(Window { start: 12, end: 52 })] {
                let mut state = ViewState::default();
                state.structure.level = level;
                (state.time.windows.a, state.time.windows.b) = (window, window);
                let program = shown(&mut page, &state);
                let found: BTreeMap<(u32, u32), [u64; 2]> =
                    program.calls.relations.iter().map(|it| ((it.caller, it.callee), it.calls)).collect();
                assert_eq!(found, counted(&page, &program, window), "{level:?} {window:?}");
                assert!(!found.is_empty());
            }
        }
    }
}

#[test]
fn elements_open_and_close() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Package;
    let program = shown(&mut page, &state);
    let paths = |program: &Program| -> Vec<String> {
        program.shown.elements().iter().map(|&id| program.hierarchy().path(id)).collect()
    };
    assert_eq!(paths(&program), ["app", "lib"]);
    let element = Subject::Element(vec!["lib".to_owned()]);
    let ask = ToggleElementRequest { state: state.structure.clone(), element, alone: false };
    state.structure = toggle_element(&mut page.engine, &ask);
    assert_eq!(state.structure.opened, "lib");
    assert_eq!(paths(&shown(&mut page, &state)), ["app", "lib/y.py", "lib/z.py"]);
    let ask = ToggleElementRequest { state: state.structure.clone(), ..ask };
    state.structure = toggle_element(&mut page.engine, &ask);
    assert_eq!(state.structure.opened, "");
    assert_eq!(paths(&shown(&mut page, &state)), ["app", "lib"]);
}

#[test]
fn isolated_element_is_open_and_siblings_closed() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    shown(&mut page, &state);
    let element = Subject::Element(vec!["lib".to_owned(), "y.py".to_owned()]);
    let ask = ToggleElementRequest { state: state.structure.clone(), element, alone: true };
    state.structure = toggle_element(&mut page.engine, &ask);
    assert_eq!(state.structure.root, "lib/y.py");
    state.structure.level = StructureLevel::Function;
    let program = shown(&mut page, &state);
    let paths: Vec<String> =
        program.shown.elements().iter().map(|&id| program.hierarchy().path(id)).collect();
    assert_eq!(paths, ["app", "lib/y.py/g", "lib/y.py/old", "lib/z.py"]);
    let calls: u64 = program.calls.relations.iter().map(|it| it.calls[0] + it.calls[1]).sum();
    assert_eq!(calls, 10);
}

#[test]
fn a_relation_leads_to_its_first_call() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Package;
    shown(&mut page, &state);
    let of = |name: &str| vec![name.to_owned()];
    let subject = Subject::ElementRelation { caller: of("app"), callee: of("lib") };
    let first = |side: SideName| {
        let ask = FirstCallRequest { subject: subject.clone(), side };
        first_call_of(&page.engine, &ask).and_then(|found| found.call(side).map(|call| call.start))
    };
    assert_eq!([first(SideName::A), first(SideName::B)], [Some(12), Some(12)]);
    let subject = Subject::Element(vec!["nowhere".to_owned()]);
    assert_eq!(first_call_of(&page.engine, &FirstCallRequest { subject, side: SideName::A }), None);
}

/// Returns the texts of the picture.
fn texts(page: &mut InProcess, state: &ViewState) -> Vec<String> {
    shown(page, state);
    page.ask(&layout_of(state, [900.0, 400.0])).unwrap();
    let scene = diptych_scene::wire::decode(&page.engine.take_words().unwrap()).unwrap();
    let batches = scene.layers.into_iter().flat_map(|layer| layer.batches);
    let texts = batches.filter_map(|batch| match batch {
        diptych_scene::Batch::Texts(texts) => Some(texts),
        _ => None,
    });
    texts.flat_map(|texts| texts.runs.into_iter().map(|run| run.text)).collect()
}

#[test]
fn pictures_without_relations_say_why_they_are_empty() {
    const FLAT: &str = "t\n  0..10 work @app/x.py:1\n  20..30 wait @lib/y.py:2\n";
    let hints = |page: &mut InProcess, parts| {
        let mut state = ViewState::default();
        state.structure.parts = parts;
        let texts = texts(page, &state);
        let count = |hint: &str| texts.iter().filter(|text| text.as_str() == hint).count();
        [count("No call has a caller,"), count("no call here")]
    };
    let mut flat = page(&[FLAT, FLAT]);
    assert_eq!(hints(&mut flat, StructureParts::Both), [1, 2]);
    assert_eq!(hints(&mut flat, StructureParts::Sequence), [0, 2]);
    let mut nested = page(&[A, B]);
    assert_eq!(hints(&mut nested, StructureParts::Both), [0, 0]);
}

#[test]
fn relation_lists_hold_each_difference_once() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Function;
    shown(&mut page, &state);
    let rows = |page: &InProcess, list: RelationList| {
        let reply = relations(&page.engine, RelationsRequest { list, rows: 100 });
        let length = reply.lists.iter().find(|of| of.list == list).map_or(0, |of| of.rows);
        assert_eq!(reply.rows.len() as u32, length);
        reply.rows.into_iter().map(|row| (row.caller, row.callee, row.change)).collect::<Vec<_>>()
    };
    let row =
        |caller: &str, callee: &str, change: &str| (caller.to_owned(), callee.to_owned(), change.to_owned());
    assert_eq!(rows(&page, RelationList::More), [row("f", "g", "+1")]);
    assert_eq!(rows(&page, RelationList::Fewer), [row("main", "f", "\u{2212}1")]);
    assert_eq!(rows(&page, RelationList::OnlyB), [row("main", "h", "+1"), row("h", "g", "+1")]);
    assert_eq!(
        rows(&page, RelationList::OnlyA),
        [row("main", "g", "\u{2212}1"), row("main", "old", "\u{2212}1")]
    );
}

/// A run whose calls come later by `late` ticks, each of them a little more than the one before.
fn late_run(late: i64) -> String {
    let mut text = format!("t\n  0..{} main @app/main.py:1\n", 2_000 + 20 * late);
    for at in 0..12 {
        let start = 100 * at + late * (at + 1);
        let (name, end) = (["f @app/x.py:1", "g @lib/y.py:2", "h @lib/z.py:2"][at as usize % 3], start + 40);
        text += &format!("    {start}..{end} {name}\n      {}..{} k @lib/k.py:1\n", start + 1, start + 9);
    }
    text
}

#[test]
fn calls_matched_outside_the_window_are_not_only_on_one_side() {
    let mut page = page(&[&late_run(0), &late_run(37)]);
    for (axis, from, to) in [(SequenceRows::Matched, 0, 300), (SequenceRows::Own, 250, 900)] {
        let mut state = ViewState::default();
        state.structure.level = StructureLevel::Function;
        state.structure.rows = axis;
        let window = Some(Window { start: from, end: to });
        (state.time.windows.a, state.time.windows.b) = (window, window);
        let program = shown(&mut page, &state);
        // Call `at` of a side starts at 100 · at, and in B 37 · (at + 1) later. All of them match, and so do those of k.
        let mut beyond = [0u64; 2];
        for at in 0..12 {
            for start in [100 * at, 100 * at + 1] {
                let starts = [start, start + 37 * (at + 1)].map(|start| (from..to).contains(&start));
                beyond[0] += u64::from(starts == [true, false]);
                beyond[1] += u64::from(starts == [false, true]);
            }
        }
        let sums =
            [0, 1].map(|side: usize| program.calls.relations.iter().map(|it| it.beyond[side]).sum::<u64>());
        assert_eq!(sums, beyond);
        assert!(beyond[0] + beyond[1] > 0);
        for list in [RelationList::OnlyA, RelationList::OnlyB, RelationList::More, RelationList::Fewer] {
            let reply = relations(&page.engine, RelationsRequest { list, rows: 100 });
            assert!(reply.rows.is_empty(), "{list:?} {:?}", reply.rows);
            let calls = diptych_views::numbers::calls(beyond[0] + beyond[1]);
            assert!(reply.note.contains(&format!("{calls} not compared")), "{}", reply.note);
        }
    }
}

/// A loop of so many rounds, each of a call of f that calls k. Every fifth round also calls the next of some other functions.
/// `tail` is the time of the callers after it; 0 if the run stops there.
fn stopping_run(rounds: i64, tail: i64) -> String {
    let end = 100 * rounds;
    let mut text = format!(
        "t\n  0..{} main @app/main.py:1\n    0..{} loop @app/main.py:5\n",
        end + 2 * tail,
        end + tail
    );
    for at in 0..rounds {
        let start = 100 * at;
        let name = if at % 5 == 4 { format!("g{at} @lib/g{at}.py:1") } else { "f @app/x.py:1".to_owned() };
        text += &format!(
            "      {start}..{} {name}\n        {}..{} k @lib/k.py:1\n",
            start + 40,
            start + 1,
            start + 9
        );
    }
    text
}

#[test]
fn calls_after_the_end_of_the_shorter_side_are_not_only_on_the_longer_one() {
    for (sides, early) in [([40, 20], "B"), ([20, 40], "A")] {
        let [a, b] = sides.map(|rounds| stopping_run(rounds, if rounds == 40 { 200 } else { 0 }));
        let mut page = page(&[&a, &b]);
        let mut state = ViewState::default();
        page.compare(&state).unwrap();
        state.structure.level = StructureLevel::Function;
        for rows in [SequenceRows::Matched, SequenceRows::Own] {
            state.structure.rows = rows;
            let program = shown(&mut page, &state);
            let lists = [RelationList::OnlyA, RelationList::OnlyB, RelationList::More, RelationList::Fewer];
            for list in lists.into_iter().chain([RelationList::Elements]) {
                let reply = relations(&page.engine, RelationsRequest { list, rows: 100 });
                assert!(reply.rows.is_empty(), "{list:?} {:?}", reply.rows);
                assert!(
                    reply.note.contains(&format!("calls not compared: {early} ends before them")),
                    "{}",
                    reply.note
                );
            }
            let only: u32 = program.calls.differences.iter().map(|row| row.only[0] + row.only[1]).sum();
            assert_eq!(only, 0);
        }
    }
}

#[test]
fn matched_calls_share_rows_and_moves_set_windows() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    page.compare(&state).unwrap();
    let program = shown(&mut page, &state);
    assert!(program.calls.is_matched);
    let [Some(a), Some(b)] = &program.calls.sides else { panic!("both are open") };
    assert_eq!((a.lines, b.lines), ([5, 5], [5, 5]));
    // The first call of both sides is main → f. The second call of g by f is on B only.
    let first_row = |side: &crate::program::SideCalls, call: u32| {
        side.rows.iter().position(|row| row[0] == call).unwrap()
    };
    assert_eq!(first_row(a, 1), first_row(b, 1));
    assert!(b.rows.iter().zip(&a.rows).any(|(b, a)| b[0] != u32::MAX && a[0] == u32::MAX));
    let moved = move_by(&mut page, &state, [0.25, 0.75]);
    state.time.windows = moved.windows;
    assert!(moved.windows.a.is_some_and(|window| window.start > 0));
    let program = shown(&mut page, &state);
    assert!(program.calls.sides[0].as_ref().is_some_and(|side| side.lines[0] < side.lines[1]));
    let all = move_by(&mut page, &state, [-1.0, 2.0]);
    assert_eq!((all.windows.a, all.windows.b), (None, None));
}

fn move_by(page: &mut InProcess, state: &ViewState, [from, to]: [f64; 2]) -> SequenceMoveReply {
    move_sequence(&mut page.engine, &SequenceMoveRequest { from, to, state: Some(state.clone()) })
}

#[test]
fn moves_continue_while_last_count_is_shown() {
    let call = |at: usize| format!("    {}..{} f @lib/{}.py:1\n", 10 * at, 10 * at + 5, ["x", "y"][at % 2]);
    let text: String = (0..100).map(call).collect();
    let mut page = page(&[&format!("t\n  0..1000 main @app/main.py:1\n{text}")]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Package;
    shown(&mut page, &state);
    state.time.windows = move_by(&mut page, &state, [0.25, 0.5]).windows;
    let counted = |page: &InProcess| page.engine.view_results().get::<Program>().unwrap().calls.windows[0];
    assert_eq!(shown(&mut page, &state).calls.windows[0], [250, 500]);
    // Each step moves by two calls, whether or not the picture follows.
    let mut led_to = Vec::new();
    for _ in 0..4 {
        state.time.windows = move_by(&mut page, &state, [0.08, 1.08]).windows;
        led_to.push(state.time.windows.a.unwrap());
        StructureDesk.want(&mut page.engine, &state);
        assert_eq!(counted(&page), [250, 500]);
    }
    assert_eq!(led_to.iter().map(|window| window.start).collect::<Vec<_>>(), [270, 290, 310, 330]);
    page.work();
    state.time.windows = move_by(&mut page, &state, [0.08, 1.08]).windows;
    StructureDesk.want(&mut page.engine, &state);
    assert_eq!(counted(&page), [led_to[3].start, led_to[3].end], "what was counted last");
    state.structure.opened = "lib".to_owned();
    StructureDesk.want(&mut page.engine, &state);
    let before = page.engine.view_results().shared::<Program>().unwrap();
    assert_eq!(before.shown.elements().len(), 2, "what was counted is of these");
    let (program, last) = (shown(&mut page, &state), state.time.windows.a.unwrap());
    assert_eq!((program.shown.elements().len(), program.calls.windows[0]), (3, [last.start, last.end]));
}

#[test]
fn marked_calls_are_found_again_on_both_sides() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Function;
    // The marked calls are main → f and f → g of A.
    let window = Window { start: 10, end: 13 };
    state.structure.mark = Some(Subject::Time { side: SideName::A, window, other: None });
    state.structure.alike = 50;
    shown(&mut page, &state);
    let program = shown(&mut page, &state);
    let repeats = program.repeats.clone().unwrap();
    assert_eq!((repeats.calls, repeats.edits, repeats.counts[1]), (2, 1, [1, 1]));
    assert_eq!(repeats.sides[1][0].window, [10, 13]);
    let ask = RelationsRequest { list: RelationList::Repeats, rows: 100 };
    let reply = relations(&page.engine, ask);
    let all = repeats.counts[0][1] + repeats.counts[1][1];
    assert_eq!(reply.rows.len(), all as usize);
    assert_eq!(reply.pattern.unwrap().marked, "2 calls marked in A");
    assert!(reply.rows.iter().any(|row| row.place.starts_with("B from") && row.change == "exact"));
    state.structure.mark = None;
    assert!(shown(&mut page, &state).repeats.is_none());
}

#[test]
fn layers_list_forbidden_calls_and_name_wrong_lines() {
    let mut page = page(&[A, B]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Package;
    state.structure.layers = "app/main.py\napp/x.py\nlib".to_owned();
    shown(&mut page, &state);
    let ask = RelationsRequest { list: RelationList::Forbidden, rows: 100 };
    let listed = |page: &InProcess| -> Vec<(String, String, String)> {
        let rows = relations(&page.engine, ask).rows.into_iter();
        rows.map(|row| (row.caller, row.callee, row.calls)).collect()
    };
    let row =
        |caller: &str, callee: &str, calls: &str| (caller.to_owned(), callee.to_owned(), calls.to_owned());
    assert_eq!(
        listed(&page),
        [row("main", "g", "1 → 0 calls"), row("main", "old", "1 → 0 calls"), row("main", "h", "0 → 1 calls")]
    );
    state.structure.layers = "app\nnowhere".to_owned();
    shown(&mut page, &state);
    let reply = relations(&page.engine, ask);
    assert_eq!(reply.layers_problem, "line 2: there is no element nowhere");
    assert!(reply.lists.iter().all(|of| of.list != RelationList::Forbidden));
}

#[test]
fn identity_rules_rewrite_lists_of_files() {
    let of = |version: &str| {
        format!("t\n  0..100 main @/srv/lib-{version}/app.py:1\n    10..20 f @/srv/lib-{version}/x.py:1\n")
    };
    let mut page = page(&[&of("1.2.0"), &of("2.0.1")]);
    for (side, version) in SideName::BOTH.into_iter().zip(["1.2.0", "2.0.1"]) {
        let mut input = diptych_formats::Input::new("of.paths");
        let text = ["app", "x", "never"].map(|file| format!("srv/lib-{version}/{file}.py\t1\n")).concat();
        input.feed(text.as_bytes()).unwrap();
        let list = input.finish().unwrap().traces.swap_remove(0).1;
        page.engine.set_structure(side, Some(StructureFile::new("of.paths".to_owned(), list)));
    }
    let mut state = ViewState::default();
    page.compare(&state).unwrap();
    state.structure.level = StructureLevel::Module;
    let program = shown(&mut page, &state);
    let hierarchy = program.hierarchy();
    let files: Vec<String> =
        program.shown.elements().iter().map(|&id| hierarchy.name(id).to_owned()).collect();
    assert_eq!(files, ["app.py", "never.py", "x.py"]);
    assert!(program.shown.elements().iter().all(|&id| hierarchy.sides(id) == [true, true]));
}

/// Returns a trace of one lane whose functions call others at random, three levels deep.
fn random_trace(seed: u64) -> String {
    let mut state = seed;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = "t\n  0..1000000 main @app/main.py:1\n".to_owned();
    for outer in 0..900 {
        let (at, file) = (outer * 1_000 + 10, next(9));
        text += &format!("    {at}..{} f{} @lib/m{file}.py:1\n", at + 900, next(3));
        for inner in 0..next(4) {
            let start = at + inner * 200 + 1;
            text += &format!("      {start}..{} g{} @lib/m{}.py:1\n", start + 100, next(3), next(9));
        }
    }
    text
}

/// Returns the weight and the number of calls of each relation on a row, from all calls of the run.
fn row_by_hand(calls: &[[u32; 2]], rows: f64, row: f64) -> BTreeMap<[u32; 2], (f64, u32)> {
    let mut found: BTreeMap<[u32; 2], (f64, u32)> = BTreeMap::new();
    let [from, to] = [row, row + 1.0].map(|row| calls.len() as f64 * row / rows);
    for (line, call) in calls.iter().enumerate() {
        let part = to.min(line as f64 + 1.0) - from.max(line as f64);
        if part > 1e-9 {
            let context = &calls[line.saturating_sub(12)..(line + 13).min(calls.len())];
            let same = context.iter().filter(|&other| other == call).count();
            let sum = found.entry(*call).or_default();
            *sum = (sum.0 + part * context.len() as f64 / same as f64, sum.1 + 1);
        }
    }
    found
}

#[test]
fn hover_on_a_row_agrees_with_brute_force() {
    let mut page = page(&[&random_trace(7)]);
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Module;
    let ask = layout_of(&state, [900.0, 180.0]);
    for _ in 0..8 {
        page.ask(&ask).unwrap();
        page.work();
    }
    let info = page.ask(&ask).unwrap();
    let program = page.engine.view_results().shared::<Program>().unwrap();
    let trace = diptych_testkit::trace(&random_trace(7));
    let place = |call: CallId| {
        let id = program.places.of_call(0, &trace, call).unwrap();
        program.shown.place(id).unwrap() as u32
    };
    // One lane in pre-order is the order of the starts.
    let calls: Vec<[u32; 2]> = (0..trace.calls().len() as u32)
        .filter_map(|call| {
            let caller = trace.calls().parent()[call as usize].some()?;
            Some([place(caller), place(CallId(call))])
        })
        .collect();
    let side = program.calls.sides[0].as_ref().unwrap();
    let (width, rows) = (f64::from(side.width), side.height);
    let elements = program.shown.elements().len() as f64;
    let (pane, mut several) = (info.panes[0].clone(), 0);
    for row in 0..rows {
        let weights = row_by_hand(&calls, rows.into(), row.into());
        let total: f64 = weights.values().map(|(weight, _)| weight).sum();
        let lines: u32 = weights.values().map(|(_, calls)| calls).sum();
        for column in (0..side.width).step_by(37) {
            let reaches = |[caller, callee]: [u32; 2]| {
                let edge = |place: u32| f64::from(place) * width / elements;
                edge(caller.min(callee)) < f64::from(column) + 1.0
                    && edge(caller.max(callee) + 1) > f64::from(column)
            };
            let here: Vec<_> = weights.iter().filter(|(ends, _)| reaches(**ends)).collect();
            let most = here.iter().map(|(_, (weight, _))| *weight).fold(0.0, f64::max);
            let point = [
                pane.x0 + column as f32 + 0.5,
                pane.y0 + (pane.y1 - pane.y0) * (row as f32 + 0.5) / rows as f32,
            ];
            let hover = page.ask(&HoverRequest { desk: DeskId::Structure, point: Some(point) }).unwrap();
            let tooltip = hover.tooltip.unwrap();
            let Some(first) = here.iter().find(|(ends, _)| named(&program, **ends) == tooltip.name) else {
                assert!(here.is_empty() && tooltip.name.starts_with("No call"), "{}", tooltip.name);
                // Where no call is, a click selects the first call of the row.
                let picked =
                    page.ask(&PickRequest { desk: DeskId::Structure, point }).unwrap().subject.unwrap();
                let first = side.rows[row as usize][0] as usize;
                assert_eq!(picked.call(SideName::A).unwrap().start, trace.calls().start()[first]);
                continue;
            };
            let (ends, (weight, count)) = first;
            assert!((weight - most).abs() < 1e-6 * total, "{ends:?} at {column}, {row}");
            let share = diptych_views::numbers::three_digits(weight / total * 100.0);
            assert_eq!(
                tooltip.facts[0].value,
                format!("{count} of {lines} calls ({share}\u{202f}% of the colour)")
            );
            let lit = Some(ElementOrRelation::Relation(program.element(ends[0]), program.element(ends[1])));
            assert_eq!(page.engine.pointed().unwrap().ends, lit);
            let also = tooltip.facts.iter().filter(|fact| fact.label == "Also here").count();
            assert_eq!(also, (here.len() - 1).min(4));
            several += usize::from(here.len() > 1);
            // A click selects the first call of this relation on the row.
            let picked = page.ask(&PickRequest { desk: DeskId::Structure, point }).unwrap().subject.unwrap();
            let start = picked.call(SideName::A).unwrap().start;
            let from = (f64::from(row) * calls.len() as f64 / f64::from(rows)).floor() as usize;
            let line = from + calls[from..].iter().position(|call| call == *ends).unwrap();
            let with_caller: Vec<usize> = (0..trace.calls().len())
                .filter(|&call| trace.calls().parent()[call].some().is_some())
                .collect();
            assert_eq!(start, trace.calls().start()[with_caller[line]]);
        }
    }
    assert!(several > 100, "{several}");
}

/// Returns the name of a relation between shown elements.
fn named(program: &Program, [caller, callee]: [u32; 2]) -> String {
    let name = |place: u32| program.hierarchy().name(program.element(place)).to_owned();
    if caller == callee {
        format!("within {}", name(caller))
    } else {
        format!("{} → {}", name(caller), name(callee))
    }
}

#[test]
fn legend_begins_with_the_sides_that_have_relations_of_their_own() {
    let mut page = page(&[A, B]);
    let mut labels = |state: &ViewState| {
        shown(&mut page, state);
        let info = page.ask(&layout_of(state, [900.0, 400.0])).unwrap();
        info.legend.into_iter().map(|entry| entry.label).collect::<Vec<String>>()
    };
    let mut state = ViewState::default();
    state.structure.level = StructureLevel::Function;
    assert_eq!(labels(&state)[..2], ["only in A, dashed", "only in B, dashed"]);
    // Only B calls something of its own there, so A comes after the scale.
    state.time.windows.a = Some(Window { start: 0, end: 14 });
    state.time.windows.b = Some(Window { start: 0, end: 54 });
    let labels = labels(&state);
    assert_eq!(labels[0], "only in B, dashed");
    assert!(labels[1..].contains(&"only in A, dashed".to_owned()), "{labels:?}");
}
