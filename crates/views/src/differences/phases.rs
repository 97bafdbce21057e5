//! The largest changes by path, in words.

use super::rows::{Names, RowContext, callers, frame, list_of, shown_name};
use super::thread_move;
use crate::{numbers, words};
use diptych_compare::ranking::{Kind, Phase};
use diptych_profile::UnionTree;
use diptych_protocol::comparison::PhaseRow;
use diptych_trace::{Axis, IdentityId};

/// Returns line `place` of `all` in words, with `id` as its id.
pub fn phase(context: RowContext<'_>, all: &[Phase], place: usize, id: u32) -> PhaseRow {
    let RowContext { names, union, axis, lanes, .. } = context;
    let (is_sampled, has_single_calls) = (context.is_sampled(), union.has_single_calls());
    let of = &all[place];
    let (name, file) = names.name_and_file(union.identity()[of.node.index()]);
    PhaseRow {
        id,
        list: list_of(of.kind),
        depth: of.depth,
        name: words::name_or_unnamed(&name),
        file: words::shown(&file),
        callers: callers(context, of.node),
        through: through(union, all, place)
            .into_iter()
            .map(|caller| caller_name(names, caller))
            .chain(frame(context, of.node))
            .collect(),
        delta: numbers::delta(axis, of.delta),
        over: lanes.map_or_else(String::new, |lanes| lanes.over_path(union, of.node)),
        explains: explains(axis, all, place),
        same: if has_single_calls { same(axis, of) } else { String::new() },
        mostly_same: if has_single_calls { mostly_same(of) } else { String::new() },
        only: only(context, of),
        pauses: pauses(axis, of),
        calls: calls(of, is_sampled),
        a: numbers::extent(axis, of.a.round() as i64),
        b: numbers::extent(axis, of.b.round() as i64),
        calls_a: of.calls[0] as u32,
        calls_b: of.calls[1] as u32,
    }
}

/// Returns the part of the parent line's change that a line accounts for:
/// `80 % of its caller’s change`. Lines that changed more than their parent, or the other way, name its change:
/// `more than its caller’s +1.20 ms`, `against its caller’s −1.20 ms`.
/// Blank without a parent.
pub fn explains(axis: Axis, all: &[Phase], place: usize) -> String {
    let of = &all[place];
    let Some(parent) = of.parent.map(|parent| &all[parent]) else { return String::new() };
    let whole = numbers::delta(axis, parent.delta);
    if of.delta * parent.delta <= 0.0 {
        format!("against its caller’s {whole}")
    } else if of.delta.abs() > parent.delta.abs() {
        format!("more than its caller’s {whole}")
    } else {
        format!("{} of its caller’s change", numbers::percent(of.delta / parent.delta))
    }
}

/// Returns `36 → 34 calls`, or `36 calls` if one side makes none. Blank if both sides make as many. Sampled runs have
/// samples in place of calls.
fn calls(of: &Phase, is_sampled: bool) -> String {
    let (one, many) = if is_sampled { ("sample", "samples") } else { ("call", "calls") };
    match of.calls {
        [a, b] if a == b => String::new(),
        [0, of_one] | [of_one, 0] => numbers::things(of_one, one, many),
        [a, b] => format!("{} → {} {many}", numbers::count(a), numbers::count(b)),
    }
}

/// Returns the callers that are named before a line's function, outermost first. None of them has a line of its own.
///
/// * A line without a parent line has callers only if other such lines are of the same function. Then the nearest
///   callers that tell these lines apart are named.
/// * A line whose parent line has several lines of its function below it names all callers below the parent line.
/// * A line of a function that is called on several paths names the callers below the parent line, from the first
///   caller that is called on one path only. That caller says where the function is called.
/// * Otherwise no callers are named.
///
/// Below a parent line, three or more callers shorten to the first and [`IdentityId::NONE`], unless two lines would
/// then look alike.
fn through(union: &UnionTree, all: &[Phase], place: usize) -> Vec<IdentityId> {
    let of = &all[place];
    let function = |phase: &Phase| union.identity()[phase.node.index()];
    let callers = |phase: &Phase| {
        let mut path = union.path(phase.node);
        path.pop();
        path
    };
    let mut own = callers(of);
    let is_sibling = |other: &&Phase| {
        other.node != of.node && other.parent == of.parent && function(other) == function(of)
    };
    let siblings: Vec<Vec<IdentityId>> = all.iter().filter(is_sibling).map(callers).collect();
    let Some(above) = of.parent.map(|above| callers(&all[above]).len() + 1) else {
        let is_telling = |first: &usize| !siblings.iter().any(|other| other.ends_with(&own[*first..]));
        let first = (0..=own.len()).rev().find(is_telling).unwrap_or(0);
        return if siblings.is_empty() { Vec::new() } else { own.split_off(first) };
    };
    let own = own.split_off(above);
    let short = |callers: &[IdentityId]| match callers {
        [first, _, _, ..] => vec![*first, IdentityId::NONE],
        few => few.to_vec(),
    };
    if !siblings.is_empty() {
        let is_alike = siblings.iter().any(|other| short(&other[above..]) == short(&own));
        return if is_alike { own } else { short(&own) };
    }
    let is_single =
        |of: IdentityId| union.identity().iter().filter(|&&other| other == of).take(2).count() == 1;
    let first = if is_single(function(of)) { None } else { own.iter().position(|&caller| is_single(caller)) };
    first.map_or_else(Vec::new, |first| short(&own[first..]))
}

/// Returns the name of a caller before a function: its last segment, or the whole name where brackets make segments
/// doubtful.
fn caller_name(names: &dyn Names, caller: IdentityId) -> String {
    let Some(caller) = caller.some() else { return "…".to_owned() };
    let name = shown_name(names, caller);
    if name.contains(['(', ':']) { name } else { words::last_segment(&name).to_owned() }
}

/// Returns a ratio of lengths: `1.22× as long`, or `1/3.00 of the time`.
fn as_long(ratio: f64) -> String {
    numbers::ratio_in_words(ratio, "as long", "of the time")
}

/// Smallest share of a line's change at which a change in calls that both sides make is mentioned.
const SAID_COMMON: f64 = 0.1;

/// Returns the factor by which calls that both sides make changed, and how much of the change this is:
/// `matched calls take 1.22× as long (+10.7 ms)`, or `matched calls take 1.22× as long` if it is all.
///
/// Such a change points to the machine or the build rather than to the program. Nine tenths count as all. Blank if the
/// part is less than a tenth, or unknown.
fn same(axis: Axis, of: &Phase) -> String {
    let Some([a, b]) = of.common.filter(|[a, b]| *a > 0.0 && *b > 0.0) else { return String::new() };
    if (b - a).abs() < SAID_COMMON * of.delta.abs() {
        return String::new();
    }
    let is_all = (b - a - of.delta).abs() <= SAID_COMMON * of.delta.abs();
    let part = if is_all { String::new() } else { format!(" ({})", numbers::delta(axis, b - a)) };
    format!("matched calls take {}{part}", as_long(b / a))
}

/// Smallest share of a change at which it lies mostly in calls that both sides make.
const MOSTLY_COMMON: f64 = 0.5;

/// Returns `matched calls take 1.22× as long` if a line's change is mostly in calls that both sides make; blank otherwise.
fn mostly_same(of: &Phase) -> String {
    match of.common {
        Some([a, b]) if a > 0.0 && b > 0.0 && (b - a) / of.delta >= MOSTLY_COMMON => {
            format!("matched calls take {}", as_long(b / a))
        }
        _ => String::new(),
    }
}

/// Returns `new` or `gone` for a function that only one side has. For a path of a function of both sides, returns
/// `moved to Thread-1` if it runs on another lane on the other side, `recursion goes deeper` if it is called beneath itself there, or else
/// `gone under this caller`. Blank if both sides have it.
fn only(context: RowContext<'_>, of: &Phase) -> String {
    let side = match of.kind {
        Kind::New => 1,
        Kind::Gone => 0,
        Kind::Slower | Kind::Faster | Kind::Waiting => return String::new(),
    };
    let word = context.one_side_word(side == 1);
    if !of.is_of_both {
        return word.to_owned();
    }
    let calls_itself = || {
        let path = context.union.path(of.node);
        path.split_last().is_some_and(|(function, callers)| callers.contains(function))
    };
    match thread_move::of_path(context, of.node, side) {
        Some(moved) => moved,
        None if calls_itself() => {
            format!("recursion goes {}", if side == 1 { "deeper" } else { "less deep" })
        }
        None => format!("{word} under this caller"),
    }
}

/// Smallest share of a line's change at which outlier calls are mentioned.
const SAID_SHARE: f64 = 0.1;

/// Returns how much longer than usual the outlier calls in a path take, as a part of the path's times:
/// `including outlier calls: 4.07 ms (A), 8.31 ms (B)`. Blank if it is less than a tenth of the path's change.
fn pauses(axis: Axis, of: &Phase) -> String {
    let on = |side: usize| {
        let time = numbers::extent(axis, of.few[side].round() as i64);
        (of.few_calls[side] > 0).then(|| format!("{time} ({})", ["A", "B"][side]))
    };
    let sides: Vec<String> = [0, 1].into_iter().filter_map(on).collect();
    let is_little = (of.few[1] - of.few[0]).abs() < SAID_SHARE * of.delta.abs();
    if sides.is_empty() || is_little {
        return String::new();
    }
    let calls = if of.few_calls.iter().sum::<u64>() == 1 { "outlier call" } else { "outlier calls" };
    format!("including {calls}: {}", sides.join(", "))
}
