//! All partitions that are best at some p, of the panel that shows most: where the slider stops.

use super::model::Model;
use super::query::SliceQuery;
use crate::analyses::{Analysis, Bench, ReadContext, Reads};
use diptych_aggregate::{BreakPointSearch, Quality, Stretch};
use diptych_store::{Columns, StoreError};
use diptych_views::space_time::PartitionCurve;
use std::ops::ControlFlow;

/// The analysis.
#[derive(Debug)]
pub(crate) enum Curves {}

/// Of which table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CurveQuery {
    pub(crate) of: SliceQuery,
    /// All are wanted, however long that takes; else as many as come soon.
    pub(crate) all: bool,
}

/// Steps of the algorithm that come soon: some tenths of a second.
const SOON: u64 = 400_000_000;
/// At least so many runs of it.
const LEAST_RUNS: u64 = 33;

impl Analysis for Curves {
    const NAME: &'static str = "curve";
    const TITLE: &'static str = "Finding all partitions";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = CurveQuery;
    type Value = PartitionCurve;

    fn put_query(query: &CurveQuery, columns: &mut Columns<'_>) {
        query.of.put(columns);
        columns.put("all", &[u32::from(query.all)]);
    }

    fn compute(query: &Columns<'_>, bench: &mut Bench<'_>) -> Result<Vec<u8>, StoreError> {
        let of = SliceQuery::of(query)?;
        let all = query.get::<u32>("all")? == [1];
        Model::with(&of, bench, |model, stages| {
            let main = model.panels().checked_sub(1).ok_or(StoreError::Damaged)?;
            let areas = model.areas(main, &of, &mut *stages)?;
            let mut progress = |done, total| {
                stages(Curves::TITLE, done, total);
                ControlFlow::Continue(())
            };
            let slices = areas.slices() as u64;
            let steps = areas.tree().nodes().len() as u64 * slices * slices * slices / 6;
            let runs = if all { u64::MAX } else { (SOON / steps.max(1)).max(LEAST_RUNS) };
            let mut search = BreakPointSearch::new(areas);
            search.go_on(runs as usize, &mut |_| (), &mut progress).ok_or(StoreError::Damaged)?;
            let (found, is_done) = (search.found(), search.is_done());
            let rows = found
                .stretches
                .iter()
                .map(|of| [of.p_from, of.p_to, of.quality.gain, of.quality.loss, of.parts as f64]);
            let rows: Vec<[f64; 5]> = rows.collect();
            let mut columns = Columns::default();
            columns.put("stretches", rows.as_flattened());
            columns.put("complete", &[u32::from(is_done)]);
            Ok(columns.to_bytes())
        })
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        _context: ReadContext<'_>,
    ) -> Result<Option<PartitionCurve>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let rows = columns.get::<f64>("stretches")?;
        let stretch = |&[p_from, p_to, gain, loss, parts]: &[f64; 5]| Stretch {
            p_from,
            p_to,
            quality: Quality { gain, loss },
            parts: parts as usize,
        };
        let stretches = rows.as_chunks::<5>().0.iter().map(stretch).collect();
        let is_complete = columns.get::<u32>("complete")? == [1];
        Ok(Some(PartitionCurve { key: SliceQuery::of(query)?.key(), stretches, is_complete }))
    }
}
