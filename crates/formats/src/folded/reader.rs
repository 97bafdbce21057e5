//! Reads folded stacks line by line.

use super::{Stack, split, threads};
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::lines::{Line, Lines};
use crate::place;
use crate::samples::{StackChildren, StackId, WeightedStacks};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{FunctionId, LaneId, LaneKind, OddityKind, Sink, Unit};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct Folded {
    lines: Lines,
    stacks: WeightedFile,
}

/// Stacks and their weights.
#[derive(Debug, Default)]
struct WeightedFile {
    frames: Frames,
    /// Stacks by the first weight, and by the second if the file has two.
    weighted: [WeightedStacks; 2],
    /// Number of weights in each line; 0 before the first line.
    columns: usize,
    calls: u64,
    is_cut: bool,
}

/// Distinct frames. Each has an index.
#[derive(Debug, Default)]
struct Frames {
    texts: Vec<String>,
    by_text: ByText<u32>,
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
        let stacks: u64 = self.stacks.weighted.iter().map(WeightedStacks::held_bytes).sum();
        self.lines.held_bytes() + stacks + self.stacks.frames.by_text.held_bytes() * 2
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
            sink.odd(OddityKind::BadEvent, what, line.offset, &crate::describe::quote(line.text));
        };
        let Some(Stack { frames, first, second }) = split(line.text) else {
            self.is_cut = line.is_open;
            if !line.is_open {
                bad("line without weight", sink);
            }
            return;
        };
        // All lines of a file have one weight, or all have two. The first line decides.
        if self.columns == 0 {
            self.columns = 1 + usize::from(second.is_some());
        }
        let (frames, weights) = match (self.columns, second) {
            (1, None) => (frames, [Some(first), None]),
            (1, Some(last)) => (&line.text[..frames_end(line.text)], [Some(last), None]),
            (_, Some(second)) => (frames, [Some(first), Some(second)]),
            (_, None) => return bad("line with one weight instead of two", sink),
        };
        for (column, text) in weights.into_iter().enumerate() {
            let Some(text) = text else { continue };
            let weight = Decimal::scaled(text, 0);
            let added = weight.and_then(|weight| self.add(column, frames, weight, line.offset, sink));
            if added == Err(DecimalError::OutOfRange) {
                bad("weight too large", sink);
            }
        }
    }

    /// Adds a weight to a stack.
    fn add(
        &mut self,
        column: usize,
        frames: &[u8],
        weight: Decimal,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), DecimalError> {
        let weighted = &mut self.weighted[column];
        let mut stack = StackId::EMPTY;
        for frame in frames.split(|&byte| byte == b';').filter(|frame| !frame.is_empty()) {
            stack = weighted.stacks.push(stack, self.frames.number(frame, offset, sink));
        }
        weighted.add(stack, weight, offset)?;
        if stack == StackId::EMPTY {
            sink.odd(OddityKind::SkippedEvent, "weight of an empty stack", offset, "");
        } else if weight == Decimal::ZERO {
            sink.odd(OddityKind::SkippedEvent, "stack of weight 0", offset, "");
        } else {
            self.calls += 1;
        }
        Ok(())
    }

    fn write(&mut self, sink: &mut dyn Sink) {
        let names: &[&str] = if self.columns == 2 { &["first weight", "second weight"] } else { &[""] };
        self.weighted.iter_mut().for_each(WeightedStacks::close);
        self.frames.by_text = ByText::default();
        for (weighted, name) in self.weighted.iter().zip(names) {
            if !name.is_empty() {
                sink.begin_trace(name);
            }
            sink.axis(weighted.axis(Unit::Count));
            sink.sampled(0);
            sink.sample_ticks(weighted.list().sample(weighted.weighed()) * weighted.unit_ticks());
            let above = weighted.above();
            let mut lanes =
                LaneWriter { weighted, above: &above, frames: &self.frames, sink, functions: Vec::new() };
            lanes.functions.resize(self.frames.texts.len(), FunctionId::NONE);
            lanes.write(StackId::EMPTY, None);
        }
    }
}

/// Returns the end of the frames in a line whose last word is its weight.
fn frames_end(line: &[u8]) -> usize {
    let line = line.trim_ascii_end();
    let space = memchr::memrchr2(b' ', b'\t', line).unwrap_or(0);
    line[..space].trim_ascii_end().len()
}

impl Frames {
    fn number(&mut self, frame: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let texts = &mut self.texts;
        *self.by_text.get_or_insert_with(frame, || {
            let text = String::from_utf8_lossy(frame);
            if matches!(text, std::borrow::Cow::Owned(_)) {
                sink.odd(OddityKind::BadText, "", offset, &text);
            }
            texts.push(text.into_owned());
            texts.len() as u32 - 1
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
    /// they become calls of `lane`.
    fn write(&mut self, below: StackId, lane: Option<LaneId>) {
        let text = |stack: StackId| &self.frames.texts[self.weighted.stacks.frame(stack) as usize];
        let kinds: Option<Vec<(StackId, LaneKind)>> =
            self.above.of(below).map(|stack| Some((stack, threads::kind(text(stack).as_bytes())?))).collect();
        let is_deeper = self.weighted.stacks.depth(below) >= 2;
        let Some(lanes) = kinds.filter(|kinds| !kinds.is_empty() && !is_deeper) else {
            let lane = lane.unwrap_or_else(|| self.sink.lane(None, LaneKind::Group, "all stacks"));
            return self.write_calls(below, lane);
        };
        for (stack, kind) in lanes {
            let own =
                self.sink.lane(lane, kind, &self.frames.texts[self.weighted.stacks.frame(stack) as usize]);
            self.write(stack, Some(own));
        }
    }

    fn write_calls(&mut self, below: StackId, lane: LaneId) {
        let (frames, functions) = (self.frames, &mut self.functions);
        let mut function = |frame: u32, sink: &mut dyn Sink| {
            let known = &mut functions[frame as usize];
            if *known == FunctionId::NONE {
                *known = place::function(&frames.texts[frame as usize], "", 0, "", sink);
            }
            *known
        };
        self.weighted.write(below, self.above, lane, &mut function, self.sink);
    }
}
