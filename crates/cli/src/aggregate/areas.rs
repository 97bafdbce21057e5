//! The areas in which a pair differs, as rows of a table.

use super::json::{StateOfDifference, states_of};
use super::model::Model;
use super::results::findings_and_differences;
use super::source::Source;
use crate::args::AggregateArgs;
use crate::error::CliError;
use diptych_aggregate::{Difference, Finding};
use diptych_compare::identity::Rules;
use diptych_compare::lanes::PairBy;
use diptych_engine::trace::{AxisKind, Run};
use diptych_tables::{AreaRow, Quantity};
use std::sync::Arc;

/// Returns the areas in which two runs differ, under the settings that `diptych aggregate` has by default; `None` if
/// there are no slices of time to compare.
pub(crate) fn areas(
    runs: &[Arc<Run>; 2],
    rules: &Rules,
    lanes: PairBy,
) -> Result<Option<Vec<AreaRow>>, CliError> {
    let axes = runs.each_ref().map(|run| run.trace.axis());
    let is_empty = runs.iter().any(|run| run.trace.calls().is_empty());
    if axes[0] != axes[1] || axes[0].kind == AxisKind::Weight || is_empty {
        return Ok(None);
    }
    let sides = runs.each_ref().map(|run| vec![Source::loaded(Arc::clone(run))]);
    let args = AggregateArgs { lanes: Some(lanes), ..AggregateArgs::default() };
    let model = Model::with_rules(&sides, rules, &args)?;
    let (findings, differences) = findings_and_differences(&model);
    let found = differences.map(|differences| differences.found).unwrap_or_default();
    let quantity = Quantity(axes[0]);
    Ok(Some(
        found
            .iter()
            .zip(1..)
            .flat_map(|(of, area)| rows(&model, &findings.found, quantity, of, area))
            .collect(),
    ))
}

fn rows(model: &Model, causes: &[Finding], quantity: Quantity, of: &Difference, area: i64) -> Vec<AreaRow> {
    let part = of.departure.part;
    let at = |slice: usize| quantity.value(model.grid.edge(slice) as f64);
    let row = |StateOfDifference { state, shares, .. }: StateOfDifference<'_>| AreaRow {
        area,
        lane: model.tree.path(part.node as usize),
        slices: [part.from.into(), part.to.into()],
        span: [at(part.from as usize), at(part.to as usize + 1)],
        divergence: of.divergence,
        divergence_beyond: of.beyond,
        excess: of.departure.excess,
        z: of.departure.z,
        waits_for: model.waits_for(of, causes).map(|(path, _)| path),
        state: state.to_owned(),
        shares,
    };
    states_of(model, of).into_iter().map(row).collect()
}
