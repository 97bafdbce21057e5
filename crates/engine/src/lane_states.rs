//! What a table of lanes over time is made of, of one run or of several: which lanes all of them have, and what the states of lanes
//! are called.

use diptych_aggregate::LaneTree;
use diptych_trace::{FunctionSpec, IdentityId, LaneId};
use diptych_views::package_of;
use diptych_views::profiles::FrameNames;
use std::collections::BTreeMap;

/// Leaves of lanes that are in all runs, by those of the first. Runs are added one by one.
#[derive(Debug)]
pub struct CommonLanes {
    /// Of each run.
    trees: Vec<LaneTree>,
    /// By run and leaf of the first, its number in the run.
    partners: Vec<Vec<Option<usize>>>,
}

/// What all runs have.
#[derive(Debug)]
pub struct Common {
    /// The tree of the first run with these leaves only.
    pub tree: LaneTree,
    /// By run and leaf of that tree, its number in the tree of the run.
    pub leaves: Vec<Vec<usize>>,
    /// Of each run, paths of the other leaves.
    pub alone: Vec<Vec<String>>,
}

impl CommonLanes {
    /// Of a run, with which the others are paired.
    pub fn new(first: LaneTree) -> Self {
        let own = (0..first.leaves().len()).map(Some).collect();
        Self { trees: vec![first], partners: vec![own] }
    }

    /// With another run, of whose lanes these are paired with those of the first.
    pub fn add(&mut self, tree: LaneTree, pairs: impl IntoIterator<Item = [LaneId; 2]>) {
        let leaf_of: BTreeMap<LaneId, usize> =
            tree.leaves().iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect();
        let partners: BTreeMap<LaneId, usize> =
            pairs.into_iter().filter_map(|[first, own]| Some((first, *leaf_of.get(&own)?))).collect();
        let of = |lane: &LaneId| partners.get(lane).copied();
        self.partners.push(self.trees[0].leaves().iter().map(of).collect());
        self.trees.push(tree);
    }

    /// What all have.
    pub fn common(self) -> Common {
        let first = &self.trees[0];
        let is_kept = |leaf: usize| self.partners.iter().all(|of_run| of_run[leaf].is_some());
        let kept: Vec<bool> = (0..first.leaves().len()).map(is_kept).collect();
        let of_run = |partners: &Vec<Option<usize>>| {
            partners.iter().zip(&kept).filter(|(_, kept)| **kept).filter_map(|(leaf, _)| *leaf).collect()
        };
        let leaves: Vec<Vec<usize>> = self.partners.iter().map(of_run).collect();
        let alone = self.trees.iter().zip(&leaves).map(|(tree, leaves)| alone(tree, leaves)).collect();
        Common { tree: first.keeping(&kept), leaves, alone }
    }
}

/// Paths of the leaves that are none of these.
fn alone(tree: &LaneTree, paired: &[usize]) -> Vec<String> {
    let mut is_paired = vec![false; tree.leaves().len()];
    for &leaf in paired {
        is_paired[leaf] = true;
    }
    let nodes = tree.leaf_nodes().map(|node| &tree.nodes()[node]);
    nodes.filter(|node| !is_paired[node.leaves.start]).map(|node| node.path.clone()).collect()
}

/// Functions as states: which each is, and what they are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateNames {
    /// By state.
    pub names: Vec<String>,
    /// By run and function, its state.
    pub of_function: Vec<Vec<u32>>,
}

impl StateNames {
    /// States are functions as identity rules have them: by run and function its identity.
    pub fn functions(names: &FrameNames, of_function: &[&[IdentityId]]) -> Self {
        let text = |id: usize| names.name(IdentityId(id as u32)).to_owned();
        let of_run = |run: &&[IdentityId]| run.iter().map(|identity| identity.0).collect();
        Self {
            names: (0..names.len()).map(text).collect(),
            of_function: of_function.iter().map(of_run).collect(),
        }
    }

    /// States are packages of functions, by run.
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
