//! The structure as a table: a tree of the drawn cells, with the measures of the calls in focus.

use super::visible::VisibleElements;
use diptych_protocol::{DataTable, DataTableRow};
use diptych_structure::{Measure, NodeId};
use diptych_treemap::Cell;
use diptych_views::csv::{field, number, unit};
use diptych_views::places::telling_name;
use diptych_views::{Model, numbers, words};
use std::fmt::Write;

/// Returns the measures in focus of an element with everything in it. For several elements the total time is 0, because
/// a sum would count the calls between them twice.
pub(super) fn sums(shown: &VisibleElements, id: NodeId) -> [Measure; 2] {
    let places = shown.elements.places_of(id);
    let is_one = places.end - places.start == 1;
    [0, 1].map(|side: usize| {
        let of = shown.measures[side][places.start as usize..places.end as usize].iter().copied();
        let sum = of.fold(Measure::default(), Measure::and);
        if is_one { sum } else { Measure { ticks: 0, ..sum } }
    })
}

/// Returns the sides that an element ran on, such as `A, B`.
fn ran_in(shown: &VisibleElements, id: NodeId) -> &'static str {
    let [a, b] = shown.elements.places_of(id).fold([false; 2], |found, place| {
        let ran = shown.elements.ran(place);
        [found[0] || ran[0], found[1] || ran[1]]
    });
    match ([a, b], shown.elements.is_pair()) {
        ([false, false], _) => "never",
        (_, false) => "ran",
        ([true, true], _) => "A, B",
        ([true, false], _) => "A",
        ([false, true], _) => "B",
    }
}

pub(super) fn table(shown: &VisibleElements, model: &Model<'_>, first: u32, count: u32) -> Option<DataTable> {
    let axis = model.traces.into_iter().flatten().next()?.axis();
    let is_pair = shown.elements.is_pair();
    let heads: &[&str] = if is_pair {
        &["Element", "Ran in", "Calls A", "Calls B", "Self A", "Self B", "Δ self"]
    } else {
        &["Element", "Ran in", "Calls", "Self"]
    };
    let hierarchy = shown.elements.hierarchy();
    let row = |cell: &Cell| {
        let [a, b] = sums(shown, cell.element);
        let (calls, own) = (
            [a, b].map(|of| numbers::count(of.calls)),
            [a, b].map(|of| numbers::extent(axis, of.self_ticks)),
        );
        let mut cells = vec![telling_name(hierarchy, cell.element), ran_in(shown, cell.element).to_owned()];
        if is_pair {
            cells.extend(calls);
            cells.extend(own);
            cells.push(numbers::delta(axis, (b.self_ticks - a.self_ticks) as f64));
        } else {
            let both = a.and(b);
            cells.extend([numbers::count(both.calls), numbers::extent(axis, both.self_ticks)]);
        }
        DataTableRow { call: None, level: cell.depth - 1, cells }
    };
    let cells = &shown.cells.map.cells;
    Some(DataTable {
        columns: heads.iter().map(|&head| head.to_owned()).collect(),
        rows: cells.iter().skip(first as usize).take(count as usize).map(row).collect(),
        first,
        total: cells.len() as u32,
        note: format!("Calls and self time in focus: {}", shown.focus_words),
    })
}

pub(super) fn csv(shown: &VisibleElements, model: &Model<'_>) -> Option<String> {
    let axis = model.traces.into_iter().flatten().next()?.axis();
    let unit = unit(axis);
    let hierarchy = shown.elements.hierarchy();
    let mut out = format!("path,kind,ran_in,calls_a,calls_b,self_a_{unit},self_b_{unit},bytes\n");
    for cell in &shown.cells.map.cells {
        let [a, b] = sums(shown, cell.element);
        let path = field(&words::shown(&hierarchy.path(cell.element)));
        let (kind, ran) = (hierarchy.kind(cell.element).as_str(), field(ran_in(shown, cell.element)));
        let _ = writeln!(
            out,
            "{path},{kind},{ran},{},{},{},{},{}",
            a.calls,
            b.calls,
            number(axis, a.self_ticks),
            number(axis, b.self_ticks),
            hierarchy.bytes(cell.element)
        );
    }
    Some(out)
}
