//! Reads folded stacks line by line.

use super::{Stack, split, threads};
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::lines::{Line, Lines};
use crate::place;
use crate::samples::{Oddities, StackChildren, StackId, Stacks, WeightedStacks};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Folded {
    lines: Lines,
    stacks: WeightedFile,
}

/// Stacks and their weights.
#[derive(Debug)]
struct WeightedFile {
    frames: Frames,
    /// Stacks by the last number of each line.
    single: Column,
    /// Stacks by the first of two numbers and by the second. `None` once a line shows that the file has one weight: a
    /// name may also end in a number.
    pair: Option<Pair>,
    calls: u64,
    is_cut: bool,
}

/// Stacks by one of the weights of a line, and oddities of these weights.
#[derive(Debug, Default)]
struct Column {
    weighted: WeightedStacks,
    odd: Oddities,
}

/// Stacks of a file that has two weights in each line.
#[derive(Debug, Default)]
struct Pair {
    columns: [Column; 2],
    /// Stacks of the lines so far. Tools that write two weights write each stack once.
    seen: FxHashSet<StackId>,
}

impl Default for WeightedFile {
    fn default() -> Self {
        let (frames, single, pair) = (Frames::default(), Column::default(), Some(Pair::default()));
        Self { frames, single, pair, calls: 0, is_cut: false }
    }
}

/// Distinct frames. Each has an index.
#[derive(Debug, Default)]
struct Frames {
    texts: Vec<String>,
    by_text: ByText<u32>,
    /// Frames that are no valid UTF-8, each with the byte of the file of its first line.
    damaged: FxHashMap<u32, u64>,
}

impl Reader for Folded {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let stacks = &mut self.stacks;
        self.lines.feed(bytes, &mut |line| stacks.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let stacks = &mut self.stacks;
        self.lines.finish(&mut |line| stacks.take(line, sink));
        stacks.write(sink);
        if !stacks.is_cut {
            return Ok(());
        }
        let end = self.lines.offset();
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a line, before its weight"))
    }

    fn calls(&self) -> u64 {
        self.stacks.calls
    }

    fn held_bytes(&self) -> u64 {
        let pair = self.stacks.pair.iter().flat_map(|pair| &pair.columns);
        let columns = pair.chain([&self.stacks.single]);
        let stacks: u64 = columns.map(|column| column.weighted.held_bytes()).sum();
        let seen = self.stacks.pair.as_ref().map_or(0, |pair| pair.seen.capacity() as u64 * 8);
        self.lines.held_bytes() + stacks + seen + self.stacks.frames.by_text.held_bytes() * 2
    }
}

impl WeightedFile {
    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", line.offset, "");
        }
        if line.text.trim_ascii().is_empty() || line.text.starts_with(b"#") {
            return;
        }
        let bad = |what: &str, sink: &mut dyn Sink| {
            sink.odd(OddityKind::BadEvent, what, line.offset, &crate::quote::quote(line.text));
        };
        let Some(Stack { frames, first, second }) = split(line.text) else {
            self.is_cut = line.is_open;
            if !line.is_open {
                bad("line without weight", sink);
            }
            return;
        };
        match second {
            Some(second) => self.take_pair(frames, [first, second], line.offset),
            // In a file that is cut off, the last line may lack its second weight.
            None if !line.is_open || !self.are_pairs() => self.pair = None,
            None => {}
        }
        let all = &line.text[..frames_end(line.text)];
        let stack = self.frames.stack(all, line.offset, &mut self.single.weighted.stacks);
        self.calls += u64::from(self.single.add(stack, second.unwrap_or(first), line.offset));
    }

    /// Returns whether all lines have two weights. One line does not tell.
    fn are_pairs(&self) -> bool {
        self.pair.as_ref().is_some_and(|pair| pair.seen.len() >= 2)
    }

    /// Takes a line with two numbers behind its frames.
    fn take_pair(&mut self, frames: &[u8], weights: [&[u8]; 2], offset: u64) {
        let Some(pair) = &mut self.pair else { return };
        for (column, weight) in pair.columns.iter_mut().zip(weights) {
            // Both columns get the same stacks in the same order.
            let stack = self.frames.stack(frames, offset, &mut column.weighted.stacks);
            column.add(stack, weight, offset);
        }
        let stack = self.frames.stack(frames, offset, &mut pair.columns[0].weighted.stacks);
        if !pair.seen.insert(stack) {
            self.pair = None;
        }
    }

    fn write(&mut self, sink: &mut dyn Sink) {
        let single = std::mem::take(&mut self.single);
        let are_pairs = self.are_pairs();
        let pair = self.pair.take().filter(|_| are_pairs);
        let columns = match pair {
            Some(Pair { columns: [first, second], .. }) => {
                vec![("first weight", first), ("second weight", second)]
            }
            None => vec![("", single)],
        };
        self.frames.by_text = ByText::default();
        for (name, Column { mut weighted, odd }) in columns {
            weighted.close();
            if !name.is_empty() {
                sink.begin_trace(name);
            }
            odd.write(sink);
            sink.axis(weighted.axis(Unit::Count));
            sink.sampled(0);
            sink.sample_ticks(weighted.list().sample(weighted.weighed()) * weighted.unit_ticks());
            let above = weighted.above();
            let (frames, functions) = (&self.frames, vec![FunctionId::NONE; self.frames.texts.len()]);
            LaneWriter { weighted: &weighted, above: &above, frames, sink, functions }
                .write(StackId::EMPTY, None);
        }
    }
}

impl Column {
    /// Adds a weight to a stack. Returns whether it becomes part of a call.
    fn add(&mut self, stack: StackId, text: &[u8], offset: u64) -> bool {
        let weight = Decimal::scaled(text, 0).and_then(|weight| {
            self.weighted.add(stack, weight, offset)?;
            Ok(weight)
        });
        let (kind, subject) = match weight {
            Err(DecimalError::OutOfRange) => (OddityKind::BadEvent, "weight too large"),
            Err(DecimalError::NotANumber) => return false,
            Ok(_) if stack == StackId::EMPTY => (OddityKind::SkippedEvent, "weight of an empty stack"),
            Ok(Decimal::ZERO) => (OddityKind::SkippedEvent, "stack of weight 0"),
            Ok(_) => return true,
        };
        self.odd.note(kind, subject, offset);
        false
    }
}

/// Returns the end of the frames in a line whose last word is its weight.
fn frames_end(line: &[u8]) -> usize {
    let line = line.trim_ascii_end();
    let space = memchr::memrchr2(b' ', b'\t', line).unwrap_or(0);
    line[..space].trim_ascii_end().len()
}

impl Frames {
    /// Returns the stack of frames joined by `;`, and adds it to `stacks` if it is new.
    fn stack(&mut self, frames: &[u8], offset: u64, stacks: &mut Stacks) -> StackId {
        let frames = frames.split(|&byte| byte == b';').filter(|frame| !frame.is_empty());
        frames.fold(StackId::EMPTY, |stack, frame| stacks.push(stack, self.number(frame, offset)))
    }

    fn number(&mut self, frame: &[u8], offset: u64) -> u32 {
        let (texts, damaged) = (&mut self.texts, &mut self.damaged);
        *self.by_text.get_or_insert_with(frame, || {
            let text = String::from_utf8_lossy(frame);
            let number = texts.len() as u32;
            if matches!(text, std::borrow::Cow::Owned(_)) {
                damaged.insert(number, offset);
            }
            texts.push(text.into_owned());
            number
        })
    }
}

/// Writer of the stacks of one weight.
struct LaneWriter<'a> {
    weighted: &'a WeightedStacks,
    above: &'a StackChildren,
    frames: &'a Frames,
    sink: &'a mut dyn Sink,
    functions: Vec<FunctionId>,
}

impl LaneWriter<'_> {
    /// Writes the children of a stack. If all of them are threads or processes, each gets a lane of its own; otherwise
    /// they become calls of `lane`. The weight of a thread or process alone becomes a call, too.
    fn write(&mut self, below: StackId, lane: Option<LaneId>) {
        let text = |stack: StackId| &self.frames.texts[self.weighted.stacks.frame(stack) as usize];
        let kinds: Option<Vec<(StackId, LaneKind)>> =
            self.above.of(below).map(|stack| Some((stack, threads::kind(text(stack).as_bytes())?))).collect();
        let is_deeper = self.weighted.stacks.depth(below) >= 2;
        let Some(lanes) = kinds.filter(|kinds| !kinds.is_empty() && !is_deeper) else {
            let of = lane.unwrap_or_else(|| self.sink.lane(None, LaneKind::Group, "all stacks"));
            let end = self.write_calls(below, of);
            return self.write_own(below, end, lane);
        };
        self.write_own(below, Decimal::ZERO, lane);
        for (stack, kind) in lanes {
            let own =
                self.sink.lane(lane, kind, &self.frames.texts[self.weighted.stacks.frame(stack) as usize]);
            self.write(stack, Some(own));
        }
    }

    /// Writes the own weight of a thread or process as a call behind those that end at `end`. It has no function.
    fn write_own(&mut self, stack: StackId, end: Decimal, lane: Option<LaneId>) {
        let Some(lane) = lane.filter(|_| self.weighted.has_own(stack)) else { return };
        let function = self.sink.function(FunctionSpec { name: "(unknown)", ..FunctionSpec::default() });
        self.weighted.write_own(stack, end, lane, function, self.sink);
    }

    /// Returns the end of the last call.
    fn write_calls(&mut self, below: StackId, lane: LaneId) -> Decimal {
        let (frames, functions) = (self.frames, &mut self.functions);
        let mut function = |frame: u32, sink: &mut dyn Sink| {
            let known = &mut functions[frame as usize];
            if *known == FunctionId::NONE {
                if let Some(&offset) = frames.damaged.get(&frame) {
                    sink.odd(OddityKind::BadText, "", offset, &frames.texts[frame as usize]);
                }
                *known = place::function(&frames.texts[frame as usize], "", 0, "", sink);
            }
            *known
        };
        self.weighted.write(below, self.above, lane, &mut function, self.sink)
    }
}
