//! Findings: the significant changes that the sentence on the cause chooses from, and the choice.

use super::replaced::{self, Succession, SuccessionTest};
use super::rows::{Names, RowContext, shown_name};
use diptych_compare::call_times::OutlierCall;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{Floor, Noise, Ranking, Row, RunNoise, Verdict};
use diptych_compare::waiting::{is_sleep, is_waiting};
use diptych_trace::Sorting;

/// Smallest share of the whole change for which changes in its direction account, if they are called its cause. Also the
/// smallest ratio of two changes of one order.
pub(super) const LEAST_OF_WHOLE: f64 = 0.5;

/// Smallest whole change, as a share of the largest change, that needs a cause of its own.
pub(super) const LEAST_OF_LARGEST: f64 = 0.1;

/// A significant row of the list of largest changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LargestChange<'a> {
    /// The row.
    pub row: &'a Row,
    /// The outlier call of the row, if it is one.
    pub call: Option<&'a OutlierCall>,
    /// True if the row's function waits.
    pub waits: bool,
}

/// The change of everything, B minus A, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// Change of all calls together.
    pub calls: f64,
    /// The part of `calls` in functions that wait.
    pub waited: f64,
    /// Change of the run's length. It differs from that of all calls if lanes run side by side or are idle.
    pub run: f64,
    /// True if the run's length did not change by more than the floor.
    pub is_as_long: bool,
    /// Mean number of lanes that work at a time on each side, if that and not the time of all work explains the change of
    /// the run's length. `None` if it is less than one on both sides.
    pub busy_lanes: Option<[f64; 2]>,
    /// Number of lanes of A and of B.
    pub lanes: [u64; 2],
    /// Noise of one run per side.
    pub noise: Option<RunNoise>,
}

/// Maximum relative change of all work, as a part of the relative change of the run's length, at which the number of
/// busy lanes explains the latter.
pub(super) const MOST_BY_CALLS: f64 = 0.25;

impl Whole {
    /// Returns true if much of the change is time in functions that wait.
    pub(super) fn is_waiting(&self) -> bool {
        self.waited != 0.0 && self.waited.abs() >= LEAST_OF_WHOLE * self.calls.abs()
    }

    /// Returns the whole change to compare a finding with. For work, time in functions that wait is left out if it is
    /// much of the change.
    pub(super) fn beside(&self, of: &Finding<'_>) -> f64 {
        if !of.is_wait && self.is_waiting() { self.calls - self.waited } else { self.calls }
    }

    /// Returns the change that a verdict says. Time in which functions wait is no work.
    pub fn of(verdict: &Verdict, ranking: &Ranking, lanes: LaneCounts) -> Self {
        let change = |[a, b]: [f64; 2]| b - a;
        let growth = |[a, b]: [f64; 2]| (b / a).ln().abs();
        let Verdict { total, extent, .. } = *verdict;
        let waited = ranking.waited;
        let work = [0, 1].map(|side| total[side] - waited[side]);
        let is_by_lanes = !verdict.is_as_long
            && verdict.doubt.is_none()
            && [work, extent].iter().flatten().all(|&ticks| ticks > 0.0)
            && growth(work) <= MOST_BY_CALLS * growth(extent);
        let busy_lanes = [0, 1].map(|side| work[side] / extent[side]);
        // If less than a lane is busy on both sides, nothing runs at the same time: the run waits longer.
        let is_parallel = busy_lanes.iter().any(|&lanes| lanes > 1.0);
        let busy_lanes = (is_by_lanes && is_parallel).then_some(busy_lanes);
        Self {
            calls: change(total),
            waited: change(waited),
            run: change(extent),
            is_as_long: verdict.is_as_long,
            busy_lanes,
            lanes: lanes.lanes,
            noise: if let Noise::OneRunASide(noise) = ranking.noise { Some(noise) } else { None },
        }
    }
}

/// A finding that a sentence can name.
#[derive(Clone, Copy)]
pub(super) struct Finding<'a> {
    pub(super) change: LargestChange<'a>,
    /// The gone function of which the new function of `change` probably is the successor.
    pub(super) succession: Option<Succession<'a>>,
    /// True if the change is mostly time that a function waits, if only in a new function that calls it.
    pub(super) is_wait: bool,
}

impl Finding<'_> {
    /// Returns the change in ticks. That of a function with a predecessor is the change from one to the other.
    pub(super) fn delta(&self) -> f64 {
        self.succession.map_or(self.change.row.delta, |of| of.delta())
    }

    /// Returns the change of the larger of two functions of which one is the successor of the other.
    pub(super) fn size(&self) -> f64 {
        let of_gone = self.succession.map_or(0.0, |of| of.gone.delta.abs());
        self.change.row.delta.abs().max(of_gone)
    }
}

/// Returns the findings, the largest first: changes of work, then of functions that wait. A new function and its predecessor
/// are one finding.
pub(super) fn findings<'a>(
    context: RowContext<'_>,
    largest: &[LargestChange<'a>],
    floor: Floor,
    whole: Option<Whole>,
) -> Vec<Finding<'a>> {
    let rows: Vec<&'a Row> = largest.iter().map(|of| of.row).collect();
    let test = SuccessionTest { floor, noise: whole.and_then(|whole| whole.noise) };
    let successions = replaced::successions(context, &rows, test);
    let mut is_gone = vec![false; largest.len()];
    successions.iter().flatten().for_each(|&(gone, _)| is_gone[gone] = true);
    let kept = largest.iter().enumerate().filter(|&(place, _)| !is_gone[place]);
    let mut findings: Vec<Finding<'a>> = kept
        .map(|(place, &change)| Finding {
            change,
            succession: successions[place].map(|(_, of)| of),
            is_wait: is_wait(context.names, change),
        })
        .collect();
    let waits = |of: &Finding<'_>| of.change.waits;
    findings.order_by(|x, y| waits(x).cmp(&waits(y)).then(y.delta().abs().total_cmp(&x.delta().abs())));
    put_sleep_first(context, &mut findings);
    findings
}

/// Returns true if a change is mostly time that a function waits. New and gone functions that wait are no rows of the list
/// of those that wait, and a new function may do little else than to call one.
fn is_wait(names: &dyn Names, of: LargestChange<'_>) -> bool {
    let LargestChange { row, call, waits } = of;
    let below = row.largest_below.filter(|below| below.ticks.abs() >= LEAST_OF_WHOLE * row.delta.abs());
    let mostly = below.map_or(row.identity, |below| below.function);
    waits || (call.is_none() && is_waiting(&shown_name(names, mostly)))
}

/// Moves the largest change of a function that sleeps before those of functions that wait for others, unless it is less
/// than half of the largest of these. A program decides itself how long it sleeps, so that is more often the cause.
fn put_sleep_first(context: RowContext<'_>, findings: &mut [Finding<'_>]) {
    let first = findings.partition_point(|of| !of.change.waits);
    let waiting = &mut findings[first..];
    let sleeps = |of: &Finding<'_>| is_sleep(&shown_name(context.names, of.change.row.identity));
    let Some(largest) = waiting.first().map(|of| of.delta().abs()) else { return };
    let is_as_large = |of: &Finding<'_>| of.delta().abs() >= LEAST_OF_WHOLE * largest;
    if let Some(place) = waiting.iter().position(|of| is_as_large(of) && sleeps(of)) {
        waiting[..=place].rotate_right(1);
    }
}

/// Returns the finding that the sentence names first: the largest in the direction of the whole change, if such findings
/// account for it or one is of the order of the largest finding. Otherwise the largest finding. Functions that wait come
/// only after all work, unless no work is of the order of the change of the run's length, or none has its direction and
/// a function that waits explains more of it. An outlier call comes after a change of the program that is at least half as
/// large: pauses of the machine hit any call.
pub(super) fn lead<'a, 'b>(findings: &'b [Finding<'a>], whole: Whole) -> Option<&'b Finding<'a>> {
    let first_wait = findings.partition_point(|of| !of.change.waits);
    let has_run_direction = |of: &Finding<'_>| of.delta() * whole.run > 0.0;
    // With lanes side by side, the time that functions wait says nothing about the length of the run.
    let is_one_way = whole.calls * whole.run > 0.0;
    let longest_wait = findings[first_wait..].iter().find(|of| has_run_direction(of) && is_one_way);
    let is_against_wait = |of: &Finding<'_>| {
        !has_run_direction(of) && longest_wait.is_some_and(|wait| wait.delta().abs() >= of.delta().abs())
    };
    let is_telling = |of: &Finding<'_>| {
        let is_large = of.delta().abs() >= LEAST_OF_LARGEST * whole.run.abs() && !is_against_wait(of);
        !of.change.waits && (whole.is_as_long || is_large)
    };
    let has_work = first_wait == findings.len() || findings.iter().any(is_telling);
    let findings = if has_work { findings } else { &findings[first_wait..] };
    let first = findings.first()?;
    let (whole, is_as_long) = (whole.beside(first), whole.is_as_long);
    let has_direction = |of: &&Finding<'_>| of.delta() * whole > 0.0;
    let has_no_direction = is_as_long || whole.abs() < LEAST_OF_LARGEST * first.delta().abs();
    let in_direction = findings.iter().find(has_direction).filter(|_| !has_no_direction);
    let sum: f64 = findings.iter().filter(has_direction).map(Finding::delta).sum();
    let is_cause = |of: &&Finding<'_>| {
        sum.abs() >= LEAST_OF_WHOLE * whole.abs() || of.delta().abs() >= LEAST_OF_WHOLE * first.delta().abs()
    };
    let lead = in_direction.filter(is_cause).unwrap_or(first);
    let of_program = |of: &&Finding<'_>| {
        of.change.call.is_none()
            && !of.change.waits
            && of.delta() * lead.delta() > 0.0
            && of.delta().abs() >= LEAST_OF_WHOLE * lead.delta().abs()
    };
    let is_call = lead.change.call.is_some();
    Some(findings.iter().find(of_program).filter(|_| is_call).unwrap_or(lead))
}
