//! Converts the times of packets, which use many clocks, to times of the trace.
//!
//! A snapshot gives the readings of several clocks at one instant. One clock is that of the trace
//! (`primary_trace_clock` or, by default, the boot clock). For every other clock, a snapshot makes an *anchor*: the
//! clock's time and the trace's time at that instant. The trace's time comes from its own clock, or from another clock
//! of the snapshot that has an anchor already. A time is converted by the last anchor before it, as in Perfetto's own
//! trace processor. Clocks 64 to 127 are local to their sequence. They may count in units other than nanoseconds, and
//! in steps from packet to packet.

use super::outcome::Outcome;
use crate::protobuf::{Content, fields};
use diptych_trace::OddityKind;
use std::collections::BTreeMap;

/// `CLOCK_MONOTONIC`, the clock of events that carry their own time.
pub(super) const MONOTONIC: u32 = 3;
/// `CLOCK_BOOTTIME`, the clock of the kernel’s events.
pub(super) const BOOT: u32 = 6;

/// Largest rounding of times that is assumed, in nanoseconds.
const LONGEST_UNIT: i64 = 1_000_000;

/// Clocks of all sequences.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    /// Clock of the trace, once it is known.
    primary: Option<u32>,
    by_key: BTreeMap<Key, Clock>,
    anchors: u64,
    /// Longest unit of the clocks read so far, in nanoseconds.
    unit: i64,
}

/// Sequence (0 for global clocks) and number of a clock.
type Key = (u32, u32);

#[derive(Debug)]
struct Clock {
    /// Nanoseconds per step.
    unit: u64,
    /// Set if each time is a step from the one before.
    is_incremental: bool,
    /// Last time, in the clock's own unit.
    last: u64,
    /// Pairs of the clock's time and the trace's time, in nanoseconds, ascending by the first.
    anchors: Vec<(i64, i64)>,
}

/// Reading of one clock in a snapshot.
#[derive(Debug, Clone, Copy, Default)]
struct ClockReading {
    id: u32,
    time: u64,
    is_incremental: bool,
    unit: Option<u64>,
}

impl Clocks {
    /// Converts a packet's time to the trace's time, in nanoseconds. Clock 0 stands for the trace's clock.
    pub(super) fn time(
        &mut self,
        sequence: u32,
        clock: u32,
        time: u64,
    ) -> Result<i64, (OddityKind, &'static str)> {
        let out_of_range = (OddityKind::TimeOutOfRange, "");
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
        // In a file without snapshots, the first clock used is that of the trace.
        let is_primary = clock < 64 && *self.primary.get_or_insert(clock) == clock;
        if is_primary {
            return Ok(own);
        }
        let behind = anchors.partition_point(|anchor| anchor.0 <= own);
        let &(from, to) = anchors.get(behind.saturating_sub(1)).ok_or((
            OddityKind::BadEvent,
            "packet in a clock that no earlier snapshot connects to the trace’s clock",
        ))?;
        (own - from).checked_add(to).ok_or(out_of_range)
    }

    /// Takes a snapshot.
    pub(super) fn snapshot(&mut self, sequence: u32, message: &[u8]) -> Outcome {
        let broken = (OddityKind::BadEvent, "snapshot of clocks that is not a valid message");
        let mut readings: Vec<ClockReading> = Vec::new();
        let mut primary = None;
        for field in fields(message) {
            match field.map_err(|_| broken)? {
                (1, Content::Bytes(bytes)) => readings.push(ClockReading::read(bytes).ok_or(broken)?),
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
            return Err((
                OddityKind::SkippedPart,
                "clock snapshot that no other connects to the trace’s clock",
            ));
        };
        for (reading, own) in readings.iter().zip(own) {
            let (Some(own), Some(clock)) = (own, self.by_key.get_mut(&key(sequence, reading.id))) else {
                continue;
            };
            match clock.anchors.last() {
                // The clock was set back, so earlier anchors no longer apply.
                Some(last) if last.0 > own => clock.anchors.clear(),
                Some(last) if last.0 == own => continue,
                _ => {}
            }
            clock.anchors.push((own, trace));
            self.anchors += 1;
        }
        Ok(())
    }

    /// Returns the rounding of times in nanoseconds.
    pub(super) fn unit(&self) -> i64 {
        self.unit.clamp(1, LONGEST_UNIT)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.anchors * 32 + self.by_key.len() as u64 * 128
    }

    /// Updates a clock from a reading. Returns its time in nanoseconds.
    fn begin(&mut self, sequence: u32, reading: &ClockReading) -> Option<i64> {
        let ClockReading { id, time, is_incremental, unit } = *reading;
        let new = || Clock { unit: 1, is_incremental, last: time, anchors: Vec::new() };
        let clock = self.by_key.entry(key(sequence, id)).or_insert_with(new);
        (clock.is_incremental, clock.last) = (is_incremental, time);
        clock.unit = unit.filter(|&unit| unit > 0).unwrap_or(clock.unit);
        nanoseconds(time, clock.unit)
    }

    /// Returns the trace's time at a snapshot, from the trace's clock or from one that has an anchor.
    fn trace_time(&self, sequence: u32, readings: &[ClockReading], own: &[Option<i64>]) -> Option<i64> {
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

impl ClockReading {
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

/// Returns the key of a clock. Clocks 64 to 127 are local to their sequence.
fn key(sequence: u32, clock: u32) -> Key {
    if (64..128).contains(&clock) { (sequence, clock) } else { (0, clock) }
}

fn nanoseconds(steps: u64, unit: u64) -> Option<i64> {
    i64::try_from(steps.checked_mul(unit)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes a snapshot of clocks: number, time, whether in steps, unit.
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
    fn sequence_clock_counts_in_steps() {
        let mut clocks = Clocks::default();
        let message = snapshot(&[(3, 5_000_084, false, 1), (64, 5_000, true, 1_000)], 3);
        assert_eq!(clocks.snapshot(7, &message), Ok(()));
        assert_eq!([2, 3, 0].map(|step| clocks.time(7, 64, step)), [5_002_084, 5_005_084, 5_005_084].map(Ok));
        assert_eq!((clocks.time(7, 3, 12), clocks.time(7, 0, 12), clocks.unit()), (Ok(12), Ok(12), 1_000));
        assert!(clocks.time(8, 64, 1).is_err(), "it is of its sequence alone");
    }

    #[test]
    fn clocks_are_anchored_directly_or_through_others() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.snapshot(0, &snapshot(&[(6, 1_000, false, 1), (3, 100, false, 1)], 6)), Ok(()));
        assert_eq!(clocks.snapshot(0, &snapshot(&[(6, 2_000, false, 1), (3, 200, false, 1)], 6)), Ok(()));
        assert_eq!([50, 150, 250].map(|time| clocks.time(0, 3, time)), [950, 1_050, 2_050].map(Ok));
        assert_eq!(clocks.snapshot(1, &snapshot(&[(3, 150, false, 1), (65, 9, false, 10)], 6)), Ok(()));
        assert_eq!(clocks.time(1, 65, 10), Ok(1_060));
    }

    #[test]
    fn first_clock_is_primary_without_snapshots() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.time(1, 3, 9), Ok(9));
        assert!(clocks.time(1, 1, 9).is_err());
        assert_eq!(clocks.time(1, 0, u64::MAX), Err((OddityKind::TimeOutOfRange, "")));
    }
}
