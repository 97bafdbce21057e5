//! The lists of differences, some rows at a time.

use crate::analyses::{PairAlignment, PathUnion, RankedDifferences};
use diptych_compare::call_times::{CallTimes, OutlierCall};
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{ChangeSubject, Kind, Normalisation, Phase, Row, standing_out};
use diptych_protocol::comparison::{DifferenceList, DifferenceOrder, DifferenceRow, PhaseRow, VerdictPart};
use diptych_trace::{Axis, IdentityId};
use diptych_views::differences::{self, GeneralChange, LargestChange, Names, RowContext, RowPlace, Whole};
use diptych_views::{SignificantFunctions, Successors, numbers};
use std::ops::Deref;

/// The lists of a comparison, and the alignment behind them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Differences<'a> {
    pub(crate) aligned: &'a PairAlignment,
    pub(crate) lists: Lists<'a>,
}

impl<'a> Deref for Differences<'a> {
    type Target = Lists<'a>;

    fn deref(&self) -> &Lists<'a> {
        &self.lists
    }
}

/// The lists of a comparison, made from traces or from a stored comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lists<'a> {
    pub(crate) paths: &'a PathUnion,
    /// Times of single calls, with one run a side.
    pub(crate) times: Option<&'a CallTimes>,
    pub(crate) ranked: &'a RankedDifferences,
    pub(crate) axis: Axis,
    /// Sides of whose recordings parts are missing, at moments that are not known.
    pub(crate) gaps: [bool; 2],
}

/// Number of low bits of a row's id that hold its place in the list.
const PLACE_BITS: u32 = 28;

/// Maximum number of chips.
const CHIPS: usize = 5;

/// List number in the ids of changes by path.
const PHASES: u32 = DifferenceList::ALL.len() as u32;

impl<'a> Lists<'a> {
    /// Returns the rows of a list, largest change first.
    pub(crate) fn rows(&self, list: DifferenceList) -> &'a [Row] {
        let RankedDifferences { ranking, largest, moved, pauses, .. } = self.ranked;
        match list {
            DifferenceList::Largest => largest,
            DifferenceList::Slower => &ranking.slower,
            DifferenceList::Faster => &ranking.faster,
            DifferenceList::New => &ranking.new,
            DifferenceList::Gone => &ranking.gone,
            DifferenceList::Moved => moved,
            DifferenceList::Waiting => &ranking.waiting,
            DifferenceList::Pauses => pauses,
        }
    }

    /// Returns the number of notable rows of each list. They exceed the noise, and no other row explains them.
    pub(crate) fn counts(&self) -> [u32; 8] {
        DifferenceList::ALL.map(|list| standing_out(self.rows(list)).len() as u32)
    }

    /// Returns the number of the other rows of each list.
    pub(crate) fn below(&self) -> [u32; 8] {
        DifferenceList::ALL.map(|list| (self.rows(list).len() - standing_out(self.rows(list)).len()) as u32)
    }

    /// Returns the reasons why the other rows of each list are not notable.
    pub(crate) fn below_reasons(&self) -> [String; 8] {
        DifferenceList::ALL.map(|list| match list {
            DifferenceList::Moved | DifferenceList::Pauses => String::new(),
            list => differences::reasons_below(self.rows(list), self.ranked.options.by),
        })
    }

    /// Returns a part of a list in words. Notable rows come first, then the others, both in the requested order.
    pub(crate) fn stretch(
        &self,
        list: DifferenceList,
        order: DifferenceOrder,
        first: u32,
        count: u32,
    ) -> Vec<DifferenceRow> {
        let of = if list == DifferenceList::Largest { &self.ranked.largest_of[..] } else { &[] };
        let rows = match list {
            // These rows are of single calls.
            DifferenceList::Moved | DifferenceList::Pauses => self.rows(list).to_vec(),
            _ => differences::measured_by(order, self.rows(list), of, &self.ranked.inclusive),
        };
        let places = differences::ordered_by(order, &rows);
        let wanted = places.iter().enumerate().skip(first as usize).take(count as usize);
        let longest = rows.iter().flat_map(Row::listed_by).fold(0.0, f64::max);
        wanted.map(|(rank, &place)| self.row(list, rank, place, &rows[place], longest)).collect()
    }

    /// Returns the functions whose change is significant.
    pub(crate) fn significant(&self) -> SignificantFunctions<'a> {
        SignificantFunctions {
            of_runs: &self.ranked.significant,
            of_pair: self.paths.numbers_of_pair(),
            successors: Some(self.successors()),
            waits: &self.paths.waits,
            gaps: self.gaps,
        }
    }

    /// Returns the largest changes by path.
    pub(crate) fn phases(&self) -> Vec<PhaseRow> {
        (0..self.ranked.phases.len()).map(|place| self.phase_row(place)).collect()
    }

    /// Returns the first significant rows of the list of largest changes.
    pub(crate) fn chips(&self, order: DifferenceOrder) -> Vec<DifferenceRow> {
        let count = standing_out(&self.ranked.largest).len().min(CHIPS);
        self.stretch(DifferenceList::Largest, order, 0, count as u32)
    }

    /// Returns the change of the whole run; `None` if changes are not as recorded.
    pub(crate) fn whole(&self, lanes: LaneCounts) -> Option<Whole> {
        let RankedDifferences { ranking, verdict, options, .. } = self.ranked;
        (options.normalisation == Normalisation::Absolute).then(|| Whole::of(verdict, ranking, lanes))
    }

    /// Returns the cause of the largest change, and work that moved to another lane. Blank without either.
    pub(crate) fn cause(&self, lanes: LaneCounts, general: GeneralChange<'_>) -> String {
        let RankedDifferences { largest, options, .. } = self.ranked;
        let whole = self.whole(lanes);
        let significant = standing_out(largest).iter().enumerate().map(|(place, row)| {
            let kind = self.by_kind(DifferenceList::Largest, place);
            let call = kind.filter(|(kind, _)| *kind == DifferenceList::Pauses);
            let call = call.and_then(|(_, place)| self.ranked.pause_calls.get(place));
            let waits = kind.is_some_and(|(kind, _)| kind == DifferenceList::Waiting);
            LargestChange { row, call, waits }
        });
        let significant: Vec<LargestChange<'_>> = significant.collect();
        differences::cause(
            self.context(self.recorded_times()),
            &significant,
            whole,
            options.floor,
            Some(general),
        )
    }

    /// Adds to a verdict what functions without a name make of the pair.
    pub(crate) fn verdict(&self, mut parts: Vec<VerdictPart>) -> Vec<VerdictPart> {
        parts.extend(differences::without_names(self.context(None)));
        parts
    }

    /// Returns the functions that probably succeed others. The first call finds them. O(nodes of the union tree).
    pub(crate) fn successors(&self) -> &'a Successors {
        self.ranked.successors.get_or_init(|| {
            let significant = standing_out(&self.ranked.largest);
            differences::successors(self.bare_context(None), significant, self.ranked.options.floor)
        })
    }

    fn context(&self, times: Option<&'a CallTimes>) -> RowContext<'a> {
        RowContext { successors: Some(self.successors()), ..self.bare_context(times) }
    }

    fn bare_context(&self, times: Option<&'a CallTimes>) -> RowContext<'a> {
        RowContext {
            successors: None,
            by: self.ranked.options.by,
            names: self.paths as &dyn Names,
            union: &self.paths.union,
            axis: self.axis,
            times,
            lanes: self.paths.lanes.as_ref(),
            moved: &self.ranked.moved_functions,
            thread_moves: &self.paths.thread_moves,
            lane_families: &self.paths.lane_families,
            late_lane: self.paths.late_lane.as_ref().filter(|_| self.is_recorded()),
            run_names: &self.paths.run_names,
            gaps: self.gaps,
        }
    }

    /// Returns the times of single calls. They are as recorded, so they do not fit lists under another normalisation.
    fn recorded_times(&self) -> Option<&'a CallTimes> {
        self.times.filter(|_| self.is_recorded())
    }

    /// Returns true if the lists have times as recorded.
    fn is_recorded(&self) -> bool {
        self.ranked.options.normalisation == Normalisation::Absolute
    }

    fn phase_row(&self, place: usize) -> PhaseRow {
        differences::phase(self.context(None), &self.ranked.phases, place, id_of(PHASES, place))
    }

    /// Returns the change by path with an id.
    pub(crate) fn phase(&self, id: u32) -> Option<&'a Phase> {
        let (list, place) = list_and_place(id);
        self.ranked.phases.get(place).filter(|_| list == PHASES)
    }

    /// Returns the row with an id, and the list of its kind.
    pub(crate) fn find(&self, id: u32) -> Option<(DifferenceList, &'a Row)> {
        let (list, place) = list_and_place(id);
        let (list, place) = self.by_kind(*DifferenceList::ALL.get(list as usize)?, place)?;
        Some((list, self.rows(list).get(place)?))
    }

    /// Returns the list of a row's kind and the row's place there. Only rows of the list of largest changes have
    /// another list and another place.
    fn by_kind(&self, list: DifferenceList, place: usize) -> Option<(DifferenceList, usize)> {
        if list != DifferenceList::Largest {
            return Some((list, place));
        }
        Some(match *self.ranked.largest_of.get(place)? {
            ChangeSubject::Row { list, place } => (differences::list_of(Kind::ALL[list]), place),
            ChangeSubject::Call { place } => (DifferenceList::Pauses, place),
        })
    }

    /// Returns the row of all calls of a function, if a list has one.
    pub(crate) fn of_function(&self, identity: IdentityId) -> Option<&'a Row> {
        let is_of_all = |row: &&Row| row.identity == identity && row.caller.is_none();
        self.ranked.ranking.lists().into_iter().flatten().find(is_of_all)
    }

    /// Returns a row of a list in words: the row of that place as it is measured, at a rank in the order of the list.
    fn row(
        &self,
        list: DifferenceList,
        rank: usize,
        place: usize,
        measured: &Row,
        longest: f64,
    ) -> DifferenceRow {
        let place_in = RowPlace { list, rank: rank as u32 + 1, id: id_of(list.index() as u32, place) };
        let mut row = differences::row(self.context(self.recorded_times()), place_in, measured, longest);
        let (kind, in_kind) = self.by_kind(list, place).unwrap_or((list, place));
        row.kind = kind;
        match list {
            DifferenceList::Moved => {
                let calls = measured.calls[0];
                row.delta = numbers::calls(calls);
                row.own = format!(
                    "by up to {}",
                    numbers::extent(self.axis, self.ranked.moved_functions[place].farthest)
                );
            }
            DifferenceList::Pauses | DifferenceList::Largest if kind == DifferenceList::Pauses => {
                let call = &self.ranked.pause_calls[in_kind];
                let beside_others = differences::beside_others(call);
                row.over = self.change_of_all_calls(measured, &row.delta);
                if list == DifferenceList::Largest {
                    (row.own, row.reason) = (differences::one_call(self.axis, call), beside_others);
                } else {
                    row.own = beside_others;
                }
            }
            _ => {}
        }
        row
    }

    /// Returns the change of all calls of an outlier call's function, which other desks show: `all calls −529 µs`. Blank if it is that of the call.
    fn change_of_all_calls(&self, call: &Row, of_call: &str) -> String {
        let all = self.of_function(call.identity).map(|row| numbers::delta(self.axis, row.delta));
        all.filter(|all| all != of_call).map_or_else(String::new, |all| format!("all calls {all}"))
    }

    /// Returns the call of a row in the list of pauses.
    pub(crate) fn pause(&self, id: u32) -> Option<&'a OutlierCall> {
        let (list, place) = list_and_place(id);
        let (kind, place) = self.by_kind(*DifferenceList::ALL.get(list as usize)?, place)?;
        self.ranked.pause_calls.get(place).filter(|_| kind == DifferenceList::Pauses)
    }
}

/// Returns the id of a row, from the number of its list (or [`PHASES`]) and its place there.
fn id_of(list: u32, place: usize) -> u32 {
    list << PLACE_BITS | place as u32
}

fn list_and_place(id: u32) -> (u32, usize) {
    (id >> PLACE_BITS, (id & ((1 << PLACE_BITS) - 1)) as usize)
}
