//! The model that the compute role keeps from one job to the next, with its lists.

use super::model::Model;
use super::query::SliceQuery;
use super::{lists, quiet, stands};
use diptych_engine::{JobInput, Stages};
use diptych_store::StoreError;

/// Tables cached for the next job, with the traces and the query they belong to.
#[derive(Debug)]
pub(crate) struct SlicesCache {
    versions: Vec<u32>,
    query: SliceQuery,
    model: Model,
}

/// Calls `work` with the tables of a query. Reuses the cached tables if traces and query are the same.
pub(super) fn with_model<T>(
    query: &SliceQuery,
    bench: &mut JobInput<'_>,
    work: impl FnOnce(&mut Model, Stages<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let held = bench.memory.take::<SlicesCache>();
    let is_same = |held: &SlicesCache| held.versions == bench.versions && held.query == *query;
    let mut model = match held {
        Some(held) if is_same(&held) => held.model,
        before => {
            drop(before); // Frees its memory before the new tables need as much.
            listed_model(query, bench)?
        }
    };
    let result = work(&mut model, &mut *bench.stages);
    let (versions, query) = (bench.versions.clone(), query.clone());
    bench.memory.keep(SlicesCache { versions, query, model });
    result
}

/// Computes the tables of a query, fills in the lists, and chooses the lanes to show. The lists come first, because a
/// lane that they name has a row even if it is quiet.
fn listed_model(query: &SliceQuery, bench: &mut JobInput<'_>) -> Result<Model, StoreError> {
    let mut model = Model::new(query, bench)?;
    let stages = &mut *bench.stages;
    (model.listed, model.left_out) = lists::find(&mut model, query, &mut *stages)?;
    if let Some(shown) = quiet::lanes_without_quiet(&model, query) {
        for area in &mut model.listed {
            area.leaves = shown.leaves_of(area.leaves);
        }
        model.show(shown);
    }
    let mut listed = std::mem::take(&mut model.listed);
    stands::find(&mut model, query, &mut listed, stages)?;
    model.listed = listed;
    Ok(model)
}
