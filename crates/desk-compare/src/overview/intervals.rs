//! The bars: one for every ten pixels of each run.

use super::data::OverviewData;
use super::sums::CallSums;
use super::tone::{Scale, Tone};
use diptych_compare::similarity::{Axes, Bar, Bars, Matches};
use diptych_protocol::{SideName, Window};
use diptych_trace::{Axis, Sorting};
use diptych_views::Correspondence;
use diptych_views::search::Hits;
use std::ops::Range;

/// The rule that places both runs on a common axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CommonAxis {
    /// Equal shares of both runs coincide, so a run that is slower throughout is not shifted.
    #[default]
    SameShare,
    /// Equal times since the first instant coincide.
    FromZero,
}

impl CommonAxis {
    /// Returns the placement of runs of these lengths on the axis. The axis is as long as the longer run.
    pub fn axes(self, extents: [i64; 2]) -> Axes {
        let longest = extents[0].max(extents[1]);
        match self {
            Self::FromZero => Axes::default(),
            Self::SameShare => {
                let stretched = |extent: i64| if extent > 0 { longest as f64 / extent as f64 } else { 1.0 };
                Axes { offset: [0.0; 2], scale: extents.map(stretched) }
            }
        }
    }
}

/// The measure behind the height of a bar, with its data.
#[derive(Debug, Clone, Copy)]
pub enum BarMeasure<'a> {
    /// Self time of the calls that have a partner.
    OneToOne,
    /// Self time · best s of all calls, over all lanes: the part of the interval that the other run does too.
    BestSimilarity(Matches<'a>, &'a Bars),
    /// Σ s over all matches, over all lanes, as in the paper.
    SumOfSimilarities(Matches<'a>, &'a Bars),
}

/// An interval of a side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Start of the interval in own ticks.
    pub from: i64,
    /// End of the interval in own ticks, exclusive.
    pub to: i64,
    /// Sums over its calls and their one-to-one partners.
    pub calls: CallSums,
    /// Height of the bar: ticks, or Σ s.
    pub height: f64,
    /// μ: mean of the match's place minus the own place, in ticks of the common axis. Negative is earlier.
    pub mean_shift: f64,
    /// r: root mean square of the same differences.
    pub spread: f64,
}

/// The intervals of both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Intervals {
    /// Borders of the intervals in each side's own ticks, one more than intervals.
    pub edges: [Vec<i64>; 2],
    /// Intervals of A and of B, including those after the end of the run.
    pub sides: [Vec<Interval>; 2],
    /// Height that fills the available room: that of the highest bar of both sides, unless a few high bars would
    /// flatten all others.
    pub top: f64,
    /// Length of the longer compared run on the common axis. Shifts are shares of it.
    pub longest: f64,
    /// Scale of the bars' colours.
    pub scale: Scale,
    /// Rule that places both runs on the common axis.
    pub common: CommonAxis,
    /// Measure of the heights.
    pub height: Height,
    pub(super) axis: Axis,
    pub(super) extents: [i64; 2],
    /// Start and end of each run on the common axis.
    pub(super) spans: [Window; 2],
    /// True if some calls are hidden.
    pub(super) is_filtered: bool,
    pub(super) note: String,
}

/// The measure behind the height of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Height {
    /// Self time of calls that have a partner, in ticks.
    MatchedSelf,
    /// Self time · best similarity, in ticks.
    BestSelf,
    /// Σ s.
    Similarity,
}

impl Intervals {
    /// Builds the intervals of both sides. O(intervals · log calls).
    pub fn new(
        data: &OverviewData,
        correspondence: &Correspondence<'_>,
        measured: BarMeasure<'_>,
        common: CommonAxis,
    ) -> Self {
        let axes = common.axes(data.compared);
        let side = |side: SideName| -> Vec<Interval> {
            let (sums, edges) = (data.sums(side), &data.edges[side.index()]);
            let calls = edges.windows(2).map(|edge| sums.stretch(correspondence, axes, edge[0]..edge[1]));
            let bars = match measured {
                BarMeasure::OneToOne => None,
                BarMeasure::BestSimilarity(matches, bars) | BarMeasure::SumOfSimilarities(matches, bars) => {
                    Some(bars.between(matches, side.index(), axes, edges))
                }
            };
            let interval = |(number, calls): (usize, CallSums)| {
                let bar = bars.as_ref().map(|bars| bars[number]);
                Interval::new(edges[number]..edges[number + 1], calls, bar, measured)
            };
            calls.enumerate().map(interval).collect()
        };
        Self::of_sides(data, SideName::BOTH.map(side), measured, common)
    }

    /// Combines the intervals of both sides, which follow the edges of `data`.
    pub(super) fn of_sides(
        data: &OverviewData,
        sides: [Vec<Interval>; 2],
        measured: BarMeasure<'_>,
        common: CommonAxis,
    ) -> Self {
        let axes = common.axes(data.compared);
        let heights = sides.iter().flatten().map(|interval| interval.height).filter(|&height| height > 0.0);
        let (top, cut) = top(heights.collect());
        let placed = [0, 1].map(|side| data.compared[side] as f64 * axes.scale[side]);
        let longest = placed[0].max(placed[1]);
        let bars = sides.iter().flatten().filter(|interval| interval.height > 0.0);
        let scale = Scale::new(bars.map(|interval| interval.spread).collect(), longest);
        Self {
            sides,
            top,
            longest,
            scale,
            common,
            height: measured.height(),
            axis: data.axis,
            extents: data.extents,
            spans: data.spans,
            is_filtered: data.counts.is_some(),
            note: super::words::note(data, measured, cut, top),
            edges: data.edges.clone(),
        }
    }

    /// Returns an interval, unless the run has ended before it.
    pub fn get(&self, side: SideName, bin: u32) -> Option<&Interval> {
        let interval = self.sides[side.index()].get(bin as usize)?;
        (bin == 0 || interval.from < self.extents[side.index()] || interval.calls.calls > 0)
            .then_some(interval)
    }

    /// Returns the distance and direction of an interval's partners.
    pub fn tone(&self, interval: &Interval) -> Tone {
        Tone::new(interval.mean_shift, interval.spread, self.scale)
    }

    /// Sets each interval of a side in which one of some calls starts.
    pub(super) fn holding_starts(
        &self,
        data: &OverviewData,
        correspondence: &Correspondence<'_>,
        side: SideName,
        calls: &Hits,
    ) -> Vec<bool> {
        let sums = data.sums(side);
        let edges = self.edges[side.index()].windows(2);
        edges.map(|edge| sums.starts_among(correspondence, calls, edge[0]..edge[1])).collect()
    }

    /// Sets each interval of the other side that holds a match of one of the calls `hovered`, for marking its bar.
    pub fn holding_matches(
        &self,
        data: &OverviewData,
        correspondence: &Correspondence<'_>,
        measured: BarMeasure<'_>,
        side: SideName,
        hovered: Range<u32>,
    ) -> Vec<bool> {
        let edges = &self.edges[side.other().index()];
        match measured {
            BarMeasure::OneToOne => {
                let sums = data.sums(side.other());
                let holds = |edge: &[i64]| sums.holds_partner_in(correspondence, &hovered, edge[0]..edge[1]);
                edges.windows(2).map(holds).collect()
            }
            BarMeasure::BestSimilarity(matches, bars) | BarMeasure::SumOfSimilarities(matches, bars) => {
                bars.holding_matches(matches, side.index(), hovered, edges)
            }
        }
    }
}

impl BarMeasure<'_> {
    pub(super) fn height(self) -> Height {
        match self {
            Self::OneToOne => Height::MatchedSelf,
            Self::BestSimilarity(..) => Height::BestSelf,
            Self::SumOfSimilarities(..) => Height::Similarity,
        }
    }
}

impl Interval {
    /// Returns true if its calls have matches on the other side.
    pub(super) fn has_matches(&self) -> bool {
        self.calls.matched > 0 || self.spread > 0.0
    }

    pub(super) fn new(
        ticks: Range<i64>,
        calls: CallSums,
        bar: Option<Bar>,
        measured: BarMeasure<'_>,
    ) -> Self {
        let bar_or = |bar: Option<Bar>| bar.unwrap_or_default();
        let height = match measured.height() {
            Height::MatchedSelf => calls.self_ticks as f64,
            Height::BestSelf => bar_or(bar).best_self_ticks,
            Height::Similarity => bar_or(bar).similarity,
        };
        // By similarity, partners are main matches. A mean over all similar calls would be far from 0 even where both runs
        // are aligned, because most of the many matches of a call lie elsewhere.
        let CallSums { mean_shift, spread, .. } = calls;
        Self { from: ticks.start, to: ticks.end, calls, height, mean_shift, spread }
    }
}

/// Returns the height that fills the room, and the number of bars that exceed it. That is the highest bar, or 1.5 times
/// the 90th percentile if this is less than half of the highest. (A long call counts entirely where it starts, so
/// single bars may tower.)
fn top(mut heights: Vec<f64>) -> (f64, usize) {
    heights.order_by(f64::total_cmp);
    let highest = heights.last().copied().unwrap_or(0.0);
    let common = heights.get(heights.len() * 9 / 10).copied().unwrap_or(0.0) * 1.5;
    let top = if common < highest / 2.0 { common } else { highest };
    (top, heights.iter().filter(|&&height| height > top).count())
}
