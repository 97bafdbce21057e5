//! Texts about elements and about the focus.

use super::{Elements, Focus, Mode};
use diptych_protocol::{Fact, PartnerRow, SideName, Tooltip};
use diptych_structure::{Measure, NodeId};
use diptych_trace::{Axis, CallId, LaneId, Trace};
use diptych_views::places::telling_name;
use diptych_views::{lane_word, lanes_with_calls, numbers, over_lanes, words};

/// Describes the focus, such as `Publisher.apply_transforms with 12,345 calls below it`.
pub(super) fn of_focus(elements: &Elements, traces: [Option<&Trace>; 2], focus: Option<&Focus>) -> String {
    let Some(focus) = focus else {
        let over = over_which_lanes(traces, None);
        return if over.is_empty() { "all in view".to_owned() } else { format!("all in view, {over}") };
    };
    let name = |item: &std::ops::Range<u32>| {
        let trace = traces[focus.side.index()]?;
        Some(words::name_or_unnamed(words::function_of(trace, CallId(item.start)).name))
    };
    let names: Vec<String> = focus.items.iter().filter_map(name).collect();
    match focus.mode {
        Mode::Elements => {
            let count = u64::from(focus.places.end - focus.places.start);
            let id = around(elements, focus);
            let name = id.map_or_else(String::new, |id| telling_name(elements.hierarchy(), id));
            if count == 1 { name } else { format!("{name} with {} in it", counted(count, "element")) }
        }
        Mode::Detail => {
            let inside: u64 = focus.items.iter().map(|item| u64::from(item.end - item.start) - 1).sum();
            let name = names.join(", ");
            if inside == 0 { name } else { format!("{name} with {} below it", numbers::calls(inside)) }
        }
        Mode::Overview => format!("the call path to {}", names.join(", ")),
        Mode::Approach => format!("the call paths through {}", names.join(" and ")),
    }
}

/// Returns over how many lanes the calls in focus are: `summed over 64 ranks`. Blank for one lane and for a focus on calls.
pub(super) fn over_which_lanes(traces: [Option<&Trace>; 2], focus: Option<&Focus>) -> String {
    if focus.is_some() {
        return String::new();
    }
    over_lanes(traces.map(|trace| trace.map_or(0, lanes_with_calls)), lane_word(traces))
}

/// Returns the innermost element that holds the whole focus.
pub(super) fn around(elements: &Elements, focus: &Focus) -> Option<NodeId> {
    let last = focus.places.end.checked_sub(1)?;
    let [first, last] = [focus.places.start, last].map(|place| elements.element(place));
    Some(elements.hierarchy().common_ancestor(first, last))
}

/// Returns the word for a mode.
pub(super) const fn of_mode(mode: Mode) -> &'static str {
    match mode {
        Mode::Overview => "overview",
        Mode::Approach => "approach",
        Mode::Detail => "detail",
        Mode::Elements => "structure",
    }
}

/// Returns the name of the lane whose calls are drawn, if the trace has calls on several lanes.
pub(super) fn drawn_lane(trace: &Trace, lane: LaneId) -> Option<String> {
    (lanes_with_calls(trace) > 1).then(|| words::lane_name(trace, lane))
}

pub(super) fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{} {what}s", numbers::count(count)) }
}

/// Returns the names of both measures of an element: without the elements that it calls, and with them.
fn measures(axis: Axis) -> [&'static str; 2] {
    if numbers::has_places(axis) {
        ["Self time", "Time with callees"]
    } else {
        ["Self weight", "Weight with callees"]
    }
}

/// Returns the tooltip of an element, with its measures in focus. `is_significant` is the comparison's judgement of its
/// change, if there is one.
pub(super) fn element_tooltip(
    elements: &Elements,
    axis: Axis,
    id: NodeId,
    [a, b]: [Measure; 2],
    is_significant: Option<bool>,
    rect: [f32; 4],
) -> Tooltip {
    let hierarchy = elements.hierarchy();
    let sides = elements.places_of(id).fold([false; 2], |found, place| {
        let ran = elements.ran(place);
        [found[0] || ran[0], found[1] || ran[1]]
    });
    let kind = match (sides, elements.is_pair()) {
        ([false, false], _) => "never ran".to_owned(),
        (_, false) => String::new(),
        ([true, true], _) => "ran in A and B".to_owned(),
        ([true, false], _) => "ran only in A".to_owned(),
        ([false, true], _) => "ran only in B".to_owned(),
    };
    let count = |of: Measure| numbers::count(of.calls);
    let own = |of: Measure| numbers::extent(axis, of.self_ticks);
    let whole = |of: Measure| numbers::extent(axis, of.ticks);
    let (mut facts, mut partner) = (Vec::new(), Vec::new());
    if elements.is_pair() {
        let row = |label: &str, texts: [String; 2], change: String| PartnerRow {
            label: label.to_owned(),
            a: texts[0].clone(),
            b: texts[1].clone(),
            change,
        };
        let ticks = |a: i64, b: i64| numbers::delta(axis, (b - a) as f64);
        partner.push(row("Calls", [count(a), count(b)], signed(b.calls as i64 - a.calls as i64)));
        let [own_name, whole_name] = measures(axis);
        partner.push(row(own_name, [own(a), own(b)], ticks(a.self_ticks, b.self_ticks)));
        partner.push(row(whole_name, [whole(a), whole(b)], ticks(a.ticks, b.ticks)));
        if let Some(false) = is_significant {
            let value = "not significant".to_owned();
            facts.push(Fact { label: "Change".to_owned(), value });
        }
    } else {
        let of = a.and(b);
        let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
        facts.push(fact("Calls", count(of)));
        let [own_name, whole_name] = measures(axis);
        facts.push(fact(own_name, own(of)));
        facts.push(fact(whole_name, whole(of)));
    }
    let places = elements.places_of(id);
    let mut context = hierarchy.kind(id).as_str().to_owned();
    if places.end - places.start > 1 {
        context = format!("{context} · {} in it", counted(u64::from(places.end - places.start), "element"));
    }
    if hierarchy.bytes(id) > 0 {
        context = format!("{context} · {}", numbers::bytes(hierarchy.bytes(id)));
    }
    Tooltip {
        side: None,
        name: telling_name(hierarchy, id),
        place: words::shown(&hierarchy.path(id)),
        context,
        facts,
        kind,
        partner,
        hint: "Click: pin · Double-click: zoom".to_owned(),
        rect,
    }
}

/// Formats a change with its sign, such as `+97`.
pub(super) fn signed(change: i64) -> String {
    numbers::signed(change)
}

/// Returns the letter of a side, such as ` of A`, if both sides are open.
pub(super) fn of_side(elements: &Elements, side: SideName) -> String {
    if elements.is_pair() { format!(" of {}", side.letter()) } else { String::new() }
}
