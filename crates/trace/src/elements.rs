//! The software's own static structure, as a format states it (RSF hierarchies, source listings).

use crate::{ElementId, NameId, Names};

/// One element of the structure as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementSpec<'a> {
    /// The element it lies in.
    pub parent: Option<ElementId>,
    /// Its own name, one path component.
    pub name: &'a str,
    /// What it is in the format's words (package, file, class, …).
    pub kind: &'a str,
    /// Size in bytes, 0 if unknown.
    pub bytes: u64,
}

/// Raw structure of one trace, parents before children. Empty for formats that state none.
#[derive(Debug, Clone, Default)]
pub struct Elements {
    pub(crate) parent: Vec<ElementId>,
    pub(crate) name: Vec<NameId>,
    pub(crate) kind: Vec<NameId>,
    pub(crate) bytes: Vec<u64>,
}

impl Elements {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// The text of a row.
    pub fn get<'a>(&self, names: &'a Names, id: ElementId) -> ElementSpec<'a> {
        ElementSpec {
            parent: self.parent[id.index()].some(),
            name: names.get(self.name[id.index()]),
            kind: names.get(self.kind[id.index()]),
            bytes: self.bytes[id.index()],
        }
    }
}
