//! Traces as columns of a `.diptych` file: everything but the source offsets of calls, which are of no use without the
//! source.

use crate::{Columns, StoreError};
use diptych_trace::{ColumnTag, Run, TraceImporter};

const LETTERS: [&str; 2] = ["a", "b"];

/// Adds the displayed run of a side. O(calls).
pub fn put_trace(columns: &mut Columns<'_>, side: usize, run: &Run) {
    let prefix = prefix(side);
    columns.put_texts(&format!("{prefix}.about"), [run.name.as_str(), run.format.as_str()]);
    columns.put(&format!("{prefix}.size"), &[run.bytes, u64::from(run.packed)]);
    let mut weights = 0;
    run.trace.export_tables(|tag, bytes| {
        let mut name = format!("{prefix}.{}", tag.name());
        if tag == ColumnTag::Weight {
            name += &format!(".{weights}");
            weights += 1;
        }
        columns.put(&name, bytes);
    });
    columns.put(&format!("{prefix}.calls"), &run.trace.packed_calls());
}

/// Returns the displayed run of a side; `None` if the file holds no trace of it.
///
/// # Errors
///
/// Fails if a column of the trace is missing or does not fit the others.
pub fn trace(columns: &Columns<'_>, side: usize) -> Result<Option<Run>, StoreError> {
    let prefix = prefix(side);
    let name = |part: &str| format!("{prefix}.{part}");
    if !columns.has(&name("about")) {
        return Ok(None);
    }
    let misfit = || StoreError::Misfit { what: "its trace does not have the expected form" };
    let [run_name, format] = columns.texts(&name("about"))?.try_into().map_err(|_| misfit())?;
    let &[bytes, packed] = &columns.get::<u64>(&name("size"))?[..] else { return Err(misfit()) };
    let mut importer = TraceImporter::default();
    for tag in ColumnTag::ALL.into_iter().filter(|&tag| is_table(tag)) {
        if tag.is_optional() && !columns.has(&name(tag.name())) {
            continue;
        }
        put(&mut importer, tag, &columns.get(&name(tag.name()))?);
    }
    let weight = |number: u32| format!("{}.{number}", name(ColumnTag::Weight.name()));
    for number in (0..).take_while(|&number| columns.has(&weight(number))) {
        put(&mut importer, ColumnTag::Weight, &columns.get(&weight(number))?);
    }
    let first_call: Vec<u8> = columns.get(&name(ColumnTag::LaneFirstCall.name()))?;
    importer.packed_calls(&columns.get::<u8>(&name("calls"))?, &first_call).ok_or_else(misfit)?;
    let trace = importer.finish().map_err(|_| misfit())?;
    // The other traces of the file that it came from are not here to be chosen.
    Ok(Some(Run { name: run_name, format, bytes, packed: packed == 1, trace, of_file: Vec::new() }))
}

/// Adds a run that is not displayed, as the bytes that the engine keeps of it. `number` counts from 0 on each side.
pub fn put_run_profile(columns: &mut Columns<'_>, side: usize, number: usize, bytes: &[u8]) {
    columns.put(&format!("{}.run.{number}", prefix(side)), bytes);
}

/// Returns the runs of a side that are not displayed, as [`put_run_profile`] took them.
///
/// # Errors
///
/// Fails if the bytes of a run are damaged.
pub fn run_profiles(columns: &Columns<'_>, side: usize) -> Result<Vec<Vec<u8>>, StoreError> {
    let name = |number: u32| format!("{}.run.{number}", prefix(side));
    (0..).map(name).take_while(|name| columns.has(name)).map(|name| columns.get(&name)).collect()
}

/// Returns true for a column that is there once and belongs to no call.
fn is_table(tag: ColumnTag) -> bool {
    use ColumnTag::{
        CallDepth, CallEnd, CallFunction, CallParent, CallSource, CallStart, CallSubtreeEnd, Weight,
    };
    let of_calls =
        [CallStart, CallEnd, CallSource, CallFunction, CallParent, CallDepth, CallSubtreeEnd, Weight];
    !of_calls.contains(&tag)
}

fn put(importer: &mut TraceImporter, tag: ColumnTag, bytes: &[u8]) {
    importer.column(tag, bytes.len(), |place| place.copy_from_slice(bytes));
}

fn prefix(side: usize) -> String {
    format!("trace.{}", LETTERS[side])
}
