//! Subjects as text: the kind and its parts, separated by commas. A call has no kind, because its side comes first:
//! `b,120,7,3,0`.
//!
//! In names a comma is `~1` and a tilde is `~0`, as JSON pointers (RFC 6901) write their own separator.

use super::values::{FieldKind, Value};
use crate::sides::SideName;
use crate::subject::{AreaRef, CallRef, FunctionRef, GroupBy, GroupRef, LaneRef, Subject};
use crate::window::Window;
use crate::words::Word;

impl Value for Option<Subject> {
    const KIND: FieldKind = FieldKind::Subject;

    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, subject_text)
    }

    fn of_text(text: &str) -> Option<Self> {
        of_subject_text(text).map(Some)
    }
}

pub(super) fn subject_text(subject: &Subject) -> String {
    let side = |side: SideName| side.word().to_owned();
    let parts = match subject {
        Subject::Call(call) => return call_text(call),
        Subject::Match(a, b) => {
            // A's call always comes first, so the letters of the sides are dropped.
            let ends = [a, b].map(|call| call_text(call).split_off(2));
            vec!["match".to_owned(), ends.join(",")]
        }
        Subject::Function(function) => kind("function", [function]),
        Subject::Path(functions) => kind("path", functions),
        Subject::Relation { caller, callee } => kind("relation", [caller, callee]),
        Subject::Group(GroupRef { by, name }) => {
            vec!["group".to_owned(), by.word().to_owned(), escape(name)]
        }
        Subject::Element(names) => {
            std::iter::once("element".to_owned()).chain(names.iter().map(|name| escape(name))).collect()
        }
        Subject::ElementRelation { caller, callee } => {
            let names = caller.iter().chain(callee).map(|name| escape(name));
            ["calls".to_owned(), caller.len().to_string()].into_iter().chain(names).collect()
        }
        Subject::Lane(lane) => vec!["lane".to_owned(), side(lane.side), lane.lane.to_string()],
        Subject::Area(AreaRef { side: subject_side, first, last, depth, window: Window { start, end } }) => {
            vec!["area".to_owned(), side(*subject_side), format!("{first},{last},{depth},{start},{end}")]
        }
        Subject::Time { side: subject_side, window, other } => {
            let windows = std::iter::once(window).chain(other);
            let ends = windows.map(|Window { start, end }| format!("{start},{end}"));
            ["time".to_owned(), side(*subject_side)].into_iter().chain(ends).collect()
        }
    };
    parts.join(",")
}

pub(super) fn of_subject_text(text: &str) -> Option<Subject> {
    if let Some(call) = of_call_text(text) {
        return Some(Subject::Call(call));
    }
    let parts: Vec<&str> = text.split(',').collect();
    let (&kind, parts) = parts.split_first()?;
    Some(match (kind, parts) {
        ("match", &[_, _, _, _, _, _, _, _]) => {
            let end = |letter: &str, parts: &[&str]| of_call_text(&format!("{letter},{}", parts.join(",")));
            Subject::Match(end("a", &parts[..4])?, end("b", &parts[4..])?)
        }
        ("function", &[_, _]) => Subject::Function(functions(parts)?.pop()?),
        ("path", [_, _, ..]) => Subject::Path(functions(parts)?),
        ("relation", &[_, _, _, _]) => {
            let (callee, caller) = {
                let mut both = functions(parts)?;
                (both.pop()?, both.pop()?)
            };
            Subject::Relation { caller, callee }
        }
        ("group", &[by, name]) => {
            Subject::Group(GroupRef { by: GroupBy::of_word(by)?, name: unescape(name)? })
        }
        ("element", [_, ..]) => {
            Subject::Element(parts.iter().map(|name| unescape(name)).collect::<Option<_>>()?)
        }
        ("calls", [of_caller, _, _, ..]) => {
            let names: Vec<String> = parts[1..].iter().map(|name| unescape(name)).collect::<Option<_>>()?;
            let of_caller = u32::of_text(of_caller)? as usize;
            // Both elements need at least one name.
            let (caller, callee) = names.split_at_checked(of_caller)?;
            if caller.is_empty() || callee.is_empty() {
                return None;
            }
            Subject::ElementRelation { caller: caller.to_vec(), callee: callee.to_vec() }
        }
        ("lane", &[side, lane]) => {
            Subject::Lane(LaneRef { side: SideName::of_word(side)?, lane: u32::of_text(lane)? })
        }
        ("area", &[side, first, last, depth, start, end]) => {
            let (first, last) = (u32::of_text(first)?, u32::of_text(last)?);
            let (side, window) = (SideName::of_word(side)?, window(start, end)?);
            Subject::Area(AreaRef { side, first, last, depth: u32::of_text(depth)?, window })
        }
        ("time", &[side, start, end]) => {
            Subject::Time { side: SideName::of_word(side)?, window: window(start, end)?, other: None }
        }
        ("time", &[side, start, end, other_start, other_end]) => Subject::Time {
            side: SideName::of_word(side)?,
            window: window(start, end)?,
            other: Some(window(other_start, other_end)?),
        },
        _ => return None,
    })
}

fn call_text(CallRef { side, start, duration, depth, lane }: &CallRef) -> String {
    format!("{},{start},{duration},{depth},{lane}", side.word())
}

fn of_call_text(text: &str) -> Option<CallRef> {
    let parts: Vec<&str> = text.split(',').collect();
    let [side, start, duration, depth, lane] = parts[..] else { return None };
    Some(CallRef {
        side: SideName::of_word(side)?,
        start: i64::of_text(start)?,
        duration: i64::of_text(duration)?,
        depth: u32::of_text(depth)?,
        lane: u32::of_text(lane)?,
    })
}

fn kind<'a>(kind: &str, functions: impl IntoIterator<Item = &'a FunctionRef>) -> Vec<String> {
    let parts = functions.into_iter().flat_map(|function| [escape(&function.name), escape(&function.file)]);
    std::iter::once(kind.to_owned()).chain(parts).collect()
}

/// Reads functions from names and files in turn.
fn functions(parts: &[&str]) -> Option<Vec<FunctionRef>> {
    let function_ref = |pair: &[&str]| {
        let &[name, file] = pair else { return None };
        Some(FunctionRef { name: unescape(name)?, file: unescape(file)? })
    };
    parts.chunks(2).map(function_ref).collect()
}

fn window(start: &str, end: &str) -> Option<Window> {
    let window = Window { start: i64::of_text(start)?, end: i64::of_text(end)? };
    (window.start < window.end).then_some(window)
}

fn escape(text: &str) -> String {
    text.replace('~', "~0").replace(',', "~1")
}

/// Undoes [`escape`]. Returns `None` if a tilde has neither 0 nor 1 after it.
fn unescape(text: &str) -> Option<String> {
    let mut pieces = text.split('~');
    let mut out = pieces.next()?.to_owned();
    for piece in pieces {
        let (sign, rest) = match piece.as_bytes().first()? {
            b'0' => ('~', &piece[1..]),
            b'1' => (',', &piece[1..]),
            _ => return None,
        };
        out.push(sign);
        out.push_str(rest);
    }
    Some(out)
}

/// Examples that every codec must agree on, as values of `sel`.
pub const SUBJECT_EXAMPLES: &[&str] = &[
    "b,120,7,3,0",
    "match,120,7,3,0,121,9,3,1",
    "function,Node.walk,docutils/nodes.py",
    "path,main,a.py,<lambda> ~1 ~0,",
    "group,package,jinja2",
    "lane,b,4",
    "element,src,core,main.c",
    "relation,f,a.py,g,",
    "calls,2,src,core,src,util",
    "area,a,0,3,2,-100,2000",
    "time,b,5,90",
    "time,a,5,90,-7,12",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn examples_cover_every_kind_and_survive() {
        let mut kinds: Vec<_> = Vec::new();
        for text in SUBJECT_EXAMPLES {
            let subject = of_subject_text(text).unwrap();
            assert_eq!(subject_text(&subject), *text);
            kinds.push(std::mem::discriminant(&subject));
        }
        kinds.dedup();
        assert_eq!(kinds.len(), 11);
    }

    #[test]
    fn invalid_subject_texts_are_refused() {
        for text in [
            "",
            "c,1,1,1,1",
            "a,1,1,1",
            "function,f",
            "function,f~2,",
            "path",
            "path,f",
            "group,colour,x",
            "lane,c,1",
            "area,a,0,3,2,9,9",
            "time,b,5",
            "time,b,5,9,3",
            "time,b,5,9,3,3",
            "element",
            "match,1,1,1,1,1,1,1",
            "relation,f,,g",
            "calls,0,a,b",
            "calls,2,a,b",
            "calls,3,a,b",
        ] {
            assert_eq!(of_subject_text(text), None, "{text}");
        }
    }

    fn function() -> impl Strategy<Value = FunctionRef> {
        (".{0,6}", "[~,a-c]{0,6}").prop_map(|(name, file)| FunctionRef { name, file })
    }

    fn call(side: SideName) -> impl Strategy<Value = CallRef> {
        (0i64..1 << 50, 0i64..1 << 50, any::<u32>(), any::<u32>())
            .prop_map(move |(start, duration, depth, lane)| CallRef { side, start, duration, depth, lane })
    }

    fn subject() -> impl Strategy<Value = Subject> {
        let window =
            (-50i64..1 << 50, 1i64..1 << 50).prop_map(|(start, span)| Window { start, end: start + span });
        prop_oneof![
            call(SideName::B).prop_map(Subject::Call),
            (call(SideName::A), call(SideName::B)).prop_map(|(a, b)| Subject::Match(a, b)),
            function().prop_map(Subject::Function),
            prop::collection::vec(function(), 1..4).prop_map(Subject::Path),
            prop::collection::vec(".{0,4}", 1..4).prop_map(Subject::Element),
            (function(), function()).prop_map(|(caller, callee)| Subject::Relation { caller, callee }),
            (prop::collection::vec(".{0,4}", 1..4), prop::collection::vec(".{0,4}", 1..4))
                .prop_map(|(caller, callee)| Subject::ElementRelation { caller, callee }),
            ".{0,6}".prop_map(|name| Subject::Group(GroupRef { by: GroupBy::File, name })),
            (any::<u32>(), any::<u32>(), any::<u32>(), window).prop_map(|(first, last, depth, window)| {
                Subject::Area(AreaRef { side: SideName::A, first, last, depth, window })
            }),
        ]
    }

    proptest! {
        #[test]
        fn every_subject_survives(subject in subject()) {
            prop_assert_eq!(of_subject_text(&subject_text(&subject)), Some(subject));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "(call|function|path|area|a|b)?[,~0-9a-z]{0,20}") {
            if let Some(subject) = of_subject_text(&text) {
                prop_assert_eq!(of_subject_text(&subject_text(&subject)), Some(subject));
            }
        }
    }
}
