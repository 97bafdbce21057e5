//! From the bytes of tiles to a sink. Bytes may be any.

use crate::Row;
use crate::encode::{AROUND, HEAD, ROWS, VERSION, axis_kind, lane_kind, unit};
use diptych_trace::{Axis, CallSpec, FOLDED_CALLS, FunctionId, FunctionSpec, LaneId, OddityKind, Sink, Unit};

/// First bytes of a tile file, unpacked.
pub const MAGIC: [u8; 8] = *b"DIPTILE1";

/// Longest part, in bytes. The largest tile of a sound file takes some megabytes.
const MOST_PART: u64 = 1 << 28;

/// Damage of a tile file: what is wrong, and the byte of the part that holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileFault {
    /// Words for the damage, as a sentence without its full stop.
    pub found: &'static str,
    /// Byte of the unpacked file at which the part begins.
    pub offset: u64,
    /// True if the file ends too early.
    pub is_cut: bool,
}

/// Reads the parts of tiles as they come, and gives their rows to a sink as one trace.
///
/// A part of rows counts if it continues at the end of the part before it. So the bytes of several windows, and of the
/// time before and after them, make one trace, and the rest of a whole tile file is passed over.
#[derive(Debug, Default)]
pub struct TileDecoder {
    /// Bytes of the part that is not complete yet.
    held: Vec<u8>,
    /// Byte of the file at which `held` begins.
    offset: u64,
    has_magic: bool,
    names: Option<Names>,
    /// End of the last part that counted.
    reached: Option<i64>,
    /// Calls that have not ended, by lane.
    open: Vec<Vec<Row>>,
    calls: u64,
    /// Rows that stand for several calls, and the calls they stand for.
    folded: (u64, u64),
    /// Calls that all rows stand for.
    counted: u64,
    /// True if bytes follow those of a whole tile.
    has_more: bool,
    /// True if the file has ended before a whole tile.
    is_broken: bool,
    /// Greatest of the shortest times of the windows with folded calls, and of the time before and after, as binary
    /// logarithms.
    shortest: [Option<u32>; 2],
}

/// Names of the head as the sink knows them.
#[derive(Debug)]
struct Names {
    origin: i64,
    axis: Axis,
    functions: Vec<FunctionId>,
    lanes: Vec<LaneId>,
    /// Index of the weight with the number of calls.
    column: usize,
    /// Ticks of the run.
    extent: i64,
    /// Number of calls of the run.
    calls: u64,
}

type Found<T> = Result<T, &'static str>;

/// Bytes of a part while they are read.
struct In<'a>(&'a [u8]);

impl<'a> In<'a> {
    fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let value = self.number()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    /// Reads a number of things, each of which takes a byte at least.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }
}

const CUT: &str = "A part of the tile ends too early or holds a number that does not fit";

impl TileDecoder {
    /// Takes the next bytes.
    ///
    /// # Errors
    ///
    /// Returns the damage. The rows before it were given to the sink.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), TileFault> {
        if self.is_whole() {
            self.has_more |= !bytes.is_empty();
            return Ok(());
        }
        self.held.extend_from_slice(bytes);
        if !self.has_magic {
            if self.held.len() < MAGIC.len() {
                return Ok(());
            }
            if !self.held.starts_with(&MAGIC) {
                return Err(self.fault("It does not begin like a tile"));
            }
            self.has_magic = true;
            self.pass(MAGIC.len());
        }
        // Copied once a call, not once a part.
        let held = std::mem::take(&mut self.held);
        let mut at = 0;
        let outcome = loop {
            match part(&held[at..]) {
                Ok(Some((letter, head, length))) => {
                    if let Err(found) = self.take(letter, &held[at + head..at + head + length], sink) {
                        break Err(self.fault(found));
                    }
                    at += head + length;
                    self.offset += (head + length) as u64;
                    if self.is_whole() {
                        self.has_more = at < held.len();
                        return Ok(());
                    }
                }
                Ok(None) => break Ok(()),
                Err(found) => break Err(self.fault(found)),
            }
        };
        self.held = held;
        self.held.drain(..at);
        outcome
    }

    /// Ends the file: ends the calls that are open, and says what is folded.
    ///
    /// # Errors
    ///
    /// Returns the damage if the file ends inside a part or holds no head.
    pub fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), TileFault> {
        if let Some(names) = &self.names {
            for (lane, open) in self.open.iter_mut().enumerate() {
                while let Some(row) = open.pop() {
                    emit(names, lane, &row, open.len(), sink);
                }
            }
            if let Some(subject) = folded_calls(self.shortest, names) {
                let example = format!("{} calls are folded into {} rows", self.folded.1, self.folded.0);
                sink.odd(OddityKind::Folded, &subject, 0, &example);
            }
        }
        if !self.has_magic || self.names.is_none() || !self.is_whole() {
            self.is_broken = true;
            return Err(TileFault {
                is_cut: true,
                ..self.fault("The tile lacks calls that its head counts")
            });
        }
        Ok(())
    }

    /// Returns true if the rows so far stand for all calls of the run. What follows are other tiles.
    fn is_whole(&self) -> bool {
        self.names.as_ref().is_some_and(|names| names.calls == self.counted)
    }

    /// Returns true if a whole tile was read and other tiles follow, which may be missing or damaged.
    pub fn needs_no_more(&self) -> bool {
        self.has_more
    }

    /// Returns the number of rows so far; 0 for a file that ends before a whole tile, because its sums say nothing.
    pub fn calls(&self) -> u64 {
        if self.is_broken { 0 } else { self.calls }
    }

    /// Returns the bytes held, estimated.
    pub fn held_bytes(&self) -> u64 {
        let names = self.names.as_ref().map_or(0, |names| names.functions.len() * 5 + names.lanes.len() * 32);
        let open: usize = self.open.iter().map(|open| open.capacity() * size_of::<Row>()).sum();
        (self.held.capacity() + names + open) as u64
    }

    fn fault(&self, found: &'static str) -> TileFault {
        TileFault { found, offset: self.offset, is_cut: false }
    }

    fn pass(&mut self, bytes: usize) {
        self.held.drain(..bytes);
        self.offset += bytes as u64;
    }

    fn take(&mut self, letter: u8, bytes: &[u8], sink: &mut dyn Sink) -> Found<()> {
        match letter {
            HEAD if self.names.is_none() => {
                let names = read_head(&mut In(bytes), sink)?;
                self.open.resize_with(names.lanes.len(), Vec::new);
                self.names = Some(names);
                Ok(())
            }
            HEAD => Err("It has two heads"),
            ROWS | AROUND => self.rows(letter, &mut In(bytes), sink),
            _ => Err("It has a part of an unknown kind"),
        }
    }

    /// Reads a part of rows.
    fn rows(&mut self, letter: u8, bytes: &mut In<'_>, sink: &mut dyn Sink) -> Found<()> {
        let Some(names) = &self.names else { return Err("Rows come before the names") };
        let [from, to] = [bytes.signed(), bytes.signed()].map(|at| at.ok_or(CUT));
        let (from, to) = (from?, to?);
        if from > to || self.reached.is_some_and(|reached| reached != from || from == to) {
            return Ok(()); // A window that does not continue the ones before it.
        }
        let shortest = bytes.number().ok_or(CUT)?;
        let count = bytes.count().ok_or(CUT)?;
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..count {
            let (lane, length) = (bytes.number().ok_or(CUT)?, bytes.count().ok_or(CUT)?);
            // Each row takes five bytes at least.
            if (rows.len() + length) * 5 > bytes.0.len() || lane >= names.lanes.len() as u64 {
                return Err(CUT);
            }
            let row = Row { lane: lane as u32, depth: 0, function: 0, count: 0, start: 0, end: 0 };
            rows.resize(rows.len() + length, row);
        }
        read_columns(bytes, &mut rows, names.functions.len()).ok_or(CUT)?;
        let is_first = self.reached.is_none();
        let shortest = u32::try_from(shortest).map_err(|_| CUT)?.checked_sub(1);
        let mut has_folded = false;
        for row in rows.iter().filter(|row| is_first || row.start >= from) {
            let lane = row.lane as usize;
            let open = &mut self.open[lane];
            while open.len() > row.depth as usize {
                if let Some(ended) = open.pop() {
                    emit(names, lane, &ended, open.len(), sink);
                }
            }
            open.push(*row);
            self.calls += 1;
            self.counted = self.counted.saturating_add(row.count);
            // A call that is alone in its stretch is shown at the start of the stretch.
            has_folded |=
                row.count > 1 || shortest.is_some_and(|shortest| row.ticks() >> shortest.min(62) == 0);
            if row.count > 1 {
                self.folded = (self.folded.0 + 1, self.folded.1.saturating_add(row.count));
            }
        }
        if has_folded {
            let most = &mut self.shortest[usize::from(letter == AROUND)];
            *most = (*most).max(shortest);
        }
        self.reached = Some(to);
        Ok(())
    }
}

/// Finds the next part: its letter, the bytes before its content and those of its content. `None` if it is not complete.
fn part(bytes: &[u8]) -> Found<Option<(u8, usize, usize)>> {
    let Some((&letter, rest)) = bytes.split_first() else { return Ok(None) };
    let mut numbers = In(rest);
    let Some(length) = numbers.number() else {
        return if rest.len() < 10 { Ok(None) } else { Err(CUT) };
    };
    if length > MOST_PART {
        return Err("A part of the tile is longer than any tile");
    }
    let head = bytes.len() - numbers.0.len();
    let length = length as usize;
    Ok((numbers.0.len() >= length).then_some((letter, head, length)))
}

fn read_columns(bytes: &mut In<'_>, rows: &mut [Row], functions: usize) -> Option<()> {
    each(rows, |row, before| {
        let depth = i64::from(before.map_or(0, |before| before.depth)).checked_add(bytes.signed()?)?;
        // Deeper than by one has no caller in between.
        row.depth = u32::try_from(depth).ok()?;
        (row.depth <= before.map_or(0, |before| before.depth + 1)).then_some(())
    })?;
    each(rows, |row, _| {
        row.function =
            u32::try_from(bytes.signed()?).ok().filter(|&function| (function as usize) < functions)?;
        Some(())
    })?;
    each(rows, |row, before| {
        row.start = before.map_or(0, |before| before.start).checked_add(bytes.signed()?)?;
        Some(())
    })?;
    each(rows, |row, _| {
        let ticks = bytes.signed()?;
        row.end = row.start.checked_add(ticks).filter(|_| ticks >= 0)?;
        Some(())
    })?;
    each(rows, |row, _| {
        row.count = u64::try_from(bytes.signed()?).ok().filter(|&count| count > 0)?;
        Some(())
    })
}

/// Fills a column, row by row, given the row before in the same lane.
fn each(rows: &mut [Row], mut fill: impl FnMut(&mut Row, Option<&Row>) -> Option<()>) -> Option<()> {
    for at in 0..rows.len() {
        let (before, rest) = rows.split_at_mut(at);
        let row = &mut rest[0];
        fill(row, before.last().filter(|before| before.lane == row.lane))?;
    }
    Some(())
}

fn emit(names: &Names, lane: usize, row: &Row, depth: usize, sink: &mut dyn Sink) {
    let (start, end) = (names.origin.saturating_add(row.start), names.origin.saturating_add(row.end));
    let function = names.functions[row.function as usize];
    let lane_id = names.lanes[lane];
    sink.call_at_depth(lane_id, CallSpec { start, end, function, source: 0 }, depth as u32);
    sink.weigh(lane_id, names.column, i64::try_from(row.count).unwrap_or(i64::MAX));
}

fn read_head(bytes: &mut In<'_>, sink: &mut dyn Sink) -> Found<Names> {
    if bytes.number().ok_or(CUT)? != VERSION {
        return Err("The tile was written by a newer version of Diptych");
    }
    read_names(bytes, sink).ok_or(CUT)
}

fn read_names(bytes: &mut In<'_>, sink: &mut dyn Sink) -> Option<Names> {
    let title = bytes.text()?;
    let (kind, unit) = (axis_kind(bytes.number()?)?, unit(bytes.number()?)?);
    let scale = f64::from_bits(bytes.number()?);
    let axis = Axis { kind, unit, scale: if scale.is_finite() && scale > 0.0 { scale } else { return None } };
    sink.begin_trace(title);
    sink.axis(axis);
    sink.resolution(bytes.signed()?);
    let interval = bytes.signed()?;
    let sample_ticks = f64::from_bits(bytes.number()?);
    if interval >= 0 {
        sink.sampled(interval);
        sink.sample_ticks(sample_ticks);
    }
    let origin = bytes.signed()?;
    let (extent, calls) = (bytes.signed()?, bytes.number()?);
    let mut functions = Vec::new();
    for _ in 0..bytes.count()? {
        let (name, file, category) = (bytes.text()?, bytes.text()?, bytes.text()?);
        let line = u32::try_from(bytes.number()?).ok()?;
        let (_calls, _self_ticks) = (bytes.number()?, bytes.signed()?);
        functions.push(sink.function(FunctionSpec { name, file, line, category }));
    }
    let mut lanes: Vec<LaneId> = Vec::new();
    for _ in 0..bytes.count()? {
        let parent = match bytes.number()? {
            0 => None,
            parent => Some(*lanes.get(usize::try_from(parent - 1).ok()?)?),
        };
        let kind = lane_kind(bytes.number()?)?;
        let lane = sink.lane(parent, kind, bytes.text()?);
        sink.order_lane(lane, bytes.signed()?);
        lanes.push(lane);
    }
    for _ in 0..bytes.count()? {
        let kind = *OddityKind::ALL.get(usize::try_from(bytes.number()?).ok()?)?;
        let (subject, _count, example) = (bytes.text()?, bytes.number()?, bytes.text()?);
        sink.odd(kind, subject, 0, example);
    }
    let column = sink.weight_column(FOLDED_CALLS, Unit::Count);
    Some(Names { origin, axis, functions, lanes, column, extent, calls })
}

/// Says which calls are folded: those of the windows, and those of the time around them. `None` if none are.
fn folded_calls([within, around]: [Option<u32>; 2], names: &Names) -> Option<String> {
    let shorter = |shortest: u32| match 1i64 << shortest.min(62) {
        // A call as long as the run ends with it, and is never folded.
        ticks if ticks >= names.extent => "calls shorter than the run".to_owned(),
        ticks => format!("calls shorter than {}", words(ticks as u64, names.axis)),
    };
    match (within, around) {
        (None, None) => None,
        (None, Some(around)) => Some(format!("{}, outside of the time in detail", shorter(around))),
        (Some(within), Some(around)) if within < around => {
            Some(format!("{}; in the time in detail {}", shorter(around), shorter(within)))
        }
        (Some(within), _) => Some(shorter(within)),
    }
}

/// Writes a duration with its unit.
fn words(ticks: u64, axis: Axis) -> String {
    let value = ticks as f64 * axis.scale;
    if axis.unit != Unit::Nanoseconds {
        return format!("{value} {}", axis.unit.as_str());
    }
    let (value, unit) = match value {
        value if value < 1e3 => (value, "ns"),
        value if value < 1e6 => (value / 1e3, "µs"),
        value if value < 1e9 => (value / 1e6, "ms"),
        value => (value / 1e9, "s"),
    };
    format!("{} {unit}", (value * 10.0).round() / 10.0)
}
