//! From strands to lanes.
//!
//! A format tells work outside of threads (requests, tasks, animations) apart by an id. A strand is everything that
//! happens under one id: begins and ends that nest among themselves. An id is valid in one run only, so lanes are
//! grouped by name instead: strands whose outermost calls share a name share a lane, with sub-lanes where several run
//! at a time.

use super::lane_draft::LaneDraft;
use super::marks::{Mark, OpenCalls, TieOrder};
use super::texts::{Oddities, Texts};
use crate::nesting::{Span, SpanOrder};
use crate::sublanes::FirstFit;
use crate::{Chunked, FunctionId, LaneId, LaneKind, NameId, ReadReport};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;

/// One id of the format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strand {
    /// Lane under which the strand's lane goes.
    pub(super) parent: LaneId,
    /// Name that the format gives this kind of strand.
    pub(super) kind: NameId,
}

/// A begin or an end in a strand.
#[derive(Debug, Clone, Copy)]
pub(super) struct StrandMark {
    pub(super) strand: u32,
    pub(super) mark: Mark,
}

/// Strands and their events as the sink received them.
#[derive(Debug, Default)]
pub(super) struct Strands {
    pub(super) strands: Vec<Strand>,
    pub(super) marks: Chunked<StrandMark>,
}

/// Key by which strands share a lane: the parent lane, the kind, and the name of the outermost call's function.
type Group = (LaneId, NameId, NameId);

/// An outermost call of a strand, with the range of spans it contains (itself first).
#[derive(Debug)]
struct Episode {
    start: i64,
    end: i64,
    group: u32,
    spans: Range<u32>,
}

/// The lanes of one group.
#[derive(Debug)]
struct GroupLanes {
    fit: FirstFit,
    /// The lane, followed by its sub-lanes.
    lanes: Vec<LaneId>,
}

impl Strands {
    /// Returns the last instant of any strand.
    pub(super) fn last_instant(&self) -> Option<i64> {
        self.marks.iter().map(|of| of.mark.at).max()
    }

    /// Adds to `lanes` one lane for each group of strands, with its calls. Calls still open end at `last`. Returns the
    /// number of steps.
    pub(super) fn lay_out(
        self,
        lanes: &mut Vec<LaneDraft>,
        open: &mut OpenCalls,
        last: i64,
        texts: &mut Texts<'_>,
        report: &mut ReadReport,
    ) -> u64 {
        let begins = self.marks.iter().filter(|of| of.mark.begins).count();
        let mut spans: Vec<Span> = Vec::with_capacity(begins);
        let mut episodes: Vec<Episode> = Vec::new();
        let mut numbers: FxHashMap<Group, u32> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        let (order, ends) = by_strand(&self.marks, self.strands.len());
        let mut from = 0;
        for (strand, to) in self.strands.iter().zip(ends) {
            let own = order[from as usize..to as usize].iter();
            from = to;
            let marks: Vec<Mark> =
                own.filter_map(|&place| Some(self.marks.get(place as usize)?.mark)).collect();
            // Events that several threads write under one id come in the file as their buffers were written.
            let named = marks.iter().all(|mark| mark.function != FunctionId::NONE);
            let order = if named { TieOrder::Events } else { TieOrder::File };
            let first = spans.len();
            let mut odd = Oddities { subject: "async", texts, report };
            open.pair(marks, order, &mut spans, last, &mut odd);
            for roots in outermost(&spans, first) {
                let root = &spans[roots.start as usize];
                let group = (strand.parent, strand.kind, texts.function(root.function));
                let number = *numbers.entry(group).or_insert_with(|| {
                    groups.push(group);
                    groups.len() as u32 - 1
                });
                episodes.push(Episode { start: root.start, end: root.end, group: number, spans: roots });
            }
        }
        drop((order, self.marks));
        let ranks = open.ranks(texts);
        // Episodes of one instant are ordered by the calls in them, so that the order of the file does not matter.
        episodes.sort_by(|of, other| {
            let key = |of: &Episode| (of.start, of.end > of.start, Reverse(of.end));
            let inside = |of: &Episode| {
                let spans = &spans[of.spans.start as usize..of.spans.end as usize];
                spans.iter().map(|span| (span.start, span.end, span.depth, ranks[span.function.index()]))
            };
            key(of).cmp(&key(other)).then_with(|| inside(of).cmp(inside(other)))
        });
        share_out(&episodes, &groups, &spans, lanes, texts)
    }
}

/// Sorts the places of marks by strand, and returns them with the end of each strand's range. Marks of a strand keep
/// the order of the file. O(marks + strands).
fn by_strand(marks: &Chunked<StrandMark>, strands: usize) -> (Vec<u32>, Vec<u32>) {
    let mut next = vec![0u32; strands];
    marks.iter().for_each(|of| next[of.strand as usize] += 1);
    let mut first = 0;
    for own in &mut next {
        first += std::mem::replace(own, first);
    }
    let mut order = vec![0; marks.len()];
    for (place, of) in (0..).zip(marks.iter()) {
        let own = &mut next[of.strand as usize];
        order[*own as usize] = place;
        *own += 1;
    }
    (order, next)
}

/// Splits the spans from `first` on, in pre-order, into one range for each outermost span.
fn outermost(spans: &[Span], first: usize) -> impl Iterator<Item = Range<u32>> + '_ {
    let mut next = first;
    std::iter::from_fn(move || {
        let begin = next;
        spans.get(begin)?;
        next += 1;
        while spans.get(next).is_some_and(|span| span.depth > 0) {
            next += 1;
        }
        Some(begin as u32..next as u32)
    })
}

/// Gives each episode to the first lane of its group where nothing runs. Returns the number of steps.
fn share_out(
    episodes: &[Episode],
    groups: &[Group],
    spans: &[Span],
    lanes: &mut Vec<LaneDraft>,
    texts: &mut Texts<'_>,
) -> u64 {
    let mut by_group: FxHashMap<u32, GroupLanes> = FxHashMap::default();
    let mut steps = 0;
    // The lane of each episode, and the number of spans for each lane: lists allocated to size take no spare memory.
    let mut lane_of: Vec<LaneId> = Vec::with_capacity(episodes.len());
    let mut counts: Vec<usize> = vec![0; lanes.len()];
    for episode in episodes {
        let of = by_group
            .entry(episode.group)
            .or_insert_with(|| GroupLanes { fit: FirstFit::apart(), lanes: Vec::new() });
        let before = of.fit.steps;
        let number = of.fit.place(episode.start, episode.end);
        steps += of.fit.steps - before;
        if number as usize == of.lanes.len() {
            let (parent, kind, function) = groups[episode.group as usize];
            let mut lane = match of.lanes.first() {
                None => LaneDraft::new(Some(parent), LaneKind::Async, texts.strand(kind, function)),
                Some(&lane) => LaneDraft::new(Some(lane), LaneKind::Sublane, texts.sublane(number)),
            };
            lane.told = SpanOrder::AsBegun;
            // After all threads, in the order in which they begin.
            lane.order = i64::MAX;
            of.lanes.push(LaneId(lanes.len() as u32));
            lanes.push(lane);
            counts.push(0);
        }
        let lane = of.lanes[number as usize];
        counts[lane.index()] += episode.spans.len();
        lane_of.push(lane);
    }
    for (lane, count) in lanes.iter_mut().zip(counts) {
        lane.spans.reserve_exact(count);
    }
    for (episode, lane) in episodes.iter().zip(lane_of) {
        let inside = &spans[episode.spans.start as usize..episode.spans.end as usize];
        lanes[lane.index()].spans.extend_from_slice(inside);
    }
    steps
}
