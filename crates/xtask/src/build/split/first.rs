//! The module that is needed at once: the whole one with doors for what parts hold.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    BlockType, CodeSection, ExportKind, ExportSection, Function, Module as Written, RawSection, RefType,
    SectionId, TableSection, TableType,
};
use wasmparser::{Parser, Payload};

use super::Shared;
use super::calls::{Door, Plan};
use super::module::Module;

/// All functions keep their numbers. Of the parts what is no door is unreachable, and goes when the module is optimised.
pub(super) fn write(module: &Module<'_>, plan: &Plan, shared: &Shared, loader: u32) -> Result<Vec<u8>> {
    let mut written = Written::new();
    for payload in Parser::new(0).parse_all(module.bytes) {
        match payload? {
            Payload::TableSection(tables) => {
                let mut section = TableSection::new();
                RoundtripReencoder.parse_table_section(&mut section, tables)?;
                section.table(doors(plan));
                written.section(&section);
            }
            Payload::ExportSection(exports) => {
                let mut section = ExportSection::new();
                RoundtripReencoder.parse_export_section(&mut section, exports)?;
                share(&mut section, module, plan, shared);
                written.section(&section);
            }
            Payload::CodeSectionStart { .. } => {
                written.section(&code(module, plan, loader)?);
            }
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    written.section(&RawSection { id, data: &module.bytes[range] });
                }
            }
        }
    }
    Ok(written.finish())
}

/// The table of doors, of which each part fills its own.
pub(super) fn doors(plan: &Plan) -> TableType {
    let count = plan.doors.len() as u64;
    TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: count,
        maximum: Some(count),
        shared: false,
    }
}

fn share(section: &mut ExportSection, module: &Module<'_>, plan: &Plan, shared: &Shared) {
    section.export(&shared.doors, ExportKind::Table, module.tables.len() as u32);
    for (name, number) in shared.tables.iter().zip(0..) {
        section.export(name, ExportKind::Table, number);
    }
    for (name, number) in shared.globals.iter().zip(0..) {
        section.export(name, ExportKind::Global, number);
    }
    let needed: BTreeSet<u32> = plan.parts.iter().flat_map(|part| &part.needed).copied().collect();
    for function in needed {
        section.export(&Shared::function(function), ExportKind::Func, function);
    }
}

fn code(module: &Module<'_>, plan: &Plan, loader: u32) -> Result<CodeSection> {
    let mut section = CodeSection::new();
    for (body, function) in module.bodies.iter().zip(module.imported..) {
        match plan.doors.get(&function) {
            Some(&of_function) => section.function(&door(module, function, of_function, loader)?),
            None if plan.is_split_off(function) => {
                let mut nowhere = Function::new([]);
                nowhere.instructions().unreachable().end();
                section.function(&nowhere)
            }
            None => section.raw(body.as_bytes()),
        };
    }
    Ok(section)
}

/// Has the part loaded, if it is not, and calls the function of the same type at the door's place.
fn door(module: &Module<'_>, function: u32, to: Door, loader: u32) -> Result<Function> {
    let of_type = module.functions[function as usize];
    let parameters = module.types.get(of_type as usize).context("a function of no type")?.params().len();
    let table = module.tables.len() as u32;
    let [part, place] = [to.part, to.place].map(u32::cast_signed);
    let mut door = Function::new([]);
    let mut sink = door.instructions();
    sink.i32_const(place).table_get(table).ref_is_null();
    sink.if_(BlockType::Empty).i32_const(part).call(loader).end();
    for parameter in 0..parameters as u32 {
        sink.local_get(parameter);
    }
    sink.i32_const(place).call_indirect(table, of_type).end();
    Ok(door)
}

/// A section as it was.
pub(super) fn unchanged<'a>(module: &Module<'a>, id: SectionId) -> Result<RawSection<'a>> {
    for payload in Parser::new(0).parse_all(module.bytes) {
        if let Some((number, range)) = payload?.as_section().filter(|(number, _)| *number == id as u8) {
            return Ok(RawSection { id: number, data: &module.bytes[range] });
        }
    }
    anyhow::bail!("the module has no section {id:?}")
}
