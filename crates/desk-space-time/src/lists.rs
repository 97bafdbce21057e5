//! The lists of areas that differ between the sides or depart within one. They cover all lanes, whichever are shown.

use super::findings;
use super::model::Model;
use super::query::SliceQuery;
use crate::space_time::{AreaKind, LeftOut, ListedArea};
use diptych_aggregate::{
    Anomalies, Anomaly, AnomalyKind, Difference, DifferenceInput, Differences, Floor, Part, Partition,
    anomalies_of_partitions, differences_of_runs, finer_ps, mean_table, optimal,
};
use diptych_engine::Stages;
use diptych_store::StoreError;
use std::ops::ControlFlow;

/// Finds the areas to list, while all lanes are shown, and counts what is not listed.
pub(super) fn find(
    model: &mut Model,
    query: &SliceQuery,
    stages: Stages<'_>,
) -> Result<(Vec<ListedArea>, LeftOut), StoreError> {
    model.widest(query, &mut *stages)?;
    stages("Looking for anomalies", 0, 0);
    let finer = finer_partitions(model, query, &mut *stages)?;
    Ok(listed(model, query.both as usize, &finer))
}

/// Returns partitions of the last panel at ever finer detail. They start where the curves of gain and loss are farthest
/// apart. The search for anomalies looks at the parts that they cut off.
fn finer_partitions(
    model: &mut Model,
    query: &SliceQuery,
    stages: Stages<'_>,
) -> Result<Vec<Partition>, StoreError> {
    let main = model.panels().checked_sub(1).ok_or(StoreError::Damaged)?;
    let (tree, level) = (model.tree.clone(), model.shown.folded.deepest_level());
    let widest = model.widest(query, &mut *stages)?;
    let areas = model.areas(main, query, stages)?;
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let finer = finer_ps(widest).map(|p| optimal(areas, p, go_on).ok_or(StoreError::Damaged));
    finer.map(|partition| Ok(partition?.unfolded(&tree, level))).collect()
}

/// Returns the areas that differ between the sides, then those that depart within one side, and counts of what is not
/// listed.
fn listed(model: &Model, both: usize, finer: &[Partition]) -> (Vec<ListedArea>, LeftOut) {
    let floor = Floor::default();
    let mut left_out = LeftOut::default();
    let leaves = |part: Part| {
        let leaves = &model.tree.nodes()[part.node as usize].leaves;
        [leaves.start as u32, leaves.end as u32]
    };
    let path = |part: Part| model.tree.nodes()[part.node as usize].path.clone();
    let mut listed = Vec::new();
    let judged = model.judged();
    for (count, &lanes) in left_out.unended.iter_mut().zip(&model.unended) {
        *count = lanes;
    }
    if let [a, b] = judged[..] {
        let findings::Listed { areas: findings, found, explained, pauses } = findings::listed(model);
        let differences = differences_of_runs(&DifferenceInput {
            runs: [a, b],
            tree: &model.tree,
            both,
            explained: &explained,
            pauses: &pauses,
            own: model.own.as_ref().map(<[_; 2]>::each_ref),
            floor,
        });
        let Differences { found: areas, overlapping, within_spread, unchanged, in_pauses, unjudged, next_z } =
            differences;
        let [overlapping, within_spread, unchanged, in_pauses, unjudged] =
            [overlapping, within_spread, unchanged, in_pauses, unjudged].map(|count| count as u32);
        left_out = LeftOut { overlapping, unjudged, next_z, within_spread, unchanged, in_pauses, ..left_out };
        listed.extend(findings);
        listed.extend(areas.into_iter().map(|of| {
            let waits_for = findings::awaited(model, &found, &of);
            let Difference { departure, divergence, beyond, shares, .. } = of;
            ListedArea {
                kind: AreaKind::Differs,
                side: 0,
                path: path(departure.part),
                leaves: leaves(departure.part),
                slices: [departure.part.from, departure.part.to],
                numbers: [departure.excess, departure.z, divergence, beyond],
                stands_at: None,
                shares,
                waits_for,
                finding: None,
            }
        }));
    }
    for (side, table) in judged.iter().filter_map(|runs| mean_table(runs)).enumerate() {
        let end = model.ends[side];
        let Anomalies { found, overlapping } =
            anomalies_of_partitions(&table, &model.tree, finer, end, floor);
        left_out.odd_overlapping[side] = overlapping as u32;
        listed.extend(found.into_iter().map(|Anomaly { kind, departure, shares }| ListedArea {
            kind: match kind {
                AnomalyKind::Area | AnomalyKind::CutOff => AreaKind::OddLanes,
                AnomalyKind::Slice => AreaKind::OddMoment,
            },
            side: side as u32,
            path: path(departure.part),
            leaves: leaves(departure.part),
            slices: [departure.part.from, departure.part.to],
            numbers: [departure.excess, departure.z, 0.0, 0.0],
            stands_at: None,
            shares,
            waits_for: String::new(),
            finding: None,
        }));
    }
    (listed, left_out)
}
