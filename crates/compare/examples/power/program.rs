//! A simulated program: calls of functions, on a machine that varies and pauses.

use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneKind, Sink, Trace};

/// Number of functions.
pub(crate) const FUNCTIONS: usize = 40;

/// Number of functions that call the others, where these have callers.
pub(crate) const CALLERS: usize = 3;

/// Number of calls of one run.
const CALLS: usize = 4_000;

/// The variation of a machine.
#[derive(Clone, Copy)]
pub(crate) struct Machine {
    /// Standard deviation of a run's speed.
    speed: f64,
    /// Standard deviation of a function's speed within a run.
    function: f64,
    /// Standard deviation of the duration of a single call.
    call: f64,
    /// Mean number of pauses of 0.5 to 4 ms in one run.
    pauses: f64,
    /// Factor by which calls take longer in a slow stretch, which begins anywhere in the run.
    slow: f64,
    /// Share of the calls that the slow stretch holds.
    slow_share: f64,
    /// Share of calls that another process interrupts, for at least 20 µs. The length has a tail of power 1.5, up to 10 ms.
    interrupted: f64,
}

/// The change of a program.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    /// Factor by which functions take longer.
    pub(crate) factor: f64,
    /// Number of functions that do.
    pub(crate) changed: usize,
}

impl Change {
    /// No function changes.
    pub(crate) const NONE: Self = Self { factor: 1.0, changed: 1 };
}

pub(crate) const QUIET: Machine = Machine {
    speed: 0.02,
    function: 0.01,
    call: 0.2,
    pauses: 0.0,
    slow: 1.0,
    slow_share: 0.0,
    interrupted: 0.0,
};
pub(crate) const PAUSES: Machine = Machine { pauses: 6.0, ..QUIET };
/// Another process takes the processor for half of the run.
pub(crate) const LOADED: Machine =
    Machine { function: 0.03, slow: 1.6, slow_share: 0.5, interrupted: 0.01, ..PAUSES };
/// Another process slows an eighth of the run.
pub(crate) const SLOW_STRETCH: Machine = Machine { function: 0.03, slow: 1.6, slow_share: 0.12, ..QUIET };

/// Calls in order, one after the other.
pub(crate) struct Program {
    pub(crate) function: Vec<usize>,
    /// Self time of each call on a machine without noise, in ns.
    own: Vec<f64>,
}

/// Returns a nearly normally distributed value, the sum of twelve uniform ones.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

fn uniform(rng: &mut Rng) -> f64 {
    rng.below(1 << 30) as f64 / f64::from(1 << 30)
}

impl Program {
    /// Makes a program of about 30 ms. Function 0 is called 200 times and takes 1 ms in all.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let costs: Vec<f64> = (0..FUNCTIONS)
            .map(|function| if function == 0 { 5_000.0 } else { 5_000.0 * (0.8 * normal(&mut rng)).exp() })
            .collect();
        let mut function: Vec<usize> = (0..CALLS - 200)
            // Few functions are called often, and most are called rarely.
            .map(|_| 1 + (rng.below(1000) * rng.below(1000) * (FUNCTIONS as u64 - 1) / 1_000_000) as usize)
            .collect();
        for _ in 0..200 {
            let place = rng.below(function.len() as u64 + 1) as usize;
            function.insert(place, 0);
        }
        let own = function.iter().map(|&function| costs[function]).collect();
        Self { function, own }
    }

    /// Sorts the calls into phases of eight functions each. Within a phase they keep their order.
    pub(crate) fn into_phases(mut self) -> Self {
        let mut calls: Vec<(usize, f64)> = self.function.iter().copied().zip(self.own).collect();
        calls.sort_by_key(|(function, _)| function / 8);
        (self.function, self.own) = calls.into_iter().unzip();
        self
    }

    /// Generates the durations of all calls in one run, in which the first `changed` functions take `factor` times as
    /// long.
    pub(crate) fn run(
        &self,
        machine: Machine,
        Change { factor, changed }: Change,
        rng: &mut Rng,
    ) -> Vec<i64> {
        let speed = (machine.speed * normal(rng)).exp();
        let mut functions: Vec<f64> =
            (0..FUNCTIONS).map(|_| speed * (machine.function * normal(rng)).exp()).collect();
        functions[..changed].iter_mut().for_each(|of| *of *= factor);
        let mut own: Vec<f64> = self
            .own
            .iter()
            .zip(&self.function)
            .map(|(own, &function)| own * functions[function] * (machine.call * normal(rng)).exp())
            .collect();
        if machine.slow_share > 0.0 {
            let all = own.len() as f64;
            let first = (uniform(rng) * all * (1.0 - machine.slow_share)) as usize;
            let calls = (all * machine.slow_share) as usize;
            own[first..first + calls].iter_mut().for_each(|own| *own *= machine.slow);
        }
        for own in own.iter_mut().filter(|_| machine.interrupted > 0.0) {
            if uniform(rng) < machine.interrupted {
                *own += (20_000.0 * (1.0 - uniform(rng)).powf(-1.0 / 1.5)).min(10e6);
            }
        }
        // Pauses hit a call with a chance in proportion to its duration.
        let all: f64 = own.iter().sum();
        for _ in 0..(2.0 * machine.pauses) as u64 {
            if rng.below(2) == 0 {
                continue;
            }
            let at = uniform(rng) * all;
            let mut sum = 0.0;
            let hit = own.iter().position(|own| {
                sum += own;
                sum > at
            });
            own[hit.unwrap_or(0)] += 500_000.0 + uniform(rng) * 3_500_000.0;
        }
        own.into_iter().map(|own| own as i64).collect()
    }

    /// Changes the calls that function 0 gets from two callers: those of caller 0 take `factor` times as long, and those
    /// of caller 1 take as much less.
    pub(crate) fn shift_between_callers(&self, own: &mut [i64], factor: f64) {
        for (place, own) in own.iter_mut().enumerate().filter(|(place, _)| self.function[*place] == 0) {
            let factor = [factor, 2.0 - factor, 1.0][place % CALLERS];
            *own = (*own as f64 * factor) as i64;
        }
    }

    /// Builds the trace of a run in which each call has one of a few callers, by turns.
    pub(crate) fn trace_with_callers(&self, own: &[i64]) -> Trace {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let mut named =
            |name: String| builder.function(FunctionSpec { name: &name, ..FunctionSpec::default() });
        let functions: Vec<FunctionId> = (0..FUNCTIONS).map(|number| named(format!("f{number}"))).collect();
        let callers: Vec<FunctionId> = (0..CALLERS).map(|number| named(format!("c{number}"))).collect();
        let mut at = 0;
        for (place, (&function, &own)) in self.function.iter().zip(own).enumerate() {
            let (function, caller) = (functions[function], callers[place % CALLERS]);
            builder.call(lane, CallSpec { start: at, end: at + own + 2, function: caller, source: 0 });
            builder.call(lane, CallSpec { start: at + 1, end: at + own + 1, function, source: 0 });
            at += own + 3;
        }
        builder.finish().remove(0).1
    }

    /// Builds the trace of a run.
    pub(crate) fn trace(&self, own: &[i64]) -> Trace {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let named = |number: usize| {
            builder.function(FunctionSpec { name: &format!("f{number}"), ..FunctionSpec::default() })
        };
        let functions: Vec<FunctionId> = (0..FUNCTIONS).map(named).collect();
        let mut at = 0;
        for (&function, &own) in self.function.iter().zip(own) {
            let function = functions[function];
            builder.call(lane, CallSpec { start: at, end: at + own, function, source: 0 });
            at += own + 1;
        }
        builder.finish().remove(0).1
    }
}
