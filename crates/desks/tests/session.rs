//! Tests of the engine from outside: asks in, replies out, without a worker or a screen.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::{Engine, EngineEvent, svg};
use diptych_protocol::compute::Job;
use diptych_protocol::{
    Ask, CallRef, CloseRequest, ColorBy, CsvRequest, DataTableRequest, DeskId, Details, Event, FunctionRef,
    FunctionsReply, GiveUpRequest, HitReply, HoverRequest, ItemPlace, ItemsRequest, LaneRef, LanesRequest,
    LayoutRequest, PickAction, PickReply, PickRequest, RangeTableRequest, SceneInfo, SelectRangeRequest,
    SelectRequest, SelectionReply, SideName, Sides, Step, StepHitRequest, StepRequest, Subject, SwapRequest,
    Swapped, TextReply, ThemeChoice, TimeAxis, TotalsRequest, ViewId, ViewState, Window,
};
use diptych_scene::{Batch, Scene, wire};
use diptych_testkit::trace;
use diptych_trace::Run;

fn run(name: &str, picture: &str) -> Run {
    Run {
        name: name.to_owned(),
        format: "picture".to_owned(),
        bytes: 10,
        packed: false,
        trace: trace(picture),
        of_file: Vec::new(),
    }
}

const A: &str = "
    main
      0..1000 run @app/main.py:1
        100..400 parse @lib/parse.py:7
          150..250 token @lib/parse.py:9
        500..900 render @lib/render.py:3
";
const B: &str = "
    main
      0..1200 run @app/main.py:1
        100..600 parse @lib/parse.py:7
        700..900 render @lib/render.py:3
";

fn engine() -> Engine {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", A));
    engine.load(SideName::B, run("b.json", B));
    engine
}

fn ask<A: Ask>(engine: &mut Engine, ask: &A) -> A::Reply {
    engine.ask(ask).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn layout_of(state: ViewState) -> LayoutRequest {
    LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme: ThemeChoice::Light,
        width: 600.0,
        height: 400.0,
        tubes: None,
        held: 0,
    }
}

fn laid_out(engine: &mut Engine, state: ViewState) -> SceneInfo {
    ask(engine, &layout_of(state))
}

fn scene(engine: &mut Engine, state: ViewState) -> Scene {
    laid_out(engine, state);
    wire::decode(&engine.take_words().unwrap()).unwrap()
}

fn boxes(scene: &Scene) -> usize {
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    batches.map(|batch| if let Batch::Rects(rects) = batch { rects.instances.len() } else { 0 }).sum()
}

/// Returns a point inside the nth cell with a label.
fn label(scene: &Scene, text: &str, nth: usize) -> [f32; 2] {
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    let texts =
        batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(&texts.runs) } else { None });
    let run = texts.flatten().filter(|run| run.text == text).nth(nth).unwrap();
    [run.rect.x0 + 1.0, f32::midpoint(run.rect.y0, run.rect.y1)]
}

fn call_of(subject: Subject) -> Option<CallRef> {
    match subject {
        Subject::Call(call) => Some(call),
        _ => None,
    }
}

fn named(selection: SelectionReply) -> (Option<CallRef>, Option<String>) {
    let SelectionReply { subject, details } = selection;
    (subject.and_then(call_of), details.and_then(Details::call).map(|details| details.name))
}

#[test]
fn loading_says_what_a_side_holds() {
    let summary = diptych_desks::engine().load(SideName::A, run("a.json", A)).unwrap();
    assert_eq!((summary.calls, summary.functions, summary.max_depth, summary.extent), (4, 4, 2, 1000));
    assert_eq!(summary.headline.replace('\u{202f}', " "), "4 calls · 1.00 µs · 10 B");
    assert_eq!(summary.lanes[0].name, "main");
}

#[test]
fn both_sides_are_drawn_on_one_scale() {
    let mut engine = engine();
    let drawn = scene(&mut engine, ViewState::default());
    let info = laid_out(&mut engine, ViewState::default());
    assert_eq!(engine.take_words(), Some(wire::encode(&drawn)));
    assert_eq!(engine.take_words(), None, "once");
    assert_eq!(info.drawn.text, "4 of 4 calls of A, 3 of 3 calls of B drawn");
    assert!(info.panes.iter().all(|pane| pane.window == Window { start: 0, end: 1200 }));
    let [a, b] = [label(&drawn, "parse", 0), label(&drawn, "parse", 1)];
    assert!((a[0] - b[0]).abs() < 0.01, "equal starts stand under each other");
    assert!(a[1] < b[1], "A is the upper one");
}

#[test]
fn hover_and_click_find_what_is_drawn() {
    let mut engine = engine();
    let drawn = scene(&mut engine, ViewState::default());
    let point = label(&drawn, "render", 1);
    let hover = |point| HoverRequest { desk: DeskId::Compare, point: Some(point) };
    let tooltip = ask(&mut engine, &hover(point)).tooltip.unwrap();
    assert_eq!(
        (tooltip.side, tooltip.name.as_str(), tooltip.place.as_str()),
        (Some(SideName::B), "render", "lib/render.py:3")
    );
    assert_eq!(tooltip.context, "depth 1 · main");
    let picked = ask(&mut engine, &PickRequest { desk: DeskId::Compare, point });
    assert_eq!((picked.details.unwrap().call().unwrap().name.as_str(), picked.action), ("render", None));
    let expected = CallRef { side: SideName::B, start: 700, duration: 200, depth: 1, lane: 0 };
    assert_eq!(picked.subject, Some(Subject::Call(expected)));
    assert_eq!(ask(&mut engine, &hover([599.0, 200.0])).tooltip, None);
}

#[test]
fn middle_of_an_item_picks_that_item() {
    let mut engine = engine();
    assert!(ask(&mut engine, &ItemsRequest { desk: DeskId::Compare }).is_empty());
    laid_out(&mut engine, ViewState::default());
    let items = ask(&mut engine, &ItemsRequest { desk: DeskId::Compare });
    let mut calls = 0;
    for ItemPlace { view, subject, rect: [x0, y0, x1, y1], .. } in items {
        let point = [f32::midpoint(x0, x1), f32::midpoint(y0, y1)];
        let picked = ask(&mut engine, &PickRequest { desk: DeskId::Compare, point });
        if let Subject::Call(call) = subject {
            assert_eq!((picked.subject, view), (Some(Subject::Call(call)), ViewId::Matches));
            calls += 1;
        }
    }
    assert_eq!(calls, 7);
    assert!(ask(&mut engine, &ItemsRequest { desk: DeskId::Profile }).is_empty());
}

#[test]
fn the_selection_is_outlined_and_nothing_else_moves() {
    let mut engine = engine();
    let plain = boxes(&scene(&mut engine, ViewState::default()));
    let selection =
        Some(Subject::Call(CallRef { side: SideName::A, start: 100, duration: 300, depth: 1, lane: 0 }));
    let outlined = scene(&mut engine, ViewState { selection, ..ViewState::default() });
    assert_eq!(boxes(&outlined), plain + 2);
}

#[test]
fn selection_of_a_missing_call_is_dropped() {
    let mut engine = engine();
    let call = CallRef { side: SideName::A, start: 1, duration: 2, depth: 90, lane: 77 };
    let subject = Some(Subject::Call(call));
    assert_eq!(named(ask(&mut engine, &SelectRequest { subject })), (None, None));
}

#[test]
fn steps_walk_call_tree_and_stop_at_edges() {
    let mut engine = engine();
    let mut at = None;
    let mut walk = |step| {
        let (call, name) = named(ask(&mut engine, &StepRequest { from: at.clone(), step }));
        at = call;
        name.unwrap()
    };
    assert_eq!(walk(Step::Next), "run");
    assert_eq!(walk(Step::FirstCallee), "parse");
    assert_eq!(walk(Step::Next), "render");
    assert_eq!(walk(Step::Next), "render");
    assert_eq!(walk(Step::Previous), "parse");
    assert_eq!(walk(Step::FirstCallee), "token");
    assert_eq!(walk(Step::Next), "token");
    assert_eq!(walk(Step::Caller), "parse");
    assert_eq!(walk(Step::Caller), "run");
    assert_eq!(walk(Step::Caller), "run");
}

#[test]
fn swap_exchanges_and_close_empties_one_side_only() {
    let mut engine = engine();
    let rules = "pair f <=> g".to_owned();
    let Swapped { sides: Sides { a, b }, rules } = ask(&mut engine, &SwapRequest { rules });
    assert_eq!(rules, "pair g <=> f");
    assert_eq!((a.unwrap().name, b.unwrap().name), ("b.json".to_owned(), "a.json".to_owned()));
    ask(&mut engine, &CloseRequest { side: SideName::A });
    let info = laid_out(&mut engine, ViewState::default());
    assert_eq!(info.panes.len(), 1);
    assert_eq!((info.panes[0].side, info.panes[0].window.end), (SideName::B, 1000));
}

#[test]
fn nothing_open_is_an_empty_scene() {
    let mut engine = diptych_desks::engine();
    assert_eq!(boxes(&scene(&mut engine, ViewState::default())), 0);
    let (call, _) = named(ask(&mut engine, &StepRequest { from: None, step: Step::Next }));
    assert_eq!(call, None);
}

#[test]
fn the_table_tells_what_the_picture_shows() {
    let mut engine = engine();
    laid_out(&mut engine, ViewState::default());
    let table = ask(&mut engine, &DataTableRequest { view: ViewId::Matches, first: 1, count: 3 });
    let names: Vec<(u32, &str, &str)> =
        table.rows.iter().map(|row| (row.level, row.cells[0].as_str(), row.cells[1].as_str())).collect();
    assert_eq!(names, [(1, "parse", "A"), (2, "token", "A"), (1, "render", "A")]);
    assert_eq!((table.first, table.total), (1, 7));
}

#[test]
fn without_layout_csv_fails_and_table_is_empty() {
    let failure = engine().ask(&CsvRequest { view: ViewId::Matches }).unwrap_err();
    assert_eq!(failure.title, "There is no picture yet.");
    let table = ask(&mut engine(), &DataTableRequest { view: ViewId::Matches, first: 0, count: 9 });
    assert_eq!((table.rows.len(), table.total), (0, 0));
}

#[test]
fn the_svg_holds_one_rect_a_box() {
    let mut engine = engine();
    let drawn = scene(&mut engine, ViewState::default());
    let text = svg(&wire::encode(&drawn), None).unwrap();
    assert!(text.contains(">parse<") && text.matches("<rect").count() >= boxes(&drawn));
    assert!(svg(&[1, 2, 3], None).is_err());
}

#[test]
fn colours_are_the_same_on_both_sides() {
    let mut engine = engine();
    let mut state = ViewState::default();
    state.compare.icicle.color = ColorBy::File;
    let info = laid_out(&mut engine, state);
    let labels: Vec<&str> = info.legend.iter().map(|entry| entry.label.as_str()).collect();
    // The sums of self time on both sides are: parse.py 300 + 500, main.py 300 + 500, render.py 400 + 200.
    assert_eq!(labels, ["main.py", "parse.py", "render.py"]);
}

fn totals(engine: &mut Engine) -> Option<FunctionsReply> {
    ask(engine, &TotalsRequest { rules: String::new() })
}

/// Takes the jobs to start, with their queries.
fn wanted(engine: &mut Engine) -> Vec<(Job, Vec<u8>)> {
    let job = |told: EngineEvent| match told.event {
        Event::WorkWanted { job } => Some((job, told.query.unwrap())),
        _ => None,
    };
    engine.take_events().into_iter().filter_map(job).collect()
}

/// Runs a job as the page does: sends the traces to the compute role, and its result back. Returns the events that
/// follow.
fn do_job(engine: &mut Engine, (job, query): &(Job, Vec<u8>)) -> Vec<Event> {
    let mut compute = diptych_desks::compute();
    for need in &job.needs {
        let (_, trace) = engine.trace(need.side).unwrap();
        compute.load(need.side, need.version, trace.clone());
    }
    let stored = compute.run(job, query, &mut |_| ());
    engine.arrived(job.id, stored.as_deref());
    engine.take_events().into_iter().map(|told| told.event).collect()
}

#[test]
fn totals_are_computed_once_by_the_compute_role() {
    let mut engine = engine();
    assert_eq!(totals(&mut engine), None, "they are being worked out");
    let jobs = wanted(&mut engine);
    assert_eq!((totals(&mut engine), wanted(&mut engine).len()), (None, 0), "once");
    assert_eq!(do_job(&mut engine, &jobs[0]), [Event::AnalysesChanged]);
    let FunctionsReply { functions, total } = totals(&mut engine).unwrap();
    assert_eq!(total, 4);
    let rows: Vec<(&str, Option<i64>, Option<i64>)> = functions
        .iter()
        .map(|f| (f.name.as_str(), f.a.map(|s| s.self_ticks), f.b.map(|s| s.self_ticks)))
        .collect();
    assert_eq!(
        rows,
        [
            ("run", Some(300), Some(500)),
            ("parse", Some(200), Some(500)),
            ("render", Some(400), Some(200)),
            ("token", Some(100), None)
        ]
    );
    assert!(wanted(&mut engine).is_empty(), "the second time at once");
}

#[test]
fn results_of_overtaken_jobs_are_dropped() {
    let mut engine = engine();
    totals(&mut engine);
    let first = wanted(&mut engine).remove(0);
    ask(&mut engine, &SwapRequest { rules: String::new() });
    assert_eq!(do_job(&mut engine, &first), []);
    totals(&mut engine);
    let second = wanted(&mut engine).remove(0);
    assert_eq!(do_job(&mut engine, &second), [Event::AnalysesChanged]);
}

#[test]
fn cancelled_job_is_requested_again_on_ask() {
    let mut engine = engine();
    totals(&mut engine);
    let job = wanted(&mut engine).remove(0);
    ask(&mut engine, &GiveUpRequest { jobs: vec![job.0.id] });
    assert_eq!(do_job(&mut engine, &job), [], "what comes of it all the same is dropped");
    totals(&mut engine);
    assert_eq!(wanted(&mut engine).len(), 1);
}

/// Lays out with a search. Returns the scene and the search's information.
fn search(engine: &mut Engine, text: &str) -> (Scene, diptych_protocol::SearchInfo) {
    let state = ViewState { search: text.to_owned(), ..ViewState::default() };
    let info = laid_out(engine, state);
    (wire::decode(&engine.take_words().unwrap()).unwrap(), info.search.unwrap())
}

#[test]
fn a_search_counts_hits_and_marks_them() {
    let mut engine = engine();
    let (drawn, info) = search(&mut engine, "parse -name:token");
    assert_eq!((info.calls_a, info.calls_b, info.broken), (1, 1, false));
    // Self time of `parse`: 200 of 1,000 in A, 500 of 1,200 in B.
    assert_eq!(
        info.text.replace('\u{202f}', " "),
        "A 1 call, 200 ns self (20 %) · B 1 call, 500 ns self (42 %)"
    );
    let batches = drawn.layers.iter().flat_map(|layer| &layer.batches);
    let rects = batches
        .filter_map(|batch| if let Batch::Rects(rects) = batch { Some(&rects.instances) } else { None });
    let violet = diptych_scene::theme::Theme::named(diptych_scene::theme::ThemeName::Light).hit;
    assert_eq!(rects.flatten().filter(|rect| rect.border == violet).count(), 2);
}

#[test]
fn hits_are_walked_over_both_sides_and_around() {
    let mut engine = engine();
    search(&mut engine, "r");
    let mut at = None;
    let mut walk = |forward| {
        let hit = ask(&mut engine, &StepHitRequest { from: at.clone(), forward });
        let SelectionReply { subject, details } = hit.selection.unwrap();
        at = subject.and_then(call_of);
        let side = at.as_ref().unwrap().side;
        (side, details.unwrap().call().unwrap().name, hit.rank, hit.total)
    };
    let expected = |side, name: &str, rank| (side, name.to_owned(), rank, 7);
    assert_eq!(walk(true), expected(SideName::A, "run", 1));
    assert_eq!(walk(true), expected(SideName::A, "parse", 2));
    assert_eq!(walk(false), expected(SideName::A, "run", 1));
    assert_eq!(walk(false), expected(SideName::B, "render", 7));
    assert_eq!(walk(true), expected(SideName::A, "run", 1));
}

#[test]
fn search_without_hits_offers_similar_names() {
    let mut engine = engine();
    let (_, info) = search(&mut engine, "rendre");
    assert_eq!((info.calls_a + info.calls_b, info.nearest), (0, vec!["render".to_owned()]));
    let hit = ask(&mut engine, &StepHitRequest { from: None, forward: true });
    assert_eq!(hit, HitReply { selection: None, rank: 0, total: 0 });
    let (_, info) = search(&mut engine, "/(/");
    assert!(info.broken && info.text.starts_with("/(/ is not a regular expression"), "{}", info.text);
}

#[test]
fn lanes_fold_and_unfold() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", "busy\n  0..1000 f\n    1..999 g\nquiet\n  0..5 h\n    1..3 i\n"));
    let calls_drawn = |engine: &mut Engine, state: ViewState| {
        let info = laid_out(engine, state);
        info.drawn.text
    };
    assert_eq!(calls_drawn(&mut engine, ViewState::default()), "2 of 4 calls of A drawn");
    let mut state = ViewState::default();
    state.compare.icicle.folds.a = vec![1];
    assert_eq!(calls_drawn(&mut engine, state.clone()), "4 of 4 calls of A drawn");
    let lanes = ask(&mut engine, &LanesRequest { side: SideName::A, state });
    let rows: Vec<(&str, bool)> = lanes.iter().map(|row| (row.name.as_str(), row.folded)).collect();
    assert_eq!(rows, [("busy", false), ("quiet", false)]);
    // The head of the busy lane is below the strip of 28 px and the axis of 20 px.
    let picked = ask(&mut engine, &PickRequest { desk: DeskId::Compare, point: [100.0, 55.0] });
    let fold = PickAction::FoldLane { side: SideName::A, lane: 0 };
    assert_eq!(
        picked,
        PickReply {
            subject: Some(Subject::Lane(LaneRef { side: SideName::A, lane: 0 })),
            details: None,
            action: Some(fold)
        }
    );
}

#[test]
fn the_head_shows_both_runs_whole() {
    let mut engine = engine();
    let mut state = ViewState::default();
    state.time.windows.a = Some(Window { start: 100, end: 200 });
    let info = laid_out(&mut engine, state);
    // The strip has the height of the overview from the start, so that nothing moves when the overview arrives.
    let strip = info.minimap.unwrap();
    assert_eq!(
        (strip.whole, strip.y0, strip.y1, strip.middle),
        (Window { start: 0, end: 1200 }, 0.0, 144.0, 72.0)
    );
}

#[test]
fn row_of_selection_is_known_in_folded_lanes() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", "busy\n  0..1000 f\n    1..999 g\nquiet\n  0..5 h\n    1..3 i\n"));
    let selection =
        Some(Subject::Call(CallRef { side: SideName::A, start: 1, duration: 2, depth: 1, lane: 1 }));
    let mut selected = |folds_a: Vec<u32>| {
        let mut state = ViewState { selection: selection.clone(), ..ViewState::default() };
        state.compare.icicle.folds.a = folds_a;
        let info = laid_out(&mut engine, state);
        info.selected.unwrap()
    };
    let hidden = selected(Vec::new());
    assert_eq!((hidden.side, hidden.folded_lane), (SideName::A, Some(1)));
    // The row is below two lane heads of 16 px, two rows of the busy lane and one row of the quiet lane.
    let shown = selected(vec![1]);
    assert_eq!((shown.from, shown.to, shown.folded_lane), (80.0, 96.0, None));
}

/// Returns all texts of a scene.
fn texts(scene: &Scene) -> Vec<String> {
    let batches = scene.layers.iter().flat_map(|layer| &layer.batches);
    let texts =
        batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(&texts.runs) } else { None });
    texts.flatten().map(|run| run.text.clone()).collect()
}

#[test]
fn frames_that_fill_the_time_in_view_fold_into_a_line() {
    let mut engine = diptych_desks::engine();
    let deep = "t\n  0..1000 outer\n    0..999 inner\n      0..995 core\n        100..500 f\n";
    let wide = "t\n  0..2000 outer\n    0..1999 inner\n      0..900 core\n      1000..1900 g\n";
    engine.load(SideName::A, run("a.json", deep));
    engine.load(SideName::B, run("b.json", wide));
    let folded = scene(&mut engine, ViewState::default());
    let said = texts(&folded);
    let has = |texts: &[String], text: &str| texts.iter().any(|of| of == text);
    assert!(has(&said, "3 callers hidden ›") && has(&said, "2 callers hidden ›"), "{said:?}");
    assert!(!has(&said, "outer") && has(&said, "core"), "{said:?}");

    let point = label(&folded, "2 callers hidden ›", 0);
    let picked = ask(&mut engine, &PickRequest { desk: DeskId::Compare, point });
    assert_eq!(picked.action, Some(PickAction::FoldFrames));
    let mut state = ViewState::default();
    state.compare.icicle.frames = true;
    let shown = texts(&scene(&mut engine, state.clone()));
    assert_eq!(shown.iter().filter(|text| *text == "outer").count(), 2, "{shown:?}");
    assert!(has(&shown, "‹ hide 2 callers") && has(&shown, "‹ hide 3 callers"), "{shown:?}");

    // The selected call is no frame, even if it fills the time in view.
    let select = |depth: u32, duration: i64| {
        let selection =
            Some(Subject::Call(CallRef { side: SideName::A, start: 0, duration, depth, lane: 0 }));
        ViewState { selection, ..ViewState::default() }
    };
    let said = texts(&scene(&mut engine, select(2, 995)));
    assert_eq!(said.iter().filter(|text| *text == "2 callers hidden ›").count(), 2, "{said:?}");
    assert_eq!(laid_out(&mut engine, select(2, 995)).selected.unwrap().from.to_bits(), 0f32.to_bits());
    let said = texts(&scene(&mut engine, select(1, 999)));
    assert!(has(&said, "inner") && has(&said, "outer") && !has(&said, "3 callers hidden ›"), "{said:?}");

    // With several lanes, only the frames of the leading lane are folded.
    engine.load(SideName::B, run("b.json", &format!("{wide}u\n  0..5 h\n")));
    let said = texts(&scene(&mut engine, ViewState::default()));
    assert!(!has(&said, "outer") && has(&said, "2 callers hidden ›"), "{said:?}");
}

#[test]
fn csv_of_view_lists_every_box() {
    let mut engine = engine();
    laid_out(&mut engine, ViewState::default());
    let TextReply { text } = ask(&mut engine, &CsvRequest { view: ViewId::Matches });
    let mut lines = text.lines();
    assert_eq!(
        lines.next().unwrap(),
        "side,function,file,line,lane,depth,start_ns,duration_ns,self_ns,calls,kind,partner_start_ns,\
         partner_duration_ns"
    );
    let rows: Vec<&str> = lines.collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[1], "A,parse,lib/parse.py,7,main,1,100,300,200,2,,,");
    let mut state = ViewState::default();
    state.time.windows.a = Some(Window { start: 500, end: 1000 });
    laid_out(&mut engine, state);
    let TextReply { text } = ask(&mut engine, &CsvRequest { view: ViewId::Matches });
    assert_eq!(text.lines().filter(|line| line.starts_with("A,")).count(), 2, "{text}");
}

#[test]
fn common_axis_range_is_selected_on_both_sides() {
    let mut engine = engine();
    let mut state = ViewState::default();
    // B's axis is 100 ticks further to the left.
    state.time.axis = TimeAxis::Chosen;
    state.time.anchors = Sides { a: 100, b: 200 };
    ask(&mut engine, &layout_of(state));
    let window = Window { start: 100, end: 300 };
    let reply =
        ask(&mut engine, &SelectRangeRequest { side: SideName::B, window: Some(window), other: None });
    let of_b = Window { start: 200, end: 400 };
    assert_eq!(reply.subject, Some(Subject::Time { side: SideName::B, window: of_b, other: None }));
    let Some(Details::Calls(details)) = reply.details else { panic!("it is no range") };
    assert_eq!((details.windows.a, details.windows.b), (Some(window), Some(window)));
    assert!(details.place.contains("100\u{202f}ns to 300\u{202f}ns of A"), "{}", details.place);
    let text = ask(&mut engine, &RangeTableRequest { side: SideName::B, window: of_b, other: None }).text;
    assert!(text.contains("start (ns)\t100\t200\t100\n"), "{text}");
    assert!(text.contains("calls started\t2\t0\t-2\n"), "{text}");
    // Without a window, the range is the whole run.
    let whole =
        ask(&mut engine, &SelectRangeRequest { side: SideName::A, window: None, other: None }).subject;
    let all = Window { start: 0, end: 1_000 };
    assert_eq!(whole, Some(Subject::Time { side: SideName::A, window: all, other: None }));
    // Each side has a range of its own if both are chosen.
    let both = SelectRangeRequest { side: SideName::A, window: Some(all), other: Some(window) };
    let reply = ask(&mut engine, &both);
    assert_eq!(reply.subject, Some(Subject::Time { side: SideName::A, window: all, other: Some(of_b) }));
    let Some(Details::Calls(details)) = reply.details else { panic!("it is no range") };
    assert_eq!((details.ranges.a, details.ranges.b), (Some(all), Some(of_b)));
    assert_eq!((details.windows.b, &details.place[..5]), (Some(window), "with "));
}

#[test]
fn any_subject_can_be_selected_and_is_summed() {
    let mut engine = engine();
    let render = FunctionRef { name: "render".into(), file: "lib/render.py".into() };
    let mut select = |subject| ask(&mut engine, &SelectRequest { subject: Some(subject) });
    let function = select(Subject::Function(render.clone()));
    let Some(Details::Calls(details)) = function.details else { panic!("it is not a call") };
    assert_eq!(function.subject, Some(Subject::Function(render)));
    assert_eq!(
        (details.kind.as_str(), details.name.as_str(), details.place.as_str()),
        ("function", "render", "lib/render.py")
    );
    let rows: Vec<String> = details
        .rows
        .iter()
        .map(|row| format!("{}: {} | {} | {}", row.label, row.a, row.b, row.change))
        .collect();
    let change = "400\u{202f}ns | 200\u{202f}ns | \u{2212}200\u{202f}ns (\u{2212}50\u{202f}%)";
    let expected =
        ["Self", "Inclusive", "Median call", "99th percentile"].map(|label| format!("{label}: {change}"));
    assert_eq!(rows, [&["Calls: 1 | 1 | ".to_owned()][..], &expected[..]].concat());
    assert_eq!(details.sentence, "function render: 1 call in A, 1 call in B");
    // The corresponding range of the other side is summed too.
    let time =
        select(Subject::Time { side: SideName::B, window: Window { start: 0, end: 200 }, other: None });
    let Some(Details::Calls(details)) = time.details else { panic!("it is not a call") };
    let rows: Vec<[&str; 3]> = details.rows.iter().map(|row| [&*row.label, &*row.a, &*row.b]).collect();
    let long = "200\u{202f}ns";
    let expected = [["Duration", long, long], ["Calls started", "3", "2"], ["Self, all calls", long, long]];
    assert_eq!((details.name.as_str(), rows), ("0\u{202f}ns to 200\u{202f}ns of B", expected.to_vec()));
    let functions: Vec<[&str; 3]> =
        details.functions.iter().map(|row| [&*row.name, &*row.a, &*row.b]).collect();
    let (run, token) = (["run", "100\u{202f}ns", "100\u{202f}ns"], ["token", "50\u{202f}ns", ""]);
    assert_eq!(functions, [run, ["parse", "50\u{202f}ns", "100\u{202f}ns"], token]);
    // A function that no open trace has stays selected, because the side that has it may still be loading.
    let unknown = Subject::Function(FunctionRef { name: "later".into(), file: String::new() });
    assert_eq!(select(unknown.clone()).subject, Some(unknown));
}
