//! Builds the slice tables of all runs.

use super::pairing::{CommonLeaves, Run};
use super::significant::compared;
use super::source::{Source, level, slices};
use super::unusual::{self, OwnTable};
use crate::args::{AggregateArgs, StatesBy};
use crate::error::CliError;
use crate::key_names::KeyNames;
use crate::rules::read_rules;
use diptych_aggregate::{
    Difference, Finding, Grid, LaneTimes, LaneTree, Part, SignificantStates, SliceMap, SliceTable,
    StackLevel, StateChoice, are_few, mean_table,
};
use diptych_compare::ends::ComparedUntil;
use diptych_compare::identity::{Rules, compile, identify_runs};
use diptych_compare::lanes::PairBy;
use diptych_engine::trace::{Axis, AxisKind, FunctionSpec, IdentityId};
use diptych_engine::{FindingRun, FindingSlices, FindingsInput, StateNames, StatesOfRun, waiting_side};
use diptych_views::FrameNames;
use diptych_views::words;
use std::collections::BTreeSet;

/// Name of time without a state.
pub(super) const IDLE: &str = "(no state)";
/// Name of the state that stands for all others.
pub(super) const OTHERS: &str = "(other states)";

/// One side or two as tables with the same leaves, slices and states.
#[derive(Debug)]
pub(super) struct Model {
    /// Names of the runs, by side.
    pub(super) names: Vec<Vec<String>>,
    /// Mean of the runs, by side. If time without a state counts as a state, it is the last one.
    pub(super) tables: Vec<SliceTable>,
    /// Tables by side and run.
    pub(super) runs: Vec<Vec<SliceTable>>,
    /// Tables by side and run in which time after the last event of lanes whose calls have no end is spent as on the other
    /// side. `None` if all calls end, or with one side.
    compared: Option<Vec<Vec<SliceTable>>>,
    /// Mean of the runs in which unusual lanes and times are looked for, by side.
    pub(super) unusual: Vec<OwnTable>,
    /// Number of lanes whose calls have no end, by side. `None` for a file that was added up without keeping its calls.
    pub(super) unended_lanes: Vec<Option<usize>>,
    pub(super) tree: LaneTree,
    pub(super) grid: Grid,
    /// Names of the rows of a table, without the row of time without a state.
    pub(super) states: Vec<String>,
    /// Ticks by row.
    pub(super) ticks: Vec<u64>,
    /// Ticks without a state.
    pub(super) idle: u64,
    /// Number of states that share the last row.
    pub(super) lumped: usize,
    /// True if time without a state counts as a state.
    pub(super) idle_is_state: bool,
    /// Lanes with calls that have no match in some run, by side.
    pub(super) alone: Vec<Vec<String>>,
    /// Lanes without calls, of all runs.
    pub(super) empty_lanes: usize,
    /// Number of slices before the end of the shortest run.
    pub(super) both: usize,
    /// Duration of each side in its own ticks, for the longest run of the side.
    pub(super) extents: Vec<i64>,
    /// Own ticks of the first run of each side at the start of each slice and at the end of the last.
    edges: Vec<Vec<i64>>,
    /// True if both sides are one run each, with the same calls at the same times.
    pub(super) is_same: bool,
    /// True if only a time window is added up.
    pub(super) has_window: bool,
    /// Axis of all ticks: time, or the order of events.
    pub(super) time: Axis,
    /// Alignment of the time of several runs.
    pub(super) axis: AxisChoice,
    /// Times of both sides of a pair in each run's own ticks, if the time of B is aligned by matched calls.
    pub(super) own: Option<[LaneTimes; 2]>,
    /// Times and messages from which the findings of a pair are made.
    pub(super) findings: Option<FindingsInput>,
    /// Part of the longer side that is compared, if the file of the other side was cut off. The rest is left out.
    pub(super) until: Option<ComparedUntil>,
    /// Sentence on the cause of a pair's change, as `diptych compare` states it; empty without one, and for a window.
    pub(super) cause: String,
}

/// The alignment of the time of several runs, and the reason for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct AxisChoice {
    /// True if times are aligned by matched calls. Otherwise each run starts at zero.
    pub(super) is_matched: bool,
    /// True if the user chose it.
    pub(super) is_requested: bool,
    /// Share of self time in matched calls, of the side where it is smaller; `None` if no calls were matched.
    pub(super) matched_share: Option<f64>,
}

impl AxisChoice {
    fn new(paired: &CommonLeaves, args: &AggregateArgs) -> Self {
        Self {
            is_matched: paired.is_matched(),
            is_requested: args.axis.is_some(),
            matched_share: paired.matched_share,
        }
    }
}

impl Model {
    /// Builds the tables of one side or two, each with at least one run.
    pub(super) fn new(sides: &[Vec<Source>], args: &AggregateArgs) -> Result<Self, CliError> {
        let runs: Vec<&Source> = sides.iter().flatten().collect();
        check_axes(&runs)?;
        let [first, last] = [&sides[0][0], &sides[sides.len() - 1][0]];
        let rules = read_rules(args.rules.as_ref(), [&first.format, &last.format])?;
        Self::with_rules(sides, &rules, args)
    }

    /// Builds the tables under identity rules. All runs must have calls on one axis.
    pub(super) fn with_rules(
        sides: &[Vec<Source>],
        rules: &Rules,
        args: &AggregateArgs,
    ) -> Result<Self, CliError> {
        let compiled = compile(rules).map_err(|error| CliError::Failed(error.to_string()))?;
        let specs = [0, 1].map(|side: usize| sides.get(side).map_or_else(Vec::new, |runs| specs(runs)));
        let identities = identify_runs(&compiled, [&specs[0], &specs[1]], &mut |_, _| ());
        let of_function: Vec<&[IdentityId]> =
            identities.of_function.iter().flatten().map(Vec::as_slice).collect();
        let count = identities.keys.len();
        let (rest, until) = Source::without_rest(sides, &of_function, count as u32).unzip();
        let compared_sides = rest.as_deref().unwrap_or(sides);
        let runs: Vec<&Source> = compared_sides.iter().flatten().collect();
        let paired = paired(&runs, &of_function, count, args);
        let names = FrameNames::new(&KeyNames::new(identities.keys.clone()), count);
        let states = if args.states == Some(StatesBy::Package) {
            StateNames::packages(specs.iter().flatten().cloned())
        } else {
            StateNames::functions(&names, &of_function)
        };
        let level = level(args);
        let extents: Vec<i64> = (0..runs.len()).map(|run| paired.place(run, runs[run].extent)).collect();
        let grid = slices(extents.iter().copied().max().unwrap_or(0), args)?;
        let times = |run: usize| {
            let place = |tick| paired.place(run, tick);
            runs[run].times(grid, level, &states.of_function[run], states.names.len(), &place)
        };
        let sums = (1..runs.len()).fold(times(0), |sums, run| sums.and(&times(run)));
        let choice = StateChoice::new(&sums, args.top.map_or(15, usize::from));
        let tables = |run: usize| RunTables::new(runs[run], &paired, run, &states, &choice, args, grid);
        let all: Vec<RunTables> = (0..runs.len()).map(tables).collect();
        let tables = by_sides(sides, &all, RunTables::drawn);
        let by_side = |side: usize| {
            let first: usize = sides[..side].iter().map(Vec::len).sum();
            first..first + sides[side].len()
        };
        let both = grid.slices_before(extents.iter().copied().min().unwrap_or(0));
        // The comparison is of the whole runs. With few lanes, findings need it for a window, too.
        let has_few = are_few(paired.tree.leaves().len());
        let is_compared = sides.len() == 2 && (has_few || args.window.is_none());
        let of_pair = is_compared.then(|| compared(sides, rules, args)).flatten();
        let findings = (sides.len() == 2).then(|| {
            let significant = of_pair.as_ref().filter(|_| has_few).map(|of| {
                let of_runs = states_of_runs(&of_function, &states);
                of.changes.of_states(&identities.keys, &of_runs, level, states.names.len())
            });
            findings_input(&runs, &paired, sides[0].len(), &states, args, grid, significant.as_ref())
        });
        let cause = of_pair.filter(|_| args.window.is_none()).map_or_else(String::new, |of| of.cause);
        let edges = |side: usize| own_edges(&paired, by_side(side).start, grid);
        let edges: Vec<Vec<i64>> = (0..sides.len()).map(edges).collect();
        let unusual = unusual::own_tables(&unusual::Input {
            runs: &runs,
            paired: &paired,
            states: &states,
            choice: &choice,
            args,
            edges: &edges,
            tables: by_sides(sides, &all, |of| of.finished(of.known())),
            ends: (0..sides.len()).map(|side| first_end(&extents[by_side(side)])).collect(),
        });
        let own = (sides.len() == 2 && paired.is_matched())
            .then(|| own_times(&runs, &paired, sides[0].len(), &states, level, &choice, grid));
        let axis = AxisChoice::new(&paired, args);
        let longest = |side: usize| sides[side].iter().map(|run| run.extent).max().unwrap_or(0);
        let kept = choice.kept.iter().map(|&state| states.names[state as usize].clone());
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let lanes: usize = runs.iter().map(|run| run.tree.leaves().len()).sum();
        Ok(Self {
            names: sides.iter().map(|runs| runs.iter().map(|run| run.name.clone()).collect()).collect(),
            tables: tables.iter().filter_map(|runs| mean_table(runs)).collect(),
            runs: tables,
            compared: compared_tables(sides, &all),
            unusual,
            unended_lanes: (0..sides.len()).map(|side| all[by_side(side).start].lanes).collect(),
            grid,
            states: kept.chain(others).collect(),
            idle: grid.width * (grid.count * lanes) as u64 - choice.ticks.iter().sum::<u64>(),
            ticks: choice.ticks,
            lumped: choice.lumped.len(),
            idle_is_state: args.idle,
            alone: (0..sides.len()).map(|side| alone(&paired.alone[by_side(side)])).collect(),
            tree: paired.tree,
            empty_lanes: runs.iter().map(|run| run.tree.empty_lanes()).sum(),
            both,
            extents: (0..sides.len()).map(longest).collect(),
            edges,
            has_window: args.window.is_some(),
            is_same: matches!(runs[..], [a, b] if sides.len() == 2 && a.trace().has_same_calls(b.trace())),
            time: runs[0].trace().axis(),
            axis,
            own: own.flatten(),
            until,
            findings: findings.flatten(),
            cause,
        })
    }

    /// Returns the tables by side and run that are compared. Pictures also show the time after the last event of lanes whose
    /// calls have no end.
    pub(super) fn compared(&self) -> &[Vec<SliceTable>] {
        self.compared.as_ref().unwrap_or(&self.runs)
    }

    /// Returns the names of a table's rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(String::as_str).chain(self.idle_is_state.then_some(IDLE))
    }

    /// Returns the own ticks at which the slices of a side begin and end.
    pub(super) fn edges(&self, side: usize) -> &[i64] {
        &self.edges[side]
    }

    /// Returns the own ticks at which the slices of A and of B begin and end.
    pub(super) fn edges_of_pair(&self) -> [&[i64]; 2] {
        [&self.edges[0], &self.edges[self.edges.len() - 1]]
    }

    /// Returns the first and the last slice of the table in which a finding lies.
    pub(super) fn slices_of(&self, of: &Finding) -> [usize; 2] {
        let edges = self.edges_of_pair();
        self.findings.as_ref().map_or(of.slices, |input| input.slices_in(of, edges))
    }

    /// Returns the own ticks of a side at which slices begin and end.
    pub(super) fn span(&self, side: usize, [from, to]: [usize; 2]) -> [i64; 2] {
        [self.edges[side][from], self.edges[side][to + 1]]
    }

    /// Returns the path of the lane that an area of a pair waits for, and the side on which it waits longer, if a waiting
    /// state changed most in it.
    pub(super) fn waits_for(&self, of: &Difference, found: &[Finding]) -> Option<(String, usize)> {
        let part = of.departure.part;
        let side = waiting_side(&of.ticks, |state| self.states.get(state).map(String::as_str))?;
        let edges = &self.edges[side];
        let span = [edges[part.from as usize], edges[part.to as usize + 1]];
        let leaves = &self.tree.nodes()[part.node as usize].leaves;
        let node = self.findings.as_ref()?.waits_for(&self.tree, found, leaves, side, span)?;
        Some((self.tree.path(node), side))
    }

    /// Returns the shares of a side in an area by row (Eq. 1 of the paper).
    pub(super) fn shares(&self, side: usize, tree: &LaneTree, part: Part) -> Vec<f64> {
        let leaves = tree.nodes()[part.node as usize].leaves.clone();
        self.tables[side].shares(leaves, part.from as usize..=part.to as usize)
    }
}

/// Returns the functions of each run of a side.
fn specs(runs: &[Source]) -> Vec<Vec<FunctionSpec<'_>>> {
    runs.iter().map(|run| run.trace().functions().specs(run.trace().names())).collect()
}

/// The table of a run.
struct RunTables {
    table: SliceTable,
    /// The time after the last event of lanes whose calls have no end; `None` if all calls end.
    unended: Option<SliceTable>,
    /// Number of these lanes; `None` for a file that was added up without keeping its calls.
    lanes: Option<usize>,
    /// True if time without a state is a state.
    with_idle: bool,
}

impl RunTables {
    fn new(
        source: &Source,
        paired: &CommonLeaves,
        run: usize,
        states: &StateNames,
        choice: &StateChoice,
        args: &AggregateArgs,
        grid: Grid,
    ) -> Self {
        let (place, of_function) = (|tick| paired.place(run, tick), &states.of_function[run]);
        let table = source.table(grid, level(args), of_function, choice, &place);
        let unended = source.unended(grid, level(args), of_function, choice, &place);
        let unended = unended.map(|unended| unended.picked(&paired.leaves[run]));
        let lanes = || unended.as_ref().map_or(0, SliceTable::busy_leaves);
        let lanes = (!source.is_streamed()).then(lanes);
        Self { table: table.picked(&paired.leaves[run]), unended, lanes, with_idle: args.idle }
    }

    fn drawn(&self) -> SliceTable {
        self.finished(self.table.clone())
    }

    fn finished(&self, table: SliceTable) -> SliceTable {
        if self.with_idle { table.with_idle() } else { table }
    }

    /// Returns the table without the time after the last event of lanes whose calls have no end.
    fn known(&self) -> SliceTable {
        self.unended.as_ref().map_or_else(|| self.table.clone(), |unended| self.table.less(unended))
    }
}

/// Returns the tables of a pair, by side and run, in which unknown time is spent as on the other side; `None` if all calls end.
fn compared_tables(sides: &[Vec<Source>], all: &[RunTables]) -> Option<Vec<Vec<SliceTable>>> {
    let is_unended = all.iter().any(|of| of.unended.is_some());
    let [a, _] = sides else { return None };
    let (a, b) = is_unended.then(|| all.split_at(a.len()))?;
    let mean =
        |runs: &[RunTables]| mean_table(&runs.iter().map(RunTables::known).collect::<Vec<SliceTable>>());
    let (mean_of_a, mean_of_b) = (mean(a)?, mean(b)?);
    let filled = |of: &RunTables, other: &SliceTable| {
        let known = of.known();
        of.finished(of.unended.as_ref().map_or_else(|| known.clone(), |unended| known.filled(unended, other)))
    };
    Some(vec![
        a.iter().map(|of| filled(of, &mean_of_b)).collect(),
        b.iter().map(|of| filled(of, &mean_of_a)).collect(),
    ])
}

/// Returns one table of each run, by side and run.
fn by_sides(
    sides: &[Vec<Source>],
    all: &[RunTables],
    table: fn(&RunTables) -> SliceTable,
) -> Vec<Vec<SliceTable>> {
    let mut all = all.iter().map(table);
    sides.iter().map(|runs| all.by_ref().take(runs.len()).collect()).collect()
}

/// Adds up the input of the findings of a pair. The first `runs_of_a` runs are those of A. With one run a side and no
/// window, slices correspond by matched calls, whatever the axis is. Otherwise they are slices of the time of the table.
fn findings_input(
    runs: &[&Source],
    paired: &CommonLeaves,
    runs_of_a: usize,
    states: &StateNames,
    args: &AggregateArgs,
    shown: Grid,
    significant: Option<&SignificantStates>,
) -> Option<FindingsInput> {
    let level = level(args);
    let matched = paired.matched.as_ref().filter(|_| args.window.is_none());
    let slices = if let (Some(warp), [a, b]) = (matched, runs) {
        FindingSlices::matched(warp.anchors(), [a.extent, b.extent], paired.is_matched())
    } else {
        let ends: Vec<i64> = (0..runs.len()).map(|run| paired.place(run, runs[run].extent)).collect();
        let own = |run: usize, tick: i64| paired.own(run, tick);
        let (a, b) = ends.split_at(runs_of_a);
        FindingSlices::common([shown.start, shown.end()], [a, b], &own).aligned(paired.is_matched())
    };
    let of_run = |run: usize| FindingRun {
        trace: runs[run].trace(),
        tree: &runs[run].tree,
        leaves: &paired.leaves[run],
        of_function: &states.of_function[run],
        side: usize::from(run >= runs_of_a),
    };
    let of_runs: Vec<FindingRun<'_>> = (0..runs.len()).map(of_run).collect();
    FindingsInput::new(&of_runs, &slices, level, &states.names, significant)
}

/// Returns the times of both sides in each run's own ticks, in the slices of the table. The first `runs_of_a` runs are those
/// of A.
fn own_times(
    runs: &[&Source],
    paired: &CommonLeaves,
    runs_of_a: usize,
    states: &StateNames,
    level: StackLevel,
    choice: &StateChoice,
    grid: Grid,
) -> Option<[LaneTimes; 2]> {
    let of_run = |run: usize| {
        let map = SliceMap::new(grid, |tick| paired.own(run, tick));
        let (source, leaves, of_function) = (runs[run], &paired.leaves[run], &states.of_function[run]);
        LaneTimes::of_calls(source.trace(), &source.tree, leaves, &map, level, of_function, choice)
    };
    let of_runs: Vec<LaneTimes> = (0..runs.len()).map(of_run).collect();
    let (a, b) = of_runs.split_at(runs_of_a);
    Some(LaneTimes::filled(&[LaneTimes::mean(a)?, LaneTimes::mean(b)?]))
}

/// Pairs the lanes of all runs.
fn paired(
    runs: &[&Source],
    of_function: &[&[IdentityId]],
    identities: usize,
    args: &AggregateArgs,
) -> CommonLeaves {
    let of_runs = runs.iter().zip(of_function).map(|(run, identities)| run.with(identities));
    let of_runs: Vec<Run<'_>> = of_runs.collect();
    CommonLeaves::new(&of_runs, identities, args.lanes.unwrap_or(PairBy::Overlap), args.axis)
}

/// Returns the own ticks of a run at the edges of slices.
fn own_edges(paired: &CommonLeaves, run: usize, grid: Grid) -> Vec<i64> {
    (0..=grid.count).map(|slice| paired.own(run, grid.edge(slice))).collect()
}

/// Returns the functions of all runs with their states.
fn states_of_runs<'a>(identities: &[&'a [IdentityId]], states: &'a StateNames) -> Vec<StatesOfRun<'a>> {
    let of_runs = identities.iter().zip(&states.of_function);
    of_runs.map(|(&identities, of_function)| StatesOfRun { identities, of_function }).collect()
}

/// Returns the end of the shortest run.
fn first_end(ends: &[i64]) -> i64 {
    ends.iter().copied().min().unwrap_or(0)
}

/// Returns each name once, in order.
fn alone(runs: &[Vec<String>]) -> Vec<String> {
    runs.iter().flatten().collect::<BTreeSet<&String>>().into_iter().cloned().collect()
}

/// Checks that every run can be divided into slices of time.
fn check_axes(runs: &[&Source]) -> Result<(), CliError> {
    let first = runs[0].trace().axis();
    if let Some(other) = runs.iter().map(|run| run.trace().axis()).find(|axis| *axis != first) {
        let axes = [first, other];
        return Err(CliError::Failed(format!("These two cannot be compared. {}", words::unlike_axes(axes))));
    }
    if first.kind == AxisKind::Weight {
        let text = format!("{} has no time: its stacks are weights that add up, in no order", runs[0].name);
        return Err(CliError::Failed(text));
    }
    if let Some(run) = runs.iter().find(|run| run.trace().calls().is_empty()) {
        return Err(CliError::Failed(format!("{} holds no calls", run.name)));
    }
    Ok(())
}
