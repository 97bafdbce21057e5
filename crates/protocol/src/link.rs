//! The codec of the view state in a link's hash: `#a=…&b=…&v=1&desk=compare&pair.a=0..1200`.
//!
//! One table, [`fields`], says how each part of [`ViewState`] is written. Its rows stand next to the parts of the state
//! that they write. The shell's codec interprets the same table, and tests hold both codecs to the same examples. Only
//! values that differ from the default are written.
//!
//! Unknown keys and unreadable values are listed and are never fatal. So a link of a newer version shows as much as
//! this version understands.

mod subjects;
mod values;

pub use subjects::SUBJECT_EXAMPLES;

use crate::state::ViewState;
use crate::{comparison_state, desks, paths_state, state, time_state};
use std::fmt::Write;
pub(crate) use values::{Value, put};

/// Version of the view state. It rises when a field changes its meaning.
pub const VERSION: u32 = 1;

/// A row of the link table: one part of the view state.
#[derive(Clone, Copy)]
pub struct Field {
    /// Key in the hash.
    pub key: &'static str,
    /// Path of the part in the state.
    pub(crate) path: &'static [&'static str],
    /// Format of the value.
    pub kind: FieldKind,
    pub(crate) read: fn(&ViewState) -> String,
    pub(crate) write: fn(&mut ViewState, &str) -> Option<()>,
}

impl Field {
    /// Returns the path of the part in the state, with the names of the generated types.
    pub fn path(&self) -> Vec<String> {
        self.path.iter().map(|part| camel_case(part)).collect()
    }
}

/// Converts a name to TypeScript's style: `hide_only` becomes `hideOnly`.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| {
        let (head, rest) = part.split_at(part.len().min(1));
        name + &head.to_ascii_uppercase() + rest
    })
}

/// Builds a row of the table. `row!("pair.a", time.windows.a)` writes that part of the state under that key, in the
/// format of the part's type.
macro_rules! row {
    ($key:literal, $($part:ident).+) => {
        crate::link::Field {
            key: $key,
            path: &[$(stringify!($part)),+],
            kind: crate::link::kind_of(|state| &state.$($part).+),
            read: |state| crate::link::Value::text(&state.$($part).+),
            write: |state, text| crate::link::put(&mut state.$($part).+, crate::link::Value::of_text(text)),
        }
    };
}

pub(crate) use row;

/// Returns the format of a part of the state. `_part` only gives the type and is never called.
pub(crate) const fn kind_of<T: Value>(_part: fn(&ViewState) -> &T) -> FieldKind {
    T::KIND
}

/// Returns all rows in the order in which they are written: those of the session, then desk by desk.
pub fn fields() -> impl Iterator<Item = &'static Field> {
    [
        state::ROWS,
        time_state::ROWS,
        comparison_state::ROWS,
        paths_state::ROWS,
        desks::compare::ROWS,
        desks::profile::ROWS,
        desks::space_time::ROWS,
        desks::structure::ROWS,
        desks::fusion::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// Sets the part of the state that has a key. Returns `None` if there is no such key, or if the text is no value of it.
pub fn set(state: &mut ViewState, key: &str, text: &str) -> Option<()> {
    fields().find(|field| field.key == key).and_then(|field| (field.write)(state, text))
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Field").field("key", &self.key).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The format of a value in a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or absent for none.
    MaybeWord(&'static [&'static str]),
    /// `1`, or absent.
    Flag,
    /// A whole number from 0 to 2³²−1.
    Count,
    /// A whole number between −2⁵³ and 2⁵³.
    Tick,
    /// `start..end`, or absent.
    Window,
    /// A subject, such as a call as `side,start,duration,depth,lane`; or absent.
    Subject,
    /// Any text, or absent.
    Text,
    /// Whole numbers from 0 to 2³²−1, separated by commas; or absent.
    List,
}

/// A link that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// Address of A's trace, if the link has one.
    pub a: Option<String>,
    /// Address of B's trace, if the link has one.
    pub b: Option<String>,
    /// The view state.
    pub state: ViewState,
    /// Keys that this version does not know, or whose values it cannot read, in order.
    pub left_out: Vec<String>,
}

/// Writes a hash, without `#`. Fields at their default are left out, and so is the version if no field is left.
pub fn encode(link: &Link) -> String {
    let plain = ViewState::default();
    let mut parts = Vec::new();
    for (key, url) in [("a", &link.a), ("b", &link.b)] {
        parts.extend(url.as_ref().map(|url| format!("{key}={}", escape(url))));
    }
    let fields: Vec<String> = fields()
        .map(|field| (field.key, (field.read)(&link.state), (field.read)(&plain)))
        .filter(|(_, value, default)| value != default)
        .map(|(key, value, _)| format!("{key}={}", escape(&value)))
        .collect();
    if !fields.is_empty() {
        parts.push(format!("v={VERSION}"));
    }
    parts.extend(fields);
    parts.join("&")
}

/// Reads a hash or a query, with or without its first character. If a key occurs twice, the last value counts. A link
/// of a newer version has `v` in [`Link::left_out`].
pub fn decode(hash: &str) -> Link {
    let mut link = Link::default();
    for part in hash.trim_start_matches(['#', '?']).split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let value = unescape(value);
        let known = match key {
            "a" => put(&mut link.a, Some(Some(value))),
            "b" => put(&mut link.b, Some(Some(value))),
            "v" => u32::of_text(&value).filter(|&version| version <= VERSION).map(|_| ()),
            _ => set(&mut link.state, key, &value),
        };
        if known.is_none() {
            link.left_out.push(key.to_owned());
        }
    }
    link
}

/// Percent-encodes all bytes but those that are readable and safe in a hash.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b':' | b',' => {
                out.push(byte as char);
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Undoes percent-encoding. A stray `%` stays, and invalid UTF-8 becomes U+FFFD.
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte = hex.filter(|pair| pair.bytes().all(|b| b.is_ascii_hexdigit()));
        match (bytes[at], byte.and_then(|pair| u8::from_str_radix(pair, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Examples that every codec must agree on: a hash, and its text after it is read and written again.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("", ""),
    ("a=x.json&b=y.json", "a=x.json&b=y.json"),
    ("#a=https%3A%2F%2Fh%2Fa%3Fk%3D1%26l%3D2", "a=https://h/a%3Fk%3D1%26l%3D2"),
    ("v=1&pair.a=-5..1200&pair.apart=1", "v=1&pair.a=-5..1200&pair.apart=1"),
    ("v=1&theme=dark&desk=compare", "v=1&theme=dark"),
    (
        "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7",
        "v=1&sel=b,120,7,3,0&pair.color=duration&pair.sa=40&pair.sb=7",
    ),
    (
        "v=1&id=file%20%2Fx%2F%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&axis=chosen&at.a=-7&at.b=120&grey1=1",
        "v=1&axis=chosen&at.a=-7&at.b=120&id=file%20/x/%20-&lp=0,4294967295&tau=35&norm=per-call&fp=0&grey1=1",
    ),
    (
        "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b",
        "v=1&pair.color=shift&m.parts=matches&m=similarity&m.lines=1&m.lambda=20&m.f=parse&m.view=b",
    ),
    ("v=1&tau=many&sim=best&at.a=9007199254740992&at.b=1.5", ""),
    ("v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""),
    ("v=7&theme=light&unknown=1", "v=1&theme=light"),
    ("a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json"),
    ("v=1&pair.a=0..9007199254740992", ""),
    ("v=1&pair.a=+1..5", ""),
    ("v=1&sel=function,a%7E1b,&theme=dark", "v=1&theme=dark&sel=function,a~1b,"),
    ("v=1&sel=function,a~2,&q=x", "v=1&q=x"),
    ("v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desks::ColorBy;
    use crate::sides::{SideName, Sides};
    use crate::state::{CallRef, DeskId, ThemeChoice};
    use crate::subject::Subject;
    use crate::time_state::Window;
    use crate::words::Word;
    use proptest::prelude::*;

    #[test]
    fn examples_hold() {
        for (read, written) in EXAMPLES {
            assert_eq!(encode(&decode(read)), *written, "{read}");
        }
    }

    #[test]
    fn unreadable_keys_and_values_are_listed() {
        let link = decode("v=7&theme=pink&seq.pattern=3&pair.apart=1");
        assert_eq!(link.left_out, ["v", "theme", "seq.pattern"]);
        assert!(link.state.time.apart);
    }

    #[test]
    fn field_words_are_those_of_the_types() {
        for field in fields() {
            if let FieldKind::Word(words) = field.kind {
                for word in words {
                    let mut state = ViewState::default();
                    assert_eq!((field.write)(&mut state, word), Some(()), "{} {word}", field.key);
                    assert_eq!((field.read)(&state), *word);
                    let json = serde_json::to_value(&state).unwrap();
                    let found = field.path().iter().fold(&json, |value, part| &value[part]);
                    assert_eq!(found, word, "{}", field.key);
                }
            }
        }
    }

    fn window() -> impl Strategy<Value = Option<Window>> {
        prop::option::of((-1000i64..1_000_000_000_000, 1i64..1_000_000))
            .prop_map(|w| w.map(|(start, span)| Window { start, end: start + span }))
    }

    proptest! {
        #[test]
        fn every_state_survives(a in window(), b in window(), apart: bool, desk in 0..DeskId::ALL.len(), theme in 0usize..4,
            color in 0usize..6, rules in ".{0,12}", anchor in -5i64..1 << 50, scrolls: (u32, u32), search in ".{0,12}", folds in prop::collection::vec(any::<u32>(), 0..4), url in prop::option::of(".{1,20}"), sel in prop::option::of((0i64..1 << 50, 0i64..1 << 50, any::<u32>(), any::<u32>()))) {
            let mut state = ViewState { desk: DeskId::ALL[desk], theme: ThemeChoice::ALL[theme], ..ViewState::default() };
            state.time.windows = Sides { a, b };
            state.time.apart = apart;
            state.time.anchors.b = anchor;
            state.compare.icicle.color = ColorBy::ALL[color];
            state.compare.icicle.scroll = Sides { a: scrolls.0, b: scrolls.1 };
            state.search = search;
            state.comparison.rules = rules;
            state.compare.icicle.folds.b = folds;
            state.selection = sel.map(|(start, duration, depth, lane)| Subject::Call(CallRef { side: SideName::B, start, duration, depth, lane }));
            let link = Link { a: url, b: None, state, left_out: Vec::new() };
            prop_assert_eq!(decode(&encode(&link)), link);
        }

        #[test]
        fn no_text_breaks_the_codec(hash in ".{0,60}") {
            let once = encode(&decode(&hash));
            prop_assert_eq!(encode(&decode(&once)), once);
        }
    }
}
