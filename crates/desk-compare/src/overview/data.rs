//! The data that takes one pass over all calls.

use super::geometry::{INTERVAL_COLUMNS, Resolution, border};
use super::grid::{Cell, Grid, GridInput, Rows};
use super::silhouette::{CellBox, stretches};
use super::sums::MatchSums;
use diptych_protocol::{SideName, Window};
use diptych_trace::{Axis, CallId, LaneId, Trace};
use diptych_views::search::Hits;
use diptych_views::{Correspondence, TimeMap, default_window, numbers, words};
use std::ops::Range;

/// The shown lanes of each side, ascending: a pair of lanes, or all.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LaneSelection {
    /// Lanes of A and of B.
    pub lanes: [Vec<LaneId>; 2],
}

impl LaneSelection {
    /// Shows one lane of each side.
    pub fn pair(a: LaneId, b: LaneId) -> Self {
        Self { lanes: [vec![a], vec![b]] }
    }

    /// Shows all lanes of both sides.
    pub fn all(traces: [&Trace; 2]) -> Self {
        Self { lanes: traces.map(|trace| trace.lanes().ids().collect()) }
    }
}

/// Silhouettes and sums of both runs, built once for a comparison, the shown lanes and the size of the panel.
#[derive(Debug, Clone)]
pub struct OverviewData {
    pub(super) resolution: Resolution,
    /// Window from the start of both runs to the end of the later one, on the common axis.
    pub(super) whole: Window,
    /// Length of each run in ticks.
    pub(super) extents: [i64; 2],
    /// Length of the compared part of each run in ticks. Shares of the runs are shares of it.
    pub(super) compared: [i64; 2],
    /// Start and end of each run on the common axis.
    pub(super) spans: [Window; 2],
    /// Borders of the intervals in each side's own ticks, one more than intervals.
    pub(super) edges: [Vec<i64>; 2],
    /// Number of shown calls of each side, if some are hidden.
    pub(super) counts: Option<[u64; 2]>,
    pub(super) axis: Axis,
    pub(super) rows: u32,
    pub(super) grids: [Grid; 2],
    /// True if folded calls have most of the time of some cell.
    pub(super) is_folded: bool,
    /// The silhouettes as boxes.
    pub(super) stretches: [Vec<CellBox>; 2],
    pub(super) sums: [MatchSums; 2],
    pub(super) lanes: String,
    pub(super) leaving: u64,
}

impl OverviewData {
    /// Builds the data of all calls. O(calls + pixels), and O(calls · log lanes) with several lanes.
    pub fn new(correspondence: &Correspondence<'_>, shown: &LaneSelection, resolution: Resolution) -> Self {
        Self::of_some(correspondence, shown, resolution, [TimeMap::Identity; 2], None)
    }

    /// Builds the data of some calls of each side, if `only` gives them. The time maps place each side on the common
    /// axis.
    pub fn of_some(
        correspondence: &Correspondence<'_>,
        shown: &LaneSelection,
        resolution: Resolution,
        time_maps: [TimeMap<'_>; 2],
        only: Option<[&Hits; 2]>,
    ) -> Self {
        let traces = correspondence.pair.traces;
        let extents = traces.map(Trace::extent);
        let spans = [0, 1].map(|side| time_maps[side].common_window(Window { start: 0, end: extents[side] }));
        let whole = default_window(spans.map(Some));
        let hits = |side: SideName| only.map(|only| only[side.index()]);
        let depths =
            SideName::BOTH.map(|side| depths(correspondence.trace(side), &shown.lanes[side.index()]));
        // One row height for both sides, so that equal depths are equally tall.
        let rows = Rows::new(depths[0].max(depths[1]).max(1), resolution.rows);
        let lanes = |side: SideName| &shown.lanes[side.index()][..];
        let grids = SideName::BOTH.map(|side| {
            let (lanes, only, time_map) = (lanes(side), hits(side), time_maps[side.index()]);
            let input = GridInput { side, lanes, only, time_map };
            Grid::new(correspondence, &input, whole, resolution.columns, &rows)
        });
        Self {
            resolution,
            whole,
            extents,
            compared: correspondence.alignment.compared_extents(traces),
            spans,
            edges: time_maps.map(|time_map| edges(whole, resolution.columns, time_map)),
            counts: only.map(|only| only.map(|hits| hits.len().into())),
            axis: traces[0].axis(),
            rows: rows.rows,
            stretches: grids.each_ref().map(|grid| stretches(grid, resolution.columns)),
            is_folded: grids.iter().any(Grid::has_folded),
            grids,
            sums: SideName::BOTH.map(|side| MatchSums::new(correspondence, side, lanes(side), hits(side))),
            lanes: lanes_in_words(traces, shown),
            leaving: SideName::BOTH.into_iter().map(|side| leaving(correspondence, shown, side)).sum(),
        }
    }

    /// Returns the columns and rows that the data was built for.
    pub fn resolution(&self) -> Resolution {
        self.resolution
    }

    /// Returns the window shown.
    pub fn whole(&self) -> Window {
        self.whole
    }

    /// Returns the number of rows of the silhouettes.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the contents of a cell of a silhouette, if any call runs there. Columns count from the left, rows from
    /// the root.
    pub fn cell(&self, side: SideName, column: u32, row: u32) -> Option<Cell> {
        self.grids[side.index()].cell(column, row)
    }

    /// Returns the sums over the calls of a side.
    pub fn sums(&self, side: SideName) -> &MatchSums {
        &self.sums[side.index()]
    }

    /// Returns the number of matches between a shown lane and a hidden one.
    pub fn leaving(&self) -> u64 {
        self.leaving
    }
}

/// Returns every tenth border of the columns, in a side's own ticks. The last border is one tick later, so that the
/// last interval holds calls that start with the last tick.
fn edges(whole: Window, columns: u32, time_map: TimeMap<'_>) -> Vec<i64> {
    let inner = (0..columns).step_by(INTERVAL_COLUMNS as usize);
    let mut edges: Vec<i64> = inner.map(|column| time_map.own(border(whole, column, columns))).collect();
    edges.push(time_map.own(whole.end) + 1);
    edges
}

fn depths(trace: &Trace, lanes: &[LaneId]) -> u32 {
    lanes.iter().map(|&lane| trace.depth_index().rows(lane)).max().unwrap_or(0)
}

/// Counts the calls in shown lanes whose partner is in a hidden lane.
fn leaving(correspondence: &Correspondence<'_>, shown: &LaneSelection, side: SideName) -> u64 {
    if shown.lanes[side.other().index()].len() == correspondence.trace(side.other()).lanes().len() {
        return 0;
    }
    let ranges = |side: SideName| -> Vec<Range<u32>> {
        let lanes = correspondence.trace(side).lanes();
        shown.lanes[side.index()].iter().map(|&lane| lanes.calls(lane)).collect()
    };
    let others = ranges(side.other());
    let is_shown = |call: CallId| {
        let after = others.partition_point(|range| range.end <= call.0);
        others.get(after).is_some_and(|range| range.contains(&call.0))
    };
    let partners = &correspondence.alignment.sides[side.index()].partner;
    let left = |range: Range<u32>| {
        let partners = partners[range.start as usize..range.end as usize].iter();
        partners.filter_map(|partner| partner.some()).filter(|&partner| !is_shown(partner)).count() as u64
    };
    ranges(side).into_iter().map(left).sum()
}

/// Names the shown lanes, or counts them. Lanes without calls, such as those that only hold others, have no pair and do
/// not count.
fn lanes_in_words(traces: [&Trace; 2], shown: &LaneSelection) -> String {
    let with_calls = [0, 1].map(|side: usize| -> Vec<LaneId> {
        let lanes = shown.lanes[side].iter().copied();
        lanes.filter(|&lane| !traces[side].lanes().calls(lane).is_empty()).collect()
    });
    match with_calls.each_ref().map(Vec::as_slice) {
        [&[a], &[b]] => {
            let [a, b] = [words::lane_path(traces[0], a), words::lane_path(traces[1], b)];
            if a == b { format!("Lane {a}") } else { format!("Lane {a} of A, {b} of B") }
        }
        [a, b] => {
            let [a, b] = [a, b].map(|lanes| numbers::things(lanes.len() as u64, "lane", "lanes"));
            format!("{a} of A, {b} of B")
        }
    }
}
