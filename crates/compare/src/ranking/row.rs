//! A row of a ranking: the difference of one function or path, with the reason why it is significant or not.

use crate::call_times::OutlierCall;
use diptych_profile::NodeId;
use diptych_trace::IdentityId;

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
    /// Caller whose calls of the function the row is of, because the function changed significantly only there. Nearest
    /// one by which its calls differ; [`IdentityId::NONE`] for calls without such a caller. `None` for rows of all calls.
    pub caller: Option<IdentityId>,
    /// Significant new or gone function of the same list that this one is beneath, and counts for.
    pub beneath: Option<IdentityId>,
    /// Number of functions that are beneath this one.
    pub holds: u32,
    /// Number of functions of both sides whose calls beneath this one count for it. Only in the list of largest changes.
    pub called_below: u32,
    /// Function of which the calls beneath this one took most, of those that count for it. Only in the list of largest
    /// changes.
    pub largest_below: Option<LargestBelow>,
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
            caller: None,
            beneath: None,
            holds: 0,
            called_below: 0,
            largest_below: None,
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
    pub(super) fn without_part(&self, side: usize, ticks: f64, calls: u64) -> Self {
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

/// The part of a function's change that counts for a new or gone function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartBelow {
    /// The new or gone function.
    pub leader: IdentityId,
    /// Self time of the function's additional or missing calls beneath it, B minus A, in ticks.
    pub ticks: f64,
    /// Number of these calls.
    pub calls: u64,
}

/// The function with the largest change of those that count for a new or gone function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LargestBelow {
    /// The function. Only one side calls it, or both do.
    pub function: IdentityId,
    /// Self time of its calls that count, B minus A, in ticks.
    pub ticks: f64,
    /// Number of these calls.
    pub calls: u64,
}

/// A call between two functions that only one side makes and that took about as long as a row's change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CodeMove {
    /// Other function.
    pub other: IdentityId,
    /// True if the other function is the caller, false if it is the callee.
    pub is_caller: bool,
    /// Side that makes the call: 0 for A, which means that it is no longer made, 1 for B.
    pub side: usize,
    /// Time in ticks. For a callee, its time there, with everything it calls if only one side calls it. For a caller,
    /// the change of its own time, which has the opposite sign of the row's.
    pub ticks: f64,
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
    /// Significant: one lane works longer while the others wait for it ([`crate::late_lanes`]), or less.
    OneLane,
    /// Significant: the same, and the change of all lanes together is not significant. The row has the times and calls of
    /// the late lanes alone.
    LateLanes,
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
    /// One run per side: only sums of short calls are known, so nobody knows how much single calls differ.
    WithinSums,
    /// Outlier calls explain the change: the rest is under the floor or has the other sign.
    FewCalls,
    /// Several runs per side: the runs of one side differ by as much.
    WithinRuns,
    /// New or gone, but under the floor.
    UnderFloor,
    /// A function whose change is wholly in the calls of one caller, which have their own row.
    InOneCaller,
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
            Self::OneSide
                | Self::Calls
                | Self::Lengths
                | Self::Runs
                | Self::Samples
                | Self::OneCall
                | Self::OneLane
                | Self::LateLanes
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
