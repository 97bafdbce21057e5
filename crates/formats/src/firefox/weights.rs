//! Weights of samples: how long each lasts.
//!
//! Profilers that write a stack once for as long as it stays say so with a weight, which is a number of samples. The
//! Firefox Profiler's documentation does not say to which side of its time such a sample extends. Vernier counts on from
//! the sample's time; samply writes the end of a wait, and the weight of what passed before. So both are tried, and the
//! one counts by which weights and times fit.

use super::tables::WeightKind;
use super::write::MILLIS;
use crate::decimal::Decimal;
use crate::samples::{Sample, Tick, median};
use diptych_trace::{LaneId, OddityKind, Sink};

/// Samples of a thread.
#[derive(Debug, Default)]
pub(super) struct Weighted {
    pub(super) ticks: Vec<Tick>,
    /// Number of samples that each stands for, or its nanoseconds. Empty if each is one sample.
    weights: Vec<f64>,
    kind: WeightKind,
}

/// Usual distance of samples, and the side of their times to which they extend.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Fit {
    interval: f64,
    is_backward: bool,
    /// Mean agreement of weights with times, up to 1.
    agreement: f64,
}

/// Part of the best agreement from which the interval that the file states is right.
const FITTING: f64 = 0.75;

impl Weighted {
    pub(super) fn new(kind: WeightKind, samples: usize) -> Self {
        Self { kind, ticks: Vec::with_capacity(samples), weights: Vec::new() }
    }

    /// Adds a sample with its weight as written, empty if there is none.
    pub(super) fn push(&mut self, tick: Tick, weight: &[u8], sink: &mut dyn Sink) {
        let value = match self.kind {
            _ if weight.is_empty() => Some(1.0).filter(|_| self.kind == WeightKind::Samples),
            WeightKind::Millis => MILLIS.read(weight).ok().map(|weight| weight.round() as f64),
            _ => Decimal::scaled(weight, 0).ok().map(Decimal::to_f64),
        };
        let subject = match value {
            Some(value) if value > 0.0 => {
                if !is_single(value) && self.weights.is_empty() {
                    self.weights = vec![1.0; self.ticks.len()];
                }
                self.ticks.push(tick);
                if !self.weights.is_empty() || !is_single(value) {
                    self.weights.push(value);
                }
                return;
            }
            Some(value) if value < 0.0 => (OddityKind::BadEvent, "sample with a negative weight"),
            Some(_) => (OddityKind::SkippedEvent, "sample of weight 0"),
            None => (OddityKind::BadEvent, "sample whose weight is not a number"),
        };
        sink.odd(subject.0, subject.1, tick.source, "");
    }

    /// Returns whether all samples are single ones, whose times say all.
    pub(super) fn is_plain(&self) -> bool {
        self.kind == WeightKind::Samples && self.weights.is_empty()
    }

    fn weight(&self, index: usize) -> f64 {
        self.weights.get(index).copied().unwrap_or(1.0)
    }

    /// Sorts the samples by time.
    fn sort(&mut self, sink: &mut dyn Sink) {
        if self.ticks.is_sorted_by_key(|tick| tick.at) {
            return;
        }
        let first = self.ticks.windows(2).find(|pair| pair[1].at < pair[0].at);
        sink.odd(OddityKind::OutOfOrder, "samples", first.map_or(0, |pair| pair[1].source), "");
        let mut order: Vec<usize> = (0..self.ticks.len()).collect();
        order.sort_by_key(|&index| self.ticks[index].at);
        let weights = order.iter().map(|&index| self.weight(index)).collect();
        self.ticks = order.iter().map(|&index| self.ticks[index]).collect();
        self.weights = weights;
    }

    /// Returns each distance above zero between two samples, with the weights of both.
    fn ways(&self) -> impl Iterator<Item = (i64, f64, f64)> + '_ {
        let pairs = self.ticks.windows(2).enumerate();
        let way = |(index, pair): (usize, &[Tick])| {
            (pair[1].at - pair[0].at, self.weight(index), self.weight(index + 1))
        };
        pairs.map(way).filter(|&(way, ..)| way > 0)
    }

    /// Returns the extents of samples that stand for numbers of samples.
    fn by_number(&self, fit: Fit) -> Vec<Sample> {
        let mut samples: Vec<Sample> = Vec::with_capacity(self.ticks.len());
        for (index, &Tick { at, stack, source }) in self.ticks.iter().enumerate() {
            let weight = self.weight(index);
            // Backwards, the last of several samples still extends from the time on.
            let own = if fit.is_backward { weight.min(1.0) } else { weight };
            let before = ticks_of((weight - own) * fit.interval);
            let mut start = at.saturating_sub(before);
            if let Some(last) = samples.last_mut() {
                start = start.max(last.end.min(at));
                // A sample lasts until the next one, unless that is an interval later than the weights say. Of many
                // samples, each may be a little longer than usual.
                let many = if fit.is_backward { weight } else { last.count as f64 };
                let slack = ticks_of(fit.interval * (1.0 + (many - 1.0).max(0.0) / 16.0));
                if start <= last.end.saturating_add(slack) {
                    last.end = start;
                }
            }
            let end = at.saturating_add(ticks_of(own * fit.interval));
            let count = weight.round().max(1.0) as u64;
            samples.push(Sample { stack, start, end, source, count });
        }
        samples
    }

    /// Returns the extents of samples whose weights are their times.
    fn by_time(&self) -> Vec<Sample> {
        let sample = |(index, &Tick { at, stack, source }): (usize, &Tick)| {
            let end = at.saturating_add(ticks_of(self.weight(index)));
            let next = self.ticks.get(index + 1).map_or(end, |next| next.at);
            Sample { stack, start: at, end: end.min(next), source, count: 1 }
        };
        self.ticks.iter().enumerate().map(sample).collect()
    }
}

/// Returns the extents of the samples of all threads, and the usual distance of two. `stated` is the distance that the
/// file states.
pub(super) fn extents(
    mut lanes: Vec<(LaneId, Weighted)>,
    stated: Option<i64>,
    sink: &mut dyn Sink,
) -> (Vec<(LaneId, Vec<Sample>)>, i64) {
    for (_, samples) in &mut lanes {
        samples.sort(sink);
    }
    let numbered =
        || lanes.iter().map(|(_, samples)| samples).filter(|samples| samples.kind != WeightKind::Millis);
    let fit = fit(&|| Box::new(numbered().flat_map(Weighted::ways)), stated);
    let interval = match fit.interval {
        interval if interval > 0.0 => ticks_of(interval),
        _ => median(lanes.iter().flat_map(|(_, samples)| samples.ways().map(|(way, ..)| way))),
    };
    let extents = |samples: &Weighted| match samples.kind {
        WeightKind::Millis => samples.by_time(),
        _ => samples.by_number(fit),
    };
    (lanes.iter().map(|(lane, samples)| (*lane, extents(samples))).collect(), interval)
}

/// Distances between samples, with the weights of both.
type Ways<'a> = dyn Fn() -> Box<dyn Iterator<Item = (i64, f64, f64)> + 'a> + 'a;

/// Finds the interval and the side by which weights and times fit best.
fn fit(ways: &Ways<'_>, stated: Option<i64>) -> Fit {
    let weight = |is_backward, (_, before, after): (i64, f64, f64)| if is_backward { after } else { before };
    let with = |is_backward, interval: f64| {
        let (mut agreed, mut all) = (0.0, 0.0);
        // Pairs of single samples say nothing about weights.
        for way in ways().filter(|&(_, before, after)| !is_single(before) || !is_single(after)) {
            let (distance, expected) = (way.0 as f64, weight(is_backward, way) * interval);
            // By weight, not by time: a gap is as long as it likes.
            let counts = way.1.max(way.2);
            agreed += counts * expected.min(distance) / expected.max(distance);
            all += counts;
        }
        Fit { interval, is_backward, agreement: if all > 0.0 { agreed / all } else { 0.0 } }
    };
    let sides = |intervals: [f64; 2]| {
        let [forward, backward] = [with(false, intervals[0]), with(true, intervals[1])];
        if backward.agreement > forward.agreement { backward } else { forward }
    };
    let usual = |side| median(ways().map(|way| (way.0 as f64 / weight(side, way)).round() as i64)) as f64;
    let found = sides([usual(false), usual(true)]);
    let stated = stated.filter(|&stated| stated > 0).map(|stated| sides([stated as f64; 2]));
    let is_right = |stated: &Fit| found.interval <= 0.0 || stated.agreement >= found.agreement * FITTING;
    stated.filter(is_right).unwrap_or(found)
}

fn is_single(weight: f64) -> bool {
    (weight - 1.0).abs() < f64::EPSILON
}

/// Greatest extent of a sample, that of a whole trace.
const LONGEST: f64 = ((1u64 << 53) - 1) as f64;

fn ticks_of(length: f64) -> i64 {
    length.clamp(0.0, LONGEST).round() as i64
}
