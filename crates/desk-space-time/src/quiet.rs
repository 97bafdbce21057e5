//! The choice of the lanes to show if some have little busy time.

use super::model::Model;
use super::query::SliceQuery;
use super::shown_lanes::{QuietLanes, ROOM, ShownLanes};
use crate::space_time::IDLE;
use diptych_aggregate::quiet_lanes;

/// Returns the lanes to show if some lanes are quiet: the others, or every lane by itself if the query asks for all.
/// The busiest lane of each listed area is always among them.
pub(super) fn lanes_without_quiet(model: &Model, query: &SliceQuery) -> Option<ShownLanes> {
    let busy = busy(model);
    let busiest = |[first, end]: [u32; 2]| {
        (first as usize..end as usize).max_by_key(|&leaf| (busy[leaf], std::cmp::Reverse(leaf)))
    };
    let listed: Vec<usize> = model.listed.iter().filter_map(|area| busiest(area.leaves)).collect();
    let is_quiet = quiet_lanes(&busy, ROOM, &listed);
    let (rest, leaves): (Vec<usize>, Vec<usize>) = (0..busy.len()).partition(|&leaf| is_quiet[leaf]);
    if rest.is_empty() {
        return None;
    }
    let ticks = |leaves: &[usize]| leaves.iter().map(|&leaf| busy[leaf] as f64).sum::<f64>();
    let all = ticks(&leaves) + ticks(&rest);
    let quiet = Some(QuietLanes { lanes: rest.len(), busy: ticks(&rest) / all.max(1.0) });
    let (_, slices) = model.slices();
    if query.all_lanes {
        let levels = if query.levels == 0 { model.tree.deepest_level() } else { query.levels as usize };
        return Some(ShownLanes { quiet, ..ShownLanes::all(&model.tree, levels, slices) });
    }
    let keep: Vec<bool> = is_quiet.iter().map(|is_quiet| !is_quiet).collect();
    let shown = ShownLanes::new(model.tree.keeping(&keep), leaves, query.levels as usize, slices);
    Some(ShownLanes { rest, quiet, ..shown })
}

/// Returns the ticks that each leaf spends in any state, on the open sides together.
fn busy(model: &Model) -> Vec<u64> {
    let states: Vec<usize> = (0..model.states.len()).filter(|&state| model.states[state] != IDLE).collect();
    let of_leaf = |leaf: usize| {
        let rows =
            model.tables.iter().flat_map(|table| states.iter().map(move |&state| table.row(leaf, state)));
        rows.flatten().sum()
    };
    (0..model.tree.leaves().len()).map(of_leaf).collect()
}
