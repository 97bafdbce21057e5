//! Reading and writing a whole hash.

use super::aliases::{Aliases, ForeignTimes};
use super::fields::{Field, fields};
use super::lanes::{self, Reading, SideLanes};
use super::packed;
use super::rows::put;
use super::text::{KeyValue, escape, parts};
use super::upgrades::{self, VERSION};
use super::values::Value;
use crate::sides::Sides;
use crate::state::ViewState;
use crate::words::words;

/// Longest link that is read, in bytes. Browsers refuse longer ones, and `data:` sources can be of any length.
pub const MAX_LINK_BYTES: usize = 1_500_000;

/// Keys that belong to the session and not to the view, in the order in which they are written, each with its meaning.
pub const SESSION_KEYS: &[(&str, &str)] = &[
    ("a", "the address of a trace of A; repeat the key for several runs"),
    ("b", "the address of a trace of B; repeat the key for several runs"),
    ("v", "the version of the link format; always present"),
    ("na", "the name of A"),
    ("nb", "the name of B"),
    ("hash.a", "the expected fingerprint of A"),
    ("hash.b", "the expected fingerprint of B"),
    ("mode", "`full`, `embed` or `report`"),
    ("lock", "`1`: desk and files cannot be changed"),
];

words! {
    /// The layout of the page.
    #[derive(Default)]
    pub enum PageMode {
        /// The whole page.
        #[default]
        Full = "full",
        /// The view in the frame of another page.
        Embed = "embed",
        /// The view in a report.
        Report = "report",
    }
}

/// Key of the notes. A blank value says that there are none, in place of those of a `.diptych`.
const NOTES_KEY: &str = "note";

/// A link that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// Sources of the runs of each side: a URL, `data:…`, `local:size,xxh64,name` or `msg`.
    pub sources: Sides<Vec<String>>,
    /// Names of the sides, in place of those of the files.
    pub names: Sides<Option<String>>,
    /// Expected fingerprint of each side.
    pub hashes: Sides<Option<String>>,
    /// Layout of the page.
    pub mode: PageMode,
    /// True if the view cannot be left.
    pub is_locked: bool,
    /// The view state.
    pub state: ViewState,
    /// Values that name lanes of a side that is not open, by key. They are written again as they were read.
    pub waiting: Vec<KeyValue>,
    /// True if the link says that there are no notes, in place of those of a `.diptych`.
    pub has_no_notes: bool,
    /// Keys that this version does not know. They are written again.
    pub unknown: Vec<KeyValue>,
    /// Times of a link of Perfetto.
    pub times: ForeignTimes,
    /// Keys that this version does not know, or whose values it cannot read, in order.
    pub left_out: Vec<String>,
    /// Paths of lanes that the link names and no open trace has.
    pub missing_lanes: Vec<String>,
    /// True if the link is longer than [`MAX_LINK_BYTES`]. Then nothing of it was read.
    pub is_too_long: bool,
}

/// Writes a hash, without `#`. Fields at their default are left out. Lanes that `lanes` does not name are left out, too.
/// A link without any content is blank; every other one has a version.
pub fn encode(link: &Link, lanes: &SideLanes) -> String {
    let plain = ViewState::default();
    let mut head = Vec::new();
    for (key, sources) in [("a", &link.sources.a), ("b", &link.sources.b)] {
        head.extend(sources.iter().map(|source| (key, source.clone())));
    }
    let flag = |is_set: bool| is_set.then(|| "1".to_owned());
    let mode = (link.mode != PageMode::default()).then(|| link.mode.text());
    let session = [
        ("na", link.names.a.clone()),
        ("nb", link.names.b.clone()),
        ("hash.a", link.hashes.a.clone()),
        ("hash.b", link.hashes.b.clone()),
        ("mode", mode),
        ("lock", flag(link.is_locked)),
    ];
    let mut rest: Vec<(&str, String)> =
        session.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    for field in fields() {
        let waiting = link.waiting.iter().find(|part| part.key == field.key).map(|part| part.value.clone());
        rest.extend(waiting.or_else(|| written(&field, link, &plain, lanes)).map(|value| (field.key, value)));
    }
    if link.has_no_notes && link.state.notes.is_empty() {
        rest.push((NOTES_KEY, String::new()));
    }
    rest.extend(link.unknown.iter().map(|part| (part.key.as_str(), part.value.clone())));
    if !head.is_empty() || !rest.is_empty() {
        head.push(("v", VERSION.to_string()));
    }
    let all: Vec<String> =
        head.iter().chain(&rest).map(|(key, value)| format!("{}={}", escape(key), escape(value))).collect();
    all.join("&")
}

/// Returns the value of a field as a link has it; `None` if it is left out.
fn written(field: &Field, link: &Link, plain: &ViewState, names: &SideLanes) -> Option<String> {
    let text = field.read(&link.state);
    if text == field.read(plain) {
        return None;
    }
    if lanes::names_lanes(field.form(), &text) {
        return lanes::write(field.form(), &text, names);
    }
    if field.is_packed_if_long() && packed::must_pack(&text) {
        return Some(packed::pack(&text));
    }
    Some(text)
}

/// Reads a hash or a query, with or without its first character. If a key occurs twice, the last value counts, apart
/// from sources. A link of a newer version has `v` in [`Link::left_out`].
pub fn decode(hash: &str, lanes: &SideLanes) -> Link {
    let mut link = Link::default();
    if hash.len() > MAX_LINK_BYTES {
        link.is_too_long = true;
        return link;
    }
    let parts = parts(hash);
    let version = parts.iter().rfind(|part| part.key == "v").and_then(|part| u32::of_text(&part.value));
    let mut aliases = Aliases::default();
    for part in upgrades::to_today(version.unwrap_or(1), parts) {
        let is_understood = take(&mut link, &part, lanes).or_else(|| aliases.take(&part));
        if is_understood.is_none() {
            link.unknown.retain(|other| other.key != part.key);
            link.unknown.push(part.clone());
        }
        if is_understood != Some(true) {
            link.left_out.push(part.key);
        }
    }
    link.times = aliases.give(&mut link.sources, &mut link.names);
    link
}

impl Link {
    /// Reads the values that wait for lanes, once more sides are open.
    pub fn resolve(&mut self, lanes: &SideLanes) {
        for part in std::mem::take(&mut self.waiting) {
            take(self, &part, lanes);
        }
    }
}

/// Takes a part of a link. Returns `None` if the key is unknown, and `Some(false)` if the value cannot be read.
fn take(link: &mut Link, KeyValue { key, value }: &KeyValue, lanes: &SideLanes) -> Option<bool> {
    let text = || Some(Some(value.clone()));
    let known = match key.as_str() {
        "a" => {
            link.sources.a.push(value.clone());
            Some(())
        }
        "b" => {
            link.sources.b.push(value.clone());
            Some(())
        }
        "v" => u32::of_text(value).filter(|&version| version <= VERSION).map(|_| ()),
        "na" => put(&mut link.names.a, text()),
        "nb" => put(&mut link.names.b, text()),
        "hash.a" => put(&mut link.hashes.a, text()),
        "hash.b" => put(&mut link.hashes.b, text()),
        "mode" => put(&mut link.mode, PageMode::of_text(value)),
        "lock" => put(&mut link.is_locked, bool::of_text(value)),
        _ => {
            return fields()
                .find(|field| field.key == key)
                .map(|field| take_field(link, &field, value, lanes));
        }
    };
    Some(known.is_some())
}

/// Takes the value of a field. Returns false if it cannot be read.
fn take_field(link: &mut Link, field: &Field, value: &str, names: &SideLanes) -> bool {
    if field.key == NOTES_KEY {
        link.has_no_notes = value.is_empty();
    }
    if field.is_packed_if_long() && packed::is_packed(value) {
        return packed::unpack(value).and_then(|text| field.write(&mut link.state, &text)).is_some();
    }
    if !lanes::names_lanes(field.form(), value) {
        link.waiting.retain(|other| other.key != field.key);
        return field.write(&mut link.state, value).is_some();
    }
    match lanes::read(field.form(), value, names) {
        Reading::Unreadable => false,
        Reading::Rows(rows, missing) => {
            link.waiting.retain(|other| other.key != field.key);
            link.missing_lanes.extend(missing);
            rows.is_none_or(|rows| field.write(&mut link.state, &rows).is_some())
        }
        Reading::Waits { old } => {
            if old && field.write(&mut link.state, value).is_none() {
                return false;
            }
            link.waiting.retain(|other| other.key != field.key);
            link.waiting.push(KeyValue { key: field.key.to_owned(), value: value.to_owned() });
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::{
        EXAMPLES, FieldKind, LANE_EXAMPLE_LANES, LANE_EXAMPLES, LaneNames, LaneUse, SUBJECT_EXAMPLES,
        UNPACKED_EXAMPLES,
    };
    use crate::notes::Note;
    use crate::words::Word;
    use proptest::prelude::*;

    /// Lanes of both sides: those of the examples.
    fn open() -> SideLanes {
        Sides::both(Some(LaneNames::new(LANE_EXAMPLE_LANES.iter().copied())))
    }

    #[test]
    fn examples_hold() {
        for (read, written) in EXAMPLES {
            assert_eq!(
                encode(&decode(read, &SideLanes::default()), &SideLanes::default()),
                *written,
                "{read}"
            );
        }
    }

    #[test]
    fn lane_examples_hold() {
        for (read, waiting, written) in LANE_EXAMPLES {
            let mut link = decode(read, &SideLanes::default());
            assert_eq!(encode(&link, &SideLanes::default()), *waiting, "{read}");
            link.resolve(&open());
            assert_eq!(encode(&link, &open()), *written, "{read}");
            assert_eq!(encode(&decode(read, &open()), &open()), *written, "{read}");
        }
    }

    #[test]
    fn packed_examples_hold() {
        for (value, rules) in UNPACKED_EXAMPLES {
            let link = decode(&format!("id={value}"), &SideLanes::default());
            assert_eq!(link.state.comparison.rules, *rules, "{value}");
            assert_eq!(link.left_out.is_empty(), !rules.is_empty(), "{value}");
        }
    }

    #[test]
    fn unreadable_keys_and_values_are_listed() {
        let link = decode("v=7&theme=pink&seq.pattern=3&pair.apart=1", &SideLanes::default());
        assert_eq!(link.left_out, ["v", "theme", "seq.pattern"]);
        assert!(link.state.time.apart);
        assert_eq!(link.unknown, [KeyValue { key: "seq.pattern".to_owned(), value: "3".to_owned() }]);
    }

    #[test]
    fn missing_lanes_are_named() {
        let link = decode("pair.fa=/main,/gone&sel=a,1,2,3,/other", &open());
        assert_eq!(link.state.compare.icicle.folds.a, [0]);
        assert_eq!(
            (link.state.selection, link.missing_lanes),
            (None, vec!["/gone".to_owned(), "/other".to_owned()])
        );
    }

    #[test]
    fn overlong_link_is_refused() {
        let link = decode(&format!("a=data:,{}&q=x", "x".repeat(MAX_LINK_BYTES)), &SideLanes::default());
        assert!(link.is_too_long && link.sources.a.is_empty() && link.state.search.is_empty());
        let whole =
            decode(&format!("a=data:,{}&q=x", "x".repeat(MAX_LINK_BYTES - 20)), &SideLanes::default());
        assert!(!whole.is_too_long && whole.state.search == "x");
    }

    #[test]
    fn every_word_of_every_field_survives() {
        for field in fields() {
            let (FieldKind::Word(words) | FieldKind::MaybeWord(words)) = field.kind else { continue };
            for word in words {
                let mut link = Link::default();
                assert_eq!(field.write(&mut link.state, word), Some(()), "{} {word}", field.key);
                assert_eq!(decode(&encode(&link, &open()), &open()), link, "{} {word}", field.key);
            }
        }
    }

    /// Returns a strategy for values of a field, as text with row numbers. A blank text leaves the default.
    fn value_of(field: &Field) -> BoxedStrategy<String> {
        let lane = 0..LANE_EXAMPLE_LANES.len() as u32;
        let row = lane.clone().prop_map(|row| row.to_string());
        match (field.lanes, field.kind) {
            (LaneUse::Pairs, _) => {
                let end = prop_oneof![row, Just("4294967295".to_owned())].boxed();
                prop::collection::vec((end.clone(), end), 1..4)
                    .prop_map(|pairs| {
                        pairs.iter().map(|(a, b)| format!("{a},{b}")).collect::<Vec<_>>().join(",")
                    })
                    .boxed()
            }
            (LaneUse::OfA | LaneUse::OfB, FieldKind::List) => {
                prop::collection::vec(row, 1..4).prop_map(|rows| rows.join(",")).boxed()
            }
            (LaneUse::OfA | LaneUse::OfB, _) => (0..=lane.end).prop_map(|row| row.to_string()).boxed(),
            (LaneUse::None, kind) => match kind {
                FieldKind::Word(words) | FieldKind::MaybeWord(words) => {
                    prop::sample::select(words).prop_map(str::to_owned).boxed()
                }
                FieldKind::Flag => Just("1".to_owned()).boxed(),
                FieldKind::Count => any::<u32>().prop_map(|value| value.to_string()).boxed(),
                FieldKind::Tick => (-(1i64 << 53) + 1..1 << 53).prop_map(|value| value.to_string()).boxed(),
                FieldKind::Window => (-(1i64 << 52)..1 << 52, 1..1i64 << 51)
                    .prop_map(|(start, span)| format!("{start}..{}", start + span))
                    .boxed(),
                FieldKind::Subject => prop::sample::select(SUBJECT_EXAMPLES).prop_map(str::to_owned).boxed(),
                FieldKind::Text => any::<String>().boxed(),
                FieldKind::Notes => prop::collection::vec((any::<String>(), any::<String>()), 1..4)
                    .prop_map(|notes| {
                        let notes = notes.into_iter().map(|(place, text)| Note { place, text });
                        notes.collect::<Vec<_>>().text()
                    })
                    .boxed(),
                FieldKind::List => prop::collection::vec(any::<u32>(), 1..4)
                    .prop_map(|list| list.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
                    .boxed(),
            },
        }
    }

    fn state() -> impl Strategy<Value = ViewState> {
        let values: Vec<BoxedStrategy<Option<String>>> =
            fields().map(|field| prop::option::of(value_of(&field)).boxed()).collect();
        values.prop_map(|values| {
            let mut state = ViewState::default();
            for (field, value) in fields().zip(values) {
                if let Some(value) = value {
                    assert_eq!(field.write(&mut state, &value), Some(()), "{} {value}", field.key);
                }
            }
            state
        })
    }

    proptest! {
        #[test]
        fn every_link_survives(state in state(), a in prop::collection::vec(any::<String>(), 0..3), b in prop::collection::vec(any::<String>(), 0..3),
            name in prop::option::of(any::<String>()), hash in prop::option::of("[0-9a-f]{32}"), mode in 0..PageMode::ALL.len(), is_locked: bool) {
            let link = Link {
                sources: Sides { a, b },
                names: Sides { a: name.clone(), b: name },
                hashes: Sides { a: hash, b: None },
                mode: PageMode::ALL[mode],
                is_locked,
                state,
                ..Link::default()
            };
            prop_assert_eq!(decode(&encode(&link, &open()), &open()), link);
        }

        #[test]
        fn no_row_number_leaves_the_session(state in state()) {
            let text = encode(&Link { state, ..Link::default() }, &open());
            for part in parts(&text) {
                let Some(field) = fields().find(|field| field.key == part.key) else { continue };
                if lanes::names_lanes(field.form(), &part.value) {
                    let old = lanes::read(field.form(), &part.value, &SideLanes::default());
                    prop_assert_ne!(old, Reading::Waits { old: true }, "{}", text);
                }
            }
        }

        #[test]
        fn no_text_breaks_the_codec(hash in ".{0,60}") {
            let once = encode(&decode(&hash, &open()), &open());
            prop_assert_eq!(encode(&decode(&once, &open()), &open()), once);
        }
    }
}
