//! The δ that TraceDiff prints (Eq. 4), for one bin, on request.

use super::{Axes, Bars, Matches};
use std::ops::Range;

/// The matched calls of one class on the other side, relative to a bin. Calls before all of the bin's calls, and calls
/// after them, count as a sum. Calls in between count one by one.
#[derive(Debug, Clone, Default)]
struct Partner {
    before: f64,
    before_sum: f64,
    after: f64,
    after_sum: f64,
    /// Indices in the list of calls in between.
    between: Range<usize>,
}

/// Ascending instants with their running sums.
#[derive(Debug, Default)]
struct Instants {
    ascending: Vec<f64>,
    sums: Vec<f64>,
}

impl Instants {
    fn new(mut instants: Vec<f64>) -> Self {
        instants.sort_by(f64::total_cmp);
        let mut sum = 0.0;
        let running = instants.iter().map(|&instant| {
            sum += instant;
            sum
        });
        let sums = std::iter::once(0.0).chain(running).collect();
        Self { ascending: instants, sums }
    }

    fn len(&self) -> f64 {
        self.ascending.len() as f64
    }

    fn sum(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// Returns Σ |t − at|. O(log instants).
    fn distance(&self, at: f64) -> f64 {
        let earlier = self.ascending.partition_point(|&instant| instant < at);
        let sum = self.sums[earlier];
        earlier as f64 * at - sum + (self.sum() - sum) - (self.len() - earlier as f64) * at
    }
}

impl Bars {
    /// Returns Σ |t(f) − t(g)| on the common axis (Eq. 4) over all matches (f, g) of calls f of a side that start in a
    /// bin. The bin is in ticks of the side and half open, because the paper's closed interval counts borders twice.
    ///
    /// O(calls of the other side + class pairs of the classes in the bin + c · matching classes in the bin · log),
    /// where c is the number of calls of the other side during the bin. It takes milliseconds, which is fine for a
    /// tooltip but not for every bar of every frame.
    pub fn printed_delta(&self, matches: Matches<'_>, side: usize, axes: Axes, bin: Range<i64>) -> f64 {
        let places = self.place(matches, side, bin.start)..self.place(matches, side, bin.end);
        let starts = matches.pair.traces[side].calls().start();
        let mut calls: Vec<(u32, f64)> = places
            .map(|place| self.call(side, place))
            .map(|call| (matches.sets.class(side, call), axes.place(side, starts[call.index()])))
            .collect();
        let first = calls.iter().map(|&(_, at)| at).fold(f64::INFINITY, f64::min);
        let last = calls.iter().map(|&(_, at)| at).fold(f64::NEG_INFINITY, f64::max);
        let (partners, between) = partners(matches, 1 - side, axes, first, last);
        calls.sort_by_key(|&(class, _)| class);
        let mut delta = 0.0;
        for of_class in calls.chunk_by(|one, next| one.0 == next.0) {
            let instants = Instants::new(of_class.iter().map(|&(_, at)| at).collect());
            for &class in matches.similarity.partners(side, of_class[0].0).classes {
                let partner = &partners[class as usize];
                delta += partner.before * instants.sum() - partner.before_sum * instants.len();
                delta += partner.after_sum * instants.len() - partner.after * instants.sum();
                let between = &between[partner.between.clone()];
                delta += between.iter().map(|&(_, at)| instants.distance(at)).sum::<f64>();
            }
        }
        delta
    }
}

/// Sorts the calls of each class of a side into those before, after and between two instants of the common axis.
fn partners(
    matches: Matches<'_>,
    side: usize,
    axes: Axes,
    first: f64,
    last: f64,
) -> (Vec<Partner>, Vec<(u32, f64)>) {
    let mut partners = vec![Partner::default(); matches.sets.len()];
    let mut between = Vec::new();
    let starts = matches.pair.traces[side].calls().start();
    for (&class, &start) in matches.sets.classes(side).iter().zip(starts) {
        let at = axes.place(side, start);
        let partner = &mut partners[class as usize];
        if at <= first {
            partner.before += 1.0;
            partner.before_sum += at;
        } else if at >= last {
            partner.after += 1.0;
            partner.after_sum += at;
        } else {
            between.push((class, at));
        }
    }
    between.sort_by_key(|&(class, _)| class);
    let mut place = 0;
    for of_class in between.chunk_by(|one, next| one.0 == next.0) {
        partners[of_class[0].0 as usize].between = place..place + of_class.len();
        place += of_class.len();
    }
    (partners, between)
}
