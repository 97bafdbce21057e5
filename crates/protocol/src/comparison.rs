//! The comparison in words: the verdict, the lists of differences, the identity rules and the lane pairs.

use crate::event::Fact;
use crate::sides::SideName;
use crate::subject::CallRef;
use crate::window::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A list of differences. The first joins all kinds, each other list holds one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceList {
    /// Largest changes of all kinds, by self time.
    Largest,
    /// Functions that take longer in B.
    Slower,
    /// Functions that take longer in A.
    Faster,
    /// Functions that only B calls.
    New,
    /// Functions that only A calls.
    Gone,
    /// Functions whose calls run in another order or under another caller.
    Moved,
    /// Functions that wait for a lock, a message, a device or a timer.
    Waiting,
    /// Single calls that take far longer than all others of their function.
    Pauses,
}

impl DifferenceList {
    /// All lists, in the order of their tabs.
    pub const ALL: [Self; 8] = [
        Self::Largest,
        Self::Slower,
        Self::Faster,
        Self::New,
        Self::Gone,
        Self::Moved,
        Self::Waiting,
        Self::Pauses,
    ];

    /// Returns the index of the list's tab, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }
}

words! {
    /// A sort criterion of the lists; the largest comes first.
    #[derive(Default)]
    pub enum DifferenceOrder {
        /// Size of the change that the list measures: of self time, except in lists of one side's functions.
        #[default]
        SelfTime = "self",
        /// Size of the change of inclusive time.
        Inclusive = "inclusive",
        /// Size of the change per call.
        PerCall = "per-call",
        /// Change relative to the row's own time in A.
        Relative = "relative",
        /// Growth relative to the growth of the whole run.
        Run = "run",
        /// Number of calls, the larger of both sides.
        Calls = "calls",
    }
}

/// A comparison in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparisonSummary {
    /// Parts of the verdict, to be joined with `; `: `B is 1.26× as long as A ▲ +19.4 ms`, `56 functions only in B`, …
    pub verdict: Vec<VerdictPart>,
    /// Cause of the largest change: `hash_key takes 3.00× as long in the same 500 calls, in Store.put: +18.3 ms of +20.1
    /// ms in all calls`. Empty if no change is significant.
    pub cause: String,
    /// Reason why the sides are hardly comparable; `None` if they are comparable.
    pub doubt: Option<Doubt>,
    /// Text to show if no difference is significant; empty otherwise.
    pub none: String,
    /// General change in the duration of calls, with one run per side: `A typical function is 21 % slower in B, …`.
    /// Empty if there is none or it is unknown.
    pub drift: String,
    /// Largest changes by call path, at most twelve. Callers come before their callees.
    pub phases: Vec<PhaseRow>,
    /// First significant rows of the list of largest changes, at most five.
    pub chips: Vec<DifferenceRow>,
    /// Number of significant rows in each list, in the order of [`DifferenceList::ALL`].
    pub counts: [u32; 8],
    /// Number of the other rows in each list. They are above the noise floor, but in line with the whole run, within
    /// noise or the like.
    pub below: [u32; 8],
    /// Reasons why those rows are not significant: `in line with the whole run, or within call-to-call variation`.
    /// Empty if there are none, and for moved calls and pauses.
    pub below_reasons: [String; 8],
    /// Statement on noise: `One run per side: noise is how much calls vary within a run`.
    pub noise: String,
    /// Noise floor: `5 % and 10 µs`.
    pub floor: String,
    /// Meaning of grey: `grey: up to 5 % or 10 µs from a typical function (1.26×)`.
    pub grey: String,
    /// Share of calls whose function has a namesake on the other side, with the number of proposed renames:
    /// `88 % · 3 renames proposed`. The pair settings show it.
    pub identity: String,
    /// Number of lane pairs and of unpaired lanes: `1 pair`, `700 pairs · 3 unpaired`. The pair settings show it.
    pub lanes: String,
    /// True if some paired lanes have less than 30 % in common.
    pub lanes_doubtful: bool,
    /// True for a side of whose recording parts are missing, at moments that are not known. A function that only the other
    /// side calls may be *missing* there, and is not said to be new or gone.
    pub gaps: [bool; 2],
    /// Numbers of calls that are matched, moved and on one side only, for the table and for tests.
    pub facts: Vec<Fact>,
}

impl ComparisonSummary {
    /// Returns the verdict in parts, or the doubt alone if the sides are hardly comparable. The page shows no more than
    /// the doubt either, until somebody asks for the verdict.
    pub fn headline(&self) -> Vec<String> {
        match &self.doubt {
            Some(doubt) => vec![doubt.title.clone()],
            None => self.verdict.iter().map(|part| part.text.clone()).collect(),
        }
    }
}

/// A call path whose change is one of the largest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PhaseRow {
    /// Id for [`crate::GoToRequest`], valid as long as the comparison.
    pub id: u32,
    /// Kind of change: slower, faster, new or gone.
    pub list: DifferenceList,
    /// Number of callers that have a line of their own.
    pub depth: u32,
    /// Full name of the innermost function.
    pub name: String,
    /// File, not shortened; empty if unknown.
    pub file: String,
    /// Callers, outermost first.
    pub callers: Vec<String>,
    /// Callers without a line of their own that are named before the function, because it is called on other paths too.
    pub through: Vec<String>,
    /// Change of its inclusive time: `+31.2 ms`.
    pub delta: String,
    /// Number of lanes that the times are summed over: `summed over 64 ranks`. Empty for one lane.
    pub over: String,
    /// Part of its caller's change: `80 % of its caller’s change`. Empty if no caller has a line.
    pub explains: String,
    /// Change of the calls that both sides make: `matched calls take 1.22× as long (+10.7 ms)`. Empty if it is under a
    /// tenth of the line's change, or unknown.
    pub same: String,
    /// `matched calls take 1.22× as long` if at least half of the change is in calls that both sides make; else empty.
    pub mostly_same: String,
    /// `new` or `gone` for a function of one side only, `new under this caller` or `gone under this caller` for a path.
    /// Empty if both sides have the path.
    pub only: String,
    /// Extra time of the outlier calls in the path: `including outlier calls: 4.07 ms (A), 8.31 ms (B)`. The times of
    /// the row include it. Empty if it is under a tenth of the change.
    pub pauses: String,
    /// Number of calls: `36 → 34 calls`. Empty if both sides make as many.
    pub calls: String,
    /// Inclusive time on A, with its unit.
    pub a: String,
    /// Inclusive time on B, with its unit.
    pub b: String,
    /// Number of calls on A.
    pub calls_a: u32,
    /// Number of calls on B.
    pub calls_b: u32,
}

/// A part of the verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct VerdictPart {
    /// Text of the part.
    pub text: String,
    /// List whose entries its number counts, if any.
    pub list: Option<DifferenceList>,
    /// True if it warns that a part of a side is missing. Such a part comes first.
    pub warns: bool,
}

/// A reason why two traces can hardly be compared, with a remedy if there is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Doubt {
    /// The reason: `Only 3 % of calls have a same-named function on the other side.`
    pub title: String,
    /// Possible causes, and the effect of the remedy.
    pub body: String,
    /// Label of the action that adds a rule: `Drop that prefix`. Empty if no rule helps.
    pub remedy: String,
    /// Identity rules with that rule added, as text.
    pub rules: String,
}

/// A row of a list of differences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct DifferenceRow {
    /// List of the row.
    pub list: DifferenceList,
    /// Kind of the row: the other list that it is in, for a row of the list of largest changes.
    pub kind: DifferenceList,
    /// Position in the list as ordered, from 1.
    pub rank: u32,
    /// Id for [`crate::GoToRequest`], valid as long as the comparison.
    pub id: u32,
    /// Full name of the function.
    pub name: String,
    /// File, not shortened; empty if unknown.
    pub file: String,
    /// Callers, outermost first.
    pub callers: Vec<String>,
    /// Change in time: `+1.09 ms`. For moved calls their number: `12 calls`.
    pub delta: String,
    /// Lanes or calls that the times are summed over: `summed over 64 ranks`, or `over calls in save` for calls of one
    /// caller. Empty for one lane, moved calls and pauses.
    pub over: String,
    /// Change relative to the time in A: `+249 %`, `×10`, `new` or `gone`; empty without a baseline. For moved calls
    /// the longest way: `by up to 3.20 ms`. For a pause its length against other calls: `812× p99 (B)`.
    pub own: String,
    /// Change of all calls, to read the row's own change against: `all functions together +13 %`. Empty if the
    /// two can't be compared.
    pub overweight: String,
    /// Part of the change that outlier calls explain: `+4.02 ms in 1 outlier call`. Empty without outlier calls.
    pub few: String,
    /// Self time of a function that only one side calls, because its other times include everything that it calls.
    /// Empty for other functions.
    pub self_time: String,
    /// Mean time of a call on A, with outlier calls as long as others. It is self time or, for new and gone functions,
    /// inclusive time. Empty if A makes no calls.
    pub each_a: String,
    /// Mean time of a call on B, likewise.
    pub each_b: String,
    /// Numbers behind the row, one line each: calls, time per call, the part that each explains, median and 99th
    /// percentile.
    pub details: Vec<String>,
    /// Time on A, with its unit.
    pub a: String,
    /// Time on B.
    pub b: String,
    /// Time on A as a share of the longest time in the list, 0 to 1.
    pub bar_a: f32,
    /// Time on B as a share of the longest time in the list, 0 to 1.
    pub bar_b: f32,
    /// Number of calls on A.
    pub calls_a: u32,
    /// Number of calls on B.
    pub calls_b: u32,
    /// True if the difference is significant. Significant rows come first.
    pub stands_out: bool,
    /// Reason why it is significant or not: `longer calls`, `in line with the whole run`,
    /// `new, with 5 new functions below it`. Empty for moved calls and pauses.
    pub reason: String,
    /// Result of the test over several runs: `+8.0 % to +13 %, p = 0.008`. Empty with one run per side.
    pub confidence: String,
}

/// The effect of identity rules on the pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct IdentityReport {
    /// Rules in the order in which they run: rewrites, renames, pairs.
    pub rules: Vec<RuleRow>,
    /// The draft as text: its own text, then one line for each of its rows.
    pub text: String,
    /// Shortest text with the same meaning, blank for the defaults. The state and links carry it.
    pub short: String,
    /// Error in the draft, if it cannot be used. All fields but `text` then describe the rules that held before.
    pub problem: Option<RuleProblem>,
    /// Part of each side that has a namesake on the other.
    pub agreement: [SideAgreement; 2],
    /// Functions of each side without a partner, heaviest first. A long list is cut.
    pub unmatched: [Vec<UnmatchedName>; 2],
    /// Number of functions without a partner on each side, with those not listed.
    pub unmatched_of: [u32; 2],
    /// Proposed rules for many names, then proposed renames, best first.
    pub proposals: Vec<RenameProposal>,
    /// The sample functions of the request, run through the rules.
    pub samples: Vec<RuleSample>,
}

words! {
    /// The part that a rule rewrites, or the keys that it joins.
    #[derive(Default)]
    pub enum RuleSubject {
        /// Rewrites names.
        #[default]
        Name = "name",
        /// Rewrites files.
        File = "file",
        /// Rewrites names and files, each on its own.
        Both = "both",
        /// Replaces one key by another.
        Rename = "rename",
        /// Makes a key of A and a key of B the same function.
        Pair = "pair",
    }
}

words! {
    /// The meaning of a rule's pattern.
    #[derive(Default)]
    pub enum RuleKind {
        /// A regular expression, or a key of renames and pairs.
        #[default]
        Pattern = "pattern",
        /// Two brackets, which stand for everything that they enclose.
        Balanced = "balanced",
        /// Key of an argument that completes the names of calls while a trace is read. The replacement lists the names.
        Argument = "argument",
    }
}

/// One rule in the editor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleLine {
    /// True if the rule is applied. Renames and pairs always are.
    pub enabled: bool,
    /// Part that it rewrites.
    pub on: RuleSubject,
    /// Meaning of the pattern.
    pub kind: RuleKind,
    /// Pattern to look for. For a rename the old key, for a pair the key of A.
    pub pattern: String,
    /// Replacement. For a rename the new key, for a pair the key of B.
    pub becomes: String,
    /// Purpose of the rule.
    pub name: String,
}

/// Identity rules that are being edited: as text, as rows, or as text followed by rows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RulesDraft {
    /// Text of the rules; blank stands for the defaults of the formats. `None` if there are only rows.
    pub text: Option<String>,
    /// Rows in the order in which they run.
    pub rows: Vec<RuleLine>,
}

/// One rule and its effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleRow {
    /// The rule.
    pub rule: RuleLine,
    /// `default`, `own` or `rename`.
    pub origin: String,
    /// Number of names in A and in B that it changed.
    pub touched: [u32; 2],
    /// Number of names in A and in B that found their partner through it.
    pub paired: [u32; 2],
    /// Number of names in A and in B that it made equal to another name of their side.
    pub merged: [u32; 2],
}

/// An error in identity rules that are being edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleProblem {
    /// Line of the text, from 0; without text, the row.
    pub line: u32,
    /// Description of the error, and its remedy.
    pub message: String,
}

/// The part of a side that has a namesake on the other, as shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SideAgreement {
    /// Share of its calls, with these rules.
    pub calls: f64,
    /// Share of its self time, with these rules.
    pub time: f64,
    /// Share of its calls, with the rules of the comparison on screen.
    pub calls_before: f64,
    /// Share of its self time, with the rules of the comparison on screen.
    pub time_before: f64,
}

/// A function without a partner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct UnmatchedName {
    /// Name and file after all rules, which a rename refers to.
    pub key: String,
    /// Name in the trace.
    pub name: String,
    /// File in the trace.
    pub file: String,
    /// Number of calls.
    pub calls: u32,
    /// Self time, with its unit.
    pub time: String,
    /// Self time as a share of its side's self time.
    pub share: f64,
}

/// A proposed rule: a rename, or a rewrite of many names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RenameProposal {
    /// Function of A by name and file, or the files or class of A that the rule covers.
    pub a: String,
    /// The counterpart on B.
    pub b: String,
    /// Reason: `same callees under the same callers`.
    pub reason: String,
    /// Effect: `+11.2 % of calls`.
    pub gain: String,
    /// The rule.
    pub rule: RuleLine,
}

/// A sample function, run through the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RuleSample {
    /// Side of the function.
    pub side: SideName,
    /// Pieces of its name and file, in order.
    pub pieces: Vec<SamplePiece>,
    /// Name and file after the rules.
    pub becomes: String,
}

/// A piece of a function's name or file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SamplePiece {
    /// Text of the piece.
    pub text: String,
    /// True if rules remove or change it.
    pub removed: bool,
}

/// The pairs of lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LanePairing {
    /// Pairs, largest share first.
    pub pairs: Vec<LanePairRow>,
    /// Lanes of each side without a partner.
    pub unpaired: [Vec<LaneEnd>; 2],
}

/// Two paired lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LanePairRow {
    /// The lane of A.
    pub a: LaneEnd,
    /// The lane of B.
    pub b: LaneEnd,
    /// Weighted Jaccard similarity of how both lanes spend their self time, 0 to 1.
    pub overlap: f64,
    /// Share of both sides' time in these lanes, 0 to 1.
    pub share: f64,
    /// True if the pair was chosen by hand.
    pub chosen: bool,
}

/// One lane of the pairing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneEnd {
    /// Row in the lane table.
    pub lane: u32,
    /// Names of the lane and of those that contain it, outermost first.
    pub name: String,
    /// Share of its side's time, `31 %`.
    pub share: String,
}

/// The windows that show a difference, and its call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Framed {
    /// Window on A.
    pub a: Option<Window>,
    /// Window on B.
    pub b: Option<Window>,
    /// The call to select.
    pub call: Option<CallRef>,
}
