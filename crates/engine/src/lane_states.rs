//! The lanes and states that a table of lanes over time is made from: the lanes that all runs have, and the names of
//! the states.

use diptych_aggregate::LaneTree;
use diptych_trace::{FunctionSpec, IdentityId, LaneId};
use diptych_views::FrameNames;
use diptych_views::package_of;
use std::collections::BTreeMap;

/// The leaf lanes that all runs have, by those of the first run. Runs are added one by one.
#[derive(Debug)]
pub struct CommonLanesBuilder {
    /// Lane tree of each run.
    trees: Vec<LaneTree>,
    /// Number of each leaf of the first run in the other run, by run.
    partners: Vec<Vec<Option<usize>>>,
}

/// The lanes that all runs have.
#[derive(Debug)]
pub struct CommonLanes {
    /// Tree of the first run with these leaves only.
    pub tree: LaneTree,
    /// Number of each leaf in the run's own tree, by run.
    pub leaves: Vec<Vec<usize>>,
    /// Paths of each run's other leaves.
    pub alone: Vec<Vec<String>>,
}

impl CommonLanesBuilder {
    /// Starts with the run that the others are paired with.
    pub fn new(first: LaneTree) -> Self {
        let own = (0..first.leaves().len()).map(Some).collect();
        Self { trees: vec![first], partners: vec![own] }
    }

    /// Adds a run. Each pair is a lane of the first run and its partner in this run.
    pub fn add(&mut self, tree: LaneTree, pairs: impl IntoIterator<Item = [LaneId; 2]>) {
        let leaf_of: BTreeMap<LaneId, usize> =
            tree.leaves().iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect();
        let partners: BTreeMap<LaneId, usize> =
            pairs.into_iter().filter_map(|[first, own]| Some((first, *leaf_of.get(&own)?))).collect();
        let of = |lane: &LaneId| partners.get(lane).copied();
        self.partners.push(self.trees[0].leaves().iter().map(of).collect());
        self.trees.push(tree);
    }

    /// Returns the lanes that all runs have.
    pub fn finish(self) -> CommonLanes {
        let first = &self.trees[0];
        let is_kept = |leaf: usize| self.partners.iter().all(|of_run| of_run[leaf].is_some());
        let kept: Vec<bool> = (0..first.leaves().len()).map(is_kept).collect();
        let of_run = |partners: &Vec<Option<usize>>| {
            partners.iter().zip(&kept).filter(|(_, kept)| **kept).filter_map(|(leaf, _)| *leaf).collect()
        };
        let leaves: Vec<Vec<usize>> = self.partners.iter().map(of_run).collect();
        let alone = self.trees.iter().zip(&leaves).map(|(tree, leaves)| alone(tree, leaves)).collect();
        CommonLanes { tree: first.keeping(&kept), leaves, alone }
    }
}

/// Returns the paths of the leaves that are not in `paired`.
fn alone(tree: &LaneTree, paired: &[usize]) -> Vec<String> {
    let mut is_paired = vec![false; tree.leaves().len()];
    for &leaf in paired {
        is_paired[leaf] = true;
    }
    let is_alone = |node: &usize| !is_paired[tree.nodes()[*node].leaves.start];
    tree.leaf_nodes().filter(is_alone).map(|node| tree.path(node)).collect()
}

/// The states of lanes: their names, and the state of each function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateNames {
    /// Name of each state.
    pub names: Vec<String>,
    /// State of each function, by run.
    pub of_function: Vec<Vec<u32>>,
}

impl StateNames {
    /// Makes a state of each identity. `of_function` is the identity of each function, by run.
    pub fn functions(names: &FrameNames, of_function: &[&[IdentityId]]) -> Self {
        let text = |id: usize| names.name(IdentityId(id as u32)).to_owned();
        let of_run = |run: &&[IdentityId]| run.iter().map(|identity| identity.0).collect();
        Self {
            names: (0..names.len()).map(text).collect(),
            of_function: of_function.iter().map(of_run).collect(),
        }
    }

    /// Makes a state of each package. `runs` are the functions of each run.
    pub fn packages<'a>(runs: impl IntoIterator<Item = Vec<FunctionSpec<'a>>>) -> Self {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut of_run = |specs: Vec<FunctionSpec<'_>>| -> Vec<u32> {
            let number = |name: &str| {
                let next = numbers.len() as u32;
                *numbers.entry(name.to_owned()).or_insert(next)
            };
            specs.into_iter().map(package_of).map(number).collect()
        };
        let of_function = runs.into_iter().map(&mut of_run).collect();
        let mut names = vec![String::new(); numbers.len()];
        for (name, number) in numbers {
            names[number as usize] = name;
        }
        Self { names, of_function }
    }
}
