//! The one table of what a link carries.

use super::values::{
    call_text, list_text, of_call_text, of_count, of_integer, of_list_text, of_window_text, of_word, put,
    window_text, word,
};
use super::{Field, FieldKind};
use crate::comparison_state::{LaneMatching, Measure, Normalise, TimeAxis};
use crate::state::{ColorBy, Desk, ThemeChoice};

/// All fields, in the order in which they are written.
pub const FIELDS: &[Field] = &[
    Field {
        key: "desk",
        path: &["desk"],
        kind: FieldKind::Word(&["compare", "structure", "space-time", "fusion", "profile"]),
        read: |state| word(DESKS, state.desk),
        write: |state, text| put(&mut state.desk, of_word(DESKS, text)),
    },
    Field {
        key: "theme",
        path: &["theme"],
        kind: FieldKind::Word(&["auto", "light", "dark", "contrast"]),
        read: |state| word(THEMES, state.theme),
        write: |state, text| put(&mut state.theme, of_word(THEMES, text)),
    },
    Field {
        key: "sel",
        path: &["selection"],
        kind: FieldKind::Call,
        read: |state| state.selection.as_ref().map_or_else(String::new, call_text),
        write: |state, text| put(&mut state.selection, of_call_text(text).map(Some)),
    },
    Field {
        key: "q",
        path: &["search"],
        kind: FieldKind::Text,
        read: |state| state.search.clone(),
        write: |state, text| put(&mut state.search, Some(text.to_owned())),
    },
    Field {
        key: "pair.a",
        path: &["pair", "a"],
        kind: FieldKind::Window,
        read: |state| state.pair.a.map_or_else(String::new, window_text),
        write: |state, text| put(&mut state.pair.a, of_window_text(text).map(Some)),
    },
    Field {
        key: "pair.b",
        path: &["pair", "b"],
        kind: FieldKind::Window,
        read: |state| state.pair.b.map_or_else(String::new, window_text),
        write: |state, text| put(&mut state.pair.b, of_window_text(text).map(Some)),
    },
    Field {
        key: "pair.apart",
        path: &["pair", "apart"],
        kind: FieldKind::Flag,
        read: |state| if state.pair.apart { "1".to_owned() } else { String::new() },
        write: |state, text| put(&mut state.pair.apart, (text == "1").then_some(true)),
    },
    Field {
        key: "pair.color",
        path: &["pair", "color"],
        kind: FieldKind::Word(&["package", "file", "function", "duration", "match", "change"]),
        read: |state| word(COLORS, state.pair.color),
        write: |state, text| put(&mut state.pair.color, of_word(COLORS, text)),
    },
    Field {
        key: "pair.sa",
        path: &["pair", "scrollA"],
        kind: FieldKind::Count,
        read: |state| state.pair.scroll_a.to_string(),
        write: |state, text| put(&mut state.pair.scroll_a, of_count(text)),
    },
    Field {
        key: "pair.sb",
        path: &["pair", "scrollB"],
        kind: FieldKind::Count,
        read: |state| state.pair.scroll_b.to_string(),
        write: |state, text| put(&mut state.pair.scroll_b, of_count(text)),
    },
    Field {
        key: "pair.fa",
        path: &["pair", "foldsA"],
        kind: FieldKind::List,
        read: |state| list_text(&state.pair.folds_a),
        write: |state, text| put(&mut state.pair.folds_a, of_list_text(text)),
    },
    Field {
        key: "pair.fb",
        path: &["pair", "foldsB"],
        kind: FieldKind::List,
        read: |state| list_text(&state.pair.folds_b),
        write: |state, text| put(&mut state.pair.folds_b, of_list_text(text)),
    },
    Field {
        key: "id",
        path: &["comparison", "rules"],
        kind: FieldKind::Text,
        read: |state| state.comparison.rules.clone(),
        write: |state, text| put(&mut state.comparison.rules, Some(text.to_owned())),
    },
    Field {
        key: "lanes",
        path: &["comparison", "lanes"],
        kind: FieldKind::Word(&["overlap", "name", "order"]),
        read: |state| word(LANES, state.comparison.lanes),
        write: |state, text| put(&mut state.comparison.lanes, of_word(LANES, text)),
    },
    Field {
        key: "lp",
        path: &["comparison", "chosenLanes"],
        kind: FieldKind::List,
        read: |state| list_text(&state.comparison.chosen_lanes),
        write: |state, text| put(&mut state.comparison.chosen_lanes, of_list_text(text)),
    },
    Field {
        key: "tau",
        path: &["comparison", "tau"],
        kind: FieldKind::Count,
        read: |state| state.comparison.tau.to_string(),
        write: |state, text| put(&mut state.comparison.tau, of_count(text)),
    },
    Field {
        key: "sim",
        path: &["comparison", "measure"],
        kind: FieldKind::Word(&["plain", "multiset", "time"]),
        read: |state| word(MEASURES, state.comparison.measure),
        write: |state, text| put(&mut state.comparison.measure, of_word(MEASURES, text)),
    },
    Field {
        key: "norm",
        path: &["comparison", "normalise"],
        kind: FieldKind::Word(&["absolute", "per-total", "per-call"]),
        read: |state| word(NORMALISATIONS, state.comparison.normalise),
        write: |state, text| put(&mut state.comparison.normalise, of_word(NORMALISATIONS, text)),
    },
    Field {
        key: "fp",
        path: &["comparison", "floorPercent"],
        kind: FieldKind::Count,
        read: |state| state.comparison.floor_percent.to_string(),
        write: |state, text| put(&mut state.comparison.floor_percent, of_count(text)),
    },
    Field {
        key: "fu",
        path: &["comparison", "floorUs"],
        kind: FieldKind::Count,
        read: |state| state.comparison.floor_us.to_string(),
        write: |state, text| put(&mut state.comparison.floor_us, of_count(text)),
    },
    Field {
        key: "axis",
        path: &["comparison", "axis"],
        kind: FieldKind::Word(&["zero", "chosen", "matched"]),
        read: |state| word(AXES, state.comparison.axis),
        write: |state, text| put(&mut state.comparison.axis, of_word(AXES, text)),
    },
    Field {
        key: "at.a",
        path: &["comparison", "anchorA"],
        kind: FieldKind::Tick,
        read: |state| state.comparison.anchor_a.to_string(),
        write: |state, text| put(&mut state.comparison.anchor_a, of_integer(text)),
    },
    Field {
        key: "at.b",
        path: &["comparison", "anchorB"],
        kind: FieldKind::Tick,
        read: |state| state.comparison.anchor_b.to_string(),
        write: |state, text| put(&mut state.comparison.anchor_b, of_integer(text)),
    },
    Field {
        key: "grey1",
        path: &["comparison", "greyIsEqual"],
        kind: FieldKind::Flag,
        read: |state| if state.comparison.grey_is_equal { "1".to_owned() } else { String::new() },
        write: |state, text| put(&mut state.comparison.grey_is_equal, (text == "1").then_some(true)),
    },
];

pub(super) const DESKS: &[(&str, Desk)] = &[
    ("compare", Desk::Compare),
    ("structure", Desk::Structure),
    ("space-time", Desk::SpaceTime),
    ("fusion", Desk::Fusion),
    ("profile", Desk::Profile),
];
pub(super) const THEMES: &[(&str, ThemeChoice)] = &[
    ("auto", ThemeChoice::Auto),
    ("light", ThemeChoice::Light),
    ("dark", ThemeChoice::Dark),
    ("contrast", ThemeChoice::Contrast),
];
pub(super) const COLORS: &[(&str, ColorBy)] = &[
    ("package", ColorBy::Package),
    ("file", ColorBy::File),
    ("function", ColorBy::Function),
    ("duration", ColorBy::Duration),
    ("match", ColorBy::Match),
    ("change", ColorBy::Change),
];
const LANES: &[(&str, LaneMatching)] =
    &[("overlap", LaneMatching::Overlap), ("name", LaneMatching::Name), ("order", LaneMatching::Order)];
const MEASURES: &[(&str, Measure)] =
    &[("plain", Measure::Plain), ("multiset", Measure::Multiset), ("time", Measure::Time)];
const NORMALISATIONS: &[(&str, Normalise)] = &[
    ("absolute", Normalise::Absolute),
    ("per-total", Normalise::PerTotal),
    ("per-call", Normalise::PerCall),
];
const AXES: &[(&str, TimeAxis)] =
    &[("zero", TimeAxis::Zero), ("chosen", TimeAxis::Chosen), ("matched", TimeAxis::Matched)];
