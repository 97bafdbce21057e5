//! A trace as plain byte columns, to hand it from one worker to another.
//!
//! Columns are lent one at a time and freed as they go, and taken in where they stay, so each is copied once
//! on its way out and once on its way in, and a trace is never held twice on one side. Indexes are not sent:
//! they are rebuilt faster than they are copied. Nothing received is trusted: the importer checks every
//! invariant before it makes a trace.

use crate::check::CheckError;
use crate::report::{OddKind, ReportEntry};
use crate::trace::Parts;
use crate::{Axis, AxisKind, NameId, Names, Report, Trace, Unit, WeightColumn};
use bytemuck::{Pod, allocation::try_cast_vec};

/// Names the columns: which of which table.
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
    /// Repeats, one for each weight column: name, unit, then the values.
    Weight = 23,
    ReportText = 24,
    ReportNumbers = 25,
}

impl ColumnTag {
    /// All tags, by code.
    pub const ALL: [Self; 26] = [
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
    ];

    /// Bytes of a value.
    const fn width(self) -> usize {
        match self {
            Self::NameArena | Self::ReportText => 1,
            Self::Head
            | Self::CallStart
            | Self::CallEnd
            | Self::CallSource
            | Self::ElementBytes
            | Self::Weight
            | Self::ReportNumbers => 8,
            _ => 4,
        }
    }

    /// The tag of a code.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

fn emit<T: Pod>(out: &mut impl FnMut(ColumnTag, &[u8]), tag: ColumnTag, values: &[T]) {
    out(tag, bytemuck::cast_slice(values));
}

fn give<T: Pod>(out: &mut impl FnMut(ColumnTag, &[u8]), tag: ColumnTag, values: &mut Vec<T>) {
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
    /// Everything but the calls.
    fn export_head(&self, out: &mut impl FnMut(ColumnTag, &[u8])) {
        let axis = self.axis;
        let head = [self.origin as u64, axis.kind as u64, axis.unit as u64, axis.scale.to_bits()];
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
        export_report(&self.report, out);
    }
}

/// Texts joined by U+0000 (which no text keeps), numbers three a row.
fn export_report(report: &Report, out: &mut impl FnMut(ColumnTag, &[u8])) {
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

/// Puts columns together again.
#[derive(Debug, Default)]
pub struct TraceImporter {
    columns: Vec<(ColumnTag, Values)>,
    /// A column ended inside a value.
    cut: bool,
}

/// Values of a column, aligned, so that they need not be copied to become what they are.
#[derive(Debug)]
enum Values {
    One(Vec<u8>),
    Four(Vec<u32>),
    Eight(Vec<u64>),
}

impl TraceImporter {
    /// Takes one column in: `bytes` of them, which `fill` writes where they stay. Columns may come in any order.
    pub fn column(&mut self, tag: ColumnTag, bytes: usize, fill: impl FnOnce(&mut [u8])) {
        self.cut |= !bytes.is_multiple_of(tag.width());
        let count = bytes / tag.width();
        let mut values = match tag.width() {
            1 => Values::One(vec![0; count]),
            4 => Values::Four(vec![0; count]),
            _ => Values::Eight(vec![0; count]),
        };
        if !self.cut {
            fill(match &mut values {
                Values::One(values) => values,
                Values::Four(values) => bytemuck::cast_slice_mut(values),
                Values::Eight(values) => bytemuck::cast_slice_mut(values),
            });
        }
        self.columns.push((tag, values));
    }

    /// Checks everything and makes the trace.
    pub fn finish(mut self) -> Result<Trace, CheckError> {
        if self.cut {
            return Err(wrong("columns"));
        }
        let head: Vec<u64> = self.take(ColumnTag::Head)?;
        let [origin, kind, unit, scale] = head[..] else { return Err(wrong("head")) };
        let axis = Axis {
            kind: AxisKind::from_code(kind as u32).ok_or(wrong("axis"))?,
            unit: Unit::from_code(unit as u32).ok_or(wrong("axis"))?,
            scale: f64::from_bits(scale),
        };
        let names = self.names()?;
        let (functions, lanes, elements) = (self.functions()?, self.lanes()?, self.elements()?);
        let weights = self.weights()?;
        let report = self.report()?;
        let calls = self.calls()?;
        let ranges_fit = lanes.first_call.len() == lanes.name.len() + 1
            && lanes.first_call.windows(2).all(|pair| pair[0] <= pair[1])
            && lanes.first_call.last().is_some_and(|&last| last as usize == calls.len());
        if !ranges_fit {
            return Err(wrong("lanes"));
        }
        // A depth of row r is at most r, else the index would grow without bound before the check sees it.
        if calls.depth.iter().enumerate().any(|(row, &depth)| depth as usize > row) {
            return Err(wrong("calls"));
        }
        let origin = origin as i64;
        let parts = Parts { origin, axis, names, functions, lanes, calls, weights, elements, report };
        let trace = Trace::assemble(parts);
        trace.check()?;
        Ok(trace)
    }

    fn take<T: Pod>(&mut self, tag: ColumnTag) -> Result<Vec<T>, CheckError> {
        let place = self.columns.iter().position(|column| column.0 == tag).ok_or(wrong("columns"))?;
        cast(self.columns.remove(place).1)
    }

    fn names(&mut self) -> Result<Names, CheckError> {
        let arena = String::from_utf8(self.take(ColumnTag::NameArena)?).map_err(|_| wrong("names"))?;
        Names::from_raw(arena, self.take(ColumnTag::NameEnds)?).ok_or(wrong("names"))
    }

    fn functions(&mut self) -> Result<crate::Functions, CheckError> {
        let functions = crate::Functions {
            name: self.take(ColumnTag::FunctionName)?,
            file: self.take(ColumnTag::FunctionFile)?,
            line: self.take(ColumnTag::FunctionLine)?,
            category: self.take(ColumnTag::FunctionCategory)?,
        };
        let len = functions.name.len();
        let equal = [functions.file.len(), functions.line.len(), functions.category.len()];
        if equal.iter().all(|&other| other == len) { Ok(functions) } else { Err(wrong("functions")) }
    }

    fn lanes(&mut self) -> Result<crate::Lanes, CheckError> {
        let lanes = crate::Lanes {
            name: self.take(ColumnTag::LaneName)?,
            parent: self.take(ColumnTag::LaneParent)?,
            kind: self.take(ColumnTag::LaneKind)?,
            first_call: self.take(ColumnTag::LaneFirstCall)?,
            subtree_end: self.take(ColumnTag::LaneSubtreeEnd)?,
        };
        let len = lanes.name.len();
        let equal = [lanes.parent.len(), lanes.kind.len(), lanes.subtree_end.len()];
        let parents_before =
            lanes.parent.iter().enumerate().all(|(row, p)| p.some().is_none_or(|p| p.index() < row));
        if equal.iter().all(|&other| other == len) && parents_before {
            Ok(lanes)
        } else {
            Err(wrong("lanes"))
        }
    }

    fn calls(&mut self) -> Result<crate::Calls, CheckError> {
        let calls = crate::Calls {
            start: self.take(ColumnTag::CallStart)?,
            end: self.take(ColumnTag::CallEnd)?,
            source: self.take(ColumnTag::CallSource)?,
            function: self.take(ColumnTag::CallFunction)?,
            parent: self.take(ColumnTag::CallParent)?,
            depth: self.take(ColumnTag::CallDepth)?,
            subtree_end: self.take(ColumnTag::CallSubtreeEnd)?,
        };
        let len = calls.start.len();
        let equal = [
            calls.end.len(),
            calls.source.len(),
            calls.function.len(),
            calls.parent.len(),
            calls.depth.len(),
            calls.subtree_end.len(),
        ];
        if equal.iter().all(|&other| other == len) { Ok(calls) } else { Err(wrong("calls")) }
    }

    fn elements(&mut self) -> Result<crate::Elements, CheckError> {
        let elements = crate::Elements {
            parent: self.take(ColumnTag::ElementParent)?,
            name: self.take(ColumnTag::ElementName)?,
            kind: self.take(ColumnTag::ElementKind)?,
            bytes: self.take(ColumnTag::ElementBytes)?,
        };
        let len = elements.name.len();
        let equal = [elements.parent.len(), elements.kind.len(), elements.bytes.len()];
        if equal.iter().all(|&other| other == len) { Ok(elements) } else { Err(wrong("elements")) }
    }

    fn weights(&mut self) -> Result<Vec<WeightColumn>, CheckError> {
        let mut weights = Vec::new();
        while self.columns.iter().any(|column| column.0 == ColumnTag::Weight) {
            let mut values: Vec<i64> = self.take(ColumnTag::Weight)?;
            let unit =
                values.get(1).and_then(|&unit| Unit::from_code(unit as u32)).ok_or(wrong("weights"))?;
            let name = NameId(values[0] as u32);
            values.drain(..2);
            weights.push(WeightColumn { name, unit, values });
        }
        Ok(weights)
    }

    fn report(&mut self) -> Result<Report, CheckError> {
        let text = String::from_utf8(self.take(ColumnTag::ReportText)?).map_err(|_| wrong("report"))?;
        let numbers: Vec<u64> = self.take(ColumnTag::ReportNumbers)?;
        let mut texts = text.split('\0');
        let mut report = Report::default();
        for row in numbers.chunks_exact(3) {
            let kind = OddKind::from_code(row[0] as u32).ok_or(wrong("report"))?;
            let (Some(subject), Some(example)) = (texts.next(), texts.next()) else {
                return Err(wrong("report"));
            };
            report.push(ReportEntry {
                kind,
                subject: subject.to_owned(),
                count: row[1],
                first_offset: row[2],
                example: example.to_owned(),
            });
        }
        Ok(report)
    }
}

/// The values as what they are, in place.
fn cast<T: Pod>(values: Values) -> Result<Vec<T>, CheckError> {
    let values = match values {
        Values::One(values) => try_cast_vec(values).ok(),
        Values::Four(values) => try_cast_vec(values).ok(),
        Values::Eight(values) => try_cast_vec(values).ok(),
    };
    values.ok_or(wrong("columns"))
}

fn wrong(table: &'static str) -> CheckError {
    CheckError { table, row: 0, rule: "columns are present and of equal length" }
}
