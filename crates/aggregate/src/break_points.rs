//! All partitions that are optimal for some p, and the exact p at which one follows another.
//!
//! The pIC of a partition is a line in p. The pIC of the best partition is the upper envelope of those lines: convex,
//! in finitely many pieces. The search probes the p at which two known lines of the envelope cross. Either the crossing
//! is on the envelope and no other line lies between the two, or the best partition there is a third line. So k
//! partitions take 2k − 1 runs of the algorithm.
//!
//! A partial result is exact: stretches of p whose best partition is known, and gaps that are not probed yet
//! ([`BreakPointSearch`]). A run skips most areas; [`crate::envelope`] explains why.

use crate::areas::{Areas, Progress, Quality};
use crate::cuts::Partition;
use crate::envelope::{Envelope, Line, SettledAreas, UnsettledArea};
use crate::optimal::optimal_with;
use crate::upwards::{Sequential, Workers};
use std::borrow::Borrow;
use std::sync::Arc;

/// A stretch of p in which one partition is optimal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Start. At this p the partition before is equally good, or an [`OpenGap`] ends.
    pub p_from: f64,
    /// End. Between two gaps it equals `p_from`: the partition is known to be best at that p only.
    pub p_to: f64,
    /// Gain and loss of the partition.
    pub quality: Quality,
    /// Number of areas of the partition.
    pub parts: usize,
}

impl Stretch {
    /// Returns a p at which the partition is optimal.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.p_from, self.p_to)
    }
}

/// An interval of p that is not probed yet. At its ends the partitions of the neighbouring stretches are optimal.
/// Between them others may be, with gain and loss between theirs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenGap {
    /// Start.
    pub p_from: f64,
    /// End.
    pub p_to: f64,
}

/// All optimal partitions by p, or those known so far.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BreakPoints {
    /// Stretches, ascending. Together with the gaps they cover 0 to 1; only ends are shared.
    pub stretches: Vec<Stretch>,
    /// Gaps, ascending; empty once the search is done.
    pub open: Vec<OpenGap>,
    /// Number of runs of the algorithm.
    pub runs: usize,
}

/// Longest stretch of p that counts as a rounding error and is left out.
const SHORTEST: f64 = 1e-12;

/// Finds the p of the largest gap between the curves of gain and loss, each scaled to its range between p = 0 and p =
/// 1. Returns `None` if `progress` cancels.
///
/// Takes two runs of the algorithm. gain/ΔG − loss/ΔL is proportional to the pIC at p = ΔL / (ΔG + ΔL), so the
/// partition that is optimal at this p has the largest gap.
pub fn default_p(areas: &Areas, progress: Progress<'_>) -> Option<f64> {
    default_p_with(areas, &Sequential, progress)
}

/// Finds the same p as [`default_p`], with subtrees distributed over workers.
pub fn default_p_with(areas: &Areas, workers: &dyn Workers, progress: Progress<'_>) -> Option<f64> {
    let finest = optimal_with(areas, 0.0, workers, progress)?.quality(areas);
    let coarsest = optimal_with(areas, 1.0, workers, progress)?.quality(areas);
    let [gain, loss] = [coarsest.gain - finest.gain, coarsest.loss - finest.loss];
    let is_flat = loss <= areas.tolerance() || gain + loss <= areas.tolerance();
    // One partition for all p.
    Some(if is_flat { 0.5 } else { (loss / (gain + loss)).clamp(0.0, 1.0) })
}

/// Callback that hears of each newly found partition once. The partition is built only if the callback asks for it.
pub type OnPartition<'a> = &'a mut dyn FnMut(&dyn Fn() -> Partition);

/// Finds all partitions and passes each to `seen` once, in no order. Returns `None` if `progress` cancels. Units of
/// progress are millionths of p.
pub fn break_points(areas: &Areas, seen: OnPartition<'_>, progress: Progress<'_>) -> Option<BreakPoints> {
    let mut search = BreakPointSearch::new(areas);
    search.go_on(usize::MAX, seen, progress)?;
    Some(search.found())
}

/// A search for all partitions that can be interrupted and continued. It probes the gap with the largest growth of gain
/// or loss first; the order does not change the result.
///
/// Takes 24 bytes per area in addition to the tables of [`Areas`], and about 90 for each unsettled area of each open
/// gap. If the gaps hold more unsettled areas than twice the number of areas, the search probes the gap opened last,
/// which bounds memory.
#[derive(Debug)]
pub struct BreakPointSearch<A> {
    envelope: Envelope<A>,
    /// Best lines at p = 0 and at p = 1; `None` before the first run.
    ends: Option<[Line; 2]>,
    open: Vec<Probe>,
    /// Number of unsettled areas in all open gaps.
    unsettled: usize,
    /// Gaps closed with a break point: start of the gap, the break point, and the line after it.
    closed: Vec<(f64, f64, Line)>,
    /// Total length of p in closed gaps.
    known: f64,
}

/// An interval of p whose ends have been run.
#[derive(Debug)]
struct Probe {
    p: [f64; 2],
    /// Best lines of all lanes and slices at the ends.
    ends: [Line; 2],
    /// Unsettled areas, in the order of a run.
    unsettled: Vec<UnsettledArea>,
    /// Areas settled in this interval.
    settled: Arc<SettledAreas>,
    /// Growth of gain or of loss within the interval, relative to the growth from p = 0 to p = 1; the larger of the
    /// two.
    growth: f64,
}

impl<A: Borrow<Areas>> BreakPointSearch<A> {
    /// Creates a search that has run nothing yet.
    pub fn new(areas: A) -> Self {
        let envelope = Envelope::new(areas);
        Self { envelope, ends: None, open: Vec::new(), unsettled: 0, closed: Vec::new(), known: 0.0 }
    }

    /// Returns true if the search is complete.
    pub fn is_done(&self) -> bool {
        self.open.is_empty() && (self.ends.is_some() || self.envelope.is_empty())
    }

    /// Returns the largest growth of gain or loss in an open gap, relative to the total growth; 0 if the search is
    /// done.
    pub fn widest(&self) -> f64 {
        if self.ends.is_none() && !self.is_done() {
            return 1.0;
        }
        self.open.iter().map(|gap| gap.growth).fold(0.0, f64::max)
    }

    /// Returns the number of areas visited so far, a measure of the work.
    pub fn looked_at(&self) -> u64 {
        self.envelope.looked_at
    }

    /// Runs the algorithm up to `runs` times. The first call runs it at least twice, at p = 0 and p = 1. Each newly
    /// found partition is passed to `seen` once. Returns `None` if `progress` cancels; a later call continues the
    /// search. Units of progress are millionths of p.
    pub fn go_on(&mut self, runs: usize, seen: OnPartition<'_>, progress: Progress<'_>) -> Option<()> {
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

    /// Runs p = 0 and p = 1.
    fn begin(&mut self, seen: OnPartition<'_>, progress: Progress<'_>) -> Option<()> {
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

    fn push(
        &mut self,
        p: [f64; 2],
        ends: [Line; 2],
        unsettled: Vec<UnsettledArea>,
        settled: Arc<SettledAreas>,
    ) {
        let [first, last] = self.ends.unwrap_or(ends);
        let scaled = |of: fn(Line) -> f64| {
            let range = of(last) - of(first);
            if range > 0.0 { (of(ends[1]) - of(ends[0])) / range } else { 0.0 }
        };
        let growth = scaled(|line| line.reach - line.loss).max(scaled(|line| line.loss));
        self.unsettled += unsettled.len();
        self.open.push(Probe { p, ends, unsettled, settled, growth });
    }

    /// Removes the next gap to probe. If the caller wants only the complete result, this is the gap opened last, which
    /// shares most with the previous run.
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

    /// Probes the p at which the lines of both ends cross.
    fn probe(&mut self, probe: Probe, seen: OnPartition<'_>, progress: Progress<'_>) -> Option<()> {
        let Probe { p: [low, high], ends: [first, last], unsettled, settled, .. } = probe;
        let of = &mut self.envelope;
        if of.same(first, last) {
            self.known += high - low;
            return Some(());
        }
        let p = (last.loss - first.loss) / (last.reach - first.reach);
        if !(low < p && p < high) {
            // Only rounding puts the crossing at an end.
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

    /// Returns all stretches and gaps known so far.
    pub fn found(&self) -> BreakPoints {
        let mut found = BreakPoints { runs: self.envelope.runs, ..BreakPoints::default() };
        let Some([first, _]) = self.ends else {
            if !self.envelope.is_empty() {
                found.open.push(OpenGap { p_from: 0.0, p_to: 1.0 });
            }
            return found;
        };
        // For each gap: its start, the p up to which the line before it is best, the p from which the line after it is
        // best, and that line.
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
        // The stretches left out at both ends were no longer than a rounding error.
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
    /// Adds a stretch, unless it is as short as a rounding error. Next to a gap a stretch may be a single p.
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
