//! Times of single calls, as columns.

use crate::{Columns, StoreError};
use diptych_compare::call_times::{
    CallPattern, CallShift, CallShifts, CallTimes, ChangedCalls, IdleGap, OutlierCall, Quantiles,
};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_profile::NodeId;
use diptych_trace::{CallId, IdentityId};

/// Most ticks that a call can take, so that sums of calls do not overflow.
const MOST_TICKS: i64 = i64::MAX / 8;

/// Number of values in ticks that are stored for each pause.
const FIGURES: usize = 4;

/// Adds the times of single calls.
pub fn put_call_times(columns: &mut Columns<'_>, times: &CallTimes) {
    for (letter, of) in ["a", "b"].into_iter().zip(&times.sides) {
        let column = |of_one: fn(&Quantiles) -> i64| of.iter().map(of_one).collect::<Vec<i64>>();
        columns.put(&format!("times.{letter}.median"), &column(|of| of.median));
        columns.put(&format!("times.{letter}.p99"), &column(|of| of.p99));
    }
    put_shifts(columns, &times.shifts);
    put_changed_calls(columns, &times.changed);
    let gap = times.gap.iter().flat_map(|of| [of.side as i64, of.start, of.ticks, of.of_other]);
    columns.put("shifts.gap", &gap.collect::<Vec<i64>>());
    let around = times.gap.iter().flat_map(|of| of.around);
    columns.put("shifts.gap-functions", &around.collect::<Vec<IdentityId>>());
    let few = &times.few;
    columns.put("few.side", &few.iter().map(|call| call.side as u8).collect::<Vec<u8>>());
    columns.put("few.call", &few.iter().map(|call| call.call).collect::<Vec<CallId>>());
    columns.put("few.identity", &few.iter().map(|call| call.identity).collect::<Vec<IdentityId>>());
    columns.put("few.node", &few.iter().map(|call| call.node.0).collect::<Vec<u32>>());
    let ticks = |of: &OutlierCall| [of.start, of.self_ticks, of.usual, of.ordinary];
    columns.put("few.ticks", &few.iter().flat_map(ticks).collect::<Vec<i64>>());
}

/// Reads the times of single calls; `calls` is the number of calls on each side.
pub fn call_times(
    columns: &Columns<'_>,
    identity_count: u32,
    calls: [u64; 2],
) -> Result<CallTimes, StoreError> {
    let misfit = || StoreError::Misfit { what: "the times of calls belong to other traces" };
    let can_be = |ticks: &i64| (0..=MOST_TICKS).contains(ticks);
    let of_side = |letter: &str| {
        let medians: Vec<i64> = columns.get(&format!("times.{letter}.median"))?;
        let p99s: Vec<i64> = columns.get(&format!("times.{letter}.p99"))?;
        let fits = [&medians, &p99s].into_iter().all(|of| of.len() == medians.len() && of.iter().all(can_be));
        // Without single calls, as of folded traces, there are none.
        let fits = fits && (medians.is_empty() || medians.len() == identity_count as usize);
        let all = medians.into_iter().zip(p99s).map(|(median, p99)| Quantiles { median, p99 });
        if fits { Ok(all.collect::<Vec<_>>()) } else { Err(misfit()) }
    };
    let sides = [of_side("a")?, of_side("b")?];
    let side: Vec<u8> = columns.get("few.side")?;
    let call: Vec<CallId> = columns.get("few.call")?;
    let identity: Vec<IdentityId> = columns.get("few.identity")?;
    let node: Vec<u32> = columns.get("few.node")?;
    let ticks: Vec<i64> = columns.get("few.ticks")?;
    let count = side.len();
    let lengths = [call.len(), identity.len(), node.len()];
    let is_whole = lengths == [count; 3] && ticks.len() == FIGURES * count;
    if !is_whole || !ticks.iter().all(can_be) {
        return Err(misfit());
    }
    let few: Vec<OutlierCall> = (0..count)
        .map(|row| OutlierCall {
            side: usize::from(side[row]),
            call: call[row],
            identity: identity[row],
            node: NodeId(node[row]),
            start: ticks[FIGURES * row],
            self_ticks: ticks[FIGURES * row + 1],
            usual: ticks[FIGURES * row + 2],
            ordinary: ticks[FIGURES * row + 3],
        })
        .collect();
    let fits = |of: &OutlierCall| {
        of.side < 2 && (of.call.0 as u64) < calls[of.side] && of.identity.0 < identity_count
    };
    if !few.iter().all(fits) || !few.is_sorted_by_key(|of| of.identity) {
        return Err(misfit());
    }
    Ok(CallTimes {
        sides,
        few,
        shifts: shifts(columns, identity_count)?,
        changed: changed_calls(columns, identity_count)?,
        gap: gap(columns, identity_count)?,
    })
}

/// Adds the calls that make most of their function's change. A pattern is a number: 0 without one, 1 for the first calls, 2
/// for a lane, and otherwise a period.
fn put_changed_calls(columns: &mut Columns<'_>, changed: &[ChangedCalls]) {
    let identities = changed.iter().map(|of| of.identity);
    columns.put("shifts.changed", &identities.collect::<Vec<IdentityId>>());
    let pattern = |of: &ChangedCalls| match of.pattern {
        CallPattern::Scattered => 0,
        CallPattern::First => 1,
        CallPattern::Lane(_) => LANE,
        CallPattern::Every(period) => period.saturating_add(LANE),
    };
    let counts = changed.iter().flat_map(|of| [of.changed, of.all, pattern(of)]);
    columns.put("shifts.changed-counts", &counts.collect::<Vec<u32>>());
    let lane = |of: &ChangedCalls| match &of.pattern {
        CallPattern::Lane(lane) => Some(lane.clone()),
        _ => None,
    };
    let lanes: Vec<String> = changed.iter().filter_map(lane).collect();
    columns.put_texts("shifts.changed-lanes", lanes.iter().map(String::as_str));
}

/// Number of a pattern of calls on one lane. A larger one is a period and this number.
const LANE: u32 = 2;

/// Reads these calls, of which older files have none.
fn changed_calls(columns: &Columns<'_>, identity_count: u32) -> Result<Vec<ChangedCalls>, StoreError> {
    if !columns.has("shifts.changed") {
        return Ok(Vec::new());
    }
    let identities: Vec<IdentityId> = columns.get("shifts.changed")?;
    let counts: Vec<u32> = columns.get("shifts.changed-counts")?;
    let mut lanes = columns.texts("shifts.changed-lanes")?.into_iter();
    let fits = counts.len() == 3 * identities.len()
        && identities.is_sorted()
        && identities.iter().all(|identity| identity.0 < identity_count);
    if !fits {
        return Err(StoreError::Misfit { what: "the changed calls belong to other traces" });
    }
    let row = |(identity, &[changed, all, pattern]): (IdentityId, &[u32; 3])| {
        let pattern = match pattern {
            0 => CallPattern::Scattered,
            1 => CallPattern::First,
            LANE => CallPattern::Lane(lanes.next().ok_or(StoreError::Damaged)?),
            period => CallPattern::Every(period - LANE),
        };
        Ok(ChangedCalls { identity, changed, all, pattern })
    };
    identities.into_iter().zip(counts.as_chunks::<3>().0).map(row).collect()
}

/// Reads the longest time without a call, of which older files have none.
fn gap(columns: &Columns<'_>, identity_count: u32) -> Result<Option<IdleGap>, StoreError> {
    if !columns.has("shifts.gap") {
        return Ok(None);
    }
    let ticks: Vec<i64> = columns.get("shifts.gap")?;
    let around: Vec<IdentityId> = columns.get("shifts.gap-functions")?;
    let can_be = |ticks: &i64| (0..=MOST_TICKS).contains(ticks);
    match (ticks.as_slice(), around.as_slice()) {
        ([], []) => Ok(None),
        (&[side @ (0 | 1), start, ticks, of_other], &[before, after])
            if [start, ticks, of_other].iter().all(can_be)
                && [before, after].iter().all(|of| of.0 < identity_count) =>
        {
            Ok(Some(IdleGap { side: side as usize, start, ticks, of_other, around: [before, after] }))
        }
        _ => Err(StoreError::Misfit { what: "the time without calls belongs to other traces" }),
    }
}

/// Adds the changes of matched calls.
fn put_shifts(columns: &mut Columns<'_>, shifts: &CallShifts) {
    let of = &shifts.functions;
    let counts = of.iter().flat_map(|of| [of.pairs, of.longer, of.shorter]);
    columns.put("shifts.counts", &counts.collect::<Vec<u32>>());
    columns.put("shifts.before", &of.iter().map(|of| of.before).collect::<Vec<i64>>());
    columns.put("shifts.ratio", &of.iter().map(|of| of.ln_ratio).collect::<Vec<f64>>());
    columns.put("shifts.deviations", &of.iter().map(|of| of.deviation).collect::<Vec<f64>>());
    columns.put("shifts.stretches", &of.iter().map(|of| of.stretch).collect::<Vec<f64>>());
    let around = of.iter().map(|of| [of.ln_nearby, of.ln_beside]);
    columns.put("shifts.around", &around.collect::<Vec<[f64; 2]>>());
    columns.put("shifts.typical", &[shifts.ln_typical, shifts.spread]);
    columns.put("shifts.calls", &[shifts.call_spread]);
}

/// Reads the changes of matched calls, of which older files have none.
fn shifts(columns: &Columns<'_>, identity_count: u32) -> Result<CallShifts, StoreError> {
    if !columns.has("shifts.counts") {
        return Ok(CallShifts::default());
    }
    let counts: Vec<u32> = columns.get("shifts.counts")?;
    let before: Vec<i64> = columns.get("shifts.before")?;
    let ratio: Vec<f64> = columns.get("shifts.ratio")?;
    let typical: Vec<f64> = columns.get("shifts.typical")?;
    let rows = ratio.len();
    // Files of earlier versions lack how much single calls vary.
    let has_deviations = columns.has("shifts.deviations") && columns.has("shifts.calls");
    let (deviations, of_calls) = if has_deviations {
        (columns.get::<f64>("shifts.deviations")?, columns.get::<f64>("shifts.calls")?)
    } else {
        (vec![0.0; rows], vec![0.0])
    };
    // Files of earlier versions lack where the calls lie. Then they may lie anywhere.
    let has_stretches = columns.has("shifts.stretches");
    let stretches: Vec<f64> = if has_stretches { columns.get("shifts.stretches")? } else { vec![1.0; rows] };
    let fits = [0, identity_count as usize].contains(&rows)
        && counts.len() == 3 * rows
        && before.len() == rows
        && before.iter().all(|ticks| (0..=MOST_TICKS).contains(ticks))
        && !ratio.iter().any(|ratio| ratio.is_nan())
        && deviations.len() == rows
        && deviations.iter().all(|deviation| deviation.is_finite() && *deviation >= 0.0)
        && stretches.len() == rows
        && stretches.iter().all(|stretch| (0.0..=1.0).contains(stretch));
    let &[ln_typical, spread] = typical.as_slice() else { return Err(StoreError::Damaged) };
    let &[call_spread] = of_calls.as_slice() else { return Err(StoreError::Damaged) };
    let is_spread = |spread: f64| spread.is_finite() && spread >= 0.0;
    if !fits || !ln_typical.is_finite() || !is_spread(spread) || !is_spread(call_spread) {
        return Err(StoreError::Misfit { what: "the changes of matched calls belong to other traces" });
    }
    // In files of earlier versions, functions have no others around them.
    let around: Vec<[f64; 2]> = if columns.has("shifts.around") {
        columns.get("shifts.around")?
    } else {
        ratio.iter().map(|ratio| [ln_typical, ratio - ln_typical]).collect()
    };
    if around.len() != rows || around.iter().flatten().any(|ratio| ratio.is_nan()) {
        return Err(StoreError::Misfit { what: "the changes of matched calls belong to other traces" });
    }
    let row = |row: usize| CallShift {
        pairs: counts[3 * row],
        longer: counts[3 * row + 1],
        shorter: counts[3 * row + 2],
        before: before[row],
        ln_ratio: ratio[row],
        deviation: deviations[row],
        stretch: stretches[row],
        ln_nearby: around[row][0],
        ln_beside: around[row][1],
    };
    Ok(CallShifts { ln_typical, spread, call_spread, functions: (0..rows).map(row).collect() })
}

/// Adds the time in calls that both sides have.
pub fn put_common_times(columns: &mut Columns<'_>, common: &CommonTimes) {
    for (letter, ticks) in ["a", "b"].into_iter().zip(&common.sides) {
        columns.put(&format!("common.{letter}"), ticks);
    }
}

/// Reads the time in calls that both sides have; `nodes` is the number of paths on each side.
pub fn common_times(columns: &Columns<'_>, nodes: [usize; 2]) -> Result<CommonTimes, StoreError> {
    let of_side = |letter: &str, nodes: usize| {
        let ticks: Vec<i64> = columns.get(&format!("common.{letter}"))?;
        let fits =
            ticks.len() == nodes && ticks.iter().all(|ticks| (-MOST_TICKS..=MOST_TICKS).contains(ticks));
        let misfit = StoreError::Misfit { what: "the time of common calls belongs to other traces" };
        if fits { Ok(ticks) } else { Err(misfit) }
    };
    Ok(CommonTimes { sides: [of_side("a", nodes[0])?, of_side("b", nodes[1])?] })
}

/// Adds the inclusive time of each function.
pub fn put_inclusive_times(columns: &mut Columns<'_>, times: &InclusiveTimes) {
    for (letter, ticks) in ["a", "b"].into_iter().zip(&times.sides) {
        columns.put(&format!("inclusive.{letter}"), ticks);
    }
}

/// Reads the inclusive time of each of `identities` functions; `None` in files of earlier versions.
///
/// # Errors
///
/// Returns an error if the columns belong to other functions.
pub fn inclusive_times(columns: &Columns<'_>, identities: u32) -> Result<Option<InclusiveTimes>, StoreError> {
    if !columns.has("inclusive.a") {
        return Ok(None);
    }
    let of_side = |letter: &str| {
        let ticks: Vec<i64> = columns.get(&format!("inclusive.{letter}"))?;
        let fits =
            ticks.len() == identities as usize && ticks.iter().all(|ticks| (0..=MOST_TICKS).contains(ticks));
        let misfit = StoreError::Misfit { what: "the inclusive times belong to other functions" };
        if fits { Ok(ticks) } else { Err(misfit) }
    };
    Ok(Some(InclusiveTimes { sides: [of_side("a")?, of_side("b")?] }))
}
