//! Relations as lists, and the texts about them.

use super::{CallRelation, Program, layers, repeats};
use diptych_protocol::{
    LevelRow, ListCount, RelationList, RelationRow, RelationsReply, RelationsRequest, SideName,
};
use diptych_structure::{Level, NodeId, levels};
use diptych_trace::{Sorting, Trace};
use diptych_views::numbers::signed;
use diptych_views::places::{ElementOrRelation, level_of_kind, short_name};
use diptych_views::{numbers, words};

/// Largest number of calls of a rare relation.
pub(crate) const RARE: u64 = 3;

/// An entry of a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ListEntry {
    /// A relation.
    Relation(CallRelation),
    /// An element that only A has.
    Gone(NodeId),
    /// An element that only B has.
    New(NodeId),
    /// An element that moved: its place in A and its place in B.
    Moved(NodeId, NodeId),
    /// Calls that layers forbid.
    Forbidden {
        /// Calling and called function.
        ends: [NodeId; 2],
        /// Number of calls in A and in B.
        calls: [u64; 2],
    },
    /// A repeat of the marked calls: its side, and its index in [`super::Repeats::sides`].
    Repeat(usize, usize),
}

/// Returns all lists in the order of their tabs. Relations are between different elements, sorted by change or by
/// number of calls, ties in the order of the tree.
pub fn lists(program: &Program) -> Vec<(RelationList, Vec<ListEntry>)> {
    let mut lists = lists_of_relations(program);
    if program.has_layers {
        lists.push((RelationList::Forbidden, layers::forbidden(program)));
    }
    if let Some(repeats) = &program.repeats {
        let rows =
            (0..2).flat_map(|side| (0..repeats.sides[side].len()).map(move |at| ListEntry::Repeat(side, at)));
        lists.push((RelationList::Repeats, rows.collect()));
    }
    lists
}

fn lists_of_relations(program: &Program) -> Vec<(RelationList, Vec<ListEntry>)> {
    let edges = || program.calls.relations.iter().copied().filter(CallRelation::is_edge);
    let sorted = |is_in: &dyn Fn(&CallRelation) -> bool, weight: &dyn Fn(&CallRelation) -> i64| {
        let mut rows: Vec<CallRelation> = edges().filter(|it| is_in(it)).collect();
        rows.order_by_key(|it| (-weight(it), it.caller, it.callee));
        rows.into_iter().map(ListEntry::Relation).collect::<Vec<ListEntry>>()
    };
    let by_change = |it: &CallRelation| it.change().abs();
    let rare = || {
        // A relation without a call in the window is not rare in it.
        let is_rare = |it: &CallRelation| (1..=RARE).contains(&program.rarity(it));
        (RelationList::Rare, sorted(&is_rare, &|it| -(program.rarity(it) as i64)))
    };
    if !program.is_pair() {
        let side = usize::from(program.calls.sides[0].is_none());
        return vec![(RelationList::Most, sorted(&|_| true, &|it| it.calls[side] as i64)), rare()];
    }
    let both = |it: &CallRelation| it.is_in() == [true; 2];
    let mut lists = vec![
        (RelationList::More, sorted(&|it| both(it) && it.change() > 0, &by_change)),
        (RelationList::Fewer, sorted(&|it| both(it) && it.change() < 0, &by_change)),
        (RelationList::OnlyB, sorted(&|it| it.is_in() == [false, true], &by_change)),
        (RelationList::OnlyA, sorted(&|it| it.is_in() == [true, false], &by_change)),
        rare(),
    ];
    if let Some(changes) = &program.places.changes {
        let is_one_sided = |id: &&NodeId| program.sides(**id) != [true; 2];
        let new = changes.added.iter().filter(is_one_sided).map(|&id| ListEntry::New(id));
        let gone = changes.removed.iter().filter(is_one_sided).map(|&id| ListEntry::Gone(id));
        let moved = changes.moved.iter().map(|&(a, b)| ListEntry::Moved(a, b));
        lists.push((RelationList::Elements, new.chain(gone).chain(moved).collect()));
    }
    lists
}

/// Builds the reply for the panel next to the pictures.
pub fn reply(program: &Program, ask: RelationsRequest, traces: [Option<&Trace>; 2]) -> RelationsReply {
    let all = lists(program);
    let listed = all.iter().find(|(list, _)| *list == ask.list).map_or(&[][..], |(_, rows)| rows);
    let most = listed.iter().map(|of| size(program, of)).max().unwrap_or(1).max(1);
    // With one side, nothing is compared. A rare relation is one with few calls, see `Program::rarity`.
    let counts_all = ask.list == RelationList::Rare && program.calls.not_compared.is_none();
    let is_compared = program.is_pair() && !counts_all;
    let row = |of: &ListEntry| row(program, of, is_compared, most, traces);
    let of_level = |(level, elements): (Level, usize)| match level {
        Level::Kind(kind) => Some(LevelRow { level: level_of_kind(kind), elements: elements as u32 }),
        Level::Depth(_) => None,
    };
    let loops = program.calls.relations.iter().filter(|it| !it.is_edge()).count();
    let open = program.calls.sides.iter().flatten();
    RelationsReply {
        level: Some(level_of_kind(program.level)),
        levels: levels(program.hierarchy(), &program.alone).into_iter().filter_map(of_level).collect(),
        elements: program.shown.elements().len() as u32,
        relations: (program.calls.relations.len() - loops) as u32,
        loops: loops as u32,
        calls: open.map(|side| side.lines.map(|calls| calls as f64)).collect(),
        lists: all
            .iter()
            .map(|(list, rows)| ListCount {
                list: *list,
                rows: rows.len() as u32,
                largest: rows.first().map_or(0, |of| size(program, of)),
            })
            .collect(),
        rows: listed.iter().take(ask.rows as usize).map(row).collect(),
        note: note(program, traces),
        pattern: repeats::reply(program),
        layers_problem: program.layers_problem.to_string(),
    }
}

/// Returns the number that a row's bar shows.
fn size(program: &Program, of: &ListEntry) -> u64 {
    let [a, b] = match of {
        ListEntry::Relation(it) => it.compared(),
        ListEntry::Forbidden { calls, .. } => *calls,
        _ => return 0,
    };
    if program.is_pair() && matches!(of, ListEntry::Relation(_)) { a.abs_diff(b) } else { a + b }
}

fn row(
    program: &Program,
    of: &ListEntry,
    is_compared: bool,
    most: u64,
    traces: [Option<&Trace>; 2],
) -> RelationRow {
    let share = (size(program, of) as f64 / most as f64) as f32;
    let element = |id: NodeId, change: &str, place: String| RelationRow {
        subject: program.places.subject(id, traces),
        caller: program.hierarchy().kind(id).as_str().to_owned(),
        callee: short_name(program.hierarchy(), id),
        place,
        change: change.to_owned(),
        calls: String::new(),
        share,
    };
    match *of {
        ListEntry::Relation(it) => {
            let ends = [it.caller, it.callee].map(|place| program.element(place));
            let calls = if is_compared { it.compared() } else { it.calls };
            between(program, ends, calls, share, traces)
        }
        ListEntry::Forbidden { ends, calls } => between(program, ends, calls, share, traces),
        ListEntry::New(id) => element(id, "new", around(program, id)),
        ListEntry::Gone(id) => element(id, "gone", around(program, id)),
        ListEntry::Moved(id, to) => {
            element(id, "moved", format!("{} → {}", around(program, id), around(program, to)))
        }
        ListEntry::Repeat(side, at) => {
            let repeat = program.repeats.as_ref().and_then(|repeats| repeats.sides[side].get(at));
            let row = repeat.zip(traces[side]);
            row.map_or_else(
                || element(NodeId::ROOT, "", String::new()),
                |(repeat, trace)| repeats::row(repeat, SideName::BOTH[side], trace),
            )
        }
    }
}

/// Builds the row of calls from one element to another.
fn between(
    program: &Program,
    ends: [NodeId; 2],
    calls: [u64; 2],
    share: f32,
    traces: [Option<&Trace>; 2],
) -> RelationRow {
    let [caller, callee] = ends.map(|id| short_name(program.hierarchy(), id));
    let around = ends.map(|id| around(program, id));
    let ([a, b], in_words) = (calls, counts(program, calls));
    RelationRow {
        subject: program.places.relation_subject(ends, traces),
        caller,
        callee,
        place: place_of(&around),
        change: if program.is_pair() { signed(b as i64 - a as i64) } else { in_words.clone() },
        calls: if program.is_pair() { format!("{in_words} calls") } else { in_words },
        share,
    }
}

/// Returns the elements around a caller and around its callee, once if they are the same: `lib/re → top level`.
fn place_of([caller, callee]: &[String; 2]) -> String {
    let named = |place: &String| if place.is_empty() { "top level".to_owned() } else { place.clone() };
    if caller == callee { caller.clone() } else { format!("{} → {}", named(caller), named(callee)) }
}

/// Formats the calls of both sides: `12 → 109`. For one side, its calls.
pub(crate) fn counts(program: &Program, calls: [u64; 2]) -> String {
    let [a, b] = calls.map(numbers::count);
    if program.is_pair() { format!("{a} → {b}") } else { numbers::calls(calls[0] + calls[1]) }
}

fn around(program: &Program, id: NodeId) -> String {
    let hierarchy = program.hierarchy();
    hierarchy.parent(id).map_or_else(String::new, |parent| words::shown(&hierarchy.path(parent)))
}

/// Describes the calls and functions that the numbers leave out.
fn note(program: &Program, traces: [Option<&Trace>; 2]) -> String {
    let mut notes: Vec<String> = words::counts_boxes(traces).map(str::to_owned).into_iter().collect();
    let placed = &program.places.placement.sides;
    let without: u64 = program.calls.sides.iter().flatten().map(|side| side.without_caller).sum();
    if without > 0 {
        notes.push(format!("{} without a caller belong to no relation", numbers::calls(without)));
    }
    let beyond: u64 = program.calls.relations.iter().map(|it| it.beyond[0] + it.beyond[1]).sum();
    if beyond > 0 {
        let (early, has_window) = (program.calls.not_compared, program.calls.has_window());
        let why = words::why_not_compared(beyond, early, has_window, "the visible time");
        notes.push(format!("{} not compared: {why}", numbers::calls(beyond)));
    }
    let lost = |of: fn(&diptych_structure::PlacedSide) -> u32| placed.iter().map(of).sum::<u32>();
    for (count, what) in [
        (lost(|side| side.unmapped), "match no element of the list"),
        (lost(|side| side.ambiguous), "match several elements of the list"),
    ] {
        if count > 0 {
            notes.push(format!("{} functions {what}", numbers::count(count.into())));
        }
    }
    if traces.into_iter().flatten().any(|trace| trace.sampling().is_some()) {
        notes.push(
            "calls are estimated from samples: short calls are missing, so their numbers are not exact"
                .to_owned(),
        );
    }
    notes.join("; ")
}

/// Returns the ends of a relation.
pub(crate) fn ends_of(program: &Program, it: &CallRelation) -> ElementOrRelation {
    ElementOrRelation::Relation(program.element(it.caller), program.element(it.callee))
}
