//! Takes one packet after another.

use super::calls::{Calls, Origin, micros};
use super::clocks::{Clocks, MONOTONIC};
use super::descriptors;
use super::event::Event;
use super::ftrace::Ftrace;
use super::numbers::{describe, packet as number};
use super::outcome::Outcome;
use super::packet::Packet;
use super::samples::Samples;
use super::sequence::{Sequence, ThreadIds};
use crate::ReadError;
use crate::quote::quote;
use diptych_trace::{OddityKind, Sink};
use std::collections::BTreeMap;

/// State of a file that is being read.
#[derive(Debug, Default)]
pub(super) struct Packets {
    clocks: Clocks,
    sequences: BTreeMap<u32, Sequence>,
    pub(super) calls: Calls,
    ftrace: Ftrace,
    samples: Samples,
    /// Bytes of all packets, unpacked.
    bytes: u64,
    /// Bytes held by the tables of sequences.
    interned: u64,
}

impl Packets {
    /// Takes a packet. If it holds compressed packets, returns their field number and bytes.
    pub(super) fn take<'a>(
        &mut self,
        bytes: &'a [u8],
        origin: Origin,
        sink: &mut dyn Sink,
    ) -> Option<(u32, &'a [u8])> {
        let offset = origin.offset;
        self.bytes += bytes.len() as u64;
        let Some(packet) = Packet::read(bytes) else {
            sink.odd(OddityKind::BadEvent, "packet that is not a valid message", offset, &quote(bytes));
            return None;
        };
        if let Some((number::COMPRESSED | number::ZSTD_COMPRESSED, _)) = packet.data {
            return packet.data;
        }
        if let Err((kind, subject)) = self.packet(&packet, origin, sink) {
            sink.odd(kind, subject, offset, "");
        }
        None
    }

    /// Ends the file.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.ftrace.finish(&mut self.calls.tracks, sink);
        let is_alone = self.calls.count() + self.ftrace.calls() == 0;
        let outcome = self.samples.write(is_alone, &mut self.calls.tracks, self.bytes, sink);
        self.calls.finish(sink);
        self.ftrace.place(&self.calls.tracks, sink);
        sink.resolution(self.clocks.unit());
        outcome
    }

    /// Returns the number of calls written or held so far.
    pub(super) fn count(&self) -> u64 {
        self.calls.count() + self.ftrace.calls() + self.samples.count()
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let sequences = self.sequences.len() as u64 * 512;
        self.clocks.held_bytes()
            + self.interned
            + sequences
            + self.calls.held_bytes()
            + self.ftrace.held_bytes()
            + self.samples.held_bytes()
    }

    fn packet(&mut self, packet: &Packet<'_>, origin: Origin, sink: &mut dyn Sink) -> Outcome {
        let offset = origin.offset;
        let sequence = self.sequences.entry(packet.sequence).or_default();
        if packet.is_after_loss && !packet.is_cleared {
            sequence.is_whole = false;
        }
        let before = sequence.held_bytes();
        if packet.is_cleared {
            sequence.clear();
        }
        if packet.needs_state && !sequence.is_whole {
            let subject = "packet that depends on earlier packets of its sequence, which the file lacks";
            return Err((OddityKind::BadEvent, subject));
        }
        if let Some(defaults) = packet.defaults {
            let broken = (OddityKind::BadEvent, "defaults of a sequence that are not a valid message");
            sequence.take_defaults(defaults).ok_or(broken)?;
        }
        if let Some(interned) = packet.interned {
            let broken = (OddityKind::BadEvent, "names of a sequence that are not a valid message");
            sequence.intern(interned, offset, sink).ok_or(broken)?;
        }
        self.interned = (self.interned + sequence.held_bytes()).saturating_sub(before);
        let Some((number, data)) = packet.data else { return Ok(()) };
        if number == number::CLOCK_SNAPSHOT {
            return self.clocks.snapshot(packet.sequence, data);
        }
        if number == number::FTRACE {
            return self.ftrace.bundle(data, packet.sequence, &mut self.clocks, offset, sink);
        }
        if number == number::PROCESS_TREE {
            return Ftrace::process_tree(data, &mut self.calls.tracks, offset, sink);
        }
        // Convert the time of every packet, even of a skipped one: steps count from packet to packet.
        let clock = packet.clock.unwrap_or(sequence.clock);
        let time = packet.time.map(|time| self.clocks.time(packet.sequence, clock, time));
        match number {
            number::TRACK_EVENT => {
                let event =
                    Event::read(data).ok_or((OddityKind::BadEvent, "event that is not a valid message"))?;
                let at = match event.micros {
                    Some(of) => {
                        let at =
                            u64::try_from(micros(of, sequence)?).ok().and_then(|at| at.checked_mul(1_000));
                        self.clocks.time(
                            packet.sequence,
                            MONOTONIC,
                            at.ok_or((OddityKind::TimeOutOfRange, ""))?,
                        )?
                    }
                    None => time.ok_or((OddityKind::BadEvent, "event without time"))??,
                };
                self.calls.take(&event, at, sequence, origin, sink)
            }
            number::PERF_SAMPLE => {
                let at = time.ok_or((OddityKind::BadEvent, "sample of perf without time"))??;
                self.samples.of_perf(data, at, sequence, offset, sink)
            }
            number::STREAMED_PROFILE => {
                let clocks = &mut self.clocks;
                let mut ns_of = |micros: i64| {
                    let ns = u64::try_from(micros).ok().and_then(|micros| micros.checked_mul(1_000));
                    clocks.time(packet.sequence, MONOTONIC, ns.ok_or((OddityKind::TimeOutOfRange, ""))?)
                };
                self.samples.of_chrome(data, sequence, &mut ns_of, offset, sink)
            }
            number::TRACK_DESCRIPTOR => descriptors::track(data, &mut self.calls.tracks, offset, sink),
            number::PROCESS_DESCRIPTOR => {
                let broken = (OddityKind::BadEvent, "descriptor of a process that is not a valid message");
                let process = descriptors::process(data, offset, sink).ok_or(broken)?;
                descriptors::name_process(&process, &mut self.calls.tracks);
                Ok(())
            }
            number::THREAD_DESCRIPTOR => {
                let broken = (OddityKind::BadEvent, "descriptor of a thread that is not a valid message");
                let thread = descriptors::thread(data, offset, sink).ok_or(broken)?;
                sequence.thread = Some(ThreadIds { process: thread.process, thread: thread.thread });
                sequence.micros = thread.micros.or(sequence.micros);
                descriptors::name_thread(&thread, &mut self.calls.tracks);
                Ok(())
            }
            other => Err((OddityKind::SkippedEvent, describe(other))),
        }
    }
}
