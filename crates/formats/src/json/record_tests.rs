//! Tests records made from JSON objects.

use super::record::record;
use crate::record::Record;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

fn of(arguments: &str) -> Record {
    let whole = format!(r#"{{"name":"f","args":{arguments}}}"#);
    record(whole.as_bytes(), arguments.as_bytes())
}

#[track_caller]
fn check(arguments: &str, expected: &[&str]) {
    let record = of(arguments);
    let fields: Vec<String> =
        record.fields.iter().map(|field| format!("{} = {}", field.path, field.value)).collect();
    assert_eq!(fields, expected, "{arguments}");
    assert_eq!(record.fields_of, expected.len() as u64);
}

#[test]
fn nested_arguments_are_rows_with_paths() {
    check(r#"{"a":1,"b":"two","c":null,"d":true}"#, &["a = 1", "b = two", "c = null", "d = true"]);
    check(r#"{"a":{"b":{"c":1},"d":2},"e":3}"#, &["a.b.c = 1", "a.d = 2", "e = 3"]);
    check(
        r#"{"a":[1,[2,3],{"b":4}],"c":5}"#,
        &["a[0] = 1", "a[1][0] = 2", "a[1][1] = 3", "a[2].b = 4", "c = 5"],
    );
    check(r#"{"a":{},"b":[],"c":[{}]}"#, &["a = {}", "b = []", "c[0] = {}"]);
    check("{}", &[]);
    check("", &[]);
}

#[test]
fn non_object_arguments_are_named_args() {
    check("5", &["args = 5"]);
    check(r#""a\nb""#, &["args = a\nb"]);
    check("[1,{}]", &["args[0] = 1", "args[1] = {}"]);
    check("[]", &["args = []"]);
}

#[test]
fn names_that_look_like_paths_are_quoted() {
    check(r#"{"x.y":1,"":{"a[0]":2},"q\"":3}"#, &[r#"["x.y"] = 1"#, r#"[""]["a[0]"] = 2"#, r#"["q\""] = 3"#]);
}

#[test]
fn syntax_errors_are_shown_unchanged() {
    check(r#"{"a":1,"b":[2,}}"#, &["a = 1", "b[0] = 2", "b[1] = ,}}"]);
    check(r#"{"a":{"x":1,]}"#, &["a.x = 1", "a = ,]}"]);
    check(r#"{"a" 1}"#, &[r#"args = "a" 1}"#]);
}

#[test]
fn deep_values_are_one_row() {
    for depth in [31, 32, 1_000, 1_000_000] {
        let inner = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let record = of(&format!(r#"{{"a":{inner},"b":2}}"#));
        assert_eq!(record.fields_of, 2, "{depth}");
        let [a, b] = &record.fields[..] else { panic!("{depth}") };
        let apart = depth.min(31);
        assert_eq!(a.path, format!("a{}", "[0]".repeat(apart)));
        let left = depth - apart;
        let whole = format!("{}1{}", "[".repeat(left), "]".repeat(left));
        assert!(whole.starts_with(&a.value));
        assert_eq!(a.value.len() as u64 + a.more, whole.len() as u64);
        assert_eq!((b.path.as_str(), b.value.as_str()), ("b", "2"));
    }
}

#[test]
fn long_values_are_cut_and_counted() {
    let record = of(&format!(r#"{{"a":"{}","b":1}}"#, "é".repeat(1_000_000)));
    assert_eq!(record.fields[0].value, "é".repeat(10_000));
    assert_eq!(record.fields[0].more, 990_000);
    assert_eq!(record.fields[1].value, "1");
    assert!(record.text.len() <= 64 << 10);
    assert!(record.text.ends_with('é'));
    assert!(record.text_bytes < record.bytes);
    let long = of(&format!(r#"{{"{}":1}}"#, "n".repeat(1 << 20)));
    assert_eq!(long.fields[0].path, format!("{}…", "n".repeat(100)));
}

#[test]
fn many_arguments_are_cut_and_counted() {
    let many = of(&format!("[{}]", "7,".repeat(5_000)));
    assert_eq!((many.fields.len(), many.fields_of), (1_000, 5_000));
    let value = format!("\"{}\",", "x".repeat(10_000));
    let large = of(&format!("[{}1]", value.repeat(200)));
    assert_eq!(large.fields_of, 201);
    assert!(large.fields.len() < 110, "one of the last rows would fit, but the rows are a beginning");
    assert!(large.fields.iter().all(|field| field.value.len() == 10_000));
}

#[test]
fn record_text_is_indented() {
    let record = of(r#"{"a":[1,{}],"b":"\u00e9\t"}"#);
    let text = r#"{
  "name": "f",
  "args": {
    "a": [
      1,
      {}
    ],
    "b": "\u00e9\t"
  }
}"#;
    assert_eq!(record.text, text);
    assert_eq!(record.text_bytes, record.bytes);
}

#[test]
fn record_text_escapes_invisible_characters() {
    let record = of("{\"a\":\"x\u{202e}y\u{0}z\"}");
    assert!(record.text.contains(r#""x\u202ey\u0000z""#), "{}", record.text);
    // A value stays as it is, because the page isolates it as text.
    assert_eq!(record.fields[0].value, "x\u{202e}y\u{0}z");
}

fn any_json() -> impl Strategy<Value = Json> {
    let text = prop_oneof!["[a-z.\\[\\]\"]{0,6}", "\\PC{0,8}"];
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        text.clone().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::hash_map(text.clone(), inner, 0..6).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Collects the leaves of a value in order.
fn leaves(value: &Json, out: &mut Vec<String>) {
    match value {
        Json::Object(members) if !members.is_empty() => members.values().for_each(|value| leaves(value, out)),
        Json::Array(elements) if !elements.is_empty() => elements.iter().for_each(|value| leaves(value, out)),
        Json::String(text) => out.push(text.clone()),
        other => out.push(other.to_string()),
    }
}

proptest! {
    #[test]
    fn every_leaf_is_a_row_and_in_the_text(value in any_json()) {
        let mut expected = Vec::new();
        leaves(&value, &mut expected);
        if value == json!({}) {
            expected.clear();
        }
        let record = of(&value.to_string());
        let values: Vec<&str> = record.fields.iter().map(|field| field.value.as_str()).collect();
        prop_assert_eq!(&values, &expected);
        let mut paths: Vec<&str> = record.fields.iter().map(|field| field.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        prop_assert_eq!(paths.len(), expected.len(), "no two rows have one path");
        let text: Json = serde_json::from_str(&record.text).unwrap();
        prop_assert_eq!(&text["args"], &value);
        prop_assert_eq!(record.text_bytes, record.bytes);
    }

    #[test]
    fn any_bytes_become_a_record(bytes: Vec<u8>, whole: Vec<u8>) {
        let record = record(&whole, &bytes);
        prop_assert!(record.fields.len() as u64 <= record.fields_of);
        prop_assert!(record.text_bytes <= record.bytes);
    }
}
