//! Finds the counter of the strips in both traces.

use super::counter_input::CounterInput;
use diptych_trace::{CounterId, Trace};
use diptych_views::counters::{self, Extremes, Scale};

/// A counter on each side that has it, with its extremes and the scale of both.
#[derive(Debug)]
pub(crate) struct FoundCounter {
    sides: [Option<(CounterId, Extremes)>; 2],
    scale: Option<Scale>,
}

impl FoundCounter {
    /// Finds a counter by its title. O(samples).
    pub(crate) fn new(traces: [Option<&Trace>; 2], title: &str) -> Self {
        let sides = traces.map(|trace| {
            let (counter, trace) = (counters::find(trace?, title)?, trace?);
            Some((counter, Extremes::new(trace.counters().samples(counter).value)))
        });
        let extremes = |side: usize| {
            let counter = sides[side].as_ref()?.0;
            Some(traces[side]?.counters().samples(counter).extremes())
        };
        Self { scale: Scale::of([extremes(0), extremes(1)]), sides }
    }

    pub(crate) fn input<'a>(&'a self, title: &'a str) -> CounterInput<'a> {
        let sides = self.sides.each_ref();
        let sides = sides.map(|side| side.as_ref().map(|(counter, extremes)| (*counter, extremes)));
        CounterInput { title, sides, scale: self.scale }
    }
}
