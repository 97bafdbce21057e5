//! Reads a call tree row by row.

use super::amount::{Amount, Cell, Quantity};
use super::balance::{Balance, RowPlace, WeightSum};
use super::columns::Columns;
use super::faults::{Faults, InPlace, RowFault};
use super::lanes;
use super::number::{DecimalMark, Marks};
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
    /// Decimal mark of ambiguous numbers. `None` until a number tells it.
    decimal_mark: Option<DecimalMark>,
    /// Rows from the first ambiguous number on, until the decimal mark is known.
    waiting: WaitingLines,
    margin: Option<Margin>,
    /// Tabs before the symbol of the first row that do not belong to its column.
    first_tabs: Option<usize>,
    quantity: Option<Quantity>,
    symbols: Vec<Symbol>,
    by_text: ByText<u32>,
    weighted: WeightedStacks,
    /// Rows whose callees are being read, the outermost first.
    open: Vec<Row>,
    /// Smallest self weight of a path, which is taken for that of one sample.
    smallest: Option<SmallestWeight>,
    balance: Balance,
    faults: Faults,
    odd: Oddities,
    rows: u64,
    is_cut: bool,
}

/// Smallest indentation so far, and the first row that has it. Nothing calls this row.
#[derive(Debug, Clone, Copy)]
struct Margin {
    indent: usize,
    offset: u64,
}

#[derive(Debug, Clone, Copy)]
struct SmallestWeight {
    value: i64,
    offset: u64,
}

/// Lines of a file, end to end.
#[derive(Debug, Default)]
struct WaitingLines {
    text: Vec<u8>,
    /// End in the text, offset in the file, and [`Line::is_open`] of each line.
    ends: Vec<(usize, u64, bool)>,
}

impl WaitingLines {
    fn push(&mut self, line: Line<'_>) {
        self.text.extend_from_slice(line.text);
        self.ends.push((self.text.len(), line.offset, line.is_open));
    }

    fn held_bytes(&self) -> u64 {
        (self.text.capacity() + self.ends.capacity() * size_of::<(usize, u64, bool)>()) as u64
    }
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
    place: RowPlace,
    /// Spaces or tabs before the symbol.
    indent: usize,
    /// `None` if it cannot be read.
    total: Option<Amount>,
    own: Option<Amount>,
    /// Share of the recording in millionths of one per cent, and its greatest error.
    share: Option<(i64, i64)>,
    /// Sum over the callees so far.
    inside: WeightSum,
    has_callees: bool,
    /// Set if a number of the row cannot be read.
    fault: Option<RowFault>,
    /// Callees without any number that can be read.
    unknown: Vec<UnknownRow>,
}

/// Row without callees and without a number that can be read.
#[derive(Debug)]
struct UnknownRow {
    stack: StackId,
    fault: RowFault,
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
        let rest = total.value - self.inside.value;
        if self.own.is_some() || rest <= total.error + self.inside.error { 0 } else { rest }
    }

    /// Returns the weights that the row consists of, as far as they are printed.
    fn parts(&self) -> WeightSum {
        let mut parts = self.inside;
        if let Some(own) = self.own {
            parts.add(own.value, own.error);
        }
        parts
    }

    /// Returns the weight of the path with its callees.
    fn weight(&self) -> WeightSum {
        self.total.map_or_else(|| self.parts(), |total| WeightSum { value: total.value, error: total.error })
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
        tree.take_waiting(sink);
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
        let held = open + tree.waiting.held_bytes();
        self.lines.held_bytes() + tree.weighted.held_bytes() + tree.by_text.held_bytes() * 2 + held
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
        if self.decimal_mark.is_none() {
            let marks = marks(line.text, &columns);
            self.decimal_mark = marks.iter().find_map(|mark| match mark {
                Marks::Decimal(mark) => Some(*mark),
                Marks::Ambiguous(_) | Marks::None => None,
            });
            let is_ambiguous = marks.iter().any(|mark| matches!(mark, Marks::Ambiguous(_)));
            if self.decimal_mark.is_none() && (is_ambiguous || !self.waiting.ends.is_empty()) {
                return self.waiting.push(line);
            }
            self.take_waiting(sink);
        }
        self.row(line, &columns, sink);
    }

    /// Reads the rows that waited for the decimal mark.
    fn take_waiting(&mut self, sink: &mut dyn Sink) {
        let WaitingLines { text, ends } = std::mem::take(&mut self.waiting);
        let Some(columns) = self.columns else { return };
        let mut start = 0;
        for (end, offset, is_open) in ends {
            self.row(Line { text: &text[start..end], offset, is_open, is_too_long: false }, &columns, sink);
            start = end;
        }
    }

    /// Reads a row.
    fn row(&mut self, line: Line<'_>, columns: &Columns, sink: &mut dyn Sink) {
        let bad = |what: &str, sink: &mut dyn Sink| {
            sink.odd(OddityKind::BadEvent, what, line.offset, &crate::quote::quote(line.text));
        };
        let cells: Vec<&[u8]> = line.text.split(|&byte| byte == b'\t').collect();
        let Some(at) = columns.symbol_cell(&cells) else {
            if line.is_open {
                self.is_cut = true;
            } else if !line.text.trim_ascii().is_empty() {
                bad("row without a symbol", sink);
            }
            return;
        };
        let tabs = at - columns.symbol;
        let text = |index: usize| String::from_utf8_lossy(cells.get(index).copied().unwrap_or_default());
        let mark = self.decimal_mark.unwrap_or_default();
        let total_text = text(columns.total.index);
        let total_cell = Cell::of(&total_text);
        let total = total_cell.amount(columns.total.scale, mark);
        let total = total
            .map_err(|of| fault(of, "weight too large", "weight that is not a number with a known unit"))
            .and_then(|total| self.of_quantity(total));
        let own_text = columns.own.map(|column| text(column.index));
        let own = columns.own.zip(own_text.as_deref()).map(|(column, text)| {
            let cell = Cell::of(text);
            match cell.amount(column.scale, mark) {
                Ok(own) => self.of_quantity(own),
                // A row of a process has a dash in place of a self weight.
                Err(_) if cell.is_blank() => total.map(|total| Amount { value: 0, error: 0, ..total }),
                Err(error) => {
                    let what = "self weight that is not a number with a known unit";
                    Err(fault(error, "self weight too large", what))
                }
            }
        });
        // Without the other mark among the earlier numbers, this one is the first to differ.
        let mut numbers = [Some(total_cell), own_text.as_deref().map(Cell::of)].into_iter().flatten();
        if numbers.any(|cell| cell.marks().contains(&Marks::Decimal(mark.other()))) {
            let subject = "row whose decimal mark is not that of the first rows";
            sink.odd(OddityKind::Undefined, subject, line.offset, &crate::quote::quote(line.text));
        }
        let subject = total.err().or_else(|| own.and_then(Result::err));
        let fault = subject.map(|subject| RowFault {
            subject,
            text: crate::quote::quote(line.text),
            offset: line.offset,
        });
        let (total, own) = (total.ok(), own.and_then(Result::ok));
        let indent = self.indent(cells[at], tabs);
        let level = self.level(indent, line.offset);
        self.close_from(level);
        let below = self.open.last().map_or(StackId::EMPTY, |row| row.stack);
        let file = columns.path.map(|path| text(path + tabs)).unwrap_or_default();
        let symbol = self.symbol(cells[at].trim_ascii(), file.trim(), line.offset);
        let stack = self.weighted.stacks.push(below, symbol);
        // Gives the path its place in the file before that of its callees. Nothing is added, so nothing can fail.
        let _ = self.weighted.add(stack, Decimal::ZERO, line.offset);
        if let Some(caller) = self.open.last_mut() {
            caller.has_callees = true;
        }
        self.rows += 1;
        self.open.push(Row {
            stack,
            place: RowPlace { offset: line.offset, symbol },
            indent,
            total,
            own,
            share: total_cell.share(mark),
            inside: WeightSum::default(),
            has_callees: false,
            fault,
            unknown: Vec::new(),
        });
    }

    /// Returns the indentation of a symbol that `tabs` tabs precede beyond those of the heading. Spaces tell it, or
    /// tabs in trees that are indented with them.
    fn indent(&mut self, symbol: &[u8], tabs: usize) -> usize {
        let first_tabs = *self.first_tabs.get_or_insert(tabs);
        match symbol.iter().take_while(|&&byte| byte == b' ').count() {
            0 => tabs.saturating_sub(first_tabs),
            spaces => spaces,
        }
    }

    /// Returns the number of open rows that are callers of a row.
    fn level(&mut self, indent: usize, offset: u64) -> usize {
        const TOO_DEEP: &str = "row indented by more than one space";
        if let Some(caller) = self.open.iter().rposition(|row| row.indent < indent) {
            if indent > self.open[caller].indent + 1 {
                self.odd.note(OddityKind::Undefined, TOO_DEEP, offset);
            }
            return caller + 1;
        }
        match self.margin {
            Some(margin) if indent >= margin.indent => return 0,
            Some(margin) => self.odd.note(OddityKind::Undefined, TOO_DEEP, margin.offset),
            None => {}
        }
        self.margin = Some(Margin { indent, offset });
        0
    }

    /// Returns an amount, or what is wrong with it if it is of another quantity than the first one.
    fn of_quantity(&mut self, amount: Amount) -> Result<Amount, &'static str> {
        let is_same = *self.quantity.get_or_insert(amount.quantity) == amount.quantity;
        if is_same { Ok(amount) } else { Err("weight of another unit than the first one") }
    }

    /// Adds the weights of the open rows from a level on, and closes them.
    fn close_from(&mut self, level: usize) {
        while self.open.len() > level {
            let Some(mut row) = self.open.pop() else { return };
            let RowPlace { offset, .. } = row.place;
            self.weigh_unknown(&mut row);
            if let Some(total) = row.total
                && (row.own.is_some() || row.has_callees)
            {
                self.balance.row(total, row.parts(), row.own.is_some(), row.place);
            }
            let weight = row.weight();
            let own = row.own_weight();
            match self.open.last_mut() {
                Some(caller) => caller.inside.add(weight.value, weight.error),
                None => self.balance.root(weight.value, row.share, offset),
            }
            if let Some(fault) = row.fault {
                let in_place = match (row.total, row.own, row.has_callees) {
                    (Some(_), ..) => InPlace::WithoutCallees,
                    (None, Some(_), _) => InPlace::OwnAndCallees,
                    (None, None, true) => InPlace::Callees,
                    (None, None, false) => InPlace::Nothing,
                };
                match self.open.last_mut().filter(|_| in_place == InPlace::Nothing) {
                    Some(caller) => caller.unknown.push(UnknownRow { stack: row.stack, fault }),
                    None => self.faults.note(fault, in_place),
                }
            }
            if own > 0 {
                self.add_weight(row.stack, own, offset);
            }
        }
    }

    /// Gives the rest of a row's weight to its only callee without a number, if the row tells its self weight. All other
    /// callees without a number are left out.
    fn weigh_unknown(&mut self, row: &mut Row) {
        let unknown = std::mem::take(&mut row.unknown);
        let parts = row.parts();
        let rest =
            row.total.filter(|_| row.own.is_some()).map(|total| (total.value - parts.value, total.error));
        let rest = rest.filter(|&(rest, error)| unknown.len() == 1 && rest > error + parts.error);
        for UnknownRow { stack, fault } in unknown {
            let Some((rest, error)) = rest else {
                self.faults.note(fault, InPlace::Nothing);
                continue;
            };
            row.inside.add(rest, error);
            self.add_weight(stack, rest, fault.offset);
            self.faults.note(fault, InPlace::RestOfCaller);
        }
    }

    /// Adds weight to a path alone.
    fn add_weight(&mut self, stack: StackId, own: i64, offset: u64) {
        let stack = if self.lane_kind(stack).is_some() {
            let unknown = self.symbol(UNKNOWN.as_bytes(), "", offset);
            self.weighted.stacks.push(stack, unknown)
        } else {
            stack
        };
        let weight = Decimal::scaled(own.to_string().as_bytes(), 0);
        if weight.and_then(|weight| self.weighted.add(stack, weight, offset)).is_err() {
            self.odd.note(OddityKind::BadEvent, "weight too large", offset);
            return;
        }
        if self.smallest.is_none_or(|smallest| own < smallest.value) {
            self.smallest = Some(SmallestWeight { value: own, offset });
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
        self.faults.write(sink);
        let quantity = self.quantity.unwrap_or(Quantity::Time);
        self.balance.write(quantity, |symbol| self.symbols[symbol as usize].name.as_str(), sink);
        sink.axis(self.weighted.axis(quantity.unit()));
        sink.sampled(0);
        if let Some(SmallestWeight { value, offset }) = self.smallest {
            sink.sample_ticks(value as f64);
            let example = format!("{}, the smallest self weight", quantity.text(value));
            sink.odd(OddityKind::Assumed, "weight of one sample", offset, &example);
        }
        let callees = self.weighted.above();
        let functions = vec![FunctionId::NONE; self.symbols.len()];
        TreeWriter { tree: self, callees, sink, functions }.write(StackId::EMPTY, None);
    }
}

/// Returns the marks of the numbers in a row; none if the row has no symbol, because it may end inside a number.
fn marks(row: &[u8], columns: &Columns) -> Vec<Marks> {
    let cells: Vec<&[u8]> = row.split(|&byte| byte == b'\t').collect();
    let columns = columns.symbol_cell(&cells).map(|_| [Some(columns.total), columns.own]);
    let weights = columns.into_iter().flatten().flatten().filter_map(|column| cells.get(column.index));
    weights.flat_map(|cell| Cell::of(&String::from_utf8_lossy(cell)).marks()).collect()
}

/// Returns the words for a fault of a number.
fn fault(error: DecimalError, too_large: &'static str, not_a_number: &'static str) -> &'static str {
    match error {
        DecimalError::OutOfRange => too_large,
        DecimalError::NotANumber => not_a_number,
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
