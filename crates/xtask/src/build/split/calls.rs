//! Which functions are the rest.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use wasmparser::{ExternalKind, Operator};

use super::module::Module;

/// Where each function goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Functions of the rest.
    pub(super) rest: BTreeSet<u32>,
    /// Those of them that are called from outside of it, each with its place in the table of doors.
    pub(super) doors: BTreeMap<u32, u32>,
    /// Functions that the rest calls and that are none of it.
    pub(super) needed: BTreeSet<u32>,
}

impl Plan {
    /// The functions whose names begin so, and what they alone call. O(instructions).
    pub(super) fn new(module: &Module<'_>, beginnings: &[String]) -> Result<Self> {
        let calls = calls(module)?;
        let named = |function: &u32| {
            let name = module.names.get(function);
            name.is_some_and(|name| beginnings.iter().any(|beginning| name.starts_with(beginning)))
        };
        let exported = module.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        let exported: BTreeSet<u32> = exported.map(|export| export.index).collect();
        let defined = module.imported..module.functions.len() as u32;
        let behind_doors: BTreeSet<u32> =
            defined.filter(|function| named(function) && !exported.contains(function)).collect();
        let outside = exported.iter().chain(&module.referenced).copied();
        let first =
            reached(&calls, outside.filter(|function| !behind_doors.contains(function)), &behind_doors);
        let rest: BTreeSet<u32> = reached(&calls, behind_doors.iter().copied(), &first)
            .into_iter()
            .filter(|&function| function >= module.imported)
            .collect();
        ensure!(!rest.is_empty(), "nothing is left for the rest");
        let called = |from: &BTreeSet<u32>| -> BTreeSet<u32> {
            from.iter().filter_map(|function| calls.get(function)).flatten().copied().collect()
        };
        let entered = called(&first).union(&module.referenced).copied().collect::<BTreeSet<u32>>();
        let doors = rest.intersection(&entered).copied().zip(0..).collect();
        let needed = called(&rest).difference(&rest).copied().collect();
        Ok(Self { rest, doors, needed })
    }
}

/// What is reached from functions, themselves included, without entering others.
fn reached(
    calls: &BTreeMap<u32, BTreeSet<u32>>,
    from: impl Iterator<Item = u32>,
    closed: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let mut reached: BTreeSet<u32> = BTreeSet::new();
    let mut next: Vec<u32> = from.collect();
    while let Some(function) = next.pop() {
        if reached.insert(function) {
            let callees = calls.get(&function).into_iter().flatten();
            next.extend(callees.copied().filter(|callee| !closed.contains(callee)));
        }
    }
    reached
}

/// What each function calls or refers to.
fn calls(module: &Module<'_>) -> Result<BTreeMap<u32, BTreeSet<u32>>> {
    let mut calls = BTreeMap::new();
    for (body, function) in module.bodies.iter().zip(module.imported..) {
        let callees: &mut BTreeSet<u32> = calls.entry(function).or_default();
        for operator in body.get_operators_reader().context("code")? {
            match operator? {
                Operator::Call { function_index }
                | Operator::ReturnCall { function_index }
                | Operator::RefFunc { function_index } => {
                    callees.insert(function_index);
                }
                _ => {}
            }
        }
    }
    Ok(calls)
}
