//! The detail at which a listed difference becomes visible by itself. This is the largest p of a grid at which areas of
//! the partition that are inside the difference cover most of it.

use super::model::Model;
use super::query::SliceQuery;
use crate::space_time::ListedArea;
use diptych_aggregate::{LaneTree, Part, optimal};
use diptych_engine::Stages;
use diptych_store::StoreError;
use std::ops::ControlFlow;

/// Most differences that are looked at.
const MOST: usize = 50;
/// Values of p to try: one half, then each the previous one divided by √2.
const TRIED: i32 = 34;

/// Fills in `stands_at` of the listed differences. A difference within a folded lane gets the value of that lane.
/// O([`TRIED`] runs of the algorithm).
pub(super) fn find(
    model: &mut Model,
    query: &SliceQuery,
    listed: &mut [ListedArea],
    stages: Stages<'_>,
) -> Result<(), StoreError> {
    let count = listed.iter().take_while(|area| area.kind.is_difference()).count().min(MOST);
    let wanted = &mut listed[..count];
    if !wanted.is_empty() {
        let main = model.panels() - 1;
        let folded = model.shown.folded.clone();
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
    Ok(())
}

/// Returns true if areas inside a difference's lanes and time cover more than half of it.
fn stands(parts: &[Part], tree: &LaneTree, area: &ListedArea) -> bool {
    let [first, end] = area.leaves.map(|leaf| leaf as usize);
    // Innermost lane of the folded tree that has all of the difference's lanes.
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
