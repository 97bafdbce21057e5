//! Writes one trace for each counted event.

use super::costs::{NONE, Row};
use super::reader::{EVENTS, Profile};
use diptych_trace::{
    Axis, AxisKind, CallSpec, Chunked, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink, Unit,
    WrittenCall,
};
use rustc_hash::FxHashMap;

/// Writes all that was read. The functions are freed while the last event is written.
pub(super) fn write(mut profile: Profile, sink: &mut dyn Sink) {
    let events = profile.events.len().min(EVENTS);
    for event in 0..events {
        if events > 1 {
            sink.begin_trace(profile.events.get(Some(event)));
        }
        let last = (event + 1 == events).then(|| std::mem::take(&mut profile.costs.rows));
        Writer { profile: &profile, event, lanes: FxHashMap::default(), calls: Vec::new() }.write(last, sink);
    }
}

/// Lane of a thread with its calls so far.
#[derive(Debug, Clone, Copy)]
struct ThreadLane {
    lane: LaneId,
    /// Start of the next function's call.
    next: i64,
    /// Number of calls in the lane.
    calls: u32,
}

/// Stands for no call. An `Option` would take half as much memory again, in a list as long as the trace.
const NO_CALL: WrittenCall = WrittenCall { lane: LaneId::NONE, number: NONE };

/// Writer of one event's trace.
struct Writer<'a> {
    profile: &'a Profile,
    event: u32,
    /// Lane of each thread.
    lanes: FxHashMap<u32, ThreadLane>,
    /// Call of each function. [`NO_CALL`] if the function has no costs of this event.
    calls: Vec<WrittenCall>,
}

impl Writer<'_> {
    /// Writes the functions as calls. `last` holds the functions when this is the last event, so that each is freed
    /// once it is written.
    fn write(&mut self, last: Option<Chunked<Row>>, sink: &mut dyn Sink) {
        let costs = &self.profile.costs;
        let (unit, ticks) = unit(self.profile.events.get(Some(self.event)));
        sink.axis(Axis { kind: AxisKind::Weight, unit, scale: ticks });
        let columns =
            [sink.weight_column("with callees", unit), sink.weight_column("times called", Unit::Count)];
        let rows = last.as_ref().unwrap_or(&costs.rows);
        let weighs = |row: u32| {
            rows.get(row as usize).is_some_and(|of| of.of(row, self.event, &costs.further).with_callees > 0)
        };
        let first = costs.pairs.iter().find(|&&(from, to)| weighs(from) && weighs(to));
        let source = first.map_or(0, |&(from, _)| rows[from as usize].source);
        self.calls.reserve_exact(rows.len());
        match last {
            Some(rows) => rows.into_iter().for_each(|row| self.row(&row, columns, sink)),
            None => costs.rows.iter().for_each(|row| self.row(row, columns, sink)),
        }
        self.profile.totals.write(self.event, sink);
        for &(from, to) in &costs.pairs {
            let [from, to] = [from, to].map(|row| self.calls[row as usize]);
            if from == NO_CALL || to == NO_CALL {
                continue;
            }
            sink.link(from, to);
            let what = "cost of a function by caller, which needs call paths that the file lacks";
            sink.odd(OddityKind::SkippedEvent, what, source, "");
        }
    }

    /// Writes the next function.
    fn row(&mut self, row: &Row, columns: [usize; 2], sink: &mut dyn Sink) {
        let cost = row.of(self.calls.len() as u32, self.event, &self.profile.costs.further);
        if cost.with_callees == 0 {
            return self.calls.push(NO_CALL);
        }
        let own = cost.own as i64;
        let function = self.function(row, sink);
        let room = self.room(row.key[0], sink);
        let ThreadLane { lane, next: start, calls } = *room;
        *room = ThreadLane { lane, next: start + own, calls: calls + 1 };
        let call = CallSpec { start, end: start + own, function, source: row.source };
        // Depth 0 for all: no call is nested in another, not even one without own cost.
        sink.call_at_depth(lane, call, 0);
        for (column, weight) in columns.into_iter().zip([cost.with_callees, row.calls]) {
            sink.weigh(lane, column, weight as i64);
        }
        self.calls.push(WrittenCall { lane, number: calls });
    }

    fn function(&self, row: &Row, sink: &mut dyn Sink) -> FunctionId {
        let Profile { functions, files, objects, .. } = self.profile;
        let [_, function, file, object] = row.key.map(|place| Some(place).filter(|&place| place != NONE));
        let known = |name: &'_ str| if name == "???" { String::new() } else { name.to_owned() };
        let (file, object) = (known(files.get(file)), objects.get(object));
        // Functions of two objects may share a name. Without a source file, only the object distinguishes them.
        let file = if file.is_empty() { object } else { &file };
        sink.function(FunctionSpec { name: functions.get(function), file, line: 0, category: object })
    }

    /// Returns the lane of a thread, and makes it first if there is none.
    fn room(&mut self, thread: u32, sink: &mut dyn Sink) -> &mut ThreadLane {
        self.lanes.entry(thread).or_insert_with(|| {
            let lane = match self.profile.threads.get(Some(thread)) {
                "" => sink.lane(None, LaneKind::Group, "all functions"),
                name => sink.lane(None, LaneKind::Thread, &format!("thread {name}")),
            };
            ThreadLane { lane, next: 0, calls: 0 }
        })
    }
}

/// Returns the unit of an event, from its name as Xdebug writes it, and the number of those units in one count.
fn unit(event: &str) -> (Unit, f64) {
    let behind = event.rsplit_once("_(").and_then(|(_, unit)| unit.strip_suffix(')'));
    match behind {
        Some("10ns") => (Unit::Nanoseconds, 10.0),
        Some("ns") => (Unit::Nanoseconds, 1.0),
        Some("us" | "µs" | "μs") => (Unit::Nanoseconds, 1_000.0),
        Some("ms") => (Unit::Nanoseconds, 1_000_000.0),
        Some("bytes") => (Unit::Bytes, 1.0),
        _ => (Unit::Events, 1.0),
    }
}
