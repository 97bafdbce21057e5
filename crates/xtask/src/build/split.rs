//! One wasm module becomes two: what is needed at once, and the *rest*, which is fetched beside the first picture.
//!
//! Both run in one instance's memory, tables and globals, so the code is written as if nothing were split. A function of
//! the rest that is called from outside of it stays in the first module as a *door*: a few instructions that have the
//! rest loaded, if it is not, and call it through a table of doors. What the rest needs, the first module exports.
//!
//! Which functions are the rest follows from the build table: it names beginnings of names, and what those functions
//! alone call goes with them. wasm-split of binaryen does the same; it is in no npm package, and its C++ takes longer to
//! build than all of this tool.

mod calls;
mod first;
mod module;
mod rest;

use anyhow::{Context, Result, ensure};

use calls::Plan;
use module::Module;

/// How the first module and the rest name what they share, beside the memory.
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
        let names = |letter: &str, count: usize| (0..count).map(|n| format!("rest {letter}{n}")).collect();
        Self {
            doors: "rest doors".to_owned(),
            tables: names("t", module.tables.len()),
            globals: names("g", module.globals.len()),
        }
    }

    fn function(number: u32) -> String {
        format!("rest {number}")
    }
}

/// The first module and the rest. `loader` is the export that has the rest loaded: it takes and returns nothing, and when
/// it returns, the rest has been instantiated with the first module's exports as its import module `""`.
///
/// Errors: bytes that are no module, no export of the loader's name, and a beginning that no function's name has.
pub(super) fn split(bytes: &[u8], beginnings: &[String], loader: &str) -> Result<[Vec<u8>; 2]> {
    let module = Module::read(bytes)?;
    let loader = module.exported(loader).with_context(|| format!("nothing exported is called {loader}"))?;
    for beginning in beginnings {
        let named = |(&function, name): (&u32, &String)| {
            module.body(function).is_some() && name.starts_with(beginning)
        };
        ensure!(module.names.iter().any(named), "no function's name begins with {beginning}");
    }
    let plan = Plan::new(&module, beginnings)?;
    let shared = Shared::new(&module);
    Ok([first::write(&module, &plan, &shared, loader)?, rest::write(&module, &plan, &shared)?])
}

#[cfg(test)]
mod tests;
