//! Reads a Pajé file line by line.

use super::containers::{ContainerId, Containers};
use super::definitions::{Definition, Definitions, Fields, Kind, Role, TypeKind};
use super::links::Links;
use super::states::States;
use super::types::{TypeId, Types};
use super::variables::{Change, VariableChange, Variables};
use super::words::Words;
use crate::decimal::{Decimal, DecimalError};
use crate::lines::{Line, Lines};
use crate::quote::quote;
use crate::text::text;
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Paje {
    lines: Lines,
    definitions: Definitions,
    model: Model,
}

/// State that the events build up.
#[derive(Debug, Default)]
struct Model {
    types: Types,
    containers: Containers,
    states: States,
    links: Links,
    variables: Variables,
    /// Latest time of a state, or of a container's end.
    last: Option<i64>,
}

/// Kind and subject of an event that is left out.
type Outcome = Result<(), (OddityKind, &'static str)>;

impl Reader for Paje {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let Self { lines, definitions, model } = self;
        lines.feed(bytes, &mut |line| take(line, definitions, model, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        // An incomplete last line may say anything, so it is not read.
        let end = self.lines.offset();
        let mut is_cut = false;
        self.lines.finish(&mut |line| is_cut = !line.text.trim_ascii().is_empty());
        self.model.finish(sink);
        if !is_cut {
            return Ok(());
        }
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a line"))
    }

    fn calls(&self) -> u64 {
        self.model.states.calls()
    }

    fn held_bytes(&self) -> u64 {
        let Model { types, containers, states, links, variables, .. } = &self.model;
        let tables = types.held_bytes() + containers.held_bytes() + states.held_bytes() + links.held_bytes();
        let tables = tables + variables.held_bytes();
        self.lines.held_bytes() + self.definitions.held_bytes() + tables
    }
}

/// Takes a line.
fn take(line: Line<'_>, definitions: &mut Definitions, model: &mut Model, sink: &mut dyn Sink) {
    if line.is_too_long {
        return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", line.offset, "");
    }
    if line.text.first() == Some(&b'%') {
        return definitions.take(line.text, line.offset, sink);
    }
    let mut words = Words::of(line.text);
    let Some(id) = words.next() else { return };
    let Some(event) = definitions.get(id) else {
        let what = "event that the header does not define";
        return sink.odd(OddityKind::BadEvent, what, line.offset, &quote(line.text));
    };
    let mut fields = Fields::default();
    event.take_fields(&mut words, &mut fields);
    if let Err((kind, what)) = model.take(event, &fields, line.offset, sink) {
        sink.odd(kind, what, line.offset, &quote(line.text));
    }
}

/// Returns a field that its event requires, or an error.
#[inline]
fn need<'a>(
    fields: &Fields<'a>,
    role: Role,
    what: &'static str,
) -> Result<&'a [u8], (OddityKind, &'static str)> {
    fields.get(role).ok_or((OddityKind::BadEvent, what))
}

/// Returns the time of an event in nanoseconds; the file has seconds.
#[inline]
fn time(fields: &Fields<'_>) -> Result<i64, (OddityKind, &'static str)> {
    let text = need(fields, Role::Time, "event without time")?;
    if let Some(nanos) = Decimal::plain_seconds(text) {
        return Ok(nanos);
    }
    match Decimal::scaled(text, 9) {
        Ok(time) => Ok(time.round()),
        Err(DecimalError::NotANumber) => Err((OddityKind::BadEvent, "event whose time is not a number")),
        Err(DecimalError::OutOfRange) => Err((OddityKind::TimeOutOfRange, "")),
    }
}

impl Model {
    fn take(&mut self, event: &Definition, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) -> Outcome {
        match event.kind {
            Kind::SetState | Kind::PushState | Kind::PopState | Kind::ResetState => {
                self.state(event.kind, fields, offset, sink)
            }
            Kind::Link(starts) => self.link(starts, fields, offset, sink),
            Kind::Variable(change) => self.variable(change, fields, offset, sink),
            Kind::Event => self.event(fields, offset, sink),
            Kind::Other(what) => {
                // No example, because it says no more than the subject, and making one takes time for each of many
                // events.
                sink.odd(OddityKind::SkippedEvent, what, offset, "");
                Ok(())
            }
            Kind::DefineType(defines) => {
                self.define(defines, fields, offset, sink);
                Ok(())
            }
            Kind::DefineValue => {
                let of = self.kind(fields, offset, sink)?;
                let (alias, name) = (fields.get(Role::Alias), fields.get(Role::Name));
                self.types.define_value(of, alias, name, offset, sink);
                Ok(())
            }
            Kind::CreateContainer => {
                let kind = self.kind(fields, offset, sink)?;
                let (alias, name) = (fields.get(Role::Alias), fields.get(Role::Name));
                self.containers.create(alias, name, kind, fields.get(Role::Container), offset, sink);
                Ok(())
            }
            Kind::DestroyContainer => self.destroy(fields, sink),
        }
    }

    fn define(&mut self, defines: TypeKind, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) {
        let (alias, name) = (fields.get(Role::Alias), fields.get(Role::Name));
        let ends = match defines {
            TypeKind::Link => [fields.get(Role::StartType), fields.get(Role::EndType)],
            TypeKind::Other => [None, None],
        };
        self.types.define(alias, name, ends, offset, sink);
    }

    /// Returns the type that an event names.
    #[inline]
    fn kind(
        &mut self,
        fields: &Fields<'_>,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Result<TypeId, (OddityKind, &'static str)> {
        let text = need(fields, Role::Type, "event without type")?;
        Ok(self.types.find_or_make(text, offset, sink))
    }

    #[inline]
    fn state(&mut self, kind: Kind, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) -> Outcome {
        let at = time(fields)?;
        let container = need(fields, Role::Container, "state without container")?;
        let of = self.kind(fields, offset, sink)?;
        let container = self.containers.find_or_make(container, offset, sink);
        let container = container.ok_or((OddityKind::BadEvent, "state of an unknown container"))?;
        let Self { types, containers, states, last, .. } = self;
        let stack = states.stack(container, of, containers, types, sink);
        *last = (*last).max(Some(at));
        match kind {
            Kind::SetState | Kind::PushState => {
                let value = need(fields, Role::Value, "state without value")?;
                let function = types.function(of, value, offset, sink);
                if kind == Kind::SetState {
                    states.reset(stack, at, sink);
                }
                if states.calls() == 0 {
                    sink.begins_at(at);
                }
                states.push(stack, function, at, offset);
            }
            Kind::PopState if !states.pop(stack, at, sink) => return Err((OddityKind::UnmatchedEnd, "")),
            Kind::PopState => {}
            _ => states.reset(stack, at, sink),
        }
        Ok(())
    }

    /// Takes the change of a variable. A variable of an unknown type or container is counted: it makes neither.
    fn variable(&mut self, change: Change, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) -> Outcome {
        let at = time(fields)?;
        let unknown = (OddityKind::SkippedEvent, "variable of an unknown type or container");
        let (container, of) = self.existing(fields).ok_or(unknown)?;
        let value = need(fields, Role::Value, "variable without value")?;
        let value = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
        let by = value.ok_or((OddityKind::BadEvent, "variable whose value is not a number"))?;
        let change = VariableChange { container, of, change, by, at, source: offset };
        self.variables.change(change, &self.types, sink);
        Ok(())
    }

    /// Takes an instant: its name is that of its value, or else of its type.
    fn event(&mut self, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) -> Outcome {
        let at = time(fields)?;
        let unknown = (OddityKind::SkippedEvent, "instant of an unknown type or container");
        let (container, of) = self.existing(fields).ok_or(unknown)?;
        let value = fields.get(Role::Value).filter(|value| !value.is_empty());
        let given = value.map(|value| text(value, offset, sink));
        let defined = value.and_then(|value| self.types.value_name(of, value));
        let name = defined.or(given.as_deref()).unwrap_or(&self.types.get(of).name);
        self.variables.event(container, at, name, sink);
        Ok(())
    }

    /// Returns the container and the type of an event, if both are defined. No container stands for the root.
    fn existing(&self, fields: &Fields<'_>) -> Option<(Option<ContainerId>, TypeId)> {
        let named = fields.get(Role::Container)?;
        let container = self.containers.find(named);
        let is_known = container.is_some() || matches!(named, b"0" | b"root");
        let of = self.types.find(fields.get(Role::Type)?)?;
        is_known.then_some((container, of))
    }

    fn link(&mut self, starts: bool, fields: &Fields<'_>, offset: u64, sink: &mut dyn Sink) -> Outcome {
        let at = time(fields)?;
        let role = if starts { Role::StartContainer } else { Role::EndContainer };
        let container = need(fields, role, "link without container")?;
        let of = self.kind(fields, offset, sink)?;
        let key = need(fields, Role::Key, "link without key")?;
        let container = self.containers.find_or_make(container, offset, sink);
        let container = container.ok_or((OddityKind::BadEvent, "link of an unknown container"))?;
        let container = self.containers.get(container);
        let expected = self.types.get(of).ends[usize::from(!starts)].as_deref();
        let expected = expected.and_then(|expected| self.types.find(expected));
        if let (Some(expected), Some(is)) = (expected, container.kind)
            && expected != is
        {
            let what = "link to a container of another type than declared";
            sink.odd(OddityKind::Undefined, what, offset, &quote(key));
        }
        let meant = self.states.meant(&container.stacks, at, starts);
        self.links.take(of, key, starts, meant, offset, sink);
        Ok(())
    }

    /// Ends a container and its states.
    fn destroy(&mut self, fields: &Fields<'_>, sink: &mut dyn Sink) -> Outcome {
        let at = time(fields)?;
        let named = [Role::Name, Role::Container, Role::Alias].into_iter().find_map(|role| fields.get(role));
        let named = named.ok_or((OddityKind::BadEvent, "container without name"))?;
        let Some(container) = self.containers.find(named) else {
            return Err((OddityKind::BadEvent, "end of a container that was never created"));
        };
        self.last = self.last.max(Some(at));
        for &stack in &self.containers.get(container).stacks {
            self.states.reset(stack, at, sink);
        }
        Ok(())
    }

    /// Ends the file.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.states.finish(self.last.unwrap_or(0), sink);
        self.links.finish(sink);
        self.variables.finish(&self.containers, sink);
        for container in self.containers.rows().iter().filter(|container| !container.has_lane()) {
            let of = container.kind.map_or("", |of| self.types.get(of).name.as_str());
            sink.odd(OddityKind::SkippedEvent, "container without states", container.offset, of);
        }
    }
}
