//! The most important matches in similarity mode, where matches are many to many (TraceDiff III).

use super::limits::{LEAST_PX, MOST_TUBES};
use diptych_compare::similarity::{Groups, MatchedCalls, Matches, Viewport, Window, expand};
use diptych_protocol::SideName;
use diptych_trace::{CallId, Calls, Sorting, Trace};
use rustc_hash::FxHashSet;

/// The part of both runs in view: windows in ticks, and their width in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Focus {
    /// Window of A and window of B, in ticks of each side.
    pub windows: [diptych_protocol::Window; 2],
    /// Width of the plots, CSS pixels.
    pub width_px: f64,
}

/// A match and the root of its group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GroupedMatch {
    pub(super) calls: [CallId; 2],
    pub(super) root: [CallId; 2],
    pub(super) similarity: f32,
}

impl GroupedMatch {
    pub(super) fn is_root(&self) -> bool {
        self.calls == self.root
    }
}

/// Penalty in s for a match from one edge of the view to the other, compared with a match in place. It decides between
/// several matches of a call, so that each repetition matches the nearest one.
const APART: f32 = 0.25;

/// The most important matches of two foci, with their groups. They are found again for new foci. Until then the
/// previous ones are drawn where they lie in the new view.
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarMatches {
    pub(super) matches: Vec<GroupedMatch>,
    /// Calls of each side that have a match, ascending, with the index of their main match. That is the match of
    /// highest s after the penalty of [`APART`]. Ties go to the more important match.
    best: [Vec<(CallId, u32)>; 2],
    /// For each match, true if it is an outermost main match inside the root of its group.
    pub(super) next_level: Vec<bool>,
    pub(super) total: u64,
    pub(super) groups: u64,
}

impl SimilarMatches {
    /// Finds the roots of groups first, then other matches by s · min(width), at most [`MOST_TUBES`] together. Takes
    /// milliseconds; see [`Groups::new`] and [`expand`].
    pub fn new(matches: Matches<'_>, focus: Focus) -> Self {
        let window = |side: usize| {
            let protocol = focus.windows[side];
            // Frames are measured against the part of the run that is in sight.
            let (start, end) = (protocol.start.max(0), protocol.end.min(matches.pair.traces[side].extent()));
            let share = (end - start).max(0) as f64 / protocol.span().max(1) as f64;
            Window { lane: None, start, end, width_px: focus.width_px * share }
        };
        let viewport = Viewport { windows: [window(0), window(1)], least_px: LEAST_PX };
        let groups = Groups::new(matches, viewport);
        let mut roots: Vec<MatchedCalls> = groups
            .roots
            .iter()
            .map(|root| MatchedCalls {
                calls: root.calls,
                similarity: root.similarity,
                importance: f64::from(root.similarity) * least_ticks(matches, viewport, root.calls),
            })
            .collect();
        // Roots are in the order of their calls. Equally important ones keep it.
        let number = |root: &MatchedCalls| !root.importance.to_bits();
        roots.order_by_key(number);
        roots.truncate(MOST_TUBES);
        // If the roots already fill the limit, the other matches are only counted.
        let expanded = expand(matches, viewport, if roots.len() < MOST_TUBES { MOST_TUBES } else { 0 });
        let drawn: FxHashSet<[CallId; 2]> = roots.iter().map(|root| root.calls).collect();
        let roots = roots.into_iter().map(|root| GroupedMatch {
            calls: root.calls,
            root: root.calls,
            similarity: root.similarity,
        });
        let others = expanded.matches.iter().filter(|found| !drawn.contains(&found.calls));
        let others = others.filter_map(|found| {
            let root = groups.root_of(matches, found.calls)?.calls;
            Some(GroupedMatch { calls: found.calls, root, similarity: found.similarity })
        });
        let found: Vec<GroupedMatch> = roots.chain(others).take(MOST_TUBES).collect();
        let value = |of: &GroupedMatch| {
            let [a, b] = [0, 1].map(|side: usize| {
                let Window { start, end, .. } = viewport.windows[side];
                let from = matches.pair.traces[side].calls().start()[of.calls[side].index()] - start;
                from as f64 / (end - start).max(1) as f64
            });
            // Positive, so that the bits of the values ascend with them.
            1.0 + of.similarity - APART * (a - b).abs().min(1.0) as f32
        };
        let values: Vec<f32> = found.iter().map(value).collect();
        let best = [0, 1].map(|side: usize| {
            let mut best: Vec<(CallId, u32)> =
                found.iter().map(|grouped| grouped.calls[side]).zip(0..).collect();
            let value = |place: u32| values[place as usize];
            best.order_by_key(|&(call, place)| u64::from(call.0) << 32 | u64::from(!value(place).to_bits()));
            best.dedup_by_key(|entry| entry.0);
            best
        });
        let mut similar = Self {
            matches: found,
            best,
            next_level: Vec::new(),
            total: expanded.total,
            groups: groups.total,
        };
        similar.next_level = similar.next_level(matches.pair.traces);
        similar
    }

    /// Returns for each match whether it is a main match that only roots of groups contain. A match contains another one
    /// if both its calls contain those of the other, or are the same. O(matches · (log matches + depth)).
    fn next_level(&self, traces: [&Trace; 2]) -> Vec<bool> {
        let [a, b] = traces.map(Trace::calls);
        let is_in =
            |calls: &Calls, outer: CallId, inner: CallId| outer == inner || calls.contains(outer, inner);
        let is_inner = |found: &GroupedMatch| !found.is_root() && self.is_main(found);
        let mut order: Vec<usize> =
            (0..self.matches.len()).filter(|&at| is_inner(&self.matches[at])).collect();
        // Callers have lower numbers than callees, so a match comes after all matches that contain it.
        order.order_by_key(|&at| {
            let [a, b] = self.matches[at].calls;
            u64::from(a.0) << 32 | u64::from(b.0)
        });
        let mut is_next = vec![false; self.matches.len()];
        // Inner matches whose call of A is the current one or contains it.
        let mut around: Vec<[CallId; 2]> = Vec::new();
        for at in order {
            let calls = self.matches[at].calls;
            while around.last().is_some_and(|outer| !is_in(a, outer[0], calls[0])) {
                around.pop();
            }
            is_next[at] = !around.iter().any(|outer| is_in(b, outer[1], calls[1]));
            around.push(calls);
        }
        is_next
    }

    /// Returns the main match of a call and the root of its group. O(log matches).
    pub(super) fn best(&self, side: SideName, call: CallId) -> Option<([CallId; 2], [CallId; 2])> {
        self.best_of(side, call).map(|found| (found.calls, found.root))
    }

    /// Returns true if a match is the main match of either of its calls. O(log matches).
    pub(super) fn is_main(&self, found: &GroupedMatch) -> bool {
        SideName::BOTH.into_iter().any(|side| {
            self.best_of(side, found.calls[side.index()]).is_some_and(|best| best.calls == found.calls)
        })
    }

    pub(super) fn best_of(&self, side: SideName, call: CallId) -> Option<&GroupedMatch> {
        let best = &self.best[side.index()];
        let place = best.binary_search_by_key(&call, |entry| entry.0).ok()?;
        Some(&self.matches[best[place].1 as usize])
    }
}

/// Returns the width of the narrower call in pixels.
fn least_ticks(matches: Matches<'_>, viewport: Viewport, calls: [CallId; 2]) -> f64 {
    let px = |side: usize| {
        let Window { start, end, width_px, .. } = viewport.windows[side];
        let ticks = matches.pair.traces[side].calls().duration(calls[side]);
        ticks as f64 * width_px / (end - start).max(1) as f64
    };
    px(0).min(px(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tests::case::Case;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn next_level_equals_all_pairs(seed: u64, other: u64, tau in 0.0f64..0.6) {
            let shape = Shape { calls: 60, lanes: 2, functions: 5, max_depth: 8, extent: 3_000 };
            let case = Case::new(generate(seed, shape), generate(other, shape), tau);
            let similar = case.similar();
            let is_in = |side: usize, outer: CallId, inner: CallId| {
                outer == inner || case.traces[side].calls().contains(outer, inner)
            };
            let contains = |outer: &GroupedMatch, inner: &GroupedMatch| {
                outer.calls != inner.calls && (0..2).all(|side| is_in(side, outer.calls[side], inner.calls[side]))
            };
            let inner: Vec<&GroupedMatch> =
                similar.matches.iter().filter(|of| !of.is_root() && similar.is_main(of)).collect();
            for (found, &is_next) in similar.matches.iter().zip(&similar.next_level) {
                let is_inner = inner.iter().any(|of| of.calls == found.calls);
                let expected = is_inner && !inner.iter().any(|outer| contains(outer, found));
                prop_assert_eq!(is_next, expected, "{:?}", found.calls);
            }
        }
    }
}
