//! Choice of tubes and lines in one-to-one mode, where each call has at most one match.

use super::aggregates::{self, TubesAround};
use super::context::MatchContext;
use super::item::Item;
use super::limits::{LEAST_PX, MOST_TUBES};
use super::link::{Choice, DrawnText, End, Link, order};
use super::roots::Roots;
use super::scale;
use super::shown::Switches;
use diptych_compare::align::Kind;
use diptych_protocol::{ColorBy, SideName};
use diptych_scene::Rect;
use diptych_trace::CallId;
use diptych_views::icicle::boxes::{CallBox, NO_BOX};
use diptych_views::{Correspondence, numbers};
use std::ops::Range;

/// Least width of a call that has a tube inside another tube, CSS pixels. Between its ends a narrower tube would be a
/// hair that hides the tube around it, and the colour of its cells already says the same.
const LEAST_INSIDE_PX: f64 = 4.0;

/// Least shift of a start that counts as displaced, as a share of the group.
const SHIFT: f64 = 0.05;

/// Chooses the tubes and lines to draw, and the text about them.
pub(super) fn choose(context: &MatchContext<'_>, roots: &Roots<'_>) -> Choice {
    let correspondence = roots.correspondence;
    let mut tubes = Tubes::new(context, roots);
    for place in 0..context.icicles[0].calls.len() {
        tubes.visit(place);
    }
    tubes.find_folded();
    tubes.only_frames();
    let mut links = std::mem::take(&mut tubes.links);
    order(&mut links);
    links.truncate(MOST_TUBES);
    let (drawn, pointed_at) = (links.len(), tubes.pointed_at(&links).into_iter().collect());
    let aggregates = if tubes.switches.hides_links() {
        Vec::new()
    } else {
        aggregates::lines(context, correspondence, &tubes)
    };
    let small = (aggregates.len(), aggregates.iter().map(|(_, count)| count).sum());
    links.extend(aggregates.into_iter().map(|(link, _)| link));
    Choice { text: drawn_text(context, correspondence, drawn, small), links, pointed_at }
}

/// A range of calls of B: the first, and the one after the last.
type SubtreeRange = [u32; 2];

/// The tubes found so far, callers before callees.
pub(super) struct Tubes<'a> {
    pub(super) context: &'a MatchContext<'a>,
    pub(super) correspondence: &'a Correspondence<'a>,
    roots: &'a Roots<'a>,
    switches: Switches<'a>,
    /// For each call box of A, the innermost box at or around it that has a tube, or [`NO_BOX`].
    around: Vec<u32>,
    /// For each box with a tube, the next box around it with a tube, or [`NO_BOX`].
    further: Vec<u32>,
    /// For each box with a tube, the subtree of B that the tube leads to.
    reached: Vec<SubtreeRange>,
    /// Partner of each box's call, or [`CallId::NONE`].
    pub(super) partners: Vec<CallId>,
    /// The selected match. It has a tube, however narrow it is, unless it would only fill the band.
    selected: Option<[CallId; 2]>,
    /// Index of the innermost match that was left out because it is a frame.
    frame: Option<usize>,
    /// For each box of A, true if its match is a frame.
    is_frame: Vec<bool>,
    links: Vec<Link>,
}

impl<'a> Tubes<'a> {
    fn new(context: &'a MatchContext<'a>, roots: &'a Roots<'a>) -> Self {
        let boxes = context.icicles[0].calls.len();
        let selected = context.input.selection.and_then(|(side, call)| roots.correspondence.both(side, call));
        let selected = selected.filter(|&calls| !context.surrounds_view(calls));
        Self {
            selected,
            context,
            correspondence: roots.correspondence,
            roots,
            switches: Switches::new(context.input, context.plots),
            around: vec![NO_BOX; boxes],
            further: vec![NO_BOX; boxes],
            reached: vec![[0; 2]; boxes],
            partners: Vec::with_capacity(boxes),
            frame: None,
            is_frame: vec![false; boxes],
            links: Vec::new(),
        }
    }

    fn visit(&mut self, place: usize) {
        let CallBox { call, caller, in_sight, rect } = self.context.icicles[0].calls[place];
        if caller != NO_BOX {
            self.around[place] = self.around[caller as usize];
        }
        let partner = self.correspondence.partner(SideName::A, call);
        self.partners.push(partner.unwrap_or(CallId::NONE));
        let Some(partner) = partner.filter(|_| in_sight) else { return };
        let [a, b] = self.context.plots;
        if self.is_hidden([call, partner]) {
            return;
        }
        let is_selected = self.selected == Some([call, partner]);
        // A match inside a tube is no frame: the tube around it would be a frame too, and frames have no tube.
        if is_selected {
            // It is drawn in any case.
        } else if self.is_inside(place as u32, partner) {
            let calls = [call, partner];
            let shows_all = self.context.input.matches.state.implied;
            if !shows_all && (self.px(calls) < LEAST_INSIDE_PX || !self.is_notable(calls)) {
                return;
            }
        } else if a.is_frame(call) || b.is_frame(partner) {
            let (boxes, depth) = (&self.context.icicles[0].calls, a.trace.calls().depth());
            let depth_of = |place: usize| depth[boxes[place].call.index()];
            if self.frame.is_none_or(|frame| depth_of(frame) <= depth_of(place)) {
                self.frame = Some(place);
            }
            self.is_frame[place] = true;
            return;
        }
        let calls = [call, partner];
        let link =
            if is_selected { self.link_between(calls, Some(rect)) } else { self.link(calls, Some(rect)) };
        if let Some(link) = link {
            self.further[place] = std::mem::replace(&mut self.around[place], place as u32);
            self.reached[place] = self.inside(partner);
            self.links.push(link);
        }
    }

    fn is_hidden(&self, calls: [CallId; 2]) -> bool {
        let s = || scale::shown_similarity(self.context.input, calls);
        let similarity = if self.context.input.state.color == ColorBy::Similarity { s() } else { None };
        self.switches.hides_link(calls, || self.root(calls), similarity)
    }

    /// Adds tubes from open lanes of B to folded lanes of A, which have no boxes that `visit` could start from. Adds
    /// only the outermost ones.
    fn find_folded(&mut self) {
        let [a, b] = self.context.plots;
        if !a.stack.blocks.iter().any(|block| block.is_folded) {
            return;
        }
        let boxes = &self.context.icicles[1].calls;
        let mut has_tube = vec![false; boxes.len()];
        for (place, &CallBox { call, caller, in_sight, .. }) in boxes.iter().enumerate() {
            has_tube[place] = has_tube.get(caller as usize).copied().unwrap_or_default();
            let Some(calls) = self.correspondence.both(SideName::B, call).filter(|_| in_sight) else {
                continue;
            };
            let is_folded = a.block(calls[0]).is_some_and(|block| block.is_folded);
            let is_hidden = has_tube[place]
                || !is_folded
                || self.is_hidden(calls)
                || a.is_frame(calls[0])
                || b.is_frame(calls[1]);
            if let Some(link) = (!is_hidden).then(|| self.link(calls, None)).flatten() {
                has_tube[place] = true;
                self.links.push(link);
            }
        }
    }

    /// Returns the tube of the match under the pointer, if it is not drawn but could be.
    fn pointed_at(&self, drawn: &[Link]) -> Option<Link> {
        let calls = match self.context.input.hovered?.call {
            [Some(a), Some(b)] if self.correspondence.partner(SideName::A, a) == Some(b) => [a, b],
            [Some(a), None] => self.correspondence.both(SideName::A, a)?,
            [None, Some(b)] => self.correspondence.both(SideName::B, b)?,
            _ => return None,
        };
        let [a, b] = self.context.plots;
        let is_drawn = drawn.iter().any(|link| link.ends.map(|end| end.call) == calls);
        let is_hidden = self.is_hidden(calls) || a.is_frame(calls[0]) || b.is_frame(calls[1]);
        // A match narrower than any drawn one still gets its line: without it nobody finds the other end.
        if is_drawn || is_hidden { None } else { self.link_between(calls, None) }
    }

    /// If all matches are frames, draws the innermost of them. A tube without an end in view would only fill the band, so
    /// it is left out.
    fn only_frames(&mut self) {
        let Some(place) = self.frame.filter(|_| self.links.is_empty()) else { return };
        let call = self.context.icicles[0].calls[place].call;
        let Some(partner) = self.partners[place].some() else { return };
        if self.context.surrounds_view([call, partner]) {
            return;
        }
        let Some(link) = self.link([call, partner], None) else { return };
        self.links.push(link);
        self.reached[place] = self.inside(partner);
        // This tube implies the matches inside it, as any other tube does. No other tube lies inside it.
        let (boxes, calls) = (&self.context.icicles[0].calls, self.context.plots[0].trace.calls());
        for (around, inside) in self.around.iter_mut().zip(boxes) {
            if calls.contains(call, inside.call) {
                *around = place as u32;
            }
        }
    }

    /// Returns the width of the narrower of two calls in CSS pixels.
    fn px(&self, calls: [CallId; 2]) -> f64 {
        let plots = self.context.plots;
        let px = |side: usize| plots[side].px(plots[side].trace.calls().duration(calls[side]));
        px(0).min(px(1))
    }

    /// Builds the tube of two calls if both are wide enough and in sight. `rect` is the box of A's call, if it has one.
    fn link(&self, calls: [CallId; 2], rect: Option<Rect>) -> Option<Link> {
        if self.px(calls) < LEAST_PX { None } else { self.link_between(calls, rect) }
    }

    /// Builds the tube of two calls if both are in sight.
    fn link_between(&self, calls: [CallId; 2], rect: Option<Rect>) -> Option<Link> {
        let plots = self.context.plots;
        let px = self.px(calls);
        let end = |side: usize| {
            let rect = rect.filter(|_| side == 0).or_else(|| plots[side].rect(calls[side]));
            let rect = rect.or_else(|| plots[side].silhouette_rect(calls[side]));
            let rect = rect.filter(|&rect| plots[side].is_in_sight(rect))?;
            Some(End::of_call(plots[side], calls[side], rect))
        };
        let ends = [end(0)?, end(1)?];
        let shows_similarity = self.context.input.state.color == ColorBy::Similarity;
        let similarity = if shows_similarity { scale::similarity(self.context.input, calls) } else { None };
        Some(Link {
            item: Item::Match { a: calls[0], b: calls[1], similarity },
            ends,
            root: self.root(calls),
            similarity,
            importance: px * f64::from(similarity.unwrap_or(1.0)),
        })
    }

    /// Returns the subtree of a call of B, the call included.
    fn inside(&self, call: CallId) -> SubtreeRange {
        [call.0, self.context.plots[1].trace.calls().subtree_end()[call.index()]]
    }

    /// Returns true if a match says more than the match around it. A call that only changed places with its neighbours
    /// does not count: its cells have an edge, and two crossing tubes would be the loudest thing in sight.
    fn is_notable(&self, calls: [CallId; 2]) -> bool {
        let is_moved = || self.correspondence.kind(SideName::A, calls[0]) == Kind::Moved;
        let is_far = || scale::shift(self.context.plots, calls, self.root(calls)) >= SHIFT;
        match self.context.input.state.color {
            ColorBy::Shift | ColorBy::Place => is_far(),
            _ => self.correspondence.step(calls) != 4 || (is_moved() && is_far()),
        }
    }
}

impl TubesAround for Tubes<'_> {
    const IS_NESTED: bool = true;

    fn is_drawn(&self, place: u32) -> bool {
        self.around[place as usize] == place || self.is_frame[place as usize]
    }

    /// O(tubes around the box).
    fn is_inside(&self, place: u32, call: CallId) -> bool {
        let mut around = self.around[place as usize];
        while around != NO_BOX {
            let [first, end] = self.reached[around as usize];
            if (first..end).contains(&call.0) {
                return true;
            }
            around = self.further[around as usize];
        }
        false
    }

    fn reached_from(&self, place: u32) -> Option<Range<u32>> {
        let [first, end] = *self.reached.get(*self.around.get(place as usize)? as usize)?;
        Some(first..end)
    }

    fn root(&self, calls: [CallId; 2]) -> [CallId; 2] {
        self.roots.root_of(calls)
    }
}

/// Number of lines between boxes of small calls, and the number of matches that they stand for.
type LineCounts = (usize, u64);

fn drawn_text(
    context: &MatchContext<'_>,
    correspondence: &Correspondence<'_>,
    drawn: usize,
    small: LineCounts,
) -> DrawnText {
    let state = context.input.matches.state;
    let of_a = &correspondence.alignment.sides[0];
    let all = [(Kind::Matched, state.hide_matched), (Kind::Moved, state.hide_moved)];
    let all: u64 = all.iter().map(|&(kind, hidden)| if hidden { 0 } else { of_a.calls[kind as usize] }).sum();
    let mut text = format!("{} of {} matches drawn", numbers::count(drawn as u64), numbers::count(all));
    if small.0 > 0 {
        text += &format!(", {} more in shared lines", numbers::count(small.1));
    }
    let mut rule = format!("Widest first, from {LEAST_PX}\u{202f}px");
    if !state.implied {
        let noted = match context.input.state.color {
            ColorBy::Shift | ColorBy::Place => "the call’s start shifted",
            _ => "the call’s length changed or it moved far",
        };
        rule += &format!("; inside another tube only if {noted}, from {LEAST_INSIDE_PX}\u{202f}px");
    }
    DrawnText { text, rule }
}
