//! Tests of zoomed pictures: each side on its own clock, and lists of the whole runs.

use super::*;
use crate::results::details_of_area;
use crate::space_time::SliceTimes;
use diptych_protocol::{AreaList, AreaRow, Sides, SpaceTimeReply};
use diptych_trace::LaneId;

/// Returns the share of a state in the whole picture of a side.
fn share_of(times: &SliceTimes, side: usize, name: &str) -> f64 {
    let state = times.states.iter().position(|state| state == name).unwrap();
    times.times[side].shares(Part { node: 0, from: 0, to: times.slices - 1 })[state]
}

#[test]
fn zoom_to_a_planted_pause_shows_it_on_its_own_clock() {
    let (mut page, mut state) = page_of_a_pause();
    let whole = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    let sides = SideName::BOTH;
    let culprit = whole.listed.iter().find(|area| area.kind == AreaKind::Works).unwrap();
    let area = whole.listed_subject(&sides, culprit);
    let details = details_of_area(&page.engine, &area).unwrap();
    let rows = space_time(&mut page.engine, &SpaceTimeRequest::default()).rows;

    // The page zooms each side to its own window.
    state.time.axis = TimeAxis::Zero;
    state.time.apart = true;
    state.time.windows = details.windows;
    state.space_time.within = culprit.path.clone();
    wanted(&mut page, &state);
    let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    assert!(times.own_clocks);
    for (open, window) in [details.windows.a, details.windows.b].into_iter().flatten().enumerate() {
        let edges = &times.edges[open];
        let even = window.span() as f64 / 30.0;
        for (slice, &edge) in edges.iter().enumerate() {
            let expected = window.start as f64 + even * slice as f64;
            assert!((edge as f64 - expected).abs() <= even, "{open} {slice}: {edge}, {expected}");
        }
    }
    // The pause of B takes its own share of B's picture, and the verdict says so.
    let computing = whole.states.iter().position(|name| name == "computing").unwrap();
    let [of_a, of_b] = culprit.shares[computing];
    assert!(of_b > 0.85 && (share_of(&times, 1, "computing") - of_b).abs() < 0.02);
    assert!((share_of(&times, 0, "computing") - of_a).abs() < 0.02);
    assert!(times.differ.unwrap() >= of_b - of_a - 0.02, "{:?}", times.differ);
    // List and details are those of the whole runs.
    let zoomed = space_time(&mut page.engine, &SpaceTimeRequest::default());
    let (of_view, of_runs): (Vec<AreaRow>, Vec<AreaRow>) =
        zoomed.rows.iter().cloned().partition(|row| row.list == AreaList::InView);
    assert_eq!(of_runs, rows);
    assert_eq!(zoomed.in_view.len(), of_view.len() + of_runs.len());
    let at = of_runs.iter().position(|row| row.area == area).unwrap();
    assert!(zoomed.in_view[at] && !zoomed.rows_pending);
    assert_eq!(details_of_area(&page.engine, &area).unwrap(), details);
}

#[test]
fn lists_of_a_zoomed_link_come_from_whole_runs() {
    let texts = [waiting_lanes(0), waiting_lanes(5_000)];
    let mut state = state();
    state.time.axis = TimeAxis::Matched;
    let rows = |state: &ViewState| {
        let mut page = page(&[&texts[0], &texts[1]]);
        page.compare(state).unwrap();
        wanted(&mut page, state);
        wanted(&mut page, state);
        space_time(&mut page.engine, &SpaceTimeRequest::default())
    };
    let whole = rows(&state);
    state.time.windows = Sides::both(Some(Window { start: 12_000, end: 20_000 }));
    let zoomed = rows(&state);
    let of_runs = |reply: &SpaceTimeReply| {
        reply.rows.iter().filter(|row| row.list != AreaList::InView).cloned().collect::<Vec<AreaRow>>()
    };
    assert!(!whole.rows.is_empty() && whole.in_view.is_empty());
    assert_eq!(of_runs(&zoomed), whole.rows);
    assert!(zoomed.in_view[..whole.rows.len()].contains(&false));
}

#[test]
fn own_clock_slices_match_naive_slices_of_each_side() {
    let mut page = page(&[A, B]);
    let mut state = state();
    state.time.apart = true;
    state.time.windows.a = Some(Window { start: 20, end: 60 });
    state.time.windows.b = Some(Window { start: 0, end: 120 });
    wanted(&mut page, &state);
    let times = page.engine.view_results().shared::<SpaceTime>().unwrap().times.clone();
    for (side, name, start, width) in [(0, SideName::A, 20, 4), (1, SideName::B, 0, 12)] {
        let trace = page.engine.session().trace(name).unwrap();
        let calls = trace.calls();
        for (state, state_name) in times.states.iter().enumerate() {
            for slice in 0..10 {
                let [from, to] = [start + slice * width, start + (slice + 1) * width];
                let ticks = |tick: i64| {
                    let runs = |&&lane: &&LaneId| {
                        let call = trace.innermost_at(lane, tick);
                        call.is_some_and(|call| {
                            let function = calls.function()[call.index()].index();
                            times.of_function[side][function] as usize == state
                        })
                    };
                    times.lanes[side].iter().filter(runs).count()
                };
                let expected: usize = (from..to).map(ticks).sum();
                let lanes = times.tree.leaves().len() as f64;
                let part = Part { node: 0, from: slice as u32, to: slice as u32 };
                let share = times.times[side].shares(part)[state];
                let expected = expected as f64 / (lanes * width as f64);
                assert!((share - expected).abs() < 0.1, "{name:?} {state_name} {slice}: {share} {expected}");
            }
        }
    }
}
