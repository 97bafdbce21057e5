//! Files of lines.

use super::samples::{Samples, path};
use std::io::Write as _;

fn line(out: &mut Vec<u8>, stack: usize, weight: u64) {
    writeln!(out, "{} {weight}", path(stack).join(";")).unwrap();
}

/// Writes the number of samples of each stack.
pub(super) fn folded(out: &mut Vec<u8>, samples: &Samples) {
    for (stack, &(count, _)) in samples.sums().iter().enumerate().filter(|(_, sums)| sums.0 > 0) {
        line(out, stack, count);
    }
}

/// Writes a line with its weight for each sample.
pub(super) fn folded_lines(out: &mut Vec<u8>, samples: &Samples) {
    for (stack, _, weight) in samples.timed() {
        line(out, stack, weight);
    }
}

/// Writes the number of samples of each stack, times their period.
pub(super) fn folded_periods(out: &mut Vec<u8>, samples: &Samples) {
    for (stack, &(count, _)) in samples.sums().iter().enumerate().filter(|(_, sums)| sums.0 > 0) {
        line(out, stack, count * 250_000);
    }
}

/// Writes frames as `perf script` does, the innermost first.
fn frames(out: &mut Vec<u8>, stack: usize) {
    for name in path(stack).iter().rev() {
        writeln!(out, "\t          402000 {name}+0x8 (/usr/bin/app)").unwrap();
    }
    out.push(b'\n');
}

/// Writes samples at instants a millisecond apart.
pub(super) fn perf_times(out: &mut Vec<u8>, samples: &Samples) {
    for (place, &stack) in samples.stacks.iter().enumerate() {
        let micros = 1000 * place as u64;
        writeln!(
            out,
            "app    12/13   {}.{:06}:     250000 cycles:u: ",
            micros / 1_000_000,
            micros % 1_000_000
        )
        .unwrap();
        frames(out, stack);
    }
}

/// Writes samples with their periods, without instants.
pub(super) fn perf_periods(out: &mut Vec<u8>, samples: &Samples) {
    for (stack, _, weight) in samples.timed() {
        writeln!(out, "app    12/13     {weight} cycles:u: ").unwrap();
        frames(out, stack);
    }
}
