//! A ranked comparison in words.

use super::lists::Lists;
use crate::analyses::RankedDifferences;
use diptych_compare::ends::Ends;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::standing_out;
use diptych_protocol::comparison::{ComparisonSummary, Doubt};
use diptych_protocol::{ComparisonState, Fact};
use diptych_views::differences::{GeneralChange, Names};
use diptych_views::{Grey, differences, numbers, words};

/// The statements about a pair besides its lists.
#[derive(Debug)]
pub(crate) struct PairStatements<'a> {
    /// Calls and self time by side and kind, without the part that is not ranked.
    pub(crate) sums: ([[u64; 3]; 2], [[i64; 3]; 2]),
    /// Ends of the sides.
    pub(crate) ends: &'a Ends,
    /// True if calls after the other side's end are left out.
    pub(crate) is_left_out: bool,
    pub(crate) lanes: LaneCounts,
    pub(crate) proposals: Option<u32>,
    pub(crate) facts: Vec<Fact>,
}

/// Returns a ranked comparison in words.
pub(crate) fn in_words(
    lists: Lists<'_>,
    of_pair: PairStatements<'_>,
    doubt: Option<Doubt>,
    state: &ComparisonState,
) -> ComparisonSummary {
    let PairStatements { sums: (calls, self_ticks), ends, is_left_out, lanes, proposals, facts } = of_pair;
    let (axis, ranked) = (lists.axis, lists.ranked);
    let (ranking, verdict) = (&ranked.ranking, &ranked.verdict);
    let [in_order, moved, only] = self_ticks[0];
    let matched = (in_order + moved) as f64 / (in_order + moved + only).max(1) as f64;
    let order_kept = calls.iter().all(|side| side[1] + side[2] == 0);
    let general = general_of(lists, self_ticks);
    let is_lost = ends.hide_causes();
    // What differs between programs that share next to nothing has no cause.
    let are_strangers = doubt.is_some() && differences::hardly_match(calls);
    let has_cause = !is_lost && !are_strangers;
    let name_of = |row: &diptych_compare::ranking::Row| {
        words::name_or_unnamed(&lists.paths.name_and_file(row.identity).0)
    };
    ComparisonSummary {
        verdict: lists.verdict(differences::verdict(
            axis,
            verdict,
            matched,
            ends,
            is_left_out,
            lanes,
            ranked.moved_functions.len(),
        )),
        cause: if has_cause { lists.cause(lanes, general) } else { String::new() },
        doubt,
        none: differences::none(
            axis,
            verdict,
            ranking,
            &ranked.largest,
            order_kept.then(|| calls[0].iter().sum()),
            name_of,
        ),
        chips: if is_lost { Vec::new() } else { lists.chips(state.sort) },
        phases: lists.phases(),
        counts: lists.counts(),
        below: lists.below(),
        below_reasons: lists.below_reasons(),
        drift: differences::general_change(axis, general, lists.whole(lanes).filter(|_| has_cause))
            .unwrap_or_default(),
        noise: differences::noise(ranking),
        floor: differences::floor(axis, ranking.options.floor),
        grey: differences::grey(axis, grey(ranked, general, state)),
        identity: differences::identity(verdict.calls_alike[0], proposals),
        lanes: differences::lanes(lanes),
        lanes_doubtful: lanes.suspect > 0,
        gaps: ends.have_gaps(),
        facts,
    }
}

/// Returns the data that say whether calls changed in general.
pub(super) fn general_of(lists: Lists<'_>, self_ticks: [[i64; 3]; 2]) -> GeneralChange<'_> {
    let RankedDifferences { typical, ranking, largest, verdict, .. } = lists.ranked;
    let has_significant = !standing_out(largest).is_empty();
    GeneralChange { typical: *typical, self_ticks, ranking, has_significant, verdict }
}

/// Returns the grey point. It is the ratio of a typical function if that is more than a tenth off 1 and at least half of
/// both sides' time is in matched calls. It is 1 otherwise, and if the state asks for equal times.
pub(super) fn grey(ranked: &RankedDifferences, general: GeneralChange<'_>, state: &ComparisonState) -> Grey {
    let ratio = general.ratio().map(|typical| typical.ratio);
    let factor = ratio.filter(|ratio| !state.grey_is_equal && !(1.0 / 1.1..=1.1).contains(ratio));
    Grey { factor: factor.unwrap_or(1.0), floor_ticks: ranked.options.floor.ticks }
}

/// Returns the number of calls on both sides by kind.
pub(crate) fn facts([a, b]: [[u64; 3]; 2]) -> Vec<Fact> {
    let fact = |label: &str, value: u64| Fact { label: label.to_owned(), value: numbers::count(value) };
    vec![
        fact("Calls matched", a[0]),
        fact("Calls moved", a[1]),
        fact("Calls only in A", a[2]),
        fact("Calls only in B", b[2]),
    ]
}
