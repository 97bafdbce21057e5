//! Choice of tubes in similarity mode.

use super::context::MatchContext;
use super::item::Item;
use super::limits::LEAST_PX;
use super::link::{Choice, DrawnText, End, Link, order};
use super::shown::Switches;
use super::similar::{GroupedMatch, SimilarMatches};
use super::similar_lines::similar_lines;
use diptych_scene::Rect;
use diptych_trace::CallId;
use diptych_views::icicle::plot::Plot;
use diptych_views::{Highlight, numbers};
use rustc_hash::FxHashSet;

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
    // Lines of many matches cannot show which of them are hidden.
    let merged = match context.input.correspondence.filter(|_| !switches.hides_links()) {
        Some(correspondence) => similar_lines(context, correspondence, &links),
        None => Vec::new(),
    };
    let count: u64 = merged.iter().map(|(_, count)| count).sum();
    if count > 0 {
        text += &format!(", {} more in shared lines", numbers::count(count));
    } else if links.is_empty() && similar.total > 0 {
        let are_off = similar.matches.iter().all(is_hidden);
        text += if are_off { " (hidden)" } else { " (in lanes that are folded or out of view)" };
    }
    let rule = "For each call its most similar match, or the nearest of almost equal ones; one tube per group, as wide as \
                time × similarity if none are drawn inside it; inside a group the next matches, and deeper ones that fill a \
                twelfth of the view or of the selected call; all \
                matches of the selected call; a line for the main matches of calls under 2\u{202f}px";
    let rule = rule.to_owned();
    links.extend(merged.into_iter().map(|(link, _)| link));
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
