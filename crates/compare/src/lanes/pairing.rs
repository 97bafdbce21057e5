//! Pairing of lanes.

use super::call_overlap::call_overlap;
use super::matching::Matching;
use super::signature::{Signatures, WHOLE, overlap};
use crate::parallel::join;
use crate::{Pair, Progress};
use diptych_trace::{LaneId, Trace};
use std::borrow::Cow;

/// Overlap below which a pair deserves a warning.
pub const SUSPECT_OVERLAP: f64 = 0.3;

/// The criterion that pairs lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairBy {
    /// Pairs lanes by what they run. Among lanes with similar work the name decides, then the order.
    Overlap,
    /// Pairs lanes by exact name, then by name without digits.
    Name,
    /// Pairs lanes by their position among their siblings.
    Order,
}

/// Changes that people made to the pairs of lanes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LaneEdits {
    /// Pairs of lanes of A and B, whatever they run. If a lane is in two pairs, the first one wins.
    pub pairs: Vec<[LaneId; 2]>,
    /// Lanes of A and of B that stay alone unless `pairs` has them.
    pub alone: [Vec<LaneId>; 2],
}

/// Overlap by number of calls, or of outermost calls, from which on a pair is not suspect, however different the times
/// are.
const MOSTLY_ALIKE: f64 = 0.5;

/// A lane of A with the corresponding lane of B.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanePair {
    /// Lanes of A and B.
    pub lanes: [LaneId; 2],
    /// Overlap from 0 to 1, by self time. If that is small, the overlap by number of calls if it is at least a half, or
    /// else, for lanes of one name, that of their outermost calls by inclusive time, likewise. For lanes without own
    /// calls it is that of the lanes inside them.
    pub overlap: f64,
    /// Self time in ticks that each lane shares with the other: its own self time times the common part of their
    /// shares.
    pub shared_ticks: [u64; 2],
    /// True if people made this pair.
    pub forced: bool,
}

impl LanePair {
    /// Returns true if the pair deserves a warning.
    pub fn is_suspect(&self) -> bool {
        self.overlap < SUSPECT_OVERLAP
    }
}

/// All pairs of lanes, and the remaining lanes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LanePairs {
    /// Pairs, ascending by the lane of A.
    pub pairs: Vec<LanePair>,
    /// Lanes of A and of B without partner, ascending.
    pub unpaired: [Vec<LaneId>; 2],
    /// True if there were too many lanes to compare all pairs. Lanes of equal names were then paired first if they
    /// overlap by half, and the remaining ones by overlap only as far as they could be compared.
    pub by_name_first: bool,
}

/// Numbers of lanes with and without partner. Lanes without own calls are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LaneCounts {
    /// Number of lanes of A and of B.
    pub lanes: [u64; 2],
    /// Number of lanes of A and of B without partner.
    pub alone: [u64; 2],
    /// Number of pairs that deserve a warning.
    pub suspect: u64,
}

impl LaneCounts {
    /// Returns the number of lanes with a partner, on the side where it is smaller.
    pub fn paired(&self) -> u64 {
        (self.lanes[0] - self.alone[0]).min(self.lanes[1] - self.alone[1])
    }
}

impl LanePairs {
    /// Counts the lanes. O(lanes).
    pub fn counts(&self, traces: [&Trace; 2]) -> LaneCounts {
        let holds = |side: usize, lane: LaneId| !traces[side].lanes().calls(lane).is_empty();
        let holding = |side: usize, lanes: &mut dyn Iterator<Item = LaneId>| {
            lanes.filter(|&lane| holds(side, lane)).count() as u64
        };
        let suspect = self.pairs.iter().filter(|pair| pair.is_suspect() && holds(0, pair.lanes[0]));
        LaneCounts {
            lanes: [0, 1].map(|side| holding(side, &mut traces[side].lanes().ids())),
            alone: [0, 1].map(|side| holding(side, &mut self.unpaired[side].iter().copied())),
            suspect: suspect.count() as u64,
        }
    }
}

/// Pairs the lanes of two traces.
///
/// By overlap, siblings are paired in three steps:
///
/// 1. Lanes of equal names, if their overlap is near the best that either has. Names are compared exactly, then without
///    digits. The first lane of a name pairs with the first, the second with the second. If the outermost calls of the
///    two lanes are alike, too, only other lanes with such outermost calls count as better. So a lane keeps its partner
///    although most of its work moved to another lane.
/// 2. The remaining lanes greedily by overlap, in steps of 1/16. Within a step the name decides, then the order.
/// 3. The remaining lanes by name alone.
///
/// The remaining lanes inside lanes without partner are then paired with overlapping lanes anywhere. Lanes without own
/// calls follow the lanes inside them. O(calls + lanes² · common identities), up to 2²⁷ steps and 2²¹ pairs of lanes.
/// Beyond these limits see [`LanePairs::by_name_first`], which is linear.
pub fn pair_lanes(pair: Pair<'_>, by: PairBy, edits: &LaneEdits, progress: Progress<'_>) -> LanePairs {
    let (of_a, of_b) =
        join(|| Signatures::new(pair, 0, progress), || Signatures::new(pair, 1, &mut |_, _| ()));
    let signatures = [of_a, of_b];
    let mut matching = Matching::new(pair, &signatures, edits);
    let forced: Vec<[LaneId; 2]> =
        edits.pairs.iter().copied().filter(|&lanes| matching.join(lanes)).collect();
    matching.top_down(by, &forced);
    if by == PairBy::Overlap {
        matching.left_over();
    }
    matching.containers();
    let Matching { partners: [partners, partners_of_b], by_name_first, .. } = matching;
    let mut found = LanePairs { by_name_first, ..LanePairs::default() };
    for (lane, &partner) in pair.traces[0].lanes().ids().zip(&partners) {
        match partner.some() {
            Some(partner) => found.pairs.push(lane_pair(pair, &signatures, [lane, partner], &forced)),
            None => found.unpaired[0].push(lane),
        }
    }
    let alone = pair.traces[1].lanes().ids().zip(&partners_of_b);
    found.unpaired[1] = alone.filter(|(_, partner)| partner.some().is_none()).map(|(lane, _)| lane).collect();
    found
}

fn lane_pair(
    pair: Pair<'_>,
    signatures: &[Signatures; 2],
    lanes: [LaneId; 2],
    forced: &[[LaneId; 2]],
) -> LanePair {
    let own = (0..2).all(|side| !pair.traces[side].lanes().calls(lanes[side]).is_empty());
    let signature = [0, 1].map(|side: usize| {
        let all = &signatures[side];
        if own { Cow::Borrowed(&all.own[lanes[side].index()]) } else { all.subtree(lanes[side]) }
    });
    let in_common = signature[0].in_common(&signature[1]);
    let shared =
        |side: usize| (signature[side].self_ticks as u128 * in_common as u128 / WHOLE as u128) as u64;
    let by_time = overlap(in_common);
    let by_calls = (own && by_time < SUSPECT_OVERLAP).then(|| call_overlap(pair, lanes));
    let by_calls = by_calls.filter(|&overlap| overlap >= MOSTLY_ALIKE);
    // Most of a lane's work may have moved to other lanes.
    let by_outermost = || {
        let name = |side: usize| pair.traces[side].lanes().name(pair.traces[side].names(), lanes[side]);
        let outermost = |side: usize| signatures[side].outermost(lanes[side]);
        let is_small = own && by_time < SUSPECT_OVERLAP && name(0) == name(1);
        is_small
            .then(|| overlap(outermost(0).in_common(&outermost(1))))
            .filter(|&overlap| overlap >= MOSTLY_ALIKE)
    };
    LanePair {
        lanes,
        overlap: by_calls.or_else(by_outermost).unwrap_or(by_time),
        shared_ticks: [shared(0), shared(1)],
        forced: forced.contains(&lanes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::unruled;
    use diptych_testkit::trace;

    #[test]
    fn lanes_under_other_parents_pair_by_small_overlap() {
        // Streams of two kinds of GPU: inside a device with a thread, or on a device of their own.
        let a = trace(
            "
            host
              0..100 run
            card 0
              thread 0
                0..9 context
              stream 7
                0..90 cuda_gemm
                90..92 softmax
            ",
        );
        let b = trace(
            "
            host
              0..100 run
            card 0
              thread 0
                0..9 context
            card 2
              stream 0
                0..90 hip_gemm
                90..92 softmax
            ",
        );
        let identities = unruled([&a, &b]);
        let pair = identities.pair([&a, &b]);
        let found = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
        let names = |pair: &LanePair| {
            [(&a, pair.lanes[0]), (&b, pair.lanes[1])]
                .map(|(trace, lane)| trace.lanes().name(trace.names(), lane))
        };
        let streams = found.pairs.iter().find(|pair| names(pair)[0] == "stream 7").unwrap();
        assert_eq!(names(streams)[1], "stream 0");
        assert!(streams.is_suspect() && streams.overlap > 0.0);
        let counts = found.counts(pair.traces);
        assert_eq!(counts, LaneCounts { lanes: [3, 3], alone: [0, 0], suspect: 1 });
    }

    #[test]
    fn a_slower_function_makes_no_pair_suspect() {
        let side = |length: i64| {
            let call = |at: i64, name: &str, length: i64| format!("  {}..{} {name}", at, at + length);
            let calls = (0..20).map(|at| {
                let at = at * 2_000;
                format!("{}\n{}", call(at, "hash", length), call(at + 1_000, "load", 100))
            });
            trace(&format!("t\n{}\n", calls.collect::<Vec<_>>().join("\n")))
        };
        let (a, b) = (side(10), side(900));
        let identities = unruled([&a, &b]);
        let found =
            pair_lanes(identities.pair([&a, &b]), PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
        assert!(!found.pairs[0].is_suspect(), "{found:?}");
    }

    #[test]
    fn sub_lanes_pair_only_inside_paired_lanes() {
        // Overlapping kernels, in two sub-lanes on A and in three on B. The streams are on devices with different
        // names.
        let side = |card: &str, stream: &str, kernels: i64| {
            let call = |at: i64| format!("    {}..{} k{at}", at * 5, at * 5 + 90);
            let calls = (0..kernels).map(call).collect::<Vec<String>>().join("\n");
            trace(&format!("host\n  0..100 run\n{card}\n  {stream}\n{calls}\n"))
        };
        let (a, b) = (side("card 0", "stream 7", 3), side("device", "queue", 4));
        let identities = unruled([&a, &b]);
        let pair = identities.pair([&a, &b]);
        let path = |side: usize, lane: LaneId| {
            let trace = pair.traces[side];
            let up = std::iter::successors(Some(lane), |&lane| trace.lanes().parent(lane));
            up.map(|lane| trace.lanes().name(trace.names(), lane)).collect::<Vec<_>>().join(" < ")
        };
        for by in [PairBy::Overlap, PairBy::Name, PairBy::Order] {
            let found = pair_lanes(pair, by, &LaneEdits::default(), &mut |_, _| ());
            let paths = found.pairs.iter().map(|pair| [0, 1].map(|side| path(side, pair.lanes[side])));
            let paired: Vec<[String; 2]> =
                paths.filter(|paths| paths.iter().any(|path| path.contains("sub-lane"))).collect();
            if by == PairBy::Name {
                assert_eq!(paired, Vec::<[String; 2]>::new(), "nothing is called alike");
                continue;
            }
            let expected = [1, 2].map(|number| {
                [
                    format!("sub-lane {number} < stream 7 < card 0"),
                    format!("sub-lane {number} < queue < device"),
                ]
            });
            assert_eq!(paired, expected, "{by:?}");
            let alone: Vec<String> = found.unpaired[1].iter().map(|&lane| path(1, lane)).collect();
            assert_eq!(alone, ["sub-lane 3 < queue < device"]);
        }
    }
}
