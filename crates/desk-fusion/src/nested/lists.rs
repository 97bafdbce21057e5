//! Lists of elements, and the other texts of the panel next to the picture.

use super::Elements;
use super::changes::{Change, change_of};
use super::visible::VisibleElements;
use super::words::counted;
use diptych_protocol::{
    ElementCount, ElementList, ElementRoot, ElementRow, ElementsReply, ElementsRequest, LevelRow,
};
use diptych_structure::{Isolation, Level, Measure, NodeId, UNMAPPED, levels};
use diptych_trace::{Axis, Sorting, Trace};
use diptych_views::places::{level_of_kind, short_name, telling_name};
use diptych_views::{Model, numbers, words};
use std::cmp::Reverse;

/// The contents of each list, as places of elements.
struct Lists {
    all: Vec<(ElementList, Vec<u32>)>,
    /// Number of elements whose change is below the noise floor or in line with the whole run.
    as_the_run: usize,
    /// Number of elements at the end of the largest changes whose change is not significant.
    not_significant: usize,
}

impl Lists {
    fn new(shown: &VisibleElements) -> Self {
        let elements = &shown.elements;
        let places = || {
            let within = elements.hierarchy().subtree(elements.root);
            (0..elements.len()).filter(move |&place| within.contains(&elements.element(place).0))
        };
        let of = |place: u32| shown.compared(place);
        let sorted = |is_in: &dyn Fn(u32) -> bool, weight: &dyn Fn(u32) -> u64| {
            let mut found: Vec<u32> = places().filter(|&place| is_in(place)).collect();
            found.order_by_key(|&place| (Reverse(weight(place)), place));
            found
        };
        let own = |place: u32| of(place).iter().map(|of| of.self_ticks.max(0) as u64).sum::<u64>();
        let change = |place: u32| {
            let [a, b] = of(place);
            b.self_ticks.abs_diff(a.self_ticks)
        };
        let never = |place: u32| shown.ran(place) == Some([false; 2]);
        let mut all = Vec::new();
        let (mut as_the_run, mut not_significant) = (0, 0);
        if elements.is_pair() {
            let is = |wanted: Change| move |place: u32| change_of(shown, place) == wanted;
            as_the_run = places().filter(|&place| is(Change::Grey)(place)).count();
            let only = |side: usize| {
                move |place: u32| shown.has_calls(place)[side] && !shown.has_calls(place)[1 - side]
            };
            // What waits changes whenever other threads do, so it comes after what may be the cause.
            let mut largest = sorted(&is(Change::Significant), &change);
            largest.sort_by_key(|place| shown.waiting.contains(place));
            let others = sorted(&is(Change::NotSignificant), &change);
            not_significant = others.len();
            largest.extend(others);
            all.push((ElementList::Largest, largest));
            all.push((ElementList::OnlyB, sorted(&only(1), &own)));
            all.push((ElementList::OnlyA, sorted(&only(0), &own)));
            // With everything in focus, these lists would repeat the two before them.
            let never_in = [(ElementList::NotInB, [true, false]), (ElementList::NotInA, [false, true])]
                .map(|(list, ran)| (list, sorted(&|place| shown.ran(place) == Some(ran), &own)));
            if all[2].1 != never_in[0].1 || all[1].1 != never_in[1].1 {
                all.extend(never_in);
            }
        } else {
            all.push((ElementList::Most, sorted(&|place| of(place).iter().any(|of| of.calls > 0), &own)));
        }
        all.push((ElementList::Never, sorted(&never, &|_| 0)));
        let unmapped = sorted(&|place| is_unmapped(elements, place), &own);
        if !unmapped.is_empty() {
            all.push((ElementList::Unmapped, unmapped));
        }
        Self { all, as_the_run, not_significant }
    }
}

/// Returns true if an element holds functions that match no element of a list, or several.
fn is_unmapped(elements: &Elements, place: u32) -> bool {
    let hierarchy = elements.hierarchy();
    hierarchy.way_up(elements.element(place)).any(|id| hierarchy.name(id) == UNMAPPED)
}

/// Returns true if a change is below the noise floor or in line with the whole run.
pub(super) fn is_grey(shown: &VisibleElements, [a, b]: [Measure; 2]) -> bool {
    super::paint::step_of_time(shown.grey, a.self_ticks, b.self_ticks) == 4
}

/// Builds the reply: the lists with their sizes, rows of one of them, and the figures of the panel.
pub(super) fn reply(shown: &VisibleElements, ask: ElementsRequest, model: &Model<'_>) -> ElementsReply {
    let elements = &shown.elements;
    let (hierarchy, lists) = (elements.hierarchy(), Lists::new(shown));
    let axis = model.traces.into_iter().flatten().next().map_or(Axis::TIME, Trace::axis);
    let is_there = |list: &ElementList| lists.all.iter().any(|(of, _)| of == list);
    // A list that is gone because it would repeat another one leads to that one.
    let twin = match ask.list {
        Some(ElementList::NotInB) => Some(ElementList::OnlyA),
        Some(ElementList::NotInA) => Some(ElementList::OnlyB),
        _ => None,
    };
    let list = ask
        .list
        .filter(is_there)
        .or(twin.filter(is_there))
        .or_else(|| lists.all.first().map(|(list, _)| *list));
    let rows = lists.all.iter().find(|(of, _)| Some(*of) == list).map_or(&[][..], |(_, rows)| rows);
    let of = |place: u32| shown.compared(place);
    let most = rows.iter().flat_map(|&place| of(place)).map(|of| of.self_ticks).max().unwrap_or(1).max(1);
    let row = |&place: &u32| {
        let id = elements.element(place);
        let [a, b] = of(place);
        let (change, values, own) = in_words(shown, axis, list, place);
        let parent = hierarchy.parent(id).unwrap_or(NodeId::ROOT);
        ElementRow {
            subject: elements.places.subject(id, model.traces),
            name: telling_name(hierarchy, id),
            place: words::shown(&hierarchy.path(parent)),
            change,
            values,
            own,
            shares: [a, b].map(|of| (of.self_ticks as f64 / most as f64) as f32),
        }
    };
    let mut coverage = [0u32; 4];
    for place in elements.places_of(elements.root) {
        // Nobody knows whether the side that ends early would have run the others.
        let Some(ran) = shown.ran(place) else { continue };
        let kind = match ran {
            [true, true] => 0,
            [true, false] => 1,
            [false, true] => 2,
            [false, false] => 3,
        };
        coverage[kind] += 1;
    }
    let alone = if elements.root == NodeId::ROOT {
        Isolation::default()
    } else {
        Isolation::new(hierarchy, elements.root)
    };
    let of_level = |(level, count): (Level, usize)| match level {
        Level::Kind(kind) => Some(LevelRow { level: level_of_kind(kind), elements: count as u32 }),
        Level::Depth(_) => None,
    };
    let mut root: Vec<ElementRoot> = hierarchy
        .way_up(elements.root)
        .filter(|&id| id != NodeId::ROOT)
        .map(|id| ElementRoot { name: short_name(hierarchy, id), path: hierarchy.path(id) })
        .collect();
    root.reverse();
    ElementsReply {
        level: Some(level_of_kind(elements.level)),
        levels: levels(hierarchy, &alone).into_iter().filter_map(of_level).collect(),
        root,
        focus: shown.base_words.clone(),
        has_bytes: hierarchy.ids().any(|id| hierarchy.bytes(id) > 0),
        coverage,
        lists: lists
            .all
            .iter()
            .map(|(list, rows)| ElementCount {
                list: *list,
                rows: rows.len() as u32,
                not_significant: if *list == ElementList::Largest { lists.not_significant as u32 } else { 0 },
            })
            .collect(),
        list,
        rows: rows.iter().take(ask.rows as usize).map(row).collect(),
        note: note(shown, list, lists.as_the_run, model.traces),
    }
}

/// Returns the change, the values of both sides, and the change relative to the element's own baseline.
fn in_words(
    shown: &VisibleElements,
    axis: Axis,
    list: Option<ElementList>,
    place: u32,
) -> (String, String, String) {
    let ([a, b], has_calls) = (shown.compared(place), shown.has_calls(place));
    let time = |of: Measure| numbers::extent(axis, of.self_ticks);
    let calls = |of: Measure| numbers::calls(of.calls);
    if list == Some(ElementList::Never) {
        return (String::new(), "never ran".to_owned(), String::new());
    }
    if !shown.elements.is_pair() {
        let both = a.and(b);
        return (time(both), calls(both), String::new());
    }
    let values = format!("{} → {}", time(a), time(b));
    let delta = (b.self_ticks - a.self_ticks) as f64;
    // A list of all kinds states each change with its sign and its kind.
    let one_side = |of: Measure, kind: &str| match list {
        Some(ElementList::Largest) => {
            (numbers::delta(axis, delta), format!("{kind}, {}", calls(of)), String::new())
        }
        _ => (time(of), calls(of), String::new()),
    };
    match (has_calls[0], has_calls[1]) {
        (true, true) => {
            let own =
                if a.self_ticks > 0 { numbers::change(delta / a.self_ticks as f64) } else { String::new() };
            (shown.change_in_words(place, numbers::delta(axis, delta)), values, own)
        }
        (true, false) => one_side(a, shown.one_sided(place, false)),
        (false, true) => one_side(b, shown.one_sided(place, true)),
        (false, false) => (String::new(), "not in focus".to_owned(), String::new()),
    }
}

/// Returns a note about elements that a list leaves out, and about functions without a place.
fn note(
    shown: &VisibleElements,
    list: Option<ElementList>,
    as_the_run: usize,
    traces: [Option<&Trace>; 2],
) -> String {
    let mut notes: Vec<String> = words::counts_boxes(traces).map(str::to_owned).into_iter().collect();
    if list == Some(ElementList::Largest) && as_the_run > 0 {
        let them = counted(as_the_run as u64, "element");
        // A factor of exactly 1 means that changes are not measured against a typical function.
        let factor = shown.grey.map_or(1.0, |grey| grey.factor);
        let run = if (factor - 1.0).abs() < f64::EPSILON {
            String::new()
        } else {
            format!("as a typical function ({}), or ", numbers::ratio(factor))
        };
        notes.push(format!("Not listed: {them} that changed {run}by less than the noise floor"));
    }
    let beyond = shown.calls_beyond();
    if beyond > 0 {
        let (early, has_window) = (shown.not_compared, shown.has_window());
        let why = words::why_not_compared(beyond, early, has_window, "the visible time");
        notes.push(format!("{} not compared: {why}", counted(beyond, "call")));
    }
    if let (false, Some(side)) = (shown.late.is_empty(), shown.not_compared) {
        let (late, early) = (counted(shown.late.len() as u64, "element"), ["B", "A"][side]);
        notes.push(format!("{late} not covered here: they ran only after {early}’s end"));
    }
    let sides = &shown.elements.places.placement.sides;
    let sum = |of: &dyn Fn(usize) -> u32| u64::from(of(0)) + u64::from(of(1));
    let (unmapped, ambiguous) = (sum(&|side| sides[side].unmapped), sum(&|side| sides[side].ambiguous));
    for (count, what) in
        [(unmapped, "match no file of the list"), (ambiguous, "match several files of the list")]
    {
        if count > 0 {
            notes.push(format!("{} (A and B) {what}", counted(count, "function")));
        }
    }
    notes.join("; ")
}
