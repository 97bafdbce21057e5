//! Records of a file, chunk by chunk.

use super::Fault;
use super::cursor::Cursor;

/// What files of records begin with: a byte that says so, one that says how numbers lie, and the numbers of the first and
/// the last record of the chunk.
const HEADER_BYTES: usize = 18;

const END_OF_CHUNK: u8 = 0;
const END_OF_BUFFER: u8 = 1;
const END_OF_FILE: u8 = 2;
const CHUNK: u8 = 3;

/// Whether bytes begin as a file of records does.
pub(super) fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [CHUNK, 0x42 | 0x23, ..])
}

/// Gives every record of a file to `each`: what it is, and a cursor behind that, which `each` moves to its end. Chunks begin
/// at multiples of `chunk_bytes`; what of one is left over is not read.
pub(super) fn records(
    bytes: &[u8],
    chunk_bytes: u64,
    each: &mut dyn FnMut(u8, &mut Cursor<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let chunk_bytes = usize::try_from(chunk_bytes).unwrap_or(usize::MAX).max(HEADER_BYTES + 1);
    let mut start = 0_usize;
    loop {
        let end = start.saturating_add(chunk_bytes).min(bytes.len());
        let chunk = &bytes[..end];
        if !begins(&chunk[start..]) {
            return Err(Fault::new(start, "has no chunk where one should begin"));
        }
        let mut cursor = Cursor::new(chunk, start + 2, chunk[start + 1] == 0x23);
        // Numbers of its first and last event.
        cursor.full()?;
        cursor.full()?;
        loop {
            if cursor.is_over() {
                return Err(Fault::new(cursor.at(), "ends without a mark of its end"));
            }
            match cursor.byte()? {
                END_OF_FILE | END_OF_BUFFER => return Ok(()),
                END_OF_CHUNK => break,
                kind => each(kind, &mut cursor)?,
            }
        }
        start = end;
    }
}
