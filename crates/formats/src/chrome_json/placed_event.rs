//! An event with its position in the file, and the values that events of several phases have.

use super::event::Event;
use crate::decimal::{Decimal, DecimalError};
use crate::json::Value;
use diptych_trace::OddityKind;

/// An event and its position in the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct EventAtOffset<'a> {
    pub(super) event: &'a Event<'a>,
    /// Raw JSON of the event.
    pub(super) raw: &'a [u8],
    /// Offset of `raw` in the file.
    pub(super) offset: u64,
}

/// Kind and subject of an event that is left out.
pub(super) type Outcome = Result<(), (OddityKind, &'static str)>;

/// Returns the ids of process and thread; empty where absent.
pub(super) fn ids<'a>(event: &Event<'a>) -> [&'a [u8]; 2] {
    [event.process, event.thread].map(|id| id.and_then(Value::scalar).unwrap_or_default())
}

/// Parses a time in microseconds. Returns it with its text.
pub(super) fn time<'a>(
    value: Option<Value<'a>>,
    without: &'static str,
) -> Result<(Decimal, &'a [u8]), (OddityKind, &'static str)> {
    let missing = (OddityKind::BadEvent, without);
    let text = value.and_then(Value::scalar).ok_or(missing)?.trim_ascii();
    let time = Decimal::from_micros(text).map_err(|unusable| match unusable {
        DecimalError::NotANumber => missing,
        DecimalError::OutOfRange => out_of_range(),
    })?;
    Ok((time, text))
}

pub(super) fn out_of_range() -> (OddityKind, &'static str) {
    (OddityKind::TimeOutOfRange, "")
}
