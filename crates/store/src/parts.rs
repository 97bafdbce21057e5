//! Analyses as columns: what is written, and what is checked when it is read.

use crate::{Columns, StoreError};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind};
use diptych_compare::lanes::{LanePair, LanePairs};
use diptych_profile::{CallTree, TreeColumns};
use diptych_trace::{CallId, LaneId};

/// Puts an alignment in.
pub fn put_alignment(columns: &mut Columns, alignment: &Alignment) {
    let kinds: Vec<u8> = alignment.sides[0].kind.iter().map(|&kind| kind as u8).collect();
    columns.put("align.partner", &alignment.sides[0].partner);
    columns.put("align.kind", &kinds);
    columns.put("align.swapped", &[u8::from(alignment.is_swapped())]);
}

/// Takes an alignment of a pair out.
pub fn alignment(columns: &Columns, pair: Pair<'_>) -> Result<Alignment, StoreError> {
    let misfit = StoreError::Misfit { what: "the alignment is of other traces" };
    let partner: Vec<CallId> = columns.get("align.partner")?;
    let codes: Vec<u8> = columns.get("align.kind")?;
    let kinds: Option<Vec<Kind>> = codes.into_iter().map(Kind::from_code).collect();
    let swapped = columns.get::<u8>("align.swapped")? == [1];
    kinds.and_then(|kinds| Alignment::restore(pair, partner, kinds, swapped)).ok_or(misfit)
}

/// Puts lane pairs in.
pub fn put_lanes(columns: &mut Columns, lanes: &LanePairs) {
    let pairs = &lanes.pairs;
    columns.put("lanes.pairs", &pairs.iter().flat_map(|pair| pair.lanes).collect::<Vec<LaneId>>());
    columns.put("lanes.overlap", &pairs.iter().map(|pair| pair.overlap).collect::<Vec<f64>>());
    columns.put("lanes.shared", &pairs.iter().flat_map(|pair| pair.shared_ticks).collect::<Vec<u64>>());
    columns.put("lanes.forced", &pairs.iter().map(|pair| u8::from(pair.forced)).collect::<Vec<u8>>());
    columns.put("lanes.only-a", &lanes.unpaired[0]);
    columns.put("lanes.only-b", &lanes.unpaired[1]);
    columns.put("lanes.by-name", &[u8::from(lanes.by_name_first)]);
}

/// Takes lane pairs out.
pub fn lanes(columns: &Columns, pair: Pair<'_>) -> Result<LanePairs, StoreError> {
    let ends: Vec<LaneId> = columns.get("lanes.pairs")?;
    let overlaps: Vec<f64> = columns.get("lanes.overlap")?;
    let shared: Vec<u64> = columns.get("lanes.shared")?;
    let forced: Vec<u8> = columns.get("lanes.forced")?;
    let unpaired = [columns.get("lanes.only-a")?, columns.get("lanes.only-b")?];
    let count = overlaps.len();
    let known = |side: usize, lane: &LaneId| lane.index() < pair.traces[side].lanes().len();
    let fits = ends.len() == 2 * count
        && shared.len() == 2 * count
        && forced.len() == count
        && ends.chunks_exact(2).all(|ends| known(0, &ends[0]) && known(1, &ends[1]))
        && [0, 1].into_iter().all(|side| unpaired[side].iter().all(|lane| known(side, lane)));
    if !fits {
        return Err(StoreError::Misfit { what: "the lanes are of other traces" });
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

/// Names of the columns of the call tree of one run.
struct TreeNames {
    parent: &'static str,
    identity: &'static str,
    first_call: &'static str,
    calls: &'static str,
    self_ticks: &'static str,
    self_squares: &'static str,
    self_longest: &'static str,
    inclusive_ticks: &'static str,
    inclusive_squares: &'static str,
    extent: &'static str,
}

macro_rules! tree_names {
    ($run:literal) => {
        TreeNames {
            parent: concat!("tree.", $run, ".parent"),
            identity: concat!("tree.", $run, ".identity"),
            first_call: concat!("tree.", $run, ".first-call"),
            calls: concat!("tree.", $run, ".calls"),
            self_ticks: concat!("tree.", $run, ".self-ticks"),
            self_squares: concat!("tree.", $run, ".self-squares"),
            self_longest: concat!("tree.", $run, ".self-longest"),
            inclusive_ticks: concat!("tree.", $run, ".inclusive-ticks"),
            inclusive_squares: concat!("tree.", $run, ".inclusive-squares"),
            extent: concat!("tree.", $run, ".extent"),
        }
    };
}

const TREES: [TreeNames; 2] = [tree_names!("a"), tree_names!("b")];

/// Puts the call tree of a side's shown run in.
pub fn put_tree(columns: &mut Columns, side: usize, tree: &CallTree) {
    let (names, tree) = (&TREES[side], tree.to_columns());
    columns.put(names.parent, &tree.parent);
    columns.put(names.identity, &tree.identity);
    columns.put(names.first_call, &tree.first_call);
    columns.put(names.calls, &tree.calls);
    columns.put(names.self_ticks, &tree.self_ticks);
    columns.put(names.self_squares, &tree.self_squares);
    columns.put(names.self_longest, &tree.self_longest);
    columns.put(names.inclusive_ticks, &tree.inclusive_ticks);
    columns.put(names.inclusive_squares, &tree.inclusive_squares);
    columns.put(names.extent, &[tree.extent]);
}

/// Takes the call tree of a side's shown run out.
pub fn tree(columns: &Columns, side: usize, identity_count: u32) -> Result<CallTree, StoreError> {
    let names = &TREES[side];
    let tree = TreeColumns {
        parent: columns.get(names.parent)?,
        identity: columns.get(names.identity)?,
        first_call: columns.get(names.first_call)?,
        calls: columns.get(names.calls)?,
        self_ticks: columns.get(names.self_ticks)?,
        self_squares: columns.get(names.self_squares)?,
        self_longest: columns.get(names.self_longest)?,
        inclusive_ticks: columns.get(names.inclusive_ticks)?,
        inclusive_squares: columns.get(names.inclusive_squares)?,
        extent: columns.get(names.extent)?.first().copied().ok_or(StoreError::Damaged)?,
    };
    CallTree::from_columns(tree, identity_count).ok_or(StoreError::Misfit { what: "a call tree is none" })
}
