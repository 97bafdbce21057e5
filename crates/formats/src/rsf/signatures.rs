//! Stores called functions: signatures by id, and names of methods if a file has no signatures.

use crate::by_text::ByText;
use crate::text::text;
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Signatures of a file. A row exists from the first tuple that names it.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    rows: Vec<Signature>,
    by_id: ByText<u32>,
    methods: ByText<u32>,
    functions: FxHashMap<(u32, u32), FunctionId>,
}

#[derive(Debug)]
struct Signature {
    name: String,
    file: String,
    line: u32,
    is_defined: bool,
    offset: u64,
}

/// Bytes of a signature besides its texts, estimated.
const ROW_BYTES: u64 = 192;

impl Signatures {
    /// Returns the row of an id, and adds it if there is none.
    pub(super) fn row(&mut self, id: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let rows = &mut self.rows;
        *self.by_id.get_or_insert_with(id, || push(rows, id, false, offset, sink))
    }

    /// Returns the row of a method without signature, and adds it if there is none.
    pub(super) fn method(&mut self, name: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let rows = &mut self.rows;
        *self.methods.get_or_insert_with(name, || push(rows, name, true, offset, sink))
    }

    /// Sets the name and the source position of a signature.
    pub(super) fn define(
        &mut self,
        id: &[u8],
        name: &[u8],
        file: &[u8],
        line: &[u8],
        offset: u64,
        sink: &mut dyn Sink,
    ) {
        let row = self.row(id, offset, sink);
        let [name, file] = [name, file].map(|bytes| text(bytes, offset, sink).into_owned());
        let line = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()).unwrap_or(0);
        self.rows[row as usize] = Signature { name, file, line, is_defined: true, offset };
    }

    /// Reports signatures that were never defined.
    pub(super) fn report(&self, sink: &mut dyn Sink) {
        for Signature { name, offset, .. } in self.rows.iter().filter(|row| !row.is_defined) {
            sink.odd(OddityKind::Undefined, "signature", *offset, name);
        }
    }

    /// Returns the function of a signature in an element, which has a path. If no file is known, the element's path becomes part of the
    /// name.
    pub(super) fn function(
        &mut self,
        row: u32,
        element: u32,
        path: &str,
        separator: &str,
        sink: &mut dyn Sink,
    ) -> FunctionId {
        let Signature { name, file, line, .. } = &self.rows[row as usize];
        *self.functions.entry((element, row)).or_insert_with(|| {
            let own = if file.is_empty() { &format!("{path}{separator}{name}") } else { name };
            sink.function(FunctionSpec { name: own, file, line: *line, category: path })
        })
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let texts = 4 * (self.by_id.held_bytes() + self.methods.held_bytes());
        (self.rows.len() + self.functions.len()) as u64 * ROW_BYTES + texts
    }
}

fn push(rows: &mut Vec<Signature>, name: &[u8], is_defined: bool, offset: u64, sink: &mut dyn Sink) -> u32 {
    let name = text(name, offset, sink).into_owned();
    rows.push(Signature { name, file: String::new(), line: 0, is_defined, offset });
    rows.len() as u32 - 1
}
