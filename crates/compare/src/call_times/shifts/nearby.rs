//! The ratios of matched calls beside those of other functions around them.
//!
//! The compared time of A is divided into slices. In each slice, the typical ratio beside a function is the median over the
//! other functions of the median ratio of their calls there. A function does not count for its own, so a change of one
//! function does not hide itself. Only functions with enough matched calls count for others: a function that is called once
//! says nothing about the machine.

use super::{CallShift, WELL_CALLED, each_pair, ln_ratio};
use crate::call_times::aligned::{AlignedPair, ComparedPart};
use crate::ranking::median;
use diptych_trace::Sorting;

/// Number of slices of the compared time.
const SLICES: usize = 64;

/// Minimum number of other functions in a slice for a typical ratio there. Two or three functions may have changed
/// together.
const ENOUGH_OTHERS: usize = 5;

/// A pair of matched calls.
#[derive(Debug, Clone, Copy)]
struct PairInSlice {
    slice: u32,
    function: u32,
    ln_ratio: f64,
}

/// The median ratio of a function's calls in a slice.
#[derive(Debug, Clone, Copy)]
struct OfFunction {
    function: u32,
    ln_ratio: f64,
}

/// Puts the ratios of functions beside those of others around them. `ln_typical` takes the place of slices with too few
/// other functions. O(pairs · log pairs).
pub(super) fn put(
    aligned: AlignedPair<'_>,
    compared: &[ComparedPart<'_>; 2],
    ln_typical: f64,
    functions: &mut [CallShift],
) {
    let starts = aligned.pair.traces[0].calls().start();
    let (mut first, mut last) = (i64::MAX, i64::MIN);
    each_pair(aligned, compared, &mut |_, _, [call, _]| {
        first = first.min(starts[call]);
        last = last.max(starts[call]);
    });
    let width = (last.saturating_sub(first) as f64 / SLICES as f64).max(1.0);
    let mut pairs: Vec<PairInSlice> = Vec::new();
    each_pair(aligned, compared, &mut |function, times, [call, _]| {
        let slice = ((starts[call] - first) as f64 / width) as usize;
        let slice = slice.min(SLICES - 1) as u32;
        pairs.push(PairInSlice { slice, function: function as u32, ln_ratio: ln_ratio(times) });
    });
    pairs.order_by(|x, y| {
        (x.slice, x.function).cmp(&(y.slice, y.function)).then(x.ln_ratio.total_cmp(&y.ln_ratio))
    });
    let mut beside: Vec<Beside> = Vec::with_capacity(pairs.len());
    for slice in pairs.chunk_by(|x, y| x.slice == y.slice) {
        let of_functions = || slice.chunk_by(|x, y| x.function == y.function);
        let mut medians: Vec<OfFunction> = of_functions()
            .map(|of| OfFunction { function: of[0].function, ln_ratio: of[(of.len() - 1) / 2].ln_ratio })
            .filter(|of| of.ln_ratio.is_finite() && functions[of.function as usize].pairs >= WELL_CALLED)
            .collect();
        medians.order_by(|x, y| x.ln_ratio.total_cmp(&y.ln_ratio));
        for of in of_functions() {
            let typical = typical_of_others(&medians, of[0].function).unwrap_or(ln_typical);
            beside.extend(of.iter().map(|of| Beside {
                function: of.function,
                typical,
                ln_ratio: of.ln_ratio - typical,
            }));
        }
    }
    beside.order_by_key(|of| of.function);
    for of_function in beside.chunk_by_mut(|x, y| x.function == y.function) {
        let of = &mut functions[of_function[0].function as usize];
        of.ln_nearby = of_function.iter().map(|of| of.typical).sum::<f64>() / of_function.len() as f64;
        let mut ratios: Vec<f64> =
            of_function.iter().map(|of| of.ln_ratio).filter(|ratio| ratio.is_finite()).collect();
        of.ln_beside = if ratios.is_empty() { 0.0 } else { median(&mut ratios) };
    }
}

/// The ratio of a pair of matched calls beside the typical ratio of other functions in its slice.
#[derive(Debug, Clone, Copy)]
struct Beside {
    function: u32,
    typical: f64,
    /// Natural logarithm of the ratio, without the typical one.
    ln_ratio: f64,
}

/// Returns the median ratio of the functions of a slice without one of them, if enough others are left. `medians` are in
/// ascending order. O(functions of the slice).
fn typical_of_others(medians: &[OfFunction], function: u32) -> Option<f64> {
    let own = medians.iter().position(|of| of.function == function);
    let count = medians.len() - usize::from(own.is_some());
    // Places after the function itself move up by one.
    let at = |place: usize| medians[place + usize::from(own.is_some_and(|own| place >= own))].ln_ratio;
    (count >= ENOUGH_OTHERS).then(|| f64::midpoint(at((count - 1) / 2), at(count / 2)))
}
