//! Bars over time: how much of each stretch of one side the other has too, and how far away.

use super::Matches;
use super::moments::{ClassMoments, Moments, Pyramid, best_self, middle};
use super::self_times::SelfTimes;
use crate::Progress;
use diptych_trace::CallId;
use std::ops::Range;

/// The common time axis: an instant of a side lies at `offset[side] + scale[side] · tick`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axes {
    /// Where tick 0 of each side lies.
    pub offset: [f64; 2],
    /// How long a tick of each side is there; positive.
    pub scale: [f64; 2],
}

impl Default for Axes {
    /// Both sides from their first instant, at their own pace.
    fn default() -> Self {
        Self { offset: [0.0; 2], scale: [1.0; 2] }
    }
}

impl Axes {
    /// Where a tick of a side lies.
    pub(super) fn place(&self, side: usize, tick: i64) -> f64 {
        self.offset[side] + self.scale[side] * tick as f64
    }
}

/// What the calls of one side that start in one bin say about the other. x = t(g) − t(f) on the common axis,
/// over all matches (f, g) of calls f of the bin.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bar {
    /// Calls that start in the bin.
    pub calls: u32,
    /// Σ s over their matches: the height in the paper.
    pub similarity: f64,
    /// Σ self time · best s over the calls, ticks: how much of this stretch the other side also does.
    pub best_self_ticks: f64,
    /// μ = Σ s·x / Σ s; 0 without matches. Negative: the matches lie earlier.
    pub mean_shift: f64,
    /// r = √(Σ s·x² / Σ s); 0 without matches.
    pub spread: f64,
}

/// What [`Bar`]s are made from, prepared once: at most 2.3 bytes a call, 6.3 with
/// several lanes, plus 24 a class.
///
/// Sums are f64: relative to the extent, μ and r are good to about 10⁻⁷. Where the similarity keeps only the
/// best class pairs ([`super::Retained`]), the sums are over those.
#[derive(Debug, Clone)]
pub struct Bars {
    /// Calls by start, if that is not the order of their ids.
    by_start: [Option<Vec<u32>>; 2],
    self_times: [SelfTimes; 2],
    classes: [Vec<ClassMoments>; 2],
    pyramids: [Pyramid; 2],
}

impl Bars {
    /// O(calls + class pairs), and O(calls · log lanes) with several lanes. Units of
    /// progress are calls of both sides.
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

    /// The call at a place in order of start.
    pub(super) fn call(&self, side: usize, place: usize) -> CallId {
        CallId(self.by_start[side].as_ref().map_or(place as u32, |order| order[place]))
    }

    /// First place whose call starts at a tick or later. O(log calls).
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

    /// A bar for each two neighbouring `edges` (ticks of the side, ascending): of the calls that start at the
    /// first or later but before the second. O(bins · log calls).
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

    /// Whether each bin of the other side holds a call that matches any of the calls with the ids `hovered`: the bars
    /// to mark. O(hovered calls + their class pairs + calls of the bins), less where matches are many: a bin is left
    /// at its first.
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

/// Ids by start, then id; none if that is their own order. Lanes ascend, so sorting only merges them.
fn by_start(starts: &[i64]) -> Option<Vec<u32>> {
    if starts.is_sorted() {
        return None;
    }
    let mut order: Vec<u32> = (0..starts.len() as u32).collect();
    order.sort_by_key(|&call| starts[call as usize]);
    Some(order)
}
