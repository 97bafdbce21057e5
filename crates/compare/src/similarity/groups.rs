//! Groups of matches: the outermost matches, and the group that each match belongs to.
//!
//! The paper's breadth-first algorithm with one current group gives one group, or as many groups as matches, depending
//! on the outer frames. It is neither minimal nor independent of order. Here a match (u, v) is the root of a group if
//! and only if it is inside no other match. It is inside (u′, v′) if u is in the subtree of u′ and v in that of v′.

mod nest;
mod search;

use super::Matches;
use super::viewport::{Viewport, Window};
use crate::frame::is_frame;
use diptych_trace::{CallId, Calls, Trace};
use nest::Nest;
use search::Search;
use std::cmp::Ordering;

/// The root of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupRoot {
    /// Calls `G_A` and `G_B`.
    pub calls: [CallId; 2],
    /// Similarity s of both.
    pub similarity: f32,
}

/// The groups of a viewport.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Groups {
    /// Roots by call of A, then of B.
    pub roots: Vec<GroupRoot>,
    /// Number of groups. If there are more than 65,536, `roots` only has those of greatest s · min(width).
    pub total: u64,
    /// Index of the calls of A that have roots, by nesting.
    nest: Nest,
}

const MOST_ROOTS: usize = 1 << 16;
/// Maximum size of the cache of results per class, in bytes.
const KEPT_BYTES: usize = 64 << 20;

impl Groups {
    /// Finds the groups of the calls that touch their windows, are wide enough and are no frames ([`is_frame`]). If a
    /// side has only frames, its deepest frame takes part.
    ///
    /// O(calls of the lanes + visible calls of A · visible calls of B / 64 + roots). The calls of B inside a match of
    /// the current call of A, or of one around it, take one bit each. The cache of results per class is limited to 64
    /// MiB.
    pub fn new(matches: Matches<'_>, viewport: Viewport) -> Self {
        Self::within(matches, viewport, KEPT_BYTES)
    }

    /// Finds the groups with a cache of at most `kept_bytes`. The cache stores what one call of a class finds for the
    /// other calls of the class. A result that is not cached is computed again, which takes a look at every visible
    /// call of B that the class matches.
    pub fn within(matches: Matches<'_>, viewport: Viewport, kept_bytes: usize) -> Self {
        let [a, b] =
            [0, 1].map(|side| parts(matches.pair.traces[side], viewport.windows[side], viewport.least_px));
        let mut search = Search::new(matches, &b, kept_bytes);
        let calls = matches.pair.traces[0].calls();
        let mut found = FoundRoots { matches, viewport, roots: Vec::new(), worst: None, total: 0 };
        // Ends of the subtrees of the open calls of A, and the length of the log before each.
        let mut open: Vec<(u32, usize)> = Vec::new();
        for &call in &a {
            while let Some(&(end, mark)) = open.last()
                && end <= call.0
            {
                search.undo(mark);
                open.pop();
            }
            open.push((calls.subtree_end()[call.index()], search.log.len()));
            search.roots_of(call, &b, &mut found);
        }
        debug_assert!(search.kept_bytes() <= kept_bytes, "no more is kept than may be");
        found.finish()
    }

    /// Returns the root of the group that a match (u, v) belongs to, or `None` if no root contains it. Among several
    /// roots the highest s wins. Ties go to the earliest start in A, then in B, then to the shortest in A, then in B.
    /// O(log roots) for each enclosing call of A that has roots. There is hardly ever more than one, because roots
    /// nested in A are crossed in B.
    pub fn root_of(&self, matches: Matches<'_>, calls: [CallId; 2]) -> Option<GroupRoot> {
        let sides = matches.pair.traces.map(Trace::calls);
        let root_at = |ring: &nest::Ring| {
            // The roots of one call of A are disjoint in B. So only the last one that starts at v or before it can
            // contain v.
            let own = &self.roots[ring.items.clone()];
            let after = own.partition_point(|root| root.calls[1] <= calls[1]);
            let root = own[..after].last()?;
            sides[1].contains(root.calls[1], calls[1]).then_some(*root)
        };
        let around = self.nest.around(calls[0]);
        around.filter_map(root_at).min_by(|one, other| {
            let start = |root: &GroupRoot| of_both(sides, root, |calls, id| calls.start()[id.index()]);
            let duration = |root: &GroupRoot| of_both(sides, root, Calls::duration);
            (other.similarity.total_cmp(&one.similarity))
                .then_with(|| start(one).cmp(&start(other)))
                .then_with(|| duration(one).cmp(&duration(other)))
        })
    }
}

fn of_both(sides: [&Calls; 2], root: &GroupRoot, measure: impl Fn(&Calls, CallId) -> i64) -> [i64; 2] {
    [0, 1].map(|side| measure(sides[side], root.calls[side]))
}

/// Returns the calls of a side that take part.
fn parts(trace: &Trace, window: Window, least_px: f64) -> Vec<CallId> {
    let is_frame = |call: CallId| is_frame(trace, call, window.start..window.end);
    let (frames, parts): (Vec<_>, Vec<_>) =
        window.visible(trace, least_px).into_iter().partition(|&call| is_frame(call));
    if !parts.is_empty() {
        return parts;
    }
    let depth = trace.calls().depth();
    let deepest = frames.into_iter().rev().max_by_key(|call| depth[call.index()]);
    deepest.into_iter().collect()
}

/// A root with its importance, s · min(width).
#[derive(Clone, Copy)]
struct FoundRoot {
    importance: f64,
    root: GroupRoot,
}

/// The roots found so far.
struct FoundRoots<'a> {
    matches: Matches<'a>,
    viewport: Viewport,
    roots: Vec<FoundRoot>,
    /// Worst root kept, once there are enough. Roots that are no better need not be kept.
    worst: Option<FoundRoot>,
    total: u64,
}

impl FoundRoots<'_> {
    /// Returns true if a root of a call of A may be among the most important ones. None of its roots is found yet.
    /// Calls come in order and ties go to earlier calls, so equal importance is not enough.
    fn may_keep(&self, call: CallId) -> bool {
        self.worst.is_none_or(|worst| self.px(0, call) > worst.importance)
    }

    fn px(&self, side: usize, call: CallId) -> f64 {
        self.viewport.windows[side].px(self.matches.pair.traces[side].calls().duration(call))
    }

    fn push(&mut self, a: CallId, b: CallId) {
        self.total += 1;
        let [class_a, class_b] = [(0, a), (1, b)].map(|(side, call)| self.matches.sets.class(side, call));
        let similarity = self.matches.similarity.partners(0, class_a).with(class_b).unwrap_or(0.0);
        let root = GroupRoot { calls: [a, b], similarity };
        let found = FoundRoot { importance: self.importance(&root), root };
        if self.worst.is_some_and(|worst| by_importance(&found, &worst) == Ordering::Greater) {
            return;
        }
        self.roots.push(found);
        if self.roots.len() >= 2 * MOST_ROOTS {
            self.thin();
        }
    }

    fn importance(&self, root: &GroupRoot) -> f64 {
        let [a, b] = [0, 1].map(|side| self.px(side, root.calls[side]));
        f64::from(root.similarity) * a.min(b)
    }

    /// Drops all but the most important roots.
    fn thin(&mut self) {
        if self.roots.len() > MOST_ROOTS {
            let (_, worst, _) = self.roots.select_nth_unstable_by(MOST_ROOTS - 1, by_importance);
            self.worst = Some(*worst);
            self.roots.truncate(MOST_ROOTS);
        }
    }

    fn finish(mut self) -> Groups {
        self.thin();
        let mut roots: Vec<GroupRoot> = self.roots.into_iter().map(|found| found.root).collect();
        roots.sort_by_key(|root| root.calls);
        let calls = self.matches.pair.traces[0].calls();
        let nest = Nest::new(calls, roots.iter().map(|root| root.calls[0]));
        Groups { roots, total: self.total, nest }
    }
}

/// Orders the most important roots first, and equal ones by calls.
fn by_importance(one: &FoundRoot, other: &FoundRoot) -> Ordering {
    other.importance.total_cmp(&one.importance).then_with(|| one.root.calls.cmp(&other.root.calls))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pair;
    use crate::similarity::{CalleeSets, JoinOptions, Measure, Similarity};
    use diptych_testkit::IdentityTable;
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};

    #[test]
    fn deep_stacks_are_searched_without_climbing() {
        let depth = 20_000;
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        // Another stack runs as long, so that no call is a frame.
        for (start, name) in [(0, "f"), (depth, "g"), (2 * depth, "h")] {
            for at in 0..depth {
                let function = FunctionSpec { name: &format!("{name}{}", at % 3), ..FunctionSpec::default() };
                let function = builder.function(function);
                let (start, end) = (start * 10 + at, (start + depth) * 10 - at);
                builder.call(lane, CallSpec { start, end, function, source: 0 });
            }
        }
        let trace = builder.finish().remove(0).1;
        let mut table = IdentityTable::default();
        let identities = table.identify_all(&trace, IdentityTable::plain_key);
        let pair = Pair {
            traces: [&trace, &trace],
            identities: [&identities, &identities],
            identity_count: table.len() as u32,
        };
        let sets = CalleeSets::new(pair, Measure::Plain, &mut |_, _| ()).expect("few functions");
        let similarity = Similarity::join(&sets, JoinOptions::default(), &mut |_, _| ());
        let matches = Matches { pair, sets: &sets, similarity: &similarity };
        let windows = [(); 2].map(|()| Window::full(&trace, 1e9));
        let groups = Groups::new(matches, Viewport { windows, least_px: 2.0 });
        assert_eq!(groups.total, 3, "one a stack");
        for call in (0..trace.calls().len() as u32).map(CallId) {
            assert_eq!(groups.nest.around(call).count(), 1);
        }
        let innermost = CallId(depth as u32 - 1);
        assert_eq!(groups.root_of(matches, [innermost; 2]).map(|root| root.calls), Some([CallId(0); 2]));
    }
}
