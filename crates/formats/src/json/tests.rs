//! Compares tokens with `serde_json`.

use super::{LexError, Lexer, Skipper, Value, decode};
use proptest::prelude::*;
use serde_json::Value as Json;

/// Generates any JSON document.
fn json() -> impl Strategy<Value = Json> {
    let text = prop_oneof!["[a-z]{0,12}", "\\PC{0,12}", "[\\x00-\\x1f\"\\\\/]{0,6}"];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        text.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::hash_map(text.clone(), inner, 0..6).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Reads a whole value with the lexer alone.
fn rebuild(lexer: &mut Lexer<'_>) -> Result<Json, LexError> {
    match lexer.peek()? {
        b'{' => {
            lexer.at += 1;
            let mut members = serde_json::Map::new();
            while let Some(key) = lexer.key()? {
                let value = rebuild(lexer)?;
                members.insert(decode(key).text.into_owned(), value);
            }
            Ok(Json::Object(members))
        }
        b'[' => {
            lexer.at += 1;
            let mut elements = Vec::new();
            while lexer.peek()? != b']' {
                elements.push(rebuild(lexer)?);
            }
            lexer.at += 1;
            Ok(Json::Array(elements))
        }
        _ => match lexer.value()? {
            Value::Text(raw) => Ok(Json::String(decode(raw).text.into_owned())),
            Value::Bare(raw) => Ok(serde_json::from_slice(raw).unwrap()),
            Value::Nested => unreachable!("brackets are read above"),
        },
    }
}

/// Returns the document followed by a line feed, so that a number at its end is complete.
fn with_end(json: &Json, pretty: bool) -> String {
    let text = if pretty { serde_json::to_string_pretty(json) } else { serde_json::to_string(json) };
    text.unwrap() + "\n"
}

proptest! {
    #[test]
    fn lexer_reads_what_serde_json_writes(json in json(), pretty: bool) {
        let text = with_end(&json, pretty);
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        let expected: Json = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(rebuild(&mut lexer), Ok(expected));
        prop_assert_eq!(lexer.peek(), Err(LexError::Incomplete), "all of it is read");
    }

    #[test]
    fn skipper_passes_what_serde_json_writes(json in json(), pretty: bool, piece in 1usize..20) {
        let text = with_end(&json, pretty);
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        prop_assert!(lexer.value().is_ok());
        prop_assert_eq!(lexer.at, text.len() - 1);
        let mut skipper = Skipper::default();
        let mut passed = 0;
        for piece in text.as_bytes().chunks(piece) {
            let (here, done) = skipper.skip(piece);
            passed += here;
            if done {
                break;
            }
            prop_assert_eq!(here, piece.len());
        }
        prop_assert_eq!(passed, text.len() - 1);
    }

    #[test]
    fn cut_value_is_incomplete_and_never_wrong(json in json(), pretty: bool, cut: prop::sample::Index) {
        let text = with_end(&json, pretty);
        let cut = cut.index(text.len() - 1);
        prop_assert_eq!(rebuild(&mut Lexer::new(&text.as_bytes()[..cut], 0)), Err(LexError::Incomplete));
    }

    #[test]
    fn escapes_match_serde_json(text: String) {
        let escapes: Vec<String> = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let escaped = escapes.concat();
        let decoded = decode(escaped.as_bytes());
        prop_assert_eq!(decoded.text, text.as_str());
        prop_assert!(!decoded.damaged);
        let written = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(decode(&written.as_bytes()[1..written.len() - 1]).text, text);
    }

    #[test]
    fn prefix_is_passed_only_where_it_is_next(data in "[ab]{0,40}", from in 0usize..20, length in 0usize..20, at in 0usize..40) {
        let data = data.as_bytes();
        let (from, at) = (from.min(data.len()), at.min(data.len()));
        let end = (from + length).min(data.len());
        let text = &data[from..end];
        let passed = Lexer::new(data, end).passed_since(from);
        prop_assert_eq!(passed.is_some(), text.len() <= 16);
        if let Some(passed) = passed {
            let mut lexer = Lexer::new(data, at);
            let stands = data[at..].starts_with(text) && data.len() - at >= 16;
            prop_assert_eq!(lexer.pass(&passed), stands);
            prop_assert_eq!(lexer.at, if stands { at + text.len() } else { at });
        }
    }

    #[test]
    fn any_bytes_decode(bytes: Vec<u8>) {
        prop_assert!(decode(&bytes).text.len() <= 3 * bytes.len());
    }
}

#[test]
fn damaged_text_is_marked() {
    let decoded = |raw: &[u8]| {
        let decoded = decode(raw);
        (decoded.text.into_owned(), decoded.damaged)
    };
    assert_eq!(decoded(b"a\xffb"), ("a\u{fffd}b".into(), true));
    assert_eq!(decoded(br"\ud800"), ("\u{fffd}".into(), true));
    assert_eq!(decoded(br"\ud800\u0041"), ("\u{fffd}A".into(), true));
    assert_eq!(decoded(br"\ude00\ud83d"), ("\u{fffd}\u{fffd}".into(), true));
    assert_eq!(decoded(br"\q\u12"), ("\u{fffd}q\u{fffd}12".into(), true));
    assert_eq!(decoded(b"\\"), ("\u{fffd}".into(), true));
    assert_eq!(decoded(b"tab\there"), ("tab\there".into(), false));
}
