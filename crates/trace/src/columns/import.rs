//! From columns back to a trace, for any bytes.

use super::ColumnTag;
use crate::check::CheckError;
use crate::report::{OddityKind, ReadReportEntry};
use crate::trace::Parts;
use crate::{
    Axis, AxisKind, CallId, Calls, Lanes, NameId, Names, ReadReport, SampleSize, SliceSums, Trace, Unit,
    WeightColumn,
};
use bytemuck::{Pod, allocation::try_cast_vec};

/// Builds a trace from received columns.
#[derive(Debug, Default)]
pub struct TraceImporter {
    columns: Vec<(ColumnTag, Values)>,
    /// True if a column ended inside a value.
    cut: bool,
}

/// Values of a column, allocated with the alignment of their type so that [`cast`] need not copy them.
#[derive(Debug)]
enum Values {
    One(Vec<u8>),
    Four(Vec<u32>),
    Eight(Vec<u64>),
}

impl TraceImporter {
    /// Adds a column of `bytes` bytes, which `fill` writes to their final place. Columns may come in any order.
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

    /// Checks all columns and builds the trace.
    pub fn finish(mut self) -> Result<Trace, CheckError> {
        if self.cut {
            return Err(wrong("columns", 0, "a column ends behind a value"));
        }
        let head: Vec<u64> = self.take(ColumnTag::Head)?;
        let Some((&[origin, kind, unit, scale, sampling, size], sums)) = head.split_first_chunk() else {
            return Err(wrong("head", 0, "it has six values"));
        };
        let axis = AxisKind::from_code(code(kind)).zip(Unit::from_code(code(unit)));
        let (kind, unit) = axis.ok_or(wrong("head", 0, "kind and unit of the axis are known"))?;
        let axis = Axis { kind, unit, scale: f64::from_bits(scale) };
        let (names, functions) = (self.names()?, self.functions()?);
        let (lanes, elements) = (self.lanes()?, self.elements()?);
        let (weights, report) = (self.weights()?, self.report()?);
        let (calls, flows) = (self.calls()?, self.flows()?);
        let (instants, counters) = (self.instants()?, self.counters()?);
        if !self.columns.is_empty() {
            return Err(wrong("columns", 0, "each but that of weights is there once"));
        }
        indexable(&lanes, &calls)?;
        let summed = SliceSums::of_words(sums, lanes.len()).map(Box::new);
        if summed.is_none() && !sums.is_empty() {
            return Err(wrong(
                "head",
                6,
                "sums have a slice, a duration and a number of calls for each lane",
            ));
        }
        let (origin, sampling) = (origin as i64, Some(sampling as i64).filter(|&interval| interval >= 0));
        let parts = Parts {
            origin,
            axis,
            sampling,
            sample_size: SampleSize::from_number(f64::from_bits(size)),
            summed,
            names,
            functions,
            lanes,
            calls,
            weights,
            elements,
            flows,
            instants,
            counters,
            report,
        };
        let trace = Trace::assemble(parts);
        trace.check()?;
        Ok(trace)
    }

    fn take<T: Pod>(&mut self, tag: ColumnTag) -> Result<Vec<T>, CheckError> {
        let place = self.columns.iter().position(|column| column.0 == tag);
        let place = place.ok_or(wrong("columns", tag as usize, "each is there"))?;
        cast(self.columns.remove(place).1)
    }

    /// Takes a column of a table that may be absent.
    fn take_if_any<T: Pod>(&mut self, tag: ColumnTag) -> Result<Vec<T>, CheckError> {
        if self.columns.iter().any(|column| column.0 == tag) { self.take(tag) } else { Ok(Vec::new()) }
    }

    fn names(&mut self) -> Result<Names, CheckError> {
        let arena = String::from_utf8(self.take(ColumnTag::NameArena)?)
            .map_err(|_| wrong("names", 0, "they are UTF-8"))?;
        Names::from_raw(arena, self.take(ColumnTag::NameEnds)?).ok_or(wrong(
            "names",
            0,
            "their ends lie in the text, in order",
        ))
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
        equal_lengths("functions", len, &equal).map(|()| functions)
    }

    fn lanes(&mut self) -> Result<Lanes, CheckError> {
        let lanes = Lanes {
            name: self.take(ColumnTag::LaneName)?,
            parent: self.take(ColumnTag::LaneParent)?,
            kind: self.take(ColumnTag::LaneKind)?,
            first_call: self.take(ColumnTag::LaneFirstCall)?,
            subtree_end: self.take(ColumnTag::LaneSubtreeEnd)?,
        };
        let len = lanes.name.len();
        let equal = [lanes.parent.len(), lanes.kind.len(), lanes.subtree_end.len()];
        equal_lengths("lanes", len, &equal).map(|()| lanes)
    }

    fn calls(&mut self) -> Result<Calls, CheckError> {
        let calls = Calls {
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
        equal_lengths("calls", len, &equal).map(|()| calls)
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
        equal_lengths("elements", len, &equal).map(|()| elements)
    }

    fn flows(&mut self) -> Result<crate::Flows, CheckError> {
        let (from, to): (Vec<CallId>, Vec<CallId>) =
            (self.take(ColumnTag::FlowFrom)?, self.take(ColumnTag::FlowTo)?);
        equal_lengths("flows", from.len(), &[to.len()])?;
        Ok(crate::Flows::of_columns(from, to))
    }

    fn instants(&mut self) -> Result<crate::Instants, CheckError> {
        let instants = crate::Instants {
            at: self.take_if_any(ColumnTag::InstantAt)?,
            name: self.take_if_any(ColumnTag::InstantName)?,
            lane: self.take_if_any(ColumnTag::InstantLane)?,
        };
        let equal = [instants.name.len(), instants.lane.len()];
        equal_lengths("instants", instants.at.len(), &equal).map(|()| instants)
    }

    fn counters(&mut self) -> Result<crate::Counters, CheckError> {
        let counters = crate::Counters {
            name: self.take_if_any(ColumnTag::CounterName)?,
            series: self.take_if_any(ColumnTag::CounterSeries)?,
            unit: self.take_if_any(ColumnTag::CounterUnit)?,
            lane: self.take_if_any(ColumnTag::CounterLane)?,
            first_sample: self.take_if_any(ColumnTag::CounterFirstSample)?,
            at: self.take_if_any(ColumnTag::SampleAt)?,
            value: self.take_if_any(ColumnTag::SampleValue)?,
        };
        let equal = [counters.series.len(), counters.unit.len(), counters.lane.len()];
        equal_lengths("counters", counters.name.len(), &equal)?;
        equal_lengths("samples", counters.at.len(), &[counters.value.len()])?;
        let first = &counters.first_sample;
        let ends = [first.first(), first.last()].map(|end| end.map_or(0, |&end| end as usize));
        let rows = if counters.is_empty() { 0 } else { counters.len() + 1 };
        let ranges_fit = first.len() == rows && first.is_sorted() && ends == [0, counters.at.len()];
        if ranges_fit {
            Ok(counters)
        } else {
            Err(wrong("counters", 0, "their ranges of samples follow each other from the first to the last"))
        }
    }

    fn weights(&mut self) -> Result<Vec<WeightColumn>, CheckError> {
        let (weights, others) =
            std::mem::take(&mut self.columns).into_iter().partition(|column| column.0 == ColumnTag::Weight);
        self.columns = others;
        let weights: Vec<(ColumnTag, Values)> = weights;
        weights.into_iter().enumerate().map(|(row, (_, values))| weight(row, cast(values)?)).collect()
    }

    fn report(&mut self) -> Result<ReadReport, CheckError> {
        let text = String::from_utf8(self.take(ColumnTag::ReportText)?)
            .map_err(|_| wrong("report", 0, "texts are UTF-8"))?;
        let numbers: Vec<u64> = self.take(ColumnTag::ReportNumbers)?;
        let mut texts = text.split_terminator('\0');
        let mut report = ReadReport::default();
        for (number, row) in numbers.chunks(3).enumerate() {
            let fits = wrong("report", number, "an entry has two texts, a known kind, a count and an offset");
            let (&[kind, count, first_offset], Some(subject), Some(example)) =
                (row, texts.next(), texts.next())
            else {
                return Err(fits);
            };
            let kind = OddityKind::from_code(code(kind)).ok_or(fits)?;
            let (subject, example) = (subject.to_owned(), example.to_owned());
            report.push(ReadReportEntry { kind, subject, count, first_offset, example });
        }
        if texts.next().is_some() {
            return Err(wrong("report", report.entries().len(), "every text is of an entry"));
        }
        Ok(report)
    }
}

/// Builds a weight column from its name, its unit and its values.
fn weight(row: usize, mut values: Vec<i64>) -> Result<WeightColumn, CheckError> {
    let head = match values[..] {
        [name, unit, ..] => u32::try_from(name).ok().zip(Unit::from_code(code(unit as u64))),
        _ => None,
    };
    let (name, unit) = head.ok_or(wrong("weights", row, "a column begins with its name and a known unit"))?;
    values.drain(..2);
    Ok(WeightColumn { name: NameId(name), unit, values })
}

/// Checks the tables that the indexes are built from, so that building stays in bounds and takes memory in proportion
/// to them.
fn indexable(lanes: &Lanes, calls: &Calls) -> Result<(), CheckError> {
    let first = &lanes.first_call;
    let ranges_fit = first.len() == lanes.name.len() + 1
        && first.first() == Some(&0)
        && first.is_sorted()
        && first.last().is_some_and(|&last| last as usize == calls.len());
    if !ranges_fit {
        return Err(wrong("lanes", 0, "their ranges of calls follow each other from the first to the last"));
    }
    for range in first.windows(2) {
        let depths = &calls.depth[range[0] as usize..range[1] as usize];
        if let Some(row) = depths.iter().enumerate().position(|(before, &depth)| depth as usize > before) {
            let row = range[0] as usize + row;
            return Err(wrong(
                "calls",
                row,
                "a call is no deeper than there are calls before it in its lane",
            ));
        }
    }
    Ok(())
}

/// Converts a number to an enumeration code. A number that does not fit becomes `u32::MAX`, which no enumeration uses.
fn code(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Converts the values to their type without copying.
fn cast<T: Pod>(values: Values) -> Result<Vec<T>, CheckError> {
    let values = match values {
        Values::One(values) => try_cast_vec(values).ok(),
        Values::Four(values) => try_cast_vec(values).ok(),
        Values::Eight(values) => try_cast_vec(values).ok(),
    };
    values.ok_or(wrong("columns", 0, "a column has values of its width"))
}

fn equal_lengths(table: &'static str, length: usize, others: &[usize]) -> Result<(), CheckError> {
    let equal = others.iter().all(|&other| other == length);
    if equal { Ok(()) } else { Err(wrong(table, length, "columns are of equal length")) }
}

fn wrong(table: &'static str, row: usize, rule: &'static str) -> CheckError {
    CheckError { table, row, rule }
}
