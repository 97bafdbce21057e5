//! The main match of every call: of all similar calls of the other side, the one that a picture joins the call to.

use super::Matches;
use crate::align::{Aligned, Alignment, Kind};
use diptych_trace::{CallId, Sorting};

/// Penalty in s for a match at the other end of the run, compared with a match at the same share of its run. It decides
/// between several matches of a call, so that each repetition matches the nearest one.
const APART: f64 = 0.25;

/// Returns the main match of every call as a mapping, in which calls without a match are [`Kind::Only`].
///
/// The main match has the highest s − 0.25 · |x|, with x the difference of both starts as shares of their runs.
/// Ties go to the earlier call. The mapping need not be mutual, because several calls may share one main match. If the
/// similarity keeps only the best class pairs, the search covers those.
///
/// O(class pairs · log class pairs), plus O(log calls) for each call and each class that may hold its main match. The
/// classes of a call are tried by descending s, until s alone is less than the best value so far.
pub fn main_matches(matches: Matches<'_>) -> Alignment {
    Alignment::of_sides([0, 1].map(|side| aligned(matches, side)))
}

fn aligned(matches: Matches<'_>, side: usize) -> Aligned {
    let Matches { pair, sets, similarity } = matches;
    let (own, theirs) = (pair.traces[side], pair.traces[1 - side]);
    let of_class = CallsOfClass::new(matches, 1 - side);
    let place = |start: i64, extent: i64| start as f64 / extent.max(1) as f64;
    // Calls of a class share their partners, so classes are handled one after the other.
    let own_calls = CallsOfClass::new(matches, side);
    let mut partner = vec![CallId::NONE; own.calls().len()];
    for class in 0..sets.len() as u32 {
        let calls = own_calls.of(class);
        if calls.is_empty() {
            continue;
        }
        let mut classes: Vec<(u32, f32)> = similarity.partners(side, class).iter().collect();
        classes.order_by(|one, other| other.1.total_cmp(&one.1));
        for &call in calls {
            let at = place(own.calls().start()[call as usize], own.extent());
            let mut best = (f64::NEG_INFINITY, u32::MAX);
            for &(other, s) in &classes {
                if f64::from(s) < best.0 {
                    break;
                }
                for candidate in of_class
                    .nearest(other, at, |call| place(theirs.calls().start()[call as usize], theirs.extent()))
                {
                    let apart =
                        (place(theirs.calls().start()[candidate as usize], theirs.extent()) - at).abs();
                    let value = f64::from(s) - APART * apart;
                    if value.total_cmp(&best.0).then(best.1.cmp(&candidate)).is_gt() {
                        best = (value, candidate);
                    }
                }
            }
            if best.1 != u32::MAX {
                partner[call as usize] = CallId(best.1);
            }
        }
    }
    let mut aligned = Aligned { partner, ..Aligned::default() };
    for (call, partner) in (0..).map(CallId).zip(&aligned.partner) {
        let kind = if partner.some().is_some() { Kind::Matched } else { Kind::Only };
        aligned.kind.push(kind);
        aligned.calls[kind as usize] += 1;
        aligned.self_time[kind as usize] += own.calls().self_time(call);
    }
    aligned
}

/// The calls of each class of a side, by start.
struct CallsOfClass {
    /// First place of each class in `calls`, and the end.
    first: Vec<u32>,
    calls: Vec<u32>,
}

impl CallsOfClass {
    fn new(matches: Matches<'_>, side: usize) -> Self {
        let counts = matches.sets.multiplicity(side);
        let mut first: Vec<u32> = Vec::with_capacity(counts.len() + 1);
        let mut sum = 0;
        for count in counts {
            first.push(sum);
            sum += count;
        }
        first.push(sum);
        let mut next = first.clone();
        let mut calls = vec![0; sum as usize];
        for (call, &class) in (0..).zip(matches.sets.classes(side)) {
            let place = &mut next[class as usize];
            calls[*place as usize] = call;
            *place += 1;
        }
        // Within a lane, calls already ascend by start. Several lanes have to be merged.
        let starts = matches.pair.traces[side].calls().start();
        for range in first.windows(2) {
            calls[range[0] as usize..range[1] as usize].order_by_key(|&call| starts[call as usize]);
        }
        Self { first, calls }
    }

    /// Returns the calls of a class.
    fn of(&self, class: u32) -> &[u32] {
        &self.calls[self.first[class as usize] as usize..self.first[class as usize + 1] as usize]
    }

    /// Returns the calls of a class next to a place: the first of the last ones before it, and the first at it or after.
    fn nearest(&self, class: u32, at: f64, place: impl Fn(u32) -> f64) -> impl Iterator<Item = u32> {
        let calls = self.of(class);
        let after = calls.partition_point(|&call| place(call) < at);
        let before = after.checked_sub(1).map(|last| {
            let start = place(calls[last]);
            calls[calls[..after].partition_point(|&call| place(call) < start)]
        });
        before.into_iter().chain(calls.get(after).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CalleeSets, JoinOptions, Measure, Similarity};
    use super::*;
    use crate::Pair;
    use diptych_testkit::{IdentityTable, Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn main_matches_equal_those_of_all_pairs(seed: u64, other: u64, tau in 1u32..10, lanes in 1usize..3) {
            let shape = Shape { calls: 60, lanes, functions: 6, max_depth: 5, extent: 3_000 };
            let traces = [generate(seed, shape), generate(other, shape)];
            let mut table = IdentityTable::default();
            let identities = [0, 1].map(|side: usize| table.identify_all(&traces[side], IdentityTable::plain_key));
            let pair = Pair {
                traces: [&traces[0], &traces[1]],
                identities: [&identities[0], &identities[1]],
                identity_count: table.len() as u32,
            };
            let sets = CalleeSets::new(pair, Measure::Plain, &mut |_, _| ()).unwrap();
            let tau = f64::from(tau) / 10.0;
            let similarity = Similarity::join(&sets, JoinOptions { tau, ..JoinOptions::default() }, &mut |_, _| ());
            let found = main_matches(Matches { pair, sets: &sets, similarity: &similarity });
            for side in 0..2 {
                let [own, theirs] = [side, 1 - side].map(|side| pair.traces[side]);
                let place = |trace: &diptych_trace::Trace, call: u32| {
                    trace.calls().start()[call as usize] as f64 / trace.extent().max(1) as f64
                };
                for call in 0..own.calls().len() as u32 {
                    let of = sets.class(side, CallId(call));
                    let mut best: Option<(f64, u32)> = None;
                    for candidate in 0..theirs.calls().len() as u32 {
                        let s = sets.similarity(of, sets.class(1 - side, CallId(candidate)));
                        if s <= tau {
                            continue;
                        }
                        let value = f64::from(s as f32) - APART * (place(theirs, candidate) - place(own, call)).abs();
                        if best.is_none_or(|best| value > best.0) {
                            best = Some((value, candidate));
                        }
                    }
                    let expected = best.map_or(CallId::NONE, |best| CallId(best.1));
                    prop_assert_eq!(found.sides[side].partner[call as usize], expected);
                    let kind = if best.is_some() { Kind::Matched } else { Kind::Only };
                    prop_assert_eq!(found.sides[side].kind[call as usize], kind);
                }
            }
        }
    }
}
