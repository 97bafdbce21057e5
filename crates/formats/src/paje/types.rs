//! Stores types of containers, states and links, and the values of states.

use super::ids::Ids;
use crate::text::text;
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};
use std::collections::BTreeMap;

/// Index of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeId(pub(super) u32);

/// A type.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) name: String,
    /// For a link type, the types of the containers at its start and end, as written.
    pub(super) ends: [Option<Box<[u8]>>; 2],
    /// For a container type, the type of the states in its containers' own lanes. `None` until one has a state.
    pub(super) main_state: Option<TypeId>,
}

/// A value of states of a type; it becomes a function.
#[derive(Debug)]
struct Value {
    of: TypeId,
    name: String,
    function: Option<FunctionId>,
}

/// Types of a file. A text refers to the type with that alias or, failing that, with that name.
#[derive(Debug, Default)]
pub(super) struct Types {
    rows: Vec<Type>,
    by_alias: Ids,
    by_name: Ids,
    /// Values of all types.
    values: Vec<Value>,
    /// For each text, the row of its value in the type that had it first.
    value_by_text: Ids,
    /// Rows of values in other types, by the row in the first type. Few aliases are used by several types.
    value_of_others: BTreeMap<(u32, u32), u32>,
    /// Bytes in the names of values.
    name_bytes: u64,
}

/// Bytes of a type, estimated.
const ROW_BYTES: u64 = 256;
/// Bytes of a value besides its texts, estimated.
const VALUE_BYTES: u64 = 128;

impl Types {
    pub(super) fn get(&self, id: TypeId) -> &Type {
        &self.rows[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: TypeId) -> &mut Type {
        &mut self.rows[id.0 as usize]
    }

    /// Returns the type that a text refers to.
    #[inline]
    pub(super) fn find(&self, text: &[u8]) -> Option<TypeId> {
        self.by_alias.get(text).or_else(|| self.by_name.get(text)).map(TypeId)
    }

    /// Defines a type; the alias or the name may be missing.
    pub(super) fn define(
        &mut self,
        alias: Option<&[u8]>,
        name: Option<&[u8]>,
        ends: [Option<&[u8]>; 2],
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let title = text(name.or(alias).unwrap_or_default(), offset, sink).into_owned();
        let id = self.push(title, ends.map(|end| end.map(Box::from)));
        if let Some(alias) = alias {
            self.by_alias.set(alias, id.0);
        }
        // Types of several containers may share a name. Aliases distinguish them, so the name keeps referring to the
        // first.
        if let Some(name) = name.filter(|name| self.by_name.get(name).is_none()) {
            self.by_name.set(name, id.0);
        }
    }

    /// Returns the type that a text refers to, and makes one of that name if there is none.
    #[inline]
    pub(super) fn find_or_make(&mut self, named: &[u8], offset: u64, sink: &mut dyn Sink) -> TypeId {
        if let Some(id) = self.find(named) {
            return id;
        }
        let name = text(named, offset, sink);
        sink.odd(OddityKind::Undefined, "type", offset, &name);
        let id = self.push(name.into_owned(), [None, None]);
        self.by_alias.set(named, id.0);
        id
    }

    /// Defines a value of a type.
    pub(super) fn define_value(
        &mut self,
        of: TypeId,
        alias: Option<&[u8]>,
        name: Option<&[u8]>,
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let title = text(name.or(alias).unwrap_or_default(), offset, sink).into_owned();
        let Some(known_as) = alias.or(name) else { return };
        self.name_bytes += title.len() as u64;
        let value = Value { of, name: title, function: None };
        match self.value(of, known_as) {
            Some(row) => self.values[row as usize] = value,
            None => self.add_value(known_as, value),
        }
    }

    /// Returns the function that a state calls: the value that the text refers to, or else the text itself.
    #[inline]
    pub(super) fn function(
        &mut self,
        of: TypeId,
        value: &[u8],
        offset: u64,
        sink: &mut dyn Sink,
    ) -> FunctionId {
        let row = self.value(of, value);
        let known = row.and_then(|row| self.values[row as usize].function);
        known.unwrap_or_else(|| self.make_function(of, value, row, offset, sink))
    }

    /// Returns the name of the value that a text refers to within a type, if it is defined.
    pub(super) fn value_name(&self, of: TypeId, text: &[u8]) -> Option<&str> {
        Some(&self.values[self.value(of, text)? as usize].name)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let types = self.rows.len() as u64 * ROW_BYTES;
        let texts = [&self.by_alias, &self.by_name, &self.value_by_text].map(Ids::held_bytes);
        types + texts.iter().sum::<u64>() + self.values.len() as u64 * VALUE_BYTES + self.name_bytes
    }

    /// Returns the row of the value that a text refers to within a type.
    #[inline]
    fn value(&self, of: TypeId, text: &[u8]) -> Option<u32> {
        let first = self.value_by_text.get(text)?;
        if self.values[first as usize].of == of {
            return Some(first);
        }
        self.value_of_others.get(&(first, of.0)).copied()
    }

    fn add_value(&mut self, known_as: &[u8], value: Value) {
        let row = self.values.len() as u32;
        match self.value_by_text.get(known_as) {
            Some(first) => {
                self.value_of_others.insert((first, value.of.0), row);
            }
            None => self.value_by_text.set(known_as, row),
        }
        self.values.push(value);
    }

    /// Makes the function of a value at its first call. Without a row, the value is undefined and is added.
    fn make_function(
        &mut self,
        of: TypeId,
        value: &[u8],
        row: Option<u32>,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> FunctionId {
        let row = row.unwrap_or_else(|| {
            let name = text(value, offset, sink).into_owned();
            self.name_bytes += name.len() as u64;
            self.add_value(value, Value { of, name, function: None });
            self.values.len() as u32 - 1
        });
        let value = &mut self.values[row as usize];
        let category = &self.rows[of.0 as usize].name;
        *value.function.insert(sink.function(FunctionSpec { name: &value.name, file: "", line: 0, category }))
    }

    fn push(&mut self, name: String, ends: [Option<Box<[u8]>>; 2]) -> TypeId {
        let id = TypeId(self.rows.len() as u32);
        self.rows.push(Type { name, ends, main_state: None });
        id
    }
}
