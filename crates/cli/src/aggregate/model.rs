//! The runs as slice tables, and what is made of them.

use super::source::{Source, level, slices};
use super::threads::Threads;
use crate::CliError;
use crate::args::{AggregateArgs, StatesBy};
use crate::compare::{KeyNames, read_rules};
use diptych_aggregate::{
    Anomalies, Areas, BreakPoints, Differences, Floor, GainBy, Grid, LaneTree, Part, Partition, Quality,
    SliceTable, StateChoice, anomalies, break_points, default_p_with, differences, optimal_with,
};
use diptych_compare::Pair;
use diptych_compare::identity::{compile, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_engine::trace::{AxisKind, IdentityId, LaneId, Trace};
use diptych_views::profiles::FrameNames;
use diptych_views::{package_of, words};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What time without a state is called where it is a state, and the states that are not told apart.
pub(super) const IDLE: &str = "(no state)";
const OTHERS: &str = "(other states)";
/// Bytes that the tables of all areas may take. Lanes of a tree that needs more are told apart down to a level only.
const MOST_BYTES: usize = 256 << 20;

/// One run or two as tables of the same leaves, slices and states.
#[derive(Debug)]
pub(super) struct Model {
    /// Names of the runs.
    pub(super) names: Vec<String>,
    /// By run. Where time without a state is one, it is the last state.
    pub(super) tables: Vec<SliceTable>,
    pub(super) tree: LaneTree,
    pub(super) grid: Grid,
    /// Names of the rows of a table, without that of time without a state.
    pub(super) states: Vec<String>,
    /// Ticks by row.
    pub(super) ticks: Vec<u64>,
    /// Ticks without a state.
    pub(super) idle: u64,
    /// How many states share the row of the others.
    pub(super) lumped: usize,
    /// Whether time without a state is a state.
    pub(super) idle_is_state: bool,
    /// Of each run, lanes with calls that have no partner.
    pub(super) alone: Vec<Vec<String>>,
    /// Lanes without calls, of all runs.
    pub(super) empty_lanes: usize,
    /// Whether both runs end with the slices, or go on behind them.
    pub(super) same_end: bool,
    /// Ticks of each run behind the last slice.
    pub(super) behind: Vec<i64>,
}

/// Functions as states: which each is, and what they are called.
struct States {
    names: Vec<String>,
    /// By run and function.
    of_function: Vec<Vec<u32>>,
}

impl Model {
    pub(super) fn new(runs: &[Source], args: &AggregateArgs) -> Result<Self, CliError> {
        let traces: Vec<&Trace> = runs.iter().map(|run| &run.trace).collect();
        check_axes(runs)?;
        let (first, last) = (&runs[0], &runs[runs.len() - 1]);
        let rules = read_rules(args.rules.as_deref(), [&first.format, &last.format])?;
        let compiled = compile(&rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let identities = identify(&compiled, [&first.trace, &last.trace], &mut |_, _| ());
        let of_side = |side: usize| identities.by_function(side).to_vec();
        let of_function: Vec<Vec<IdentityId>> = (0..runs.len()).map(of_side).collect();
        let count = identities.keys.len();
        let trees: Vec<&LaneTree> = runs.iter().map(|run| &run.tree).collect();
        let pairs = paired(&traces, &of_function, count, &trees, args.lanes.unwrap_or(PairBy::Overlap));
        let names = FrameNames::new(&KeyNames::new(identities.keys), count);
        let states = States::new(&traces, &of_function, &names, args);
        let level = level(args);
        let grid = slices(runs.iter().map(|run| run.extent).min().unwrap_or(0), args)?;
        let times =
            |side: usize| runs[side].times(grid, level, &states.of_function[side], states.names.len());
        let sums = (1..runs.len()).fold(times(0), |sums, side| sums.and(&times(side)));
        let choice = StateChoice::new(&sums, args.top.map_or(15, usize::from));
        let table = |side: usize| {
            let table = runs[side].table(grid, level, &states.of_function[side], &choice);
            let picked: Vec<usize> = pairs.leaves.iter().map(|leaves| leaves[side]).collect();
            let table = table.picked(&picked);
            if args.idle { table.with_idle() } else { table }
        };
        let kept = choice.kept.iter().map(|&state| states.names[state as usize].clone());
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let behind: Vec<i64> = runs.iter().map(|run| (run.extent - grid.end()).max(0)).collect();
        Ok(Self {
            names: runs.iter().map(|run| run.name.clone()).collect(),
            tables: (0..runs.len()).map(table).collect(),
            tree: pairs.tree,
            grid,
            states: kept.chain(others).collect(),
            idle: trees
                .iter()
                .map(|tree| grid.width * (grid.count * tree.leaves().len()) as u64)
                .sum::<u64>()
                - choice.ticks.iter().sum::<u64>(),
            ticks: choice.ticks,
            lumped: choice.lumped.len(),
            idle_is_state: args.idle,
            alone: pairs.alone,
            empty_lanes: trees.iter().map(|tree| tree.empty_lanes()).sum(),
            // A window that ends before both is the end of neither.
            same_end: behind.iter().all(|&ticks| ticks as u64 > grid.width)
                || behind.iter().all(|&ticks| ticks as u64 <= grid.width),
            behind,
        })
    }

    /// Names of a table's rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(String::as_str).chain(self.idle_is_state.then_some(IDLE))
    }

    /// Shares of a run in an area by row: Eq. 1 of the paper.
    pub(super) fn shares(&self, side: usize, tree: &LaneTree, part: Part) -> Vec<f64> {
        let leaves = tree.nodes()[part.node as usize].leaves.clone();
        self.tables[side].shares(leaves, (part.from as usize, part.to as usize))
    }
}

/// What can be divided into slices of time.
fn check_axes(runs: &[Source]) -> Result<(), CliError> {
    let axes = [&runs[0], &runs[runs.len() - 1]].map(|run| run.trace.axis());
    if axes[0] != axes[1] {
        return Err(CliError::Failed(format!("These two cannot be compared. {}", words::unlike_axes(axes))));
    }
    if axes[0].kind == AxisKind::Weight {
        let text = format!("{} has no time: its stacks are weights that add up, in no order", runs[0].name);
        return Err(CliError::Failed(text));
    }
    if let Some(run) = runs.iter().find(|run| run.trace.calls().is_empty()) {
        return Err(CliError::Failed(format!("{} holds no calls", run.name)));
    }
    Ok(())
}

impl States {
    fn new(
        traces: &[&Trace],
        identities: &[Vec<IdentityId>],
        names: &FrameNames,
        args: &AggregateArgs,
    ) -> Self {
        if args.states != Some(StatesBy::Package) {
            let names = (0..names.len()).map(|id| names.name(IdentityId(id as u32)).to_owned()).collect();
            let of_run = |run: &Vec<IdentityId>| run.iter().map(|identity| identity.0).collect();
            return Self { names, of_function: identities.iter().map(of_run).collect() };
        }
        let mut packages: BTreeMap<String, u32> = BTreeMap::new();
        let mut of_run = |trace: &&Trace| -> Vec<u32> {
            let specs = trace.functions().specs(trace.names());
            let mut number = |name: &str| {
                let next = packages.len() as u32;
                *packages.entry(name.to_owned()).or_insert(next)
            };
            specs.into_iter().map(|spec| number(package_of(spec))).collect()
        };
        let of_function: Vec<Vec<u32>> = traces.iter().map(&mut of_run).collect();
        let mut by_number: Vec<(u32, String)> =
            packages.into_iter().map(|(name, number)| (number, name)).collect();
        by_number.sort();
        Self { names: by_number.into_iter().map(|(_, name)| name).collect(), of_function }
    }
}

/// Leaves that are in all runs.
struct Paired {
    /// The tree of A with these leaves only.
    tree: LaneTree,
    /// By leaf of that tree, its number in the tree of each run.
    leaves: Vec<Vec<usize>>,
    /// Of each run, paths of the other leaves.
    alone: Vec<Vec<String>>,
}

fn paired(
    traces: &[&Trace],
    identities: &[Vec<IdentityId>],
    count: usize,
    trees: &[&LaneTree],
    by: PairBy,
) -> Paired {
    let ([a, b], [of_a, of_b]) = (traces, identities) else {
        let leaves = (0..trees[0].leaves().len()).map(|leaf| vec![leaf]).collect();
        return Paired { tree: trees[0].clone(), leaves, alone: vec![Vec::new()] };
    };
    let pair = Pair { traces: [a, b], identities: [of_a, of_b], identity_count: count as u32 };
    let pairs = pair_lanes(pair, by, &LaneEdits::default(), &mut |_, _| ());
    let leaf_of = |side: usize| -> BTreeMap<LaneId, usize> {
        trees[side].leaves().iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect()
    };
    let of_b = leaf_of(1);
    let partner: BTreeMap<LaneId, LaneId> =
        pairs.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let in_b = |lane: &LaneId| partner.get(lane).and_then(|lane| of_b.get(lane)).copied();
    let partners: Vec<Option<usize>> = trees[0].leaves().iter().map(in_b).collect();
    let kept: Vec<bool> = partners.iter().map(Option::is_some).collect();
    let leaves = partners.iter().enumerate().filter_map(|(leaf, of_b)| Some(vec![leaf, (*of_b)?]));
    let leaves: Vec<Vec<usize>> = leaves.collect();
    let alone = |side: usize| {
        let mut is_paired = vec![false; trees[side].leaves().len()];
        for of in &leaves {
            is_paired[of[side]] = true;
        }
        let nodes = trees[side].leaf_nodes().map(|node| &trees[side].nodes()[node]);
        nodes.filter(|node| !is_paired[node.leaves.start]).map(|node| node.path.clone()).collect()
    };
    let alone = vec![alone(0), alone(1)];
    Paired { tree: trees[0].keeping(&kept), leaves, alone }
}

/// What is said of a model.
#[derive(Debug)]
pub(super) struct Results {
    /// The tree whose nodes are told apart.
    pub(super) tree: LaneTree,
    /// The p that was asked for, or the default.
    pub(super) p: f64,
    pub(super) p_is_default: bool,
    pub(super) quality: Quality,
    pub(super) partition: Partition,
    /// All partitions, if they were asked for.
    pub(super) all: Option<BreakPoints>,
    /// Of a pair.
    pub(super) differences: Option<Differences>,
    /// By run.
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
        // Nothing here gives the work up.
        let areas = Areas::new_with(table, &tree, gain, &Threads, go_on);
        let default_p = |areas| default_p_with(areas, &Threads, go_on);
        let p = args.p.or_else(|| areas.as_ref().and_then(default_p)).unwrap_or(0.5);
        let partition = areas.as_ref().and_then(|areas| optimal_with(areas, p, &Threads, go_on));
        let partition = partition.unwrap_or(Partition { parts: Vec::new() });
        let quality = areas.as_ref().map_or(Quality::default(), |areas| partition.quality(areas));
        let all = areas.as_ref().filter(|_| args.all);
        let differences = match &model.tables[..] {
            [a, b] => Some(differences(a, b, &model.tree, model.same_end, Floor::default())),
            _ => None,
        };
        Self {
            all: all.and_then(|areas| break_points(areas, &mut |_| (), go_on)),
            p,
            p_is_default: args.p.is_none(),
            quality,
            partition,
            tree,
            differences,
            anomalies: model
                .tables
                .iter()
                .map(|table| anomalies(table, &model.tree, Floor::default()))
                .collect(),
        }
    }
}
