//! Reads descriptors of tracks, processes and threads.

use super::instants::CounterKind;
use super::outcome::Outcome;
use super::text::text;
use super::tracks::{TrackKind, Tracks};
use crate::protobuf::{Content, fields};
use diptych_trace::{OddityKind, Sink};

/// Description of a process or a thread.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) process: i64,
    pub(super) thread: i64,
    name: String,
    /// Set if the name is only that of the program; any other name replaces it.
    is_program: bool,
    labels: String,
    order: Option<i64>,
    /// Time that the steps of events count from, in microseconds.
    pub(super) micros: Option<i64>,
}

impl Description {
    /// Makes the description of a process by its command.
    pub(super) fn of_program(process: i64, command: &str) -> Self {
        Self { process, name: program(command).to_owned(), is_program: true, ..Self::default() }
    }

    /// Makes the description of a thread.
    pub(super) fn of_thread(process: i64, thread: i64, name: String) -> Self {
        Self { process, thread, name, ..Self::default() }
    }
}

/// Takes the descriptor of a track.
pub(super) fn track(message: &[u8], tracks: &mut Tracks, offset: u64, sink: &mut dyn Sink) -> Outcome {
    let broken = (OddityKind::BadEvent, "descriptor of a track that is not a valid message");
    let (mut uuid, mut parent, mut name, mut order) = (0, None, String::new(), None);
    let (mut of_process, mut of_thread, mut of_counter) = (None, None, None);
    for field in fields(message) {
        match field.map_err(|_| broken)? {
            (1, Content::Number(number)) => uuid = number,
            (2 | 10 | 13, Content::Bytes(bytes)) => name = text(bytes, offset, sink),
            (3, Content::Bytes(bytes)) => of_process = Some(process(bytes, offset, sink).ok_or(broken)?),
            (4, Content::Bytes(bytes)) => of_thread = Some(thread(bytes, offset, sink).ok_or(broken)?),
            (5, Content::Number(number)) => parent = Some(number),
            (8, Content::Bytes(bytes)) => {
                of_counter = Some(counter(bytes, offset, sink).ok_or(broken)?);
            }
            (12, Content::Number(rank)) => order = Some(rank as i64),
            _ => {}
        }
    }
    let row = tracks.row(uuid);
    let kind = match (&of_thread, &of_process) {
        (Some(thread), _) => TrackKind::Thread(thread.process, thread.thread),
        (None, Some(process)) => TrackKind::Process(process.process),
        (None, None) if uuid == 0 => TrackKind::Unknown,
        (None, None) => TrackKind::Custom(parent.filter(|&parent| parent != uuid).unwrap_or(0)),
    };
    // A later descriptor may give less. It must not turn a thread or process into a custom track.
    let track = tracks.track(row);
    if !matches!((track.kind, kind), (TrackKind::Thread(..) | TrackKind::Process(_), TrackKind::Custom(_))) {
        track.kind = kind;
    }
    track.order = order.or(track.order);
    track.offset = offset;
    track.is_described = true;
    if let Some((kind, unit_name)) = of_counter {
        (track.counter, track.unit_name) = (Some(kind), unit_name);
    }
    tracks.name(row, name, sink);
    if let Some(process) = &of_process {
        name_process(process, tracks);
    }
    if let Some(thread) = &of_thread {
        name_thread(thread, tracks);
    }
    Ok(())
}

/// Parses the description of a counter: its kind, and the name of its unit. `None` if it is not a valid message.
fn counter(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<(CounterKind, Option<String>)> {
    let mut kind = CounterKind { unit: 0, multiplier: 1, is_incremental: false };
    let mut unit_name = None;
    for field in fields(message) {
        match field.ok()? {
            (3, Content::Number(unit)) => kind.unit = unit,
            (4, Content::Number(multiplier)) if multiplier != 0 => kind.multiplier = multiplier as i64,
            (5, Content::Number(number)) => kind.is_incremental = number != 0,
            (6, Content::Bytes(name)) => unit_name = Some(text(name, offset, sink)),
            _ => {}
        }
    }
    Some((kind, unit_name))
}

/// Parses the descriptor of a process. `None` if it is not a valid message.
pub(super) fn process(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<Description> {
    let mut described = Description::default();
    let mut command = String::new();
    for field in fields(message) {
        match field.ok()? {
            (1, Content::Number(process)) => described.process = id(process),
            (2, Content::Bytes(part)) if command.is_empty() => command = text(part, offset, sink),
            (3, Content::Number(order)) => described.order = Some(order as i64),
            (6, Content::Bytes(name)) => described.name = text(name, offset, sink),
            (8, Content::Bytes(label)) => {
                described.labels.push_str(if described.labels.is_empty() { "" } else { ", " });
                described.labels.push_str(&text(label, offset, sink));
            }
            _ => {}
        }
    }
    // The whole command line is too long for a name, so its program stands in.
    if described.name.is_empty() || described.name == command {
        (described.name, described.is_program) = (program(&command).to_owned(), true);
    }
    Some(described)
}

/// Parses the descriptor of a thread. `None` if it is not a valid message.
pub(super) fn thread(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<Description> {
    let mut described = Description::default();
    for field in fields(message) {
        match field.ok()? {
            (1, Content::Number(process)) => described.process = id(process),
            (2, Content::Number(thread)) => described.thread = id(thread),
            (3, Content::Number(order)) => described.order = Some(order as i64),
            (5, Content::Bytes(name)) => described.name = text(name, offset, sink),
            (6, Content::Number(micros)) => described.micros = Some(micros as i64),
            _ => {}
        }
    }
    Some(described)
}

pub(super) fn name_process(described: &Description, tracks: &mut Tracks) {
    let row = tracks.lanes.process(described.process.to_string().as_bytes());
    if !(described.name.is_empty() || described.is_program && row.name.is_some()) {
        row.name = Some(described.name.clone());
    }
    if !described.labels.is_empty() {
        row.labels = Some(described.labels.clone());
    }
    row.order = described.order.or(row.order);
}

pub(super) fn name_thread(described: &Description, tracks: &mut Tracks) {
    let [process, thread] = [described.process, described.thread].map(|id| id.to_string());
    let row = tracks.lanes.thread(process.as_bytes(), thread.as_bytes());
    if !described.name.is_empty() {
        row.name = Some(described.name.clone());
    }
    row.order = described.order.or(row.order);
}

/// Returns the file name of a command's program.
fn program(command: &str) -> &str {
    let path = command.split(' ').next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or(path)
}

/// Converts an id, of 32 bits as a rule. Some writers use larger numbers for artificial threads.
fn id(number: u64) -> i64 {
    number as i64
}
