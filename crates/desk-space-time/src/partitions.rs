//! The best partition of each panel at one p.

use super::model::Model;
use super::model_cache::with_model;
use super::query::SliceQuery;
use crate::space_time::{PanelPartition, ShownPartitions};
use diptych_aggregate::{
    Areas, GainBy, Part, Partition, Quality, best_grid, optimal, product, spatial, temporal,
};
use diptych_engine::{Analysis, JobInput, ReadContext, Reads};
use diptych_protocol::{PartitionOf, Word};
use diptych_store::{Columns, StoreError};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The analysis that computes the partitions.
#[derive(Debug)]
pub(crate) enum Partitions {}

/// The table of slices, the p and the kind of partition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PartitionQuery {
    pub(crate) of: SliceQuery,
    /// The p in units of 10⁻¹²; negative for the default.
    pub(crate) p: i64,
    /// Kind of partition.
    pub(crate) kind: PartitionOf,
}

impl Analysis for Partitions {
    const NAME: &'static str = "partitions";
    const TITLE: &'static str = "Computing areas";
    const READS: Reads = Reads::Open;
    const STORED: bool = false;
    const INTERACTIVE: bool = true;
    type Query = PartitionQuery;
    type Value = ShownPartitions;

    fn put_query(query: &PartitionQuery, columns: &mut Columns<'_>) {
        query.of.put(columns);
        columns.put("p", &[query.p]);
        columns.put_text("kind", query.kind.word());
    }

    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let of = SliceQuery::of(query)?;
        let wanted = query.get::<i64>("p")?.first().copied().ok_or(StoreError::Damaged)?;
        let kind = PartitionOf::of_word(query.text("kind")?).ok_or(StoreError::Damaged)?;
        with_model(&of, bench, |model, stages| {
            let main = model.panels().checked_sub(1).ok_or(StoreError::Damaged)?;
            let default = model.widest(&of, &mut *stages)?;
            // By default, the first listed difference is visible by itself.
            let first = model.listed.first().filter(|area| area.kind.is_difference());
            let first = first.and_then(|area| area.stands_at);
            let p = if wanted < 0 { first.unwrap_or(default) } else { wanted as f64 / 1e12 };
            let mut columns = Columns::default();
            columns.put("p", &[p, default]);
            let mut of_sides: Vec<Partition> = Vec::new();
            for panel in 0..=main {
                let areas = Rc::clone(model.areas(panel, &of, &mut *stages)?);
                let best = partition(model, panel, &areas, kind, of.gain(), p).ok_or(StoreError::Damaged)?;
                let areas = &*areas;
                // The difference has the cuts of both sides, so that no band of a side vanishes in it.
                let partition = of_sides.iter().filter(|_| panel == 2);
                let partition = partition.fold(best, |finer, side| finer.refined(side, areas.tree()));
                let parts: Vec<[u32; 3]> =
                    partition.parts.iter().map(|part| [part.node, part.from, part.to]).collect();
                columns.put(PARTS[panel], parts.as_flattened());
                let finest = model.finest(panel, &of, &mut *stages)?;
                let qualities = [partition.quality(areas), finest, whole(areas)];
                columns.put(QUALITIES[panel], qualities.map(|of| [of.gain, of.loss]).as_flattened());
                of_sides.push(partition);
            }
            Ok(columns.to_bytes())
        })
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        _context: ReadContext<'_>,
    ) -> Result<Option<ShownPartitions>, StoreError> {
        let columns = Columns::from_bytes(bytes)?;
        let p = columns.get::<f64>("p")?;
        let &[p, default] = &p[..] else { return Err(StoreError::Damaged) };
        let mut panels = Vec::new();
        for panel in (0..3).filter(|&panel| columns.has(PARTS[panel])) {
            let parts = columns.get::<u32>(PARTS[panel])?;
            let part = |&[node, from, to]: &[u32; 3]| Part { node, from, to };
            let qualities = columns.get::<f64>(QUALITIES[panel])?;
            let &[quality, finest, whole] = qualities.as_chunks::<2>().0 else {
                return Err(StoreError::Damaged);
            };
            let quality_of = |[gain, loss]: [f64; 2]| Quality { gain, loss };
            panels.push(PanelPartition {
                parts: parts.as_chunks::<3>().0.iter().map(part).collect(),
                quality: quality_of(quality),
                finest: quality_of(finest),
                whole: quality_of(whole),
            });
        }
        let kind = PartitionOf::of_word(query.text("kind")?).ok_or(StoreError::Damaged)?;
        Ok(Some(ShownPartitions { key: SliceQuery::of(query)?.key(), p, default, kind, panels }))
    }
}

const PARTS: [&str; 3] = ["parts.0", "parts.1", "parts.2"];
const QUALITIES: [&str; 3] = ["quality.0", "quality.1", "quality.2"];

/// Computes the best partition of a kind at p.
fn partition(
    model: &Model,
    panel: usize,
    areas: &Areas,
    kind: PartitionOf,
    gain: GainBy,
    p: f64,
) -> Option<Partition> {
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let (table, tree) = (model.table(panel), areas.tree());
    if tree.nodes().is_empty() {
        return optimal(areas, p, go_on);
    }
    match kind {
        PartitionOf::Best => optimal(areas, p, go_on),
        PartitionOf::Lanes => spatial(&table, tree, gain, p, go_on),
        PartitionOf::Time => temporal(&table, gain, p, go_on),
        PartitionOf::Product => {
            Some(product(&spatial(&table, tree, gain, p, go_on)?, &temporal(&table, gain, p, go_on)?))
        }
        PartitionOf::Grid => Some(best_grid(areas, p)),
    }
}

/// Returns the quality of the partition that has one area only.
pub(super) fn whole(areas: &Areas) -> Quality {
    if areas.tree().nodes().is_empty() { Quality::default() } else { areas.quality(0, 0, areas.slices() - 1) }
}
