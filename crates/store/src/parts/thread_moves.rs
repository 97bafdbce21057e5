//! Functions that moved to other lanes, as columns.

use crate::{Columns, StoreError};
use diptych_compare::thread_moves::{MovedLanes, ThreadMove};
use diptych_trace::IdentityId;

/// Adds the functions that moved to other lanes.
pub fn put_thread_moves(columns: &mut Columns<'_>, moves: &[ThreadMove]) {
    columns.put("thread-moves.identity", &moves.iter().map(|of| of.identity).collect::<Vec<IdentityId>>());
    columns.put("thread-moves.calls", &moves.iter().map(|of| of.calls).collect::<Vec<u64>>());
    columns.put("thread-moves.ticks", &moves.iter().map(|of| of.ticks).collect::<Vec<[i64; 2]>>());
    let counts = moves.iter().map(|of| of.lanes.each_ref().map(|lanes| lanes.count));
    columns.put("thread-moves.lanes", &counts.collect::<Vec<[u32; 2]>>());
    let names = moves.iter().flat_map(|of| &of.lanes).map(|lanes| lanes.first.as_str());
    columns.put_texts("thread-moves.first-lanes", names);
}

/// Reads these functions; none if the file has no such columns. `identities` is the number of functions.
pub fn thread_moves(columns: &Columns<'_>, identities: u32) -> Result<Vec<ThreadMove>, StoreError> {
    if !columns.has("thread-moves.identity") {
        return Ok(Vec::new());
    }
    let of: Vec<IdentityId> = columns.get("thread-moves.identity")?;
    let calls: Vec<u64> = columns.get("thread-moves.calls")?;
    let ticks: Vec<[i64; 2]> = columns.get("thread-moves.ticks")?;
    let counts: Vec<[u32; 2]> = columns.get("thread-moves.lanes")?;
    let names = columns.texts("thread-moves.first-lanes")?;
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    let has_all = [calls.len(), ticks.len(), counts.len()] == [of.len(); 3] && names.len() == 2 * of.len();
    if !has_all || !ticks.iter().flatten().all(can_be) || of.iter().any(|of| of.0 >= identities) {
        return Err(StoreError::Misfit { what: "its list of moved work belongs to another comparison" });
    }
    let rows = of.into_iter().zip(calls).zip(ticks).zip(counts).zip(names.as_chunks::<2>().0);
    Ok(rows
        .map(|((((identity, calls), ticks), [a, b]), [first_a, first_b])| ThreadMove {
            identity,
            calls,
            ticks,
            lanes: [(first_a, a), (first_b, b)]
                .map(|(first, count)| MovedLanes { first: first.clone(), count }),
        })
        .collect())
}
