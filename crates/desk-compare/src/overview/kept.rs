//! The overview without its calls, as a stored comparison holds it, at a resolution of its own.

use super::data::{LaneSelection, OverviewData};
use super::geometry::{INTERVAL_COLUMNS, Resolution, border};
use super::grid::{Cell, Coverage, Grid};
use super::intervals::{BarMeasure, CommonAxis, Interval, Intervals};
use super::silhouette::stretches;
use super::sums::{CallSums, MatchSums};
use diptych_compare::align::Kind;
use diptych_protocol::{SideName, Window};
use diptych_trace::{Axis, Trace};
use diptych_views::{Correspondence, default_window};
use std::ops::Range;

/// Number of columns stored, more than a canvas usually has.
const COLUMNS: u32 = 2000;
/// Largest number of rows stored of a silhouette.
const ROWS: u32 = 64;
/// Number of kinds of calls with three degrees of coverage.
const LOOKS: u8 = 3 * Kind::ALL.len() as u8;
/// Number of values of a cell: none, and each look without and with folded calls.
const CELLS: u8 = 1 + 2 * LOOKS;

/// The overview of both whole runs, one to one, in equal intervals of time. It takes some 50 bytes for each interval
/// and a byte for each cell of a silhouette, however many calls there are.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredOverview {
    /// Axis of the runs.
    pub axis: Axis,
    /// Length of each run in ticks.
    pub extents: [i64; 2],
    /// Length of the compared part of each run in ticks.
    pub compared: [i64; 2],
    /// Number of calls of each run.
    pub calls: [u64; 2],
    /// Number of rows of the silhouettes.
    pub rows: u32,
    /// Cells of each side's silhouette, column by column, each from the root. A cell is 0 if empty, otherwise 1 + 3 ·
    /// kind + coverage, with the numbers of [`Kind`] and [`Coverage`], and 12 more if folded calls have most of its time.
    pub cells: [Vec<u8>; 2],
    /// Sums over the calls that start in each interval of a side. Places are shares of the run.
    pub intervals: [Vec<CallSums>; 2],
    /// Description of the lanes.
    pub lanes: String,
}

impl StoredOverview {
    /// Builds the overview of a pair. O(calls).
    pub fn new(correspondence: &Correspondence<'_>) -> Self {
        let resolution = Resolution { columns: COLUMNS, rows: ROWS };
        let traces = correspondence.pair.traces;
        let data = OverviewData::new(correspondence, &LaneSelection::all(traces), resolution);
        let axes = CommonAxis::default().axes(data.compared);
        let intervals = SideName::BOTH.map(|side| {
            let stretch = |column: u32| {
                let ticks = borders(data.whole, column, COLUMNS);
                data.sums(side).stretch(correspondence, axes, ticks)
            };
            (0..COLUMNS).map(stretch).collect()
        });
        Self {
            axis: data.axis,
            extents: data.extents,
            compared: data.compared,
            calls: traces.map(Trace::recorded_calls),
            rows: data.rows,
            cells: data.grids.each_ref().map(|grid| {
                (0..COLUMNS).flat_map(|column| grid.column(column).iter().map(|&cell| code(cell))).collect()
            }),
            intervals,
            lanes: data.lanes,
        }
    }

    /// Returns true if the parts are consistent. Values read from a file may be anything.
    pub fn is_sound(&self) -> bool {
        let columns = self.intervals[0].len();
        let cells = columns.checked_mul(self.rows as usize);
        let is_finite = |stretch: &CallSums| {
            let CallSums { calls, matched, moved, not_compared, self_ticks, apart_ticks, mean_shift, spread } =
                *stretch;
            moved <= matched
                && calls.checked_sub(matched).is_some_and(|alone| not_compared <= alone)
                && self_ticks >= 0
                && [apart_ticks, mean_shift, spread]
                    .into_iter()
                    .all(|number| number.is_finite() && number.abs() < 1e30)
        };
        (1..=1 << 16).contains(&columns)
            && (1..=ROWS).contains(&self.rows)
            && self.intervals.iter().all(|side| side.len() == columns && side.iter().all(is_finite))
            && self
                .cells
                .iter()
                .all(|side| Some(side.len()) == cells && side.iter().all(|&cell| cell < CELLS))
            && self.extents.iter().all(|extent| (0..i64::MAX / 8).contains(extent))
            && self.compared.iter().zip(self.extents).all(|(part, extent)| (0..=extent).contains(part))
    }

    /// Returns the overview at another resolution. It has a bar for every ten pixels, which starts and ends at borders
    /// of stored intervals. A cell has the kind that covers most of the stored cells in it. O(stored cells).
    pub(super) fn data(&self, resolution: Resolution) -> (OverviewData, Intervals) {
        let spans = self.extents.map(|end| Window { start: 0, end });
        let whole = default_window(spans.map(Some));
        let Resolution { columns, rows } = resolution;
        let rows = self.rows.clamp(1, rows.max(1));
        let grids = self.cells.each_ref().map(|cells| self.grid(cells, columns, rows));
        let places = self.places(columns);
        let kept = self.columns();
        let edges: Vec<i64> = places.iter().map(|&place| borders(whole, place, kept).start).collect();
        let edges = [edges.clone(), edges];
        let sides = SideName::BOTH.map(|side| {
            let edges = edges[side.index()].windows(2);
            let sums = places
                .windows(2)
                .map(|of| sum(&self.intervals[side.index()][of[0] as usize..of[1] as usize]));
            edges
                .zip(sums)
                .map(|(edge, calls)| Interval::new(edge[0]..edge[1], calls, None, BarMeasure::OneToOne))
                .collect()
        });
        let data = OverviewData {
            resolution,
            whole,
            extents: self.extents,
            compared: self.compared,
            spans,
            edges,
            counts: None,
            axis: self.axis,
            rows,
            stretches: grids.each_ref().map(|grid| stretches(grid, columns)),
            is_folded: grids.iter().any(Grid::has_folded),
            grids,
            sums: SideName::BOTH.map(MatchSums::none),
            lanes: self.lanes.clone(),
            leaving: 0,
        };
        let intervals = Intervals::of_sides(&data, sides, BarMeasure::OneToOne, CommonAxis::default());
        (data, intervals)
    }

    fn columns(&self) -> u32 {
        self.intervals[0].len() as u32
    }

    /// Returns the stored interval at which each bar begins, and the end of the last.
    fn places(&self, columns: u32) -> Vec<u32> {
        let kept = u64::from(self.columns());
        let place = |column: u32| {
            ((u64::from(column) * kept + u64::from(columns) / 2) / u64::from(columns.max(1))) as u32
        };
        (0..columns).step_by(INTERVAL_COLUMNS as usize).chain([columns]).map(place).collect()
    }

    fn grid(&self, cells: &[u8], columns: u32, rows: u32) -> Grid {
        let [from_columns, from_rows] = [self.columns(), self.rows];
        let drawn = (0..columns).flat_map(|column| {
            let of = part(column, columns, from_columns);
            (0..rows).map(move |row| {
                let rows = part(row, rows, from_rows);
                let inner = of.clone().flat_map(|column| {
                    let first = (column * from_rows) as usize;
                    &cells[first + rows.start as usize..first + rows.end as usize]
                });
                majority(inner.copied())
            })
        });
        Grid::of_cells(rows, drawn.collect())
    }
}

/// Returns the ticks of an interval. The last one ends a tick later, to hold calls that start with the last tick.
fn borders(whole: Window, column: u32, columns: u32) -> Range<i64> {
    let upto = |column: u32| border(whole, column, columns) + i64::from(column == columns);
    upto(column)..upto((column + 1).min(columns))
}

/// Returns the parts of `from` that lie in part `at` of `of`, at least one.
fn part(at: u32, of: u32, from: u32) -> Range<u32> {
    let place = |at: u32| (u64::from(at) * u64::from(from) / u64::from(of.max(1))) as u32;
    let first = place(at).min(from.saturating_sub(1));
    first..place(at + 1).clamp(first + 1, from.max(1))
}

fn code(cell: Option<Cell>) -> u8 {
    cell.map_or(0, |Cell { kind, coverage, is_folded }| {
        1 + LOOKS * u8::from(is_folded) + 3 * kind as u8 + coverage as u8
    })
}

/// Returns the kind that covers most, and the coverage by all kinds. Ties go to the kind that differs most.
fn majority(cells: impl Iterator<Item = u8>) -> Option<Cell> {
    let (mut thirds, mut folded, mut count) = ([0u32; Kind::ALL.len()], 0, 0);
    for cell in cells {
        count += 1;
        if let Some(place) = cell.checked_sub(1) {
            let (is_folded, look) = (place >= LOOKS, place % LOOKS);
            let covered = u32::from(look % 3) + 1;
            thirds[usize::from(look / 3)] += covered;
            folded += if is_folded { covered } else { 0 };
        }
    }
    let covered: u32 = thirds.iter().sum();
    let kind = Kind::ALL.into_iter().max_by_key(|&kind| thirds[kind as usize]).filter(|_| covered > 0)?;
    let coverage = match covered {
        some if some <= count => Coverage::Some,
        half if half <= 2 * count => Coverage::Half,
        _ => Coverage::Most,
    };
    Some(Cell { kind, coverage, is_folded: 2 * folded > covered })
}

/// Returns the sums over several intervals.
fn sum(parts: &[CallSums]) -> CallSums {
    let mut all = CallSums::default();
    for part in parts {
        let n = f64::from(part.matched);
        all.calls = all.calls.saturating_add(part.calls);
        all.matched = all.matched.saturating_add(part.matched);
        all.moved = all.moved.saturating_add(part.moved);
        all.not_compared = all.not_compared.saturating_add(part.not_compared);
        all.self_ticks = all.self_ticks.saturating_add(part.self_ticks);
        all.apart_ticks += part.apart_ticks;
        all.mean_shift += n * part.mean_shift;
        all.spread += n * part.spread * part.spread;
    }
    let n = f64::from(all.matched.max(1));
    (all.mean_shift, all.spread) = (all.mean_shift / n, (all.spread / n).sqrt());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::Rng;
    use proptest::prelude::*;

    fn kept(seed: u64, columns: u32) -> StoredOverview {
        let mut rng = Rng::new(seed);
        let rows = 1 + rng.below(9) as u32;
        let stretch = |rng: &mut Rng| {
            let matched = rng.below(9) as u32;
            let mean_shift = rng.below(100) as f64 - 50.0;
            let (calls, moved) = (matched + rng.below(4) as u32, rng.below(u64::from(matched) + 1) as u32);
            let (self_ticks, apart_ticks) = (rng.below(1000) as i64, rng.below(1000) as f64);
            let spread = mean_shift.abs();
            CallSums { calls, matched, moved, not_compared: 0, self_ticks, apart_ticks, mean_shift, spread }
        };
        let intervals = [0, 1].map(|_| (0..columns).map(|_| stretch(&mut rng)).collect());
        let cells = [0, 1].map(|_| (0..columns * rows).map(|_| rng.below(u64::from(CELLS)) as u8).collect());
        let extents = [5000, 7000 + i64::from(columns)];
        StoredOverview {
            axis: Axis::TIME,
            extents,
            compared: extents,
            calls: [0; 2],
            rows,
            cells,
            intervals,
            lanes: String::new(),
        }
    }

    proptest! {
        #[test]
        fn every_resolution_holds_the_same_calls(seed: u64, own in 1u32..120, columns in 1u32..300, rows in 1u32..12) {
            let kept = kept(seed, own);
            prop_assert!(kept.is_sound());
            let (data, intervals) = kept.data(Resolution { columns, rows });
            for side in [0, 1] {
                let drawn = &intervals.sides[side];
                let count = |of: &[CallSums]| of.iter().map(|of| (of.calls, of.moved, of.self_ticks)).fold(
                    (0, 0, 0), |all, one| (all.0 + one.0, all.1 + one.1, all.2 + one.2));
                let calls: Vec<CallSums> = drawn.iter().map(|bar| bar.calls).collect();
                prop_assert_eq!(count(&calls), count(&kept.intervals[side]));
                prop_assert_eq!(drawn.len() as u32, columns.div_ceil(INTERVAL_COLUMNS));
                // The mean shift is weighted by matches, so its total does not depend on the intervals.
                let shift = |of: &[CallSums]| of.iter().map(|of| f64::from(of.matched) * of.mean_shift).sum::<f64>();
                prop_assert!((shift(&calls) - shift(&kept.intervals[side])).abs() < 1e-6);
                prop_assert!(data.edges[side].is_sorted());
                prop_assert_eq!(data.edges[side].first(), Some(&0));
                prop_assert_eq!(data.edges[side].last(), Some(&(data.whole.end + 1)));
            }
        }

        #[test]
        fn own_resolution_reproduces_the_stored_cells(seed: u64, columns in 1u32..90) {
            let kept = kept(seed, columns);
            let (data, _) = kept.data(Resolution { columns, rows: kept.rows });
            for side in SideName::BOTH {
                for column in 0..columns {
                    for row in 0..kept.rows {
                        let own = kept.cells[side.index()][(column * kept.rows + row) as usize];
                        prop_assert_eq!(code(data.cell(side, column, row)), own);
                    }
                }
            }
        }
    }

    #[test]
    fn majority_draws_the_kind_covering_most() {
        let plain = |kind, coverage| Some(Cell { kind, coverage, is_folded: false });
        let cell = |kind, coverage| code(plain(kind, coverage));
        let of = |cells: &[u8]| majority(cells.iter().copied());
        let [most, some] = [cell(Kind::Matched, Coverage::Most), cell(Kind::Only, Coverage::Some)];
        assert_eq!(of(&[0, 0]), None);
        assert_eq!(of(&[most, some, some]), plain(Kind::Matched, Coverage::Half));
        assert_eq!(of(&[some, 0, 0]), plain(Kind::Only, Coverage::Some));
        // Ties go to the kind that differs most.
        let moved = cell(Kind::Moved, Coverage::Some);
        assert_eq!(of(&[moved, some]).map(|cell| cell.kind), Some(Kind::Only));
        // Folded calls need more than half of the covered time.
        let folded = code(Some(Cell { kind: Kind::Only, coverage: Coverage::Half, is_folded: true }));
        assert_eq!(of(&[folded, some]).map(|cell| cell.is_folded), Some(true));
        assert_eq!(of(&[folded, some, some]).map(|cell| cell.is_folded), Some(false));
    }

    #[test]
    fn is_sound_rejects_inconsistent_parts() {
        let sound = kept(1, 20);
        let broken: [fn(&mut StoredOverview); 7] = [
            |kept| kept.rows = 0,
            |kept| kept.cells[1].truncate(3),
            |kept| kept.cells[0][0] = CELLS,
            |kept| kept.extents[0] = -1,
            |kept| kept.compared[1] = kept.extents[1] + 1,
            |kept| kept.intervals[0][3].spread = f64::NAN,
            |kept| kept.intervals[1][3].moved = u32::MAX,
        ];
        for (number, break_it) in broken.into_iter().enumerate() {
            let mut kept = sound.clone();
            break_it(&mut kept);
            assert!(!kept.is_sound(), "{number}");
        }
    }
}
