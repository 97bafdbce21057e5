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

use super::aligned::{AlignedPair, ComparedPart};
use crate::ranking::{DEVIATION_BY_MEDIAN, median};
use diptych_trace::{Sorting, for_each_block};

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
    /// Collects the self times of matched calls. O(calls), plus sorting the ratios of each function.
    pub(super) fn new(aligned: AlignedPair<'_>, compared: &[ComparedPart<'_>; 2]) -> Self {
        let mut pairs = MatchedTimes::new(aligned, compared);
        let count = aligned.pair.identity_count as usize;
        let mut functions: Vec<CallShift> = (0..count).map(|row| CallShift::new(pairs.of(row))).collect();
        let is_telling = |of: &&CallShift| of.pairs >= WELL_CALLED && of.ln_ratio.is_finite();
        let mut ratios: Vec<f64> = functions.iter().filter(is_telling).map(|of| of.ln_ratio).collect();
        let mut deviations: Vec<f64> = functions.iter().filter(is_telling).map(|of| of.deviation).collect();
        let call_spread =
            if deviations.is_empty() { 0.0 } else { DEVIATION_BY_MEDIAN * median(&mut deviations) };
        let (mut ln_typical, mut spread) = (0.0, 0.0);
        if ratios.len() >= ENOUGH_FUNCTIONS {
            ratios.order_by(f64::total_cmp);
            (ln_typical, spread) = typical_and_spread(&ratios);
        }
        for (row, of) in functions.iter_mut().enumerate() {
            of.count(pairs.of(row), ln_typical);
        }
        put_stretches(aligned, compared, &mut functions);
        nearby::put(aligned, compared, ln_typical, &mut functions);
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
    /// Computes the medians of pairs, which it sorts. The counts are 0 until the typical ratio is known.
    fn new(pairs: &mut [[i64; 2]]) -> Self {
        if pairs.is_empty() {
            return Self::default();
        }
        let middle = (pairs.len() - 1) / 2;
        pairs.select_nth_unstable_by_key(middle, |pair| pair[0]);
        let before = pairs[middle][0];
        pairs.order_by(|x, y| ln_ratio(*x).total_cmp(&ln_ratio(*y)));
        let [low, high] = [middle, pairs.len() / 2].map(|place| ln_ratio(pairs[place]));
        // Two infinite ratios of different signs have no mean.
        let ln_ratio = if low.total_cmp(&high).is_eq() { low } else { f64::midpoint(low, high) };
        let ln_ratio = if ln_ratio.is_nan() { 0.0 } else { ln_ratio };
        let deviations = pairs.iter().map(|pair| (self::ln_ratio(*pair) - ln_ratio).abs());
        let mut deviations: Vec<f64> = deviations.filter(|deviation| deviation.is_finite()).collect();
        let deviation = if deviations.is_empty() { 0.0 } else { median(&mut deviations) };
        Self { pairs: pairs.len() as u32, before, ln_ratio, deviation, ..Self::default() }
    }

    fn count(&mut self, pairs: &[[i64; 2]], ln_typical: f64) {
        self.longer = pairs.iter().filter(|pair| ln_ratio(**pair) > ln_typical + ROUNDING).count() as u32;
        self.shorter = pairs.iter().filter(|pair| ln_ratio(**pair) < ln_typical - ROUNDING).count() as u32;
    }
}

/// Returns the logarithm of a ratio, which is infinite if a side took no time.
fn ln_ratio([a, b]: [i64; 2]) -> f64 {
    (b as f64 / a as f64).ln()
}

/// Self times of matched calls on A and B, by function.
struct MatchedTimes {
    pairs: Vec<[i64; 2]>,
    /// Start of each function's pairs, and the end of the last ones.
    places: Vec<usize>,
}

impl MatchedTimes {
    fn new(aligned: AlignedPair<'_>, compared: &[ComparedPart<'_>; 2]) -> Self {
        let mut places = vec![0usize; aligned.pair.identity_count as usize + 1];
        each_pair(aligned, compared, &mut |identity, _, _| places[identity + 1] += 1);
        for place in 1..places.len() {
            places[place] += places[place - 1];
        }
        let mut next = places.clone();
        let mut pairs = vec![[0; 2]; places.last().copied().unwrap_or_default()];
        each_pair(aligned, compared, &mut |identity, times, _| {
            pairs[next[identity]] = times;
            next[identity] += 1;
        });
        Self { pairs, places }
    }

    fn of(&mut self, identity: usize) -> &mut [[i64; 2]] {
        &mut self.pairs[self.places[identity]..self.places[identity + 1]]
    }
}

/// Puts the stretches of time in which the matched calls of functions start. O(calls).
fn put_stretches(aligned: AlignedPair<'_>, compared: &[ComparedPart<'_>; 2], functions: &mut [CallShift]) {
    let mut starts = vec![[(i64::MAX, i64::MIN); 2]; functions.len()];
    let mut whole = [(i64::MAX, i64::MIN); 2];
    let traces = aligned.pair.traces;
    each_pair(aligned, compared, &mut |identity, _, calls| {
        for side in 0..2 {
            let start = traces[side].calls().start()[calls[side]];
            for (first, last) in [&mut starts[identity][side], &mut whole[side]] {
                *first = start.min(*first);
                *last = start.max(*last);
            }
        }
    });
    let length = |(first, last): (i64, i64)| last.saturating_sub(first).max(0) as f64;
    for (of, starts) in functions.iter_mut().zip(starts).filter(|(of, _)| of.pairs > 0) {
        let shares = [0, 1].map(|side| length(starts[side]) / length(whole[side]).max(1.0));
        of.stretch = shares[0].max(shares[1]);
    }
}

/// Calls `of` with the function, the self times and the numbers of each pair of matched calls that takes time on a side.
pub(super) fn each_pair(
    aligned: AlignedPair<'_>,
    [a, b]: &[ComparedPart<'_>; 2],
    of: &mut impl FnMut(usize, [i64; 2], [usize; 2]),
) {
    let partners = &aligned.alignment.sides[0].partner;
    for_each_block(0..a.nodes.len(), &mut |rows| {
        for row in rows {
            let (Some(node), Some(partner)) = (a.nodes[row].some(), partners[row].some()) else { continue };
            let pair = [a.self_ticks[row], b.self_ticks[partner.index()]];
            if b.nodes[partner.index()].some().is_some() && pair != [0; 2] {
                of(a.tree.identity()[node.index()].index(), pair, [row, partner.index()]);
            }
        }
    });
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
