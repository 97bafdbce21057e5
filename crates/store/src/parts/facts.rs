//! Facts of a comparison besides its call paths, as columns.

use crate::{Columns, StoreError, parts};
use diptych_compare::call_times::CallTimes;
use diptych_compare::ends::Ends;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{Floor, Normalisation, Options, RowUnit};
use diptych_trace::{Axis, AxisKind, Unit};

/// Facts about a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFacts {
    /// Name of its file.
    pub name: String,
    /// Format in which it was read.
    pub format: String,
    /// Number of calls.
    pub calls: u64,
}

/// Facts about a pair besides its call paths.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFacts {
    /// Runs of A and of B, at least one each. The calls of the first one are aligned.
    pub runs: [Vec<RunFacts>; 2],
    /// Axis of the aligned run of A.
    pub axis: Axis,
    /// Number of lanes, and of those without a partner.
    pub lanes: LaneCounts,
    /// Compared calls of each side, by [`diptych_compare::align::Kind`].
    pub calls: [[u64; 3]; 2],
    /// Ticks of self time, by side and kind.
    pub self_ticks: [[i64; 3]; 2],
    /// Ends of the aligned runs.
    pub ends: Ends,
    /// True if lists and counts leave out the calls after the other run's end.
    pub is_left_out: bool,
    /// Times of single calls, if each side has one run.
    pub times: Option<CallTimes>,
    /// Options of the ranking.
    pub options: Options,
}

const MISFIT: StoreError = StoreError::Misfit { what: "its printed facts have another form" };
/// Stored words for what is ranked.
const BY: [(&str, RowUnit); 2] = [("function", RowUnit::Function), ("path", RowUnit::Path)];
/// Stored words for normalisations.
const NORMALISATIONS: [(&str, Normalisation); 3] = [
    ("absolute", Normalisation::Absolute),
    ("per-total", Normalisation::PerTotal),
    ("per-call", Normalisation::PerCall),
];
/// Most ticks in a value, so that sums do not overflow.
const MOST_TICKS: i64 = i64::MAX / 16;

/// Adds the facts about a pair.
pub fn put_facts(columns: &mut Columns<'_>, facts: &PairFacts) {
    for (letter, runs) in ["a", "b"].into_iter().zip(&facts.runs) {
        columns.put_texts(&format!("told.runs.{letter}"), runs.iter().map(|run| run.name.as_str()));
        columns.put_texts(&format!("told.formats.{letter}"), runs.iter().map(|run| run.format.as_str()));
        columns.put(&format!("told.calls.{letter}"), &runs.iter().map(|run| run.calls).collect::<Vec<u64>>());
    }
    columns.put_text("told.axis", axis_text(facts.axis.kind, facts.axis.unit));
    columns.put("told.axis-scale", &[facts.axis.scale]);
    let LaneCounts { lanes, alone, suspect } = facts.lanes;
    columns.put("told.lanes", &[lanes[0], lanes[1], alone[0], alone[1], suspect]);
    columns.put("told.aligned", &facts.calls.concat());
    columns.put("told.aligned-ticks", &facts.self_ticks.concat());
    parts::put_ends(columns, &facts.ends);
    if let Some(times) = &facts.times {
        parts::put_call_times(columns, times);
    }
    columns.put("told.left-out", &[u8::from(facts.is_left_out)]);
    let Options { by, normalisation, floor, level } = facts.options;
    columns.put_text("told.by", word(&BY, by));
    columns.put_text("told.normalise", word(&NORMALISATIONS, normalisation));
    columns.put("told.floor-share", &[floor.share]);
    columns.put("told.floor-ticks", &[floor.ticks]);
    columns.put("told.level", &[level]);
}

/// Reads the facts about a pair.
pub fn facts(columns: &Columns<'_>) -> Result<PairFacts, StoreError> {
    let &[lanes_a, lanes_b, alone_a, alone_b, suspect] = &columns.get::<u64>("told.lanes")?[..] else {
        return Err(MISFIT);
    };
    let runs = [runs(columns, "a")?, runs(columns, "b")?];
    let times = if columns.has("few.side") {
        let calls = [0, 1].map(|side: usize| runs[side][0].calls);
        Some(parts::call_times(columns, columns.texts("keys")?.len() as u32, calls)?)
    } else {
        None
    };
    let self_ticks: [[i64; 3]; 2] = by_kind(&columns.get("told.aligned-ticks")?)?;
    let calls: [[u64; 3]; 2] = by_kind(&columns.get("told.aligned")?)?;
    // The output adds these counts up, so their sums must not overflow.
    let counts = calls.iter().flatten().chain([&lanes_a, &lanes_b, &alone_a, &alone_b, &suspect]);
    if !self_ticks.iter().flatten().all(|&ticks| can_be(ticks))
        || counts.into_iter().any(|&count| count > u64::from(u32::MAX))
    {
        return Err(MISFIT);
    }
    Ok(PairFacts {
        runs,
        axis: axis(columns)?,
        lanes: LaneCounts { lanes: [lanes_a, lanes_b], alone: [alone_a, alone_b], suspect },
        calls,
        self_ticks,
        ends: parts::ends(columns)?,
        is_left_out: one(&columns.get::<u8>("told.left-out")?)? == 1,
        times,
        options: options(columns)?,
    })
}

fn runs(columns: &Columns<'_>, letter: &str) -> Result<Vec<RunFacts>, StoreError> {
    let names = columns.texts(&format!("told.runs.{letter}"))?;
    let formats = columns.texts(&format!("told.formats.{letter}"))?;
    let calls: Vec<u64> = columns.get(&format!("told.calls.{letter}"))?;
    if names.is_empty() || formats.len() != names.len() || calls.len() != names.len() {
        return Err(MISFIT);
    }
    let runs = names.into_iter().zip(formats).zip(calls);
    Ok(runs.map(|((name, format), calls)| RunFacts { name, format, calls }).collect())
}

fn axis_text(kind: AxisKind, unit: Unit) -> String {
    format!("{} {}", kind.as_str(), unit.as_str())
}

fn axis(columns: &Columns<'_>) -> Result<Axis, StoreError> {
    let scale: f64 = one(&columns.get("told.axis-scale")?)?;
    let text = columns.text("told.axis")?;
    let kinds = [AxisKind::Time, AxisKind::Weight, AxisKind::Order];
    let units = [Unit::Nanoseconds, Unit::Bytes, Unit::Count, Unit::Share, Unit::Objects, Unit::Events];
    let all = kinds.into_iter().flat_map(|kind| units.map(|unit| (kind, unit)));
    let (kind, unit) = all.into_iter().find(|&(kind, unit)| text == axis_text(kind, unit)).ok_or(MISFIT)?;
    if !scale.is_finite() || scale <= 0.0 {
        return Err(MISFIT);
    }
    Ok(Axis { kind, unit, scale })
}

fn options(columns: &Columns<'_>) -> Result<Options, StoreError> {
    let (share, ticks): (f64, i64) =
        (one(&columns.get("told.floor-share")?)?, one(&columns.get("told.floor-ticks")?)?);
    let level: f64 = one(&columns.get("told.level")?)?;
    if !(0.0..1e6).contains(&share) || !can_be(ticks) || !(0.0..1.0).contains(&level) {
        return Err(MISFIT);
    }
    Ok(Options {
        by: value(&BY, columns.text("told.by")?)?,
        normalisation: value(&NORMALISATIONS, columns.text("told.normalise")?)?,
        floor: Floor { share, ticks },
        level,
    })
}

fn can_be(ticks: i64) -> bool {
    (0..=MOST_TICKS).contains(&ticks)
}

fn word<T: PartialEq + Copy>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, entry)| *entry == value).map_or("", |(word, _)| word)
}

fn value<T: Copy>(table: &[(&str, T)], word: &str) -> Result<T, StoreError> {
    table.iter().find(|(entry, _)| *entry == word).map(|&(_, value)| value).ok_or(MISFIT)
}

fn one<T: Copy>(column: &[T]) -> Result<T, StoreError> {
    if let [one] = column { Ok(*one) } else { Err(MISFIT) }
}

fn by_kind<T: Copy>(column: &[T]) -> Result<[[T; 3]; 2], StoreError> {
    let &[a, b, c, d, e, f] = column else { return Err(MISFIT) };
    Ok([[a, b, c], [d, e, f]])
}
