//! The largest changes by path in words.

use super::rows::{RowContext, list_of, shown_name};
use crate::{numbers, words};
use diptych_compare::ranking::Phase;
use diptych_protocol::comparison::PhaseRow;
use diptych_trace::Axis;

/// Line `place` of all lines, in words. `id` names it.
pub fn phase(context: RowContext<'_>, all: &[Phase], place: usize, id: u32) -> PhaseRow {
    let RowContext { names, union, axis, .. } = context;
    let of = &all[place];
    let mut path = union.path(of.node);
    let identity = path.pop();
    let (name, file) = identity.map(|identity| names.name_and_file(identity)).unwrap_or_default();
    PhaseRow {
        id,
        list: list_of(of.kind),
        depth: of.depth,
        name: words::name_or_unnamed(&name),
        file: words::shown(&file),
        callers: path.into_iter().map(|identity| shown_name(names, identity)).collect(),
        delta: numbers::delta(axis, of.delta),
        explains: explains(axis, all, place),
        pauses: pauses(axis, of),
        a: numbers::extent(axis, of.a.round() as i64),
        b: numbers::extent(axis, of.b.round() as i64),
        calls_a: of.calls[0] as u32,
        calls_b: of.calls[1] as u32,
    }
}

/// `explains +31.2 ms of +39.1 ms`; of what changed by more, or the other way, what it stands against. Blank without a
/// line above.
pub fn explains(axis: Axis, all: &[Phase], place: usize) -> String {
    let of = &all[place];
    let Some(parent) = of.parent.map(|parent| &all[parent]) else { return String::new() };
    let [own, whole] = [of.delta, parent.delta].map(|ticks| numbers::delta(axis, ticks));
    if of.delta * parent.delta <= 0.0 {
        format!("against {whole}")
    } else if of.delta.abs() > parent.delta.abs() {
        format!("more than {whole}")
    } else {
        format!("explains {own} of {whole}")
    }
}

/// Of pauses it is said that a line is without them from this share on of its change.
const SAID_SHARE: f64 = 0.1;

/// `without 2 pauses of 8.31 ms`: the calls in a path, and below it, that take far longer than all others of their function,
/// and how much longer than calls of ordinary length; no part of its times. Blank where they make less than a tenth of a
/// difference to its change.
fn pauses(axis: Axis, of: &Phase) -> String {
    let many = |count: u64| {
        if count == 1 { "1 pause".to_owned() } else { format!("{} pauses", numbers::count(count)) }
    };
    let on = |side: usize| {
        let time = numbers::extent(axis, of.few[side].round() as i64);
        (of.few_calls[side] > 0)
            .then(|| format!("{} of {time} in {}", many(of.few_calls[side]), ["A", "B"][side]))
    };
    let sides: Vec<String> = [0, 1].into_iter().filter_map(on).collect();
    let is_little = (of.few[1] - of.few[0]).abs() < SAID_SHARE * of.delta.abs();
    if sides.is_empty() || is_little { String::new() } else { format!("without {}", sides.join(" and ")) }
}
