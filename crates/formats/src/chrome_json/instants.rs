//! Turns instants (`i`, `I`, `R`, `n`) and counters (`C`) into instants and samples.

use super::event::text;
use super::ids::ByKey;
use super::lanes::Lanes;
use super::owners::Owners;
use super::placed_event::{EventAtOffset, Outcome, ids, time};
use crate::json::{Lexer, Value, decode};
use diptych_trace::{CounterId, CounterSample, CounterSpec, InstantSpec, OddityKind, Sink};

/// Reach of an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The one that the event names: `g` for the run, `p` for the process, or else its thread.
    Stated,
    /// The process of an async event.
    Process,
}

/// Instants and counters of a trace.
#[derive(Debug, Default)]
pub(super) struct Instants {
    owners: Owners,
    /// Counters by process, name, id and series.
    counters: ByKey<CounterId>,
}

impl Instants {
    /// Writes an instant.
    pub(super) fn instant(
        &mut self,
        placed: &EventAtOffset<'_>,
        scope: Scope,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let event = placed.event;
        let (at, _) = time(event.time, "instant without ts")?;
        let [process, thread] = ids(event);
        let owner = match (scope, text(event.instant_scope)) {
            (Scope::Stated, b"g") => self.owners.run(sink),
            (Scope::Process, _) | (Scope::Stated, b"p") => self.owners.process(process, sink),
            _ => self.owners.thread(process, thread, sink),
        };
        sink.instant(owner, InstantSpec { at: at.round(), name: &decode(text(event.name)).text });
        Ok(())
    }

    /// Writes the samples of a counter event: one for each of its arguments.
    pub(super) fn counter(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) -> Outcome {
        let event = placed.event;
        let (at, _) = time(event.time, "counter (C) without ts")?;
        let without = (OddityKind::SkippedEvent, "counter (C) without a number");
        let mut lexer = Lexer::new(event.arguments.raw, 1);
        let mut numbers = 0;
        while let Ok(Some(series)) = lexer.key() {
            let Ok(value) = lexer.value() else { break };
            let Some(value) = number(value) else { continue };
            numbers += 1;
            let counter = self.series(placed, series, sink);
            sink.sample(counter, CounterSample { at: at.round(), value, source: placed.offset });
        }
        if numbers == 0 { Err(without) } else { Ok(()) }
    }

    /// Returns one series of the counter of an event.
    fn series(&mut self, placed: &EventAtOffset<'_>, series: &[u8], sink: &mut dyn Sink) -> CounterId {
        let event = placed.event;
        let process = ids(event)[0];
        let (name, id) = (text(event.name), text(event.id));
        let owners = &mut self.owners;
        self.counters.get_or_insert_with(&[process, name, id, series], || {
            let owner = owners.process(process, sink);
            let mut title = decode(name).text.into_owned();
            if !id.is_empty() {
                title = format!("{title} {}", decode(id).text);
            }
            // Recorders call the only series so, or like the counter: a name that says nothing.
            let is_plain = series == b"value" || series == name;
            let series = if is_plain { String::new() } else { decode(series).text.into_owned() };
            sink.counter(owner, CounterSpec { name: &title, series: &series, unit: "" })
        })
    }

    /// Ends the trace: places instants and counters on their lanes.
    pub(super) fn finish(&self, lanes: &Lanes, sink: &mut dyn Sink) {
        self.owners.finish(lanes, sink);
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.owners.held_bytes() + self.counters.held_bytes()
    }
}

/// Returns the number that a value is, also as text between quotes.
fn number(value: Value<'_>) -> Option<f64> {
    std::str::from_utf8(value.scalar()?).ok()?.trim().parse().ok()
}
