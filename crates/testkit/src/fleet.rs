//! Fleets of pairs with known regressions.

use crate::Rng;
use std::fmt::Write;

/// A fleet of small pairs, in some of which one function became slower.
///
/// Times vary like those of real programs: each run has a machine of its own speed, each function varies from run to run,
/// now and then much more than usual, and each call varies by itself.
#[derive(Debug, Clone, Copy)]
pub struct PlantedFleet {
    /// Number of pairs.
    pub pairs: usize,
    /// Number of pairs with a regression. At most as many as there are pairs.
    pub regressions: usize,
    /// Seed of all chances.
    pub seed: u64,
}

/// A pair of a fleet.
#[derive(Debug, Clone)]
pub struct PlantedPair {
    /// Name of the pair.
    pub name: String,
    /// Traces of A and of B, as Chrome's JSON.
    pub traces: [String; 2],
    /// Name of the function that became slower, and by which factor, if the pair has a regression.
    pub regression: Option<(&'static str, f64)>,
}

/// Functions, with the mean duration of a call in microseconds and the number of calls.
const FUNCTIONS: [(&str, f64, usize); 12] = [
    ("parse", 120.0, 24),
    ("tokenize", 40.0, 40),
    ("resolve", 90.0, 20),
    ("check_types", 200.0, 16),
    ("lower", 75.0, 20),
    ("optimise", 310.0, 12),
    ("allocate", 30.0, 40),
    ("schedule", 55.0, 24),
    ("emit", 140.0, 16),
    ("link", 420.0, 8),
    ("compress", 260.0, 10),
    ("write_out", 65.0, 20),
];

impl PlantedFleet {
    /// Makes a pair. Equal fleets make equal pairs.
    pub fn pair(&self, place: usize) -> PlantedPair {
        let mut rng = Rng::new(self.seed ^ (place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let regression = self.is_planted(place).then(|| {
            let function = FUNCTIONS[rng.below(FUNCTIONS.len() as u64) as usize].0;
            (function, 1.35 + 0.01 * rng.below(40) as f64)
        });
        let traces = [None, regression].map(|slower| trace(&mut rng, slower));
        PlantedPair { name: format!("pair-{place:04}"), traces, regression }
    }

    /// Spreads the regressions evenly over the pairs.
    fn is_planted(&self, place: usize) -> bool {
        let before = |place: usize| place * self.regressions / self.pairs.max(1);
        before(place + 1) > before(place)
    }

    /// Returns the manifest of the fleet, as CSV with a label. Traces are named `NAME-a.json` and `NAME-b.json`.
    pub fn manifest(&self) -> String {
        let mut text = "name,a,b,suite\n".to_owned();
        for place in 0..self.pairs {
            let name = format!("pair-{place:04}");
            let _ = writeln!(text, "{name},{name}-a.json,{name}-b.json,{}", ["small", "large"][place % 2]);
        }
        text
    }
}

fn trace(rng: &mut Rng, slower: Option<(&str, f64)>) -> String {
    let machine = (0.03 * normal(rng)).exp();
    let (mut events, mut at) = (Vec::new(), 0.0);
    for (name, mean, calls) in FUNCTIONS {
        let spread = if rng.below(50) == 0 { 0.06 } else { 0.02 };
        let of_run = machine * (spread * normal(rng)).exp();
        let planted = slower.filter(|(of, _)| *of == name).map_or(1.0, |(_, factor)| factor);
        for _ in 0..calls {
            let duration = mean * of_run * planted * (0.05 * normal(rng)).exp();
            events.push(format!(
                r#"{{"ph":"X","pid":1,"tid":1,"ts":{at:.3},"dur":{duration:.3},"name":"{name}"}}"#
            ));
            at += duration + 1.0;
        }
    }
    format!("[{}]", events.join(",\n"))
}

/// Returns a value that is about normal, with mean 0 and deviation 1: the sum of twelve uniform ones.
pub fn normal(rng: &mut Rng) -> f64 {
    const STEPS: u64 = 1 << 20;
    (0..12).map(|_| rng.below(STEPS) as f64 / STEPS as f64).sum::<f64>() - 6.0
}
