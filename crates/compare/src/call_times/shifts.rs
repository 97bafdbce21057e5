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

use super::{AlignedPair, ComparedPart};
use crate::ranking::{DEVIATION_BY_MEDIAN, median};
use diptych_trace::{Sorting, for_each_block};

/// Minimum number of matched calls at which a function says something about the run.
const WELL_CALLED: u32 = 8;

/// Minimum number of such functions for a statement about the run.
const ENOUGH_FUNCTIONS: usize = 8;

/// Share of functions whose deviation from the typical ratio is the measure of the spread. With half of them (the
/// median deviation) the few functions that the memory layout hits hardest would count as changed.
const SPREAD_SHARE: f64 = 0.8;

/// Smallest ratio between two functions' changes at which one of them changed by itself. Such functions say nothing of what
/// functions differ by without a change of their own, however many they are.
const CHANGED: f64 = 2.0;

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
    /// Natural logarithm of the typical ratio, or 0 if fewer than 8 functions have 8 matched calls.
    pub ln_typical: f64,
    /// Standard deviation of the functions' ln ratios around the typical one, from the deviation that 80 % of them do
    /// not exceed. Functions that took more than twice as long, or less than half as long, as the typical one don't count.
    /// 0 if too few functions are matched.
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
            ln_typical = median(&mut ratios);
            let mut deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio - ln_typical).abs()).collect();
            deviations.order_by(f64::total_cmp);
            let unchanged = deviations.partition_point(|&deviation| deviation < CHANGED.ln());
            let place = (SPREAD_SHARE * unchanged.saturating_sub(1) as f64).round() as usize;
            spread = deviations[place] / SPREAD_DEVIATIONS;
        }
        for (row, of) in functions.iter_mut().enumerate() {
            of.count(pairs.of(row), ln_typical);
        }
        put_stretches(aligned, compared, &mut functions);
        nearby::put(aligned, compared, ln_typical, &mut functions);
        Self { ln_typical, spread, call_spread, functions }
    }
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
fn each_pair(
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
