//! The link table: the rows of all parts of the state.

use super::lanes::{LaneUse, ValueForm};
use super::rows::Row;
use super::values::FieldKind;
use crate::desks::{self, for_each_desk};
use crate::state::ViewState;
use crate::{comparison_state, paths_state, state, time_state};

/// A row of the link table: one part of the view state.
#[derive(Clone, Copy)]
pub struct Field {
    /// Key in the hash.
    pub key: &'static str,
    /// Meaning of the key, as Markdown for the documentation.
    pub meaning: &'static str,
    /// Format of the value.
    pub kind: FieldKind,
    /// Lanes that the value names, apart from those of a subject.
    pub lanes: LaneUse,
    part: &'static dyn Part,
    row: usize,
}

impl Field {
    /// Returns the value as text.
    pub(crate) fn read(&self, state: &ViewState) -> String {
        self.part.read(self.row, state)
    }

    /// Sets the value; `None` if the text is none.
    pub(crate) fn write(&self, state: &mut ViewState, text: &str) -> Option<()> {
        self.part.write(self.row, state, text)
    }

    pub(super) fn form(&self) -> ValueForm {
        ValueForm { kind: self.kind, lanes: self.lanes }
    }

    /// Returns true if a long value is written packed.
    pub(crate) fn is_packed_if_long(&self) -> bool {
        self.key == "id" || self.kind == FieldKind::Notes
    }

    /// Returns the path of the part in the state, with the names of the generated types.
    pub fn path(&self) -> Vec<String> {
        self.part.path(self.row).into_iter().map(camel_case).collect()
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Field").field("key", &self.key).field("kind", &self.kind).finish_non_exhaustive()
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

/// A part of the state with its rows, whatever its type.
trait Part: Sync {
    /// Returns the fields of the part.
    fn fields(&'static self) -> Box<dyn Iterator<Item = Field>>;
    /// Returns the path of a row's value in the state.
    fn path(&self, row: usize) -> Vec<&'static str>;
    /// Returns the value of a row as text.
    fn read(&self, row: usize, state: &ViewState) -> String;
    /// Sets the value of a row; `None` if the text is none.
    fn write(&self, row: usize, state: &mut ViewState, text: &str) -> Option<()>;
}

/// A part `P` of the state, which is found under a name.
struct PartOf<P: 'static> {
    name: Option<&'static str>,
    rows: &'static [Row<P>],
    part: fn(&ViewState) -> &P,
    part_mut: fn(&mut ViewState) -> &mut P,
}

impl<P> Part for PartOf<P> {
    fn fields(&'static self) -> Box<dyn Iterator<Item = Field>> {
        Box::new(self.rows.iter().enumerate().map(|(row, of_part)| {
            let &Row { key, meaning, kind, lanes, .. } = of_part;
            Field { key, meaning, kind, lanes, part: self, row }
        }))
    }

    fn path(&self, row: usize) -> Vec<&'static str> {
        self.name.iter().chain(self.rows[row].path).copied().collect()
    }

    fn read(&self, row: usize, state: &ViewState) -> String {
        (self.rows[row].read)((self.part)(state))
    }

    fn write(&self, row: usize, state: &mut ViewState, text: &str) -> Option<()> {
        (self.rows[row].write)((self.part_mut)(state), text)
    }
}

/// Makes a part of the state from its name and its rows.
macro_rules! part {
    ($name:ident, $rows:expr) => {
        &PartOf {
            name: Some(stringify!($name)),
            rows: $rows,
            part: |state| &state.$name,
            part_mut: |state| &mut state.$name,
        }
    };
}

/// Defines `PARTS` for the desks of the list.
macro_rules! parts {
    ($($(#[$doc:meta])* $desk:ident: $State:ident;)*) => {
        /// All parts of the state, in the order in which links have their values.
        const PARTS: &[&dyn Part] = &[
            &PartOf { name: None, rows: state::ROWS, part: |state| state, part_mut: |state| state },
            part!(time, time_state::ROWS),
            part!(comparison, comparison_state::ROWS),
            part!(paths, paths_state::ROWS),
            $(part!($desk, desks::$desk::ROWS)),*
        ];
    };
}

for_each_desk!(parts);

/// Returns all rows in the order in which they are written: those of the session, then desk by desk.
pub fn fields() -> impl Iterator<Item = Field> {
    PARTS.iter().flat_map(|part| part.fields())
}

/// Sets the part of the state that has a key. Returns `None` if there is no such key, or if the text is no value of it.
pub fn set(state: &mut ViewState, key: &str, text: &str) -> Option<()> {
    fields().find(|field| field.key == key).and_then(|field| field.write(state, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::{ALIASES, PageMode, SESSION_KEYS};
    use crate::words::Word;

    #[test]
    fn field_words_are_those_of_the_types() {
        for field in fields() {
            if let FieldKind::Word(words) = field.kind {
                for word in words {
                    let mut state = ViewState::default();
                    assert_eq!(field.write(&mut state, word), Some(()), "{} {word}", field.key);
                    assert_eq!(field.read(&state), *word);
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
