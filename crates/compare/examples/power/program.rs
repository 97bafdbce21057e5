//! A simulated program: calls of functions, on a machine that varies and pauses.

use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneKind, Sink, Trace};

/// Number of functions.
pub(crate) const FUNCTIONS: usize = 40;

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
}

/// The change of a program.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    /// Factor by which functions take longer.
    pub(crate) factor: f64,
    /// Number of functions that do.
    pub(crate) changed: usize,
}

pub(crate) const QUIET: Machine = Machine { speed: 0.02, function: 0.01, call: 0.2, pauses: 0.0 };
pub(crate) const PAUSES: Machine = Machine { pauses: 6.0, ..QUIET };

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
