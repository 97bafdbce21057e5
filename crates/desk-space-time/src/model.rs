//! The tables of slices of the open sides, and the areas and partitions that several analyses need.

use super::query::SliceQuery;
use super::runs::{CommonLeaves, KnownTables, Runs, StatesOfKind};
use super::search_cache::SearchCache;
use super::shown_lanes::ShownLanes;
use crate::space_time::{IDLE, LeftOut, ListedArea, OTHERS};
use diptych_aggregate::{
    Areas, LaneTimes, LaneTree, Quality, SliceTable, StateChoice, default_p, mean_table, optimal,
};
use diptych_engine::{FindingsInput, JobInput, Stages};
use diptych_protocol::StateBy;
use diptych_store::StoreError;
use diptych_trace::LaneId;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Name of the stage that computes gain and loss of every area.
const WEIGHING: &str = "Computing areas";

/// The tables of the open sides.
#[derive(Debug)]
pub(super) struct Model {
    /// Mean of the runs, by open side: ticks of each lane that all runs have. If time without a state counts as a
    /// state, it is the last one.
    pub(super) tables: Vec<SliceTable>,
    /// Runs by open side, the displayed one first. Empty unless a side has several.
    pub(super) runs: Vec<Vec<SliceTable>>,
    /// Tables that regard lanes whose calls have no end; `None` if all calls end.
    known: Option<KnownTables>,
    /// Tables of both sides in slices of their own time, if B's time is warped.
    pub(super) own_tables: Option<[SliceTable; 2]>,
    /// Edges of the slices by open side, in the side's own ticks: each start, and the end of the last slice.
    pub(super) edges: Vec<Vec<i64>>,
    /// Tick at which the shortest run of each open side ends, on the axis of its slices.
    pub(super) ends: Vec<i64>,
    /// Tree of these lanes with all levels.
    pub(super) tree: LaneTree,
    /// Lanes that have rows, and the others.
    pub(super) shown: ShownLanes,
    /// Lane of each leaf in the displayed run, by open side.
    pub(super) lanes: Vec<Vec<LaneId>>,
    /// Names of the states, which are the rows of a table.
    pub(super) states: Vec<String>,
    /// Number of the colour of each state, without idle time.
    pub(super) colors: Vec<u32>,
    /// State of each function of the displayed trace, by open side.
    pub(super) of_function: Vec<Vec<u32>>,
    /// Kind of the states. The query may have left it open.
    pub(super) by: StateBy,
    /// Number of states that share the row of other states, which comes after the rows of single states.
    pub(super) lumped: usize,
    /// Times of both sides of a pair in each run's own ticks, if B's time is aligned by matched calls.
    pub(super) own: Option<[LaneTimes; 2]>,
    /// Input of the findings of a pair. Findings name functions even if [`StateBy::Auto`] chose packages for the picture, so
    /// that they agree with the comparison.
    ///
    /// [`StateBy::Auto`]: diptych_protocol::StateBy::Auto
    pub(super) findings: Option<FindingsInput>,
    /// Input of the findings by the states of the picture, if the picture has other states than `findings`.
    findings_of_picture: Option<FindingsInput>,
    /// Number of lanes with calls but without a partner in some run, by open side.
    pub(super) alone: Vec<usize>,
    /// Number of lanes without calls.
    pub(super) empty: usize,
    /// Areas that differ between the sides, then areas that depart within one side.
    pub(super) listed: Vec<ListedArea>,
    /// Counts of what is not listed.
    pub(super) left_out: LeftOut,
    /// True if both sides hold the same calls at the same times.
    pub(super) is_same: bool,
    /// Gain and loss of all areas of each panel that was needed: the sides, then both together.
    areas: [Option<Rc<Areas>>; 3],
    /// Quality of the finest partition of each panel.
    finest: [Option<Quality>; 3],
    /// The p at which the curves of gain and loss of the last panel are farthest apart.
    widest: Option<f64>,
    /// Unfinished search for all partitions of the last panel.
    pub(super) search: Option<SearchCache>,
}

impl Model {
    /// Computes the tables of a query and shows all lanes, with empty lists.
    pub(super) fn new(query: &SliceQuery, bench: &mut JobInput<'_>) -> Result<Self, StoreError> {
        let runs = Runs::new(query, bench)?;
        let names = runs.names(query, bench)?;
        let stages = &mut *bench.stages;
        let paired = CommonLeaves::new(query, &runs, &names, stages)?;
        let mut chosen = runs.states(query, &names, stages)?;
        // With `StateBy::Auto` there are two choices. Packages replace functions if the functions cover too little
        // time and packages divide it well.
        let tells =
            |of: &[StatesOfKind]| of.len() > 1 && !tells_half(&of[0].choice) && tells_apart(&of[1].choice);
        let at = usize::from(tells(&chosen));
        let findings = runs.findings_input(query, &names, &chosen[0].states, &paired.leaves)?;
        let StatesOfKind { by, states, choice } = chosen.swap_remove(at);
        let tables = runs.tables(query, &states, &choice, &paired.leaves, stages)?;
        let known = runs.known_tables(query, &states, &choice, &paired.leaves, &tables);
        let own_tables = runs.own_tables(query, &states, &choice, &paired.leaves);
        let colors = runs.colors(query, &states, &choice.kept)?;
        let own = runs.own_times(query, &states, &choice, &paired.leaves);
        let findings_of_picture =
            if at > 0 { runs.findings_input(query, &names, &states, &paired.leaves)? } else { None };
        let kept = choice.kept.iter().map(|&state| states.names[state as usize].clone());
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        let names: Vec<String> = kept.chain(others).chain(query.idle.then(|| IDLE.to_owned())).collect();
        let rows = |of: &Vec<u32>| of.iter().map(|&state| choice.row(state) as u32).collect();
        let slices = runs.grids.first().map_or(1, |grid| grid.count);
        let shown = ShownLanes::all(&paired.tree, query.levels as usize, slices);
        let has_several = tables.iter().any(|runs| runs.len() > 1);
        let means = tables.iter().filter_map(|runs| mean_table(runs)).collect();
        Ok(Self {
            tables: means,
            runs: if has_several { tables } else { Vec::new() },
            known,
            own_tables,
            edges: runs.edges(),
            ends: runs.ends(query),
            shown,
            tree: paired.tree,
            lanes: paired.lanes,
            states: names,
            of_function: runs.shown().map(|run| rows(&states.of_function[run])).collect(),
            by,
            lumped: choice.lumped.len(),
            colors,
            own,
            findings,
            findings_of_picture,
            alone: paired.alone,
            empty: paired.empty,
            listed: Vec::new(),
            left_out: LeftOut::default(),
            is_same: runs.are_same(),
            areas: [None, None, None],
            finest: [None; 3],
            widest: None,
            search: None,
        })
    }

    /// Returns the input of findings by the states of the picture.
    pub(super) fn findings_of_picture(&self) -> Option<&FindingsInput> {
        self.findings_of_picture.as_ref().or(self.findings.as_ref())
    }

    /// Shows other lanes, and drops what was computed from the lanes shown before.
    pub(super) fn show(&mut self, shown: ShownLanes) {
        self.shown = shown;
        (self.areas, self.finest, self.widest) = ([None, None, None], [None; 3], None);
    }

    /// Returns the tables by open side and run that are compared. Pictures also show the time after the last event of lanes whose
    /// calls have no end.
    pub(super) fn compared(&self) -> Vec<&[SliceTable]> {
        self.known.as_ref().map_or_else(|| self.drawn(), |of| of.compared.iter().map(Vec::as_slice).collect())
    }

    /// Returns the mean of a side's runs that are compared; `None` with one side, or if all calls end.
    pub(super) fn compared_mean(&self, side: usize) -> Option<SliceTable> {
        mean_table(self.known.as_ref()?.compared.get(side).filter(|_| self.tables.len() == 2)?)
    }

    /// Returns the tables by open side and run without the time after the last event of lanes whose calls have no end.
    pub(super) fn known(&self) -> Vec<&[SliceTable]> {
        self.known.as_ref().map_or_else(|| self.drawn(), |of| of.known.iter().map(Vec::as_slice).collect())
    }

    fn drawn(&self) -> Vec<&[SliceTable]> {
        if self.runs.is_empty() {
            return self.tables.iter().map(std::slice::from_ref).collect();
        }
        self.runs.iter().map(Vec::as_slice).collect()
    }

    /// Returns the number of lanes whose calls have no end, by open side.
    pub(super) fn unended(&self) -> &[u32] {
        self.known.as_ref().map_or(&[], |of| &of.lanes)
    }

    /// Returns the ticks of a slice, and the number of slices.
    pub(super) fn slices(&self) -> (u64, usize) {
        self.tables.first().map_or((1, 1), |table| (table.grid().width, table.grid().count))
    }

    /// Returns the number of panels: one for each side, and one for both sides of a pair.
    pub(super) fn panels(&self) -> usize {
        if self.tables.len() == 2 { 3 } else { self.tables.len() }
    }

    /// Returns the table of a panel, of the lanes that are shown: that of a side, or both tables stacked so that their
    /// states are rows of one.
    pub(super) fn table(&self, panel: usize) -> Cow<'_, SliceTable> {
        if let Some(table) = self.tables.get(panel) {
            return self.shown.picked(table);
        }
        let [a, b] = [0, 1].map(|side: usize| self.shown.picked(&self.tables[side]));
        Cow::Owned(SliceTable::stacked(&a, &b))
    }

    /// Returns gain and loss of all areas of a panel. Computed once.
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
                Areas::new(&self.table(panel), &self.shown.folded, query.gain(), &mut progress).map(Rc::new);
        }
        self.areas[panel].as_ref().ok_or(StoreError::Damaged)
    }

    /// Returns the quality of a panel's finest partition. One run of the algorithm the first time.
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

    /// Returns the p at which the curves of the last panel are farthest apart. Two runs of the algorithm the first
    /// time.
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

/// Returns true if the states with a row of their own cover at least half of the time in any state.
fn tells_half(choice: &StateChoice) -> bool {
    let all: u64 = choice.ticks.iter().sum();
    let others: u64 = choice.ticks.iter().skip(choice.kept.len()).sum();
    2 * others <= all
}

/// Returns true if [`tells_half`] does and no row covers nine tenths of the time in any state.
fn tells_apart(choice: &StateChoice) -> bool {
    let all: u64 = choice.ticks.iter().sum();
    tells_half(choice) && choice.ticks.iter().all(|&ticks| 10 * ticks < 9 * all)
}
