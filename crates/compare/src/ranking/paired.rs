//! A test of matched calls, with one run per side.
//!
//! The test of means ([`super::one_run`]) counts a long call as noise, so a few of them hide any change of the others.
//! This test counts how many of a function's matched calls took longer than typical ([`crate::call_times::shifts`]). A
//! function is beyond noise if all of these hold:
//!
//! * A sign test rejects that half of its calls took longer than typical, at the level divided by the number of rows.
//! * Its median ratio differs from the typical one by more than functions in general do: by more than `threshold` times
//!   their spread, the threshold of the test of means.
//! * Its median ratio differs from the typical one by more than a quarter. Even a program that stays the same has
//!   functions that differ by less in two processes, since memory layout and alignment differ (Mytkowicz et al., 2009).
//! * Its median ratio differs by as much from the typical one of the other functions around its calls. Another process may
//!   slow a part of a run, and with it all functions that are called there.
//! * So large a shift of all its matched calls exceeds the floor.
//! * It points the way that the function's time changed, and so does the shift without regard to the typical ratio.
//!
//! A function is *brief* if its calls lie within a twentieth of the run. A slow stretch of the machine hits all of them alike,
//! so its calls vary little and still say nothing. Stretches are as long as pauses, so the change of a brief function must
//! exceed the longest outlier call of the run.
//!
//! The same spread checks the test of means. If nearly all calls of a function are matched, and both its mean and its
//! median ratio are within the spread of functions, or within that of the functions around its calls, its change is no
//! finding however little its calls vary. Few calls
//! vary more than many: for a function with fewer than 8 matched calls, the spread of calls is added to that of
//! functions, divided by the square root of their number.

use super::count_test::{binomial_p, normal_quantile};
use super::one_run::{LEAST_SPREAD, WELL_CALLED};
use super::row::Row;
use crate::call_times::{CallShift, CallShifts};
use diptych_profile::Floor;

/// Factor between a function's median ratio and the typical one, or its inverse, that a change must exceed.
const LEAST_FACTOR: f64 = 1.25;

/// Share of the run within which all calls of a brief function lie.
const BRIEF: f64 = 0.05;

/// The test of the matched calls of each function.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairedTest<'a> {
    shifts: &'a CallShifts,
    /// Number of spreads that a change must exceed.
    threshold: f64,
    /// p that a function must not exceed.
    most: f64,
    floor: Floor,
}

impl<'a> PairedTest<'a> {
    /// Prepares the test of `rows` functions.
    pub(super) fn new(shifts: &'a CallShifts, rows: usize, level: f64, floor: Floor) -> Self {
        let most = level / rows.max(2) as f64;
        Self { shifts, threshold: normal_quantile(most), most, floor }
    }

    /// Returns true if the matched calls of a row's function changed by more than noise.
    pub(super) fn is_exceeded(&self, row: &Row) -> bool {
        let Some(of) = self.shifts.functions.get(row.identity.index()) else { return false };
        let beyond = of.ln_ratio - self.shifts.ln_typical;
        let points = |shift: f64| shift * row.steady() > 0.0;
        let least = (self.threshold * self.shifts.spread).max(LEAST_FACTOR.ln());
        points(beyond)
            && points(of.ln_ratio)
            && points(of.ln_beside)
            && beyond.abs() > least
            && of.ln_beside.abs() > least
            && self.exceeds_floor(of)
            && binomial_p(u64::from(of.shorter), u64::from(of.longer), 0.5) <= self.most
    }

    /// Returns true if functions in general differ by as much as a row's calls became longer or shorter, by the median
    /// and by the mean ratio. They may also differ as much from the functions around them.
    pub(super) fn is_usual(&self, row: &Row) -> bool {
        let Some(of) = self.shifts.functions.get(row.identity.index()) else { return false };
        let steady = [row.a - row.few[0], row.b - row.few[1]];
        let [a, b] = [0, 1].map(|side: usize| steady[side] / row.calls[side].max(1) as f64);
        let pairs = u64::from(of.pairs);
        let (own, mean) = (of.ln_ratio, (b / a).ln());
        let is_usual_beside =
            || self.is_usual_shift(of.ln_beside, pairs) && self.is_usual_shift(mean - of.ln_nearby, pairs);
        is_matched(of, row)
            && ((self.is_usual_ratio(own, pairs) && self.is_usual_ratio(mean, pairs)) || is_usual_beside())
    }

    /// Returns true if functions in general differ by as much as this ratio of the lengths of so many calls.
    pub(super) fn is_usual_ratio(&self, ln_ratio: f64, calls: u64) -> bool {
        self.is_usual_shift(ln_ratio - self.shifts.ln_typical, calls)
    }

    /// Returns true if functions in general differ from the typical ratio by as much as so many calls do.
    fn is_usual_shift(&self, ln_shift: f64, calls: u64) -> bool {
        let of_calls =
            if calls < WELL_CALLED { self.shifts.call_spread / (calls.max(1) as f64).sqrt() } else { 0.0 };
        let spread = self.shifts.spread.max(LEAST_SPREAD);
        let most = self.threshold * spread.hypot(of_calls);
        ln_shift.abs() <= most
    }

    /// Returns true if nearly all calls of a row's function are matched and lie close together in time, and pauses of
    /// `outlier` ticks are as long as its change.
    pub(super) fn may_be_slow_stretch(&self, row: &Row, outlier: f64) -> bool {
        let Some(of) = self.shifts.functions.get(row.identity.index()) else { return false };
        of.stretch < BRIEF && is_matched(of, row) && row.steady().abs() <= outlier
    }

    /// Returns true if the shift of all matched calls beyond the typical one exceeds the floor.
    fn exceeds_floor(&self, of: &CallShift) -> bool {
        let all = of.before as f64 * f64::from(of.pairs);
        let [typical, own] = [self.shifts.ln_typical, of.ln_ratio].map(|ln_ratio| all * ln_ratio.exp());
        // Calls that took no time on A have an infinite ratio, which the test of means judges.
        own.is_finite() && self.floor.exceeded_by([typical, own])
    }
}

/// Returns true if nearly all calls of a row's function are matched.
fn is_matched(of: &CallShift, row: &Row) -> bool {
    u64::from(of.pairs) * 5 >= row.calls[0].max(row.calls[1]) * 4
}
