//! Iterates over the records of a file, chunk by chunk.

use super::Otf2Fault;
use super::cursor::Cursor;

/// Bytes in a chunk's header: its mark, the byte order, and the numbers of its first and last event.
const HEADER_BYTES: usize = 18;

const END_OF_CHUNK: u8 = 0;
const END_OF_BUFFER: u8 = 1;
const END_OF_FILE: u8 = 2;
const CHUNK: u8 = 3;

/// Returns whether bytes begin like a file of records.
pub(super) fn begins(bytes: &[u8]) -> bool {
    matches!(bytes, [CHUNK, 0x42 | 0x23, ..])
}

/// Hands every record of a file to `each`: its type, and a cursor after that, which `each` must move to the record's
/// end. Chunks begin at multiples of `chunk_bytes`; the unused rest of a chunk is skipped.
pub(super) fn records(
    bytes: &[u8],
    chunk_bytes: u64,
    each: &mut dyn FnMut(u8, &mut Cursor<'_>) -> Result<(), Otf2Fault>,
) -> Result<(), Otf2Fault> {
    let chunk_bytes = usize::try_from(chunk_bytes).unwrap_or(usize::MAX).max(HEADER_BYTES + 1);
    let mut start = 0_usize;
    loop {
        let end = start.saturating_add(chunk_bytes).min(bytes.len());
        let chunk = &bytes[..end];
        if !begins(&chunk[start..]) {
            return Err(Otf2Fault::new(start, "has no chunk where one must begin"));
        }
        let mut cursor = Cursor::new(chunk, start + 2, chunk[start + 1] == 0x23);
        // Skip the numbers of the chunk's first and last event.
        cursor.full()?;
        cursor.full()?;
        loop {
            if cursor.is_over() {
                return Err(Otf2Fault::new(cursor.at(), "ends without an end mark"));
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
