//! Computes partitions, differences and anomalies of the tables.

use super::model::Model;
use super::unusual::OwnTable;
use crate::args::AggregateArgs;
use crate::parallel::Threads;
use diptych_aggregate::{
    Anomalies, Areas, BreakPoints, DifferenceInput, Differences, Findings, Floor, GainBy, LaneTree,
    Partition, Quality, SliceTable, anomalies_of_partitions, break_points, default_p_with,
    differences_of_runs, finer_ps, optimal_with,
};
use std::ops::ControlFlow;

/// Bytes that the tables of all areas may take. A tree that needs more is folded to a level.
const MOST_BYTES: usize = 256 << 20;

/// The results that are printed.
#[derive(Debug)]
pub(super) struct Results {
    /// Tree of the partitions, possibly folded.
    pub(super) tree: LaneTree,
    /// Requested p, or the default.
    pub(super) p: f64,
    pub(super) p_is_default: bool,
    pub(super) quality: Quality,
    pub(super) partition: Partition,
    /// Every optimal partition, with `--all`.
    pub(super) all: Option<BreakPoints>,
    /// Causes and changes of all lanes, with two sides.
    pub(super) findings: Findings,
    /// Areas that differ, with two sides.
    pub(super) differences: Option<Differences>,
    /// Anomalies by side, in the slices of [`Model::unusual`].
    pub(super) anomalies: Vec<Anomalies>,
}

impl Results {
    pub(super) fn new(model: &Model, args: &AggregateArgs) -> Self {
        let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
        let stacked;
        let table = match &model.tables[..] {
            [a, b] => {
                stacked = SliceTable::stacked(a, b);
                &stacked
            }
            tables => &tables[0],
        };
        let level = Areas::level_within(&model.tree, model.grid.count, MOST_BYTES);
        let tree = model.tree.folded(level);
        let gain = args.gain.unwrap_or(GainBy::Sum);
        // The callback never cancels, so all results exist.
        let areas = Areas::new_with(table, &tree, gain, &Threads, go_on);
        let of_curves =
            areas.as_ref().and_then(|areas| default_p_with(areas, &Threads, go_on)).unwrap_or(0.5);
        let p = args.p.unwrap_or(of_curves);
        let partition = areas.as_ref().and_then(|areas| optimal_with(areas, p, &Threads, go_on));
        let partition = partition.unwrap_or(Partition { parts: Vec::new() });
        let quality = areas.as_ref().map_or(Quality::default(), |areas| partition.quality(areas));
        let all = areas.as_ref().filter(|_| args.all);
        let (findings, differences) = findings_and_differences(model);
        // Anomalies do not depend on the requested p, so they use the default one.
        let finer = finer_ps(of_curves).filter_map(|p| optimal_with(areas.as_ref()?, p, &Threads, go_on));
        let finer: Vec<Partition> = finer.map(|partition| partition.unfolded(&model.tree, level)).collect();
        let found = |of: &OwnTable| {
            let own = of.has_own_slices.then(|| partitions_of(&of.table, &model.tree, gain));
            let finer = own.as_ref().unwrap_or(&finer);
            anomalies_of_partitions(&of.table, &model.tree, finer, of.end, Floor::default())
        };
        let anomalies = model.unusual.iter().map(found).collect();
        Self {
            all: all.and_then(|areas| break_points(areas, &mut |_| (), go_on)),
            p,
            p_is_default: args.p.is_none(),
            quality,
            partition,
            tree,
            findings,
            differences,
            anomalies,
        }
    }
}

/// Returns partitions of a table at ever finer detail, for the search for lanes that they cut off.
fn partitions_of(table: &SliceTable, tree: &LaneTree, gain: GainBy) -> Vec<Partition> {
    let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
    let level = Areas::level_within(tree, table.grid().count, MOST_BYTES);
    let Some(areas) = Areas::new_with(table, &tree.folded(level), gain, &Threads, go_on) else {
        return Vec::new();
    };
    let p = default_p_with(&areas, &Threads, go_on).unwrap_or(0.5);
    let finer = finer_ps(p).filter_map(|p| optimal_with(&areas, p, &Threads, go_on));
    finer.map(|partition| partition.unfolded(tree, level)).collect()
}

/// Returns the causes of changes, and the areas that differ, with two sides.
pub(super) fn findings_and_differences(model: &Model) -> (Findings, Option<Differences>) {
    let findings = model.findings.as_ref().map(|of| of.findings(&model.tree)).unwrap_or_default();
    let [a, b] = model.compared() else { return (findings, None) };
    let input = model.findings.as_ref();
    let places = input.map(|input| input.places(&findings, model.edges_of_pair()));
    let [explained, pauses] = places.unwrap_or_default();
    let mut differences = differences_of_runs(&DifferenceInput {
        runs: [a, b],
        tree: &model.tree,
        both: model.both,
        explained: &explained,
        pauses: &pauses,
        own: model.own.as_ref().map(<[_; 2]>::each_ref),
        floor: Floor::default(),
    });
    if let Some(input) = input {
        input.keep_significant(&model.tree, &mut differences, |state| {
            model.states.get(state).map(String::as_str)
        });
    }
    (findings, Some(differences))
}
