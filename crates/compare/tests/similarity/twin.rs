//! The naive twin: it computes Γ by walking each subtree, and s for each pair of calls.

use diptych_compare::Pair;
use diptych_compare::similarity::{CalleeSets, JoinOptions, Matches, Measure, Similarity};
use diptych_testkit::{IdentityTable, Shape, generate};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Two traces with their identities.
pub(crate) struct Sides {
    pub(crate) traces: [Trace; 2],
    identities: [Vec<IdentityId>; 2],
    count: u32,
}

impl Sides {
    pub(crate) fn new(traces: [Trace; 2]) -> Self {
        let mut table = IdentityTable::default();
        let identities =
            [0, 1].map(|side: usize| table.identify_all(&traces[side], IdentityTable::plain_key));
        Self { traces, identities, count: table.len() as u32 }
    }

    pub(crate) fn generated(seed: u64, functions: usize) -> Self {
        let shape = |seed: u64| Shape {
            calls: 30 + (seed % 30) as usize,
            lanes: 1 + (seed % 3) as usize,
            functions,
            ..Shape::SMALL
        };
        let seeds = [seed, seed.wrapping_mul(31).wrapping_add(7)];
        Self::new(seeds.map(|seed| generate(seed, shape(seed))))
    }

    pub(crate) fn pair(&self) -> Pair<'_> {
        let Self { traces: [a, b], identities: [of_a, of_b], count } = self;
        Pair { traces: [a, b], identities: [of_a, of_b], identity_count: *count }
    }
}

pub(crate) fn measures() -> impl Strategy<Value = Measure> {
    prop_oneof![Just(Measure::Plain), Just(Measure::Multiset), Just(Measure::TimeWeighted)]
}

pub(crate) fn taus() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.05), Just(0.2), Just(0.25), Just(0.5), Just(1.0), 0.05f64..1.0]
}

/// Calls `of` with the matches of a pair.
pub(crate) fn with_matches<T>(
    pair: Pair<'_>,
    measure: Measure,
    join: JoinOptions,
    ask: impl FnOnce(Matches<'_>) -> T,
) -> T {
    let sets = CalleeSets::new(pair, measure, &mut |_, _| ()).unwrap();
    let similarity = Similarity::join(&sets, join, &mut |_, _| ());
    ask(Matches { pair, sets: &sets, similarity: &similarity })
}

/// The weight of each function in the subtree of each call.
pub(crate) struct Twin {
    pub(crate) weights: [Vec<BTreeMap<u32, u64>>; 2],
}

impl Twin {
    pub(crate) fn new(pair: Pair<'_>, measure: Measure) -> Self {
        let of_time = [0, 1].map(|side| self_shares(pair, side));
        let weights = [0, 1].map(|side: usize| {
            let calls = pair.traces[side].calls();
            let of_call = |call: u32| {
                let mut weights = BTreeMap::new();
                for inner in calls.subtree(CallId(call)) {
                    let identity = pair.of_call(side, CallId(inner)).0;
                    let weight = weights.entry(identity).or_insert(0);
                    match measure {
                        Measure::Plain => *weight = 1,
                        Measure::Multiset => *weight += 1,
                        Measure::TimeWeighted => {
                            *weight = 1 + of_time.iter().map(|of| of[identity as usize]).sum::<u64>();
                        }
                    }
                }
                weights
            };
            (0..calls.len() as u32).map(of_call).collect()
        });
        Self { weights }
    }

    /// Returns s of a call of A and a call of B.
    pub(crate) fn s(&self, a: u32, b: u32) -> f64 {
        jaccard(&self.weights[0][a as usize], &self.weights[1][b as usize])
    }

    /// Returns all matches as (call of A, call of B, s).
    pub(crate) fn matches(&self, tau: f64) -> Vec<(u32, u32, f64)> {
        let all = |side: usize| 0..self.weights[side].len() as u32;
        all(0)
            .flat_map(|a| all(1).map(move |b| (a, b)))
            .map(|(a, b)| (a, b, self.s(a, b)))
            .filter(|&(.., s)| if tau < 1.0 { s > tau } else { s == 1.0 })
            .collect()
    }
}

/// Returns Σ min / Σ max.
pub(crate) fn jaccard(a: &BTreeMap<u32, u64>, b: &BTreeMap<u32, u64>) -> f64 {
    let in_a = |identity: &u32| a.get(identity).copied().unwrap_or(0);
    let both: u64 = b.iter().map(|(identity, &weight)| weight.min(in_a(identity))).sum();
    let either: u64 = b.iter().map(|(identity, &weight)| weight.max(in_a(identity))).sum::<u64>()
        + a.iter().filter(|(identity, _)| !b.contains_key(identity)).map(|(_, &weight)| weight).sum::<u64>();
    both as f64 / either as f64
}

/// Returns the self time of each identity in parts of 2³⁰ of the side's.
fn self_shares(pair: Pair<'_>, side: usize) -> Vec<u64> {
    let calls = pair.traces[side].calls();
    let mut ticks = vec![0i64; pair.identity_count as usize];
    for call in (0..calls.len() as u32).map(CallId) {
        ticks[pair.of_call(side, call).index()] += calls.self_time(call);
    }
    let all = ticks.iter().sum::<i64>().max(1);
    ticks.into_iter().map(|ticks| ((i128::from(ticks) << 30) / i128::from(all)) as u64).collect()
}

/// Returns true if two values are equal except for rounding.
pub(crate) fn near(one: f64, other: f64, scale: f64) -> bool {
    (one - other).abs() <= 1e-5 * scale.abs().max(1e-9)
}
