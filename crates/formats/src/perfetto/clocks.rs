//! Times of packets, in many clocks, as times of the trace.
//!
//! A snapshot says what several clocks showed at one instant. One clock is that of the trace (`primary_trace_clock`, else the
//! boot clock); of every other one each snapshot makes an *anchor*, a time of its own and the trace's time at that instant,
//! straight or by a clock of the same snapshot that is anchored already. A time is moved by its last anchor before it, as
//! Perfetto's own trace processor does. Clocks of numbers 64 to 127 are of their sequence alone; they may count in other units
//! than nanoseconds, and in steps from packet to packet.

use super::Outcome;
use crate::protobuf::{Content, fields};
use diptych_trace::OddKind;
use std::collections::BTreeMap;

/// `CLOCK_MONOTONIC`, which events that carry their own time mean.
pub(super) const MONOTONIC: u32 = 3;
const BOOT: u32 = 6;

/// Largest unit that times are taken to be rounded to, ns.
const LONGEST_UNIT: i64 = 1_000_000;

/// Clocks of all sequences.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    /// The clock of the trace, once one is known.
    primary: Option<u32>,
    by_key: BTreeMap<Key, Clock>,
    anchors: u64,
    /// Longest unit of a clock that a time was read of, ns.
    unit: i64,
}

/// Sequence, 0 for clocks of all; and number.
type Key = (u32, u32);

#[derive(Debug)]
struct Clock {
    /// Nanoseconds a step.
    unit: u64,
    /// Times are steps from the one before.
    is_incremental: bool,
    /// The time before, in its own unit.
    last: u64,
    /// Its time and the trace's, ns, by the first of them.
    anchors: Vec<(i64, i64)>,
}

/// What a snapshot says of one clock.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    id: u32,
    time: u64,
    is_incremental: bool,
    unit: Option<u64>,
}

impl Clocks {
    /// A time of a packet as one of the trace, ns. `clock`: none given, it is in the trace's.
    pub(super) fn time(
        &mut self,
        sequence: u32,
        clock: u32,
        time: u64,
    ) -> Result<i64, (OddKind, &'static str)> {
        let out_of_range = (OddKind::TimeOutOfRange, "");
        if clock == 0 {
            return i64::try_from(time).map_err(|_| out_of_range);
        }
        let known = self.by_key.get_mut(&key(sequence, clock));
        let (own, anchors) = match known {
            Some(clock) => {
                let steps = if clock.is_incremental {
                    clock.last = clock.last.checked_add(time).ok_or(out_of_range)?;
                    clock.last
                } else {
                    time
                };
                self.unit = self.unit.max(i64::try_from(clock.unit).unwrap_or(i64::MAX));
                (nanoseconds(steps, clock.unit).ok_or(out_of_range)?, &clock.anchors[..])
            }
            None => (i64::try_from(time).map_err(|_| out_of_range)?, &[][..]),
        };
        // A file without snapshots has one clock, whichever it is.
        let is_primary = clock < 64 && *self.primary.get_or_insert(clock) == clock;
        if is_primary {
            return Ok(own);
        }
        let behind = anchors.partition_point(|anchor| anchor.0 <= own);
        let &(from, to) = anchors
            .get(behind.saturating_sub(1))
            .ok_or((OddKind::BadEvent, "packet in a clock that no snapshot before it ties to the trace’s"))?;
        (own - from).checked_add(to).ok_or(out_of_range)
    }

    /// Takes a snapshot.
    pub(super) fn snapshot(&mut self, sequence: u32, message: &[u8]) -> Outcome {
        let broken = (OddKind::BadEvent, "snapshot of clocks that is no message");
        let mut readings: Vec<Reading> = Vec::new();
        let mut primary = None;
        for field in fields(message) {
            match field.map_err(|_| broken)? {
                (1, Content::Bytes(bytes)) => readings.push(Reading::read(bytes).ok_or(broken)?),
                (2, Content::Number(number)) => primary = u32::try_from(number).ok(),
                _ => {}
            }
        }
        let has = |id: u32| readings.iter().any(|reading| reading.id == id);
        if self.primary.is_none() {
            let first = readings.iter().map(|reading| reading.id).find(|&id| id < 64);
            self.primary = primary.or_else(|| if has(BOOT) { Some(BOOT) } else { first });
        }
        let own: Vec<Option<i64>> = readings.iter().map(|reading| self.begin(sequence, reading)).collect();
        let Some(trace) = self.trace_time(sequence, &readings, &own) else {
            return Err((OddKind::SkippedPart, "snapshot of clocks that none ties to the trace’s"));
        };
        for (reading, own) in readings.iter().zip(own) {
            let (Some(own), Some(clock)) = (own, self.by_key.get_mut(&key(sequence, reading.id))) else {
                continue;
            };
            match clock.anchors.last() {
                // A clock that was set back: what it showed before is no use for what it shows now.
                Some(last) if last.0 > own => clock.anchors.clear(),
                Some(last) if last.0 == own => continue,
                _ => {}
            }
            clock.anchors.push((own, trace));
            self.anchors += 1;
        }
        Ok(())
    }

    /// To how many nanoseconds times are rounded.
    pub(super) fn unit(&self) -> i64 {
        self.unit.clamp(1, LONGEST_UNIT)
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.anchors * 32 + self.by_key.len() as u64 * 128
    }

    /// Notes the state of a clock; its time, ns.
    fn begin(&mut self, sequence: u32, reading: &Reading) -> Option<i64> {
        let Reading { id, time, is_incremental, unit } = *reading;
        let new = || Clock { unit: 1, is_incremental, last: time, anchors: Vec::new() };
        let clock = self.by_key.entry(key(sequence, id)).or_insert_with(new);
        (clock.is_incremental, clock.last) = (is_incremental, time);
        clock.unit = unit.filter(|&unit| unit > 0).unwrap_or(clock.unit);
        nanoseconds(time, clock.unit)
    }

    /// The time of the trace at a snapshot: of its clock, or of one that is anchored.
    fn trace_time(&self, sequence: u32, readings: &[Reading], own: &[Option<i64>]) -> Option<i64> {
        let all = || readings.iter().zip(own).filter_map(|(reading, own)| Some((reading.id, (*own)?)));
        if let Some((_, own)) = all().find(|&(id, _)| Some(id) == self.primary) {
            return Some(own);
        }
        all().find_map(|(id, own)| {
            let anchors = &self.by_key.get(&key(sequence, id))?.anchors;
            let behind = anchors.partition_point(|anchor| anchor.0 <= own);
            let &(from, to) = anchors.get(behind.saturating_sub(1))?;
            (own - from).checked_add(to)
        })
    }
}

impl Reading {
    fn read(message: &[u8]) -> Option<Self> {
        let mut reading = Self::default();
        for field in fields(message) {
            match field.ok()? {
                (1, Content::Number(id)) => reading.id = u32::try_from(id).ok()?,
                (2, Content::Number(time)) => reading.time = time,
                (3, Content::Number(is)) => reading.is_incremental = is != 0,
                (4, Content::Number(unit)) => reading.unit = Some(unit),
                _ => {}
            }
        }
        Some(reading)
    }
}

/// Clocks of a sequence are told apart by it.
fn key(sequence: u32, clock: u32) -> Key {
    if (64..128).contains(&clock) { (sequence, clock) } else { (0, clock) }
}

fn nanoseconds(steps: u64, unit: u64) -> Option<i64> {
    i64::try_from(steps.checked_mul(unit)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A snapshot of clocks: number, time, whether in steps, unit.
    fn snapshot(clocks: &[(u32, u64, bool, u64)], primary: u32) -> Vec<u8> {
        let mut message = Vec::new();
        for &(id, time, is_incremental, unit) in clocks {
            let mut clock = Vec::new();
            for (number, value) in
                [(1u8, u64::from(id)), (2, time), (3, u64::from(is_incremental)), (4, unit)]
            {
                clock.push(number << 3);
                prost::encoding::encode_varint(value, &mut clock);
            }
            message.extend([0x0a, clock.len() as u8]);
            message.extend(clock);
        }
        message.extend([0x10, primary as u8]);
        message
    }

    #[test]
    fn a_clock_of_a_sequence_counts_in_steps() {
        let mut clocks = Clocks::default();
        let message = snapshot(&[(3, 5_000_084, false, 1), (64, 5_000, true, 1_000)], 3);
        assert_eq!(clocks.snapshot(7, &message), Ok(()));
        assert_eq!([2, 3, 0].map(|step| clocks.time(7, 64, step)), [5_002_084, 5_005_084, 5_005_084].map(Ok));
        assert_eq!((clocks.time(7, 3, 12), clocks.time(7, 0, 12), clocks.unit()), (Ok(12), Ok(12), 1_000));
        assert!(clocks.time(8, 64, 1).is_err(), "it is of its sequence alone");
    }

    #[test]
    fn clocks_are_tied_by_others_and_moved_by_the_snapshot_before() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.snapshot(0, &snapshot(&[(6, 1_000, false, 1), (3, 100, false, 1)], 6)), Ok(()));
        assert_eq!(clocks.snapshot(0, &snapshot(&[(6, 2_000, false, 1), (3, 200, false, 1)], 6)), Ok(()));
        assert_eq!([50, 150, 250].map(|time| clocks.time(0, 3, time)), [950, 1_050, 2_050].map(Ok));
        assert_eq!(clocks.snapshot(1, &snapshot(&[(3, 150, false, 1), (65, 9, false, 10)], 6)), Ok(()));
        assert_eq!(clocks.time(1, 65, 10), Ok(1_060));
    }

    #[test]
    fn without_snapshots_the_first_clock_is_that_of_the_trace() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.time(1, 3, 9), Ok(9));
        assert!(clocks.time(1, 1, 9).is_err());
        assert_eq!(clocks.time(1, 0, u64::MAX), Err((OddKind::TimeOutOfRange, "")));
    }
}
