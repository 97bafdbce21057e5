//! The one table of what a link carries.

use super::values::{
    SIDES, call_text, flag_text, list_text, of_call_text, of_count, of_integer, of_list_text, of_window_text,
    of_word, put, window_text, word,
};
use super::{Field, FieldKind};
use crate::comparison_state::{LaneMatching, Measure, Normalise, TimeAxis};
use crate::matches_state::{CompareParts, MatchMode};
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
        read: |state| flag_text(state.pair.apart),
        write: |state, text| put(&mut state.pair.apart, (text == "1").then_some(true)),
    },
    Field {
        key: "pair.color",
        path: &["pair", "color"],
        kind: FieldKind::Word(&[
            "package",
            "file",
            "function",
            "duration",
            "match",
            "change",
            "shift",
            "place",
            "similarity",
        ]),
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
        key: "pair.frames",
        path: &["pair", "frames"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.pair.frames),
        write: |state, text| put(&mut state.pair.frames, (text == "1").then_some(true)),
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
        read: |state| flag_text(state.comparison.grey_is_equal),
        write: |state, text| put(&mut state.comparison.grey_is_equal, (text == "1").then_some(true)),
    },
    Field {
        key: "m.parts",
        path: &["matches", "parts"],
        kind: FieldKind::Word(&["both", "overview", "matches"]),
        read: |state| word(PARTS, state.matches.parts),
        write: |state, text| put(&mut state.matches.parts, of_word(PARTS, text)),
    },
    Field {
        key: "m",
        path: &["matches", "mode"],
        kind: FieldKind::Word(&["one-to-one", "similarity"]),
        read: |state| word(MODES, state.matches.mode),
        write: |state, text| put(&mut state.matches.mode, of_word(MODES, text)),
    },
    Field {
        key: "m.lines",
        path: &["matches", "lines"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.lines),
        write: |state, text| put(&mut state.matches.lines, (text == "1").then_some(true)),
    },
    Field {
        key: "m.lambda",
        path: &["matches", "lambda"],
        kind: FieldKind::Count,
        read: |state| state.matches.lambda.to_string(),
        write: |state, text| put(&mut state.matches.lambda, of_count(text)),
    },
    Field {
        key: "m.band",
        path: &["matches", "band"],
        kind: FieldKind::Count,
        read: |state| state.matches.band.to_string(),
        write: |state, text| put(&mut state.matches.band, of_count(text)),
    },
    Field {
        key: "m.beta",
        path: &["matches", "beta"],
        kind: FieldKind::Count,
        read: |state| state.matches.beta.to_string(),
        write: |state, text| put(&mut state.matches.beta, of_count(text)),
    },
    Field {
        key: "m.xm",
        path: &["matches", "hideMatched"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.hide_matched),
        write: |state, text| put(&mut state.matches.hide_matched, (text == "1").then_some(true)),
    },
    Field {
        key: "m.xv",
        path: &["matches", "hideMoved"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.hide_moved),
        write: |state, text| put(&mut state.matches.hide_moved, (text == "1").then_some(true)),
    },
    Field {
        key: "m.xa",
        path: &["matches", "hideOnlyA"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.hide_only_a),
        write: |state, text| put(&mut state.matches.hide_only_a, (text == "1").then_some(true)),
    },
    Field {
        key: "m.xb",
        path: &["matches", "hideOnlyB"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.hide_only_b),
        write: |state, text| put(&mut state.matches.hide_only_b, (text == "1").then_some(true)),
    },
    Field {
        key: "m.us",
        path: &["matches", "leastUs"],
        kind: FieldKind::Count,
        read: |state| state.matches.least_us.to_string(),
        write: |state, text| put(&mut state.matches.least_us, of_count(text)),
    },
    Field {
        key: "m.f",
        path: &["matches", "function"],
        kind: FieldKind::Text,
        read: |state| state.matches.function.clone(),
        write: |state, text| put(&mut state.matches.function, Some(text.to_owned())),
    },
    Field {
        key: "m.all",
        path: &["matches", "implied"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.implied),
        write: |state, text| put(&mut state.matches.implied, (text == "1").then_some(true)),
    },
    Field {
        key: "m.view",
        path: &["matches", "viewpoint"],
        kind: FieldKind::MaybeWord(&["a", "b"]),
        read: |state| state.matches.viewpoint.map_or_else(String::new, |side| word(SIDES, side)),
        write: |state, text| put(&mut state.matches.viewpoint, of_word(SIDES, text).map(Some)),
    },
    Field {
        key: "m.pub",
        path: &["matches", "published"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.published),
        write: |state, text| put(&mut state.matches.published, (text == "1").then_some(true)),
    },
    Field {
        key: "m.stay",
        path: &["matches", "clickStays"],
        kind: FieldKind::Flag,
        read: |state| flag_text(state.matches.click_stays),
        write: |state, text| put(&mut state.matches.click_stays, (text == "1").then_some(true)),
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
    ("shift", ColorBy::Shift),
    ("place", ColorBy::Place),
    ("similarity", ColorBy::Similarity),
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
const PARTS: &[(&str, CompareParts)] =
    &[("both", CompareParts::Both), ("overview", CompareParts::Overview), ("matches", CompareParts::Matches)];
const MODES: &[(&str, MatchMode)] =
    &[("one-to-one", MatchMode::OneToOne), ("similarity", MatchMode::Similarity)];
