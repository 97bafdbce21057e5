//! Bars over time: the share of each time interval of one side that the other side has too, and its distance in time.

use super::Matches;
use super::moments::{ClassMoments, Moments, Pyramid, best_self, middle};
use super::self_times::SelfTimes;
use crate::Progress;
use diptych_trace::CallId;
use std::ops::Range;

/// The common time axis: an instant of a side is at `offset[side] + scale[side] · tick`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes {
    /// Position of tick 0 of each side.
    pub offset: [f64; 2],
    /// Length of a tick of each side on the axis. Positive.
    pub scale: [f64; 2],
}

impl Default for Axes {
    /// Both sides start at position 0, and one tick has length 1.
    fn default() -> Self {
        Self { offset: [0.0; 2], scale: [1.0; 2] }
    }
}

impl Axes {
    /// Returns the position of a tick of a side.
    pub(super) fn place(&self, side: usize, tick: i64) -> f64 {
        self.offset[side] + self.scale[side] * tick as f64
    }
}

/// The matches of the calls of one side that start in one bin. In the formulas, x = t(g) − t(f) on the common axis,
/// over all matches (f, g) of calls f in the bin.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bar {
    /// Number of calls that start in the bin.
    pub calls: u32,
    /// Σ s over the matches: the height in the paper.
    pub similarity: f64,
    /// Σ self time · best s over the calls, in ticks: the part of this interval that the other side does too.
    pub best_self_ticks: f64,
    /// Mean μ = Σ s·x / Σ s, or 0 without matches. A negative value means that the matches are earlier.
    pub mean_shift: f64,
    /// Root mean square r = √(Σ s·x² / Σ s), or 0 without matches.
    pub spread: f64,
}

/// The prepared input of [`Bar`]s. It takes at most 2.3 bytes per call, or 6.3 with several lanes, plus 24 per class.
///
/// Sums are f64: relative to the extent, μ and r are exact to about 10⁻⁷. If the similarity keeps only the best class
/// pairs ([`super::PairRetention`]), the sums are over those.
#[derive(Debug, Clone)]
pub struct Bars {
    /// Calls by start, if that differs from the order of their ids.
    by_start: [Option<Vec<u32>>; 2],
    self_times: [SelfTimes; 2],
    classes: [Vec<ClassMoments>; 2],
    pyramids: [Pyramid; 2],
}

impl Bars {
    /// Prepares the sums. O(calls + class pairs), plus O(calls · log lanes) with several lanes. Progress counts calls
    /// of both sides.
    pub fn new(matches: Matches<'_>, progress: Progress<'_>) -> Self {
        let mut bars = Self {
            by_start: [0, 1].map(|side| by_start(matches.pair.traces[side].calls().start())),
            self_times: [0, 1].map(|side| SelfTimes::new(matches.pair.traces[side].calls())),
            classes: [0, 1].map(|side| ClassMoments::all(matches, side)),
            pyramids: [Pyramid::default(), Pyramid::default()],
        };
        let counts = matches.pair.traces.map(|trace| trace.calls().len());
        for side in 0..2 {
            let before = if side == 0 { 0 } else { counts[0] };
            bars.pyramids[side] = Pyramid::new(counts[side], |place| {
                if place.is_multiple_of(1 << 16) {
                    progress((before + place) as u64, (counts[0] + counts[1]) as u64);
                }
                bars.moments(matches, side, place)
            });
        }
        bars
    }

    /// Returns the call at a place in order of start.
    pub(super) fn call(&self, side: usize, place: usize) -> CallId {
        CallId(self.by_start[side].as_ref().map_or(place as u32, |order| order[place]))
    }

    /// Returns the first place whose call starts at a tick or later. O(log calls).
    pub(super) fn place(&self, matches: Matches<'_>, side: usize, tick: i64) -> usize {
        let starts = matches.pair.traces[side].calls().start();
        match &self.by_start[side] {
            None => starts.partition_point(|&start| start < tick),
            Some(order) => order.partition_point(|&call| starts[call as usize] < tick),
        }
    }

    fn moments(&self, matches: Matches<'_>, side: usize, place: usize) -> Moments {
        let call = self.call(side, place);
        let calls = matches.pair.traces[side].calls();
        let own = (calls.start()[call.index()] - middle(matches, side)) as f64;
        let self_ticks = self.self_times[side].get(calls, call);
        let class = self.classes[side][matches.sets.class(side, call) as usize];
        Moments::of_call(class, own, best_self(matches, side, call, self_ticks))
    }

    /// Returns a bar for each two neighbouring `edges` (ticks of the side, ascending). A bar covers the calls that
    /// start at its first edge or later, but before its second. O(bins · log calls).
    pub fn between(&self, matches: Matches<'_>, side: usize, axes: Axes, edges: &[i64]) -> Vec<Bar> {
        let other = 1 - side;
        let centre = [0, 1].map(|side| axes.place(side, middle(matches, side)));
        let places: Vec<usize> = edges.iter().map(|&edge| self.place(matches, side, edge)).collect();
        let bar = |bin: &[usize]| {
            let sums = self.pyramids[side].sum(bin[0], bin[1], |place| self.moments(matches, side, place));
            let shift = centre[other] - centre[side];
            let [first, second] = sums.of_shift(shift, axes.scale[other], axes.scale[side]);
            let share = |sum: f64| if sums.s > 0.0 { sum / sums.s } else { 0.0 };
            Bar {
                calls: (bin[1] - bin[0]) as u32,
                similarity: sums.s,
                best_self_ticks: sums.best_self,
                mean_shift: share(first),
                spread: share(second).max(0.0).sqrt(),
            }
        };
        places.windows(2).map(bar).collect()
    }

    /// Returns, for each bin of the other side, true if it contains a call that matches any of the calls with the ids
    /// `hovered`. These are the bars to mark. O(hovered calls + their class pairs + calls of the bins), and less if
    /// there are many matches, because the search of a bin ends at its first match.
    pub fn holding_matches(
        &self,
        matches: Matches<'_>,
        side: usize,
        hovered: Range<u32>,
        other_edges: &[i64],
    ) -> Vec<bool> {
        let other = 1 - side;
        let [mut seen, mut matched] = [(); 2].map(|()| vec![false; matches.sets.len()]);
        for &class in &matches.sets.classes(side)[hovered.start as usize..hovered.end as usize] {
            if !std::mem::replace(&mut seen[class as usize], true) {
                for &partner in matches.similarity.partners(side, class).classes {
                    matched[partner as usize] = true;
                }
            }
        }
        let places = other_edges.iter().map(|&edge| self.place(matches, other, edge));
        let places: Vec<usize> = places.collect();
        let holds = |place| matched[matches.sets.class(other, self.call(other, place)) as usize];
        places.windows(2).map(|bin| (bin[0]..bin[1]).any(holds)).collect()
    }
}

/// Returns the ids by start, then id, or `None` if that is their own order. Each lane is ascending already, so sorting
/// only merges the lanes.
fn by_start(starts: &[i64]) -> Option<Vec<u32>> {
    if starts.is_sorted() {
        return None;
    }
    let mut order: Vec<u32> = (0..starts.len() as u32).collect();
    order.sort_by_key(|&call| starts[call as usize]);
    Some(order)
}
