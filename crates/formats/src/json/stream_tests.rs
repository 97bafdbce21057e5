//! Compares [`Stream`] with `serde_json`, however a document is cut.

use super::{Document, Stream, Value, decode};
use crate::ReadErrorKind;
use diptych_trace::{Builder, Sink};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// Document that logs everything reported to it. It skips members named `skip`, and elements of arrays at depth 5 or
/// more.
#[derive(Debug, Default)]
struct Log(Vec<String>);

impl Document for Log {
    type Place = usize;

    fn member(&mut self, object: usize, name: &[u8]) -> Option<usize> {
        self.0.push(format!("{object} {}:", decode(name).text));
        (name != b"skip").then_some(object + 1)
    }

    fn element(&mut self, array: usize) -> Option<usize> {
        (array < 5).then_some(array + 1)
    }

    fn open(&mut self, place: usize, _: u64, _: &mut dyn Sink) {
        self.0.push(format!("{place} ("));
    }

    fn close(&mut self, place: usize, _: &mut dyn Sink) {
        self.0.push(format!("{place} )"));
    }

    fn value(&mut self, place: usize, value: Value<'_>, _: u64, _: &mut dyn Sink) {
        let text = match value {
            Value::Text(raw) => format!("{:?}", decode(raw).text),
            Value::Bare(raw) => String::from_utf8_lossy(raw).into_owned(),
            Value::Nested => unreachable!("brackets are told as such"),
        };
        self.0.push(format!("{place} {text}"));
    }
}

/// Logs a tree that `serde_json` made, in the same way as [`Log`].
fn naive(value: &Json, place: usize, log: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            log.push(format!("{place} ("));
            for (name, value) in members {
                log.push(format!("{place} {name}:"));
                if name != "skip" {
                    naive(value, place + 1, log);
                }
            }
            log.push(format!("{place} )"));
        }
        Json::Array(elements) => {
            log.push(format!("{place} ("));
            for value in elements.iter().filter(|_| place < 5) {
                naive(value, place + 1, log);
            }
            log.push(format!("{place} )"));
        }
        Json::String(text) => log.push(format!("{place} {text:?}")),
        scalar => log.push(format!("{place} {scalar}")),
    }
}

fn told<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<String>, Option<ReadErrorKind>) {
    let (mut stream, mut log, mut sink) = (Stream::default(), Log::default(), Builder::default());
    for piece in pieces {
        if let Err(error) = stream.feed(piece, 0, &mut log, &mut sink) {
            return (log.0, Some(error.kind));
        }
    }
    let outcome = stream.finish(0, &mut log, &mut sink);
    (log.0, outcome.err().map(|error| error.kind))
}

/// Generates a document: an object or array of anything.
fn document() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        "[a-z\\\\\"é\u{1f600}]{0,6}".prop_map(Json::from),
    ];
    let tree = leaf.prop_recursive(6, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            prop::collection::vec(("skip|[a-c]{1,2}", inner), 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    });
    tree.prop_map(|value| if value.is_object() || value.is_array() { value } else { json!([value]) })
}

proptest! {
    #[test]
    fn stream_matches_serde_json(document in document(), size in 1usize..40, pretty: bool) {
        let text = if pretty { format!("{document:#}") } else { document.to_string() };
        let mut expected = Vec::new();
        naive(&document, 0, &mut expected);
        prop_assert_eq!(told([text.as_bytes()]), (expected.clone(), None));
        prop_assert_eq!(told(text.as_bytes().chunks(size)), (expected.clone(), None));
        let cut = told([&text.as_bytes()[..text.len() - 1]]);
        prop_assert_eq!(cut.1, Some(ReadErrorKind::Truncated));
        prop_assert!(expected.starts_with(&cut.0));
    }
}

#[test]
fn stream_errors_have_the_right_kind() {
    for (text, kind) in [
        ("", ReadErrorKind::Truncated),
        ("7", ReadErrorKind::Malformed),
        ("{1}", ReadErrorKind::Malformed),
        ("{\"a\" 1}", ReadErrorKind::Malformed),
        ("[1] 2", ReadErrorKind::Malformed),
        ("[}]", ReadErrorKind::Malformed),
        ("[\"a", ReadErrorKind::Truncated),
        ("[[[[[[7}]]]]]]", ReadErrorKind::Malformed),
        ("[[[[[[}]]]]]]", ReadErrorKind::Malformed),
    ] {
        assert_eq!(told([text.as_bytes()]).1, Some(kind), "{text}");
        assert_eq!(told(text.as_bytes().chunks(1)).1, Some(kind), "{text}");
    }
}

proptest! {
    #[test]
    fn any_brackets_end_alike_in_all_pieces(text in "[\\[\\]{}\":,a7]{0,60}", size in 1usize..9) {
        prop_assert_eq!(told(text.as_bytes().chunks(size)), told([text.as_bytes()]));
    }
}
