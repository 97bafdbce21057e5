//! The repeats of marked calls.

use super::Program;
use diptych_protocol::{PatternReply, RelationRow, SideName, Subject, Window};
use diptych_trace::{CallId, Trace};
use diptych_views::{numbers, words};

/// The repeats of marked calls on both sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repeats {
    /// Side on which the calls are marked; 0 is A.
    pub side: usize,
    /// Number of marked calls.
    pub calls: u32,
    /// Least share of a repeat that equals the marked calls, per cent.
    pub alike: u32,
    /// Largest number of edits of a repeat.
    pub edits: u32,
    /// True if fewer edits are allowed than asked for, since more would take too long.
    pub is_cut: bool,
    /// Number of exact repeats and of all repeats, for each side.
    pub counts: [[u32; 2]; 2],
    /// First repeats of each side, in the order of the calls.
    pub sides: [Vec<RepeatCalls>; 2],
}

/// A repeat of the marked calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatCalls {
    /// First call ([`CallId`]).
    pub call: u32,
    /// Number of calls.
    pub calls: u32,
    /// Number of calls to insert, remove or replace to turn it into the marked ones.
    pub edits: u32,
    /// Window in ticks in which its calls start: from the first, before the second.
    pub window: [i64; 2],
}

/// Describes the marked calls and how often they repeat.
pub(super) fn reply(program: &Program) -> Option<PatternReply> {
    let repeats = program.repeats.as_ref()?;
    let letter = SideName::BOTH[repeats.side].letter();
    let edits = numbers::count(repeats.edits.into());
    let mut rule = match (repeats.is_cut, repeats.edits) {
        (true, 0) => "Too many calls for near repeats: only exact repeats are found".to_owned(),
        (true, _) => format!(
            "Near: at most {edits} calls inserted, removed or replaced; more would take too long for so many calls"
        ),
        (false, _) => format!(
            "Near: at least {}\u{202f}% the same, with at most {edits} calls inserted, removed or replaced",
            repeats.alike
        ),
    };
    let told: u32 = repeats.sides.iter().map(|side| side.len() as u32).sum();
    let all: u32 = repeats.counts.iter().map(|counts| counts[1]).sum();
    if told < all {
        let [told, all] = [told, all].map(|count| numbers::count(count.into()));
        rule = format!("{rule}; the first {told} of {all} are marked and listed");
    }
    Some(PatternReply {
        marked: format!("{} marked in {letter}", numbers::calls(repeats.calls.into())),
        exact: repeats.counts.map(|counts| counts[0]),
        near: repeats.counts.map(|counts| counts[1]),
        rule,
    })
}

/// Builds the row of a repeat in the list.
pub(super) fn row(repeat: &RepeatCalls, side: SideName, trace: &Trace) -> RelationRow {
    let call = CallId(repeat.call);
    let [start, end] = repeat.window;
    let name = |call: CallId| words::name_or_unnamed(words::function_of(trace, call).name);
    let lane = || words::lane_name(trace, trace.lanes().of_call(call));
    let around = trace.calls().parent()[call.index()].some();
    RelationRow {
        subject: Subject::Time { side, window: Window { start, end }, other: None },
        caller: around.map_or_else(lane, name),
        callee: name(call),
        place: format!("{} from {}", side.letter(), numbers::extent(trace.axis(), start)),
        change: match repeat.edits {
            0 => "exact".to_owned(),
            1 => "1 edit".to_owned(),
            edits => format!("{} edits", numbers::count(edits.into())),
        },
        calls: numbers::calls(repeat.calls.into()),
        share: 1.0,
    }
}
