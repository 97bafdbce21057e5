//! The lists of areas that differ between the sides or depart within one. They cover all lanes, whichever are shown.

use super::findings;
use super::model::Model;
use super::query::SliceQuery;
use crate::space_time::{AreaKind, IDLE, LeftOut, ListedArea};
use diptych_aggregate::{
    Anomalies, Anomaly, AnomalyKind, Areas, Difference, DifferenceInput, Differences, Floor, GainBy, Part,
    Partition, SliceTable, anomalies_of_partitions, default_p, differences_of_runs, finer_ps, mean_table,
    optimal,
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
    let path = |part: Part| model.tree.path(part.node as usize);
    let span = |side: usize, part: Part| {
        let edges = &model.edges[side];
        [edges[part.from as usize], edges[part.to as usize + 1]]
    };
    let mut listed = Vec::new();
    let judged = model.compared();
    for (count, &lanes) in left_out.unended.iter_mut().zip(model.unended()) {
        *count = lanes;
    }
    if let [a, b] = judged[..] {
        let findings::Listed { areas: findings, found, explained, pauses } = findings::listed(model);
        let mut differences = differences_of_runs(&DifferenceInput {
            runs: [a, b],
            tree: &model.tree,
            both,
            explained: &explained,
            pauses: &pauses,
            own: model.own.as_ref().map(<[_; 2]>::each_ref),
            floor,
        });
        if let Some(input) = model.findings_of_picture() {
            let name =
                |state: usize| model.states.get(state).map(String::as_str).filter(|name| *name != IDLE);
            input.keep_significant(&model.tree, &mut differences, name);
        }
        left_out = counts(&differences, left_out);
        let areas = differences.found;
        listed.extend(findings);
        listed.extend(areas.into_iter().map(|of| {
            let waits_for = findings::awaited(model, &found, &of);
            let Difference { departure, divergence, beyond, shares, .. } = of;
            let (waits_for, side) = waits_for.unwrap_or_default();
            ListedArea {
                kind: AreaKind::Differs,
                span: span(0, departure.part),
                waits_in_a: !waits_for.is_empty() && side == 0,
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
    listed.extend(unusual(model, finer, &mut left_out));
    (listed, left_out)
}

/// Returns the counts of areas that are not listed.
fn counts(of: &Differences, left_out: LeftOut) -> LeftOut {
    LeftOut {
        overlapping: of.overlapping as u32,
        unjudged: of.unjudged as u32,
        next_z: of.next_z,
        within_spread: of.within_spread as u32,
        unchanged: of.unchanged as u32,
        in_pauses: of.in_pauses as u32,
        within_noise: of.within_noise as u32,
        ..left_out
    }
}

/// Returns the unusual lanes and times of each open side.
fn unusual(model: &Model, finer: &[Partition], left_out: &mut LeftOut) -> Vec<ListedArea> {
    let floor = Floor::default();
    let mut listed = Vec::new();
    for (side, known) in model.known().into_iter().enumerate() {
        let edges = &model.edges[side];
        let own = model.own_tables.as_ref().map(|of| &of[side]);
        let (anomalies, own_edges) = if let Some(own) = own {
            let finer = partitions_of(model, own);
            let grid = own.grid();
            let found = anomalies_of_partitions(own, &model.tree, &finer, grid.end(), floor);
            (found, (0..=grid.count).map(|slice| grid.edge(slice)).collect())
        } else {
            let Some(table) = mean_table(known) else { continue };
            let found = anomalies_of_partitions(&table, &model.tree, finer, model.ends[side], floor);
            (found, edges.clone())
        };
        let Anomalies { found, overlapping } = anomalies;
        left_out.odd_overlapping[side] = overlapping as u32;
        listed.extend(found.into_iter().map(|Anomaly { kind, departure, shares }| {
            let Part { node, from, to } = departure.part;
            let of_node = &model.tree.nodes()[node as usize];
            let span: [i64; 2] = [own_edges[from as usize], own_edges[to as usize + 1]];
            let last = edges.len() - 2;
            let slice = |tick: i64| (edges.partition_point(|edge| *edge <= tick).max(1) - 1).min(last) as u32;
            let slices =
                if own.is_some() { [slice(span[0]), slice((span[1] - 1).max(span[0]))] } else { [from, to] };
            ListedArea {
                kind: match kind {
                    AnomalyKind::Area | AnomalyKind::CutOff => AreaKind::OddLanes,
                    AnomalyKind::Slice => AreaKind::OddMoment,
                },
                side: side as u32,
                path: model.tree.path(node as usize),
                leaves: [of_node.leaves.start as u32, of_node.leaves.end as u32],
                slices,
                span,
                numbers: [departure.excess, departure.z, 0.0, 0.0],
                stands_at: None,
                shares,
                waits_for: String::new(),
                waits_in_a: false,
                finding: None,
            }
        }));
    }
    listed
}

/// Returns partitions of a table of all lanes at ever finer detail.
fn partitions_of(model: &Model, table: &SliceTable) -> Vec<Partition> {
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let folded = &model.shown.folded;
    let Some(areas) = Areas::new(table, folded, GainBy::Sum, go_on) else { return Vec::new() };
    let p = default_p(&areas, go_on).unwrap_or(0.5);
    let finer = finer_ps(p).filter_map(|p| optimal(&areas, p, go_on));
    finer.map(|partition| partition.unfolded(&model.tree, folded.deepest_level())).collect()
}
