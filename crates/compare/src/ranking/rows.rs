//! Rows, and which list each belongs to.

use super::code_moves::CodeMove;
use super::one_run::RunNoise;
use super::rank_test::shift_of;
use super::table::Table;
use super::{By, Options, beneath};
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::IdentityId;

/// A path's change lies wholly in one child from this share of it on.
pub const WHOLLY: f64 = 0.9;

/// The lists of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// More in B.
    Slower,
    /// Less in B.
    Faster,
    /// In B only.
    New,
    /// In A only.
    Gone,
}

/// One difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The function.
    pub identity: IdentityId,
    /// Its path in the union tree; of a function, the path whose self time changed most.
    pub node: NodeId,
    /// Ticks in A, as normalised; of several runs the median.
    pub a: f64,
    /// Ticks in B.
    pub b: f64,
    /// b − a.
    pub delta: f64,
    /// Of a function that only one side calls, ticks in A and in B with all that it calls, as normalised, each instant once
    /// and the few calls as long as others; its list goes by them. `None` of others and of paths.
    pub inclusive: Option<[f64; 2]>,
    /// Of a function that only one side calls: another that stands out in its list and beneath which it lies.
    pub beneath: Option<IdentityId>,
    /// How many functions say so of this one.
    pub holds: u32,
    /// Of a function that stands out as slower or faster, with one run a side and as recorded: the call between it and another
    /// function that one side alone makes and that took about the difference.
    pub code_move: Option<CodeMove>,
    /// Ticks that a few calls in A and in B take over calls of ordinary length, as normalised; parts of `a` and `b`.
    pub few: [f64; 2],
    /// How many these are; of a path, those below it too.
    pub few_calls: [u64; 2],
    /// delta ÷ a; `None` for what is new.
    pub own_share: Option<f64>,
    /// Responsibility: delta ÷ change of the total, both as normalised. `None` if the total did not change
    /// (per total it never does).
    pub responsibility: Option<f64>,
    /// Overweight: growth of the row's own time ÷ growth of the total, both with the few calls as long as others, so 1 is
    /// what it would be had everything grown alike. `None` for what is new or gone, where the total changed by less than
    /// the floor's share, so that the quotient says nothing, and where one grew and the other shrank.
    pub overweight: Option<f64>,
    /// Calls in A and B as recorded; of several runs the median, rounded.
    pub calls: [u64; 2],
    /// Per call only: the number of calls that both sides are taken to have made.
    pub reference_calls: Option<f64>,
    /// Whether the change exceeds the floor, of a function that only one side calls with all that it calls; new and gone
    /// rows are listed in any case.
    pub above_floor: bool,
    /// Why it stands out in its list, or why it does not.
    pub reason: Reason,
    /// Of several runs that were tested.
    pub confidence: Option<Confidence>,
}

impl Row {
    /// Whether it is more than noise and says something of its own.
    pub fn stands_out(&self) -> bool {
        self.reason.stands_out()
    }

    /// Ticks in A and in B by which its list goes.
    pub fn listed_by(&self) -> [f64; 2] {
        self.inclusive.unwrap_or([self.a, self.b])
    }

    /// The change with the few calls as long as others.
    pub fn steady(&self) -> f64 {
        self.delta - (self.few[1] - self.few[0])
    }

    /// What explains the change.
    pub fn parts(&self) -> Parts {
        let few = self.few[1] - self.few[0];
        let steady = [self.a - self.few[0], self.b - self.few[1]];
        let [calls_a, calls_b] = self.calls.map(|calls| calls as f64);
        let by_calls = match self.reference_calls {
            Some(_) => 0.0,
            None if calls_a == 0.0 || calls_b == 0.0 => self.steady(),
            None => (calls_b - calls_a) * f64::midpoint(steady[0] / calls_a, steady[1] / calls_b),
        };
        Parts { calls: by_calls, lengths: self.steady() - by_calls, few }
    }
}

/// What explains a change; the parts add up to it, and exchanging the sides changes their signs alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// More or fewer calls, ticks: each counts as the mean of what a call takes on both sides. All of what only one side
    /// calls, and nothing where both are taken to have made the same number.
    pub calls: f64,
    /// Longer or shorter calls.
    pub lengths: f64,
    /// What the few calls take over calls of ordinary length.
    pub few: f64,
}

/// Why a row stands out in its list, or why it stands below those that do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Only one side calls it.
    OneSide,
    /// Calls became more or fewer, by so many that their time alone is above the floor.
    Calls,
    /// Calls became longer or shorter by more than the calls within each run differ by.
    Lengths,
    /// Of several runs, more than the runs of one side differ by.
    Runs,
    /// One run a side: its calls became as much longer or shorter as calls at large did.
    AsTheRun,
    /// One run a side: calls within each run differ by as much.
    WithinCalls,
    /// A few calls that take far longer than all others explain it: what is left is under the floor, or changed the other
    /// way.
    FewCalls,
    /// Several runs a side: the runs of one side differ by as much.
    WithinRuns,
    /// New or gone, but no longer than the floor.
    UnderFloor,
    /// A path whose change lies wholly in one callee, which has a row of its own.
    InOneCallee,
    /// A new or gone path whose caller is new or gone.
    WithItsCaller,
    /// A new or gone function that lies beneath another one of its list.
    Beneath,
}

impl Reason {
    /// Whether rows of this kind stand out.
    pub const fn stands_out(self) -> bool {
        matches!(self, Self::OneSide | Self::Calls | Self::Lengths | Self::Runs)
    }
}

/// What several runs say of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// Probability of a change as large as this anywhere in the list if nothing had changed (adjusted for
    /// all that was tested).
    pub p: f64,
    /// B over A: Hodges and Lehmann's estimate on ln ticks. `None` if some run does not call it.
    pub ratio: Option<f64>,
    /// Its interval at the level of the ranking, for this row by itself.
    pub interval: Option<[f64; 2]>,
}

/// Who says what is beyond noise.
pub(super) enum Judge<'a> {
    /// One run a side.
    Within(RunNoise),
    /// Every run of one side beyond every run of the other.
    Separated,
    /// Adjusted p of each row.
    Tested(&'a [Option<f64>]),
}

/// The sorted lists, as in the ranking.
pub(super) struct Lists {
    /// Slower, faster, new, gone; what stands out comes first.
    pub(super) by_kind: [Vec<Row>; 4],
    pub(super) under_floor: u64,
    pub(super) largest_under_floor: Option<Row>,
}

/// Sorts rows into lists: all whose change exceeds the floor, and of what is new or gone also the rest, but for paths
/// below a caller that is.
pub(super) fn sort(union: &UnionTree, table: &Table, options: Options, judge: &Judge<'_>) -> Lists {
    let sorter = Sorter { table, options, judge };
    let repeats = match options.by {
        By::Function => vec![None; table.rows.len()],
        By::Path => repeats(union, table),
    };
    let mut lists = Lists { by_kind: [const { Vec::new() }; 4], under_floor: 0, largest_under_floor: None };
    let mut found: Vec<(Row, Kind)> = (0..table.rows.len()).map(|row| sorter.row(row)).collect();
    for (row, (found, kind)) in found.iter_mut().enumerate() {
        found.reason = repeats[row].unwrap_or_else(|| sorter.reason(row, *kind, found));
    }
    if options.by == By::Function {
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
        list.sort_by(|left, right| {
            let by_part = right.stands_out().cmp(&left.stands_out());
            let by_size = size(right).total_cmp(&size(left));
            let by_place = (left.identity, left.node).cmp(&(right.identity, right.node));
            by_part.then(by_size).then(by_place)
        });
    }
    lists
}

/// What a row is ordered by within its part of a list.
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
            _ if delta > 0.0 => Kind::Slower,
            _ => Kind::Faster,
        };
        let own_share = (a > 0.0).then(|| delta / a);
        let [total_a, total_b] = table.totals;
        let change = total_b - total_a;
        // Sums of rounded ticks: a total that is the same may differ in its last bits.
        let changed = change.abs() > 1e-9 * total_a.max(total_b);
        let overweight = self.overweight([a - few[0], b - few[1]]);
        let (identity, node) = table.rows[row];
        let is_function_of_one_side =
            self.options.by == By::Function && matches!(kind, Kind::New | Kind::Gone);
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
            code_move: None,
            few,
            few_calls,
            own_share,
            responsibility: changed.then(|| delta / change),
            overweight: overweight.filter(|times| *times > 0.0 && kind != Kind::Gone),
            calls: [0, 1].map(|side| table.calls(row, side).round() as u64),
            reference_calls: table.reference_calls.as_ref().map(|calls| calls[row]),
            above_floor: self.options.floor.exceeded_by(inclusive.unwrap_or([a, b])),
            reason: Reason::UnderFloor,
            confidence: self.confidence(row),
        };
        (found, kind)
    }

    /// Growth of a row ÷ growth of the whole run, both with the few calls as long as others; `None` where the run grew or
    /// shrank by less than the floor's share.
    fn overweight(&self, [a, b]: [f64; 2]) -> Option<f64> {
        let [total_a, total_b] = self.table.steady_totals;
        let growth = (total_a > 0.0).then(|| (total_b - total_a) / total_a)?;
        // Sums of rounded ticks: a total that is the same may differ in its last bits.
        let is_telling = growth.abs() >= self.options.floor.share.max(1e-9);
        (a > 0.0 && is_telling).then(|| (b - a) / a / growth)
    }

    /// What is to be said of a row that is listed.
    fn reason(&self, row: usize, kind: Kind, found: &Row) -> Reason {
        let is_of_one_side = matches!(kind, Kind::New | Kind::Gone);
        let is_sure = match self.judge {
            // A function that one side alone calls has none; a path may.
            Judge::Within(_) if self.is_few(found) => return Reason::FewCalls,
            Judge::Within(noise) if !is_of_one_side => {
                return noise.reason(self.single(row), self.options.floor);
            }
            Judge::Within(_) => true,
            Judge::Separated => self.table.is_separated(row),
            // The row's own rank test must agree: no row stands out whose interval holds "no change".
            Judge::Tested(_) => found.confidence.is_some_and(|confidence| {
                let holds_one = |[low, high]: [f64; 2]| low <= 1.0 && high >= 1.0;
                confidence.p <= self.options.level && !confidence.interval.is_some_and(holds_one)
            }),
        };
        match (is_sure, is_of_one_side) {
            (false, _) => Reason::WithinRuns,
            (true, true) if !found.above_floor => Reason::UnderFloor,
            (true, true) => Reason::OneSide,
            (true, false) => Reason::Runs,
        }
    }

    /// Whether the few calls explain a change.
    fn is_few(&self, row: &Row) -> bool {
        let left = [row.a - row.few[0], row.b - row.few[1]];
        row.few_calls != [0, 0] && (!self.options.floor.exceeded_by(left) || row.steady() * row.delta <= 0.0)
    }

    /// A row in the only run of each side.
    fn single(&self, row: usize) -> [super::table::Cell; 2] {
        [0, 1].map(|side| self.table.cells(row, side).next().unwrap_or_default())
    }

    fn confidence(&self, row: usize) -> Option<Confidence> {
        let Judge::Tested(p) = self.judge else { return None };
        let p = p.get(row).copied().flatten()?;
        let [a, b] = [0, 1].map(|side| {
            let ticks = self.table.cells(row, side).map(|cell| cell.ticks);
            ticks.map(|ticks| (ticks > 0.0).then(|| ticks.ln())).collect::<Option<Vec<f64>>>()
        });
        let shift = a.zip(b).and_then(|(a, b)| shift_of(&a, &b, self.options.level));
        let interval = shift.and_then(|shift| shift.interval).map(|interval| interval.map(f64::exp));
        Some(Confidence { p, ratio: shift.map(|shift| shift.estimate.exp()), interval })
    }
}

/// Which paths repeat what another says: those whose change lies wholly in one callee, and of what is new or gone all
/// below the topmost path. Rows are nodes. O(nodes).
fn repeats(union: &UnionTree, table: &Table) -> Vec<Option<Reason>> {
    let delta = |row: usize| table.value(row, 1) - table.value(row, 0);
    let absent = |row: usize| [0, 1].map(|side| !table.is_called(row, side));
    let mut repeats = vec![None; table.rows.len()];
    for node in 0..table.rows.len() {
        let Some(parent) = union.parent()[node].some().map(NodeId::index) else { continue };
        // A path is absent where its caller is: if the caller is new or gone, so is all below it.
        if absent(parent).contains(&true) {
            repeats[node] = Some(Reason::WithItsCaller);
        } else if delta(node) * delta(parent) > 0.0 && delta(node).abs() >= WHOLLY * delta(parent).abs() {
            repeats[parent] = Some(Reason::InOneCallee);
        }
    }
    repeats
}
