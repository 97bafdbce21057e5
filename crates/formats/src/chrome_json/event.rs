//! The fields of one event, in any order.

use crate::json::{Lexer, Prefix, Stop, Value};

/// What an event says, unread. A field given twice counts as given last.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Event<'a> {
    pub(super) phase: Option<Value<'a>>,
    pub(super) name: Option<Value<'a>>,
    pub(super) category: Option<Value<'a>>,
    pub(super) process: Option<Value<'a>>,
    pub(super) thread: Option<Value<'a>>,
    /// Start, or instant, in microseconds.
    pub(super) time: Option<Value<'a>>,
    /// Duration in microseconds.
    pub(super) duration: Option<Value<'a>>,
    /// Duration on the thread's own clock in microseconds; stands in where there is no other.
    pub(super) thread_duration: Option<Value<'a>>,
    /// What ties events together that lie in several lanes or overlap.
    pub(super) id: Option<Value<'a>>,
    pub(super) id2: Id2<'a>,
    /// Which call the end of a flow means.
    pub(super) binding_point: Option<Value<'a>>,
    /// The flow that a call is in; the events of one flow say the same.
    pub(super) bind_id: Option<Value<'a>>,
    /// Whether the call follows from others of its flow, and others from it.
    pub(super) flow_in: bool,
    pub(super) flow_out: bool,
    /// What ids are told apart by, beside the category.
    pub(super) scope: Option<Value<'a>>,
    pub(super) arguments: Arguments<'a>,
}

/// An id that says how far it reaches.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Id2<'a> {
    /// One in its process.
    pub(super) local: Option<Value<'a>>,
    /// One in the file.
    pub(super) global: Option<Value<'a>>,
}

/// The arguments that say something of names and places.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arguments<'a> {
    /// Of `process_name` and `thread_name`.
    pub(super) name: Option<Value<'a>>,
    /// Of `process_labels`.
    pub(super) labels: Option<Value<'a>>,
    /// Of `process_sort_index` and `thread_sort_index`.
    pub(super) sort_index: Option<Value<'a>>,
    /// Source file of a call (py-spy).
    pub(super) filename: Option<Value<'a>>,
    /// Line in that file.
    pub(super) line: Option<Value<'a>>,
}

/// Which member of an event a name means.
#[derive(Debug, Clone, Copy)]
enum Field {
    Phase,
    Name,
    Category,
    Process,
    Thread,
    Time,
    Duration,
    ThreadDuration,
    Id,
    Id2,
    Scope,
    BindingPoint,
    BindId,
    FlowIn,
    FlowOut,
    Arguments,
    Other,
}

impl Field {
    fn of(key: &[u8]) -> Self {
        match key {
            b"ph" => Self::Phase,
            b"name" => Self::Name,
            b"cat" => Self::Category,
            b"pid" => Self::Process,
            b"tid" => Self::Thread,
            b"ts" => Self::Time,
            b"dur" => Self::Duration,
            b"tdur" => Self::ThreadDuration,
            b"id" => Self::Id,
            b"id2" => Self::Id2,
            b"scope" => Self::Scope,
            b"bp" => Self::BindingPoint,
            b"bind_id" => Self::BindId,
            b"flow_in" => Self::FlowIn,
            b"flow_out" => Self::FlowOut,
            b"args" => Self::Arguments,
            _ => Self::Other,
        }
    }
}

/// The names of the event read last, in order: recorders write all events alike, so each name is looked for
/// as it stood there before it is read. The bytes are the same, so what they say is the same.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldOrderCache {
    members: Vec<Member>,
}

/// A name with the comma before and the colon behind it.
#[derive(Debug, Clone, Copy)]
struct Member {
    text: Prefix,
    field: Field,
}

impl FieldOrderCache {
    /// The field of an event's next member, whose name is passed; `None` when the event ends there. `number`
    /// members lie before it.
    fn next(&mut self, number: usize, lexer: &mut Lexer<'_>) -> Result<Option<Field>, Stop> {
        if let Some(member) = self.members.get(number)
            && lexer.pass(&member.text)
        {
            return Ok(Some(member.field));
        }
        let start = lexer.at;
        let Some(key) = lexer.key()? else { return Ok(None) };
        let field = Field::of(key);
        self.members.truncate(number);
        if let Some(text) = lexer.passed_since(start).filter(|_| self.members.len() == number) {
            self.members.push(Member { text, field });
        }
        Ok(Some(field))
    }
}

impl<'a> Event<'a> {
    /// Reads the event whose `{` is next into one that says nothing yet: it is large, and would be copied on its way out.
    pub(super) fn read(&mut self, lexer: &mut Lexer<'a>, cache: &mut FieldOrderCache) -> Result<(), Stop> {
        let event = self;
        lexer.at += 1;
        let mut number = 0;
        while let Some(field) = cache.next(number, lexer)? {
            number += 1;
            match field {
                Field::Arguments => {
                    event.arguments = Arguments::read(lexer)?;
                    continue;
                }
                Field::Id2 => {
                    event.id2 = Id2::read(lexer)?;
                    continue;
                }
                _ => {}
            }
            let value = Some(lexer.value()?);
            let is_true = || matches!(value.and_then(Value::scalar), Some(b"true" | b"1"));
            match field {
                Field::Phase => event.phase = value,
                Field::Name => event.name = value,
                Field::Category => event.category = value,
                Field::Process => event.process = value,
                Field::Thread => event.thread = value,
                Field::Time => event.time = value,
                Field::Duration => event.duration = value,
                Field::ThreadDuration => event.thread_duration = value,
                Field::Id => event.id = value,
                Field::Scope => event.scope = value,
                Field::BindingPoint => event.binding_point = value,
                Field::BindId => event.bind_id = value,
                Field::FlowIn => event.flow_in = is_true(),
                Field::FlowOut => event.flow_out = is_true(),
                Field::Id2 | Field::Arguments | Field::Other => {}
            }
        }
        Ok(())
    }
}

impl<'a> Id2<'a> {
    fn read(lexer: &mut Lexer<'a>) -> Result<Self, Stop> {
        let mut id = Self::default();
        if lexer.peek()? != b'{' {
            lexer.value()?;
            return Ok(id);
        }
        lexer.at += 1;
        while let Some(key) = lexer.key()? {
            let value = Some(lexer.value()?);
            match key {
                b"local" => id.local = value,
                b"global" => id.global = value,
                _ => {}
            }
        }
        Ok(id)
    }
}

impl<'a> Arguments<'a> {
    fn read(lexer: &mut Lexer<'a>) -> Result<Self, Stop> {
        let mut arguments = Self::default();
        if lexer.peek()? != b'{' {
            lexer.value()?;
            return Ok(arguments);
        }
        lexer.at += 1;
        while let Some(key) = lexer.key()? {
            let value = lexer.value()?;
            let field = match key {
                b"name" => &mut arguments.name,
                b"labels" => &mut arguments.labels,
                b"sort_index" => &mut arguments.sort_index,
                b"filename" => &mut arguments.filename,
                b"line" => &mut arguments.line,
                _ => continue,
            };
            *field = Some(value);
        }
        Ok(arguments)
    }
}
