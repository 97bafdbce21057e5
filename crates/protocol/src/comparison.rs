//! What corresponds between the sides, in words: the verdict, the lists of differences, the identity rules and
//! the lane pairs.

use crate::event::Fact;
use crate::sides::SideName;
use crate::state::CallRef;
use crate::time_state::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// Lists of differences, one kind each, never mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceList {
    /// Takes longer in B.
    Slower,
    /// Takes longer in A.
    Faster,
    /// Only B does it.
    New,
    /// Only A does it.
    Gone,
    /// Both do it, in another order or under another caller.
    Moved,
    /// Single calls that take far longer than all others of their function.
    Pauses,
}

impl DifferenceList {
    /// All, in the order of their tabs.
    pub const ALL: [Self; 6] = [Self::Slower, Self::Faster, Self::New, Self::Gone, Self::Moved, Self::Pauses];

    /// 0 for the first tab.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What a list is ordered by, largest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceOrder {
    /// Size of the change.
    #[default]
    Delta,
    /// Change in per cent of the own baseline.
    Own,
    /// How far it outgrew the run.
    Overweight,
    /// Calls, the larger of both sides.
    Calls,
}

/// A comparison in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparisonSummary {
    /// `B is 1.26 × A ▲ +19.4 ms; 79 % of A’s time matches; …`, in parts; between two stands `; `.
    pub verdict: Vec<VerdictPart>,
    /// Why the sides are hardly comparable, if they are.
    pub doubt: Option<Doubt>,
    /// Said when nothing stands out in any list; empty otherwise.
    pub none: String,
    /// How much longer all calls took, with one run a side: `All calls took 1.21 × as long (machine or build)`; empty
    /// where they took as long.
    pub drift: String,
    /// The largest changes by path, at most twelve: callers before what they call.
    pub phases: Vec<PhaseRow>,
    /// The largest of these that are more than noise, largest first, at most five.
    pub chips: Vec<PhaseRow>,
    /// Rows of each list that stand out, in the order of [`DifferenceList::ALL`].
    pub counts: [u32; 6],
    /// Rows of each list below those: changes above the floor that the whole run made as well, that noise explains,
    /// and the like.
    pub below: [u32; 6],
    /// What these have in common: `as the whole run, or within what calls differ by anyway`; empty where there are none.
    pub below_reasons: [String; 6],
    /// What can be said about noise: `1 run a side: no statement about noise`.
    pub noise: String,
    /// What is too small for a list: `5 % and 10 µs`.
    pub floor: String,
    /// What grey stands for: `grey: as the whole run, ×1.26 ± 5 %, or under 10 µs`.
    pub grey: String,
    /// For the pair settings: `88 % · 3 renames?`.
    pub identity: String,
    /// For the pair settings: `8 : 8`, `700 : 700 · 3 unpaired`.
    pub lanes: String,
    /// Some lanes are paired that have less than 30 % in common.
    pub lanes_doubtful: bool,
    /// Calls matched, moved, on one side only, and the like; for the table and for tests.
    pub facts: Vec<Fact>,
}

/// A call path whose change is one of the largest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PhaseRow {
    /// Names it for [`crate::GoToRequest`]; holds as long as the comparison.
    pub id: u32,
    /// What it does: slower, faster, new or gone.
    pub list: DifferenceList,
    /// Callers that have a line of their own.
    pub depth: u32,
    /// Its innermost function, whole.
    pub name: String,
    /// File, whole; empty if unknown.
    pub file: String,
    /// Callers, outermost first.
    pub callers: Vec<String>,
    /// Those of them without a line that its function is named with, since it is called on other paths too.
    pub through: Vec<String>,
    /// Change of its inclusive time: `+31.2 ms`.
    pub delta: String,
    /// `over 64 ranks`: over how many lanes its times are summed; empty of one lane.
    pub over: String,
    /// `accounts for +31.2 ms of +39.1 ms`; empty without a line above.
    pub explains: String,
    /// `+10.7 ms in calls that both make (1.22× as long)`: how much of the change is in calls that both sides make; empty where
    /// that is under a tenth, or not known.
    pub same: String,
    /// `same calls, 1.22× as long` where most of the change is there; else empty.
    pub mostly_same: String,
    /// `new` or `gone` of a function of one side alone, `new under this caller` of a path; empty where both sides have it.
    pub only: String,
    /// `excluding outlier calls: 4.01 ms (B)`: how much longer than usual the outlier calls in it take, which its times leave
    /// out; empty where that is under a tenth of its change.
    pub pauses: String,
    /// `36 → 34 calls`; empty where both sides make as many.
    pub calls: String,
    /// Inclusive time on A, with its unit.
    pub a: String,
    /// Inclusive time on B.
    pub b: String,
    /// Calls on A.
    pub calls_a: u32,
    /// Calls on B.
    pub calls_b: u32,
}

/// A part of the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct VerdictPart {
    /// What it says.
    pub text: String,
    /// The list that its number counts, if it counts one.
    pub list: Option<DifferenceList>,
    /// Whether it says that something of a side is missing; it then comes first.
    pub warns: bool,
}

/// Why two traces can hardly be compared, and what might help.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Doubt {
    /// `Only 3 % of calls are named alike.`
    pub title: String,
    /// What may be the matter.
    pub body: String,
    /// What a further rule would do: `Drop venv-7f3a/ from file names`; empty if there is none.
    pub remedy: String,
    /// The rules with that one added; to be taken as they are.
    pub rules: String,
}

/// A row of a list of differences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DifferenceRow {
    /// Its list.
    pub list: DifferenceList,
    /// Its number in the list as ordered, from 1.
    pub rank: u32,
    /// Names it for [`crate::GoToRequest`]; holds as long as the comparison.
    pub id: u32,
    /// Function, whole.
    pub name: String,
    /// File, whole; empty if unknown.
    pub file: String,
    /// Callers, outermost first.
    pub callers: Vec<String>,
    /// `+1.09 ms`, `new`, `gone`; of what moved `12 calls`.
    pub delta: String,
    /// `over 64 ranks`: over how many lanes its times are summed; empty of one lane, and of what is no such sum.
    pub over: String,
    /// `+249 %`, `×10`; empty where there is no baseline. Of what moved how far, of a pause how long beside other calls.
    pub own: String,
    /// `while all calls together grew 13 %`, to read the own change against; empty where the two can't be compared.
    pub overweight: String,
    /// How much of the change outlier calls explain: `+4.02 ms in 1 outlier call`; else empty.
    pub few: String,
    /// Of a function that one side alone calls, its self time: its other times are with all that it calls. Else empty.
    pub self_time: String,
    /// Mean self time (by path, and of what is new or gone: time) of a call on A, without those few; empty where it makes none.
    pub each_a: String,
    /// The same on B.
    pub each_b: String,
    /// Why the row says what it says, a line each: calls, time a call, what each explains, how long calls take.
    pub details: Vec<String>,
    /// Time on A, with its unit.
    pub a: String,
    /// Time on B.
    pub b: String,
    /// Time on A as a share of the longest bar of the list.
    pub bar_a: f32,
    /// Time on B as a share of the longest bar of the list.
    pub bar_b: f32,
    /// Calls on A.
    pub calls_a: u32,
    /// Calls on B.
    pub calls_b: u32,
    /// Whether it stands out in its list; rows that do come first.
    pub stands_out: bool,
    /// Why it does, or does not: `longer calls`, `in line with the whole run`, `new, with 5 more new functions below`.
    pub reason: String,
    /// What several runs say of it: `p = 0.008`, `95 %: +8 to +13 %`; empty with one run a side.
    pub confidence: String,
}

/// What identity rules do to the pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct IdentityReport {
    /// The rules in the order in which they run: rewrites, renames, pairs.
    pub rules: Vec<RuleRow>,
    /// The draft as text: its own, and each of its rows on a line behind that.
    pub text: String,
    /// The shortest text that says the same, blank for the defaults: what the state and links carry.
    pub short: String,
    /// Why the draft could not be taken, and where; the rest, but its text, is then of the rules that held before.
    pub problem: Option<RuleProblem>,
    /// How much is named alike on each side.
    pub agreement: [SideAgreement; 2],
    /// Functions of each side without a partner, heaviest first.
    pub unmatched: [Vec<UnmatchedName>; 2],
    /// How many there are on each side.
    pub unmatched_of: [u32; 2],
    /// Renames that look right, best first.
    pub proposals: Vec<RenameProposal>,
    /// A function of each side run through the rules.
    pub samples: Vec<RuleSample>,
}

words! {
    /// What a rule rewrites, or that it makes one key of two.
    #[derive(Default)]
    pub enum RuleSubject {
        /// Names.
        #[default]
        Name = "name",
        /// Files.
        File = "file",
        /// Both, each for itself.
        Both = "both",
        /// What has one key has another.
        Rename = "rename",
        /// A key of A and a key of B are the same function.
        Pair = "pair",
    }
}

/// One rule as it is edited.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleLine {
    /// Whether it is applied; renames and pairs always are.
    pub enabled: bool,
    /// What it rewrites.
    pub on: RuleSubject,
    /// The pattern is two brackets: it stands for all that they enclose.
    pub balanced: bool,
    /// What it looks for; a key of A where two are made one.
    pub pattern: String,
    /// What stands there afterwards; the other key.
    pub becomes: String,
    /// What it is for.
    pub name: String,
}

/// Rules that are edited: as text, as rows, or as text with rows behind it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RulesDraft {
    /// Blank stands for the defaults of the formats; `None`: the rows are all.
    pub text: Option<String>,
    /// In the order in which they run.
    pub rows: Vec<RuleLine>,
}

/// One rule, and what it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleRow {
    /// The rule.
    pub rule: RuleLine,
    /// `default`, `own` or `rename`.
    pub origin: String,
    /// Names of A and of B it changed.
    pub touched: [u32; 2],
}

/// Why rules could not be taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleProblem {
    /// Line of the text, from 0; where the rows are all, the row.
    pub line: u32,
    /// What is wrong there, and what to do.
    pub message: String,
}

/// How much of a side has a namesake on the other; shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideAgreement {
    /// Of its calls, with these rules.
    pub calls: f64,
    /// Of its self time, with these rules.
    pub time: f64,
    /// Of its calls, with the rules of the comparison on screen.
    pub calls_before: f64,
    /// Of its self time, with the rules of the comparison on screen.
    pub time_before: f64,
}

/// A function without a partner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnmatchedName {
    /// Name and file after all rules; what a rename names.
    pub key: String,
    /// Name as in the trace.
    pub name: String,
    /// File as in the trace.
    pub file: String,
    /// Calls.
    pub calls: u32,
    /// Self time, with its unit.
    pub time: String,
    /// Self time as a share of the side's.
    pub share: f64,
}

/// Two functions that may be one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RenameProposal {
    /// Name on A.
    pub a: String,
    /// Name on B.
    pub b: String,
    /// `same callees under the same callers`
    pub reason: String,
    /// `+11.2 % of calls`
    pub gain: String,
    /// The rule that makes them one.
    pub rule: RuleLine,
}

/// A name, and what the rules make of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleSample {
    /// Whose.
    pub side: SideName,
    /// Pieces of name and file in order; those that rules remove or change are `removed`.
    pub pieces: Vec<SamplePiece>,
    /// What is left.
    pub becomes: String,
}

/// A piece of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SamplePiece {
    /// Its text.
    pub text: String,
    /// Whether rules take it away.
    pub removed: bool,
}

/// Which lanes belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LanePairing {
    /// Pairs, most shared time first.
    pub pairs: Vec<LanePairRow>,
    /// Lanes of each side without a partner.
    pub unpaired: [Vec<LaneEnd>; 2],
}

/// Two lanes that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LanePairRow {
    /// The lane of A.
    pub a: LaneEnd,
    /// The lane of B.
    pub b: LaneEnd,
    /// What they run in common, 0 to 1.
    pub overlap: f64,
    /// Share of both runs that is theirs, 0 to 1.
    pub share: f64,
    /// Whether it was chosen by hand.
    pub chosen: bool,
}

/// A lane in the pairing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneEnd {
    /// Its row in the lane table.
    pub lane: u32,
    /// Names of it and of the lanes it lies in, outermost first.
    pub name: String,
    /// Share of its side's time, `31 %`.
    pub share: String,
}

/// What a difference looks like on the time axes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Framed {
    /// Where it lies on A.
    pub a: Option<Window>,
    /// Where it lies on B.
    pub b: Option<Window>,
    /// The call to be selected.
    pub call: Option<CallRef>,
}
