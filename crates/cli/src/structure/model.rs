//! Builds the tree for the functions of one trace or of a pair, and compares both sides in it.

use super::functions::FunctionTexts;
use super::layers::layers_of_file;
use super::matches::MatchedWindows;
use super::relations::{CallCounts, Relations};
use crate::args::StructureArgs;
use crate::error::CliError;
use diptych_compare::is_cut_off;
use diptych_engine::StructureFile;
use diptych_engine::trace::{AxisKind, FunctionSpec, Run};
use diptych_structure::{
    Changes, DEFAULT_ELEMENTS, DeclaredLayers, Hierarchy, Isolation, Kind, Level, NodeId, Placement,
    SideInput, Source, StatedElements, Structure, VisibleElements, changes, levels, place,
};
use diptych_views::words;
use std::collections::BTreeSet;
use std::ops::Range;

/// The data of the report.
#[derive(Debug)]
pub(super) struct Model {
    /// Names of the runs.
    pub(super) names: Vec<String>,
    pub(super) source: Source,
    pub(super) placement: Placement,
    /// Functions by side.
    pub(super) functions: [usize; 2],
    pub(super) levels: Vec<LevelCount>,
    pub(super) level: Kind,
    pub(super) level_is_default: bool,
    pub(super) shown: VisibleElements,
    /// Requested window, in nanoseconds from the beginning of the trace, or of A.
    pub(super) window: Option<(i64, i64)>,
    /// Window of B whose calls match those of the requested window of A, in nanoseconds from the beginning of B.
    pub(super) window_of_b: Option<[i64; 2]>,
    /// End of each side that ends before the window does, in ticks.
    pub(super) ends_before: Vec<Option<i64>>,
    /// Side that ends before the other, so that calls of the other side are not compared.
    pub(super) early: Option<usize>,
    /// Relations, or the reason why there are none.
    pub(super) relations: Result<Relations, String>,
    /// Sides whose calls are runs of samples.
    pub(super) sampled: Vec<usize>,
    /// Changes of a pair.
    pub(super) changes: Option<Changes>,
    /// Number of elements that one side calls only after the end of the other.
    pub(super) late: usize,
    /// Largest number of calls of a relation that is listed as rare.
    pub(super) rare: Option<u64>,
    pub(super) declared: Option<DeclaredLayers>,
}

/// The number of elements that a level shows.
#[derive(Debug)]
pub(super) struct LevelCount {
    pub(super) kind: Kind,
    pub(super) elements: usize,
    /// Number of elements only in A, and only in B.
    pub(super) alone: [usize; 2],
}

impl Model {
    /// Places and counts one run or two. `lists` has no list, one for both sides, or one for each.
    pub(super) fn new(
        runs: &[Run],
        lists: &[&StructureFile],
        args: &StructureArgs,
    ) -> Result<Self, CliError> {
        check_axes(runs, args)?;
        let texts = FunctionTexts::new(runs, args)?;
        let functions: Vec<Vec<FunctionSpec<'_>>> = (0..runs.len()).map(|side| texts.side(side)).collect();
        // A single list applies to both sides, but each side has rules of its own.
        let own = |side: usize| lists.get(side).or(lists.last()).copied();
        let rewritten = [0, 1].map(|side| texts.list(&own(side)?.structure));
        let list = |side: usize| rewritten[side].as_ref().or(own(side).map(|file| &file.structure));
        let source = args.by.unwrap_or_else(|| source_of(runs, &functions, list(0)));
        let stated: Vec<StatedElements<'_>> = runs.iter().map(|run| StatedElements::of(&run.trace)).collect();
        let mut inputs = [SideInput::default(); 2];
        for (side, input) in inputs.iter_mut().take(runs.len()).enumerate() {
            *input =
                SideInput { functions: &functions[side], stated: Some(&stated[side]), structure: list(side) };
        }
        let placement = place(source, inputs);
        let hierarchy = &placement.hierarchy;
        let level = args.level.map_or_else(|| default_level(&placement), |kind| (Level::Kind(kind), kind));
        let shown = VisibleElements::new(hierarchy, level.0, &[], &[]);
        // A window without an end holds the last call too, even if that takes no time.
        let window_ns = args
            .window
            .map(|(from, to)| (from, to.unwrap_or_else(|| ns(&runs[0], runs[0].trace.extent() + 1))));
        let window = window_ns.map(|(from, to)| ticks(&runs[0], from)..ticks(&runs[0], to));
        let has_calls = runs.iter().all(|run| without_relations(run).is_none());
        let pair = texts.pair(runs).filter(|_| has_calls);
        // Without a window, matches matter only where a side may end early.
        let is_needed = window.is_some() || runs.iter().any(|run| is_cut_off(&run.trace));
        let matched = pair.filter(|_| is_needed).map(|pair| MatchedWindows::new(pair, window));
        let relations = match runs.iter().find_map(without_relations) {
            Some(why) => Err(why),
            None => Ok(Relations::new(counted(runs, &placement, window_ns, matched.as_ref()), &shown)),
        };
        let declared = match &args.layers {
            Some(path) => Some(layers_of_file(path, hierarchy)?),
            None => None,
        };
        let late = matched.as_ref().map_or_else(BTreeSet::new, |matched| late_elements(&placement, matched));
        // B's window ends with the calls that match.
        let window_of_b = matched.as_ref().filter(|_| args.window.is_some()).map(|matched| {
            let Range { start, end } = matched.windows[1];
            [start, end].map(|ticks| ns(&runs[1], ticks))
        });
        let ends_before = |(side, run): (usize, &Run)| {
            let extent = run.trace.extent();
            let chosen = args.window.and_then(|(_, to)| to);
            let ends = chosen.filter(|&to| ticks(run, to) > extent && (side == 0 || matched.is_none()));
            ends.map(|_| extent)
        };
        Ok(Self {
            names: runs.iter().map(|run| run.name.clone()).collect(),
            source,
            functions: [0, 1].map(|side| functions.get(side).map_or(0, Vec::len)),
            levels: level_counts(hierarchy, &late),
            level: level.1,
            level_is_default: args.level.is_none(),
            window: window_ns,
            ends_before: runs.iter().enumerate().map(ends_before).collect(),
            window_of_b,
            early: matched.as_ref().and_then(|matched| matched.early),
            relations,
            sampled: (0..runs.len()).filter(|&side| runs[side].trace.sampling().is_some()).collect(),
            changes: (runs.len() > 1).then(|| in_one_order(changes(hierarchy), &late)),
            late: late.len(),
            rare: args.rare,
            declared,
            shown,
            placement,
        })
    }

    /// Returns true if there are two sides.
    pub(super) fn is_pair(&self) -> bool {
        self.names.len() > 1
    }

    /// Returns the path of an element. For the root it returns the name, or a dot if that is empty.
    pub(super) fn path(&self, id: NodeId) -> String {
        let hierarchy = &self.placement.hierarchy;
        match hierarchy.path(id) {
            path if id != NodeId::ROOT => path,
            _ if hierarchy.name(id).is_empty() => ".".to_owned(),
            _ => hierarchy.name(id).to_owned(),
        }
    }

    /// Returns the shown element at an index.
    pub(super) fn element(&self, place: u32) -> NodeId {
        self.shown.elements()[place as usize]
    }
}

/// Returns the elements whose functions one side calls only after the end of the other. O(functions + elements).
fn late_elements(placement: &Placement, matched: &MatchedWindows<'_>) -> BTreeSet<NodeId> {
    let Some((side, is_late)) = matched.late_functions() else { return BTreeSet::new() };
    let functions = placement.sides[side].of_function.iter().zip(is_late);
    placement.hierarchy.holding_only(functions.map(|(&id, is_late)| (id, is_late)))
}

/// Sorts moved elements so that exchanging the sides keeps their order. Elements in `late` are neither new nor gone.
fn in_one_order(mut changes: Changes, late: &BTreeSet<NodeId>) -> Changes {
    changes.added.retain(|id| !late.contains(id));
    changes.removed.retain(|id| !late.contains(id));
    changes.moved.sort_by_key(|&(a, b)| (a.min(b), a.max(b)));
    changes
}

/// Returns the source, chosen by the functions of both sides, so that exchanging the sides does not change it.
fn source_of(runs: &[Run], functions: &[Vec<FunctionSpec<'_>>], list: Option<&Structure>) -> Source {
    let all = functions.concat();
    let both = SideInput { functions: &all, structure: list, ..SideInput::default() };
    Source::of(runs[0].trace.axis(), &both)
}

fn default_level(placement: &Placement) -> (Level, Kind) {
    let Placement { hierarchy, .. } = placement;
    match VisibleElements::default_level(hierarchy, &Isolation::default(), placement.ran(), DEFAULT_ELEMENTS)
    {
        Level::Kind(kind) => (Level::Kind(kind), kind),
        // Unreachable, because there is always a level by kind.
        Level::Depth(_) => (Level::Kind(Kind::Package), Kind::Package),
    }
}

fn level_counts(hierarchy: &Hierarchy, late: &BTreeSet<NodeId>) -> Vec<LevelCount> {
    let count = |(level, elements): (Level, usize)| {
        let Level::Kind(kind) = level else { return None };
        let shown = VisibleElements::new(hierarchy, level, &[], &[]);
        let alone = [[true, false], [false, true]];
        let is_alone = |id: NodeId, sides: [bool; 2]| hierarchy.sides(id) == sides && !late.contains(&id);
        let alone = alone.map(|sides| shown.elements().iter().filter(|&&id| is_alone(id, sides)).count());
        Some(LevelCount { kind, elements, alone })
    };
    levels(hierarchy, &Isolation::default()).into_iter().filter_map(count).collect()
}

/// Converts nanoseconds to ticks of a run's axis.
fn ticks(run: &Run, ns: i64) -> i64 {
    (ns as f64 / run.trace.axis().scale).round() as i64
}

fn ns(run: &Run, ticks: i64) -> i64 {
    (ticks as f64 * run.trace.axis().scale).round() as i64
}

fn counted(
    runs: &[Run],
    placement: &Placement,
    window: Option<(i64, i64)>,
    matched: Option<&MatchedWindows<'_>>,
) -> Vec<CallCounts> {
    let of_side = |(side, run): (usize, &Run)| {
        let own = window.map(|(from, to)| ticks(run, from)..ticks(run, to));
        let ticks = matched.map(|matched| matched.windows[side].clone()).or(own);
        let is_beyond = |call| matched.is_some_and(|matched| matched.is_beyond(side, call));
        CallCounts::new(&run.trace, &placement.sides[side], ticks.as_ref(), &is_beyond)
    };
    runs.iter().enumerate().map(of_side).collect()
}

/// Returns the reason why a trace has no call relations, if it has none.
fn without_relations(run: &Run) -> Option<String> {
    let trace = &run.trace;
    (trace.axis().kind == AxisKind::Weight).then(|| {
        let name = &run.name;
        if trace.max_depth() == 0 {
            format!("{name} has no call paths, only weights of single functions")
        } else {
            format!("{name} has no calls to count, only stacks with weights")
        }
    })
}

/// Checks that the runs measure the same thing, and have a time axis if there is a window.
fn check_axes(runs: &[Run], args: &StructureArgs) -> Result<(), CliError> {
    let failed = |text: String| Err(CliError::Failed(text));
    let axis = runs[0].trace.axis();
    if let Some(other) = runs.iter().map(|run| run.trace.axis()).find(|other| *other != axis) {
        let why = words::unlike_axes([axis, other]);
        return failed(format!("These two cannot be compared. {why}"));
    }
    if let Some(run) = runs.iter().find(|run| run.trace.calls().is_empty()) {
        return failed(format!("{} contains no calls", run.name));
    }
    let Some((from, _)) = args.window else { return Ok(()) };
    if axis.kind != AxisKind::Time {
        return failed(format!("{} has no time axis; leave out --window", runs[0].name));
    }
    let extent = runs.iter().map(|run| run.trace.extent()).max().unwrap_or(0);
    if runs.iter().all(|run| ticks(run, from) > run.trace.extent()) {
        let end = extent as f64 * axis.scale / 1e9;
        return failed(format!("--window starts after the end of the trace, at {end} s"));
    }
    Ok(())
}
