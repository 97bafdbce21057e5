//! Writes the counters of a profile.

use super::document::Contents;
use super::tables::Counter;
use super::write::{MILLIS, origin};
use crate::decimal::Decimal;
use diptych_trace::{CounterSample, CounterSpec, LaneId, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Writes every counter that was read completely. `processes` has the lane of each process by its id.
pub(super) fn write(contents: &Contents, processes: &FxHashMap<&str, LaneId>, sink: &mut dyn Sink) {
    for counter in &contents.counters {
        counter.odd.write(sink);
        let owner = sink.owner();
        if let Some(&lane) = processes.get(counter.pid.as_str()) {
            sink.place_owner(owner, lane);
        }
        let spec = CounterSpec { name: &counter.name, series: "", unit: unit(counter) };
        let id = sink.counter(owner, spec);
        let (tables, origin) = (&counter.tables, origin(contents, counter.process));
        // Samples hold changes. Of memory, their sum is what is allocated; other kinds are rates.
        let adds_up = counter.category == "Memory";
        let (mut before, mut sum) = (Decimal::ZERO, 0.0);
        for row in 0..tables.sample_count.len() {
            let time = MILLIS.read(tables.sample_time.text(row));
            let time = time.and_then(|time| if tables.has_deltas { before.plus(time) } else { Ok(time) });
            let count = std::str::from_utf8(tables.sample_count.text(row)).ok();
            let count = count.and_then(|text| text.parse::<f64>().ok());
            let (Ok(time), Some(count)) = (time, count) else {
                let subject = "sample of a counter without a time or a number";
                sink.odd(OddityKind::BadEvent, subject, counter.offset, &counter.name);
                continue;
            };
            before = time;
            sum = if adds_up { sum + count } else { count };
            let at = time.round().saturating_add(origin.0);
            sink.sample(id, CounterSample { at, value: sum, source: counter.offset });
        }
    }
}

/// Returns the unit of a counter, which the format gives by its kind.
fn unit(counter: &Counter) -> &'static str {
    match counter.category.as_str() {
        "Memory" | "Bandwidth" => "bytes",
        "power" => "pWh",
        _ => "",
    }
}
