//! Several runs a side: the display, the test of changes, and their independence of order and of the displayed run.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_compare::identity::{Rules, identify_runs, read_rules};
use diptych_compare::ranking::{Options, Row, rank};
use diptych_engine::{Engine, RunProfile};
use diptych_profile::{CallTree, UnionTree};
use diptych_protocol::comparison::{ComparisonSummary, DifferenceList, DifferenceRow};
use diptych_protocol::{
    CallRef, DeskId, FunctionRef, ItemsRequest, LayoutRequest, RecursionFolding, RemoveRunRequest, RunRow,
    SceneInfo, SelectRequest, SideName, SideSummary, Sides, Subject, SwapRequest, ThemeChoice, ViewState,
};
use diptych_testkit::Rng;
use diptych_trace::{Run, Trace};
use diptych_views::numbers;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use support::{Page, plain, run};

/// Returns a run with jittered times. With `slow`, `parse` takes 1.5 times as long. Some runs call `aardvark`.
fn recorded(seed: u64, slow: bool) -> Run {
    let mut rng = Rng::new(seed);
    let mut us = |base: u64| base * 1000 + rng.below(base * 20);
    let (parse, token) = (us(if slow { 3_000 } else { 2_000 }), us(400));
    let (render, close) = (us(1_500), us(300));
    let rare = if seed.is_multiple_of(3) { us(50) } else { 0 };
    let at = [1_000, parse + 2_000, parse + render + 3_000];
    let end = at[2] + close + rare + 10_000;
    let mut picture = format!(
        "main\n  0..{end} run @app/main.py:1\n    {}..{} parse @lib/parse.py:{}\n      1100..{} token @lib/parse.py:9\n    \
         {}..{} render @lib/render.py:3\n    {}..{} close @lib/render.py:30\n",
        at[0],
        at[0] + parse,
        seed % 4 + 5,
        1_100 + token,
        at[1],
        at[1] + render,
        at[2],
        at[2] + close,
    );
    if rare > 0 {
        let start = at[2] + close;
        picture += &format!("    {start}..{} aardvark @lib/rare.py:1\n", start + rare);
    }
    run(&format!("run-{seed}.json"), &picture)
}

/// Returns numbers and seeds of five runs of a side.
fn five(side: SideName) -> Vec<(u32, u64)> {
    let first = side.index() as u32 * 100;
    (0..5).map(|number| (first + number, u64::from(first + number) + 1)).collect()
}

fn of(side: SideName, seed: u64) -> Run {
    recorded(seed, side == SideName::B)
}

/// Returns the profile of a run, as a worker sends it.
fn profile(run: &Run) -> RunProfile {
    RunProfile::from_bytes(&RunProfile::new(run).to_bytes()).unwrap()
}

/// Opens the runs of a side and displays the first one.
fn fill(engine: &mut Engine, side: SideName, runs: &[(u32, u64)]) {
    let (shown, others) = runs.split_first().unwrap();
    engine.open(side, shown.0, of(side, shown.1));
    for (number, seed) in others {
        engine.add(side, *number, profile(&of(side, *seed)));
    }
}

fn page(runs: [&[(u32, u64)]; 2]) -> Page {
    let mut engine = diptych_desks::engine();
    SideName::BOTH.into_iter().zip(runs).for_each(|(side, runs)| fill(&mut engine, side, runs));
    Page::new(engine)
}

fn five_and_five() -> Page {
    page([&five(SideName::A), &five(SideName::B)])
}

/// Returns the rows of the ranked lists. Moved calls are not among them, because they belong to the displayed runs
/// only.
fn rows(page: &mut Page) -> Vec<DifferenceRow> {
    let lists = [DifferenceList::Slower, DifferenceList::Faster, DifferenceList::New, DifferenceList::Gone];
    lists.into_iter().flat_map(|list| page.rows(list)).collect()
}

/// Returns the texts that must not depend on the displayed run.
fn said(page: &mut Page) -> (String, Vec<DifferenceRow>, String, String) {
    let summary: ComparisonSummary = page.compare(&ViewState::default());
    (summary.verdict[0].text.clone(), rows(page), summary.noise, summary.floor)
}

fn runs_of(summary: Option<Box<SideSummary>>) -> Vec<RunRow> {
    summary.unwrap().runs
}

/// Returns the numbers of the displayed run and of the run with the median total.
fn marks(rows: &[RunRow]) -> (u32, u32) {
    let one = |is: fn(&&RunRow) -> bool| {
        let [only] = rows.iter().filter(is).collect::<Vec<_>>()[..] else { panic!("{rows:?}") };
        only.run
    };
    (one(|row| row.shown), one(|row| row.median))
}

#[test]
fn change_in_every_run_has_confidence() {
    let mut page = five_and_five();
    let (_, rows, noise, _) = said(&mut page);
    assert_eq!(plain(&noise), "5 and 5 runs: family-wise error 5.0 % (exact permutation test, 126 splits)");
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["parse"]);
    assert!(rows[0].confidence.contains(" to +") && rows[0].confidence.contains("p = 0.0"), "{rows:?}");

    // The details of a call state the confidence too. For a function that is not listed they say so.
    let fact = |page: &mut Page, depth: u32, start: i64, duration: i64| {
        let call = CallRef { side: SideName::A, start, duration, depth, lane: 0 };
        let facts = page
            .ask(&SelectRequest { subject: Some(Subject::Call(call)) })
            .details
            .unwrap()
            .call()
            .unwrap()
            .facts;
        facts.into_iter().find(|fact| fact.label == "Function over 5 and 5 runs").unwrap().value
    };
    let shown = of(SideName::A, 1).trace;
    let parse = shown.calls().duration(diptych_trace::CallId(1));
    assert_eq!(fact(&mut page, 1, 1_000, parse), rows[0].confidence);
    assert_eq!(fact(&mut page, 0, 0, shown.extent()), "within run-to-run variation, or below the floor");
}

#[test]
fn test_is_stored_by_the_numbers_it_reads() {
    let mut page = five_and_five();
    page.compare(&ViewState::default());
    let keys = |page: &Page, kind: &str| {
        let all = page.jobs.iter().map(|job| job.key.clone());
        all.filter(|key| key.starts_with(kind)).collect::<Vec<String>>()
    };
    assert_eq!((keys(&page, "align-").len(), keys(&page, "test-").len()), (1, 1));
    page.compare(&ViewState::default());
    assert_eq!(keys(&page, "test-").len(), 1, "the same question");
    // Another floor needs another test; the alignment stays.
    let mut state = ViewState::default();
    state.comparison.floor_us = 0;
    page.compare(&state);
    assert_eq!((keys(&page, "align-").len(), keys(&page, "test-").len()), (1, 2));
    // One more run needs another test.
    page.session.engine.add(SideName::B, 200, profile(&of(SideName::B, 77)));
    let summary = page.compare(&ViewState::default());
    assert!(summary.noise.starts_with("5 and 6 runs"), "{}", summary.noise);
    let tests = keys(&page, "test-");
    assert_eq!((keys(&page, "align-").len(), tests.len()), (1, 3));
    assert!(tests[0] != tests[1] && tests[0] != tests[2]);
    // The same files in another session give the same keys.
    let mut again = five_and_five();
    again.compare(&ViewState::default());
    assert_eq!((keys(&again, "align-"), keys(&again, "test-")), (keys(&page, "align-"), tests[..1].to_vec()));
}

#[test]
fn few_runs_are_not_tested() {
    let (a, b) = (five(SideName::A), five(SideName::B));
    let mut few = page([&a[..2], &b[..2]]);
    let (_, rows, noise, _) = said(&mut few);
    assert_eq!(noise, "2 and 2 runs: too few for a test; a change is significant if the runs don’t overlap");
    assert!(
        rows.iter().any(|row| row.name == "parse" && row.stands_out)
            && rows.iter().all(|row| row.confidence.is_empty())
    );
    assert!(few.jobs.iter().all(|job| !job.key.starts_with("test-")));

    let mut one = page([&a[..1], &b[..1]]);
    assert_eq!(said(&mut one).2, "One run per side: noise is how much calls vary within a run");
}

#[test]
fn order_and_displayed_run_change_no_result() {
    let (a, b) = (five(SideName::A), five(SideName::B));
    let there = said(&mut five_and_five());
    let (mut back_a, mut back_b) = (a.clone(), b.clone());
    back_a.reverse();
    back_b.rotate_left(2);
    let mut page = page([&back_a, &back_b]);
    assert_eq!(said(&mut page), there);

    let (number, seed) = a[2];
    let rows = runs_of(page.session.engine.show(SideName::A, number, of(SideName::A, seed)));
    assert_eq!((marks(&rows).0, rows.len()), (number, 5));
    assert_eq!(said(&mut page), there);
    assert_eq!(page.aligned(), 2, "another run is aligned");
}

#[test]
fn removed_run_has_no_effect() {
    let (a, b) = (five(SideName::A), five(SideName::B));
    let mut page = five_and_five();
    page.compare(&ViewState::default());
    let removed = page.ask(&RemoveRunRequest { side: SideName::A, run: a[3].0 });
    assert_eq!(runs_of(removed).len(), 4);
    let aligned = page.aligned();
    let left = [a[0], a[1], a[2], a[4]];
    assert_eq!(said(&mut page), said(&mut self::page([&left, &b])));
    assert_eq!(page.aligned(), aligned, "the pair that is shown is the same");
    // The displayed run cannot be removed.
    let kept = page.ask(&RemoveRunRequest { side: SideName::A, run: a[0].0 });
    assert_eq!(runs_of(kept).len(), 4);
}

#[test]
fn swapped_sides_keep_all_their_runs() {
    let mut page = five_and_five();
    page.compare(&ViewState::default());
    let slower = page.names(DifferenceList::Slower);
    let Sides { a, b } = page.ask(&SwapRequest { rules: String::new() }).sides;
    assert_eq!((a.unwrap().runs.len(), b.unwrap().runs.len()), (5, 5));
    let summary = page.compare(&ViewState::default());
    assert!(summary.noise.starts_with("5 and 5 runs"));
    assert_eq!(page.names(DifferenceList::Faster), slower);
}

#[test]
fn run_list_marks_displayed_and_median_run() {
    let mut engine = diptych_desks::engine();
    let whole = |name: &str, ticks: i64| run(name, &format!("main\n  0..{ticks} run @x.py:1\n"));
    let mut last = engine.open(SideName::A, 7, whole("a.json", 5_000_000));
    assert_eq!(marks(&runs_of(last.clone())), (7, 7));
    for (number, ticks) in [(9, 3_000_000), (8, 9_000_000), (10, 4_000_000)] {
        let run = profile(&whole(&format!("{number}.json"), ticks));
        last = engine.add(SideName::A, number, run);
    }
    let rows = runs_of(last);
    // Of 3, 4, 5 and 9 ms, the median run is the lower of the middle two.
    assert_eq!(marks(&rows), (7, 10));
    assert_eq!(
        rows.iter().map(|row| (row.run, row.rank)).collect::<Vec<_>>(),
        [(7, 2), (8, 3), (9, 0), (10, 1)]
    );
    assert_eq!(
        (plain(&rows[1].duration), plain(&rows[1].total), rows[1].calls),
        ("9.00 ms".into(), "9.00 ms".into(), 1)
    );
    // A side without a displayed run takes no other run.
    assert_eq!(engine.add(SideName::B, 1, profile(&whole("x", 5))), None);
    // Opening a file removes all earlier runs.
    assert_eq!(runs_of(engine.open(SideName::A, 11, whole("b.json", 1_000))).len(), 1);
}

/// Ranks as the command line does: keys of all runs at once, one union tree, one ranking.
fn ranked_at_once(sides: [&[Trace]; 2], rules: &str) -> Vec<(String, String, String)> {
    let (_, compiled) = read_rules(rules, &Rules::defaults(["picture", "picture"])).unwrap();
    let specs =
        sides.map(|runs| runs.iter().map(|trace| trace.functions().specs(trace.names())).collect::<Vec<_>>());
    let identities = identify_runs(&compiled, [&specs[0], &specs[1]], &mut |_, _| ());
    let mut trees = Vec::new();
    for (side, runs) in sides.into_iter().enumerate() {
        for (trace, names) in runs.iter().zip(&identities.of_function[side]) {
            trees.push((side, Arc::new(CallTree::new(trace, names, &mut |_, _| ()))));
        }
    }
    let ranking = rank(&UnionTree::new(&trees), Options::default(), &mut |_, _| ());
    let axis = sides[0][0].axis();
    let told = |row: &Row| {
        let name = identities.name_and_file(row.identity).0.to_owned();
        let p = row.confidence.map_or_else(String::new, |of| format!("p = {:.3}", of.p));
        (name, numbers::delta(axis, row.delta), p)
    };
    let lists = [&ranking.slower, &ranking.faster, &ranking.new, &ranking.gone];
    lists.into_iter().flatten().map(told).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ranking_equals_that_of_all_traces_at_once(seed in 0u64..1_000_000, a in 1usize..6, b in 2usize..6, shown: u8) {
        // The second rules give `token` and `close` one key. The result must not depend on when the rules came.
        let rules = "defaults\nname s/^(token|close)$/either/\n";
        let runs = |side: SideName, count: usize| -> Vec<Run> {
            (0..count as u64).map(|number| of(side, seed + number + 1000 * side.index() as u64)).collect()
        };
        let sides = [runs(SideName::A, a), runs(SideName::B, b)];
        let mut engine = diptych_desks::engine();
        for (side, runs) in SideName::BOTH.into_iter().zip(&sides) {
            let first = usize::from(shown) % runs.len();
            engine.open(side, first as u32, copy(&runs[first]));
            for (number, run) in runs.iter().enumerate().filter(|(number, _)| *number != first) {
                engine.add(side, number as u32, profile(run));
            }
        }
        for text in ["", rules] {
            let mut page = Page::new(std::mem::replace(&mut engine, diptych_desks::engine()));
            let mut state = ViewState::default();
            state.comparison.rules = text.to_owned();
            page.compare(&state);
            let told = |row: DifferenceRow| {
                let p = row.confidence.rsplit(", ").next().unwrap().to_owned();
                (row.name, row.delta, p)
            };
            let found: Vec<_> = rows(&mut page).into_iter().map(told).collect();
            let traces = sides.each_ref().map(|runs| runs.iter().map(|run| run.trace.clone()).collect::<Vec<_>>());
            prop_assert_eq!(found, ranked_at_once([&traces[0], &traces[1]], text));
            engine = page.session.engine;
        }
    }
}

fn copy(run: &Run) -> Run {
    let Run { name, format, bytes, packed, trace, of_file } = run;
    let (name, format, of_file) = (name.clone(), format.clone(), of_file.clone());
    Run { name, format, bytes: *bytes, packed: *packed, trace: trace.clone(), of_file }
}

/// Returns the fill of each path on the Profile desk.
fn fills_of_paths(page: &mut Page, state: &ViewState) -> (BTreeMap<String, String>, SceneInfo) {
    drawn(page, state, |path| path.iter().map(|of| of.name.as_str()).collect::<Vec<_>>().join(" > "))
}

/// Returns the fills by the last function of each path.
fn fills(page: &mut Page, state: &ViewState) -> (BTreeMap<String, String>, SceneInfo) {
    drawn(page, state, |path| path.last().map_or_else(String::new, |last| last.name.clone()))
}

fn drawn(
    page: &mut Page,
    state: &ViewState,
    name: impl Fn(&[FunctionRef]) -> String,
) -> (BTreeMap<String, String>, SceneInfo) {
    page.compare(state);
    let desk = DeskId::Profile;
    let layout = LayoutRequest {
        desk,
        state: state.clone(),
        theme: ThemeChoice::Light,
        width: 1200.0,
        height: 600.0,
        tubes: None,
        held: 0,
    };
    for _ in 0..4 {
        page.ask(&layout);
    }
    let info = page.ask(&layout);
    let found = page.ask(&ItemsRequest { desk }).into_iter().filter_map(|item| match item.subject {
        Subject::Path(path) => Some((name(&path), item.fill)),
        _ => None,
    });
    (found.collect(), info)
}

/// Functions whose runs overlap are drawn faint, the others in full colour. The legend says so.
#[test]
fn uncertain_changes_are_faint_on_profile_desk() {
    let mut state = ViewState { desk: DeskId::Profile, ..ViewState::default() };
    (state.comparison.floor_percent, state.comparison.floor_us) = (0, 0);
    state.comparison.grey_is_equal = true;
    let alone = |side: SideName| five(side)[..1].to_vec();
    let (one_run, info) = fills(&mut page([&alone(SideName::A), &alone(SideName::B)]), &state);
    assert!(!info.legend.iter().any(|entry| entry.label.contains("runs")), "{:?}", info.legend);
    let (several, info) = fills(&mut five_and_five(), &state);
    let legend: Vec<&str> = info.legend.iter().map(|entry| entry.label.as_str()).collect();
    assert!(legend.contains(&"full colour: p near 0 (5 and 5 runs)"), "{legend:?}");
    assert!(legend.contains(&"faint: p near 1, per path"), "{legend:?}");
    assert_eq!(one_run.keys().collect::<Vec<_>>(), several.keys().collect::<Vec<_>>());
    // In every run, `parse` takes half as long again. The jitter of `render` is the same on both sides.
    assert_ne!(one_run["render"], several["render"]);
    let distance = |name: &str| apart(&one_run[name], &several[name]);
    assert!(distance("parse") < distance("render"), "{} {}", distance("parse"), distance("render"));
    // Two runs and one run are too few for a test.
    let few = [five(SideName::A)[..2].to_vec(), alone(SideName::B)];
    let (_, info) = fills(&mut page([&few[0], &few[1]]), &state);
    assert!(info.legend.iter().any(|entry| entry.label == "full colour: the 2 and 1 runs don’t overlap"));
}

/// Returns the distance between two fills, in steps of their channels.
fn apart(one: &str, other: &str) -> i32 {
    let bytes = |hex: &str| -> Vec<i32> {
        (0..3).map(|at| i32::from_str_radix(&hex[1 + 2 * at..3 + 2 * at], 16).unwrap()).collect()
    };
    bytes(one).iter().zip(bytes(other)).map(|(x, y)| (x - y).abs()).sum()
}

/// Returns a run of a side. Below `steady`, `work` takes longer in every run of B. Below `wild`, its time varies on
/// both sides.
fn two_paths(side: SideName, number: u64) -> Run {
    let steady = if side == SideName::A { 1_000 } else { 1_400 } + number;
    let wild = [9_000, 2_000, 5_000, 12_000, 3_500][(number as usize * 3 + side.index()) % 5];
    let [us, first] = [1_000, 10_000];
    let second = first + steady * us + 10_000;
    let end = second + wild * us + 10_000;
    run(
        &format!("{side:?}-{number}.json"),
        &format!(
            "main\n  0..{end} run\n    {first}..{} steady\n      {first}..{} work\n    {second}..{} wild\n      {second}..{} \
             work\n",
            first + steady * us,
            first + steady * us,
            second + wild * us,
            second + wild * us,
        ),
    )
}

/// A function may be uncertain overall and certain on the path where it changed. This holds for folded and inverted
/// paths, and for each weight.
#[test]
fn path_confidence_follows_its_own_times() {
    let page = |runs: u64| {
        let mut engine = diptych_desks::engine();
        for side in SideName::BOTH {
            engine.open(side, 0, two_paths(side, 0));
            for number in 1..runs {
                engine.add(side, number as u32, profile(&two_paths(side, number)));
            }
        }
        Page::new(engine)
    };
    let mut state = ViewState { desk: DeskId::Profile, ..ViewState::default() };
    (state.comparison.floor_percent, state.comparison.floor_us) = (0, 0);
    state.comparison.grey_is_equal = true;
    for (weight, inverted, folding) in [
        ("", false, RecursionFolding::Direct),
        ("self", false, RecursionFolding::Full),
        ("", false, RecursionFolding::AsCalled),
        ("", true, RecursionFolding::Direct),
    ] {
        weight.clone_into(&mut state.paths.weight);
        (state.profile.flame.inverted, state.profile.flame.folding) = (inverted, folding);
        let (plain, _) = fills_of_paths(&mut page(1), &state);
        let (tested, _) = fills_of_paths(&mut page(5), &state);
        let paths = if inverted {
            ["work > steady", "work > wild"]
        } else {
            ["run > steady > work", "run > wild > work"]
        };
        let [sure, doubted] = paths.map(|path| apart(&plain[path], &tested[path]));
        assert!(sure * 4 < doubted, "{weight} {inverted} {folding:?}: {sure} {doubted}");
    }
}

/// Returns a run of eight ranks that compute and then wait for the slowest of them. Rank 3 of B takes half as long again.
fn of_ranks(side: SideName, seed: u64) -> Run {
    let mut rng = Rng::new(seed);
    let mut lanes = vec![String::new(); 8];
    let mut at = 0;
    for _ in 0..20 {
        let late = |rank: usize| if side == SideName::B && rank == 3 { 50_000 } else { 0 };
        let work: Vec<u64> = (0..8).map(|rank| 100_000 + rng.below(500) + late(rank)).collect();
        let end = at + work.iter().max().unwrap() + 1_000;
        for (lane, work) in lanes.iter_mut().zip(work) {
            *lane += &format!("  {at}..{} computing\n  {}..{end} PMPI_Allreduce\n", at + work, at + work);
        }
        at = end;
    }
    let lanes = lanes.iter().enumerate().map(|(rank, calls)| format!("rank-{rank}\n{calls}"));
    run(&format!("ranks-{seed}.json"), &lanes.collect::<String>())
}

#[test]
fn late_rank_is_named_over_several_runs() {
    let said = |runs: [[u64; 2]; 2]| {
        let mut engine = diptych_desks::engine();
        for (side, [shown, other]) in SideName::BOTH.into_iter().zip(runs) {
            engine.open(side, shown as u32, of_ranks(side, shown));
            engine.add(side, other as u32, profile(&of_ranks(side, other)));
        }
        let mut page = Page::new(engine);
        let summary: ComparisonSummary = page.compare(&ViewState::default());
        (format!("{summary:?}"), page.rows(DifferenceList::Largest).remove(0).name)
    };
    let [one, other] = [[[1, 2], [101, 102]], [[2, 1], [102, 101]]].map(said);
    assert!(one.0.contains("on rank-3, while other ranks wait longer"), "{}", one.0);
    assert_eq!((one.1.as_str(), other.1.as_str()), ("computing", "computing"));
    assert!(other.0.contains("on rank-3, while other ranks wait longer"), "{}", other.0);
}
