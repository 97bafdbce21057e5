//! Call data that the compute role keeps: the order of the calls, and their grouping by displayed element.

use super::query::{ElementQuery, MatchQuery};
use diptych_compare::align::{Alignment, Kind, Options, align};
use diptych_compare::ends::Ends;
use diptych_compare::lanes::pair_lanes;
use diptych_engine::{JobInput, edits_of, pair_by};
use diptych_store::StoreError;
use diptych_structure::pattern::Text;
use diptych_structure::raster::{AlignedAxis, Frequencies, LineIndex, Lines, LoneLine, LoneLines};
use diptych_structure::{CallSequence, NodeId, PlacedSide, VisibleRelations, WindowCounts};
use diptych_trace::{LaneId, Trace};

/// Call data cached for the next job.
#[derive(Debug)]
pub(crate) struct CallsCache {
    versions: Vec<u32>,
    callers: [bool; 2],
    pub(super) sides: [Option<Ordered>; 2],
    pub(super) shown: Option<ShownCalls>,
    pub(super) matched: Option<(MatchQuery, MatchedAxis)>,
}

/// The calls of one side in order. A pair is a caller and a callee by function number; numbers after the functions
/// stand for lanes.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) sequence: CallSequence,
    pub(super) counts: WindowCounts,
}

/// The common axis of both sides, with the lines that stand alone on it.
#[derive(Debug)]
pub(super) struct MatchedAxis {
    pub(super) axis: AlignedAxis,
    pub(super) lone: LoneLines,
    /// Partner and kind of each call. Calls that are not compared because the other side ends early are marked.
    pub(super) alignment: Alignment,
}

/// The calls of both sides, grouped by displayed element.
#[derive(Debug)]
pub(super) struct ShownCalls {
    places: [Vec<u32>; 2],
    pub(super) relations: VisibleRelations,
    sides: [Option<(Frequencies, LineIndex)>; 2],
}

impl CallsCache {
    /// Returns the data for a query. Reuses the cached data if they belong to the same traces, elements and matching.
    pub(super) fn of(
        query: &ElementQuery,
        matched: Option<&MatchQuery>,
        bench: &mut JobInput<'_>,
    ) -> Result<Self, StoreError> {
        let same = |held: &Self| held.versions == bench.versions && held.callers == query.callers;
        let mut held = match bench.memory.take().filter(same) {
            Some(held) => held,
            None => Self {
                versions: bench.versions.clone(),
                callers: query.callers,
                sides: ordered(query, bench)?,
                shown: None,
                matched: None,
            },
        };
        if held.shown.as_ref().is_none_or(|shown| shown.places != query.places) {
            held.shown = None; // Frees its memory before the new grouping needs as much.
            (bench.stages)("Grouping calls", 0, 0);
            held.shown = Some(ShownCalls::new(query, held.sides.each_ref().map(Option::as_ref)));
        }
        if let Some(wanted) = matched
            && held.matched.as_ref().is_none_or(|(of, _)| *of != *wanted)
        {
            let axis = matched_axis(wanted, held.sides.each_ref().map(Option::as_ref), bench)?;
            held.matched = Some((wanted.clone(), axis));
        }
        Ok(held)
    }
}

fn ordered(query: &ElementQuery, bench: &mut JobInput<'_>) -> Result<[Option<Ordered>; 2], StoreError> {
    (bench.stages)("Ordering calls", 0, 0);
    let mut sides = [None, None];
    for (side, trace) in bench.traces.iter().enumerate() {
        let Some(trace) = trace else { continue };
        let (functions, lanes) = (trace.functions().len(), trace.lanes().len());
        let wanted = functions + if query.callers[side] { lanes } else { 0 };
        if query.places[side].len() != wanted {
            return Err(StoreError::Misfit { what: "elements belong to other traces" });
        }
        let ids = |count: std::ops::Range<usize>| count.map(|id| NodeId(id as u32)).collect();
        let placed = PlacedSide {
            of_function: ids(0..functions),
            of_caller: ids(functions..wanted),
            ..PlacedSide::default()
        };
        let all: Vec<LaneId> = trace.lanes().ids().collect();
        let sequence = CallSequence::new(trace, &placed, &all);
        let counts = WindowCounts::new(&sequence, trace.calls());
        sides[side] = Some(Ordered { sequence, counts });
    }
    Ok(sides)
}

impl ShownCalls {
    fn new(query: &ElementQuery, sides: [Option<&Ordered>; 2]) -> Self {
        let pairs = sides.map(|side| side.map_or(&[][..], |side| side.sequence.pairs()));
        let relations = VisibleRelations::by(pairs, |side, id| query.places[side][id.index()]);
        let indexed = [0, 1].map(|side| {
            let pair = sides[side]?.sequence.pair();
            let of_pair = &relations.of_pair[side];
            let frequencies = Frequencies::new(pair, of_pair);
            let index = LineIndex::new(Lines { pair, of_pair, frequencies: &frequencies });
            Some((frequencies, index))
        });
        Self { places: query.places.clone(), relations, sides: indexed }
    }

    /// Returns the relation of each line of a side, as text to search for repeats.
    pub(super) fn text<'a>(&'a self, side: usize, ordered: &'a Ordered) -> Text<'a> {
        Text { pair: ordered.sequence.pair(), of_pair: &self.relations.of_pair[side] }
    }

    /// Returns the lines of a side with their index; `None` if the side is not open.
    pub(super) fn lines<'a>(
        &'a self,
        side: usize,
        ordered: &'a Ordered,
    ) -> Option<(Lines<'a>, &'a LineIndex)> {
        let (frequencies, index) = self.sides[side].as_ref()?;
        let (pair, of_pair) = (ordered.sequence.pair(), &self.relations.of_pair[side][..]);
        Some((Lines { pair, of_pair, frequencies }, index))
    }
}

/// Puts the lines of both sides on one axis, so that matched calls share a slot.
fn matched_axis(
    wanted: &MatchQuery,
    sides: [Option<&Ordered>; 2],
    bench: &mut JobInput<'_>,
) -> Result<MatchedAxis, StoreError> {
    let traces: [&Trace; 2] = bench.both()?;
    let [Some(a), Some(b)] = sides else { return Err(StoreError::Damaged) };
    let (names, stages) = bench.names(&wanted.rules)?;
    let pair = names.pair(traces);
    stages("Aligning calls", 0, 0);
    let edits = edits_of(&wanted.chosen);
    let lanes = pair_lanes(pair, pair_by(wanted.matching), &edits, &mut |_, _| ());
    let pairs: Vec<(LaneId, LaneId)> =
        lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let mut progress = |done, total| stages("Aligning calls", done, total);
    let mut alignment = align(pair, &pairs, Options::default(), &mut progress);
    if let Some(early) = Ends::new(pair, &alignment).early {
        early.mark(traces[1 - early.side], &mut alignment);
    }
    let mut line_of_b = vec![u32::MAX; traces[1].calls().len()];
    for (line, call) in b.sequence.calls().iter().enumerate() {
        line_of_b[call.index()] = line as u32;
    }
    let of_a = &alignment.sides[0];
    let matches = (0u32..).zip(a.sequence.calls()).filter_map(|(line, call)| {
        let partner =
            of_a.partner[call.index()].some().filter(|_| of_a.kind[call.index()] == Kind::Matched)?;
        let of_b = line_of_b[partner.index()];
        (of_b != u32::MAX).then_some((line, of_b))
    });
    let matches: Vec<(u32, u32)> = matches.collect();
    let lines = [a, b].map(|side| side.sequence.len() as u32);
    let axis = AlignedAxis::new(&matches, lines);
    let lone = LoneLines::new(&axis, lines, |side, line| {
        let call = [a, b][side].sequence.calls()[line as usize];
        match alignment.sides[side].kind[call.index()] {
            Kind::Only => LoneLine::Only,
            Kind::NotCompared => LoneLine::NotCompared,
            Kind::Matched | Kind::Moved => LoneLine::Moved,
        }
    });
    Ok(MatchedAxis { axis, lone, alignment })
}
