//! Types of containers, states and links, and the values that states have.

use super::ids::Ids;
use crate::by_text::ByText;
use crate::text::text;
use diptych_trace::{FunctionId, FunctionSpec, OddKind, Sink};

/// Number of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeId(pub(super) u32);

/// A type.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) name: String,
    /// Of a link: types of the containers at which it starts and ends, as written.
    pub(super) ends: [Option<Box<[u8]>>; 2],
    /// Of containers: the type of the states that lie in their own lane, once one had a state.
    pub(super) main_state: Option<TypeId>,
    values: ByText<Value>,
}

/// A value that states may have: what is called.
#[derive(Debug, Default)]
struct Value {
    name: String,
    function: Option<FunctionId>,
}

/// The types of a file. A text means the type that has it as its alias, or else as its name.
#[derive(Debug, Default)]
pub(super) struct Types {
    rows: Vec<Type>,
    by_alias: Ids,
    by_name: Ids,
    /// Values of all types, and bytes of their names.
    values: (u64, u64),
}

/// Bytes of a type, and of a value beside its texts, about.
const ROW_BYTES: u64 = 256;
const VALUE_BYTES: u64 = 160;

impl Types {
    pub(super) fn get(&self, id: TypeId) -> &Type {
        &self.rows[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: TypeId) -> &mut Type {
        &mut self.rows[id.0 as usize]
    }

    /// The type that a text means.
    #[inline]
    pub(super) fn find(&self, text: &[u8]) -> Option<TypeId> {
        self.by_alias.get(text).or_else(|| self.by_name.get(text)).map(TypeId)
    }

    /// Defines a type; the alias or the name may be missing.
    pub(super) fn define(
        &mut self,
        (alias, name): (Option<&[u8]>, Option<&[u8]>),
        ends: [Option<&[u8]>; 2],
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let title = text(name.or(alias).unwrap_or_default(), offset, sink).into_owned();
        let id = self.push(title, ends.map(|end| end.map(Box::from)));
        if let Some(alias) = alias {
            self.by_alias.set(alias, id.0);
        }
        // Types of several containers may be called alike; aliases tell them apart.
        if let Some(name) = name.filter(|name| self.by_name.get(name).is_none()) {
            self.by_name.set(name, id.0);
        }
    }

    /// The type that a text means; where there is none, a new one of that name.
    #[inline]
    pub(super) fn find_or_make(&mut self, named: &[u8], offset: u64, sink: &mut dyn Sink) -> TypeId {
        if let Some(id) = self.find(named) {
            return id;
        }
        let name = text(named, offset, sink);
        sink.odd(OddKind::Undefined, "type", offset, &name);
        let id = self.push(name.into_owned(), [None, None]);
        self.by_alias.set(named, id.0);
        id
    }

    /// Defines a value of a type.
    pub(super) fn define_value(
        &mut self,
        of: TypeId,
        (alias, name): (Option<&[u8]>, Option<&[u8]>),
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let title = text(name.or(alias).unwrap_or_default(), offset, sink).into_owned();
        let Some(known_as) = alias.or(name) else { return };
        self.values = (self.values.0 + 1, self.values.1 + (title.len() + known_as.len()) as u64);
        let row = self.rows[of.0 as usize].values.get_or_insert_with(known_as, Value::default);
        *row = Value { name: title, function: None };
    }

    /// What a state of a type calls: the value that the text means, or else the text itself.
    #[inline]
    pub(super) fn function(
        &mut self,
        of: TypeId,
        value: &[u8],
        offset: u64,
        sink: &mut dyn Sink,
    ) -> FunctionId {
        let Type { name: category, values, .. } = &mut self.rows[of.0 as usize];
        if let Some(Value { function: Some(function), .. }) = values.get(value) {
            return *function;
        }
        let held = &mut self.values;
        let row = values.get_or_insert_with(value, || {
            *held = (held.0 + 1, held.1 + 2 * value.len() as u64);
            Value { name: text(value, offset, sink).into_owned(), function: None }
        });
        let spec = FunctionSpec { name: &row.name, file: "", line: 0, category };
        *row.function.insert(sink.function(spec))
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        let types = self.rows.len() as u64 * ROW_BYTES;
        let texts = self.by_alias.held_bytes() + self.by_name.held_bytes();
        types + texts + self.values.0 * VALUE_BYTES + self.values.1
    }

    fn push(&mut self, name: String, ends: [Option<Box<[u8]>>; 2]) -> TypeId {
        let id = TypeId(self.rows.len() as u32);
        self.rows.push(Type { name, ends, main_state: None, values: ByText::default() });
        id
    }
}
