//! The relations as a table.

use super::view::RadialLayout;
use crate::program::{CallRelation, Program};
use diptych_protocol::{DataTable, DataTableRow};
use diptych_trace::Sorting;
use diptych_views::csv::field;
use diptych_views::numbers;
use diptych_views::numbers::signed;
use diptych_views::words::shown;
use std::cmp::Reverse;
use std::fmt::Write;

/// Sorts the relations: for a pair by change, for one side by calls, largest first. Ties are in the order of the tree.
fn sorted(laid: &RadialLayout) -> Option<(&Program, Vec<CallRelation>)> {
    let of = laid.shown.as_ref()?;
    let mut relations = of.drawn.relations.clone();
    let size = |it: &CallRelation| match of.side {
        Some(side) => it.calls[side],
        None => it.change().unsigned_abs(),
    };
    relations.order_by_key(|it| (Reverse(size(it)), it.caller, it.callee));
    Some((&of.program, relations))
}

fn paths(program: &Program, it: &CallRelation) -> [String; 2] {
    [it.caller, it.callee].map(|place| program.hierarchy().path(program.element(place)))
}

pub(super) fn table(laid: &RadialLayout, first: u32, count: u32) -> Option<DataTable> {
    let (program, relations) = sorted(laid)?;
    let heads: &[&str] = if program.is_pair() {
        &["Caller", "Callee", "Calls A", "Calls B", "Δ"]
    } else {
        &["Caller", "Callee", "Calls"]
    };
    let row = |it: &CallRelation| {
        let [caller, callee] = paths(program, it).map(|path| shown(&path));
        let [a, b] = it.calls.map(numbers::count);
        let numbers = if program.is_pair() {
            vec![a, b, signed(it.change())]
        } else {
            vec![numbers::count(it.calls[0] + it.calls[1])]
        };
        DataTableRow { call: None, level: 0, cells: [vec![caller, callee], numbers].concat() }
    };
    Some(DataTable {
        columns: heads.iter().map(|&head| head.to_owned()).collect(),
        rows: relations.iter().skip(first as usize).take(count as usize).map(row).collect(),
        first,
        total: relations.len() as u32,
        note: String::new(),
    })
}

pub(super) fn csv(laid: &RadialLayout) -> Option<String> {
    let (program, relations) = sorted(laid)?;
    let mut out = if program.is_pair() { "caller,callee,calls_a,calls_b\n" } else { "caller,callee,calls\n" }
        .to_owned();
    for it in &relations {
        let [caller, callee] = paths(program, it).map(|path| field(&path));
        let [a, b] = it.calls;
        let _ = if program.is_pair() {
            writeln!(out, "{caller},{callee},{a},{b}")
        } else {
            writeln!(out, "{caller},{callee},{}", a + b)
        };
    }
    Some(out)
}
