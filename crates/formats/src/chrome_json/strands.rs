//! Async events: calls that run beside threads, distinguished by an id.
//!
//! Begins and ends with one id nest (`b`, `e`), or match by name, too (`S`, `F`, the older form). Category and scope
//! are part of the id. If an id has no explicit scope, the format says that it is valid in the whole file, but many
//! recorders number in each process. So it is first taken as local to its process. An end whose process has no begin of
//! its id belongs to a process that has. Which processes have one is known at the end of the file only, because Chrome
//! writes process by process: ends wait for that ([`super::waiting_ends`]).

use super::event::{Event, text};
use super::functions::{Functions, RawFunction};
use super::ids::{ByKey, IdScope, RawId};
use super::lanes::Lanes;
use super::waiting_ends::{End, WaitingEnd, WaitingEnds};
use crate::json::decode;
use diptych_trace::{Sink, StrandId};
use rustc_hash::FxHashMap;

/// Strands by process, category, scope and id, and for [`Pairing::Legacy`] by name.
#[derive(Debug, Default)]
pub(super) struct Strands {
    /// Number of the strand with each key.
    by_key: ByKey<u32>,
    /// Number of the last strand with each key without the process.
    in_file: ByKey<u32>,
    rows: Vec<Row>,
    waiting: WaitingEnds,
}

/// A strand, and what tells whether an end of another process may be one of its ends.
#[derive(Debug, Clone, Copy)]
struct Row {
    strand: StrandId,
    /// Number of the strand before it that has the same key without the process.
    before: Option<u32>,
    /// Number of its begins, less that of its ends behind the first one.
    open: i32,
    first_begin: i64,
}

/// Strands with the same id in different processes, as ends of other processes come to them in the order of time.
#[derive(Debug)]
struct Sweep {
    /// All of them, by their first begin.
    strands: Vec<u32>,
    /// Number of those that have begun.
    begun: usize,
    /// Begun strands that may have an open call; the one that began last is on top.
    open: Vec<u32>,
}

impl Sweep {
    /// Collects the strands from the last one of the file on.
    fn new(rows: &[Row], last: u32) -> Self {
        let all = std::iter::successors(Some(last), |&number| rows[number as usize].before);
        let mut strands: Vec<u32> = all.collect();
        strands.sort_by_key(|&number| (rows[number as usize].first_begin, number));
        Self { strands, begun: 0, open: Vec::new() }
    }

    /// Returns the strand of an end at `at`: of those with an open call, the one that began last. `at` must not be before
    /// that of the last end.
    fn open_at(&mut self, rows: &[Row], at: i64) -> Option<u32> {
        while let Some(&next) =
            self.strands.get(self.begun).filter(|&&next| rows[next as usize].first_begin <= at)
        {
            self.open.push(next);
            self.begun += 1;
        }
        while self.open.pop_if(|number| rows[*number as usize].open <= 0).is_some() {}
        self.open.last().copied()
    }
}

/// Rule by which ends match their begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// By id: calls with one id nest.
    Nestable,
    /// By id and name.
    Legacy,
}

/// Parts that tell strands apart: process, rule and reach, category, scope, id, name.
type Key<'a> = [&'a [u8]; 6];

impl Strands {
    /// Returns the strand of a begin. `None` if the event has no id. The lane of its process is made if there is none.
    pub(super) fn begin(
        &mut self,
        event: &Event<'_>,
        pairing: Pairing,
        at: i64,
        lanes: &mut Lanes,
        sink: &mut dyn Sink,
    ) -> Option<StrandId> {
        let id = RawId::of(event)?;
        let way = way(pairing, id.reach);
        let key = key(event, id, pairing, &way);
        let known = self.by_key.get(&key);
        let number = known.unwrap_or_else(|| {
            let number = self.rows.len() as u32;
            self.by_key.get_or_insert_with(&key, || number);
            let before = (id.reach == IdScope::Unsaid).then(|| self.in_file.put(&key[1..], number));
            let strand = strand(text(event.process), key[2], lanes, sink);
            self.rows.push(Row { strand, before: before.flatten(), open: 0, first_begin: at });
            number
        });
        let row = &mut self.rows[number as usize];
        (row.open, row.first_begin) = (row.open.saturating_add(1), row.first_begin.min(at));
        Some(row.strand)
    }

    /// Writes an end, or lets it wait if no begin of its process before it has its id yet. `None` if the event has no id.
    pub(super) fn end(
        &mut self,
        event: &Event<'_>,
        pairing: Pairing,
        end: End<'_>,
        functions: &mut Functions,
        sink: &mut dyn Sink,
    ) -> Option<()> {
        let id = RawId::of(event)?;
        let way = way(pairing, id.reach);
        let key = key(event, id, pairing, &way);
        let number = self.by_key.get(&key);
        match number.filter(|&number| self.rows[number as usize].first_begin <= end.at) {
            Some(number) => self.leave(number, end.at, end.function, functions, sink),
            // A begin may follow that is earlier.
            None => self.waiting.push(text(event.process), &key, id.reach, end),
        }
        Some(())
    }

    /// Writes the ends that waited. The order of the events in the file does not matter for the strands they belong to.
    pub(super) fn finish(&mut self, functions: &mut Functions, lanes: &mut Lanes, sink: &mut dyn Sink) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut elsewhere = Vec::new();
        for end in waiting.in_file_order() {
            match self.by_key.get(&end.key()) {
                Some(number) => self.leave(number, end.at(), end.function(), functions, sink),
                None => elsewhere.push(end),
            }
        }
        elsewhere.sort_by_key(WaitingEnd::at);
        let mut sweeps: FxHashMap<u32, Sweep> = FxHashMap::default();
        for end in elsewhere {
            let key = end.key();
            let last = (end.reach() == IdScope::Unsaid).then(|| self.in_file.get(&key[1..])).flatten();
            let open = last.and_then(|last| {
                let sweep = sweeps.entry(last).or_insert_with(|| Sweep::new(&self.rows, last));
                sweep.open_at(&self.rows, end.at())
            });
            let number = open.unwrap_or_else(|| {
                self.by_key.get_or_insert_with(&key, || {
                    let strand = strand(end.process(), key[2], lanes, sink);
                    self.rows.push(Row { strand, before: None, open: 0, first_begin: i64::MAX });
                    self.rows.len() as u32 - 1
                })
            });
            self.leave(number, end.at(), end.function(), functions, sink);
        }
    }

    fn leave(
        &mut self,
        number: u32,
        at: i64,
        function: RawFunction<'_>,
        functions: &mut Functions,
        sink: &mut dyn Sink,
    ) {
        let row = &mut self.rows[number as usize];
        if at >= row.first_begin {
            row.open = row.open.saturating_sub(1);
        }
        let source = function.offset;
        let function = functions.ended(function, sink);
        sink.leave_strand(row.strand, function, at, source);
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = (self.rows.capacity() * size_of::<Row>()) as u64;
        self.by_key.held_bytes() + self.in_file.held_bytes() + rows + self.waiting.held_bytes()
    }
}

/// Separates ids of the two pairings, and ids of processes from those of the file.
fn way(pairing: Pairing, reach: IdScope) -> [u8; 2] {
    [pairing as u8, u8::from(reach == IdScope::File)]
}

fn key<'a>(event: &Event<'a>, id: RawId<'a>, pairing: Pairing, way: &'a [u8; 2]) -> Key<'a> {
    let [category, scope, name] = [event.category, event.scope, event.name].map(text);
    let name = if pairing == Pairing::Legacy { name } else { b"" };
    let process = if id.reach == IdScope::File { b"" } else { text(event.process) };
    [process, way, category, scope, id.id, name]
}

fn strand(process: &[u8], category: &[u8], lanes: &mut Lanes, sink: &mut dyn Sink) -> StrandId {
    let lane = lanes.process_lane(process, sink);
    sink.strand(lane, &decode(category).text)
}
