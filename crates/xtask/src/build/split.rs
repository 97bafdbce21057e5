//! One wasm module becomes several: what is needed at once, and *parts*, which are fetched later: the rest beside the
//! first picture, others where something of them is called for the first time.
//!
//! All run in one instance's memory, tables and globals, so the code is written as if nothing were split. A function of
//! a part that is called from outside of it stays in the first module as a *door*: a few instructions that have the
//! part loaded, if it is not, and call it through a table of doors. What a part needs, the first module exports: functions
//! of its own, and doors to other parts.
//!
//! Which functions are a part follows from the build table: it names beginnings of names, and what those functions
//! alone call goes with them. wasm-split of binaryen does the same; it is in no npm package, and its C++ takes longer to
//! build than all of this tool.

mod calls;
mod first;
mod module;
mod part;

use anyhow::{Context, Result, ensure};

use calls::Plan;
use module::Module;

/// How the first module and the parts name what they share, beside the memory.
struct Shared {
    /// The table of doors.
    doors: String,
    /// The other tables, in order.
    tables: Vec<String>,
    /// All globals, in order.
    globals: Vec<String>,
}

impl Shared {
    fn new(module: &Module<'_>) -> Self {
        let names = |letter: &str, count: usize| (0..count).map(|n| format!("part {letter}{n}")).collect();
        Self {
            doors: "part doors".to_owned(),
            tables: names("t", module.tables.len()),
            globals: names("g", module.globals.len()),
        }
    }

    fn function(number: u32) -> String {
        format!("part {number}")
    }
}

/// The first module, then the parts, of which each is the functions that its beginnings name. `loader` is the export that
/// has a part loaded: it takes the part's place in the list and returns nothing, and when it returns, the part has been
/// instantiated with the first module's exports as its import module `""`.
///
/// Errors: bytes that are no module, no export of the loader's name, a beginning that no function's name has, and a name
/// with beginnings of two parts.
pub(super) fn split(bytes: &[u8], parts: &[Vec<String>], loader: &str) -> Result<Vec<Vec<u8>>> {
    let module = Module::read(bytes)?;
    let loader = module.exported(loader).with_context(|| format!("nothing exported is called {loader}"))?;
    for beginning in parts.iter().flatten() {
        ensure!(names_any(&module, beginning), "no function's name begins with {beginning}");
    }
    let plan = Plan::new(&module, parts)?;
    let shared = Shared::new(&module);
    let mut modules = vec![first::write(&module, &plan, &shared, loader)?];
    for number in 0..plan.parts.len() {
        modules.push(part::write(&module, &plan, number, &shared)?);
    }
    Ok(modules)
}

/// Of the beginnings of parts those that some function's name has.
pub(super) fn named(bytes: &[u8], mut parts: Vec<Vec<String>>) -> Result<Vec<Vec<String>>> {
    let module = Module::read(bytes)?;
    for part in &mut parts {
        part.retain(|beginning| names_any(&module, beginning));
    }
    Ok(parts)
}

fn names_any(module: &Module<'_>, beginning: &str) -> bool {
    let mut names = module.names.iter();
    names.any(|(&function, name)| module.body(function).is_some() && name.starts_with(beginning))
}

/// The functions of one of the parts, by its place in the list: their names and bytes, in the order of the module. That need
/// export no loader. Errors: no such part, and as of [`split`].
pub(crate) fn members(bytes: &[u8], parts: &[Vec<String>], place: usize) -> Result<Vec<(String, u64)>> {
    let module = Module::read(bytes)?;
    let plan = Plan::new(&module, parts)?;
    let part = plan.parts.get(place).context("no such part")?;
    let named = |&function: &u32| {
        let body = module.body(function)?;
        let name = module.names.get(&function).cloned().unwrap_or_else(|| format!("function {function}"));
        Some((name, body.as_bytes().len() as u64))
    };
    Ok(part.functions.iter().filter_map(named).collect())
}

#[cfg(test)]
mod tests;
