//! The view state in a link's hash: `#a=…&b=…&v=1&desk=compare&pair.a=0..1200`.
//!
//! One table, [`FIELDS`], says how each part of [`ViewState`] is written; the shell's codec interprets the
//! same table, and both are held to the same examples. Only what differs from the default is written.
//! Unknown keys and values that cannot be read are listed, never fatal: a link made by a newer version
//! shows as far as this version understands.

use crate::state::{CallRef, ColorBy, Desk, SideName, ThemeChoice, ViewState, Window};
use std::fmt::Write;

/// Version of the view state; rises when a field changes its meaning.
pub const VERSION: u32 = 1;

/// How one part of the view state is written.
#[derive(Clone, Copy)]
pub struct Field {
    /// Key in the hash.
    pub key: &'static str,
    /// Where it stands in the state, as the generated types name it.
    pub path: &'static [&'static str],
    /// How its value is written.
    pub kind: FieldKind,
    read: fn(&ViewState) -> String,
    write: fn(&mut ViewState, &str) -> Option<()>,
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Field").field("key", &self.key).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// `1`, or absent.
    Flag,
    /// A whole number from 0 to 2³²−1.
    Count,
    /// `start..end`, or absent.
    Window,
    /// `side,start,duration,depth,lane`, or absent.
    Call,
    /// Any text, or absent.
    Text,
    /// Whole numbers from 0 to 2³²−1 between commas, or absent.
    List,
}

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
        kind: FieldKind::Word(&["package", "file", "function", "duration"]),
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
];

const DESKS: &[(&str, Desk)] = &[
    ("compare", Desk::Compare),
    ("structure", Desk::Structure),
    ("space-time", Desk::SpaceTime),
    ("fusion", Desk::Fusion),
    ("profile", Desk::Profile),
];
const THEMES: &[(&str, ThemeChoice)] = &[
    ("auto", ThemeChoice::Auto),
    ("light", ThemeChoice::Light),
    ("dark", ThemeChoice::Dark),
    ("contrast", ThemeChoice::Contrast),
];
const COLORS: &[(&str, ColorBy)] = &[
    ("package", ColorBy::Package),
    ("file", ColorBy::File),
    ("function", ColorBy::Function),
    ("duration", ColorBy::Duration),
];

/// Sets a part of the state if the text could be read.
fn put<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}

fn word<T: PartialEq + Copy>(words: &[(&str, T)], value: T) -> String {
    words.iter().find(|(_, known)| *known == value).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn of_word<T: Copy>(words: &[(&str, T)], text: &str) -> Option<T> {
    words.iter().find(|(word, _)| *word == text).map(|&(_, value)| value)
}

/// Times in links stay where a double is exact.
const MAX_SAFE: i64 = (1 << 53) - 1;

fn of_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<i64>().ok().filter(|value| plain && value.abs() <= MAX_SAFE)
}

fn of_count(text: &str) -> Option<u32> {
    of_integer(text).and_then(|value| u32::try_from(value).ok())
}

fn window_text(window: Window) -> String {
    format!("{}..{}", window.start, window.end)
}

fn of_window_text(text: &str) -> Option<Window> {
    let (start, end) = text.split_once("..")?;
    let window = Window { start: of_integer(start)?, end: of_integer(end)? };
    (window.start < window.end).then_some(window)
}

fn call_text(call: &CallRef) -> String {
    let side = call.side.letter().to_ascii_lowercase();
    format!("{side},{},{},{},{}", call.start, call.duration, call.depth, call.lane)
}

fn of_call_text(text: &str) -> Option<CallRef> {
    let parts: Vec<&str> = text.split(',').collect();
    let [side, start, duration, depth, lane] = parts[..] else { return None };
    let side = of_word(&[("a", SideName::A), ("b", SideName::B)], side)?;
    let (start, duration) = (of_integer(start)?, of_integer(duration)?);
    Some(CallRef { side, start, duration, depth: of_count(depth)?, lane: of_count(lane)? })
}

fn list_text(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn of_list_text(text: &str) -> Option<Vec<u32>> {
    text.split(',').map(of_count).collect()
}

/// A link as it was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// Where A's trace is, if the link says.
    pub a: Option<String>,
    /// Where B's trace is.
    pub b: Option<String>,
    /// The view.
    pub state: ViewState,
    /// Keys that this version does not know, or whose values it cannot read, in order.
    pub left_out: Vec<String>,
}

/// Writes a hash, without `#`. Fields at their default are left out; so is everything when all are.
pub fn encode(link: &Link) -> String {
    let plain = ViewState::default();
    let mut parts = Vec::new();
    for (key, url) in [("a", &link.a), ("b", &link.b)] {
        parts.extend(url.as_ref().map(|url| format!("{key}={}", escape(url))));
    }
    let fields: Vec<String> = FIELDS
        .iter()
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

/// Reads a hash (or a query), with or without its first character. A key given twice counts once, the last
/// one. A link of a newer version names `v` among what is left out.
pub fn decode(hash: &str) -> Link {
    let mut link = Link::default();
    for part in hash.trim_start_matches(['#', '?']).split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let value = unescape(value);
        let known = match key {
            "a" => put(&mut link.a, Some(Some(value))),
            "b" => put(&mut link.b, Some(Some(value))),
            "v" => of_count(&value).filter(|&version| version <= VERSION).map(|_| ()),
            _ => {
                FIELDS.iter().find(|field| field.key == key).and_then(|f| (f.write)(&mut link.state, &value))
            }
        };
        if known.is_none() {
            link.left_out.push(key.to_owned());
        }
    }
    link
}

/// Percent-encodes all but what stays readable and safe in a hash.
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

/// Undoes percent-encoding; a stray `%` stays, bytes that are no UTF-8 become U+FFFD.
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

/// Examples that every codec must agree on: a hash and what it becomes when read and written again.
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
    ("v=1&pair.a=9..3&sel=c,1,1,1,1&pair.sa=-4&pair.apart=yes&theme=pink", ""),
    ("v=7&theme=light&unknown=1", "v=1&theme=light"),
    ("a=na%C3%AFve%20%f0%9f%8e%89%zz.json", "a=na%C3%AFve%20%F0%9F%8E%89%25zz.json"),
    ("v=1&pair.a=0..9007199254740992", ""),
    ("v=1&pair.a=+1..5", ""),
    ("v=1&q=file%3Anodes%20-walk&pair.fa=3,1,4&pair.fb=x", "v=1&q=file:nodes%20-walk&pair.fa=3,1,4"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn examples_hold() {
        for (read, written) in EXAMPLES {
            assert_eq!(encode(&decode(read)), *written, "{read}");
        }
    }

    #[test]
    fn names_what_it_does_not_understand() {
        let link = decode("v=7&theme=pink&seq.pattern=3&pair.apart=1");
        assert_eq!(link.left_out, ["v", "theme", "seq.pattern"]);
        assert!(link.state.pair.apart);
    }

    #[test]
    fn field_words_are_those_of_the_types() {
        for field in FIELDS {
            if let FieldKind::Word(words) = field.kind {
                for word in words {
                    let mut state = ViewState::default();
                    assert_eq!((field.write)(&mut state, word), Some(()), "{} {word}", field.key);
                    assert_eq!((field.read)(&state), *word);
                    let json = serde_json::to_value(&state).unwrap();
                    let found = field.path.iter().fold(&json, |value, part| &value[part]);
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
        fn every_state_survives(a in window(), b in window(), apart: bool, desk in 0usize..5, theme in 0usize..4,
            color in 0usize..4, scrolls: (u32, u32), search in ".{0,12}", folds in prop::collection::vec(any::<u32>(), 0..4), url in prop::option::of(".{1,20}"), sel in prop::option::of((0i64..1 << 50, 0i64..1 << 50, any::<u32>(), any::<u32>()))) {
            let mut state = ViewState { desk: DESKS[desk].1, theme: THEMES[theme].1, ..ViewState::default() };
            state.pair.a = a;
            state.pair.b = b;
            state.pair.apart = apart;
            state.pair.color = COLORS[color].1;
            (state.pair.scroll_a, state.pair.scroll_b) = scrolls;
            state.search = search;
            state.pair.folds_b = folds;
            state.selection = sel.map(|(start, duration, depth, lane)| CallRef { side: SideName::B, start, duration, depth, lane });
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
