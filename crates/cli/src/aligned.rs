//! Matched calls of a pair, for verbs that don't rank differences.

use crate::output::note;
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, align};
use diptych_compare::ends::Ends;
use diptych_compare::lanes::{LaneEdits, pair_lanes};
use diptych_engine::pair_by;
use diptych_engine::trace::LaneId;
use diptych_protocol::LaneMatching;

/// Pairs the lanes of both sides by the default method and aligns their calls. Calls that are not compared, because the
/// other side ended before them, are marked.
pub(crate) fn aligned(pair: Pair<'_>) -> (Alignment, Ends) {
    let lanes = pair_lanes(pair, pair_by(LaneMatching::default()), &LaneEdits::default(), &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = lanes.pairs.iter().map(|pair| pair.lanes.into()).collect();
    aligned_in_lanes(pair, &lanes)
}

/// Aligns the calls of the given pairs of lanes, as [`aligned`] does.
pub(crate) fn aligned_in_lanes(pair: Pair<'_>, lanes: &[(LaneId, LaneId)]) -> (Alignment, Ends) {
    let mut alignment = align(pair, lanes, Options::default(), &mut |_, _| ());
    let ends = Ends::new(pair, &alignment);
    if let Some(early) = ends.early {
        early.mark(pair.traces[1 - early.side], &mut alignment);
    }
    (alignment, ends)
}

/// Notes on standard error that parts of a side's recording are missing at moments that are not known.
pub(crate) fn note_gaps(ends: &Ends) {
    let of_sides = match ends.have_gaps() {
        [false, false] => return,
        [true, true] => "both files are",
        [true, false] => "the file of A is",
        [false, true] => "the file of B is",
    };
    note(&format!(
        "diptych: incomplete: {of_sides} cut off or damaged; what is missing may look like a change"
    ));
}
