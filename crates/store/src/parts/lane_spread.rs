//! Number of lanes with calls of each path and function, as columns.

use crate::{Columns, StoreError};
use diptych_profile::LaneSpread;

/// Adds the numbers of lanes of a side's run.
pub fn put_lane_spread(columns: &mut Columns<'_>, side: usize, spread: &LaneSpread) {
    columns.put(name(side, "paths"), &spread.by_path);
    columns.put(name(side, "functions"), &spread.by_function);
}

/// Reads the numbers of lanes; `paths` and `functions` are the sizes of the side.
pub fn lane_spread(
    columns: &Columns<'_>,
    side: usize,
    paths: usize,
    functions: u32,
) -> Result<LaneSpread, StoreError> {
    let (by_path, by_function): (Vec<u32>, Vec<u32>) =
        (columns.get(name(side, "paths"))?, columns.get(name(side, "functions"))?);
    if by_path.len() != paths || by_function.len() != functions as usize {
        return Err(StoreError::Misfit { what: "its numbers of lanes belong to other traces" });
    }
    Ok(LaneSpread { by_path, by_function })
}

fn name(side: usize, of: &str) -> &'static str {
    match (side, of) {
        (0, "paths") => "lanes.a.paths",
        (0, _) => "lanes.a.functions",
        (_, "paths") => "lanes.b.paths",
        (_, _) => "lanes.b.functions",
    }
}
