//! Names of the matches in view that changed most, written on their tubes.
//!
//! At first sight a picture of many tubes says that much changed, and not what. A few names say what to look at.

use super::context::MatchContext;
use super::control::Routes;
use super::item::Item;
use super::link::Link;
use diptych_protocol::{ColorBy, MatchMode, SideName};
use diptych_scene::curve::eval::spline;
use diptych_scene::text::width::estimated_px;
use diptych_scene::{Align, Face, Rect, RectBatch, RectInstance, RectStyle, TextBatch, TextRun, Weight};
use diptych_trace::{CallId, Sorting};
use diptych_views::icicle::boxes::{label_text, text_run};
use diptych_views::{ItemTable, numbers, words};
use std::cmp::Reverse;

/// Number of tubes that are named, and their size of text and height of box, CSS pixels.
const MOST: usize = 3;
const TEXT_PX: f32 = 11.0;
const CHIP_PX: f32 = 17.0;
/// Factor on estimated widths: the fonts of the page are wider than the one that the estimate measures.
const BROADER: f32 = 1.2;
/// The measure of the changes, and the least width of the picture at which every name has it. Narrower pictures would be
/// covered by names; the line above them still says it.
const MEASURE: &str = " with callees";
const MEASURED_PX: f32 = 700.0;
/// Share of a change that a callee must have to stand for its caller.
const MOST_OF_IT: f64 = 0.7;
/// Share of a task's change, or of its time, that a callee must have to be named beside the task.
const PART_OF_TASK: f64 = 0.3;
/// Fewest outermost calls of a lane that make it a row of tasks.
const MANY_TASKS: usize = 8;
/// Longest name in characters, and the longest one beside another.
const LONGEST: usize = 32;
const LONGEST_OF_TWO: usize = 26;
/// Places along the band that are tried for a name, as shares of its height.
const PLACES: [f32; 5] = [0.5, 0.32, 0.68, 0.16, 0.84];

/// The names, and the first of them in words.
#[derive(Debug, Default)]
pub(crate) struct TubeNames {
    pub(crate) rects: RectBatch,
    pub(crate) texts: TextBatch,
    /// Name and change of the match that changed most: `RunTask +31.2 ms with callees`.
    pub(crate) largest: String,
}

/// Names the drawn matches whose lengths changed most, beyond noise and beyond the whole run. A match around or inside a
/// named one gets no name, because it is the same change. Nor does a further match of a named function: three equal names
/// say no more than one. A call that calls nothing is named only if the change of its function is significant; otherwise the
/// match around it is named.
/// O(links + callees of the named ones).
pub(super) fn names(
    context: &MatchContext<'_>,
    links: &[Link],
    routes: &Routes,
    items: &mut ItemTable<Item>,
) -> TubeNames {
    let mut named = TubeNames::default();
    let input = context.input;
    let is_change = input.state.color == ColorBy::Change && input.matches.state.mode == MatchMode::OneToOne;
    let Some(correspondence) = input.correspondence.filter(|_| is_change) else { return named };
    let [from, to] = context.band();
    let pane = context.plots[0].placement.plot;
    let mut chosen: Vec<[CallId; 2]> = Vec::new();
    let mut said: Vec<String> = Vec::new();
    let mut taken: Vec<Rect> = Vec::new();
    for (place, calls) in changed(context, links) {
        if chosen.len() == MOST {
            break;
        }
        if chosen.iter().any(|other| is_related(context, *other, calls)) {
            continue;
        }
        let told = [innermost(context, calls), calls].into_iter().find(|told| !is_noise(context, *told));
        let Some(told) = told else { continue };
        let name = name_of(context, told);
        if said.contains(&name) {
            continue;
        }
        let words =
            format!("{name} {}", numbers::delta(context.plots[0].trace.axis(), change(context, told) as f64));
        let measured = format!("{words}{MEASURE}");
        let text = if pane.width() < MEASURED_PX { words } else { measured.clone() };
        let width = estimated_px(&text, TEXT_PX, Face::Ui, Weight::Bold) * BROADER + 10.0;
        let points: Vec<[f32; 2]> = routes.points(place).iter().map(|point| [point.x, point.y]).collect();
        let rect = PLACES.into_iter().find_map(|share| {
            let y = from + (to - from) * share;
            let x = x_at(&points, y)
                .clamp(pane.x0 + width / 2.0, (pane.x1 - width / 2.0).max(pane.x0 + width / 2.0));
            let rect = Rect::new(x - width / 2.0, y - CHIP_PX / 2.0, x + width / 2.0, y + CHIP_PX / 2.0);
            let is_inside = rect.y0 >= from && rect.y1 <= to && rect.x1 <= pane.x1;
            (is_inside && !taken.iter().any(|other| other.overlaps(rect))).then_some(rect)
        });
        let Some(rect) = rect else { continue };
        if chosen.is_empty() {
            named.largest = measured;
        }
        chosen.push(calls);
        said.push(name);
        taken.push(rect);
        let [a, b] = told;
        let item = items.add(Item::Match { a, b, similarity: None });
        let Rect { x0, y0, x1, y1 } = rect;
        let border = input.theme.change[correspondence.step(told)];
        let (fill, style) = (input.theme.raised, RectStyle::PLAIN.border(6));
        named
            .rects
            .push(RectInstance { x0, y0, x1, y1, fill, border, style, ..RectInstance::default() }, item);
        let run = text_run(text, rect, TEXT_PX, input.theme.ink, Align::Center);
        named.texts.push(TextRun { weight: Weight::Bold, ..run }, item);
    }
    named
}

/// Returns the links of single matches with a change that counts, and their calls, the largest change first.
fn changed(context: &MatchContext<'_>, links: &[Link]) -> Vec<(usize, [CallId; 2])> {
    let Some(correspondence) = context.input.correspondence else { return Vec::new() };
    let of_match = |(place, link): (usize, &Link)| match link.item {
        Item::Match { a, b, .. } if correspondence.step([a, b]) != 4 => Some((place, [a, b])),
        _ => None,
    };
    // Tubes also pass through the view between calls that lie left and right of it.
    let is_in_view = |calls: &[CallId; 2]| context.touches_view(*calls) && !context.surrounds_view(*calls);
    let found = links.iter().enumerate().filter_map(of_match);
    let mut found: Vec<(usize, [CallId; 2])> = found.filter(|(_, calls)| is_in_view(calls)).collect();
    found.order_by_key(|&(place, calls)| (Reverse(change(context, calls).unsigned_abs()), place));
    found
}

/// Follows a change down to the innermost match that still has most of it: `RunTask` says nothing, what it ran does.
/// O(callees on the way).
fn innermost(context: &MatchContext<'_>, mut calls: [CallId; 2]) -> [CallId; 2] {
    let Some(correspondence) = context.input.correspondence else { return calls };
    let of_a = context.plots[0].trace.calls();
    let of_b = context.plots[1].trace.calls();
    loop {
        let all = change(context, calls);
        let has_most = |inner: &[CallId; 2]| {
            let part = change(context, *inner);
            part.signum() == all.signum()
                && part.abs() as f64 >= MOST_OF_IT * all.abs() as f64
                && of_b.contains(calls[1], inner[1])
                && context.touches_view(*inner)
                && correspondence.step(*inner) != 4
        };
        let callees = of_a.children(calls[0]).filter_map(|call| correspondence.both(SideName::A, call));
        match callees.filter(has_most).max_by_key(|inner| change(context, *inner).unsigned_abs()) {
            Some(inner) => calls = inner,
            None => return calls,
        }
    }
}

/// Returns true if a change is only that of the calls themselves, and their function has no significant change.
fn is_noise(context: &MatchContext<'_>, calls: [CallId; 2]) -> bool {
    let Some(correspondence) = context.input.correspondence else { return false };
    let is_leaf = |side: usize| context.plots[side].trace.calls().children(calls[side]).next().is_none();
    let function = correspondence.pair.of_call(0, calls[0]);
    let is_significant = correspondence.significant.is_none_or(|of| of.holds(function));
    !is_significant && is_leaf(0) && is_leaf(1)
}

/// Returns by how many ticks the call of B is longer.
fn change(context: &MatchContext<'_>, calls: [CallId; 2]) -> i64 {
    let [a, b] = [0, 1].map(|side: usize| context.plots[side].trace.calls().duration(calls[side]));
    b - a
}

/// Returns the function of a match, and of a task what it did: `RunTask › paint`.
fn name_of(context: &MatchContext<'_>, calls: [CallId; 2]) -> String {
    let inside = inside_task(context, calls);
    let longest = if inside.is_some() { LONGEST_OF_TWO } else { LONGEST };
    let shortened = |side: usize, call: CallId| {
        let name = words::name_or_unnamed(words::function_of(context.plots[side].trace, call).name);
        label_text(&name, longest)
    };
    let inside =
        inside.map_or_else(String::new, |(side, call)| format!(" \u{203a} {}", shortened(side, call)));
    format!("{}{inside}", shortened(0, calls[0]))
}

/// Returns the side and the call that says what a task did, if the call is one of a lane's many outermost ones or fills
/// one: the function of such a call often runs them all, as `RunTask` does. It is the callee with the most of the change,
/// or else the longest one.
/// O(callees on the way · depth).
fn inside_task(context: &MatchContext<'_>, calls: [CallId; 2]) -> Option<(usize, CallId)> {
    let correspondence = context.input.correspondence?;
    let of = [0, 1].map(|side: usize| context.plots[side].trace.calls());
    if !is_task(context, calls[0]) {
        return None;
    }
    let all = change(context, calls);
    // The side on which the task takes longer has the calls that make the difference.
    let (longer, side) = if all > 0 { (1, SideName::B) } else { (0, SideName::A) };
    let cost = |call: CallId| {
        let partner = correspondence
            .partner(side, call)
            .filter(|other| of[1 - longer].contains(calls[1 - longer], *other));
        of[longer].duration(call) - partner.map_or(0, |other| of[1 - longer].duration(other))
    };
    let callees = |call: CallId| of[longer].children(call);
    let share = |part: i64, whole: i64| part as f64 >= PART_OF_TASK * whole as f64;
    let by_change =
        callees(calls[longer]).max_by_key(|&call| cost(call)).filter(|&call| share(cost(call), all.abs()));
    let whole = of[longer].duration(calls[longer]);
    let by_time = || {
        let longest = callees(calls[longer]).max_by_key(|&call| of[longer].duration(call));
        longest.filter(|&call| share(of[longer].duration(call), whole))
    };
    let mut inside = by_change.or_else(by_time)?;
    // A callee that only passes on to the next says less than that one.
    let passes_on = |inside: CallId| {
        let most = callees(inside).max_by_key(|&call| of[longer].duration(call))?;
        (of[longer].duration(most) as f64 >= MOST_OF_IT * of[longer].duration(inside) as f64).then_some(most)
    };
    while let Some(next) = passes_on(inside) {
        inside = next;
    }
    Some((longer, inside))
}

/// Returns true if a call fills one of a lane's many outermost calls.
fn is_task(context: &MatchContext<'_>, call: CallId) -> bool {
    let trace = context.plots[0].trace;
    let calls = trace.calls();
    let outermost =
        std::iter::successors(Some(call), |of| calls.parent()[of.index()].some()).last().unwrap_or(call);
    let lane = trace.lanes().of_call(call);
    calls.duration(call) as f64 >= MOST_OF_IT * calls.duration(outermost) as f64
        && trace.depth_index().row(lane, 0).len() >= MANY_TASKS
}

/// Returns true if one match lies around the other.
fn is_related(context: &MatchContext<'_>, one: [CallId; 2], other: [CallId; 2]) -> bool {
    let calls = context.plots[0].trace.calls();
    calls.contains(one[0], other[0]) || calls.contains(other[0], one[0])
}

/// Returns the x at which a curve passes a height. y only ever advances along a curve, so the height is found by halves.
fn x_at(points: &[[f32; 2]], y: f32) -> f32 {
    let (mut from, mut to) = (0.0, 1.0);
    for _ in 0..16 {
        let middle = f32::midpoint(from, to);
        if spline(points, middle).0[1] < y { from = middle } else { to = middle }
    }
    spline(points, f32::midpoint(from, to)).0[0]
}
