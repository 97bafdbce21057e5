//! The codec of a link's hash: `#a=…&b=…&v=1&desk=compare&pair.a=0..1200`.
//!
//! One table, [`fields`], says how each part of [`ViewState`] is written. Its rows stand next to the parts of the state
//! that they write. The shell's codec interprets the same table, and tests hold both codecs to the same examples. Only
//! values that differ from the default are written.
//!
//! Unreadable values are listed and are never fatal. Unknown keys are written again. So a link of a newer version shows
//! as much as this version understands, and passes the rest on.

mod aliases;
mod codec;
mod examples;
mod lanes;
mod notes;
mod packed;
mod subjects;
mod text;
mod upgrades;
mod values;

pub use aliases::{ALIASES, ForeignTimes};
pub use codec::{KeyValue, Link, MAX_LINK_BYTES, PageMode, SESSION_KEYS, decode, encode};
pub use examples::{EXAMPLES, LANE_EXAMPLE_LANES, LANE_EXAMPLES, UNPACKED_EXAMPLES};
pub use lanes::{LaneNames, LaneUse, SideLanes};
pub use notes::{NOTE_EXAMPLES, NoteTarget, desk_place_text, note_target, place_text};
pub use packed::{MAX_PLAIN_BYTES, MAX_UNPACKED_BYTES, pack, unpack};
pub use subjects::SUBJECT_EXAMPLES;
pub use upgrades::{Upgrade, upgraded};

use crate::state::ViewState;
use crate::{comparison_state, desks, notes as note_state, paths_state, state, time_state};
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
    /// Lanes that the value names, apart from those of a subject.
    pub lanes: LaneUse,
    pub(crate) read: fn(&ViewState) -> String,
    pub(crate) write: fn(&mut ViewState, &str) -> Option<()>,
}

impl Field {
    /// Returns true if a long value is written packed.
    pub(crate) fn is_packed_if_long(&self) -> bool {
        self.key == "id" || self.kind == FieldKind::Notes
    }

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
/// format of the part's type. A third argument says which lanes the value names.
macro_rules! row {
    ($key:literal, $($part:ident).+) => {
        crate::link::row!($key, $($part).+, None)
    };
    ($key:literal, $($part:ident).+, $lanes:ident) => {
        crate::link::Field {
            key: $key,
            path: &[$(stringify!($part)),+],
            lanes: crate::link::LaneUse::$lanes,
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
        note_state::ROWS,
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
    /// Notes, one a line: the text, a comma, and the place; or absent.
    Notes,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

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

    #[test]
    fn field_keys_are_distinct_and_not_those_of_the_session() {
        let mut keys: Vec<&str> = fields().map(|field| field.key).collect();
        keys.extend(SESSION_KEYS.iter().map(|(key, _)| *key));
        keys.extend(ALIASES.iter().map(|(key, _)| *key));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert_eq!(PageMode::WORDS, ["full", "embed", "report"]);
    }
}
