//! Parses the file's header, which defines the fields of its lines.

use super::ids::Ids;
use super::variables::Change;
use super::words::{Words, definition};
use crate::quote::quote;
use diptych_trace::{OddityKind, Sink};

/// Effect of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    DefineType(TypeKind),
    DefineValue,
    CreateContainer,
    DestroyContainer,
    SetState,
    PushState,
    PopState,
    ResetState,
    /// A start of a link if true, an end if false.
    Link(bool),
    /// A change of a variable.
    Variable(Change),
    /// An instant.
    Event,
    /// Nothing that is read: counted in the report under this name.
    Other(&'static str),
}

/// Kind of thing that a type definition is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeKind {
    Link,
    /// Containers, states, events or variables.
    Other,
}

/// Effects of events by name.
const KINDS: &[(&[u8], Kind)] = &[
    (b"PajeDefineContainerType", Kind::DefineType(TypeKind::Other)),
    (b"PajeDefineStateType", Kind::DefineType(TypeKind::Other)),
    (b"PajeDefineLinkType", Kind::DefineType(TypeKind::Link)),
    (b"PajeDefineEventType", Kind::DefineType(TypeKind::Other)),
    (b"PajeDefineVariableType", Kind::DefineType(TypeKind::Other)),
    (b"PajeDefineEntityValue", Kind::DefineValue),
    (b"PajeCreateContainer", Kind::CreateContainer),
    (b"PajeDestroyContainer", Kind::DestroyContainer),
    (b"PajeSetState", Kind::SetState),
    (b"PajePushState", Kind::PushState),
    (b"PajePopState", Kind::PopState),
    (b"PajeResetState", Kind::ResetState),
    (b"PajeStartLink", Kind::Link(true)),
    (b"PajeEndLink", Kind::Link(false)),
    (b"PajeSetVariable", Kind::Variable(Change::Set)),
    (b"PajeAddVariable", Kind::Variable(Change::Add)),
    (b"PajeSubVariable", Kind::Variable(Change::Subtract)),
    (b"PajeNewEvent", Kind::Event),
    (b"PajeTraceFile", Kind::Other("reference to another file (PajeTraceFile)")),
];

/// Meaning of a field in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    Time,
    Type,
    Container,
    Value,
    Alias,
    Name,
    StartContainer,
    EndContainer,
    StartType,
    EndType,
    Key,
    /// A field that is not read.
    Other,
}

const ROLES: usize = Role::Other as usize + 1;

/// Meanings of fields by name, with names of older versions.
const FIELDS: &[(&[u8], Role)] = &[
    (b"Time", Role::Time),
    (b"Type", Role::Type),
    (b"ContainerType", Role::Type),
    (b"EntityType", Role::Type),
    (b"Container", Role::Container),
    (b"Value", Role::Value),
    (b"Alias", Role::Alias),
    (b"Name", Role::Name),
    (b"StartContainer", Role::StartContainer),
    (b"SourceContainer", Role::StartContainer),
    (b"EndContainer", Role::EndContainer),
    (b"DestContainer", Role::EndContainer),
    (b"StartContainerType", Role::StartType),
    (b"SourceContainerType", Role::StartType),
    (b"EndContainerType", Role::EndType),
    (b"DestContainerType", Role::EndType),
    (b"Key", Role::Key),
];

/// Definition of an event in the header.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub(super) kind: Kind,
    /// Meanings of the fields in the order of a line, up to the last one that is read.
    roles: Vec<Role>,
    /// Number of fields.
    fields: usize,
}

/// Fields of a line by meaning.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fields<'a> {
    texts: [Option<&'a [u8]>; ROLES],
}

/// Definitions of events by id.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    rows: Vec<Definition>,
    by_id: Ids,
    /// Id and definition of the event being defined.
    open: Option<(Vec<u8>, Definition)>,
    held: u64,
}

impl Definitions {
    /// Returns the definition of an event by its id, the first word of a line.
    #[inline]
    pub(super) fn get(&self, id: &[u8]) -> Option<&Definition> {
        self.by_id.get(id).map(|row| &self.rows[row as usize])
    }

    /// Takes a line of the header.
    pub(super) fn take(&mut self, line: &[u8], offset: u64, sink: &mut dyn Sink) {
        let mut words = definition(line).into_iter().flatten();
        match (words.next(), &mut self.open) {
            (None, _) => {}
            (Some(b"EventDef"), _) => {
                self.close();
                let (Some(name), Some(id)) = (words.next(), words.next()) else {
                    return sink.odd(
                        OddityKind::BadEvent,
                        "definition of an event without name or id",
                        offset,
                        &quote(line),
                    );
                };
                let known = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
                if known.is_none() {
                    sink.odd(OddityKind::SkippedPart, "events of an unknown kind", offset, &quote(name));
                }
                let kind = known.unwrap_or(Kind::Other("event of an unknown kind"));
                self.open = Some((id.to_owned(), Definition { kind, roles: Vec::new(), fields: 0 }));
            }
            (Some(b"EndEventDef"), _) => self.close(),
            (Some(field), Some((_, event))) => event.add(field),
            (Some(_), None) => {
                sink.odd(
                    OddityKind::BadEvent,
                    "field outside of the definition of an event",
                    offset,
                    &quote(line),
                );
            }
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_id.held_bytes() + self.held
    }

    fn close(&mut self) {
        let Some((id, event)) = self.open.take() else { return };
        self.held += (event.roles.capacity() + size_of::<Definition>()) as u64;
        self.by_id.set(&id, self.rows.len() as u32);
        self.rows.push(event);
    }
}

impl Definition {
    fn add(&mut self, field: &[u8]) {
        let role = FIELDS.iter().find(|(name, _)| *name == field).map_or(Role::Other, |(_, role)| *role);
        // Of two fields with one meaning, only the first is read.
        if role != Role::Other && !self.roles.contains(&role) {
            self.roles.resize(self.fields, Role::Other);
            self.roles.push(role);
        }
        self.fields += 1;
    }

    /// Reads the fields of a line from the words after its id. It writes to `fields` instead of returning them, because
    /// returning would move them. A move reads several words that were just written, and makes a processor wait for all
    /// the writes.
    #[inline]
    pub(super) fn take_fields<'a>(&self, words: &mut Words<'a>, fields: &mut Fields<'a>) {
        for role in &self.roles {
            let Some(word) = words.next() else { break };
            fields.texts[*role as usize] = Some(word);
        }
    }
}

impl<'a> Fields<'a> {
    /// Returns the text of a field. `None` if the event has no such field, or the line ends before it.
    #[inline]
    pub(super) fn get(&self, role: Role) -> Option<&'a [u8]> {
        self.texts[role as usize]
    }
}
