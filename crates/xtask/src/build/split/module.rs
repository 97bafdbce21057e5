//! What is read of a module before it is split.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use wasmparser::{
    ConstExpr, ElementItems, Export, ExternalKind, FuncType, FunctionBody, GlobalType, KnownCustom,
    MemoryType, Name, Operator, Parser, Payload, TableType, TypeRef,
};

/// A module with names.
pub(super) struct Module<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) types: Vec<FuncType>,
    /// The type of each function, imported ones first.
    pub(super) functions: Vec<u32>,
    /// How many of the functions are imported.
    pub(super) imported: u32,
    /// Of the functions that are not, in order.
    pub(super) bodies: Vec<FunctionBody<'a>>,
    pub(super) tables: Vec<TableType>,
    pub(super) memories: Vec<MemoryType>,
    /// Imported ones first.
    pub(super) globals: Vec<GlobalType>,
    pub(super) exports: Vec<Export<'a>>,
    /// Functions that are in a table, or whose reference is elsewhere outside of code, and the one that starts.
    pub(super) referenced: BTreeSet<u32>,
    /// Readable names of functions.
    pub(super) names: BTreeMap<u32, String>,
}

impl<'a> Module<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut module = Self {
            bytes,
            types: Vec::new(),
            functions: Vec::new(),
            imported: 0,
            bodies: Vec::new(),
            tables: Vec::new(),
            memories: Vec::new(),
            globals: Vec::new(),
            exports: Vec::new(),
            referenced: BTreeSet::new(),
            names: BTreeMap::new(),
        };
        for payload in Parser::new(0).parse_all(bytes) {
            module.take(payload?)?;
        }
        Ok(module)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<()> {
        match payload {
            Payload::TypeSection(types) => {
                self.types = types.into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    self.import(import?.ty);
                }
            }
            Payload::FunctionSection(types) => {
                for of_function in types {
                    self.functions.push(of_function?);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    self.tables.push(table?.ty);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.memories.push(memory?);
                }
            }
            Payload::GlobalSection(globals) => {
                for global in globals {
                    let global = global?;
                    self.globals.push(global.ty);
                    self.refer(&global.init_expr)?;
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    self.exports.push(export?);
                }
            }
            Payload::StartSection { func, .. } => {
                self.referenced.insert(func);
            }
            Payload::ElementSection(segments) => {
                for segment in segments {
                    self.elements(segment?.items)?;
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(parts) = section.as_known() {
                    for part in parts {
                        self.name(part?)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn import(&mut self, what: TypeRef) {
        match what {
            TypeRef::Func(of_function) => {
                self.functions.push(of_function);
                self.imported += 1;
            }
            TypeRef::Table(table) => self.tables.push(table),
            TypeRef::Memory(memory) => self.memories.push(memory),
            TypeRef::Global(global) => self.globals.push(global),
            _ => {}
        }
    }

    fn elements(&mut self, items: ElementItems<'a>) -> Result<()> {
        match items {
            ElementItems::Functions(functions) => {
                for function in functions {
                    self.referenced.insert(function?);
                }
            }
            ElementItems::Expressions(_, values) => {
                for value in values {
                    self.refer(&value?)?;
                }
            }
        }
        Ok(())
    }

    fn refer(&mut self, value: &ConstExpr<'_>) -> Result<()> {
        for operator in value.get_operators_reader() {
            if let Operator::RefFunc { function_index } = operator? {
                self.referenced.insert(function_index);
            }
        }
        Ok(())
    }

    fn name(&mut self, part: Name<'_>) -> Result<()> {
        if let Name::Function(names) = part {
            for naming in names {
                let naming = naming?;
                self.names.insert(naming.index, format!("{:#}", rustc_demangle::demangle(naming.name)));
            }
        }
        Ok(())
    }

    /// The body of a function, unless it is imported.
    pub(super) fn body(&self, function: u32) -> Option<&FunctionBody<'a>> {
        self.bodies.get(function.checked_sub(self.imported)? as usize)
    }

    /// The function that is exported under a name.
    pub(super) fn exported(&self, name: &str) -> Option<u32> {
        let is_it = |export: &&Export<'_>| export.name == name && export.kind == ExternalKind::Func;
        self.exports.iter().find(is_it).map(|export| export.index)
    }

    /// The name that the memory is exported under.
    pub(super) fn memory_name(&self) -> Result<&'a str> {
        let memory = self.exports.iter().find(|export| export.kind == ExternalKind::Memory);
        memory.map(|export| export.name).context("the module exports no memory")
    }
}
