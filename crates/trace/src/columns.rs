//! A trace as plain byte columns, to pass it from one worker to another.
//!
//! The sender lends one column at a time and frees it afterwards. The receiver writes each column straight to where it
//! stays. So each column is copied once on the way out and once on the way in, and neither side ever holds a trace
//! twice. Indexes are not sent, because rebuilding them is faster than copying them.
//!
//! Received bytes are not trusted. Whatever they are, the importer either builds a trace that passes [`Trace::check`]
//! or returns an error, and takes memory in proportion to the bytes.

mod import;

pub use import::TraceImporter;

use crate::trace::Parts;
use crate::{ReadReport, Trace};
use bytemuck::Pod;

/// Tag of a column: its table and its name there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
#[allow(missing_docs, reason = "each is the column of that table")]
pub enum ColumnTag {
    Head = 0,
    NameArena = 1,
    NameEnds = 2,
    FunctionName = 3,
    FunctionFile = 4,
    FunctionLine = 5,
    FunctionCategory = 6,
    LaneName = 7,
    LaneParent = 8,
    LaneKind = 9,
    LaneFirstCall = 10,
    LaneSubtreeEnd = 11,
    CallStart = 12,
    CallEnd = 13,
    CallSource = 14,
    CallFunction = 15,
    CallParent = 16,
    CallDepth = 17,
    CallSubtreeEnd = 18,
    ElementParent = 19,
    ElementName = 20,
    ElementKind = 21,
    ElementBytes = 22,
    /// Appears once for each weight column: name, unit, then the values.
    Weight = 23,
    ReportText = 24,
    ReportNumbers = 25,
    FlowFrom = 26,
    FlowTo = 27,
    InstantAt = 28,
    InstantName = 29,
    InstantLane = 30,
    CounterName = 31,
    CounterSeries = 32,
    CounterUnit = 33,
    CounterLane = 34,
    CounterFirstSample = 35,
    SampleAt = 36,
    SampleValue = 37,
}

impl ColumnTag {
    /// All tags, by code.
    pub const ALL: [Self; 38] = [
        Self::Head,
        Self::NameArena,
        Self::NameEnds,
        Self::FunctionName,
        Self::FunctionFile,
        Self::FunctionLine,
        Self::FunctionCategory,
        Self::LaneName,
        Self::LaneParent,
        Self::LaneKind,
        Self::LaneFirstCall,
        Self::LaneSubtreeEnd,
        Self::CallStart,
        Self::CallEnd,
        Self::CallSource,
        Self::CallFunction,
        Self::CallParent,
        Self::CallDepth,
        Self::CallSubtreeEnd,
        Self::ElementParent,
        Self::ElementName,
        Self::ElementKind,
        Self::ElementBytes,
        Self::Weight,
        Self::ReportText,
        Self::ReportNumbers,
        Self::FlowFrom,
        Self::FlowTo,
        Self::InstantAt,
        Self::InstantName,
        Self::InstantLane,
        Self::CounterName,
        Self::CounterSeries,
        Self::CounterUnit,
        Self::CounterLane,
        Self::CounterFirstSample,
        Self::SampleAt,
        Self::SampleValue,
    ];

    /// Returns the bytes of one value.
    const fn width(self) -> usize {
        match self {
            Self::NameArena | Self::ReportText => 1,
            Self::Head
            | Self::CallStart
            | Self::CallEnd
            | Self::CallSource
            | Self::ElementBytes
            | Self::Weight
            | Self::ReportNumbers
            | Self::InstantAt
            | Self::SampleAt
            | Self::SampleValue => 8,
            _ => 4,
        }
    }

    /// Returns the name of the column in files that are kept.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::NameArena => "name-arena",
            Self::NameEnds => "name-ends",
            Self::FunctionName => "function-name",
            Self::FunctionFile => "function-file",
            Self::FunctionLine => "function-line",
            Self::FunctionCategory => "function-category",
            Self::LaneName => "lane-name",
            Self::LaneParent => "lane-parent",
            Self::LaneKind => "lane-kind",
            Self::LaneFirstCall => "lane-first-call",
            Self::LaneSubtreeEnd => "lane-subtree-end",
            Self::CallStart => "call-start",
            Self::CallEnd => "call-end",
            Self::CallSource => "call-source",
            Self::CallFunction => "call-function",
            Self::CallParent => "call-parent",
            Self::CallDepth => "call-depth",
            Self::CallSubtreeEnd => "call-subtree-end",
            Self::ElementParent => "element-parent",
            Self::ElementName => "element-name",
            Self::ElementKind => "element-kind",
            Self::ElementBytes => "element-bytes",
            Self::Weight => "weight",
            Self::ReportText => "report-text",
            Self::ReportNumbers => "report-numbers",
            Self::FlowFrom => "flow-from",
            Self::FlowTo => "flow-to",
            Self::InstantAt => "instant-at",
            Self::InstantName => "instant-name",
            Self::InstantLane => "instant-lane",
            Self::CounterName => "counter-name",
            Self::CounterSeries => "counter-series",
            Self::CounterUnit => "counter-unit",
            Self::CounterLane => "counter-lane",
            Self::CounterFirstSample => "counter-first-sample",
            Self::SampleAt => "sample-at",
            Self::SampleValue => "sample-value",
        }
    }

    /// Returns true for a column of a table that is left out if it has no rows.
    pub const fn is_optional(self) -> bool {
        self as u32 >= Self::InstantAt as u32
    }

    /// Returns the tag of a code.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

/// A function that receives columns. It is a trait object, because generic code would be compiled again for each
/// caller.
pub(crate) type ColumnReceiver<'a> = &'a mut dyn FnMut(ColumnTag, &[u8]);

fn emit<T: Pod>(out: ColumnReceiver<'_>, tag: ColumnTag, values: &[T]) {
    out(tag, bytemuck::cast_slice(values));
}

fn give<T: Pod>(out: ColumnReceiver<'_>, tag: ColumnTag, values: &mut Vec<T>) {
    emit(out, tag, &std::mem::take(values));
}

impl Trace {
    /// Lends every column to `out`, as little-endian values, and frees it.
    pub fn export(self, mut out: impl FnMut(ColumnTag, &[u8])) {
        let mut parts = self.parts;
        parts.export_head(&mut out);
        let calls = &mut parts.calls;
        give(&mut out, ColumnTag::CallStart, &mut calls.start);
        give(&mut out, ColumnTag::CallEnd, &mut calls.end);
        give(&mut out, ColumnTag::CallSource, &mut calls.source);
        give(&mut out, ColumnTag::CallFunction, &mut calls.function);
        give(&mut out, ColumnTag::CallParent, &mut calls.parent);
        give(&mut out, ColumnTag::CallDepth, &mut calls.depth);
        give(&mut out, ColumnTag::CallSubtreeEnd, &mut calls.subtree_end);
    }

    /// Lends every column to `out`, as little-endian values.
    pub fn export_copy(&self, mut out: impl FnMut(ColumnTag, &[u8])) {
        self.parts.export_head(&mut out);
        let calls = &self.parts.calls;
        emit(&mut out, ColumnTag::CallStart, &calls.start);
        emit(&mut out, ColumnTag::CallEnd, &calls.end);
        emit(&mut out, ColumnTag::CallSource, &calls.source);
        emit(&mut out, ColumnTag::CallFunction, &calls.function);
        emit(&mut out, ColumnTag::CallParent, &calls.parent);
        emit(&mut out, ColumnTag::CallDepth, &calls.depth);
        emit(&mut out, ColumnTag::CallSubtreeEnd, &calls.subtree_end);
    }
}

impl Parts {
    /// Lends every column except those of the calls to `out`.
    pub(crate) fn export_head(&self, out: ColumnReceiver<'_>) {
        let axis = self.axis;
        // A negative number means that the trace was not sampled.
        let sampling = self.sampling.unwrap_or(-1) as u64;
        let size = self.sample_size.to_number().to_bits();
        let head =
            [self.origin as u64, axis.kind as u64, axis.unit as u64, axis.scale.to_bits(), sampling, size];
        // For a trace of sums, its numbers follow.
        let sums = self.summed.iter().flat_map(|summed| summed.words());
        let head: Vec<u64> = head.into_iter().chain(sums).collect();
        emit(out, ColumnTag::Head, &head);
        let (arena, ends) = self.names.raw();
        emit(out, ColumnTag::NameArena, arena.as_bytes());
        emit(out, ColumnTag::NameEnds, ends);
        emit(out, ColumnTag::FunctionName, &self.functions.name);
        emit(out, ColumnTag::FunctionFile, &self.functions.file);
        emit(out, ColumnTag::FunctionLine, &self.functions.line);
        emit(out, ColumnTag::FunctionCategory, &self.functions.category);
        emit(out, ColumnTag::LaneName, &self.lanes.name);
        emit(out, ColumnTag::LaneParent, &self.lanes.parent);
        emit(out, ColumnTag::LaneKind, &self.lanes.kind);
        emit(out, ColumnTag::LaneFirstCall, &self.lanes.first_call);
        emit(out, ColumnTag::LaneSubtreeEnd, &self.lanes.subtree_end);
        emit(out, ColumnTag::ElementParent, &self.elements.parent);
        emit(out, ColumnTag::ElementName, &self.elements.name);
        emit(out, ColumnTag::ElementKind, &self.elements.kind);
        emit(out, ColumnTag::ElementBytes, &self.elements.bytes);
        for column in &self.weights {
            let mut values = vec![i64::from(column.name.0), column.unit as i64];
            values.extend_from_slice(&column.values);
            emit(out, ColumnTag::Weight, &values);
        }
        emit(out, ColumnTag::FlowFrom, &self.flows.from);
        emit(out, ColumnTag::FlowTo, &self.flows.to);
        self.export_instants(out);
        export_report(&self.report, out);
    }
}

impl Parts {
    /// Lends the columns of instants and counters to `out`. Tables without rows are left out, as traces were before there
    /// were such tables.
    fn export_instants(&self, out: ColumnReceiver<'_>) {
        let (instants, counters) = (&self.instants, &self.counters);
        if !instants.is_empty() {
            emit(out, ColumnTag::InstantAt, &instants.at);
            emit(out, ColumnTag::InstantName, &instants.name);
            emit(out, ColumnTag::InstantLane, &instants.lane);
        }
        if !counters.is_empty() {
            emit(out, ColumnTag::CounterName, &counters.name);
            emit(out, ColumnTag::CounterSeries, &counters.series);
            emit(out, ColumnTag::CounterUnit, &counters.unit);
            emit(out, ColumnTag::CounterLane, &counters.lane);
            emit(out, ColumnTag::CounterFirstSample, &counters.first_sample);
            emit(out, ColumnTag::SampleAt, &counters.at);
            emit(out, ColumnTag::SampleValue, &counters.value);
        }
    }
}

/// Writes the texts joined by U+0000, which no text keeps, and three numbers for each entry.
fn export_report(report: &ReadReport, out: ColumnReceiver<'_>) {
    let mut text = String::new();
    let mut numbers: Vec<u64> = Vec::new();
    for entry in report.entries() {
        for part in [&entry.subject, &entry.example] {
            text.push_str(&part.replace('\0', "\u{fffd}"));
            text.push('\0');
        }
        numbers.extend([entry.kind as u64, entry.count, entry.first_offset]);
    }
    emit(out, ColumnTag::ReportText, text.as_bytes());
    emit(out, ColumnTag::ReportNumbers, &numbers);
}
