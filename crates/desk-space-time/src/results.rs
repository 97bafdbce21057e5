//! The states of lanes over time, for the Space-time desk.

use super::curve::{CurveQuery, Curves};
use super::desk::slice_settings;
use super::partitions::{PartitionQuery, Partitions};
use super::query::{Clocks, RunsOf, SliceQuery, own_clock_warp};
use super::slices::{Slices, WholeSlices};
use crate::SpaceTimeDesk;
use crate::space_time::{
    LEAST_VISIBLE_WIDTH, PartitionCurve, SliceTimes, SpaceTime, WholeRuns, area_details, reply,
};
use diptych_aggregate::{Grid, are_few};
use diptych_engine::{Comparison, Engine, Lookup, SignificantChanges};
use diptych_protocol::{
    AreaRef, CallsDetails, PartitionSearch, SideName, SpaceTimeReply, SpaceTimeRequest, StateBy, TimeAxis,
    TimeState, ViewState, Window,
};
use diptych_trace::{AxisKind, Trace};
use diptych_views::TimeMap;
use std::rc::Rc;

/// The progress of the search for partitions of some slices.
#[derive(Debug, Default)]
struct SearchProgress {
    /// Key of the slices.
    key: u128,
    wanted: PartitionSearch,
    /// Number of steps of the search that are done or pending.
    steps: u32,
    is_pending: bool,
}

/// Requests the slices and partitions of a state. The previous ones stay until both arrive.
pub(crate) fn want_space_time(engine: &mut Engine, state: &ViewState) {
    let Some(query) = slice_query(engine, state) else {
        engine.view_results_mut().set::<PartitionCurve>(None);
        engine.view_results_mut().set::<WholeRuns>(None);
        return engine.view_results_mut().set::<SpaceTime>(None);
    };
    let versions = SideName::BOTH.map(|side| Some(engine.trace(side)?.0));
    let of_runs = SideName::BOTH.map(|side| {
        let (version, runs) = engine.packed_runs(side);
        (query.runs.version > 0 && versions[side.index()].is_some() && !runs.is_empty()).then_some(version)
    });
    let times = ready(engine.analyses().need_with_runs::<Slices>(&query, versions, of_runs));
    let settings = slice_settings(state);
    let wanted = PartitionQuery { of: query.clone(), p: settings.p, kind: settings.partition };
    let partitions = ready(engine.analyses().need_with_runs::<Partitions>(&wanted, versions, of_runs));
    // The search takes seconds on a thousand lanes, and no picture shows what it finds.
    let is_searched = !engine.serves_only_pictures();
    let curve = if is_searched { searched(engine, &query, [versions, of_runs]) } else { None };
    let is_picture_ready = times.is_some() && partitions.is_some();
    if let (Some(times), Some(partitions)) = (times, partitions) {
        let is_shown = engine.view_results().get::<SpaceTime>().is_some_and(|shown| {
            Rc::ptr_eq(&shown.times, &times) && Rc::ptr_eq(&shown.partitions, &partitions)
        });
        if !is_shown && let Some(both) = SpaceTime::new(times, partitions) {
            engine.view_results_mut().set(Some(Rc::new(both)));
        }
    }
    if is_picture_ready {
        show_whole_runs(engine, state, [versions, of_runs]);
    }
    let key = engine.view_results().get::<SpaceTime>().map(|shown| shown.times.key);
    let before = engine.view_results().shared::<PartitionCurve>();
    // While the search goes on, the partitions found so far stay.
    let curve = curve.or(before);
    engine.view_results_mut().set(curve.filter(|curve| Some(curve.key) == key));
}

/// The slices of the whole runs, with the versions of the traces and runs that they belong to.
#[derive(Debug)]
struct KeptWholeRuns {
    versions: [[Option<u32>; 2]; 2],
    times: Rc<SliceTimes>,
}

/// Publishes the slices of the whole runs, which the lists are made from, once the picture is there. They change only
/// together with the picture, so that lists and picture never belong to different settings.
fn show_whole_runs(engine: &mut Engine, state: &ViewState, versions: [[Option<u32>; 2]; 2]) {
    let is_zoomed = !state.space_time.within.is_empty() || zooms(&state.time);
    let times = if is_zoomed {
        zoomed_whole_runs(engine, state, versions)
    } else {
        engine.view_results().get::<SpaceTime>().map(|shown| Rc::clone(&shown.times))
    };
    if let Some(times) = &times {
        engine.memory_mut().keep(KeptWholeRuns { versions, times: Rc::clone(times) });
    }
    let shown = engine.view_results().get::<WholeRuns>().map(|whole| Rc::as_ptr(&whole.0));
    // Views are laid out anew for each new result.
    if shown != times.as_ref().map(Rc::as_ptr) {
        engine.view_results_mut().set(times.map(|times| Rc::new(WholeRuns(times))));
    }
}

/// Returns the slices of the whole runs beside a zoomed picture. They are kept from before the zoom, or computed.
fn zoomed_whole_runs(
    engine: &mut Engine,
    state: &ViewState,
    versions: [[Option<u32>; 2]; 2],
) -> Option<Rc<SliceTimes>> {
    let whole = whole_state(engine, state);
    let query = slice_query(engine, &whole)?;
    let kept = engine.memory().get::<KeptWholeRuns>();
    let kept = kept.filter(|kept| kept.versions == versions && kept.times.key == query.key());
    if let Some(kept) = kept {
        return Some(Rc::clone(&kept.times));
    }
    let [of_traces, of_runs] = versions;
    ready(engine.analyses().need_with_runs::<WholeSlices>(&query, of_traces, of_runs))
}

/// Returns true if a side shows only a part of its time.
fn zooms(time: &TimeState) -> bool {
    SideName::BOTH.into_iter().any(|side| time.window(side).is_some())
}

/// Returns the state without its zoom. Sides that are zoomed each by itself are aligned as the desk prefers.
fn whole_state(engine: &Engine, state: &ViewState) -> ViewState {
    let mut whole = state.clone();
    whole.space_time.within.clear();
    whole.time.windows = diptych_protocol::Sides::default();
    if whole.time.apart {
        whole.time.axis = TimeAxis::Auto;
        whole.time.apart = false;
        return engine.with_known_axis(&SpaceTimeDesk, &whole).into_owned();
    }
    whole
}

/// Returns the partitions of some slices that are known so far, and requests the next step of the search for more.
/// `None` while a step is pending.
fn searched(
    engine: &mut Engine,
    query: &SliceQuery,
    [versions, of_runs]: [[Option<u32>; 2]; 2],
) -> Option<Rc<PartitionCurve>> {
    let key = query.key();
    let kept = engine.memory_mut().take::<SearchProgress>().filter(|search| search.key == key);
    let mut search = kept.unwrap_or_else(|| SearchProgress { key, steps: 1, ..SearchProgress::default() });
    let need = |engine: &mut Engine, search: &SearchProgress| {
        let all = search.wanted == PartitionSearch::All;
        let wanted = CurveQuery { of: query.clone(), steps: search.steps, all };
        ready(engine.analyses().need_with_runs::<Curves>(&wanted, versions, of_runs))
    };
    let known = need(engine, &search);
    let goes_on = known.as_ref().is_some_and(|known| match search.wanted {
        PartitionSearch::Visible => known.widest > LEAST_VISIBLE_WIDTH,
        PartitionSearch::All => !known.is_complete,
        PartitionSearch::Stopped => false,
    });
    if goes_on && !engine.is_given_up() {
        search.steps += 1;
        need(engine, &search);
    }
    search.is_pending = known.is_none() || (goes_on && !engine.is_given_up());
    engine.memory_mut().keep(search);
    known
}

/// Returns the displayed states of lanes in words and numbers. Also starts or stops the search, as the request
/// asks.
pub(crate) fn space_time(engine: &mut Engine, ask: &SpaceTimeRequest) -> SpaceTimeReply {
    let Some(shown) = engine.view_results().shared::<SpaceTime>() else { return SpaceTimeReply::default() };
    let search = engine.memory_mut().get_mut::<SearchProgress>();
    if let (Some(wanted), Some(search)) = (ask.search, search.filter(|search| search.key == shown.times.key))
    {
        // The next layout continues the search.
        search.wanted = wanted;
    }
    let sides: Vec<SideName> =
        SideName::BOTH.into_iter().filter(|side| engine.session().times(*side).is_some()).collect();
    let axis = sides.first().and_then(|side| engine.session().times(*side)).map(Trace::axis);
    let Some(axis) = axis.filter(|_| sides.len() == shown.times.sides()) else {
        return SpaceTimeReply::default();
    };
    let curve = engine.view_results().get::<PartitionCurve>();
    let pending = engine.memory().get::<SearchProgress>().is_some_and(|search| search.is_pending);
    let matched = engine.matched_share().filter(|_| sides.len() == 2);
    let whole = engine.view_results().get::<WholeRuns>().map(|whole| &*whole.0);
    let whole = whole.filter(|whole| whole.sides() == sides.len());
    SpaceTimeReply { pending, matched, ..reply(&shown, whole, curve, &sides, axis) }
}

/// Returns the details of an area on both sides, if it is listed or part of the displayed slices. A listed area has the
/// same details at every zoom.
pub(crate) fn details_of_area(engine: &Engine, area: &AreaRef) -> Option<CallsDetails> {
    let shown = engine.view_results().get::<SpaceTime>()?;
    let traces = SideName::BOTH.map(|side| engine.session().times(side));
    let sides: Vec<SideName> =
        SideName::BOTH.into_iter().filter(|side| traces[side.index()].is_some()).collect();
    if sides.len() != shown.times.sides() {
        return None;
    }
    let whole = engine.view_results().get::<WholeRuns>().map(|whole| &*whole.0);
    let whole = whole.filter(|whole| whole.sides() == sides.len());
    let is_listed =
        |whole: &&SliceTimes| whole.listed.iter().any(|listed| whole.listed_subject(&sides, listed) == *area);
    let details = |times: &SliceTimes| area_details(times, &sides, area, traces);
    let of_list = whole.filter(is_listed).and_then(details);
    of_list.or_else(|| details(&shown.times)).or_else(|| whole.and_then(details))
}

/// Returns the query for the slices of a state. `None` while the rules are being checked, for sides without time,
/// and for sides that measure different things.
fn slice_query(engine: &mut Engine, state: &ViewState) -> Option<SliceQuery> {
    let rules = &state.comparison.rules;
    let rules = engine.right_rules(rules).or_else(|_| engine.right_rules("")).ok()??;
    let traces = SideName::BOTH.map(|side| engine.session().times(side));
    let open: Vec<&Trace> = traces.into_iter().flatten().collect();
    let axis = open.first()?.axis();
    let has_time = open.iter().all(|trace| trace.axis() == axis && !trace.calls().is_empty());
    if !has_time || axis.kind == AxisKind::Weight {
        return None;
    }
    let of = slice_settings(state);
    let slices = of.slices;
    let windows = shown_windows(&state.time, traces.map(|trace| trace.is_some()));
    let own_windows = own_windows(engine, &state.time);
    let maps = engine.time_maps(&state.time);
    let step = open.iter().filter_map(|trace| trace.summed()).map(|summed| summed.slice).max();
    let warp = match (own_windows, maps[1]) {
        (Some(spans), _) => own_clock_warp(spans, slices, step.unwrap_or(1)),
        (None, TimeMap::Warp(warp)) if open.len() == 2 => Some(warp.clone()),
        _ => None,
    };
    let runs = runs_of(engine, state.time.axis);
    // Without a window, findings use matched calls on every axis.
    let of_matches = engine.time_maps(&TimeState { axis: TimeAxis::Matched, ..state.time.clone() });
    let is_whole = windows.iter().all(Option::is_none) && runs.version == 0;
    let matched = match of_matches[1] {
        TimeMap::Warp(warp) if open.len() == 2 && is_whole => warp.anchors().to_vec(),
        _ => Vec::new(),
    };
    let until = engine.current_comparison().and_then(Comparison::compared_until);
    let until = until.filter(|until| until.is_cut && runs.version == 0).cloned();
    // On a warped axis, the end of B is its place on that axis.
    let end_of = |side: SideName| {
        let extent = traces[side.index()].map_or(i64::MAX, Trace::extent);
        let until = until.as_ref().filter(|until| until.side == side.index());
        let extent = until.map_or(extent, |until| until.moment);
        let warp = warp.as_ref().filter(|_| side == SideName::B);
        warp.map_or(extent, |warp| warp.to_a(extent))
    };
    // End of each run that counts, with its side.
    let ends: Vec<(SideName, i64)> = SideName::BOTH
        .into_iter()
        .filter(|side| traces[side.index()].is_some())
        .flat_map(|side| {
            let others = engine.session().other_runs(side).filter(|run| run.packed.is_some());
            let others = others.filter(|_| runs.version > 0).map(|run| run.tree.extent());
            std::iter::once(end_of(side)).chain(others).map(move |end| (side, end))
        })
        .collect();
    // If a trace holds only sums of its calls, a slice is a whole number of its slices. The state of a lane is then
    // its innermost call.
    let by = if step.is_some() && of.by == StateBy::Depth { StateBy::Innermost } else { of.by };
    let step = step.unwrap_or(1);
    // The slices reach to the end of the longest run, so that nothing of it is missing.
    let extent = ends.iter().map(|(_, end)| *end).max()?.max(1);
    let aligned = SideName::BOTH.map(|side| match windows[side.index()] {
        Some(window) if warp.is_some() => [window.start, window.start + window.span().max(1)],
        Some(window) => {
            let start = maps[side.index()].own(window.start);
            [start, start.saturating_add(window.span().max(1))]
        }
        None => [0, extent],
    });
    let spans = own_windows.unwrap_or(aligned);
    let before_end = |&(side, end): &(SideName, i64)| {
        let [from, to] = if own_windows.is_some() { spans[0] } else { spans[side.index()] };
        Grid::covering_in_steps(from, to, slices as usize, step).slices_before(end)
    };
    let both = ends.iter().map(before_end).min()? as u32;
    let significant = significant_changes(engine, traces);
    Some(SliceQuery {
        rules,
        matching: state.comparison.lanes,
        chosen: state.comparison.chosen_lanes.clone(),
        spans,
        clocks: if own_windows.is_some() { Clocks::Own } else { Clocks::Common },
        anchors: warp.filter(|_| own_windows.is_none()).map_or_else(Vec::new, |warp| warp.anchors().to_vec()),
        matched,
        slices,
        step,
        by,
        depth: of.depth,
        top: of.top,
        idle: of.idle,
        levels: of.levels,
        all_lanes: of.all_lanes,
        within: of.within,
        mean: of.mean,
        both,
        ends: SideName::BOTH.map(|side| {
            let of_side = ends.iter().filter(|(of, _)| *of == side).map(|(_, end)| *end);
            of_side.min().unwrap_or(i64::MAX)
        }),
        until,
        runs,
        significant,
    })
}

/// Returns the significant changes of functions, if few lanes are paired. More lanes show the noise by themselves, and each new
/// floor of the comparison would make their tables anew.
fn significant_changes(engine: &Engine, traces: [Option<&Trace>; 2]) -> Option<SignificantChanges> {
    let aligned = engine.current_comparison().and_then(Comparison::aligned)?;
    let lanes = aligned.lanes.counts([traces[0]?, traces[1]?]).paired();
    if are_few(lanes as usize) { engine.significant_changes() } else { None }
}

/// Returns the other runs that count. Their time is known only on the axis that starts at zero, because only the
/// displayed runs are aligned.
fn runs_of(engine: &Engine, axis: TimeAxis) -> RunsOf {
    let open = SideName::BOTH.into_iter().filter(|side| engine.session().times(*side).is_some());
    let mut of = RunsOf::default();
    for side in open {
        for run in engine.session().other_runs(side) {
            match (axis, &run.packed) {
                (TimeAxis::Zero, Some(_)) => of.version = engine.session().runs_version(),
                (TimeAxis::Zero, None) => of.too_long += 1,
                _ => of.off_axis += 1,
            }
        }
    }
    of
}

/// Returns the window of each side on the common axis. Slices of both sides are equally long, so both windows are as
/// long as the longer one. A side without a window takes that of the other side.
fn shown_windows(time: &TimeState, is_open: [bool; 2]) -> [Option<Window>; 2] {
    let own = SideName::BOTH.map(|side| time.window(side).filter(|_| is_open[side.index()]));
    let span = own.iter().flatten().map(|window| window.span()).max();
    let first = own.iter().flatten().next().copied();
    own.map(|window| {
        let start = window.or(first)?.start;
        Some(Window { start, end: start.saturating_add(span?) })
    })
}

/// Returns the window of each side in its own ticks, if both sides are open and zoomed each by itself. Without a window of
/// its own, a side shows its whole run. Returns `None` if the sides are zoomed together.
fn own_windows(engine: &Engine, time: &TimeState) -> Option<[[i64; 2]; 2]> {
    if !time.apart || !zooms(time) {
        return None;
    }
    let maps = engine.time_maps(time);
    let window = |side: SideName| {
        let whole = Window { start: 0, end: engine.session().times(side)?.extent().max(1) };
        let window = time.window(side).map_or(whole, |window| maps[side.index()].own_window(window));
        Some([window.start, window.start.saturating_add(window.span().max(1))])
    };
    Some([window(SideName::A)?, window(SideName::B)?])
}

fn ready<T>(lookup: Lookup<T>) -> Option<Rc<T>> {
    match lookup {
        Lookup::Ready(value) => Some(value),
        Lookup::Pending | Lookup::Failed => None,
    }
}

#[cfg(test)]
mod tests;
