//! The tables of slices of the sides that are open, as the compute role holds them from one job to the next.

use super::query::SliceQuery;
use crate::analyses::alignment::{edits_of, pair_by};
use crate::analyses::names::Names;
use crate::analyses::profile::Texts;
use crate::analyses::{Bench, Stages};
use diptych_aggregate::{Areas, Grid, LaneTree, SliceTable, StateChoice, StateTimes};
use diptych_compare::lanes::pair_lanes;
use diptych_protocol::StateBy;
use diptych_store::StoreError;
use diptych_trace::{IdentityId, LaneId, Trace};
use diptych_views::package_of;
use diptych_views::profiles::FrameNames;
use diptych_views::space_time::{IDLE, OTHERS};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Bytes that the tables of all areas of one panel may take. Lanes of a tree that needs more are told apart down to a level
/// only.
const MOST_BYTES: usize = 96 << 20;
/// Where nobody said how many levels of lanes are told apart: at most so many lanes,
const ROOM: usize = 24;
/// but no fewer than so many where there are more.
const FEW: usize = 4;

/// What the compute role keeps for the next job: the last tables, of which traces and of what they were made.
#[derive(Debug)]
pub(crate) struct HeldSlices {
    versions: Vec<u32>,
    query: SliceQuery,
    model: Model,
}

/// The tables of the sides that are open.
#[derive(Debug)]
pub(super) struct Model {
    /// By side that is open: ticks of each lane that all of them have. Time without a state is its last state where it is one.
    pub(super) tables: Vec<SliceTable>,
    /// By side, in its own ticks, where its slices begin, and where the last one ends.
    pub(super) edges: Vec<Vec<i64>>,
    /// All levels of these lanes.
    pub(super) tree: LaneTree,
    /// Those that are told apart.
    pub(super) folded: LaneTree,
    /// By side that is open and leaf, its lane.
    pub(super) lanes: Vec<Vec<LaneId>>,
    /// Names of the rows of a table.
    pub(super) states: Vec<String>,
    /// By side and function of its trace, the row of its state.
    pub(super) of_function: Vec<Vec<u32>>,
    /// What a state is, also where the query left that to what tells most.
    pub(super) by: StateBy,
    /// How many states share the row of the others, which then stands behind the rest.
    pub(super) lumped: usize,
    /// By side, lanes with calls that have no partner.
    pub(super) alone: Vec<usize>,
    /// Lanes without calls.
    pub(super) empty: usize,
    /// By difference of a pair, as they are listed, the largest p at which areas lie within it alone.
    pub(super) stands_at: Vec<Option<f64>>,
    /// What partitions are chosen by, of each panel that was wanted: of the sides, then of both together.
    areas: [Option<Areas>; 3],
}

impl Model {
    /// The tables of a query: those that are held where they are of the same. `None` of lanes without calls.
    pub(super) fn with<T>(
        query: &SliceQuery,
        bench: &mut Bench<'_>,
        work: impl FnOnce(&mut Self, Stages<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let held = bench.held.space_time.take();
        let is_same = |held: &HeldSlices| held.versions == bench.versions && held.query == *query;
        let mut model = match held {
            Some(held) if is_same(&held) => held.model,
            before => {
                drop(before); // Before its memory is needed again.
                let traces: Vec<&Trace> = bench.traces.into_iter().flatten().collect();
                let sides: Vec<usize> = (0..2).filter(|&side| bench.traces[side].is_some()).collect();
                let (names, stages) = bench.names(&query.rules)?;
                Self::new(query, &traces, &sides, names, stages)?
            }
        };
        let result = work(&mut model, &mut *bench.stages);
        let (versions, query) = (bench.versions.clone(), query.clone());
        bench.held.space_time = Some(HeldSlices { versions, query, model });
        result
    }

    fn new(
        query: &SliceQuery,
        traces: &[&Trace],
        sides: &[usize],
        names: &Names,
        stages: Stages<'_>,
    ) -> Result<Self, StoreError> {
        let warp = query.warp()?;
        // Which tick of the slices one of a side is.
        let place =
            |at: usize, tick: i64| warp.as_ref().filter(|_| at == 1).map_or(tick, |warp| warp.to_a(tick));
        let identities: Vec<&[IdentityId]> =
            sides.iter().map(|&side| names.identities.by_function(side)).collect();
        let trees: Vec<LaneTree> = traces.iter().map(|trace| LaneTree::new(trace)).collect();
        let paired = Paired::new(query, traces, &trees, names, stages);
        stages("Slicing time", 0, 0);
        let level = query.stack_level();
        let grids: Vec<Grid> = sides
            .iter()
            .map(|&side| Grid::covering(query.spans[side][0], query.spans[side][1], query.slices as usize))
            .collect();
        let done = |of: usize| (of as u64, 2 * traces.len() as u64);
        let mut chosen = |by: StateBy| {
            let states = StateNames::new(by, traces, &identities, names);
            let mut times = StateTimes::default();
            for (at, trace) in traces.iter().enumerate() {
                let (of_function, names) = (&states.of_function[at], states.names.len());
                let place = |tick| place(at, tick);
                times =
                    times.and(&StateTimes::of_calls_at(trace, grids[at], level, of_function, names, place));
                stages("Slicing time", done(at + 1).0, done(at + 1).1);
            }
            let choice = StateChoice::new(&times, query.top as usize);
            (by, states, choice)
        };
        let (by, states, choice) = match query.by {
            StateBy::Auto => {
                let innermost = chosen(StateBy::Innermost);
                if tells_half(&innermost.2) {
                    innermost
                } else {
                    let packages = chosen(StateBy::Package);
                    if tells_apart(&packages.2) { packages } else { innermost }
                }
            }
            by => chosen(by),
        };
        let mut tables = Vec::new();
        for (at, trace) in traces.iter().enumerate() {
            let of_function = &states.of_function[at];
            let place = |tick| place(at, tick);
            let table =
                SliceTable::of_calls_at(trace, &trees[at], grids[at], level, of_function, &choice, place);
            let table = table.picked(&paired.leaves[at]);
            tables.push(if query.idle { table.with_idle() } else { table });
            let (done, total) = done(traces.len() + at + 1);
            stages("Slicing time", done, total);
        }
        let kept = choice.kept.iter().map(|&state| states.names[state as usize].clone());
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let names: Vec<String> = kept.chain(others).chain(query.idle.then(|| IDLE.to_owned())).collect();
        let edges = grids.iter().enumerate().map(|(at, grid)| {
            let own = |slice| warp.as_ref().filter(|_| at == 1).map_or(slice, |warp| warp.to_b(slice));
            (0..=grid.count).map(|slice| own(grid.edge(slice))).collect()
        });
        let lanes = paired.leaves.iter().zip(&trees);
        let lanes = lanes.map(|(leaves, tree)| leaves.iter().map(|&leaf| tree.leaves()[leaf]).collect());
        let folded = folded(&paired.tree, query.levels as usize, grids.first().map_or(1, |grid| grid.count));
        Ok(Self {
            tables,
            edges: edges.collect(),
            folded,
            tree: paired.tree,
            lanes: lanes.collect(),
            states: names,
            of_function: states
                .of_function
                .iter()
                .map(|of| of.iter().map(|&state| choice.row(state) as u32).collect())
                .collect(),
            by,
            lumped: choice.lumped.len(),
            alone: paired.alone,
            empty: trees.iter().map(LaneTree::empty_lanes).sum(),
            stands_at: Vec::new(),
            areas: [None, None, None],
        })
    }

    /// Ticks of a slice, and how many there are.
    pub(super) fn slices(&self) -> (u64, usize) {
        self.tables.first().map_or((1, 1), |table| (table.grid().width, table.grid().count))
    }

    /// How many panels there are: one a side, and of a pair one of both.
    pub(super) fn panels(&self) -> usize {
        if self.tables.len() == 2 { 3 } else { self.tables.len() }
    }

    /// What the partitions of a panel are chosen by.
    pub(super) fn areas(
        &mut self,
        panel: usize,
        query: &SliceQuery,
        stages: Stages<'_>,
    ) -> Result<&Areas, StoreError> {
        if self.areas[panel].is_none() {
            let stacked;
            let table = if let Some(table) = self.tables.get(panel) {
                table
            } else {
                stacked = SliceTable::stacked(&self.tables[0], &self.tables[1]);
                &stacked
            };
            let mut progress = |done, total| {
                stages("Weighing areas", done, total);
                ControlFlow::Continue(())
            };
            self.areas[panel] = Areas::new(table, &self.folded, query.gain(), &mut progress);
        }
        self.areas[panel].as_ref().ok_or(StoreError::Damaged)
    }
}

/// Whether the states that are told apart have half of the time that is in any.
fn tells_half(choice: &StateChoice) -> bool {
    let all: u64 = choice.ticks.iter().sum();
    let others: u64 = choice.ticks.iter().skip(choice.kept.len()).sum();
    2 * others <= all
}

/// Whether no state has nine tenths of the time that is in any, and the others together have less than half.
fn tells_apart(choice: &StateChoice) -> bool {
    let all: u64 = choice.ticks.iter().sum();
    tells_half(choice) && choice.ticks.iter().all(|&ticks| 10 * ticks < 9 * all)
}

/// The levels of a tree that are told apart.
fn folded(tree: &LaneTree, levels: usize, slices: usize) -> LaneTree {
    let deepest = tree.deepest_level();
    let lanes = |level: usize| tree.folded(level).leaf_nodes().count();
    let wanted = if levels > 0 {
        levels.min(deepest)
    } else {
        let fits = (0..=deepest).rev().find(|&level| lanes(level) <= ROOM).unwrap_or(0);
        if lanes(fits) < FEW { (fits + 1).min(deepest) } else { fits }
    };
    tree.folded(wanted.min(Areas::level_within(tree, slices, MOST_BYTES)))
}

/// Leaves that all sides have, within the lane that is asked for.
struct Paired {
    /// The tree of the first side with these leaves only.
    tree: LaneTree,
    /// By side and leaf of that tree, its number in the side's own.
    leaves: Vec<Vec<usize>>,
    alone: Vec<usize>,
}

impl Paired {
    fn new(
        query: &SliceQuery,
        traces: &[&Trace],
        trees: &[LaneTree],
        names: &Names,
        stages: Stages<'_>,
    ) -> Self {
        let all = match (traces, trees) {
            ([a, b], [of_a, of_b]) => Self::of_pair(query, [a, b], [of_a, of_b], names, stages),
            _ => Self {
                tree: trees[0].clone(),
                leaves: vec![(0..trees[0].leaves().len()).collect()],
                alone: vec![0],
            },
        };
        all.within(&query.within)
    }

    fn of_pair(
        query: &SliceQuery,
        traces: [&Trace; 2],
        trees: [&LaneTree; 2],
        names: &Names,
        stages: Stages<'_>,
    ) -> Self {
        stages("Pairing lanes", 0, 0);
        let mut progress = |done, total| stages("Pairing lanes", done, total);
        let edits = edits_of(&query.chosen);
        let pairs = pair_lanes(names.pair(traces), pair_by(query.matching), &edits, &mut progress);
        let leaf_of_b: BTreeMap<LaneId, usize> =
            trees[1].leaves().iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect();
        let partners: BTreeMap<LaneId, usize> = pairs
            .pairs
            .iter()
            .filter_map(|pair| Some((pair.lanes[0], *leaf_of_b.get(&pair.lanes[1])?)))
            .collect();
        let partners: Vec<Option<usize>> =
            trees[0].leaves().iter().map(|lane| partners.get(lane).copied()).collect();
        let kept: Vec<bool> = partners.iter().map(Option::is_some).collect();
        let paired: Vec<(usize, usize)> =
            partners.iter().enumerate().filter_map(|(leaf, of_b)| Some((leaf, (*of_b)?))).collect();
        let alone = trees.map(|tree| tree.leaves().len() - paired.len());
        Self {
            tree: trees[0].keeping(&kept),
            leaves: vec![
                paired.iter().map(|(leaf, _)| *leaf).collect(),
                paired.iter().map(|(_, leaf)| *leaf).collect(),
            ],
            alone: alone.to_vec(),
        }
    }

    /// What lies in a lane; all where no lane has that path.
    fn within(self, path: &str) -> Self {
        let found = self.tree.nodes().iter().position(|node| node.path == path);
        let Some(node) = found.filter(|&node| node > 0) else { return self };
        let range = self.tree.nodes()[node].leaves.clone();
        let leaves = self.leaves.iter().map(|leaves| leaves[range.clone()].to_vec());
        Self { tree: self.tree.subtree(node), leaves: leaves.collect(), alone: self.alone }
    }
}

/// Functions as states: which each is, and what they are called.
struct StateNames {
    names: Vec<String>,
    /// By side that is open and function.
    of_function: Vec<Vec<u32>>,
}

impl StateNames {
    fn new(by: StateBy, traces: &[&Trace], identities: &[&[IdentityId]], names: &Names) -> Self {
        if by == StateBy::Package {
            return Self::packages(traces);
        }
        let names =
            FrameNames::new(&Texts::of_functions(&names.identities), names.identities.count() as usize);
        let text = |id: usize| names.name(IdentityId(id as u32)).to_owned();
        Self {
            names: (0..names.len()).map(text).collect(),
            of_function: identities.iter().map(|of| of.iter().map(|identity| identity.0).collect()).collect(),
        }
    }

    fn packages(traces: &[&Trace]) -> Self {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut of_side = |trace: &&Trace| -> Vec<u32> {
            let number = |name: &str| {
                let next = numbers.len() as u32;
                *numbers.entry(name.to_owned()).or_insert(next)
            };
            trace.functions().specs(trace.names()).into_iter().map(package_of).map(number).collect()
        };
        let of_function = traces.iter().map(&mut of_side).collect();
        let mut names = vec![String::new(); numbers.len()];
        for (name, number) in numbers {
            names[number as usize] = name;
        }
        Self { names, of_function }
    }
}
