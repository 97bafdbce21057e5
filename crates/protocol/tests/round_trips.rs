//! Every field of the view state comes back from a link, from a session file, and from a message, with every word of
//! every enum.

#![allow(clippy::unwrap_used, reason = "a value that cannot be written is a broken test")]

use diptych_protocol::link::{
    Field, FieldKind, LANE_EXAMPLE_LANES, LaneNames, LaneUse, Link, SUBJECT_EXAMPLES, SideLanes, decode,
    encode, fields, set,
};
use diptych_protocol::{LayoutRequest, Note, SavedState, Sides, ThemeChoice, ViewState};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Lanes of both sides.
fn lanes() -> SideLanes {
    Sides::both(Some(LaneNames::new(LANE_EXAMPLE_LANES.iter().copied())))
}

/// Returns the state after a link.
fn through_link(state: &ViewState) -> ViewState {
    let link = Link { state: state.clone(), ..Link::default() };
    let read = decode(&encode(&link, &lanes()), &lanes());
    assert!(read.left_out.is_empty() && read.missing_lanes.is_empty(), "{:?}", read.left_out);
    read.state
}

/// Returns the state after a session file.
fn through_session(state: &ViewState) -> ViewState {
    let saved = SavedState { view: state.clone(), rules: String::new() };
    SavedState::from_bytes(&saved.to_bytes()).unwrap().view
}

/// Returns the state after a message of the shell to the engine. Messages are values of JavaScript, whose text form is
/// JSON.
fn through_message(state: &ViewState) -> ViewState {
    let (width, height) = (480.0, 320.0);
    let desk = state.desk;
    let ask = LayoutRequest {
        desk,
        state: state.clone(),
        theme: ThemeChoice::Light,
        width,
        height,
        tubes: None,
        held: 0,
    };
    let text = serde_json::to_string(&ask).unwrap();
    serde_json::from_str::<LayoutRequest>(&text).unwrap().state
}

fn assert_survives(state: &ViewState) {
    assert_eq!(through_link(state), *state, "link");
    assert_eq!(through_session(state), *state, "session");
    assert_eq!(through_message(state), *state, "message");
}

/// Returns values of a field, as `set` takes them: all words of an enum, and examples of anything else.
fn examples(field: &Field) -> Vec<String> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match (field.lanes, field.kind) {
        (LaneUse::Pairs, _) => owned(&["0,1", "2,4294967295,4294967295,3"]),
        (LaneUse::OfA | LaneUse::OfB, FieldKind::List) => owned(&["0", "5,1,3"]),
        (LaneUse::OfA | LaneUse::OfB, _) => owned(&["0", "1", "6"]),
        (LaneUse::None, kind) => match kind {
            FieldKind::Word(words) | FieldKind::MaybeWord(words) => owned(words),
            FieldKind::Flag => owned(&["1"]),
            FieldKind::Count => owned(&["0", "1", "4294967295"]),
            FieldKind::Tick => owned(&["0", "-9007199254740991", "9007199254740991"]),
            FieldKind::Window => owned(&["-5..1200", "0..9007199254740991"]),
            FieldKind::Subject => owned(SUBJECT_EXAMPLES),
            FieldKind::Text => owned(&["", "näme & <b>#1</b>\n=,~", "z:y0vMTQUA"]),
            FieldKind::List => owned(&["0", "3,4294967295"]),
            FieldKind::Notes => owned(&["x,desk,compare", "a~1b~2c~0,b,1,2,3,/main\ny,poem,x"]),
        },
    }
}

#[test]
fn every_value_of_every_field_survives() {
    for field in fields() {
        let mut seen = BTreeSet::new();
        for value in examples(&field) {
            let mut state = ViewState::default();
            assert_eq!(set(&mut state, field.key, &value), Some(()), "{} {value}", field.key);
            assert_survives(&state);
            seen.insert(serde_json::to_string(&state).unwrap());
        }
        // No two values are one, so a codec that loses the value is seen.
        assert_eq!(seen.len(), examples(&field).len(), "{}", field.key);
    }
}

#[test]
fn fields_cover_the_whole_state() {
    let mut paths = BTreeSet::new();
    leaves(&serde_json::to_value(ViewState::default()).unwrap(), "", &mut paths);
    paths.remove("version");
    let known: BTreeSet<String> = fields().map(|field| field.path().join(".")).collect();
    assert_eq!(paths, known, "a part of the state that no link carries, or the reverse");
}

/// Collects the paths of all values that are no objects.
fn leaves(value: &serde_json::Value, path: &str, found: &mut BTreeSet<String>) {
    match value.as_object() {
        Some(parts) => {
            for (name, part) in parts {
                let inner = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                leaves(part, &inner, found);
            }
        }
        None => drop(found.insert(path.to_owned())),
    }
}

fn state() -> impl Strategy<Value = ViewState> {
    let note = (any::<String>(), any::<String>()).prop_map(|(place, text)| Note { place, text });
    let values: Vec<_> =
        fields().map(|field| prop::option::of(prop::sample::select(examples(&field)))).collect();
    (values, prop::collection::vec(note, 0..4), any::<String>()).prop_map(|(values, notes, search)| {
        let mut state = ViewState::default();
        for (field, value) in fields().zip(values) {
            if let Some(value) = value {
                assert_eq!(set(&mut state, field.key, &value), Some(()), "{} {value}", field.key);
            }
        }
        ViewState { notes, search, ..state }
    })
}

proptest! {
    #[test]
    fn every_state_survives(state in state()) {
        assert_survives(&state);
    }
}
