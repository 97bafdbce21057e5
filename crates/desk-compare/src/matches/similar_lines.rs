//! Lines for the main matches of calls too small for tubes, in similarity mode.

use super::aggregates::{TubesAround, lines};
use super::context::MatchContext;
use super::item::Item;
use super::link::Link;
use diptych_trace::CallId;
use diptych_views::Correspondence;
use diptych_views::icicle::boxes::{CallBox, NO_BOX};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The tubes of similarity mode, of which a call may have several.
struct SimilarTubes {
    /// For each call box of A, the innermost box at or around it that has tubes, or [`NO_BOX`].
    around: Vec<u32>,
    /// For each box with tubes, the next box around it with tubes, or [`NO_BOX`].
    further: Vec<u32>,
    /// For each box, the subtrees of B that its tubes lead to.
    reached: Vec<Vec<Range<u32>>>,
    /// For each box of A, true if its main match is a frame.
    is_frame: Vec<bool>,
}

impl SimilarTubes {
    /// Collects the tubes of each call box of A. O(boxes + tubes).
    fn new(context: &MatchContext<'_>, correspondence: &Correspondence<'_>, tubes: &[Link]) -> Self {
        let [a, b] = context.plots;
        let ends_in_b = b.trace.calls().subtree_end();
        let mut of_call: FxHashMap<CallId, Vec<Range<u32>>> = FxHashMap::default();
        for link in tubes {
            if let Item::Match { a, b, .. } = link.item {
                of_call.entry(a).or_default().push(b.0..ends_in_b[b.index()]);
            }
        }
        let boxes = &context.icicles[0].calls;
        let mut found = Self {
            around: vec![NO_BOX; boxes.len()],
            further: vec![NO_BOX; boxes.len()],
            reached: vec![Vec::new(); boxes.len()],
            is_frame: vec![false; boxes.len()],
        };
        for (place, &CallBox { call, caller, .. }) in boxes.iter().enumerate() {
            let above = if caller == NO_BOX { NO_BOX } else { found.around[caller as usize] };
            found.around[place] = above;
            if let Some(ranges) = of_call.remove(&call) {
                found.reached[place] = ranges;
                found.further[place] = above;
                found.around[place] = place as u32;
            }
            let partner = correspondence.alignment.sides[0].partner[call.index()].some();
            found.is_frame[place] = a.is_frame(call) || partner.is_some_and(|partner| b.is_frame(partner));
        }
        found
    }
}

impl TubesAround for SimilarTubes {
    /// The main match of a callee may lie outside the main match of its caller.
    const IS_NESTED: bool = false;

    fn is_drawn(&self, place: u32) -> bool {
        self.around[place as usize] == place || self.is_frame[place as usize]
    }

    /// O(tubes at or around the box).
    fn is_inside(&self, place: u32, call: CallId) -> bool {
        let mut around = self.around[place as usize];
        while around != NO_BOX {
            if self.reached[around as usize].iter().any(|range| range.contains(&call.0)) {
                return true;
            }
            around = self.further[around as usize];
        }
        false
    }

    fn reached_from(&self, place: u32) -> Option<Range<u32>> {
        match &self.reached.get(*self.around.get(place as usize)? as usize)?[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Lines between boxes belong to no group.
    fn root(&self, calls: [CallId; 2]) -> [CallId; 2] {
        calls
    }
}

/// Returns lines for the main matches of calls of A that have no tube and lie inside none, if one of the boxes holds calls
/// under a pixel, and the number of matches of each line.
pub(super) fn similar_lines(
    context: &MatchContext<'_>,
    correspondence: &Correspondence<'_>,
    tubes: &[Link],
) -> Vec<(Link, u64)> {
    lines(context, correspondence, &SimilarTubes::new(context, correspondence, tubes))
}
