//! Seeded random traces.

use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, Sink, Trace};

/// A small deterministic generator (splitmix64).
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number in `0..limit`; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 { 0 } else { self.bits() % limit }
    }
}

/// Properties of a generated trace.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Approximate number of calls in all lanes together.
    pub calls: usize,
    /// Number of lanes.
    pub lanes: usize,
    /// Number of distinct functions.
    pub functions: usize,
    /// Depth of the deepest stack.
    pub max_depth: usize,
    /// Length in nanoseconds.
    pub extent: i64,
}

impl Shape {
    /// A few dozen calls.
    pub const SMALL: Self = Self { calls: 60, lanes: 2, functions: 8, max_depth: 6, extent: 1_000 };
}

/// Generates a trace of a shape. The same seed gives the same trace.
pub fn generate(seed: u64, shape: Shape) -> Trace {
    let mut rng = Rng::new(seed);
    let mut builder = Builder::default();
    let function = |number: usize| {
        let (name, file) = (format!("f{number}"), format!("src/m{}.py", number % 4));
        (name, file, number as u32 + 1)
    };
    let functions: Vec<FunctionId> = (0..shape.functions.max(1))
        .map(function)
        .map(|(name, file, line)| {
            builder.function(FunctionSpec { name: &name, file: &file, line, category: "" })
        })
        .collect();
    for number in 0..shape.lanes.max(1) {
        let lane = builder.lane(None, LaneKind::Thread, &format!("lane {number}"));
        let budget = shape.calls / shape.lanes.max(1);
        let mut maker =
            LaneMaker { rng: &mut rng, builder: &mut builder, lane, functions: &functions, left: budget };
        maker.fill(0, shape.extent, shape.max_depth);
    }
    builder.finish().remove(0).1
}

/// A generator of the calls of one lane.
struct LaneMaker<'a> {
    rng: &'a mut Rng,
    builder: &'a mut Builder,
    lane: LaneId,
    functions: &'a [FunctionId],
    left: usize,
}

impl LaneMaker<'_> {
    /// Fills a range of time with siblings, and each sibling in turn.
    fn fill(&mut self, from: i64, to: i64, depth_left: usize) {
        let mut at = from;
        while depth_left > 0 && self.left > 0 && at < to {
            let start = at + self.rng.below(((to - at) / 8).max(1) as u64) as i64;
            let end = (start + self.rng.below(((to - from) / 2).max(2) as u64) as i64).min(to);
            let function = self.functions[self.rng.below(self.functions.len() as u64) as usize];
            self.builder.call(self.lane, CallSpec { start, end, function, source: 0 });
            self.left -= 1;
            if self.rng.below(4) > 0 {
                self.fill(start, end, depth_left - 1);
            }
            at = end.max(at + 1);
        }
    }
}
