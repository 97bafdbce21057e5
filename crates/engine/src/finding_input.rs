//! The input of the findings of a pair: times in each run's own ticks, and messages.

use diptych_aggregate::{
    Differences, Finding, FindingKind, Findings, Grid, LaneTimes, LaneTree, LateMessages, MessageTime,
    PairTimes, RunOfStates, SignificantStates, SliceMap, StackLevel, are_few, finding_states, findings,
    waits_for,
};
use diptych_compare::waiting::is_waiting;
use diptych_trace::{LaneId, Trace};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// A run of a pair.
#[derive(Debug, Clone, Copy)]
pub struct FindingRun<'a> {
    /// Its calls.
    pub trace: &'a Trace,
    /// Tree of its own lanes.
    pub tree: &'a LaneTree,
    /// Leaves of this tree that all runs have, in the order of the common tree.
    pub leaves: &'a [usize],
    /// State of each function.
    pub of_function: &'a [u32],
    /// 0 for A, 1 for B.
    pub side: usize,
}

/// Number of slices of findings. It does not depend on the slices of the picture, so that every picture of a pair has the
/// same findings.
pub const FINDING_SLICES: usize = 96;

/// The slices of all runs of a pair in which its findings lie.
#[derive(Debug, Clone)]
pub struct FindingSlices {
    /// Slices of each run.
    maps: Vec<SliceMap>,
    /// Number of slices before the end of the shortest run.
    both: usize,
    /// First of the last slices in which only runs of one side go on.
    tail: usize,
    /// True if slices hold the same matched calls.
    is_matched: bool,
}

impl FindingSlices {
    /// Returns slices of two runs that hold the same matched calls. `anchors` are ticks of A and of B at which matched calls
    /// lie.
    ///
    /// If pictures do not align matched calls, they show runs by their own clocks. A run that ends first there does not go on
    /// after the other, whatever follows its last matched call.
    pub fn matched(anchors: &[[i64; 2]], extents: [i64; 2], is_shown: bool) -> Self {
        let (maps, both) = SliceMap::of_pair(anchors, extents, FINDING_SLICES);
        let rest = anchors.last().map_or([0, 0], |last| [extents[0] - last[0], extents[1] - last[1]]);
        let is_other_end = !is_shown && rest[0].cmp(&rest[1]) != extents[0].cmp(&extents[1]);
        let both = if is_other_end { maps[0].grid().count } else { both };
        Self { maps: maps.into(), both, tail: both, is_matched: true }
    }

    /// Returns slices of a stretch of common time. `ends` are the ends of the runs of A, and of those of B, in this time.
    /// `own` returns the own tick of a run, given by number, for a tick of the common time.
    ///
    /// Runs of one side only have a tail after all runs of the other side have ended, if all of them go on until then.
    /// Otherwise the runs of a side differ in length by as much as the sides do.
    pub fn common([from, to]: [i64; 2], ends: [&[i64]; 2], own: &dyn Fn(usize, i64) -> i64) -> Self {
        let grid = Grid::covering(from, to, FINDING_SLICES);
        let runs = ends[0].len() + ends[1].len();
        let maps = (0..runs).map(|run| SliceMap::new(grid, |tick| own(run, tick))).collect();
        let first = ends.map(|of| of.iter().copied().min().unwrap_or(i64::MAX));
        let last = ends.map(|of| of.iter().copied().max().unwrap_or(i64::MAX));
        let ended = [0, 1].into_iter().find(|&side| last[side] < first[1 - side]);
        let tail = ended.map_or(grid.count, |side| grid.slices_before(last[side]));
        let both = grid.slices_before(first[0].min(first[1]));
        Self { maps, both, tail, is_matched: false }
    }

    /// Returns the slices of a common time on which matched calls lie at the same time.
    #[must_use]
    pub fn aligned(self, is_matched: bool) -> Self {
        Self { is_matched, ..self }
    }
}

/// The times of both sides and their messages, in slices that correspond.
#[derive(Debug)]
pub struct FindingsInput {
    times: [LaneTimes; 2],
    messages: [Vec<MessageTime>; 2],
    /// Late messages with the lanes that their delays go back to, for the questions about single areas.
    late: LateMessages,
    /// Slices of the first run of each side.
    maps: [SliceMap; 2],
    /// Number of slices before the end of the shortest run.
    both: usize,
    /// First of the last slices in which only runs of one side go on.
    tail: usize,
    /// True if slices hold the same matched calls.
    is_matched: bool,
    /// States that changed by more than noise, if that is known.
    significant: Option<SignificantStates>,
    /// Names of the states that findings tell apart. The last one may stand for several.
    states: Vec<String>,
    /// Number of states that stand for themselves.
    named: usize,
    /// True for the states in which a lane waits.
    waits: Vec<bool>,
    /// True for each lane whose pairing contradicts the names of the lanes, by leaf of the common tree.
    is_renamed: Vec<bool>,
}

/// Name of the state that stands for all others.
const OTHERS: &str = "(other states)";

impl FindingsInput {
    /// Adds up the calls of all runs; each side has at least one. `names` are those of all states, and `significant` is known
    /// of all states, if it is. Returns `None` for one side.
    pub fn new(
        runs: &[FindingRun<'_>],
        slices: &FindingSlices,
        level: StackLevel,
        names: &[String],
        significant: Option<&SignificantStates>,
    ) -> Option<Self> {
        let FindingSlices { maps, both, tail, is_matched } = slices;
        let lanes = |run: &FindingRun<'_>| -> Vec<LaneId> {
            run.leaves.iter().map(|&leaf| run.tree.leaves()[leaf]).collect()
        };
        let lanes: Vec<Vec<LaneId>> = runs.iter().map(lanes).collect();
        let of_states = |at: usize| {
            let (FindingRun { trace, of_function, side, .. }, map) = (runs[at], &maps[at]);
            RunOfStates { trace, lanes: &lanes[at], map, of_function, side }
        };
        let of_states: Vec<RunOfStates<'_>> = (0..runs.len()).map(of_states).collect();
        let choice = finding_states(&of_states, level, names.len());
        let times = |side: usize| {
            let of_side = runs.iter().zip(maps).filter(|(run, _)| run.side == side);
            let of_run = of_side.map(|(run, map)| {
                LaneTimes::of_calls(run.trace, run.tree, run.leaves, map, level, run.of_function, &choice)
            });
            LaneTimes::mean(&of_run.collect::<Vec<LaneTimes>>())
        };
        let first = [0, 1].map(|side| runs.iter().position(|run| run.side == side));
        let [Some(a), Some(b)] = first else { return None };
        let messages = [a, b].map(|at| MessageTime::of_trace(runs[at].trace, &lanes[at], &maps[at]));
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let kept = choice.kept.iter().map(|&state| names[state as usize].clone());
        let states: Vec<String> = kept.chain(others).collect();
        let significant = significant.map(|of| SignificantStates {
            states: choice.kept.iter().map(|&state| of.states[state as usize]).collect(),
            gap: of.gap,
        });
        Some(Self {
            times: LaneTimes::filled(&[times(0)?, times(1)?]),
            late: LateMessages::new([&messages[0], &messages[1]]),
            messages,
            both: *both,
            tail: *tail,
            is_matched: *is_matched,
            significant,
            named: choice.kept.len(),
            waits: states.iter().map(|name| waits(name)).collect(),
            is_renamed: renamed([&runs[a], &runs[b]]),
            states,
            maps: [a, b].map(|run| maps[run].clone()),
        })
    }

    /// Finds everything in the lanes of a tree.
    ///
    /// If a lane has another partner than the lane with its name, their starts say nothing: they may be different threads.
    pub fn findings(&self, tree: &LaneTree) -> Findings {
        let mut found = findings(&self.pair(tree), [&self.messages[0], &self.messages[1]], &self.late);
        let is_renamed = |of: &Finding| {
            let leaves = tree.nodes()[of.node].leaves.clone();
            self.is_renamed.get(leaves).is_some_and(|of| of.contains(&true))
        };
        let is_start = |of: &Finding| of.kind == FindingKind::Works && of.state == self.states.len();
        found.found.retain(|of| !is_start(of) || !is_renamed(of));
        found
    }

    /// Returns the node that some lanes wait for between two ticks of the run in which they wait longer, B or A: the one
    /// with the largest part of the time by which they wait longer for messages than in the other run. Returns `None` for
    /// lanes that work longer by one of the findings: they wait less, and the others wait for them.
    pub fn waits_for(
        &self,
        tree: &LaneTree,
        found: &[Finding],
        leaves: &Range<usize>,
        side: usize,
        [from, to]: [i64; 2],
    ) -> Option<usize> {
        let works = |of: &Finding| {
            let late = &tree.nodes()[of.node].leaves;
            of.kind == FindingKind::Works && late.start < leaves.end && leaves.start < late.end
        };
        if found.iter().any(works) {
            return None;
        }
        let map = &self.maps[side];
        let slices = [map.slice_of(from), map.slice_of((to - 1).max(from))];
        waits_for(&self.pair(tree), &self.late, leaves, slices, if side == 0 { -1.0 } else { 1.0 })
    }

    /// Keeps the areas of a pair with few lanes in which a function changed by more than the noise of its calls. `name` returns
    /// the name of a state; `None` for time without a state.
    pub fn keep_significant<'a>(
        &self,
        tree: &LaneTree,
        differences: &mut Differences,
        name: impl Fn(usize) -> Option<&'a str>,
    ) {
        if !are_few(tree.leaves().len()) {
            return;
        }
        let of_state = |state: usize, ticks: f64| {
            let significant = self.significant.as_ref()?;
            let direction = usize::from(ticks > 0.0);
            let Some(name) = name(state) else {
                return Some(2.0 * significant.gap[direction] >= ticks.abs());
            };
            let place = self.states[..self.named].iter().position(|of| of == name)?;
            Some(significant.states[place][direction])
        };
        differences.keep_significant(|state, ticks| of_state(state, ticks).unwrap_or(false));
    }

    fn pair<'a>(&'a self, tree: &'a LaneTree) -> PairTimes<'a> {
        PairTimes {
            tree,
            times: [&self.times[0], &self.times[1]],
            waits: &self.waits,
            named: self.named,
            both: self.both,
            tail: self.tail,
            is_matched: self.is_matched,
            significant: self.significant.as_ref(),
        }
    }

    /// Returns the name of a state of a finding; `none` for time without a state.
    pub fn state<'a>(&'a self, of: &Finding, none: &'a str) -> &'a str {
        self.states.get(of.state).map_or(none, String::as_str)
    }

    /// Returns the names of the states of a finding's times; the last time is without a state.
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// Returns the own ticks of a side at which a finding begins and ends.
    pub fn span(&self, side: usize, of: &Finding) -> [i64; 2] {
        let [from, to] = of.slices;
        [self.maps[side].edges()[from], self.maps[side].edges()[to + 1]]
    }

    /// Returns the share of a finding's state in its slices, in A and in B.
    pub fn shares(&self, of: &Finding) -> [f64; 2] {
        let ticks = of.times.get(of.state).copied().unwrap_or_default();
        [0, 1].map(|side: usize| {
            let [from, to] = self.span(side, of);
            ticks[side] / (to - from).max(1) as f64
        })
    }

    /// Returns true if a finding is told by the shares of its state. Otherwise it is told by the time in the state: if the shares
    /// hardly differ, and of few lanes, whose findings are the change of a state alone.
    pub fn are_shares(&self, tree: &LaneTree, of: &Finding) -> bool {
        of.kind == FindingKind::Whole && !are_few(tree.leaves().len()) && !is_same_share(self.shares(of))
    }

    /// Returns the slices of the findings that have a place, lanes that work longer and messages that take longer, and those
    /// of the pauses that are no findings.
    pub fn places(&self, of: &Findings, edges: [&[i64]; 2]) -> [Vec<[usize; 2]>; 2] {
        let has_place = |of: &&Finding| matches!(of.kind, FindingKind::Works | FindingKind::Messages);
        let slices = |of: &Finding| self.slices_in(of, edges);
        [of.found.iter().filter(has_place).map(slices).collect(), of.pauses.iter().map(slices).collect()]
    }

    /// Returns the first and the last slice of a finding in other slices: those of its time in B, or in A if A takes
    /// longer. `edges` are the own ticks of these slices by side.
    pub fn slices_in(&self, of: &Finding, edges: [&[i64]; 2]) -> [usize; 2] {
        let side = side_of(of);
        let [from, to] = self.span(side, of);
        let last = edges[side].len() - 2;
        let slice = |tick: i64| (edges[side].partition_point(|edge| *edge <= tick).max(1) - 1).min(last);
        [slice(from), slice((to - 1).max(from))]
    }
}

/// Returns true for each common leaf of two runs whose lanes have different names, although one of these names also is that
/// of a lane of the other run. Digits do not count, because they may be process ids.
fn renamed(runs: [&FindingRun<'_>; 2]) -> Vec<bool> {
    // Paths as numbers: each beginning of a path is a number, given by the one before it and the last character. Whole
    // paths of lanes nested n deep would take n² names.
    let mut numbers: FxHashMap<(u32, char), u32> = FxHashMap::default();
    let paths = runs.map(|run| {
        let nodes = run.tree.nodes();
        let mut of_node: Vec<u32> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut path = node.parent.map_or(0, |parent| of_node[parent]);
            for c in node.path_end.chars().filter(|c| !c.is_ascii_digit()) {
                let new = numbers.len() as u32 + 1;
                path = *numbers.entry((path, c)).or_insert(new);
            }
            of_node.push(path);
        }
        run.tree.leaf_nodes().map(|node| of_node[node]).collect::<Vec<u32>>()
    });
    let all = paths.each_ref().map(|of| of.iter().copied().collect::<BTreeSet<u32>>());
    let is_renamed = |(&a, &b): (&usize, &usize)| {
        let (a, b) = (paths[0][a], paths[1][b]);
        a != b && (all[1].contains(&a) || all[0].contains(&b))
    };
    runs[0].leaves.iter().zip(runs[1].leaves).map(is_renamed).collect()
}

/// Returns the side that takes longer in a finding: 0 for A, 1 for B.
pub fn side_of(of: &Finding) -> usize {
    usize::from(of.ticks >= 0.0)
}

/// Smallest change of a share that is told as a change of shares.
const LEAST_SHARE_CHANGE: f64 = 0.02;

/// Returns true if a share is about the same in A and in B. All lanes then do the same for longer, so only amounts of
/// time tell what changed.
fn is_same_share([a, b]: [f64; 2]) -> bool {
    (b - a).abs() < LEAST_SHARE_CHANGE
}

/// Least part of the largest change of an area that its waiting makes, so that the area is one of waiting.
const MOST_IS_WAITING: f64 = 0.5;

/// Returns the side on which the lanes of an area wait longer: 1 for B, 0 for A. `times` are the times of all states in A and in
/// B. Returns `None` if the state that grew most in one run is not one in which a lane waits, or hardly grew.
pub fn waiting_side<'a>(times: &[[f64; 2]], name: impl Fn(usize) -> Option<&'a str>) -> Option<usize> {
    let largest = times.iter().map(|[a, b]| (b - a).abs()).fold(0.0, f64::max);
    [1, 0].into_iter().find(|&side| {
        let gain = |of: &[f64; 2]| of[side] - of[1 - side];
        let most = times.iter().enumerate().max_by(|one, other| gain(one.1).total_cmp(&gain(other.1)));
        most.is_some_and(|(state, of)| {
            gain(of) > 0.0 && gain(of) >= MOST_IS_WAITING * largest && name(state).is_some_and(waits)
        })
    })
}

/// Returns true if a lane waits in a state. Operations between ranks count as waiting, because a rank that comes late
/// lengthens them for all others.
fn waits(state: &str) -> bool {
    let name = state.rsplit(['.', ':', '/']).next().unwrap_or(state).to_ascii_lowercase();
    let name = name.strip_prefix('p').filter(|rest| rest.starts_with("mpi_")).unwrap_or(&name);
    let is_message = name.starts_with("mpi_") && !name.starts_with("mpi_file_") || name.starts_with("nccl");
    is_message || is_waiting(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_waits_on_the_side_with_more_waiting() {
        let side = |times: [[f64; 2]; 2]| {
            waiting_side(&times, |state| ["computing", "PMPI_Recv"].get(state).copied())
        };
        assert_eq!(side([[9.0, 9.0], [1.0, 4.0]]), Some(1));
        assert_eq!(side([[9.0, 9.5], [4.0, 1.0]]), Some(0));
        // A lane that works less in B waits hardly longer.
        assert_eq!(side([[9.0, 5.0], [1.0, 2.0]]), None);
        assert_eq!(side([[9.0, 9.0], [1.0, 1.0]]), None);
    }

    #[test]
    fn pairing_against_names_is_recognised() {
        let traces = [
            "gpu 1\n  0..1 f\nui 2\n  0..1 f\n",
            "ui 7\n  0..1 f\ngpu 8\n  0..1 f\n",
            "io 7\n  0..1 f\nnet 8\n  0..1 f\n",
        ];
        let traces = traces.map(diptych_testkit::trace);
        let trees = traces.each_ref().map(LaneTree::new);
        let run = |at: usize, leaves| FindingRun {
            trace: &traces[at],
            tree: &trees[at],
            leaves,
            of_function: &[],
            side: 0,
        };
        assert_eq!(renamed([&run(0, &[0, 1]), &run(1, &[0, 1])]), [true, true]);
        assert_eq!(renamed([&run(0, &[0, 1]), &run(1, &[1, 0])]), [false, false]);
        // Nothing contradicts a pair of which neither name occurs on the other side.
        assert_eq!(renamed([&run(0, &[0, 1]), &run(2, &[0, 1])]), [false, false]);
    }

    #[test]
    fn operations_between_ranks_wait() {
        for name in ["PMPI_Allreduce", "MPI_Send", "ncclAllReduce", "PMPI_Wait", "threading.Condition.wait"] {
            assert!(waits(name), "{name}");
        }
        for name in ["computing", "PMPI_File_write", "parse", "(other states)"] {
            assert!(!waits(name), "{name}");
        }
    }
}
