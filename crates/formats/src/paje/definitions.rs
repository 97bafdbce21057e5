//! What the lines of a file are made of, as its header says.

use super::ids::Ids;
use super::words::{Words, definition};
use crate::describe::quote;
use diptych_trace::{OddKind, Sink};

/// What an event does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    DefineType(Defines),
    DefineValue,
    CreateContainer,
    DestroyContainer,
    SetState,
    PushState,
    PopState,
    ResetState,
    /// Starts, or ends.
    Link(bool),
    /// Nothing that is a call: counted under this name.
    Other(&'static str),
}

/// What a type is a type of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Defines {
    Link,
    /// Containers, states, events or variables.
    Other,
}

/// Events by name.
const KINDS: &[(&[u8], Kind)] = &[
    (b"PajeDefineContainerType", Kind::DefineType(Defines::Other)),
    (b"PajeDefineStateType", Kind::DefineType(Defines::Other)),
    (b"PajeDefineLinkType", Kind::DefineType(Defines::Link)),
    (b"PajeDefineEventType", Kind::DefineType(Defines::Other)),
    (b"PajeDefineVariableType", Kind::DefineType(Defines::Other)),
    (b"PajeDefineEntityValue", Kind::DefineValue),
    (b"PajeCreateContainer", Kind::CreateContainer),
    (b"PajeDestroyContainer", Kind::DestroyContainer),
    (b"PajeSetState", Kind::SetState),
    (b"PajePushState", Kind::PushState),
    (b"PajePopState", Kind::PopState),
    (b"PajeResetState", Kind::ResetState),
    (b"PajeStartLink", Kind::Link(true)),
    (b"PajeEndLink", Kind::Link(false)),
    (b"PajeSetVariable", Kind::Other("variable set (PajeSetVariable)")),
    (b"PajeAddVariable", Kind::Other("variable added to (PajeAddVariable)")),
    (b"PajeSubVariable", Kind::Other("variable subtracted from (PajeSubVariable)")),
    (b"PajeNewEvent", Kind::Other("instant (PajeNewEvent)")),
    (b"PajeTraceFile", Kind::Other("reference to another file (PajeTraceFile)")),
];

/// What a field of a line means.
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
    /// Nothing that is read.
    Other,
}

const ROLES: usize = Role::Other as usize + 1;

/// Fields by name, older names among them.
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

/// An event as the header defines it.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    pub(super) kind: Kind,
    /// By their places in a line, up to the last one that is read.
    roles: Vec<Role>,
    /// Fields in all.
    fields: usize,
}

/// The fields of a line by what they mean.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fields<'a> {
    texts: [Option<&'a [u8]>; ROLES],
}

/// The events of a file by their ids.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    rows: Vec<Definition>,
    by_id: Ids,
    /// The one that is being defined, and its id.
    open: Option<(Vec<u8>, Definition)>,
    held: u64,
}

impl Definitions {
    /// The event of a line whose first word is this.
    #[inline]
    pub(super) fn get(&self, id: &[u8]) -> Option<&Definition> {
        self.by_id.get(id).map(|row| &self.rows[row as usize])
    }

    /// Takes a line of a header.
    pub(super) fn take(&mut self, line: &[u8], offset: u64, sink: &mut dyn Sink) {
        let mut words = definition(line).into_iter().flatten();
        match (words.next(), &mut self.open) {
            (None, _) => {}
            (Some(b"EventDef"), _) => {
                self.close();
                let (Some(name), Some(id)) = (words.next(), words.next()) else {
                    return sink.odd(
                        OddKind::BadEvent,
                        "definition of an event without name or id",
                        offset,
                        &quote(line),
                    );
                };
                let known = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
                if known.is_none() {
                    sink.odd(OddKind::SkippedPart, "events of an unknown kind", offset, &quote(name));
                }
                let kind = known.unwrap_or(Kind::Other("event of an unknown kind"));
                self.open = Some((id.to_owned(), Definition { kind, roles: Vec::new(), fields: 0 }));
            }
            (Some(b"EndEventDef"), _) => self.close(),
            (Some(field), Some((_, event))) => event.add(field),
            (Some(_), None) => {
                sink.odd(
                    OddKind::BadEvent,
                    "field outside of the definition of an event",
                    offset,
                    &quote(line),
                );
            }
        }
    }

    /// Bytes held, about.
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
        // The first of two that mean the same.
        if role != Role::Other && !self.roles.contains(&role) {
            self.roles.resize(self.fields, Role::Other);
            self.roles.push(role);
        }
        self.fields += 1;
    }

    /// Takes the fields of a line, given the words behind its id. Not returned: moving what was just written, several words at
    /// once, makes a processor wait for all of these writes.
    #[inline]
    pub(super) fn take_fields<'a>(&self, words: &mut Words<'a>, fields: &mut Fields<'a>) {
        for role in &self.roles {
            let Some(word) = words.next() else { break };
            fields.texts[*role as usize] = Some(word);
        }
    }
}

impl<'a> Fields<'a> {
    /// The text of a field; `None`: the event has none, or the line ends before it.
    #[inline]
    pub(super) fn get(&self, role: Role) -> Option<&'a [u8]> {
        self.texts[role as usize]
    }
}
