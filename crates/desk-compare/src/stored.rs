//! The overview in a stored comparison, as columns.

use crate::overview::{CallSums, StoredOverview};
use diptych_engine::StoredPart;
use diptych_store::{Columns, StoreError};
use diptych_trace::Axis;
use diptych_views::{Correspondence, ResultKind};
use std::any::Any;
use std::rc::Rc;

/// The overview of both whole runs.
#[derive(Debug)]
pub(crate) struct OverviewPart;

impl StoredPart for OverviewPart {
    fn name(&self) -> &'static str {
        "the overview"
    }

    fn kind(&self) -> ResultKind {
        ResultKind::of::<StoredOverview>()
    }

    fn put(&self, columns: &mut Columns<'_>, pair: &Correspondence<'_>) {
        put_overview(columns, &StoredOverview::new(pair));
    }

    fn read(&self, columns: &Columns<'_>, axis: Axis) -> Result<Option<Rc<dyn Any>>, StoreError> {
        if !columns.has("overview.cells.a") {
            return Ok(None);
        }
        Ok(Some(Rc::new(overview(columns, axis)?)))
    }
}

/// Numbers of counts and of floating-point values stored for each interval of the overview.
const COUNTS: usize = 3;
const SHIFTS: usize = 3;

fn put_overview(columns: &mut Columns<'_>, overview: &StoredOverview) {
    let StoredOverview { extents, compared, calls, rows, cells, intervals, lanes, axis: _ } = overview;
    columns.put("overview.extents", extents);
    columns.put("overview.compared", compared);
    columns.put("overview.calls", calls);
    columns.put("overview.rows", &[*rows]);
    columns.put_text("overview.lanes", lanes.as_str());
    for (letter, (cells, intervals)) in ["a", "b"].into_iter().zip(cells.iter().zip(intervals)) {
        columns.put(&format!("overview.cells.{letter}"), cells);
        let counts = intervals.iter().flat_map(|of| [of.calls, of.matched, of.moved]);
        columns.put(&format!("overview.counts.{letter}"), &counts.collect::<Vec<u32>>());
        let not_compared = intervals.iter().map(|of| of.not_compared);
        columns.put(&format!("overview.not-compared.{letter}"), &not_compared.collect::<Vec<u32>>());
        let ticks = intervals.iter().map(|of| of.self_ticks);
        columns.put(&format!("overview.self-ticks.{letter}"), &ticks.collect::<Vec<i64>>());
        let shifts = intervals.iter().flat_map(|of| [of.apart_ticks, of.mean_shift, of.spread]);
        columns.put(&format!("overview.shifts.{letter}"), &shifts.collect::<Vec<f64>>());
    }
}

fn overview(columns: &Columns<'_>, axis: Axis) -> Result<StoredOverview, StoreError> {
    let misfit = || StoreError::Misfit { what: "its overview cannot be read" };
    let intervals = |letter: &str| {
        let counts: Vec<u32> = columns.get(&format!("overview.counts.{letter}"))?;
        let ticks: Vec<i64> = columns.get(&format!("overview.self-ticks.{letter}"))?;
        let shifts: Vec<f64> = columns.get(&format!("overview.shifts.{letter}"))?;
        let left_out = format!("overview.not-compared.{letter}");
        // Older files lack the column.
        let left_out: Vec<u32> =
            if columns.has(&left_out) { columns.get(&left_out)? } else { vec![0; ticks.len()] };
        if left_out.len() != ticks.len()
            || counts.len() != COUNTS * ticks.len()
            || shifts.len() != SHIFTS * ticks.len()
        {
            return Err(misfit());
        }
        let (counts, shifts) = (counts.as_chunks::<COUNTS>().0, shifts.as_chunks::<SHIFTS>().0);
        let mut rows = Vec::with_capacity(ticks.len());
        for (row, self_ticks) in ticks.into_iter().enumerate() {
            let [calls, matched, moved] = counts[row];
            let [apart_ticks, mean_shift, spread] = shifts[row];
            let not_compared = left_out[row];
            rows.push(CallSums {
                calls,
                matched,
                moved,
                not_compared,
                self_ticks,
                apart_ticks,
                mean_shift,
                spread,
            });
        }
        Ok(rows)
    };
    let extents: [i64; 2] = columns.get("overview.extents")?.try_into().map_err(|_| misfit())?;
    // Older files lack the column.
    let compared = if columns.has("overview.compared") {
        columns.get("overview.compared")?.try_into().map_err(|_| misfit())?
    } else {
        extents
    };
    let kept = StoredOverview {
        axis,
        extents,
        compared,
        calls: columns.get("overview.calls")?.try_into().map_err(|_| misfit())?,
        rows: columns.get("overview.rows")?.first().copied().ok_or_else(misfit)?,
        cells: [columns.get("overview.cells.a")?, columns.get("overview.cells.b")?],
        intervals: [intervals("a")?, intervals("b")?],
        lanes: columns.text("overview.lanes")?.to_owned(),
    };
    if kept.is_sound() { Ok(kept) } else { Err(misfit()) }
}
