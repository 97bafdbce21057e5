//! All partitions that are optimal for some p, and the exact p at which one follows another.
//!
//! The pIC of a partition is a line in p, and that of the best one is the upper envelope of those lines: convex, in finitely
//! many pieces. Of two lines known to be on it the crossing is probed: either it is on the envelope, and no other line lies
//! between the two, or the best partition there is a third line. So k partitions take 2k − 1 runs of the algorithm.
//!
//! What is known at any time is exact: stretches of p whose partition is the best one, and gaps between them that are not
//! probed yet ([`BreakPointSearch`]). How a run leaves most areas alone: [`crate::envelope`].

use crate::areas::{Areas, Progress, Quality};
use crate::cuts::Partition;
use crate::envelope::{Envelope, Line, Settled, Unsettled};
use crate::optimal::optimal_with;
use crate::upwards::{Alone, Workers};
use std::borrow::Borrow;
use std::sync::Arc;

/// A stretch of p under which one partition is optimal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Where it begins: there the one before is as good, or an [`OpenGap`] ends.
    pub p_from: f64,
    /// Where it ends. Between two gaps that is where it begins: the partition is known to be the best one there.
    pub p_to: f64,
    /// Gain and loss of the partition.
    pub quality: Quality,
    /// How many areas it has.
    pub parts: usize,
}

impl Stretch {
    /// A p under which the partition is the best one by itself.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.p_from, self.p_to)
    }
}

/// An interval of p that is not probed yet. At its ends the partitions of the stretches beside it are optimal; between them
/// others may be, and gain and loss lie between theirs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenGap {
    /// Where it begins.
    pub p_from: f64,
    /// Where it ends.
    pub p_to: f64,
}

/// All partitions by p, or those that are known so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BreakPoints {
    /// Ascending. With the gaps they cover 0 to 1, each p once but for ends.
    pub stretches: Vec<Stretch>,
    /// Ascending; none if the search is done.
    pub open: Vec<OpenGap>,
    /// Runs of the algorithm it took.
    pub runs: usize,
}

/// A stretch of p no longer than this is none.
const SHORTEST: f64 = 1e-12;

/// The p of the largest gap between the curves of gain and loss, each scaled to its values at p = 0 and p = 1. `None` if it was
/// given up. Two runs of the algorithm: gain/ΔG − loss/ΔL is greatest for the partition that is optimal at
/// p = ΔL / (ΔG + ΔL), since it is in proportion to its pIC.
pub fn default_p(areas: &Areas, progress: Progress<'_>) -> Option<f64> {
    default_p_with(areas, &Alone, progress)
}

/// The same, subtrees being shared among workers.
pub fn default_p_with(areas: &Areas, workers: &dyn Workers, progress: Progress<'_>) -> Option<f64> {
    let finest = optimal_with(areas, 0.0, workers, progress)?.quality(areas);
    let coarsest = optimal_with(areas, 1.0, workers, progress)?.quality(areas);
    let [gain, loss] = [coarsest.gain - finest.gain, coarsest.loss - finest.loss];
    let is_flat = loss <= areas.tolerance() || gain + loss <= areas.tolerance();
    // One partition for all p.
    Some(if is_flat { 0.5 } else { (loss / (gain + loss)).clamp(0.0, 1.0) })
}

/// Told of partitions that were not known before, once each: they are made where they are asked for.
pub type Seen<'a> = &'a mut dyn FnMut(&dyn Fn() -> Partition);

/// Finds all partitions. Each is `seen` once, in no order. `None` if it was given up; units of progress are millionths of p.
pub fn break_points(areas: &Areas, seen: Seen<'_>, progress: Progress<'_>) -> Option<BreakPoints> {
    let mut search = BreakPointSearch::new(areas);
    search.go_on(usize::MAX, seen, progress)?;
    Some(search.found())
}

/// A search for all partitions that can be gone on with: the gap in which most is gained or lost is probed first. In which order
/// that is, is of no matter for what is found.
///
/// Beside the tables of [`Areas`] 24 bytes an area, and some 90 for each that is not settled in each open gap. Where gaps hold
/// more unsettled areas than twice those there are, the one opened last is probed.
#[derive(Debug)]
pub struct BreakPointSearch<A> {
    envelope: Envelope<A>,
    /// The best lines at p = 0 and at p = 1, once they are run.
    ends: Option<[Line; 2]>,
    open: Vec<Probe>,
    /// Unsettled areas in all open gaps.
    unsettled: usize,
    /// Of each gap that is closed with a break point: where it began, the break point, and what lies behind it.
    closed: Vec<(f64, f64, Line)>,
    /// Length of p in closed gaps.
    known: f64,
}

/// An interval of p whose ends have been run.
#[derive(Debug)]
struct Probe {
    p: [f64; 2],
    /// Lines of the whole.
    ends: [Line; 2],
    /// In the order of runs.
    unsettled: Vec<Unsettled>,
    /// What is settled.
    settled: Arc<Settled>,
    /// What gain or loss grows in it, of what it grows from p = 0 to p = 1, whichever is more.
    growth: f64,
}

impl<A: Borrow<Areas>> BreakPointSearch<A> {
    /// Nothing is run yet.
    pub fn new(areas: A) -> Self {
        let envelope = Envelope::new(areas);
        Self { envelope, ends: None, open: Vec::new(), unsettled: 0, closed: Vec::new(), known: 0.0 }
    }

    /// Whether all is known.
    pub fn is_done(&self) -> bool {
        self.open.is_empty() && (self.ends.is_some() || self.envelope.is_empty())
    }

    /// The most that gain or loss grows in an open gap, of what it grows in all; 0 if the search is done.
    pub fn widest(&self) -> f64 {
        if self.ends.is_none() && !self.is_done() {
            return 1.0;
        }
        self.open.iter().map(|gap| gap.growth).fold(0.0, f64::max)
    }

    /// How many areas were looked at so far: what it took.
    pub fn looked_at(&self) -> u64 {
        self.envelope.looked_at
    }

    /// Runs the algorithm up to so many times, at first at least the two times for p = 0 and p = 1. Partitions that were not
    /// known before are `seen` once each. `None` if it was given up; then it can still be gone on with. Units of progress are
    /// millionths of p.
    pub fn go_on(&mut self, runs: usize, seen: Seen<'_>, progress: Progress<'_>) -> Option<()> {
        if self.envelope.is_empty() {
            return Some(());
        }
        let most = self.envelope.runs.saturating_add(runs);
        if self.ends.is_none() {
            self.begin(seen, progress)?;
        }
        while self.envelope.runs < most
            && let Some(probe) = self.next(runs == usize::MAX)
        {
            self.probe(probe, seen, progress)?;
        }
        Some(())
    }

    /// Runs both ends.
    fn begin(&mut self, seen: Seen<'_>, progress: Progress<'_>) -> Option<()> {
        let of = &mut self.envelope;
        let all = of.in_order();
        of.run(0.0, &all, 0.0, progress)?;
        let (finest, first) = (of.lines(), of.best_of_all());
        seen(&|| of.partition());
        of.run(1.0, &all, 0.0, progress)?;
        let last = of.best_of_all();
        let (unsettled, settled) = of.between(&all, &finest);
        if !of.same(first, last) {
            seen(&|| of.partition());
        }
        self.ends = Some([first, last]);
        self.push([0.0, 1.0], [first, last], unsettled, settled);
        Some(())
    }

    fn push(&mut self, p: [f64; 2], ends: [Line; 2], unsettled: Vec<Unsettled>, settled: Arc<Settled>) {
        let [first, last] = self.ends.unwrap_or(ends);
        let scaled = |of: fn(Line) -> f64| {
            let range = of(last) - of(first);
            if range > 0.0 { (of(ends[1]) - of(ends[0])) / range } else { 0.0 }
        };
        let growth = scaled(|line| line.reach - line.loss).max(scaled(|line| line.loss));
        self.unsettled += unsettled.len();
        self.open.push(Probe { p, ends, unsettled, settled, growth });
    }

    /// The gap to be probed next. Where nobody looks before all is known that is the one opened last, which has most in common
    /// with what was run last.
    fn next(&mut self, is_last: bool) -> Option<Probe> {
        let widest = || {
            let growth = self.open.iter().enumerate().map(|(at, of)| (at, of.growth));
            growth.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0))).map(|(at, _)| at)
        };
        let is_full = self.unsettled > 2 * self.envelope.len();
        let at = if is_full || is_last { self.open.len().checked_sub(1) } else { widest() }?;
        let probe = self.open.remove(at);
        self.unsettled -= probe.unsettled.len();
        Some(probe)
    }

    /// Probes where the lines of both ends cross.
    fn probe(&mut self, probe: Probe, seen: Seen<'_>, progress: Progress<'_>) -> Option<()> {
        let Probe { p: [low, high], ends: [first, last], unsettled, settled, .. } = probe;
        let of = &mut self.envelope;
        if of.same(first, last) {
            self.known += high - low;
            return Some(());
        }
        let p = (last.loss - first.loss) / (last.reach - first.reach);
        if !(low < p && p < high) {
            // The lines cross at an end, but for rounding.
            self.closed.push((low, if p >= high { high } else { low }, last));
            self.known += high - low;
            return Some(());
        }
        of.go_to(&settled);
        let order: Vec<u32> = unsettled.iter().map(|of| of.area).collect();
        if of.run(p, &order, self.known, progress).is_none() {
            self.push([low, high], [first, last], unsettled, settled);
            return None;
        }
        let middle = of.best_of_all();
        if middle.at(p) <= first.at(p) + of.tolerance {
            self.closed.push((low, p, last));
            self.known += high - low;
            return Some(());
        }
        seen(&|| of.partition());
        let [(lower, settled_lower), (upper, settled_upper)] = of.halves(&unsettled, [low, p, high]);
        drop(unsettled);
        self.push([p, high], [middle, last], upper, settled_upper);
        self.push([low, p], [first, middle], lower, settled_lower);
        Some(())
    }

    /// What is known.
    pub fn found(&self) -> BreakPoints {
        let mut found = BreakPoints { runs: self.envelope.runs, ..BreakPoints::default() };
        let Some([first, _]) = self.ends else {
            if !self.envelope.is_empty() {
                found.open.push(OpenGap { p_from: 0.0, p_to: 1.0 });
            }
            return found;
        };
        // Where each gap begins, up to where the line before it is the best one, where the one behind it is, and that one.
        let mut events: Vec<(f64, f64, f64, Line)> =
            self.closed.iter().map(|&(low, p, line)| (low, p, p, line)).collect();
        events.extend(self.open.iter().map(|of| (of.p[0], of.p[0], of.p[1], of.ends[1])));
        events.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut from, mut line, mut is_behind_gap) = (0.0, first, false);
        for (_, until, next, behind) in events {
            let is_before_gap = until < next;
            found.add(stretch(from, until, line), is_behind_gap || is_before_gap);
            if is_before_gap {
                found.open.push(OpenGap { p_from: until, p_to: next });
            }
            (from, line, is_behind_gap) = (next, behind, is_before_gap);
        }
        found.add(stretch(from, 1.0, line), is_behind_gap);
        // What was left out was no longer than a rounding.
        if let Some(first) = found.stretches.first_mut() {
            first.p_from = 0.0;
        }
        if let Some(last) = found.stretches.last_mut() {
            last.p_to = 1.0;
        }
        found
    }
}

impl BreakPoints {
    /// Leaves out what is no longer than a rounding, unless it is known of one p alone, beside a gap.
    fn add(&mut self, stretch: Stretch, is_beside_gap: bool) {
        if is_beside_gap || stretch.p_to - stretch.p_from > SHORTEST {
            self.stretches.push(stretch);
        }
    }
}

fn stretch(p_from: f64, p_to: f64, line: Line) -> Stretch {
    let quality = Quality { gain: line.reach - line.loss, loss: line.loss };
    Stretch { p_from, p_to, quality, parts: line.parts as usize }
}
