//! Pairs of calls, each identified by its lane and its number in the lane.

use super::lane_draft::LaneDraft;
use crate::{CallId, Chunked, LaneId};

/// A link from one call to another. Each is given by its lane, numbered as in the builder, and its number among the
/// lane's whole calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) from: (LaneId, u32),
    pub(super) to: (LaneId, u32),
}

/// Row of each call: by lane, then by number among the calls of the lane that were kept.
pub(super) type Places = Vec<Vec<u32>>;

/// Translates links into pairs of rows. Drops links to calls that were left out, and from a call to itself.
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
