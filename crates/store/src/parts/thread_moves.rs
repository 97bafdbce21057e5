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
    let carried: Vec<IdentityId> = moves.iter().flat_map(|of| &of.carried).copied().collect();
    columns.put("thread-moves.carried", &carried);
    let counts: Vec<u32> = moves.iter().map(|of| of.carried.len() as u32).collect();
    columns.put("thread-moves.carried-counts", &counts);
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
    let carried: Vec<IdentityId> = columns.get("thread-moves.carried")?;
    let carried_counts: Vec<u32> = columns.get("thread-moves.carried-counts")?;
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    let has_all = [calls.len(), ticks.len(), counts.len(), carried_counts.len()] == [of.len(); 4]
        && names.len() == 2 * of.len()
        && carried_counts.iter().map(|&count| u64::from(count)).sum::<u64>() == carried.len() as u64;
    let are_known = of.iter().chain(&carried).all(|of| of.0 < identities);
    if !has_all || !are_known || !ticks.iter().flatten().all(can_be) {
        return Err(StoreError::Misfit { what: "its list of moved work belongs to another comparison" });
    }
    let mut carried = carried.into_iter();
    let carried = carried_counts.into_iter().map(|count| carried.by_ref().take(count as usize).collect());
    let carried: Vec<Vec<IdentityId>> = carried.collect();
    let rows = of.into_iter().zip(calls).zip(ticks).zip(counts).zip(names.as_chunks::<2>().0).zip(carried);
    Ok(rows
        .map(|(((((identity, calls), ticks), [a, b]), [first_a, first_b]), carried)| ThreadMove {
            identity,
            calls,
            ticks,
            lanes: [(first_a, a), (first_b, b)]
                .map(|(first, count)| MovedLanes { first: first.clone(), count }),
            carried,
        })
        .collect())
}
