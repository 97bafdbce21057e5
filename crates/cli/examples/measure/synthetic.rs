//! Generates pairs with properties that no recording here has: thousands of distinct callee sets, ten million calls.

use crate::{Error, compare, generate, read};
use diptych_engine::trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use diptych_testkit::{Rng, repeated};
use serde_json::{Value, json};

/// Calls per side of the pair of many sets.
const CALLS: usize = 500_000;
/// Functions of its program.
const FUNCTIONS: u64 = 2_400;
/// Callees per function.
const CALLEES: usize = 3;
/// Largest distance from a function to its callee in the list of functions.
const REACH: u64 = 30;
/// Largest depth of calls.
const DEPTH: usize = 9;

/// Number of repetitions of the example pair, by size.
const TIMES: [u32; 4] = [100, 215, 464, 1_000];
/// Ticks between two repetitions.
pub(crate) const PAUSE: i64 = 1_000;

/// Measures every step for both kinds of pairs.
pub(crate) fn measure() -> Result<Value, Error> {
    let program = Program::new(&mut Rng::new(1));
    let [a, b] = [2, 3].map(|seed| program.run(&mut Rng::new(seed)));
    let many_sets = compare::steps([&a, &b], ["chrome-json"; 2])?;
    drop((a, b));
    let mut sizes = Vec::new();
    let examples = generate::examples();
    let [a, b] = [read::run(&examples[0])?, read::run(&examples[1])?];
    for times in TIMES {
        let sides = [&a, &b].map(|run| repeated(&run.trace, i64::from(times), PAUSE));
        sizes.push(compare::steps([&sides[0], &sides[1]], [&a.format, &b.format])?);
    }
    Ok(json!({ "manySets": many_sets, "sizes": sizes }))
}

/// A program: the callees of each function.
struct Program(Vec<[usize; CALLEES]>);

impl Program {
    fn new(rng: &mut Rng) -> Self {
        let callee = |of: u64, rng: &mut Rng| (of + 1 + rng.below(REACH)).min(FUNCTIONS) as usize;
        Self((0..FUNCTIONS).map(|of| std::array::from_fn(|_| callee(of, rng))).collect())
    }

    /// Calls random functions with their callees, until there are enough calls.
    fn run(&self, rng: &mut Rng) -> Trace {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "main");
        let functions = (0..FUNCTIONS).map(|number| {
            builder.function(FunctionSpec { name: &format!("f{number}"), ..FunctionSpec::default() })
        });
        let functions = functions.collect();
        let mut running = Running { program: self, builder, lane, functions, clock: 0, calls: 0 };
        while running.calls < CALLS {
            let root = rng.below(FUNCTIONS) as usize;
            running.call(root, 0, rng);
        }
        running.builder.finish().remove(0).1
    }
}

/// A run under construction.
struct Running<'a> {
    program: &'a Program,
    builder: Builder,
    lane: LaneId,
    functions: Vec<FunctionId>,
    clock: i64,
    calls: usize,
}

impl Running<'_> {
    fn call(&mut self, number: usize, depth: usize, rng: &mut Rng) {
        let start = self.clock;
        self.clock += 1 + rng.below(100) as i64;
        self.calls += 1;
        let program = self.program;
        for &callee in &program.0[number] {
            if callee < program.0.len() && depth < DEPTH {
                self.call(callee, depth + 1, rng);
            }
        }
        self.clock += 1;
        let (end, function) = (self.clock, self.functions[number]);
        self.builder.call(self.lane, CallSpec { start, end, function, source: 0 });
    }
}
