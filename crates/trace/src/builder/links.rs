//! Pairs of calls, each identified by its lane and its number in the lane.

use super::lane_draft::LaneDraft;
use crate::{CallId, Chunked, WrittenCall};

/// A link from one call to another. Their lanes are numbered as in the builder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) from: WrittenCall,
    pub(super) to: WrittenCall,
}

/// Row of each call: by lane, then by number among the calls of the lane that were kept.
pub(super) type Places = Vec<Vec<u32>>;

/// Translates links into pairs of rows. Drops links to calls that were left out, and from a call to itself.
pub(super) fn resolve(links: Chunked<Link>, lanes: &[LaneDraft], places: &Places) -> Vec<[CallId; 2]> {
    let row = |WrittenCall { lane, number }: WrittenCall| {
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
