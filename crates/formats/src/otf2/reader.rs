//! Turns an archive into a trace.

use super::Otf2Fault;
use super::anchor::Anchor;
use super::definitions::{Definitions, Location};
use super::events::{Event, events};
use super::files::{Archive, File};
use super::lanes::Lanes;
use super::local::Local;
use super::metrics::{Values, described};
use super::stack::Stack;
use crate::text::text;
use diptych_trace::{
    CounterId, CounterSample, CounterSpec, FunctionId, FunctionSpec, LaneId, OddityKind, OwnerId, Sink,
    source_of,
};
use rustc_hash::FxHashMap;

/// Reads an archive and returns the number of its calls. An error before the first event is returned as a predicate;
/// later ones go into the report. Each location's files are freed once they are read.
pub(crate) fn read(archive: Archive, sink: &mut dyn Sink) -> Result<u64, String> {
    let Archive { anchor, definitions, mut local, mut events } = archive;
    let Some(anchor) = anchor else {
        return Err("is a file of an OTF2 archive without anchor (`.otf2`)".to_owned());
    };
    let anchor = Anchor::read(&anchor.bytes).map_err(|fault| fault_in("its anchor", &fault))?;
    let Some(File { bytes: defined, .. }) = definitions else {
        return Err("is the anchor of an OTF2 archive without definitions (`.def`)".to_owned());
    };
    let (definitions, fault) = Definitions::read(&defined, anchor.definitions);
    if let Some(fault) = fault {
        sink.odd(OddityKind::Truncated, "definitions", fault.offset as u64, &fault.why);
    }
    let mut reading = ArchiveReader {
        definitions,
        lanes: Lanes::default(),
        functions: FxHashMap::default(),
        owners: Vec::new(),
        calls: 0,
        sink,
    };
    let locations = std::mem::take(&mut reading.definitions.locations);
    for location in &locations {
        if let Some(file) = events.remove(&location.id) {
            reading.location(location, local.remove(&location.id).as_ref(), &file, anchor);
        } else if location.is_thread {
            reading.sink.odd(
                OddityKind::SkippedPart,
                "locations without events",
                0,
                &location.id.to_string(),
            );
        }
    }
    for location in events.keys() {
        reading.sink.odd(OddityKind::SkippedPart, "events without a location", 0, &location.to_string());
    }
    reading.place_owners();
    Ok(reading.calls)
}

/// Formats a fault, such as `belongs to an OTF2 archive, and NAME ends in the middle of a record, at byte 12`.
fn fault_in(file: &str, fault: &Otf2Fault) -> String {
    format!("belongs to an OTF2 archive, and {file} {}, at byte {}", fault.why, fault.offset)
}

struct ArchiveReader<'a> {
    definitions: Definitions<'a>,
    lanes: Lanes,
    /// Functions by number of the region.
    functions: FxHashMap<Option<u32>, FunctionId>,
    /// Owners of the counters of locations, with the lane of the location if it has calls, and its group.
    owners: Vec<(OwnerId, Option<LaneId>, Option<u32>)>,
    calls: u64,
    sink: &'a mut dyn Sink,
}

/// State of a location while its events are read.
struct LocationState<'a> {
    location: &'a Location,
    local: Local,
    /// Lane of the location, made with its first call.
    lane: Option<LaneId>,
    stack: Stack,
    owner: Option<OwnerId>,
    /// Counters by metric and place in it, with the factor to the unit.
    counters: FxHashMap<(u32, usize), (CounterId, f64)>,
}

impl ArchiveReader<'_> {
    fn location(&mut self, location: &Location, local: Option<&File>, file: &File, anchor: Anchor) {
        let (local, fault) = match local {
            Some(local) => Local::read(&local.bytes, anchor.definitions),
            None => (Local::default(), None),
        };
        if let Some(Otf2Fault { offset, why }) = fault {
            self.sink.odd(OddityKind::Truncated, "definitions of a location", offset as u64, &why);
        }
        for _ in 0..local.misplaced {
            self.sink.odd(OddityKind::OutOfOrder, "measurements of a clock", 0, &location.id.to_string());
        }
        let mut own = LocationState {
            location,
            local,
            lane: None,
            stack: Stack::default(),
            owner: None,
            counters: FxHashMap::default(),
        };
        let outcome = events(&file.bytes, anchor.events, &mut |event, time, at| {
            self.event(event, time, source_of(file.member, at as u64), &mut own);
        });
        if let Some(lane) = own.lane {
            own.stack.finish(lane, self.sink);
        }
        self.owners.extend(own.owner.map(|owner| (owner, own.lane, location.group)));
        if let Err(Otf2Fault { offset, why }) = outcome {
            self.sink.odd(
                OddityKind::Truncated,
                "events of a location",
                source_of(file.member, offset as u64),
                &why,
            );
        }
    }

    fn event(&mut self, event: Event<'_>, time: u64, source: u64, own: &mut LocationState<'_>) {
        if let Event::Metric(values) = event {
            return self.metric(values, time, source, own);
        }
        let LocationState { location, local, lane, stack, .. } = own;
        let (is_enter, region) = match event {
            Event::Enter(region) => (true, common(region, &local.regions)),
            Event::Leave(region) => (false, common(region, &local.regions)),
            Event::EnterContext(context) => (true, self.region_of(common(context, &local.contexts))),
            Event::LeaveContext(context) => (false, self.region_of(common(context, &local.contexts))),
            // Metrics are no calls; they are read above.
            Event::Metric(_) => return,
            Event::Other(what) => return self.sink.odd(OddityKind::SkippedEvent, what, source, ""),
        };
        let Some(at) = self.definitions.clock.ns(local.clock.common(time)) else {
            return self.sink.odd(OddityKind::TimeOutOfRange, "", source, &time.to_string());
        };
        let function = self.function(region, source);
        let lane = *lane.get_or_insert_with(|| self.lanes.location(location, &self.definitions, self.sink));
        if is_enter {
            self.calls += 1;
            stack.enter(function, at, source);
        } else {
            stack.leave(lane, function, at, source, self.sink);
        }
    }

    /// Adds the values of a metric to its counters.
    fn metric(&mut self, values: Values<'_>, time: u64, source: u64, own: &mut LocationState<'_>) {
        let Some(metric) = common(values.metric, &own.local.metrics) else {
            return self.sink.odd(OddityKind::Undefined, "metric", source, "");
        };
        let Some(at) = self.definitions.clock.ns(own.local.clock.common(time)) else {
            return self.sink.odd(OddityKind::TimeOutOfRange, "", source, &time.to_string());
        };
        let owner = *own.owner.get_or_insert_with(|| self.sink.owner());
        for (place, value) in values.values().enumerate() {
            let value = match value {
                Ok(value) => value,
                Err(fault) => return self.sink.odd(OddityKind::SkippedEvent, "metrics", source, &fault.why),
            };
            let (counter, scale) = *own.counters.entry((metric, place)).or_insert_with(|| {
                let (name, unit, scale) = described(&self.definitions, metric, place);
                (self.sink.counter(owner, CounterSpec { name: &name, series: "", unit: &unit }), scale)
            });
            self.sink.sample(counter, CounterSample { at, value: value * scale, source });
        }
    }

    /// Places counters on the lanes of their locations. A location without calls has no lane, so its counters belong to
    /// its group.
    fn place_owners(&mut self) {
        for (owner, lane, group) in std::mem::take(&mut self.owners) {
            if let Some(lane) = lane.or_else(|| self.lanes.made_for_group(group)) {
                self.sink.place_owner(owner, lane);
            }
        }
    }

    fn region_of(&self, context: Option<u32>) -> Option<u32> {
        context.and_then(|context| self.definitions.contexts.get(&context).copied().flatten())
    }

    /// Returns the function of a region; an undefined region gets a name from its number.
    fn function(&mut self, region: Option<u32>, source: u64) -> FunctionId {
        if let Some(&function) = self.functions.get(&region) {
            return function;
        }
        let defined = region.and_then(|region| self.definitions.regions.get(&region)).copied();
        let name = name_of(&self.definitions, region);
        if defined.is_none() {
            self.sink.odd(OddityKind::Undefined, "region", source, &name);
        }
        let file = defined.and_then(|region| self.definitions.text(region.file));
        let file = text(file.unwrap_or_default(), source, self.sink).into_owned();
        let line = defined.map_or(0, |region| region.line);
        let function = self.sink.function(FunctionSpec { name: &name, file: &file, line, category: "" });
        self.functions.insert(region, function);
        function
    }
}

/// Returns the name of a region, or its number if it has none.
fn name_of(definitions: &Definitions<'_>, region: Option<u32>) -> String {
    let Some(number) = region else { return "unknown region".to_owned() };
    let named = definitions.regions.get(&number).and_then(|region| definitions.text(region.name));
    match named {
        Some(name) if !name.is_empty() => String::from_utf8_lossy(name).into_owned(),
        _ => format!("region {number}"),
    }
}

/// Maps a location's number to the global one. A number that is not in the table stays as it is.
fn common(number: Option<u32>, table: &FxHashMap<u32, u32>) -> Option<u32> {
    number.map(|number| table.get(&number).copied().unwrap_or(number))
}
