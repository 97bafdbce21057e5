//! Analyses as columns: writing them, and checking them when they are read.

mod call_times;
mod facts;
mod identity;
mod lane_families;
mod lane_spread;
mod late_lane;
mod moves;
mod permutation_test;
mod profile;
mod thread_moves;

pub use call_times::{
    call_times, common_times, inclusive_times, put_call_times, put_common_times, put_inclusive_times,
};
pub use facts::{PairFacts, RunFacts, facts, put_facts};
pub use lane_families::{lane_families, put_lane_families};
pub use lane_spread::{lane_spread, put_lane_spread};
pub use late_lane::{late_lane, put_late_lane};
pub use moves::{moves, put_moves};
pub use permutation_test::{
    permutation_result, permutation_test, put_permutation_result, put_permutation_test,
};

pub use profile::{put_weighted_tree, weighted_tree};
pub use thread_moves::{put_thread_moves, thread_moves};

use crate::{Columns, StoreError};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind};
use diptych_compare::ends::{ComparedUntil, EarlyEnd, Ends};
use diptych_compare::identity::Rules;
use diptych_compare::lanes::{LanePair, LanePairs};
use diptych_compare::similarity::{
    CalleeSets, Repetition, SetColumns, Similarity, SimilarityColumns, SumColumns,
};
use diptych_profile::{CallTree, TreeColumns};
use diptych_trace::{CallId, IdentityId, LaneId};

pub use identity::{KeyedIdentities, check_sum_of_keys, identities, prefix, put_prefix, put_sum_of_keys};

use identity::put_identities;

/// Adds the identities, lanes and alignment of a pair, which the page stores with the call trees.
pub fn put_pair(
    columns: &mut Columns<'_>,
    rules: &Rules,
    identities: KeyedIdentities<'_>,
    lanes: &LanePairs,
    alignment: &Alignment,
) {
    columns.put_text("rules", rules.to_text());
    put_identities(columns, identities);
    put_lanes(columns, lanes);
    put_alignment(columns, alignment);
}

/// Adds an alignment, without the marks of [`EarlyEnd::mark`]: the ends of the sides are stored on their own.
pub fn put_alignment(columns: &mut Columns<'_>, alignment: &Alignment) {
    let code = |&kind: &Kind| kind.min(Kind::Only) as u8;
    let kinds: Vec<u8> = alignment.sides[0].kind.iter().map(code).collect();
    columns.put("align.partner", &alignment.sides[0].partner);
    columns.put("align.kind", &kinds);
    columns.put("align.swapped", &[u8::from(alignment.is_swapped())]);
}

/// Reads the alignment of a pair.
pub fn alignment(columns: &Columns<'_>, pair: Pair<'_>) -> Result<Alignment, StoreError> {
    let misfit = StoreError::Misfit { what: "the alignment belongs to other traces" };
    let partner: Vec<CallId> = columns.get("align.partner")?;
    let codes: Vec<u8> = columns.get("align.kind")?;
    let kinds: Option<Vec<Kind>> = codes.into_iter().map(Kind::from_code).collect();
    let swapped = columns.get::<u8>("align.swapped")? == [1];
    kinds.and_then(|kinds| Alignment::restore(pair, partner, kinds, swapped)).ok_or(misfit)
}

/// Adds lane pairs.
pub fn put_lanes(columns: &mut Columns<'_>, lanes: &LanePairs) {
    let pairs = &lanes.pairs;
    columns.put("lanes.pairs", &pairs.iter().flat_map(|pair| pair.lanes).collect::<Vec<LaneId>>());
    columns.put("lanes.overlap", &pairs.iter().map(|pair| pair.overlap).collect::<Vec<f64>>());
    columns.put("lanes.shared", &pairs.iter().flat_map(|pair| pair.shared_ticks).collect::<Vec<u64>>());
    columns.put("lanes.forced", &pairs.iter().map(|pair| u8::from(pair.forced)).collect::<Vec<u8>>());
    columns.put("lanes.only-a", &lanes.unpaired[0]);
    columns.put("lanes.only-b", &lanes.unpaired[1]);
    columns.put("lanes.by-name", &[u8::from(lanes.by_name_first)]);
}

/// Most ticks that two lanes can share.
const MOST_SHARED: u64 = i64::MAX as u64;

/// Reads lane pairs.
pub fn lanes(columns: &Columns<'_>, pair: Pair<'_>) -> Result<LanePairs, StoreError> {
    let ends: Vec<LaneId> = columns.get("lanes.pairs")?;
    let overlaps: Vec<f64> = columns.get("lanes.overlap")?;
    let shared: Vec<u64> = columns.get("lanes.shared")?;
    let forced: Vec<u8> = columns.get("lanes.forced")?;
    let unpaired = [columns.get("lanes.only-a")?, columns.get("lanes.only-b")?];
    let count = overlaps.len();
    let once = |side: usize| {
        let mut free = vec![true; pair.traces[side].lanes().len()];
        let paired = ends.iter().skip(side).step_by(2);
        let mut lanes = paired.chain(&unpaired[side]);
        lanes.all(|lane| free.get_mut(lane.index()).is_some_and(std::mem::take))
    };
    let can_be_shared = |ticks: &u64| *ticks <= MOST_SHARED;
    let fits = ends.len() == 2 * count
        && shared.len() == 2 * count
        && forced.len() == count
        && overlaps.iter().all(|overlap| (0.0..=1.0).contains(overlap))
        && shared.iter().all(can_be_shared)
        && once(0)
        && once(1);
    if !fits {
        return Err(StoreError::Misfit { what: "the lanes belong to other traces" });
    }
    let pairs = (0..count).map(|row| LanePair {
        lanes: [ends[2 * row], ends[2 * row + 1]],
        overlap: overlaps[row],
        shared_ticks: [shared[2 * row], shared[2 * row + 1]],
        forced: forced[row] != 0,
    });
    let by_name_first = columns.get::<u8>("lanes.by-name")? == [1];
    Ok(LanePairs { pairs: pairs.collect(), unpaired, by_name_first })
}

/// Adds the compared part of the longer side, if there is one.
pub fn put_compared_until(columns: &mut Columns<'_>, until: Option<&ComparedUntil>) {
    if let Some(ComparedUntil { side, moment, is_cut, open }) = until {
        columns.put("until.side", &[*side as u8, u8::from(*is_cut)]);
        columns.put("until.moment", &[*moment]);
        columns.put("until.open", &open.iter().map(|call| call.0).collect::<Vec<u32>>());
    }
}

/// Reads the compared part of the longer side; `None` if there is none.
pub fn compared_until(columns: &Columns<'_>) -> Result<Option<ComparedUntil>, StoreError> {
    if !columns.has("until.side") {
        return Ok(None);
    }
    let (sides, moments) = (columns.get::<u8>("until.side")?, columns.get::<i64>("until.moment")?);
    let open: Vec<CallId> = columns.get::<u32>("until.open")?.into_iter().map(CallId).collect();
    match (&sides[..], &moments[..]) {
        (&[side @ 0..2, is_cut @ 0..2], &[moment]) if open.is_sorted() => {
            Ok(Some(ComparedUntil { side: side.into(), moment, is_cut: is_cut == 1, open }))
        }
        _ => Err(StoreError::Damaged),
    }
}

/// Adds the ends of the sides.
pub fn put_ends(columns: &mut Columns<'_>, ends: &Ends) {
    columns.put("ends.cut", &ends.cut.map(u8::from));
    columns.put("ends.read", ends.read.map(Option::unwrap_or_default).as_flattened());
    if let Some(EarlyEnd { side, moment, last, share, is_cut, rest_calls, rest_self }) = ends.early {
        columns.put("ends.early", &[side as u8, u8::from(is_cut)]);
        columns.put("ends.moment", &[moment, last]);
        columns.put("ends.share", &[share]);
        columns.put("ends.rest-calls", &rest_calls);
        columns.put("ends.rest-self", &rest_self);
    }
}

/// Reads the ends of the sides.
pub fn ends(columns: &Columns<'_>) -> Result<Ends, StoreError> {
    let misfit = || StoreError::Misfit { what: "the ends of the sides belong to other traces" };
    let flags = |column: Vec<u8>| {
        let flags: [u8; 2] = column.try_into().map_err(|_| misfit())?;
        if flags.iter().all(|&flag| flag <= 1) { Ok(flags) } else { Err(misfit()) }
    };
    let cut = flags(columns.get("ends.cut")?)?.map(|flag| flag == 1);
    // Older files lack the column. No file of which nothing is there was read in part.
    let read: [u64; 4] = if columns.has("ends.read") {
        columns.get("ends.read")?.try_into().map_err(|_| misfit())?
    } else {
        [0; 4]
    };
    let read = [[read[0], read[1]], [read[2], read[3]]];
    if read.iter().any(|[part, all]| part > all || u32::try_from(*all >> 20).is_err()) {
        return Err(misfit());
    }
    let read = read.map(|of| (of[1] > 0).then_some(of));
    if !columns.has("ends.early") {
        return Ok(Ends { early: None, cut, read });
    }
    let [side, is_cut] = flags(columns.get("ends.early")?)?;
    let [moment, last]: [i64; 2] = columns.get("ends.moment")?.try_into().map_err(|_| misfit())?;
    let share = columns.get::<f64>("ends.share")?.first().copied().ok_or_else(misfit)?;
    let rest_calls: [u64; 3] = columns.get("ends.rest-calls")?.try_into().map_err(|_| misfit())?;
    let rest_self: [i64; 3] = columns.get("ends.rest-self")?.try_into().map_err(|_| misfit())?;
    let can_be = |ticks: &i64| (0..=i64::MAX / 8).contains(ticks);
    let are_calls = rest_calls.iter().all(|&calls| u32::try_from(calls).is_ok());
    let are_ticks = rest_self.iter().all(can_be);
    if last < 0 || moment < last || !(0.0..=1.0).contains(&share) || !are_calls || !are_ticks {
        return Err(misfit());
    }
    let early =
        EarlyEnd { side: side as usize, moment, last, share, is_cut: is_cut == 1, rest_calls, rest_self };
    Ok(Ends { early: Some(early), cut, read })
}

/// Returns the prefix of a call tree's column names. Run 0 of a side is the aligned one.
fn tree_prefix(side: usize, run: usize) -> String {
    let letter = ["a", "b"][side];
    if run == 0 { format!("tree.{letter}") } else { format!("tree.{letter}.{run}") }
}

/// Adds the call tree of a run of a side. Run 0 is the aligned one.
pub fn put_tree(columns: &mut Columns<'_>, side: usize, run: usize, tree: &CallTree) {
    let (prefix, tree) = (tree_prefix(side, run), tree.to_columns());
    let name = |column: &str| format!("{prefix}.{column}");
    columns.put(&name("parent"), &tree.parent);
    columns.put(&name("identity"), &tree.identity);
    columns.put(&name("first-call"), &tree.first_call);
    if tree.between.iter().any(|&of| of != IdentityId::NONE.0) {
        columns.put(&name("between"), &tree.between);
    }
    columns.put(&name("calls"), &tree.calls);
    columns.put(&name("self-ticks"), &tree.self_ticks);
    columns.put(&name("self-squares"), &tree.self_squares);
    columns.put(&name("self-longest"), &tree.self_longest);
    columns.put(&name("inclusive-ticks"), &tree.inclusive_ticks);
    columns.put(&name("inclusive-squares"), &tree.inclusive_squares);
    columns.put(&name("extent"), &[tree.extent]);
    columns.put(&name("sample-size"), &[tree.sample_size]);
}

/// Reads the call tree of a run of a side.
pub fn tree(
    columns: &Columns<'_>,
    side: usize,
    run: usize,
    identity_count: u32,
) -> Result<CallTree, StoreError> {
    let prefix = tree_prefix(side, run);
    let name = |column: &str| format!("{prefix}.{column}");
    let tree = TreeColumns {
        parent: columns.get(&name("parent"))?,
        identity: columns.get(&name("identity"))?,
        first_call: columns.get(&name("first-call"))?,
        // Without frames of one side, and in earlier files, there is no such column.
        between: if columns.has(&name("between")) { columns.get(&name("between"))? } else { Vec::new() },
        calls: columns.get(&name("calls"))?,
        self_ticks: columns.get(&name("self-ticks"))?,
        self_squares: columns.get(&name("self-squares"))?,
        self_longest: columns.get(&name("self-longest"))?,
        inclusive_ticks: columns.get(&name("inclusive-ticks"))?,
        inclusive_squares: columns.get(&name("inclusive-squares"))?,
        extent: columns.get(&name("extent"))?.first().copied().ok_or(StoreError::Damaged)?,
        // Files written before this column existed do not say whether calls are samples.
        sample_size: columns
            .get(&name("sample-size"))
            .ok()
            .and_then(|size| size.first().copied())
            .unwrap_or(0.0),
    };
    CallTree::from_columns(tree, identity_count)
        .ok_or(StoreError::Misfit { what: "a call tree is not valid" })
}

/// Names of the columns with one side's sums.
struct SumNames {
    calls: &'static str,
    mass: &'static str,
    best: &'static str,
    best_similarity: &'static str,
}

macro_rules! sum_names {
    ($side:literal) => {
        SumNames {
            calls: concat!("similar.", $side, ".calls"),
            mass: concat!("similar.", $side, ".mass"),
            best: concat!("similar.", $side, ".best"),
            best_similarity: concat!("similar.", $side, ".best-similarity"),
        }
    };
}

const SUMS: [SumNames; 2] = [sum_names!("a"), sum_names!("b")];

/// Adds callee sets and their matches.
pub fn put_similarity(columns: &mut Columns<'_>, sets: &CalleeSets, similarity: &Similarity) {
    let sets = sets.to_columns();
    columns.put("sets.measure", &[sets.measure]);
    columns.put("sets.class-of-a", &sets.class_of[0]);
    columns.put("sets.class-of-b", &sets.class_of[1]);
    columns.put("sets.values", &sets.values);
    columns.put("sets.ends", &sets.ends);
    columns.put("sets.identity-weight", &sets.identity_weight);
    let pairs = similarity.to_columns();
    columns.put("similar.tau", &[pairs.tau]);
    columns.put("similar.kept", &[pairs.retained]);
    columns.put("similar.pairs", &pairs.pairs);
    columns.put("similar.places", &pairs.places);
    columns.put("similar.partners", &pairs.partners);
    columns.put("similar.similarities", &pairs.similarities);
    for (names, sums) in SUMS.iter().zip(&pairs.sums) {
        columns.put(names.calls, &sums.calls);
        columns.put(names.mass, &sums.mass);
        columns.put(names.best, &sums.best);
        columns.put(names.best_similarity, &sums.best_similarity);
    }
}

/// Adds the repetitions of both sides.
pub fn put_repetitions(columns: &mut Columns, repetitions: &[Vec<Repetition>; 2]) {
    for (name, found) in REPETITIONS.iter().zip(repetitions) {
        let rows = found.iter().flat_map(|one| [one.first.0, one.last.0, one.block, one.copies]);
        columns.put(name, &rows.collect::<Vec<u32>>());
    }
}

/// Columns of the repetitions, by side: four numbers for each, in the order first, last, block, copies.
const REPETITIONS: [&str; 2] = ["repeated.a", "repeated.b"];

/// Reads the repetitions of both sides.
pub fn repetitions(columns: &Columns, pair: Pair<'_>) -> Result<[Vec<Repetition>; 2], StoreError> {
    let side = |side: usize| {
        let rows: Vec<u32> = columns.get(REPETITIONS[side])?;
        let calls = pair.traces[side].calls().len() as u32;
        let row = |row: &[u32]| match *row {
            [first, last, block, copies]
                if first <= last
                    && last < calls
                    && block > 0
                    && u64::from(block) * u64::from(copies) <= u64::from(last - first) + 1 =>
            {
                Ok(Repetition { first: CallId(first), last: CallId(last), block, copies })
            }
            _ => Err(StoreError::Misfit { what: "the repetitions belong to other traces" }),
        };
        rows.chunks(4).map(row).collect::<Result<Vec<Repetition>, StoreError>>()
    };
    Ok([side(0)?, side(1)?])
}

/// Reads the callee sets of a pair and their matches.
pub fn similarity(columns: &Columns<'_>, pair: Pair<'_>) -> Result<(CalleeSets, Similarity), StoreError> {
    let misfit = StoreError::Misfit { what: "the callee sets belong to other traces" };
    let one = |column: Vec<u64>| column.first().copied().ok_or(StoreError::Damaged);
    let sets = SetColumns {
        measure: columns.get("sets.measure")?.first().copied().ok_or(StoreError::Damaged)?,
        class_of: [columns.get("sets.class-of-a")?, columns.get("sets.class-of-b")?],
        values: columns.get("sets.values")?,
        ends: columns.get("sets.ends")?,
        identity_weight: columns.get("sets.identity-weight")?,
    };
    let sets = CalleeSets::from_columns(pair, sets).ok_or(misfit.clone())?;
    let sums = |names: &SumNames| {
        Ok(SumColumns {
            calls: columns.get(names.calls)?,
            mass: columns.get(names.mass)?,
            best: columns.get(names.best)?,
            best_similarity: columns.get(names.best_similarity)?,
        })
    };
    let pairs = SimilarityColumns {
        tau: columns.get("similar.tau")?.first().copied().ok_or(StoreError::Damaged)?,
        retained: one(columns.get("similar.kept")?)?,
        pairs: columns.get("similar.pairs")?.try_into().map_err(|_| StoreError::Damaged)?,
        places: columns.get("similar.places")?,
        partners: columns.get("similar.partners")?,
        similarities: columns.get("similar.similarities")?,
        sums: [sums(&SUMS[0])?, sums(&SUMS[1])?],
    };
    let similarity = Similarity::from_columns(&sets, pairs).ok_or(misfit)?;
    Ok((sets, similarity))
}
