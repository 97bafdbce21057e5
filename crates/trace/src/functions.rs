//! Functions: name, file, line.

use crate::{FunctionId, NameId, Names};
use rustc_hash::FxHashMap;

/// A function as a reader found it. Empty text and line 0 mean *unknown*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FunctionSpec<'a> {
    /// Name without file and line.
    pub name: &'a str,
    /// Source file, as written in the trace.
    pub file: &'a str,
    /// Line, counted from 1.
    pub line: u32,
    /// Category, module or package that the format names, if any. It is not part of the key: the first one seen stays.
    pub category: &'a str,
}

/// Functions of one trace; each (name, file, line) occurs once.
#[derive(Debug, Clone, Default)]
pub struct Functions {
    pub(crate) name: Vec<NameId>,
    pub(crate) file: Vec<NameId>,
    pub(crate) line: Vec<u32>,
    pub(crate) category: Vec<NameId>,
}

impl Functions {
    /// Returns the number of functions.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Returns true if there are no functions.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns all ids.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = FunctionId> + use<> {
        (0..self.name.len() as u32).map(FunctionId)
    }

    /// Returns the name, the file and the line of a function. Within a trace, equal ids mean equal texts.
    pub fn key(&self, id: FunctionId) -> (NameId, NameId, u32) {
        (self.name[id.index()], self.file[id.index()], self.line[id.index()])
    }

    /// Returns a row with its texts.
    pub fn get<'a>(&self, names: &'a Names, id: FunctionId) -> FunctionSpec<'a> {
        FunctionSpec {
            name: names.get(self.name[id.index()]),
            file: names.get(self.file[id.index()]),
            line: self.line[id.index()],
            category: names.get(self.category[id.index()]),
        }
    }

    /// Returns all rows with their texts, by id.
    pub fn specs<'a>(&self, names: &'a Names) -> Vec<FunctionSpec<'a>> {
        self.ids().map(|id| self.get(names, id)).collect()
    }
}

/// Table that assigns ids to functions while a trace is built.
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

    /// Frees the lookup table. Nothing may be interned afterwards.
    pub(crate) fn close(&mut self) {
        self.by_key = FxHashMap::default();
    }

    /// Returns the number of functions.
    pub(crate) fn len(&self) -> usize {
        self.functions.len()
    }

    /// Returns the name of a function.
    pub(crate) fn name(&self, id: FunctionId) -> NameId {
        self.functions.name[id.index()]
    }

    /// Returns the name and the file of a function.
    pub(crate) fn texts(&self, id: FunctionId) -> [NameId; 2] {
        [self.functions.name[id.index()], self.functions.file[id.index()]]
    }

    /// Returns the line of a function.
    pub(crate) fn line(&self, id: FunctionId) -> u32 {
        self.functions.line[id.index()]
    }

    pub(crate) fn finish(self) -> Functions {
        self.functions
    }
}
