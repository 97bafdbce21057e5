//! Choice of tubes in similarity mode, where matches are many to many (TraceDiff III).

use super::item::Item;
use super::link::{Choice, End, Link, order};
use super::{DrawnText, LEAST_PX, MOST_TUBES, MatchContext, Switches};
use diptych_compare::similarity::{Groups, MatchedCalls, Matches, Viewport, Window, expand};
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, Calls, Sorting, Trace};
use diptych_views::icicle::plot::Plot;
use diptych_views::{Highlight, numbers};
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
struct GroupedMatch {
    calls: [CallId; 2],
    root: [CallId; 2],
    similarity: f32,
}

impl GroupedMatch {
    fn is_root(&self) -> bool {
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
    matches: Vec<GroupedMatch>,
    /// Calls of each side that have a match, ascending, with the index of their main match. That is the match of
    /// highest s after the penalty of [`APART`]. Ties go to the more important match.
    best: [Vec<(CallId, u32)>; 2],
    /// For each match, true if it is an outermost main match inside the root of its group.
    next_level: Vec<bool>,
    total: u64,
    groups: u64,
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
    fn is_main(&self, found: &GroupedMatch) -> bool {
        SideName::BOTH.into_iter().any(|side| {
            self.best_of(side, found.calls[side.index()]).is_some_and(|best| best.calls == found.calls)
        })
    }

    fn best_of(&self, side: SideName, call: CallId) -> Option<&GroupedMatch> {
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

/// Least share of the view, or of the selected call, that a match deeper inside a group fills to have a tube.
const INSIDE_SHARE: f64 = 1.0 / 12.0;

/// Chooses the tubes to draw, and the text about them. The main match of each call is drawn if it is the root of its
/// group, or if only the root contains it: tubes inside tubes. Deeper inside a group it is drawn if it fills
/// [`INSIDE_SHARE`] of the view or of the selected call. All matches of the selected call are drawn too. Drawing all matches of all calls at once would be a tangle.
pub(super) fn choose(context: &MatchContext<'_>, similar: &SimilarMatches) -> Choice {
    let switches = Switches::new(context.input, context.plots);
    let is_hidden =
        |found: &GroupedMatch| switches.hides_link(found.calls, || found.root, Some(found.similarity));
    let is_drawn = |(found, is_next): (&GroupedMatch, bool)| {
        let is_large = is_next || found.is_root() || is_wide(context, found);
        is_of_selected(context, found)
            || (is_large || is_inside_selected(context, found)) && similar.is_main(found)
    };
    let all = || similar.matches.iter().zip(similar.next_level.iter().copied());
    let drawn: FxHashSet<[CallId; 2]> =
        all().filter(|&of| is_drawn(of) && !is_hidden(of.0)).map(|(found, _)| found.calls).collect();
    let shown = || similar.matches.iter().filter(|found| drawn.contains(&found.calls));
    let open: FxHashSet<[CallId; 2]> =
        shown().filter(|found| !found.is_root()).map(|found| found.root).collect();
    let mut links: Vec<Link> = shown().filter_map(|found| link(context, found, &open)).collect();
    order(&mut links);
    let mut text = format!(
        "{} of {} matches in {} groups drawn",
        numbers::count(links.len() as u64),
        numbers::count(similar.total),
        numbers::count(similar.groups)
    );
    if links.is_empty() && similar.total > 0 {
        let are_off = similar.matches.iter().all(is_hidden);
        text += if are_off { " (hidden)" } else { " (in lanes that are folded or out of view)" };
    }
    let rule = "For each call its most similar match, or the nearest of almost equal ones; one tube per group, as wide as \
                time × similarity if none are drawn inside it; inside a group the next matches, and deeper ones that fill a \
                twelfth of the view or of the selected call; all \
                matches of the selected call";
    let rule = rule.to_owned();
    let pointed_at =
        pointed_at(context, similar).filter(|found| !drawn.contains(&found.calls) && !is_hidden(found));
    let pointed_at = pointed_at.filter_map(|found| link(context, found, &open)).collect();
    Choice { links, pointed_at, text: DrawnText { text, rule } }
}

/// Returns true if both calls of a match are wide enough for a tube inside another tube.
fn is_wide(context: &MatchContext<'_>, found: &GroupedMatch) -> bool {
    (0..2).all(|side: usize| {
        let plot = context.plots[side];
        plot.px(plot.trace.calls().duration(found.calls[side]))
            >= INSIDE_SHARE * f64::from(plot.placement.plot.width())
    })
}

/// Returns true if one end of the match is the selected call.
fn is_of_selected(context: &MatchContext<'_>, found: &GroupedMatch) -> bool {
    context.input.selection.is_some_and(|(side, call)| found.calls[side.index()] == call)
}

/// Returns true if a match is a large part of the selected call. Smaller parts appear as one selects further in.
/// Without this limit a call that holds nearly everything would open every group.
fn is_inside_selected(context: &MatchContext<'_>, found: &GroupedMatch) -> bool {
    context.input.selection.is_some_and(|(side, call)| {
        let (calls, inner) = (context.plots[side.index()].trace.calls(), found.calls[side.index()]);
        calls.contains(call, inner)
            && calls.duration(inner) as f64 >= INSIDE_SHARE * calls.duration(call) as f64
    })
}

/// Returns the matches of the call under the pointer that are roots of groups, and its main match.
fn pointed_at<'a>(
    context: &MatchContext<'_>,
    similar: &'a SimilarMatches,
) -> impl Iterator<Item = &'a GroupedMatch> {
    let hovered = context.input.hovered.and_then(Highlight::one_call);
    let best = hovered.and_then(|(side, call)| similar.best_of(side, call)).map(|found| found.calls);
    let is_of =
        move |found: &GroupedMatch| hovered.is_some_and(|(side, call)| found.calls[side.index()] == call);
    similar.matches.iter().filter(move |found| is_of(found) && (found.is_root() || Some(found.calls) == best))
}

/// Returns a flat box at the edge of a lane, where the tube of a group ends if its call is out of sight but its lane is
/// not. This way a match of deep calls that lie beyond the edge still shows.
fn pinned(plot: &Plot<'_>, found: &GroupedMatch, side: usize, rect: Rect) -> Option<Rect> {
    let block = plot.block(found.calls[side]).filter(|_| found.is_root())?;
    let (y0, y1) = plot.placement.y(block.head_px, block.end_px());
    let pane = plot.placement.plot;
    let (top, bottom) = (y0.max(pane.y0), y1.min(pane.y1));
    let y = f32::midpoint(rect.y0, rect.y1);
    (top < bottom).then(|| Rect { y0: y.clamp(top, bottom), y1: y.clamp(top, bottom), ..rect })
}

/// Builds the tube of a match. The tube of a closed group is scaled by s, which is about the share of their time that
/// both calls have in common.
fn link(context: &MatchContext<'_>, found: &GroupedMatch, open: &FxHashSet<[CallId; 2]>) -> Option<Link> {
    let end = |side: usize| {
        let (plot, call) = (context.plots[side], found.calls[side]);
        let px = plot.px(plot.trace.calls().duration(call));
        let rect = plot.rect(call)?;
        let rect = if plot.is_in_sight(rect) { rect } else { pinned(plot, found, side, rect)? };
        let is_closed = found.is_root() && !open.contains(&found.root);
        let part = if is_closed { found.similarity } else { 1.0 };
        let end = End::of_call(plot, call, rect);
        (px >= LEAST_PX).then_some((End { width: end.width * part, ..end }, px))
    };
    let [a, b] = [end(0)?, end(1)?];
    let similarity = Some(found.similarity);
    Some(Link {
        item: Item::Match { a: found.calls[0], b: found.calls[1], similarity },
        ends: [a.0, b.0],
        root: found.root,
        similarity,
        importance: f64::from(found.similarity) * a.1.min(b.1),
    })
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
