//! Families of lanes of which one side has more, as columns.

use crate::{Columns, StoreError};
use diptych_compare::lane_families::LaneFamily;

/// Adds the families of lanes, if there are any.
pub fn put_lane_families(columns: &mut Columns<'_>, families: &[LaneFamily]) {
    if families.is_empty() {
        return;
    }
    columns.put_texts("lane-families.name", families.iter().map(|of| of.name.as_str()));
    columns.put("lane-families.lanes", &families.iter().map(|of| of.lanes).collect::<Vec<[u32; 2]>>());
    columns.put("lane-families.work", &families.iter().map(|of| of.work).collect::<Vec<[i64; 2]>>());
    columns.put("lane-families.alone", &families.iter().map(|of| of.alone).collect::<Vec<[i64; 2]>>());
    columns.put("lane-families.busiest", &families.iter().map(|of| of.busiest).collect::<Vec<[i64; 2]>>());
}

/// Reads these families; none if the file has no such columns.
pub fn lane_families(columns: &Columns<'_>) -> Result<Vec<LaneFamily>, StoreError> {
    if !columns.has("lane-families.lanes") {
        return Ok(Vec::new());
    }
    let names = columns.texts("lane-families.name")?;
    let lanes: Vec<[u32; 2]> = columns.get("lane-families.lanes")?;
    let work: Vec<[i64; 2]> = columns.get("lane-families.work")?;
    let alone: Vec<[i64; 2]> = columns.get("lane-families.alone")?;
    let busiest: Vec<[i64; 2]> = columns.get("lane-families.busiest")?;
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    let all = [&work, &alone, &busiest];
    let fits = [lanes.len(), work.len(), alone.len(), busiest.len()] == [names.len(); 4];
    if !fits || !all.into_iter().flatten().flatten().all(can_be) {
        return Err(StoreError::Misfit { what: "its list of lanes belongs to another comparison" });
    }
    let rows = names.into_iter().zip(lanes).zip(work).zip(alone).zip(busiest);
    let family = |((((name, lanes), work), alone), busiest)| LaneFamily { name, lanes, work, alone, busiest };
    Ok(rows.map(family).collect())
}
