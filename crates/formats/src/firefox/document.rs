//! Maps the document's members to columns.

use super::tables::{Column, Counter, Process, Table, Tables, Thread, WeightKind};
use crate::json::{Document, Value, text};
use crate::samples::Numbers;
use diptych_trace::{OddityKind, Sink};

/// Position of a value in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The document, and each of the profiles in it.
    Profile,
    /// The profile in a document that wraps it in a member `profile` (Firefox's developer tools up to version 59).
    Wrapped,
    Meta,
    Interval,
    StartTime,
    Categories,
    Category,
    CategoryName,
    Processes,
    Shared,
    Threads,
    Thread,
    ThreadName,
    ProcessName,
    Pid,
    Tid,
    Counters,
    Counter,
    CounterName,
    CounterCategory,
    CounterPid,
    /// Lists of samples of a counter, in raw profiles up to 2023.
    SampleGroups,
    SampleGroup,
    Table(Table),
    /// The kind of the samples' weights.
    WeightKind,
    /// A list of a column's values.
    Column(Table, Column),
    Value(Table, Column),
    /// The schema of a raw table: the position of each column in a row.
    Schema(Table),
    SchemaEntry(Table, Column),
    Rows(Table),
    Row(Table),
    /// A value of a row, with its column, if that is read.
    Cell(Table, Option<Column>),
    /// Rows before their schema, or the column `data` of a processed table.
    HeldRows,
    HeldRow,
    HeldCell,
    Texts,
    Text,
}

/// Content of the document read so far.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) processes: Vec<Process>,
    /// Threads read completely.
    pub(super) threads: Vec<Thread>,
    /// Counters read completely.
    pub(super) counters: Vec<Counter>,
    pub(super) shared: Tables,
    pub(super) has_threads: bool,
    pub(super) samples: u64,
    /// Indices of the open profiles in `processes`, outermost first.
    open: Vec<usize>,
    thread: Option<Thread>,
    counter: Option<Counter>,
    is_shared: bool,
    /// Column at each position of a row, in the raw table being read.
    schema: Vec<Option<Column>>,
    /// Position of the next value in the row.
    next: usize,
    /// Values of the row being read, with their columns.
    row: Vec<(Column, Vec<u8>)>,
    row_offset: u64,
    /// Rows of the table being read that wait for its schema.
    held: HeldRows,
}

/// Rows whose columns are not known yet.
#[derive(Debug, Default)]
struct HeldRows {
    cells: Numbers,
    /// Byte of the file at which each row begins, and the number of cells before it.
    rows: Vec<(u64, usize)>,
}

impl Document for Contents {
    type Place = Place;

    fn member(&mut self, object: Place, name: &[u8]) -> Option<Place> {
        let object = if object == Place::Wrapped { Place::Profile } else { object };
        Some(match (object, name) {
            (Place::Profile, b"profile") => Place::Wrapped,
            (Place::Profile, b"meta") => Place::Meta,
            (Place::Profile, b"threads") => Place::Threads,
            (Place::Profile, b"counters") => Place::Counters,
            (Place::Counter, b"name") => Place::CounterName,
            (Place::Counter, b"category") => Place::CounterCategory,
            (Place::Counter, b"pid") => Place::CounterPid,
            (Place::Counter, b"sample_groups" | b"sampleGroups") => Place::SampleGroups,
            (Place::Counter | Place::SampleGroup, b"samples") => Place::Table(Table::Counts),
            (Place::Profile, b"processes") => Place::Processes,
            (Place::Profile, b"shared") => Place::Shared,
            (Place::Meta, b"interval") => Place::Interval,
            (Place::Meta, b"startTime") => Place::StartTime,
            (Place::Meta, b"categories") => Place::Categories,
            (Place::Category, b"name") => Place::CategoryName,
            (Place::Thread, b"name") => Place::ThreadName,
            (Place::Thread, b"processName") => Place::ProcessName,
            (Place::Thread, b"pid") => Place::Pid,
            (Place::Thread, b"tid") => Place::Tid,
            (Place::Thread | Place::Shared, b"stringTable" | b"stringArray") => Place::Texts,
            (Place::Thread | Place::Shared, name) => Place::Table(Table::of(name)?),
            (Place::Table(Table::Samples), b"weightType") => Place::WeightKind,
            (Place::Table(table), b"schema") => Place::Schema(table),
            (Place::Table(table), b"data") if !self.schema.is_empty() => Place::Rows(table),
            (Place::Table(_), b"data") => Place::HeldRows,
            (Place::Table(table), name) => Place::Column(table, Column::of(table, name)?),
            (Place::Schema(table), name) => Place::SchemaEntry(table, Column::of(table, name)?),
            _ => return None,
        })
    }

    fn element(&mut self, array: Place) -> Option<Place> {
        Some(match array {
            Place::Threads => Place::Thread,
            Place::Counters => Place::Counter,
            Place::SampleGroups => Place::SampleGroup,
            Place::Processes => Place::Profile,
            Place::Categories => Place::Category,
            Place::Texts => Place::Text,
            Place::Column(table, column) => Place::Value(table, column),
            Place::Rows(table) => Place::Row(table),
            Place::HeldRows => Place::HeldRow,
            Place::HeldRow => Place::HeldCell,
            Place::Row(table) => {
                self.next += 1;
                Place::Cell(table, self.schema.get(self.next - 1).copied().flatten())
            }
            _ => return None,
        })
    }

    fn open(&mut self, place: Place, offset: u64, _: &mut dyn Sink) {
        match place {
            Place::Profile => {
                self.open.push(self.processes.len());
                self.processes.push(Process::default());
            }
            Place::Shared => self.is_shared = true,
            Place::Threads => self.has_threads = true,
            Place::Thread => {
                let process = self.open.last().copied().unwrap_or(0);
                self.thread = Some(Thread { process, offset, ..Thread::default() });
            }
            Place::Counter => {
                let process = self.open.last().copied().unwrap_or(0);
                self.counter = Some(Counter { process, offset, ..Counter::default() });
            }
            Place::Table(_) => {
                self.schema.clear();
                self.held = HeldRows::default();
            }
            Place::HeldRow => self.held.rows.push((offset, self.held.cells.len())),
            Place::HeldCell => self.held.cells.push(b""),
            Place::Row(_) => {
                (self.next, self.row_offset) = (0, offset);
                self.row.clear();
            }
            // A nested object or array stands for an empty value.
            Place::Value(table, column) => self.tables().push(table, column, b"", offset),
            Place::Text => self.tables().push_text(String::new()),
            _ => {}
        }
    }

    fn close(&mut self, place: Place, _: &mut dyn Sink) {
        match place {
            Place::Profile => drop(self.open.pop()),
            Place::Shared => self.is_shared = false,
            Place::Thread => {
                if let Some(thread) = self.thread.take() {
                    self.samples += thread.tables.sample_stack.len() as u64;
                    self.threads.push(thread);
                }
            }
            Place::Counter => self.counters.extend(self.counter.take()),
            Place::Row(table) => self.end_row(table),
            Place::Table(table) => self.end_table(table),
            _ => {}
        }
    }

    fn value(&mut self, place: Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink) {
        let raw = value.scalar().unwrap_or_default();
        match place {
            Place::Interval => self.process(|process| process.interval = raw.to_vec()),
            Place::StartTime => self.process(|process| process.start_time = raw.to_vec()),
            Place::CategoryName => {
                let name = text(raw, offset, sink);
                self.process(|process| process.categories.push(name));
            }
            Place::ThreadName => self.thread().name = text(raw, offset, sink),
            Place::ProcessName => self.thread().process_name = text(raw, offset, sink),
            Place::Pid => self.thread().pid = text(raw, offset, sink),
            Place::CounterName => self.counter().name = text(raw, offset, sink),
            Place::CounterCategory => self.counter().category = text(raw, offset, sink),
            Place::CounterPid => self.counter().pid = text(raw, offset, sink),
            Place::Tid => self.thread().tid = text(raw, offset, sink),
            Place::Value(table, column) => self.tables().push(table, column, raw, offset),
            Place::WeightKind => self.tables().weight_kind = WeightKind::of(raw),
            Place::SchemaEntry(_, column) => self.set_schema(raw, column),
            Place::Cell(_, Some(column)) => self.row.push((column, raw.to_vec())),
            Place::Text => {
                let text = text(raw, offset, sink);
                self.tables().push_text(text);
            }
            Place::Row(table) => self.bad_row(table, offset),
            Place::HeldRow => self.held.rows.push((offset, self.held.cells.len())),
            Place::HeldCell => self.held.cells.push(raw),
            Place::Thread => sink.odd(OddityKind::BadEvent, "thread that is not an object", offset, ""),
            _ => {}
        }
    }
}

/// Limit on positions in a row; no table has as many.
const PLACES: usize = 64;

impl Contents {
    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let threads = self.threads.iter().chain(&self.thread).map(|thread| thread.tables.held_bytes() + 512);
        let held = self.held.cells.held_bytes() + self.held.rows.capacity() as u64 * 16;
        let counters = self.counters.iter().chain(&self.counter);
        let counters = counters.map(|counter| counter.tables.held_bytes() + 512).sum::<u64>();
        threads.sum::<u64>() + counters + self.shared.held_bytes() + held
    }

    /// Returns the thread that was being read when the file ended.
    pub(super) fn cut_thread(&self) -> Option<&Thread> {
        self.thread.as_ref()
    }

    fn process(&mut self, change: impl FnOnce(&mut Process)) {
        let open = self.open.last().copied().unwrap_or(0);
        if let Some(process) = self.processes.get_mut(open) {
            change(process);
        }
    }

    fn thread(&mut self) -> &mut Thread {
        self.thread.get_or_insert_default()
    }

    fn counter(&mut self) -> &mut Counter {
        self.counter.get_or_insert_default()
    }

    fn tables(&mut self) -> &mut Tables {
        if let Some(counter) = &mut self.counter {
            return &mut counter.tables;
        }
        if self.is_shared { &mut self.shared } else { &mut self.thread.get_or_insert_default().tables }
    }

    fn set_schema(&mut self, raw: &[u8], column: Column) {
        let place = std::str::from_utf8(raw).ok().and_then(|text| text.parse::<usize>().ok());
        let Some(place) = place.filter(|&place| place < PLACES) else { return };
        if self.schema.len() <= place {
            self.schema.resize(place + 1, None);
        }
        self.schema[place] = Some(column);
    }

    /// Takes a row that is not a list: all its columns are empty.
    fn bad_row(&mut self, table: Table, offset: u64) {
        self.row.clear();
        self.row_offset = offset;
        let odd = match &mut self.counter {
            Some(counter) => &mut counter.odd,
            None => &mut self.thread().odd,
        };
        odd.note(OddityKind::BadEvent, "row that is not a list", offset);
        self.end_row(table);
    }

    /// Ends a table: reads the rows that came before their schema. Without a schema they are none that are read.
    fn end_table(&mut self, table: Table) {
        let HeldRows { cells, rows } = std::mem::take(&mut self.held);
        if self.schema.is_empty() {
            return;
        }
        let ends = rows.iter().skip(1).map(|row| row.1).chain([cells.len()]);
        for (&(offset, from), to) in rows.iter().zip(ends) {
            if from == to {
                self.bad_row(table, offset);
                continue;
            }
            self.row.clear();
            self.row_offset = offset;
            for (place, cell) in (from..to).enumerate() {
                if let Some(column) = self.schema.get(place).copied().flatten() {
                    self.row.push((column, cells.text(cell).to_vec()));
                }
            }
            self.end_row(table);
        }
    }

    /// Ends a row: pushes a value to every column of the schema. Columns that the row lacks get an empty one.
    fn end_row(&mut self, table: Table) {
        let schema = std::mem::take(&mut self.schema);
        let row = std::mem::take(&mut self.row);
        let offset = self.row_offset;
        for column in schema.iter().flatten() {
            let value = row.iter().find(|(given, _)| given == column).map_or(&[][..], |(_, value)| value);
            self.tables().push(table, *column, value, offset);
        }
        (self.schema, self.row) = (schema, row);
    }
}
