//! Relations in lists, and what is said of them.

use super::{CallRelation, Ends, Program, level_of_kind};
use crate::{numbers, words};
use diptych_protocol::{LevelRow, ListCount, RelationList, RelationRow, RelationsReply, RelationsRequest};
use diptych_structure::{Level, NodeId, levels};
use diptych_trace::{Sorting, Trace};

/// Relations of at most so many calls are rare.
const RARE: u64 = 3;

/// What stands in a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Listed {
    /// A relation.
    Relation(CallRelation),
    /// An element that A alone has.
    Gone(NodeId),
    /// One that B alone has.
    New(NodeId),
    /// From where in A to where in B.
    Moved(NodeId, NodeId),
}

/// All lists, in the order of their tabs: relations between elements, the largest change or most calls first; ties as the tree has them.
pub fn lists(program: &Program) -> Vec<(RelationList, Vec<Listed>)> {
    let edges = || program.calls.relations.iter().copied().filter(CallRelation::is_edge);
    let sorted = |is_in: &dyn Fn(&CallRelation) -> bool, weight: &dyn Fn(&CallRelation) -> i64| {
        let mut rows: Vec<CallRelation> = edges().filter(|it| is_in(it)).collect();
        rows.order_by_key(|it| (-weight(it), it.caller, it.callee));
        rows.into_iter().map(Listed::Relation).collect::<Vec<Listed>>()
    };
    let by_change = |it: &CallRelation| it.change().abs();
    let rare = || {
        let is_rare = |it: &CallRelation| it.calls[0] + it.calls[1] <= RARE;
        (RelationList::Rare, sorted(&is_rare, &|it| -((it.calls[0] + it.calls[1]) as i64)))
    };
    if !program.is_pair() {
        let side = usize::from(program.calls.sides[0].is_none());
        return vec![(RelationList::Most, sorted(&|_| true, &|it| it.calls[side] as i64)), rare()];
    }
    let both = |it: &CallRelation| it.calls[0] > 0 && it.calls[1] > 0;
    let mut lists = vec![
        (RelationList::More, sorted(&|it| both(it) && it.change() > 0, &by_change)),
        (RelationList::Fewer, sorted(&|it| both(it) && it.change() < 0, &by_change)),
        (RelationList::OnlyB, sorted(&|it| it.calls[0] == 0, &by_change)),
        (RelationList::OnlyA, sorted(&|it| it.calls[1] == 0, &by_change)),
        rare(),
    ];
    if let Some(changes) = &program.places.changes {
        let new = changes.added.iter().map(|&id| Listed::New(id));
        let gone = changes.removed.iter().map(|&id| Listed::Gone(id));
        let moved = changes.moved.iter().map(|&(a, b)| Listed::Moved(a, b));
        lists.push((RelationList::Elements, new.chain(gone).chain(moved).collect()));
    }
    lists
}

/// What is said beside the pictures.
pub fn reply(program: &Program, ask: RelationsRequest, traces: [Option<&Trace>; 2]) -> RelationsReply {
    let all = lists(program);
    let listed = all.iter().find(|(list, _)| *list == ask.list).map_or(&[][..], |(_, rows)| rows);
    let most = listed.iter().map(|of| size(program, of)).max().unwrap_or(1).max(1);
    let row = |of: &Listed| row(program, of, most, traces);
    let of_level = |(level, elements): (Level, usize)| match level {
        Level::Kind(kind) => Some(LevelRow { level: level_of_kind(kind), elements: elements as u32 }),
        Level::Depth(_) => None,
    };
    let loops = program.calls.relations.iter().filter(|it| !it.is_edge()).count();
    let open = program.calls.sides.iter().flatten();
    RelationsReply {
        level: Some(level_of_kind(program.level)),
        levels: levels(program.hierarchy()).into_iter().filter_map(of_level).collect(),
        elements: program.shown.elements().len() as u32,
        relations: (program.calls.relations.len() - loops) as u32,
        loops: loops as u32,
        calls: open.map(|side| side.lines.map(|calls| calls as f64)).collect(),
        lists: all.iter().map(|(list, rows)| ListCount { list: *list, rows: rows.len() as u32 }).collect(),
        rows: listed.iter().take(ask.rows as usize).map(row).collect(),
        note: note(program, traces),
    }
}

/// What a row is sorted by.
fn size(program: &Program, of: &Listed) -> u64 {
    match of {
        Listed::Relation(it) if program.is_pair() => it.change().unsigned_abs(),
        Listed::Relation(it) => it.calls[0] + it.calls[1],
        _ => 0,
    }
}

fn row(program: &Program, of: &Listed, most: u64, traces: [Option<&Trace>; 2]) -> RelationRow {
    let places = &program.places;
    let (change, share) = (change(program, of), (size(program, of) as f64 / most as f64) as f32);
    match *of {
        Listed::Relation(it) => {
            let ends = [it.caller, it.callee].map(|place| program.element(place));
            let [caller, callee] = ends.map(|id| short_name(program, id));
            let around = ends.map(|id| around(program, id));
            let place = if around[0] == around[1] { around[0].clone() } else { around.join(" → ") };
            let subject = places.relation_subject(ends, traces);
            RelationRow { subject, caller, callee, place, change, calls: counts(program, &it), share }
        }
        Listed::New(id) | Listed::Gone(id) | Listed::Moved(id, _) => {
            let place = match *of {
                Listed::Moved(_, to) => format!("{} → {}", around(program, id), around(program, to)),
                _ => around(program, id),
            };
            let caller = program.hierarchy().kind(id).as_str().to_owned();
            let subject = places.subject(id, traces);
            RelationRow {
                subject,
                caller,
                callee: short_name(program, id),
                place,
                change,
                calls: String::new(),
                share,
            }
        }
    }
}

fn change(program: &Program, of: &Listed) -> String {
    match of {
        Listed::Relation(it) if program.is_pair() => signed(it.change()),
        Listed::Relation(it) => numbers::count(it.calls[0] + it.calls[1]),
        Listed::New(_) => "new".to_owned(),
        Listed::Gone(_) => "gone".to_owned(),
        Listed::Moved(..) => "moved".to_owned(),
    }
}

/// `+97`
pub(crate) fn signed(change: i64) -> String {
    let sign = match change {
        0 => "",
        ..0 => "\u{2212}",
        _ => "+",
    };
    format!("{sign}{}", numbers::count(change.unsigned_abs()))
}

/// `12 → 109`; of one side the calls.
pub(crate) fn counts(program: &Program, it: &CallRelation) -> String {
    let [a, b] = it.calls.map(numbers::count);
    if program.is_pair() { format!("{a} → {b}") } else { numbers::calls(it.calls[0] + it.calls[1]) }
}

/// The name of an element; of a file that is named as many others are with that of what it lies in.
pub(crate) fn short_name(program: &Program, id: NodeId) -> String {
    let hierarchy = program.hierarchy();
    let name = hierarchy.name(id);
    match hierarchy.parent(id) {
        Some(around) if around != NodeId::ROOT && SAYS_NOTHING.contains(&name) => {
            words::name_or_unnamed(&format!("{}/{name}", hierarchy.last_name(around)))
        }
        _ => words::name_or_unnamed(name),
    }
}

/// Names of files that stand for the folder they lie in.
const SAYS_NOTHING: [&str; 5] = ["__init__.py", "__main__.py", "mod.rs", "index.js", "index.ts"];

fn around(program: &Program, id: NodeId) -> String {
    let hierarchy = program.hierarchy();
    hierarchy.parent(id).map_or_else(String::new, |parent| words::shown(&hierarchy.path(parent)))
}

/// What the numbers leave out.
fn note(program: &Program, traces: [Option<&Trace>; 2]) -> String {
    let mut notes = Vec::new();
    let placed = &program.places.placement.sides;
    let without: u64 = program.calls.sides.iter().flatten().map(|side| side.without_caller).sum();
    if without > 0 {
        notes.push(format!("{} without a caller are in no relation", numbers::calls(without)));
    }
    let lost = |of: fn(&diptych_structure::PlacedSide) -> u32| placed.iter().map(of).sum::<u32>();
    for (count, what) in [
        (lost(|side| side.unmapped), "in no element of the list"),
        (lost(|side| side.ambiguous), "fit several elements of the list"),
    ] {
        if count > 0 {
            notes.push(format!("{} functions {what}", numbers::count(count.into())));
        }
    }
    if traces.into_iter().flatten().any(|trace| trace.sampling().is_some()) {
        notes.push(
            "calls are put together from samples: short ones are missing, and their numbers are no counts"
                .to_owned(),
        );
    }
    notes.join("; ")
}

/// The ends that a row stands for.
pub(crate) fn ends_of(program: &Program, it: &CallRelation) -> Ends {
    Ends::Relation(program.element(it.caller), program.element(it.callee))
}
