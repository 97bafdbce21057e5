//! At which detail listed areas stand by themselves: the differences of a pair, each by the largest p of a grid at which
//! no area of the partition holds both cells of it and others' lanes, and all lie in its time.

use super::model::Model;
use super::query::SliceQuery;
use crate::analyses::Stages;
use diptych_aggregate::{LaneTree, Part, optimal};
use diptych_store::StoreError;
use diptych_views::space_time::{AreaKind, ListedArea};
use std::ops::ControlFlow;

/// So many areas are looked for.
const MOST: usize = 50;
/// Values of p that are tried: each the one before divided by √2, from a half down.
const TRIED: i32 = 34;

/// Fills in what is found. Of an area of fewer lanes than are told apart it is that of the lane around it.
/// O([`TRIED`] runs of the algorithm).
pub(super) fn find(
    model: &mut Model,
    query: &SliceQuery,
    listed: &mut [ListedArea],
    stages: Stages<'_>,
) -> Result<(), StoreError> {
    let count = listed.iter().take_while(|area| area.kind == AreaKind::Differs).count().min(MOST);
    let wanted = &mut listed[..count];
    if !wanted.is_empty() {
        let main = model.panels() - 1;
        let folded = model.folded.clone();
        let areas = model.areas(main, query, stages)?;
        for step in 0..TRIED {
            let p = 0.5 * 0.5f64.powf(f64::from(step) / 2.0);
            let partition =
                optimal(areas, p, &mut |_, _| ControlFlow::Continue(())).ok_or(StoreError::Damaged)?;
            for area in wanted.iter_mut().filter(|area| area.stands_at.is_none()) {
                if stands(&partition.parts, &folded, area) {
                    area.stands_at = Some(p);
                }
            }
            if wanted.iter().all(|area| area.stands_at.is_some()) {
                break;
            }
        }
    }
    model.stands_at = wanted.iter().map(|area| area.stands_at).collect();
    Ok(())
}

/// Whether most of an area's time is covered by areas that lie in its lanes and in its time.
fn stands(parts: &[Part], tree: &LaneTree, area: &ListedArea) -> bool {
    let [first, end] = area.leaves.map(|leaf| leaf as usize);
    // The innermost lane that is told apart and holds all of its lanes.
    let holds = |node: &usize| {
        let leaves = &tree.nodes()[*node].leaves;
        leaves.start <= first && end <= leaves.end
    };
    let Some(around) = (0..tree.nodes().len()).rev().find(holds) else { return false };
    let [from, to] = area.slices;
    let lanes = tree.nodes()[around].leaves.clone();
    let inside: usize = parts
        .iter()
        .filter(|part| from <= part.from && part.to <= to)
        .map(|part| {
            let leaves = &tree.nodes()[part.node as usize].leaves;
            let is_in = lanes.start <= leaves.start && leaves.end <= lanes.end;
            if is_in { leaves.len() * (part.to + 1 - part.from) as usize } else { 0 }
        })
        .sum();
    2 * inside > lanes.len() * (to + 1 - from) as usize
}
