//! The program structure, and the calls of its elements, for the desk that shows both.

use crate::elements::{Elements, shown_elements};
use diptych_engine::Engine;
use diptych_protocol::{
    ElementRootRequest, ElementsReply, ElementsRequest, FusionState, SideName, StructureLevel, Subject,
    ViewState,
};
use diptych_structure::{ElementCalls, NodeId, PlacedSide, VisibleElements};
use diptych_views::places::{ElementOrRelation, Places, element_of_path};
use std::rc::Rc;

/// The inputs of the displayed elements: places, level and root.
#[derive(Debug)]
struct ElementsInput {
    places: Rc<Places>,
    level: StructureLevel,
    root: String,
}

/// Makes the elements of a state. O(calls) if the inputs changed. While the rules of a list are being checked, the
/// previous elements stay.
pub(crate) fn want_elements(engine: &mut Engine, state: &ViewState) {
    let is_pair = engine.traces().is_some();
    let rules = if is_pair {
        let rules = &state.comparison.rules;
        match engine.right_rules(rules).or_else(|_| engine.right_rules("")) {
            Ok(Some(rules)) => Some(rules),
            Ok(None) => return,
            Err(_) => None,
        }
    } else {
        None
    };
    let Some(places) = engine.places(rules.as_deref()) else { return };
    let FusionState { level, root, .. } = &state.fusion;
    let is_held = |held: &ElementsInput| {
        Rc::ptr_eq(&held.places, &places) && held.level == *level && held.root == *root
    };
    if engine.memory().get().is_some_and(is_held) {
        return;
    }
    let placement = &places.placement;
    let filled = element_of_path(&placement.hierarchy, root).filter(|_| !root.is_empty());
    let filled = filled.unwrap_or(NodeId::ROOT);
    let (kind, shown) = shown_elements(placement, *level, filled);
    let calls = SideName::BOTH.map(|side| {
        let trace = engine.session().trace(side)?;
        let place_of = places_by_function(&placement.sides[side.index()], &shown);
        Some(Rc::new(ElementCalls::new(trace, &place_of, shown.elements().len() as u32)))
    });
    let held = ElementsInput { places: places.clone(), level: *level, root: root.clone() };
    let elements = Elements { places, shown: Rc::new(shown), level: kind, root: filled, calls };
    engine.memory_mut().keep(held);
    engine.view_results_mut().set(Some(Rc::new(elements)));
}

/// Returns the lists of elements beside the picture; empty before the first layout.
pub(crate) fn elements(engine: &Engine, ask: ElementsRequest) -> ElementsReply {
    let correspondence = engine.shown_correspondence();
    let model = engine.model(correspondence.as_ref());
    engine.layouts().find_map(|layout| layout.elements(ask, &model)).unwrap_or_default()
}

/// Returns the path of the element that would fill the picture for a subject; empty for the whole program.
pub(crate) fn element_root(engine: &Engine, ask: &ElementRootRequest) -> String {
    let found = || {
        let elements = engine.view_results().get::<Elements>()?;
        let traces = SideName::BOTH.map(|side| engine.session().trace(side));
        let id = match &ask.subject {
            Subject::Call(call) => {
                let (side, id) = engine.session().find(call)?;
                elements.places.of_call(side.index(), traces[side.index()]?, id)?
            }
            subject => match elements.places.ends(subject, traces)? {
                ElementOrRelation::Element(id) => id,
                ElementOrRelation::Relation(_, callee) => callee,
            },
        };
        let hierarchy = elements.hierarchy();
        let holds_others = |id: &NodeId| !hierarchy.is_leaf(*id);
        hierarchy.way_up(id).find(holds_others).map(|id| hierarchy.path(id))
    };
    found().unwrap_or_default()
}

/// Returns the place of the element that shows each function.
fn places_by_function(side: &PlacedSide, shown: &VisibleElements) -> Vec<u32> {
    side.of_function.iter().map(|id| shown.place(*id).map_or(0, |place| place as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FusionDesk;
    use diptych_desk_testkit::{TestDesks, of_texts};
    use diptych_engine::{Desks, InProcess};
    use diptych_protocol::{
        CallRef, DeskId, ElementList, FunctionRef, FusionSides, FusionTarget, HoverRequest, LayoutRequest,
        ThemeChoice, Window,
    };

    const A: &str = "t\n  0..100000 main @app/main.py:1\n    10000..40000 f @app/x.py:1\n      12000..24000 g @lib/y.py:2\n    60000..80000 old @lib/old.py:9\n";
    const B: &str = "t\n  0..200000 main @app/main.py:1\n    10000..40000 f @app/x.py:1\n      12000..24000 g @lib/y.py:2\n    60000..190000 f @app/x.py:1\n      70000..180000 g @lib/y.py:2\n    191000..192000 h @lib/z.py:2\n";

    const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

    fn lay_out(page: &mut InProcess, state: &ViewState) {
        let (theme, width, height) = (ThemeChoice::Light, 900.0, 500.0);
        let ask = LayoutRequest {
            desk: DeskId::Fusion,
            state: state.clone(),
            theme,
            width,
            height,
            tubes: None,
            held: 0,
        };
        for _ in 0..6 {
            page.ask(&ask).unwrap();
            page.work();
        }
        page.ask(&ask).unwrap();
    }

    fn rows(page: &InProcess, list: ElementList) -> Vec<(String, String, String)> {
        let reply = elements(&page.engine, ElementsRequest { list: Some(list), rows: 100 });
        let length = reply.lists.iter().find(|of| of.list == list).map_or(0, |of| of.rows);
        assert_eq!((reply.list, reply.rows.len() as u32), (Some(list), length));
        reply.rows.into_iter().map(|row| (row.name, row.change, row.values)).collect()
    }

    fn row(name: &str, change: &str, values: &str) -> (String, String, String) {
        let spaced = |text: &str| text.replace(' ', "\u{202f}");
        (name.to_owned(), spaced(change), values.split(" → ").map(spaced).collect::<Vec<_>>().join(" → "))
    }

    #[test]
    fn lists_and_coverage_match_known_counts() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert_eq!((reply.coverage, reply.focus.as_str()), ([3, 1, 1, 0], "all in view"));
        assert_eq!(
            rows(&page, ElementList::OnlyB),
            [("h".to_owned(), "1.00\u{202f}µs".to_owned(), "1 call".to_owned())]
        );
        assert_eq!(
            rows(&page, ElementList::OnlyA),
            [("old".to_owned(), "20.0\u{202f}µs".to_owned(), "1 call".to_owned())]
        );
        // Self time of g: 12 µs in A, and 12 + 110 µs in B. It grew tenfold.
        let changed = rows(&page, ElementList::Largest);
        assert_eq!(changed[0], row("g", "+110 µs", "12.0 µs → 122 µs"));
        // Elements of one side are among them, those beyond the noise floor of 10 µs.
        let of_one_side: Vec<_> = changed.iter().filter(|(_, _, values)| values.contains("call")).collect();
        let old = ("old".to_owned(), "−20.0\u{202f}µs".to_owned(), "gone, 1 call".to_owned());
        assert_eq!(of_one_side, [&old]);
        assert_eq!(rows(&page, ElementList::Never), []);
    }

    /// A run of 40 calls each of `steady` and of `wild`, whose calls differ among themselves.
    fn calls_of_two_functions(steady: i64, wild: impl Fn(i64) -> i64) -> String {
        let mut text = "t\n".to_owned();
        let mut at = 0;
        for call in 0..40 {
            for (name, duration) in [("steady @app/a.py:1", steady), ("wild @app/b.py:1", wild(call))] {
                text += &format!("  {at}..{} {name}\n", at + duration);
                at += duration;
            }
        }
        text
    }

    /// A part of a run says nothing about the other parts.
    #[test]
    fn functions_of_both_runs_are_not_new_in_a_part_of_them() {
        const FIRST: &str = "t\n  0..200000 main @app/main.py:1\n    10000..40000 f @app/x.py:1\n";
        let twice = format!("{FIRST}    60000..160000 f @app/x.py:1\n    170000..190000 g @app/x.py:9\n");
        let mut page = of_texts(DESKS, &[FIRST, &twice]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        let part = Some(Window { start: 50_000, end: 200_000 });
        (state.time.windows.a, state.time.windows.b) = (part, part);
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        let words = |name: &str| {
            let rows = rows(&page, ElementList::Largest);
            rows.into_iter().find(|row| row.0 == name).map(|row| row.2).unwrap_or_default()
        };
        assert_eq!(words("f"), "only in B here, 1 call");
        assert_eq!(words("g"), "new, 1 call");
    }

    /// A function that waits for another one is an effect of its change, even if it grew more.
    #[test]
    fn functions_that_wait_come_after_those_that_work() {
        let run = |work: i64, wait: i64| {
            let mut text = "t\n".to_owned();
            for call in 0..40 {
                let at = call * 200_000;
                let end = at + work + call % 3;
                text += &format!(
                    "  {at}..{end} solve @app/a.c:1\n  {end}..{} PMPI_Recv\n",
                    end + wait + call % 5
                );
            }
            text
        };
        let mut page = of_texts(DESKS, &[&run(20_000, 30_000), &run(40_000, 90_000)]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        let changes: Vec<(String, String)> =
            rows(&page, ElementList::Largest).into_iter().map(|(name, change, _)| (name, change)).collect();
        let of = |name: &str, change: &str| (name.to_owned(), change.to_owned());
        assert_eq!(changes, [of("solve", "+800\u{202f}µs"), of("PMPI_Recv", "waits +2.40\u{202f}ms")]);
    }

    #[test]
    fn changes_within_noise_come_last_and_are_counted() {
        // `steady` takes twice as long in B. Calls of `wild` vary more than their sum changed.
        let wild = |call: i64| 2_000 + 37_000 * (call * 7 % 11);
        let a = calls_of_two_functions(20_000, wild);
        let b =
            calls_of_two_functions(40_000, |call| wild(call + 3) + if call % 2 == 0 { 24_000 } else { 0 });
        let mut page = of_texts(DESKS, &[&a, &b]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        state.comparison.grey_is_equal = true;
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        let names: Vec<&str> = reply.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["steady", "wild"]);
        assert_eq!((reply.lists[0].rows, reply.lists[0].not_significant), (2, 1));
        // The comparison lists the same functions as significant.
        let both = page.engine.shown_correspondence().unwrap();
        let significant = both.significant.unwrap();
        let trace = page.engine.session().trace(SideName::A).unwrap();
        for (function, &identity) in both.pair.identities[0].iter().enumerate() {
            let name = trace.functions().specs(trace.names())[function].name;
            assert_eq!(significant.holds(identity), name == "steady", "{name}");
        }
    }

    #[test]
    fn selected_call_pins_focus_and_limits_lists() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        let function = FunctionRef { name: "g".to_owned(), file: "lib/y.py".to_owned() };
        state.selection = Some(Subject::Function(function));
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert_eq!((reply.focus.as_str(), reply.lists[0].rows), ("all in view", 4));
        let call = CallRef { side: SideName::B, start: 60_000, duration: 130_000, depth: 1, lane: 0 };
        state.selection = Some(Subject::Call(call));
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert_eq!(reply.focus, "f with 1 call below it");
        // Call f at 60 µs has no match on A.
        assert_eq!(rows(&page, ElementList::OnlyB).len(), 2);
        // The selection holds the focus, so the pointer changes nothing.
        let ask = HoverRequest { desk: DeskId::Fusion, point: Some([450.0, 2.0]) };
        assert!(!page.ask(&ask).unwrap().redraw);
        state.selection = None;
        lay_out(&mut page, &state);
        let ask = HoverRequest { point: Some([450.0, 480.0]), ..ask };
        assert!(page.ask(&ask).unwrap().redraw);
    }

    #[test]
    fn match_out_of_view_stays_in_focus() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        // B shows f with its call of g. Both have a match, which ends before A's window begins.
        let call = CallRef { side: SideName::B, start: 10_000, duration: 30_000, depth: 1, lane: 0 };
        state.selection = Some(Subject::Call(call));
        state.time.windows.a = Some(Window { start: 50_000, end: 90_000 });
        for start in [5_000, 20_000] {
            state.time.windows.b = Some(Window { start, end: 45_000 });
            lay_out(&mut page, &state);
            assert_eq!(rows(&page, ElementList::OnlyB), [], "from {start}");
            assert_eq!(rows(&page, ElementList::OnlyA), [], "from {start}");
        }
    }

    #[test]
    fn calls_matched_out_of_view_are_neither_new_nor_gone() {
        let late = |late: i64| {
            let mut text = format!("t\n  0..{} main @app/main.py:1\n", 2_000_000 + 20 * late);
            for at in 0..12 {
                let start = 100_000 * at + late * (at + 1);
                let name = ["f @app/x.py:1", "g @lib/y.py:2", "h @lib/z.py:2"][at as usize % 3];
                text += &format!("    {start}..{} {name}\n", start + 40_000);
            }
            text
        };
        let mut page = of_texts(DESKS, &[&late(0), &late(37_000)]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        // A's window has f, and B's has nothing: its f comes at 37 to 77 µs.
        for (end, calls) in [(30_000, 1), (120_000, 1), (150_000, 1)] {
            let window = Some(Window { start: 0, end });
            (state.time.windows.a, state.time.windows.b) = (window, window);
            lay_out(&mut page, &state);
            let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
            for list in [ElementList::OnlyA, ElementList::OnlyB, ElementList::Largest] {
                // Only main runs longer in B, and what is in view of it is not cut.
                let found = rows(&page, list);
                assert!(found.iter().all(|row| row.0 == "main"), "{end} {list:?} {found:?}");
            }
            assert!(reply.note.contains(&format!("{calls} call not compared")), "{end} {}", reply.note);
        }
        // Everything matches in view.
        let whole = Some(Window { start: 0, end: 10_000_000 });
        (state.time.windows.a, state.time.windows.b) = (whole, whole);
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert!(!reply.note.contains("not compared"), "{}", reply.note);
    }

    #[test]
    fn calls_after_the_end_of_the_shorter_side_are_not_new() {
        // `tail` is the time of the callers after the loop; 0 if the run stops there.
        let run = |rounds: i64, tail: i64| {
            let end = 100_000 * rounds;
            let mut text = format!(
                "t\n  0..{} main @app/main.py:1\n    0..{} loop @app/main.py:5\n",
                end + 2 * tail,
                end + tail
            );
            for at in 0..rounds {
                let start = 100_000 * at;
                let name =
                    if at % 5 == 4 { format!("g{at} @lib/g{at}.py:1") } else { "f @app/x.py:1".to_owned() };
                let (from, to) = (start + 1_000, start + 30_000);
                text += &format!(
                    "      {start}..{} {name}\n        {from}..{to} k @lib/k.py:1\n",
                    start + 40_000
                );
            }
            text
        };
        let mut page = of_texts(DESKS, &[&run(20, 0), &run(40, 200_000)]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        for list in [ElementList::OnlyA, ElementList::OnlyB] {
            assert_eq!(rows(&page, list), [], "{list:?}");
        }
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert!(reply.note.contains("calls not compared: A ends before them"), "{}", reply.note);
        assert!(
            reply.note.contains("4 elements not covered here: they ran only after A’s end"),
            "{}",
            reply.note
        );
        assert_eq!((reply.coverage[1], reply.coverage[2]), (0, 0));
    }

    #[test]
    fn no_list_repeats_another_one() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        state.fusion.level = StructureLevel::Function;
        page.compare(&state).unwrap();
        lay_out(&mut page, &state);
        let ask = ElementsRequest { list: Some(ElementList::NotInB), rows: 100 };
        let reply = elements(&page.engine, ask);
        let names = |reply: &ElementsReply| reply.lists.iter().map(|of| of.list).collect::<Vec<_>>();
        let whole = [ElementList::Largest, ElementList::OnlyB, ElementList::OnlyA, ElementList::Never];
        assert_eq!((names(&reply), reply.list), (whole.to_vec(), Some(ElementList::OnlyA)));
        // While a call is pinned, only B's calls are in focus, but `old` still ran in A alone.
        let call = CallRef { side: SideName::B, start: 60_000, duration: 130_000, depth: 1, lane: 0 };
        state.selection = Some(Subject::Call(call));
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ask);
        assert_eq!(reply.list, Some(ElementList::NotInB));
        assert_eq!(rows(&page, ElementList::NotInB).len(), 1);
        assert_eq!(rows(&page, ElementList::OnlyA), []);
    }

    #[test]
    fn zoomed_element_fills_picture() {
        let mut page = of_texts(DESKS, &[A, B]);
        let mut state = ViewState::default();
        lay_out(&mut page, &state);
        let subject = Subject::Element(vec!["lib".to_owned()]);
        state.fusion.root = element_root(&page.engine, &ElementRootRequest { subject });
        assert_eq!(state.fusion.root, "lib");
        lay_out(&mut page, &state);
        let reply = elements(&page.engine, ElementsRequest { list: None, rows: 100 });
        assert_eq!(reply.root.iter().map(|of| of.name.as_str()).collect::<Vec<_>>(), ["lib"]);
        assert_eq!(reply.coverage.iter().sum::<u32>(), 3);
        // The root for a function is its file.
        let function = FunctionRef { name: "g".to_owned(), file: "lib/y.py".to_owned() };
        let ask = ElementRootRequest { subject: Subject::Function(function) };
        assert_eq!(element_root(&page.engine, &ask), "lib/y.py");
    }

    #[test]
    fn every_setting_lays_out_on_one_or_two_sides() {
        for sides in [&[A][..], &[A, B]] {
            let mut page = of_texts(DESKS, sides);
            let mut state = ViewState::default();
            let window = Window { start: 20_000, end: 75_000 };
            for (sides, target) in [
                (FusionSides::A, FusionTarget::Calls),
                (FusionSides::B, FusionTarget::Elements),
                (FusionSides::Both, FusionTarget::Calls),
            ] {
                (state.fusion.sides, state.fusion.target) = (sides, target);
                for window in [None, Some(window)] {
                    (state.time.windows.a, state.time.windows.b) = (window, window);
                    lay_out(&mut page, &state);
                    let words = page.engine.take_words().unwrap();
                    let scene = diptych_scene::wire::decode(&words).unwrap();
                    assert_eq!(scene.check(), Ok(()));
                    for point in [[10.0, 3.0], [450.0, 30.0], [450.0, 400.0], [899.0, 499.0]] {
                        page.ask(&HoverRequest { desk: DeskId::Fusion, point: Some(point) }).unwrap();
                        lay_out(&mut page, &state);
                    }
                }
            }
        }
    }
}
