//! The importer of columns: a changed trace passes `check()` or is refused.

use diptych_trace::{
    Builder, CallSpec, ColumnTag, FunctionSpec, LaneKind, OddityKind, Sink, Trace, TraceImporter, Unit,
};

type Column = (ColumnTag, Vec<u8>);

/// Builds a trace of a few nested calls in two lanes, with a weight and an oddity.
fn small() -> Trace {
    let mut builder = Builder::default();
    let process = builder.lane(None, LaneKind::Process, "process");
    let threads = ["one", "two"].map(|name| builder.lane(Some(process), LaneKind::Thread, name));
    let weight = builder.weight_column("bytes", Unit::Bytes);
    let function = builder.function(FunctionSpec { name: "f", file: "a.py", line: 3, category: "" });
    for lane in threads {
        for (start, end) in [(0, 90), (10, 40), (20, 30), (50, 80)] {
            builder.call(lane, CallSpec { start, end, function, source: 7 });
            builder.weigh(lane, weight, 11);
        }
    }
    builder.odd(OddityKind::SkippedEvent, "counter", 4, "example");
    builder.finish().remove(0).1
}

/// Applies changes. A change is a column, a place, the number of bytes to remove there, and the bytes to insert.
fn change(columns: &mut [Column], mut edits: &[u8]) {
    while let Some((&[column, place, out, put], rest)) = edits.split_first_chunk() {
        let bytes = &mut columns[usize::from(column) % columns.len()].1;
        let from = usize::from(place).min(bytes.len());
        let to = (from + usize::from(out)).min(bytes.len());
        let (new, rest) = rest.split_at(usize::from(put % 16).min(rest.len()));
        bytes.splice(from..to, new.iter().copied());
        edits = rest;
    }
}

/// Imports the columns of a sound trace after the changes that `edits` describes.
pub(crate) fn check(edits: &[u8]) {
    let mut columns: Vec<Column> = Vec::new();
    small().export(|tag, bytes| columns.push((tag, bytes.to_vec())));
    change(&mut columns, edits);
    let mut importer = TraceImporter::default();
    for (tag, bytes) in &columns {
        importer.column(*tag, bytes.len(), |place| place.copy_from_slice(bytes));
    }
    let Ok(trace) = importer.finish() else { return };
    assert_eq!(trace.check(), Ok(()));
    for lane in trace.lanes().ids() {
        trace.lanes().name(trace.names(), lane);
        trace.innermost_at(lane, trace.extent() / 2);
    }
    trace.weights().iter().for_each(|column| assert!(trace.names().get(column.name).len() < 1 << 20));
    trace.functions().specs(trace.names());
    trace.report().total();
}
