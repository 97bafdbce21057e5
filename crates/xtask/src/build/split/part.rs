//! The module of a part: its functions, in the first module's memory, tables and globals.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, FunctionSection, ImportSection,
    Module as Written, NameMap, NameSection, SectionId,
};

use super::Shared;
use super::calls::{Part, Plan};
use super::first::{doors, unchanged};
use super::module::Module;

/// The import module that the first one's exports are given as.
const FROM: &str = "";

/// The part with a number. Types, tables and globals have the numbers that they have in the whole module.
pub(super) fn write(module: &Module<'_>, plan: &Plan, number: usize, shared: &Shared) -> Result<Vec<u8>> {
    let part = &plan.parts[number];
    let numbers: BTreeMap<u32, u32> = part.needed.iter().chain(&part.functions).copied().zip(0..).collect();
    let mut numbering = Numbering { numbers: &numbers };
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut names = NameMap::new();
    for (&function, &number) in part.functions.iter().map(|function| (function, &numbers[function])) {
        functions.function(module.functions[function as usize]);
        let body = &module.bodies[(function - module.imported) as usize];
        numbering.parse_function_body(&mut code, body.clone())?;
        names.append(number, module.names.get(&function).map_or("", String::as_str));
    }
    let mut elements = ElementSection::new();
    let table = module.tables.len() as u32;
    let doors = plan.doors.iter().filter(|(_, door)| door.part as usize == number);
    let (at_doors, places): (Vec<u32>, Vec<u32>) =
        doors.map(|(function, door)| (numbers[function], door.place)).unzip();
    let from = places.first().context("nothing calls what is split off")?;
    let from = ConstExpr::i32_const(from.cast_signed());
    elements.active(Some(table), &from, Elements::Functions(at_doors.into()));
    let mut named = NameSection::new();
    named.functions(&names);
    let mut written = Written::new();
    written.section(&unchanged(module, SectionId::Type)?);
    written.section(&imports(module, plan, part, shared)?);
    written.section(&functions).section(&elements).section(&code).section(&named);
    Ok(written.finish())
}

fn imports(module: &Module<'_>, plan: &Plan, part: &Part, shared: &Shared) -> Result<ImportSection> {
    let mut section = ImportSection::new();
    for (name, table) in shared.tables.iter().zip(&module.tables) {
        section.import(FROM, name, RoundtripReencoder.table_type(*table)?);
    }
    section.import(FROM, &shared.doors, doors(plan));
    for memory in &module.memories {
        section.import(FROM, module.memory_name()?, RoundtripReencoder.memory_type(*memory)?);
    }
    for (name, global) in shared.globals.iter().zip(&module.globals) {
        section.import(FROM, name, RoundtripReencoder.global_type(*global)?);
    }
    for &function in &part.needed {
        let of_type = module.functions[function as usize];
        section.import(FROM, &Shared::function(function), EntityType::Function(of_type));
    }
    Ok(section)
}

/// Numbers of functions in the part, by those in the whole module.
struct Numbering<'a> {
    numbers: &'a BTreeMap<u32, u32>,
}

impl Reencode for Numbering<'_> {
    type Error = Unreached;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Unreached>> {
        self.numbers.get(&function).copied().ok_or(Error::UserError(Unreached(function)))
    }
}

/// A call of the part that its plan does not know.
#[derive(Debug)]
struct Unreached(u32);

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a part calls function {} and knows none of that number", self.0)
    }
}

impl std::error::Error for Unreached {}
