//! The ratios of matched calls beside those of other functions around them.
//!
//! The compared time of A is divided into slices. In each slice, the typical ratio beside a function is the median over the
//! other functions of the median ratio of their calls there. A function does not count for its own, so a change of one
//! function does not hide itself. Only functions with enough matched calls count for others: a function that is called once
//! says nothing about the machine.

use super::{CallShift, MatchedCall, MatchedCalls, WELL_CALLED};
use crate::ranking::median;
use diptych_trace::{Sorting, Trace};

/// Number of slices of the compared time.
const SLICES: usize = 64;

/// Minimum number of other functions in a slice for a typical ratio there. Two or three functions may have changed
/// together.
const ENOUGH_OTHERS: usize = 5;

/// The matched calls of one function in one slice.
#[derive(Debug, Clone, Copy)]
struct Part {
    function: usize,
    slice: usize,
    calls: usize,
    /// Natural logarithm of the median ratio of these calls, the lower of two.
    ln_ratio: f64,
    /// Natural logarithm of the typical ratio of other functions in the slice.
    ln_nearby: f64,
}

/// Puts the ratios of functions beside those of others around them. `ln_typical` takes the place of slices with too few
/// other functions. O(calls), plus sorting the functions of each slice.
pub(super) fn put(a: &Trace, matched: &MatchedCalls<'_>, ln_typical: f64, functions: &mut [CallShift]) {
    let slices = Slices::new(a, matched);
    let mut parts = parts(&slices, matched);
    put_nearby(&mut parts, ln_typical, |part| functions[part.function].pairs >= WELL_CALLED);
    let mut ln_nearby = [ln_typical; SLICES];
    for of_function in parts.chunk_by(|x, y| x.function == y.function) {
        let function = of_function[0].function;
        let (mut sum, calls) = (0.0, matched.of(function));
        for part in of_function {
            ln_nearby[part.slice] = part.ln_nearby;
            sum += part.ln_nearby * part.calls as f64;
        }
        let beside = calls.iter().map(|call| call.ln_ratio - ln_nearby[slices.of(call)]);
        let of = &mut functions[function];
        of.ln_nearby = sum / calls.len() as f64;
        of.ln_beside = median(&mut beside.filter(|ratio| ratio.is_finite()).collect::<Vec<f64>>());
    }
}

/// The slices of the time in which the matched calls of A start.
struct Slices<'a> {
    starts: &'a [i64],
    first: i64,
    /// Width of a slice in ticks.
    width: f64,
}

impl<'a> Slices<'a> {
    fn new(a: &'a Trace, matched: &MatchedCalls<'_>) -> Self {
        let starts = a.calls().start();
        let of_matched = || matched.of_functions().flatten().map(|call| starts[call.calls[0].index()]);
        let first = of_matched().min().unwrap_or_default();
        let last = of_matched().max().unwrap_or_default();
        Self { starts, first, width: (last.saturating_sub(first) as f64 / SLICES as f64).max(1.0) }
    }

    /// Returns the slice in which a call starts.
    fn of(&self, call: &MatchedCall) -> usize {
        let since_first = self.starts[call.calls[0].index()] - self.first;
        ((since_first as f64 / self.width) as usize).min(SLICES - 1)
    }
}

/// Divides the calls of each function by slice. Typical ratios are 0 until they are known. O(calls).
fn parts(slices: &Slices<'_>, matched: &MatchedCalls<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut ratios: [Vec<f64>; SLICES] = std::array::from_fn(|_| Vec::new());
    for (function, calls) in matched.of_functions().enumerate() {
        for call in calls {
            ratios[slices.of(call)].push(call.ln_ratio);
        }
        for (slice, ratios) in ratios.iter_mut().enumerate().filter(|(_, ratios)| !ratios.is_empty()) {
            let middle = (ratios.len() - 1) / 2;
            let ln_ratio = *ratios.select_nth_unstable_by(middle, f64::total_cmp).1;
            parts.push(Part { function, slice, calls: ratios.len(), ln_ratio, ln_nearby: 0.0 });
            ratios.clear();
        }
    }
    parts
}

/// Puts the typical ratio of other functions into each part: the median over the parts of its slice that count, without
/// its own. O(parts · log parts).
fn put_nearby(parts: &mut [Part], ln_typical: f64, counts: impl Fn(&Part) -> bool) {
    let is_counted = |&place: &usize| parts[place].ln_ratio.is_finite() && counts(&parts[place]);
    let mut counted: Vec<usize> = (0..parts.len()).filter(is_counted).collect();
    let (slice, ratio) = (|place: usize| parts[place].slice, |place: usize| parts[place].ln_ratio);
    counted.order_by(|&x, &y| slice(x).cmp(&slice(y)).then(ratio(x).total_cmp(&ratio(y))));
    let mut of_slices = [ln_typical; SLICES];
    let mut of_counted = Vec::with_capacity(counted.len());
    for of_slice in counted.chunk_by(|&x, &y| slice(x) == slice(y)) {
        let ratios: Vec<f64> = of_slice.iter().map(|&place| ratio(place)).collect();
        of_slices[slice(of_slice[0])] = median_without(&ratios, None).unwrap_or(ln_typical);
        let without = |own: usize| median_without(&ratios, Some(own)).unwrap_or(ln_typical);
        of_counted.extend((0..ratios.len()).map(without));
    }
    for part in &mut *parts {
        part.ln_nearby = of_slices[part.slice];
    }
    for (place, ln_nearby) in counted.into_iter().zip(of_counted) {
        parts[place].ln_nearby = ln_nearby;
    }
}

/// Returns the median of ratios in ascending order without the one at a place, if enough others are left.
fn median_without(ratios: &[f64], own: Option<usize>) -> Option<f64> {
    let count = ratios.len() - usize::from(own.is_some());
    // Places after the one that is left out move up by one.
    let at = |place: usize| ratios[place + usize::from(own.is_some_and(|own| place >= own))];
    (count >= ENOUGH_OTHERS).then(|| f64::midpoint(at((count - 1) / 2), at(count / 2)))
}
