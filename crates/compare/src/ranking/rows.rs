//! The rows of a ranking, and the list that each belongs to.

use super::call_counts::is_changed_by_counts;
use super::called_below::PartBelow;
use super::cell::Cell;
use super::code_moves::CodeMove;
use super::one_run::RunNoise;
use super::paired::PairedTest;
use super::phases::sides_that_call;
use super::rank_test::{Shift, shift_of};
use super::samples::SampleTest;
use super::table::Table;
use super::{Floor, Options, RowUnit, beneath};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};

/// Minimum share of a path's change that one child must have for the change to be wholly in it.
pub const WHOLLY: f64 = 0.9;

/// The kind of a difference, and the list that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// More time in B.
    Slower,
    /// Less time in B.
    Faster,
    /// Called in B only.
    New,
    /// Called in A only.
    Gone,
    /// More or less time in B in a function that waits ([`crate::waiting`]).
    Waiting,
}

impl Kind {
    /// All kinds, in the order of [`super::Ranking::lists`].
    pub const ALL: [Self; 5] = [Self::Slower, Self::Faster, Self::New, Self::Gone, Self::Waiting];
}

/// A difference of one function or path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// Function.
    pub identity: IdentityId,
    /// Path in the union tree. For a function, the path whose self time changed most.
    pub node: NodeId,
    /// Ticks in A, as normalised. With several runs the median.
    pub a: f64,
    /// Ticks in B, as normalised. With several runs the median.
    pub b: f64,
    /// Difference b − a.
    pub delta: f64,
    /// Inclusive ticks in A and in B of a function that only one side calls, as normalised. Each instant counts once,
    /// and outlier calls have ordinary length. Its list is ordered by them. `None` for other functions and for paths.
    pub inclusive: Option<[f64; 2]>,
    /// Significant new or gone function of the same list that this one is beneath, and counts for.
    pub beneath: Option<IdentityId>,
    /// Number of functions that are beneath this one.
    pub holds: u32,
    /// Number of functions of both sides whose calls beneath this one count for it. Only in the list of largest changes.
    pub called_below: u32,
    /// The part of the change that counts for new or gone functions, of which `leader` has most. The row is the rest.
    /// Only in the list of largest changes.
    pub part_below: Option<PartBelow>,
    /// Call between this function and another that only one side makes and that took about the difference. Only for
    /// significant slower or faster functions, with one run per side and times as recorded.
    pub code_move: Option<CodeMove>,
    /// Excess in ticks of outlier calls in A and in B, as normalised. Included in `a` and `b`.
    pub few: [f64; 2],
    /// Number of these outlier calls. For a path, those below it too.
    pub few_calls: [u64; 2],
    /// Change relative to A, delta ÷ a, or `None` for new rows.
    pub own_share: Option<f64>,
    /// Responsibility: delta ÷ change of the total, both as normalised. `None` if the total did not change, which is
    /// always so per total.
    pub responsibility: Option<f64>,
    /// Overweight: growth of the row's own time ÷ growth of the total, both with outlier calls at ordinary length. It
    /// is 1 if everything grew equally. `None` for new and gone rows, and if one grew while the other shrank. Also
    /// `None` if the total changed by less than the floor's share, because the quotient then says nothing.
    pub overweight: Option<f64>,
    /// Number of calls in A and B as recorded, or of samples if runs were sampled: those of the self time, or of the
    /// inclusive time of a function that only one side calls. With several runs the median, rounded.
    pub calls: [u64; 2],
    /// Number of calls that both sides count as having made. Only with [`super::Normalisation::PerCall`].
    pub reference_calls: Option<f64>,
    /// True if both sides call the function, though maybe not on this path.
    pub is_of_both: bool,
    /// True if the change exceeds the floor, by inclusive time for a function that only one side calls. New and gone
    /// rows are listed in any case.
    pub above_floor: bool,
    /// Reason why the row is significant or not.
    pub reason: Reason,
    /// Result of the test, for several runs that were tested.
    pub confidence: Option<Confidence>,
}

impl Row {
    /// Returns a row that is listed without being ranked, as significant.
    pub fn unranked(identity: IdentityId, node: NodeId, [a, b]: [f64; 2], calls: [u64; 2]) -> Self {
        Self {
            identity,
            node,
            a,
            b,
            delta: b - a,
            inclusive: None,
            beneath: None,
            holds: 0,
            called_below: 0,
            part_below: None,
            code_move: None,
            few: [0.0; 2],
            few_calls: [0; 2],
            own_share: (a > 0.0).then(|| (b - a) / a),
            responsibility: None,
            overweight: None,
            calls,
            reference_calls: None,
            is_of_both: true,
            above_floor: true,
            reason: Reason::OneSide,
            confidence: None,
        }
    }

    /// Returns the row of an outlier call: from the length of an ordinary call to its own, or back if it is of A. `calls`
    /// has the numbers of calls of its function.
    pub(super) fn of_call(call: &OutlierCall, node: NodeId, calls: [u64; 2], reason: Reason) -> Self {
        let mut ticks = [call.ordinary as f64; 2];
        ticks[call.side] += call.excess() as f64;
        Self { reason, ..Self::unranked(call.identity, node, ticks, calls) }
    }

    /// Returns true if the row is an outlier call. Its times are those of this call, and its numbers of calls are those of
    /// its function.
    pub fn is_call(&self) -> bool {
        matches!(self.reason, Reason::OneCall | Reason::AlsoOutliers)
    }

    /// Returns true if the row is significant: its change is more than noise and no repetition of another row's.
    pub fn stands_out(&self) -> bool {
        self.reason.stands_out()
    }

    /// Returns the ticks in A and in B that order the row in its list.
    pub fn listed_by(&self) -> [f64; 2] {
        self.inclusive.unwrap_or([self.a, self.b])
    }

    /// Returns the change with outlier calls at ordinary length.
    pub fn steady(&self) -> f64 {
        self.delta - (self.few[1] - self.few[0])
    }

    /// Returns the row without some time and with a number of calls left on a side.
    pub(super) fn without_part(&self, side: usize, (ticks, calls): (f64, u64)) -> Self {
        let mut rest = Self { overweight: None, responsibility: None, ..*self };
        let time = if side == 0 { &mut rest.a } else { &mut rest.b };
        *time = (*time - ticks).max(0.0);
        rest.calls[side] = calls.min(rest.calls[side]);
        rest.delta = rest.b - rest.a;
        rest.own_share = (rest.a > 0.0).then(|| rest.delta / rest.a);
        rest
    }

    /// Splits the change into its parts.
    pub fn parts(&self) -> Parts {
        let few = self.few[1] - self.few[0];
        let steady = [self.a - self.few[0], self.b - self.few[1]];
        let [calls_a, calls_b] = self.calls.map(|calls| calls as f64);
        let by_calls = match self.reference_calls {
            _ if self.is_call() => 0.0,
            Some(_) => 0.0,
            None if calls_a == 0.0 || calls_b == 0.0 => self.steady(),
            None => (calls_b - calls_a) * f64::midpoint(steady[0] / calls_a, steady[1] / calls_b),
        };
        Parts { calls: by_calls, lengths: self.steady() - by_calls, few }
    }
}

/// The parts that explain a change. They add up to it, and exchanging the sides only changes their signs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Ticks by more or fewer calls. Each counts as the mean duration of a call over both sides. If only one side calls
    /// the row, its whole change except for outliers. If both sides count as having made equally many calls, 0.
    pub calls: f64,
    /// Ticks by longer or shorter calls.
    pub lengths: f64,
    /// Difference of the excess of outlier calls, in ticks.
    pub few: f64,
}

/// The reason why a row is significant or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Significant: only one side calls it.
    OneSide,
    /// Significant: the number of calls changed by so much that the time of the additional calls alone exceeds the
    /// floor.
    Calls,
    /// Significant: calls became longer or shorter by more than calls within each run differ by.
    Lengths,
    /// Significant, with several runs: the change is more than the runs of one side differ by.
    Runs,
    /// Significant: one outlier call, and the other side has none that is nearly as long
    /// ([`super::standing_outliers`]).
    OneCall,
    /// An outlier call, and the other side has some that are about as long.
    AlsoOutliers,
    /// Significant: there are more or fewer samples than chance explains.
    Samples,
    /// Chance explains the number of samples.
    WithinSamples,
    /// One run per side: the calls became longer or shorter by as much as calls in general.
    AsTheRun,
    /// One run per side: calls within each run differ by as much.
    WithinCalls,
    /// Outlier calls explain the change: the rest is under the floor or has the other sign.
    FewCalls,
    /// Several runs per side: the runs of one side differ by as much.
    WithinRuns,
    /// New or gone, but under the floor.
    UnderFloor,
    /// A path whose change is wholly in one callee, which has its own row.
    InOneCallee,
    /// A new or gone path whose caller is new or gone.
    WithItsCaller,
    /// A new or gone function that is beneath another one of its list.
    Beneath,
    /// A function of both sides whose change is not significant without the calls that new or gone functions make. Only
    /// in the list of largest changes.
    CalledBelow,
}

impl Reason {
    /// Returns true if rows with this reason are significant.
    pub const fn stands_out(self) -> bool {
        matches!(
            self,
            Self::OneSide | Self::Calls | Self::Lengths | Self::Runs | Self::Samples | Self::OneCall
        )
    }
}

/// The evidence of several runs for a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// Probability of a change as large as this anywhere in the list if nothing had changed (adjusted for everything
    /// that was tested). For samples it is the share of false findings among all rows with at most this p.
    pub p: f64,
    /// Ratio B over A, by Hodges and Lehmann's estimate on ln ticks. If the interval of all ticks contains 1, it is the
    /// ratio without the longest call of each run. `None` if some run does not call it.
    pub ratio: Option<f64>,
    /// Confidence interval of the ratio at the level of the ranking, for this row alone.
    pub interval: Option<[f64; 2]>,
}

/// The judge of what is beyond noise.
pub(super) enum Judge<'a> {
    /// The noise of one run per side, and the test of matched calls, if calls were matched.
    Within(RunNoise, Option<PairedTest<'a>>),
    /// Separation: every run of one side must be beyond every run of the other.
    Separated,
    /// The test for sampling error.
    Samples(&'a SampleTest),
    /// The adjusted p of each row.
    Tested(&'a [Option<f64>]),
}

/// The sorted lists of a ranking.
pub(super) struct Lists {
    /// Rows by [`Kind`]. In each list the significant rows come first.
    pub(super) by_kind: [Vec<Row>; 5],
    pub(super) under_floor: u64,
    pub(super) largest_under_floor: Option<Row>,
}

/// Sorts rows into lists. Lists contain all rows whose change exceeds the floor, and all new and gone rows except paths
/// below a new or gone caller.
///
/// `waits` says of each identity whether it waits. It may be shorter than the identities.
pub(super) fn sort(
    union: &UnionTree,
    table: &Table,
    options: Options,
    (judge, waits): (&Judge<'_>, &[bool]),
) -> Lists {
    let sides_of = sides_that_call(union);
    let sorter = Sorter { table, options, judge, waits, sides_of: &sides_of };
    let repeats = match options.by {
        RowUnit::Function => vec![None; table.rows.len()],
        RowUnit::Path => repeats(union, table),
    };
    let mut lists = Lists { by_kind: [const { Vec::new() }; 5], under_floor: 0, largest_under_floor: None };
    let mut found: Vec<(Row, Kind)> = (0..table.rows.len()).map(|row| sorter.row(row)).collect();
    for (row, (found, kind)) in found.iter_mut().enumerate() {
        found.reason = repeats[row].unwrap_or_else(|| sorter.reason(row, *kind, found));
    }
    if options.by == RowUnit::Function {
        beneath::put_beneath(union, &mut found);
    }
    for ((found, kind), repeats) in found.into_iter().zip(repeats) {
        let exists = matches!(kind, Kind::New | Kind::Gone) && repeats.is_none();
        if exists || (found.above_floor && found.delta != 0.0) {
            lists.by_kind[kind as usize].push(found);
        } else if found.delta != 0.0 {
            lists.under_floor += 1;
            let largest = &mut lists.largest_under_floor;
            if largest.is_none_or(|largest| found.delta.abs() > largest.delta.abs()) {
                *largest = Some(found);
            }
        }
    }
    for list in &mut lists.by_kind {
        list.order_by(|left, right| {
            let by_part = right.stands_out().cmp(&left.stands_out());
            let by_size = size(right).total_cmp(&size(left));
            let by_place = (left.identity, left.node).cmp(&(right.identity, right.node));
            by_part.then(by_size).then(by_place)
        });
    }
    lists
}

/// Returns the size by which a row is ordered within its part of a list.
fn size(row: &Row) -> f64 {
    if let Some([a, b]) = row.inclusive {
        return (b - a).abs();
    }
    if row.stands_out() { row.steady().abs() } else { row.delta.abs() }
}

struct Sorter<'a> {
    table: &'a Table,
    options: Options,
    judge: &'a Judge<'a>,
    waits: &'a [bool],
    /// For each identity, which sides call it.
    sides_of: &'a [[bool; 2]],
}

impl Sorter<'_> {
    fn row(&self, row: usize) -> (Row, Kind) {
        let table = self.table;
        let [a, b] = [0, 1].map(|side| table.whole(row, side));
        let delta = b - a;
        let few = [a - table.value(row, 0), b - table.value(row, 1)];
        let few_calls = [0, 1].map(|side| table.few_calls(row, side));
        let kind = match [0, 1].map(|side| table.is_called(row, side)) {
            [false, true] => Kind::New,
            [true, false] => Kind::Gone,
            _ if self.waits.get(table.rows[row].0.index()).is_some_and(|&waits| waits) => Kind::Waiting,
            _ if delta > 0.0 => Kind::Slower,
            _ => Kind::Faster,
        };
        let own_share = (a > 0.0).then(|| delta / a);
        let [total_a, total_b] = table.totals;
        let change = total_b - total_a;
        // Totals are sums of rounded ticks, so equal totals may differ in their last bits.
        let changed = change.abs() > 1e-9 * total_a.max(total_b);
        let overweight = self.overweight([a - few[0], b - few[1]]);
        let (identity, node) = table.rows[row];
        let is_function_of_one_side =
            self.options.by == RowUnit::Function && matches!(kind, Kind::New | Kind::Gone);
        let inclusive = is_function_of_one_side.then(|| [0, 1].map(|side| table.inclusive(row, side)));
        let found = Row {
            identity,
            node,
            a,
            b,
            delta,
            inclusive,
            beneath: None,
            holds: 0,
            called_below: 0,
            part_below: None,
            code_move: None,
            few,
            few_calls,
            own_share,
            responsibility: changed.then(|| delta / change),
            overweight: overweight.filter(|times| *times > 0.0 && kind != Kind::Gone),
            calls: [0, 1].map(|side| table.calls(row, side).round() as u64),
            reference_calls: table.reference_calls.as_ref().map(|calls| calls[row]),
            is_of_both: self.sides_of[identity.index()] == [true; 2],
            above_floor: self.options.floor.exceeded_by(inclusive.unwrap_or([a, b]))
                || is_changed_by_counts(table, row, self.options.floor),
            reason: Reason::UnderFloor,
            confidence: self.confidence(row),
        };
        (found, kind)
    }

    /// Returns growth of a row ÷ growth of the whole run, both with outlier calls at ordinary length. Returns `None` if
    /// the run changed by less than the floor's share.
    fn overweight(&self, [a, b]: [f64; 2]) -> Option<f64> {
        let [total_a, total_b] = self.table.steady_totals;
        let growth = (total_a > 0.0).then(|| (total_b - total_a) / total_a)?;
        // Totals are sums of rounded ticks, so equal totals may differ in their last bits.
        let is_telling = growth.abs() >= self.options.floor.share.max(1e-9);
        (a > 0.0 && is_telling).then(|| (b - a) / a / growth)
    }

    /// Returns the reason of a listed row.
    fn reason(&self, row: usize, kind: Kind, found: &Row) -> Reason {
        let is_of_one_side = matches!(kind, Kind::New | Kind::Gone);
        let is_counted = || is_changed_by_counts(self.table, row, self.options.floor);
        let is_sure = match self.judge {
            Judge::Separated if is_counted() => return Reason::Calls,
            Judge::Tested(_)
                if is_counted() && found.confidence.is_some_and(|of| of.p <= self.options.level) =>
            {
                return Reason::Calls;
            }
            Judge::Within(..) if self.is_few(found) => return Reason::FewCalls,
            Judge::Within(noise, paired) if !is_of_one_side => {
                return reason_within((noise, paired.as_ref()), found, self.single(row), self.options.floor);
            }
            Judge::Within(..) => true,
            Judge::Samples(_) if !self.table.is_separated(row) => return Reason::WithinRuns,
            Judge::Samples(test) => return test.reason(row, is_of_one_side, found.above_floor),
            Judge::Separated => self.table.is_separated(row),
            // The row's own rank test must agree: a row whose interval contains "no change" is not significant.
            Judge::Tested(_) => found.confidence.is_some_and(|confidence| {
                let holds_one = |[low, high]: [f64; 2]| low <= 1.0 && high >= 1.0;
                let points = confidence.ratio.is_none_or(|ratio| (ratio - 1.0) * found.delta > 0.0);
                confidence.p <= self.options.level && !confidence.interval.is_some_and(holds_one) && points
            }),
        };
        match (is_sure, is_of_one_side) {
            (false, _) => Reason::WithinRuns,
            (true, true) if !found.above_floor => Reason::UnderFloor,
            (true, true) => Reason::OneSide,
            (true, false) => Reason::Runs,
        }
    }

    /// Returns true if outlier calls explain a change.
    fn is_few(&self, row: &Row) -> bool {
        let left = [row.a - row.few[0], row.b - row.few[1]];
        row.few_calls != [0, 0] && (!self.options.floor.exceeded_by(left) || row.steady() * row.delta <= 0.0)
    }

    /// Returns the cells of a row in the only run of each side.
    fn single(&self, row: usize) -> [Cell; 2] {
        [0, 1].map(|side| self.table.cells(row, side).next().unwrap_or_default())
    }

    fn confidence(&self, row: usize) -> Option<Confidence> {
        let p = match self.judge {
            Judge::Tested(p) => p.get(row).copied().flatten()?,
            Judge::Samples(test) => {
                return test.p(row).map(|p| Confidence { p, ratio: None, interval: None });
            }
            Judge::Within(..) | Judge::Separated => return None,
        };
        let shift = |ticks_of: fn(&Cell) -> f64| {
            let [a, b] = [0, 1].map(|side| {
                let ticks = self.table.cells(row, side).map(|cell| ticks_of(&cell));
                ticks.map(|ticks| (ticks > 0.0).then(|| ticks.ln())).collect::<Option<Vec<f64>>>()
            });
            a.zip(b).and_then(|(a, b)| shift_of(&a, &b, self.options.level))
        };
        // A pause in one run makes the interval of all ticks wide. Then that without the longest calls says more.
        let recorded = shift(|cell| cell.ticks);
        let is_open = |of: &Shift| of.interval.is_some_and(|[low, high]| low <= 0.0 && high >= 0.0);
        let shift = recorded.filter(|of| !is_open(of)).or_else(|| shift(|cell| cell.steady)).or(recorded);
        let interval = shift.and_then(|shift| shift.interval).map(|interval| interval.map(f64::exp));
        Some(Confidence { p, ratio: shift.map(|shift| shift.estimate.exp()), interval })
    }
}

/// Returns the reason of a row whose function both sides call, with one run a side, from its cells.
pub(super) fn reason_within(
    (noise, paired): (&RunNoise, Option<&PairedTest<'_>>),
    row: &Row,
    cells: [Cell; 2],
    floor: Floor,
) -> Reason {
    let is_paired = || paired.is_some_and(|paired| paired.is_exceeded(row));
    let is_usual = || paired.is_some_and(|paired| paired.is_usual(row));
    let may_be_slow_stretch = || paired.is_some_and(|paired| paired.may_be_slow_stretch(row, noise.outlier));
    match noise.reason(cells, floor) {
        Reason::Lengths if is_usual() || may_be_slow_stretch() => Reason::WithinCalls,
        reason if !reason.stands_out() && is_paired() && !may_be_slow_stretch() => Reason::Lengths,
        reason => reason,
    }
}

/// Marks the paths that repeat another path: those whose change is wholly in one callee, and everything below the
/// topmost new or gone path. Rows are nodes. O(nodes).
fn repeats(union: &UnionTree, table: &Table) -> Vec<Option<Reason>> {
    let delta = |row: usize| table.value(row, 1) - table.value(row, 0);
    let absent = |row: usize| [0, 1].map(|side| !table.is_called(row, side));
    let mut repeats = vec![None; table.rows.len()];
    for node in 0..table.rows.len() {
        let Some(parent) = union.parent()[node].some().map(NodeId::index) else { continue };
        // A path is absent if its caller is. So if the caller is new or gone, everything below it is too.
        if absent(parent).contains(&true) {
            repeats[node] = Some(Reason::WithItsCaller);
        } else if delta(node) * delta(parent) > 0.0 && delta(node).abs() >= WHOLLY * delta(parent).abs() {
            repeats[parent] = Some(Reason::InOneCallee);
        }
    }
    repeats
}
