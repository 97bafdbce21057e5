//! The values of a counter as steps, one a pixel.

use super::extremes::{Extremes, joined};
use diptych_trace::CounterSamples;
use std::ops::Range;

/// A stretch of pixels with one value, or a single pixel with several.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Pixels of the canvas that it fills.
    pub pixels: Range<i32>,
    /// Smallest value in them.
    pub least: f64,
    /// Largest value in them.
    pub most: f64,
    /// Samples whose values it shows: those in its pixels, and the one before, whose value holds at its start.
    pub rows: Range<usize>,
    /// Number of samples in its pixels.
    pub inside: usize,
}

/// Returns the steps of a counter in a range of pixels. `tick` returns the first tick at or right of an x. No step lies
/// before the first sample, or behind `end`, the tick up to which the last value holds. O(pixels · log samples).
pub fn steps(
    samples: CounterSamples<'_>,
    extremes: &Extremes,
    pixels: Range<i32>,
    end: i64,
    tick: impl Fn(i32) -> i64,
) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let row_at = |tick: i64| samples.at.partition_point(|&at| at < tick);
    let mut from = (tick(pixels.start), row_at(tick(pixels.start)));
    for pixel in pixels {
        let next = tick(pixel + 1);
        let to = (next, row_at(next));
        let ((at, first), (_, behind)) = (from, to);
        from = to;
        if at > end {
            break;
        }
        let rows = first.saturating_sub(1)..behind;
        let Some([least, most]) = extremes.min_max(samples.value, rows.clone()) else { continue };
        match steps.last_mut() {
            // A pixel without a sample continues the value before it.
            Some(last) if first == behind && last.pixels.end == pixel && last.rows == rows => {
                last.pixels.end = pixel + 1;
            }
            _ => steps.push(Step { pixels: pixel..pixel + 1, least, most, rows, inside: behind - first }),
        }
    }
    steps
}

impl Step {
    /// Returns the extremes of this step, extended to the one before if they touch, so that the line has no gap.
    pub fn joined_to(&self, before: Option<&Self>) -> [f64; 2] {
        let own = [self.least, self.most];
        match before.filter(|before| before.pixels.end == self.pixels.start) {
            Some(before) if before.least > self.most => joined(own, [before.least; 2]),
            Some(before) if before.most < self.least => joined(own, [before.most; 2]),
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_pixel_has_the_extremes_of_a_scan(
            gaps in prop::collection::vec((0i64..9, -9i64..9), 0..60),
            start in -40i64..200,
            per_pixel in 1i64..30,
            end in 0i64..400,
        ) {
            let mut now = 0;
            let (at, value): (Vec<i64>, Vec<f64>) = gaps
                .iter()
                .map(|&(gap, value)| {
                    now += gap;
                    (now, value as f64)
                })
                .unzip();
            let samples = CounterSamples { at: &at, value: &value };
            let tick = |pixel: i32| start + i64::from(pixel) * per_pixel;
            let found = steps(samples, &Extremes::new(&value), 3..40, end, tick);
            for pixel in 3..40 {
                let step = found.iter().find(|step| step.pixels.contains(&pixel));
                let (from, to) = (tick(pixel), tick(pixel + 1));
                let before = (0..at.len()).rev().find(|&row| at[row] < from);
                let inside = (0..at.len()).filter(|&row| (from..to).contains(&at[row]));
                let values: Vec<f64> = before.into_iter().chain(inside).map(|row| value[row]).collect();
                let least = values.iter().copied().reduce(f64::min).filter(|_| from <= end);
                let most = values.iter().copied().reduce(f64::max).filter(|_| from <= end);
                prop_assert_eq!(step.map(|step| step.least), least);
                prop_assert_eq!(step.map(|step| step.most), most);
                // All samples of a step lie in its first pixel.
                let count = values.len() - usize::from(before.is_some());
                let expected = step.map(|step| if step.pixels.start == pixel { step.inside } else { 0 });
                prop_assert!(expected.is_none_or(|expected| expected == count));
            }
            prop_assert!(found.windows(2).all(|pair| pair[0].pixels.end <= pair[1].pixels.start));
        }
    }
}
