//! What must hold for every input.

use diptych_formats::{Input, Loaded, ReadError};

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Loaded, ReadError> {
    let mut input = Input::new("");
    for piece in pieces {
        input.feed(piece)?;
    }
    input.finish()
}

/// The outcome as far as it must not depend on how the file is cut.
fn outcome(result: Result<Loaded, ReadError>) -> Result<Vec<String>, ReadError> {
    let describe = |loaded: Loaded| {
        let traces = loaded.traces.iter().map(|(title, trace)| {
            assert_eq!(trace.check(), Ok(()));
            let calls = trace.calls();
            format!("{title} {:?} {:?} {:?} {:?}", calls.start(), calls.end(), calls.depth(), trace.report())
        });
        traces.collect()
    };
    result.map(describe)
}

/// Reads a file whole and in pieces.
pub fn check(file: &[u8], piece: usize) {
    let whole = outcome(read([file]));
    let in_pieces = outcome(read(file.chunks(piece)));
    // How much of a damaged packing comes out depends on how its bytes come in.
    let is_packed = file.starts_with(&[0x1f, 0x8b]) || file.get(1..4) == Some(&[0xb5, 0x2f, 0xfd]);
    if !is_packed {
        assert_eq!(in_pieces, whole);
    }
    if let Err(error) = whole {
        assert!(error.to_string().ends_with('.'));
    }
}
