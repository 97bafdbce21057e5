//! All partitions that are optimal at some p, for the last panel. The slider for p stops at each of them.

use super::model_cache::with_model;
use super::query::SliceQuery;
use super::search_cache::SearchCache;
use crate::space_time::{LEAST_VISIBLE_WIDTH, PartitionCurve};
use diptych_aggregate::{BreakPointSearch, Quality, Stretch};
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_store::{Columns, StoreError};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The analysis that finds these partitions.
#[derive(Debug)]
pub(crate) enum Curves {}

/// The table of slices, and how long to search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CurveQuery {
    pub(crate) of: SliceQuery,
    /// Number of steps of the search. A step takes some tenths of a second.
    pub(crate) steps: u32,
    /// True to also find partitions whose gain and loss differ too little to be seen.
    pub(crate) all: bool,
}

/// Work in a step: areas looked at, times the number of slices.
const STEP: u64 = 200_000_000;

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
        columns.put("search", &[query.steps, u32::from(query.all)]);
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let of = SliceQuery::of(query)?;
        let search = query.get::<u32>("search")?;
        let &[steps, all] = &search[..] else { return Err(StoreError::Damaged) };
        let all = all == 1;
        with_model(&of, bench, |model, stages| {
            let main = model.panels().checked_sub(1).ok_or(StoreError::Damaged)?;
            let areas = Rc::clone(model.areas(main, &of, &mut *stages)?);
            let mut progress = |done, total| {
                stages(Curves::TITLE, done, total);
                ControlFlow::Continue(())
            };
            let most = u64::from(steps) * (STEP / areas.slices().max(1) as u64);
            // The cached search continues, unless it has gone further than this query asks.
            let held = model.search.take().filter(|held| held.steps <= steps && held.all <= all);
            let mut search = held.map_or_else(|| BreakPointSearch::new(areas), |held| held.search);
            while !search.is_done()
                && search.looked_at() < most
                && (all || search.widest() > LEAST_VISIBLE_WIDTH)
            {
                search.go_on(1, &mut |_| (), &mut progress).ok_or(StoreError::Damaged)?;
            }
            let (found, is_done, widest) = (search.found(), search.is_done(), search.widest());
            if !is_done {
                model.search = Some(SearchCache { steps, all, search });
            }
            let rows = found
                .stretches
                .iter()
                .map(|of| [of.p_from, of.p_to, of.quality.gain, of.quality.loss, of.parts as f64]);
            let rows: Vec<[f64; 5]> = rows.collect();
            let mut columns = Columns::default();
            columns.put("stretches", rows.as_flattened());
            columns.put("complete", &[u32::from(is_done)]);
            columns.put("widest", &[widest]);
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
        let widest = *columns.get::<f64>("widest")?.first().ok_or(StoreError::Damaged)?;
        Ok(Some(PartitionCurve { key: SliceQuery::of(query)?.key(), stretches, is_complete, widest }))
    }
}
