//! Reads the definitions of one location: its mapping tables and its clock offsets.

use super::Otf2Fault;
use super::clock::Offsets;
use super::cursor::Cursor;
use super::records::records;
use rustc_hash::FxHashMap;

/// Record types.
const MAPPING_TABLE: u8 = 5;
const CLOCK_OFFSET: u8 = 6;

/// Kinds of numbers that a table maps.
const OF_REGIONS: u8 = 3;
const OF_METRICS: u8 = 5;
const OF_CALLING_CONTEXTS: u8 = 10;

/// Marks a table that maps the numbers from 0 on. Other tables have pairs.
const DENSE: u8 = 0;

/// Definitions of a location.
#[derive(Debug, Default)]
pub(super) struct Local {
    pub(super) regions: FxHashMap<u32, u32>,
    pub(super) contexts: FxHashMap<u32, u32>,
    pub(super) metrics: FxHashMap<u32, u32>,
    pub(super) clock: Offsets,
    /// Number of clock measurements that are not later than the one before.
    pub(super) misplaced: u64,
}

impl Local {
    /// Reads a file of local definitions. A fault ends the reading; what comes before it is returned all the same.
    pub(super) fn read(bytes: &[u8], chunk_bytes: u64) -> (Self, Option<Otf2Fault>) {
        let mut all = Self::default();
        let outcome = records(bytes, chunk_bytes, &mut |kind, cursor| {
            let mut record = cursor.record()?;
            match kind {
                MAPPING_TABLE => match record.byte()? {
                    OF_REGIONS => map(&mut record, &mut all.regions),
                    OF_METRICS => map(&mut record, &mut all.metrics),
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

/// Reads pairs of a local and a global number. A local number that is in no table equals the global one.
fn map(record: &mut Cursor<'_>, numbers: &mut FxHashMap<u32, u32>) -> Result<(), Otf2Fault> {
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
