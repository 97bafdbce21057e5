//! The properties that hold for every input of a reader.

use diptych_formats::{Input, LoadedFile, ReadError, Recall};

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<LoadedFile, ReadError> {
    let mut input = Input::new("");
    for piece in pieces {
        input.feed(piece)?;
    }
    input.finish()
}

/// Describes an outcome as far as it must not depend on how the file is cut.
fn outcome(result: Result<LoadedFile, ReadError>) -> Result<Vec<String>, ReadError> {
    let describe = |loaded: LoadedFile| {
        let traces = loaded.traces.iter().map(|(title, trace)| {
            assert_eq!(trace.check(), Ok(()));
            let calls = trace.calls();
            format!("{title} {:?} {:?} {:?} {:?}", calls.start(), calls.end(), calls.depth(), trace.report())
        });
        traces.collect()
    };
    result.map(describe)
}

/// Reads a file whole and in pieces of `piece` bytes. Both must end alike.
pub(crate) fn check(file: &[u8], piece: usize) {
    let loaded = read([file]);
    if let Ok(loaded) = &loaded {
        check_records(file, loaded);
    }
    let whole = outcome(loaded);
    let in_pieces = outcome(read(file.chunks(piece)));
    assert_eq!(in_pieces, whole);
    if let Err(error) = whole {
        assert!(error.to_string().ends_with('.'));
    }
}

/// Most calls whose records are read again.
const RECALLED: usize = 8;

/// Reads the records of some calls again. Each call has one.
fn check_records(file: &[u8], loaded: &LoadedFile) {
    // Traces of an archive may be of several formats: the one said is that of the first.
    let traces = if loaded.packed { &loaded.traces[..1] } else { &loaded.traces[..] };
    let calls = traces.iter().flat_map(|(_, trace)| trace.calls().source());
    for &source in calls.take(RECALLED) {
        let Some(mut recall) = Recall::new(loaded.format, source) else { continue };
        // An error stays, and shows at the end.
        let _ = recall.feed(file);
        let record = recall.finish().expect("what was read can be unpacked again");
        let record = record.expect("a call has a record");
        assert!(record.text_bytes <= record.bytes);
    }
}
