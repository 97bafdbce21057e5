//! The alignment of a pair: identities, lanes, matched calls and call trees.

use super::{Analysis, JobInput, ReadContext, Reads};
use diptych_aggregate::Workers;
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, Warp, align};
use diptych_compare::call_times::{AlignedPair, CallTimes};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::{ComparedUntil, Ends};
use diptych_compare::identity::{Identities, PrefixSuggestion};
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_compare::lanes::{LaneEdits, LanePairs, PairBy, pair_lanes};
use diptych_compare::parallel::join;
use diptych_profile::{CallTree, LaneSpread, PartTree};
use diptych_protocol::LaneMatching;
use diptych_store::{Columns, StoreError, parts};
use diptych_trace::{LaneId, Trace};
use diptych_views::MatchIndex;
use diptych_views::icicle::LaneOrder;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// The analysis that aligns a pair.
#[derive(Debug)]
pub(crate) enum Alignments {}

/// All lane matchings. A query stores one as its number.
const MATCHINGS: [LaneMatching; 3] = [LaneMatching::Overlap, LaneMatching::Name, LaneMatching::Order];

/// The settings that an alignment depends on, besides the traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AlignmentQuery {
    /// Identity rules, with the defaults written out.
    pub(crate) rules: String,
    /// Method by which lanes are paired.
    pub(crate) lanes: LaneMatching,
    /// Pairs chosen by hand, in the form that [`edits_of`] reads.
    pub(crate) chosen: Vec<u32>,
}

/// The correspondence of a pair, call by call and path by path.
#[derive(Debug)]
pub struct PairAlignment {
    /// Number that distinguishes this alignment from others.
    pub(crate) serial: u32,
    /// Identity rules that the alignment used, with the defaults written out.
    pub(crate) rules: String,
    /// Identity of each function of both sides.
    pub identities: Arc<Identities>,
    /// Suggestion of one more rule, for a folder in file names that prevents most functions from matching.
    pub(crate) prefix: Option<PrefixSuggestion>,
    /// Lane pairs.
    pub lanes: LanePairs,
    /// Order of the lanes on each side, as views draw them.
    pub(crate) lane_orders: [LaneOrder; 2],
    /// Matched calls. Calls that are not compared, because the other side ended before them, are marked.
    pub(crate) alignment: Alignment,
    pub(crate) warp: Warp,
    /// Index that counts matches between ranges of calls, once a view needs it. See [`Self::index`].
    index: OnceCell<Rc<MatchIndex>>,
    /// Ends of both sides, and which of them ended early.
    pub(crate) ends: Ends,
    /// Part of the longer side that is compared, if the other one ended early.
    pub(crate) until: Option<ComparedUntil>,
    /// Times of single calls within the compared part.
    pub(crate) times: CallTimes,
    /// Call trees of the compared part, by side. If one side goes on after the other has ended, its calls after that
    /// moment are left out. Frames of one side alone between two matched calls are no part of the inner call's path.
    pub(crate) trees: [Arc<CallTree>; 2],
    /// Number of lanes behind each sum of these trees, by side.
    pub(crate) spreads: [LaneSpread; 2],
    /// Time that these trees spend in calls of both sides.
    pub(crate) common: CommonTimes,
    /// Inclusive time of each function within the compared part.
    pub(crate) inclusive: Option<InclusiveTimes>,
}

impl Analysis for Alignments {
    const NAME: &'static str = "align";
    const TITLE: &'static str = "Comparing";
    const READS: Reads = Reads::Both;
    const STORED: bool = true;
    const INTERACTIVE: bool = false;
    type Query = AlignmentQuery;
    type Value = PairAlignment;

    fn put_query(query: &AlignmentQuery, columns: &mut Columns<'_>) {
        columns.put_text("rules", query.rules.as_str());
        columns.put("lanes", &[query.lanes as u8]);
        columns.put("chosen", &query.chosen);
    }

    /// Pairs the lanes, aligns the calls and adds up the call trees.
    fn compute(query: &Columns<'_>, bench: &mut JobInput<'_>) -> Result<Vec<u8>, StoreError> {
        let code = query.get::<u8>("lanes")?;
        let matching = MATCHINGS.into_iter().find(|&matching| code == [matching as u8]);
        let matching = matching.ok_or(StoreError::Damaged)?;
        let edits = edits_of(&query.get::<u32>("chosen")?);
        let (traces, workers) = (bench.both()?, bench.workers);
        let (names, stages) = bench.names(query.text("rules")?)?;
        let pair = names.pair(traces);
        stages("Pairing lanes", 0, 0);
        let lanes = pair_lanes(pair, pair_by(matching), &edits, &mut |done, total| {
            stages("Pairing lanes", done, total);
        });
        let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
        stages("Aligning calls", 0, 0);
        let alignment =
            align(pair, &pairs, Options::default(), &mut |done, total| stages("Aligning calls", done, total));
        let mut columns = Columns::default();
        let keys = parts::KeyedIdentities { keys: &names.identities.keys, of_function: pair.identities };
        parts::put_pair(&mut columns, &names.rules, keys, &lanes, &alignment);
        let (prefix, ends) = join(|| names.prefix(traces, stages), || Ends::new(pair, &alignment));
        parts::put_prefix(&mut columns, prefix);
        parts::put_ends(&mut columns, &ends);
        let aligned = AlignedPair { pair, alignment: &alignment, ends: &ends };
        let mut adding_up = |done, total| stages("Adding up call paths", done, total);
        adding_up(0, 0);
        let sums = sums_of_sides(aligned, workers, &mut adding_up);
        for (side, SideSums { part, spread }) in sums.iter().enumerate() {
            parts::put_tree(&mut columns, side, 0, &part.tree);
            parts::put_lane_spread(&mut columns, side, spread);
        }
        let compared = sums.each_ref().map(|sums| &sums.part);
        stages("Timing single calls", 0, 0);
        let times = CallTimes::new(aligned, compared, &mut |done, total| {
            stages("Timing single calls", done, total);
        });
        parts::put_call_times(&mut columns, &times);
        let common = CommonTimes::new(aligned, compared, &times);
        parts::put_common_times(&mut columns, &common);
        parts::put_inclusive_times(&mut columns, &InclusiveTimes::new(aligned, compared));
        Ok(columns.to_bytes())
    }

    fn read(
        query: &Columns<'_>,
        bytes: &[u8],
        context: ReadContext<'_>,
    ) -> Result<Option<PairAlignment>, StoreError> {
        let (columns, traces) = (Columns::from_bytes(bytes)?, context.both()?);
        let rules = query.text("rules")?.to_owned();
        let identities = parts::identities(&columns, &rules, traces)?;
        let pair = identities.pair(traces);
        let lanes = parts::lanes(&columns, pair)?;
        let mut alignment = parts::alignment(&columns, pair)?;
        let tree = |side| parts::tree(&columns, side, 0, pair.identity_count).map(Arc::new);
        let ends = parts::ends(&columns)?;
        let until = ends.early.map(|early| {
            let longer = traces[1 - early.side];
            early.mark(longer, &mut alignment);
            early.compared_until(longer, &alignment)
        });
        let calls = traces.map(|trace| trace.calls().len() as u64);
        let times = parts::call_times(&columns, pair.identity_count, calls)?;
        let trees = [tree(0)?, tree(1)?];
        let spread = |side: usize| parts::lane_spread(&columns, side, trees[side].len(), pair.identity_count);
        let spreads = [spread(0)?, spread(1)?];
        let common = parts::common_times(&columns, trees.each_ref().map(|tree| tree.len()))?;
        let inclusive = parts::inclusive_times(&columns, pair.identity_count)?;
        let warp = Warp::new(pair, &alignment);
        let lane_orders = LaneOrder::of_pair(pair, &lanes, &alignment);
        let prefix = parts::prefix(&columns)?;
        let (serial, identities) = (context.serial, Arc::new(identities));
        Ok(Some(PairAlignment {
            serial,
            rules,
            identities,
            prefix,
            lanes,
            lane_orders,
            alignment,
            warp,
            index: OnceCell::new(),
            ends,
            until,
            times,
            trees,
            spreads,
            common,
            inclusive,
        }))
    }
}

/// The sums of the compared part of a side.
struct SideSums {
    part: PartTree,
    spread: LaneSpread,
}

/// Adds up both sides: at the same time if there are several workers, which report no progress.
fn sums_of_sides(
    aligned: AlignedPair<'_>,
    workers: &dyn Workers,
    progress: &mut dyn FnMut(u64, u64),
) -> [SideSums; 2] {
    let of_side = |side: usize, progress: &mut dyn FnMut(u64, u64)| {
        let part = aligned.tree(side, progress);
        let spread = LaneSpread::new(aligned.pair.traces[side], &part, aligned.pair.identity_count as usize);
        SideSums { part, spread }
    };
    let (mut a, mut b) = (None, None);
    if workers.count() > 1 {
        workers.run(vec![
            Box::new(|| a = Some(of_side(0, &mut |_, _| ()))),
            Box::new(|| b = Some(of_side(1, &mut |_, _| ()))),
        ]);
    }
    [a.unwrap_or_else(|| of_side(0, progress)), b.unwrap_or_else(|| of_side(1, progress))]
}

impl PairAlignment {
    /// Returns the pair under its identities.
    pub(crate) fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        self.identities.pair(traces)
    }

    /// Returns true if one side ends before the other.
    pub fn ends_early(&self) -> bool {
        self.ends.early.is_some()
    }

    /// Returns the index that counts matches between ranges of calls. The first call builds it: only pictures need it.
    pub(crate) fn index(&self) -> Rc<MatchIndex> {
        Rc::clone(self.index.get_or_init(|| Rc::new(MatchIndex::new(&self.alignment))))
    }
}

/// Converts the lane matching of the state to that of the comparison.
pub fn pair_by(matching: LaneMatching) -> PairBy {
    match matching {
        LaneMatching::Overlap => PairBy::Overlap,
        LaneMatching::Name => PairBy::Name,
        LaneMatching::Order => PairBy::Order,
    }
}

/// Reads the pairs chosen by hand from the state's list: lane of A, lane of B, and so on. `u32::MAX` stands for no
/// lane.
pub fn edits_of(chosen: &[u32]) -> LaneEdits {
    let mut edits = LaneEdits::default();
    for ends in chosen.chunks_exact(2) {
        match (LaneId(ends[0]).some(), LaneId(ends[1]).some()) {
            (Some(a), Some(b)) => edits.pairs.push([a, b]),
            (Some(a), None) => edits.alone[0].push(a),
            (None, Some(b)) => edits.alone[1].push(b),
            (None, None) => {}
        }
    }
    edits
}
