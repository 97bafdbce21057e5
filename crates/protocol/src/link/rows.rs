//! Rows of the link table, each for a value of one part of the state. The rows stand in the file of their part.

use super::lanes::LaneUse;
use super::values::{FieldKind, Value};

/// A row for a value in a part `P` of the state.
pub(crate) struct Row<P: 'static> {
    /// Key in the hash.
    pub(crate) key: &'static str,
    /// Meaning of the key, as the documentation has it.
    pub(crate) meaning: &'static str,
    /// Path of the value within the part.
    pub(crate) path: &'static [&'static str],
    /// Format of the value.
    pub(crate) kind: FieldKind,
    /// Lanes that the value names, apart from those of a subject.
    pub(crate) lanes: LaneUse,
    /// Returns the value as text.
    pub(crate) read: fn(&P) -> String,
    /// Sets the value; `None` if the text is none.
    pub(crate) write: fn(&mut P, &str) -> Option<()>,
}

/// Defines `ROWS`, the rows of a part of the state. `"w.la" => lanes.a, OfA: "the lanes …";` writes the value `lanes.a`
/// under that key, in the format of the value's type. `OfA` says which lanes the value names, if it names any. The
/// text is the meaning of the key in the documentation.
macro_rules! rows {
    ($Part:ty: $($key:literal => $($name:ident).+ $(, $lanes:ident)?: $meaning:literal;)*) => {
        pub(crate) const ROWS: &[crate::link::Row<$Part>] = &[$(
            crate::link::Row {
                key: $key,
                meaning: $meaning,
                path: &[$(stringify!($name)),+],
                kind: crate::link::kind_of(|part: &$Part| &part.$($name).+),
                lanes: crate::link::lane_use!($($lanes)?),
                read: |part| crate::link::Value::text(&part.$($name).+),
                write: |part, text| crate::link::put(&mut part.$($name).+, crate::link::Value::of_text(text)),
            }
        ),*];
    };
}

/// Names a [`LaneUse`]. A row that says nothing about lanes names none.
macro_rules! lane_use {
    () => {
        crate::link::LaneUse::None
    };
    ($lanes:ident) => {
        crate::link::LaneUse::$lanes
    };
}

pub(crate) use {lane_use, rows};

/// Returns the format of a value. `_value` only gives the type and is never called.
pub(crate) const fn kind_of<P, T: Value>(_value: fn(&P) -> &T) -> FieldKind {
    T::KIND
}

/// Sets a part of the state if its text could be read.
pub(crate) fn put<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}
