//! Checks of the invariants of a trace.

use crate::lanes::LaneKind;
use crate::outliers::MAX_EXTENT;
use crate::{CallId, CounterId, FunctionId, LaneId, NameId, Trace, for_each_block};

/// A broken invariant: a bug in a builder, or columns from outside that do not fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckError {
    /// Table in which it was found.
    pub table: &'static str,
    /// Row at which it was found.
    pub row: usize,
    /// Rule that the row breaks.
    pub rule: &'static str,
}

impl std::fmt::Display for CheckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} row {}: {}", self.table, self.row, self.rule)
    }
}

impl std::error::Error for CheckError {}

fn ensure(holds: bool, table: &'static str, row: usize, rule: &'static str) -> Result<(), CheckError> {
    if holds { Ok(()) } else { Err(CheckError { table, row, rule }) }
}

impl Trace {
    /// Checks every invariant the rest of the program relies on. O(size of the trace).
    pub fn check(&self) -> Result<(), CheckError> {
        check_axis(self)?;
        check_functions(self)?;
        check_lanes(self)?;
        for lane in self.lanes().ids() {
            check_lane_calls(self, lane)?;
        }
        check_weights(self)?;
        check_flows(self)?;
        check_instants(self)?;
        check_counters(self)?;
        check_depth_index(self)
    }
}

fn check_axis(trace: &Trace) -> Result<(), CheckError> {
    let scale = trace.axis().scale;
    ensure(scale.is_finite() && scale > 0.0, "head", 0, "a tick is of a positive size")?;
    ensure(trace.extent() <= MAX_EXTENT, "head", 0, "the extent is an integer that a double holds exactly")?;
    ensure(trace.origin().checked_add(trace.extent()).is_some(), "head", 0, "instants fit 64 bits")
}

/// Returns true if an id is [`NameId::NONE`] or the row of a name.
fn is_name(trace: &Trace, id: NameId) -> bool {
    id.some().is_none_or(|id| id.index() < trace.names().len())
}

fn check_functions(trace: &Trace) -> Result<(), CheckError> {
    let functions = trace.functions();
    let known = |id: NameId| is_name(trace, id);
    for row in 0..functions.len() {
        let ids = [functions.name[row], functions.file[row], functions.category[row]];
        ensure(ids.into_iter().all(known), "functions", row, "every name is a row of names")?;
    }
    let elements = trace.elements();
    for row in 0..elements.len() {
        let ids = [elements.name[row], elements.kind[row]];
        ensure(ids.into_iter().all(known), "elements", row, "every name is a row of names")?;
        let parent = elements.parent[row];
        ensure(parent.some().is_none_or(|p| p.index() < row), "elements", row, "a parent lies before")?;
    }
    Ok(())
}

fn check_lanes(trace: &Trace) -> Result<(), CheckError> {
    let lanes = trace.lanes();
    ensure(lanes.first_call.len() == lanes.len() + 1, "lanes", 0, "one call range a lane")?;
    // The lanes that contain the current one, outermost first.
    let mut open: Vec<LaneId> = Vec::new();
    for row in 0..lanes.len() {
        let rises = lanes.first_call[row] <= lanes.first_call[row + 1];
        ensure(rises, "lanes", row, "call ranges follow each other")?;
        ensure(is_name(trace, lanes.name[row]), "lanes", row, "every name is a row of names")?;
        ensure(LaneKind::from_code(lanes.kind[row]).is_some(), "lanes", row, "every kind is known")?;
        while open.last().is_some_and(|&last| Some(last) != lanes.parent[row].some()) {
            open.pop();
        }
        let parent = lanes.parent[row];
        ensure(open.last().copied() == parent.some(), "lanes", row, "lanes lie in pre-order of their tree")?;
        open.push(LaneId(row as u32));
    }
    let ends = crate::builder::subtree_ends(&lanes.parent);
    let first_wrong = ends.iter().zip(&lanes.subtree_end).position(|(a, b)| a != b);
    ensure(first_wrong.is_none(), "lanes", first_wrong.unwrap_or(0), "subtree ends fit the parents")?;
    ensure(lanes.first_call[0] == 0, "lanes", 0, "the first call is in the first lane")?;
    let last = lanes.first_call[lanes.len()] as usize;
    ensure(last == trace.calls().len(), "lanes", lanes.len(), "every call is in a lane")
}

fn check_lane_calls(trace: &Trace, lane: LaneId) -> Result<(), CheckError> {
    let range = trace.lanes().calls(lane);
    // The stack of open calls, as a reader of the pre-order would keep it.
    let mut open: Vec<u32> = Vec::new();
    let mut fits = Ok(());
    for_each_block(range.start as usize..range.end as usize, &mut |rows| {
        if fits.is_ok() {
            let mut ids = rows.start as u32..rows.end as u32;
            fits = ids.try_for_each(|id| check_call(trace, id, range.end, &mut open));
        }
    });
    fits
}

/// Checks the next call after the open ones, in a lane that ends at row `lane_end`.
fn check_call(trace: &Trace, id: u32, lane_end: u32, open: &mut Vec<u32>) -> Result<(), CheckError> {
    let (calls, row) = (trace.calls(), id as usize);
    let at = |holds, rule| ensure(holds, "calls", row, rule);
    while open.last().is_some_and(|&top| calls.subtree_end[top as usize] <= id) {
        open.pop();
    }
    let parent = open.last().map_or(CallId::NONE, |&top| CallId(top));
    at(calls.parent[row] == parent, "the parent is the innermost call whose subtree holds it")?;
    at(calls.depth[row] as usize == open.len(), "the depth is the number of ancestors")?;
    at(calls.start[row] >= 0 && calls.start[row] <= calls.end[row], "0 ≤ start ≤ end")?;
    at(calls.end[row] <= trace.extent(), "no call ends after the trace")?;
    let limit = open.last().map_or(lane_end, |&top| calls.subtree_end[top as usize]);
    let ends_inside = calls.subtree_end[row] > id && calls.subtree_end[row] <= limit;
    at(ends_inside, "a subtree ends inside its parent's")?;
    if let Some(&top) = open.last() {
        let inside =
            calls.start[top as usize] <= calls.start[row] && calls.end[row] <= calls.end[top as usize];
        at(inside, "a call lies inside its parent in time")?;
    }
    let known =
        calls.function[row] != FunctionId::NONE && calls.function[row].index() < trace.functions().len();
    at(known, "every function is a row of functions")?;
    open.push(id);
    Ok(())
}

fn check_weights(trace: &Trace) -> Result<(), CheckError> {
    for (row, column) in trace.weights().iter().enumerate() {
        ensure(is_name(trace, column.name), "weights", row, "every name is a row of names")?;
        ensure(column.values.len() == trace.calls().len(), "weights", row, "one value a call")?;
    }
    Ok(())
}

fn check_flows(trace: &Trace) -> Result<(), CheckError> {
    let (from, to) = (&trace.flows().from, &trace.flows().to);
    for row in 0..from.len() {
        let pair = [from[row], to[row]];
        let is_call = |call: CallId| call.index() < trace.calls().len();
        ensure(pair.into_iter().all(is_call), "flows", row, "both ends are rows of calls")?;
        ensure(from[row] != to[row], "flows", row, "no call leads to itself")?;
        let ascends = row == 0 || [from[row - 1], to[row - 1]] <= pair;
        ensure(ascends, "flows", row, "pairs ascend")?;
    }
    Ok(())
}

/// Returns true if an id is [`LaneId::NONE`] or the row of a lane.
fn is_lane(trace: &Trace, id: LaneId) -> bool {
    id.some().is_none_or(|id| id.index() < trace.lanes().len())
}

fn check_times(table: &'static str, at: &[i64]) -> Result<(), CheckError> {
    for (row, tick) in at.iter().enumerate() {
        let is_near = tick.unsigned_abs() <= MAX_EXTENT.unsigned_abs();
        ensure(is_near, table, row, "a time is an integer that a double holds exactly")?;
        ensure(row == 0 || at[row - 1] <= *tick, table, row, "times ascend")?;
    }
    Ok(())
}

fn check_instants(trace: &Trace) -> Result<(), CheckError> {
    let instants = trace.instants();
    for row in 0..instants.len() {
        ensure(is_name(trace, instants.name[row]), "instants", row, "every name is a row of names")?;
        ensure(is_lane(trace, instants.lane[row]), "instants", row, "every lane is a row of lanes")?;
    }
    check_times("instants", &instants.at)
}

fn check_counters(trace: &Trace) -> Result<(), CheckError> {
    let counters = trace.counters();
    for row in 0..counters.len() {
        let ids = [counters.name[row], counters.series[row], counters.unit[row]];
        let known = ids.into_iter().all(|id| is_name(trace, id));
        ensure(known, "counters", row, "every name is a row of names")?;
        ensure(is_lane(trace, counters.lane[row]), "counters", row, "every lane is a row of lanes")?;
        let samples = counters.samples(CounterId(row as u32));
        ensure(!samples.at.is_empty(), "counters", row, "every counter has a sample")?;
        check_times("counters", samples.at)?;
    }
    let first_wrong = counters.value.iter().position(|value| !value.is_finite());
    ensure(first_wrong.is_none(), "samples", first_wrong.unwrap_or(0), "every value is finite")
}

fn check_depth_index(trace: &Trace) -> Result<(), CheckError> {
    let calls = trace.calls();
    let mut seen = 0;
    for lane in trace.lanes().ids() {
        for depth in 0..trace.depth_index().rows(lane) {
            let row = trace.depth_index().row(lane, depth);
            seen += row.len();
            let (mut fits, mut apart) = (true, true);
            let lane_calls = trace.lanes().calls(lane);
            for_each_block(0..row.len(), &mut |places| {
                // Includes the first call of the next block, so that pairs across blocks are checked too.
                let (own, next) = (&row[places.clone()], &row[places.start..row.len().min(places.end + 1)]);
                let is_of = |&call: &u32| calls.depth[call as usize] == depth && lane_calls.contains(&call);
                fits = fits && own.iter().all(is_of);
                apart = apart
                    && next.windows(2).all(|pair| {
                        pair[0] < pair[1] && calls.end[pair[0] as usize] <= calls.start[pair[1] as usize]
                    });
            });
            ensure(fits, "depth index", depth as usize, "a row holds calls of its lane and depth")?;
            ensure(apart, "depth index", depth as usize, "calls of a row follow each other without overlap")?;
        }
    }
    ensure(seen == calls.len(), "depth index", 0, "every call is in a row")
}
