//! The fields of one event, in any order.

use crate::json::{Lexer, Stop, Value};

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
    pub(super) arguments: Arguments<'a>,
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

impl<'a> Event<'a> {
    /// Reads the event whose `{` is next.
    pub(super) fn read(lexer: &mut Lexer<'a>) -> Result<Self, Stop> {
        let mut event = Self::default();
        lexer.at += 1;
        while let Some(key) = lexer.key()? {
            if key == b"args" {
                event.arguments = Arguments::read(lexer)?;
                continue;
            }
            let value = lexer.value()?;
            let field = match key {
                b"ph" => &mut event.phase,
                b"name" => &mut event.name,
                b"cat" => &mut event.category,
                b"pid" => &mut event.process,
                b"tid" => &mut event.thread,
                b"ts" => &mut event.time,
                b"dur" => &mut event.duration,
                b"tdur" => &mut event.thread_duration,
                _ => continue,
            };
            *field = Some(value);
        }
        Ok(event)
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
