//! The change of the matched calls of each function, call by call.
//!
//! The mean of a function's calls says little if a few long calls blow up its variance. Matched calls do the same work
//! on both sides, so their ratios say more: the median ratio of a function ignores long calls, and a sign test of the
//! ratios needs no variance. The *typical* ratio, the median over functions, is the speed of the machine or the build.
//! The *spread* of functions around it is what functions differ by without a change of their own. The *spread of calls*
//! is what a single call differs by: two runs of one program make it in 4 % more or less time, or in 40 %.
//!
//! Another process may slow the machine for a part of a run. Then all functions that are called there take longer, and if
//! they are called nowhere else, each of them looks changed. So matched calls are also compared with those of other
//! functions around them ([`nearby`]).

mod nearby;

use super::matched_calls::{MatchedCall, MatchedCalls};
use crate::ranking::{DEVIATION_BY_MEDIAN, median};
use diptych_trace::{Sorting, Trace};

/// Minimum number of matched calls at which a function says something about the run.
const WELL_CALLED: u32 = 8;

/// Minimum number of such functions for a statement about the run.
const ENOUGH_FUNCTIONS: usize = 8;

/// Share of functions whose deviation from the typical ratio is the measure of the spread. With half of them (the
/// median deviation) the few functions that the memory layout hits hardest would count as changed.
const SPREAD_SHARE: f64 = 0.8;

/// Deviations from the typical ratio, as factors, between which noise ends: a function with a smaller one did not change by
/// itself, and one with a larger one did. Two recordings of one program can differ by more than 1.25, because the machine
/// slows down for a phase of a run, and with it all functions of the phase.
const CHANGED: [f64; 2] = [1.5, 2.0];

/// Number of standard deviations between these two from which on a function changed by itself.
const CHANGED_DEVIATIONS: f64 = 2.5;

/// Maximum number of times that the typical ratio and the spread are estimated anew without the functions that changed.
const MOST_ROUNDS: usize = 20;

/// Number of standard deviations within which that share of a normal distribution lies.
const SPREAD_DEVIATIONS: f64 = 1.2816;

/// Difference of two ln ratios below which they count as equal, because of rounding.
const ROUNDING: f64 = 1e-9;

/// The matched calls of one function.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CallShift {
    /// Number of matched calls that take time on a side.
    pub pairs: u32,
    /// Number of these whose ratio exceeds the typical one.
    pub longer: u32,
    /// Number of these whose ratio is below the typical one.
    pub shorter: u32,
    /// Median of their self times in A, in ticks, by nearest rank.
    pub before: i64,
    /// Natural logarithm of the median ratio of their self times, B over A. Infinite if most take time on one side
    /// only, and 0 without pairs.
    pub ln_ratio: f64,
    /// Median deviation of the ln ratios of its matched calls from `ln_ratio`. 0 if most take no time on a side.
    pub deviation: f64,
    /// Share of a side's compared time within which they start, on the side where it is larger. 0 without pairs.
    pub stretch: f64,
    /// Natural logarithm of the typical ratio of the calls of other functions around them. The typical ratio of all
    /// functions if there are too few others.
    pub ln_nearby: f64,
    /// Natural logarithm of the median ratio of their self times, each divided by the typical ratio of the calls of other
    /// functions around it.
    pub ln_beside: f64,
}

/// The shifts of all functions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CallShifts {
    /// Natural logarithm of the typical ratio, the median of functions that did not change by themselves. 0 if fewer than 8
    /// functions have 8 matched calls.
    pub ln_typical: f64,
    /// Standard deviation of the functions' ln ratios around the typical one, from the deviation that 80 % of them do
    /// not exceed. Functions that changed by themselves don't count. 0 if too few functions are matched.
    pub spread: f64,
    /// Standard deviation of the ln ratios of single matched calls around that of their function, in a typical function
    /// with 8 matched calls. 0 if there is none.
    pub call_spread: f64,
    /// Shift of each function, by identity. Empty if calls are not matched.
    pub functions: Vec<CallShift>,
}

impl CallShifts {
    /// Computes the shifts from the matched calls of both traces. O(calls).
    pub(super) fn new(traces: [&Trace; 2], matched: &MatchedCalls<'_>) -> Self {
        let of_function = |calls| CallShift::new(matched, calls);
        let mut functions: Vec<CallShift> = matched.of_functions().map(of_function).collect();
        let is_telling = |of: &&CallShift| of.pairs >= WELL_CALLED && of.ln_ratio.is_finite();
        let mut ratios: Vec<f64> = functions.iter().filter(is_telling).map(|of| of.ln_ratio).collect();
        let mut deviations: Vec<f64> = functions.iter().filter(is_telling).map(|of| of.deviation).collect();
        let call_spread = DEVIATION_BY_MEDIAN * median(&mut deviations);
        let (mut ln_typical, mut spread) = (0.0, 0.0);
        if ratios.len() >= ENOUGH_FUNCTIONS {
            ratios.order_by(f64::total_cmp);
            (ln_typical, spread) = typical_and_spread(&ratios);
        }
        for (of, calls) in functions.iter_mut().zip(matched.of_functions()) {
            of.count(calls, ln_typical);
        }
        put_stretches(traces, matched, &mut functions);
        nearby::put(traces[0], matched, ln_typical, &mut functions);
        Self { ln_typical, spread, call_spread, functions }
    }
}

/// Returns the median and the standard deviation of the ln ratios of functions that did not change by themselves, from those
/// of all functions in ascending order.
///
/// A larger payload makes several functions slower by one factor. If they counted, the spread would be as large as their
/// change and hide it. So the estimate begins with the shortest interval that holds more than half of all ratios, which up to
/// that share of changed functions does not reach. Then it leaves out what lies too far from it, and is repeated until
/// nothing changes. O(functions · log functions).
fn typical_and_spread(ratios: &[f64]) -> (f64, f64) {
    let (mut typical, mut spread) = shortest_half(ratios);
    let mut kept = 0..0;
    for _ in 0..MOST_ROUNDS {
        let [least, most] = CHANGED.map(f64::ln);
        let limit = (CHANGED_DEVIATIONS * spread).clamp(least, most) + ROUNDING;
        let first = ratios.partition_point(|&ratio| ratio < typical - limit);
        let end = ratios.partition_point(|&ratio| ratio <= typical + limit);
        if first >= end || kept == (first..end) {
            break;
        }
        kept = first..end;
        typical = median(&mut ratios[kept.clone()].to_vec());
        let mut deviations: Vec<f64> =
            ratios[kept.clone()].iter().map(|ratio| (ratio - typical).abs()).collect();
        deviations.order_by(f64::total_cmp);
        let place = (SPREAD_SHARE * (deviations.len() - 1) as f64).round() as usize;
        spread = deviations[place] / SPREAD_DEVIATIONS;
    }
    (typical, spread)
}

/// Returns the middle of the shortest interval that holds more than half of some ratios in ascending order, and the standard
/// deviation of a normal distribution with half of its values in it. Of several shortest intervals, their mean is the middle.
fn shortest_half(ratios: &[f64]) -> (f64, f64) {
    let holds = ratios.len() / 2 + 1;
    let length = |of: &[f64]| of[holds - 1] - of[0];
    let shortest = ratios.windows(holds).map(length).fold(f64::INFINITY, f64::min);
    let is_shortest = |of: &&[f64]| length(of) <= shortest + ROUNDING;
    let middle = |of: &[f64]| f64::midpoint(of[0], of[holds - 1]);
    let mut all = ratios.windows(holds).filter(is_shortest).map(middle);
    let first = all.next().unwrap_or_default();
    (f64::midpoint(first, all.next_back().unwrap_or(first)), DEVIATION_BY_MEDIAN * shortest / 2.0)
}

impl CallShift {
    /// Computes the medians of a function's matched calls. The counts are 0 until the typical ratio is known. O(calls).
    fn new(matched: &MatchedCalls<'_>, calls: &[MatchedCall]) -> Self {
        if calls.is_empty() {
            return Self::default();
        }
        let middle = (calls.len() - 1) / 2;
        let mut before: Vec<i64> = calls.iter().map(|call| matched.self_ticks(call, 0)).collect();
        let before = *before.select_nth_unstable(middle).1;
        let ln_ratio = median(&mut calls.iter().map(|call| call.ln_ratio).collect::<Vec<f64>>());
        // Two infinite ratios of different signs have no mean.
        let ln_ratio = if ln_ratio.is_nan() { 0.0 } else { ln_ratio };
        let deviations = calls.iter().map(|call| (call.ln_ratio - ln_ratio).abs());
        let deviation = median(&mut deviations.filter(|of| of.is_finite()).collect::<Vec<f64>>());
        Self { pairs: calls.len() as u32, before, ln_ratio, deviation, ..Self::default() }
    }

    fn count(&mut self, calls: &[MatchedCall], ln_typical: f64) {
        self.longer = calls.iter().filter(|call| call.ln_ratio > ln_typical + ROUNDING).count() as u32;
        self.shorter = calls.iter().filter(|call| call.ln_ratio < ln_typical - ROUNDING).count() as u32;
    }
}

/// Puts the stretches of time in which the matched calls of functions start. O(calls).
fn put_stretches(traces: [&Trace; 2], matched: &MatchedCalls<'_>, functions: &mut [CallShift]) {
    let starts = traces.map(|trace| trace.calls().start());
    let mut whole = [(i64::MAX, i64::MIN); 2];
    let mut stretches = Vec::with_capacity(functions.len());
    for calls in matched.of_functions() {
        let of_function = [0, 1].map(|side| {
            let starts = || calls.iter().map(|call| starts[side][call.calls[side].index()]);
            (starts().min().unwrap_or(i64::MAX), starts().max().unwrap_or(i64::MIN))
        });
        for (whole, (first, last)) in whole.iter_mut().zip(of_function) {
            *whole = (whole.0.min(first), whole.1.max(last));
        }
        stretches.push(of_function);
    }
    let length = |(first, last): (i64, i64)| last.saturating_sub(first).max(0) as f64;
    for (of, stretch) in functions.iter_mut().zip(stretches).filter(|(of, _)| of.pairs > 0) {
        let shares = [0, 1].map(|side| length(stretch[side]) / length(whole[side]).max(1.0));
        of.stretch = shares[0].max(shares[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ln ratios of functions with some noise, of which the first ones also changed by a factor.
    fn ratios(all: usize, changed: usize, noise: f64, factor: f64) -> Vec<f64> {
        let of = |function: usize| {
            // Quantiles of a distribution whose tails are as heavy as those of Laplace's, in mixed order.
            let share = ((function * 7 % all) as f64 + 0.5) / all as f64 - 0.5;
            let own = -noise * share.signum() * (1.0 - 2.0 * share.abs()).ln();
            own + if function < changed { factor.ln() } else { 0.0 }
        };
        let mut ratios: Vec<f64> = (0..all).map(of).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }

    #[test]
    fn changed_functions_up_to_two_fifths_do_not_widen_the_spread() {
        for all in [9, 12, 16, 30, 100] {
            for changed in 0..=all * 2 / 5 {
                for factor in [0.1, 0.5, 0.6, 1.7, 2.0, 2.5, 10.0] {
                    let (typical, spread) = typical_and_spread(&ratios(all, changed, 0.03, factor));
                    assert!(typical.abs() < 0.05, "{changed} of {all} × {factor}: typical {typical}");
                    assert!((0.02..0.08).contains(&spread), "{changed} of {all} × {factor}: spread {spread}");
                }
            }
        }
    }

    #[test]
    fn noise_alone_counts_in_full() {
        for all in [8, 12, 40, 200] {
            for noise in [0.01, 0.05, 0.1, 0.15] {
                let ratios = ratios(all, 0, noise, 1.0);
                let mut deviations: Vec<f64> = ratios.iter().map(|ratio| ratio.abs()).collect();
                deviations.sort_by(f64::total_cmp);
                let place = (SPREAD_SHARE * (all - 1) as f64).round() as usize;
                let (typical, spread) = typical_and_spread(&ratios);
                assert!(typical.abs() < 0.2 * noise, "{all} functions, noise {noise}: typical {typical}");
                let of_all = deviations[place] / SPREAD_DEVIATIONS;
                assert!(spread > 0.8 * of_all, "{all} functions, noise {noise}: {spread} of {of_all}");
            }
        }
    }

    #[test]
    fn exchanged_sides_mirror_the_typical_ratio() {
        for (all, changed) in [(8, 0), (9, 4), (30, 12)] {
            let of_pair = ratios(all, changed, 0.05, 1.5);
            let mut mirrored: Vec<f64> = of_pair.iter().map(|ratio| -ratio).collect();
            mirrored.sort_by(f64::total_cmp);
            let ((there, wide), (back, as_wide)) =
                (typical_and_spread(&of_pair), typical_and_spread(&mirrored));
            assert!((there + back).abs() < 1e-9 && (wide - as_wide).abs() < 1e-9, "{there} {back}");
        }
    }
}
