//! The runs that tables of slices are made from: the displayed runs and, if a side has several, its other runs. Other
//! runs are read one after the other, so that only one is unpacked at a time.

use super::query::SliceQuery;
use crate::space_time::{NO_COLOR, STATE_COLORS};
use diptych_aggregate::{
    Grid, LaneTimes, LaneTree, SliceMap, SliceTable, StateChoice, StateTimes, mean_table,
};
use diptych_compare::Pair;
use diptych_compare::align::Warp;
use diptych_compare::identity::{Identities, Rules, identify_runs};
use diptych_compare::lanes::{LaneEdits, pair_lanes};
use diptych_engine::{
    CommonLanesBuilder, FindingRun, FindingSlices, FindingsInput, JobInput, Stages, StateNames, StatesOfRun,
    Texts, edits_of, pair_by, read_rules,
};
use diptych_protocol::StateBy;
use diptych_store::StoreError;
use diptych_trace::{FunctionSpec, IdentityId, LaneId, Trace};
use diptych_views::FrameNames;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Name of the stage, for the page.
const SLICING: &str = "Slicing time";
const PAIRING: &str = "Pairing lanes";

/// Runs of the open sides: for each side the displayed run, then its other runs.
pub(super) struct Runs<'a> {
    /// Index of each run's side among the open sides.
    of: Vec<usize>,
    sources: Vec<Source<'a>>,
    /// Sides that are open.
    sides: Vec<usize>,
    /// Grid of slices, by open side.
    pub(super) grids: Vec<Grid>,
    /// Warp from B's time to A's, if B's time is warped.
    warp: Option<Warp>,
}

#[derive(Debug)]
enum Source<'a> {
    Shown(&'a Trace),
    /// Compared part of the displayed run.
    Part(Arc<Trace>),
    Packed(&'a [u8]),
}

impl Source<'_> {
    /// Returns the trace of a displayed run, or its compared part.
    fn shown(&self) -> Option<&Trace> {
        match self {
            Self::Shown(trace) => Some(trace),
            Self::Part(trace) => Some(trace),
            Self::Packed(_) => None,
        }
    }

    fn trace(&self) -> Result<Cow<'_, Trace>, StoreError> {
        match self {
            Self::Shown(trace) => Ok(Cow::Borrowed(trace)),
            Self::Part(trace) => Ok(Cow::Borrowed(trace)),
            Self::Packed(bytes) => Trace::unpacked(bytes).map(Cow::Owned).ok_or(StoreError::Damaged),
        }
    }
}

/// States of one kind, and the choice of those with a row of their own.
pub(super) struct StatesOfKind {
    pub(super) by: StateBy,
    pub(super) states: StateNames,
    pub(super) choice: StateChoice,
}

/// Names of the functions of all runs.
pub(super) struct RunNames {
    names: FrameNames,
    /// Key of each identity.
    keys: Vec<String>,
    /// Identity of each function, by run.
    identities: Vec<Vec<IdentityId>>,
    functions: Vec<Functions>,
}

/// Functions of a run. They are copied, because a packed run is dropped before they are used.
struct Functions(Vec<Function>);

struct Function {
    name: String,
    file: String,
    line: u32,
    category: String,
}

impl Functions {
    fn of(trace: &Trace) -> Self {
        let own = |FunctionSpec { name, file, line, category }: FunctionSpec<'_>| Function {
            name: name.to_owned(),
            file: file.to_owned(),
            line,
            category: category.to_owned(),
        };
        Self(trace.functions().specs(trace.names()).into_iter().map(own).collect())
    }

    fn specs(&self) -> Vec<FunctionSpec<'_>> {
        fn spec(Function { name, file, line, category }: &Function) -> FunctionSpec<'_> {
            FunctionSpec { name, file, line: *line, category }
        }
        self.0.iter().map(spec).collect()
    }
}

impl<'a> Runs<'a> {
    pub(super) fn new(query: &SliceQuery, bench: &JobInput<'a>) -> Result<Self, StoreError> {
        let sides: Vec<usize> = (0..2).filter(|&side| bench.traces[side].is_some()).collect();
        let (mut of, mut sources) = (Vec::new(), Vec::new());
        for (open, &side) in sides.iter().enumerate() {
            let shown = bench.traces[side].map(|trace| match &query.until {
                Some(until) if until.side == side => {
                    Source::Part(Arc::new(trace.cut_without(&(0..until.moment), &until.open)))
                }
                _ => Source::Shown(trace),
            });
            sources.extend(shown);
            sources.extend(bench.runs[side].iter().copied().map(Source::Packed));
            of.resize(sources.len(), open);
        }
        let grid = |&side: &usize| {
            let [from, to] = query.sliced_span(side);
            Grid::covering_in_steps(from, to, query.slices as usize, query.step)
        };
        Ok(Self { of, sources, grids: sides.iter().map(grid).collect(), sides, warp: query.warp()? })
    }

    /// Returns the displayed runs, one for each open side.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.sources.len()).filter(|&run| self.sources[run].shown().is_some())
    }

    /// Returns the tick at which the shortest run of each open side ends, on the axis of its slices.
    pub(super) fn ends(&self, query: &SliceQuery) -> Vec<i64> {
        self.sides.iter().map(|&side| query.ends[side]).collect()
    }

    /// Returns the edges of the slices by open side, in the side's own ticks: each start, and the end of the last
    /// slice.
    pub(super) fn edges(&self) -> Vec<Vec<i64>> {
        let own = |open: usize, slice| self.warp_of(open).map_or(slice, |warp| warp.to_b(slice));
        let of_side = |(open, grid): (usize, &Grid)| {
            (0..=grid.count).map(|slice| own(open, grid.edge(slice))).collect()
        };
        self.grids.iter().enumerate().map(of_side).collect()
    }

    fn warp_of(&self, open: usize) -> Option<&Warp> {
        self.warp.as_ref().filter(|_| open == 1)
    }

    /// Returns the map from ticks of a run to ticks of the slices.
    fn place(&self, run: usize) -> impl Fn(i64) -> i64 + '_ {
        let warp = self.warp_of(self.of[run]);
        move |tick| warp.map_or(tick, |warp| warp.to_a(tick))
    }

    /// Returns true if there are two runs and they hold the same calls at the same times.
    pub(super) fn are_same(&self) -> bool {
        self.pair().is_some_and(|[a, b]| a.has_same_calls(b))
    }

    /// Returns the traces of both sides with one run each; `None` for one side and for sides with several runs.
    fn pair(&self) -> Option<[&Trace; 2]> {
        let [a, b] = &self.sources[..] else { return None };
        Some([a.shown()?, b.shown()?]).filter(|_| self.sides.len() == 2)
    }

    fn has_others(&self) -> bool {
        self.sources.len() > self.sides.len()
    }

    pub(super) fn names(&self, query: &SliceQuery, bench: &mut JobInput<'_>) -> Result<RunNames, StoreError> {
        let of_runs = self.sources.iter().map(|source| Ok(Functions::of(source.trace()?.as_ref())));
        let functions = of_runs.collect::<Result<Vec<Functions>, StoreError>>()?;
        let named = |identities: &Identities, by_run: Vec<Vec<IdentityId>>, functions| RunNames {
            names: FrameNames::new(&Texts::of_functions(identities), identities.count() as usize),
            keys: identities.keys.clone(),
            identities: by_run,
            functions,
        };
        if !self.has_others() {
            let (names, _) = bench.names(&query.rules)?;
            let by_run = self.sides.iter().map(|&side| names.identities.by_function(side).to_vec());
            return Ok(named(&names.identities, by_run.collect(), functions));
        }
        let (_, compiled) = read_rules(&query.rules, &Rules::NONE).map_err(|_| StoreError::Damaged)?;
        let of_side = |side: usize| -> Vec<Vec<FunctionSpec<'_>>> {
            let is_of = |run: &usize| self.sides[self.of[*run]] == side;
            (0..functions.len()).filter(is_of).map(|run| functions[run].specs()).collect()
        };
        let mut identities = identify_runs(&compiled, [&of_side(0), &of_side(1)], &mut |_, _| ());
        let by_run = std::mem::take(&mut identities.of_function).into_iter().flatten().collect();
        Ok(named(&identities, by_run, functions))
    }

    /// Returns the states of a query. If the query leaves their kind open, there are two results: functions, then
    /// packages.
    pub(super) fn states(
        &self,
        query: &SliceQuery,
        names: &RunNames,
        stages: Stages<'_>,
    ) -> Result<Vec<StatesOfKind>, StoreError> {
        let identities: Vec<&[IdentityId]> = names.identities.iter().map(Vec::as_slice).collect();
        let states = |by: &StateBy| match by {
            StateBy::Package => StateNames::packages(names.functions.iter().map(Functions::specs)),
            _ => StateNames::functions(&names.names, &identities),
        };
        let kinds = match query.by {
            StateBy::Auto => vec![StateBy::Innermost, StateBy::Package],
            by => vec![by],
        };
        let states: Vec<StateNames> = kinds.iter().map(states).collect();
        let mut times = vec![StateTimes::default(); kinds.len()];
        for run in 0..self.sources.len() {
            stages(SLICING, run as u64, 2 * self.sources.len() as u64);
            let (trace, grid) = (self.sources[run].trace()?, self.grids[self.of[run]]);
            for (times, states) in times.iter_mut().zip(&states) {
                let (of_function, count) = (&states.of_function[run], states.names.len());
                let (level, place) = (query.stack_level(), self.place(run));
                let own = StateTimes::of_calls_at(&trace, grid, level, of_function, count, place);
                *times = std::mem::take(times).and(&own);
            }
        }
        let of_kind = kinds.into_iter().zip(states).zip(times);
        let chosen = of_kind.map(|((by, states), times)| {
            let choice = StateChoice::new(&times, query.top as usize);
            StatesOfKind { by, states, choice }
        });
        Ok(chosen.collect())
    }

    /// Returns the number of the colour of each of some states, which depends on the whole displayed runs alone; see
    /// [`color_numbers`].
    pub(super) fn colors(
        &self,
        query: &SliceQuery,
        states: &StateNames,
        kept: &[u32],
    ) -> Result<Vec<u32>, StoreError> {
        let mut times = StateTimes::default();
        for run in self.shown() {
            let trace = self.sources[run].trace()?;
            let grid = Grid::covering_in_steps(0, trace.extent().max(1), 1, query.step);
            let (of_function, count) = (&states.of_function[run], states.names.len());
            let own = StateTimes::of_calls(&trace, grid, query.stack_level(), of_function, count);
            times = times.and(&own);
        }
        Ok(color_numbers(&StateChoice::new(&times, usize::MAX).kept, kept))
    }

    /// Adds up the input of the findings of a pair. `leaves` are those that all runs have, by run. Returns `None` for one
    /// side and for sides with several runs.
    pub(super) fn findings_input(
        &self,
        query: &SliceQuery,
        names: &RunNames,
        states: &StateNames,
        leaves: &[Vec<usize>],
    ) -> Result<Option<FindingsInput>, StoreError> {
        let Some([a, b]) = self.pair() else { return Ok(None) };
        let slices = if let Some(warp) = query.matched()? {
            FindingSlices::matched(warp.anchors(), [a.extent(), b.extent()], self.warp.is_some())
        } else {
            let shift = self.grids[0].start - self.grids[1].start;
            let own = |run: usize, tick: i64| match &self.warp {
                Some(warp) if run == 1 => warp.to_b(tick),
                _ if run == 1 => tick.saturating_sub(shift),
                _ => tick,
            };
            let end_of_b = match &self.warp {
                Some(warp) => warp.to_a(b.extent()),
                None => b.extent().saturating_add(shift),
            };
            let [start, end] = [self.grids[0].start, self.grids[0].end()];
            FindingSlices::common([start, end], [&[a.extent()], &[end_of_b]], &own)
                .aligned(self.warp.is_some() && !query.has_own_clocks())
        };
        let trees = [LaneTree::new(a), LaneTree::new(b)];
        let run = |side: usize| FindingRun {
            trace: [a, b][side],
            tree: &trees[side],
            leaves: &leaves[side],
            of_function: &states.of_function[side],
            side,
        };
        let of_run = |side: usize| StatesOfRun {
            identities: &names.identities[side],
            of_function: &states.of_function[side],
        };
        let (level, runs, count) = (query.stack_level(), [of_run(0), of_run(1)], states.names.len());
        let significant = query.significant.as_ref().map(|of| of.of_states(&names.keys, &runs, level, count));
        Ok(FindingsInput::new(&[run(0), run(1)], &slices, level, &states.names, significant.as_ref()))
    }

    /// Returns the times of both sides in each run's own ticks, if B's time is warped. `leaves` are those that all runs have,
    /// by run. Returns `None` for one side and for sides with several runs.
    pub(super) fn own_times(
        &self,
        query: &SliceQuery,
        states: &StateNames,
        choice: &StateChoice,
        leaves: &[Vec<usize>],
    ) -> Option<[LaneTimes; 2]> {
        let (pair, warp) = (self.pair()?, self.warp.as_ref()?);
        let of_side = |side: usize| {
            let own = |tick| if side == 1 { warp.to_b(tick) } else { tick };
            let (trace, map) = (pair[side], SliceMap::new(self.grids[0], own));
            let (tree, of_function) = (LaneTree::new(trace), &states.of_function[side]);
            LaneTimes::of_calls(trace, &tree, &leaves[side], &map, query.stack_level(), of_function, choice)
        };
        Some(LaneTimes::filled(&[of_side(0), of_side(1)]))
    }

    /// Returns the time that each of `leaves` was in each state, by open side and run.
    pub(super) fn tables(
        &self,
        query: &SliceQuery,
        states: &StateNames,
        choice: &StateChoice,
        leaves: &[Vec<usize>],
        stages: Stages<'_>,
    ) -> Result<TablesOfSides, StoreError> {
        let mut tables = vec![Vec::new(); self.sides.len()];
        let count = self.sources.len();
        for (run, leaves) in leaves.iter().enumerate() {
            stages(SLICING, (count + run) as u64, 2 * count as u64);
            let (trace, grid) = (self.sources[run].trace()?, self.grids[self.of[run]]);
            let (tree, of_function) = (LaneTree::new(&trace), &states.of_function[run]);
            let (level, place) = (query.stack_level(), self.place(run));
            let table = SliceTable::of_calls_at(&trace, &tree, grid, level, of_function, choice, place);
            let table = table.picked(leaves);
            tables[self.of[run]].push(if query.idle { table.with_idle() } else { table });
        }
        Ok(tables)
    }

    /// Returns the tables of [`Runs::tables`] with regard to lanes whose calls have no end. Returns `None` if all calls end. Only
    /// displayed runs say so: others are packed without their report.
    pub(super) fn known_tables(
        &self,
        query: &SliceQuery,
        states: &StateNames,
        choice: &StateChoice,
        leaves: &[Vec<usize>],
        tables: &[Vec<SliceTable>],
    ) -> Option<KnownTables> {
        let mut lanes = vec![0; self.sides.len()];
        let mut unknown: Vec<Option<SliceTable>> = vec![None; self.sides.len()];
        // Time without a state is the last state, if it counts as one.
        let own = |table: &SliceTable| table.of_states(0..choice.rows());
        let mut known: TablesOfSides =
            tables.iter().map(|of_side| of_side.iter().map(own).collect()).collect();
        for run in self.shown() {
            let (Some(trace), side) = (self.sources[run].shown(), self.of[run]) else { continue };
            let (tree, grid, level) = (LaneTree::new(trace), self.grids[side], query.stack_level());
            let (of_function, place) = (&states.of_function[run], self.place(run));
            let unended = SliceTable::unended(trace, &tree, grid, level, of_function, choice, place);
            let Some(unended) = unended.map(|of| of.picked(&leaves[run])) else { continue };
            lanes[side] = unended.busy_leaves() as u32;
            known[side][0] = known[side][0].less(&unended);
            unknown[side] = Some(unended);
        }
        unknown.iter().any(Option::is_some).then_some(())?;
        let mut compared = known.clone();
        if self.sides.len() == 2 {
            for side in 0..2 {
                if let (Some(unknown), Some(other)) = (&unknown[side], mean_table(&known[1 - side])) {
                    compared[side][0] = known[side][0].filled(unknown, &other);
                }
            }
        }
        let with_idle = |tables: TablesOfSides| -> TablesOfSides {
            let of_run = |table: SliceTable| if query.idle { table.with_idle() } else { table };
            tables.into_iter().map(|runs| runs.into_iter().map(of_run).collect()).collect()
        };
        Some(KnownTables { known: with_idle(known), compared: with_idle(compared), lanes })
    }

    /// Returns a table of each side in slices of its own time, if B's time is warped. Unusual lanes and times are looked for in
    /// them, so that they do not depend on the run that a run is compared with. `None` if slices are those of each run's time.
    pub(super) fn own_tables(
        &self,
        query: &SliceQuery,
        states: &StateNames,
        choice: &StateChoice,
        leaves: &[Vec<usize>],
    ) -> Option<[SliceTable; 2]> {
        let pair = self.pair().filter(|_| self.warp.is_some())?;
        let edges = self.edges();
        let of_side = |side: usize| {
            let (trace, edges) = (pair[side], edges.get(side)?);
            let [from, to] = [*edges.first()?, (*edges.last()?).min(trace.extent())];
            let grid = Grid::covering_in_steps(from, to.max(from + 1), edges.len() - 1, query.step);
            let (tree, of_function) = (LaneTree::new(trace), &states.of_function[side]);
            let level = query.stack_level();
            let table = SliceTable::of_calls(trace, &tree, grid, level, of_function, choice);
            let unended = SliceTable::unended(trace, &tree, grid, level, of_function, choice, |tick| tick);
            let table = match unended {
                Some(unended) => table.less(&unended),
                None => table,
            };
            let table = table.picked(&leaves[side]);
            Some(if query.idle { table.with_idle() } else { table })
        };
        Some([of_side(0)?, of_side(1)?])
    }
}

/// The tables of all runs if some lanes have calls without an end.
#[derive(Debug)]
pub(super) struct KnownTables {
    /// Tables without the time after the last event of these lanes.
    pub(super) known: TablesOfSides,
    /// Tables in which that time is spent as on the other side.
    pub(super) compared: TablesOfSides,
    /// Number of these lanes by open side.
    pub(super) lanes: Vec<u32>,
}

/// Tables by open side and run.
pub(super) type TablesOfSides = Vec<Vec<SliceTable>>;

/// Leaves that all runs have, within the lane of the query.
pub(super) struct CommonLeaves {
    /// Tree of the first run with these leaves only.
    pub(super) tree: LaneTree,
    /// Number of each leaf in the run's own tree, by run.
    pub(super) leaves: Vec<Vec<usize>>,
    /// Lane of each leaf in the displayed run, by open side.
    pub(super) lanes: Vec<Vec<LaneId>>,
    /// Number of lanes that some run lacks, by open side.
    pub(super) alone: Vec<usize>,
    /// Number of lanes without calls in the displayed runs.
    pub(super) empty: usize,
}

impl CommonLeaves {
    /// Pairs the lanes of all runs. Lanes of the two sides are paired as in the comparison. Lanes of other runs are
    /// paired with those of their side's displayed run.
    pub(super) fn new(
        query: &SliceQuery,
        runs: &Runs<'_>,
        names: &RunNames,
        stages: Stages<'_>,
    ) -> Result<Self, StoreError> {
        let count = names.names.len() as u32;
        let mut paired = |[first, other]: [(usize, &Trace); 2], edits: &LaneEdits| {
            let identities = [first.0, other.0].map(|run| names.identities[run].as_slice());
            let pair = Pair { traces: [first.1, other.1], identities, identity_count: count };
            stages(PAIRING, 0, 0);
            let mut progress = |done, total| stages(PAIRING, done, total);
            let pairs = pair_lanes(pair, pair_by(query.matching), edits, &mut progress).pairs;
            pairs.into_iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect::<BTreeMap<_, _>>()
        };
        let mut shown_trees = Vec::new();
        let mut common: Option<CommonLanesBuilder> = None;
        // Displayed run of the current side: its number, its trace, and its lanes by those of the first run.
        let mut shown: Option<(usize, Cow<'_, Trace>, BTreeMap<LaneId, LaneId>)> = None;
        for run in 0..runs.sources.len() {
            let trace = runs.sources[run].trace()?;
            let tree = LaneTree::new(&trace);
            let is_shown = runs.sources[run].shown().is_some();
            if is_shown {
                shown_trees.push(tree.clone());
            }
            let of_first: BTreeMap<LaneId, LaneId> = match &shown {
                None => tree.leaves().iter().map(|&lane| (lane, lane)).collect(),
                Some((first, first_trace, _)) if is_shown => {
                    paired([(*first, first_trace), (run, &trace)], &edits_of(&query.chosen))
                }
                Some((own, own_trace, of_first)) => {
                    let partners = paired([(*own, own_trace), (run, &trace)], &LaneEdits::default());
                    let of = |(&first, lane): (&LaneId, &LaneId)| Some((first, *partners.get(lane)?));
                    of_first.iter().filter_map(of).collect()
                }
            };
            if let Some(common) = &mut common {
                common.add(tree, of_first.iter().map(|(&first, &own)| [first, own]));
            } else {
                common = Some(CommonLanesBuilder::new(tree));
            }
            if is_shown {
                shown = Some((run, trace, of_first));
            }
        }
        let found = common.ok_or(StoreError::Damaged)?.finish();
        let alone = (0..runs.sides.len()).map(|open| {
            let of_side = (0..runs.of.len()).filter(|&run| runs.of[run] == open);
            alone(of_side.map(|run| &found.alone[run]).collect())
        });
        let (alone, empty) = (alone.collect(), shown_trees.iter().map(LaneTree::empty_lanes).sum());
        let (tree, leaves) = within(found.tree, found.leaves, &query.within);
        let of_shown = runs.shown().zip(&shown_trees);
        let lanes = of_shown.map(|(run, tree)| leaves[run].iter().map(|&leaf| tree.leaves()[leaf]).collect());
        let lanes = lanes.collect();
        Ok(Self { tree, leaves, lanes, alone, empty })
    }
}

/// Returns the number of lanes of a side's runs without a partner. A lane counts once even if several runs have it.
fn alone(runs: Vec<&Vec<String>>) -> usize {
    match runs[..] {
        [only] => only.len(),
        _ => runs.into_iter().flatten().collect::<std::collections::BTreeSet<&String>>().len(),
    }
}

/// Returns the part of a tree inside a lane, or all of it if no lane has that path.
fn within(tree: LaneTree, leaves: Vec<Vec<usize>>, path: &str) -> (LaneTree, Vec<Vec<usize>>) {
    let found = tree.node_at(path);
    let Some(node) = found.filter(|&node| node > 0) else { return (tree, leaves) };
    let range = tree.nodes()[node].leaves.clone();
    let leaves = leaves.into_iter().map(|leaves| leaves[range.clone()].to_vec()).collect();
    (tree.subtree(node), leaves)
}

/// Returns the number of the colour of each state in `kept`, or [`NO_COLOR`]. `order` has all states of the whole runs,
/// most time first.
///
/// The place in `order` gives the number, so a state never has two colours, on whichever axis and at whichever zoom.
/// After the last colour they begin anew. Of two states in `kept` with one colour, the one with less time in the whole
/// runs has none, so a colour stands for one state in a picture.
fn color_numbers(order: &[u32], kept: &[u32]) -> Vec<u32> {
    let place = |state: &u32| order.iter().position(|other| other == state).unwrap_or(usize::MAX);
    let places: Vec<usize> = kept.iter().map(place).collect();
    let number = |&own: &usize| {
        let has_it = |other: &usize| *other < own && *other % STATE_COLORS == own % STATE_COLORS;
        if own == usize::MAX || places.iter().any(has_it) { NO_COLOR } else { (own % STATE_COLORS) as u32 }
    };
    places.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_state_has_one_color_or_none(
            kept in prop::collection::btree_set(0u32..90, 0..30),
            other in prop::collection::btree_set(0u32..90, 0..30),
        ) {
            let order: Vec<u32> = (0..80).map(|state| state * 37 % 80).collect();
            let [kept, other] = [kept, other].map(|states| states.into_iter().collect::<Vec<u32>>());
            let [one, two] = [&kept, &other].map(|states| color_numbers(&order, states));
            for (at, state) in kept.iter().enumerate() {
                let again = other.iter().position(|also| also == state).map(|also| two[also]);
                let both = [Some(one[at]), again];
                prop_assert!(again.is_none() || both.contains(&Some(NO_COLOR)) || both[0] == both[1]);
                let alike = one.iter().filter(|number| **number == one[at]).count();
                prop_assert!(one[at] == NO_COLOR || alike == 1);
                if order.iter().position(|of| of == state).is_some_and(|place| place < STATE_COLORS) {
                    prop_assert!(one[at] != NO_COLOR);
                }
            }
        }
    }
}
