//! The lane that works longer while others wait, as columns.

use crate::{Columns, StoreError};
use diptych_compare::late_lanes::{LaneTime, LateLane};
use diptych_trace::IdentityId;

const MISFIT: StoreError = StoreError::Misfit { what: "its late lane belongs to another comparison" };

/// Adds the lane, if there is one.
pub fn put_late_lane(columns: &mut Columns<'_>, lane: Option<&LateLane>) {
    let Some(lane) = lane else { return };
    columns.put_texts("late-lane.words", [lane.name.as_str(), lane.word.as_str()]);
    columns.put("late-lane.functions", &[lane.function.0, lane.wait.0]);
    let [a, b] = lane.together;
    columns.put("late-lane.ticks", &[lane.ticks[0], lane.ticks[1], lane.wait_ticks, a.ticks, b.ticks]);
    columns.put("late-lane.calls", &[a.calls, b.calls]);
    columns.put("late-lane.lanes", &[lane.similar, lane.wait_lanes, lane.lanes]);
}

/// Reads this lane; `None` if the file has no such columns. `identities` is the number of functions.
pub fn late_lane(columns: &Columns<'_>, identities: u32) -> Result<Option<LateLane>, StoreError> {
    if !columns.has("late-lane.lanes") {
        return Ok(None);
    }
    let [name, word] = <[String; 2]>::try_from(columns.texts("late-lane.words")?).map_err(|_| MISFIT)?;
    let functions: Vec<u32> = columns.get("late-lane.functions")?;
    let ticks: Vec<i64> = columns.get("late-lane.ticks")?;
    let (calls, lanes): (Vec<u64>, Vec<u32>) =
        (columns.get("late-lane.calls")?, columns.get("late-lane.lanes")?);
    let (
        [function, wait],
        [a, b, wait_ticks, together_a, together_b],
        [calls_a, calls_b],
        [similar, wait_lanes, lanes],
    ) = (&functions[..], &ticks[..], &calls[..], &lanes[..])
    else {
        return Err(MISFIT);
    };
    let is_known = [function, wait].into_iter().all(|of| *of < identities);
    let can_be = |ticks: &&i64| (-(i64::MAX / 8)..=i64::MAX / 8).contains(*ticks);
    if !is_known || !ticks.iter().all(|ticks| can_be(&ticks)) {
        return Err(MISFIT);
    }
    Ok(Some(LateLane {
        name,
        word,
        similar: *similar,
        function: IdentityId(*function),
        ticks: [*a, *b],
        together: [
            LaneTime { ticks: *together_a, calls: *calls_a },
            LaneTime { ticks: *together_b, calls: *calls_b },
        ],
        wait: IdentityId(*wait),
        wait_lanes: *wait_lanes,
        lanes: *lanes,
        wait_ticks: *wait_ticks,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lane_is_read_back_and_checked() {
        let lane = LateLane {
            name: "rank-37".to_owned(),
            word: "rank".to_owned(),
            similar: 1,
            function: IdentityId(2),
            ticks: [56, 92],
            together: [LaneTime { ticks: 60, calls: 4 }, LaneTime { ticks: 130, calls: 5 }],
            wait: IdentityId(0),
            wait_lanes: 61,
            lanes: 64,
            wait_ticks: -34,
        };
        let stored = |lane: Option<&LateLane>| {
            let mut columns = Columns::default();
            put_late_lane(&mut columns, lane);
            columns.to_bytes()
        };
        let read =
            |bytes: &[u8], identities: u32| late_lane(&Columns::from_bytes(bytes).unwrap(), identities);
        assert_eq!(read(&stored(Some(&lane)), 3), Ok(Some(lane.clone())));
        assert_eq!(read(&stored(None), 3), Ok(None));
        // A function that the file does not have.
        assert!(read(&stored(Some(&lane)), 2).is_err());
    }
}
