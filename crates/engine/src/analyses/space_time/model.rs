//! The tables of slices of the sides that are open, as the compute role holds them from one job to the next.

use super::curve::HeldSearch;
use super::query::SliceQuery;
use super::runs::{Chosen, Paired, Runs};
use crate::analyses::{Bench, Stages};
use diptych_aggregate::{Areas, LaneTree, Quality, SliceTable, StateChoice, default_p, mean_table, optimal};
use diptych_protocol::StateBy;
use diptych_store::StoreError;
use diptych_trace::LaneId;
use diptych_views::space_time::{IDLE, OTHERS};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Bytes that the tables of all areas of one panel may take. Lanes of a tree that needs more are told apart down to a level
/// only.
const MOST_BYTES: usize = 96 << 20;
/// Where nobody said how many levels of lanes are told apart: at most so many lanes,
const ROOM: usize = 24;
/// but no fewer than so many where there are more.
const FEW: usize = 4;

/// The stage in which areas are weighed.
const WEIGHING: &str = "Computing areas";

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
    /// By side that is open, the mean of its runs: ticks of each lane that all runs have. Time without a state is its last state
    /// where it is one.
    pub(super) tables: Vec<SliceTable>,
    /// By side that is open, and run, where any has several; the first is the one that is shown.
    pub(super) runs: Vec<Vec<SliceTable>>,
    /// By side, in its own ticks, where its slices begin, and where the last one ends.
    pub(super) edges: Vec<Vec<i64>>,
    /// All levels of these lanes.
    pub(super) tree: LaneTree,
    /// Those that are told apart.
    pub(super) folded: LaneTree,
    /// By side that is open and leaf, its lane in the run that is shown.
    pub(super) lanes: Vec<Vec<LaneId>>,
    /// Names of the rows of a table.
    pub(super) states: Vec<String>,
    /// By side and function of its trace, the row of its state.
    pub(super) of_function: Vec<Vec<u32>>,
    /// What a state is, also where the query left that to what tells most.
    pub(super) by: StateBy,
    /// How many states share the row of the others, which then stands behind the rest.
    pub(super) lumped: usize,
    /// By side, lanes with calls that have no partner in some run.
    pub(super) alone: Vec<usize>,
    /// Lanes without calls.
    pub(super) empty: usize,
    /// By difference of a pair, as they are listed, the largest p at which areas lie within it alone.
    pub(super) stands_at: Vec<Option<f64>>,
    /// What partitions are chosen by, of each panel that was wanted: of the sides, then of both together.
    areas: [Option<Rc<Areas>>; 3],
    /// Of each the quality of its finest partition.
    finest: [Option<Quality>; 3],
    /// Where the curves of the last panel are farthest apart.
    widest: Option<f64>,
    /// The search for all partitions of the last panel, as far as it is.
    pub(super) search: Option<HeldSearch>,
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
                Self::new(query, bench)?
            }
        };
        let result = work(&mut model, &mut *bench.stages);
        let (versions, query) = (bench.versions.clone(), query.clone());
        bench.held.space_time = Some(HeldSlices { versions, query, model });
        result
    }

    fn new(query: &SliceQuery, bench: &mut Bench<'_>) -> Result<Self, StoreError> {
        let runs = Runs::new(query, bench)?;
        let names = runs.names(query, bench)?;
        let stages = &mut *bench.stages;
        let paired = Paired::new(query, &runs, &names, stages)?;
        let mut chosen = runs.states(query, &names, stages)?;
        // Of what tells most the first is the function, the other the package.
        let tells = |of: &[Chosen]| of.len() > 1 && !tells_half(&of[0].choice) && tells_apart(&of[1].choice);
        let at = usize::from(tells(&chosen));
        let Chosen { by, states, choice } = chosen.swap_remove(at);
        let tables = runs.tables(query, &states, (&choice, &paired.leaves), stages)?;
        let kept = choice.kept.iter().map(|&state| states.names[state as usize].clone());
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let names: Vec<String> = kept.chain(others).chain(query.idle.then(|| IDLE.to_owned())).collect();
        let rows = |of: &Vec<u32>| of.iter().map(|&state| choice.row(state) as u32).collect();
        let folded =
            folded(&paired.tree, query.levels as usize, runs.grids.first().map_or(1, |grid| grid.count));
        let has_several = tables.iter().any(|runs| runs.len() > 1);
        let means = tables.iter().filter_map(|runs| mean_table(runs)).collect();
        Ok(Self {
            tables: means,
            runs: if has_several { tables } else { Vec::new() },
            edges: runs.edges(),
            folded,
            tree: paired.tree,
            lanes: paired.lanes,
            states: names,
            of_function: runs.shown().map(|run| rows(&states.of_function[run])).collect(),
            by,
            lumped: choice.lumped.len(),
            alone: paired.alone,
            empty: paired.empty,
            stands_at: Vec::new(),
            areas: [None, None, None],
            finest: [None; 3],
            widest: None,
            search: None,
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

    /// What a panel is of: a side, or both together, their states side by side.
    pub(super) fn table(&self, panel: usize) -> Cow<'_, SliceTable> {
        match self.tables.get(panel) {
            Some(table) => Cow::Borrowed(table),
            None => Cow::Owned(SliceTable::stacked(&self.tables[0], &self.tables[1])),
        }
    }

    /// What the partitions of a panel are chosen by.
    pub(super) fn areas(
        &mut self,
        panel: usize,
        query: &SliceQuery,
        stages: Stages<'_>,
    ) -> Result<&Rc<Areas>, StoreError> {
        if self.areas[panel].is_none() {
            stages(WEIGHING, 0, 0);
            let mut progress = |done, total| {
                stages(WEIGHING, done, total);
                ControlFlow::Continue(())
            };
            self.areas[panel] =
                Areas::new(&self.table(panel), &self.folded, query.gain(), &mut progress).map(Rc::new);
        }
        self.areas[panel].as_ref().ok_or(StoreError::Damaged)
    }

    /// The quality of the finest partition of a panel: one run of the algorithm, the first time.
    pub(super) fn finest(
        &mut self,
        panel: usize,
        query: &SliceQuery,
        stages: Stages<'_>,
    ) -> Result<Quality, StoreError> {
        if let Some(known) = self.finest[panel] {
            return Ok(known);
        }
        let areas = self.areas(panel, query, stages)?;
        let found = optimal(areas, 0.0, &mut |_, _| ControlFlow::Continue(())).map(|of| of.quality(areas));
        Ok(*self.finest[panel].insert(found.ok_or(StoreError::Damaged)?))
    }

    /// The p at which the curves of the last panel are farthest apart: two runs of the algorithm, the first time.
    pub(super) fn widest(&mut self, query: &SliceQuery, stages: Stages<'_>) -> Result<f64, StoreError> {
        if let Some(known) = self.widest {
            return Ok(known);
        }
        let main = self.panels().checked_sub(1).ok_or(StoreError::Damaged)?;
        let areas = self.areas(main, query, stages)?;
        let found = default_p(areas, &mut |_, _| ControlFlow::Continue(())).unwrap_or(0.5);
        Ok(*self.widest.insert(found))
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
