//! Links that earlier versions wrote must open with the same meaning, and be written again with the same text.
//!
//! `links/meanings.json` says in words what each link means. It stays as it is, whatever changes in the state.
//! `links/places.json` says where the state keeps the value of each word. The shell's codec is tested with the same two
//! files.

#![allow(clippy::unwrap_used, reason = "a fixture that cannot be read is a broken test")]

use diptych_protocol::link::{Link, SideLanes, decode, encode, fields};
use serde_json::{Map, Value};

const MEANINGS: &str = include_str!("links/meanings.json");
const PLACES: &str = include_str!("links/places.json");

/// Returns the meaning of a link: the value of every word that has a place in the state.
fn meaning(link: &Link, places: &Map<String, Value>) -> Map<String, Value> {
    let mut state = serde_json::to_value(&link.state).unwrap();
    // Old links can only select calls, so the meanings have the call itself.
    state["selection"] = state["selection"].get("call").cloned().unwrap_or_default();
    // A time had no range of the other side then.
    if let Some(time) = state.pointer_mut("/structure/mark/time").and_then(Value::as_object_mut) {
        assert_eq!(time.remove("other"), Some(Value::Null));
    }
    let at = |path: &Value| {
        let parts = path.as_str().unwrap().split('.');
        parts
            .fold(&state, |value, part| value.get(part).unwrap_or_else(|| panic!("{path} is no place")))
            .clone()
    };
    places.iter().map(|(word, path)| (word.clone(), at(path))).collect()
}

/// Returns the parts of a hash in a fixed order, because their order has no meaning.
fn parts(hash: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = hash.split('&').collect();
    parts.sort_unstable();
    parts
}

#[test]
fn old_links_open_and_mean_the_same() {
    let meanings: Value = serde_json::from_str(MEANINGS).unwrap();
    let places: Map<String, Value> = serde_json::from_str(PLACES).unwrap();
    let links = meanings["links"].as_array().unwrap();
    // Links are never removed.
    assert!(links.len() >= 45);
    for case in links {
        let text = case["link"].as_str().unwrap();
        let link = decode(text, &SideLanes::default());
        let mut wanted = meanings["defaults"].as_object().unwrap().clone();
        wanted.extend(case["means"].as_object().unwrap().clone());
        assert_eq!(meaning(&link, &places), wanted, "{text}");
        assert_eq!(link.sources.a.first().map(String::as_str), case["a"].as_str(), "{text}");
        assert_eq!(link.sources.b.first().map(String::as_str), case["b"].as_str(), "{text}");
        assert_eq!(Value::from(link.left_out.clone()), case["leftOut"], "{text}");
        assert_eq!(
            parts(&encode(&link, &SideLanes::default())),
            parts(case["again"].as_str().unwrap()),
            "{text}"
        );
    }
}

#[test]
fn every_key_has_an_old_link_and_a_place() {
    let places: Map<String, Value> = serde_json::from_str(PLACES).unwrap();
    for field in fields() {
        assert!(MEANINGS.contains(&format!("{}=", field.key)), "{}", field.key);
        let path = field.path().join(".");
        assert!(places.values().any(|place| *place == path), "{path}");
    }
}
