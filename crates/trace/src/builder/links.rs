//! Pairs of calls of which each is known by its number in its lane.

use super::draft::LaneDraft;
use crate::{CallId, Chunked, LaneId};

/// That one call led to another: lanes as the builder numbers them, and numbers of whole calls in them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) from: (LaneId, u32),
    pub(super) to: (LaneId, u32),
}

/// Which rows calls became: by lane, and in it by number among those that were kept.
pub(super) type Places = Vec<Vec<u32>>;

/// The pairs of rows. Links to calls that were left out, and of calls to themselves, are none.
pub(super) fn resolve(links: Chunked<Link>, lanes: &[LaneDraft], places: &Places) -> Vec<[CallId; 2]> {
    let row = |(lane, number): (LaneId, u32)| {
        let left_out = lanes.get(lane.index())?.left_out.as_slice();
        let before = left_out.partition_point(|&other| other < number);
        let is_there = left_out.get(before) != Some(&number);
        let place = number as usize - before;
        places.get(lane.index())?.get(place).copied().filter(|_| is_there).map(CallId)
    };
    let pair = |Link { from, to }: Link| Some([row(from)?, row(to)?]).filter(|[from, to]| from != to);
    let mut pairs = Vec::with_capacity(links.len());
    pairs.extend(links.into_iter().filter_map(pair));
    pairs
}
