//! What is called: name, file, line.

use crate::{FunctionId, NameId, Names};
use rustc_hash::FxHashMap;

/// A function as a reader found it. Empty text and line 0 mean *unknown*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FunctionSpec<'a> {
    /// Name without place.
    pub name: &'a str,
    /// Source file, as written in the trace.
    pub file: &'a str,
    /// 1-based line.
    pub line: u32,
    /// Category, module or package the format names, if it does. Not part of the key: the first seen stays.
    pub category: &'a str,
}

/// Functions of one trace; (name, file, line) is unique.
#[derive(Debug, Clone, Default)]
pub struct Functions {
    pub(crate) name: Vec<NameId>,
    pub(crate) file: Vec<NameId>,
    pub(crate) line: Vec<u32>,
    pub(crate) category: Vec<NameId>,
}

impl Functions {
    /// Number of functions.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// All ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = FunctionId> + use<> {
        (0..self.name.len() as u32).map(FunctionId)
    }

    /// Interned name, interned file and line of a row: equal numbers are equal texts within a trace.
    pub fn key(&self, id: FunctionId) -> (NameId, NameId, u32) {
        (self.name[id.index()], self.file[id.index()], self.line[id.index()])
    }

    /// The text of a row.
    pub fn get<'a>(&self, names: &'a Names, id: FunctionId) -> FunctionSpec<'a> {
        FunctionSpec {
            name: names.get(self.name[id.index()]),
            file: names.get(self.file[id.index()]),
            line: self.line[id.index()],
            category: names.get(self.category[id.index()]),
        }
    }

    /// The texts of all rows, by id.
    pub fn specs<'a>(&self, names: &'a Names) -> Vec<FunctionSpec<'a>> {
        self.ids().map(|id| self.get(names, id)).collect()
    }
}

/// Gives ids to functions while a trace is built.
#[derive(Debug, Default)]
pub(crate) struct FunctionInterner {
    functions: Functions,
    by_key: FxHashMap<(NameId, NameId, u32), FunctionId>,
}

impl FunctionInterner {
    pub(crate) fn intern(&mut self, name: NameId, file: NameId, line: u32, category: NameId) -> FunctionId {
        *self.by_key.entry((name, file, line)).or_insert_with(|| {
            let id = FunctionId(self.functions.name.len() as u32);
            self.functions.name.push(name);
            self.functions.file.push(file);
            self.functions.line.push(line);
            self.functions.category.push(category);
            id
        })
    }

    /// Lets go of what finds functions: nothing more will be interned.
    pub(crate) fn close(&mut self) {
        self.by_key = FxHashMap::default();
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.functions.len()
    }

    /// The name of one.
    pub(crate) fn name(&self, id: FunctionId) -> NameId {
        self.functions.name[id.index()]
    }

    pub(crate) fn finish(self) -> Functions {
        self.functions
    }
}
