//! Which functions go to which part.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use wasmparser::{ExternalKind, Operator};

use super::module::Module;

/// Where each function goes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// In the order of the build table.
    pub(super) parts: Vec<Part>,
    /// Functions of parts that are called from outside of theirs.
    pub(super) doors: BTreeMap<u32, Door>,
}

/// What is split off as one module.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Its functions.
    pub(super) functions: BTreeSet<u32>,
    /// Functions that it calls and that are none of it: of the first module, or behind doors of other parts.
    pub(super) needed: BTreeSet<u32>,
}

/// Where a function of a part is called through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Door {
    /// The part, by its place in [`Plan::parts`].
    pub(super) part: u32,
    /// In the table of doors, where those of a part lie one after the other.
    pub(super) place: u32,
}

impl Plan {
    /// The functions whose names begin so, and what they alone call. What is called from two parts and by nothing of the
    /// first module goes to the first of all parts. O(instructions + parts × calls).
    pub(super) fn new(module: &Module<'_>, beginnings: &[Vec<String>]) -> Result<Self> {
        let calls = calls(module)?;
        let exported = module.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        let exported: BTreeSet<u32> = exported.map(|export| export.index).collect();
        let entries = entries(module, beginnings, &exported)?;
        let behind_doors: BTreeSet<u32> = entries.iter().flatten().copied().collect();
        let outside = exported.iter().chain(&module.referenced).copied();
        let first =
            reached(&calls, outside.filter(|function| !behind_doors.contains(function)), &behind_doors);
        let closed: BTreeSet<u32> = first.union(&behind_doors).copied().collect();
        let mut parts: Vec<Part> = entries.iter().map(|_| Part::default()).collect();
        let mut part_of: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, entries) in entries.iter().enumerate() {
            for function in reached(&calls, entries.iter().copied(), &closed) {
                part_of.entry(function).and_modify(|part| *part = 0).or_insert(number);
            }
        }
        for (function, part) in part_of.into_iter().filter(|(function, _)| *function >= module.imported) {
            parts[part].functions.insert(function);
        }
        let called = |from: &BTreeSet<u32>| -> BTreeSet<u32> {
            from.iter().filter_map(|function| calls.get(function)).flatten().copied().collect()
        };
        let mut entered: BTreeSet<u32> = called(&first).union(&module.referenced).copied().collect();
        for part in &mut parts {
            part.needed = called(&part.functions).difference(&part.functions).copied().collect();
            entered.extend(&part.needed);
        }
        let doors = parts.iter().zip(0..).flat_map(|(part, number)| {
            part.functions.intersection(&entered).map(move |&function| (function, number))
        });
        let doors =
            doors.zip(0..).map(|((function, part), place)| (function, Door { part, place })).collect();
        Ok(Self { parts, doors })
    }

    /// Whether a function lies in a part, not in the first module.
    pub(super) fn is_split_off(&self, function: u32) -> bool {
        self.parts.iter().any(|part| part.functions.contains(&function))
    }
}

/// For each part the functions that its beginnings name, none of them exported.
fn entries(
    module: &Module<'_>,
    beginnings: &[Vec<String>],
    exported: &BTreeSet<u32>,
) -> Result<Vec<BTreeSet<u32>>> {
    let mut entries: Vec<BTreeSet<u32>> = beginnings.iter().map(|_| BTreeSet::new()).collect();
    let defined = module.imported..module.functions.len() as u32;
    for function in defined.filter(|function| !exported.contains(function)) {
        let Some(name) = module.names.get(&function) else { continue };
        let begins = |of_part: &&Vec<String>| of_part.iter().any(|beginning| name.starts_with(beginning));
        let mut named = beginnings.iter().enumerate().filter(|(_, of_part)| begins(of_part));
        if let Some((part, _)) = named.next() {
            ensure!(named.next().is_none(), "two parts name {name}");
            entries[part].insert(function);
        }
    }
    ensure!(!entries.iter().any(BTreeSet::is_empty), "nothing is left for a part");
    Ok(entries)
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
