//! A trace for each event that was counted.

use super::costs::Row;
use super::reader::{EVENTS, Profile};
use diptych_trace::{
    Axis, AxisKind, Binding, CallSpec, FlowPoint, FlowRole, FunctionId, FunctionSpec, LaneId, LaneKind,
    OddKind, Sink, Unit,
};
use rustc_hash::FxHashMap;

/// Writes everything that was read.
pub(super) fn write(profile: &Profile, sink: &mut dyn Sink) {
    let events = profile.events.len().min(EVENTS);
    for event in 0..events {
        if events > 1 {
            sink.begin_trace(profile.events.get(Some(event)));
        }
        Writer { profile, event, lanes: FxHashMap::default() }.write(sink);
    }
}

/// Writes one event.
struct Writer<'a> {
    profile: &'a Profile,
    event: u32,
    /// Lanes by thread, and where in each the next function begins.
    lanes: FxHashMap<u32, (LaneId, i64)>,
}

impl Writer<'_> {
    fn write(&mut self, sink: &mut dyn Sink) {
        let costs = &self.profile.costs;
        let (unit, ticks) = unit(self.profile.events.get(Some(self.event)));
        sink.axis(Axis { kind: AxisKind::Weight, unit, scale: ticks });
        let columns =
            (sink.weight_column("with callees", unit), sink.weight_column("times called", Unit::Count));
        // Where each function lies, if it has costs of this event.
        let mut places: Vec<Option<(LaneId, i64)>> = vec![None; costs.rows.len()];
        for (row, place) in costs.rows.iter().zip(&mut places) {
            let Some(cost) = row.of(self.event).filter(|cost| cost.with_callees > 0) else { continue };
            let own = cost.own as i64;
            let function = self.function(row, sink);
            let (lane, start) = self.room(row.key.0, own, sink);
            let call = CallSpec { start, end: start + own, function, source: row.source };
            // None lies in another, those that cost nothing themselves neither.
            sink.call_at_depth(lane, call, 0);
            sink.weigh(lane, columns.0, cost.with_callees as i64);
            sink.weigh(lane, columns.1, row.calls as i64);
            *place = Some((lane, start));
        }
        let both = |&(from, to): &(u32, u32)| Some((from, places[from as usize]?, to, places[to as usize]?));
        for (key, (from, start, to, end)) in (0..).zip(costs.pairs.iter().filter_map(both)) {
            for (row, (lane, at), role) in [(from, start, FlowRole::Start), (to, end, FlowRole::End)] {
                let source = costs.rows[row as usize].source;
                sink.flow(lane, FlowPoint { key, at, role, binding: Binding::Record, source });
            }
            let source = costs.rows[from as usize].source;
            sink.odd(
                OddKind::SkippedEvent,
                "cost of one function’s calls of another: the file has no call paths",
                source,
                "",
            );
        }
    }

    fn function(&self, row: &Row, sink: &mut dyn Sink) -> FunctionId {
        let Profile { functions, files, objects, .. } = self.profile;
        let (_, function, file, object) = row.key;
        let known = |name: &'_ str| if name == "???" { String::new() } else { name.to_owned() };
        let (file, object) = (known(files.get(file)), objects.get(object));
        // Where the source is not known, functions of two objects may be called alike.
        let file = if file.is_empty() { object } else { &file };
        sink.function(FunctionSpec { name: functions.get(Some(function)), file, line: 0, category: object })
    }

    /// Room for a function in the lane of its thread: where it begins.
    fn room(&mut self, thread: u32, width: i64, sink: &mut dyn Sink) -> (LaneId, i64) {
        let (lane, next) = self.lanes.entry(thread).or_insert_with(|| {
            let lane = match self.profile.threads.get(Some(thread)) {
                "" => sink.lane(None, LaneKind::Group, "all functions"),
                name => sink.lane(None, LaneKind::Thread, &format!("thread {name}")),
            };
            (lane, 0)
        });
        let start = *next;
        *next += width;
        (*lane, start)
    }
}

/// The unit of an event by its name, as Xdebug writes them, and the value of one in it.
fn unit(event: &str) -> (Unit, f64) {
    let behind = event.rsplit_once("_(").and_then(|(_, unit)| unit.strip_suffix(')'));
    match behind {
        Some("10ns") => (Unit::Nanoseconds, 10.0),
        Some("ns") => (Unit::Nanoseconds, 1.0),
        Some("us" | "µs" | "μs") => (Unit::Nanoseconds, 1_000.0),
        Some("ms") => (Unit::Nanoseconds, 1_000_000.0),
        Some("bytes") => (Unit::Bytes, 1.0),
        _ => (Unit::Count, 1.0),
    }
}
