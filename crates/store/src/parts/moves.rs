//! Functions with moved calls, as columns.

use crate::{Columns, StoreError};
use diptych_compare::moves::MovedFunction;
use diptych_trace::IdentityId;

/// Adds the functions with moved calls.
pub fn put_moves(columns: &mut Columns<'_>, moved: &[MovedFunction]) {
    columns.put("moved.identity", &moved.iter().map(|of| of.identity).collect::<Vec<IdentityId>>());
    columns.put("moved.calls", &moved.iter().map(|of| of.calls).collect::<Vec<u64>>());
    let ticks = moved.iter().flat_map(|of| [of.ticks[0], of.ticks[1], of.farthest]);
    columns.put("moved.ticks", &ticks.collect::<Vec<i64>>());
    let starts: Option<Vec<[i64; 2]>> = moved.iter().map(|of| of.starts).collect();
    if let Some(starts) = starts {
        columns.put("moved.starts", &starts);
    }
}

/// Reads these functions, or `None` if the file has no such columns. `identities` is the number of functions.
pub fn moves(columns: &Columns<'_>, identities: u32) -> Result<Option<Vec<MovedFunction>>, StoreError> {
    if !columns.has("moved.identity") {
        return Ok(None);
    }
    let of: Vec<IdentityId> = columns.get("moved.identity")?;
    let (calls, ticks): (Vec<u64>, Vec<i64>) = (columns.get("moved.calls")?, columns.get("moved.ticks")?);
    // Files written before this column existed do not say where calls moved.
    let starts: Vec<Option<[i64; 2]>> = if columns.has("moved.starts") {
        columns.get::<[i64; 2]>("moved.starts")?.into_iter().map(Some).collect()
    } else {
        vec![None; of.len()]
    };
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    // The number of moved calls is their sum, which must not overflow.
    let sum = calls.iter().try_fold(0u64, |sum, &calls| sum.checked_add(calls));
    let has_all = calls.len() == of.len() && ticks.len() == 3 * of.len() && starts.len() == of.len();
    let are_known = of.iter().all(|of| of.0 < identities);
    let are_times = ticks.iter().chain(starts.iter().flatten().flatten()).all(can_be);
    if !has_all || !are_known || sum.is_none() || !are_times {
        return Err(StoreError::Misfit { what: "the list of moved functions belongs to another comparison" });
    }
    let rows = of.into_iter().zip(calls).zip(ticks.as_chunks::<3>().0).zip(starts);
    let row = rows.map(|(((identity, calls), &[a, b, farthest]), starts)| MovedFunction {
        identity,
        ticks: [a, b],
        calls,
        farthest,
        starts,
    });
    Ok(Some(row.collect()))
}
