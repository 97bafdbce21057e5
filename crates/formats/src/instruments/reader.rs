//! Reads a call tree row by row.

use super::amount::{Amount, Quantity, amount};
use super::columns::Columns;
use super::lanes;
use crate::by_text::ByText;
use crate::decimal::{Decimal, DecimalError};
use crate::lines::{Line, Lines};
use crate::place;
use crate::samples::{Oddities, StackChildren, StackId, WeightedStacks};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::{FunctionId, LaneId, LaneKind, OddityKind, Sink};

/// Deepest level at which rows can be lanes: processes, and threads inside them.
const LANE_LEVELS: u32 = 2;

/// Name of the call for what a process or thread weighs itself.
const UNKNOWN: &str = "(unknown)";

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct CallTree {
    lines: Lines,
    tree: Tree,
}

/// Call paths and their weights.
#[derive(Debug, Default)]
struct Tree {
    columns: Option<Columns>,
    /// Spaces before the symbol of the first row, which has no caller.
    margin: Option<usize>,
    quantity: Option<Quantity>,
    symbols: Vec<Symbol>,
    by_text: ByText<u32>,
    weighted: WeightedStacks,
    /// Rows whose callees are being read, the outermost first.
    open: Vec<Row>,
    /// Smallest self weight of a path, about that of one sample.
    smallest: Option<i64>,
    odd: Oddities,
    rows: u64,
    is_cut: bool,
}

#[derive(Debug)]
struct Symbol {
    name: String,
    file: String,
    /// Byte of the file where the symbol is first read, if it is no valid UTF-8.
    damaged: Option<u64>,
}

/// A row whose callees are being read.
#[derive(Debug)]
struct Row {
    stack: StackId,
    offset: u64,
    /// `None` if it cannot be read.
    total: Option<Amount>,
    own: Option<Amount>,
    /// Sums over the callees so far: weights, and their greatest errors.
    inside: i64,
    inside_error: i64,
    has_callees: bool,
}

impl Row {
    /// Returns the weight of the path alone.
    ///
    /// A self weight is printed with more digits than a total, so it counts where there is one. A difference of totals
    /// that rounding explains is none.
    fn own_weight(&self) -> i64 {
        let own = self.own.map_or(0, |own| own.value);
        let Some(total) = self.total.filter(|_| own == 0) else { return own };
        if !self.has_callees {
            return total.value;
        }
        let rest = total.value - self.inside;
        if self.own.is_some() || rest <= total.error + self.inside_error { 0 } else { rest }
    }
}

impl Reader for CallTree {
    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let tree = &mut self.tree;
        self.lines.feed(bytes, &mut |line| tree.take(line, sink));
        Ok(())
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let tree = &mut self.tree;
        self.lines.finish(&mut |line| tree.take(line, sink));
        tree.close_from(0);
        tree.write(sink);
        if !tree.is_cut {
            return Ok(());
        }
        let end = self.lines.offset();
        Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside a row, before its symbol"))
    }

    fn calls(&self) -> u64 {
        self.tree.rows
    }

    fn held_bytes(&self) -> u64 {
        let tree = &self.tree;
        let open = (tree.open.capacity() * size_of::<Row>()) as u64;
        self.lines.held_bytes() + tree.weighted.held_bytes() + tree.by_text.held_bytes() * 2 + open
    }
}

impl Tree {
    fn take(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        if line.is_too_long {
            return sink.odd(OddityKind::BadEvent, "line of more than 16 MiB", line.offset, "");
        }
        let Some(columns) = self.columns else {
            self.columns = Columns::of(line.text);
            return;
        };
        let cells: Vec<&[u8]> = line.text.split(|&byte| byte == b'\t').collect();
        let Some(&symbol) = cells.get(columns.symbol).filter(|symbol| !symbol.trim_ascii().is_empty()) else {
            if line.is_open {
                self.is_cut = true;
            } else if !line.text.trim_ascii().is_empty() {
                sink.odd(
                    OddityKind::BadEvent,
                    "row without a symbol",
                    line.offset,
                    &crate::quote::quote(line.text),
                );
            }
            return;
        };
        let text = |index: usize| String::from_utf8_lossy(cells.get(index).copied().unwrap_or_default());
        let total = amount(&text(columns.total.index), columns.total.scale);
        let own = columns.own.map(|column| amount(&text(column.index), column.scale));
        if let Err(error) = total {
            let what = match error {
                DecimalError::OutOfRange => "weight too large",
                DecimalError::NotANumber => "weight that is not a number with a known unit",
            };
            sink.odd(OddityKind::BadEvent, what, line.offset, &crate::quote::quote(line.text));
        }
        let level = self.level(symbol, line.offset);
        self.close_from(level);
        let below = self.open.last().map_or(StackId::EMPTY, |row| row.stack);
        let file = columns.path.map(text).unwrap_or_default();
        let symbol = self.symbol(symbol.trim_ascii(), file.trim(), line.offset);
        let stack = self.weighted.stacks.push(below, symbol);
        // Gives the path its place in the file before that of its callees. Nothing is added, so nothing can fail.
        let _ = self.weighted.add(stack, Decimal::ZERO, line.offset);
        let total = self.of_quantity(total.ok(), line.offset);
        // A row of a process has a dash in place of a self weight.
        let own = own.and_then(|own| own.ok().or(total.map(|total| Amount { value: 0, error: 0, ..total })));
        let own = self.of_quantity(own, line.offset);
        if let Some(caller) = self.open.last_mut() {
            caller.has_callees = true;
            caller.inside = caller.inside.saturating_add(total.map_or(0, |total| total.value));
            caller.inside_error = caller.inside_error.saturating_add(total.map_or(0, |total| total.error));
        }
        self.rows += 1;
        self.open.push(Row {
            stack,
            offset: line.offset,
            total,
            own,
            inside: 0,
            inside_error: 0,
            has_callees: false,
        });
    }

    /// Returns the number of callers of a row, by its indentation.
    fn level(&mut self, symbol: &[u8], offset: u64) -> usize {
        let spaces = symbol.iter().take_while(|&&byte| byte == b' ').count();
        let margin = *self.margin.get_or_insert(spaces);
        let level = spaces.saturating_sub(margin);
        if spaces < margin || level > self.open.len() {
            self.odd.note(OddityKind::BadEvent, "row indented by more than one space", offset);
        }
        level.min(self.open.len())
    }

    /// Leaves out amounts of another quantity than the first one.
    fn of_quantity(&mut self, amount: Option<Amount>, offset: u64) -> Option<Amount> {
        let amount = amount?;
        if *self.quantity.get_or_insert(amount.quantity) == amount.quantity {
            return Some(amount);
        }
        self.odd.note(OddityKind::BadEvent, "weight of another unit than the first one", offset);
        None
    }

    /// Adds the weights of the open rows from a level on, and closes them.
    fn close_from(&mut self, level: usize) {
        while self.open.len() > level {
            let Some(row) = self.open.pop() else { return };
            let own = row.own_weight();
            if own <= 0 {
                continue;
            }
            let stack = if self.lane_kind(row.stack).is_some() {
                let unknown = self.symbol(UNKNOWN.as_bytes(), "", row.offset);
                self.weighted.stacks.push(row.stack, unknown)
            } else {
                row.stack
            };
            let weight = Decimal::scaled(own.to_string().as_bytes(), 0);
            if weight.and_then(|weight| self.weighted.add(stack, weight, row.offset)).is_err() {
                self.odd.note(OddityKind::BadEvent, "weight too large", row.offset);
                continue;
            }
            self.smallest = Some(self.smallest.map_or(own, |smallest| smallest.min(own)));
        }
    }

    /// Returns the kind of lane that a path may stand for.
    fn lane_kind(&self, stack: StackId) -> Option<LaneKind> {
        lanes::kind(self.name(stack)).filter(|_| self.weighted.stacks.depth(stack) <= LANE_LEVELS)
    }

    fn name(&self, stack: StackId) -> &str {
        &self.symbols[self.weighted.stacks.frame(stack) as usize].name
    }

    fn symbol(&mut self, name: &[u8], file: &str, offset: u64) -> u32 {
        let key = [name, b"\t", file.as_bytes()].concat();
        let symbols = &mut self.symbols;
        *self.by_text.get_or_insert_with(&key, || {
            let text = String::from_utf8_lossy(name);
            let damaged = matches!(text, std::borrow::Cow::Owned(_)).then_some(offset);
            symbols.push(Symbol { name: text.into_owned(), file: file.to_owned(), damaged });
            symbols.len() as u32 - 1
        })
    }

    fn write(&mut self, sink: &mut dyn Sink) {
        self.weighted.close();
        self.by_text = ByText::default();
        self.odd.write(sink);
        sink.axis(self.weighted.axis(self.quantity.unwrap_or(Quantity::Time).unit()));
        sink.sampled(0);
        if let Some(smallest) = self.smallest {
            sink.sample_ticks(smallest as f64);
        }
        let callees = self.weighted.above();
        let functions = vec![FunctionId::NONE; self.symbols.len()];
        TreeWriter { tree: self, callees, sink, functions }.write(StackId::EMPTY, None);
    }
}

/// Writer of the calls of a tree.
struct TreeWriter<'a> {
    tree: &'a Tree,
    callees: StackChildren,
    sink: &'a mut dyn Sink,
    functions: Vec<FunctionId>,
}

impl TreeWriter<'_> {
    /// Writes the callees of a path: processes and threads as lanes, all others as calls of `lane`.
    fn write(&mut self, below: StackId, lane: Option<LaneId>) {
        let tree = self.tree;
        let all: Vec<StackId> = self.callees.of(below).collect();
        for &stack in &all {
            let Some(kind) = tree.lane_kind(stack) else { continue };
            let own = self.sink.lane(lane, kind, tree.name(stack));
            self.write(stack, Some(own));
            self.callees.hide(stack);
        }
        if all.is_empty() || all.into_iter().any(|stack| self.callees.weigh(stack)) {
            let lane = lane.unwrap_or_else(|| self.sink.lane(None, LaneKind::Group, "all stacks"));
            self.write_calls(below, lane);
        }
    }

    fn write_calls(&mut self, below: StackId, lane: LaneId) {
        let (symbols, functions) = (&self.tree.symbols, &mut self.functions);
        let mut function = |symbol: u32, sink: &mut dyn Sink| {
            let known = &mut functions[symbol as usize];
            if *known == FunctionId::NONE {
                let Symbol { name, file, damaged } = &symbols[symbol as usize];
                if let Some(offset) = *damaged {
                    sink.odd(OddityKind::BadText, "", offset, name);
                }
                *known = place::function(name, file, 0, "", sink);
            }
            *known
        };
        self.tree.weighted.write(below, &self.callees, lane, &mut function, self.sink);
    }
}
