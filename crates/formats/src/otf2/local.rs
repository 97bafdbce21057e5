//! What is defined for one location: what its numbers mean, and how its clock ran.

use super::Fault;
use super::clock::Offsets;
use super::cursor::Cursor;
use super::records::records;
use rustc_hash::FxHashMap;

/// Numbers of records.
const MAPPING_TABLE: u8 = 5;
const CLOCK_OFFSET: u8 = 6;

/// Whose numbers a table maps.
const OF_REGIONS: u8 = 3;
const OF_CALLING_CONTEXTS: u8 = 10;

/// A table that lists the numbers from 0 on; else it has pairs.
const DENSE: u8 = 0;

/// The definitions of a location.
#[derive(Debug, Default)]
pub(super) struct Local {
    pub(super) regions: FxHashMap<u32, u32>,
    pub(super) contexts: FxHashMap<u32, u32>,
    pub(super) clock: Offsets,
    /// Measurements of the clock that do not lie behind the one before.
    pub(super) misplaced: u64,
}

impl Local {
    /// Reads a file of them. A fault ends the reading; what lies before it holds.
    pub(super) fn read(bytes: &[u8], chunk_bytes: u64) -> (Self, Option<Fault>) {
        let mut all = Self::default();
        let outcome = records(bytes, chunk_bytes, &mut |kind, cursor| {
            let mut record = cursor.record()?;
            match kind {
                MAPPING_TABLE => match record.byte()? {
                    OF_REGIONS => map(&mut record, &mut all.regions),
                    OF_CALLING_CONTEXTS => map(&mut record, &mut all.contexts),
                    _ => Ok(()),
                },
                CLOCK_OFFSET => {
                    let (time, offset) = (record.full()?, record.long()? as i64);
                    all.misplaced += u64::from(!all.clock.push(time, offset));
                    Ok(())
                }
                _ => Ok(()),
            }
        });
        (all, outcome.err())
    }
}

/// Reads pairs of a local and a common number. Numbers that are not in a table mean themselves.
fn map(record: &mut Cursor<'_>, numbers: &mut FxHashMap<u32, u32>) -> Result<(), Fault> {
    let (count, is_dense) = (record.long()?, record.byte()? == DENSE);
    for place in 0..count {
        let local = if is_dense { Some(place) } else { Some(record.long()?) };
        let pair = (local.and_then(|local| u32::try_from(local).ok()), u32::try_from(record.long()?).ok());
        if let (Some(local), Some(common)) = pair {
            numbers.insert(local, common);
        }
    }
    Ok(())
}
