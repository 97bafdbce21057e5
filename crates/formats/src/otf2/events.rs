//! Reads the events of a location.

use super::Otf2Fault;
use super::cursor::Cursor;
use super::metrics::Values;
use super::records::records;

/// Types of records that are no events.
const TIMESTAMP: u8 = 5;
const ATTRIBUTES: u8 = 6;

/// An event, with the location's own numbers for regions and calling contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event<'a> {
    /// A region is entered.
    Enter(Option<u32>),
    /// A region is left.
    Leave(Option<u32>),
    /// A calling context is entered, which stands for a region.
    EnterContext(Option<u32>),
    /// A calling context is left.
    LeaveContext(Option<u32>),
    /// Metrics are measured.
    Metric(Values<'a>),
    /// Any other event; its kind in the plural, for the report.
    Other(&'static str),
}

/// Hands every event to `each`, with its time on the location's clock and its byte in the file.
pub(super) fn events(
    bytes: &[u8],
    chunk_bytes: u64,
    each: &mut dyn FnMut(Event<'_>, u64, usize),
) -> Result<(), Otf2Fault> {
    let mut time = 0;
    records(bytes, chunk_bytes, &mut |kind, cursor| {
        let at = cursor.at() - 1;
        match kind {
            TIMESTAMP => time = cursor.full()?,
            ATTRIBUTES => {
                cursor.record()?;
            }
            _ => each(event(kind, cursor)?, time, at),
        }
        Ok(())
    })
}

fn event<'a>(kind: u8, cursor: &mut Cursor<'a>) -> Result<Event<'a>, Otf2Fault> {
    let event = match kind {
        12 => Event::Enter(cursor.id()?),
        13 => Event::Leave(cursor.id()?),
        31 => Event::Metric(Values::read(cursor.record()?)?),
        66 => Event::EnterContext(cursor.record()?.id()?),
        67 => Event::LeaveContext(cursor.record()?.id()?),
        // The oldest types with one number have no length before it.
        16 | 17 | 20 | 21 | 24 | 28..=30 => {
            cursor.long()?;
            Event::Other(other(kind))
        }
        _ => {
            cursor.record()?;
            Event::Other(other(kind))
        }
    };
    Ok(event)
}

/// Returns the kind of an event type that is no call, for the report.
fn other(kind: u8) -> &'static str {
    match kind {
        10 => "buffer flushes",
        11 => "measurement on or off",
        14 | 15 => "MPI sends",
        18 | 19 => "MPI receives",
        16 | 17 | 20..=23 | 85..=88 => "MPI requests and collectives",
        24..=30 => "OpenMP events",
        32..=34 => "parameters",
        35..=52 => "one-sided communication",
        53..=65 => "thread events",
        68 => "samples of calling contexts",
        69..=82 => "input and output",
        83 | 84 => "program begin or end",
        _ => "events of unknown kinds",
    }
}
