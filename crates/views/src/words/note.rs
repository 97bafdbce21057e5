//! The places of notes in words.

use super::subject::heading;
use super::{find, function_of, lane_path, name_or_unnamed};
use crate::numbers;
use diptych_protocol::{CallRef, DeskId, SideName, Subject, Word};
use diptych_trace::{CallId, LaneId, Trace};

/// A place in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlaceWords {
    /// Kind of the place: `call`, `time range`.
    pub kind: String,
    /// Name; blank for a call that does not exist.
    pub name: String,
    /// Side, lane and time of a call, and the surroundings of anything else.
    pub context: String,
}

/// Describes the place of a note. O(log calls).
pub fn place_words(subject: &Subject, traces: [Option<&Trace>; 2]) -> PlaceWords {
    let words =
        |kind: &str, name: String, context: String| PlaceWords { kind: kind.to_owned(), name, context };
    match subject {
        Subject::Call(call) => words("call", call_name(call, traces), call_context(call, traces)),
        Subject::Match(a, b) => {
            let context = [a, b].map(|call| call_context(call, traces)).join(" ↔ ");
            words("match", call_name(a, traces), context)
        }
        Subject::Lane(lane) => {
            let (_, name, _) = heading(subject, traces);
            words("lane", name, format!("lane of {}", lane.side.letter()))
        }
        Subject::Time { .. } => {
            let (_, name, context) = heading(subject, traces);
            words("time range", name, context)
        }
        _ => {
            let (kind, name, context) = heading(subject, traces);
            words(kind, name, context)
        }
    }
}

/// Describes a desk.
pub fn desk_words(desk: DeskId) -> PlaceWords {
    let (first, rest) = desk.word().split_at(1);
    let name = format!("{}{rest}", first.to_ascii_uppercase());
    PlaceWords { kind: "desk".to_owned(), name, context: String::new() }
}

/// Describes a place whose lanes are not found, by the text of the place alone.
pub fn lost_place_words(place: &str) -> PlaceWords {
    let words: Vec<&str> = place.split(',').collect();
    let kind = match words[0] {
        "a" | "b" => "call",
        kind @ ("match" | "lane" | "area") => kind,
        _ => "place",
    };
    let side = SideName::BOTH.into_iter().find(|side| {
        let letter = side.letter().to_lowercase();
        words.iter().take(2).any(|word| *word == letter)
    });
    let lanes: Vec<&str> = words.into_iter().filter(|word| word.starts_with('/')).collect();
    let side = side.map_or_else(String::new, |side| format!("{} · ", side.letter()));
    PlaceWords { kind: kind.to_owned(), name: String::new(), context: format!("{side}{}", lanes.join(", ")) }
}

fn call_name(call: &CallRef, traces: [Option<&Trace>; 2]) -> String {
    let found = traces[call.side.index()].and_then(|trace| Some((trace, find(trace, call)?)));
    found.map_or_else(String::new, |(trace, call): (&Trace, CallId)| {
        name_or_unnamed(function_of(trace, call).name)
    })
}

fn call_context(call: &CallRef, traces: [Option<&Trace>; 2]) -> String {
    let letter = call.side.letter();
    let Some(trace) = traces[call.side.index()].filter(|trace| (call.lane as usize) < trace.lanes().len())
    else {
        return letter.to_string();
    };
    let [start, length] = [call.start, call.duration].map(|ticks| numbers::extent(trace.axis(), ticks));
    format!("{letter} · {} · at {start}, {length} long", lane_path(trace, LaneId(call.lane)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::{FunctionRef, LaneRef, Window};
    use diptych_testkit::trace;

    #[test]
    fn places_are_described_in_words() {
        let trace = trace("main\n  0..1000 f\n    100..400 g\n");
        let traces = [Some(&trace), None];
        let of = |subject: Subject| {
            let PlaceWords { kind, name, context } = place_words(&subject, traces);
            [kind, name, context].map(|text| text.replace(['\u{202f}', '\u{2009}'], " ")).join("|")
        };
        let call = |start| CallRef { side: SideName::A, start, duration: 300, depth: 1, lane: 0 };
        assert_eq!(of(Subject::Call(call(100))), "call|g|A · main · at 100 ns, 300 ns long");
        assert_eq!(of(Subject::Call(call(101))), "call||A · main · at 101 ns, 300 ns long");
        assert_eq!(of(Subject::Call(CallRef { side: SideName::B, ..call(100) })), "call||B");
        assert_eq!(of(Subject::Lane(LaneRef { side: SideName::A, lane: 0 })), "lane|main|lane of A");
        let function = FunctionRef { name: "g".to_owned(), file: "g.c".to_owned() };
        assert_eq!(of(Subject::Function(function)), "function|g|g.c");
        let window = Window { start: 5, end: 90 };
        assert_eq!(
            of(Subject::Time { side: SideName::A, window, other: None }),
            "time range|5 ns to 90 ns of A|"
        );
    }

    #[test]
    fn lost_places_keep_side_and_lane() {
        let of = |place: &str| {
            let PlaceWords { kind, context, .. } = lost_place_words(place);
            format!("{kind}|{context}")
        };
        assert_eq!(of("b,120,7,3,/pool/w"), "call|B · /pool/w");
        assert_eq!(of("match,1,2,3,/x,4,5,6,/y"), "match|/x, /y");
        assert_eq!(of("area,a,/x,/y,0,1,2"), "area|A · /x, /y");
    }
}
