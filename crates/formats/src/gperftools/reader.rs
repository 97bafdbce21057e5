//! Reads a profile once all of it is there: the files of the addresses come last.

use super::Words;
use super::maps::Maps;
use crate::decimal::Decimal;
use crate::samples::{SampleSums, StackId, WeightedStacks};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{FunctionId, FunctionSpec, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::FxHashMap;

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Gperftools {
    bytes: Vec<u8>,
    calls: u64,
}

/// Stacks of a file.
#[derive(Debug, Default)]
struct Profile {
    weighted: WeightedStacks,
    /// Addresses by the numbers that stacks have as frames.
    addresses: Vec<u64>,
    numbers: FxHashMap<u64, u32>,
    sums: SampleSums,
    /// Nanoseconds that one sample stands for.
    period: i64,
    /// Samples without addresses.
    without_addresses: OddParts,
    /// Counts whose time would be too large.
    too_large: OddParts,
    records: u64,
}

impl Reader for Gperftools {
    fn feed(&mut self, bytes: &[u8], _: &mut dyn Sink) -> Result<(), ReadError> {
        // A list that doubles takes up to twice its contents.
        if self.bytes.capacity() - self.bytes.len() < bytes.len() {
            self.bytes.reserve_exact(bytes.len().max(self.bytes.len() / 4));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let bytes = std::mem::take(&mut self.bytes);
        let mut profile = Profile::default();
        let outcome = profile.read(&bytes);
        // There are no more stacks than words, so none need be counted before they become calls.
        self.calls = profile.records;
        let maps = outcome.as_ref().map_or(&[][..], |&end| &bytes[end..]);
        let maps = Maps::read(&String::from_utf8_lossy(maps));
        drop(bytes);
        profile.write(&maps, sink);
        outcome.map(|_| ())
    }

    fn calls(&self) -> u64 {
        self.calls
    }

    fn held_bytes(&self) -> u64 {
        // Stacks and calls are made at the end. They take up to six times the bytes that they are made from.
        (self.bytes.capacity() + self.bytes.len() * 6) as u64
    }
}

/// Number of parts with one oddity, and the place of the first.
#[derive(Debug, Clone, Copy, Default)]
struct OddParts {
    count: u64,
    /// Byte of the first one.
    first: u64,
}

impl OddParts {
    fn note(&mut self, offset: u64) {
        if self.count == 0 {
            self.first = offset;
        }
        self.count += 1;
    }
}

impl Profile {
    /// Reads the records. Returns the byte behind them.
    fn read(&mut self, bytes: &[u8]) -> Result<usize, ReadError> {
        let not_one = || {
            let found = "It has no header of a CPU profile of gperftools";
            ReadError::new(ReadErrorKind::NotATrace, 0, found)
        };
        let words = Words::of(bytes).ok_or_else(not_one)?;
        let cut = || {
            let found = "It is cut off: no record ends its list of stacks";
            ReadError::new(ReadErrorKind::Truncated, bytes.len() as u64, found)
        };
        self.period = words.at(bytes, 3).unwrap_or(1) as i64 * 1_000;
        let mut at = 5;
        loop {
            let offset = (at * words.size) as u64;
            let [count, depth] = [words.at(bytes, at), words.at(bytes, at + 1)];
            let (count, depth) = count.zip(depth).ok_or_else(cut)?;
            at += 2;
            let left = (bytes.len() / words.size).saturating_sub(at) as u64;
            if depth > left {
                return Err(cut());
            }
            let depth = depth as usize;
            if count == 0 && depth == 1 && words.at(bytes, at) == Some(0) {
                return Ok((at + 1) * words.size);
            }
            let mut stack = StackId::EMPTY;
            for index in (at..at + depth).rev() {
                // Callers are named by the address behind their call, so one byte before it is within the call.
                let address = words.at(bytes, index).unwrap_or(0).saturating_sub(u64::from(index > at));
                let frame = self.number(address);
                stack = self.weighted.stacks.push(stack, frame);
            }
            at += depth;
            if depth == 0 {
                self.without_addresses.note(offset);
            } else {
                self.sample(stack, count, offset);
            }
        }
    }

    fn sample(&mut self, stack: StackId, count: u64, offset: u64) {
        self.records += 1;
        let time = i64::try_from(count).ok().and_then(|count| count.checked_mul(self.period));
        let weight = time.and_then(|time| Decimal::scaled(time.to_string().as_bytes(), 0).ok());
        if weight.is_none_or(|weight| self.weighted.add(stack, weight, offset).is_err()) {
            return self.too_large.note(offset);
        }
        self.sums.add_many(count as f64 * self.period as f64, count as f64);
    }

    fn number(&mut self, address: u64) -> u32 {
        let addresses = &mut self.addresses;
        *self.numbers.entry(address).or_insert_with(|| {
            addresses.push(address);
            addresses.len() as u32 - 1
        })
    }

    fn write(mut self, maps: &Maps, sink: &mut dyn Sink) {
        self.weighted.close();
        sink.axis(self.weighted.axis(Unit::Nanoseconds));
        sink.sampled(0);
        self.sums.state(self.weighted.unit_ticks(), sink);
        for (OddParts { count, first }, subject) in [
            (self.too_large, "number of samples that is too large"),
            (self.without_addresses, "stack without addresses"),
        ] {
            (0..count).for_each(|_| sink.odd(OddityKind::BadEvent, subject, first, ""));
        }
        let lane = sink.lane(None, LaneKind::Group, "all stacks");
        let mut functions: FxHashMap<u32, FunctionId> = FxHashMap::default();
        let mut function = |frame: u32, sink: &mut dyn Sink| {
            *functions.entry(frame).or_insert_with(|| {
                let address = self.addresses[frame as usize];
                let (file, within) = maps.find(address).unwrap_or(("", address));
                let name = format!("0x{within:x}");
                sink.function(FunctionSpec { name: &name, file, line: 0, category: "" })
            })
        };
        self.weighted.write(StackId::EMPTY, &self.weighted.above(), lane, &mut function, sink);
    }
}
