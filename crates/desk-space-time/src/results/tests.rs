//! Tests of what the desk requests and of the slices that arrive.

use super::space_time;
use crate::space_time::{AreaKind, IDLE, LEAST_VISIBLE_WIDTH, NO_COLOR, SpaceTime, area_details, share};
use crate::{ANALYSES, SpaceTimeDesk};
use diptych_aggregate::{
    Areas, GainBy, Grid, LaneTree, NodeTimes, Part, SliceTable, StackLevel, StateChoice, StateTimes,
    best_grid, break_points, default_p, optimal, product, spatial, temporal,
};
use diptych_engine::{Desk, Desks, Engine, InProcess};
use diptych_protocol::{
    PartitionOf, PartitionSearch, RemoveRunRequest, SideName, SpaceTimeRequest, StateBy, TimeAxis, ViewState,
    Window,
};
use diptych_testkit::trace;
use diptych_trace::{Run, Trace};
use std::fmt::Write as _;
use std::ops::ControlFlow;

mod zoom;

const A: &str =
    "site\n  x\n    0..40 f\n      10..20 g\n    60..80 f\n  y\n    0..30 g\n    50..100 f\nz\n  0..100 g\n";
const B: &str =
    "site\n  x\n    0..50 f\n    60..90 g\n  y\n    0..30 g\n    50..120 f\nz\n  0..100 g\nalone\n  0..9 g\n";

fn page(sides: &[&str]) -> InProcess {
    let mut page = InProcess::new(Engine::new(const { Desks::new(&[&SpaceTimeDesk]) }), &[ANALYSES]);
    for (side, text) in SideName::BOTH.into_iter().zip(sides) {
        page.engine.load(side, run(text));
    }
    page
}

fn run(text: &str) -> Run {
    let (name, format) = ("run.paje".to_owned(), "paje".to_owned());
    Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace: trace(text) }
}

fn wanted(page: &mut InProcess, state: &ViewState) {
    // The check of the rules takes a round of its own.
    for _ in 0..4 {
        let desk = &SpaceTimeDesk;
        let state = page.engine.with_known_axis(desk, state).into_owned();
        SpaceTimeDesk.want(&mut page.engine, &state);
        page.work();
    }
}

fn state() -> ViewState {
    let mut state = ViewState::default();
    state.space_time.slices = 10;
    state
}

/// Builds the expected table of the named lanes with the aggregate crate. Returns it with its lane tree and the
/// names of its states.
fn table(trace: &Trace, to: i64, lanes: &[&str]) -> (SliceTable, LaneTree, Vec<String>) {
    let tree = LaneTree::new(trace);
    let grid = Grid::covering(0, to, 10);
    let own: Vec<u32> = (0..trace.functions().len() as u32).collect();
    let times = StateTimes::of_calls(trace, grid, StackLevel::Innermost, &own, own.len());
    let choice = StateChoice::new(&times, own.len());
    let all = SliceTable::of_calls(trace, &tree, grid, StackLevel::Innermost, &own, &choice);
    let is_in = |leaf: &usize| {
        let node = tree.leaf_nodes().nth(*leaf).unwrap();
        lanes.contains(&tree.path(node).as_str())
    };
    let leaves: Vec<usize> = (0..tree.leaves().len()).filter(is_in).collect();
    let kept: Vec<bool> = (0..tree.leaves().len()).map(|leaf| leaves.contains(&leaf)).collect();
    let specs = trace.functions().specs(trace.names());
    let names = choice.kept.iter().map(|&id| specs[id as usize].name.to_owned()).collect();
    (all.picked(&leaves), tree.keeping(&kept), names)
}

#[test]
fn one_side_matches_aggregate_crate() {
    let mut page = page(&[A]);
    wanted(&mut page, &state());
    let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
    let trace = page.engine.session().trace(SideName::A).unwrap();
    let (table, tree, names) = table(trace, 100, &["site/x", "site/y", "z"]);
    assert_eq!((&shown.times.tree, &shown.times.states), (&tree, &names));
    assert_eq!(shown.times.times, [NodeTimes::new(&table, &tree)]);
    let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let areas = Areas::new(&table, &tree, GainBy::Sum, go_on).unwrap();
    let p = default_p(&areas, go_on).unwrap();
    assert_eq!(shown.partitions.p.to_bits(), p.to_bits());
    assert_eq!(shown.partitions.panels[0].parts, optimal(&areas, p, go_on).unwrap().parts);
    let reply = space_time(&mut page.engine, &SpaceTimeRequest::default());
    let all = break_points(&areas, &mut |_| (), go_on).unwrap();
    assert!(reply.complete && !reply.pending);
    assert_eq!(reply.curve.len(), all.stretches.len());
    assert_eq!(
        reply.lanes.iter().map(|lane| lane.path.as_str()).collect::<Vec<_>>(),
        ["", "site", "site/x", "site/y", "z"]
    );
}

#[test]
fn other_partitions_match_crate_and_never_beat_best() {
    let mut page = page(&[A]);
    let mut state = state();
    state.space_time.p = 200_000_000_000;
    let (table, tree, _) = table(&trace(A), 100, &["site/x", "site/y", "z"]);
    let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let areas = Areas::new(&table, &tree, GainBy::Sum, go_on).unwrap();
    let lanes = spatial(&table, &tree, GainBy::Sum, 0.2, go_on).unwrap();
    let time = temporal(&table, GainBy::Sum, 0.2, go_on).unwrap();
    let best = optimal(&areas, 0.2, go_on).unwrap();
    let expected = [
        (PartitionOf::Best, best.clone()),
        (PartitionOf::Product, product(&lanes, &time)),
        (PartitionOf::Lanes, lanes),
        (PartitionOf::Time, time),
        (PartitionOf::Grid, best_grid(&areas, 0.2)),
    ];
    for (kind, partition) in expected {
        state.space_time.partition = kind;
        wanted(&mut page, &state);
        let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
        let panel = &shown.partitions.panels[0];
        assert_eq!((shown.partitions.kind, &panel.parts), (kind, &partition.parts));
        assert!(panel.quality.at(0.2) <= best.quality(&areas).at(0.2) + 1e-9, "{kind:?}");
    }
}

#[test]
fn partition_search_finds_visible_or_all_partitions() {
    let calls = |lane: u32| {
        let edge = |at: u32| at * 97 + (at * at * 31 + at * lane * 17) % 90;
        let state = |at: u32| (at * at + lane * 7 + at / 3) % 5;
        let call = |at: u32| format!("  {}..{} f{}\n", edge(at), edge(at + 1), state(at));
        format!("lane {lane}\n{}", (0..40).map(call).collect::<Vec<String>>().concat())
    };
    let mut page = page(&[&(0..8).map(calls).collect::<Vec<String>>().concat()]);
    let state = ViewState::default();
    let ask = |page: &mut InProcess, search| {
        space_time(&mut page.engine, &SpaceTimeRequest { search });
        wanted(page, &state);
        space_time(&mut page.engine, &SpaceTimeRequest::default())
    };
    wanted(&mut page, &state);
    let seen = ask(&mut page, None);
    assert!(!seen.pending && seen.widest_open <= LEAST_VISIBLE_WIDTH, "{}", seen.widest_open);
    let all = ask(&mut page, Some(PartitionSearch::All));
    assert!(all.complete && !all.pending && all.widest_open.abs() < 1e-12);
    assert!(all.curve.len() > seen.curve.len(), "{} {}", all.curve.len(), seen.curve.len());
}

#[test]
fn pair_has_common_lanes_up_to_the_longer_end() {
    let mut page = page(&[A, B]);
    wanted(&mut page, &state());
    let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
    let times = &shown.times;
    // A ends after 100 ticks, B after 120.
    assert_eq!((times.sides(), times.slices, times.width), (2, 10, 12));
    assert_eq!(times.alone, [0, 1]);
    assert_eq!(times.tree.leaves().len(), 3);
    assert_eq!(shown.partitions.panels.len(), 3);
    for (side, own) in [(0, SideName::A), (1, SideName::B)] {
        let trace = page.engine.session().trace(own).unwrap();
        let (table, tree, names) = table(trace, 120, &["site/x", "site/y", "z"]);
        let expected = NodeTimes::new(&table, &tree);
        for (state, name) in times.states.iter().enumerate() {
            let of = names.iter().position(|other| other == name).unwrap();
            for slice in 0..10 {
                let part = Part { node: 0, from: slice, to: slice };
                assert_eq!(times.times[side].ticks(part, state), expected.ticks(part, of), "{name} {slice}");
            }
        }
    }
}

#[test]
fn settings_choose_window_lane_states_and_idle_time() {
    let mut page = page(&[A, B]);
    let mut state = state();
    state.time.windows.a = Some(Window { start: 20, end: 60 });
    state.space_time.within = "site".to_owned();
    state.space_time.idle = true;
    state.space_time.states = StateBy::Depth;
    state.space_time.p = 0;
    wanted(&mut page, &state);
    let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
    let times = &shown.times;
    let starts: Vec<i64> = (0..2).map(|side| times.edge(side, 0)).collect();
    assert_eq!((starts, times.width, times.slices), (vec![20, 20], 4, 10));
    assert_eq!(times.tree.path(0), "site");
    assert!(times.has_idle() && times.states.last().is_some_and(|name| name == IDLE));
    // In lane x of A, f runs at depth 0 from 20 to 40, which is half of the window. Nothing else runs there.
    let x = times.tree.node_at("site/x").unwrap();
    let part = Part { node: x as u32, from: 0, to: 9 };
    let shares = times.times[0].shares(part);
    assert_eq!(times.times[0].ticks(part, times.states.iter().position(|name| name == "f").unwrap()), 20);
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(shown.partitions.p.abs() < 1e-15);
    // A lane that no longer exists shows all lanes.
    state.space_time.within = "gone".to_owned();
    wanted(&mut page, &state);
    assert_eq!(page.engine.view_results().get::<SpaceTime>().unwrap().times.tree.leaves().len(), 3);
}

#[test]
fn each_side_shows_its_own_window() {
    let mut page = page(&[A, B]);
    let mut state = state();
    state.time.windows.a = Some(Window { start: 20, end: 40 });
    state.time.windows.b = Some(Window { start: 50, end: 90 });
    wanted(&mut page, &state);
    let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    let starts: Vec<i64> = (0..2).map(|side| times.edge(side, 0)).collect();
    assert_eq!((starts, times.width, times.slices), (vec![20, 50], 4, 10));
    // Without a window of its own, a side shows the time of the other.
    state.time.windows.a = None;
    wanted(&mut page, &state);
    let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    assert_eq!((0..2).map(|side| times.edge(side, 0)).collect::<Vec<i64>>(), [50, 50]);
}

#[test]
fn auto_states_use_packages_for_too_many_functions() {
    let many = |package: &dyn Fn(u32) -> String| {
        let calls = (0..40).map(|at| format!("  {}..{} f{at} {}\n", at * 10, at * 10 + 10, package(at)));
        format!("x\n{}", calls.collect::<String>())
    };
    let shown = |text: &str| {
        let mut page = page(&[text]);
        wanted(&mut page, &state());
        let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
        (times.by, times.states.len())
    };
    assert_eq!(shown(&many(&|at| format!("@p{}/a.py:1", at / 20))), (StateBy::Package, 2));
    // A single package separates nothing, so functions are the states.
    assert_eq!(shown(&many(&|_| "@p/a.py:1".to_owned())), (StateBy::Innermost, 12));
    assert_eq!(shown(A), (StateBy::Innermost, 2));
}

#[test]
fn matched_axis_slices_b_where_its_calls_match() {
    // B waits for 40 ticks before it does the same work.
    let a = "x\n  0..10 f\n  12..20 g\n  20..30 h\n  30..100 k\n";
    let b = "x\n  0..10 f\n  52..60 g\n  60..70 h\n  70..140 k\n";
    let mut page = page(&[a, b]);
    let mut state = state();
    page.compare(&state).unwrap();
    let shares_of_b = |page: &mut InProcess, state: &ViewState| {
        wanted(page, state);
        let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
        let of = |name: &str| times.states.iter().position(|state| state == name).unwrap();
        let cell = |slice, name| times.times[1].ticks(Part { node: 0, from: slice, to: slice }, of(name));
        ([cell(1, "g"), cell(2, "h"), cell(9, "k")], times.edges.clone())
    };
    state.time.axis = TimeAxis::Zero;
    let (from_zero, edges) = shares_of_b(&mut page, &state);
    // From zero the slices reach to the end of B, which is the longer run.
    assert_eq!((from_zero, edges[1].clone()), ([0, 0, 14], (0..=10).map(|slice| slice * 14).collect()));
    state.time.axis = TimeAxis::Matched;
    let (matched, edges) = shares_of_b(&mut page, &state);
    assert_eq!(matched, [8, 10, 10]);
    assert_eq!(edges[0], (0..=10).map(|slice| slice * 10).collect::<Vec<i64>>());
    assert_eq!(edges[1], [0, 10, 60, 70, 80, 90, 100, 110, 120, 130, 140]);
}

#[test]
fn auto_axis_is_matched_if_half_of_the_time_matches() {
    let a = "x\n  0..10 f\n  12..20 g\n  20..30 h\n  30..100 k\n";
    let late = "x\n  0..10 f\n  52..60 g\n  60..70 h\n  70..140 k\n";
    let other = "x\n  0..10 f\n  12..20 g\n  20..30 h\n  30..100 other\n";
    let edges = |b: &str, axis| {
        let mut page = page(&[a, b]);
        let mut state = state();
        state.time.axis = axis;
        page.compare(&state).unwrap();
        wanted(&mut page, &state);
        let edges = page.engine.view_results().get::<SpaceTime>().unwrap().times.edges[1].clone();
        (edges, space_time(&mut page.engine, &SpaceTimeRequest::default()).matched.unwrap())
    };
    let (matched, share) = edges(late, TimeAxis::Auto);
    assert!((share - 1.0).abs() < 1e-12);
    assert_eq!(matched, edges(late, TimeAxis::Matched).0);
    assert_ne!(matched, edges(late, TimeAxis::Zero).0);
    // Only 28 of 98 ticks match.
    let (from_zero, share) = edges(other, TimeAxis::Auto);
    assert!((share - 28.0 / 98.0).abs() < 1e-12);
    assert_eq!(from_zero, (0..=10).map(|slice| slice * 10).collect::<Vec<i64>>());
}

/// Returns a run in which lane x changes from f to g at a tick. Some runs have a third lane.
fn changing(at: i64, lane: &str) -> String {
    let third = if lane.is_empty() { String::new() } else { format!("{lane}\n  0..100 f\n") };
    format!("x\n  0..{at} f\n  {at}..100 g\ny\n  0..60 g\n  60..100 f\n{third}")
}

#[test]
fn cells_of_several_runs_are_means() {
    let runs = [[[30, 34, 50], [60, 60, 61]], [[30, 34, 50], [61, 60, 60]]];
    let mut found = Vec::new();
    for sides in runs {
        let mut page = page(&[&changing(sides[0][0], "z"), &changing(sides[1][0], "z")]);
        for (side, ticks) in SideName::BOTH.into_iter().zip(sides) {
            for (number, at) in (1..).zip(&ticks[1..]) {
                let text = changing(*at, if number == 1 { "z" } else { "" });
                let profile = diptych_engine::RunProfile::new(&run(&text));
                page.engine.add(
                    side,
                    number,
                    diptych_engine::RunProfile::from_bytes(&profile.to_bytes()).unwrap(),
                );
            }
        }
        wanted(&mut page, &state());
        found.push(page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone());
    }
    let times = &found[0];
    // Lane z is not in all runs.
    assert_eq!(times.tree.leaves().len(), 2);
    assert_eq!(times.alone, [1, 1]);
    let own = |side: usize, at: i64| {
        let trace = trace(&changing(at, "z"));
        let (table, tree, names) = table(&trace, 100, &["x", "y"]);
        assert_eq!(names, times.states, "{side}");
        (table, tree)
    };
    for side in 0..2 {
        let tables: Vec<SliceTable> = runs[0][side].iter().map(|&at| own(side, at).0).collect();
        let mean = diptych_aggregate::mean_table(&tables).unwrap();
        let (_, tree) = own(side, 30);
        assert_eq!(times.times[side], NodeTimes::new(&mean, &tree));
        let of_runs: Vec<NodeTimes> = tables.iter().map(|table| NodeTimes::new(table, &tree)).collect();
        assert_eq!(times.runs[side], of_runs);
    }
    // The result does not depend on which run is displayed.
    assert_eq!(found[0].times, found[1].times);
    assert_eq!(found[0].listed, found[1].listed);
}

#[test]
fn other_runs_are_left_out_off_axis_or_unpacked() {
    let mut page = page(&[&changing(30, "z"), &changing(60, "z")]);
    let mut profile = diptych_engine::RunProfile::new(&run(&changing(40, "z")));
    page.engine.add(SideName::A, 1, profile);
    profile = diptych_engine::RunProfile::new(&run(&changing(40, "z")));
    profile.packed = None;
    page.engine.add(SideName::A, 2, profile);
    let told = |page: &mut InProcess, state: &ViewState| {
        wanted(page, state);
        let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
        (times.runs_of(0).len(), times.runs_of(1).len(), times.runs_off_axis, times.runs_too_long)
    };
    assert_eq!(told(&mut page, &state()), (2, 1, 0, 1));
    let mut chosen = state();
    chosen.time.axis = TimeAxis::Chosen;
    assert_eq!(told(&mut page, &chosen), (1, 1, 2, 0));
    // Adding or removing a run computes the slices again.
    page.ask(&RemoveRunRequest { side: SideName::A, run: 1 }).unwrap();
    assert_eq!(told(&mut page, &state()), (1, 1, 0, 1));
}

#[test]
fn partitions_of_other_slices_are_not_shown() {
    let mut page = page(&[A]);
    wanted(&mut page, &state());
    let before = page.engine.view_results().version::<SpaceTime>();
    let mut other = state();
    other.space_time.slices = 5;
    SpaceTimeDesk.want(&mut page.engine, &other);
    // The previous slices stay until slices and partitions have both arrived.
    assert_eq!(page.engine.view_results().version::<SpaceTime>(), before);
    wanted(&mut page, &other);
    let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
    assert_eq!((shown.times.slices, shown.times.key), (5, shown.partitions.key));
}

/// Returns a trace of 30 busy lanes, and of 40 lanes that are hardly busy; every second of them only in B.
fn many_lanes(is_b: bool) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for lane in 0..70 {
        let (name, end) = if lane % 7 < 3 { ("busy", 900 + lane) } else { ("quiet", 2 + lane % 3) };
        let end = if is_b && name == "quiet" { end * 2 } else { end };
        let _ = write!(text, "{name}-{lane}\n  0..{end} f\n");
    }
    text
}

#[test]
fn quiet_lanes_share_a_row_until_opened() {
    let mut page = page(&[&many_lanes(false), &many_lanes(true)]);
    wanted(&mut page, &state());
    let folded = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    let mut opened = state();
    opened.space_time.all_lanes = true;
    wanted(&mut page, &opened);
    let all = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    // No lane is lost: those with rows and the rest are all lanes, and their times add up.
    let (rest, shown) = (folded.rest.clone().unwrap(), folded.tree.leaves().len());
    assert_eq!((shown, rest.lanes, all.tree.leaves().len()), (30, 40, 70));
    assert!((0..folded.tree.nodes().len()).all(|node| !folded.tree.path(node).starts_with("quiet")));
    let whole = |node: u32| Part { node, from: 0, to: 9 };
    for side in 0..2 {
        let sum = |shares: Vec<f64>, lanes: usize| shares.iter().sum::<f64>() * lanes as f64;
        let of_rest = sum(rest.times[side].shares(whole(0)), rest.lanes as usize);
        let of_shown = sum(folded.times[side].shares(whole(0)), shown);
        let of_all = sum(all.times[side].shares(whole(0)), 70);
        assert!((of_rest + of_shown - of_all).abs() < 1e-9);
    }
    // The share is that of both sides together. Opened lanes are counted, too, so that they can be folded again.
    let opened_rest = all.rest.clone().unwrap();
    assert_eq!((opened_rest.lanes, opened_rest.busy.to_bits()), (40, rest.busy.to_bits()));
    assert!(opened_rest.times.is_empty() && rest.busy > 0.0 && rest.busy < 0.1);
    // Each lane that a list names has a row.
    assert_eq!(folded.listed.len(), all.listed.len());
    assert!(folded.listed.iter().all(|area| area.leaves[0] < area.leaves[1]));
}

#[test]
fn states_keep_their_colors_at_each_zoom() {
    use std::fmt::Write;
    let mut text = "lane\n".to_owned();
    for call in 0..40 {
        let _ = writeln!(text, "  {}..{} f{call}", call * 100, call * 100 + 90 - call);
    }
    let mut page = page(&[&text]);
    let mut colors = std::collections::BTreeMap::new();
    for start in [0, 500, 1_500, 3_000] {
        let mut zoomed = state();
        zoomed.time.windows.a = Some(Window { start, end: start + 900 });
        wanted(&mut page, &zoomed);
        let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
        for (name, &color) in times.states.iter().zip(&times.colors).filter(|(_, color)| **color != NO_COLOR)
        {
            let before = *colors.entry(name.clone()).or_insert(color);
            assert_eq!(before, color, "{name}");
        }
    }
    assert!(colors.len() > 24);
}

/// Eight lanes of thirty rounds of work and waiting. In B, one lane works much longer in the tenth round, and the others
/// wait for it.
fn waiting_lanes(extra: i64) -> String {
    let mut text = String::new();
    for lane in 0..8 {
        writeln!(text, "rank-{lane}").unwrap();
        let mut at = 0;
        for round in 0..30 {
            let longer = if round == 10 { extra } else { 0 };
            let (works, ends) = (at + 600 + lane * 7 + round % 3, at + 1_000 + longer);
            let works = if lane == 3 { works + longer } else { works };
            writeln!(text, "  {at}..{works} computing\n  {works}..{ends} PMPI_Recv").unwrap();
            at = ends;
        }
    }
    text
}

/// Returns the ticks of a window in which a lane of [`waiting_lanes`] computes.
fn computing_within(lane: i64, extra: i64, [from, to]: [i64; 2]) -> i64 {
    let mut at = 0;
    let of_round = |round: i64| {
        let longer = if round == 10 { extra } else { 0 };
        let works = at + 600 + lane * 7 + round % 3 + if lane == 3 { longer } else { 0 };
        let within = (works.min(to) - at.max(from)).max(0);
        at += 1_000 + longer;
        within
    };
    (0..30).map(of_round).sum()
}

/// Compares waiting lanes with the same lanes of which one works longer, on the matched axis.
fn page_of_a_pause() -> (InProcess, ViewState) {
    let mut page = page(&[&waiting_lanes(0), &waiting_lanes(5_000)]);
    let mut state = state();
    state.space_time.slices = 30;
    state.time.axis = TimeAxis::Matched;
    page.compare(&state).unwrap();
    wanted(&mut page, &state);
    (page, state)
}

#[test]
fn details_of_findings_count_own_time_of_each_side() {
    let (page, _) = page_of_a_pause();
    let shown = page.engine.view_results().shared::<SpaceTime>().unwrap();
    let times = &shown.times;
    let culprit = times.listed.iter().find(|area| area.kind == AreaKind::Works).unwrap();
    assert_eq!(culprit.path, "rank-3");
    let computing = times.states.iter().position(|name| name == "computing").unwrap();
    let [of_a, of_b] = culprit.shares[computing];
    let facts = culprit.finding.as_ref().unwrap();
    let [from, to] = [culprit.slices[0], culprit.slices[1] + 1];
    // The late lane works longer by the pause in the whole run.
    assert!((facts.values[1] - facts.values[0] - 5_000.0).abs() < 50.0, "{:?}", facts.values);
    for (side, (share, extra)) in [(of_a, 0), (of_b, 5_000)].into_iter().enumerate() {
        let window = [times.edge(side, from), times.edge(side, to)];
        let own = (window[1] - window[0]) as f64;
        let expected = computing_within(3, extra, window) as f64 / own;
        assert!((share - expected).abs() < 0.01, "{share}, {expected} of {own}");
    }
    assert!(of_b > 0.85, "{of_b}");
    let sides = SideName::BOTH;
    let side = sides[culprit.side as usize];
    let leaves = culprit.leaves.map(|leaf| leaf as usize);
    let area = times.subject(side, culprit.side as usize, leaves[0]..leaves[1], culprit.slices);
    let traces = sides.map(|side| page.engine.session().trace(side));
    let details = area_details(times, &sides, &area, traces).unwrap();
    let row = details.rows.iter().find(|row| row.label == "computing").unwrap();
    assert_eq!(row.b, share(of_b));
}
