//! Reads the fields of one event, in any order.

use crate::json::{LexError, Lexer, Prefix, Value};

/// Fields of an event, undecoded. If a field is given twice, the last one counts.
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
    /// Duration on the thread's own clock in microseconds; used if there is no other.
    pub(super) thread_duration: Option<Value<'a>>,
    /// Id that connects events of several lanes, or overlapping ones.
    pub(super) id: Option<Value<'a>>,
    pub(super) id2: Id2<'a>,
    /// Binding point: the call that the end of a flow refers to.
    pub(super) binding_point: Option<Value<'a>>,
    /// Id of the flow that a call takes part in; equal for all events of the flow.
    pub(super) bind_id: Option<Value<'a>>,
    /// Set if the call is the target of its flow.
    pub(super) flow_in: bool,
    /// Set if the call is a source of its flow.
    pub(super) flow_out: bool,
    /// Reach of an instant: `g`, `p` or `t`.
    pub(super) instant_scope: Option<Value<'a>>,
    /// Scope that, together with the category, distinguishes ids.
    pub(super) scope: Option<Value<'a>>,
    pub(super) arguments: Arguments<'a>,
}

/// An id with an explicit scope.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Id2<'a> {
    /// Id within its process.
    pub(super) local: Option<Value<'a>>,
    /// Id within the file.
    pub(super) global: Option<Value<'a>>,
}

/// Arguments that give names and source positions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Arguments<'a> {
    /// JSON of all arguments; empty if they are no object.
    pub(super) raw: &'a [u8],
    /// Argument of `process_name` and `thread_name`.
    pub(super) name: Option<Value<'a>>,
    /// Argument of `process_labels`.
    pub(super) labels: Option<Value<'a>>,
    /// Argument of `process_sort_index` and `thread_sort_index`.
    pub(super) sort_index: Option<Value<'a>>,
    /// Source file of a call (py-spy).
    pub(super) filename: Option<Value<'a>>,
    /// Line in that file.
    pub(super) line: Option<Value<'a>>,
}

/// Member of an event.
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
    InstantScope,
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
            b"s" => Self::InstantScope,
            b"bp" => Self::BindingPoint,
            b"bind_id" => Self::BindId,
            b"flow_in" => Self::FlowIn,
            b"flow_out" => Self::FlowOut,
            b"args" => Self::Arguments,
            _ => Self::Other,
        }
    }
}

/// Names of the previous event's members, in order.
///
/// Recorders write all events alike. So each name is first compared with the bytes at the same place in the previous
/// event, and parsed only if they differ.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldOrderCache {
    members: Vec<Member>,
}

/// A member's name, with the comma before and the colon after it.
#[derive(Debug, Clone, Copy)]
struct Member {
    text: Prefix,
    field: Field,
}

impl FieldOrderCache {
    /// Reads the name of the event's next member and returns its field. `None` if the event ends there. `number`
    /// members precede it.
    fn next(&mut self, number: usize, lexer: &mut Lexer<'_>) -> Result<Option<Field>, LexError> {
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
    /// Reads the event whose `{` is next into `self`, which must be empty. An event is large, and returning it would
    /// copy it.
    pub(super) fn read(
        &mut self,
        lexer: &mut Lexer<'a>,
        cache: &mut FieldOrderCache,
    ) -> Result<(), LexError> {
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
                Field::InstantScope => event.instant_scope = value,
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
    fn read(lexer: &mut Lexer<'a>) -> Result<Self, LexError> {
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
    fn read(lexer: &mut Lexer<'a>) -> Result<Self, LexError> {
        let mut arguments = Self::default();
        if lexer.peek()? != b'{' {
            lexer.value()?;
            return Ok(arguments);
        }
        let start = lexer.at;
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
        arguments.raw = &lexer.data()[start..lexer.at];
        Ok(arguments)
    }
}
/// Returns the characters of a value; empty if there is no value.
pub(super) fn text(value: Option<Value<'_>>) -> &[u8] {
    value.and_then(Value::scalar).unwrap_or_default()
}
